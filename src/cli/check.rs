//! `skillsite check`: every finding, and no output folder.

use anyhow::Result;

use super::reports::{self, Reports};
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
    /// With --fix: print a diff in place of the findings and change nothing
    #[arg(long, requires = "fix", conflicts_with_all = ["format", "update_baseline"])]
    dry_run: bool,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let mut workspace = session.workspace(&args.source)?;
    let terminal = session.terminal;
    args.reports.refuse_clashes(&workspace.config)?;
    if args.dry_run {
        let prefix = reports::prefix(&workspace.config.root);
        let diffs = fix::changes(&workspace).iter().map(|change| fix::diff(change, &prefix)).collect::<String>();
        terminal.result(&diffs)?;
    } else if args.fix {
        let changes = fix::changes(&workspace);
        edits::write(&workspace.catalog.source, &changes)?;
        let mended = changes.iter().map(|change| change.fixes).sum();
        terminal.note(&format!("mended {} in {}", plural(mended, "finding"), plural(changes.len(), "file")));
        workspace = session.workspace(&args.source)?;
    }
    let baseline = args.reports.apply_baseline(&mut workspace)?;
    let format = (!args.dry_run).then(|| args.reports.format());
    args.reports.print(&workspace, terminal, args.fail.level(), format)?;
    let skills = plural(workspace.catalog.skills.len(), "skill");
    let known = baseline.map(|told| format!(" · {told}")).unwrap_or_default();
    terminal.note(&format!("checked {skills} · {}{known}", counted(workspace.report.counts())));
    Ok(args.fail.status(&workspace.report))
}
