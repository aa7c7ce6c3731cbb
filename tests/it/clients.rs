//! Real clients install from a built site: `tests/clients`, through npm, pinned.

use std::path::Path;
use std::process::Command;

use crate::{browser, folder, program};

#[test]
fn pinned_clients_install_what_was_published() {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let clients = project.join("tests/clients");
    if !browser::packages(&clients) {
        return;
    }
    let room = tempfile::tempdir().expect("a temporary folder");
    let (source, out) = (room.path().join("source"), room.path().join("out"));
    folder::copy(&project.join("example-catalog"), &source);
    let build = program::run(
        room.path(),
        ["build", "source", "-o", "out", "--as-of", "2026-12-01", "--base-url", "https://skills.example.org/catalog/"],
    );
    assert_eq!(build.status, 0, "{}", build.stderr);
    for path in ["/", "/catalog/"] {
        let run: program::Run =
            Command::new("node").arg(clients.join("run.mjs")).arg(&out).arg(path).output().expect("node starts").into();
        assert_eq!(run.status, 0, "at {path}:\n{}{}", run.stdout, run.stderr);
    }
}
