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
    {
        let kept = std::fs::read_dir(room.path().join("caches/skillsite")).expect("a folder for the cache");
        let names = kept.map(|entry| entry.expect("an entry").file_name().into_string().expect("a plain name"));
        assert_eq!(names.filter(|name| name.ends_with(".highlight")).count(), 1);
    }
}

#[test]
fn a_build_that_would_change_nothing_makes_nothing_and_any_change_is_seen() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let place = |path: &str| room.path().join(path);
    folder::copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("example-catalog"), &place("source"));
    let build = |arguments: &[&str]| {
        let mut command = program::skillsite(&place("source"));
        command.args(["build", ".", "-o"]).arg(place("out")).args(["--timings"]).args(arguments);
        let run: Run = command.env("XDG_CACHE_HOME", place("caches")).output().expect("the binary starts").into();
        assert_eq!(run.status, 0, "{}", run.stderr);
        run.stderr.contains("no page was made")
    };
    let put = |path: &str, text: &str| folder::put(&place(""), &folder::entry(path, &[text]));
    let first_page = || std::fs::read_to_string(place("out/index.html")).expect("a page");

    assert!(!build(&[]), "there is no earlier build");
    let page = first_page();
    assert!(build(&[]), "nothing has changed");
    assert!(!build(&["--no-cache"]), "nothing that was kept may count");
    assert!(build(&[]), "that build has changed nothing");

    put("out/index.html", &page.replace("skills", "skulls"));
    assert!(!build(&[]), "a page has changed");
    assert_eq!(first_page(), page);
    std::fs::remove_file(place("out/llms.txt")).expect("a file of the site");
    assert!(!build(&[]), "a file is missing");
    assert!(place("out/llms.txt").is_file());

    put("source/theme/static/site.css", "body{}");
    assert!(!build(&[]), "the theme has changed");
    assert!(!build(&["--base-url", "https://example.org/"]), "a setting has changed");
    assert!(!build(&["--as-of", "2027-01-01"]), "another day and no address");
    put(
        "source/skills/added/SKILL.md",
        "---\nname: added\ndescription: Added. Use when something is added.\n---\n\n# Added",
    );
    assert!(!build(&["--as-of", "2027-01-01"]), "a skill was added");
    assert!(place("out/skills/added.html").is_file());
    assert!(build(&["--as-of", "2027-01-01"]), "nothing has changed again");
}

#[test]
fn a_build_that_would_change_nothing_says_what_a_first_one_says() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let place = |path: &str| room.path().join(path);
    let put = |path: &str, text: &str| folder::put(&place(""), &folder::entry(path, &[text]));
    for at in 0..8 {
        let text = format!("---\nname: Bad_{at}\ndescription: Use when {at}.\n---\n\n# Bad\n\n[a](gone.md)\n");
        put(&format!("source/bad-{at}/SKILL.md"), &text);
    }
    let build = |arguments: &[&str], annotated: bool| {
        let mut command = program::skillsite(&place(""));
        command.args(["build", "source", "-o", "out"]).args(arguments).env("XDG_CACHE_HOME", place("caches"));
        if annotated {
            command.env("GITHUB_ACTIONS", "true");
        }
        let run: Run = command.output().expect("the binary starts").into();
        (run.status, run.stderr.clone(), program::without_times(&run.stdout))
    };
    let ways: [&[&str]; 6] =
        [&[], &["-v"], &["-q"], &["--fail-on", "never"], &["--fail-on", "note"], &["--no-write-on-error"]];
    for annotated in [false, true] {
        for way in ways {
            let anew = build(&[way, &["--no-cache"]].concat(), annotated);
            assert!(anew.1.contains("gone.md") || way.contains(&"-q"), "{}", anew.1);
            for _ in 0..2 {
                let again = build(way, annotated);
                // How much was written differs, and is told with -v.
                let findings =
                    |text: &str| text.lines().filter(|line| !line.contains(" written, ")).collect::<String>();
                assert_eq!((again.0, findings(&again.1), &again.2), (anew.0, findings(&anew.1), &anew.2), "{way:?}");
            }
        }
    }
}
