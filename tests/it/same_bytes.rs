//! One source, built in different surroundings: the same bytes and the same messages.

use std::collections::BTreeMap;
use std::path::Path;

use crate::program::{self, Run};
use crate::{folder, site};

/// Builds `source` into a fresh folder with more arguments and variables; files, status and messages.
fn build(source: &Path, arguments: &[&str], variables: &[(&str, &str)]) -> (BTreeMap<String, Vec<u8>>, Run) {
    let room = tempfile::tempdir().expect("a temporary folder");
    let out = room.path().join("out");
    let mut command = program::skillsite(source);
    command.args(["build", "."]).arg("-o").arg(&out).args(arguments).envs(variables.iter().copied());
    let mut run: Run = command.output().expect("the binary starts").into();
    // The last line names the output folder and the time.
    run.stderr = run.stderr.split_inclusive('\n').filter(|line| !line.starts_with("built ")).collect();
    run.stdout.clear();
    (site::snapshot(&out), run)
}

#[test]
fn surroundings_change_no_byte() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    for source in ["example-catalog", "../shared/corpus/obra+superpowers", "../shared/corpus/getsentry+skills"] {
        let source = project.join(source);
        if !source.is_dir() {
            continue;
        }
        let room = tempfile::tempdir().expect("a temporary folder");
        // As a user has it: without our own history around it.
        let (first, second) = (room.path().join("first"), room.path().join("another place").join("second"));
        folder::copy(&source, &first);
        folder::copy(&source, &second);
        let (files, run) = build(&first, &["--jobs", "1"], &[]);
        let (other_files, other_run) = build(&second, &["--jobs", "2"], &[("TZ", "Asia/Tokyo"), ("LC_ALL", "C")]);
        assert!(files.len() > 10, "{}", run.stderr);
        assert_eq!(files.keys().collect::<Vec<_>>(), other_files.keys().collect::<Vec<_>>());
        let differ: Vec<&String> = files.keys().filter(|path| files[*path] != other_files[*path]).collect();
        assert!(differ.is_empty(), "{}: {differ:?}", source.display());
        assert_eq!(run, other_run);
    }
}

#[test]
fn kept_highlighting_changes_no_byte() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let source = room.path().join("source");
    folder::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("example-catalog"), &source);
    let caches = room.path().join("caches");
    let caches = [("XDG_CACHE_HOME", caches.to_str().expect("a plain path")), ("HOME", "/nowhere")];

    let (expected, _) = build(&source, &["--no-cache"], &caches);
    assert!(expected.values().any(|bytes| String::from_utf8_lossy(bytes).contains("<span class=\"k\">")));
    let (first, _) = build(&source, &[], &caches);
    let (second, _) = build(&source, &[], &caches);
    for (path, bytes) in &expected {
        assert!(first[path] == *bytes && second[path] == *bytes, "{path}");
    }
    assert_eq!((first.len(), second.len()), (expected.len(), expected.len()));
    #[cfg(all(unix, not(target_os = "macos")))]
    assert_eq!(std::fs::read_dir(room.path().join("caches/skillsite")).expect("a folder for the cache").count(), 1);
}
