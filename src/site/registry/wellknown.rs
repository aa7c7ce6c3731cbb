//! The discovery indexes, versions 0.2.0 and 0.1.0, and the files they name.
//!
//! Version 0.2.0 (`.well-known/agent-skills/`) is written as a superset: its entries also have
//! the `files` and `version` of 0.1.0, with the loose files beside it, so that clients of either
//! version can read it. Version 0.1.0 (`.well-known/skills/`) is for clients that look nowhere
//! else. Text: Agent Skills Discovery RFC, 2026-03-12 and 2026-01-17.

use anyhow::Result;
use rayon::prelude::*;
use serde::Serialize;

use super::{json, marketplace};
use crate::catalog::{Skill, SkillIndex};
use crate::publish::{self, Digest, Layout};
use crate::site::{Inputs, Site, Table, address};

/// Folder of both indexes.
pub const FOLDER: &str = ".well-known/";
/// Folder of index 0.2.0.
pub const AGENT_SKILLS: &str = ".well-known/agent-skills/";
/// Folder of index 0.1.0.
pub const SKILLS: &str = ".well-known/skills/";
/// Identifier of index 0.2.0, compared as a string by clients.
pub(super) const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

#[derive(Serialize)]
struct Index<'a> {
    #[serde(rename = "$schema", skip_serializing_if = "Option::is_none")]
    schema: Option<&'static str>,
    skills: Vec<Entry<'a>>,
}

/// An entry of either index.
#[derive(Serialize)]
struct Entry<'a> {
    name: &'a str,
    description: String,
    #[serde(flatten)]
    artifact: Option<Artifact>,
    /// Every file, `SKILL.md` first; `None` when a name is beyond the alphabet of 0.1.0.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<&'a str>>,
    /// Changes with every byte of the skill.
    version: String,
    /// Everything the skill requires, by name. No text has this; clients ignore what they do not
    /// know.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    requires: Vec<&'a str>,
}

/// What 0.2.0 adds.
#[derive(Serialize)]
struct Artifact {
    r#type: &'static str,
    url: String,
    digest: String,
}

/// Claims the indexes.
pub fn emit(_inputs: &Inputs, table: &mut Table) {
    table.add(format!("{AGENT_SKILLS}index.json"), |site| {
        discovery(site, &site.registry.offered().collect::<Vec<_>>(), AGENT_SKILLS)
    });
    table.add(format!("{SKILLS}index.json"), legacy);
}

/// Claims the files of a skill.
pub fn emit_skill(site: &Site, index: SkillIndex, table: &mut Table) {
    if site.registry.refusal(index).is_some() {
        return;
    }
    let (skill, name) = (site.inputs.catalog.skill(index), site.registry.name(index));
    let listed = publish::unlistable(skill).is_none();
    for file in publish::files(skill) {
        let content = file.content;
        let folders = [Some(AGENT_SKILLS), listed.then_some(SKILLS)];
        for folder in folders.into_iter().flatten() {
            table.add(format!("{folder}{name}/{}", file.path), move |site| site.published(index, content));
        }
    }
    if marketplace::is_published(&site.inputs.config) || is_archive(skill) {
        table.add(archive_path(name), move |site| Ok(site.archive(index, Layout::Flat)?.into()));
    }
}

/// The flat archive of a skill.
pub(super) fn archive_path(name: &str) -> String {
    format!("{AGENT_SKILLS}{name}.zip")
}

/// True for a skill that is more than its `SKILL.md`.
fn is_archive(skill: &Skill) -> bool {
    publish::files(skill).len() > 1
}

/// Where clients of index 0.2.0 get a skill.
pub(super) fn artifact_path(skill: &Skill, name: &str) -> String {
    if is_archive(skill) { archive_path(name) } else { format!("{AGENT_SKILLS}{name}/SKILL.md") }
}

/// Index 0.2.0 of `skills`, for the folder `at`.
pub(super) fn discovery(site: &Site, skills: &[SkillIndex], at: &str) -> Result<super::Cow<'static, [u8]>> {
    let entries = skills.par_iter().map(|index| {
        let skill = site.inputs.catalog.skill(*index);
        let mut entry = entry(site, *index)?;
        // Only beside the loose files does a list of them mean anything.
        entry.files = entry.files.filter(|_| at == AGENT_SKILLS);
        entry.artifact = Some(Artifact {
            r#type: if is_archive(skill) { "archive" } else { "skill-md" },
            url: address::relative(at, &artifact_path(skill, site.registry.name(*index))),
            digest: site.artifact_digest(*index)?.labelled(),
        });
        Ok(entry)
    });
    json(&Index { schema: Some(SCHEMA), skills: entries.collect::<Result<_>>()? })
}

/// Index 0.1.0.
fn legacy(site: &Site) -> Result<super::Cow<'_, [u8]>> {
    let skills: Vec<SkillIndex> = site.registry.offered().collect();
    let entries: Vec<Entry<'_>> = skills.par_iter().map(|index| entry(site, *index)).collect::<Result<_>>()?;
    let skills = entries.into_iter().filter(|entry| entry.files.is_some()).collect();
    json(&Index { schema: None, skills })
}

fn entry(site: &Site, index: SkillIndex) -> Result<Entry<'_>> {
    let skill = site.inputs.catalog.skill(index);
    let files = publish::files(skill).into_iter().map(|file| file.path).collect();
    Ok(Entry {
        name: site.registry.name(index),
        description: site.publication(index).description(),
        artifact: None,
        files: publish::unlistable(skill).is_none().then_some(files),
        version: site.package(index)?.tree.short(),
        requires: site.required_names(index),
    })
}

impl Site {
    /// The digest of what is at [`artifact_path`].
    pub(super) fn artifact_digest(&self, index: SkillIndex) -> Result<Digest> {
        if is_archive(self.inputs.catalog.skill(index)) {
            self.archive_digest(index)
        } else {
            Ok(self.package(index)?.files[0].digest)
        }
    }
}
