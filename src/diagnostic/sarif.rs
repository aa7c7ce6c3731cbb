//! The report as SARIF 2.1.0 (OASIS Standard, 2020), for code scanning.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{Finding, Fix, Level, Lines, Rule, Run};
use crate::source::Span;

pub(super) fn print(run: Run<'_>) -> String {
    let rules: BTreeMap<&str, &Rule> =
        run.report.findings.iter().map(|finding| (finding.diagnostic.rule.code, finding.diagnostic.rule)).collect();
    let index: BTreeMap<&str, usize> = rules.keys().enumerate().map(|(at, code)| (*code, at)).collect();
    let prints = run.report.fingerprints(run.source);
    let mut lines = Lines::new(run.source);
    let results: Vec<Value> = run
        .report
        .findings
        .iter()
        .zip(&prints)
        .map(|(finding, print)| result(run, &mut lines, finding, index[finding.diagnostic.rule.code], print))
        .collect();
    super::to_json(&json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": env!("CARGO_PKG_NAME"),
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": rules.values().map(|rule| descriptor(rule)).collect::<Vec<_>>(),
            } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    }))
}

fn descriptor(rule: &Rule) -> Value {
    let text = format!("{}\n\nBad:\n\n{}\n\nGood:\n\n{}\n\nFrom: {}", rule.why, rule.bad, rule.good, rule.origin);
    let markdown = format!(
        "{}\n\nBad:\n\n{}\n\nGood:\n\n{}\n\nFrom: {}",
        rule.why,
        indented(rule.bad),
        indented(rule.good),
        rule.origin
    );
    json!({
        "id": rule.code,
        "shortDescription": { "text": sentence(rule.holds) },
        "fullDescription": { "text": rule.why },
        "help": { "text": text, "markdown": markdown },
        "defaultConfiguration": { "level": level(rule.level.max(rule.frontmatter_level)) },
        "properties": { "tags": ["skills"] },
    })
}

fn result(run: Run<'_>, lines: &mut Lines<'_>, finding: &Finding, rule: usize, print: &str) -> Value {
    let diagnostic = &finding.diagnostic;
    let message = match &diagnostic.help {
        Some(help) => format!("{}\nhelp: {help}", diagnostic.message),
        None => diagnostic.message.clone(),
    };
    let mut physical = json!({ "artifactLocation": { "uri": uri(&run.path(finding)) } });
    // Code scanning refuses a location without a line.
    physical["region"] = match (finding.line, finding.column) {
        (Some(line), Some(column)) => region(line, column, finding.end_line, finding.end_column),
        _ => json!({ "startLine": 1 }),
    };
    let mut result = json!({
        "ruleId": diagnostic.rule.code,
        "ruleIndex": rule,
        "level": level(finding.level),
        "message": { "text": message },
        "locations": [{ "physicalLocation": physical }],
        "partialFingerprints": { "skillsite/v1": print },
    });
    if !diagnostic.related.is_empty() {
        let related = diagnostic.related.iter().enumerate();
        result["relatedLocations"] = related
            .map(|(at, (span, label))| {
                json!({ "id": at, "message": { "text": label }, "physicalLocation": physical_at(run, lines, *span) })
            })
            .collect();
    }
    if let Some(Fix::Replace { span, text }) = &diagnostic.fix {
        let location = physical_at(run, lines, *span);
        let replacement = json!({ "deletedRegion": location["region"], "insertedContent": { "text": text } });
        result["fixes"] = json!([{ "artifactChanges": [{
            "artifactLocation": location["artifactLocation"], "replacements": [replacement]
        }] }]);
    }
    result
}

fn physical_at(run: Run<'_>, lines: &mut Lines<'_>, span: Span) -> Value {
    let ((line, column), (end_line, end_column)) = lines.places(span);
    json!({
        "artifactLocation": { "uri": uri(&run.shown(run.source.path(span.file))) },
        "region": region(line, column, Some(end_line), Some(end_column)),
    })
}

fn region(line: usize, column: usize, end_line: Option<usize>, end_column: Option<usize>) -> Value {
    json!({
        "startLine": line,
        "startColumn": column,
        "endLine": end_line.unwrap_or(line),
        "endColumn": end_column.unwrap_or(column),
    })
}

fn level(level: Level) -> &'static str {
    match level {
        Level::Off => "none",
        Level::Note => "note",
        Level::Warning => "warning",
        Level::Error => "error",
    }
}

/// A relative URI reference (RFC 3986): everything but unreserved characters and `/` escaped.
fn uri(path: &str) -> String {
    use std::fmt::Write;
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            uri.push(byte as char);
        } else {
            let _ = write!(uri, "%{byte:02X}");
        }
    }
    uri
}

/// With a capital and a full stop, as SARIF asks for in §3.11.
fn sentence(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| format!("{}{}.", first.to_uppercase(), chars.as_str()))
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("    {line}")).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use crate::diagnostic::ReportFormat;
    use crate::diagnostic::print::tests::sample;

    #[test]
    fn the_whole_report_as_sarif() {
        let text = sample(ReportFormat::Sarif).replace(env!("CARGO_PKG_VERSION"), "VERSION");
        insta::assert_snapshot!(text);
    }

    /// What the published schema asks for beyond types: positive lines and columns, indexes that
    /// point at the rule they name, and addresses without forbidden characters.
    #[test]
    fn every_result_points_at_its_rule_and_at_a_place() {
        let document: Value = serde_json::from_str(&sample(ReportFormat::Sarif)).expect("SARIF is JSON");
        let run = &document["runs"][0];
        let results = run["results"].as_array().expect("results are a list");
        assert_eq!(results.len(), 4);
        for result in results {
            let index = result["ruleIndex"].as_u64().expect("an index") as usize;
            assert_eq!(run["tool"]["driver"]["rules"][index]["id"], result["ruleId"]);
            let location = &result["locations"][0]["physicalLocation"];
            let uri = location["artifactLocation"]["uri"].as_str().expect("an address");
            assert!(uri.bytes().all(|byte| byte.is_ascii_graphic() && byte != b','), "{uri}");
            let region = location["region"].as_object().expect("a region");
            assert!(region.contains_key("startLine"), "{region:?}");
            assert!(region.values().all(|value| value.as_u64().is_some_and(|number| number > 0)), "{region:?}");
        }
    }
}
