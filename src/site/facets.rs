//! What the list of all skills can be narrowed by, and the one file that does it in the browser.
//!
//! A facet is a question with a few answers: which category, which maturity, has it scripts. The
//! front page shows the most frequent answers with their counts; `assets/catalog.js` holds all of
//! them for every skill, and is loaded when a reader first uses one.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rayon::prelude::*;
use serde::Serialize;
use serde_json::{Value as Json, json};

use super::here::Here;
use super::list::{self, risk_state};
use super::{Inputs, Site, Table, address};
use crate::catalog::{Group, SkillIndex};
use crate::package::{Maturity, Risk};

/// Answers that a facet shows before "more".
const SHOWN: usize = 8;

/// Name of the data file below `assets/`.
const DATA: &str = "catalog.js";

/// One answer of one skill: the value in addresses, and the text that is shown.
type Answer<'a> = (Cow<'a, str>, Cow<'a, str>);

/// A question: its key in addresses, which is also the key of its label, the answers of a skill,
/// and values that come in this order instead of by frequency.
struct Question {
    key: &'static str,
    answers: for<'a> fn(&'a Site, SkillIndex) -> Vec<Answer<'a>>,
    order: &'static [&'static str],
}

const QUESTIONS: &[Question] = &[
    Question { key: "category", answers: category, order: &[] },
    Question { key: "topic", answers: topics, order: &[] },
    Question { key: "maturity", answers: maturity, order: &["stable", "beta", "alpha", "draft", "deprecated"] },
    Question { key: "type", answers: kind, order: &[] },
    Question { key: "risk", answers: risk, order: &["low", "medium", "high"] },
    Question { key: "verified", answers: freshness, order: &["fresh", "stale", "never"] },
    Question { key: "has", answers: has, order: &["scripts", "findings", "requires"] },
    Question { key: "license", answers: license, order: &[] },
    Question { key: "client", answers: clients, order: &[] },
    Question { key: "tag", answers: tags, order: &[] },
];

/// A question with its answers and how often each is given.
#[derive(Serialize)]
pub(super) struct Facet {
    key: &'static str,
    label: String,
    values: Vec<ShownValue>,
    /// Number of answers that are not in `values`.
    more: usize,
    /// "12 more".
    more_text: String,
}

/// An answer as the front page shows it.
#[derive(Serialize)]
struct ShownValue {
    value: String,
    text: String,
    count: String,
}

/// An answer.
struct FacetValue<'a> {
    value: Cow<'a, str>,
    text: Cow<'a, str>,
    count: usize,
}

/// All answers to a question, in order of showing, and which of them each skill gives.
struct Column<'a> {
    question: &'static Question,
    values: Vec<FacetValue<'a>>,
    of_skill: Vec<Vec<usize>>,
}

/// The columns that can narrow the list: a question that all skills answer alike is left out.
fn columns(site: &Site) -> Vec<Column<'_>> {
    QUESTIONS.par_iter().map(|question| column(site, question)).filter(|column| column.tells(site)).collect()
}

/// What the front page and the browser know of the facets.
pub(super) struct FacetData {
    /// The facets as the front page shows them before any script has run.
    pub shown: Vec<Facet>,
    /// The data file. A call with one argument: facets with their answers, a row for each skill in order
    /// of name, and the words that rows are made with.
    script: String,
    /// A mark of its content.
    mark: String,
}

impl Column<'_> {
    fn tells(&self, site: &Site) -> bool {
        let all = site.inputs.catalog.skills.len();
        self.values.len() > 1 || self.values.first().is_some_and(|value| value.count < all)
    }
}

fn column<'a>(site: &'a Site, question: &'static Question) -> Column<'a> {
    let answers: Vec<Vec<Answer<'a>>> =
        site.inputs.catalog.indexed().map(|(index, _)| (question.answers)(site, index)).collect();
    let mut counted: BTreeMap<Cow<'a, str>, (Cow<'a, str>, usize)> = BTreeMap::new();
    for (value, text) in answers.iter().flatten() {
        counted.entry(value.clone()).or_insert_with(|| (text.clone(), 0)).1 += 1;
    }
    let mut values: Vec<FacetValue<'a>> =
        counted.into_iter().map(|(value, (text, count))| FacetValue { value, text, count }).collect();
    let rank = |value: &str| question.order.iter().position(|known| *known == value).unwrap_or(usize::MAX);
    values.sort_by_key(|value| (rank(&value.value), std::cmp::Reverse(value.count)));
    let place: BTreeMap<&str, usize> = values.iter().enumerate().map(|(at, value)| (&*value.value, at)).collect();
    let of_skill = answers.iter().map(|own| own.iter().map(|(value, _)| place[&**value]).collect()).collect();
    Column { question, values, of_skill }
}

fn shown(site: &Site, column: &Column<'_>) -> Facet {
    let owned = |value: &FacetValue<'_>| ShownValue {
        value: value.value.clone().into_owned(),
        text: value.text.clone().into_owned(),
        count: site.strings.number(value.count),
    };
    let more = column.values.len().saturating_sub(SHOWN);
    Facet {
        key: column.question.key,
        label: label(site, column.question).to_owned(),
        values: column.values.iter().take(SHOWN).map(owned).collect(),
        more,
        more_text: site.strings.fill("more_values", &[("n", &site.strings.number(more))]),
    }
}

fn label<'a>(site: &'a Site, question: &Question) -> &'a str {
    site.strings.get(&format!("facet_{}", question.key))
}

/// The orders that the list can be put in, with the values that the address has for them. An order
/// that would change nothing is left out.
pub(super) fn orders(here: Here<'_>) -> Vec<(&'static str, &str)> {
    let site = here.site;
    let catalog = &site.inputs.catalog;
    let any = |test: &dyn Fn(SkillIndex) -> bool| catalog.indexed().any(|(index, _)| test(index));
    let orders = [
        ("name", true),
        ("verified", any(&|index| catalog.skill(index).package.last_verified().is_some())),
        ("changed", any(&|index| changed(site, index).is_some())),
        ("cost", true),
        ("required", any(&|index| !catalog.skill(index).required_by.is_empty())),
    ];
    orders
        .into_iter()
        .filter(|(_, shown)| *shown)
        .map(|(key, _)| (key, site.strings.get(&format!("sort_{key}"))))
        .collect()
}

/// Claims the data file.
pub(super) fn emit(_inputs: &Inputs, table: &mut Table) {
    table.add(address::asset(DATA), |site| Ok(Cow::Borrowed(site.facet_data().script.as_bytes())));
}

/// The link to the data file, with a mark of its content.
pub(super) fn data_link(here: Here<'_>) -> String {
    format!("{}?v={}", here.href(&address::asset(DATA)), here.site.facet_data().mark)
}

/// Asks every skill every question.
pub(super) fn data(site: &Site) -> FacetData {
    // The columns are made on several threads, and none of them is to make what the others wait for.
    site.findings();
    let columns = columns(site);
    let facets: Vec<Json> = columns
        .iter()
        .map(|column| {
            let values: Vec<Json> = column.values.iter().map(|value| json!([value.value, value.text])).collect();
            json!({ "key": column.question.key, "label": label(site, column.question), "values": values })
        })
        .collect();
    let skills = 0..site.inputs.catalog.skills.len() as u32;
    let rows: Vec<String> = skills.into_par_iter().map(|at| row(site, SkillIndex(at), &columns).to_string()).collect();
    let words = [
        "count_of",
        "verified_on",
        "requires_n",
        "errors",
        "replaced_by",
        "tokens_n",
        "more_values",
        "fewer_values",
        "remove_filter",
        "clear_filters",
        "show_more",
        "nothing_found",
        "filter_values",
        "risk_medium",
        "risk_high",
    ];
    let words: BTreeMap<&str, Json> = words.into_iter().map(|key| (key, site.strings.for_script(key))).collect();
    let (facets, rows, words) = (json!(facets), rows.join(","), json!(words));
    let script = format!("skillsite.catalog({{\"facets\":{facets},\"skills\":[{rows}],\"words\":{words}}});\n");
    let mark = super::assets::mark(script.as_bytes());
    FacetData { shown: columns.iter().map(|column| shown(site, column)).collect(), script, mark }
}

/// A skill as the list shows it; see `static/browse.js` for the order. Empty ends are cut off.
fn row(site: &Site, index: SkillIndex, columns: &[Column<'_>]) -> Json {
    let skill = site.inputs.catalog.skill(index);
    let here = Here { site, path: address::HOME };
    let row = list::row(here, index);
    let answers: Vec<&Vec<usize>> = columns.iter().map(|column| &column.of_skill[index.0 as usize]).collect();
    let mut cells = vec![
        json!(row.name),
        json!(skill.id),
        json!(row.trigger.label),
        json!(row.trigger.text),
        json!(row.trigger.before),
        json!(answers),
        json!(row.cost),
        json!(skill.required_by.len()),
        json!(row.version),
        json!(row.verified),
        json!(changed(site, index).map(|date| date.to_string())),
        json!(skill.requires.len()),
        json!(site.findings().level_counts(&site.inputs.report, index).errors),
        json!(row.folder),
        json!(row.lang),
        json!(row.replaced_by.as_ref().map(|link| &link.text)),
        json!(row.replaced_by.as_ref().map(|link| &link.href)),
    ];
    while cells.last().is_some_and(|cell| cell.is_null() || *cell == json!(0)) {
        cells.pop();
    }
    Json::Array(cells)
}

/// The day on which anything in the skill's folder last changed.
fn changed(site: &Site, index: SkillIndex) -> Option<jiff::civil::Date> {
    site.inputs.repository.dates(&site.inputs.catalog.skill(index).package.folder).map(|dates| dates.last)
}

fn group(group: &Group) -> Answer<'_> {
    (Cow::Borrowed(&group.slug), Cow::Borrowed(&group.title))
}

fn category(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let catalog = &site.inputs.catalog;
    vec![group(&catalog.categories[catalog.skill(index).category])]
}

fn topics(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let catalog = &site.inputs.catalog;
    catalog.skill(index).topics.iter().map(|at| group(&catalog.topics[*at])).collect()
}

fn tags(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let catalog = &site.inputs.catalog;
    catalog.skill(index).tags.iter().map(|at| group(&catalog.tags[*at])).collect()
}

fn maturity(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let maturity = site.inputs.catalog.skill(index).package.maturity();
    maturity.map(|maturity: Maturity| word(site, maturity.as_str(), maturity.as_str())).into_iter().collect()
}

fn kind(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let manifest = &site.inputs.catalog.skill(index).package.manifest;
    written(manifest.kind.as_ref().map(|field| field.text.as_str()))
}

fn risk(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let here = Here { site, path: address::HOME };
    let risk = site.inputs.catalog.skill(index).package.risk();
    risk.map(|risk: Risk| (risk.as_str().into(), risk_state(here, risk).text.into())).into_iter().collect()
}

fn license(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let manifest = &site.inputs.catalog.skill(index).package.manifest;
    written(manifest.license.as_ref().map(|field| field.text.as_str()))
}

fn clients(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let compat = &site.inputs.catalog.skill(index).package.manifest.compat;
    compat.iter().flat_map(|(client, _)| written(Some(client))).collect()
}

/// Whether a skill was verified, and not too long ago. Silent where no skill says when it was.
fn freshness(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let catalog = &site.inputs.catalog;
    if !catalog.skills.iter().any(|skill| skill.package.last_verified().is_some()) {
        return Vec::new();
    }
    let state = match catalog.skill(index).package.last_verified() {
        None => "never",
        Some(_) if site.findings().has(&site.inputs.report, index, "stale") => "stale",
        Some(_) => "fresh",
    };
    vec![word(site, state, &format!("verified_{state}"))]
}

fn has(site: &Site, index: SkillIndex) -> Vec<Answer<'_>> {
    let skill = site.inputs.catalog.skill(index);
    let traits = [
        ("scripts", skill.package.has_scripts()),
        ("findings", !site.findings().by_skill[index.0 as usize].is_empty()),
        ("requires", !skill.requires.is_empty()),
    ];
    traits.into_iter().filter(|(_, has)| *has).map(|(key, _)| word(site, key, &format!("has_{key}"))).collect()
}

fn word<'a>(site: &'a Site, value: &'static str, key: &str) -> Answer<'a> {
    (value.into(), site.strings.get(key).into())
}

/// An author's own word as value and text; nothing when it is empty.
fn written(text: Option<&str>) -> Vec<Answer<'_>> {
    let text = text.map(str::trim).filter(|text| !text.is_empty());
    text.map(|text| (Cow::Borrowed(text), Cow::Borrowed(text))).into_iter().collect()
}
