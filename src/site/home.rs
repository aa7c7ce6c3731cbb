//! The front page: title, counts, categories as shelves, and the list of all skills.

use serde::Serialize;

use super::chart::{self, Chart};
use super::chrome::{Head, Section};
use super::facets::{self, Facet};
use super::here::{Here, Link};
use super::list::{self, List};
use super::registry::install::{self, Tab};
use super::{Inputs, Table, address};
use crate::catalog::{Group, GroupKind, SkillIndex};

/// Categories shown as shelves; of more, the largest are shown and the index has all.
const SHELVES: usize = 17;

#[derive(Serialize)]
struct Home<'a> {
    /// First part of the list: the page with title and shelves.
    first: bool,
    title: &'a str,
    description: &'a str,
    counts: String,
    shelves: Vec<Shelf<'a>>,
    all_categories: Option<Link<'a>>,
    charts: Vec<Chart<'a>>,
    install: Vec<Tab<'a>>,
    facets: &'a [Facet],
    orders: Vec<(&'static str, &'a str)>,
    /// Link to the data of the facets.
    data: String,
    browse_script: Option<String>,
    list: List<'a>,
}

/// A group with its number of skills.
#[derive(Serialize)]
pub(super) struct Shelf<'a> {
    pub title: &'a str,
    pub href: String,
    pub count: String,
    pub note: Option<&'a str>,
}

/// The shelf of one group.
pub(super) fn shelf<'a>(here: Here<'a>, group: &'a Group) -> Shelf<'a> {
    Shelf {
        title: &group.title,
        href: here.href(&address::group(group)),
        count: here.site.strings.number(group.skills.len()),
        note: super::groups::category(here.site, group).map(|c| &*c.description).filter(|text| !text.is_empty()),
    }
}

pub(super) fn emit(inputs: &Inputs, table: &mut Table) {
    for number in 1..=list::parts(inputs.catalog.skills.len()) {
        let path = address::part(address::HOME, number);
        table.add(path.clone(), move |site| {
            let here = Here { site, path: &path };
            let config = &site.inputs.config;
            let head = Head { section: Section::Skills, description: &config.description, ..Head::default() };
            here.render("home.html", head, &home(here, number))
        });
    }
}

/// The groups with the most skills, in their own order.
fn largest(groups: &[Group]) -> Vec<&Group> {
    let mut by_size: Vec<usize> = (0..groups.len()).collect();
    by_size.sort_by_key(|at| (std::cmp::Reverse(groups[*at].skills.len()), *at));
    by_size.truncate(SHELVES);
    by_size.sort_unstable();
    by_size.into_iter().map(|at| &groups[at]).collect()
}

fn home(here: Here<'_>, number: usize) -> Home<'_> {
    let Here { site, .. } = here;
    let (catalog, t) = (&site.inputs.catalog, &site.strings);
    let all: Vec<SkillIndex> = catalog.indexed().map(|(index, _)| index).collect();
    let categories = &catalog.categories;
    let counts = match (all.len(), categories.len()) {
        (0, _) => t.get("no_skills").to_owned(),
        (skills, 0 | 1) => t.fill("home_counts_plain", &[("skills", &t.count("skills", skills))]),
        (skills, groups) => t.fill(
            "home_counts",
            &[("skills", &t.count("skills", skills)), ("categories", &t.count("categories_n", groups))],
        ),
    };
    let shelves = if categories.len() < 2 { &[][..] } else { categories.as_slice() };
    Home {
        first: number == 1,
        title: &site.inputs.config.title,
        description: &site.inputs.config.description,
        counts,
        shelves: largest(shelves).into_iter().map(|group| shelf(here, group)).collect(),
        all_categories: (shelves.len() > SHELVES).then(|| {
            Link::to(
                t.fill("all_categories", &[("n", &t.number(shelves.len()))]),
                here.href(&address::groups(GroupKind::Category)),
            )
        }),
        charts: if number == 1 { chart::charts(here) } else { Vec::new() },
        install: install::catalog_tabs(here.site),
        facets: if number == 1 { &here.site.facet_data().shown } else { &[] },
        orders: facets::orders(here),
        data: facets::data_link(here),
        browse_script: here.asset("browse.js"),
        list: list::list(here, address::HOME, number, &all, false),
    }
}
