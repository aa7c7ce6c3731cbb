//! What the commands have in common: from arguments to settings and a checked catalog.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use jiff::civil::Date;

use super::Status;
use super::terminal::Terminal;
use crate::diagnostic::{Counts, Level};
use crate::{Config, Report, Workspace, config};

/// The folder that a command works on.
#[derive(clap::Args)]
pub(super) struct Source {
    /// Folder of skills, or of a skillsite.toml; default is the current folder
    #[arg(value_name = "SRC")]
    pub folder: Option<PathBuf>,
    /// Go on when there are no skills
    #[arg(long)]
    pub allow_empty: bool,
}

/// Which findings make a command fail.
#[derive(clap::Args)]
pub(super) struct Fail {
    /// Exit with status 1 when there are findings at this level or above
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = FailOn::Error)]
    fail_on: FailOn,
    /// Warnings fail as errors do; the same as --fail-on warning
    #[arg(long, conflicts_with = "fail_on")]
    strict: bool,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum FailOn {
    Error,
    Warning,
    Note,
    Never,
}

impl Fail {
    /// The level from which on a finding fails the command.
    pub(super) fn level(&self) -> Option<Level> {
        match self.fail_on {
            _ if self.strict => Some(Level::Warning),
            FailOn::Error => Some(Level::Error),
            FailOn::Warning => Some(Level::Warning),
            FailOn::Note => Some(Level::Note),
            FailOn::Never => None,
        }
    }

    /// The status that these findings give.
    pub(super) fn status(&self, report: &Report) -> Status {
        if self.level().is_some_and(|level| report.reaches(level)) { Status::Findings } else { Status::Fine }
    }
}

/// One run of the program.
pub(super) struct Session<'a> {
    /// Where to print.
    pub terminal: &'a Terminal,
    config: Option<PathBuf>,
    as_of: Option<Date>,
}

impl<'a> Session<'a> {
    pub(super) fn new(terminal: &'a Terminal, config: Option<PathBuf>, as_of: Option<Date>) -> Self {
        Session { terminal, config, as_of }
    }

    /// The settings of a source folder.
    pub(super) fn config(&self, folder: Option<&Path>) -> Result<Config> {
        Config::load(folder, self.config.as_deref(), config::today(self.as_of)?)
    }

    /// The catalog of a source folder, read and checked.
    pub(super) fn workspace(&self, source: &Source) -> Result<Workspace> {
        let workspace = Workspace::read(self.config(source.folder.as_deref())?, None)?;
        self.refuse_empty(&workspace, source)?;
        Ok(workspace)
    }

    /// Fails when there are no skills, unless that is allowed.
    pub(super) fn refuse_empty(&self, workspace: &Workspace, source: &Source) -> Result<()> {
        if !workspace.catalog.skills.is_empty() {
            return Ok(());
        }
        let message = format!("no skills found in {}", workspace.config.root.display());
        if source.allow_empty {
            self.terminal.warning(&message);
            return Ok(());
        }
        bail!(
            "{message}: no folder holds a SKILL.md or SKILL.toml (`skillsite list --allow-empty` shows what was left out)"
        )
    }
}

/// `2 errors, 7 warnings`.
pub(super) fn counted(counts: Counts) -> String {
    let parts: Vec<String> = [(counts.errors, "error"), (counts.warnings, "warning"), (counts.notes, "note")]
        .into_iter()
        .filter(|(number, _)| *number > 0)
        .map(|(number, word)| plural(number, word))
        .collect();
    if parts.is_empty() { "no findings".into() } else { parts.join(", ") }
}

/// `1 skill`, `12,000 skills`.
pub(super) fn plural(number: usize, word: &str) -> String {
    format!("{} {word}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with a comma before every three digits.
pub(super) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.char_indices() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_are_told_in_words() {
        assert_eq!(counted(Counts { errors: 2, warnings: 1, notes: 0 }), "2 errors, 1 warning");
        assert_eq!(counted(Counts::default()), "no findings");
        assert_eq!(plural(1, "skill"), "1 skill");
        assert_eq!(plural(12_345_678, "file"), "12,345,678 files");
        assert_eq!(plural(999, "file"), "999 files");
    }
}
