//! What an author *wrote* about a skill, in `SKILL.toml` or in YAML frontmatter.
//!
//! Both readers make one spanned [`value::Map`]; one decoder turns it into a [`Manifest`]. Values
//! are the author's text: `version: 1.10` is "1.10", `name: no` is "no", a date is its text.
//! What a value *means* is [`crate::package::Package`]'s business, whether it is right is the
//! rules'. Readers are total: whatever can be read is read, the rest is a diagnostic.

mod decode;
mod fields;
mod frontmatter;
mod header;
mod leaf;
mod lenient;
mod list;
mod merge;
mod migrate;
pub mod rules;
mod scalar;
mod schema;
mod toml;
pub mod value;
mod yaml;

use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};

pub use fields::{CATEGORIES, TYPES};
pub use fields::{client_of, meaning};
pub use frontmatter::read_frontmatter;
pub use merge::{Merged, merge};
pub use migrate::{Migration, migrate};
pub use scalar::{quoted, requoted};
pub use schema::{SCHEMA_PATH, json_schema, json_schema_text};
pub use yaml::is_strict_yaml;

use crate::diagnostic::{Diagnostic, Format};
use crate::source::{FileId, Span};
use crate::text::nearest;

/// How many unknown keys of a file are compared with the known ones. Nobody misspells more of
/// them; a header of 60,000 keys is no header and must not take minutes.
const NEAR_MISSES: usize = 200;

/// One file, read.
#[derive(Clone, Debug)]
pub struct Read {
    /// The file, relative to the source root.
    pub path: Utf8PathBuf,
    /// The fields that the file has.
    pub manifest: Manifest,
    /// What is wrong with the text itself; what is wrong with its meaning is the rules' business.
    pub diagnostics: Vec<Diagnostic>,
    /// The instructions after the header. All of the file when the header is missing or cannot be
    /// told from the text; empty for SKILL.toml.
    pub body: Range<usize>,
    /// The lines between the two fences, or all of SKILL.toml. `None` when SKILL.md has no header.
    pub header: Option<Range<usize>>,
    /// True when there is not one key.
    pub empty: bool,
    /// True when the text breaks the rules of its language and only a part of it was read.
    pub broken: bool,
}

/// Reads a SKILL.toml: every syntax error is reported, and what could be read counts.
pub fn read_toml(file: FileId, path: &Utf8Path, text: &str) -> Read {
    let (map, mut diagnostics) = toml::read(file, path, text);
    let broken = !diagnostics.is_empty();
    let empty = map.is_empty() && !broken;
    if empty {
        let diagnostic = Diagnostic::new(&rules::MANIFEST_EMPTY, Format::Manifest, path, "SKILL.toml is empty");
        let start = Span::new(file, 0..text.lines().next().map_or(0, str::len));
        diagnostics.push(diagnostic.at(start).help("write the skill's metadata in it, or remove it"));
    }
    let origin = decode::Origin { path, text, is_toml: true, format: Format::Manifest };
    let (manifest, found) = decode::decode(origin, &map);
    diagnostics.extend(found);
    Read { path: path.to_owned(), manifest, diagnostics, body: 0..0, header: Some(0..text.len()), empty, broken }
}

/// A piece of the author's text and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    /// The text, as written, without quotes and escapes.
    pub text: String,
    /// The place of the value.
    pub span: Span,
}

/// A list of texts and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListField {
    /// The items, in order. Empty items are left out.
    pub items: Vec<Field>,
    /// The place of the whole value.
    pub span: Span,
}

impl ListField {
    /// The texts of the items.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        self.items.iter().map(|item| item.text.as_str())
    }
}

/// Everything an author wrote, field by field. `None` means the key is absent.
#[derive(Clone, Debug, Default)]
pub struct Manifest {
    /// `manifest_version`, SKILL.toml only.
    pub manifest_version: Option<Field>,
    /// `name`.
    pub name: Option<Field>,
    /// `version`, also `metadata.version`.
    pub version: Option<Field>,
    /// The place of the value of `metadata.version`: the Agent Skills specification says nothing of
    /// its form, and its own example is "1.0".
    pub metadata_version: Option<Span>,
    /// `description`: the trigger that a model routes on. Paragraphs are kept.
    pub description: Option<Field>,
    /// `type`: technique, pattern, reference or discipline.
    pub kind: Option<Field>,
    /// `category`.
    pub category: Option<Field>,
    /// `boundary`: what the skill covers, in one sentence.
    pub boundary: Option<Field>,
    /// `maturity`: draft, alpha, beta, stable or deprecated.
    pub maturity: Option<Field>,
    /// `last_verified`: YYYY-MM-DD.
    pub last_verified: Option<Field>,
    /// `tags`.
    pub tags: Option<ListField>,
    /// `topics`.
    pub topics: Option<ListField>,
    /// `non_goals`.
    pub non_goals: Option<ListField>,
    /// `inputs` (Aether OS §2.2).
    pub inputs: Option<ListField>,
    /// `requires` (Aether OS §5): names of skills that this one builds on.
    pub requires: Option<ListField>,
    /// `risk` (Aether OS §2.2): low, medium or high.
    pub risk: Option<Field>,
    /// `replaced_by`: name of the skill to use instead of a deprecated one (extension).
    pub replaced_by: Option<Field>,
    /// `allowed-tools` (Agent Skills).
    pub allowed_tools: Option<ListField>,
    /// `license`, also `source.license`.
    pub license: Option<Field>,
    /// `compatibility` (Agent Skills).
    pub compatibility: Option<Field>,
    /// `author`, also `metadata.author`.
    pub author: Option<Field>,
    /// `source.repository`.
    pub repository: Option<Field>,
    /// `source.homepage`.
    pub homepage: Option<Field>,
    /// `lang`: BCP 47 language of the skill's text (extension).
    pub lang: Option<Field>,
    /// `[compat]`, key and value, as written.
    pub compat: Vec<(String, Field)>,
    /// Keys that are none of the fields above, in the author's order.
    pub extra: Vec<Extra>,
    /// Set when a SKILL.toml follows another format of the same file name.
    pub dialect: Option<Dialect>,
}

impl Manifest {
    /// Keys of the known fields that say something, in the order of the specification.
    pub fn stated(&self) -> Vec<&'static str> {
        fields::stated(self)
    }

    /// The value of an extra key, also when it is written below `metadata`.
    pub fn extra(&self, key: &str) -> Option<&Extra> {
        let named = |extra: &&Extra, prefix: &str| {
            extra.key.strip_prefix(prefix).is_some_and(|rest| rest.eq_ignore_ascii_case(key))
        };
        let mut extras = self.extra.iter();
        extras.find(|extra| named(extra, "")).or_else(|| self.extra.iter().find(|extra| named(extra, "metadata.")))
    }

    /// The extra key that is most likely a misspelling of the known field `field`, such as
    /// `discription`. Looks at the first [`NEAR_MISSES`] of them.
    pub fn near_miss(&self, field: &str) -> Option<&Extra> {
        let is_meant = |extra: &&Extra| {
            let (table, key) = extra.key.rsplit_once('.').unwrap_or(("", &extra.key));
            matches!(table, "" | "skill" | "source")
                && nearest(key, fields::FIELDS.iter().map(|spec| spec.key)) == Some(field)
        };
        self.extra.iter().take(NEAR_MISSES).find(is_meant)
    }
}

/// A key that is none of the known fields, such as one of a client's own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extra {
    /// The dotted path in the file, such as `metadata.team`.
    pub key: String,
    /// The place of the last part of the key.
    pub key_span: Span,
    /// The value. A list is its items with `, ` between them.
    pub value: Field,
}

/// Formats that share the file name SKILL.toml with the SKILL Package Specification.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// A `[skill]` table with `[[tools]]` or `prompts`, and no `manifest_version`.
    Tools,
    /// Keys at the top level and no `[skill]` table.
    Flat,
}

#[cfg(test)]
mod proptests;
#[cfg(test)]
mod tests;
