//! One line a finding, for editors and for `grep`: `path:line:column: level[rule]: message`.

use std::fmt::Write;

use super::Run;

pub(super) fn print(run: Run<'_>) -> String {
    let mut out = String::new();
    for finding in &run.report.findings {
        let place = match (finding.line, finding.column) {
            (Some(line), Some(column)) => format!("{}:{line}:{column}", run.path(finding)),
            _ => run.path(finding),
        };
        let (level, rule) = (finding.level.as_str(), finding.diagnostic.rule.code);
        let message = super::one_line(&finding.diagnostic.message);
        let _ = writeln!(out, "{place}: {level}[{rule}]: {message}");
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::diagnostic::ReportFormat;
    use crate::diagnostic::print::tests::sample;

    #[test]
    fn one_line_for_each_finding() {
        insta::assert_snapshot!(sample(ReportFormat::Concise));
    }
}
