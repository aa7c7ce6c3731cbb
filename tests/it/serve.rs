//! The preview, by a real process over loopback. No test sleeps: each waits for the event that an open page gets.

mod preview;

use std::collections::HashMap;
use std::fs;
use std::io::Write as _;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::{Mutex, mpsc};

use preview::{Answer, Preview};

use crate::{folder, program};

/// A skill with a sentence in its body.
fn skill(name: &str, text: &str) -> String {
    format!("---\nname: {name}\ndescription: Use when a preview is tested.\n---\n\n# {name}\n\n{text}\n")
}

/// A source folder with these skills.
fn source(skills: &[(&str, &str)]) -> tempfile::TempDir {
    let place = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in skills {
        write(&place.path().join("source").join(name).join("SKILL.md"), &skill(name, text));
    }
    place
}

/// Writes a file beside the source and moves it to its place: one change, of which no half is ever seen.
fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().expect("a folder")).expect("a folder can be made");
    let mut new = tempfile::NamedTempFile::new().expect("a temporary file");
    new.write_all(text.as_bytes()).expect("a file can be written");
    new.persist(file).expect("a file can be moved");
}

#[test]
fn every_way_of_saving_is_seen() {
    let place = source(&[("saved", "version one")]);
    let folder = place.path().join("source/saved");
    let file = folder.join("SKILL.md");
    let mut site = Preview::start(&place.path().join("source"), &[]);
    let page = "skills/saved.html";
    site.shows(page, "version one");

    let save = |file: &Path, text: &str| fs::write(file, skill("saved", text)).expect("a file can be written");
    site.after(page, "version two", || save(&file, "version two"));
    site.after(page, "version three", || {
        save(&folder.join("SKILL.md.tmp"), "version three");
        fs::rename(folder.join("SKILL.md.tmp"), &file).expect("renamed");
    });
    site.after(page, "version four", || {
        fs::rename(&file, folder.join("SKILL.md~")).expect("renamed");
        save(&file, "version four");
        fs::remove_file(folder.join("SKILL.md~")).expect("deleted");
    });
    site.after_status(page, 404, || fs::remove_file(&file).expect("deleted"));
    site.after(page, "version five", || save(&file, "version five"));
    // How many of these are seen depends on the machine; the last one always is.
    site.after(page, "version six of ten writes", || {
        for at in 0..10 {
            save(&file, if at == 9 { "version six of ten writes" } else { "half written" });
        }
    });
    assert!(!site.get("index.html").text().contains("SKILL.md~"));
    assert!(!site.stop().contains("No such file"));
}

#[test]
fn slips_are_shown_and_the_last_good_text_stays() {
    let place = source(&[("slip", "good text"), ("other", "other text")]);
    let root = place.path().join("source");
    let file = root.join("slip/SKILL.md");
    let mut site = Preview::start(&root, &[]);
    let page = "skills/slip.html";
    site.shows(page, "good text");

    site.after(page, "good text", || write(&file, &skill("slip", "good text").replace("\n---\n\n", "\n\n")));
    site.says("slip/SKILL.md");
    site.after(page, "better text", || write(&file, &skill("slip", "better text")));
    site.after("skills/slip-two.html", "moved text", || {
        fs::rename(root.join("slip"), root.join("slip-two")).expect("renamed");
        write(&root.join("slip-two/SKILL.md"), &skill("slip-two", "moved text"));
    });
    site.after_status("skills/slip-two.html", 404, || {
        fs::remove_file(root.join("slip-two/SKILL.md")).expect("deleted");
        fs::create_dir(root.join("slip-two/SKILL.md")).expect("a folder in its place");
    });
    site.shows("skills/other.html", "other text");
}

#[test]
fn a_slip_at_the_start_is_shown_and_the_preview_waits() {
    let place = source(&[("slip", "good text")]);
    let file = place.path().join("source/slip/SKILL.md");
    write(&file, &skill("slip", "good text").replace("\n---\n\n", "\n\n"));
    let mut site = Preview::start(&place.path().join("source"), &[]);
    site.says("slip/SKILL.md");
    site.after("skills/slip.html", "mended text", || write(&file, &skill("slip", "mended text")));
}

#[test]
fn a_broken_template_or_setting_keeps_the_last_good_site() {
    let place = source(&[("one", "some text")]);
    let root = place.path().join("source");
    let template = root.join("theme/templates/skill.html");
    let mut site = Preview::start(&root, &[]);
    site.shows("skills/one.html", "some text");

    let told = site.failure_after("skills/one.html", || write(&template, "{% block"));
    assert!(told.contains("theme/templates/skill.html"), "{told}");
    site.shows("skills/one.html", "some text");
    site.says("theme/templates/skill.html");
    site.event_after("skills/one.html", "mended", || fs::remove_file(&template).expect("deleted"));

    let told = site.failure_after("index.html", || write(&root.join("skillsite.toml"), "titel = 'x'\n"));
    assert!(told.contains("unknown key `titel`, did you mean `title`?"), "{told}");
    site.after("index.html", "Our own title", || write(&root.join("skillsite.toml"), "title = 'Our own title'\n"));
}

#[test]
fn a_template_that_fails_for_one_page_is_told_once_and_the_page_stays() {
    let place = source(&[("one", "some text"), ("two", "more text"), ("three", "third text")]);
    let root = place.path().join("source");
    let mut site = Preview::start(&root, &[]);
    let template = |condition: &str| {
        let heading = format!("{{% if {condition} %}}{{{{ nope }}}}{{% endif %}}our own heading");
        format!("{{% extends \"skillsite/skill.html\" %}}\n{{% block heading %}}{heading}{{% endblock %}}\n")
    };
    site.after("skills/one.html", "our own heading", || {
        write(&root.join("theme/templates/skill.html"), &template("page.name != \"one\""));
    });
    for page in ["skills/two.html", "skills/three.html", "skills/two.html"] {
        let answer = site.get(page);
        assert_eq!(answer.status, 200, "{}", answer.text());
        assert!(answer.text().contains("<h1 "), "{}", answer.text());
        assert!(answer.text().contains(" data-fault=\"cannot make `skills/"), "{}", answer.text());
    }
    // An edit is shown, although the template still fails.
    site.after("skills/two.html", "edited text", || write(&root.join("two/SKILL.md"), &skill("two", "edited text")));
    let page = site.get("skills/two.html").text();
    assert!(page.contains("data-fault=") && page.contains("theme/templates/skill.html`, line 2"), "{page}");
    // Once for each of the two sites.
    let said = site.stop();
    assert_eq!(said.matches("variable `nope` is not defined").count(), 2, "{said}");
}

#[test]
fn a_page_that_no_templates_could_make_is_an_error() {
    let place = source(&[("one", "some text"), ("two", "more text")]);
    let root = place.path().join("source");
    let text = "{% extends \"skillsite/skill.html\" %}{% block heading %}{% if page.name == \"two\" %}{{ nope }}{% endif %}{% endblock %}";
    write(&root.join("theme/templates/skill.html"), text);
    let mut site = Preview::start(&root, &[]);
    site.shows("skills/one.html", "some text");
    let answer = site.get("skills/two.html");
    assert_eq!(answer.status, 500);
    assert!(answer.text().contains("variable `nope` is not defined"), "{}", answer.text());
    site.says("variable `nope` is not defined");
}

#[test]
fn a_broken_setting_at_the_start_is_shown_and_the_preview_waits() {
    let place = source(&[("one", "some text")]);
    let settings = place.path().join("source/skillsite.toml");
    write(&settings, "titel = 'x'\n");
    let mut site = Preview::start(&place.path().join("source"), &[]);
    site.says("unknown key `titel`, did you mean `title`?");
    let page = site.get("index.html");
    assert_eq!(page.status, 503);
    assert!(page.text().contains("unknown key `titel`, did you mean `title`?"), "{}", page.text());
    site.after("index.html", "Our own title", || write(&settings, "title = 'Our own title'\n"));

    let run = program::run(place.path(), ["serve", "source", "--config", "skilsite.toml"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("the configuration file skilsite.toml does not exist"), "{}", run.stderr);
}

#[test]
fn a_style_sheet_is_swapped_without_a_reload() {
    let place = source(&[("one", "some text")]);
    let root = place.path().join("source");
    let style = root.join("theme/static/site.css");
    write(&style, "body { color: red }");
    let mut site = Preview::start(&root, &[]);
    site.shows("assets/site.css", "color: red");
    site.event_after("index.html", "styles", || write(&style, "body { color: green; margin: 0 }"));
    site.shows("assets/site.css", "color: green");
}

#[test]
fn a_source_folder_that_is_made_again_is_followed() {
    let place = source(&[("one", "first text")]);
    let root = place.path().join("source");
    let mut site = Preview::start(&root, &[]);
    site.shows("skills/one.html", "first text");
    site.failure_after("skills/one.html", || fs::rename(&root, place.path().join("elsewhere")).expect("renamed"));
    site.shows("skills/one.html", "first text");
    let save = |text: &str| write(&root.join("one/SKILL.md"), &skill("one", text));
    site.after("skills/one.html", "second text", || save("second text"));
    site.after("skills/one.html", "third text", || save("third text"));
    site.failure_after("skills/one.html", || fs::remove_dir_all(&root).expect("deleted"));
    site.after("skills/one.html", "fourth text", || save("fourth text"));
}

#[test]
fn output_inside_the_source_does_not_lead_to_rebuilds() {
    let place = source(&[("plain-note", "first text")]);
    let root = place.path().join("source");
    let mut site = Preview::start(&root, &["-o", "source/public"]);
    site.shows("skills/plain-note.html", "first text");
    let before = site.generation("index.html");

    // What is left of a rebuild because of this would come before the change below.
    let build = program::run(place.path(), ["build", "source", "-o", "source/public"]);
    assert_eq!(build.status, 0, "{}", build.stderr);
    fs::read(root.join("plain-note/SKILL.md")).expect("readable");
    site.after("skills/plain-note.html", "second text", || {
        write(&root.join("plain-note/SKILL.md"), &skill("plain-note", "second text"));
    });
    assert_eq!(site.generation("index.html"), before + 1);
    assert_eq!(site.get("skills/index.html").status, site.get("skills/nothing.html").status);
}

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
fn what_cannot_be_served_ends_the_run() {
    let place = source(&[("one", "some text")]);
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let port = taken.local_addr().expect("an address").port().to_string();
    let run = program::run(place.path(), ["serve", "source", "--port", &port]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains(&format!("port {port} is in use")), "{}", run.stderr);
    assert!(!run.panicked());
    let run = program::run(place.path(), ["serve", "sources", "--port", "0"]);
    assert_eq!(run.status, 2);
    assert!(run.stderr.contains("the source folder sources does not exist"), "{}", run.stderr);
    let run = program::run(place.path(), ["serve", "source", "--port", "0", "--host", "not a host"]);
    assert_eq!(run.status, 2);
    assert!(!run.panicked());
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

#[cfg(unix)]
#[test]
fn a_browser_is_opened_at_the_address() {
    use std::os::unix::fs::PermissionsExt;
    let place = source(&[("one", "some text")]);
    let (browser, pipe) = (place.path().join("browser.sh"), place.path().join("pipe"));
    write(&browser, "#!/bin/sh\necho \"$1\" > \"${0%/*}/pipe\"\n");
    fs::set_permissions(&browser, fs::Permissions::from_mode(0o755)).expect("can be run");
    assert!(Command::new("mkfifo").arg(&pipe).status().is_ok_and(|status| status.success()));
    let (sender, opened) = mpsc::channel();
    std::thread::spawn(move || sender.send(fs::read_to_string(pipe)));

    let arguments = ["--port", "0", "--open", "--base-path", "/x/"];
    let mut site = Preview::start_in(&place.path().join("source"), &arguments, &[("BROWSER", &browser)]);
    let opened = opened.recv_timeout(preview::LIMIT).expect("the browser runs").expect("readable");
    assert_eq!(opened.trim_end(), format!("http://{}/x/", site.address()));
    site.shows("index.html", "one");
}

#[test]
fn without_a_port_the_next_free_one_is_taken() {
    let place = source(&[("one", "some text")]);
    let root = place.path().join("source");
    let port = |site: &Preview| site.address().rsplit_once(':').and_then(|(_, port)| port.parse::<u16>().ok());
    let mut first = Preview::start_in(&root, &[], &[]);
    let mut second = Preview::start_in(&root, &["--host", "localhost"], &[]);
    // Others on this machine may take and give back ports meanwhile.
    let ports = [port(&first), port(&second)];
    assert!(ports.iter().all(|port| *port >= Some(4000)) && ports[0] != ports[1], "{ports:?}");
    first.shows("index.html", "one");
    second.shows("index.html", "one");
}

#[test]
fn changes_are_found_without_being_told() {
    let place = source(&[("one", "first text")]);
    let root = place.path().join("source");
    let mut site = Preview::start(&root, &["--poll"]);
    site.says("changes are looked for once a second");
    site.shows("skills/one.html", "first text");
    site.after("skills/one.html", "second text", || write(&root.join("one/SKILL.md"), &skill("one", "second text")));
    site.after("skills/two.html", "new text", || write(&root.join("two/SKILL.md"), &skill("two", "new text")));
}

#[test]
fn a_commit_is_shown_with_the_next_change() {
    let place = source(&[("one", "first text")]);
    let root = place.path().join("source");
    let git = |arguments: &[&str]| {
        let mut command = Command::new("git");
        command.current_dir(&root).args(["-c", "user.name=A", "-c", "user.email=a@example.org"]).args(arguments);
        let output = command.output().expect("git runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-qm", "first"]);
    let commit = || git(&["rev-parse", "HEAD"])[..7].to_owned();
    let first = commit();
    let mut site = Preview::start(&root, &[]);
    site.shows("skills/one.html", &first);
    git(&["commit", "-qm", "second", "--allow-empty"]);
    let second = commit();
    assert_ne!(first, second);
    site.after("skills/one.html", &second, || write(&root.join("one/SKILL.md"), &skill("one", "second text")));
}

#[test]
fn the_shared_cases_start_a_preview() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/serve");
    let Ok(entries) = fs::read_dir(&cases) else { return };
    for entry in entries {
        let input = entry.expect("readable").path().join("input");
        let place = tempfile::tempdir().expect("a temporary folder");
        folder::copy(&input, &place.path().join("source"));
        let mut site = Preview::start(&place.path().join("source"), &[]);
        assert_eq!(site.get("index.html").status, 200, "{}", input.display());
    }
}
