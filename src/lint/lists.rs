//! Tags and topics.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::text::kebab;

/// Tags and topics are not empty.
pub static EMPTY_LIST: Rule = Rule {
    code: "empty-list",
    level: Level::Error,
    frontmatter_level: Level::Off,
    holds: "`tags` and `topics` hold at least one word each",
    why: "They are how a skill is found by those who do not know its name.",
    bad: "tags = []",
    good: "tags = [\"git\"]",
    origin: "SKILL Package Specification 1.0.0, §8 rule 9",
};

/// Tags and topics are kebab-case.
pub static LIST_FORMAT: Rule = Rule {
    code: "list-format",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "tags and topics are lower-case words joined by hyphens",
    why: "`Code Review`, `code_review` and `code-review` are one topic to a person and three to a tool.",
    bad: "tags = [\"Code Review\"]",
    good: "tags = [\"code-review\"]",
    origin: "SKILL Package Specification 1.0.0, §5",
};

pub(super) fn empty(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    for (name, list) in [("tags", &package.manifest.tags), ("topics", &package.manifest.topics)] {
        let Some(list) = list.as_ref().filter(|list| list.items.is_empty()) else { continue };
        let message = format!("`{name}` is empty");
        found.push(context.at(&EMPTY_LIST, package, list.span, message).help("name at least one"));
    }
}

pub(super) fn format(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    for (name, list) in [("tag", &package.manifest.tags), ("topic", &package.manifest.topics)] {
        let Some(list) = list else { continue };
        for item in &list.items {
            let text = item.text.trim();
            let Some(better) = normal(text) else { continue };
            let message = format!("{name} `{text}` is not kebab-case");
            let finding = context.at(&LIST_FORMAT, package, item.span, message);
            // Words in a line of their own without a comma: one item or several, only the author can tell.
            let is_line = list.items.len() == 1 && !context.written(list.span).starts_with(['[', '-']);
            found.push(if is_line && text.contains(' ') {
                finding.help(format!("try `{better}`, or put commas between the {name}s"))
            } else {
                finding.help(format!("try `{better}`")).fix(context.replace(item.span, &better))
            });
        }
    }
}

/// The kebab-case form of a tag, when it has one that says the same and is not the tag itself.
/// `C++`, `.NET` and `日本語` have none.
fn normal(text: &str) -> Option<String> {
    let signs = |text: &str| text.chars().filter(|c| !c.is_alphanumeric() && !matches!(c, '-' | '_' | ' ')).count();
    if signs(text) > 0 {
        return None;
    }
    kebab(text).filter(|better| better != text)
}

#[cfg(test)]
mod tests {
    use super::normal;

    #[test]
    fn only_tags_with_a_better_form_are_told() {
        assert_eq!(normal("Code Review").as_deref(), Some("code-review"));
        assert_eq!(normal("code_review").as_deref(), Some("code-review"));
        for text in ["git", "C++", ".NET", "日本語", "a/b", "next.js", "🚀"] {
            assert_eq!(normal(text), None, "{text}");
        }
    }
}
