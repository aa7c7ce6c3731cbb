//! The 88 inputs that clients and validators were tried with, rebuilt from their names, beside what they did
//! ([`VERDICTS`]). `docs/verdicts.md` is the table of it for people.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;

use super::CLIENT_LOAD;
use crate::diagnostic::{Diagnostic, Level};
use crate::git::Repository;
use crate::{Catalog, Config, SourceTree, lint};

/// What readers did, a line each: `case | skills-ref | clients | why skillsite says otherwise`.
const VERDICTS: &str = include_str!("verdicts.txt");

/// What the clients did with one input.
struct Verdict {
    case: &'static str,
    /// What the reference validator did: accepts, refuses or crashes.
    reference: &'static str,
    /// Whether the skills CLI, OpenCode, Codex and Gemini CLI load the skill: y, n, or - where it was not tried.
    clients: &'static str,
    /// Why skillsite finds something that the validator does not, or the other way round; empty where they agree.
    why: &'static str,
}

impl Verdict {
    fn is_accepted(&self) -> bool {
        self.reference == "accepts"
    }

    /// True when a client does not load the skill.
    fn is_dropped(&self) -> bool {
        self.clients.contains('n')
    }
}

fn verdicts() -> Vec<Verdict> {
    let lines = VERDICTS.lines().filter(|line| !line.starts_with('#'));
    lines
        .map(|line| {
            let mut parts = line.split('|').map(str::trim);
            let mut next = || parts.next().expect("four parts");
            Verdict { case: next(), reference: next(), clients: next(), why: next() }
        })
        .collect()
}

/// The files of a case below the folder of skills. The name of the folder is the one that the reference validator
/// wants, where it says anything of names at all.
fn files(case: &str, content: &[u8]) -> Vec<(String, Vec<u8>)> {
    let long = "a".repeat(64);
    let folder = match case {
        "07-name-uppercase" => "My-Skill",
        "13-name-64" => &long,
        "15-name-digits-only" => "2024",
        "16-name-unicode-lower" => "навык",
        "18-name-sharp-s" => "straße",
        "19-name-true" => "true",
        "79-name-null" => "null",
        "87-reserved-word" => "claude-helper",
        _ => "my-skill",
    };
    let file = match case {
        "69-lowercase-file" => "skill.md",
        "70-mixedcase-file" => "Skill.md",
        "85-missing-file" => "README.md",
        "86-dir-named-skill-md" => "SKILL.md/README.md",
        _ => "SKILL.md",
    };
    vec![(format!("{folder}/{file}"), content.to_vec())]
}

/// The case and the bytes of its file.
fn cases() -> Vec<(&'static str, Vec<u8>)> {
    let header = |inner: &str| format!("---\n{inner}\n---\n\n# My skill\n\nText.\n").into_bytes();
    let named = |name: &str| header(&format!("name: {name}\ndescription: Use when asked."));
    let described = |description: &str| header(&format!("name: my-skill\ndescription: {description}"));
    let with = |more: &str| header(&format!("name: my-skill\ndescription: Use when asked.\n{more}"));
    let raw = |text: &str| text.as_bytes().to_vec();
    let minimal = "---\nname: my-skill\ndescription: Use when asked.\n---\n\nText.\n";
    vec![
        ("01-minimal", raw(minimal)),
        ("02-all-fields", with("license: MIT\ncompatibility: any\nmetadata:\n  a: b\nallowed-tools: Read")),
        ("03-no-name", header("description: Use when asked.")),
        ("04-no-description", header("name: my-skill")),
        ("05-empty-description", described("")),
        ("06-empty-quoted-description", described("\"\"")),
        ("07-name-uppercase", named("My-Skill")),
        ("08-name-underscore", named("my_skill")),
        ("09-name-leading-hyphen", named("-my-skill")),
        ("10-name-trailing-hyphen", named("my-skill-")),
        ("11-name-double-hyphen", named("my--skill")),
        ("12-name-dir-mismatch", named("other")),
        ("13-name-64", named(&"a".repeat(64))),
        ("14-name-65", named(&"a".repeat(65))),
        ("15-name-digits-only", named("2024")),
        ("16-name-unicode-lower", named("навык")),
        ("17-name-fullwidth-nfkc", named("ｍｙ-skill")),
        ("18-name-sharp-s", named("straße")),
        ("19-name-true", named("true")),
        ("20-name-quoted-spaces", named("\" my-skill \"")),
        ("21-name-dot", named("my.skill")),
        ("22-desc-1024", described(&"a".repeat(1024))),
        ("23-desc-1025", described(&"a".repeat(1025))),
        ("24-desc-1024-emoji", described(&"😀".repeat(1024))),
        ("25-desc-colon-unquoted", described("Use when asked: now")),
        ("26-desc-colon-quoted", described("\"Use when asked: now\"")),
        ("27-desc-folded", described(">\n  Use when\n  asked.")),
        ("28-desc-folded-strip", described(">-\n  Use when\n  asked.")),
        ("29-desc-literal", described("|\n  Use when\n  asked.")),
        ("30-desc-plain-multiline", described("Use when\n  asked.")),
        ("31-desc-contains-triple-dash", described("Use when a---b")),
        ("32-desc-angle-brackets", described("Use when <asked>.")),
        ("33-desc-list", described("[Use, when]")),
        ("34-desc-hash", described("Use when C# is asked.")),
        ("35-compat-500", with(&format!("compatibility: {}", "a".repeat(500)))),
        ("36-compat-501", with(&format!("compatibility: {}", "a".repeat(501)))),
        ("37-compat-empty", with("compatibility: \"\"")),
        ("38-compat-list", with("compatibility: [a, b]")),
        ("39-compat-map", with("compatibility:\n  a: b")),
        ("40-license-map", with("license:\n  name: MIT")),
        ("41-metadata-string", with("metadata: hello")),
        ("42-metadata-nested", with("metadata:\n  a:\n    b: c")),
        ("43-metadata-list-block", with("metadata:\n  a:\n    - b")),
        ("44-metadata-flow-list", with("metadata:\n  a: [b, c]")),
        ("45-metadata-number", with("metadata:\n  a: 1")),
        ("46-metadata-flow-map", with("metadata: {a: b}")),
        ("47-metadata-json-inline", with("metadata: {\"a\": {\"b\": [1]}}")),
        ("48-allowed-tools-space", with("allowed-tools: Read Grep")),
        ("49-allowed-tools-comma", with("allowed-tools: Read, Grep")),
        ("50-allowed-tools-yaml-list", with("allowed-tools:\n  - Read")),
        ("51-allowed-tools-flow-list", with("allowed-tools: [Read, Grep]")),
        ("52-aether-fields", with("version: 1.0.0\ntags:\n  - a\nrisk: low")),
        ("53-aether-example-verbatim", with("version: 0.3.0\ntags: [a, b]\ninputs: [text]\nrisk: low")),
        ("54-version-field", with("version: 1.0.0")),
        ("55-claude-code-fields", with("argument-hint: \"[file]\"\ncontext: fork\nagent: Explore\nmodel: opus")),
        ("56-duplicate-key", with("name: other")),
        ("57-anchor", with("license: &a MIT")),
        ("58-alias", with("license: &a MIT\ncompatibility: *a")),
        ("59-tag", with("license: !!str MIT")),
        ("60-comment-in-fm", with("# a comment")),
        ("61-no-frontmatter", raw("# My skill\n\nText.\n")),
        ("62-unclosed", raw("---\nname: my-skill\ndescription: Use when asked.\n\n# My skill\n")),
        ("63-bom", raw(&format!("\u{FEFF}{minimal}"))),
        ("64-crlf", raw(&minimal.replace('\n', "\r\n"))),
        ("65-leading-blank-line", raw(&format!("\n{minimal}"))),
        ("66-empty-body", raw("---\nname: my-skill\ndescription: Use when asked.\n---\n")),
        ("67-no-newline-after-close", raw("---\nname: my-skill\ndescription: Use when asked.\n---")),
        ("68-closing-dots", raw("---\nname: my-skill\ndescription: Use when asked.\n...\n\nText.\n")),
        ("69-lowercase-file", raw(minimal)),
        ("70-mixedcase-file", raw(minimal)),
        ("71-empty-file", raw("")),
        ("72-empty-frontmatter", raw("---\n---\n\nText.\n")),
        ("73-fm-is-list", header("- a\n- b")),
        ("74-fm-is-scalar", header("just text")),
        ("75-tab-indent", with("metadata:\n\ta: b")),
        ("76-latin1-bytes", b"---\nname: my-skill\ndescription: Use when caf\xE9.\n---\n\nText.\n".to_vec()),
        ("77-long-body-600-lines", raw(&format!("{minimal}{}", "Line.\n".repeat(600)))),
        ("78-four-dashes", raw(&minimal.replace("---", "----"))),
        ("79-name-null", named("null")),
        ("80-name-missing-value", named("")),
        ("81-yaml-json-frontmatter", header("{\"name\": \"my-skill\", \"description\": \"Use when asked.\"}")),
        ("82-hr-in-body", raw(&format!("{minimal}\n---\n\nMore.\n"))),
        ("83-key-case", header("Name: my-skill\nDescription: Use when asked.")),
        ("84-single-quoted", described("'Use when it''s asked.'")),
        ("85-missing-file", raw("# My skill\n")),
        ("86-dir-named-skill-md", raw("# My skill\n")),
        ("87-reserved-word", named("claude-helper")),
        ("88-two-docs", header("name: my-skill\ndescription: Use when asked.\n...\nname: other")),
    ]
}

/// Every finding that is more than a note.
fn findings(files: Vec<(String, Vec<u8>)>) -> Vec<Diagnostic> {
    let config = Config::new("skills", jiff::civil::date(2026, 6, 1));
    let catalog = Catalog::new(Arc::new(SourceTree::from_files(files)));
    if catalog.skills.is_empty() {
        return Vec::new();
    }
    let report = lint::check(&catalog, &config, &Repository::default());
    let all = report.findings.iter().map(|finding| finding.diagnostic.clone());
    all.filter(|one| one.level >= Level::Warning).collect()
}

/// Findings by case. `None` where there is no skill at all, which `check` refuses with status 2.
fn found() -> BTreeMap<&'static str, Option<Vec<Diagnostic>>> {
    let has_skill = |case: &str| !matches!(case, "85-missing-file" | "86-dir-named-skill-md");
    cases()
        .into_iter()
        .map(|(case, content)| {
            let found = findings(files(case, &content));
            assert!(has_skill(case) || found.is_empty(), "{case}");
            (case, has_skill(case).then_some(found))
        })
        .collect()
}

#[test]
fn every_verdict_has_its_case() {
    let cases: BTreeSet<&str> = cases().into_iter().map(|(case, _)| case).collect();
    assert_eq!(cases, verdicts().iter().map(|verdict| verdict.case).collect());
    assert_eq!(cases.len(), 88);
}

#[test]
fn a_skill_that_a_client_drops_has_an_error_or_a_warning() {
    let found = found();
    for verdict in verdicts() {
        let Some(found) = &found[verdict.case] else { continue };
        let is_told = |one: &Diagnostic| one.rule.code == "client-load";
        assert!(!verdict.is_dropped() || !found.is_empty(), "{}: a client drops it and nothing is found", verdict.case);
        assert!(verdict.is_dropped() || !found.iter().any(is_told), "{}: no client drops it", verdict.case);
    }
}

#[test]
fn a_key_in_capitals_beside_the_right_one_is_left_alone() {
    let told = |header: &str| {
        let found = findings(vec![("a/SKILL.md".to_owned(), format!("---\n{header}---\n").into_bytes())]);
        found.iter().any(|one| one.rule.code == CLIENT_LOAD.code)
    };
    assert!(told("Name: a\nDescription: Use when testing.\n"));
    assert!(!told("Name: Another\nname: a\ndescription: Use when testing.\n"));
}

/// Where the two differ, a line of the table says why; where they agree, none does.
#[test]
fn what_the_reference_validator_refuses_is_found() {
    let found = found();
    let wrong: Vec<String> = verdicts()
        .iter()
        .filter(|verdict| {
            let is_accepted = found[verdict.case].as_ref().is_some_and(Vec::is_empty);
            (is_accepted == verdict.is_accepted()) != verdict.why.is_empty()
        })
        .map(|verdict| format!("{} is {}: {}", verdict.case, verdict.reference, codes(found[verdict.case].as_deref())))
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The table in the documentation is this one. `UPDATE_VERDICTS=1` writes it.
#[test]
fn the_documentation_shows_the_verdicts() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/verdicts.md");
    let text = document();
    if std::env::var_os("UPDATE_VERDICTS").is_some() {
        std::fs::write(&path, &text).expect("the documentation can be written");
    }
    let written = std::fs::read_to_string(&path).expect("the documentation is there").replace("\r\n", "\n");
    assert!(written == text, "UPDATE_VERDICTS=1 cargo test --lib verdicts writes docs/verdicts.md anew");
}

/// Runs the reference validator on every case and compares with the table.
#[test]
#[ignore = "needs the reference validator: pip install skills-ref==0.1.1"]
fn the_reference_validator_says_what_the_table_says() {
    let room = tempfile::tempdir().expect("a folder");
    let verdicts = verdicts();
    let mut wrong = Vec::new();
    for (case, content) in cases() {
        let files = files(case, &content);
        let place = room.path().join(case);
        for (path, content) in &files {
            let path = place.join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder can be made");
            std::fs::write(path, content).expect("a file can be written");
        }
        let folder = place.join(files[0].0.split('/').next().expect("a folder"));
        let run = std::process::Command::new("agentskills").arg("validate").arg(folder).output();
        let run = run.expect("the validator starts");
        let says = match run.status.code() {
            Some(0) => "accepts",
            _ if String::from_utf8_lossy(&run.stderr).contains("Traceback") => "crashes",
            _ => "refuses",
        };
        let verdict = verdicts.iter().find(|verdict| verdict.case == case).expect("a verdict");
        if says != verdict.reference {
            wrong.push(format!("{case}: {says} and not {}", verdict.reference));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// `error name-format, warning wrong-type`.
fn codes(found: Option<&[Diagnostic]>) -> String {
    let Some(found) = found else { return "no skill (status 2)".to_owned() };
    let mut codes: Vec<String> =
        found.iter().map(|one| format!("{} `{}`", one.level.as_str(), one.rule.code)).collect();
    codes.sort();
    codes.dedup();
    if codes.is_empty() { "–".to_owned() } else { codes.join(", ") }
}

fn document() -> String {
    let found = found();
    let verdicts = verdicts();
    let differing = verdicts.iter().filter(|verdict| !verdict.why.is_empty()).count();
    let mut text = format!(
        "# What readers make of a SKILL.md that is not quite right\n\n\
         88 inputs, each with one thing in it that some reader stumbles over. The second column is what the reference\n\
         validator (skills-ref 0.1.1) says, the next four whether a client loads the skill (skills CLI 1.7.4,\n\
         OpenCode 1.18.33, Codex 0.171.0, Gemini CLI 0.61.0), the last what `skillsite check` finds, without notes.\n\
         Of the 88, {} agree with the reference validator; the {differing} others follow below with the reason.\n\n\
         | case | skills-ref | skills CLI | OpenCode | Codex | Gemini CLI | skillsite |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
        verdicts.len() - differing
    );
    for verdict in &verdicts {
        let clients: Vec<&str> = verdict
            .clients
            .chars()
            .map(|client| match client {
                'y' => "loads",
                'n' => "**drops**",
                _ => "not tried",
            })
            .collect();
        let found = codes(found[verdict.case].as_deref());
        let _ = writeln!(text, "| {} | {} | {} | {found} |", verdict.case, verdict.reference, clients.join(" | "));
    }
    text.push_str("\n## Where skillsite and the reference validator differ\n\n");
    for verdict in verdicts.iter().filter(|verdict| !verdict.why.is_empty()) {
        let _ = writeln!(text, "* {}: the validator {}; {}", verdict.case, verdict.reference, verdict.why);
    }
    text
}
