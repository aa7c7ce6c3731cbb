//! Catalog + Report + Theme → the table of paths, each with a function that makes its bytes.
//!
//! Nothing here reads or writes disk (files too large to hold in memory are read through
//! [`SourceTree::bytes`](crate::SourceTree::bytes)). Two claims on one path are caught when the
//! table is made, before anything is rendered.

pub mod address;
mod assets;
mod chart;
mod chrome;
mod cost;
mod facets;
mod files;
mod findings;
mod graph;
mod groups;
mod health;
mod here;
mod home;
mod list;
mod pages;
mod prose;
pub mod registry;
mod schema;
pub mod search_data;
mod shared;
mod similar;
mod skill;
pub mod strings;
mod viewer;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use anyhow::{Result, bail};

use crate::catalog::SkillIndex;
use crate::markdown::HighlightCache;
use crate::{Catalog, Config, Report, Theme};
use files::SkillFile;
use findings::FindingIndex;
pub use registry::Registry;
use search_data::SearchData;
use strings::Strings;

/// What every page is made from.
pub struct Inputs {
    /// The skills.
    pub catalog: Arc<Catalog>,
    /// What is wrong with them.
    pub report: Report,
    /// The settings.
    pub config: Config,
    /// Templates and assets.
    pub theme: Theme,
    /// What git knows of the source.
    pub repository: crate::git::Repository,
}

/// Makes the bytes of one path.
pub type Make = Box<dyn for<'a> Fn(&'a Site) -> Result<Cow<'a, [u8]>> + Send + Sync>;

/// Makes the files of a folder, by path from the root of the site. Called again, it gives the same.
pub type Folder = for<'a> fn(&'a Site) -> &'a BTreeMap<String, Vec<u8>>;

/// Something the site publishes: claims its paths.
pub type Emitter = fn(&Inputs, &mut Table);

/// Every emitter, in order. A new kind of output is a file in `site/` and a line here.
pub const EMITTERS: &[Emitter] = &[
    home::emit,
    skill::emit,
    viewer::emit,
    files::emit,
    groups::emit,
    shared::emit,
    graph::emit,
    health::emit,
    pages::emit,
    facets::emit,
    assets::emit,
    search_data::emit,
    schema::emit,
];

/// The table of paths: relative, with `/`, unescaped.
#[derive(Default)]
pub struct Table {
    entries: BTreeMap<String, Make>,
    folders: BTreeMap<&'static str, Folder>,
    clashes: Vec<(String, String)>,
    folded: BTreeMap<String, String>,
}

impl Table {
    /// Claims `path`. A second claim, also one that differs in letter case only, makes
    /// [`Site::new`] fail.
    pub fn add(
        &mut self,
        path: impl Into<String>,
        make: impl for<'a> Fn(&'a Site) -> Result<Cow<'a, [u8]>> + Send + Sync + 'static,
    ) {
        let path = path.into();
        if let Some(earlier) = self.folded.insert(path.to_lowercase(), path.clone()) {
            self.clashes.push((earlier, path));
        } else {
            self.entries.insert(path, Box::new(make));
        }
    }

    /// Claims everything below `folder`, which ends in `/`: for files that are known only when they
    /// are made.
    pub fn add_folder(&mut self, folder: &'static str, files: Folder) {
        self.folders.insert(folder, files);
    }

    /// Fails with both names when two things want the same place: the same path, paths that differ
    /// in letter case only, or a file where another path needs a folder.
    fn check(&self) -> Result<()> {
        if let Some((earlier, later)) = self.clashes.first() {
            bail!("two things of the site want the same place: `{earlier}` and `{later}`");
        }
        for (folded, path) in &self.folded {
            let folder = format!("{folded}/");
            if let Some((_, inside)) =
                self.folded.range(folder.clone()..).next().filter(|(key, _)| key.starts_with(&folder))
            {
                bail!("`{path}` is a file of the site, and `{inside}` needs a folder of that name");
            }
            if let Some(claimed) = self.folders.keys().find(|claimed| folder.starts_with(**claimed)) {
                bail!("two things of the site want the same place: `{path}` and the folder `{claimed}`");
            }
        }
        Ok(())
    }

    /// The files of the claimed folder that `path` lies in, made now if they are not yet.
    fn files_around<'a>(&self, site: &'a Site, path: &str) -> Option<&'a BTreeMap<String, Vec<u8>>> {
        let (_, files) = self.folders.iter().find(|(folder, _)| path.starts_with(**folder))?;
        Some(files(site))
    }
}

/// A site: a function from path to bytes.
pub struct Site {
    /// What it is made from.
    pub inputs: Inputs,
    /// Highlighted code; in memory only until another is put in its place.
    pub highlights: HighlightCache,
    /// Words of the interface.
    pub strings: Strings,
    files: Vec<Vec<SkillFile>>,
    findings: FindingIndex,
    registry: Registry,
    asset_marks: BTreeMap<String, String>,
    early_script_hash: String,
    search: OnceLock<SearchData>,
    costs: OnceLock<Vec<cost::Cost>>,
    facet_data: OnceLock<(String, String)>,
    similar: OnceLock<Vec<Vec<SkillIndex>>>,
    table: Table,
}

impl Site {
    /// Makes the table of paths.
    ///
    /// # Errors
    /// When two outputs claim one path, or the interface has no strings in the configured language.
    pub fn new(mut inputs: Inputs) -> Result<Self> {
        let mut table = Table::default();
        for emit in EMITTERS {
            emit(&inputs, &mut table);
        }
        let registry = Registry::new(&inputs);
        registry.emit(&inputs, &mut table);
        table.check()?;
        let strings = Strings::new(&inputs.config.language)?;
        inputs.theme.templates.global_context().insert("t", &strings.table());
        let files = inputs.catalog.skills.iter().map(|skill| files::of_skill(&inputs.catalog.source, skill)).collect();
        Ok(Site {
            findings: FindingIndex::new(&inputs.catalog, &inputs.report),
            asset_marks: assets::marks(&inputs.theme, &strings),
            early_script_hash: assets::early_script_hash(&inputs.theme),
            registry,
            highlights: HighlightCache::default(),
            inputs,
            strings,
            files,
            search: OnceLock::new(),
            costs: OnceLock::new(),
            facet_data: OnceLock::new(),
            similar: OnceLock::new(),
            table,
        })
    }

    /// The search index, made now if it is not yet.
    pub fn search(&self) -> &SearchData {
        self.search.get_or_init(|| search_data::make(self))
    }

    /// Every path, in order. Makes what is known only when it is made, such as the search index.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let made = self.table.folders.values().flat_map(|files| files(self).keys());
        let mut paths: Vec<&str> = self.table.entries.keys().chain(made).map(String::as_str).collect();
        paths.sort_unstable();
        paths.into_iter()
    }

    /// True when the site has this path.
    pub fn has(&self, path: &str) -> bool {
        self.table.entries.contains_key(path)
            || self.table.files_around(self, path).is_some_and(|files| files.contains_key(path))
    }

    /// The context cost of a skill.
    fn cost(&self, skill: SkillIndex) -> cost::Cost {
        self.costs.get_or_init(|| cost::of_all(self))[skill.0 as usize]
    }

    /// The skills that are most like one, best first.
    fn similar(&self, skill: SkillIndex) -> &[SkillIndex] {
        &self.similar.get_or_init(|| similar::of_all(self))[skill.0 as usize]
    }

    /// The data of the facets and its mark.
    fn facet_data(&self) -> &(String, String) {
        self.facet_data.get_or_init(|| facets::data(self))
    }

    /// The bytes of one path; `None` when the site has no such path.
    pub fn get(&self, path: &str) -> Option<Result<Cow<'_, [u8]>>> {
        if let Some(make) = self.table.entries.get(path) {
            return Some(make(self));
        }
        Some(Ok(self.table.files_around(self, path)?.get(path)?.as_slice().into()))
    }
}

/// `text` as text and attributes of HTML hold it.
fn escape(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    tera::escape_html(text, &mut out).unwrap_or_else(|_| unreachable!("writing to memory never fails"));
    String::from_utf8(out).unwrap_or_else(|_| unreachable!("escaping keeps text text"))
}

#[cfg(test)]
mod tests;
