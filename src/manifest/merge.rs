//! Two sources of metadata → one manifest.

use std::collections::BTreeSet;
use std::ops::Range;

use camino::Utf8Path;

use super::fields::{FIELDS, Slot};
use super::rules::{MANIFEST_EMPTY, SHADOWED_FIELD};
use super::{Field, ListField, Manifest, Read};
use crate::diagnostic::{Diagnostic, Format, Level};
use crate::source::Span;

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
pub fn merge(toml: Option<Read>, front: Option<Read>) -> Merged {
    let body = front.as_ref().map_or(0..0, |front| front.body.clone());
    let (mut toml, mut front) = match (toml, front) {
        (Some(toml), Some(front)) => (toml, front),
        (Some(read), None) | (None, Some(read)) => return alone(read, body),
        (None, None) => return Merged { manifest: Manifest::default(), diagnostics: Vec::new(), body },
    };
    let mut diagnostics = std::mem::take(&mut toml.diagnostics);
    diagnostics.append(&mut front.diagnostics);
    if front.empty {
        no_stand_in(&mut diagnostics);
    }
    let mut manifest = toml.manifest;
    manifest.metadata_version = manifest.metadata_version.or(front.manifest.metadata_version);
    let differing = fill(&mut manifest, &mut front.manifest, !toml.broken);
    diagnostics.extend(shadowed(&front.path, &differing, &manifest));
    Merged { manifest, diagnostics, body }
}

fn alone(read: Read, body: Range<usize>) -> Merged {
    let mut diagnostics = read.diagnostics;
    no_stand_in(&mut diagnostics);
    Merged { manifest: read.manifest, diagnostics, body }
}

/// An empty SKILL.toml is an error when no header can stand in for it.
fn no_stand_in(diagnostics: &mut [Diagnostic]) {
    for diagnostic in diagnostics.iter_mut().filter(|diagnostic| diagnostic.rule.code == MANIFEST_EMPTY.code) {
        diagnostic.level = Level::Error;
    }
}

/// A field that both files have with different values.
struct Difference {
    key: &'static str,
    toml: Span,
    front: Span,
}

/// Puts into `manifest` what only the header has, when it may stand in, and lists where the two
/// differ.
fn fill(manifest: &mut Manifest, front: &mut Manifest, may_stand_in: bool) -> Vec<Difference> {
    let mut differing = Vec::new();
    for spec in FIELDS {
        let difference = match spec.slot {
            Slot::Text(slot) => {
                pick(slot(manifest), slot(front).take(), may_stand_in, same_text).map(|(a, b)| (a.span, b.span))
            }
            Slot::Words(slot) | Slot::Texts(slot) => {
                pick(slot(manifest), slot(front).take(), may_stand_in, same_list).map(|(a, b)| (a.span, b.span))
            }
        };
        differing.extend(difference.map(|(toml, front)| Difference { key: spec.key, toml, front }));
    }
    if may_stand_in {
        let known: BTreeSet<String> = manifest.extra.iter().map(|extra| extra.key.to_lowercase()).collect();
        manifest.extra.extend(front.extra.drain(..).filter(|extra| !known.contains(&extra.key.to_lowercase())));
        if manifest.compat.is_empty() {
            manifest.compat.append(&mut front.compat);
        }
    }
    differing
}

/// The two values when they differ.
fn pick<T>(toml: &mut Option<T>, front: Option<T>, may_stand_in: bool, same: fn(&T, &T) -> bool) -> Option<(&T, T)> {
    match (&*toml, front) {
        (Some(a), Some(b)) if same(a, &b) => None,
        (Some(_), Some(b)) => toml.as_ref().map(|a| (a, b)),
        (None, front) => {
            if may_stand_in {
                *toml = front;
            }
            None
        }
        (Some(_), None) => None,
    }
}

fn same_text(a: &Field, b: &Field) -> bool {
    a.text.split_whitespace().eq(b.text.split_whitespace())
}

fn same_list(a: &ListField, b: &ListField) -> bool {
    a.texts().map(str::trim).eq(b.texts().map(str::trim))
}

/// One finding for all fields that differ, at the first of them.
fn shadowed(path: &Utf8Path, differing: &[Difference], manifest: &Manifest) -> Option<Diagnostic> {
    let first = differing.iter().min_by_key(|difference| difference.front)?;
    let names: Vec<String> = differing.iter().map(|difference| format!("`{}`", difference.key)).collect();
    let message = format!("the header and SKILL.toml disagree about {}; SKILL.toml counts", enumerated(&names));
    // No agent reads a SKILL.toml of another format: without the header it would know nothing.
    let help = match manifest.dialect {
        Some(_) => "make both say the same: agents read the header",
        None => "take the fields out of the header, or make both say the same",
    };
    let mut diagnostic = Diagnostic::new(&SHADOWED_FIELD, Format::Manifest, path, message).at(first.front).help(help);
    for difference in differing {
        diagnostic = diagnostic.related(difference.toml, format!("`{}` that counts", difference.key));
        if difference.front != first.front {
            diagnostic = diagnostic.related(difference.front, format!("`{}` that does not count", difference.key));
        }
    }
    Some(diagnostic)
}

fn enumerated(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} and {last}", head.join(", ")),
    }
}
