//! Paths and bytes → a folder, safely. Knows nothing of pages.
//!
//! In order: [`Output::open`] looks at the folder and refuses what is not ours to write into;
//! [`Output::write`] makes the bytes of every path in parallel, compares them with what is there,
//! writes what differs into a staging folder inside the output, and when every path has succeeded
//! moves all of it into place, deletes what an earlier build wrote and this one did not, and
//! writes the list of its files ([`MARKER`]).
//!
//! What it never does:
//! * empty the folder first, or delete a file that its own list does not name;
//! * write through a link, or outside the folder;
//! * change anything before every path has succeeded. Only a folder without an earlier build is
//!   written directly, which saves a step for every file, and is cleared again on failure;
//! * tear a file: a reader sees the old bytes or the new ones. A build that is interrupted while
//!   it moves files leaves old and new pages side by side; the next one compares every byte and so
//!   mends it.

mod inventory;
mod record;
mod update;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use rayon::prelude::*;

use crate::publish::Digest;
use inventory::{Inventory, folders_of};
use record::Record;

/// The list of files that skillsite wrote into an output folder, at its top; see
/// [`Output::write`]. A folder that holds it is an output folder, which is never read as source.
///
/// It is JSON: `skillsite_output` is the version of the form (1), `complete` is false while a
/// build moves files into place, `files` are the paths, sorted, with `/`.
pub const MARKER: &str = crate::source::OUTPUT_MARKER;

/// Where changed files wait, inside the output folder so that moving them is one step.
const STAGING: &str = ".skillsite-staging";

/// A folder that may be written to.
#[derive(Debug)]
pub struct Output {
    /// As the user named it.
    shown: PathBuf,
    root: PathBuf,
    /// What an earlier build wrote; `None` where there was none.
    record: Option<Record>,
    /// The folder, locked against a second build for as long as this value lives.
    lock: Option<File>,
}

/// What a build did to the folder.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Files that were new or had other bytes.
    pub written: usize,
    /// Files that already had the right bytes.
    pub unchanged: usize,
    /// Files of an earlier build that are no longer made.
    pub deleted: usize,
    /// Size of all files of the site in bytes.
    pub bytes: u64,
    /// Files and folders (with a slash at the end) that are not ours and were kept, sorted.
    pub foreign: Vec<String>,
    /// True when the build before this one did not come to its end.
    pub repaired: bool,
}

impl Output {
    /// Looks at the folder `out`, which need not exist. `sources` are the folders that the site
    /// is made from. Nothing is changed.
    ///
    /// # Errors
    /// When `out` is a file, one of the sources, a parent of one, or in use by another build; and
    /// when it holds files but no list of an earlier build, unless `force` is set.
    pub fn open(out: &Path, sources: &[impl AsRef<Path>], force: bool) -> Result<Self> {
        let shown = out.to_owned();
        let name = out.display();
        let root = resolved(out).with_context(|| format!("cannot use the output folder {name}"))?;
        if root.exists() && !root.is_dir() {
            bail!("the output folder {name} is a file");
        }
        for source in sources.iter().filter_map(|source| resolved(source.as_ref()).ok()) {
            if source == root {
                bail!("the output folder {name} is the source folder; name another with --out");
            }
            if source.starts_with(&root) {
                bail!("the output folder {name} holds the source folder; name another with --out");
            }
        }
        // Before the list is read, which another build may be writing.
        let lock = if root.is_dir() { Some(locked(&root, out)?) } else { None };
        let record = read_record(&root, out)?;
        if record.is_none() && !force {
            refuse_foreign(&root, out)?;
        }
        Ok(Output { shown, root, record, lock })
    }

    /// A digest of the size and last change of each file that the last build wrote: the same digest means that nobody
    /// has touched them. `None` when there was no build, it did not come to its end, or a file is no longer there.
    pub fn state(&self) -> Option<Digest> {
        let record = self.record.as_ref().filter(|record| record.complete)?;
        let files: Vec<&String> = record.files.iter().collect();
        let files: Option<Vec<String>> = files
            .par_iter()
            .map(|path| {
                let found = fs::symlink_metadata(self.root.join(path)).ok().filter(Metadata::is_file)?;
                Some(format!("{path} {} {:?}", found.len(), found.modified().ok()?))
            })
            .collect();
        Some(Digest::of_all(files?))
    }

    /// The folder without links, once it exists.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Makes the folder hold exactly `paths` (relative, with `/`), each with the bytes that `get`
    /// makes, besides files that are not ours. No more bytes are held in memory than are being
    /// made at one time.
    ///
    /// # Errors
    /// When a path cannot be made, when a file or link that is not ours is in the way, and when
    /// the folder cannot be written to. Earlier output is then as it was, unless the failure came
    /// while files were moved into place.
    pub fn write<'p, 'b>(
        &mut self,
        paths: impl IntoIterator<Item = &'p str>,
        get: impl Fn(&str) -> Result<Cow<'b, [u8]>> + Sync,
    ) -> Result<Summary> {
        let paths: Vec<&str> = paths.into_iter().collect();
        if let Some(path) = paths.iter().find(|path| !stays_inside(path)) {
            bail!("`{path}` is not a path inside the output folder");
        }
        let is_new_folder = !self.root.exists();
        if self.lock.is_none() {
            self.make_and_lock()?;
        }
        let fresh = self.record.is_none();
        let record = self.record.take().unwrap_or_default();
        let wanted = Record::new(&paths);
        let inventory = Inventory::take(&self.root, &wanted, &record)
            .with_context(|| format!("cannot read the output folder {}", self.shown.display()))?;
        let is_there = |path: &str| self.root.join(path).symlink_metadata().is_ok();
        let namesakes = inventory.namesakes(&wanted, &record, is_there);
        self.refuse_obstacles(&[inventory.obstacles(&wanted, &record), namesakes].concat())?;

        let mut summary = Summary {
            foreign: inventory.foreign(&wanted, &record),
            repaired: !record.complete || self.root.join(STAGING).exists(),
            ..Summary::default()
        };
        if fresh {
            let result = self.write_fresh(&paths, &wanted, &get);
            let bytes = result.inspect_err(|_| self.clear(&wanted, is_new_folder))?;
            summary.written = paths.len();
            summary.bytes = bytes;
        } else {
            self.remove_staging()?;
            let update = self.stage(&paths, &inventory, &get).inspect_err(|_| drop(self.remove_staging()))?;
            summary.written = update.staged.len();
            summary.unchanged = paths.len() - update.staged.len();
            summary.bytes = update.bytes;
            summary.deleted = self.commit(&update.staged, &inventory, &wanted, &record)?;
        }
        self.record = Some(wanted);
        Ok(summary)
    }

    /// Makes the folder that was not there when it was looked at. Another build may have made it meanwhile, and written
    /// to it.
    fn make_and_lock(&mut self) -> Result<()> {
        fs::create_dir_all(&self.root).with_context(|| cannot_write(&self.shown))?;
        self.lock = Some(locked(&self.root, &self.shown)?);
        self.record = read_record(&self.root, &self.shown)?;
        Ok(())
    }

    fn refuse_obstacles(&self, obstacles: &[String]) -> Result<()> {
        if obstacles.is_empty() {
            return Ok(());
        }
        bail!(
            "{} holds {} in the way of the site that skillsite did not write: move {} away or name another folder",
            self.shown.display(),
            named(obstacles),
            if obstacles.len() == 1 { "it" } else { "them" }
        )
    }

    /// Writes straight into a folder that holds nothing of ours. Returns the number of bytes.
    fn write_fresh<'b>(
        &self,
        paths: &[&str],
        wanted: &Record,
        get: &(impl Fn(&str) -> Result<Cow<'b, [u8]>> + Sync),
    ) -> Result<u64> {
        self.make_folders(paths)?;
        let unfinished = Record { complete: false, ..wanted.clone() };
        unfinished.write(&self.root, MARKER).with_context(|| cannot_write(&self.shown))?;
        let results: Vec<Result<u64>> = paths
            .par_iter()
            .map(|path| {
                let bytes = get(path)?;
                let file = self.root.join(path);
                // Somebody may have put a file there meanwhile.
                let mut open = File::create_new(&file).with_context(|| cannot_write(&self.shown.join(path)))?;
                open.write_all(&bytes).with_context(|| cannot_write(&self.shown.join(path)))?;
                Ok(bytes.len() as u64)
            })
            .collect();
        let total = results.into_iter().sum::<Result<u64>>()?;
        wanted.write(&self.root, MARKER).with_context(|| cannot_write(&self.shown))?;
        Ok(total)
    }

    /// Removes what a failed [`Output::write_fresh`] has written.
    fn clear(&self, wanted: &Record, is_new_folder: bool) {
        // The failure that led here is what the user needs to know; a second one would hide it.
        let Ok(Some(record)) = Record::read(&self.root.join(MARKER)) else { return };
        for path in record.files.intersection(&wanted.files) {
            let _ = fs::remove_file(self.root.join(path));
        }
        self.remove_empty(&folders_of(wanted.files.iter().map(String::as_str)));
        let _ = fs::remove_file(self.root.join(MARKER));
        if is_new_folder {
            let _ = fs::remove_dir(&self.root);
        }
    }

    fn delete(&self, paths: &[&str]) -> Result<()> {
        for path in paths {
            match fs::remove_file(self.root.join(path)) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(error).with_context(|| format!("cannot delete {}", self.shown.join(path).display()));
                }
                _ => {}
            }
        }
        self.remove_empty(&folders_of(paths.iter().copied()));
        Ok(())
    }

    /// Removes those of `folders` that hold nothing, the inner ones first.
    fn remove_empty(&self, folders: &BTreeSet<String>) {
        for folder in folders.iter().rev() {
            // A folder that still holds something stays; that is no failure.
            let _ = fs::remove_dir(self.root.join(folder));
        }
    }

    fn make_folders(&self, paths: &[&str]) -> Result<()> {
        let folders = folders_of(paths.iter().copied());
        let mut levels: BTreeMap<usize, Vec<&String>> = BTreeMap::new();
        for folder in &folders {
            levels.entry(folder.matches('/').count()).or_default().push(folder);
        }
        // A folder is made after the one around it, and those that lie equally deep at the same time.
        levels.into_values().try_for_each(|level| {
            level.into_par_iter().try_for_each(|folder| match fs::create_dir(self.root.join(folder)) {
                Err(error) if error.kind() != ErrorKind::AlreadyExists => {
                    Err(error).with_context(|| cannot_write(&self.shown.join(folder)))
                }
                _ => Ok(()),
            })
        })
    }
}

/// True for `a/b.html`, false for anything that might leave the folder or meet our own files.
fn stays_inside(path: &str) -> bool {
    let parts_are_names = path.split('/').all(|part| !matches!(part, "" | "." | ".."));
    let first = path.split('/').next().unwrap_or_default();
    parts_are_names && !path.contains(['\\', '\0']) && first != MARKER && first != STAGING
}

fn refuse_foreign(root: &Path, out: &Path) -> Result<()> {
    let Ok(entries) = fs::read_dir(root) else { return Ok(()) };
    let mut names: Vec<String> =
        entries.filter_map(|entry| Some(entry.ok()?.file_name().to_string_lossy().into_owned())).collect();
    if names.is_empty() {
        return Ok(());
    }
    names.sort();
    bail!(
        "the output folder {} holds {} that skillsite did not write; name another folder with --out, or use --force \
         to build into it (nothing of it is deleted)",
        out.display(),
        named(&names)
    )
}

/// Up to three names in a sentence.
fn named(names: &[String]) -> String {
    crate::text::some_of(names.iter().map(|name| format!("`{name}`")), 3)
}

fn cannot_write(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn read_record(root: &Path, shown: &Path) -> Result<Option<Record>> {
    Record::read(&root.join(MARKER)).with_context(|| {
        let name = shown.display();
        format!("cannot tell which files in {name} are skillsite's; if all of them are, delete the folder")
    })
}

/// The folder as an open file that no other build can lock.
fn locked(root: &Path, shown: &Path) -> Result<File> {
    let folder = File::open(root).with_context(|| format!("cannot open the output folder {}", shown.display()))?;
    match folder.try_lock() {
        Err(fs::TryLockError::WouldBlock) => bail!("another build is writing to {}", shown.display()),
        // Some file systems know no locks; two builds at once are then the user's business.
        Ok(()) | Err(fs::TryLockError::Error(_)) => Ok(folder),
    }
}

/// The absolute path without links, as far as it exists.
fn resolved(path: &Path) -> io::Result<PathBuf> {
    let absolute = std::path::absolute(path)?;
    let mut missing = Vec::new();
    let mut existing = absolute.as_path();
    loop {
        match fs::canonicalize(existing) {
            Ok(found) => return Ok(missing.iter().rev().fold(found, |path, part| path.join(part))),
            Err(error) if error.kind() == ErrorKind::NotFound => {}
            Err(error) => return Err(error),
        }
        // A path that ends in `..` has no name: what is not there has no parent either.
        let (Some(parent), Some(name)) = (existing.parent(), existing.file_name()) else {
            return Err(ErrorKind::NotFound.into());
        };
        missing.push(name);
        existing = parent;
    }
}

#[cfg(test)]
mod tests;
