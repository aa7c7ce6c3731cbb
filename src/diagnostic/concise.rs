//! One line a finding, for editors and for `grep`: `path:line:column: level[rule]: message`.

use std::fmt::Write;

use super::Run;

pub(super) fn print(run: Run<'_>) -> String {
    let mut out = String::new();
    for finding in &run.report.findings {
        let path = super::one_line(&run.path(finding));
        let place = match (finding.line, finding.column) {
            (Some(line), Some(column)) => format!("{path}:{line}:{column}"),
            _ => path,
        };
        let (level, rule) = (finding.level.as_str(), finding.diagnostic.rule.code);
        let message = super::one_line(&finding.diagnostic.message);
        let _ = writeln!(out, "{place}: {level}[{rule}]: {message}");
    }
    out
}

#[cfg(test)]
mod tests {
    use crate::catalog::rules::FILE_NAME;
    use crate::config::LintConfig;
    use crate::diagnostic::print::tests::sample;
    use crate::diagnostic::{Diagnostic, Format, Level, Report, ReportFormat, Run, Scan, Style, print};
    use crate::source::SourceTree;

    #[test]
    fn one_line_for_each_finding() {
        insta::assert_snapshot!(sample(ReportFormat::Concise));
    }

    #[test]
    fn a_path_steers_no_terminal() {
        let source = SourceTree::from_files([("x", "")]);
        let finding = Diagnostic::new(&FILE_NAME, Format::Manifest, "a\u{1b}[2J/SKILL.md", "b");
        let report = Report::new(vec![finding], &LintConfig::default(), &source);
        let (scan, style) = (Scan::default(), Style::default());
        let run =
            Run { report: &report, source: &source, scan: &scan, prefix: "".into(), fail_on: Level::Error, style };
        for format in [ReportFormat::Concise, ReportFormat::Human] {
            let text = print(format, run);
            assert!(text.contains("[2J/SKILL.md") && !text.contains('\u{1b}'), "{text:?}");
        }
    }
}
