//! Whatever a file holds: both readers come to an end, give places inside the text, and nothing
//! panics. Fixes change nothing more when they are made a second time.

use camino::Utf8Path;
use proptest::prelude::*;

use super::{Read, merge, migrate, read_frontmatter, read_toml};
use crate::diagnostic::{Fix, Format};
use crate::git::Repository;
use crate::lint::tests::cases;
use crate::source::{FileId, SourceTree};
use crate::{Config, Workspace, fix};

/// Text that looks like a header or a manifest, mostly.
fn source_like() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        8 => proptest::sample::select(PIECES.to_vec()).prop_map(str::to_owned),
        1 => "\\PC{0,6}",
        1 => any::<char>().prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..60).prop_map(|pieces| pieces.concat())
}

const PIECES: &[&str] = &[
    "---\n",
    "\n",
    "\n\n",
    "name",
    "description",
    "version",
    "tags",
    "metadata",
    "type",
    "last_verified",
    ": ",
    ":",
    " = ",
    "  ",
    "    ",
    "\t",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "'",
    "\"\"\"",
    "|\n",
    ">-\n",
    "# ",
    " #",
    "&a ",
    "*a",
    "!t ",
    "?",
    "@",
    "`",
    "%",
    ",",
    "a",
    "B_c",
    "é",
    "日本",
    "1.0",
    "2026-03-14",
    "no",
    "~",
    "[skill]\n",
    "[[tools]]\n",
    "[source]\n",
    "...",
    "<!--",
    "-->",
    "```\n",
    "\\",
    "skill.name",
    "Use when b: c",
];

fn places_are_inside(read: &Read, text: &str) {
    for diagnostic in &read.diagnostics {
        let span = diagnostic.span.expect("readers give places");
        assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
        if let Some(Fix::Replace { span, .. }) = &diagnostic.fix {
            assert!(text.get(span.range()).is_some(), "{span:?} in {text:?}");
        }
    }
    assert!(text.get(read.body.clone()).is_some());
    for extra in &read.manifest.extra {
        assert!(text.get(extra.value.span.range()).is_some() && text.get(extra.key_span.range()).is_some());
    }
}

fn read_both(text: &str) {
    let toml = read_toml(FileId(0), Utf8Path::new("a/SKILL.toml"), text);
    places_are_inside(&toml, text);
    for format in [Format::Manifest, Format::Frontmatter] {
        let front = read_frontmatter(FileId(1), Utf8Path::new("a/SKILL.md"), text, format);
        places_are_inside(&front, text);
        merge(Some(toml.clone()), Some(front));
    }
}

/// The file after all fixes.
fn fixed(name: &str, text: &str) -> Option<String> {
    let source = SourceTree::from_files([(format!("a/{name}"), text)]);
    let workspace = Workspace::new(source, Config::new("", jiff::civil::date(2026, 6, 1)), Repository::default());
    let change = fix::changes(&workspace).into_iter().next()?;
    Some(String::from_utf8(change.after).expect("text stays text"))
}

proptest! {
    #![proptest_config(cases(300))]

    #[test]
    fn any_text_is_read(text in any::<String>()) {
        read_both(&text);
        read_both(&format!("---\n{text}\n---\n"));
    }

    #[test]
    fn text_like_a_header_is_read(text in source_like()) {
        read_both(&text);
        read_both(&format!("---\n{text}\n---\nBody\n"));
    }

    #[test]
    fn a_migration_moves_whole_lines(text in source_like()) {
        let text = format!("---\nname: a\n{text}\n---\nBody\n");
        if let Some(migration) = migrate(FileId(1), Utf8Path::new("a/SKILL.md"), &text, None) {
            let toml = read_toml(FileId(0), Utf8Path::new("a/SKILL.toml"), &migration.manifest);
            assert!(!toml.broken, "{}", migration.manifest);
            let mut end = 0;
            for lines in migration.moved {
                assert!(lines.start >= end && text[..lines.start].ends_with('\n') && text[..lines.end].ends_with('\n'));
                end = lines.end;
            }
        }
    }

    #[test]
    fn fixes_leave_nothing_to_fix(text in source_like()) {
        for (name, text) in [("SKILL.md", format!("---\nname: a\n{text}\n---\nBody\n")), ("SKILL.toml", text)] {
            if let Some(once) = fixed(name, &text) {
                assert_eq!(fixed(name, &once), None, "after {text:?} became {once:?}");
            }
        }
    }
}
