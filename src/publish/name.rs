//! The names that agents know skills by.

use std::collections::BTreeSet;

use crate::catalog::{Catalog, Skill};

/// For each skill the name it is published under: its own, where no other skill has it. Skills
/// that share a name are told apart as their addresses are (`review--one` becomes `review-one`),
/// because a client keeps one skill of a name and an index is refused over a second.
pub fn names(catalog: &Catalog) -> Vec<String> {
    let own = catalog.skills.iter().filter(|skill| !skill.shares_name);
    let mut taken: BTreeSet<String> = own.map(|skill| skill.name().to_lowercase()).collect();
    // Nobody gets the bare name: which of them would it be?
    taken.extend(catalog.shared_names.iter().map(|shared| shared.name.to_lowercase()));
    let name = |skill: &Skill| {
        if !skill.shares_name {
            return skill.name().to_owned();
        }
        let plain = skill.id.replace("--", "-");
        let numbered = (2..).map(|number| format!("{plain}-{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|name| taken.insert(name.to_lowercase()));
        free.unwrap_or_else(|| unreachable!("numbers never run out"))
    };
    catalog.skills.iter().map(name).collect()
}
