//! `catalog.json`: everything about every skill, for programs, under a versioned schema.
//!
//! The schema lies beside it (`schema/catalog-1.0.json`) and is the documentation. Fields are only
//! ever added under version 1; an address is relative to `catalog.json`. Field names are those of
//! SKILL.toml.

use std::collections::BTreeMap;

use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;

use super::{downloads, json, wellknown};
use crate::catalog::{Skill, SkillIndex};
use crate::diagnostic::Counts;
use crate::publish;
use crate::site::{Inputs, Site, Table, address};
use crate::tokens;

/// Version of the schema.
const VERSION: &str = "1.0";
/// The schema, which the site publishes.
const SCHEMA: &str = include_str!("catalog-1.0.schema.json");
/// Where the schema is, relative to the site.
const SCHEMA_PATH: &str = "schema/catalog-1.0.json";

#[derive(Serialize)]
struct CatalogJson<'a> {
    #[serde(rename = "$schema")]
    schema: &'static str,
    version: &'static str,
    generator: &'static str,
    title: &'a str,
    description: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_url: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    commit: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    repository: Option<&'a str>,
    counts: Counts,
    skills: Vec<SkillJson<'a>>,
}

#[derive(Serialize)]
struct SkillJson<'a> {
    id: &'a str,
    name: &'a str,
    description: &'a str,
    path: &'a str,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    copies: Vec<&'a str>,
    page: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    markdown: Option<String>,
    category: &'a str,
    topics: Vec<&'a str>,
    tags: Vec<&'a str>,
    #[serde(flatten)]
    written: BTreeMap<&'static str, Written<'a>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    compat: BTreeMap<&'a str, &'a str>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    extra: BTreeMap<&'a str, &'a str>,
    requires: Vec<RequirementJson<'a>>,
    required_by: Vec<&'a str>,
    closure: Vec<&'a str>,
    digest: String,
    size: u64,
    files: Vec<FileJson<'a>>,
    tokens: Tokens,
    findings: Counts,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_added: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    last_changed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    install: Option<Install<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    not_published: Option<String>,
}

/// A field as the author wrote it.
#[derive(Serialize)]
#[serde(untagged)]
enum Written<'a> {
    Text(&'a str),
    List(Vec<&'a str>),
}

#[derive(Serialize)]
struct RequirementJson<'a> {
    name: &'a str,
    /// `None` when the catalog has no such skill.
    id: Option<&'a str>,
}

#[derive(Serialize)]
struct FileJson<'a> {
    path: &'a str,
    size: u64,
    sha256: String,
}

/// Estimated cost in a model's context, in tokens: of the description, which is always loaded, and
/// of the text.
#[derive(Serialize)]
struct Tokens {
    description: usize,
    body: usize,
}

#[derive(Serialize)]
struct Install<'a> {
    name: &'a str,
    url: String,
    digest: String,
    download: String,
}

/// Claims the file and its schema.
pub fn emit(_: &Inputs, table: &mut Table) {
    table.add("catalog.json", catalog);
    table.add(SCHEMA_PATH, |_| Ok(SCHEMA.as_bytes().into()));
}

fn catalog(site: &Site) -> Result<super::Cow<'_, [u8]>> {
    let Inputs { catalog, config, report, repository, .. } = &site.inputs;
    let skills: Vec<SkillIndex> = catalog.indexed().map(|(index, _)| index).collect();
    json(&CatalogJson {
        schema: SCHEMA_PATH,
        version: VERSION,
        generator: concat!("skillsite ", env!("CARGO_PKG_VERSION")),
        title: &config.title,
        description: &config.description,
        base_url: config.base_url.as_deref(),
        commit: repository.commit.as_deref(),
        repository: repository.url.as_deref(),
        counts: report.counts(),
        skills: skills.par_iter().map(|index| skill_json(site, *index)).collect::<Result<_>>()?,
    })
}

fn skill_json(site: &Site, index: SkillIndex) -> Result<SkillJson<'_>> {
    let Inputs { catalog, repository, .. } = &site.inputs;
    let skill = catalog.skill(index);
    let package = &skill.package;
    let manifest = &package.manifest;
    let id = |index: SkillIndex| catalog.skill(index).id.as_str();
    let published = site.package(index)?;
    let dates = repository.dates(&package.folder);
    let refusal = site.registry.refusal(index);
    Ok(SkillJson {
        id: &skill.id,
        name: skill.name(),
        description: package.description(),
        path: package.folder.as_str(),
        copies: skill.copies.iter().map(|folder| folder.as_str()).collect(),
        page: address::encode(&address::skill(&skill.id)),
        markdown: package.skill_md.map(|_| address::encode(&address::raw(&skill.id, "SKILL.md"))),
        category: &catalog.categories[skill.category].title,
        topics: skill.topics.iter().map(|topic| catalog.topics[*topic].title.as_str()).collect(),
        tags: skill.tags.iter().map(|tag| catalog.tags[*tag].title.as_str()).collect(),
        written: written(skill),
        compat: manifest.compat.iter().map(|(key, field)| (key.as_str(), field.text.as_str())).collect(),
        extra: manifest.extra.iter().map(|extra| (extra.key.as_str(), extra.value.text.as_str())).collect(),
        requires: skill
            .requires
            .iter()
            .map(|requirement| RequirementJson { name: &requirement.name, id: requirement.skill.map(id) })
            .collect(),
        required_by: skill.required_by.iter().map(|other| id(*other)).collect(),
        closure: catalog.closure(index).skills.iter().copied().map(id).collect(),
        digest: published.tree.labelled(),
        size: published.size(),
        files: published
            .files
            .iter()
            .map(|file| FileJson { path: &file.path, size: file.size, sha256: file.digest.to_string() })
            .collect(),
        tokens: cost(skill),
        findings: findings(site, index),
        first_added: dates.and_then(|dates| dates.first).map(|day| day.to_string()),
        last_changed: dates.map(|dates| dates.last.to_string()),
        install: if refusal.is_none() { Some(install(site, index)?) } else { None },
        not_published: refusal.map(ToString::to_string),
    })
}

/// The fields of the manifest that are shown as they were written.
fn written(skill: &Skill) -> BTreeMap<&'static str, Written<'_>> {
    let manifest = &skill.package.manifest;
    let texts = [
        ("version", &manifest.version),
        ("type", &manifest.kind),
        ("boundary", &manifest.boundary),
        ("maturity", &manifest.maturity),
        ("last_verified", &manifest.last_verified),
        ("risk", &manifest.risk),
        ("replaced_by", &manifest.replaced_by),
        ("license", &manifest.license),
        ("compatibility", &manifest.compatibility),
        ("author", &manifest.author),
        ("repository", &manifest.repository),
        ("homepage", &manifest.homepage),
        ("lang", &manifest.lang),
    ];
    let lists =
        [("non_goals", &manifest.non_goals), ("inputs", &manifest.inputs), ("allowed_tools", &manifest.allowed_tools)];
    let texts = texts.into_iter().filter_map(|(key, field)| {
        let text = field.as_ref()?.text.trim();
        (!text.is_empty()).then_some((key, Written::Text(text)))
    });
    let lists = lists.into_iter().filter_map(|(key, list)| {
        let items: Vec<&str> = list.as_ref()?.texts().collect();
        (!items.is_empty()).then_some((key, Written::List(items)))
    });
    texts.chain(lists).collect()
}

fn findings(site: &Site, index: SkillIndex) -> Counts {
    let mut counts = Counts::default();
    for at in &site.findings().by_skill[index.0 as usize] {
        counts.add(site.inputs.report.findings[*at].level);
    }
    counts
}

fn cost(skill: &Skill) -> Tokens {
    let package = &skill.package;
    Tokens { description: tokens::estimate(package.description()), body: package.body_tokens }
}

fn install(site: &Site, index: SkillIndex) -> Result<Install<'_>> {
    let publish::Publication { skill, name, .. } = site.publication(index);
    Ok(Install {
        name,
        url: address::encode(&wellknown::artifact_path(skill, name)),
        digest: site.artifact_digest(index)?.labelled(),
        download: address::encode(&downloads::path(skill)),
    })
}
