//! The preview, by a real process over loopback. No test sleeps: each waits for the event that an open page gets.

mod answers;
mod preview;
mod start;

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Command;

use preview::Preview;

use crate::program;

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
