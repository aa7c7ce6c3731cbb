//! The report as JUnit XML: one test case for each skill, which fails when one of its findings
//! fails the run.

use std::collections::BTreeMap;
use std::fmt::Write;

use camino::Utf8Path;

use super::{Finding, Run};

/// What findings of no skill stand under.
const CATALOG: &str = "(catalog)";

pub(super) fn print(run: Run<'_>) -> String {
    let cases = cases(run);
    let failures = cases.values().filter(|(_, findings)| fails(run, findings)).count();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(out, "<testsuites tests=\"{}\" failures=\"{failures}\">", cases.len());
    let _ = writeln!(out, "  <testsuite name=\"skillsite\" tests=\"{}\" failures=\"{failures}\">", cases.len());
    for (folder, (name, findings)) in &cases {
        let class = if *name == CATALOG { run.shown(Utf8Path::new("")) } else { run.shown(folder) };
        let _ = write!(out, "    <testcase classname=\"{}\" name=\"{}\"", xml(&class), xml(name));
        if findings.is_empty() {
            out.push_str("/>\n");
            continue;
        }
        out.push_str(">\n");
        write_findings(run, findings, &mut out);
        out.push_str("    </testcase>\n");
    }
    out.push_str("  </testsuite>\n</testsuites>\n");
    out
}

/// One case for each skill by folder, and one for what belongs to no skill.
fn cases(run: Run<'_>) -> BTreeMap<&Utf8Path, (&str, Vec<&Finding>)> {
    let mut cases: BTreeMap<&Utf8Path, (&str, Vec<&Finding>)> =
        run.scan.skills.iter().map(|skill| (skill.folder.as_path(), (skill.name.as_str(), Vec::new()))).collect();
    for finding in &run.report.findings {
        let owner = finding.path().ancestors().find(|folder| cases.contains_key(*folder));
        let folder = owner.unwrap_or(Utf8Path::new(""));
        cases.entry(folder).or_insert((CATALOG, Vec::new())).1.push(finding);
    }
    cases
}

fn fails(run: Run<'_>, findings: &[&Finding]) -> bool {
    findings.iter().any(|finding| finding.level >= run.fail_on)
}

fn write_findings(run: Run<'_>, findings: &[&Finding], out: &mut String) {
    let (failing, others): (Vec<&Finding>, Vec<&Finding>) =
        findings.iter().partition(|finding| finding.level >= run.fail_on);
    if let Some(first) = failing.first() {
        let kind = first.diagnostic.rule.code;
        let _ = write!(out, "      <failure message=\"{}\" type=\"{kind}\">", xml(&first.diagnostic.message));
        out.push_str(&lines(run, &failing));
        out.push_str("</failure>\n");
    }
    if !others.is_empty() {
        let _ = writeln!(out, "      <system-out>{}</system-out>", lines(run, &others));
    }
}

fn lines(run: Run<'_>, findings: &[&Finding]) -> String {
    let line = |finding: &&Finding| {
        let place = finding.line.map_or_else(|| run.path(finding), |line| format!("{}:{line}", run.path(finding)));
        let help = finding.diagnostic.help.as_ref().map(|help| format!(" (help: {help})")).unwrap_or_default();
        let (level, rule) = (finding.level.as_str(), finding.diagnostic.rule.code);
        xml(&format!("{place}: {level}[{rule}]: {}{help}", finding.diagnostic.message))
    };
    findings.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// Text for content and attributes, without the characters that XML 1.0 does not allow (§2.2).
fn xml(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\t' | '\n' | '\r' => out.push(' '),
            '\u{FFFE}' | '\u{FFFF}' => out.push('\u{FFFD}'),
            c if c < ' ' => out.push('\u{FFFD}'),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::xml;
    use crate::diagnostic::ReportFormat;
    use crate::diagnostic::print::tests::sample;

    #[test]
    fn no_text_breaks_out_of_its_element_or_attribute() {
        assert_eq!(xml("</failure> & \"b\" ]]>"), "&lt;/failure&gt; &amp; &quot;b&quot; ]]&gt;");
        assert_eq!(xml("a\nb\tc\u{1b}\0\u{FFFE}"), "a b c\u{FFFD}\u{FFFD}\u{FFFD}");
    }

    #[test]
    fn one_test_case_for_each_skill() {
        insta::assert_snapshot!(sample(ReportFormat::Junit));
    }
}
