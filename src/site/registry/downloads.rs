//! Each skill as one `.skill` file: a zip with the skill's folder in it, for people. Clients that
//! install from a file and upload forms take it.

use crate::catalog::{Skill, SkillIndex};
use crate::publish::Layout;
use crate::site::{Site, Table};

/// Claims the files.
pub fn emit(site: &Site, index: SkillIndex, table: &mut Table) {
    if site.registry.refusal(index).is_none() {
        let path = path(site.inputs.catalog.skill(index));
        table.add(path, move |site| Ok(site.archive(index, Layout::Folder)?.into()));
    }
}

/// Where the file of a skill is.
pub fn path(skill: &Skill) -> String {
    format!("skills/{}.skill", skill.id)
}
