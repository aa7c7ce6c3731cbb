//! A folder that an earlier build filled: what differs is staged, then moved into place.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use rayon::prelude::*;

use super::inventory::{Inventory, folders_of};
use super::record::Record;
use super::{MARKER, Output, STAGING, cannot_write};

impl Output {
    /// Makes every path and puts those that differ from what is there into the staging folder.
    pub(super) fn stage<'b>(
        &self,
        paths: &[&str],
        inventory: &Inventory,
        get: &(impl Fn(&str) -> Result<Cow<'b, [u8]>> + Sync),
    ) -> Result<Update> {
        let results: Vec<Result<(bool, u64)>> = paths
            .par_iter()
            .enumerate()
            .map(|(index, path)| {
                let bytes = get(path)?;
                let size = bytes.len() as u64;
                if inventory.is_file(path) && holds(&self.root.join(path), &bytes) {
                    return Ok((false, size));
                }
                write_staged(&self.staged(index), &bytes).with_context(|| cannot_write(&self.shown.join(path)))?;
                Ok((true, size))
            })
            .collect();
        let mut update = Update::default();
        for (index, result) in results.into_iter().enumerate() {
            let (changed, size) = result?;
            update.bytes += size;
            if changed {
                update.staged.push((index, paths[index].to_owned()));
            }
        }
        Ok(update)
    }

    /// Moves staged files into place and deletes what is no longer made. Returns how many files
    /// were deleted.
    pub(super) fn commit(
        &self,
        staged: &[(usize, String)],
        inventory: &Inventory,
        wanted: &Record,
        record: &Record,
    ) -> Result<usize> {
        let stale: Vec<&str> = record.files.difference(&wanted.files).map(String::as_str).collect();
        let present: Vec<&str> = stale.iter().copied().filter(|path| inventory.is_ours(path)).collect();
        if staged.is_empty() && stale.is_empty() && record.complete {
            return Ok(0);
        }
        // From here on files of both lists may be there, so both are ours.
        let both = Record { complete: false, files: wanted.files.union(&record.files).cloned().collect() };
        both.write(&self.root, MARKER).with_context(|| cannot_write(&self.shown))?;

        // An old file may stand where a new one needs a folder, or differ from a new one in
        // letter case only; such files go first, all others when the new pages are there.
        let (first, last) = split_by_obstruction(&present, staged);
        self.delete(&first)?;
        let names: Vec<&str> = staged.iter().map(|(_, path)| path.as_str()).collect();
        self.make_folders(&names)?;
        let moves: Vec<Result<()>> = staged
            .par_iter()
            .map(|(index, path)| {
                fs::rename(self.staged(*index), self.root.join(path))
                    .with_context(|| cannot_write(&self.shown.join(path)))
            })
            .collect();
        moves.into_iter().collect::<Result<()>>()?;
        self.delete(&last)?;
        self.remove_staging()?;
        wanted.write(&self.root, MARKER).with_context(|| cannot_write(&self.shown))?;
        Ok(present.len())
    }

    fn staged(&self, index: usize) -> PathBuf {
        self.root.join(STAGING).join(index.to_string())
    }

    pub(super) fn remove_staging(&self) -> Result<()> {
        let staging = self.root.join(STAGING);
        let result = match fs::symlink_metadata(&staging) {
            Ok(found) if found.is_dir() => fs::remove_dir_all(&staging),
            Ok(_) => fs::remove_file(&staging),
            Err(_) => Ok(()),
        };
        result.with_context(|| format!("cannot delete {}", self.shown.join(STAGING).display()))
    }
}

/// What a build changes.
#[derive(Default)]
pub(super) struct Update {
    /// Number in the staging folder and path.
    pub staged: Vec<(usize, String)>,
    /// Size of all files of the site, changed or not.
    pub bytes: u64,
}

/// True when the file holds exactly `bytes`.
fn holds(file: &Path, bytes: &[u8]) -> bool {
    let same_size = fs::symlink_metadata(file).is_ok_and(|found| found.len() == bytes.len() as u64);
    same_size && fs::read(file).is_ok_and(|found| found == bytes)
}

fn write_staged(file: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::write(file, bytes) {
        Err(error) if error.kind() == ErrorKind::NotFound => {
            fs::create_dir_all(file.parent().unwrap_or(file))?;
            fs::write(file, bytes)
        }
        result => result,
    }
}

/// Those of `old` that must go before `staged` can be moved into place, and the others.
pub(super) fn split_by_obstruction<'a>(old: &[&'a str], staged: &[(usize, String)]) -> (Vec<&'a str>, Vec<&'a str>) {
    let files: HashSet<String> = staged.iter().map(|(_, path)| path.to_lowercase()).collect();
    let folders = folders_of(files.iter().map(String::as_str));
    old.iter().partition(|path| {
        let path = path.to_lowercase();
        let below_a_file = folders_of([path.as_str()]).iter().any(|folder| files.contains(folder));
        files.contains(&path) || folders.contains(&path) || below_a_file
    })
}
