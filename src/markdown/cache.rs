//! Highlighted code, kept within a build and between builds.
//!
//! A wrapper round [`highlight`](super::highlight()): the same bytes with and without it. Equal
//! code of one language is highlighted once a build; with a file, a later build highlights only
//! what is new, and loads grammars only then. That a language has no grammar is kept as well: to find
//! that out takes loading all of them.
//!
//! The file may be deleted at any time, cut off, or written by two builds at once. What it holds is
//! trusted for colours only: kept HTML is used when its text is exactly the code and its tags are
//! ours ([`kept::shows`]), so a damaged or forged file costs time and nothing else. A file that
//! cannot be read or written is left alone: a cache is no reason to fail.

mod kept;

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use kept::{Kept, Key};

/// What of other people highlighted code depends on; a test compares it with the versions in use. What of ours it
/// depends on tells itself.
pub(super) const VERSIONS: &str = concat!(
    "syntect 5.3.0, two-face 0.5.2, toml_parser 1.1.6, tree-sitter 0.27.1, tree-sitter-bash 0.25.1, ",
    "tree-sitter-json 0.24.8, tree-sitter-python 0.25.0, tree-sitter-typescript 0.23.2"
);

/// Highlighted code by language and text. Clones share what they hold.
#[derive(Clone, Default)]
pub struct HighlightCache(Arc<Shared>);

#[derive(Default)]
struct Shared {
    /// Where it is kept between builds; `None` for one that lives as long as this value.
    file: Option<PathBuf>,
    /// What earlier builds left.
    kept: Kept,
    /// What this build asked for.
    asked: Mutex<Asked>,
}

#[derive(Default)]
struct Asked {
    made: HashMap<Key, Option<String>>,
    used: HashSet<Key>,
}

impl HighlightCache {
    /// The cache in `file`, with what earlier builds left there.
    pub fn open(file: &Path) -> Self {
        HighlightCache(Arc::new(Shared {
            file: Some(file.to_owned()),
            kept: Kept::read(file),
            asked: Mutex::default(),
        }))
    }

    /// Where this is kept between builds, if it is.
    pub fn file(&self) -> Option<&Path> {
        self.0.file.as_deref()
    }

    /// What [`highlight`](super::highlight()) makes of `code`.
    pub fn highlight(&self, language: &str, code: &str) -> Option<String> {
        if language.is_empty() || code.is_empty() {
            return None;
        }
        let key = Key::new(language, code);
        if let Some(html) = self.0.kept.get(key)
            && (html == kept::NONE || kept::shows(html, code))
        {
            if self.0.file.is_some() {
                self.with_asked(|asked| asked.used.insert(key));
            }
            return (html != kept::NONE).then(|| html.to_owned());
        }
        if let Some(html) = self.with_asked(|asked| asked.made.get(&key).cloned()).flatten() {
            return html;
        }
        // Two threads may both make it; that costs less than waiting for each other.
        let html = super::highlight(language, code);
        self.with_asked(|asked| asked.made.insert(key, html.clone()));
        html
    }

    /// Number of blocks that were highlighted, not found.
    pub fn highlighted(&self) -> usize {
        self.with_asked(|asked| asked.made.len()).unwrap_or_default()
    }

    /// Bytes of HTML that were made and are held.
    pub fn held(&self) -> usize {
        let bytes = |asked: &mut Asked| asked.made.values().flatten().map(String::len).sum();
        self.with_asked(bytes).unwrap_or_default()
    }

    /// Writes what is new into the file, if there is one. Drops what this build did not use when it
    /// has become much. A file that cannot be written stays as it is.
    pub fn save(&self) {
        let Some(file) = &self.0.file else { return };
        let Ok(asked) = self.0.asked.lock() else { return };
        let mut new: Vec<(Key, &str)> =
            asked.made.iter().map(|(key, html)| (*key, html.as_deref().unwrap_or(kept::NONE))).collect();
        new.sort_unstable_by_key(|(key, _)| *key);
        // Nothing depends on the file, so there is nothing to tell the user.
        let _ = self.0.kept.write(file, &new, &|key| asked.used.contains(key));
    }

    fn with_asked<T>(&self, work: impl FnOnce(&mut Asked) -> T) -> Option<T> {
        // Another thread's panic ends the build anyway; until then there is just no cache.
        self.0.asked.lock().ok().map(|mut asked| work(&mut asked))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn file(name: &str) -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("deep").join(name);
        (folder, file)
    }

    const CODE: &str = "fn main() {\n    let a = \"<b>&amp;\"; // c\n}\n";

    #[test]
    fn the_same_html_from_the_program_from_memory_and_from_disk() {
        let (_folder, file) = file("a");
        let expected = crate::markdown::highlight("rust", CODE);
        let first = HighlightCache::open(&file);
        assert_eq!(first.highlight("rust", CODE), expected);
        assert_eq!(first.highlight("rust", CODE), expected);
        assert_eq!(first.highlight("no-such-language", CODE), None);
        assert_eq!(first.highlighted(), 2);
        first.save();

        let second = HighlightCache::open(&file);
        assert_eq!(second.highlight("rust", CODE), expected);
        assert_eq!(second.highlight("no-such-language", CODE), None);
        assert_eq!(second.highlighted(), 0);
        assert_eq!(second.highlight("python", CODE), crate::markdown::highlight("python", CODE));
        assert_eq!(second.highlighted(), 1);
    }

    #[test]
    fn new_blocks_are_added_and_nothing_is_written_without_any() {
        let (_folder, file) = file("a");
        let first = HighlightCache::open(&file);
        first.highlight("rust", "let a = 1;");
        first.save();
        let size = std::fs::metadata(&file).unwrap().len();

        let second = HighlightCache::open(&file);
        second.highlight("rust", "let b = 2;");
        second.save();
        assert!(std::fs::metadata(&file).unwrap().len() > size);

        std::fs::set_permissions(&file, readonly(&file)).unwrap();
        let third = HighlightCache::open(&file);
        third.highlight("rust", "let a = 1;");
        third.highlight("rust", "let b = 2;");
        assert_eq!(third.highlighted(), 0);
        third.save();
    }

    fn readonly(file: &Path) -> std::fs::Permissions {
        let mut permissions = std::fs::metadata(file).unwrap().permissions();
        permissions.set_readonly(true);
        permissions
    }

    #[test]
    fn a_damaged_or_forged_file_changes_nothing() {
        let (_folder, file) = file("a");
        let expected = crate::markdown::highlight("rust", CODE);
        let first = HighlightCache::open(&file);
        first.highlight("rust", CODE);
        first.save();
        let good = std::fs::read(&file).unwrap();

        let mut damaged =
            vec![Vec::new(), b"what is this".to_vec(), good[..good.len() - 3].to_vec(), good[..10].to_vec()];
        for at in 0..good.len() {
            let mut flipped = good.clone();
            flipped[at] ^= 0x11;
            damaged.push(flipped);
        }
        for bytes in damaged {
            std::fs::write(&file, bytes).unwrap();
            let cache = HighlightCache::open(&file);
            let html = cache.highlight("rust", CODE).unwrap();
            assert_eq!(text_of(&html), text_of(expected.as_deref().unwrap()));
        }

        let forged = expected.as_deref().unwrap().replace("<span class=\"k\">fn</span>", "<script>alert(1)</script>");
        Kept::default().write(&file, &[(Key::new("rust", CODE), &forged)], &|_| true).unwrap();
        let cache = HighlightCache::open(&file);
        assert_eq!(cache.highlight("rust", CODE), expected);
        cache.save();
        assert_eq!(HighlightCache::open(&file).highlight("rust", CODE), expected);
    }

    fn text_of(html: &str) -> String {
        html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect()
    }

    #[test]
    fn two_builds_at_once_lose_nothing_but_time() {
        let (_folder, file) = file("a");
        let one = HighlightCache::open(&file);
        let two = HighlightCache::open(&file);
        one.highlight("rust", "let a = 1;");
        two.highlight("rust", "let b = 2;");
        one.save();
        two.save();
        let after = HighlightCache::open(&file);
        after.highlight("rust", "let b = 2;");
        assert_eq!(after.highlighted(), 0);
    }

    #[test]
    fn what_builds_no_longer_use_is_dropped_when_it_is_much() {
        let (_folder, file) = file("a");
        let first = HighlightCache::open(&file);
        // Marks take far more room than the code, so few blocks are enough.
        let block = |number: usize| format!("let a{number} = [{}];", "1, ".repeat(600));
        let much = 40 * 1024 * 1024 / first.highlight("rust", &block(0)).unwrap().len();
        let html = first.highlight("rust", &block(0)).unwrap();
        let many: Vec<(Key, &str)> = (0..much).map(|n| (Key::new("rust", &block(n)), html.as_str())).collect();
        Kept::default().write(&file, &many, &|_| true).unwrap();
        assert!(std::fs::metadata(&file).unwrap().len() > 39 * 1024 * 1024);

        let second = HighlightCache::open(&file);
        second.highlight("rust", &block(0));
        second.highlight("rust", "let new = 1;");
        second.save();
        assert!(std::fs::metadata(&file).unwrap().len() < 1024 * 1024);
        let third = HighlightCache::open(&file);
        third.highlight("rust", &block(0));
        assert_eq!(third.highlighted(), 0);
    }

    #[test]
    fn a_place_that_cannot_be_written_is_no_failure() {
        let folder = tempfile::tempdir().unwrap();
        let blocked = folder.path().join("file");
        std::fs::write(&blocked, "x").unwrap();
        let cache = HighlightCache::open(&blocked.join("cache"));
        assert!(cache.highlight("rust", CODE).is_some());
        cache.save();
    }

    #[test]
    fn the_version_names_the_grammars_in_use() {
        let lock = include_str!("../../Cargo.lock");
        let version = |name: &str| {
            let entry = lock.split_once(&format!("name = \"{name}\"\nversion = \"")).unwrap().1;
            entry.split(['"', '+']).next().unwrap()
        };
        let trees =
            ["tree-sitter", "tree-sitter-bash", "tree-sitter-json", "tree-sitter-python", "tree-sitter-typescript"];
        for name in ["syntect", "two-face", "toml_parser"].into_iter().chain(trees) {
            let expected = format!("{name} {}", version(name));
            assert!(VERSIONS.contains(&expected), "{expected}");
        }
    }
}
