//! Real clients that would not load a skill, from what they do with crafted inputs.

use std::ops::Range;

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Format, Level, Rule};
use crate::manifest::{Field, is_strict_yaml, rules};
use crate::package::Package;
use crate::source::{FileId, Span};

/// Every client loads the skill.
pub static CLIENT_LOAD: Rule = Rule {
    code: "client-load",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "the skills CLI, OpenCode, Codex and Gemini CLI load the skill from its folder",
    why: "Clients differ in what they forgive, and most drop a skill without a word. The rule knows what each of \
          them did with crafted headers (skills CLI 1.7, OpenCode 1.18, Codex 0.171, Gemini CLI 0.61). It keeps quiet \
          where another rule already has an error or warns of the same place, and about skills with a SKILL.toml, \
          whose header the site writes.",
    bad: "---\nName: close-the-year\nDescription: Use when closing the year.\n---",
    good: "---\nname: close-the-year\ndescription: Use when closing the year.\n---",
    origin: "behaviour of skills CLI 1.7.4, OpenCode 1.18.33, Codex 0.171.0 and Gemini CLI 0.61.0",
};

const ALL: &str = "no client loads";
const CLI_OPENCODE: &str = "the skills CLI and OpenCode do not load";
const CLI_CODEX: &str = "the skills CLI and Codex do not load";
const CODEX_GEMINI: &str = "Codex and Gemini CLI do not load";
const ALL_BUT_OPENCODE: &str = "the skills CLI, Codex and Gemini CLI do not load";
const CLI: &str = "the skills CLI does not load";
const CODEX: &str = "Codex does not load";

/// Why a client does not load a skill.
struct NotLoaded {
    who: &'static str,
    why: &'static str,
    help: &'static str,
    place: Range<usize>,
}

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(file) = package.skill_md else { return };
    let has_error = package.diagnostics.iter().any(|diagnostic| diagnostic.level == Level::Error);
    let has_text = |field: &Option<Field>| field.as_ref().is_some_and(|field| !field.text.trim().is_empty());
    let manifest = &package.manifest;
    if package.format() == Format::Manifest || has_error || !has_text(&manifest.description) || manifest.name.is_none()
    {
        return;
    }
    let Some(refusal) = of_file(context, package, file).or_else(|| of_values(package)) else { return };
    let place = Span::new(file, refusal.place);
    let is_same_place = |other: &Span| other.file == file && other.start < place.end && place.start < other.end;
    let mut warnings = found.iter().filter(|other| other.level >= Level::Warning);
    if warnings.any(|other| other.span.as_ref().is_some_and(is_same_place)) {
        return;
    }
    let message = format!("{} this skill: {}", refusal.who, refusal.why);
    found.push(context.at(&CLIENT_LOAD, package, place, message).help(refusal.help));
}

/// What is wrong with the header as text.
fn of_file(context: Context<'_>, package: &Package, file: FileId) -> Option<NotLoaded> {
    let header = &context.source().text(file)[..package.body.start];
    let refusal = |who, why, help, place| Some(NotLoaded { who, why, help, place });
    if !header.starts_with("---") {
        let help = "move the header to the top of the file";
        return refusal(ALL, "its header does not begin on the first line", help, 0..header.len().min(1));
    }
    if context.source().bytes(file).is_ok_and(|bytes| bytes.starts_with(b"\xEF\xBB\xBF")) {
        let help = "save the file as UTF-8 without a byte order mark";
        return refusal(CODEX_GEMINI, "the file begins with a byte order mark", help, 0..3);
    }
    let inner_start = header.find('\n').map_or(header.len(), |at| at + 1);
    let inner = &header[inner_start..];
    let has_key = |name: &str| inner.lines().any(|line| line.split(':').next() == Some(name));
    let mut at = inner_start;
    for line in inner.split_inclusive('\n') {
        let place = at..at + line.trim_end().len();
        let key = line.split(':').next().unwrap_or_default();
        let is_key = |name: &str| key.eq_ignore_ascii_case(name) && key != name && !has_key(name);
        if is_key("name") || is_key("description") {
            let help = "write the key in lower case";
            return refusal(ALL, "keys in capitals are none of theirs", help, at..at + key.len());
        }
        if line.starts_with('\t') {
            return refusal(CLI_CODEX, "YAML does not allow a tab as indentation", "indent with spaces", place);
        }
        if line.trim_end() == "..." {
            return refusal(ALL_BUT_OPENCODE, "the header is closed with `...`", "close it with `---`", place);
        }
        let scalar = line.strip_prefix("metadata:").map(str::trim).unwrap_or_default();
        if !scalar.is_empty() && !scalar.starts_with(['{', '[', '&', '*', '#', '!']) {
            return refusal(CODEX, "`metadata` is not a map", "write keys and values below `metadata`", place);
        }
        at += line.len();
    }
    let yaml = inner.trim_end().trim_end_matches("---");
    let description = package.manifest.description.as_ref().map(|field| field.span.range());
    if !is_strict_yaml(yaml) {
        let place = description.unwrap_or(0..3);
        return refusal(CLI, "its header is not strict YAML", "put the values in quotes", place);
    }
    None
}

/// What is wrong with the name and the description.
fn of_values(package: &Package) -> Option<NotLoaded> {
    let name = package.manifest.name.as_ref()?;
    let fields = [Some(name), package.manifest.description.as_ref()];
    let is_other_type = |field: &&Field| {
        let mut told = package.diagnostics.iter().filter(|told| told.rule.code == rules::WRONG_TYPE.code);
        told.any(|told| told.span == Some(field.span))
    };
    let (who, why, help, field) = if name.text.trim().is_empty() {
        (CLI_OPENCODE, "its name is empty", "give the skill a name", name)
    } else if let Some(field) = fields.into_iter().flatten().find(is_other_type) {
        (CLI_OPENCODE, "YAML takes the value for a number, a boolean or null", "put the value in quotes", field)
    } else if name.text.trim().chars().count() > 64 {
        (CODEX, "its name has more than 64 characters", "shorten the name", name)
    } else {
        return None;
    };
    Some(NotLoaded { who, why, help, place: field.span.range() })
}

#[cfg(test)]
mod cases;
