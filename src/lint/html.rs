//! HTML in Markdown that never reaches a page.

use super::Context;
use super::texts::texts;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::text::shorten;

/// Bodies hold no scripts.
pub static UNSAFE_HTML: Rule = Rule {
    code: "unsafe-html",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "texts hold no script, no event handler and no `javascript:` or `data:` address",
    why: "On the site they are taken out or shown as text. A skill has no need of them, and one that holds them wants \
          a second look: other readers may run them.",
    bad: "<img src=\"x\" onerror=\"alert(1)\">",
    good: "![x](x.png)",
    origin: "skillsite",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    for text in texts(context, index) {
        for removed in text.outline.removed.iter().filter(|removed| acts(&removed.text)) {
            let first_line = removed.text.trim().lines().next().unwrap_or_default();
            let message = format!("`{}` is out of action: no script runs on the site", shorten(first_line, 60));
            found.push(
                context
                    .at(&UNSAFE_HTML, package, text.span(&removed.range), message)
                    .help("take it out, or put it into a code block when it is an example"),
            );
        }
    }
}

/// True for what does something in a browser, as opposed to a placeholder that is named like an
/// element: `<object>` alone is none, `<object data="x">` is one.
fn acts(removed: &str) -> bool {
    let Some(tag) = removed.strip_prefix('<') else { return true };
    let name: String = tag.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
    match name.to_ascii_lowercase().as_str() {
        "script" | "iframe" => true,
        "base" | "embed" | "form" | "frame" | "frameset" | "link" | "meta" | "object" | "style" | "svg" => {
            tag.contains('=')
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::acts;

    #[test]
    fn placeholders_are_no_elements() {
        for text in ["<script>", "<SCRIPT src=x>", "<iframe>", "onclick=\"x\"", "<object data=\"x\">"] {
            assert!(acts(text), "{text}");
        }
        for text in ["<Object>", "<base-branch>", "<link>", "<form>"] {
            assert!(!acts(text), "{text}");
        }
    }
}
