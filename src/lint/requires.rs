//! What skills require.

use std::collections::BTreeMap;

use super::Context;
use crate::catalog::{Catalog, Skill, SkillIndex};
use crate::diagnostic::{Diagnostic, Level, Rule};

/// Required skills are there.
pub static REQUIRES_UNKNOWN: Rule = Rule {
    code: "requires-unknown",
    level: Level::Error,
    frontmatter_level: Level::Warning,
    holds: "every entry of `requires` is the name of one skill of the catalog",
    why: "Choosing a skill pulls in what it requires. A skill that is not there leaves a hole in the instructions.",
    bad: "requires: [normalise-currency]",
    good: "requires: [normalize-currency]",
    origin: "Aether OS skill format, §5 and §7",
};

/// Requirements do not run in a circle.
pub static REQUIRES_CYCLE: Rule = Rule {
    code: "requires-cycle",
    level: Level::Error,
    frontmatter_level: Level::Warning,
    holds: "requirements do not lead back to the skill they start from",
    why: "Skills that require each other are one skill, and a tool that loads what is required may never end.",
    bad: "alpha requires beta, beta requires alpha",
    good: "alpha requires beta",
    origin: "Aether OS skill format, §5",
};

/// A skill does not require itself.
pub static REQUIRES_SELF: Rule = Rule {
    code: "requires-self",
    level: Level::Error,
    frontmatter_level: Level::Warning,
    holds: "a skill does not require itself",
    why: "The entry says nothing, and a tool that loads what is required may never end.",
    bad: "name: solo\nrequires: [solo]",
    good: "name: solo",
    origin: "Aether OS skill format, §5",
};

/// A requirement is named once.
pub static REQUIRES_REPEATED: Rule = Rule {
    code: "requires-repeated",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "every entry of `requires` stands there once",
    why: "The second entry says nothing. It is often what is left of an edit that meant another skill.",
    bad: "requires: [helper, helper]",
    good: "requires: [helper]",
    origin: "Aether OS skill format, §5",
};

/// Chains of requirements are short.
pub static REQUIRES_DEEP: Rule = Rule {
    code: "requires-deep",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "what a skill requires has at most one more step of requirements behind it",
    why: "Fusion is meant to be flat: with a long chain nobody sees what is loaded and at what risk.",
    bad: "a requires b, b requires c, c requires d",
    good: "a requires b, c and d",
    origin: "Aether OS skill format, §5",
};

/// The most steps from a skill to the last one it requires.
const MAX_DEPTH: usize = 2;

/// The most names of one way that a message shows.
const SHOWN: usize = 8;

pub(super) fn unknown(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let skill = context.skill(index);
    for requirement in skill.requires.iter().filter(|requirement| requirement.skill.is_none()) {
        let name = &requirement.name;
        let message = format!("required skill `{name}` does not exist");
        let names = context.catalog.skills.iter().map(Skill::name);
        let help = match crate::text::nearest(name, names) {
            Some(near) => format!("try `{near}`"),
            None => "add the skill to the catalog, or take the entry out".to_owned(),
        };
        let finding = context.at(&REQUIRES_UNKNOWN, &skill.package, requirement.span, message).help(help);
        // What another format of SKILL.toml means by the word is not certain.
        let is_foreign = skill.package.manifest.dialect.is_some();
        found.push(if is_foreign { finding.level(Level::Warning) } else { finding });
    }
}

/// One finding for each circle, at its first skill: `alpha -> beta -> gamma -> alpha`.
pub(super) fn cycle(context: Context<'_>, found: &mut Vec<Diagnostic>) {
    for circle in context.catalog.cycles.iter().filter(|circle| circle.len() > 1) {
        let first = context.skill(circle[0]);
        let shown: Vec<SkillIndex> = circle.iter().chain(circle.first()).copied().take(SHOWN).collect();
        let next = circle[1];
        let entry = first.requires.iter().find(|requirement| requirement.skill == Some(next));
        let message = format!("skills require each other: {}", way(context, &shown, circle.len() + 1));
        found.push(
            context
                .at_opt(&REQUIRES_CYCLE, &first.package, entry.map(|entry| entry.span), message)
                .help("take out one of these requirements"),
        );
    }
}

pub(super) fn itself(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let skill = context.skill(index);
    for requirement in skill.requires.iter().filter(|requirement| requirement.skill == Some(index)) {
        let message = format!("skill `{}` requires itself", skill.name());
        found.push(context.at(&REQUIRES_SELF, &skill.package, requirement.span, message).help("take the entry out"));
    }
}

pub(super) fn repeated(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let mut first: BTreeMap<&str, crate::source::Span> = BTreeMap::new();
    for item in package.manifest.requires.iter().flat_map(|list| &list.items) {
        let name = item.text.trim();
        if name.is_empty() {
            continue;
        }
        match first.get(name) {
            None => drop(first.insert(name, item.span)),
            Some(earlier) => found.push(
                context
                    .at(&REQUIRES_REPEATED, package, item.span, format!("`{name}` is required twice"))
                    .related(*earlier, "first here")
                    .help("take one entry out"),
            ),
        }
    }
}

pub(super) fn deep(context: Context<'_>, found: &mut Vec<Diagnostic>) {
    let depths = depths(context.catalog);
    for (index, skill) in context.catalog.indexed() {
        let Some(depth) = depths[index.0 as usize].filter(|depth| *depth > MAX_DEPTH) else { continue };
        let chain = chain(context.catalog, &depths, index);
        let entry = skill.requires.iter().find(|requirement| requirement.skill == chain.get(1).copied());
        let message = format!("requirements run {depth} deep: {}", way(context, &chain, depth + 1));
        found.push(
            context
                .at_opt(&REQUIRES_DEEP, &skill.package, entry.map(|entry| entry.span), message)
                .help("require what is needed directly"),
        );
    }
}

/// The number of steps from each skill to the farthest one it requires. `None` for skills that
/// stand in a circle or lead into one: that has its own finding.
fn depths(catalog: &Catalog) -> Vec<Option<usize>> {
    let count = catalog.skills.len();
    let mut open = vec![0; count];
    let mut dependents = vec![Vec::new(); count];
    for (index, skill) in catalog.indexed() {
        for required in skill.requires.iter().filter_map(|requirement| requirement.skill) {
            open[index.0 as usize] += 1;
            dependents[required.0 as usize].push(index.0 as usize);
        }
    }
    let mut depths = vec![None; count];
    let mut ready: Vec<usize> = (0..count).filter(|at| open[*at] == 0).collect();
    while let Some(at) = ready.pop() {
        let depth = required(catalog, at).filter_map(|next| depths[next].map(|depth: usize| depth + 1)).max();
        depths[at] = Some(depth.unwrap_or(0));
        for dependent in &dependents[at] {
            open[*dependent] -= 1;
            if open[*dependent] == 0 {
                ready.push(*dependent);
            }
        }
    }
    depths
}

/// The first skills on the way to the farthest one that is required; among equals the author's
/// first.
fn chain(catalog: &Catalog, depths: &[Option<usize>], from: SkillIndex) -> Vec<SkillIndex> {
    let mut chain = vec![from];
    let mut at = from.0 as usize;
    while let Some(depth) = depths[at].filter(|depth| *depth > 0 && chain.len() < SHOWN) {
        let Some(next) = required(catalog, at).find(|next| depths[*next] == Some(depth - 1)) else { break };
        chain.push(SkillIndex(next as u32));
        at = next;
    }
    chain
}

/// `a -> b -> c`, with a count of what is not shown.
fn way(context: Context<'_>, shown: &[SkillIndex], all: usize) -> String {
    let names: Vec<&str> = shown.iter().map(|index| context.skill(*index).name()).collect();
    match all - shown.len() {
        0 => names.join(" -> "),
        rest => format!("{} -> … ({rest} more)", names.join(" -> ")),
    }
}

fn required(catalog: &Catalog, at: usize) -> impl Iterator<Item = usize> + '_ {
    catalog.skills[at].requires.iter().filter_map(|requirement| requirement.skill.map(|skill| skill.0 as usize))
}
