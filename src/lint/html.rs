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
    why: "The site never shows them as they are: they are taken out or shown as text. A skill has no need of them, \
          and one that holds them wants a second look.",
    bad: "<img src=\"x\" onerror=\"alert(1)\">",
    good: "![x](x.png)",
    origin: "skillsite",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    for text in texts(context, index) {
        for removed in &text.outline.removed {
            let first_line = removed.text.trim().lines().next().unwrap_or_default();
            let message = format!("`{}` is not shown: no script runs on the site", shorten(first_line, 60));
            found.push(
                context
                    .at(&UNSAFE_HTML, package, text.span(&removed.range), message)
                    .help("take it out, or put it into a code block when it is an example"),
            );
        }
    }
}
