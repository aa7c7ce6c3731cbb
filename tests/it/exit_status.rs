//! The exit status is a promise to pipelines: 0 fine, 1 findings at or above the level that counts, 2 could not run.
//! The format that findings are printed in never changes it.

use std::path::Path;

use crate::{folder, program};

/// A folder of skills for every kind of finding, and what stops a run.
const FILES: &[(&str, &[&str])] = &[
    ("fine/skillsite.toml", &["[lint]", "legacy-frontmatter = \"off\""]),
    ("fine/a/SKILL.md", &["---", "name: a", "description: Use when a is asked.", "---", "", "Text."]),
    ("note/skillsite.toml", &["[lint]", "legacy-frontmatter = \"off\""]),
    ("note/a/SKILL.md", &["---", "name: b", "description: Use when b is asked.", "---", "", "Text."]),
    ("warning/a/SKILL.md", &["---", "name: a", "description: Use when a is asked.", "---", "", "[x](gone.md)"]),
    ("error/a/SKILL.md", &["---", "name: a", "---", "", "Text."]),
    (
        "silent/skillsite.toml",
        &["[lint]", "missing-field = \"off\"", "legacy-frontmatter = \"off\"", "not-published = \"off\""],
    ),
    ("silent/a/SKILL.md", &["---", "name: a", "---", "", "Text."]),
    ("raised/skillsite.toml", &["[lint]", "broken-link = \"error\""]),
    ("raised/a/SKILL.md", &["---", "name: a", "description: Use when a is asked.", "---", "", "[x](gone.md)"]),
    ("empty/readme.txt", &["No skill."]),
    ("syntax/skillsite.toml", &["title = "]),
    ("key/skillsite.toml", &["titel = \"x\""]),
    ("rule/skillsite.toml", &["[lint]", "broken-lnk = \"off\""]),
    ("level/skillsite.toml", &["[lint]", "broken-link = \"fatal\""]),
    ("theme/skillsite.toml", &["theme = \"theme\""]),
    ("theme/theme/templates/skill.html", &["{% if %}"]),
    ("theme/a/SKILL.md", &["---", "name: a", "description: Use when a is asked.", "---", "", "Text."]),
    ("foreign/notes.txt", &["Not made by a build."]),
    ("baseline.txt", &["{}"]),
];

/// What a command line must give, run from top to bottom in one folder.
const TABLE: &[(i32, &str)] = &[
    // check: the worst level against the level that counts.
    (0, "check fine"),
    (0, "check fine --strict"),
    (0, "check fine --fail-on note"),
    (0, "check note"),
    (0, "check note --strict"),
    (1, "check note --fail-on note"),
    (0, "check warning"),
    (1, "check warning --strict"),
    (1, "check warning --fail-on warning"),
    (0, "check warning --fail-on error"),
    (0, "check warning --fail-on never"),
    (1, "check error"),
    (1, "check error --strict"),
    (0, "check error --fail-on never"),
    (0, "check silent --fail-on note"),
    (1, "check raised"),
    (1, "check error --quiet"),
    (1, "check error --verbose"),
    // check: neither a format nor a file that is written changes it.
    (1, "check error --format concise"),
    (1, "check error --format json"),
    (1, "check error --format sarif"),
    (1, "check error --format github"),
    (1, "check error --format gitlab"),
    (1, "check error --format junit"),
    (0, "check warning --format json --output sarif:w.sarif --output junit:w.xml"),
    (1, "check error --output sarif:e.sarif --output json:e.json"),
    (2, "check error --output sarif:gone/e.sarif"),
    (2, "check error --output tap:e.tap"),
    (2, "check error --output sarif"),
    (2, "check error --format tap"),
    // check: known findings.
    (2, "check error --baseline known.json"),
    (2, "check error --update-baseline"),
    (0, "check error --baseline known.json --update-baseline"),
    (0, "check error --baseline known.json --strict"),
    (1, "check raised --baseline known.json"),
    (2, "check error --baseline baseline.txt"),
    // check: mending says what is left.
    (2, "check error --dry-run"),
    (1, "check error --fix"),
    (0, "check fine --fix"),
    // What stops every command that reads skills.
    (2, "check gone"),
    (2, "check empty"),
    (0, "check empty --allow-empty"),
    (2, "check syntax"),
    (2, "check key"),
    (2, "check rule"),
    (2, "check level"),
    (2, "check syntax --allow-empty --fail-on never"),
    (2, "check fine -c gone.toml"),
    (2, "check fine --strict --fail-on note"),
    (2, "check fine --fail-on fatal"),
    (2, "check fine --as-of tomorrow"),
    (2, "check fine --jobs 0"),
    (2, "check fine --quiet --verbose"),
    (2, "check fine note"),
    (2, "check --no-such-option"),
    (2, "-C gone check"),
    (0, "-C fine check"),
    (2, "no-such-command"),
    (2, ""),
    (0, "--help"),
    (0, "--version"),
    (0, "check --help"),
    // build
    (0, "build fine -o out"),
    (0, "build warning -o out"),
    (1, "build warning -o out --strict"),
    (1, "build error -o out"),
    (0, "build error -o out --fail-on never"),
    (1, "build error -o out --no-write-on-error"),
    (2, "build empty -o out"),
    (0, "build empty -o out --allow-empty"),
    (2, "build syntax -o out"),
    (2, "build theme -o out"),
    (2, "build fine -o foreign"),
    (0, "build fine -o foreign --force"),
    (2, "build fine -o fine/a/SKILL.md"),
    (2, "build fine -o out --base-url nowhere"),
    // list and route tell what is there: findings are nothing to them.
    (0, "list error"),
    (0, "list error --json"),
    (2, "list empty"),
    (0, "list empty --allow-empty"),
    (2, "list gone"),
    (2, "list rule"),
    (0, "route asked fine"),
    (0, "route nothing-of-the-kind fine"),
    (2, "route"),
    (2, "route asked empty"),
    // explain, schema and completions
    (0, "explain"),
    (0, "explain broken-link"),
    (2, "explain broken-lnk"),
    (2, "-C rule explain broken-link"),
    (0, "schema"),
    (0, "completions bash"),
    (2, "completions cmd"),
    // verify
    (0, "build fine -o site --base-url https://skills.example.org/"),
    (0, "verify site"),
    (2, "verify gone"),
    (2, "verify"),
    // new, init and migrate
    (0, "new one --folder made"),
    (2, "new one --folder made"),
    (2, "new One --folder made"),
    (2, "new two --folder made --type novel"),
    (0, "check made"),
    (0, "init made"),
    (0, "init made"),
    (2, "init baseline.txt"),
    (2, "init syntax"),
    (0, "migrate warning --dry-run"),
    (0, "migrate warning"),
    (0, "migrate warning"),
    (1, "check warning"),
    (2, "migrate empty"),
    (2, "migrate gone"),
    // serve, as far as it does not start
    (2, "serve gone"),
    (2, "serve fine --port none"),
];

#[test]
fn the_exit_status_keeps_its_promise() {
    let room = tempfile::tempdir().expect("a temporary folder");
    for (path, lines) in FILES {
        folder::put(room.path(), &folder::entry(path, lines));
    }
    let wrong: Vec<String> = TABLE.iter().filter_map(|(status, line)| differs(room.path(), *status, line)).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong with a run: its status, or the stream on which it says why.
fn differs(room: &Path, status: i32, line: &str) -> Option<String> {
    let run = program::run(room, line.split_whitespace());
    if run.status != status {
        return Some(format!("skillsite {line}: status {} and not {status}\n{}", run.status, run.stderr));
    }
    let is_told = status != 2 || run.stdout.is_empty() && run.stderr.lines().any(|line| line.starts_with("error: "));
    // Without a command the help says what there is.
    let is_told = is_told || line.is_empty() && run.stderr.contains("Usage:");
    (!is_told).then(|| format!("skillsite {line}: no reason on standard error\n{}{}", run.stdout, run.stderr))
}
