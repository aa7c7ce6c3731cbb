//! The `requires` graph.

use super::SkillIndex;

/// One entry of `requires`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The name as written, trimmed.
    pub name: String,
    /// The skill of that name, when there is exactly one that is meant.
    pub skill: Option<SkillIndex>,
    /// The place of the entry.
    pub span: crate::source::Span,
}

/// Everything a skill needs, directly or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closure {
    /// The skills, the skill itself not included, nearest first and then by index.
    pub skills: Vec<SkillIndex>,
    /// Longest number of steps from the skill; 0 without requirements.
    pub depth: usize,
}
