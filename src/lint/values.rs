//! Fields that take one of a few words.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::manifest::{Field, TYPES};
use crate::package::{Maturity, Package, Risk};

/// The type is one of the four.
pub static TYPE_VALUE: Rule = Rule {
    code: "type-value",
    level: Level::Error,
    frontmatter_level: Level::Warning,
    holds: "`type` is technique, pattern, reference or discipline",
    why: "Catalogs group and filter by it. A word of your own makes a group that nobody looks in.",
    bad: "type = \"guide\"",
    good: "type = \"technique\"",
    origin: "SKILL Package Specification 1.0.0, §5 and §8 rule 5",
};

/// The maturity is one of the five.
pub static MATURITY_VALUE: Rule = Rule {
    code: "maturity-value",
    level: Level::Error,
    frontmatter_level: Level::Warning,
    holds: "`maturity` is draft, alpha, beta, stable or deprecated",
    why: "It tells a reader how far to trust the skill, and how long until it wants verifying again.",
    bad: "maturity = \"production\"",
    good: "maturity = \"stable\"",
    origin: "SKILL Package Specification 1.0.0, §5 and §8 rule 7",
};

/// The risk is one of the three.
pub static RISK_VALUE: Rule = Rule {
    code: "risk-value",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "`risk` is low, medium or high",
    why: "It is a hint for the people who decide what an agent may do. A word that is none of the three is no hint.",
    bad: "risk: moderate",
    good: "risk: medium",
    origin: "Aether OS skill format, §2.2",
};

pub(super) fn kind(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    check(context, package, &TYPE_VALUE, package.manifest.kind.as_ref(), &TYPES, found);
}

pub(super) fn maturity(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let words = Maturity::ALL.map(Maturity::as_str);
    check(context, package, &MATURITY_VALUE, package.manifest.maturity.as_ref(), &words, found);
}

pub(super) fn risk(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let words = Risk::ALL.map(Risk::as_str);
    check(context, package, &RISK_VALUE, package.manifest.risk.as_ref(), &words, found);
}

fn check(
    context: Context<'_>,
    package: &Package,
    rule: &'static Rule,
    field: Option<&Field>,
    words: &[&str],
    found: &mut Vec<Diagnostic>,
) {
    let Some(field) = field else { return };
    let text = field.text.trim();
    if text.is_empty() || words.contains(&text) {
        return;
    }
    let name = rule.code.strip_suffix("-value").unwrap_or(rule.code);
    let message = format!("{name} `{text}` is none of {}", listed(words));
    let finding = context.at(rule, package, field.span, message);
    found.push(match crate::text::only_near(text, words.iter().copied()) {
        Some(near) => finding.help(format!("try `{near}`")).fix(context.replace(field.span, near)),
        None => finding.help(format!("choose one of {}", listed(words))),
    });
}

/// ``low, medium, high``.
fn listed(words: &[&str]) -> String {
    words.join(", ")
}
