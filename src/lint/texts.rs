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
    /// It is copied or filled in elsewhere: what its links lead to and what its comments are for is known there.
    pub is_material: bool,
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
    let is_template = is_template(package);
    let start = package.body.start;
    let body = package.skill_md.map(|file| Text { file, start, outline: &package.outline, is_material: is_template });
    let companions = package.companions.iter().filter_map(move |companion| {
        let is_material = is_template || is_material(&companion.path);
        companion.outline.as_ref().map(|outline| Text { file: companion.file, start: 0, outline, is_material })
    });
    body.into_iter().chain(companions)
}

/// True for a file that lies in a folder of such files.
fn is_material(companion: &Utf8Path) -> bool {
    const FOLDERS: &[&str] =
        &["assets", "templates", "template", "examples", "example", "evals", "fixtures", "expected_outputs"];
    let mut folders = companion.parent().into_iter().flat_map(Utf8Path::components);
    folders.any(|folder| FOLDERS.contains(&folder.as_str()))
}

/// True for a skill that others are made from by filling it in.
pub(super) fn is_template(package: &Package) -> bool {
    let folder = package.folder.file_name().unwrap_or_default();
    matches!(folder.trim_start_matches('_'), "template" | "skill-template")
}
