//! `skillsite check`: every finding, and no output folder.

use anyhow::Result;

use super::reports::Reports;
use super::session::{Fail, Session, Source, counted, plural};
use super::{Status, edits};
use crate::fix;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    fail: Fail,
    #[command(flatten)]
    reports: Reports,
    /// Mend what can be mended without a person: quotes, letter case, spelling of known words
    #[arg(long)]
    fix: bool,
    /// With --fix: print a diff and change nothing
    #[arg(long, requires = "fix")]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let mut workspace = session.workspace(&args.source)?;
    let terminal = session.terminal;
    if args.fix {
        let changes = fix::changes(&workspace);
        if args.dry_run {
            terminal.result(&changes.iter().map(fix::diff).collect::<String>())?;
            return Ok(Status::Fine);
        }
        edits::write(&workspace.config.root, &changes)?;
        let mended = changes.iter().map(|change| change.fixes).sum();
        terminal.note(&format!("mended {} in {}", plural(mended, "finding"), plural(changes.len(), "file")));
        workspace = session.workspace(&args.source)?;
    }
    let baseline = args.reports.apply_baseline(&mut workspace)?;
    args.reports.print(&workspace, terminal, args.fail.level())?;
    let skills = plural(workspace.catalog.skills.len(), "skill");
    let known = baseline.map(|told| format!(" · {told}")).unwrap_or_default();
    terminal.note(&format!("checked {skills} · {}{known}", counted(workspace.report.counts())));
    Ok(args.fail.status(&workspace.report))
}
