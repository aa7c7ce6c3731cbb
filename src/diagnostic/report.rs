//! Levels applied in one place, and the sorted result.

use std::collections::BTreeMap;

use camino::Utf8PathBuf;

use super::{Diagnostic, Level};
use crate::config::LintConfig;
use crate::source::SourceTree;

/// A diagnostic with its configured level and human place.
#[derive(Clone, Debug)]
pub struct Finding {
    /// What was found. Its `level` is the rule's own; use [`Finding::level`].
    pub diagnostic: Diagnostic,
    /// The level that counts. Never [`Level::Off`].
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
    pub findings: Vec<Finding>,
}

impl Report {
    /// Applies the configured levels and sorts.
    pub fn new(diagnostics: Vec<Diagnostic>, lint: &LintConfig, source: &SourceTree) -> Self {
        let mut findings: Vec<Finding> = diagnostics
            .into_iter()
            .filter_map(|diagnostic| {
                let level = lint.level(&diagnostic);
                (level != Level::Off).then(|| finding(diagnostic, level, source))
            })
            .collect();
        findings.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
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

    /// Findings grouped by the file or folder they are about.
    pub fn by_path(&self) -> BTreeMap<&Utf8PathBuf, Vec<&Finding>> {
        let mut map: BTreeMap<&Utf8PathBuf, Vec<&Finding>> = BTreeMap::new();
        for finding in &self.findings {
            map.entry(finding.path()).or_default().push(finding);
        }
        map
    }
}

fn finding(diagnostic: Diagnostic, level: Level, source: &SourceTree) -> Finding {
    let places = diagnostic.span.map(|span| {
        let text = source.text(span.file);
        (crate::text::line_column(text, span.start as usize), crate::text::line_column(text, span.end as usize))
    });
    Finding {
        level,
        line: places.map(|(start, _)| start.0),
        column: places.map(|(start, _)| start.1),
        end_line: places.map(|(_, end)| end.0),
        end_column: places.map(|(_, end)| end.1),
        diagnostic,
    }
}

type SortKey<'a> = (&'a Utf8PathBuf, Option<u32>, &'static str, &'a str);

fn sort_key(finding: &Finding) -> SortKey<'_> {
    let diagnostic = &finding.diagnostic;
    (&diagnostic.path, diagnostic.span.map(|span| span.start), diagnostic.rule.code, &diagnostic.message)
}
