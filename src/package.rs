//! One skill folder → one [`Package`] and its diagnostics.
//!
//! Total: a folder with a broken manifest, a broken header or no text at all is a package with
//! findings. The manifest holds what was written; the methods here say what it means.

use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostic::{Diagnostic, Format};
use crate::manifest::Manifest;
use crate::markdown::Outline;
use crate::source::{FileId, SourceTree};

/// A skill folder, read.
#[derive(Debug)]
pub struct Package {
    /// Folder relative to the source root; empty for a skill in the root.
    pub folder: Utf8PathBuf,
    /// `SKILL.md`, in whatever letter case.
    pub skill_md: Option<FileId>,
    /// `SKILL.toml`, in whatever letter case.
    pub skill_toml: Option<FileId>,
    /// Both sources of metadata as one: SKILL.toml wins field by field.
    pub manifest: Manifest,
    /// The instructions: the part of `SKILL.md`'s text after the header.
    pub body: Range<usize>,
    /// What the body holds. Ranges count from the start of the body.
    pub outline: Outline,
    /// The other files of the skill, in order of path.
    pub companions: Vec<Companion>,
    /// Hidden files in the folder that look like secrets; never published.
    pub secrets: Vec<FileId>,
    /// What the readers found wrong.
    pub diagnostics: Vec<Diagnostic>,
}

/// A file of a skill besides `SKILL.md` and `SKILL.toml`.
#[derive(Debug)]
pub struct Companion {
    /// Relative to the skill's folder.
    pub path: Utf8PathBuf,
    /// The file.
    pub file: FileId,
    /// What it holds, for Markdown files.
    pub outline: Option<Outline>,
}

impl Package {
    /// Which of the two formats' rules apply.
    pub fn format(&self) -> Format {
        if self.skill_toml.is_some() { Format::Manifest } else { Format::Frontmatter }
    }

    /// The name to show: the `name` field, else the folder, else the first heading.
    pub fn name(&self) -> &str {
        match &self.manifest.name {
            Some(field) if !field.text.trim().is_empty() => field.text.trim(),
            _ => self.folder.file_name().filter(|name| !name.is_empty()).unwrap_or("skill"),
        }
    }

    /// The description to show: the field, else the first paragraph of the body, else empty.
    pub fn description(&self) -> &str {
        match &self.manifest.description {
            Some(field) if !field.text.trim().is_empty() => field.text.trim(),
            _ => &self.outline.first_paragraph,
        }
    }

    /// The instructions as Markdown.
    pub fn body<'a>(&self, source: &'a SourceTree) -> &'a str {
        self.skill_md.map_or("", |file| &source.text(file)[self.body.clone()])
    }

    /// The version, when it is a semantic one.
    pub fn version(&self) -> Option<semver::Version> {
        self.manifest.version.as_ref()?.text.trim().parse().ok()
    }

    /// The day the skill was last verified, when the field holds a real one.
    pub fn last_verified(&self) -> Option<jiff::civil::Date> {
        self.manifest.last_verified.as_ref().and_then(|field| parse_date(&field.text))
    }

    /// The maturity, when it is one of the five.
    pub fn maturity(&self) -> Option<Maturity> {
        Maturity::parse(&self.manifest.maturity.as_ref()?.text)
    }

    /// The risk, when it is one of the three.
    pub fn risk(&self) -> Option<Risk> {
        Risk::parse(&self.manifest.risk.as_ref()?.text)
    }

    /// The path findings about the whole package name: its main file, else its folder.
    pub fn main_path<'a>(&'a self, source: &'a SourceTree) -> &'a Utf8Path {
        self.skill_toml.or(self.skill_md).map_or(self.folder.as_path(), |file| source.path(file))
    }
}

/// A real day written YYYY-MM-DD, as SKILL Package Specification 1.0.0 §5 asks for.
pub fn parse_date(text: &str) -> Option<jiff::civil::Date> {
    let text = text.trim();
    let well_formed = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    if well_formed { text.parse().ok() } else { None }
}

/// Lifecycle stages of SKILL Package Specification 1.0.0 §5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Maturity {
    Draft,
    Alpha,
    Beta,
    Stable,
    Deprecated,
}

impl Maturity {
    /// Every stage, in order.
    pub const ALL: [Maturity; 5] =
        [Maturity::Draft, Maturity::Alpha, Maturity::Beta, Maturity::Stable, Maturity::Deprecated];

    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Maturity::Draft => "draft",
            Maturity::Alpha => "alpha",
            Maturity::Beta => "beta",
            Maturity::Stable => "stable",
            Maturity::Deprecated => "deprecated",
        }
    }

    /// The stage with this exact word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == text.trim())
    }
}

/// Risk levels of the Aether OS format §2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Risk {
    Low,
    Medium,
    High,
}

impl Risk {
    /// Every level, lowest first.
    pub const ALL: [Risk; 3] = [Risk::Low, Risk::Medium, Risk::High];

    /// The word of the format.
    pub fn as_str(self) -> &'static str {
        match self {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
        }
    }

    /// The level with this exact word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|risk| risk.as_str() == text.trim())
    }
}
