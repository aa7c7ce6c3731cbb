//! The state of one case: its source, its output, and what the last run said.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::folder;
use crate::program::{self, Run};
use crate::site::{self, Site};

/// Paths and bytes of a folder.
pub type Snapshot = BTreeMap<String, Vec<u8>>;

/// A message about the source, or about the world.
#[derive(Clone, Debug)]
pub struct Finding {
    pub level: String,
    /// Relative to the source; empty for a message about the world.
    pub path: String,
    /// From 1; 0 when the message is about the whole file.
    pub line: usize,
    /// Message and help.
    pub text: String,
}

/// One case while it runs.
pub struct World {
    room: TempDir,
    /// SRC as the case has it.
    pub source: PathBuf,
    /// OUT of the last run.
    pub out: PathBuf,
    /// The last run.
    pub run: Run,
    /// What it reported.
    pub findings: Vec<Finding>,
    /// Everything in the room before the last run.
    pub before: Snapshot,
    /// Output and run to compare with, where the step asks for two.
    pub other: Option<(Snapshot, Run)>,
    site: OnceCell<Site>,
}

impl World {
    /// Makes the source of a case; `None` when its script says that this file system cannot hold it.
    pub fn new(case: &Path) -> Option<Self> {
        let room = tempfile::tempdir().expect("a temporary folder");
        let source = room.path().join("source");
        let script = case.join("make.sh");
        if script.exists() {
            let made = Command::new("sh").arg(&script).arg(&source).status().expect("a shell");
            if made.code() == Some(3) {
                return None;
            }
            assert!(made.success(), "{} failed", script.display());
        } else {
            folder::copy(&case.join("input"), &source);
        }
        let run = Run { status: 0, stdout: String::new(), stderr: String::new() };
        Some(World {
            out: room.path().join("out"),
            before: site::snapshot(room.path()),
            room,
            source,
            run,
            findings: Vec::new(),
            other: None,
            site: OnceCell::new(),
        })
    }

    /// The folder that holds the source, the output and what lies beside them.
    pub fn room(&self) -> &Path {
        self.room.path()
    }

    /// Builds `source` into `out` with more arguments, and asks for the findings.
    pub fn build(&mut self, source: &Path, out: &Path, arguments: &[String]) {
        self.before = site::snapshot(self.room());
        out.clone_into(&mut self.out);
        self.site = OnceCell::new();
        // Run in the source, where there is one: paths in messages begin at the current folder.
        let (here, named) = if source.is_dir() { (source, Path::new(".")) } else { (self.room(), source) };
        let paths = [named.as_os_str(), "-o".as_ref(), out.as_os_str()];
        let run = program::run(here, ["build".as_ref()].into_iter().chain(paths).chain(os(arguments)));
        // Paths of findings begin at SRC, also where a step reads a folder in it.
        let below = source
            .strip_prefix(&self.source)
            .map_or_else(|_| String::new(), |path| path.to_string_lossy().into_owned());
        let arguments: Vec<String> = arguments.iter().filter(|argument| *argument == "--strict").cloned().collect();
        let check = ["check".as_ref(), named.as_os_str(), "--format".as_ref(), "json".as_ref()];
        let check = program::run(here, check.into_iter().chain(os(&arguments)));
        self.findings = findings(&check, &run, &below);
        self.run = run;
    }

    /// True when there is an output.
    pub fn was_written(&self) -> bool {
        self.out.join("index.html").is_file()
    }

    /// The output of the last run.
    pub fn site(&self) -> &Site {
        self.site.get_or_init(|| Site::read(&self.out))
    }

    /// Text of every Markdown file of the source.
    pub fn markdown_sources(&self) -> Vec<String> {
        site::files(&self.source)
            .into_iter()
            .filter(|path| Path::new(path).extension().is_some_and(|end| end.eq_ignore_ascii_case("md")))
            .filter_map(|path| fs::read(self.source.join(path)).ok())
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .collect()
    }
}

fn os(arguments: &[String]) -> impl Iterator<Item = &std::ffi::OsStr> {
    arguments.iter().map(AsRef::as_ref)
}

/// The findings that `check` lists, and the messages about the world that `build` printed. Paths begin at SRC: `below`
/// is the folder of it that was read.
fn findings(check: &Run, build: &Run, below: &str) -> Vec<Finding> {
    let report: Value = serde_json::from_str(&check.stdout).unwrap_or_default();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let listed = report["findings"].as_array().into_iter().flatten().map(|finding| Finding {
        level: text(&finding["level"]),
        path: [below, &text(&finding["path"])]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("/"),
        line: finding["line"].as_u64().map_or(0, |line| usize::try_from(line).expect("a line")),
        text: format!("{} {}", text(&finding["message"]), text(&finding["help"])),
    });
    let world = build.stderr.lines().filter_map(|line| {
        let (level, message) = line.split_once(": ")?;
        let level = ["error", "warning"].into_iter().find(|known| *known == level)?;
        Some(Finding { level: level.to_owned(), path: String::new(), line: 0, text: message.to_owned() })
    });
    listed.chain(world).collect()
}
