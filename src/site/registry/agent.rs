//! "What the agent gets": the header that is published in front of the author's text, where each
//! of its lines comes from, and where to get the files.

use anyhow::Result;
use serde::Serialize;

use super::{downloads, raw};
use crate::catalog::SkillIndex;
use crate::publish::Origin;
use crate::site::Site;
use crate::site::here::Here;

/// The values of `agent.html`.
#[derive(Serialize)]
pub(in crate::site) struct Agent {
    /// The name that agents know the skill by.
    name: String,
    /// Why clients are not offered the skill.
    refused: Option<String>,
    header: Vec<HeaderLine>,
    /// Lines of the author's text below the header.
    lines: usize,
    /// The published `SKILL.md`.
    published: String,
    /// The author's own file.
    source: String,
    /// The skill as one file.
    download: Option<String>,
    /// Digest of all published files.
    digest: String,
    files: usize,
    bytes: u64,
}

#[derive(Serialize)]
struct HeaderLine {
    text: String,
    /// `kept`, `written`, `changed` or `derived`: a class name.
    origin: Origin,
}

/// What agents get of a skill; `None` when it has no text.
pub(in crate::site) fn agent(here: Here<'_>, index: SkillIndex) -> Result<Option<Agent>> {
    let site: &Site = here.site;
    let source = &site.inputs.catalog.source;
    let skill = site.inputs.catalog.skill(index);
    if skill.package.skill_md.is_none() {
        return Ok(None);
    }
    let package = site.package(index)?;
    let refusal = site.registry.refusal(index);
    Ok(Some(Agent {
        name: site.registry.name(index).to_owned(),
        refused: refusal.map(ToString::to_string),
        header: site
            .publication(index)
            .header()
            .lines
            .into_iter()
            .map(|line| HeaderLine { text: line.text, origin: line.origin })
            .collect(),
        lines: skill.package.body(source).trim().lines().count(),
        published: here.href(&raw::published_path(skill)),
        source: here.href(&raw::source_path(skill)),
        download: refusal.is_none().then(|| here.href(&downloads::path(skill))),
        digest: package.tree.labelled(),
        files: package.files.len(),
        bytes: package.size(),
    }))
}
