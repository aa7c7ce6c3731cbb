//! The names that agents know skills by.

use std::collections::BTreeSet;

use super::is_index_name;
use crate::catalog::{Catalog, Skill};
use crate::text::kebab;

/// For each skill the name it is published under: its own, where no other skill has it. Skills
/// that share a name are told apart as their addresses are (`review--one` becomes `review-one`),
/// because a client keeps one skill of a name and an index is refused over a second. Other signs of
/// an address become hyphens (`review--v1.2` becomes `review-v1-2`): clients take no others.
pub fn names(catalog: &Catalog) -> Vec<String> {
    let own = catalog.skills.iter().filter(|skill| !skill.shares_name);
    let mut taken: BTreeSet<String> = own.map(|skill| skill.name().to_lowercase()).collect();
    // Nobody gets the bare name: which of them would it be?
    taken.extend(catalog.shared_names.iter().map(|shared| shared.name.to_lowercase()));
    let mut name = |skill: &Skill| {
        if !skill.shares_name {
            return skill.name().to_owned();
        }
        let plain = made(skill);
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|name| taken.insert(name.to_lowercase()));
        free.unwrap_or_else(|| unreachable!("numbers never run out"))
    };
    // A name that an address gives as it is goes before one in which signs were replaced.
    let mut order: Vec<usize> = (0..catalog.skills.len()).collect();
    order.sort_by_key(|at| catalog.skills[*at].id.contains(['.', '_']));
    let mut names = vec![String::new(); order.len()];
    for at in order {
        names[at] = name(&catalog.skills[at]);
    }
    names
}

/// A name from the address of a skill. Where the author's own is none for clients, or the address
/// has letters that they do not take, the skill is not published, and it may stay as it is.
fn made(skill: &Skill) -> String {
    let kebab = kebab(&skill.id).filter(|_| is_index_name(skill.name()));
    kebab.unwrap_or_else(|| skill.id.replace("--", "-"))
}
