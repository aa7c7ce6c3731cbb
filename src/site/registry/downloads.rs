//! Each skill as one `.skill` file: a zip with the skill's folder in it, for people. Clients that
//! install from a file and upload forms take it.

use crate::catalog::Skill;
use crate::publish::Layout;
use crate::site::{Inputs, Registry, Table};

/// Claims the files.
pub fn emit(inputs: &Inputs, registry: &Registry, table: &mut Table) {
    for index in registry.offered() {
        table.add(path(inputs.catalog.skill(index)), move |site| Ok(site.archive(index, Layout::Folder)?.into()));
    }
}

/// Where the file of a skill is.
pub fn path(skill: &Skill) -> String {
    format!("skills/{}.skill", skill.id)
}
