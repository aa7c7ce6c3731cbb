//! Commands that install a skill or the whole catalog, a tab for each client.

use serde::Serialize;

use crate::catalog::Skill;
use crate::site::address;
use crate::site::here::Here;

/// A client and its command.
#[derive(Serialize)]
pub(in crate::site) struct Tab<'a> {
    /// Name of the client.
    pub label: &'a str,
    /// What to type.
    pub command: String,
}

/// The tabs of one skill.
pub(super) fn skill_tabs<'a>(here: Here<'a>, skill: &Skill) -> Vec<Tab<'a>> {
    tabs(here, |command| Some(command.replace("{name}", skill.name()).replace("{id}", &address::encode(&skill.id))))
}

/// The tabs of the whole catalog: the commands that do not name a skill, once what names one is
/// left out.
pub(in crate::site) fn catalog_tabs(here: Here<'_>) -> Vec<Tab<'_>> {
    tabs(here, |command| {
        let whole = command.replace(" --skill {name}", "").replace(" --skill {id}", "");
        (!whole.contains("{name}") && !whole.contains("{id}")).then_some(whole)
    })
}

/// Configured commands with the site's address filled in. Without an address the commands that need
/// one are left out: a command that cannot work helps nobody.
fn tabs<'a>(here: Here<'a>, fill: impl Fn(&str) -> Option<String>) -> Vec<Tab<'a>> {
    let config = &here.site.inputs.config;
    let base = config.base_url.as_deref();
    let marketplace = config.registry.marketplace.as_deref();
    config
        .install
        .iter()
        .filter(|(_, command)| base.is_some() || !command.contains("{base_url}"))
        .filter(|(_, command)| marketplace.is_some() || !command.contains("{marketplace}"))
        .filter_map(|(label, command)| {
            let command = fill(command)?
                .replace("{base_url}", base.unwrap_or_default())
                .replace("{marketplace}", marketplace.unwrap_or_default());
            Some(Tab { label, command })
        })
        .collect()
}
