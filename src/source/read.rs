//! From a walk to a tree with text in memory.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use camino::Utf8PathBuf;
use rayon::prelude::*;

use super::again::linked;
use super::walk::{Found, walk};
use super::{
    Content, Disk, FileId, Folders, SkillFolder, SkipReason, Skipped, SourceFile, SourceTree, WalkOptions, is_skill_md,
    is_skill_toml,
};

/// Files up to this many bytes are held in memory; larger ones are read again when wanted, and a larger `SKILL.md` or
/// `SKILL.toml` is left out.
pub const LOADED_BYTES: u64 = 2 * 1024 * 1024;

/// Walks, then reads in parallel every file that belongs to a skill.
pub(super) fn read(options: &WalkOptions) -> anyhow::Result<SourceTree> {
    let (found, mut skipped) = walk(options)?;
    let sources = if options.sources.is_empty() { vec![Utf8PathBuf::new()] } else { options.sources.clone() };
    let wanted = wanted(&found, &sources);
    let now = SystemTime::now();
    let read: Vec<_> = found.into_par_iter().zip(wanted).map(|(found, wanted)| found.read(wanted, now)).collect();
    let mut files = Vec::with_capacity(read.len());
    for file in read {
        match file {
            Ok(file) => files.push(file),
            Err(unreadable) => skipped.push(unreadable),
        }
    }
    skipped.sort();
    let tree = SourceTree { root: Some(options.root.clone()), sources, skipped, ..SourceTree::default() };
    let mut tree = tree.with_files(files);
    tree.linked = linked(&tree, options);
    Ok(tree)
}

impl Found {
    /// True for a file whose bytes are held in memory.
    pub(super) fn is_to_be_loaded(&self, wanted: bool) -> bool {
        wanted && self.size <= LOADED_BYTES
    }

    /// Reads the file when it is `wanted` and not too large; `now` is when the reading began.
    ///
    /// # Errors
    /// When it cannot be read, or is a skill file that is too large: a skill must not seem to be empty.
    pub(super) fn read(self, wanted: bool, now: SystemTime) -> Result<SourceFile, Skipped> {
        let name = self.path.file_name().unwrap_or_default();
        if self.size > LOADED_BYTES && (is_skill_md(name) || is_skill_toml(name)) {
            let reason = format!("it has more than {} MiB", LOADED_BYTES / (1024 * 1024));
            return Err(Skipped { path: self.path, reason: SkipReason::Unreadable(reason) });
        }
        let is_loaded = self.is_to_be_loaded(wanted);
        let disk = Disk { modified: self.modified.filter(|time| is_settled(*time, now)), place: self.disk, wanted };
        if !is_loaded {
            let content = Content::OnDisk(disk.place.clone());
            return Ok(SourceFile { path: self.path, size: self.size, content, disk: Some(disk) });
        }
        match std::fs::read(&disk.place) {
            Ok(bytes) => Ok(SourceFile::loaded(self.path, bytes, Some(disk))),
            Err(error) => Err(Skipped { path: self.path, reason: SkipReason::Unreadable(error.to_string()) }),
        }
    }
}

/// Clocks of file systems are coarse: a file that changed just now may change once more without
/// another time.
fn is_settled(modified: SystemTime, now: SystemTime) -> bool {
    now.duration_since(modified).is_ok_and(|age| age > Duration::from_secs(2))
}

/// Which of the files belong to a skill.
pub(super) fn wanted(found: &[Found], sources: &[Utf8PathBuf]) -> Vec<bool> {
    let paths = found.iter().enumerate().map(|(at, found)| (FileId(at as u32), found.path.as_path()));
    let mut wanted = vec![false; found.len()];
    for id in Folders::find(paths, sources).skills.iter().flat_map(SkillFolder::all) {
        wanted[id.0 as usize] = true;
    }
    wanted
}

impl SourceFile {
    /// True when the bytes are held in memory.
    pub(super) fn is_loaded(&self) -> bool {
        !matches!(self.content, Content::OnDisk(_))
    }

    /// A file with its bytes at hand.
    pub(super) fn loaded(path: Utf8PathBuf, bytes: Vec<u8>, disk: Option<Disk>) -> Self {
        let size = bytes.len() as u64;
        let name = path.file_name().unwrap_or_default();
        let always_text = is_skill_md(name) || is_skill_toml(name);
        let content = content(bytes, always_text);
        SourceFile { path: crate::text::composed(path.as_str()).into_owned().into(), size, content, disk }
    }
}

/// Text when it is UTF-8 without NUL bytes (or must be text in any case), else binary.
fn content(bytes: Vec<u8>, always_text: bool) -> Content {
    match String::from_utf8(bytes) {
        Ok(text) if always_text || !text.contains('\0') => text_content(text),
        Ok(text) => Content::Binary(text.into_bytes().into()),
        Err(error) if always_text => {
            let raw: Arc<[u8]> = error.as_bytes().into();
            let text = normalised(&String::from_utf8_lossy(&raw));
            let bad_byte = text.find('\u{FFFD}').map(|at| at as u32);
            Content::Text { text: text.into(), raw: Some(raw), bad_byte }
        }
        Err(error) => Content::Binary(error.into_bytes().into()),
    }
}

fn text_content(text: String) -> Content {
    if !text.starts_with('\u{FEFF}') && !text.contains('\r') {
        return Content::Text { text: text.into(), raw: None, bad_byte: None };
    }
    let normal = normalised(&text);
    Content::Text { text: normal.into(), raw: Some(text.into_bytes().into()), bad_byte: None }
}

/// Without a leading byte order mark, and with `\n` for CRLF and for a lone CR.
fn normalised(text: &str) -> String {
    text.strip_prefix('\u{FEFF}').unwrap_or(text).replace("\r\n", "\n").replace('\r', "\n")
}
