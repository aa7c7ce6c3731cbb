//! The texts of a skill that people and agents read: its body and its Markdown files.

use std::ops::Range;

use super::Context;
use crate::catalog::SkillIndex;
use crate::markdown::Outline;
use crate::source::{FileId, Span};

/// One Markdown text of a skill.
#[derive(Clone, Copy)]
pub(super) struct Text<'a> {
    pub file: FileId,
    /// Where the text begins in its file: after the header in SKILL.md.
    start: usize,
    pub outline: &'a Outline,
}

impl Text<'_> {
    /// The place of a range of the outline.
    pub fn span(&self, range: &Range<usize>) -> Span {
        Span::new(self.file, range.start + self.start..range.end + self.start)
    }
}

/// The body of SKILL.md and then the Markdown companions in order of path.
pub(super) fn texts(context: Context<'_>, index: SkillIndex) -> impl Iterator<Item = Text<'_>> {
    let package = context.package(index);
    let body = package.skill_md.map(|file| Text { file, start: package.body.start, outline: &package.outline });
    let companions = package.companions.iter().filter_map(|companion| {
        companion.outline.as_ref().map(|outline| Text { file: companion.file, start: 0, outline })
    });
    body.into_iter().chain(companions)
}
