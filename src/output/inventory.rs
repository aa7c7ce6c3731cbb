//! What lies in an output folder before a build, as far as it can matter to the build.

use std::collections::{BTreeSet, HashMap};
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use super::record::Record;
use super::{MARKER, STAGING};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    File,
    Folder,
    /// A link or anything else that is neither file nor folder.
    Other,
}

/// Everything in the folders of the site. Folders that are wholly foreign are not looked into.
#[derive(Debug, Default)]
pub(super) struct Inventory {
    entries: HashMap<String, Kind>,
    /// Names that are not Unicode, as well as they can be shown. They cannot be ours.
    unnamed: Vec<String>,
}

impl Inventory {
    /// Looks through `root` where `wanted` or `record` have files. Links are not followed.
    pub(super) fn take(root: &Path, wanted: &Record, record: &Record) -> io::Result<Self> {
        let folders = folders_of(wanted.files.iter().chain(&record.files).map(String::as_str));
        let mut inventory = Inventory::default();
        inventory.look(root, "", &folders)?;
        Ok(inventory)
    }

    fn look(&mut self, root: &Path, folder: &str, folders: &BTreeSet<String>) -> io::Result<()> {
        let entries = match fs::read_dir(root.join(folder)) {
            Ok(entries) => entries,
            Err(error) if folder.is_empty() && error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(error),
        };
        for entry in entries {
            let entry = entry?;
            let (name, is_unicode) = match entry.file_name().into_string() {
                Ok(name) => (name, true),
                Err(name) => (name.to_string_lossy().into_owned(), false),
            };
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            if !is_unicode {
                self.unnamed.push(path);
                continue;
            }
            let kind = match entry.file_type()? {
                kind if kind.is_dir() => Kind::Folder,
                kind if kind.is_file() => Kind::File,
                _ => Kind::Other,
            };
            if kind == Kind::Folder && folders.contains(&path) {
                self.look(root, &path, folders)?;
            }
            self.entries.insert(path, kind);
        }
        Ok(())
    }

    /// True when a plain file is there.
    pub(super) fn is_file(&self, path: &str) -> bool {
        self.entries.get(path) == Some(&Kind::File)
    }

    /// True when there is something at a path of ours that can be deleted as ours.
    pub(super) fn is_ours(&self, path: &str) -> bool {
        self.entries.get(path).is_some_and(|kind| *kind != Kind::Folder)
    }

    /// What is in the way of `wanted` and not in `record`: a foreign file at a path of the site,
    /// a folder where a file must be, a file or link where a folder must be.
    pub(super) fn obstacles(&self, wanted: &Record, record: &Record) -> Vec<String> {
        let ours = |path: &str| record.files.contains(path);
        let old_folders = folders_of(record.files.iter().map(String::as_str));
        let files = wanted.files.iter().filter(|path| match self.entries.get(*path) {
            None => false,
            Some(Kind::File | Kind::Other) => !ours(path),
            // A folder of ours goes when its last file goes; see below for what is foreign in it.
            Some(Kind::Folder) => !old_folders.contains(*path) || self.holds_foreign(path, record),
        });
        let folders = folders_of(wanted.files.iter().map(String::as_str));
        let folders = folders.iter().filter(|path| match self.entries.get(*path) {
            None | Some(Kind::Folder) => false,
            Some(Kind::File | Kind::Other) => !ours(path),
        });
        let all: BTreeSet<&String> = files.chain(folders).collect();
        all.into_iter().cloned().collect()
    }

    /// What is foreign and found by a path of `wanted` too, since the file system does not tell letter case apart.
    /// `is_there` asks it for a path.
    pub(super) fn namesakes(&self, wanted: &Record, record: &Record, is_there: impl Fn(&str) -> bool) -> Vec<String> {
        let foreign = self.foreign(wanted, record);
        let by_name: HashMap<String, &String> =
            foreign.iter().map(|path| (path.trim_end_matches('/').to_lowercase(), path)).collect();
        if by_name.is_empty() {
            return Vec::new();
        }
        let folders = folders_of(wanted.files.iter().map(String::as_str));
        let unlisted = wanted.files.iter().chain(&folders).filter(|path| !self.entries.contains_key(*path));
        let found = unlisted.filter_map(|path| Some((path, *by_name.get(&path.to_lowercase())?)));
        found.filter(|(path, _)| is_there(path)).map(|(_, foreign)| foreign.clone()).collect()
    }

    fn holds_foreign(&self, folder: &str, record: &Record) -> bool {
        let old_folders = folders_of(record.files.iter().map(String::as_str));
        let below = |path: &str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        let named =
            self.entries.keys().any(|path| below(path) && !record.files.contains(path) && !old_folders.contains(path));
        named || self.unnamed.iter().any(|path| below(path))
    }

    /// What neither this build nor an earlier one wrote, sorted; folders end in a slash.
    pub(super) fn foreign(&self, wanted: &Record, record: &Record) -> Vec<String> {
        let folders = folders_of(wanted.files.iter().chain(&record.files).map(String::as_str));
        let own = |path: &str| wanted.files.contains(path) || record.files.contains(path) || folders.contains(path);
        let mut foreign: Vec<String> = self
            .entries
            .iter()
            .filter(|(path, _)| !own(path) && *path != MARKER && *path != STAGING)
            .map(|(path, kind)| if *kind == Kind::Folder { format!("{path}/") } else { path.clone() })
            .chain(self.unnamed.iter().cloned())
            .collect();
        foreign.sort();
        foreign
    }
}

/// Every folder above the given paths, each once, outer ones first.
pub(super) fn folders_of<'a>(paths: impl IntoIterator<Item = &'a str>) -> BTreeSet<String> {
    let mut folders = BTreeSet::new();
    for path in paths {
        let mut rest = path;
        while let Some((folder, _)) = rest.rsplit_once('/') {
            // Most paths share their folder with others.
            if folders.contains(folder) {
                break;
            }
            folders.insert(folder.to_owned());
            rest = folder;
        }
    }
    folders
}
