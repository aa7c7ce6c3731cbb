//! The preview, by a real process over loopback. No test sleeps: each waits for the event that an open page gets.

mod preview;

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::sync::Mutex;

use preview::Preview;

use crate::{folder, program};

/// A skill with a sentence in its body.
fn skill(name: &str, text: &str) -> String {
    format!("---\nname: {name}\ndescription: Use when a preview is tested.\n---\n\n# {name}\n\n{text}\n")
}

/// A source folder with these skills.
fn source(skills: &[(&str, &str)]) -> tempfile::TempDir {
    let room = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in skills {
        write(&room.path().join("source").join(name).join("SKILL.md"), &skill(name, text));
    }
    room
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder can be made");
    fs::write(file, text).expect("a file can be written");
}

#[test]
fn every_way_of_saving_is_seen() {
    let room = source(&[("saved", "version one")]);
    let folder = room.path().join("source/saved");
    let file = folder.join("SKILL.md");
    let mut preview = Preview::start(&room.path().join("source"), &[]);
    let page = "skills/saved.html";
    preview.shows(page, "version one");

    preview.after(page, "version two", || write(&file, &skill("saved", "version two")));
    preview.after(page, "version three", || {
        write(&folder.join("SKILL.md.tmp"), &skill("saved", "version three"));
        fs::rename(folder.join("SKILL.md.tmp"), &file).expect("renamed");
    });
    preview.after(page, "version four", || {
        fs::rename(&file, folder.join("SKILL.md~")).expect("renamed");
        write(&file, &skill("saved", "version four"));
        fs::remove_file(folder.join("SKILL.md~")).expect("deleted");
    });
    preview.after_status(page, 404, || fs::remove_file(&file).expect("deleted"));
    preview.after(page, "version five", || write(&file, &skill("saved", "version five")));

    let before = preview.generation("index.html");
    preview.after(page, "version six of ten writes", || {
        for at in 0..10 {
            let text = if at == 9 { "version six of ten writes" } else { "half written" };
            write(&file, &skill("saved", text));
        }
    });
    let rebuilds = preview.generation("index.html") - before;
    assert!((1..=3).contains(&rebuilds), "{rebuilds} rebuilds for ten writes at once");
    assert!(!preview.get("index.html").text().contains("SKILL.md~"));
    assert!(!preview.stop().contains("No such file"));
}

#[test]
fn slips_are_shown_and_the_last_good_text_stays() {
    let room = source(&[("slip", "good text"), ("other", "other text")]);
    let root = room.path().join("source");
    let file = root.join("slip/SKILL.md");
    let mut preview = Preview::start(&root, &[]);
    let page = "skills/slip.html";
    preview.shows(page, "good text");

    preview.after(page, "good text", || write(&file, &skill("slip", "good text").replace("\n---\n\n", "\n\n")));
    preview.says("slip/SKILL.md");
    preview.after(page, "better text", || write(&file, &skill("slip", "better text")));
    preview.after("skills/slip-two.html", "moved text", || {
        fs::rename(root.join("slip"), root.join("slip-two")).expect("renamed");
        write(&root.join("slip-two/SKILL.md"), &skill("slip-two", "moved text"));
    });
    preview.after_status("skills/slip-two.html", 404, || {
        fs::remove_file(root.join("slip-two/SKILL.md")).expect("deleted");
        fs::create_dir(root.join("slip-two/SKILL.md")).expect("a folder in its place");
    });
    preview.shows("skills/other.html", "other text");
}

#[test]
fn a_slip_at_the_start_is_shown_and_the_preview_waits() {
    let room = source(&[("slip", "good text")]);
    let file = room.path().join("source/slip/SKILL.md");
    write(&file, &skill("slip", "good text").replace("\n---\n\n", "\n\n"));
    let mut preview = Preview::start(&room.path().join("source"), &[]);
    preview.says("slip/SKILL.md");
    preview.after("skills/slip.html", "mended text", || write(&file, &skill("slip", "mended text")));
}

#[test]
fn a_broken_template_or_setting_keeps_the_last_good_site() {
    let room = source(&[("one", "some text")]);
    let root = room.path().join("source");
    let template = root.join("theme/templates/skill.html");
    let mut preview = Preview::start(&root, &[]);
    preview.shows("skills/one.html", "some text");

    let told = preview.failure_after("skills/one.html", || write(&template, "{% block"));
    assert!(told.contains("theme/templates/skill.html"), "{told}");
    preview.shows("skills/one.html", "some text");
    preview.says("theme/templates/skill.html");
    preview.event_after("skills/one.html", "mended", || fs::remove_file(&template).expect("deleted"));

    let told = preview.failure_after("index.html", || write(&root.join("skillsite.toml"), "titel = 'x'\n"));
    assert!(told.contains("unknown key `titel`, did you mean `title`?"), "{told}");
    preview.after("index.html", "Our own title", || write(&root.join("skillsite.toml"), "title = 'Our own title'\n"));
}

#[test]
fn a_style_sheet_is_swapped_without_a_reload() {
    let room = source(&[("one", "some text")]);
    let root = room.path().join("source");
    let style = root.join("theme/static/site.css");
    write(&style, "body { color: red }");
    let mut preview = Preview::start(&root, &[]);
    preview.shows("assets/site.css", "color: red");
    preview.event_after("index.html", "styles", || write(&style, "body { color: green; margin: 0 }"));
    preview.shows("assets/site.css", "color: green");
}

#[test]
fn a_source_folder_that_is_made_again_is_followed() {
    let room = source(&[("one", "first text")]);
    let root = room.path().join("source");
    let mut preview = Preview::start(&root, &[]);
    preview.shows("skills/one.html", "first text");
    preview.failure_after("skills/one.html", || fs::remove_dir_all(&root).expect("deleted"));
    preview.shows("skills/one.html", "first text");
    preview.after("skills/one.html", "second text", || {
        write(&root.join("one/SKILL.md"), &skill("one", "second text"));
    });
    preview.after("skills/one.html", "third text", || write(&root.join("one/SKILL.md"), &skill("one", "third text")));
}

#[test]
fn output_inside_the_source_does_not_lead_to_rebuilds() {
    let room = source(&[("plain-note", "first text")]);
    let root = room.path().join("source");
    let mut preview = Preview::start(&root, &["-o", "source/public"]);
    preview.shows("skills/plain-note.html", "first text");
    let before = preview.generation("index.html");

    // What is left of a rebuild because of this would come before the change below.
    let build = program::run(room.path(), ["build", "source", "-o", "source/public"]);
    assert_eq!(build.status, 0, "{}", build.stderr);
    fs::read(root.join("plain-note/SKILL.md")).expect("readable");
    preview.after("skills/plain-note.html", "second text", || {
        write(&root.join("plain-note/SKILL.md"), &skill("plain-note", "second text"));
    });
    assert_eq!(preview.generation("index.html"), before + 1);
    assert_eq!(preview.get("skills/index.html").status, preview.get("skills/nothing.html").status);
}

#[test]
fn the_preview_answers_with_the_bytes_of_a_build() {
    let room = source(&[("one", "some text"), ("two", "more text"), ("gone", "no text")]);
    let root = room.path().join("source");
    write(&root.join("one/references/a b.md"), "# A b\n");
    let mut preview = Preview::start(&root, &["--base-path", "/x/y/"]);

    // The site at the end is put together from what was read at different times.
    preview.after("skills/two.html", "other text", || {
        write(
            &root.join("two/SKILL.md"),
            &skill("two", "other text, see [one](../one/SKILL.md) and [a](../a-new/SKILL.md)"),
        );
    });
    preview.after("skills/a-new.html", "new text", || {
        write(&root.join("a-new/SKILL.md"), &skill("a-new", "new text, see [b](references/b.md)"));
        write(&root.join("a-new/references/b.md"), "# B\n\n[back](../SKILL.md#a-new)\n");
    });
    preview.after_status("skills/gone.html", 404, || fs::remove_dir_all(root.join("gone")).expect("deleted"));

    let build = program::run(room.path(), ["build", "source", "-o", "out", "--base-path", "/x/y/"]);
    assert_eq!(build.status, 0, "{}", build.stderr);
    let out = room.path().join("out");
    let mut compared = 0;
    for path in crate::site::files(&out).into_iter().filter(|path| path != ".skillsite") {
        let answer = preview.get(&path.replace(' ', "%20"));
        let written = fs::read(out.join(&path)).expect("readable");
        assert_eq!(answer.status, 200, "{path}");
        assert!(without_script(&answer.body) == written, "{path} differs");
        compared += 1;
    }
    assert!(compared > 10, "{compared} files");
    assert_eq!(preview.get_at("/").status, 404);
    assert_eq!(preview.get_at("/x/y").status, 301);
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
fn a_port_that_is_taken_ends_the_run() {
    let room = source(&[("one", "some text")]);
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let run = program::run(room.path(), ["serve", "source", "--port", &port]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains(&format!("port {port} is in use")), "{}", run.stderr);
    assert!(!run.panicked());
    let run = program::run(room.path(), ["serve", "source", "--port", "0", "--host", "not a host"]);
    assert_eq!(run.status, 2);
    assert!(!run.panicked());
}

#[test]
fn no_request_leaves_the_site() {
    let room = source(&[("plain-note", "some text")]);
    write(&room.path().join("outside.txt"), "OUTSIDE-MARKER");
    write(&room.path().join("source/.git/config"), "OUTSIDE-MARKER");
    let mut preview = Preview::start(&room.path().join("source"), &[]);
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
        let answer = preview.get_at(path);
        assert!([400, 403, 404].contains(&answer.status), "{path}: {}", answer.status);
        assert!(!answer.text().contains("OUTSIDE-MARKER"), "{path}");
    }
    let long = preview.get_at(&format!("/{}", "a".repeat(100_000)));
    assert!((400..500).contains(&long.status), "{}", long.status);

    let missing = preview.get("skills/missing.html");
    assert_eq!(missing.status, 404);
    assert!(missing.text().contains("<!doctype html>"));
    let (get, head) = (preview.get("index.html"), preview.request("HEAD", "/index.html", &[]));
    assert_eq!((head.status, head.header("content-length")), (200, get.header("content-length")));
    assert!(head.body.is_empty());
    assert_eq!(preview.request("POST", "/index.html", &[]).status, 405);
    let tag = get.header("etag").expect("a tag");
    assert_eq!(preview.request("GET", "/index.html", &[("If-None-Match", &tag)]).status, 304);
    assert_eq!(preview.request("GET", "/index.html", &[("Host", "evil.example")]).status, 403);
    preview.shows("skills/plain-note.html", "some text");
}

/// 2,000 requests over all pages by several clients while files change.
#[test]
fn many_readers_see_whole_pages_while_files_change() {
    const REBUILDS: usize = 50;
    const READERS: usize = 4;
    const REQUESTS: usize = 500;
    let names: Vec<String> = (0..20).map(|at| format!("skill-{at}")).collect();
    let skills: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "round 0")).collect();
    let room = source(&skills);
    let root = room.path().join("source");
    let mut preview = Preview::start(&root, &[]);
    let before = preview.memory();
    let paths: Vec<String> = names.iter().map(|name| format!("/skills/{name}.html")).collect();
    let faults = Mutex::new(Vec::new());
    let address = preview.address().to_owned();
    std::thread::scope(|scope| {
        for reader in 0..READERS {
            let (paths, faults, address) = (&paths, &faults, &address);
            scope.spawn(move || {
                for at in 0..REQUESTS {
                    let path = &paths[(reader * 7 + at) % paths.len()];
                    let answer = preview::request(address, "GET", path, &[]);
                    let text = answer.text();
                    let whole = text.contains("round ") && text.trim_end().ends_with("</html>");
                    if answer.status != 200 || !whole {
                        faults.lock().expect("no panic").push(format!("{path}: {}", answer.status));
                    }
                }
            });
        }
        for round in 1..=REBUILDS {
            let name = &names[round % names.len()];
            let text = format!("round {round}.");
            preview.after(&format!("skills/{name}.html"), &text, || {
                write(&root.join(name).join("SKILL.md"), &skill(name, &text));
            });
        }
    });
    let faults = faults.into_inner().expect("no panic");
    assert!(faults.is_empty(), "{} faults, such as {}", faults.len(), faults[0]);
    // The same numbers of allocations are alive as at the start; what is kept back by the allocator is not exact.
    if let (Some(before), Some(after)) = (before, preview.memory()) {
        assert!(after < before + 64 * 1024, "memory grew from {before} kB to {after} kB");
    }
}

#[test]
fn the_shared_cases_start_a_preview() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/serve");
    let Ok(entries) = fs::read_dir(&cases) else { return };
    for entry in entries {
        let input = entry.expect("readable").path().join("input");
        let room = tempfile::tempdir().expect("a temporary folder");
        folder::copy(&input, &room.path().join("source"));
        let mut preview = Preview::start(&room.path().join("source"), &[]);
        assert_eq!(preview.get("index.html").status, 200, "{}", input.display());
    }
}
