//! Categories, topics and tags.

use super::SkillIndex;

/// Title and slug of the category of skills that have none.
pub const UNCATEGORISED: &str = "uncategorised";

/// What a group groups by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum GroupKind {
    Category,
    Topic,
    Tag,
}

impl GroupKind {
    /// The folder of its pages: `categories`, `topics` or `tags`.
    pub fn folder(self) -> &'static str {
        match self {
            GroupKind::Category => "categories",
            GroupKind::Topic => "topics",
            GroupKind::Tag => "tags",
        }
    }
}

/// A category, topic or tag with its skills.
#[derive(Debug)]
pub struct Group {
    /// What it groups by.
    pub kind: GroupKind,
    /// The spelling that is shown: the most used one.
    pub title: String,
    /// File name of its page without `.html`: readable, not empty, unique without regard to
    /// letter case.
    pub slug: String,
    /// The skills, in order.
    pub skills: Vec<SkillIndex>,
    /// Every spelling that was merged into it with its number of uses, most used first.
    pub spellings: Vec<(String, usize)>,
}
