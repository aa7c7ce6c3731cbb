//! A skill → what agents get of it: fitness, header, files, digests, archive.
//!
//! Clients drop a skill, or a whole index, without a word when something in it is not as they
//! want it. So every published `SKILL.md` has a derived [`Header`] that all of them load, what
//! cannot be made to fit is refused with a reason that `check` and the skill's page show, and
//! everything is named by the digest of the very bytes that are served.
//!
//! The author's other files are published byte for byte. Knows no addresses of the site, reads
//! no clock: the same skill gives the same bytes in every folder and on every day.

mod archive;
mod client_keys;
mod digest;
mod fit;
mod header;

use std::borrow::Cow;
use std::io;

use camino::Utf8Path;

use crate::catalog::Skill;
use crate::source::{FileId, SourceTree};

pub use archive::{Layout, archive};
pub use digest::{Digest, FileDigest, files_digest, tree_digest};
pub use fit::{Refusal, is_index_name, is_listable, refusal, unlistable};
pub use header::{Header, Line, Origin};

/// The name that agents know a skill by: its address where that fits the indexes (so that skills
/// with one name can all be installed), else the name as written.
pub fn name(skill: &Skill) -> &str {
    if is_index_name(&skill.id) { &skill.id } else { skill.name() }
}

/// The header of the published `SKILL.md`.
pub fn header(skill: &Skill, source: &SourceTree) -> Header {
    Header::new(&skill.package, name(skill), source)
}

/// The published `SKILL.md`: the derived header and the author's text. `None` without a
/// `SKILL.md`.
pub fn skill_md(skill: &Skill, source: &SourceTree) -> Option<String> {
    skill.package.skill_md?;
    let mut text = header(skill, source).text();
    let body = skill.package.body(source);
    if !body.is_empty() && !body.starts_with('\n') {
        text.push('\n');
    }
    text.push_str(body);
    Some(text)
}

/// A file that is installed with a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File<'a> {
    /// Relative to the skill, with `/`.
    pub path: &'a str,
    origin: FileOrigin,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileOrigin {
    Derived,
    Source(FileId),
}

/// The files of a skill: `SKILL.md` first, then by path. Hidden files are none of them.
pub fn files(skill: &Skill) -> Vec<File<'_>> {
    let package = &skill.package;
    let mut rest: Vec<File<'_>> = package
        .companions
        .iter()
        .map(|companion| File { path: companion.path.as_str(), origin: FileOrigin::Source(companion.file) })
        .chain(package.skill_toml.map(|file| File { path: "SKILL.toml", origin: FileOrigin::Source(file) }))
        .filter(|file| !is_hidden(Utf8Path::new(file.path)))
        .collect();
    rest.sort_by(|a, b| a.path.cmp(b.path));
    let first = package.skill_md.map(|_| File { path: "SKILL.md", origin: FileOrigin::Derived });
    first.into_iter().chain(rest).collect()
}

impl File<'_> {
    /// The bytes that are served and archived.
    ///
    /// # Errors
    /// When the file is not held in memory and can no longer be read.
    pub fn bytes<'s>(&self, skill: &Skill, source: &'s SourceTree) -> io::Result<Cow<'s, [u8]>> {
        match self.origin {
            FileOrigin::Derived => Ok(skill_md(skill, source).unwrap_or_default().into_bytes().into()),
            FileOrigin::Source(file) => source.bytes(file),
        }
    }
}

fn is_hidden(path: &Utf8Path) -> bool {
    path.components().any(|part| part.as_str().starts_with('.'))
}
