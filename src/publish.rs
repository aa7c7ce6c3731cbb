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
mod name;

use std::borrow::Cow;
use std::collections::HashSet;
use std::io;

use camino::Utf8Path;

use crate::catalog::Skill;
use crate::source::{FileId, SourceTree};

pub use archive::Layout;
pub use digest::{Digest, FileDigest, tree_digest};
pub use fit::{Refusal, is_index_name, is_listable, refusal, unlistable};
pub use header::{Header, Line, Origin};
pub use name::names;

/// A skill as agents get it.
#[derive(Clone, Copy, Debug)]
pub struct Publication<'a> {
    /// The skill.
    pub skill: &'a Skill,
    /// The name that agents know it by; see [`names`].
    pub name: &'a str,
    /// The files.
    pub source: &'a SourceTree,
}

/// A file that is installed with a skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File<'a> {
    /// Relative to the skill, with `/`.
    pub path: &'a str,
    /// Where its bytes come from.
    pub content: Content,
}

/// Where the bytes of a published file come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// `SKILL.md` with its derived header.
    Derived,
    /// A file of the author's, as it is on disk.
    Copied(FileId),
}

impl<'a> Publication<'a> {
    /// The header of the published `SKILL.md`.
    pub fn header(&self) -> Header {
        Header::new(&self.skill.package, self.name, self.source)
    }

    /// The description in the header, without the rest of it.
    pub fn description(&self) -> String {
        header::description(&self.skill.package.manifest).0
    }

    /// The published `SKILL.md`: the derived header and the author's text. `None` without a
    /// `SKILL.md`.
    pub fn skill_md(&self) -> Option<String> {
        self.skill.package.skill_md?;
        let mut text = self.header().text();
        let body = self.skill.package.body(self.source);
        if !body.is_empty() && !body.starts_with('\n') {
            text.push('\n');
        }
        text.push_str(body);
        Some(text)
    }

    /// The bytes that are served and archived.
    ///
    /// # Errors
    /// When the file is not held in memory and can no longer be read.
    pub fn bytes(&self, content: Content) -> io::Result<Cow<'a, [u8]>> {
        match content {
            Content::Derived => Ok(self.skill_md().unwrap_or_default().into_bytes().into()),
            Content::Copied(file) => self.source.bytes(file),
        }
    }
}

/// The files of a skill: `SKILL.md` first, then by path. Hidden files are none of them. Of files
/// whose paths differ only in letter case the first counts: a client's disk may hold just one.
pub fn files(skill: &Skill) -> Vec<File<'_>> {
    let package = &skill.package;
    let mut rest: Vec<File<'_>> = package
        .companions
        .iter()
        .map(|companion| File { path: companion.path.as_str(), content: Content::Copied(companion.file) })
        .chain(package.skill_toml.map(|file| File { path: "SKILL.toml", content: Content::Copied(file) }))
        .filter(|file| !is_hidden(Utf8Path::new(file.path)))
        .collect();
    rest.sort_by(|a, b| a.path.cmp(b.path));
    let first = package.skill_md.map(|_| File { path: "SKILL.md", content: Content::Derived });
    let mut taken = HashSet::new();
    first.into_iter().chain(rest).filter(|file| taken.insert(file.path.to_lowercase())).collect()
}

fn is_hidden(path: &Utf8Path) -> bool {
    path.components().any(|part| part.as_str().starts_with('.'))
}

#[cfg(test)]
mod tests;
