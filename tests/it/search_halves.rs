//! The search exists twice, in Rust and in the browser's script. Here the two are compared: words of texts, and the
//! ranking for a task. Also what the script does with a catalog that is odd, and with files that are gone.

use std::collections::BTreeSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use skillsite::search::analysis;

use crate::{folder, program, site};

/// Runs a script of `tests/search` with lines of JSON; the lines it prints. `None` without Node, which is fine on a
/// developer's machine and a failure in continuous integration.
pub fn node(script: &str, arguments: &[&Path], lines: impl IntoIterator<Item = Value>) -> Option<Vec<Value>> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let input = lines.into_iter().fold(String::new(), |input, line| input + &line.to_string() + "\n");
    let child = Command::new("node")
        .arg(project.join("tests/search").join(script))
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        assert!(std::env::var_os("CI").is_none(), "node is not installed");
        println!("skipped: node is not installed");
        return None;
    };
    let mut stdin = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("node runs");
    writer.join().expect("the writer ends").expect("node reads");
    assert!(output.status.success(), "{script} failed");
    let text = String::from_utf8(output.stdout).expect("JSON is UTF-8");
    Some(text.lines().map(|line| serde_json::from_str(line).expect("a line of JSON")).collect())
}

/// Builds a source folder; the site lies in the second folder.
pub fn built(source: &Path) -> (tempfile::TempDir, PathBuf) {
    let room = tempfile::tempdir().expect("a temporary folder");
    let out = room.path().join("out");
    let run = program::skillsite(source).args(["build", "."]).arg("-o").arg(&out).output().expect("the binary starts");
    assert!(matches!(run.status.code(), Some(0 | 1)), "{}", String::from_utf8_lossy(&run.stderr));
    (room, out)
}

/// Every line of every Markdown and TOML file at hand, and the vectors.
fn texts() -> BTreeSet<String> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut texts = BTreeSet::new();
    for folder in ["example-catalog", "tests", "../shared/corpus", "../shared/search-queries", "../shared/cases"] {
        let folder = project.join(folder);
        if !folder.is_dir() {
            continue;
        }
        for path in site::files(&folder) {
            let wanted = [".md", ".toml", ".jsonl"].iter().any(|ending| path.ends_with(ending));
            if let (true, Ok(text)) = (wanted && !path.contains("node_modules"), fs::read_to_string(folder.join(&path)))
            {
                texts.extend(text.lines().map(str::to_owned));
            }
        }
    }
    texts
}

#[test]
fn both_halves_split_texts_into_the_same_words() {
    let lines = texts().into_iter().map(|text| {
        let (words, key) = (analysis::words(&text), analysis::filter_key(&text));
        json!({ "text": text, "words": words, "key": key })
    });
    let lines: Vec<Value> = lines.collect();
    assert!(lines.len() > 500, "there is something to compare");
    if let Some(differ) = node("words.mjs", &[], lines) {
        assert!(differ.is_empty(), "{} texts differ, the first: {}", differ.len(), differ[0]);
    }
}

#[test]
fn edits_are_counted_as_they_are_defined() {
    let words = texts().into_iter().flat_map(|text| analysis::words(&text)).filter(|word| word.chars().count() > 3);
    let mut words: Vec<String> = words.collect::<BTreeSet<_>>().into_iter().take(3000).collect();
    for at in 0..200 {
        // Words with a letter gone, and with two swapped.
        let letters: Vec<char> = words[at * 7 % words.len()].chars().collect();
        words.push(
            letters.iter().enumerate().filter(|(place, _)| *place != at % letters.len()).map(|(_, c)| c).collect(),
        );
        let mut swapped = letters;
        let place = 1 + at % (swapped.len() - 2);
        swapped.swap(place, place + 1);
        words.push(swapped.into_iter().collect());
    }
    words.sort();
    if let Some(differ) = node("edits.mjs", &[], words.into_iter().map(Value::from)) {
        assert!(differ.is_empty(), "{} pairs differ, the first: {}", differ.len(), differ[0]);
    }
}

#[test]
fn both_halves_rank_a_task_alike() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let room = tempfile::tempdir().expect("a temporary folder");
    let source = room.path().join("source");
    folder::copy(&project.join("example-catalog"), &source);
    let (_room, out) = built(&source);
    let tasks = [
        "write a commit message for my changes",
        "extract the fields of an invoice",
        "deploy to k8s and roll back when it fails",
        "a11y review of the login form",
        "invoicing and committed commit",
        "zzzz qqqq",
        "the of and",
        "コードレビュー",
    ];
    let asked = tasks.map(|task| json!({ "q": task, "route": true, "limit": 5 }));
    let Some(answers) = node("query.mjs", &[&out], asked) else { return };
    let mut compared = 0;
    for (task, theirs) in tasks.iter().zip(answers) {
        let run = program::skillsite(&source).args(["route", task, "--json"]).output().expect("the binary starts");
        let ours: Value = serde_json::from_slice(&run.stdout).expect("JSON");
        let ranking = |list: &Value| -> Vec<(String, i64, Value)> {
            let skills = list.as_array().expect("a list").iter();
            let rounded = |score: &Value| (score.as_f64().unwrap_or(f64::NAN) * 1e9).round() as i64;
            skills
                .map(|skill| (skill["name"].to_string(), rounded(&skill["score"]), skill["matches"].clone()))
                .collect()
        };
        assert_eq!(ranking(&ours["skills"]), ranking(&theirs["hits"]), "{task}");
        assert_eq!(ours["total"], theirs["total"], "{task}");
        compared += ranking(&ours["skills"]).len();
    }
    assert!(compared > 5, "some task has an answer");
}

/// A skill with this name and description.
pub fn skill(root: &Path, name: &str, description: &str, body: &str) {
    let folder = root.join(name);
    fs::create_dir_all(&folder).expect("a folder");
    let text = format!("---\nname: {name}\ndescription: {description}\n---\n\n# {name}\n\n{body}\n");
    fs::write(folder.join("SKILL.md"), text).expect("a file");
}

/// Names of the hits of each query.
fn found(out: &Path, queries: &[&str]) -> Option<Vec<Vec<String>>> {
    let answers = node("query.mjs", &[out], queries.iter().map(|query| json!(query)))?;
    let names = |answer: &Value| {
        assert!(answer["error"].is_null(), "{answer}");
        let hits = answer["hits"].as_array().expect("hits").iter();
        hits.map(|hit| hit["name"].as_str().expect("a name").to_owned()).collect()
    };
    Some(answers.iter().map(names).collect())
}

#[test]
fn names_of_the_language_are_skills_like_any_other() {
    let room = tempfile::tempdir().expect("a temporary folder");
    for name in ["constructor", "__proto__", "toString", "ordinary"] {
        skill(room.path(), name, "Use when something is to be done.", "");
    }
    let (_room, out) = built(room.path());
    let Some(found) = found(&out, &["constructor", "__proto__", "toString", "tag:__proto__", "valueOf"]) else {
        return;
    };
    assert_eq!(found, [vec!["constructor"], vec!["__proto__"], vec!["toString"], vec![], vec![]]);
}

#[test]
fn one_skill_is_enough_and_none_is_no_error() {
    let room = tempfile::tempdir().expect("a temporary folder");
    skill(room.path(), "only", "Use when there is one skill.", "");
    let (_room, out) = built(room.path());
    let Some(answers) = found(&out, &["only", "skill", "nothing"]) else { return };
    assert_eq!(answers, [vec!["only"], vec!["only"], vec![]]);

    let empty = tempfile::tempdir().expect("a temporary folder");
    let out = empty.path().join("out");
    let mut build = program::skillsite(empty.path());
    build.args(["build", ".", "--allow-empty"]).arg("-o").arg(&out).output().expect("the binary starts");
    assert_eq!(found(&out, &["only", "tag:x", ""]).expect("node was there"), [vec![] as Vec<&str>, vec![], vec![]]);
}

#[test]
fn queries_mean_what_they_say() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let source = room.path();
    skill(source, "git-workflow", "Use when git commits need order.", "## Rolling back\n\nPass `--dry-run` first.");
    skill(source, "commit-order", "Use when the order of commits in git matters.", "");
    skill(source, "kubernetes-deploy", "Use when a service goes to kubernetes.", "");
    skill(source, "table-reader", "Use when tables must be read from documents.", "The frobnicator helps.");
    skill(source, "leak-hunt", "Use when goroutines or libraries leak.", "");
    let (_room, out) = built(source);
    let queries = [
        "git-workflow",       // the name as it is
        "\"git commits\"",    // word for word
        "k8s",                // an alias
        "kubernets",          // a typo
        "kuber",              // unfinished
        "reading table ",     // other forms of the words
        "goroutine ",         // a form that no skill has
        "library ",           // another
        "frobnicator",        // in the text only
        "rolling back",       // in a heading
        "git:",               // literal
        "tag:nothing commit", // a filter that nothing passes
    ];
    let Some(found) = found(&out, &queries) else { return };
    let first: Vec<&str> = found.iter().map(|names| names.first().map_or("", String::as_str)).collect();
    assert_eq!(
        first,
        [
            "git-workflow",
            "git-workflow",
            "kubernetes-deploy",
            "kubernetes-deploy",
            "kubernetes-deploy",
            "table-reader",
            "leak-hunt",
            "leak-hunt",
            "table-reader",
            "git-workflow",
            "git-workflow",
            ""
        ]
    );
    assert_eq!(found[1], ["git-workflow"], "the other has the words, not the phrase");
}
