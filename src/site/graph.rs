//! The page of everything that skills require of each other. A catalog without requirements has
//! none.

mod draw;
mod layout;

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::chrome::{Head, Section};
use super::here::{Here, Link};
use super::list::{State, risk_state};
use super::{Inputs, Table, address};
use crate::catalog::SkillIndex;
use crate::package::Risk;
use draw::{Drawing, Node, draw};

/// Boxes of the drawing; the table has all.
const DRAWN: usize = 300;

/// Neighbours on each side of a skill's own small drawing.
const NEIGHBOURS: usize = 10;

#[derive(Serialize)]
struct GraphPage<'a> {
    summary: String,
    /// Each circle as the names in order, the first one again at the end; a skill that requires itself is one.
    cycles: Vec<Vec<Link<'a>>>,
    missing: Vec<Missing<'a>>,
    drawing: String,
    /// What its borders and lines mean.
    legend: Vec<&'a str>,
    cut: Option<String>,
    rows: Vec<GraphRow<'a>>,
}

/// A requirement that belongs to no skill.
#[derive(Serialize)]
struct Missing<'a> {
    skill: Link<'a>,
    name: &'a str,
}

#[derive(Serialize)]
struct GraphRow<'a> {
    skill: Link<'a>,
    requires: Vec<Link<'a>>,
    required_by: Vec<Link<'a>>,
    /// Skills that it needs, directly or not.
    closure: String,
    /// Tokens of its text and of all that it needs.
    tokens: String,
    risk: Option<State<'a>>,
}

pub(super) fn emit(inputs: &Inputs, table: &mut Table) {
    if inputs.catalog.skills.iter().all(|skill| skill.requires.is_empty()) {
        return;
    }
    table.add(address::GRAPH, |site| {
        let here = Here { site, path: address::GRAPH };
        let head = Head { title: site.strings.get("nav_graph"), section: Section::Graph, ..Head::default() };
        here.render("graph.html", head, &page(here))
    });
}

fn page(here: Here<'_>) -> GraphPage<'_> {
    let catalog = &here.site.inputs.catalog;
    let t = &here.site.strings;
    let joined: Vec<SkillIndex> = catalog
        .indexed()
        .filter(|(_, skill)| !skill.requires.is_empty() || !skill.required_by.is_empty())
        .map(|(index, _)| index)
        .collect();
    let edges: usize = joined.iter().map(|index| here.skill(*index).requires.len()).sum();
    let drawn = drawn(here, &joined);
    let (drawing, legend) = whole_drawing(here, &drawn);
    let itself = |index: &&SkillIndex| here.skill(**index).requires.iter().any(|one| one.skill == Some(**index));
    let alone = joined.iter().filter(itself).map(std::slice::from_ref);
    GraphPage {
        summary: t.fill(
            "graph_summary",
            &[("skills", &t.count("skills", joined.len())), ("edges", &t.count("requirements_n", edges))],
        ),
        cycles: catalog.cycles.iter().map(Vec::as_slice).chain(alone).map(|cycle| circle(here, cycle)).collect(),
        missing: joined.iter().flat_map(|index| missing(here, *index)).collect(),
        drawing,
        legend,
        cut: (drawn.len() < joined.len()).then(|| t.count("graph_cut", joined.len() - drawn.len())),
        rows: joined.iter().map(|index| row(here, *index)).collect(),
    }
}

/// The skills that are drawn: all, or as many whole parts of the graph as fit, those with something wrong first and then
/// the largest.
fn drawn(here: Here<'_>, joined: &[SkillIndex]) -> Vec<SkillIndex> {
    let places: BTreeMap<SkillIndex, usize> = joined.iter().enumerate().map(|(at, index)| (*index, at)).collect();
    let required =
        |at: usize| here.skill(joined[at]).requires.iter().filter_map(|one| places.get(&one.skill?).copied());
    let edges: Vec<(usize, usize)> =
        (0..joined.len()).flat_map(|from| required(from).map(move |to| (from, to))).collect();
    let in_circle: BTreeSet<SkillIndex> = here.site.inputs.catalog.cycles.iter().flatten().copied().collect();
    let is_wrong = |at: &usize| {
        let index = joined[*at];
        in_circle.contains(&index)
            || here.skill(index).requires.iter().any(|one| one.skill.is_none_or(|required| required == index))
    };
    let mut parts = layout::parts(joined.len(), &edges);
    parts.sort_by_key(|part| !part.iter().any(is_wrong));
    let mut drawn: Vec<usize> = Vec::new();
    for part in &parts {
        if drawn.len() + part.len() <= DRAWN {
            drawn.extend(part);
        }
    }
    // Where every part is too large, the beginning of one is more than nothing.
    if drawn.is_empty() {
        drawn.extend(parts.iter().flatten().take(DRAWN));
    }
    drawn.sort_unstable();
    drawn.into_iter().map(|at| joined[at]).collect()
}

fn circle<'a>(here: Here<'a>, cycle: &[SkillIndex]) -> Vec<Link<'a>> {
    cycle.iter().chain(cycle.first()).map(|index| here.skill_link(*index)).collect()
}

fn missing(here: Here<'_>, index: SkillIndex) -> impl Iterator<Item = Missing<'_>> {
    here.skill(index)
        .requires
        .iter()
        .filter(|requirement| requirement.skill.is_none())
        .map(move |requirement| Missing { skill: here.skill_link(index), name: &requirement.name })
}

fn row(here: Here<'_>, index: SkillIndex) -> GraphRow<'_> {
    let skill = here.skill(index);
    let closure = &here.site.inputs.catalog.closure(index).skills;
    let whole = || closure.iter().chain([&index]);
    let tokens: usize = whole().map(|needed| here.site.cost(*needed).body).sum();
    let risk = whole().filter_map(|needed| here.skill(*needed).package.risk()).max();
    GraphRow {
        skill: here.skill_link(index),
        requires: skill
            .requires
            .iter()
            .map(|requirement| match requirement.skill {
                Some(required) => here.skill_link(required),
                None => Link::plain(requirement.name.as_str()),
            })
            .collect(),
        required_by: skill.required_by.iter().map(|other| here.skill_link(*other)).collect(),
        closure: here.site.strings.number(closure.len()),
        tokens: here.site.strings.number(tokens),
        risk: risk.map(|risk| risk_state(here, risk)),
    }
}

fn node(here: Here<'_>, index: SkillIndex) -> Node<'_> {
    let skill = here.skill(index);
    let href = Some(here.href(&address::skill(&skill.id)));
    match skill.package.risk() {
        Some(risk @ Risk::High) => {
            Node { name: skill.name(), href, class: "risk-high", meaning: Some(risk_state(here, risk).text) }
        }
        _ => Node { name: skill.name(), href, ..Node::default() },
    }
}

/// A name that belongs to no skill.
fn unknown<'a>(here: Here<'a>, name: &'a str) -> Node<'a> {
    Node { name, class: "missing", meaning: Some(here.site.strings.get("not_in_catalog")), ..Node::default() }
}

/// What lines and borders of the drawing mean that are not plain ones.
fn legend<'a>(here: Here<'a>, nodes: &[Node<'_>], leads_back: bool) -> Vec<&'a str> {
    let has = |class: &str| nodes.iter().any(|node| node.class == class);
    [("legend_risk", has("risk-high")), ("legend_missing", has("missing")), ("legend_back", leads_back)]
        .into_iter()
        .filter(|(_, is_drawn)| *is_drawn)
        .map(|(key, _)| here.site.strings.get(key))
        .collect()
}

/// The drawing of `skills`, and its legend.
fn whole_drawing<'a>(here: Here<'a>, skills: &[SkillIndex]) -> (String, Vec<&'a str>) {
    let mut nodes: Vec<Node<'_>> = skills.iter().map(|index| node(here, *index)).collect();
    let places: BTreeMap<SkillIndex, usize> = skills.iter().enumerate().map(|(at, index)| (*index, at)).collect();
    let mut nowhere: BTreeMap<&str, usize> = BTreeMap::new();
    let mut edges = Vec::new();
    for (from, index) in skills.iter().enumerate() {
        for requirement in &here.skill(*index).requires {
            let to = match requirement.skill {
                Some(required) => places.get(&required).copied(),
                None => Some(*nowhere.entry(&requirement.name).or_insert_with(|| {
                    nodes.push(unknown(here, &requirement.name));
                    nodes.len() - 1
                })),
            };
            edges.extend(to.map(|to| (from, to)));
        }
    }
    let Drawing { svg, leads_back } = draw(&nodes, &edges, here.site.strings.get("nav_graph"));
    (svg, legend(here, &nodes, leads_back))
}

/// The small drawing of one skill between what requires it and what it requires; `None` when it has
/// no such neighbours.
pub(super) fn neighbourhood(here: Here<'_>, index: SkillIndex) -> Option<String> {
    let skill = here.skill(index);
    let mut nodes = vec![Node { href: None, class: "self", ..node(here, index) }];
    let mut edges = Vec::new();
    for other in skill.required_by.iter().filter(|other| **other != index).take(NEIGHBOURS) {
        edges.push((nodes.len(), 0));
        nodes.push(node(here, *other));
    }
    for requirement in skill.requires.iter().filter(|requirement| requirement.skill != Some(index)).take(NEIGHBOURS) {
        edges.push((0, nodes.len()));
        nodes.push(match requirement.skill {
            Some(required) => node(here, required),
            None => unknown(here, &requirement.name),
        });
    }
    (nodes.len() > 1).then(|| draw(&nodes, &edges, here.site.strings.get("neighbourhood")).svg)
}

#[cfg(test)]
mod tests;
