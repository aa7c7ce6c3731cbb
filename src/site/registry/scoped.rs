//! An index at each skill's address, so that `npx skills add <site>/skills/<id>` asks for one
//! skill and not for all of the catalog, and one at `…/with-requires` for a skill together with
//! everything it requires.

use super::wellknown::{AGENT_SKILLS, discovery};
use crate::catalog::{Catalog, SkillIndex};
use crate::site::{Inputs, Registry, Site, Table};

/// Claims the indexes.
pub fn emit(site: &Site, index: SkillIndex, table: &mut Table) {
    if site.registry.refusal(index).is_some() {
        return;
    }
    let folder = folder(&site.inputs.catalog, index);
    add(table, format!("{folder}/{AGENT_SKILLS}"), vec![index]);
    let whole = with_requires(&site.inputs, &site.registry, index);
    if whole.len() > 1 {
        add(table, format!("{folder}/with-requires/{AGENT_SKILLS}"), whole);
    }
}

/// The address to install a skill from, together with what it requires, relative to the site.
pub(super) fn install_path(inputs: &Inputs, registry: &Registry, index: SkillIndex) -> String {
    let more = if with_requires(inputs, registry, index).len() > 1 { "/with-requires" } else { "" };
    format!("{}{more}", folder(&inputs.catalog, index))
}

fn folder(catalog: &Catalog, index: SkillIndex) -> String {
    format!("skills/{}", catalog.skill(index).id)
}

/// The skill and all of its requirements that clients are offered, nearest first.
pub(super) fn with_requires(inputs: &Inputs, registry: &Registry, index: SkillIndex) -> Vec<SkillIndex> {
    let required = inputs.catalog.closure(index).skills.iter().copied();
    let offered = required.filter(|other| registry.refusal(*other).is_none());
    std::iter::once(index).chain(offered).collect()
}

fn add(table: &mut Table, folder: String, skills: Vec<SkillIndex>) {
    table.add(format!("{folder}index.json"), move |site| discovery(site, &skills, &folder));
}
