//! Colours of the languages that skills use most, from a syntax tree.
//!
//! Tree-sitter reads programs five times faster than line grammars do, and data twice. What is no
//! whole program in its language (a part, a sketch, two languages in one) is left to the line
//! grammars, which misread a line of it at most; but JSON with a comma or dots too many is still a
//! tree of pairs. Which node gets which class is said in the `.scm` file of each language.

use std::sync::LazyLock;

use tree_sitter::{Language, Parser, Query, QueryCursor, StreamingIterator};

use super::{CLASSES, Painter};

/// Largest block that is read so, in bytes. Time grows with the square where code opens thousands of
/// brackets: this much takes half a second at worst.
const MAX_BLOCK: usize = 16_000;
/// How many brackets may stand in each other in data, which has no other limit.
const MAX_DEPTH: usize = 100;

/// A language: how code fences and file names call it, its grammar, and what is coloured.
struct Grammar {
    tokens: &'static [&'static str],
    /// True for data, which is read with its mistakes; what takes long in it is depth, not length.
    is_data: bool,
    paint: LazyLock<Paint>,
}

/// A grammar that is ready for use.
struct Paint {
    language: Language,
    query: Query,
    /// The class of each capture of `query`.
    classes: Vec<&'static str>,
}

const BASH: &str = include_str!("bash.scm");
const PYTHON: &str = include_str!("python.scm");
const TYPESCRIPT: &str = include_str!("typescript.scm");
/// What JavaScript and JSX have besides TypeScript.
const JSX: &str = include_str!("jsx.scm");
const JSON: &str = include_str!("json.scm");

/// What is coloured in each language: a change of any changes what is kept.
pub(in crate::markdown) const QUERIES: [&str; 5] = [BASH, PYTHON, TYPESCRIPT, JSX, JSON];

static GRAMMARS: [Grammar; 5] = [
    Grammar {
        tokens: &["sh", "bash"],
        is_data: false,
        paint: LazyLock::new(|| Paint::new(tree_sitter_bash::LANGUAGE.into(), BASH)),
    },
    Grammar {
        tokens: &["python", "py", "pyi", "python3"],
        is_data: false,
        paint: LazyLock::new(|| Paint::new(tree_sitter_python::LANGUAGE.into(), PYTHON)),
    },
    Grammar {
        tokens: &["ts", "mts", "cts"],
        is_data: false,
        paint: LazyLock::new(|| Paint::new(tree_sitter_typescript::LANGUAGE_TYPESCRIPT.into(), TYPESCRIPT)),
    },
    Grammar {
        tokens: &["tsx", "jsx", "js", "mjs", "cjs"],
        is_data: false,
        paint: LazyLock::new(|| Paint::new(tree_sitter_typescript::LANGUAGE_TSX.into(), &[TYPESCRIPT, JSX].concat())),
    },
    Grammar {
        tokens: &["json"],
        is_data: true,
        paint: LazyLock::new(|| Paint::new(tree_sitter_json::LANGUAGE.into(), JSON)),
    },
];

/// The HTML of `code`; see [`highlight`](super::highlight()). `None` for other languages, and for code with
/// mistakes and large blocks in those.
pub(super) fn highlight(language: &str, code: &str) -> Option<String> {
    let Grammar { is_data, paint, .. } = GRAMMARS.iter().find(|grammar| grammar.tokens.contains(&language))?;
    let is_small = if *is_data { depth(code) <= MAX_DEPTH } else { code.len() <= MAX_BLOCK };
    is_small.then(|| paint.html(code, *is_data)).flatten()
}

/// How many brackets of data stand in each other at most, or more where strings hold some.
fn depth(code: &str) -> usize {
    let (mut open, mut most) = (0_usize, 0);
    for byte in code.bytes() {
        match byte {
            b'[' | b'{' => open += 1,
            b']' | b'}' => open = open.saturating_sub(1),
            _ => continue,
        }
        most = most.max(open);
    }
    most
}

impl Paint {
    fn new(language: Language, query: &str) -> Self {
        let query = Query::new(&language, query).expect("the queries of the program fit its grammars");
        let class = |name: &&str| CLASSES.iter().find(|(class, _)| class == name).map_or("", |(class, _)| *class);
        let classes = query.capture_names().iter().map(class).collect();
        Paint { language, query, classes }
    }

    /// `None` for code with mistakes, unless these are allowed.
    fn html(&self, code: &str, with_mistakes: bool) -> Option<String> {
        let mut parser = Parser::new();
        parser.set_language(&self.language).ok()?;
        let tree = parser.parse(code, None).filter(|tree| with_mistakes || !tree.root_node().has_error())?;
        let mut cursor = QueryCursor::new();
        let mut captures = cursor.captures(&self.query, tree.root_node(), code.as_bytes());
        let mut painter = Painter::new(code);
        // The nodes around the place that is written: where each ends, and its class.
        let mut around: Vec<(usize, &str)> = Vec::new();
        while let Some((found, index)) = captures.next() {
            let capture = found.captures()[*index];
            let node = capture.node.byte_range();
            while let Some((end, class)) = around.pop_if(|(end, _)| *end <= node.start) {
                painter.up_to(end, class);
            }
            painter.up_to(node.start, around.last().map_or("", |(_, class)| class));
            around.push((node.end, self.classes[capture.index as usize]));
        }
        while let Some((end, class)) = around.pop() {
            painter.up_to(end, class);
        }
        Some(painter.finish())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::tests::shown;
    use super::*;
    use crate::lint::tests::cases;

    /// `code` in `language`, with spans as `class:text;`.
    fn coloured(language: &str, code: &str) -> String {
        let html = highlight(language, code).expect("the code has no mistakes");
        html.replace("<span class=\"", "").replace("\">", ":").replace("</span>", ";")
    }

    #[test]
    fn shell_has_its_colours() {
        assert_eq!(
            coloured("sh", "# a\nif [ -f \"$x\" ]; then\n  echo \"a ${b} $(date)\" 2>&1\nfi\n"),
            "c:# a;\nk:if; [ -f s:\"$x\"; ]; k:then;\n  f:echo; s:\"a; ${b} $(f:date;)s:\"; n:2;&gt;&amp;n:1;\nk:fi;\n"
        );
    }

    #[test]
    fn python_has_its_colours() {
        assert_eq!(
            coloured(
                "py",
                "@d\n@e.f(x)\nclass A(B):\n    \"\"\"Doc\"\"\"\n    def f(self, x: int = 1):\n        return g(f\"{x}\\n\")\n"
            ),
            "f:@d;\nf:@e.f;(x)\nk:class; t:A;(t:B;):\n    c:\"\"\"Doc\"\"\";\n    k:def; f:f;(k:self;, x: t:int; = n:1;):\n        \
             k:return; f:g;(s:f\";{x}e:\\n;s:\";)\n"
        );
    }

    #[test]
    fn typescript_and_jsx_have_their_colours() {
        assert_eq!(
            coloured("ts", "export const f = async (a: Set<string>) => `b${a.has('c')}`;\n"),
            "k:export const; f:f; = k:async; (a: t:Set;&lt;t:string;&gt;) =&gt; s:`b;${a.f:has;(s:'c';)}s:`;;\n"
        );
        assert_eq!(coloured("jsx", "x = <A b=\"c\">{d}</A>\n"), "x = &lt;t:A; a:b;=s:\"c\";&gt;{d}&lt;/t:A;&gt;\n");
    }

    #[test]
    fn json_has_its_colours() {
        assert_eq!(
            coloured("json", "{\"a\": [1, \"b\\n\", null]} // c\n"),
            "{a:\"a\";: [n:1;, s:\"b;e:\\n;s:\";, n:null;]} c:// c;\n"
        );
        assert_eq!(coloured("json", "{\"a\": [...], \"b\": \"c\",}"), "{a:\"a\";: [...], a:\"b\";: s:\"c\";,}");
        assert!(coloured("json", &"{\"a\": 1}\n".repeat(5_000)).starts_with("{a:"));
    }

    #[test]
    fn what_is_no_whole_program_is_read_line_by_line() {
        for (language, code) in [("py", "def f(\n"), ("tsx", "<a>;</a"), ("sh", "if x; then\n")] {
            assert_eq!(highlight(language, code), None, "{language}");
            assert!(super::super::highlight(language, code).is_some(), "{language}");
        }
        assert_eq!(highlight("py", &"[1]\n".repeat(5_000)), None);
        assert_eq!(highlight("json", &"[".repeat(200)), None);
    }

    proptest! {
        #![proptest_config(cases(256))]

        #[test]
        fn any_code_is_shown_whole(
            words in prop::collection::vec(prop_oneof![
                "[ -~é漢]{0,6}", Just("\n".into()), Just("\n    ".into()),
                prop::sample::select(vec![
                    "def f():", "\"", "'", "`", "${", "$(", "}", ")", "<<E\n", "E\n", "if ", "f\"{", "\"\"\"", "#", "//", "/*", "<a>", "=>",
                ]).prop_map(String::from),
            ], 0..30),
            language in prop::sample::select(vec!["sh", "py", "ts", "tsx", "json"]),
        ) {
            let code = words.concat();
            if let Some(html) = super::super::highlight(language, &code) {
                prop_assert_eq!(shown(&html), code);
            }
        }
    }
}
