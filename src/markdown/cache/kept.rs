//! The file of the cache: a line with the version, then records of key (16 bytes), length of the
//! HTML (4 bytes, little-endian) and HTML. Records are added at the end; the file is made again
//! when that is not safe or when too much in it is out of use.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;

use sha2::{Digest, Sha256};

use super::super::highlight::{CLASSES, QUERIES};

/// Bytes of HTML that no block of the current build asked for and that are kept all the same:
/// a branch that is switched back and forth needs them.
const MAX_UNUSED: usize = 32 * 1024 * 1024;

/// In the place of HTML: this code has no colours. No code of any length is shown by it.
pub(super) const NONE: &str = "";

const KEY_BYTES: usize = 16;
const HEAD_BYTES: usize = KEY_BYTES + 4;

/// 128 bits of the digest of a language and a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Key([u8; KEY_BYTES]);

impl Key {
    pub(super) fn new(language: &str, code: &str) -> Self {
        // The language has no NUL, so no other pair gives the same bytes.
        let digest = Sha256::new().chain_update(language).chain_update([0]).chain_update(code).finalize();
        let mut key = [0; KEY_BYTES];
        key.copy_from_slice(&digest[..KEY_BYTES]);
        Key(key)
    }
}

/// What an earlier build left.
#[derive(Default)]
pub(super) struct Kept {
    bytes: Vec<u8>,
    places: HashMap<Key, Range<usize>>,
    /// True when every byte of the file belonged to a record, so that more can be added.
    sound: bool,
}

impl Kept {
    /// Reads `file`. Empty when it is not there, of another version, or unreadable; a record that
    /// was cut off is left out.
    pub(super) fn read(file: &Path) -> Self {
        let Ok(bytes) = fs::read(file) else { return Kept::default() };
        let mut kept = Kept { bytes, ..Kept::default() };
        let Some(mut rest) = kept.bytes.strip_prefix(header().as_bytes()) else { return Kept::default() };
        while let Some((head, after)) = rest.split_at_checked(HEAD_BYTES) {
            let (key, length) = head.split_at(KEY_BYTES);
            let (Ok(key), Ok(length)) = (key.try_into(), length.try_into()) else { break };
            let length = u32::from_le_bytes(length) as usize;
            let Some((_, after)) = after.split_at_checked(length) else { break };
            let start = kept.bytes.len() - after.len() - length;
            kept.places.insert(Key(key), start..start + length);
            rest = after;
        }
        kept.sound = rest.is_empty();
        kept
    }

    /// The kept HTML; see [`shows`] before it is used.
    pub(super) fn get(&self, key: Key) -> Option<&str> {
        std::str::from_utf8(&self.bytes[self.places.get(&key)?.clone()]).ok()
    }

    /// Adds `new` to the file that this was read from, and drops what `used` does not hold for when
    /// that is more than [`MAX_UNUSED`].
    pub(super) fn write(&self, file: &Path, new: &[(Key, &str)], used: &dyn Fn(&Key) -> bool) -> io::Result<()> {
        let replaced = |key: &Key| new.binary_search_by_key(key, |(key, _)| *key).is_ok();
        let stale = |key: &Key| !used(key) || replaced(key);
        let unused: usize = self.places.iter().filter(|(key, _)| stale(key)).map(|(_, place)| place.len()).sum();
        let is_much = unused > MAX_UNUSED;
        if new.is_empty() && !is_much {
            return Ok(());
        }
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)?;
        let mut records = Vec::new();
        for (key, html) in new {
            push(&mut records, *key, html.as_bytes());
        }
        if self.sound && !is_much && self.append(file, &records)? {
            return Ok(());
        }
        let mut all = header().into_bytes();
        let mut places: Vec<_> =
            self.places.iter().filter(|(key, _)| !(replaced(key) || is_much && !used(key))).collect();
        places.sort_unstable_by_key(|(key, _)| **key);
        for (key, place) in places {
            push(&mut all, *key, &self.bytes[place.clone()]);
        }
        all.extend(records);
        let beside = file.with_extension(format!("{}.tmp", std::process::id()));
        fs::write(&beside, all).and_then(|()| fs::rename(&beside, file)).inspect_err(|_| drop(fs::remove_file(&beside)))
    }

    /// Adds `records` at the end, unless another build has touched the file. Tells whether it did.
    fn append(&self, file: &Path, records: &[u8]) -> io::Result<bool> {
        let mut open: File = OpenOptions::new().append(true).open(file)?;
        if open.try_lock().is_err() || open.metadata()?.len() != self.bytes.len() as u64 {
            return Ok(false);
        }
        open.write_all(records)?;
        Ok(true)
    }
}

/// What makes the HTML and the file, as it is written here: another choice of colours is another cache.
const MADE_BY: [&str; 5] = [
    include_str!("../highlight.rs"),
    include_str!("../highlight/toml.rs"),
    include_str!("../highlight/tree.rs"),
    include_str!("../escape.rs"),
    include_str!("kept.rs"),
];

/// The first line: another one, and everything is made again.
fn header() -> String {
    let Key(made_by) = Key::new("made by", &[QUERIES.concat(), MADE_BY.concat()].concat());
    format!("{}, made by {:032x}\n", super::VERSIONS, u128::from_be_bytes(made_by))
}

fn push(bytes: &mut Vec<u8>, key: Key, html: &[u8]) {
    let Ok(length) = u32::try_from(html.len()) else { return };
    bytes.extend(key.0);
    bytes.extend(length.to_le_bytes());
    bytes.extend(html);
}

/// True when `html` shows exactly `code`, has no tags but spans of our classes, and closes each.
pub(super) fn shows(html: &str, code: &str) -> bool {
    let mut html = html;
    let mut code = code.as_bytes();
    let mut open = false;
    loop {
        // Most of it is the same text in both.
        let same = html.bytes().position(|byte| matches!(byte, b'<' | b'>' | b'&')).unwrap_or(html.len());
        let Some(after) = code.strip_prefix(&html.as_bytes()[..same]) else { return false };
        code = after;
        html = &html[same..];
        if html.is_empty() {
            return code.is_empty() && !open;
        }
        let sign =
            [("&lt;", b'<'), ("&gt;", b'>'), ("&amp;", b'&')].into_iter().find(|(entity, _)| html.starts_with(entity));
        if let Some((entity, sign)) = sign {
            let Some(after) = code.strip_prefix(&[sign]) else { return false };
            code = after;
            html = &html[entity.len()..];
        } else if open {
            let Some(after) = html.strip_prefix("</span>") else { return false };
            html = after;
            open = false;
        } else {
            let Some((class, after)) = html.strip_prefix("<span class=\"").and_then(|rest| rest.split_once("\">"))
            else {
                return false;
            };
            if !CLASSES.iter().any(|(known, _)| *known == class) {
                return false;
            }
            html = after;
            open = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::shows;

    #[test]
    fn only_our_marks_round_the_same_text() {
        assert!(shows("<span class=\"k\">a</span> &lt;b&amp;", "a <b&"));
        for html in [
            "<b>a</b>",
            "<span class=\"x\">a</span>",
            "<span class=\"k\">a",
            "a</span>",
            "b",
            "aa",
            "",
            "a<",
            "a>",
            "<span class=\"k\" onclick=\"\">a</span>",
        ] {
            assert!(!shows(html, "a"), "{html}");
        }
        assert!(!shows("<span class=\"k\"><span class=\"k\">a</span></span>", "a"));
    }
}
