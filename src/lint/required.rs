//! Fields and files that must be there.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Format, Level, Rule};
use crate::manifest::{Field, Manifest};
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
const UNREADABLE: &[&str] = &["manifest-syntax", "frontmatter-syntax"];

pub(super) fn missing_field(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let unread = |diagnostic: &Diagnostic| UNREADABLE.contains(&diagnostic.rule.code);
    if package.diagnostics.iter().any(unread) {
        return;
    }
    let (file, fields) = match package.format() {
        Format::Manifest => ("SKILL.toml", MANIFEST_FIELDS),
        Format::Frontmatter => ("the header of SKILL.md", FRONTMATTER_FIELDS),
    };
    for (field, has) in fields {
        if !has(&package.manifest) {
            let message = format!("required field `{field}` is missing");
            found.push(context.about(&MISSING_FIELD, package, message).help(help(package, file, field)));
        }
    }
}

/// Names the key that was probably meant, when an unknown one is near.
fn help(package: &Package, file: &str, field: &str) -> String {
    let unknown = package.manifest.extra.iter().map(|extra| extra.key.rsplit('.').next().unwrap_or(&extra.key));
    match crate::text::nearest(field, unknown) {
        Some(key) => format!("`{key}` is there: write it as `{field}`"),
        None => format!("add `{field}` to {file}"),
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
