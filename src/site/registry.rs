//! The site as a registry: what installers and agents read.
//!
//! | what | path | emitter |
//! | --- | --- | --- |
//! | discovery index 0.2.0 and its files | `.well-known/agent-skills/` | [`wellknown`] |
//! | discovery index 0.1.0 and its files | `.well-known/skills/` | [`wellknown`] |
//! | an index of one skill; of it and what it requires | `skills/<id>/…`, `skills/<id>/with-requires/…` | [`scoped`] |
//! | a skill's text as agents get it | `skills/<id>/SKILL.md` | [`raw`] |
//! | a skill as one file | `skills/<id>.skill` | [`downloads`] |
//! | plugin marketplace | `.claude-plugin/marketplace.json` | [`marketplace`] |
//! | everything about every skill | `catalog.json`, `schema/catalog-1.0.json` | [`catalog_json`] |
//! | lists for language models | `llms.txt`, `llms-full.txt` | [`llms`] |
//! | feed | `feed.xml` | [`feed`] |
//! | for search engines and browsers | `sitemap.xml`, `robots.txt`, `opensearch.xml` | [`engines`] |
//! | for hosts | `_headers` | [`hosting`] |
//!
//! Addresses are relative wherever the reader resolves them; absolute ones appear only where a
//! format demands them, and such files only exist when `base_url` is set.

pub(super) mod agent;
pub mod catalog_json;
pub mod downloads;
pub mod engines;
pub mod feed;
pub mod hosting;
pub mod install;
pub mod llms;
pub mod marketplace;
pub mod raw;
pub mod scoped;
pub mod wellknown;

use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use anyhow::{Context as _, Result};
use serde::Serialize;

use super::{Inputs, Site};
use crate::catalog::{Skill, SkillIndex};
use crate::publish::{self, Content, Digest, FileDigest, Layout, Publication, Refusal};
use crate::{Catalog, Config};

/// What the indexes need of each skill, made when it is first asked for.
pub struct Registry {
    catalog: Arc<Catalog>,
    config: Arc<Config>,
    names: Vec<String>,
    slots: Vec<Slot>,
}

#[derive(Default)]
struct Slot {
    refusal: OnceLock<Option<Refusal>>,
    content: OnceLock<Package>,
    archive: OnceLock<Digest>,
}

/// The published files of a skill and their digest.
#[derive(Debug)]
pub struct Package {
    /// `SKILL.md` first, then by path.
    pub files: Vec<FileDigest>,
    /// Digest of all of them.
    pub tree: Digest,
}

impl Package {
    /// Size of all files in bytes.
    pub fn size(&self) -> u64 {
        self.files.iter().map(|file| file.size).sum()
    }
}

impl Registry {
    pub(super) fn new(inputs: &Inputs) -> Self {
        let (catalog, config) = (Arc::clone(&inputs.catalog), Arc::clone(&inputs.config));
        let names = publish::names(&catalog);
        let slots = names.iter().map(|_| Slot::default()).collect();
        Registry { catalog, config, names, slots }
    }

    /// The name that agents know a skill by.
    pub fn name(&self, index: SkillIndex) -> &str {
        &self.names[index.0 as usize]
    }

    /// Why clients are not offered this skill; `None` when they are.
    pub fn refusal(&self, index: SkillIndex) -> Option<&Refusal> {
        let refusal = self.slots[index.0 as usize].refusal.get_or_init(|| {
            let (skill, name) = (self.catalog.skill(index), self.name(index));
            publish::refusal(Publication { skill, name, source: &self.catalog.source }, &self.config)
        });
        refusal.as_ref()
    }

    /// The skills that clients are offered, in order.
    pub fn offered(&self) -> impl Iterator<Item = SkillIndex> + '_ {
        self.catalog.indexed().map(|(index, _)| index).filter(|index| self.refusal(*index).is_none())
    }
}

impl Site {
    /// A skill as agents get it.
    pub fn publication(&self, index: SkillIndex) -> Publication<'_> {
        let catalog = &self.inputs.catalog;
        Publication { skill: catalog.skill(index), name: self.registry.name(index), source: &catalog.source }
    }

    /// The published files of a skill.
    ///
    /// # Errors
    /// When a file can no longer be read.
    pub fn package(&self, index: SkillIndex) -> Result<&Package> {
        let slot = &self.registry.slots[index.0 as usize].content;
        if let Some(package) = slot.get() {
            return Ok(package);
        }
        let publication = self.publication(index);
        let files = publication.digests().with_context(|| cannot_read(publication.skill))?;
        let tree = publish::tree_digest(&files);
        Ok(slot.get_or_init(|| Package { files, tree }))
    }

    /// The digest of the flat archive of a skill.
    fn archive_digest(&self, index: SkillIndex) -> Result<Digest> {
        let slot = &self.registry.slots[index.0 as usize].archive;
        if let Some(digest) = slot.get() {
            return Ok(*digest);
        }
        let digest = Digest::of(&self.archive(index, Layout::Flat)?);
        Ok(*slot.get_or_init(|| digest))
    }

    /// A skill as one file.
    fn archive(&self, index: SkillIndex, layout: Layout) -> Result<Vec<u8>> {
        let publication = self.publication(index);
        publication.archive(layout).with_context(|| cannot_read(publication.skill))
    }

    /// A published file of a skill.
    fn published(&self, index: SkillIndex, content: Content) -> Result<Cow<'_, [u8]>> {
        let publication = self.publication(index);
        publication.bytes(content).with_context(|| cannot_read(publication.skill))
    }

    /// Everything that a skill requires, directly or not, by published name; what clients are not
    /// offered is left out.
    fn required_names(&self, index: SkillIndex) -> Vec<&str> {
        let required = self.inputs.catalog.closure(index).skills.iter().copied();
        let offered = required.filter(|other| self.registry.refusal(*other).is_none());
        offered.map(|other| self.registry.name(other)).collect()
    }
}

fn cannot_read(skill: &Skill) -> String {
    format!("cannot read the files of the skill in `{}`", skill.package.folder)
}

/// One line of JSON, for programs.
fn json(value: &impl Serialize) -> Result<Cow<'static, [u8]>> {
    let mut bytes = serde_json::to_vec(value)?;
    bytes.push(b'\n');
    Ok(bytes.into())
}

/// The absolute address of `path`, when the site's own is known.
fn absolute(inputs: &Inputs, path: &str) -> Option<String> {
    let base = inputs.config.base_url.as_deref()?;
    Some(format!("{base}{}", super::address::encode(path)))
}

#[cfg(test)]
mod tests;
