//! The diff that a dry run prints is what its readers apply: the folder is then the same as after the run itself.

use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::{folder, program};

/// Names that ask for care in a diff, a file that gets another name, and no line end at the end.
const FILES: &[(&str, &[&str])] = &[
    ("my skills/one/SKILL.md", &["---", "name: one", "description: Use when b: c", "---", "", "# One"]),
    ("my skills/two two/skill.md", &["---", "name: two-two", "description: Use when asked.", "---", "Two"]),
    ("my skills/three/skill.md", &["---", "name: three", "description: Use when d: e", "tags: [A_b]", "---", "Three"]),
    ("my skills/vier-\u{fc}/SKILL.md", &["---", "name: vier", "description: Use when f: g", "---", "Vier"]),
];

#[test]
fn a_diff_of_fixes_applies() {
    applies(&["check", "my skills", "--fix", "--fail-on", "never"]);
}

#[test]
fn a_diff_of_a_migration_applies() {
    applies(&["migrate", "my skills"]);
}

fn applies(command: &[&str]) {
    let after = |change: &mut dyn FnMut(&Path)| {
        let room = tempfile::tempdir().expect("a temporary folder");
        for (path, lines) in FILES {
            folder::put(room.path(), &folder::entry(path, lines));
        }
        change(room.path());
        contents(room.path())
    };
    let made = after(&mut |room| assert_eq!(program::run(room, command).status, 0));
    assert_ne!(made, after(&mut |_| {}));
    let dry: Vec<&str> = command.iter().copied().chain(["--dry-run"]).collect();
    for reader in [&["git", "apply", "-"][..], &["patch", "-p1", "-s"]] {
        let mut is_there = false;
        let applied = after(&mut |room| {
            let run = program::run(room, &dry);
            assert_eq!(run.status, 0, "{}", run.stderr);
            is_there = apply(room, reader, &run.stdout).is_some();
        });
        assert!(!is_there || applied == made, "{reader:?}: {applied:?}");
    }
}

/// `None`, with a word about it, where the reader is not installed.
fn apply(room: &Path, reader: &[&str], diff: &str) -> Option<()> {
    let child = Command::new(reader[0])
        .args(&reader[1..])
        .current_dir(room)
        // A folder around the test may be a checkout, whose rules are none of ours.
        .env("GIT_CEILING_DIRECTORIES", room.parent().expect("below another"))
        .stdin(Stdio::piped())
        .spawn();
    let Ok(mut child) = child else {
        assert!(std::env::var_os("CI").is_none(), "{} is not installed", reader[0]);
        println!("skipped: {} is not installed", reader[0]);
        return None;
    };
    child.stdin.take().expect("it was asked for").write_all(diff.as_bytes()).expect("the reader listens");
    assert!(child.wait().expect("it ends").success(), "{reader:?}\n{diff}");
    Some(())
}

/// Every file below `root` with its text.
fn contents(root: &Path) -> BTreeMap<String, String> {
    let files = walkdir::WalkDir::new(root).into_iter().map(|entry| entry.expect("readable"));
    let files = files.filter(|entry| entry.file_type().is_file());
    let text = |path: &Path| fs::read_to_string(path).expect("text");
    let name = |path: &Path| path.strip_prefix(root).expect("below").to_string_lossy().into_owned();
    files.map(|entry| (name(entry.path()), text(entry.path()))).collect()
}
