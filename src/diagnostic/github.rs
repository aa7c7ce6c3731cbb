//! Workflow commands of GitHub Actions, which become annotations, and a summary table.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::{Finding, Level, Run};

/// One command a finding, the worst first: only about ten of each kind are shown for a step.
pub(super) fn print(run: Run<'_>) -> String {
    let mut out = String::new();
    for finding in run.worst_first() {
        let _ = writeln!(out, "{}", command(run, finding));
    }
    out
}

fn command(run: Run<'_>, finding: &Finding) -> String {
    let kind = match finding.level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note | Level::Off => "notice",
    };
    let mut properties = format!("file={}", property(&run.path(finding)));
    for (name, value) in [("line", finding.line), ("endLine", finding.end_line), ("col", finding.column)] {
        if let Some(value) = value {
            let _ = write!(properties, ",{name}={value}");
        }
    }
    // An end column is only understood on the line of the start.
    if let Some(column) = finding.end_column.filter(|_| finding.line == finding.end_line) {
        let _ = write!(properties, ",endColumn={column}");
    }
    let diagnostic = &finding.diagnostic;
    let message = match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    format!("::{kind} {properties},title={}::{}", property(diagnostic.rule.code), data(&message))
}

/// The text after the second `::`.
fn data(text: &str) -> String {
    let text = text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A");
    super::one_line(&text)
}

/// The value of a property before it.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

/// A table of rules and counts in Markdown, for the file that `GITHUB_STEP_SUMMARY` names.
pub fn summary(run: Run<'_>) -> String {
    let counts = run.report.counts();
    let mut out = format!(
        "### skillsite\n\n{}: {}, {}, {}\n",
        counted(run.scan.skills.len(), "skill"),
        counted(counts.errors, "error"),
        counted(counts.warnings, "warning"),
        counted(counts.notes, "note")
    );
    let mut rules: BTreeMap<(std::cmp::Reverse<Level>, &str), Vec<&Finding>> = BTreeMap::new();
    for finding in &run.report.findings {
        rules.entry((std::cmp::Reverse(finding.level), finding.diagnostic.rule.code)).or_default().push(finding);
    }
    if rules.is_empty() {
        return out;
    }
    out.push_str("\n| level | rule | findings | first |\n| --- | --- | ---: | --- |\n");
    for ((level, rule), findings) in rules {
        let first = findings[0];
        let place = first.line.map_or_else(|| run.path(first), |line| format!("{}:{line}", run.path(first)));
        let _ = writeln!(
            out,
            "| {} | `{rule}` | {} | {}: {} |",
            level.0.as_str(),
            findings.len(),
            cell(&place),
            cell(&first.diagnostic.message)
        );
    }
    out
}

fn counted(count: usize, word: &str) -> String {
    format!("{count} {word}{}", if count == 1 { "" } else { "s" })
}

/// Other people's text in a cell of a table: no markup, no new cell, no new line.
fn cell(text: &str) -> String {
    let mut cell = String::with_capacity(text.len());
    for c in super::one_line(text).chars() {
        if c.is_ascii_punctuation() && !matches!(c, '.' | ',' | ':' | '/' | '-' | '`') {
            cell.push('\\');
        }
        cell.push(c);
    }
    cell
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::ReportFormat;
    use crate::diagnostic::print::tests::sample;

    #[test]
    fn commands_are_escaped_and_errors_come_first() {
        insta::assert_snapshot!(sample(ReportFormat::Github));
    }

    #[test]
    fn properties_and_data_are_escaped_differently() {
        assert_eq!(property("a,b:c%\n"), "a%2Cb%3Ac%25%0A");
        assert_eq!(data("a,b::c%\r\n"), "a,b::c%25%0D%0A");
    }

    #[test]
    fn a_cell_holds_no_markup() {
        assert_eq!(cell("a|b <i>\n*c*"), "a\\|b \\<i\\> \\*c\\*");
    }
}
