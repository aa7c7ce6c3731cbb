//! The category is a known one.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Format, Level, Rule};

pub use crate::manifest::CATEGORIES;

/// The category is one of the specification's or one of the catalog's own.
pub static CATEGORY_VALUE: Rule = Rule {
    code: "category-value",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "the category is one that the specification recommends or that `[categories]` in skillsite.toml declares",
    why: "A category of one skill, often a slip of the keyboard, hides the skill from those who browse. Frontmatter \
          knows no list of categories, so such skills are only checked in a catalog that declares its own.",
    bad: "category = \"enginering\"",
    good: "category = \"engineering\"",
    origin: "SKILL Package Specification 1.0.0, §5 and §8 rule 6",
};

pub(super) fn value(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let declared = &context.config.categories;
    let Some(field) = &package.manifest.category else { return };
    let text = field.text.trim();
    let free = package.format() == Format::Frontmatter && declared.is_empty();
    if free || text.is_empty() || CATEGORIES.contains(&text) || declared.contains_key(text) {
        return;
    }
    let message = format!("category `{text}` is neither a recommended one nor declared");
    let known = CATEGORIES.into_iter().chain(declared.keys().map(String::as_str));
    let finding = context.at(&CATEGORY_VALUE, package, field.span, message);
    found.push(if let Some(near) = crate::text::only_near(text, known) {
        finding.help(format!("try `{near}`")).fix(context.replace(field.span, near))
    } else {
        let known = CATEGORIES.join(", ");
        finding.help(format!("declare it under `[categories]` in skillsite.toml, or use one of {known}"))
    });
}
