//! The report as JSON, in a form of our own. `docs/report.md` says what each key means,
//! `docs/report.schema.json` what it holds; [`VERSION`] goes up when a reader would break.

use serde::Serialize;

use super::{Counts, Finding, Fix, Lines, Run, Skip};
use crate::source::{SourceTree, Span};

/// Version of the form.
pub const VERSION: u32 = 1;

#[derive(Serialize)]
struct Document<'a> {
    version: u32,
    tool: Tool,
    scanned: Scanned<'a>,
    counts: Counts,
    findings: Vec<Entry<'a>>,
}

#[derive(Serialize)]
struct Tool {
    name: &'static str,
    version: &'static str,
}

#[derive(Serialize)]
struct Scanned<'a> {
    skills: usize,
    merged: &'a [Skip],
    left_out: &'a [Skip],
}

#[derive(Serialize)]
struct Entry<'a> {
    rule: &'a str,
    level: &'a str,
    path: &'a str,
    line: Option<usize>,
    column: Option<usize>,
    end_line: Option<usize>,
    end_column: Option<usize>,
    message: &'a str,
    help: Option<&'a str>,
    related: Vec<Related<'a>>,
    fix: Option<Edit<'a>>,
    fingerprint: String,
}

#[derive(Serialize)]
struct Related<'a> {
    path: &'a str,
    #[serde(flatten)]
    place: Place,
    label: &'a str,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Edit<'a> {
    Replace {
        #[serde(flatten)]
        place: Place,
        text: &'a str,
    },
    Rename {
        name: &'a str,
    },
}

#[derive(Serialize)]
struct Place {
    line: usize,
    column: usize,
    end_line: usize,
    end_column: usize,
}

pub(super) fn print(run: Run<'_>) -> String {
    let fingerprints = run.report.fingerprints(run.source);
    let mut lines = Lines::new(run.source);
    let document = Document {
        version: VERSION,
        tool: Tool { name: env!("CARGO_PKG_NAME"), version: env!("CARGO_PKG_VERSION") },
        scanned: Scanned { skills: run.scan.skills.len(), merged: &run.scan.merged, left_out: &run.scan.left_out },
        counts: run.report.counts(),
        findings: run
            .report
            .findings
            .iter()
            .zip(fingerprints)
            .map(|(finding, print)| entry(finding, &mut lines, run.source, print))
            .collect(),
    };
    super::to_json(&document)
}

fn entry<'a>(finding: &'a Finding, lines: &mut Lines<'_>, source: &'a SourceTree, fingerprint: String) -> Entry<'a> {
    let diagnostic = &finding.diagnostic;
    Entry {
        rule: diagnostic.rule.code,
        level: finding.level.as_str(),
        path: finding.path().as_str(),
        line: finding.line,
        column: finding.column,
        end_line: finding.end_line,
        end_column: finding.end_column,
        message: &diagnostic.message,
        help: diagnostic.help.as_deref(),
        related: diagnostic
            .related
            .iter()
            .map(|(span, label)| Related { path: source.path(span.file).as_str(), place: place(lines, *span), label })
            .collect(),
        fix: diagnostic.fix.as_ref().map(|fix| match fix {
            Fix::Replace { span, text } => Edit::Replace { place: place(lines, *span), text },
            Fix::Rename { name } => Edit::Rename { name },
        }),
        fingerprint,
    }
}

fn place(lines: &mut Lines<'_>, span: Span) -> Place {
    let ((line, column), (end_line, end_column)) = lines.places(span);
    Place { line, column, end_line, end_column }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::ReportFormat;
    use crate::diagnostic::print::tests::sample;

    #[test]
    fn the_whole_report_as_json() {
        let text = sample(ReportFormat::Json).replace(env!("CARGO_PKG_VERSION"), "VERSION");
        insta::assert_snapshot!(text);
    }
}
