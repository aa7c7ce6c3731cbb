//! What is kept between builds, in the user's cache folder: highlighted code, one file for each root, and what each
//! output folder was made from, so that a build that would change nothing can stop before it makes anything.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::markdown::HighlightCache;
use crate::output::{Output, Summary};
use crate::publish::Digest;

/// Files of each kind that are kept; those that were written longest ago go first.
const MAX_FILES: usize = 20;

/// Endings of the files.
const HIGHLIGHT: &str = "highlight";
const BUILT: &str = "built";

/// What a build that came to its end left behind.
#[derive(Serialize, Deserialize)]
pub(super) struct LastBuild {
    /// See [`Files::made_from`](crate::Files::made_from).
    made_from: String,
    /// See [`Output::state`].
    state: String,
    /// Number of files of the site.
    pub files: usize,
    /// Their size in bytes.
    pub bytes: u64,
    /// What the build said of its result, as sentences.
    pub remarks: Vec<String>,
    /// What it said of the catalog.
    pub said: Said,
}

/// What a build said of the catalog it read.
#[derive(Clone, Serialize, Deserialize)]
pub(super) struct Said {
    /// How it was told; see [`reports::how`](super::reports::how). `None` when it is to be told anew.
    pub how: Option<String>,
    /// The findings, as they were printed.
    pub findings: String,
    /// True when there were any at or above the level that fails.
    pub fails: bool,
    /// How many skills and findings there are, in words.
    pub skills_counted: String,
    pub findings_counted: String,
}

impl LastBuild {
    /// The build that filled `output`, when it was made from the same and nobody has touched it since.
    pub(super) fn find(output: &Output, made_from: Digest) -> Option<Self> {
        let text = fs::read(cache_file(output.root(), BUILT)?).ok()?;
        let built: LastBuild = serde_json::from_slice(&text).ok()?;
        let is_current = built.made_from == made_from.to_string() && built.state == output.state()?.to_string();
        is_current.then_some(built)
    }

    /// What a build into `output` left that came to its end. `None` when the output cannot be told.
    pub(super) fn new(
        output: &Output,
        made_from: Digest,
        summary: &Summary,
        remarks: &[String],
        said: Said,
    ) -> Option<Self> {
        let (made_from, state, remarks) = (made_from.to_string(), output.state()?.to_string(), remarks.to_vec());
        Some(LastBuild {
            made_from,
            state,
            files: summary.written + summary.unchanged,
            bytes: summary.bytes,
            remarks,
            said,
        })
    }

    /// Keeps it. A failure costs the next build its shortcut and nothing else.
    pub(super) fn keep(&self, output: &Output) {
        let Some(file) = cache_file(output.root(), BUILT) else { return };
        let Ok(text) = serde_json::to_vec(self) else { return };
        let Some(folder) = file.parent() else { return };
        // Another build may write the same file: whoever renames last wins, and nobody reads half of it.
        let beside = file.with_extension(format!("{}.new", std::process::id()));
        if fs::create_dir_all(folder).is_ok() && fs::write(&beside, text).is_ok() && fs::rename(&beside, &file).is_ok()
        {
            remove_old(folder, BUILT);
        }
    }
}

/// The cache for the catalog in `root`; one that lives in memory only when the system names no
/// folder for caches.
pub(super) fn open(root: &Path) -> HighlightCache {
    let file = fs::canonicalize(root).ok().and_then(|root| cache_file(&root, HIGHLIGHT));
    file.map_or_else(HighlightCache::default, |file| HighlightCache::open(&file))
}

/// Writes what is new and removes the files of catalogs that have not been built for long.
pub(super) fn save(cache: &HighlightCache) {
    cache.save();
    if let Some(folder) = cache.file().and_then(Path::parent) {
        remove_old(folder, HIGHLIGHT);
    }
}

/// The file of one kind that is kept for a folder, when the system names a folder for caches.
fn cache_file(of: &Path, kind: &str) -> Option<PathBuf> {
    let folder = folder(|name| std::env::var_os(name).filter(|value| !value.is_empty()))?;
    Some(folder.join(format!("{}.{kind}", Digest::of(of.as_os_str().as_encoded_bytes()).short())))
}

/// The folder for caches by the rules of the operating system.
fn folder(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let base = if cfg!(windows) {
        PathBuf::from(variable("LOCALAPPDATA")?)
    } else if let Some(folder) = variable("XDG_CACHE_HOME").map(PathBuf::from).filter(|folder| folder.is_absolute()) {
        folder
    } else {
        let home = PathBuf::from(variable("HOME")?);
        home.join(if cfg!(target_os = "macos") { "Library/Caches" } else { ".cache" })
    };
    Some(base.join("skillsite"))
}

/// Removes the oldest files of one kind beyond [`MAX_FILES`].
fn remove_old(folder: &Path, kind: &str) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == kind))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    files.sort_unstable();
    for (_, path) in files.iter().rev().skip(MAX_FILES) {
        // What cannot be removed now is tried again by the next build.
        let _ = fs::remove_file(path);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(all(unix, not(target_os = "macos")))]
    fn the_folder_is_the_systems() {
        let with = |pairs: &'static [(&str, &str)]| {
            folder(|name| pairs.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).into()))
        };
        assert_eq!(with(&[("XDG_CACHE_HOME", "/c"), ("HOME", "/h")]), Some("/c/skillsite".into()));
        assert_eq!(with(&[("XDG_CACHE_HOME", "relative"), ("HOME", "/h")]), Some("/h/.cache/skillsite".into()));
        assert_eq!(with(&[]), None);
    }

    #[test]
    fn only_the_newest_files_of_ours_stay() {
        let folder = tempfile::tempdir().unwrap();
        for number in 0..25 {
            let file = fs::File::create(folder.path().join(format!("{number}.highlight"))).unwrap();
            file.set_modified(SystemTime::UNIX_EPOCH + std::time::Duration::from_secs(1_000 + number)).unwrap();
        }
        fs::write(folder.path().join("other.txt"), "").unwrap();
        remove_old(folder.path(), HIGHLIGHT);
        let has = |name: &str| folder.path().join(name).exists();
        assert!(has("other.txt") && has("24.highlight") && has("5.highlight") && !has("4.highlight"));
    }
}
