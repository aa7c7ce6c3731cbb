//! Two sources of metadata → one manifest.

use std::ops::Range;

use super::{Manifest, Read};
use crate::diagnostic::Diagnostic;

/// What both files of a skill say together.
#[derive(Clone, Debug)]
pub struct Merged {
    /// SKILL.toml goes before the header field by field; what only the header has still counts.
    pub manifest: Manifest,
    /// What both readers found, and where the two disagree.
    pub diagnostics: Vec<Diagnostic>,
    /// The instructions: the part of SKILL.md after the header. Empty without a SKILL.md.
    pub body: Range<usize>,
}

/// One manifest from the two files of a skill, either of which may be missing.
///
/// The header is no stand-in for a SKILL.toml that is there but broken.
pub fn merge(_toml: Option<Read>, _front: Option<Read>) -> Merged {
    todo!()
}
