//! The manifest as a list of terms and values.

use serde::Serialize;

use super::written;
use crate::catalog::{Group, Skill};
use crate::manifest::{Field, ListField};
use crate::site::here::{Here, Link};
use crate::site::list::risk_state;

/// A term and its values.
#[derive(Serialize)]
pub(super) struct Detail<'a> {
    term: &'a str,
    /// Key of the field, for themes.
    key: &'a str,
    values: Vec<Link<'a>>,
}

/// The fields that specifications name. Fields without a value do not appear.
pub(super) fn details<'a>(here: Here<'a>, skill: &'a Skill) -> Vec<Detail<'a>> {
    let manifest = &skill.package.manifest;
    let catalog = &here.site.inputs.catalog;
    let links = |at: &[usize], groups: &'a [Group]| -> Vec<Link<'a>> {
        at.iter().map(|at| here.group_link(&groups[*at])).collect()
    };
    let plain =
        |field: &'a Option<Field>| -> Vec<Link<'a>> { written(field.as_ref()).map(Link::plain).into_iter().collect() };
    let web = |field: &'a Option<Field>| -> Vec<Link<'a>> {
        written(field.as_ref()).map(Link::maybe_foreign).into_iter().collect()
    };
    let risk = match skill.package.risk() {
        Some(risk) => vec![Link::plain(risk_state(here, risk).text)],
        None => plain(&manifest.risk),
    };
    let dates = here.site.inputs.repository.dates(&skill.package.folder);
    let day = |day: Option<jiff::civil::Date>| day.map(|day| Link::plain(day.to_string())).into_iter().collect();
    let category = [skill.category];
    let rows = [
        ("category", links(if catalog.has_categories() { &category } else { &[] }, &catalog.categories)),
        ("topics", links(&skill.topics, &catalog.topics)),
        ("type", plain(&manifest.kind)),
        ("maturity", if skill.package.maturity().is_some() { Vec::new() } else { plain(&manifest.maturity) }),
        ("verified", plain(&manifest.last_verified)),
        ("changed", day(dates.map(|dates| dates.last))),
        ("added", day(dates.and_then(|dates| dates.first))),
        ("risk", risk),
        ("license", plain(&manifest.license)),
        ("author", plain(&manifest.author)),
        ("needs", compat(&manifest.compat, manifest.compatibility.as_ref())),
        ("allowed_tools", manifest.allowed_tools.iter().flat_map(ListField::texts).map(Link::plain).collect()),
        ("repository", web(&manifest.repository)),
        ("homepage", web(&manifest.homepage)),
        (
            "folder",
            Some(skill.package.folder.as_str()).filter(|f| !f.is_empty()).map(Link::plain).into_iter().collect(),
        ),
        ("copies", skill.copies.iter().map(|copy| Link::plain(copy.as_str())).collect()),
    ];
    rows.into_iter()
        .filter(|(_, values)| !values.is_empty())
        .map(|(key, values)| Detail { term: here.site.strings.get(key), key, values })
        .collect()
}

/// Clients and versions from `[compat]`, and the free text of `compatibility`.
fn compat<'a>(pairs: &'a [(String, Field)], text: Option<&'a Field>) -> Vec<Link<'a>> {
    let pairs = pairs.iter().map(|(client, version)| Link::plain(format!("{client} {}", version.text.trim())));
    pairs.chain(written(text).map(Link::plain)).collect()
}

/// Keys that no specification names.
pub(super) fn more(skill: &Skill) -> Vec<Detail<'_>> {
    let extra = &skill.package.manifest.extra;
    extra
        .iter()
        .filter(|extra| !extra.value.text.trim().is_empty())
        .map(|extra| Detail {
            term: &extra.key,
            key: &extra.key,
            values: vec![Link::maybe_foreign(extra.value.text.trim())],
        })
        .collect()
}
