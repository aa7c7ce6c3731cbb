//! The catalog as a plugin marketplace: each skill is a plugin that consists of it.
//!
//! A marketplace that is read from a URL takes archives by absolute `https` address only, so the
//! file exists when `base_url` is such an address. The archive is the flat one of the discovery
//! index. Plugins have no `version`: then the digest is the version, and an update reaches
//! everybody, whether or not the author remembered to raise the number.

use anyhow::Result;
use serde::Serialize;

use super::{absolute, json, wellknown};
use crate::catalog::SkillIndex;
use crate::config::Config;
use crate::site::{Inputs, Site, Table};

/// Where the file is, by which the client finds it in a folder too.
pub const PATH: &str = ".claude-plugin/marketplace.json";

#[derive(Serialize)]
struct Marketplace<'a> {
    name: String,
    description: &'a str,
    owner: Owner<'a>,
    plugins: Vec<Plugin<'a>>,
}

#[derive(Serialize)]
struct Owner<'a> {
    name: &'a str,
}

#[derive(Serialize)]
struct Plugin<'a> {
    name: &'a str,
    description: String,
    category: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tags: Vec<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    license: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    homepage: Option<String>,
    /// The archive has no plugin manifest of its own.
    strict: bool,
    skills: [&'static str; 1],
    source: Source,
}

#[derive(Serialize)]
struct Source {
    #[serde(rename = "source")]
    kind: &'static str,
    url: String,
    sha256: String,
}

/// Claims the file.
pub fn emit(inputs: &Inputs, table: &mut Table) {
    if is_published(&inputs.config) {
        table.add(PATH, marketplace);
    }
}

/// True when the site has a marketplace.
pub fn is_published(config: &Config) -> bool {
    config.base_url.as_deref().is_some_and(|base| base.starts_with("https://"))
}

/// The name people type behind the `@`: the configured one, else the title in kebab-case.
pub fn name(config: &Config) -> String {
    if let Some(name) = &config.registry.marketplace {
        return name.clone();
    }
    let words = config.title.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
    let name = words.map(str::to_ascii_lowercase).collect::<Vec<_>>().join("-");
    if name.is_empty() { "skills".into() } else { name }
}

fn marketplace(site: &Site) -> Result<super::Cow<'_, [u8]>> {
    let config = &site.inputs.config;
    let plugins = site.registry.offered().map(|index| plugin(site, index)).collect::<Result<_>>()?;
    json(&Marketplace {
        name: name(config),
        description: if config.description.is_empty() { &config.title } else { &config.description },
        owner: Owner { name: config.registry.owner.as_deref().unwrap_or(&config.title) },
        plugins,
    })
}

fn plugin(site: &Site, index: SkillIndex) -> Result<Plugin<'_>> {
    let catalog = &site.inputs.catalog;
    let skill = catalog.skill(index);
    let manifest = &skill.package.manifest;
    Ok(Plugin {
        name: site.registry.name(index),
        description: site.publication(index).description(),
        category: &catalog.categories[skill.category].title,
        tags: skill.tags.iter().map(|tag| catalog.tags[*tag].title.as_str()).collect(),
        license: manifest.license.as_ref().map(|field| field.text.trim()).filter(|text| !text.is_empty()),
        homepage: absolute(&site.inputs, &crate::site::address::skill(&skill.id)),
        strict: false,
        skills: ["./"],
        source: Source {
            kind: "archive",
            url: absolute(&site.inputs, &wellknown::archive_path(site.registry.name(index))).unwrap_or_default(),
            sha256: site.archive_digest(index)?.to_string(),
        },
    })
}
