//! What is wrong with a catalog, and how it is told.
//!
//! Detection and printing stay apart: readers and rules make [`Diagnostic`]s, [`Report`] applies
//! the configured levels in one place and sorts, and one file per [`Format`] prints a report.
//! Nothing here knows any particular rule.

mod baseline;
mod concise;
mod fingerprint;
pub mod github;
mod gitlab;
mod human;
pub mod json;
mod junit;
mod lines;
mod print;
mod report;
mod sarif;

pub use baseline::{Applied, Baseline};
pub use human::Style;
pub use lines::Lines;
pub use print::{ReportFormat, Run, Scan, Scanned, Skip, print};
pub use report::{Counts, Finding, Report};

/// What an author writes in a comment to silence a finding: `skillsite-ignore RULE: reason`.
pub(crate) const SILENCER: &str = "skillsite-ignore";

use crate::source::{FileId, Span};

/// How much a finding matters. Ordered: `Off < Note < Warning < Error`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, serde::Serialize, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Level {
    /// Not reported.
    Off,
    /// Worth knowing; never changes the exit status by itself.
    Note,
    /// Some reader or agent will stumble; fails a strict run.
    Warning,
    /// Wrong by the format's own rules; fails a run.
    Error,
}

impl Level {
    /// The word used in configuration and output.
    pub fn as_str(self) -> &'static str {
        match self {
            Level::Off => "off",
            Level::Note => "note",
            Level::Warning => "warning",
            Level::Error => "error",
        }
    }
}

/// The metadata format a package is written in, which decides how strict some rules are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Format {
    /// The package has a `SKILL.toml` (SKILL Package Specification 1.0.0).
    Manifest,
    /// Only YAML frontmatter in `SKILL.md` (Aether OS or Agent Skills specification).
    Frontmatter,
}

/// A kind of finding. One `static` each; the documentation printed by `skillsite explain` and
/// shown on the site's health pages is part of it.
#[derive(Debug)]
pub struct Rule {
    /// Permanent kebab-case name, as used in `[lint]`.
    pub code: &'static str,
    /// Default level for packages with a `SKILL.toml`.
    pub level: Level,
    /// Default level for packages with frontmatter only.
    pub frontmatter_level: Level,
    /// What must hold, in one sentence without a full stop.
    pub holds: &'static str,
    /// Why it matters, in a few sentences.
    pub why: &'static str,
    /// A short input that breaks the rule.
    pub bad: &'static str,
    /// The same input, mended.
    pub good: &'static str,
    /// Where the rule comes from, such as `SKILL Package Specification 1.0.0, §5`.
    pub origin: &'static str,
}

impl Rule {
    /// The default level for packages of `format`.
    pub fn level_for(&self, format: Format) -> Level {
        match format {
            Format::Manifest => self.level,
            Format::Frontmatter => self.frontmatter_level,
        }
    }
}

/// One thing that is wrong, with its place.
///
/// A message stands alone, in lower case, without a full stop: ``skill name `Git_Workflow` is not
/// kebab-case``. The help says what to do: ``try `git-workflow` ``. The span is the value, not
/// the line.
#[derive(Clone, Debug)]
pub struct Diagnostic {
    /// The rule that was broken.
    pub rule: &'static Rule,
    /// The rule's own level for this case, before configuration.
    pub level: Level,
    /// The file it is about, relative to the source root with `/`. A folder when no file exists.
    pub path: camino::Utf8PathBuf,
    /// The place in the file; `None` when it is about the whole file.
    pub span: Option<Span>,
    /// What is wrong.
    pub message: String,
    /// What to do.
    pub help: Option<String>,
    /// Other places that explain it, each with a short label.
    pub related: Vec<(Span, String)>,
    /// A mechanical, safe edit that mends it.
    pub fix: Option<Fix>,
}

/// A mechanical edit for `check --fix`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fix {
    /// Put `text` in the place of the bytes `span` of the file's text.
    Replace {
        /// What to replace, in the normalised text of the file.
        span: Span,
        /// The new text.
        text: String,
    },
    /// Rename the file to this name in the same folder.
    Rename {
        /// The new file name.
        name: &'static str,
    },
}

impl Diagnostic {
    /// A finding in the file or folder `path`, at the rule's level for `format`. The place is set by
    /// [`Diagnostic::at`].
    pub fn new(
        rule: &'static Rule,
        format: Format,
        path: impl Into<camino::Utf8PathBuf>,
        message: impl Into<String>,
    ) -> Self {
        Diagnostic {
            rule,
            level: rule.level_for(format),
            path: path.into(),
            span: None,
            message: message.into(),
            help: None,
            related: Vec::new(),
            fix: None,
        }
    }

    /// Sets the place.
    #[must_use]
    pub fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }

    /// Sets the place when there is one.
    #[must_use]
    pub fn at_opt(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    /// Sets what to do.
    #[must_use]
    pub fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Adds another place.
    #[must_use]
    pub fn related(mut self, span: Span, label: impl Into<String>) -> Self {
        self.related.push((span, label.into()));
        self
    }

    /// Sets a mechanical edit.
    #[must_use]
    pub fn fix(mut self, fix: Fix) -> Self {
        self.fix = Some(fix);
        self
    }

    /// Sets a level that differs from the rule's usual one for this case.
    #[must_use]
    pub fn level(mut self, level: Level) -> Self {
        self.level = level;
        self
    }

    /// The file, when the finding has a place in one.
    pub fn file(&self) -> Option<FileId> {
        self.span.map(|span| span.file)
    }
}

/// A message on one line, without characters that would steer a terminal.
pub(crate) fn one_line(message: &str) -> String {
    message.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// Indented JSON with a newline at its end.
fn to_json(value: &impl serde::Serialize) -> String {
    match serde_json::to_string_pretty(value) {
        Ok(text) => text + "\n",
        Err(_) => unreachable!("our own values have string keys and no maps of anything else"),
    }
}
