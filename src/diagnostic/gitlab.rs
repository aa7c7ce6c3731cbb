//! The code quality report of GitLab: a JSON list with a fingerprint for each finding.

use serde_json::{Value, json};

use super::{Level, Run};

pub(super) fn print(run: Run<'_>) -> String {
    let prints = run.report.fingerprints(run.source);
    let issues: Vec<Value> = run
        .report
        .findings
        .iter()
        .zip(prints)
        .map(|(finding, print)| {
            json!({
                "description": finding.diagnostic.message,
                "check_name": finding.diagnostic.rule.code,
                "fingerprint": print,
                "severity": severity(finding.level),
                "location": { "path": run.path(finding), "lines": { "begin": finding.line.unwrap_or(1) } },
            })
        })
        .collect();
    super::to_json(&issues)
}

fn severity(level: Level) -> &'static str {
    match level {
        Level::Error => "major",
        Level::Warning => "minor",
        Level::Note | Level::Off => "info",
    }
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::ReportFormat;
    use crate::diagnostic::print::tests::sample;

    #[test]
    fn the_whole_report_for_gitlab() {
        insta::assert_snapshot!(sample(ReportFormat::Gitlab));
    }
}
