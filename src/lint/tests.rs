//! Each rule on small catalogs: a list of files in, `path:line:column level rule: message` out. One file for each
//! group of rules.

mod bytes;
mod fields;
mod graph;
mod ignores;
mod links;
mod text;
mod values;

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::config::CategoryConfig;

const TODAY: jiff::civil::Date = jiff::civil::date(2026, 6, 1);

/// Rules that tell of nearly every catalog, or again of what another rule has told of.
const BESIDE: &[&str] = &["legacy-frontmatter", "not-published", "client-load"];

/// The findings of a catalog, one line each.
fn check_files(files: &[(&str, &str)]) -> Vec<String> {
    check_with(files, |_| {})
}

fn check_with(files: &[(&str, &str)], change: impl Fn(&mut Config)) -> Vec<String> {
    report(files, change)
        .findings
        .iter()
        .filter(|finding| !BESIDE.contains(&finding.diagnostic.rule.code))
        .map(|finding| {
            let place = finding.line.zip(finding.column).map(|(line, column)| format!(":{line}:{column}"));
            format!(
                "{}{} {} {}: {}",
                finding.path(),
                place.unwrap_or_default(),
                finding.level.as_str(),
                finding.diagnostic.rule.code,
                finding.diagnostic.message
            )
        })
        .collect()
}

fn report(files: &[(&str, &str)], change: impl Fn(&mut Config)) -> Report {
    let mut config = Config::new("skills", TODAY);
    change(&mut config);
    let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, *text)));
    let catalog = Catalog::new(Arc::new(source));
    check(&catalog, &config, &Repository::default())
}

/// The findings of one skill with this SKILL.md.
fn skill_md(text: &str) -> Vec<String> {
    check_files(&[("a/SKILL.md", text)])
}

/// The findings of a body below a header without faults.
fn body(text: &str) -> Vec<String> {
    skill_md(&format!("---\nname: a\ndescription: Use when testing.\n---\n{text}"))
}

/// A SKILL.toml without faults, in which `from` becomes `to`.
fn manifest(from: &str, to: &str) -> Vec<String> {
    let text = r#"manifest_version = "1.0"

[skill]
name = "a"
version = "1.0.0"
description = "Use when testing"
type = "technique"
category = "testing"
boundary = "Tests only."
maturity = "stable"
last_verified = "2026-05-01"
tags = ["test"]
topics = ["tests"]
"#;
    assert!(text.contains(from), "{from}");
    check_files(&[("a/SKILL.toml", &text.replacen(from, to, 1)), ("a/SKILL.md", "# A\n")])
}

/// Settings of property tests: this many inputs, or `PROPTEST_CASES`.
pub(crate) fn cases(number: u32) -> proptest::test_runner::Config {
    let usual = proptest::test_runner::Config::default();
    let cases = if std::env::var_os("PROPTEST_CASES").is_some() { usual.cases } else { number };
    proptest::test_runner::Config { cases, failure_persistence: None, ..usual }
}

#[track_caller]
fn is(found: Vec<String>, expected: &[&str]) {
    assert_eq!(found, expected);
}

#[test]
fn codes_are_unique_kebab_case_and_documented() {
    let mut seen = BTreeSet::new();
    for (rule, _) in RULES {
        assert!(seen.insert(rule.code), "{} is there twice", rule.code);
        assert!(rule.code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", rule.code);
        for text in [rule.holds, rule.why, rule.bad, rule.good, rule.origin] {
            assert!(!text.trim().is_empty(), "{} lacks a piece of its documentation", rule.code);
        }
        assert!(!rule.holds.ends_with('.'), "{} holds a full stop", rule.code);
    }
}

#[test]
fn skills_without_faults_have_no_findings() {
    is(manifest("", ""), &[]);
    is(body("# A\n"), &[]);
}

#[test]
fn findings_do_not_depend_on_the_number_of_threads() {
    let files: Vec<(String, String)> = (0..40)
        .map(|at| (format!("s{at}/SKILL.md"), format!("---\nname: S{at}\n---\n[a](x{at}.md) <!-- c -->\n")))
        .collect();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        pool.install(|| check_files(&files))
    };
    assert_eq!(run(1), run(4));
}
