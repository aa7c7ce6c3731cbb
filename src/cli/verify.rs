//! `skillsite verify`: is a published site what its indexes say it is? The only command that uses
//! the network, and only when it is given an address.

use anyhow::Result;

use super::Status;
use super::session::{Session, counted, plural};
use crate::diagnostic::{Counts, Level};
use crate::verify::{Place, verify};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder that a build wrote, or address of a site; only an address uses the network
    #[arg(value_name = "DIR|URL")]
    place: String,
    /// Warnings fail as errors do
    #[arg(long)]
    strict: bool,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let outcome = verify(&Place::new(&args.place)?)?;
    let mut counts = Counts::default();
    for problem in &outcome.problems {
        counts.add(problem.level);
        session.terminal.say(&format!("{problem}\n"));
    }
    let (skills, files) = (plural(outcome.skills, "skill"), plural(outcome.files, "file"));
    session.terminal.note(&format!("verified {skills} and {files} · {}", counted(counts)));
    let limit = if args.strict { Level::Warning } else { Level::Error };
    let fails = outcome.problems.iter().any(|problem| problem.level >= limit);
    Ok(if fails { Status::Findings } else { Status::Fine })
}
