//! `skillsite check`: every finding, and no output folder.

use anyhow::Result;

use super::Status;
use super::reports::Reports;
use super::session::{Fail, Session, Source, counted, plural};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    fail: Fail,
    #[command(flatten)]
    reports: Reports,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let mut workspace = session.workspace(&args.source)?;
    let terminal = session.terminal;
    let baseline = args.reports.apply_baseline(&mut workspace)?;
    args.reports.print(&workspace, terminal, args.fail.level())?;
    let skills = plural(workspace.catalog.skills.len(), "skill");
    let known = baseline.map(|told| format!(" · {told}")).unwrap_or_default();
    terminal.note(&format!("checked {skills} · {}{known}", counted(workspace.report.counts())));
    Ok(args.fail.status(&workspace.report))
}
