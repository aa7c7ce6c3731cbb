//! Where a link in a text leads, by the source tree alone.

use camino::Utf8PathBuf;

use super::SkillIndex;
use crate::source::FileId;

/// Where a link or code span leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The page of a skill, and an anchor on it (without `#`, decoded; may be empty).
    Skill(SkillIndex, String),
    /// A companion file of a skill, and an anchor in it.
    Companion(SkillIndex, FileId, String),
    /// The file list of a skill's folder or of a folder inside it (relative to the skill).
    Folder(SkillIndex, Utf8PathBuf),
    /// An anchor in the same text.
    Anchor(String),
    /// Another host, with an allowed scheme.
    Foreign(String),
    /// A file of the source that is not published, or a place outside of the source root.
    Outside(Utf8PathBuf),
    /// A scheme that is never linked, such as `javascript:`.
    Refused,
    /// Nowhere.
    Missing,
}

/// The text that a link stands in.
#[derive(Clone, Copy, Debug)]
pub struct LinkContext {
    /// The skill whose text it is.
    pub skill: SkillIndex,
    /// The file: its `SKILL.md` or a companion.
    pub file: FileId,
}
