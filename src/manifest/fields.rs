//! The table of known fields: where each is written, what it holds, where it goes.
//!
//! The decoder, the merging of both files and the JSON Schema of SKILL.toml all read this table,
//! so a new field is one entry here and its place in [`Manifest`].

use super::{Field, ListField, Manifest};

/// Instructional modes of SKILL Package Specification 1.0.0, §5.
pub const TYPES: [&str; 4] = ["technique", "pattern", "reference", "discipline"];

/// Recommended categories of SKILL Package Specification 1.0.0, §5.
pub const CATEGORIES: [&str; 11] = [
    "engineering",
    "frontend",
    "backend",
    "devops",
    "testing",
    "security",
    "research",
    "writing",
    "workflow",
    "product",
    "general",
];

/// A known field.
pub(super) struct Spec {
    /// Its key, as both formats spell it.
    pub key: &'static str,
    /// Its table in SKILL.toml.
    pub table: Table,
    /// Other dotted paths, for when the field itself is missing; in lower case with hyphens.
    pub also: &'static [&'static str],
    /// Its place in the manifest.
    pub slot: Slot,
    /// True when SKILL Package Specification 1.0.0 §5 requires it.
    pub required: bool,
    /// True for fields that the specification does not name.
    pub extension: bool,
    /// The words that the specification names. A category may be another one.
    pub values: &'static [&'static str],
    /// Meaning in one sentence, for editors.
    pub doc: &'static str,
}

/// Tables of SKILL.toml.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Table {
    Top,
    Skill,
    Source,
}

/// The place of a field in the manifest, and with it the shape of its value.
#[derive(Clone, Copy)]
pub(super) enum Slot {
    /// One text.
    Text(fn(&mut Manifest) -> &mut Option<Field>),
    /// Names without spaces: a line of text is split at commas, else at spaces.
    Words(fn(&mut Manifest) -> &mut Option<ListField>),
    /// Texts that may have spaces, such as sentences and `Data Science`: a line is split at commas only.
    Texts(fn(&mut Manifest) -> &mut Option<ListField>),
}

impl Spec {
    /// The dotted path in SKILL.toml.
    pub fn toml_path(&self) -> String {
        match self.table {
            Table::Top => self.key.to_owned(),
            Table::Skill => format!("skill.{}", self.key),
            Table::Source => format!("source.{}", self.key),
        }
    }

    /// Its meaning as part of a sentence.
    pub fn meaning(&self) -> String {
        let mut text = self.doc.to_owned();
        if let Some(first) = text.get_mut(..1) {
            first.make_ascii_lowercase();
        }
        text
    }

    const fn new(key: &'static str, table: Table, slot: Slot, doc: &'static str) -> Self {
        Spec { key, table, also: &[], slot, required: false, extension: false, values: &[], doc }
    }

    const fn required(key: &'static str, table: Table, slot: Slot, doc: &'static str) -> Self {
        Spec { required: true, ..Spec::new(key, table, slot, doc) }
    }

    const fn extension(key: &'static str, slot: Slot, doc: &'static str) -> Self {
        Spec { extension: true, ..Spec::new(key, Table::Skill, slot, doc) }
    }

    const fn values(self, values: &'static [&'static str]) -> Self {
        Spec { values, ..self }
    }

    const fn also(self, also: &'static [&'static str]) -> Self {
        Spec { also, ..self }
    }
}

/// What the known field `key` means, as part of a sentence; empty for other keys.
pub fn meaning(key: &str) -> String {
    FIELDS.iter().find(|spec| spec.key == key).map(Spec::meaning).unwrap_or_default()
}

/// True for the key of a known field, however its author spells it.
pub(super) fn is_field(key: &str) -> bool {
    let key = normal(key);
    FIELDS.iter().any(|spec| normal(spec.key) == key)
}

/// Keys of the known fields of `manifest` that say something, in the order of the specification. An
/// empty value, which a migration leaves for the author, says nothing.
pub(super) fn stated(manifest: &Manifest) -> Vec<&'static str> {
    // Places are for writing; a copy lends itself to being looked at through them.
    let mut copy = manifest.clone();
    let mut is_there = |spec: &&Spec| match spec.slot {
        Slot::Text(place) => place(&mut copy).as_ref().is_some_and(|field| !field.text.trim().is_empty()),
        Slot::Words(place) | Slot::Texts(place) => place(&mut copy).as_ref().is_some_and(|list| !list.items.is_empty()),
    };
    FIELDS.iter().filter(|spec| is_there(spec)).map(|spec| spec.key).collect()
}

/// Every known field, in the order of the specification.
pub(super) static FIELDS: &[Spec] = &[
    Spec::required(
        "manifest_version",
        Table::Top,
        Slot::Text(|manifest| &mut manifest.manifest_version),
        "Version of the manifest format, such as \"1.0\"",
    ),
    Spec::required(
        "name",
        Table::Skill,
        Slot::Text(|manifest| &mut manifest.name),
        "Identifier of the skill in lower-case kebab-case, such as \"git-workflow\"",
    ),
    Spec::required(
        "version",
        Table::Skill,
        Slot::Text(|manifest| &mut manifest.version),
        "Semantic version of the skill, such as \"1.2.0\"",
    )
    .also(&["metadata.version"]),
    Spec::required(
        "description",
        Table::Skill,
        Slot::Text(|manifest| &mut manifest.description),
        "What the skill does and when to use it; begins with \"Use when\"",
    ),
    Spec::required(
        "type",
        Table::Skill,
        Slot::Text(|manifest| &mut manifest.kind),
        "How the skill instructs: technique, pattern, reference or discipline",
    )
    .values(&TYPES),
    Spec::required(
        "category",
        Table::Skill,
        Slot::Text(|manifest| &mut manifest.category),
        "Primary category, one of the recommended ones or a declared extension",
    )
    .values(&CATEGORIES)
    .also(&["metadata.category"]),
    Spec::required(
        "boundary",
        Table::Skill,
        Slot::Text(|manifest| &mut manifest.boundary),
        "One sentence about what the skill covers",
    ),
    Spec::required(
        "maturity",
        Table::Skill,
        Slot::Text(|manifest| &mut manifest.maturity),
        "Stage of the skill's life: draft, alpha, beta, stable or deprecated",
    )
    .values(&["draft", "alpha", "beta", "stable", "deprecated"]),
    Spec::required(
        "last_verified",
        Table::Skill,
        Slot::Text(|manifest| &mut manifest.last_verified),
        "Day on which the skill was last verified, YYYY-MM-DD",
    ),
    Spec::required(
        "tags",
        Table::Skill,
        Slot::Texts(|manifest| &mut manifest.tags),
        "Short keywords in lower-case kebab-case",
    )
    .also(&["metadata.tags"]),
    Spec::required(
        "topics",
        Table::Skill,
        Slot::Texts(|manifest| &mut manifest.topics),
        "Themes that group related skills, in lower-case kebab-case",
    ),
    Spec::new(
        "non_goals",
        Table::Skill,
        Slot::Texts(|manifest| &mut manifest.non_goals),
        "Problems that the skill does not try to solve",
    ),
    Spec::extension("inputs", Slot::Words(|manifest| &mut manifest.inputs), "Named inputs that the skill expects"),
    Spec::extension(
        "requires",
        Slot::Words(|manifest| &mut manifest.requires),
        "Names of the skills that this one builds on",
    ),
    Spec::extension("risk", Slot::Text(|manifest| &mut manifest.risk), "Hint for governance: low, medium or high")
        .values(&["low", "medium", "high"]),
    Spec::extension(
        "replaced_by",
        Slot::Text(|manifest| &mut manifest.replaced_by),
        "Name of the skill to use in place of a deprecated one",
    ),
    Spec::extension(
        "allowed-tools",
        Slot::Words(|manifest| &mut manifest.allowed_tools),
        "Tools that an agent may use without asking while the skill is active",
    ),
    Spec::extension(
        "compatibility",
        Slot::Text(|manifest| &mut manifest.compatibility),
        "What the skill needs from its surroundings",
    ),
    Spec::extension("author", Slot::Text(|manifest| &mut manifest.author), "Who wrote the skill")
        .also(&["metadata.author", "author.name"]),
    Spec::extension(
        "lang",
        Slot::Text(|manifest| &mut manifest.lang),
        "Language of the skill's text as a BCP 47 tag, such as \"pt-BR\"",
    ),
    Spec::new(
        "repository",
        Table::Source,
        Slot::Text(|manifest| &mut manifest.repository),
        "Address of the repository",
    )
    .also(&["source.repository", "repository.url"]),
    Spec::new(
        "license",
        Table::Source,
        Slot::Text(|manifest| &mut manifest.license),
        "License as an SPDX expression, or the name of a bundled file",
    )
    .also(&["source.license"]),
    Spec::new("homepage", Table::Source, Slot::Text(|manifest| &mut manifest.homepage), "Address of the home page")
        .also(&["source.homepage"]),
];

/// Keys of a header that are no known fields and still no mistakes, with the clients that read
/// them. In lower case with hyphens.
const CLIENT_KEYS: &[(&str, &str)] = &[
    ("agent", "Claude Code"),
    ("argument-hint", "Claude Code, VS Code"),
    ("arguments", "Claude Code"),
    ("background", "Claude Code"),
    ("context", "Claude Code, VS Code"),
    ("disable-model-invocation", "Claude Code, Cursor, VS Code"),
    ("disallowed-tools", "Claude Code"),
    ("effort", "Claude Code"),
    ("fallback", "Claude Code"),
    ("hooks", "Claude Code"),
    ("metadata", "Agent Skills"),
    ("model", "Claude Code"),
    ("paths", "Claude Code"),
    ("shell", "Claude Code"),
    ("short-description", "Codex"),
    ("user-invocable", "Claude Code, VS Code"),
    ("when-to-use", "Claude Code"),
];

/// The clients that read the header key `key`, when it is a client's own.
pub fn client_of(key: &str) -> Option<&'static str> {
    let key = normal(key);
    let first = key.split('.').next().unwrap_or_default();
    CLIENT_KEYS.iter().find(|(known, _)| *known == first).map(|(_, client)| *client)
}

/// A key or path without what authors vary: letter case and `_` for `-`.
pub(super) fn normal(key: &str) -> String {
    key.to_lowercase().replace('_', "-")
}
