//! Small charts of the whole catalog: one bar cut into shares, with a legend that says the numbers.

use serde::Serialize;

use super::here::Here;
use super::strings::Strings;
use crate::catalog::SkillIndex;
use crate::package::Maturity;

/// One bar.
#[derive(Serialize)]
pub(super) struct Chart<'a> {
    title: &'a str,
    parts: Vec<Part<'a>>,
}

/// A share of a bar, in thousandths of its length.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct Part<'a> {
    /// Class name.
    class: &'static str,
    text: &'a str,
    count: String,
    start: usize,
    share: usize,
}

/// Maturity and freshness, each as far as any skill states it.
pub(super) fn charts(here: Here<'_>) -> Vec<Chart<'_>> {
    [maturity(here), freshness(here)].into_iter().flatten().collect()
}

fn maturity(here: Here<'_>) -> Option<Chart<'_>> {
    let t = &here.site.strings;
    let skills = &here.site.inputs.catalog.skills;
    let stages = [Maturity::Stable, Maturity::Beta, Maturity::Alpha, Maturity::Draft, Maturity::Deprecated];
    let count = |stage| skills.iter().filter(|skill| skill.package.maturity() == stage).count();
    let mut counts: Vec<(&'static str, &str, usize)> =
        stages.into_iter().map(|stage| (stage.as_str(), t.get(stage.as_str()), count(Some(stage)))).collect();
    counts.push(("none", t.get("not_stated"), count(None)));
    chart(t, t.get("maturity"), &counts)
}

fn freshness(here: Here<'_>) -> Option<Chart<'_>> {
    let site = here.site;
    let t = &site.strings;
    let (mut fresh, mut stale, mut never) = (0, 0, 0);
    for (index, skill) in site.inputs.catalog.indexed() {
        match skill.package.last_verified() {
            None => never += 1,
            Some(_) if is_stale(here, index) => stale += 1,
            Some(_) => fresh += 1,
        }
    }
    let counts = [
        ("fresh", t.get("verified_fresh"), fresh),
        ("stale", t.get("verified_stale"), stale),
        ("none", t.get("verified_never"), never),
    ];
    chart(t, t.get("verified"), &counts)
}

/// True when the skill was verified too long ago for its maturity.
pub(super) fn is_stale(here: Here<'_>, index: SkillIndex) -> bool {
    here.site.findings().has(&here.site.inputs.report, index, "stale")
}

/// A bar of `counts`; `None` when only the last part, which is "not stated", has any.
fn chart<'a>(t: &Strings, title: &'a str, counts: &[(&'static str, &'a str, usize)]) -> Option<Chart<'a>> {
    let total: usize = counts.iter().map(|(.., count)| count).sum();
    let (.., unstated) = counts.last()?;
    if total == *unstated {
        return None;
    }
    let mut before = 0;
    let parts = counts
        .iter()
        .filter(|(.., count)| *count > 0)
        .map(|(class, text, count)| {
            let start = before * 1000 / total;
            before += count;
            Part { class, text, count: t.number(*count), start, share: before * 1000 / total - start }
        })
        .collect();
    Some(Chart { title, parts })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_fill_the_bar_and_empty_ones_are_left_out() {
        let counts = [("stable", "stable", 1_000), ("beta", "beta", 0), ("none", "not stated", 2_000)];
        let bar = chart(&Strings::new("en").unwrap(), "Maturity", &counts).unwrap();
        let told: Vec<_> = bar.parts.iter().map(|part| (&*part.count, part.start, part.share)).collect();
        assert_eq!(told, [("1,000", 0, 333), ("2,000", 333, 667)]);
    }

    #[test]
    fn a_bar_that_says_nothing_is_not_drawn() {
        let t = Strings::new("en").unwrap();
        assert!(chart(&t, "Maturity", &[("stable", "stable", 0), ("none", "not stated", 3)]).is_none());
        assert!(chart(&t, "Maturity", &[("stable", "stable", 0), ("none", "not stated", 0)]).is_none());
    }
}
