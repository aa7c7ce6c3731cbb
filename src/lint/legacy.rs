//! Skills without a SKILL.toml.

use camino::Utf8PathBuf;

use super::Context;
use crate::diagnostic::{Diagnostic, Format, Level, Rule};

/// Every skill has a manifest.
pub static LEGACY_FRONTMATTER: Rule = Rule {
    code: "legacy-frontmatter",
    level: Level::Warning,
    frontmatter_level: Level::Note,
    holds: "every skill has a SKILL.toml",
    why: "SKILL.toml is the canonical place of metadata; frontmatter is read for compatibility. It is a warning in \
          a catalog that has begun to use SKILL.toml and a note in one that has not. One finding stands for all \
          skills of the catalog.",
    bad: "release-notes/SKILL.md with all metadata in its header",
    good: "release-notes/SKILL.toml beside release-notes/SKILL.md; `skillsite migrate` makes it",
    origin: "SKILL Package Specification 1.0.0, §3 and §10",
};

pub(super) fn check(context: Context<'_>, found: &mut Vec<Diagnostic>) {
    let skills = &context.catalog.skills;
    let legacy: Vec<&str> = skills
        .iter()
        .filter(|skill| skill.package.format() == Format::Frontmatter)
        .map(|skill| skill.package.folder.as_str())
        .collect();
    let (Some(first), all) = (legacy.first(), skills.len()) else { return };
    let (format, message) = if legacy.len() == all {
        (Format::Frontmatter, "no skill has a SKILL.toml; metadata is read from the headers of SKILL.md".to_owned())
    } else {
        let message = match legacy.len() {
            1 => format!("1 of {all} skills has no SKILL.toml: `{first}`"),
            count => format!("{count} of {all} skills have no SKILL.toml, the first is `{first}`"),
        };
        (Format::Manifest, message)
    };
    found.push(
        Diagnostic::new(&LEGACY_FRONTMATTER, format, Utf8PathBuf::new(), message)
            .help("`skillsite migrate` makes SKILL.toml from the header; what it cannot know is left to fill in"),
    );
}
