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

/// The tabs of one skill. A skill that requires others is installed together with them wherever
/// the client can do that.
pub fn skill_tabs(site: &Site, index: SkillIndex) -> Vec<Tab<'_>> {
    let inputs = &site.inputs;
    let skill = inputs.catalog.skill(index);
    if site.registry.refusal(index).is_some() {
        return Vec::new();
    }
    let whole = absolute(inputs, &scoped::install_path(inputs, &site.registry, index));
    let download = absolute(inputs, &downloads::path(skill));
    let values = [
        ("name", Some(site.registry.name(index).to_owned())),
        ("id", Some(address::encode(&skill.id))),
        ("skill_url", whole),
        ("download_url", download),
    ];
    tabs(site, &values)
}

/// The tabs of the whole catalog: the commands that name no skill.
pub fn catalog_tabs(site: &Site) -> Vec<Tab<'_>> {
    tabs(site, &[("skill_url", absolute(&site.inputs, "").map(|base| base.trim_end_matches('/').to_owned()))])
}

fn tabs<'a>(site: &'a Site, values: &[(&str, Option<String>)]) -> Vec<Tab<'a>> {
    let config = &site.inputs.config;
    let market = marketplace::is_published(config).then(|| marketplace::name(config));
    let shared = [("base_url", config.base_url.clone()), ("marketplace", market)];
    let fill = |(label, command): &'a (String, String)| {
        let lines: Vec<String> =
            command.lines().filter_map(|line| filled(line, values.iter().chain(&shared))).collect();
        let whole = values.len() > 1 && lines.len() < command.lines().count();
        (!whole && !lines.is_empty()).then(|| Tab { label, command: lines.join("\n") })
    };
    config.install.iter().filter_map(fill).collect()
}

/// One line with its placeholders filled in; `None` when one has no value here.
fn filled<'v>(line: &str, values: impl Iterator<Item = &'v (&'v str, Option<String>)>) -> Option<String> {
    let mut line = line.to_owned();
    for (name, value) in values {
        let placeholder = format!("{{{name}}}");
        if line.contains(&placeholder) {
            line = line.replace(&placeholder, value.as_deref()?);
        }
    }
    let open = crate::config::INSTALL_PLACEHOLDERS.iter().any(|name| line.contains(&format!("{{{name}}}")));
    (!open).then_some(line)
}
