//! Where highlighted code is kept between builds: one file for each root in the user's cache folder.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

use crate::markdown::HighlightCache;

/// Catalogs whose files are kept; those that were built longest ago go first.
const MAX_CATALOGS: usize = 20;

/// The cache for the catalog in `root`; one that lives in memory only when the system names no
/// folder for caches.
pub(super) fn open(root: &Path) -> HighlightCache {
    let folder = folder(|name| std::env::var_os(name).filter(|value| !value.is_empty()));
    let root = fs::canonicalize(root).ok();
    match folder.zip(root) {
        Some((folder, root)) => HighlightCache::open(&folder.join(name(&root))),
        None => HighlightCache::default(),
    }
}

/// Writes what is new and removes the files of catalogs that have not been built for long.
pub(super) fn save(cache: &HighlightCache) {
    cache.save();
    if let Some(folder) = cache.file().and_then(Path::parent) {
        remove_old(folder);
    }
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

fn name(root: &Path) -> String {
    let digest = Sha256::digest(root.as_os_str().as_encoded_bytes());
    let mut number = [0; 8];
    number.copy_from_slice(&digest[..8]);
    format!("{:016x}.highlight", u64::from_be_bytes(number))
}

fn remove_old(folder: &Path) {
    let Ok(entries) = fs::read_dir(folder) else { return };
    let mut files: Vec<(SystemTime, PathBuf)> = entries
        .filter_map(Result::ok)
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "highlight"))
        .filter_map(|path| Some((fs::metadata(&path).ok()?.modified().ok()?, path)))
        .collect();
    files.sort_unstable();
    for (_, path) in files.iter().rev().skip(MAX_CATALOGS) {
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
        remove_old(folder.path());
        let has = |name: &str| folder.path().join(name).exists();
        assert!(has("other.txt") && has("24.highlight") && has("5.highlight") && !has("4.highlight"));
    }
}
