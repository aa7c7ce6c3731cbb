//! What a skill says of itself against what it says elsewhere.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::package::{Maturity, Package};

/// A skill does not contradict itself.
pub static SELF_CONTRADICTION: Rule = Rule {
    code: "self-contradiction",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "maturity and risk of a skill agree with what it requires, and a deprecated skill names what replaces it",
    why: "Choosing a skill pulls in what it requires. A stable skill that needs a draft is as stable as the draft, \
          one that needs a deprecated skill will break with it, and its risk is not lower than that of its parts. \
          Readers of a deprecated skill need to know where to go.",
    bad: "name: release\nrisk: low\nrequires: [delete-branches]   # whose risk is high",
    good: "name: release\nrisk: high\nrequires: [delete-branches]",
    origin: "SKILL Package Specification 1.0.0, §5 (`maturity`); Aether OS skill format, §2.2 and §5",
};

/// The replacement exists.
pub static REPLACEMENT_UNKNOWN: Rule = Rule {
    code: "replacement-unknown",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "`replaced_by` is the name of another skill of the catalog",
    why: "Readers of a deprecated skill are sent there.",
    bad: "replaced_by = \"release-note\"",
    good: "replaced_by = \"release-notes\"",
    origin: "skillsite",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let skill = context.skill(index);
    let package = &*skill.package;
    let maturity = package.maturity();
    if maturity == Some(Maturity::Deprecated) && !names_replacement(package) {
        let span = package.manifest.maturity.as_ref().map(|field| field.span);
        found.push(
            context
                .at_opt(&SELF_CONTRADICTION, package, span, "the skill is deprecated and nothing says what replaces it")
                .help("name the skill to use instead in `replaced_by`, or say so in the description"),
        );
    }
    for requirement in &skill.requires {
        let Some(required) = requirement.skill.filter(|required| *required != index) else { continue };
        let other = context.package(required);
        let name = &requirement.name;
        let mut tell = |message: String, help: &str| {
            found.push(context.at(&SELF_CONTRADICTION, package, requirement.span, message).help(help));
        };
        match (maturity, other.maturity()) {
            (Some(Maturity::Deprecated), _) => {}
            (_, Some(Maturity::Deprecated)) => {
                tell(format!("required skill `{name}` is deprecated"), "require what replaces it");
            }
            (Some(Maturity::Stable), Some(Maturity::Draft)) => tell(
                format!("the skill is stable and requires the draft `{name}`"),
                "bring the draft further, or take the skill back to beta",
            ),
            _ => {}
        }
        if let (Some(own), Some(others)) = (package.risk(), other.risk())
            && own < others
        {
            let (own, others) = (own.as_str(), others.as_str());
            tell(format!("the risk is {own} and that of the required skill `{name}` is {others}"), "raise the risk");
        }
    }
}

pub(super) fn replacement(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(field) = &package.manifest.replaced_by else { return };
    let name = field.text.trim();
    let message = match context.catalog.find_by_name(name, &package.folder) {
        Some(other) if other == index => format!("the skill is replaced by itself, `{name}`"),
        Some(_) => return,
        None => format!("replacement `{name}` does not exist"),
    };
    let names = context.catalog.indexed().filter(|(other, _)| *other != index).map(|(_, skill)| skill.name());
    let help = match crate::text::nearest(name, names) {
        Some(near) => format!("try `{near}`"),
        None => "name another skill of the catalog".to_owned(),
    };
    found.push(context.at(&REPLACEMENT_UNKNOWN, package, field.span, message).help(help));
}

/// True when the manifest or the first words of the text say what to use instead.
fn names_replacement(package: &Package) -> bool {
    const WORDS: &[&str] = &[
        "instead",
        "replaced by",
        "replacement",
        "superseded",
        "successor",
        "moved to",
        "migrate to",
        "in favor of",
        "in favour of",
    ];
    let texts = [package.description(), &package.outline.first_paragraph];
    package.manifest.replaced_by.is_some()
        || texts.iter().any(|text| {
            let text = text.to_lowercase();
            WORDS.iter().any(|word| text.contains(word))
        })
}
