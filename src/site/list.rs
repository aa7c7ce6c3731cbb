//! Lists of skills: rows, and their parts for reading without a script.

use std::borrow::Cow;

use serde::Serialize;

use super::here::{Here, Link};
use super::{address, language};

use crate::catalog::SkillIndex;
use crate::package::{Maturity, Risk};
use crate::text::shorten;

/// Rows on one part of a list.
pub(super) const PART: usize = 200;

/// Characters of a description that a row shows.
const DESCRIPTION: usize = 260;
/// Characters of what comes before "Use when" that are worth showing in a row.
const BEFORE: usize = 40;

/// Tags that a row shows.
const TAGS: usize = 6;

/// Number of parts of a list of `rows`; an empty list has one.
pub(super) fn parts(rows: usize) -> usize {
    rows.div_ceil(PART).max(1)
}

/// One part of a list of skills.
#[derive(Serialize)]
pub(super) struct List<'a> {
    /// How many there are in all parts: "214 skills".
    pub count: String,
    pub total: usize,
    pub sections: Vec<ListSection<'a>>,
    pub parts: Option<Parts>,
}

/// Rows under a heading of their own, when `title` is there.
#[derive(Serialize)]
pub(super) struct ListSection<'a> {
    pub title: Option<Link<'a>>,
    pub rows: Vec<Row<'a>>,
}

/// Links to the parts of a long list.
#[derive(Serialize)]
pub(super) struct Parts {
    pub label: String,
    pub previous: Option<String>,
    pub next: Option<String>,
    pub pages: Vec<PartLink>,
}

#[derive(Serialize)]
pub(super) struct PartLink {
    pub number: usize,
    pub href: String,
    pub current: bool,
}

/// A skill in a list.
#[derive(Serialize)]
pub(super) struct Row<'a> {
    pub name: &'a str,
    href: String,
    /// Language of name and description, when it is not the interface's.
    pub lang: Option<&'a str>,
    pub trigger: Trigger<'a>,
    tags: Vec<Link<'a>>,
    maturity: Option<State<'a>>,
    /// Only medium and high.
    risk: Option<State<'a>>,
    pub version: Option<&'a str>,
    pub verified: Option<&'a str>,
    requires: Option<String>,
    /// Tokens of the instructions.
    pub cost: usize,
    cost_text: String,
    errors: Option<String>,
    pub replaced_by: Option<Link<'a>>,
    /// The folder, when another skill has the same name.
    pub folder: Option<&'a str>,
}

/// A value with a class name and its word in the language of the interface.
#[derive(Serialize)]
pub(super) struct State<'a> {
    pub class: &'static str,
    pub text: &'a str,
}

/// A description with the words "Use when" apart.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub(super) struct Trigger<'a> {
    /// What comes before these words, often what the skill does.
    pub before: Cow<'a, str>,
    /// The author's words, such as "Use when"; empty when there are none.
    pub label: &'a str,
    pub text: Cow<'a, str>,
}

/// Beginnings of a sentence that says when. None is the beginning of a later one.
const OPENINGS: &[&str] = &[
    "this skill should be used whenever",
    "this skill should be used when",
    "use this skill whenever",
    "use this skill when",
    "use this whenever",
    "use this when",
    "use it whenever",
    "use it when",
    "use whenever",
    "use when",
];

/// Sets "Use when" apart, at the beginning of the description or of a later sentence.
pub(super) fn trigger(description: &str) -> Trigger<'_> {
    let text = description.trim();
    let Some((at, opening)) = sentences(text).find_map(|at| Some((at, opening(&text[at..])?))) else {
        return Trigger { before: "".into(), label: "", text: text.into() };
    };
    let (before, rest) = text.split_at(at);
    let (label, rest) = rest.split_at(opening);
    Trigger { before: before.trim_end().into(), label, text: rest.trim_start().into() }
}

/// Where sentences of `text` may begin.
fn sentences(text: &str) -> impl Iterator<Item = usize> {
    let ends_one = |before: &str| before.trim_end().ends_with(['.', '!', '?', ':', ';', ')', '"', '—', '–', '-', '。']);
    let words = text.char_indices().zip(text.chars().skip(1)).filter(|((_, space), _)| space.is_whitespace());
    let later = words.map(|((at, space), _)| at + space.len_utf8());
    let later = later.filter(move |at| ends_one(&text[..*at]) || text[..*at].ends_with('\n'));
    std::iter::once(0).chain(later)
}

/// Bytes of the opening that `sentence` has.
fn opening(sentence: &str) -> Option<usize> {
    let has = |opening: &&str| {
        let head = sentence.get(..opening.len());
        head.is_some_and(|head| head.eq_ignore_ascii_case(opening))
            && sentence[opening.len()..].starts_with(char::is_whitespace)
    };
    OPENINGS.iter().copied().find(|opening| has(opening)).map(str::len)
}

/// At most [`DESCRIPTION`] characters of a description; when to use the skill goes first.
fn shortened(trigger: Trigger<'_>) -> Trigger<'_> {
    let Trigger { before, label, text } = trigger;
    let text = short(text, DESCRIPTION);
    let left = DESCRIPTION.saturating_sub(text.chars().count());
    let before = if left < BEFORE { "".into() } else { short(before, left) };
    Trigger { before, label, text }
}

fn short(text: Cow<'_, str>, most: usize) -> Cow<'_, str> {
    match text {
        Cow::Borrowed(text) => shorten(text, most),
        Cow::Owned(text) => shorten(&text, most).into_owned().into(),
    }
}

/// The part `number` (from 1) of the list of `skills` that begins on the page `first`, cut into
/// sections by category when `by_category`. Skills must be in the order that is wanted.
pub(super) fn list<'a>(
    here: Here<'a>,
    first: &str,
    number: usize,
    skills: &[SkillIndex],
    by_category: bool,
) -> List<'a> {
    let shown = skills.chunks(PART).nth(number - 1).unwrap_or_default();
    let category = |index: &SkillIndex| if by_category { here.skill(*index).category } else { 0 };
    let sections = shown
        .chunk_by(|a, b| category(a) == category(b))
        .map(|chunk| ListSection {
            title: by_category.then(|| here.group_link(&here.site.inputs.catalog.categories[category(&chunk[0])])),
            rows: chunk.iter().map(|index| row(here, *index)).collect(),
        })
        .collect();
    List {
        count: here.site.strings.count("skills", skills.len()),
        total: skills.len(),
        sections,
        parts: part_links(here, first, number, parts(skills.len())),
    }
}

/// Links to the parts of a list of `count` parts; `None` when there is only one.
pub(super) fn part_links(here: Here<'_>, first: &str, number: usize, count: usize) -> Option<Parts> {
    if count < 2 {
        return None;
    }
    let href = |number| here.href(&address::part(first, number));
    let t = &here.site.strings;
    Some(Parts {
        label: t.fill("part_of", &[("number", &t.number(number)), ("count", &t.number(count))]),
        previous: (number > 1).then(|| href(number - 1)),
        next: (number < count).then(|| href(number + 1)),
        pages: (1..=count).map(|page| PartLink { number: page, href: href(page), current: page == number }).collect(),
    })
}

/// The row of one skill.
pub(super) fn row(here: Here<'_>, index: SkillIndex) -> Row<'_> {
    let skill = here.skill(index);
    let (site, catalog) = (here.site, &here.site.inputs.catalog);
    let manifest = &skill.package.manifest;
    let t = &site.strings;
    let counts = site.findings().level_counts(&site.inputs.report, index);
    Row {
        name: skill.name(),
        href: here.href(&address::skill(&skill.id)),
        lang: language::marked(here, index),
        trigger: shortened(trigger(skill.package.description())),
        tags: skill.tags.iter().take(TAGS).map(|tag| here.group_link(&catalog.tags[*tag])).collect(),
        maturity: skill.package.maturity().map(|maturity| maturity_state(here, maturity)),
        risk: skill.package.risk().filter(|risk| *risk > Risk::Low).map(|risk| risk_state(here, risk)),
        version: manifest.version.as_ref().map(|field| field.text.trim()).filter(|text| !text.is_empty()),
        verified: skill.package.last_verified().and(manifest.last_verified.as_ref()).map(|field| field.text.trim()),
        cost: site.cost(index).body,
        cost_text: t.count("tokens_n", site.cost(index).body),
        requires: (!skill.requires.is_empty()).then(|| t.count("requires_n", skill.requires.len())),
        errors: (counts.errors > 0).then(|| t.count("errors", counts.errors)),
        replaced_by: replacement(here, index),
        folder: skill.shares_name.then_some(skill.package.folder.as_str()),
    }
}

/// The word for a maturity.
pub(super) fn maturity_state(here: Here<'_>, maturity: Maturity) -> State<'_> {
    State { class: maturity.as_str(), text: here.site.strings.get(maturity.as_str()) }
}

/// The word for a risk.
pub(super) fn risk_state(here: Here<'_>, risk: Risk) -> State<'_> {
    let key = match risk {
        Risk::Low => "risk_low",
        Risk::Medium => "risk_medium",
        Risk::High => "risk_high",
    };
    State { class: risk.as_str(), text: here.site.strings.get(key) }
}

/// What to use instead of a deprecated skill: a link when it names a skill of the catalog.
pub(super) fn replacement(here: Here<'_>, index: SkillIndex) -> Option<Link<'_>> {
    let package = &here.skill(index).package;
    let name = package.manifest.replaced_by.as_ref()?.text.trim();
    if name.is_empty() {
        return None;
    }
    let found = here.site.inputs.catalog.find_by_name(name, &package.folder);
    Some(found.map_or_else(|| Link::plain(name), |found| here.skill_link(found)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Before, label and text.
    fn parts_of(description: &str) -> [String; 3] {
        let Trigger { before, label, text } = trigger(description);
        [before.into(), label.into(), text.into()]
    }

    #[test]
    fn use_when_is_set_apart_in_the_authors_own_words() {
        assert_eq!(parts_of(" Use when it rains."), ["", "Use when", "it rains."]);
        assert_eq!(parts_of("USE THIS SKILL WHEN asked"), ["", "USE THIS SKILL WHEN", "asked"]);
        assert_eq!(trigger("Use whenever you like").label, "Use whenever");
        assert_eq!(parts_of("Extracts text. Use when asked. Fast."), ["Extracts text.", "Use when", "asked. Fast."]);
        assert_eq!(parts_of("文を抜き出す。 Use when asked"), ["文を抜き出す。", "Use when", "asked"]);
        assert_eq!(parts_of("A\nuse it when B"), ["A", "use it when", "B"]);
        for text in ["説明文です", "Knives that you use when cooking", "Text. Use whensoever", "", "Use when"] {
            assert_eq!(parts_of(text), ["", "", text]);
        }
    }

    #[test]
    fn a_row_says_first_when_and_then_what() {
        let row = |before: usize, text: usize| {
            let description = format!("{}. Use when {}", "b".repeat(before), "t".repeat(text));
            let short = shortened(trigger(&description));
            (short.before.chars().count(), short.text.chars().count())
        };
        assert_eq!(row(10, 20), (11, 20));
        assert_eq!(row(300, 20), (DESCRIPTION - 20, 20));
        assert_eq!(row(300, 250), (0, 250));
        assert_eq!(row(10, 300), (0, DESCRIPTION));
    }

    #[test]
    fn an_empty_list_has_one_part() {
        assert_eq!((parts(0), parts(200), parts(201)), (1, 1, 2));
    }
}
