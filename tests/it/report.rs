//! Reports for programs are what their formats say. JSON: every key that `docs/report.schema.json` requires is there, and
//! every key that is there is described. SARIF: valid by the schema of OASIS for 2.1.0, which is in `schemas/` without
//! its descriptions. JUnit: XML whose counts are right.

use std::path::Path;

use serde_json::Value;

use crate::{folder, program};

/// A finding of every shape: with and without a place, with related places, both kinds of fixes, about the catalog;
/// a folder that is merged, and a file that is left out.
const FILES: &[(&str, &[&str])] = &[
    ("one/SKILL.md", &["---", "name: one", "description: Use when b: c", "description: twice", "---", "Text."]),
    ("two/skill.md", &["---", "name: two", "description: Use when b: c", "tags: [Code_Review]", "---", "[a](gone.md)"]),
    ("three/SKILL.md", &["---", "name: three", "description: Use when three.", "---", "Text."]),
    ("copy/three/SKILL.md", &["---", "name: three", "description: Use when three.", "---", "Text."]),
    ("three/templates/SKILL.md", &["A template."]),
    ("copy/three/templates/SKILL.md", &["A template."]),
    ("four/SKILL.toml", &["[skill]", "name = \"four"]),
];

#[test]
fn the_json_report_is_what_its_schema_says() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let schema = std::fs::read_to_string(project.join("docs/report.schema.json")).expect("the schema is there");
    let schema: Value = serde_json::from_str(&schema).expect("the schema is JSON");
    for (source, text) in reports("json") {
        let report: Value = serde_json::from_str(&text).expect("the report is JSON");
        fits(&schema, &schema, &report).unwrap_or_else(|fault| panic!("the report of {source}: {fault}"));
        if source == "made" {
            assert_has_every_shape(&report);
        }
    }
}

#[test]
fn the_sarif_report_is_valid_by_the_published_schema() {
    // Its pattern of languages has a bracket too many, which a validator may refuse.
    let text = include_str!("schemas/sarif-2.1.0.json").replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&text).expect("the schema is JSON");
    let validator = jsonschema::validator_for(&schema).expect("the schema is one");
    assert!(!validator.is_valid(&serde_json::json!({ "version": "2.1.0" })), "the schema asks for runs");
    for (source, text) in reports("sarif") {
        let report: Value = serde_json::from_str(&text).expect("the report is JSON");
        let faults: Vec<String> =
            validator.iter_errors(&report).map(|fault| format!("{}: {fault}", fault.instance_path())).collect();
        assert!(faults.is_empty(), "the report of {source}: {faults:#?}");
    }
}

#[test]
fn the_junit_report_is_xml_and_counts_rightly() {
    for (source, text) in reports("junit") {
        let document =
            roxmltree::Document::parse(&text).unwrap_or_else(|fault| panic!("the report of {source}: {fault}"));
        let suites: Vec<_> = document.descendants().filter(|node| node.has_tag_name("testsuite")).collect();
        assert!(!suites.is_empty());
        for suite in suites {
            for (attribute, element) in [("tests", "testcase"), ("failures", "failure")] {
                let there = suite.descendants().filter(|node| node.has_tag_name(element)).count();
                assert_eq!(suite.attribute(attribute), Some(&*there.to_string()), "{attribute} of {source}");
            }
        }
    }
}

/// The report of each catalog in a format.
fn reports(format: &str) -> Vec<(&'static str, String)> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let room = tempfile::tempdir().expect("a temporary folder");
    for (path, lines) in FILES {
        folder::put(&room.path().join("made"), &folder::entry(path, lines));
    }
    folder::put(room.path(), &folder::entry("empty/", &[]));
    folder::copy(&project.join("example-catalog"), &room.path().join("example"));
    let report =
        |source| (source, program::run(room.path(), ["check", source, "--allow-empty", "--format", format]).stdout);
    ["made", "empty", "example"].map(report).into()
}

fn assert_has_every_shape(report: &Value) {
    let findings = report["findings"].as_array().expect("a list");
    let has = |look: &dyn Fn(&Value) -> bool| findings.iter().any(look);
    assert!(has(&|finding| finding["line"].is_null()) && has(&|finding| finding["line"].is_u64()));
    assert!(has(&|finding| finding["fix"]["kind"] == "replace") && has(&|finding| finding["fix"]["kind"] == "rename"));
    assert!(has(&|finding| finding["related"].as_array().is_some_and(|list| !list.is_empty())));
    assert!(has(&|finding| finding["path"] == ""));
    assert!(!report["scanned"]["merged"].as_array().expect("a list").is_empty());
    assert!(!report["scanned"]["left_out"].as_array().expect("a list").is_empty());
}

/// Whether a value is valid by the words of JSON Schema that the schema uses, and holds no key that it does not name.
fn fits(root: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    for (word, rule) in schema.as_object().expect("a schema is an object") {
        let is_fine = match word.as_str() {
            "$schema" | "$id" | "$defs" | "title" | "description" | "properties" => true,
            "$ref" => {
                let place = rule.as_str().and_then(|place| place.strip_prefix('#')).expect("a place in the schema");
                fits(root, root.pointer(place).expect("a definition"), value)?;
                true
            }
            "type" => types(rule).any(|name| is_of(name, value)),
            "const" => rule == value,
            "enum" => rule.as_array().is_some_and(|values| values.contains(value)),
            "minimum" => value.is_null() || value.as_u64() >= rule.as_u64(),
            "minLength" => value.as_str().is_none_or(|text| !text.is_empty()),
            "pattern" => value.as_str().is_none_or(|text| matches(rule.as_str().unwrap_or_default(), text)),
            "anyOf" => rule.as_array().is_some_and(|all| all.iter().any(|one| fits(root, one, value).is_ok())),
            "items" => {
                value.as_array().into_iter().flatten().try_for_each(|item| fits(root, rule, item))?;
                true
            }
            "required" => types(rule).all(|key| value.get(key).is_some()),
            other => panic!("the word `{other}` is not known to this test"),
        };
        if !is_fine {
            return Err(format!("{word} {rule} does not hold for {value}"));
        }
    }
    let Some(properties) = schema.get("properties") else { return Ok(()) };
    for (key, value) in value.as_object().into_iter().flatten() {
        let schema = properties.get(key).ok_or_else(|| format!("the schema does not know `{key}`"))?;
        fits(root, schema, value)?;
    }
    Ok(())
}

/// One text or a list of them.
fn types(rule: &Value) -> impl Iterator<Item = &str> {
    rule.as_str().into_iter().chain(rule.as_array().into_iter().flatten().filter_map(Value::as_str))
}

fn is_of(name: &str, value: &Value) -> bool {
    match name {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_u64(),
        "null" => value.is_null(),
        other => panic!("the type `{other}` is not known to this test"),
    }
}

/// The two patterns of the schema by other means than a regular expression.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern {
        "^[0-9a-f]{32}$" => text.len() == 32 && text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')),
        "^[a-z]+(-[a-z]+)*$" => {
            text.split('-').all(|word| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase()))
        }
        other => panic!("the pattern `{other}` is not known to this test"),
    }
}
