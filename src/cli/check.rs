//! `skillsite check`: every finding, and no output folder.

use anyhow::Result;

use super::Status;
use super::session::{Fail, Session, Source, counted, plural};
use super::terminal::Terminal;
use crate::Workspace;
use crate::diagnostic::{concise, human};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    fail: Fail,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t = Format::Human)]
    format: Format,
}

#[derive(Clone, Copy, clap::ValueEnum)]
enum Format {
    /// With excerpt and help
    Human,
    /// A line each
    Concise,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let workspace = session.workspace(&args.source)?;
    let terminal = session.terminal;
    match args.format {
        Format::Human => show(&workspace, terminal),
        Format::Concise => terminal.result(&concise::print(&workspace.report))?,
    }
    let skills = plural(workspace.catalog.skills.len(), "skill");
    terminal.note(&format!("checked {skills} · {}", counted(workspace.report.counts())));
    Ok(args.fail.status(&workspace.report))
}

/// Prints the findings for a person.
pub(super) fn show(workspace: &Workspace, terminal: &Terminal) {
    terminal.say(&human::print(&workspace.report, &workspace.catalog.source, terminal.style()));
}
