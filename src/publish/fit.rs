//! What is fit for clients, and why the rest is not.

use std::fmt;

use camino::{Utf8Path, Utf8PathBuf};

use super::{Publication, files};
use crate::catalog::Skill;
use crate::config::Config;
use crate::package::Maturity;

/// Most files that the widest used client unpacks from one archive.
const MAX_FILES: usize = 1000;
/// Most bytes that it unpacks from one archive.
const MAX_BYTES: u64 = 50 * 1024 * 1024;

/// Why a skill has a page and no entry in the indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no `SKILL.md`.
    NoContent,
    /// There is no description: clients would skip it, and no agent could choose it.
    NoDescription,
    /// The name is not what clients take.
    Name(String),
    /// Another skill has the name, and the one that stands in for it is not what clients take.
    SharedName(String),
    /// The author marked it `metadata.internal: true`.
    Internal,
    /// It is a draft, and the configuration publishes none.
    Draft,
    /// More files than clients unpack.
    TooManyFiles(usize),
    /// More bytes than clients unpack.
    TooLarge(u64),
    /// A file name that cannot be unpacked everywhere.
    FileName(Utf8PathBuf),
}

impl fmt::Display for Refusal {
    /// Part of a sentence: "it has no description".
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::NoContent => write!(f, "it has no `SKILL.md`"),
            Refusal::NoDescription => write!(f, "it has no description"),
            Refusal::Name(name) => write!(f, "its name `{name}` is not what clients take"),
            Refusal::SharedName(name) => {
                write!(f, "another skill has its name, and clients do not take `{name}`, made from its folder")
            }
            Refusal::Internal => write!(f, "it is marked `internal`"),
            Refusal::Draft => write!(f, "it is a draft"),
            Refusal::TooManyFiles(count) => write!(f, "it has {count} files and clients unpack at most {MAX_FILES}"),
            Refusal::TooLarge(bytes) => {
                write!(f, "it has {bytes} bytes and clients unpack at most {MAX_BYTES}")
            }
            Refusal::FileName(path) => write!(f, "its file `{path}` cannot be unpacked everywhere"),
        }
    }
}

/// Why the skill is not published for clients; `None` when it is.
pub fn refusal(publication: Publication<'_>, config: &Config) -> Option<Refusal> {
    let Publication { skill, name, source } = publication;
    let package = &skill.package;
    let manifest = &package.manifest;
    let files = files(skill);
    let size = || package.companions.iter().map(|companion| source.file(companion.file).size).sum::<u64>();
    if package.skill_md.is_none() {
        return Some(Refusal::NoContent);
    }
    if manifest.description.as_ref().is_none_or(|field| field.text.trim().is_empty()) {
        return Some(Refusal::NoDescription);
    }
    if !is_index_name(skill.name()) {
        return Some(Refusal::Name(skill.name().to_owned()));
    }
    if !is_index_name(name) {
        return Some(Refusal::SharedName(name.to_owned()));
    }
    if manifest.extra("internal").is_some_and(|extra| extra.value.text.trim() == "true") {
        return Some(Refusal::Internal);
    }
    if !config.registry.drafts && package.maturity() == Some(Maturity::Draft) {
        return Some(Refusal::Draft);
    }
    if let Some(file) = files.iter().find(|file| !unpacks_everywhere(file.path)) {
        return Some(Refusal::FileName(file.path.into()));
    }
    if files.len() > MAX_FILES {
        return Some(Refusal::TooManyFiles(files.len()));
    }
    Some(size()).filter(|size| *size > MAX_BYTES).map(Refusal::TooLarge)
}

/// The first file whose name the older index (0.1.0) cannot list; the skill is then left out of
/// that index only.
pub fn unlistable(skill: &Skill) -> Option<&Utf8Path> {
    files(skill).iter().map(|file| file.path).find(|path| !is_listable(path)).map(Utf8Path::new)
}

/// True for names that the indexes and every client take: 1 to 64 of `a-z`, `0-9` and single inner
/// hyphens (Agent Skills specification, in its ASCII reading).
pub fn is_index_name(name: &str) -> bool {
    name.len() <= 64 && crate::text::is_kebab(name)
}

/// True for paths that index 0.1.0 can list and its clients can ask for. They put the path into a
/// URL as it is, so `%`, `#` and `?` would mean something else, and refuse any `..`.
pub fn is_listable(path: &str) -> bool {
    !path.contains("..") && path.bytes().all(|byte| matches!(byte, b' '..=b'~') && !b"\\?#[]%".contains(&byte))
}

/// True for paths that no unpacker takes for another place: no backslash, drive or control
/// character, no empty or dotted part.
fn unpacks_everywhere(path: &str) -> bool {
    let drive = path.as_bytes().get(1) == Some(&b':');
    !drive
        && !path.chars().any(|c| c.is_control() || c == '\\')
        && path.split('/').all(|part| !part.is_empty() && part != "." && part != "..")
}
