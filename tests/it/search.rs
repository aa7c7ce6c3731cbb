//! The search, asked as the browser asks: the built data and the real code, run by Node.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// Names of the skills that a query finds in the site at `out`, best first.
pub fn names(out: &Path, query: &str) -> Result<Vec<String>, String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/search/query.mjs");
    let output =
        Command::new("node").arg(script).arg(out).arg(query).output().map_err(|error| format!("node: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let results: Vec<Value> = serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?;
    Ok(results.iter().map(|result| result["name"].as_str().unwrap_or_default().to_owned()).collect())
}

/// The JSON values in a data file: the whole of a `.json`, or what is passed to the calls of a `.js`.
pub fn data(path: &str, text: &str) -> Result<Vec<Value>, String> {
    let parse = |json: &str| serde_json::from_str(json).map_err(|error| format!("{path}: {error}"));
    if Path::new(path).extension().is_some_and(|end| end == "json") {
        return Ok(vec![parse(text)?]);
    }
    match text.strip_prefix("__skillsite(").and_then(|call| call.trim_end().strip_suffix(')')) {
        // The key is a JSON text, and the value follows it: together, a list without its brackets.
        Some(arguments) => parse(&format!("[{arguments}]")).map(|both| vec![both[1].clone()]),
        None => Ok(Vec::new()),
    }
}
