//! Context cost: about how many tokens of a model's context a skill takes.

use serde::Serialize;

use super::here::Here;
use crate::catalog::{Catalog, SkillIndex};
use crate::tokens;

/// Tokens of one skill.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cost {
    /// Name and description, which are always in the context.
    pub routing: usize,
    /// The instructions, which are read when the skill is used.
    pub body: usize,
}

/// The cost of a skill.
pub(super) fn of_skill(catalog: &Catalog, index: SkillIndex) -> Cost {
    let package = &catalog.skill(index).package;
    Cost {
        routing: tokens::estimate(package.name()) + tokens::estimate(package.description()),
        body: package.body_tokens,
    }
}

/// A line of the context cost on a skill's page.
#[derive(Serialize)]
pub(super) struct CostRow<'a> {
    /// What is counted.
    label: &'a str,
    /// When it is read.
    note: &'a str,
    tokens: String,
    /// Share of the largest line, 0 to 100.
    share: usize,
}

/// What a skill costs: routing, instructions, with its files, with all that it requires. The last
/// two appear only when they add something.
pub(super) fn rows(here: Here<'_>, index: SkillIndex) -> Vec<CostRow<'_>> {
    let site = here.site;
    let catalog = &site.inputs.catalog;
    let t = &site.strings;
    let cost = site.cost(index);
    let companions = &catalog.skill(index).package.companions;
    let files: usize = companions.iter().map(|companion| tokens::estimate(catalog.source.text(companion.file))).sum();
    let required: usize = catalog.closure(index).skills.iter().map(|needed| site.cost(*needed).body).sum();
    let lines = [
        ("cost_routing", "cost_routing_note", cost.routing, true),
        ("cost_body", "cost_body_note", cost.body, true),
        ("cost_files", "cost_files_note", cost.body + files, files > 0),
        ("cost_requires", "cost_requires_note", cost.body + required, required > 0),
    ];
    let largest = lines.iter().map(|(_, _, tokens, _)| *tokens).max().unwrap_or(0).max(1);
    lines
        .into_iter()
        .filter(|(.., shown)| *shown)
        .map(|(label, note, tokens, _)| CostRow {
            label: t.get(label),
            note: t.get(note),
            tokens: t.number(tokens),
            share: (tokens * 100).div_ceil(largest),
        })
        .collect()
}
