//! The search, asked as the browser asks: the built data and the real code, run by Node.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::Value;

/// Names of the skills that each query finds in the site at `out`, best first; or what the code throws. `None`, with
/// a word about it, where there is no Node.
pub fn names(out: &Path, queries: &[&str]) -> Option<Vec<Result<Vec<String>, String>>> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/query.mjs");
    let mut node = Command::new("node");
    let node = node.arg(script).arg(out).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn();
    let Ok(mut node) = node else {
        assert!(std::env::var_os("CI").is_none(), "node is not installed");
        println!("skipped: node is not installed");
        return None;
    };
    let lines: String = queries.iter().map(|query| Value::from(*query).to_string() + "\n").collect();
    node.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("node reads");
    let output = node.wait_with_output().expect("node ends");
    let answers: Vec<_> = String::from_utf8_lossy(&output.stdout).lines().map(answer).collect();
    assert_eq!(answers.len(), queries.len(), "an answer for each query");
    Some(answers)
}

/// One line of output.
fn answer(line: &str) -> Result<Vec<String>, String> {
    let answer: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
    match answer["hits"].as_array() {
        Some(hits) => Ok(hits.iter().map(|hit| hit["name"].as_str().unwrap_or_default().to_owned()).collect()),
        None => Err(answer["error"].to_string()),
    }
}

/// The JSON values in a data file: the whole of a `.json`, and of a `.js` what is passed to its one call.
pub fn data(path: &str, text: &str) -> Result<Value, String> {
    let json =
        match text.trim().strip_prefix("__skillsite(").and_then(|call| call.trim_end_matches(';').strip_suffix(')')) {
            Some(arguments) => format!("[{arguments}]"),
            None => text.to_owned(),
        };
    serde_json::from_str(&json).map_err(|error| format!("{path}: {error}"))
}

#[test]
fn data_is_read_from_scripts() {
    assert_eq!(data("a.js", "__skillsite(\"a\",{\"b\":1})\n"), Ok(serde_json::json!(["a", { "b": 1 }])));
    assert_eq!(data("a.json", "[1]"), Ok(serde_json::json!([1])));
    assert!(data("a.js", "alert(1)").is_err());
}
