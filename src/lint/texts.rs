//! The texts of a skill that people and agents read: its body and its Markdown files.

use std::ops::Range;

use camino::Utf8Path;

use super::Context;
use crate::catalog::SkillIndex;
use crate::markdown::Outline;
use crate::package::Package;
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

/// Files that are copied or filled in elsewhere: what their links lead to and what their comments are for is known
/// there. A skill that is a template itself, in a folder `template` or `_template`, is such a file.
pub(super) fn is_material(context: Context<'_>, package: &Package, file: FileId) -> bool {
    const FOLDERS: &[&str] =
        &["assets", "templates", "template", "examples", "example", "evals", "fixtures", "expected_outputs"];
    let path = context.source().path(file);
    let inner = path.strip_prefix(&package.folder).unwrap_or(path);
    let mut folders = inner.parent().into_iter().flat_map(Utf8Path::components);
    is_template(package) || folders.any(|folder| FOLDERS.contains(&folder.as_str()))
}

/// True for a skill that others are made from by filling it in.
pub(super) fn is_template(package: &Package) -> bool {
    let folder = package.folder.file_name().unwrap_or_default();
    matches!(folder.trim_start_matches('_'), "template" | "skill-template")
}
