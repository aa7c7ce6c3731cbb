//! When a skill was last verified.

use jiff::civil::Date;

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::package::{Maturity, Package};

/// The date is a real one.
pub static DATE_FORMAT: Rule = Rule {
    code: "date-format",
    level: Level::Error,
    frontmatter_level: Level::Warning,
    holds: "`last_verified` is a real day, written YYYY-MM-DD, and not in the future",
    why: "The date tells whether the skill still works as it says. One that cannot be read, or that has not come \
          yet, tells nothing.",
    bad: "last_verified = \"14 March 2024\"",
    good: "last_verified = \"2024-03-14\"",
    origin: "SKILL Package Specification 1.0.0, §5 and §8 rule 8",
};

/// The skill was verified lately.
pub static STALE: Rule = Rule {
    code: "stale",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "`last_verified` is younger than the limit for the skill's maturity in `[freshness]` of skillsite.toml",
    why: "Tools, addresses and interfaces that a skill names change. One that nobody has tried for long may lead an \
          agent astray.",
    bad: "maturity = \"stable\"\nlast_verified = \"2019-01-01\"",
    good: "Try the skill, then set `last_verified` to today",
    origin: "SKILL Package Specification 1.0.0, §5 (`last_verified`); the limit is the catalog's own",
};

pub(super) fn format(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(field) = &package.manifest.last_verified else { return };
    let text = field.text.trim();
    if text.is_empty() {
        return;
    }
    let finding = match package.last_verified() {
        None => context
            .at(&DATE_FORMAT, package, field.span, format!("last_verified `{text}` is not a day written YYYY-MM-DD"))
            .help("write a real day, such as `2026-03-14`"),
        Some(date) if is_future(date, context.config.as_of) => context
            .at(&DATE_FORMAT, package, field.span, format!("last_verified `{text}` lies in the future"))
            .help("write the day on which the skill was last tried"),
        Some(_) => return,
    };
    found.push(finding);
}

/// Tomorrow is no future yet: it may have begun where the author lives.
fn is_future(date: Date, today: Date) -> bool {
    days_between(today, date) > 1
}

pub(super) fn stale(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let (Some(date), Some(limit)) = (package.last_verified(), limit(context, package)) else { return };
    let Some(field) = &package.manifest.last_verified else { return };
    let age = days_between(date, context.config.as_of);
    if age > i64::from(limit) {
        let message = format!("last verified {age} days ago, on {date}; the limit is {limit} days");
        found.push(
            context
                .at(&STALE, package, field.span, message)
                .help("try the skill again and set `last_verified` to today"),
        );
    }
}

/// Days until the skill wants verifying again. A skill without a maturity is taken for a stable
/// one; a deprecated one is not verified again.
pub(super) fn limit(context: Context<'_>, package: &Package) -> Option<u32> {
    let maturity = package.maturity().unwrap_or(Maturity::Stable);
    if maturity == Maturity::Deprecated {
        return None;
    }
    context.config.freshness.get(maturity.as_str()).copied()
}

/// Days from `from` to `to`; negative when `to` comes first.
fn days_between(from: Date, to: Date) -> i64 {
    to.duration_since(from).as_hours() / 24
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    #[test]
    fn days_are_counted_over_years() {
        assert_eq!(days_between(date(2024, 2, 28), date(2024, 3, 1)), 2);
        assert_eq!(days_between(date(2026, 1, 2), date(2026, 1, 1)), -1);
    }

    #[test]
    fn the_day_after_today_is_no_future() {
        assert!(!is_future(date(2026, 1, 2), date(2026, 1, 1)));
        assert!(is_future(date(2026, 1, 3), date(2026, 1, 1)));
    }
}
