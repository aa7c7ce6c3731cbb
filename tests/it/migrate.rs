//! A package that was migrated builds to the same page: the same head, text, details and relations, and the same
//! header for agents. Its findings, list of files and downloads differ, since there is a file more.

use std::path::Path;

use crate::{folder, page, program, site};

/// What a page says of a skill.
const PARTS: &[&str] = &[
    "h1",
    ".trigger",
    ".labels",
    ".crumbs",
    ".prose",
    "details.agent .header",
    "aside dl:not(.cost)",
    "[data-relation]",
    ".similar",
    ".steps",
];

/// Headers with every field, in every spelling; what the example catalog has comes on top.
const MADE: &[(&str, &[&str])] = &[
    (
        "skills/engineering/made-full/SKILL.md",
        &[
            "---",
            "name: made-full",
            "description: >",
            "  Use when a header has it all:",
            "  numbers, lists, blocks.",
            "version: 1.10.0 # not 1.1",
            "tags: [one, \"two\"]",
            "topics:",
            "  - testing",
            "category: testing",
            "maturity: beta",
            "last_verified: 2026-11-01",
            "boundary: Only headers.",
            "non_goals:",
            "  - Bodies, and what is in them",
            "inputs: [text]",
            "requires: [made-bare]",
            "risk: low",
            "license: MIT",
            "lang: en",
            "compatibility: Any shell",
            "allowed-tools: Read, Bash(git:*)",
            "argument-hint: [file]",
            "metadata:",
            "  author: someone",
            "  team: platform",
            "---",
            "# Made full",
            "",
            "Text with a [link](notes.md).",
        ],
    ),
    ("skills/engineering/made-full/notes.md", &["# Notes"]),
    (
        "skills/engineering/made-bare/SKILL.md",
        &["---", "name: made-bare", "description: Use when there is little: this.", "---", "", "# Made bare"],
    ),
];

#[test]
fn a_migrated_package_builds_to_the_same_page() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let source = room.path().join("source");
    folder::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("example-catalog"), &source);
    for (path, lines) in MADE {
        folder::put(&source, &folder::entry(path, lines));
    }
    let build = |out: &str| {
        let run = program::run(room.path(), ["build", "source", "-o", out, "--fail-on", "never"]);
        assert_eq!(run.status, 0, "{}", run.stderr);
        room.path().join(out)
    };
    let before = build("before");
    let migrated = program::run(room.path(), ["migrate", "source"]);
    assert_eq!(migrated.status, 0, "{}", migrated.stderr);
    let after = build("after");
    let mut compared = 0;
    for path in site::files(&before).iter().filter(|path| is_page_of_a_skill(path)) {
        let [was, is] = [&before, &after].map(|out| {
            let html = std::fs::read_to_string(out.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
            page::Page::new(path, &html)
        });
        for part in PARTS {
            let [was, is] = [&was, &is].map(|page| page.select(part).map(|one| one.html() + "\n").collect::<String>());
            assert_eq!(was, is, "`{part}` of {path}");
            compared += usize::from(!was.is_empty());
        }
    }
    assert!(compared > 20 * PARTS.len() / 2, "only {compared} parts were compared");
}

fn is_page_of_a_skill(path: &str) -> bool {
    path.strip_prefix("skills/").is_some_and(|rest| site::is_html(rest) && !rest.contains('/'))
}
