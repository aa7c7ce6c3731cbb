//! Both readers as a table: a text and what is read from it.

use camino::Utf8Path;

use super::{Manifest, Read, fields, merge, read_frontmatter, read_toml};
use crate::diagnostic::{Diagnostic, Format};
use crate::source::FileId;
use crate::text::line_column;

const TOML: FileId = FileId(0);
const MARKDOWN: FileId = FileId(1);

fn front(text: &str) -> Read {
    read_frontmatter(MARKDOWN, Utf8Path::new("SKILL.md"), text, Format::Frontmatter)
}

/// Every field and finding, one a line; the body last when it is not all there is.
fn dump(manifest: &mut Manifest, diagnostics: &[Diagnostic], texts: [&str; 2]) -> String {
    let mut lines = Vec::new();
    for spec in fields::FIELDS {
        let line = match spec.slot {
            fields::Slot::Text(slot) => slot(manifest).as_ref().map(|field| format!("{:?}", field.text)),
            fields::Slot::Words(slot) | fields::Slot::Sentences(slot) => {
                slot(manifest).as_ref().map(|list| format!("{:?}", list.texts().collect::<Vec<_>>()))
            }
        };
        lines.extend(line.map(|value| format!("{} = {value}", spec.key)));
    }
    lines.extend(manifest.compat.iter().map(|(key, value)| format!("compat {key} = {:?}", value.text)));
    lines.extend(manifest.extra.iter().map(|extra| format!("+ {} = {:?}", extra.key, extra.value.text)));
    lines.extend(manifest.dialect.map(|dialect| format!("dialect {dialect:?}")));
    for diagnostic in diagnostics {
        let span = diagnostic.span.expect("readers give places");
        let text = texts[usize::from(span.file == MARKDOWN)];
        let (line, column) = line_column(text, span.start as usize);
        let (level, rule) = (diagnostic.level.as_str(), diagnostic.rule.code);
        lines.push(format!("{line}:{column} {level}[{rule}] {} | {:?}", diagnostic.message, &text[span.range()]));
    }
    lines.join("\n")
}

/// What is read from the lines of a header.
fn header(lines: &str) -> String {
    let text = format!("---\n{lines}\n---\nBody.\n");
    let mut read = front(&text);
    assert_eq!(&text[read.body.clone()], "Body.\n");
    dump(&mut read.manifest, &read.diagnostics, ["", &text])
}

/// What is read from a SKILL.md.
fn file(text: &str) -> String {
    let mut read = front(text);
    let body = format!("{:?}", &text[read.body.clone()]);
    [dump(&mut read.manifest, &read.diagnostics, ["", text]), format!("body {body}")].join("\n")
}

/// What is read from a SKILL.toml.
fn toml(text: &str) -> String {
    let mut read = read_toml(TOML, Utf8Path::new("SKILL.toml"), text);
    dump(&mut read.manifest, &read.diagnostics, [text, ""])
}

fn both(toml: &str, text: &str) -> String {
    let toml_read = read_toml(TOML, Utf8Path::new("SKILL.toml"), toml);
    let front = read_frontmatter(MARKDOWN, Utf8Path::new("SKILL.md"), text, Format::Manifest);
    let mut merged = merge(Some(toml_read), Some(front));
    dump(&mut merged.manifest, &merged.diagnostics, [toml, text])
}

#[test]
fn a_colon_in_a_description_is_kept_with_a_warning() {
    assert_eq!(
        header("name: totals\ndescription: Use when two differ: compare\ntags: [a, b]"),
        r#"name = "totals"
description = "Use when two differ: compare"
tags = ["a", "b"]
3:14 warning[frontmatter-lenient] `description` is not strict YAML, and other readers refuse the whole header: it holds `: ` without quotes | "Use when two differ: compare""#
    );
}

#[test]
fn a_broken_manifest_is_not_filled_from_the_header() {
    assert_eq!(
        both("[skill]\nname = \"a\nversion = \"1.0.0\"\n", "---\nname: b\ndescription: c\n---\n"),
        r#"name = "a"
version = "1.0.0"
2:9 error[manifest-syntax] not valid TOML: invalid basic string, expected `"` | "a"
2:7 warning[shadowed-field] the header and SKILL.toml disagree about `name`; SKILL.toml counts | "b""#
    );
}

#[test]
fn prose_before_the_header_makes_it_body() {
    assert_eq!(
        file("Text.\n\n---\nname: a\n---\n"),
        r#"3:1 error[frontmatter-syntax] the header does not begin on the first line, so it is none | "---"
body "Text.\n\n---\nname: a\n---\n""#
    );
}

#[test]
fn a_bare_date_is_its_text() {
    assert_eq!(
        toml("manifest_version = \"1.0\"\n[skill]\nlast_verified = 2026-03-14\n"),
        r#"manifest_version = "1.0"
last_verified = "2026-03-14"
3:17 warning[wrong-type] `last_verified` is a TOML date, and the format asks for a text | "2026-03-14""#
    );
}
