//! Pages in a real browser, Chromium without a window.

use std::path::{Path, PathBuf};
use std::process::Command;

/// The page at `address` after its scripts ran. `None` without a browser.
pub fn dom(address: &str) -> Option<String> {
    let chromium = chromium()?;
    let profile = tempfile::tempdir().expect("a temporary folder");
    let output = Command::new(chromium)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--virtual-time-budget=10000"])
        .arg(format!("--user-data-dir={}", profile.path().display()))
        .arg("--dump-dom")
        .arg(address)
        .output()
        .expect("chromium starts");
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The tests in `tests/browser`, which look at pages as people and their tools do.
#[test]
fn pages_work_in_a_browser() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/browser");
    let Some(chromium) = chromium() else { return };
    if !packages(&folder) {
        return;
    }
    let run = Command::new("npm")
        .args(["test", "--silent"])
        .current_dir(&folder)
        .env("SKILLSITE_BIN", env!("CARGO_BIN_EXE_skillsite"))
        .env("SKILLSITE_CHROMIUM", chromium)
        .output()
        .expect("npm starts");
    let said = [run.stdout, run.stderr].map(|said| String::from_utf8_lossy(&said).into_owned()).concat();
    assert!(run.status.success(), "{said}");
}

/// Installs the npm packages that `folder` names, unless they are there. False without npm.
pub fn packages(folder: &Path) -> bool {
    let Some(npm) = needed("npm", program("npm")) else { return false };
    let npm = |arguments: &[&str]| {
        let output = Command::new(&npm).args(arguments).current_dir(folder).output();
        output.expect("npm starts")
    };
    // Of an earlier day, something may be missing.
    if !npm(&["ls", "--silent"]).status.success() {
        let run = npm(&["ci", "--no-fund", "--no-audit"]);
        assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    }
    true
}

fn chromium() -> Option<PathBuf> {
    needed("chromium", ["chromium", "chromium-browser", "google-chrome"].into_iter().find_map(program))
}

/// Says what is left out where a program is missing, which is fine on a developer's machine and a failure in continuous
/// integration.
fn needed(name: &str, found: Option<PathBuf>) -> Option<PathBuf> {
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "{name} is not installed");
        println!("skipped: {name} is not installed");
    }
    found
}

/// Where a program lies.
fn program(name: &str) -> Option<PathBuf> {
    std::env::split_paths(&std::env::var_os("PATH")?).map(|folder| folder.join(name)).find(|path| path.is_file())
}

/// The address of a file, by its absolute path, for a browser.
pub fn file_address(path: &Path, query: &str) -> String {
    format!("file://{}{query}", encoded(&path.to_string_lossy()))
}

/// Percent signs for everything but letters, digits and `-._~/`.
pub fn encoded(text: &str) -> String {
    let sign = |byte: u8| match byte {
        b'-' | b'.' | b'_' | b'~' | b'/' => char::from(byte).to_string(),
        byte if byte.is_ascii_alphanumeric() => char::from(byte).to_string(),
        byte => format!("%{byte:02X}"),
    };
    text.bytes().map(sign).collect()
}
