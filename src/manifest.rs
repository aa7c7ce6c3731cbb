//! What an author *wrote* about a skill, in `SKILL.toml` or in YAML frontmatter.
//!
//! Both readers make one spanned [`value::Map`]; one decoder turns it into a [`Manifest`]. Values
//! are the author's text: `version: 1.10` is "1.10", `name: no` is "no", a date is its text.
//! What a value *means* is [`crate::package::Package`]'s business, whether it is right is the
//! rules'. Readers are total: whatever can be read is read, the rest is a diagnostic.

pub mod value;

use crate::source::Span;

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
    /// `version`.
    pub version: Option<Field>,
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
    /// Keys that no specification names, with their dotted path (`metadata.team`), in order.
    pub extra: Vec<(String, Field)>,
}
