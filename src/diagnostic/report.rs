//! Levels applied in one place, and the sorted result.

use std::sync::Arc;

use camino::Utf8PathBuf;

use super::{Diagnostic, Level, Lines};
use crate::config::LintConfig;
use crate::source::SourceTree;

/// A diagnostic with its configured level and human place.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was found. Its `level` is the rule's own; use [`Finding::level`].
    pub diagnostic: Diagnostic,
    /// The level that counts. Never [`Level::Off`] in a report.
    pub level: Level,
    /// 1-based line, when the finding has a place in the file.
    pub line: Option<usize>,
    /// 1-based column in characters.
    pub column: Option<usize>,
    /// 1-based line of the end of the span.
    pub end_line: Option<usize>,
    /// 1-based column just after the end of the span, in characters.
    pub end_column: Option<usize>,
}

impl Finding {
    /// The diagnostic at its configured level, which may be [`Level::Off`], and its place for people.
    pub fn new(diagnostic: Diagnostic, lint: &LintConfig, lines: &mut Lines<'_>) -> Self {
        let places = diagnostic.span.map(|span| lines.places(span));
        Finding {
            level: lint.level(&diagnostic),
            line: places.map(|(start, _)| start.0),
            column: places.map(|(start, _)| start.1),
            end_line: places.map(|(_, end)| end.0),
            end_column: places.map(|(_, end)| end.1),
            diagnostic,
        }
    }

    /// The file or folder, relative to the source root.
    pub fn path(&self) -> &Utf8PathBuf {
        &self.diagnostic.path
    }
}

/// How many findings of each level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Counts {
    /// Number of errors.
    pub errors: usize,
    /// Number of warnings.
    pub warnings: usize,
    /// Number of notes.
    pub notes: usize,
}

impl Counts {
    /// Counts one finding.
    pub fn add(&mut self, level: Level) {
        match level {
            Level::Off => {}
            Level::Note => self.notes += 1,
            Level::Warning => self.warnings += 1,
            Level::Error => self.errors += 1,
        }
    }
}

/// All findings of a run, sorted by path, place, rule and message.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// The findings that are not off.
    pub findings: Vec<Arc<Finding>>,
}

impl Report {
    /// Applies the configured levels and sorts.
    pub fn new(diagnostics: Vec<Diagnostic>, lint: &LintConfig, source: &SourceTree) -> Self {
        let mut lines = Lines::new(source);
        let findings = diagnostics.into_iter().map(|diagnostic| Arc::new(Finding::new(diagnostic, lint, &mut lines)));
        Report::sorted(findings.filter(|finding| finding.level != Level::Off).collect())
    }

    /// The report of these findings, none of which is off.
    pub fn sorted(mut findings: Vec<Arc<Finding>>) -> Self {
        findings.sort_by(|a, b| {
            let paths = crate::source::compare(a.path(), b.path());
            paths.then_with(|| place(a).cmp(&place(b)))
        });
        Report { findings }
    }

    /// Counts by level.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for finding in &self.findings {
            counts.add(finding.level);
        }
        counts
    }

    /// True when any finding is at `level` or above.
    pub fn reaches(&self, level: Level) -> bool {
        self.findings.iter().any(|finding| finding.level >= level)
    }
}

/// What orders the findings of one file.
fn place(finding: &Finding) -> (Option<u32>, &'static str, &str) {
    let diagnostic = &finding.diagnostic;
    (diagnostic.span.map(|span| span.start), diagnostic.rule.code, &diagnostic.message)
}
