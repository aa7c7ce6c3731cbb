//! The commands that install a skill or the whole catalog, filled in.
//!
//! A command that cannot work helps nobody: without an address of the site, without a marketplace,
//! or for a skill that clients are not offered, the tabs that would need it are left out.

use super::{absolute, downloads, marketplace, scoped};
use crate::catalog::SkillIndex;
use crate::site::{Site, address};

/// A client and its command.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct Tab<'a> {
    /// Name of the client.
    pub label: &'a str,
    /// What to type.
    pub command: String,
}

/// The tabs of one skill. Everything that it requires is installed with it: by the address that
/// stands for all of them, else by a line for each, the skill itself last.
pub fn skill_tabs(site: &Site, index: SkillIndex) -> Vec<Tab<'_>> {
    if site.registry.refusal(index).is_some() {
        return Vec::new();
    }
    let mut skills = scoped::with_requires(&site.inputs, &site.registry, index);
    skills.reverse();
    site.inputs.config.install.iter().filter_map(|(label, command)| skill_tab(site, &skills, label, command)).collect()
}

/// What unpacks the download of a skill, if it has one.
pub fn unpack(site: &Site, index: SkillIndex) -> Option<String> {
    let is_offered = site.registry.refusal(index).is_none();
    is_offered.then(|| format!("unzip {}.skill -d .claude/skills", site.inputs.catalog.skill(index).id))
}

/// The tabs of the whole catalog: what is left of the commands without the lines that name a skill.
pub fn catalog_tabs(site: &Site) -> Vec<Tab<'_>> {
    let values = values(site, None);
    site.inputs.config.install.iter().filter_map(|(label, command)| catalog_tab(&values, label, command)).collect()
}

fn skill_tab<'a>(site: &Site, skills: &[SkillIndex], label: &'a str, command: &str) -> Option<Tab<'a>> {
    let (last, _) = skills.split_last()?;
    let mut lines = Vec::new();
    for line in command.lines() {
        let names_one = ["{name}", "{id}", "{download_url}"].iter().any(|placeholder| line.contains(placeholder));
        let each = if names_one { skills } else { std::slice::from_ref(last) };
        for skill in each {
            lines.push(filled(line, &values(site, Some(*skill)))?);
        }
    }
    Some(Tab { label, command: lines.join("\n") })
}

fn catalog_tab<'a>(values: &Values, label: &'a str, command: &str) -> Option<Tab<'a>> {
    // A command that picks one skill of the catalog installs all of it without the pick.
    let command = command.replace(" --skill {name}", "");
    let lines: Vec<String> = command.lines().filter_map(|line| filled(line, values)).collect();
    (!lines.is_empty()).then(|| Tab { label, command: lines.join("\n") })
}

/// What each placeholder stands for; `None` where that does not exist.
type Values = [(&'static str, Option<String>); crate::config::INSTALL_PLACEHOLDERS.len()];

fn values(site: &Site, index: Option<SkillIndex>) -> Values {
    let (inputs, registry) = (&site.inputs, &site.registry);
    let config = &inputs.config;
    let skill = index.map(|index| inputs.catalog.skill(index));
    let place = index.map_or(String::new(), |index| scoped::install_path(inputs, registry, index));
    [
        ("base_url", config.base_url.clone()),
        ("name", index.map(|index| registry.name(index).to_owned())),
        ("id", skill.map(|skill| address::encode(&skill.id))),
        ("marketplace", marketplace::is_published(config).then(|| marketplace::name(config))),
        ("skill_url", absolute(inputs, &place).map(|url| url.trim_end_matches('/').to_owned())),
        ("download_url", skill.and_then(|skill| absolute(inputs, &downloads::path(skill)))),
    ]
}

/// One line with its placeholders filled in; `None` when one has no value here.
fn filled(line: &str, values: &Values) -> Option<String> {
    let mut line = line.to_owned();
    for (name, value) in values {
        let placeholder = format!("{{{name}}}");
        if line.contains(&placeholder) {
            line = line.replace(&placeholder, value.as_deref()?);
        }
    }
    Some(line)
}
