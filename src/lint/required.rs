//! Fields and files that must be there.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Format, Level, Rule};
use crate::manifest::{Dialect, Field, Manifest};
use crate::package::Package;

/// A required field is there.
pub static MISSING_FIELD: Rule = Rule {
    code: "missing-field",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "every required field is there",
    why: "Package managers and catalogs read these fields to name, sort, route and trust a skill. Agents that \
          find no `name` or `description` do not load the skill at all. SKILL.toml needs `manifest_version` and \
          eleven fields in `[skill]`; frontmatter needs `name` and `description`.",
    bad: "---\nname: release-notes\n---",
    good: "---\nname: release-notes\ndescription: Use when a release needs notes for its users.\n---",
    origin: "SKILL Package Specification 1.0.0, §5; Aether OS skill format, §2.1; Agent Skills specification",
};

/// SKILL.md lies beside SKILL.toml.
pub static MISSING_CONTENT: Rule = Rule {
    code: "missing-content",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "SKILL.md lies beside SKILL.toml",
    why: "The manifest only describes the skill. Without SKILL.md there are no instructions to load.",
    bad: "release-notes/SKILL.toml",
    good: "release-notes/SKILL.toml\nrelease-notes/SKILL.md",
    origin: "SKILL Package Specification 1.0.0, §3 and §8 rule 10",
};

/// Whether a field is in a manifest.
type Has = fn(&Manifest) -> bool;

/// SKILL Package Specification 1.0.0, §5, in the order given there.
const MANIFEST_FIELDS: &[(&str, Has)] = &[
    ("manifest_version", |manifest| manifest.manifest_version.is_some()),
    ("name", |manifest| manifest.name.is_some()),
    ("version", |manifest| manifest.version.is_some()),
    ("description", |manifest| manifest.description.is_some()),
    ("type", |manifest| manifest.kind.is_some()),
    ("category", |manifest| has_text(manifest.category.as_ref())),
    ("boundary", |manifest| has_text(manifest.boundary.as_ref())),
    ("maturity", |manifest| manifest.maturity.is_some()),
    ("last_verified", |manifest| manifest.last_verified.is_some()),
    ("tags", |manifest| manifest.tags.is_some()),
    ("topics", |manifest| manifest.topics.is_some()),
];

/// Fields without a rule of their own for an empty value count as missing when they are empty.
fn has_text(field: Option<&Field>) -> bool {
    field.is_some_and(|field| !field.text.trim().is_empty())
}

/// Aether OS skill format, §2.1, and Agent Skills specification.
const FRONTMATTER_FIELDS: &[(&str, Has)] =
    &[("name", |manifest| manifest.name.is_some()), ("description", |manifest| manifest.description.is_some())];

/// A file that could not be read to its end may well hold the field: it has its own error.
const UNREADABLE: &[&str] = &["manifest-syntax", "manifest-empty", "frontmatter-syntax"];

pub(super) fn missing_field(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let unread = |diagnostic: &Diagnostic| UNREADABLE.contains(&diagnostic.rule.code);
    if package.diagnostics.iter().any(unread) {
        return;
    }
    let fields = match package.format() {
        Format::Manifest => MANIFEST_FIELDS,
        Format::Frontmatter => FRONTMATTER_FIELDS,
    };
    let missing: Vec<&str> =
        fields.iter().filter(|(_, has)| !has(&package.manifest)).map(|(field, _)| *field).collect();
    if missing.is_empty() {
        return;
    }
    if let Some(whole) = all_missing(package) {
        let message = format!("{whole}: {} are missing", listed(&missing));
        let help = format!("write {}", listed(&missing));
        found.push(context.about(&MISSING_FIELD, package, message).help(help));
        return;
    }
    for field in missing {
        let message = format!("required field `{field}` is missing");
        found.push(context.about(&MISSING_FIELD, package, message).help(help(package, field)));
    }
}

/// Why fields are missing all at once, so that one finding tells more than one for each.
fn all_missing(package: &Package) -> Option<&'static str> {
    match package.manifest.dialect {
        Some(Dialect::Flat) => return Some("this is another format of the same file name, without a `[skill]` table"),
        Some(Dialect::Tools) => return Some("this is another format of the same file name, with tools or prompts"),
        None => {}
    }
    let headless = package.format() == Format::Frontmatter && package.body.start == 0;
    headless.then_some("SKILL.md has no header")
}

/// `` `a`, `b` ``.
fn listed(fields: &[&str]) -> String {
    fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ")
}

/// Names the key that was probably meant, when an unknown one is near.
fn help(package: &Package, field: &str) -> String {
    let keys = || package.manifest.extra.iter().map(|extra| extra.key.as_str());
    let last = |key: &str| key.rsplit('.').next().unwrap_or_default().to_owned();
    if let Some(key) = keys().find(|key| last(key) == field) {
        return format!("`{key}` is there: move it to where `{field}` belongs");
    }
    let near = keys().find(|key| crate::text::nearest(field, [last(key).as_str()]).is_some());
    match (near, package.format()) {
        (Some(key), _) => format!("`{key}` is there: write it as `{field}`"),
        (None, Format::Manifest) if field == "manifest_version" => {
            "add `manifest_version = \"1.0\"` at the top".to_owned()
        }
        (None, Format::Manifest) => format!("add `{field}` to `[skill]`"),
        (None, Format::Frontmatter) => format!("add `{field}` to the header"),
    }
}

pub(super) fn missing_content(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    if package.skill_md.is_none() {
        found.push(
            context
                .about(&MISSING_CONTENT, package, "SKILL.md is missing: the skill has no instructions")
                .help("write the instructions in SKILL.md in the same folder"),
        );
    }
}
