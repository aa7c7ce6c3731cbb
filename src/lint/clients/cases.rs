//! The 88 inputs that clients and validators were tried with, rebuilt from their names. Each tells
//! whether any of the skills CLI, OpenCode, Codex and Gemini CLI dropped the skill.

use std::sync::Arc;

use crate::diagnostic::Level;
use crate::git::Repository;
use crate::{Catalog, Config, SourceTree, lint};

/// The case, whether a client drops it, and the bytes of SKILL.md.
fn cases() -> Vec<(&'static str, bool, Vec<u8>)> {
    let header = |inner: &str| format!("---\n{inner}\n---\n\n# My skill\n\nText.\n").into_bytes();
    let named = |name: &str| header(&format!("name: {name}\ndescription: Use when asked."));
    let described = |description: &str| header(&format!("name: my-skill\ndescription: {description}"));
    let with = |more: &str| header(&format!("name: my-skill\ndescription: Use when asked.\n{more}"));
    let raw = |text: &str| text.as_bytes().to_vec();
    let minimal = "---\nname: my-skill\ndescription: Use when asked.\n---\n\nText.\n";
    vec![
        ("01-minimal", false, raw(minimal)),
        ("02-all-fields", false, with("license: MIT\ncompatibility: any\nmetadata:\n  a: b\nallowed-tools: Read")),
        ("03-no-name", true, header("description: Use when asked.")),
        ("04-no-description", true, header("name: my-skill")),
        ("05-empty-description", true, described("")),
        ("06-empty-quoted-description", true, described("\"\"")),
        ("07-name-uppercase", false, named("My-Skill")),
        ("08-name-underscore", false, named("my_skill")),
        ("09-name-leading-hyphen", false, named("-my-skill")),
        ("10-name-trailing-hyphen", false, named("my-skill-")),
        ("11-name-double-hyphen", false, named("my--skill")),
        ("12-name-dir-mismatch", false, named("other")),
        ("13-name-64", false, named(&"a".repeat(64))),
        ("14-name-65", true, named(&"a".repeat(65))),
        ("15-name-digits-only", true, named("2024")),
        ("16-name-unicode-lower", false, named("навык")),
        ("17-name-fullwidth-nfkc", false, named("ｍｙ-skill")),
        ("18-name-sharp-s", false, named("straße")),
        ("19-name-true", true, named("true")),
        ("20-name-quoted-spaces", false, named("\" my-skill \"")),
        ("21-name-dot", false, named("my.skill")),
        ("22-desc-1024", false, described(&"a".repeat(1024))),
        ("23-desc-1025", false, described(&"a".repeat(1025))),
        ("24-desc-1024-emoji", false, described(&"😀".repeat(1024))),
        ("25-desc-colon-unquoted", true, described("Use when asked: now")),
        ("26-desc-colon-quoted", false, described("\"Use when asked: now\"")),
        ("27-desc-folded", false, described(">\n  Use when\n  asked.")),
        ("28-desc-folded-strip", false, described(">-\n  Use when\n  asked.")),
        ("29-desc-literal", false, described("|\n  Use when\n  asked.")),
        ("30-desc-plain-multiline", false, described("Use when\n  asked.")),
        ("31-desc-contains-triple-dash", false, described("Use when a---b")),
        ("32-desc-angle-brackets", false, described("Use when <asked>.")),
        ("33-desc-list", true, described("[Use, when]")),
        ("34-desc-hash", false, described("Use when C# is asked.")),
        ("35-compat-500", false, with(&format!("compatibility: {}", "a".repeat(500)))),
        ("36-compat-501", false, with(&format!("compatibility: {}", "a".repeat(501)))),
        ("37-compat-empty", false, with("compatibility: \"\"")),
        ("38-compat-list", false, with("compatibility: [a, b]")),
        ("39-compat-map", false, with("compatibility:\n  a: b")),
        ("40-license-map", false, with("license:\n  name: MIT")),
        ("41-metadata-string", true, with("metadata: hello")),
        ("42-metadata-nested", false, with("metadata:\n  a:\n    b: c")),
        ("43-metadata-list-block", false, with("metadata:\n  a:\n    - b")),
        ("44-metadata-flow-list", false, with("metadata:\n  a: [b, c]")),
        ("45-metadata-number", false, with("metadata:\n  a: 1")),
        ("46-metadata-flow-map", false, with("metadata: {a: b}")),
        ("47-metadata-json-inline", false, with("metadata: {\"a\": {\"b\": [1]}}")),
        ("48-allowed-tools-space", false, with("allowed-tools: Read Grep")),
        ("49-allowed-tools-comma", false, with("allowed-tools: Read, Grep")),
        ("50-allowed-tools-yaml-list", false, with("allowed-tools:\n  - Read")),
        ("51-allowed-tools-flow-list", false, with("allowed-tools: [Read, Grep]")),
        ("52-aether-fields", false, with("version: 1.0.0\ntags:\n  - a\nrisk: low")),
        ("53-aether-example-verbatim", false, with("version: 0.3.0\ntags: [a, b]\ninputs: [text]\nrisk: low")),
        ("54-version-field", false, with("version: 1.0.0")),
        ("55-claude-code-fields", false, with("argument-hint: \"[file]\"\ncontext: fork\nagent: Explore\nmodel: opus")),
        ("56-duplicate-key", true, with("name: other")),
        ("57-anchor", false, with("license: &a MIT")),
        ("58-alias", false, with("license: &a MIT\ncompatibility: *a")),
        ("59-tag", false, with("license: !!str MIT")),
        ("60-comment-in-fm", false, with("# a comment")),
        ("61-no-frontmatter", true, raw("# My skill\n\nText.\n")),
        ("62-unclosed", true, raw("---\nname: my-skill\ndescription: Use when asked.\n\n# My skill\n")),
        ("63-bom", true, raw(&format!("\u{FEFF}{minimal}"))),
        ("64-crlf", false, raw(&minimal.replace('\n', "\r\n"))),
        ("65-leading-blank-line", true, raw(&format!("\n{minimal}"))),
        ("66-empty-body", false, raw("---\nname: my-skill\ndescription: Use when asked.\n---\n")),
        ("67-no-newline-after-close", false, raw("---\nname: my-skill\ndescription: Use when asked.\n---")),
        ("68-closing-dots", true, raw("---\nname: my-skill\ndescription: Use when asked.\n...\n\nText.\n")),
        ("71-empty-file", true, raw("")),
        ("72-empty-frontmatter", true, raw("---\n---\n\nText.\n")),
        ("73-fm-is-list", true, header("- a\n- b")),
        ("74-fm-is-scalar", true, header("just text")),
        ("75-tab-indent", true, with("metadata:\n\ta: b")),
        ("76-latin1-bytes", true, b"---\nname: my-skill\ndescription: Use when caf\xE9.\n---\n\nText.\n".to_vec()),
        ("77-long-body-600-lines", false, raw(&format!("{minimal}{}", "Line.\n".repeat(600)))),
        ("78-four-dashes", true, raw(&minimal.replace("---", "----"))),
        ("79-name-null", true, named("null")),
        ("80-name-missing-value", true, named("")),
        ("81-yaml-json-frontmatter", false, header("{\"name\": \"my-skill\", \"description\": \"Use when asked.\"}")),
        ("82-hr-in-body", false, raw(&format!("{minimal}\n---\n\nMore.\n"))),
        ("83-key-case", true, header("Name: my-skill\nDescription: Use when asked.")),
        ("84-single-quoted", false, described("'Use when it''s asked.'")),
        ("87-reserved-word", false, named("claude-helper")),
        ("88-two-docs", true, raw(&format!("{minimal}\n---\nname: other\n---\n"))),
    ]
}

/// The errors, and what the rule about clients says.
fn findings(text: Vec<u8>) -> Vec<String> {
    let config = Config::new("skills", jiff::civil::date(2026, 6, 1));
    let catalog = Catalog::new(Arc::new(SourceTree::from_files([("my-skill/SKILL.md", text)])), &config);
    let all = lint::check(&catalog, &config, &Repository::default());
    let counts = |one: &&crate::Diagnostic| one.level == Level::Error || one.rule.code == "client-load";
    all.iter().filter(counts).map(|one| format!("{}: {}", one.rule.code, one.message)).collect()
}

/// Where we differ: the second document is told apart from a rule in the body only by chance, and
/// a compatibility or licence of the wrong type is our error and no client's.
const OTHERWISE: &[&str] = &["38-compat-list", "39-compat-map", "40-license-map", "88-two-docs"];

#[test]
fn a_skill_that_a_client_drops_has_an_error_or_a_warning_about_it() {
    let mut wrong = Vec::new();
    for (case, dropped, text) in cases() {
        let found = findings(text);
        if found.is_empty() == dropped && !OTHERWISE.contains(&case) {
            wrong.push(format!("{case}: dropped {dropped}, found {found:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
