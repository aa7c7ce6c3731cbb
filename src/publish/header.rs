//! The header of a published `SKILL.md`: what every client loads, made from what the author wrote.
//!
//! SKILL Package Specification 1.0.0 §7 lets tools "derive a minimal compatibility frontmatter
//! block", and a copy without one is loaded by no client. Readers of YAML differ, so the block
//! keeps to what all of them take: block style, one line a value, every value a double-quoted
//! string, the six fields of the Agent Skills specification and the rest as text under
//! `metadata`. Keys that change what a client does with the skill (`disable-model-invocation`)
//! stay where the author put them, as written.
//!
//! In: a package and its published name. Out: the lines of the block, each with where it comes
//! from. Never looks at the body.

use std::collections::BTreeSet;

use super::client_keys::{self, ClientKey};
use crate::manifest::{Field, ListField, Manifest, quoted};
use crate::package::Package;
use crate::source::SourceTree;

/// Longest description that every client takes, in UTF-16 code units (which some count).
pub const DESCRIPTION_UNITS: usize = 1024;
/// Longest `compatibility` of the Agent Skills specification, in UTF-16 code units.
pub const COMPATIBILITY_UNITS: usize = 500;

/// The header of a published skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The description, as in the header, without quotes.
    pub description: String,
    /// The lines between the fences.
    pub lines: Vec<Line>,
}

/// One line of the header, and where it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The line without its end.
    pub text: String,
    /// Where it comes from.
    pub origin: Origin,
}

/// Where a line of the header comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Copied from the author's header as it stands there.
    Kept,
    /// The author's value, quoted or in another place.
    Written,
    /// The author's value, on one line or shortened.
    Changed,
    /// Not written by the author: a name from the folder or from the address.
    Derived,
}

impl Header {
    /// Derives the header of `package`, published as `name`.
    pub fn new(package: &Package, name: &str, source: &SourceTree) -> Self {
        let manifest = &package.manifest;
        let mut lines = vec![name_line(manifest, name)];
        let (description, origin) = description(manifest);
        lines.push(Line::new("description", &description, origin));
        if let Some(license) = text(manifest.license.as_ref()) {
            lines.push(Line::fitted("license", license, usize::MAX));
        }
        if let Some(compatibility) = text(manifest.compatibility.as_ref()) {
            lines.push(Line::fitted("compatibility", compatibility, COMPATIBILITY_UNITS));
        }
        if let Some(tools) = &manifest.allowed_tools {
            lines.push(Line::new("allowed-tools", &joined(tools, " "), Origin::Written));
        }
        let kept = client_keys::kept(package, source);
        lines.extend(kept.iter().flat_map(ClientKey::lines).map(|text| Line { text, origin: Origin::Kept }));
        let metadata = metadata(manifest, &kept);
        if !metadata.is_empty() {
            lines.push(Line { text: "metadata:".into(), origin: Origin::Written });
            lines.extend(metadata);
        }
        Header { description, lines }
    }

    /// The block with its fences.
    pub fn text(&self) -> String {
        let mut out = String::from("---\n");
        for line in &self.lines {
            out.push_str(&line.text);
            out.push('\n');
        }
        out.push_str("---\n");
        out
    }
}

impl Line {
    fn new(key: &str, value: &str, origin: Origin) -> Self {
        Line { text: format!("{key}: {}", quoted(value)), origin }
    }

    fn fitted(key: &str, value: &str, units: usize) -> Self {
        let (value, origin) = one_line(value, units);
        Line::new(key, &value, origin)
    }
}

/// The description as every client takes it.
pub(super) fn description(manifest: &Manifest) -> (String, Origin) {
    one_line(manifest.description.as_ref().map_or("", |field| &field.text), DESCRIPTION_UNITS)
}

fn name_line(manifest: &Manifest, name: &str) -> Line {
    let written = manifest.name.as_ref().is_some_and(|field| field.text.trim() == name);
    Line::new("name", name, if written { Origin::Written } else { Origin::Derived })
}

/// Everything that has no field of its own in the Agent Skills specification, as text by key.
fn metadata(manifest: &Manifest, kept: &[ClientKey<'_>]) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut seen = BTreeSet::new();
    let mut add = |key: &str, value: &str| {
        let (value, origin) = one_line(value, usize::MAX);
        if !value.is_empty() && seen.insert(key.to_owned()) {
            lines.push(Line { text: format!("  {}: {}", metadata_key(key), quoted(&value)), origin });
        }
    };
    let fields = [
        ("version", &manifest.version),
        ("type", &manifest.kind),
        ("category", &manifest.category),
        ("boundary", &manifest.boundary),
        ("maturity", &manifest.maturity),
        ("last_verified", &manifest.last_verified),
        ("risk", &manifest.risk),
        ("replaced_by", &manifest.replaced_by),
        ("author", &manifest.author),
        ("repository", &manifest.repository),
        ("homepage", &manifest.homepage),
        ("lang", &manifest.lang),
    ];
    for (key, field) in fields {
        add(key, text(field.as_ref()).unwrap_or_default());
    }
    // A comma is the one separator that this program's own reader and most others split at.
    let lists = [
        ("tags", &manifest.tags, ", "),
        ("topics", &manifest.topics, ", "),
        ("requires", &manifest.requires, ", "),
        ("inputs", &manifest.inputs, ", "),
        ("non_goals", &manifest.non_goals, "; "),
    ];
    for (key, list, separator) in lists {
        add(key, &list.as_ref().map(|list| joined(list, separator)).unwrap_or_default());
    }
    for (key, field) in &manifest.compat {
        add(key, &field.text);
    }
    for extra in &manifest.extra {
        let (top, rest) = extra.key.split_once('.').unwrap_or((&extra.key, ""));
        if !kept.iter().any(|client| client.key == top) {
            add(if matches!(top, "metadata" | "skill") { rest } else { &extra.key }, &extra.value.text);
        }
    }
    lines
}

fn text(field: Option<&Field>) -> Option<&str> {
    field.map(|field| field.text.trim()).filter(|text| !text.is_empty())
}

fn joined(list: &ListField, separator: &str) -> String {
    list.texts().map(str::trim).collect::<Vec<_>>().join(separator)
}

/// `text` on one line of at most `units` UTF-16 code units, without what ends a header for a
/// careless reader (`---`) and without characters that YAML does not allow.
fn one_line(text: &str, units: usize) -> (String, Origin) {
    let text = text.trim();
    let mut out = String::with_capacity(text.len());
    for word in
        text.split(|c: char| c.is_whitespace() || c.is_control() || matches!(c, '\u{2028}' | '\u{2029}' | '\u{FEFF}'))
    {
        if !word.is_empty() {
            if !out.is_empty() {
                out.push(' ');
            }
            out.push_str(word);
        }
    }
    // One widely used reader ends the header at the first `---`, wherever it stands.
    while let Some(at) = out.find("---") {
        let end = at + out[at..].bytes().take_while(|byte| *byte == b'-').count();
        out.replace_range(at..end, "—");
    }
    shorten(&mut out, units);
    let origin = if out == text { Origin::Written } else { Origin::Changed };
    (out, origin)
}

/// Cuts at a word, with an ellipsis, when `text` has more than `units` UTF-16 code units.
fn shorten(text: &mut String, units: usize) {
    if text.len() <= units || text.encode_utf16().count() <= units {
        return;
    }
    let mut used = 1; // the ellipsis
    let cut = text.char_indices().find_map(|(at, c)| {
        used += c.len_utf16();
        (used > units).then_some(at)
    });
    let head = &text[..cut.unwrap_or(text.len())];
    let end = head.rfind(' ').filter(|at| *at > head.len() / 2).unwrap_or(head.len());
    text.truncate(end);
    text.push('…');
}

/// A key as every YAML reader takes it: plain when it is a word, else quoted.
fn metadata_key(key: &str) -> String {
    let word = key.starts_with(|c: char| c.is_ascii_alphabetic())
        && key.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.'))
        && !matches!(
            key.to_ascii_lowercase().as_str(),
            "y" | "n" | "yes" | "no" | "on" | "off" | "true" | "false" | "null"
        );
    if word { key.to_owned() } else { quoted(&one_line(key, usize::MAX).0) }
}
