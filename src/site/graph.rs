//! The page of everything that skills require of each other. A catalog without requirements has
//! none.

mod draw;
mod layout;

use std::collections::BTreeMap;

use serde::Serialize;

use super::chrome::{Head, Section};
use super::here::{Here, Link};
use super::list::{State, risk_state};
use super::{Inputs, Table, address};
use crate::catalog::SkillIndex;
use crate::package::Risk;
use draw::{Node, draw};

/// Boxes of the drawing; the table has all.
const DRAWN: usize = 300;

/// Neighbours on each side of a skill's own small drawing.
const NEIGHBOURS: usize = 10;

#[derive(Serialize)]
struct GraphPage<'a> {
    summary: String,
    /// Each circle as the names in order, the first one again at the end.
    cycles: Vec<Vec<Link<'a>>>,
    missing: Vec<Missing<'a>>,
    drawing: String,
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
    closure: usize,
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
    let drawn = &joined[..joined.len().min(DRAWN)];
    GraphPage {
        summary: t.fill(
            "graph_summary",
            &[("skills", &t.count("skills", joined.len())), ("edges", &t.count("requirements_n", edges))],
        ),
        cycles: catalog.cycles.iter().map(|cycle| circle(here, cycle)).collect(),
        missing: joined.iter().flat_map(|index| missing(here, *index)).collect(),
        drawing: whole_drawing(here, drawn),
        cut: (drawn.len() < joined.len()).then(|| t.fill("graph_cut", &[("n", &t.number(DRAWN))])),
        rows: joined.iter().map(|index| row(here, *index)).collect(),
    }
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
    let closure = here.site.inputs.catalog.closure(index).skills;
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
        closure: closure.len(),
        tokens: here.site.strings.number(tokens),
        risk: risk.map(|risk| risk_state(here, risk)),
    }
}

fn node(here: Here<'_>, index: SkillIndex) -> Node<'_> {
    let skill = here.skill(index);
    let class = if skill.package.risk() == Some(Risk::High) { "risk-high" } else { "" };
    Node { name: skill.name(), href: Some(here.href(&address::skill(&skill.id))), class }
}

fn whole_drawing(here: Here<'_>, skills: &[SkillIndex]) -> String {
    let mut nodes: Vec<Node<'_>> = skills.iter().map(|index| node(here, *index)).collect();
    let places: BTreeMap<SkillIndex, usize> = skills.iter().enumerate().map(|(at, index)| (*index, at)).collect();
    let mut nowhere: BTreeMap<&str, usize> = BTreeMap::new();
    let mut edges = Vec::new();
    for (from, index) in skills.iter().enumerate() {
        for requirement in &here.skill(*index).requires {
            let to = match requirement.skill {
                Some(required) => places.get(&required).copied(),
                None => Some(*nowhere.entry(&requirement.name).or_insert_with(|| {
                    nodes.push(Node { name: &requirement.name, href: None, class: "missing" });
                    nodes.len() - 1
                })),
            };
            edges.extend(to.map(|to| (from, to)));
        }
    }
    draw(&nodes, &edges, here.site.strings.get("nav_graph"))
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
            None => Node { name: &requirement.name, href: None, class: "missing" },
        });
    }
    (nodes.len() > 1).then(|| draw(&nodes, &edges, here.site.strings.get("neighbourhood")))
}
