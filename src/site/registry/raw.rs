//! `skills/<id>/SKILL.md`, as agents get it, for every skill that has one. The author's own file
//! is published beside it under [`SOURCE_NAME`]; so nobody who downloads a `SKILL.md` by hand gets
//! one that no client loads.

use crate::catalog::{Skill, SkillIndex};
use crate::publish::Content;
use crate::site::{Site, Table, address};

/// Name of the author's own `SKILL.md` on the site.
pub const SOURCE_NAME: &str = "SKILL.source.md";

/// Claims the files.
pub fn emit(site: &Site, index: SkillIndex, table: &mut Table) {
    let skill = site.inputs.catalog.skill(index);
    if skill.package.skill_md.is_some() {
        table.add(published_path(skill), move |site| site.published(index, Content::Derived));
    }
}

/// Where the published `SKILL.md` of a skill is.
pub fn published_path(skill: &Skill) -> String {
    address::raw(&skill.id, "SKILL.md")
}

/// Where the author's own file is.
pub fn source_path(skill: &Skill) -> String {
    address::raw(&skill.id, SOURCE_NAME)
}
