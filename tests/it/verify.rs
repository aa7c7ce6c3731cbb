//! `skillsite verify`: what goes wrong between a build and a client is told, from a folder and over loopback.

use std::fs;
use std::path::Path;

use crate::host::{self, Manners};
use crate::{folder, program};

/// Builds the example catalog into a fresh folder.
fn built(base_url: Option<&str>) -> tempfile::TempDir {
    let room = tempfile::tempdir().expect("a temporary folder");
    let source = room.path().join("source");
    folder::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("example-catalog"), &source);
    let base = base_url.map(|url| ["--base-url", url]);
    let arguments =
        ["build", "source", "-o", "out", "--as-of", "2026-12-01"].into_iter().chain(base.into_iter().flatten());
    let run = program::run(room.path(), arguments);
    assert_eq!(run.status, 0, "{}", run.stderr);
    room
}

/// Status and lines of a run of `verify` in `room`.
fn verify(room: &Path, place: &str) -> (i32, Vec<String>) {
    let run = program::run(room, ["verify", place]);
    assert!(!run.panicked(), "{}", run.stderr);
    (run.status, run.stderr.lines().chain(run.stdout.lines()).map(str::to_owned).collect())
}

/// Damages a fresh site and expects `words` in one line of what is told about it, from its folder and from a host.
fn damaged(damage: impl Fn(&Path), words: &[&str]) {
    let room = built(Some("https://skills.example.org/catalog/"));
    let out = room.path().join("out");
    damage(&out);
    for place in ["out".to_owned(), host::serve(&out, Manners::default())] {
        let (status, lines) = verify(room.path(), &place);
        assert_eq!(status, 1, "{place}: {lines:#?}");
        let told = lines.iter().any(|line| line.starts_with("error: ") && words.iter().all(|word| line.contains(word)));
        assert!(told, "{place}: no line with {words:?} in {lines:#?}");
    }
}

/// Puts `to` in the place of every `from` in a text file.
fn replace(file: &Path, from: &str, to: &str) {
    let text = fs::read_to_string(file).expect("the file is there");
    assert!(text.contains(from), "{} lacks {from}", file.display());
    fs::write(file, text.replace(from, to)).expect("the file can be written");
}

/// The first archive of a site.
fn archive(out: &Path) -> std::path::PathBuf {
    let folder = out.join(".well-known/agent-skills");
    let mut files: Vec<_> =
        fs::read_dir(folder).expect("is there").map(|entry| entry.expect("readable").path()).collect();
    files.sort();
    files.into_iter().find(|file| file.extension().is_some_and(|end| end == "zip")).expect("there is an archive")
}

#[test]
fn a_fresh_site_is_what_it_says() {
    for base_url in [None, Some("https://skills.example.org/catalog/")] {
        let room = built(base_url);
        let out = room.path().join("out");
        for place in ["out".to_owned(), host::serve(&out, Manners::default())] {
            let (status, lines) = verify(room.path(), &place);
            assert_eq!(status, 0, "{place}: {lines:#?}");
            assert_eq!(lines.len(), 1, "{lines:#?}");
            assert!(lines[0].starts_with("verified 1"), "{lines:#?}");
        }
    }
}

#[test]
fn a_changed_artifact_is_told() {
    damaged(
        |out| {
            let mut bytes = fs::read(archive(out)).unwrap();
            let last = bytes.len() / 2;
            bytes[last] ^= 1;
            fs::write(archive(out), bytes).unwrap();
        },
        &[".zip: has the digest sha256:", "clients refuse it"],
    );
}

#[test]
fn a_missing_artifact_is_told() {
    damaged(|out| fs::remove_file(archive(out)).unwrap(), &[".zip: is not there"]);
}

#[test]
fn a_wrong_digest_is_told() {
    let wrong = format!("\"digest\":\"sha256:{}", "0".repeat(8));
    damaged(
        |out| {
            let index = out.join(".well-known/agent-skills/index.json");
            let text = fs::read_to_string(&index).unwrap();
            let at = text.find("\"digest\":\"sha256:").unwrap();
            replace(&index, &text[at..at + wrong.len()], &wrong);
        },
        &["index.json: has another digest for", "one is stale"],
    );
}

#[test]
fn a_missing_dot_folder_is_told() {
    damaged(|out| fs::remove_dir_all(out.join(".well-known")).unwrap(), &[".well-known/", "include-hidden-files"]);
    damaged(
        |out| fs::remove_dir_all(out.join(".claude-plugin")).unwrap(),
        &[".claude-plugin/marketplace.json: is not there"],
    );
    let room = built(None);
    let place = host::serve(&room.path().join("out"), Manners { no_dot_folders: true, ..Manners::default() });
    let (status, lines) = verify(room.path(), &place);
    assert_eq!(status, 1);
    assert!(lines.iter().any(|line| line.contains("include-hidden-files")), "{lines:#?}");
}

#[test]
fn a_stale_index_is_told() {
    damaged(
        |out| {
            let index = out.join("catalog.json");
            let mut catalog: serde_json::Value = serde_json::from_slice(&fs::read(&index).unwrap()).unwrap();
            let skills = catalog["skills"].as_array_mut().unwrap();
            let at = skills.iter().position(|skill| skill["install"].is_object()).unwrap();
            skills.remove(at);
            fs::write(index, catalog.to_string()).unwrap();
        },
        &["index.json: lists `", "one is stale"],
    );
}

#[test]
fn a_changed_loose_file_is_told() {
    damaged(
        |out| {
            let folder = fs::read_dir(out.join(".well-known/skills")).unwrap().map(|entry| entry.unwrap().path());
            let skill = folder.filter(|path| path.is_dir()).min().unwrap();
            fs::write(skill.join("SKILL.md"), "changed").unwrap();
        },
        &[".well-known/skills/", "is not the file that `catalog.json` describes"],
    );
}

#[test]
fn a_host_with_a_page_for_everything_is_told() {
    let room = built(None);
    let place = host::serve(&room.path().join("out"), Manners { page_for_all: true, no_dot_folders: true });
    let (status, lines) = verify(room.path(), &place);
    assert_eq!(status, 1, "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("a page came instead")), "{lines:#?}");
    assert!(lines.iter().any(|line| line.contains("status 200 instead of 404")), "{lines:#?}");
}

#[test]
fn what_cannot_be_read_at_all_is_status_2() {
    let room = tempfile::tempdir().expect("a temporary folder");
    assert_eq!(verify(room.path(), "no-such-folder").0, 2);
    fs::create_dir(room.path().join("source")).expect("a folder");
    let (status, lines) = verify(room.path(), "source");
    assert!(status == 2 && lines.concat().contains("no site is here"), "{status}: {lines:#?}");
    let port = std::net::TcpListener::bind("127.0.0.1:0").and_then(|listener| listener.local_addr()).unwrap().port();
    assert_eq!(verify(room.path(), &format!("http://127.0.0.1:{port}/")).0, 2);
}
