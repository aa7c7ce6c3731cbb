//! What the preview answers: the bytes of a build, whole, to many readers at a time, and nothing else.

use std::collections::HashMap;
use std::fs;
use std::sync::Mutex;

use super::preview::{self, Answer, Preview};
use super::{skill, source, write};
use crate::program;

#[test]
fn the_preview_answers_with_the_bytes_of_a_build() {
    let place = source(&[("one", "some text"), ("two", "more text"), ("gone", "no text")]);
    let root = place.path().join("source");
    write(&root.join("one/references/a b.md"), "# A b\n");
    let mut site = Preview::start(&root, &["--base-path", "/x/y/"]);

    // The site at the end is put together from what was read at different times.
    site.after("skills/two.html", "other text", || {
        write(
            &root.join("two/SKILL.md"),
            &skill("two", "other text, see [one](../one/SKILL.md) and [a](../a-new/SKILL.md)"),
        );
    });
    site.after("skills/a-new.html", "new text", || {
        write(&root.join("a-new/SKILL.md"), &skill("a-new", "new text, see [b](references/b.md)"));
    });
    site.after("skills/a-new/references/b.md.html", "back", || {
        write(&root.join("a-new/references/b.md"), "# B\n\n[back](../SKILL.md#a-new)\n");
    });
    site.after_status("skills/gone.html", 404, || fs::remove_dir_all(root.join("gone")).expect("deleted"));

    let build = program::run(place.path(), ["build", "source", "-o", "out", "--base-path", "/x/y/"]);
    assert_eq!(build.status, 0, "{}", build.stderr);
    let out = place.path().join("out");
    let mut compared = 0;
    for path in crate::site::files(&out).into_iter().filter(|path| path != ".skillsite") {
        let answer = site.get(&path.replace(' ', "%20"));
        let written = fs::read(out.join(&path)).expect("readable");
        assert_eq!(answer.status, 200, "{path}");
        assert!(without_script(&answer.body) == written, "{path} differs");
        compared += 1;
    }
    assert!(compared > 10, "{compared} files");
    assert_eq!(site.get_at("/").status, 404);
    assert_eq!(site.get_at("/x/y").status, 301);
}

/// The body without what the preview adds.
fn without_script(body: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(body);
    match (text.find("<script src=\"/x/y/_skillsite/"), text.contains("_skillsite/")) {
        (Some(start), _) => {
            let end = start + text[start..].find("</script>").expect("closed") + "</script>".len();
            [&text[..start], &text[end..]].concat().into_bytes()
        }
        (None, true) => panic!("a script of the preview in another form"),
        (None, false) => body.to_vec(),
    }
}

#[test]
fn files_of_a_skill_are_answered_as_they_are() {
    let place = source(&[("one", "some text")]);
    let root = place.path().join("source");
    let (page, picture) = ("<body><script>alert(1)</script></body>", "<svg xmlns=\"http://www.w3.org/2000/svg\"/>");
    write(&root.join("one/demo.html"), page);
    write(&root.join("one/picture.svg"), picture);
    let mut site = Preview::start(&root, &[]);
    for folder in ["skills/", ".well-known/agent-skills/"] {
        for (name, text) in [("demo.html", page), ("picture.svg", picture)] {
            let answer = site.get(&format!("{folder}one/{name}"));
            assert_eq!((answer.status, answer.text().as_str()), (200, text), "{folder} {name}");
            assert_eq!(answer.header("content-security-policy").as_deref(), Some("sandbox"), "{folder} {name}");
            assert_eq!(answer.header("access-control-allow-origin"), None, "only this machine reads a preview");
        }
    }
    let ours = site.get("skills/one/demo.html.html");
    assert!(ours.text().contains("reload.js?g=") && ours.header("content-security-policy").is_none());
}

#[test]
fn no_request_leaves_the_site() {
    let place = source(&[("plain-note", "some text")]);
    write(&place.path().join("outside.txt"), "OUTSIDE-MARKER");
    write(&place.path().join("source/.git/config"), "OUTSIDE-MARKER");
    let mut site = Preview::start(&place.path().join("source"), &[]);
    for path in [
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/..%2foutside.txt",
        "/%2e%2e%5coutside.txt",
        "/skills/../../outside.txt",
        "//outside.txt",
        "/C:/outside.txt",
        "/%00",
        "/a%",
        "/.git/config",
        "/../site-private/x",
        "/plain-note/SKILL.md",
    ] {
        let answer = site.get_at(path);
        assert!([400, 403, 404].contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text().contains("OUTSIDE-MARKER"), "{path}");
    }
    let long = site.get_at(&format!("/{}", "a".repeat(100_000)));
    assert!((400..500).contains(&long.status), "{}", long.status);

    let missing = site.get("skills/missing.html");
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("<!doctype html>"));
    let (get, head) = (site.get("index.html"), site.request("HEAD", "/index.html", &[]));
    assert_eq!((head.status, head.header("content-length")), (200, get.header("content-length")));
    assert!(head.body.is_empty());
    assert_eq!(site.request("POST", "/index.html", &[]).status, 405);
    let tag = get.header("etag").expect("a tag");
    assert_eq!(site.request("GET", "/index.html", &[("If-None-Match", &tag)]).status, 304);
    assert_eq!(site.request("GET", "/index.html", &[("Host", "evil.example")]).status, 403);
    site.shows("skills/plain-note.html", "some text");
}

/// Every request is answered from one site: two answers of one site for one path are the same, however many
/// rebuilds lie between.
#[test]
fn many_readers_see_whole_pages_while_files_change() {
    const REBUILDS: usize = 50;
    const READERS: usize = 4;
    const REQUESTS: usize = 500;
    let names: Vec<String> = (0..20).map(|at| format!("skill-{at}")).collect();
    let skills: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "round 0")).collect();
    let place = source(&skills);
    let root = place.path().join("source");
    let build = program::run(place.path(), ["build", "source", "-o", "out"]);
    assert_eq!(build.status, 0, "{}", build.stderr);
    let paths: Vec<String> = crate::site::files(&place.path().join("out"))
        .into_iter()
        // The parts of the search are named by what is in them.
        .filter(|path| path != ".skillsite" && (!path.starts_with("search/") || path.matches('/').count() == 1))
        .map(|path| format!("/{path}"))
        .collect();
    assert!(paths.len() > 150, "{} paths", paths.len());

    let mut site = Preview::start(&root, &[]);
    let address = site.address().to_owned();
    let rebuild = |site: &mut Preview, round: usize| {
        let text = format!("round {round}.");
        let name = &names[round % names.len()];
        // Settings change every page, texts change one.
        if round.is_multiple_of(5) {
            let settings = format!("title = '{text}'\n");
            site.after("index.html", &text, || write(&root.join("skillsite.toml"), &settings));
        } else {
            site.after(&format!("skills/{name}.html"), &text, || {
                write(&root.join(name).join("SKILL.md"), &skill(name, &text));
            });
        }
    };
    let answers = Mutex::new(HashMap::new());
    let faults = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for reader in 0..READERS {
            let (paths, answers, faults, address) = (&paths, &answers, &faults, &address);
            scope.spawn(move || {
                for at in 0..REQUESTS {
                    let path = &paths[(reader * 31 + at) % paths.len()];
                    let answer = preview::request(address, "GET", path, &[]);
                    if let Some(fault) = fault(path, &answer, answers) {
                        faults.lock().expect("no panic").push(fault);
                    }
                }
            });
        }
        (1..=REBUILDS).for_each(|round| rebuild(&mut site, round));
    });
    let faults = faults.into_inner().expect("no panic");
    assert!(faults.is_empty(), "{} faults, such as {}", faults.len(), faults[0]);

    // How much many readers at a time take is up to the allocator, so memory is looked at when they have gone.
    (1..=REBUILDS).for_each(|round| rebuild(&mut site, REBUILDS + round));
    let before = site.memory();
    (1..=REBUILDS).for_each(|round| rebuild(&mut site, 2 * REBUILDS + round));
    if let (Some(before), Some(after)) = (before, site.memory()) {
        // A site that is kept in each round makes 14 MB of it.
        assert!(after < before + 8 * 1024, "memory grew from {before} kB to {after} kB");
    }
}

/// What is wrong with an answer, also compared with the others of the same site.
fn fault(path: &str, answer: &Answer, answers: &Mutex<HashMap<(u64, String), Vec<u8>>>) -> Option<String> {
    if answer.status != 200 {
        return Some(format!("{path}: {}", answer.status));
    }
    let text = answer.text();
    if !text.starts_with("<!doctype html>") || !text.contains("reload.js?g=") {
        return None;
    }
    if !text.trim_end().ends_with("</html>") {
        return Some(format!("{path}: cut off"));
    }
    let mut answers = answers.lock().expect("no panic");
    let first = answers.entry((preview::generation(&text), path.to_owned())).or_insert_with(|| answer.body.clone());
    (*first != answer.body).then(|| format!("{path}: two pages of one site"))
}
