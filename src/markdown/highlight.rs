//! Code → HTML with one short class for each visible colour.
//!
//! A pure function of language and code. The languages that skills use most have parsers of their
//! own, for speed; all others, code with mistakes and large blocks are read by the line grammars of
//! syntect, which come from two sets and are loaded when the first block needs one. What would take
//! long (a very long line, a very large block) is not highlighted at all.

mod toml;
mod tree;

use std::sync::LazyLock;

use super::escape;
use syntect::parsing::{BasicScopeStackOp, ParseState, Scope, ScopeStack, SyntaxReference, SyntaxSet};
pub(super) use tree::QUERIES;

/// The classes that [`highlight`] uses, and what each colours. A theme gives each a colour.
pub const CLASSES: &[(&str, &str)] = &[
    ("c", "comments"),
    ("s", "strings"),
    ("e", "escapes in strings"),
    ("n", "numbers and constants"),
    ("k", "keywords"),
    ("f", "functions"),
    ("t", "types and tags"),
    ("a", "attributes, keys and properties"),
    ("i", "inserted lines"),
    ("d", "deleted lines"),
    ("h", "headings"),
];

/// Longest line that is highlighted, in bytes. Grammars may look at a line again from each of its places.
const MAX_LINE: usize = 2_000;
/// Largest block that is highlighted, in bytes.
const MAX_BLOCK: usize = 100_000;

/// Which class the scopes of grammars get: the first line whose scope is a prefix. An empty class
/// ends the colour around it.
const SCOPES: &[(&str, &str)] = &[
    ("comment", "c"),
    ("punctuation.definition.comment", "c"),
    ("constant.character.escape", "e"),
    ("constant.other.placeholder", "e"),
    ("punctuation.definition.string", "s"),
    ("string", "s"),
    ("constant", "n"),
    ("support.constant", "n"),
    ("keyword.operator.word", "k"),
    ("keyword.operator.logical.python", "k"),
    ("keyword.operator", ""),
    ("keyword.other.unit", "n"),
    ("keyword", "k"),
    ("storage", "k"),
    ("variable.language", "k"),
    ("entity.name.function", "f"),
    ("variable.function", "f"),
    ("support.function", "f"),
    ("entity.name.tag.yaml", "a"),
    ("entity.name.section", "h"),
    ("entity.other.attribute-name", "a"),
    ("support.type.property-name", "a"),
    ("entity.name", "t"),
    ("entity.other.inherited-class", "t"),
    ("support.class", "t"),
    ("support.type", "t"),
    ("markup.inserted", "i"),
    ("markup.deleted", "d"),
    ("markup.heading", "h"),
    ("markup.raw", "s"),
    ("meta.diff.header", "h"),
    ("meta.diff.range", "h"),
    ("meta.interpolation", ""),
    ("meta.template.expression", ""),
    ("source.shell.embedded", ""),
];

static SELECTORS: LazyLock<Vec<(Scope, &'static str)>> = LazyLock::new(|| {
    SCOPES.iter().filter_map(|(selector, class)| Some((Scope::new(selector).ok()?, *class))).collect()
});

static DEFAULT_SET: LazyLock<SyntaxSet> = LazyLock::new(SyntaxSet::load_defaults_newlines);
static EXTRA_SET: LazyLock<SyntaxSet> = LazyLock::new(two_face::syntax::extra_newlines);

/// The HTML of `code` with `<span class="k">` around what has a colour. `None` for languages
/// without a grammar, for no code at all, and for code that is too large or too wide.
pub fn highlight(language: &str, code: &str) -> Option<String> {
    if language.is_empty()
        || code.is_empty()
        || code.len() > MAX_BLOCK
        || code.lines().any(|line| line.len() > MAX_LINE)
    {
        return None;
    }
    let language = usual_name(language);
    match language {
        // The grammars have it without any colour, and are not to be loaded for that.
        "txt" => return None,
        "toml" => return Some(toml::highlight(code)),
        _ => {}
    }
    tree::highlight(language, code).or_else(|| by_lines(language, code))
}

/// By a line grammar of syntect.
fn by_lines(language: &str, code: &str) -> Option<String> {
    let (set, syntax) = grammar(language)?;
    let mut state = ParseState::new(syntax);
    let mut stack = ScopeStack::new();
    let mut classes: Vec<&'static str> = Vec::new();
    let mut out = Output::new(code);
    for line in code.split_inclusive('\n') {
        let mut at = 0;
        for (to, operation) in state.parse_line(line, set).ok()? {
            out.push(&line[at..to], classes.last().copied().unwrap_or(""));
            at = to;
            let follow = |operation: BasicScopeStackOp, _: &[Scope]| match operation {
                BasicScopeStackOp::Push(scope) => {
                    let around = classes.last().copied().unwrap_or("");
                    classes.push(class(scope).unwrap_or(around));
                }
                BasicScopeStackOp::Pop => {
                    classes.pop();
                }
            };
            stack.apply_with_hook(&operation, follow).ok()?;
        }
        out.push(&line[at..], classes.last().copied().unwrap_or(""));
    }
    Some(out.finish())
}

/// The name by which a language has a grammar.
fn usual_name(language: &str) -> &str {
    match language {
        "shell" | "console" | "shell-session" | "terminal" | "zsh" | "shellscript" => "sh",
        "typescript" => "ts",
        "javascript" | "node" => "js",
        "jsonc" | "json5" | "jsonl" => "json",
        "golang" => "go",
        "hcl" | "terraform" => "tf",
        "docker" => "dockerfile",
        "objective-c" | "objc" => "m",
        "c++" => "cpp",
        "c#" | "csharp" => "cs",
        "plaintext" | "text" | "plain" => "txt",
        other => other,
    }
}

/// The grammar for a language's usual name or file extension.
fn grammar(token: &str) -> Option<(&'static SyntaxSet, &'static SyntaxReference)> {
    let find = |set: &'static SyntaxSet| Some((set, set.find_syntax_by_token(token)?));
    find(&DEFAULT_SET).or_else(|| find(&EXTRA_SET)).filter(|(_, syntax)| syntax.name != "Plain Text")
}

fn class(scope: Scope) -> Option<&'static str> {
    SELECTORS.iter().find(|(selector, _)| selector.is_prefix_of(scope)).map(|(_, class)| *class)
}

/// Writes code piece by piece, for parsers that say where in the whole a piece begins and ends.
struct Painter<'a> {
    code: &'a str,
    /// Bytes that are written.
    done: usize,
    out: Output,
}

impl<'a> Painter<'a> {
    fn new(code: &'a str) -> Self {
        Painter { code, done: 0, out: Output::new(code) }
    }

    /// Writes what is not written yet of everything before `end`, in one class.
    fn up_to(&mut self, end: usize, class: &'static str) {
        let Some(text) = self.code.get(self.done..end) else { return };
        text.split_inclusive('\n').for_each(|line| self.out.push(line, class));
        self.done = end;
    }

    /// The HTML; what is left has no colour.
    fn finish(mut self) -> String {
        self.up_to(self.code.len(), "");
        self.out.finish()
    }
}

/// Collects the HTML. A span never goes over the end of a line, so callers may take lines apart.
struct Output {
    html: String,
    /// The class of the span that is open; empty when none is.
    open: &'static str,
    /// White space that waits for what follows, because it has no colour of its own.
    space: String,
}

impl Output {
    /// For the HTML of `code`.
    fn new(code: &str) -> Self {
        Output { html: String::with_capacity(code.len() * 2), open: "", space: String::new() }
    }

    fn push(&mut self, text: &str, class: &'static str) {
        let words = text.trim_start();
        self.space.push_str(&text[..text.len() - words.len()]);
        let words = words.trim_end();
        if words.is_empty() {
            return;
        }
        if class != self.open || self.space.contains('\n') {
            self.close();
            if !class.is_empty() {
                self.html.push_str("<span class=\"");
                self.html.push_str(class);
                self.html.push_str("\">");
            }
            self.open = class;
        }
        self.html.push_str(&self.space);
        self.space.clear();
        escape::code_text(&mut self.html, words, "");
        let trailing = text.len() - text.trim_end().len();
        self.space.push_str(&text[text.len() - trailing..]);
    }

    /// Ends the open span and writes the white space behind it.
    fn close(&mut self) {
        if !self.open.is_empty() {
            self.html.push_str("</span>");
            self.open = "";
        }
        self.html.push_str(&self.space);
        self.space.clear();
    }

    fn finish(mut self) -> String {
        self.close();
        self.html
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text that a reader of `html` sees.
    pub(super) fn shown(html: &str) -> String {
        let spans = CLASSES.iter().map(|(class, _)| format!("<span class=\"{class}\">"));
        let text = spans.fold(html.replace("</span>", ""), |text, span| text.replace(&span, ""));
        text.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
    }

    #[test]
    fn one_short_class_a_token_and_none_over_a_line_end() {
        assert_eq!(
            highlight("rust", "fn main() {\n    let a = \"b<c\"; /* d\ne */\n}\n").as_deref(),
            Some(concat!(
                "<span class=\"k\">fn</span> <span class=\"f\">main</span>() {\n",
                "    <span class=\"k\">let</span> a = <span class=\"s\">\"b&lt;c\"</span>; <span class=\"c\">/* d</span>\n",
                "<span class=\"c\">e */</span>\n}\n",
            ))
        );
    }

    #[test]
    fn every_language_of_the_plan_has_a_grammar() {
        let languages = "bash sh console shell python py ts tsx js jsx typescript javascript json jsonc yaml yml toml markdown md go \
            rust java kotlin swift php ruby c c++ cpp c# csharp sql html xml css hcl terraform powershell dockerfile makefile \
            diff ini dart latex objective-c scala lua perl r graphql";
        for language in languages.split_whitespace() {
            assert!(grammar(usual_name(language)).is_some(), "{language}");
        }
    }

    #[test]
    fn unknown_languages_and_plain_text_are_left_alone() {
        for language in ["", "text", "plain", "no-such-language", "mermaid"] {
            assert_eq!(highlight(language, "x = 1"), None, "{language}");
        }
    }

    #[test]
    fn what_would_take_long_is_left_alone() {
        assert_eq!(highlight("js", &"var a=[1];".repeat(300)), None);
        assert_eq!(highlight("rust", &"let x = 1;\n".repeat(20_000)), None);
        // Grammars bound their own nesting.
        assert!(highlight("rust", &"(\n".repeat(20_000)).is_some());
    }

    #[test]
    fn every_class_has_a_meaning() {
        for (selector, class) in SCOPES {
            assert!(class.is_empty() || CLASSES.iter().any(|(known, _)| known == class), "{selector}");
        }
        assert_eq!(SELECTORS.len(), SCOPES.len());
    }
}
