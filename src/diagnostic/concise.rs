//! One line a finding, for editors and for `grep`: `path:line:column: level[rule]: message`.

use std::fmt::Write;

use super::{Finding, Report};

/// All findings, a line each.
pub fn print(report: &Report) -> String {
    let mut out = String::new();
    for finding in &report.findings {
        let level = finding.level.as_str();
        let diagnostic = &finding.diagnostic;
        let message = super::one_line(&diagnostic.message);
        let _ = writeln!(out, "{}: {level}[{}]: {message}", place(finding), diagnostic.rule.code);
    }
    out
}

/// `path:line:column`, or the path alone when the finding has no place in it.
pub(super) fn place(finding: &Finding) -> String {
    let path = super::shown_path(finding.path());
    match (finding.line, finding.column) {
        (Some(line), Some(column)) => format!("{path}:{line}:{column}"),
        _ => path.to_owned(),
    }
}
