//! A second look at a folder that was read before: only what changed is read.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use anyhow::Context;
use camino::Utf8PathBuf;
use rayon::prelude::*;

use super::read::wanted;
use super::walk::{Found, is_passed_over, relative, walk};
use super::{FileId, LOADED_BYTES, SkipReason, Skipped, SourceFile, SourceTree, WalkOptions};

/// A tree that was read again.
#[derive(Debug)]
pub struct Update {
    /// The tree. Files that were there before have the numbers that they had; see [`FileId`].
    pub tree: SourceTree,
    /// Files that are new, have other bytes, or are no longer there.
    pub changed: HashSet<FileId>,
}

impl SourceTree {
    /// Looks at the folder again. `paths` are the absolute paths, without links, at which
    /// something may have changed; `None` means anywhere. Gives `None` when nothing changed.
    ///
    /// Files that are still the same share their bytes with this tree.
    ///
    /// # Errors
    /// See [`SourceTree::read`].
    pub fn read_again(
        &self,
        options: &WalkOptions,
        paths: Option<&BTreeSet<PathBuf>>,
    ) -> anyhow::Result<Option<Update>> {
        let root = options.root.canonicalize();
        let root = root.with_context(|| format!("cannot read `{}`", options.root.display()))?;
        let update = match paths.and_then(|paths| self.touched(&root, paths)) {
            Some(files) => self.with_files_read(files),
            None => self.walked_again(options, paths)?,
        };
        Ok(update)
    }

    /// The files that `paths` are about; `None` when files may have come or gone, which only a
    /// walk can tell.
    fn touched(&self, root: &Path, paths: &BTreeSet<PathBuf>) -> Option<Vec<FileId>> {
        let mut files = BTreeSet::new();
        for path in paths {
            let Ok(below) = path.strip_prefix(root) else { continue };
            if is_passed_over(below) {
                continue;
            }
            if path.file_name().is_some_and(|name| name == ".gitignore") {
                return None;
            }
            let here = relative(root, path);
            let own = here.as_deref().and_then(|path| self.find(path));
            // What has grown too large to be held in memory may have to be left out.
            let is_file = path.symlink_metadata().is_ok_and(|data| data.is_file() && data.len() <= LOADED_BYTES);
            match own {
                Some(id) if is_file && self.file(id).is_loaded() => {
                    files.insert(id);
                }
                Some(id) if is_file => {
                    // The bytes of a file of no skill are nobody's business.
                    if self.file(id).is_wanted() {
                        return None;
                    }
                }
                Some(_) => return None,
                None => {
                    let came_and_went = !path.exists() && here.is_some_and(|path| self.below(&path).next().is_none());
                    if !came_and_went {
                        return None;
                    }
                }
            }
            files.extend(self.linked.iter().copied().filter(|id| self.place(*id) == Some(path)));
        }
        Some(files.into_iter().collect())
    }

    /// Where a file was read.
    fn place(&self, id: FileId) -> Option<&PathBuf> {
        self.file(id).disk.as_ref().map(|disk| &disk.place)
    }

    /// The tree with these files read again.
    fn with_files_read(&self, files: Vec<FileId>) -> Option<Update> {
        let now = SystemTime::now();
        let read: Vec<(FileId, Arc<SourceFile>)> = files
            .into_par_iter()
            .filter_map(|id| {
                let old = self.file(id);
                let place = old.disk.as_ref()?.place.clone();
                let data = place.metadata().ok();
                let size = data.as_ref().map_or(old.size, std::fs::Metadata::len);
                let modified = data.and_then(|data| data.modified().ok());
                let found = Found { path: old.path.clone(), disk: place, size, modified };
                Some((id, Arc::new(found.read(old.is_loaded(), now).ok()?)))
            })
            .filter(|(id, new)| !same_bytes(self.file(*id), new))
            .collect();
        if read.is_empty() {
            return None;
        }
        let changed = read.iter().map(|(id, _)| *id).collect();
        let mut tree = self.shared();
        for (id, file) in read {
            tree.files[id.0 as usize] = file;
        }
        Some(Update { tree, changed })
    }

    /// The tree after a walk over the whole folder.
    fn walked_again(&self, options: &WalkOptions, paths: Option<&BTreeSet<PathBuf>>) -> anyhow::Result<Option<Update>> {
        let (found, mut skipped) = walk(options)?;
        let sources = if options.sources.is_empty() { vec![Utf8PathBuf::new()] } else { options.sources.clone() };
        let wanted = wanted(&found, &sources);
        let now = SystemTime::now();
        let read: Vec<_> = found
            .into_par_iter()
            .zip(wanted)
            .map(|(found, wanted)| {
                let old = self.find(&found.path);
                let named = paths.is_some_and(|paths| paths.contains(&found.disk));
                match old.map(|id| &self.files[id.0 as usize]) {
                    Some(file) if !named && is_still(file, &found, wanted) => (old, Ok(Arc::clone(file))),
                    _ => (old, found.read(wanted, now).map(Arc::new)),
                }
            })
            .collect();

        let mut tree = SourceTree { sources, order: Vec::with_capacity(read.len()), ..self.shared() };
        let mut changed = HashSet::new();
        for (old, file) in read {
            match (old, file) {
                (_, Err(unreadable)) => skipped.push(unreadable),
                (Some(id), Ok(file)) => {
                    if !Arc::ptr_eq(&self.files[id.0 as usize], &file) && !same_bytes(self.file(id), &file) {
                        changed.insert(id);
                    }
                    tree.files[id.0 as usize] = file;
                    tree.order.push(id);
                }
                (None, Ok(file)) => {
                    let id = FileId(tree.files.len() as u32);
                    tree.files.push(file);
                    tree.order.push(id);
                    changed.insert(id);
                }
            }
        }
        let there: HashSet<FileId> = tree.order.iter().copied().collect();
        for gone in self.order.iter().copied().filter(|id| !there.contains(id)) {
            let path = self.path(gone).to_owned();
            tree.files[gone.0 as usize] = Arc::new(SourceFile::loaded(path, Vec::new(), None));
            changed.insert(gone);
        }
        skipped.sort();
        if changed.is_empty() && same_skips(&skipped, &self.skipped) && tree.sources == self.sources {
            return Ok(None);
        }
        tree.skipped = skipped;
        tree.linked = linked(&tree, options);
        Ok(Some(Update { tree, changed }))
    }

    /// A tree with the same files.
    fn shared(&self) -> Self {
        SourceTree {
            root: self.root.clone(),
            sources: self.sources.clone(),
            skipped: self.skipped.clone(),
            files: self.files.clone(),
            order: self.order.clone(),
            linked: self.linked.clone(),
        }
    }
}

impl SourceFile {
    /// False for a file of no skill.
    fn is_wanted(&self) -> bool {
        self.disk.as_ref().is_none_or(|disk| disk.wanted)
    }
}

/// The files that do not lie at their own path on disk, but where a link leads.
pub(super) fn linked(tree: &SourceTree, options: &WalkOptions) -> Vec<FileId> {
    let Ok(root) = options.root.canonicalize() else { return Vec::new() };
    let lies_elsewhere = |id: &FileId| {
        let place = tree.place(*id).and_then(|place| place.strip_prefix(&root).ok());
        place.is_none_or(|place| place != tree.path(*id).as_std_path())
    };
    tree.ids().filter(lies_elsewhere).collect()
}

/// True when the same was left out for reasons that a page or a finding may tell. That a build was written into the
/// source folder meanwhile is none of them.
fn same_skips(new: &[Skipped], old: &[Skipped]) -> bool {
    let told = |skipped: &&Skipped| skipped.reason != SkipReason::Output;
    new.iter().filter(told).eq(old.iter().filter(told))
}

/// True when nobody can tell the two apart.
fn same_bytes(old: &SourceFile, new: &SourceFile) -> bool {
    if !old.is_wanted() && !new.is_wanted() {
        return true;
    }
    let on_disk = !new.is_loaded();
    old.content == new.content && old.size == new.size && !(on_disk && old.disk != new.disk)
}

/// True when a file that was found is the one that was read before, by place, size and time.
fn is_still(file: &SourceFile, found: &Found, wanted: bool) -> bool {
    let Some(disk) = file.disk.as_ref().filter(|disk| disk.place == found.disk && disk.wanted == wanted) else {
        return false;
    };
    let same_time = disk.modified.is_some() && disk.modified == found.modified;
    !wanted || same_time && file.size == found.size
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// A folder on disk and the tree that was last read from it.
    struct Place {
        folder: tempfile::TempDir,
        tree: SourceTree,
    }

    impl Place {
        fn new(files: &[(&str, &str)]) -> Self {
            let folder = tempfile::tempdir().unwrap();
            for (path, text) in files {
                put(folder.path(), path, text);
            }
            let tree = SourceTree::read(&options(folder.path())).unwrap();
            Place { folder, tree }
        }

        fn put(&self, path: &str, text: &str) {
            put(self.folder.path(), path, text);
        }

        /// Reads again after changes at `paths` (anywhere when there are none); gives the paths of
        /// the files that changed. The tree must then be the one that a first look gives.
        #[track_caller]
        fn again(&mut self, paths: &[&str]) -> Vec<String> {
            let root = self.folder.path().canonicalize().unwrap();
            let paths: BTreeSet<PathBuf> = paths.iter().map(|path| root.join(path)).collect();
            let options = options(self.folder.path());
            let update = self.tree.read_again(&options, (!paths.is_empty()).then_some(&paths)).unwrap();
            let mut changed = Vec::new();
            if let Some(update) = update {
                changed = update.changed.iter().map(|id| update.tree.path(*id).to_string()).collect();
                self.tree = update.tree;
            }
            changed.sort();
            let fresh = SourceTree::read(&options).unwrap();
            assert_eq!(contents(&self.tree), contents(&fresh));
            assert_eq!(self.tree.skipped, fresh.skipped);
            assert_eq!(self.tree.folders().skills.len(), fresh.folders().skills.len());
            for id in self.tree.ids() {
                assert_eq!(self.tree.find(self.tree.path(id)), Some(id));
            }
            changed
        }
    }

    fn options(root: &Path) -> WalkOptions {
        WalkOptions { root: root.to_owned(), ..WalkOptions::default() }
    }

    fn put(root: &Path, path: &str, text: &str) {
        let file = root.join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn contents(tree: &SourceTree) -> Vec<(String, Vec<u8>)> {
        tree.ids().map(|id| (tree.path(id).to_string(), tree.bytes(id).unwrap().into_owned())).collect()
    }

    #[test]
    fn an_edit_reads_one_file_and_shares_the_others() {
        let mut place = Place::new(&[("a/SKILL.md", "one"), ("b/SKILL.md", "b")]);
        let before = place.tree.files.clone();
        place.put("a/SKILL.md", "two");
        assert_eq!(place.again(&["a/SKILL.md"]), ["a/SKILL.md"]);
        assert!(Arc::ptr_eq(&place.tree.files[1], &before[1]));
        assert!(place.again(&["a/SKILL.md"]).is_empty(), "nothing changed since");
    }

    #[test]
    fn files_keep_their_numbers_when_others_come_and_go() {
        let mut place = Place::new(&[("b/SKILL.md", "b"), ("c/SKILL.md", "c"), ("d/SKILL.md", "d")]);
        let number = |place: &Place, path: &str| place.tree.find(path.into());
        let (b, d) = (number(&place, "b/SKILL.md"), number(&place, "d/SKILL.md"));
        place.put("a/SKILL.md", "a");
        place.put("bb/x/SKILL.md", "bb");
        fs::remove_dir_all(place.folder.path().join("c")).unwrap();
        assert_eq!(place.again(&["a", "bb", "c"]), ["a/SKILL.md", "bb/x/SKILL.md", "c/SKILL.md"]);
        assert_eq!((number(&place, "b/SKILL.md"), number(&place, "d/SKILL.md")), (b, d));
        let paths: Vec<&str> = place.tree.ids().map(|id| place.tree.path(id).as_str()).collect();
        assert_eq!(paths, ["a/SKILL.md", "b/SKILL.md", "bb/x/SKILL.md", "d/SKILL.md"]);
    }

    #[test]
    fn a_skill_file_that_grows_too_large_is_left_out_and_not_empty() {
        let mut place = Place::new(&[("a/SKILL.md", "one"), ("a/data.md", "data")]);
        let large = "word ".repeat(LOADED_BYTES as usize / 5 + 1);
        place.put("a/data.md", &large);
        assert_eq!(place.again(&["a/data.md"]), ["a/data.md"]);
        place.put("a/SKILL.md", &large);
        assert_eq!(place.again(&["a/SKILL.md"]), ["a/SKILL.md"]);
        let reason = SkipReason::Unreadable("it has more than 2 MiB".into());
        assert_eq!(place.tree.skipped, [Skipped { path: "a/SKILL.md".into(), reason }]);
        place.put("a/SKILL.md", "two");
        assert_eq!(place.again(&["a/SKILL.md"]), ["a/SKILL.md"]);
    }

    #[test]
    fn litter_and_files_that_came_and_went_change_nothing() {
        let mut place = Place::new(&[("a/SKILL.md", "a")]);
        place.put("a/SKILL.md~", "a");
        place.put("a/.SKILL.md.swp", "a");
        assert!(place.again(&["a/SKILL.md~", "a/.SKILL.md.swp", "a/4913"]).is_empty());
    }

    #[test]
    fn a_file_that_becomes_a_folder_and_back_is_read() {
        let mut place = Place::new(&[("a/SKILL.md", "a"), ("a/x.md", "x")]);
        fs::remove_file(place.folder.path().join("a/x.md")).unwrap();
        place.put("a/x.md/inner.md", "inner");
        assert_eq!(place.again(&["a/x.md"]), ["a/x.md", "a/x.md/inner.md"]);
        fs::remove_dir_all(place.folder.path().join("a/x.md")).unwrap();
        place.put("a/x.md", "x");
        assert_eq!(place.again(&["a/x.md"]), ["a/x.md", "a/x.md/inner.md"]);
    }

    #[test]
    fn without_paths_everything_is_looked_at() {
        let mut place = Place::new(&[("a/SKILL.md", "one"), ("b/SKILL.md", "b")]);
        place.put("b/SKILL.md", "B");
        place.put("b/new.md", "new");
        assert_eq!(place.again(&[]), ["b/SKILL.md", "b/new.md"]);
    }

    #[test]
    fn a_build_into_the_folder_changes_nothing() {
        let place = Place::new(&[("a/SKILL.md", "a"), ("b/SKILL.md", "b")]);
        let options = WalkOptions { output: Some(place.folder.path().join("public")), ..options(place.folder.path()) };
        place.put("public/skills/a.html", "a");
        assert!(place.tree.read_again(&options, None).unwrap().is_none());
        place.put("a/SKILL.md", "new");
        let update = place.tree.read_again(&options, None).unwrap().unwrap();
        assert_eq!(update.changed.len(), 1);
        assert_eq!(update.tree.skipped.len(), 1);
    }

    #[test]
    fn an_ignore_file_takes_effect() {
        let mut place = Place::new(&[("a/SKILL.md", "a"), ("b/SKILL.md", "b"), (".git/HEAD", "x")]);
        place.put(".gitignore", "/b\n");
        assert!(place.again(&[".gitignore"]).contains(&"b/SKILL.md".to_owned()));
    }

    #[cfg(unix)]
    #[test]
    fn a_file_behind_a_link_is_read_where_it_lies() {
        let mut place = Place::new(&[("a/SKILL.md", "a"), ("shared/x.md", "one")]);
        std::os::unix::fs::symlink("../shared/x.md", place.folder.path().join("a/x.md")).unwrap();
        assert_eq!(place.again(&["a/x.md"]), ["a/x.md"]);
        place.put("shared/x.md", "two");
        // The file itself is part of no skill.
        assert_eq!(place.again(&["shared/x.md"]), ["a/x.md"]);
    }
}
