//! The sections that a format recommends. Off by default: they are advice.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Format, Level, Rule};

/// The recommended sections are there.
pub static STRUCTURE: Rule = Rule {
    code: "structure",
    level: Level::Off,
    frontmatter_level: Level::Off,
    holds: "SKILL.md has the sections that its format recommends",
    why: "Readers who know one skill find their way in the next. SKILL.toml packages: Overview, When to Use, one of \
          Core Technique, Pattern, Reference or Rule, Common Mistakes, See Also. Frontmatter: Principle, Method, \
          Output template, Rules. Off unless the catalog turns it on.",
    bad: "# Release notes\n\nWrite them like this: …",
    good: "# Release notes\n\n## Overview\n\n## When to Use\n\n## Core Technique\n\n## Common Mistakes\n\n## See Also",
    origin: "SKILL Package Specification 1.0.0, §7; Aether OS skill format, §3",
};

/// Sections of SKILL Package Specification 1.0.0, §7; any of the words of a row will do.
const MANIFEST_SECTIONS: &[&[&str]] = &[
    &["overview"],
    &["when to use"],
    &["core technique", "technique", "core pattern", "pattern", "core reference", "reference", "core rule", "rule"],
    &["common mistakes"],
    &["see also"],
];

/// Sections of the Aether OS skill format, §3.
const FRONTMATTER_SECTIONS: &[&[&str]] = &[&["principle"], &["method"], &["output template"], &["rules"]];

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    if package.skill_md.is_none() {
        return;
    }
    let sections = match package.format() {
        Format::Manifest => MANIFEST_SECTIONS,
        Format::Frontmatter => FRONTMATTER_SECTIONS,
    };
    let headings: Vec<String> =
        package.outline.headings.iter().map(|heading| heading.text.trim().to_lowercase()).collect();
    let missing: Vec<&str> = sections
        .iter()
        .filter(|words| !headings.iter().any(|heading| words.contains(&heading.as_str())))
        .map(|words| words[0])
        .collect();
    if !missing.is_empty() {
        let message = format!("recommended sections are missing: {}", missing.join(", "));
        let diagnostic = context.about(&STRUCTURE, package, message);
        found.push(diagnostic.help("add a heading for each, or turn the rule off"));
    }
}
