//! The rules that the readers check while they read.

use crate::diagnostic::{Level, Rule};

/// SKILL.toml is TOML.
pub static MANIFEST_SYNTAX: Rule = Rule {
    code: "manifest-syntax",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "SKILL.toml is valid TOML",
    why: "Tools read SKILL.toml as a whole: one missing quote and the skill has no metadata at all for them. \
          Every fault is reported, not only the first. What could be read is shown on the site, and the header \
          of SKILL.md does not stand in for the rest, since the author meant SKILL.toml to count.",
    bad: "[skill]\nname = \"git-workflow\nversion = 1.2.0",
    good: "[skill]\nname = \"git-workflow\"\nversion = \"1.2.0\"",
    origin: "SKILL Package Specification 1.0.0, §4; TOML 1.1",
};

/// SKILL.toml has keys.
pub static MANIFEST_EMPTY: Rule = Rule {
    code: "manifest-empty",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "SKILL.toml holds at least one key",
    why: "An empty file parses without a fault and yields a skill without a name, a version or a description. \
          The header of SKILL.md stands in where there is one; where there is none, this is an error.",
    bad: "# to be written",
    good: "manifest_version = \"1.0\"\n\n[skill]\nname = \"git-workflow\"",
    origin: "SKILL Package Specification 1.0.0, §5",
};

/// The header can be read at all.
pub static FRONTMATTER_SYNTAX: Rule = Rule {
    code: "frontmatter-syntax",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "the header of SKILL.md begins on the first line, is closed, and holds keys with values",
    why: "A header that is not closed, that stands below other text or that is a list has no one meaning: readers \
          ignore it, or read a part of the instructions as fields. The instructions are still shown.",
    bad: "---\nname: git-workflow\ndescription: Use when a commit is planned\n\n# Git workflow",
    good: "---\nname: git-workflow\ndescription: Use when a commit is planned\n---\n\n# Git workflow",
    origin: "Agent Skills specification, SKILL.md format; Aether OS SKILL.md format, §2",
};

/// Every reader understands the header alike.
pub static FRONTMATTER_LENIENT: Rule = Rule {
    code: "frontmatter-lenient",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "every YAML reader reads the header, and reads what its author seems to mean",
    why: "Headers are read with more patience here than elsewhere: a colon inside an unquoted description is kept, \
          blank lines before the header are skipped. Strict YAML readers refuse the whole header instead, and the \
          skill silently disappears from a client's list. The rule also tells when YAML itself takes a part of the \
          value away, as it does with everything after ` #`.",
    bad: "---\ndescription: Use when two reports disagree: compare totals\n---",
    good: "---\ndescription: \"Use when two reports disagree: compare totals\"\n---",
    origin: "YAML 1.2.2; Agent Skills specification, SKILL.md format",
};

/// A key stands once.
pub static DUPLICATE_KEY: Rule = Rule {
    code: "duplicate-key",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "a key stands once",
    why: "Readers disagree about a key that stands twice: some take the first value, some the last, most refuse the \
          file. Only the author knows which one is meant. The first is shown here.",
    bad: "---\ndescription: Use when planning\ndescription: Use when reviewing\n---",
    good: "---\ndescription: Use when planning or reviewing\n---",
    origin: "YAML 1.2.2, §3.2.1.1; TOML 1.1, Keys",
};

/// A value has the type that its field asks for.
pub static WRONG_TYPE: Rule = Rule {
    code: "wrong-type",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "a text field holds a text, a list field holds a list of texts",
    why: "Readers that expect a text drop the field, or the whole skill, when it holds a number, a list or a map. \
          A bare TOML date and a name without quotes that looks like a number are understood here, and are warnings.",
    bad: "last_verified = 2024-03-14\ntags = \"git\"",
    good: "last_verified = \"2024-03-14\"\ntags = [\"git\"]",
    origin: "SKILL Package Specification 1.0.0, §5; Agent Skills specification, SKILL.md format",
};

/// Keys are known.
pub static UNKNOWN_KEY: Rule = Rule {
    code: "unknown-key",
    level: Level::Warning,
    frontmatter_level: Level::Off,
    holds: "every key is one that the format names, spelled as the format spells it",
    why: "A misspelled key is ignored by every reader, so the field counts as missing. Keys of an author's own belong \
          under `[tool.NAME]` in SKILL.toml and under `metadata` in a header; there they are left alone. Clients' own \
          keys, such as `argument-hint`, are known.",
    bad: "[skill]\ndiscription = \"Use when planning a commit\"",
    good: "[skill]\ndescription = \"Use when planning a commit\"",
    origin: "SKILL Package Specification 1.0.0, §5 and §6",
};

/// Both files say the same.
pub static SHADOWED_FIELD: Rule = Rule {
    code: "shadowed-field",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "the header of SKILL.md and SKILL.toml agree where both have a field",
    why: "SKILL.toml takes precedence, but many clients read only the header, so people and agents see two different \
          skills. The specification asks for a reduced header without copies of the metadata.",
    bad: "# SKILL.toml\nversion = \"2.0.0\"\n\n# SKILL.md\n---\nversion: 1.0.0\n---",
    good: "# SKILL.toml\nversion = \"2.0.0\"\n\n# SKILL.md\n---\nname: git-workflow\n---",
    origin: "SKILL Package Specification 1.0.0, §3 and §7",
};
