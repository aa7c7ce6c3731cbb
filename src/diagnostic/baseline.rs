//! Findings that are known and do not fail a run.
//!
//! A baseline is a JSON file that people keep beside their skills. It names findings by their
//! fingerprint, so entries survive when lines move; rule, path and message stand there for the
//! people who read the difference.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use super::Report;
use crate::source::SourceTree;

/// Version of the file's form.
const VERSION: u32 = 1;

/// The findings that are known.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Baseline {
    version: u32,
    findings: Vec<Known>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct Known {
    rule: String,
    path: String,
    message: String,
    fingerprint: String,
}

/// What a baseline did to a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Findings that were in the baseline and are no longer in the report.
    pub known: usize,
    /// Entries that nothing in the report matches: mended, or no longer looked for.
    pub mended: usize,
}

impl Baseline {
    /// All findings of a report.
    pub fn of(report: &Report, source: &SourceTree) -> Self {
        let findings = report.findings.iter().zip(report.fingerprints(source));
        let known = findings.map(|(finding, fingerprint)| Known {
            rule: finding.diagnostic.rule.code.to_owned(),
            path: finding.path().to_string(),
            message: finding.diagnostic.message.clone(),
            fingerprint,
        });
        Baseline { version: VERSION, findings: known.collect() }
    }

    /// Reads the text of a baseline file.
    ///
    /// # Errors
    /// When the text is no baseline, or one of another version.
    pub fn parse(text: &str) -> Result<Self> {
        let baseline: Baseline = serde_json::from_str(text).context("this is not a baseline file")?;
        if baseline.version != VERSION {
            bail!("baseline version {} is not supported; make it anew with --update-baseline", baseline.version);
        }
        Ok(baseline)
    }

    /// The text of the file.
    pub fn to_text(&self) -> String {
        super::to_json(self)
    }

    /// Takes the findings that are known out of a report.
    pub fn apply(&self, report: &mut Report, source: &SourceTree) -> Applied {
        let known: BTreeSet<&str> = self.findings.iter().map(|known| known.fingerprint.as_str()).collect();
        let prints = report.fingerprints(source);
        let found: BTreeSet<&str> = prints.iter().map(String::as_str).collect();
        let mended = known.difference(&found).count();
        let before = report.findings.len();
        let mut is_new = prints.iter().map(|print| !known.contains(print.as_str()));
        report.findings.retain(|_| is_new.next().unwrap_or(true));
        Applied { known: before - report.findings.len(), mended }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::LintConfig;
    use crate::diagnostic::{Diagnostic, Format, Level, Rule};
    use crate::source::Span;

    static RULE: Rule = Rule {
        code: "broken-link",
        level: Level::Warning,
        frontmatter_level: Level::Warning,
        holds: "h",
        why: "w",
        bad: "b",
        good: "g",
        origin: "o",
    };

    /// A finding at every `bad` of the text.
    fn found(text: &str) -> (Report, SourceTree) {
        let source = SourceTree::from_files([("a/SKILL.md", text)]);
        let file = source.ids().next().expect("the tree has a file");
        let diagnostics = text
            .match_indices("bad")
            .map(|(at, word)| {
                Diagnostic::new(&RULE, Format::Manifest, "a/SKILL.md", format!("{at} bytes before"))
                    .at(Span::new(file, at..at + word.len()))
            })
            .collect();
        (Report::new(diagnostics, &LintConfig::default(), &source), source)
    }

    fn apply(baseline: &str, text: &str) -> (usize, Applied) {
        let (mut report, source) = found(text);
        let applied = Baseline::parse(baseline).expect("our own file can be read").apply(&mut report, &source);
        (report.findings.len(), applied)
    }

    #[test]
    fn known_findings_survive_moved_lines() {
        let (report, source) = found("bad\n");
        let text = Baseline::of(&report, &source).to_text();
        assert_eq!(apply(&text, "\n\n\nmore lines\nbad\n"), (0, Applied { known: 1, mended: 0 }));
    }

    #[test]
    fn a_second_finding_of_the_same_kind_is_new() {
        let (report, source) = found("bad\n");
        let text = Baseline::of(&report, &source).to_text();
        assert_eq!(apply(&text, "bad\nbad\n"), (1, Applied { known: 1, mended: 0 }));
    }

    #[test]
    fn what_was_mended_is_counted() {
        let (report, source) = found("bad bad\n");
        let text = Baseline::of(&report, &source).to_text();
        assert_eq!(apply(&text, "bad good\n"), (0, Applied { known: 1, mended: 1 }));
    }

    #[test]
    fn other_files_are_refused() {
        assert!(Baseline::parse("{}").is_err());
        assert!(Baseline::parse(r#"{"version": 9, "findings": []}"#).is_err());
    }
}
