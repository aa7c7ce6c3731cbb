//! How a preview starts: where, with what it is given, and in spite of mistakes.

use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;

use super::preview::{self, Preview};
use super::{skill, source, write};
use crate::{folder, program};

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
