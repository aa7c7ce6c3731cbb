//! Fields and files that must be there.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Format, Level, Rule};
use crate::manifest::rules::UNKNOWN_KEY;
use crate::manifest::{self, Dialect, Extra, Field, Manifest};
use crate::package::Package;
use crate::source::Span;

/// A required field is there.
pub static MISSING_FIELD: Rule = Rule {
    code: "missing-field",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "every required field is there and says something",
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

/// How a required field stands in a manifest.
enum State {
    Missing,
    /// There is nothing in it; a migration leaves such values for the author.
    Empty(Span),
    Stated,
}

type Look = fn(&Manifest) -> State;

/// SKILL Package Specification 1.0.0, §5, in the order given there.
const MANIFEST_FIELDS: &[(&str, Look)] = &[
    ("manifest_version", |manifest| text(manifest.manifest_version.as_ref())),
    ("name", |manifest| stated(manifest.name.is_some())),
    ("version", |manifest| text(manifest.version.as_ref())),
    ("description", |manifest| stated(manifest.description.is_some())),
    ("type", |manifest| text(manifest.kind.as_ref())),
    ("category", |manifest| text(manifest.category.as_ref())),
    ("boundary", |manifest| text(manifest.boundary.as_ref())),
    ("maturity", |manifest| text(manifest.maturity.as_ref())),
    ("last_verified", |manifest| text(manifest.last_verified.as_ref())),
    ("tags", |manifest| stated(manifest.tags.is_some())),
    ("topics", |manifest| stated(manifest.topics.is_some())),
];

/// Aether OS skill format, §2.1, and Agent Skills specification.
const FRONTMATTER_FIELDS: &[(&str, Look)] = &[
    ("name", |manifest| stated(manifest.name.is_some())),
    ("description", |manifest| stated(manifest.description.is_some())),
];

fn text(field: Option<&Field>) -> State {
    match field {
        None => State::Missing,
        Some(field) if field.text.trim().is_empty() => State::Empty(field.span),
        Some(_) => State::Stated,
    }
}

/// For fields with a rule of their own about an empty value.
fn stated(is_there: bool) -> State {
    if is_there { State::Stated } else { State::Missing }
}

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
    let states: Vec<(&str, State)> = fields.iter().map(|(field, look)| (*field, look(&package.manifest))).collect();
    let is_missing = |(field, state): &(&'static str, State)| matches!(state, State::Missing).then_some(*field);
    let missing: Vec<&str> = states.iter().filter_map(is_missing).collect();
    if let Some((whole, level)) = all_missing(package).filter(|_| !missing.is_empty()) {
        let message = format!("{whole}: {} are missing", listed(&missing));
        let help = format!("write {}", listed(&missing));
        found.push(context.about(&MISSING_FIELD, package, message).level(level).help(help));
        return;
    }
    for (field, state) in states {
        match state {
            State::Missing => {
                let finding = missing_one(context, package, field, found);
                found.push(finding);
            }
            State::Empty(span) => {
                let finding = context.at(&MISSING_FIELD, package, span, format!("required field `{field}` is empty"));
                found.push(finding.help(format!("write what it means: {}", manifest::meaning(field))));
            }
            State::Stated => {}
        }
    }
}

/// The finding about one field. A key that was probably meant to be it is its place, and has a
/// finding of its own only where missing fields are not told.
fn missing_one(context: Context<'_>, package: &Package, field: &str, found: &mut Vec<Diagnostic>) -> Diagnostic {
    let message = format!("required field `{field}` is missing");
    if let Some(WrittenAs { extra, written, help }) = written_as(package, field) {
        let message = format!("{message}, but `{written}` is there");
        let finding = context.at(&MISSING_FIELD, package, extra.key_span, message).help(help);
        let is_about_key =
            |other: &Diagnostic| other.rule.code == UNKNOWN_KEY.code && other.span == Some(extra.key_span);
        if context.config.lint.level(&finding) == Level::Off {
            // Nobody else tells of the key then, so it is told in a header as well.
            for other in found.iter_mut().filter(|other| is_about_key(other)) {
                other.level = other.level.max(UNKNOWN_KEY.level);
            }
        } else {
            found.retain(|other| !is_about_key(other));
        }
        return finding;
    }
    let help = match package.format() {
        Format::Manifest if field == "manifest_version" => "add `manifest_version = \"1.0\"` at the top".to_owned(),
        Format::Manifest => format!("add `{field}` to `[skill]`: {}", manifest::meaning(field)),
        Format::Frontmatter => format!("add `{field}` to the header: {}", manifest::meaning(field)),
    };
    context.about(&MISSING_FIELD, package, message).help(help)
}

/// Why fields are missing all at once, so that one finding tells more than one for each. A file of
/// another format is only worth a warning where the header of SKILL.md holds what agents need.
fn all_missing(package: &Package) -> Option<(&'static str, Level)> {
    let has_header = package.body.start > 0;
    let foreign = if has_header { Level::Warning } else { Level::Error };
    match package.manifest.dialect {
        Some(Dialect::Flat) => Some(("SKILL.toml has another format, without a `[skill]` table", foreign)),
        Some(Dialect::Tools) => Some(("SKILL.toml has another format, with tools or prompts", foreign)),
        None if package.format() == Format::Frontmatter && !has_header => {
            Some(("SKILL.md has no header", Level::Error))
        }
        None => None,
    }
}

/// `` `a`, `b` ``.
fn listed(fields: &[&str]) -> String {
    fields.iter().map(|field| format!("`{field}`")).collect::<Vec<_>>().join(", ")
}

/// A key that was probably meant to be a field.
struct WrittenAs<'a> {
    extra: &'a Extra,
    /// The key for messages: where it stands when that is what is wrong with it.
    written: &'a str,
    /// What to do with it.
    help: String,
}

/// Tables that say something about the skill itself. In others, such as `maintainer`, a `name` may be
/// that of somebody else.
const ABOUT_SKILL: &[&str] = &["", "skill", "metadata", "meta", "package", "manifest"];

fn written_as<'a>(package: &'a Package, field: &str) -> Option<WrittenAs<'a>> {
    let manifest = &package.manifest;
    let table = |extra: &'a Extra| match extra.key.rsplit_once('.') {
        Some((table, key)) => (key == field).then_some(table),
        None => (extra.key == field).then_some(""),
    };
    let elsewhere = manifest.extra.iter().filter_map(|extra| Some((extra, ABOUT_SKILL.contains(&table(extra)?))));
    if let Some((extra, is_about_skill)) = elsewhere.min_by_key(|(_, is_about_skill)| !is_about_skill) {
        let place = match package.format() {
            Format::Manifest if field == "manifest_version" => "to the top of SKILL.toml".to_owned(),
            Format::Manifest => "to `[skill]` in SKILL.toml".to_owned(),
            Format::Frontmatter => format!("out of `{}`", table(extra).unwrap_or_default()),
        };
        let condition = if is_about_skill { "" } else { ", if it is meant for the skill" };
        return Some(WrittenAs { extra, written: &extra.key, help: format!("move it {place}{condition}") });
    }
    let extra = manifest.near_miss(field)?;
    let written = extra.key.rsplit('.').next().unwrap_or(&extra.key);
    Some(WrittenAs { extra, written, help: format!("did you mean `{field}`?") })
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
