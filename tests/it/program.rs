//! Runs the binary with everything fixed that could make two runs differ.

use std::ffi::OsStr;
use std::path::Path;
use std::process::{Command, ExitStatus, Output};

/// What "today" is for every test, in seconds since 1970: 1 December 2026. No fixture goes stale with the years.
const TODAY: &str = "1796083200";

/// What a run left behind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// Exit status; 128 and the number of the signal when one ended the run, as shells say it.
    pub status: i32,
    /// Standard output.
    pub stdout: String,
    /// Standard error.
    pub stderr: String,
}

impl Run {
    /// True after a fault of our own: a panic, an abort, a stack overflow.
    pub fn panicked(&self) -> bool {
        const FAULTS: [i32; 4] = [101, 128 + 4, 128 + 6, 128 + 11];
        FAULTS.contains(&self.status) || self.stdout.contains("panicked at") || self.stderr.contains("panicked at")
    }
}

impl From<Output> for Run {
    fn from(output: Output) -> Self {
        Run {
            status: status(output.status),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

/// The number of an exit status.
pub fn status(status: ExitStatus) -> i32 {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128 + signal;
    }
    status.code().expect("a status without a signal has a number")
}

/// The binary, to be run in `folder`, without anything of this machine that it might look at.
pub fn skillsite(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_skillsite"));
    command
        .current_dir(folder)
        .env("SOURCE_DATE_EPOCH", TODAY)
        .env("NO_COLOR", "1")
        .env("GIT_CEILING_DIRECTORIES", folder)
        .env_remove("CLICOLOR_FORCE")
        .env_remove("GITHUB_ACTIONS")
        .env_remove("GITHUB_STEP_SUMMARY")
        .env_remove("GITLAB_CI")
        .env_remove("CI")
        .env_remove("COLUMNS")
        // Without a folder for caches nothing is kept from one run to the next.
        .env_remove("XDG_CACHE_HOME")
        .env_remove("LOCALAPPDATA")
        .env_remove("HOME");
    command
}

/// Runs the binary in `folder` to its end.
pub fn run<I: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = I>) -> Run {
    skillsite(folder).args(arguments).output().expect("the binary starts").into()
}

/// `in 0.41 s` depends on the machine.
pub fn without_times(text: &str) -> String {
    text.lines()
        .map(|line| match line.split_once(" in ").and_then(|(head, tail)| Some((head, tail.split_once(" s")?))) {
            Some((head, (time, tail))) if time.parse::<f64>().is_ok() => format!("{head} in … s{tail}"),
            _ => line.to_owned(),
        })
        .collect::<Vec<_>>()
        .join("\n")
}

#[test]
fn times_are_left_out() {
    assert_eq!(without_times("built 2 skills into out in 0.41 s · fine"), "built 2 skills into out in … s · fine");
    assert_eq!(without_times("built 2 skills into out in 12.04 s"), "built 2 skills into out in … s");
    assert_eq!(without_times("read in full"), "read in full");
}
