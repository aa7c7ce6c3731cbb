//! Builds into folders in every state that a folder can be in.

use std::collections::BTreeMap;

use super::*;

/// A folder for one test with a source and an output beside each other.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let place = Place { folder: tempfile::tempdir().unwrap() };
        fs::create_dir(place.path("src")).unwrap();
        place
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn put(&self, path: &str, text: &str) {
        let file = self.path(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    fn open(&self, force: bool) -> Result<Output> {
        Output::open(&self.path("out"), &[&self.path("src")], force)
    }

    /// Writes the site that maps each path to its text; a text of `!` cannot be made.
    fn try_build(&self, site: &[(&str, &str)]) -> Result<Summary> {
        let map: BTreeMap<&str, &str> = site.iter().copied().collect();
        self.open(false)?.write(map.keys().copied(), |path| {
            if map[path] == "!" {
                bail!("{path} cannot be made");
            }
            Ok(map[path].as_bytes().to_vec().into())
        })
    }

    #[track_caller]
    fn build(&self, site: &[(&str, &str)]) -> Summary {
        self.try_build(site).unwrap_or_else(|error| panic!("{error:#}"))
    }

    /// Every file below `out` with its text, the list left out; folders that hold nothing end in
    /// a slash.
    fn out(&self) -> BTreeMap<String, String> {
        let root = self.path("out");
        let mut found = BTreeMap::new();
        for entry in walkdir::WalkDir::new(&root).min_depth(1).into_iter().map(Result::unwrap) {
            let path = entry.path().strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            if entry.file_type().is_dir() {
                if fs::read_dir(entry.path()).unwrap().next().is_none() {
                    found.insert(format!("{path}/"), String::new());
                }
            } else if path != MARKER {
                found.insert(path, fs::read_to_string(entry.path()).unwrap());
            }
        }
        found
    }

    #[track_caller]
    fn holds(&self, expected: &[(&str, &str)]) {
        let expected: BTreeMap<String, String> =
            expected.iter().map(|(path, text)| ((*path).to_owned(), (*text).to_owned())).collect();
        assert_eq!(self.out(), expected);
    }
}

#[track_caller]
fn refused(result: Result<impl std::fmt::Debug>, words: &str) {
    let error = format!("{:#}", result.expect_err("refused"));
    assert!(error.contains(words), "{error}");
}

#[test]
fn a_second_build_writes_what_changed_and_deletes_what_is_gone() {
    let place = Place::new();
    let first = place.build(&[("index.html", "one"), ("a/old.html", "x"), ("b/same.html", "y")]);
    assert_eq!((first.written, first.unchanged, first.deleted, first.bytes), (3, 0, 0, 5));
    let second = place.build(&[("index.html", "two"), ("b/same.html", "y"), ("c/d/new.html", "z")]);
    assert_eq!((second.written, second.unchanged, second.deleted), (2, 1, 1));
    place.holds(&[("index.html", "two"), ("b/same.html", "y"), ("c/d/new.html", "z")]);
}

#[test]
fn nothing_is_touched_when_nothing_changed() {
    let place = Place::new();
    let site = [("index.html", "one"), ("a/b.html", "x")];
    place.build(&site);
    let times = |place: &Place| {
        ["out", "out/index.html", "out/a/b.html", "out/.skillsite"]
            .map(|path| fs::metadata(place.path(path)).unwrap().modified().unwrap())
    };
    let before = times(&place);
    let summary = place.build(&site);
    assert_eq!((summary.written, summary.unchanged), (0, 2));
    assert_eq!(times(&place), before);
}

#[test]
fn foreign_files_are_kept_and_named() {
    let place = Place::new();
    place.build(&[("index.html", "one"), ("a/b.html", "x")]);
    place.put("out/CNAME", "example.org");
    place.put("out/.git/HEAD", "ref");
    place.put("out/a/mine.txt", "mine");
    let summary = place.build(&[("index.html", "two")]);
    assert_eq!(summary.foreign, [".git/", "CNAME", "a/mine.txt"]);
    place.holds(&[("index.html", "two"), ("CNAME", "example.org"), (".git/HEAD", "ref"), ("a/mine.txt", "mine")]);
}

#[test]
fn a_folder_of_foreign_files_is_refused_and_force_keeps_them() {
    let place = Place::new();
    place.put("out/thesis.txt", "years");
    refused(place.open(false), "holds `thesis.txt` that skillsite did not write");
    let summary = place.open(true).unwrap().write(["index.html"], |_| Ok(b"one".into())).unwrap();
    assert_eq!(summary.foreign, ["thesis.txt"]);
    place.holds(&[("index.html", "one"), ("thesis.txt", "years")]);

    place.put("out/about.html", "mine");
    refused(place.try_build(&[("about.html", "ours"), ("index.html", "two")]), "holds `about.html` in the way");
    place.holds(&[("index.html", "one"), ("thesis.txt", "years"), ("about.html", "mine")]);
}

#[test]
fn forcing_never_replaces_a_foreign_file() {
    let place = Place::new();
    place.put("out/index.html", "mine");
    let result = place.open(true).unwrap().write(["index.html"], |_| Ok(b"ours".into()));
    refused(result, "holds `index.html` in the way");
    place.holds(&[("index.html", "mine")]);
}

#[test]
fn the_source_its_parent_and_a_file_are_refused() {
    let place = Place::new();
    place.put("file", "text");
    place.put("src/skills/a/SKILL.md", "text");
    let open = |path: &str| Output::open(&place.path(path), &[&place.path("src"), &place.path("src/skills")], true);
    refused(open("src"), "is the source folder");
    refused(open("src/skills"), "is the source folder");
    refused(open("src/nothing/../../src/."), "cannot use the output folder");
    refused(open("src/.."), "holds the source folder");
    refused(open("file"), "is a file");
    refused(open("file/below"), "cannot use the output folder");
    assert!(open("src/skills/a/site").is_ok());
    assert!(open("new/deep/er").is_ok());
    assert_eq!(fs::read_to_string(place.path("file")).unwrap(), "text");
}

#[test]
fn a_failure_leaves_an_earlier_site_as_it_was() {
    let place = Place::new();
    let site = [("index.html", "one"), ("a/b.html", "x"), ("old.html", "o")];
    place.build(&site);
    refused(place.try_build(&[("index.html", "two"), ("a/b.html", "!"), ("new.html", "n")]), "a/b.html cannot be made");
    place.holds(&site);
    assert!(!place.build(&site).repaired);
}

#[test]
fn a_failure_of_the_first_build_leaves_nothing() {
    let place = Place::new();
    refused(place.try_build(&[("index.html", "one"), ("a/b.html", "!")]), "a/b.html cannot be made");
    assert!(!place.path("out").exists());

    place.put("out/mine.txt", "mine");
    let result = place.open(true).unwrap().write(["a/x.html"], |path| bail!("{path} cannot be made"));
    refused(result, "a/x.html cannot be made");
    place.holds(&[("mine.txt", "mine")]);
}

#[test]
fn an_interrupted_build_is_noticed_and_repaired() {
    let place = Place::new();
    let site = [("index.html", "one"), ("a/b.html", "x")];
    place.build(&site);
    // Killed while it moved files: staged files are left, the list names files of both builds.
    place.put("out/.skillsite-staging/0", "half");
    place.put("out/index.html", "from the other build");
    place.put("out/c.html", "from the other build");
    let both = Record { complete: false, ..Record::new(&["index.html", "a/b.html", "c.html"]) };
    both.write(&place.path("out"), MARKER).unwrap();
    let summary = place.build(&site);
    assert!(summary.repaired);
    assert_eq!((summary.written, summary.deleted), (1, 1));
    place.holds(&site);
    assert!(!place.build(&site).repaired);
}

#[test]
fn a_file_may_become_a_folder_and_the_other_way_round() {
    let place = Place::new();
    place.build(&[("a", "file"), ("b/c", "below")]);
    place.build(&[("a/x", "below"), ("b", "file")]);
    place.holds(&[("a/x", "below"), ("b", "file")]);
}

#[test]
fn a_new_name_in_another_letter_case_is_not_deleted_with_the_old_one() {
    let staged = [(0, "skills/git.html".to_owned()), (1, "b".to_owned()), (2, "c/d".to_owned())];
    let old = ["skills/Git.html", "B/x", "C", "other.html"];
    assert_eq!(update::split_by_obstruction(&old, &staged), (vec!["skills/Git.html", "B/x", "C"], vec!["other.html"]));
}

#[test]
fn a_list_cannot_lead_out_of_the_folder() {
    let place = Place::new();
    place.put("precious.txt", "mine");
    place.put(
        "out/.skillsite",
        r#"{"skillsite_output": 1, "complete": true, "files": ["../precious.txt", "/etc/x", "a//b", "old.html"]}"#,
    );
    place.put("out/old.html", "x");
    let summary = place.build(&[("index.html", "one")]);
    assert_eq!(summary.deleted, 1);
    assert_eq!(fs::read_to_string(place.path("precious.txt")).unwrap(), "mine");
}

#[test]
fn a_list_that_cannot_be_read_stops_the_build() {
    let place = Place::new();
    place.put("out/.skillsite", "{");
    refused(place.open(false), "cannot tell which files");
    place.put("out/.skillsite", r#"{"skillsite_output": 9, "complete": true, "files": []}"#);
    refused(place.open(true), "the form 9 of another version");
}

#[test]
fn paths_that_leave_the_folder_are_refused() {
    let place = Place::new();
    for path in ["../x", "/x", "a//b", "a/./b", "a\\..\\b", "", ".skillsite", ".skillsite-staging/0"] {
        refused(place.open(false).unwrap().write([path], |_| Ok(b"x".into())), "is not a path inside");
    }
    assert!(!place.path("out").exists());
}

#[cfg(unix)]
#[test]
fn links_in_the_output_are_never_followed() {
    use std::os::unix::fs::symlink;
    let place = Place::new();
    place.put("elsewhere/page.html", "precious");
    place.build(&[("index.html", "one"), ("a/page.html", "x")]);
    fs::remove_dir_all(place.path("out/a")).unwrap();
    symlink(place.path("elsewhere"), place.path("out/a")).unwrap();
    refused(place.try_build(&[("index.html", "two"), ("a/page.html", "y")]), "holds `a` in the way");

    // Nor is anything behind the link deleted, or a file replaced that a link of ours leads to.
    fs::remove_file(place.path("out/index.html")).unwrap();
    symlink(place.path("elsewhere/page.html"), place.path("out/index.html")).unwrap();
    place.build(&[("index.html", "precious")]);
    assert!(fs::symlink_metadata(place.path("out/index.html")).unwrap().is_file());
    assert_eq!(fs::read_to_string(place.path("elsewhere/page.html")).unwrap(), "precious");
}

#[test]
fn the_state_tells_whether_anybody_touched_what_was_written() {
    let place = Place::new();
    let state = || place.open(false).unwrap().state();
    assert_eq!(state(), None, "nothing was built");
    place.build(&[("a.html", "a"), ("b/c.html", "c")]);
    let built = state();
    assert!(built.is_some());
    place.build(&[("a.html", "a"), ("b/c.html", "c")]);
    assert_eq!(state(), built, "the same build again");

    let file = File::options().write(true).open(place.path("out/a.html")).unwrap();
    file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    assert!(state().is_some_and(|state| Some(state) != built), "another time");
    fs::remove_file(place.path("out/a.html")).unwrap();
    assert_eq!(state(), None, "a missing file");
}

#[test]
fn two_builds_at_once_do_not_mix() {
    let place = Place::new();
    place.build(&[("index.html", "one")]);
    let first = place.open(false).unwrap();
    refused(place.open(false), "another build is writing");
    drop(first);
    place.build(&[("index.html", "two")]);
}

#[test]
fn of_two_first_builds_one_leaves_the_other_alone() {
    let place = Place::new();
    let site = [("a.html", "a"), ("b.html", "b")];
    let write = |output: &mut Output, site: &[(&str, &str)]| {
        let map: BTreeMap<&str, &str> = site.iter().copied().collect();
        output.write(map.keys().copied(), |path| Ok(map[path].as_bytes().into()))
    };
    // Both look before there is a folder.
    let (mut one, mut other) = (place.open(false).unwrap(), place.open(false).unwrap());
    write(&mut one, &site).unwrap();
    let error = write(&mut other, &site).unwrap_err();
    assert!(error.to_string().starts_with("another build is writing to "), "{error}");
    place.holds(&site);
    // Whoever comes second finds the list of the first.
    drop(one);
    let second = [("a.html", "a"), ("c.html", "c")];
    let summary = write(&mut other, &second).unwrap();
    assert_eq!((summary.written, summary.unchanged, summary.deleted), (1, 1, 1));
    place.holds(&second);
}

#[test]
fn what_differs_in_letter_case_only_is_in_the_way_where_that_makes_no_difference() {
    let place = Place::new();
    for path in ["Index.html", "Skills/mine.html", "other.html"] {
        place.put(&format!("out/{path}"), "mine");
    }
    let wanted = Record::new(&["index.html", "skills/a.html", "topics/b.html"]);
    let record = Record::default();
    let inventory = Inventory::take(&place.path("out"), &wanted, &record).unwrap();
    assert_eq!(inventory.namesakes(&wanted, &record, |_| true), ["Index.html", "Skills/"]);
    assert!(inventory.namesakes(&wanted, &record, |_| false).is_empty(), "elsewhere both can be there");
    // What an earlier build wrote is ours in any spelling.
    let ours = Record::new(&["Index.html", "Skills/mine.html"]);
    assert!(inventory.namesakes(&wanted, &ours, |_| true).is_empty());
}
