//! The table of paths: which there are, and what makes the bytes of each.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use anyhow::{Result, bail};
use rayon::prelude::*;

use super::{Inputs, Site};
use crate::catalog::SkillIndex;

/// Makes the bytes of one path.
pub type Make = Box<dyn for<'a> Fn(&'a Site) -> Result<Cow<'a, [u8]>> + Send + Sync>;

/// Makes the files of a folder, by path from the root of the site. Called again, it gives the same.
pub type Folder = for<'a> fn(&'a Site) -> &'a BTreeMap<String, Vec<u8>>;

/// Something the site publishes: claims its paths.
pub type Emitter = fn(&Inputs, &mut Table);

/// Something the site publishes of one skill: claims its paths.
pub type SkillEmitter = fn(&Site, SkillIndex, &mut Table);

/// Something the site publishes of the findings: claims its paths.
pub type LateEmitter = fn(&Site, &mut Table);

/// A part of the table of paths: relative, with `/`, unescaped.
#[derive(Default)]
pub struct Table {
    entries: BTreeMap<String, Make>,
    folders: BTreeMap<&'static str, Folder>,
    /// Paths that were claimed again.
    clashes: Vec<String>,
}

impl Table {
    /// Claims `path`. A second claim, also one that differs in letter case only, makes [`Site::new`]
    /// fail.
    pub fn add(
        &mut self,
        path: impl Into<String>,
        make: impl for<'a> Fn(&'a Site) -> Result<Cow<'a, [u8]>> + Send + Sync + 'static,
    ) {
        match self.entries.entry(path.into()) {
            Entry::Occupied(taken) => self.clashes.push(taken.key().clone()),
            Entry::Vacant(free) => drop(free.insert(Box::new(make))),
        }
    }

    /// Claims everything below `folder`, which ends in `/`: for files that are known only when they
    /// are made.
    pub fn add_folder(&mut self, folder: &'static str, files: Folder) {
        self.folders.insert(folder, files);
    }

    /// What makes the bytes of `path`.
    pub(super) fn get(&self, path: &str) -> Option<&Make> {
        self.entries.get(path)
    }

    /// Every path, in order, without those in claimed folders.
    pub(super) fn paths(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The claimed folders.
    pub(super) fn folders(&self) -> impl Iterator<Item = &Folder> {
        self.folders.values()
    }

    /// The files of the claimed folder that `path` lies in, made now if they are not yet.
    pub(super) fn files_around<'a>(&self, site: &'a Site, path: &str) -> Option<&'a BTreeMap<String, Vec<u8>>> {
        let (_, files) = self.folders.iter().find(|(folder, _)| path.starts_with(**folder))?;
        Some(files(site))
    }
}

/// Fails with both names when two things want the same place: the same path, paths that differ in
/// letter case only, or a file where another path needs a folder.
pub(super) fn check(tables: &[&Table]) -> Result<()> {
    let claimed =
        tables.par_iter().flat_map_iter(|table| table.paths().chain(table.clashes.iter().map(String::as_str)));
    // `/` as the lowest of all characters puts a file right before what is inside a folder of its name.
    let mut folded: Vec<(String, &str)> = claimed.map(|path| (path.to_lowercase().replace('/', "\0"), path)).collect();
    folded.par_sort_unstable();
    for pair in folded.windows(2) {
        let [(first, earlier), (second, later)] = pair else { continue };
        if first == second {
            bail!("two things of the site want the same place: `{earlier}` and `{later}`");
        }
        if second.strip_prefix(first.as_str()).is_some_and(|below| below.starts_with('\0')) {
            bail!("`{earlier}` is a file of the site, and `{later}` needs a folder of that name");
        }
    }
    for claimed in tables.iter().flat_map(|table| table.folders.keys()) {
        let place = claimed.trim_end_matches('/').to_lowercase().replace('/', "\0");
        let at = folded.partition_point(|(folded, _)| *folded < place);
        let taken = folded.get(at).filter(|(folded, _)| {
            folded.strip_prefix(place.as_str()).is_some_and(|below| below.is_empty() || below.starts_with('\0'))
        });
        if let Some((_, path)) = taken {
            bail!("two things of the site want the same place: `{path}` and the folder `{claimed}`");
        }
    }
    Ok(())
}
