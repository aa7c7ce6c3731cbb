//! Categories, topics and tags: a page each with the list of its skills, and an index of each kind.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Serialize;

use super::chrome::{Head, Section};
use super::here::{Here, Link};
use super::home::{Shelf, shelf};
use super::list::{self, List};
use super::{Inputs, Site, Table, address, prose};
use crate::catalog::{Catalog, Group, GroupKind, SkillIndex};
use crate::config::CategoryConfig;

/// Neighbours that a tag shows.
const NEIGHBOURS: usize = 12;

#[derive(Serialize)]
struct GroupPage<'a> {
    kind: &'a str,
    title: &'a str,
    index: Link<'a>,
    note: Option<&'a str>,
    /// The introduction of a category, as safe HTML.
    intro: Option<String>,
    /// Other spellings that were merged into it.
    spellings: Vec<&'a str>,
    /// Groups of the same kind that share most skills with it.
    neighbours: Vec<Shelf<'a>>,
    /// The same skills in the list of all, where they can be narrowed and sorted.
    narrow: Option<String>,
    list: List<'a>,
}

#[derive(Serialize)]
struct IndexPage<'a> {
    title: &'a str,
    count: String,
    /// Many and short: shown as a cloud of chips instead of shelves.
    chips: bool,
    groups: Vec<Shelf<'a>>,
    /// The other two indexes.
    others: Vec<Link<'a>>,
}

/// Skills from which on a group is worth narrowing.
const MANY: usize = 15;

const KINDS: [GroupKind; 3] = [GroupKind::Category, GroupKind::Topic, GroupKind::Tag];

fn of_kind(catalog: &Catalog, kind: GroupKind) -> &[Group] {
    match kind {
        GroupKind::Category => &catalog.categories,
        GroupKind::Topic => &catalog.topics,
        GroupKind::Tag => &catalog.tags,
    }
}

fn plural(kind: GroupKind) -> &'static str {
    match kind {
        GroupKind::Category => "nav_categories",
        GroupKind::Topic => "nav_topics",
        GroupKind::Tag => "nav_tags",
    }
}

fn singular(kind: GroupKind) -> &'static str {
    match kind {
        GroupKind::Category => "category",
        GroupKind::Topic => "topic",
        GroupKind::Tag => "tag",
    }
}

pub(super) fn emit(inputs: &Inputs, table: &mut Table) {
    for kind in KINDS {
        let groups = of_kind(&inputs.catalog, kind);
        if groups.is_empty() {
            continue;
        }
        table.add(address::groups(kind), move |site| index_page(site, kind));
        for (at, group) in groups.iter().enumerate() {
            for number in 1..=list::parts(group.skills.len()) {
                let path = address::part(&address::group(group), number);
                table.add(path.clone(), move |site| {
                    let group = &of_kind(&site.inputs.catalog, kind)[at];
                    let here = Here { site, path: &path };
                    let title = format!("{} · {}", group.title, site.strings.get(singular(kind)));
                    let note = category(site, group).map_or("", |category| &category.description);
                    let head = Head { title: &title, description: note, section: section(kind), ..Head::default() };
                    here.render("group.html", head, &group_page(here, group, number))
                });
            }
        }
    }
}

fn section(kind: GroupKind) -> Section {
    if kind == GroupKind::Category { Section::Categories } else { Section::Topics }
}

fn group_page<'a>(here: Here<'a>, group: &'a Group, number: usize) -> GroupPage<'a> {
    let site = here.site;
    let catalog = &site.inputs.catalog;
    let mut skills: Vec<SkillIndex> = group.skills.clone();
    let by_category = group.kind == GroupKind::Topic && catalog.categories.len() > 1;
    if by_category {
        skills.sort_by_key(|index| (catalog.skill(*index).category, *index));
    }
    GroupPage {
        kind: site.strings.get(singular(group.kind)),
        title: &group.title,
        index: Link::to(site.strings.get(plural(group.kind)), here.href(&address::groups(group.kind))),
        note: category(site, group).map(|category| &*category.description).filter(|text| !text.is_empty()),
        intro: category(site, group)
            .and_then(|category| category.introduction.as_deref())
            .map(|text| prose::plain(text, &site.strings)),
        spellings: group
            .spellings
            .iter()
            .map(|(spelling, _)| spelling.as_str())
            .filter(|s| *s != group.title)
            .collect(),
        neighbours: neighbours(catalog, group).into_iter().map(|group| shelf(here, group)).collect(),
        narrow: narrow(here, group),
        list: list::list(here, &address::group(group), number, &skills, by_category),
    }
}

/// The list of all skills with the filter of a group set. A group of all skills is no filter.
fn narrow(here: Here<'_>, group: &Group) -> Option<String> {
    let is_filter = (MANY..here.site.inputs.catalog.skills.len()).contains(&group.skills.len());
    let key = match group.kind {
        GroupKind::Category => "category",
        GroupKind::Topic => "topic",
        GroupKind::Tag => "tag",
    };
    is_filter.then(|| format!("{}?{key}={}", here.href(address::HOME), address::encode(&group.slug)))
}

/// What the configuration says about a category.
pub(super) fn category<'a>(site: &'a Site, group: &Group) -> Option<&'a CategoryConfig> {
    let categories = &site.inputs.config.categories;
    categories.get(&group.title).filter(|_| group.kind == GroupKind::Category)
}

/// Tags and topics that occur together with this one: by number of common skills, then by title.
fn neighbours<'a>(catalog: &'a Catalog, group: &Group) -> Vec<&'a Group> {
    let groups = of_kind(catalog, group.kind);
    let mut common: BTreeMap<usize, usize> = BTreeMap::new();
    for index in &group.skills {
        let skill = catalog.skill(*index);
        let own = match group.kind {
            GroupKind::Category => return Vec::new(),
            GroupKind::Topic => &skill.topics,
            GroupKind::Tag => &skill.tags,
        };
        for at in own {
            *common.entry(*at).or_default() += 1;
        }
    }
    let mut common: Vec<(usize, usize)> = common.into_iter().filter(|(at, _)| groups[*at].slug != group.slug).collect();
    common.sort_by_key(|(at, count)| (std::cmp::Reverse(*count), *at));
    common.into_iter().take(NEIGHBOURS).map(|(at, _)| &groups[at]).collect()
}

fn index_page(site: &Site, kind: GroupKind) -> anyhow::Result<Cow<'static, [u8]>> {
    let path = address::groups(kind);
    let here = Here { site, path: &path };
    let catalog = &site.inputs.catalog;
    let groups = of_kind(catalog, kind);
    let title = site.strings.get(plural(kind));
    let key = match kind {
        GroupKind::Category => "categories_n",
        GroupKind::Topic => "topics_n",
        GroupKind::Tag => "tags_n",
    };
    let page = IndexPage {
        title,
        count: site.strings.count(key, groups.len()),
        chips: kind == GroupKind::Tag,
        groups: groups.iter().map(|group| shelf(here, group)).collect(),
        others: KINDS
            .into_iter()
            .filter(|other| *other != kind && !of_kind(catalog, *other).is_empty())
            .map(|other| Link::to(site.strings.get(plural(other)), here.href(&address::groups(other))))
            .collect(),
    };
    here.render("groups.html", Head { title, section: section(kind), ..Head::default() }, &page)
}
