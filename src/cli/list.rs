//! `skillsite list`: what was found, and what was left out and why. Every `SKILL.md` and
//! `SKILL.toml` below the source is in one of the two.

use std::fmt::Write;

use anyhow::Result;
use serde::Serialize;

use super::Status;
use super::session::{Session, Source, plural};
use crate::Workspace;
use crate::catalog::reason_text;
use crate::diagnostic::one_line;

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints. Paths are relative to the source root.
#[derive(Serialize)]
struct List<'a> {
    /// Version of this form.
    version: u32,
    skills: Vec<Skill<'a>>,
    left_out: Vec<LeftOut<'a>>,
}

#[derive(Serialize)]
struct Skill<'a> {
    name: &'a str,
    /// The skill's page is `skills/<id>.html`.
    id: &'a str,
    /// The skill's main file.
    path: &'a str,
    /// Number of other files.
    companions: usize,
    /// Other folders with the same bytes.
    copies: Vec<&'a str>,
}

#[derive(Serialize)]
struct LeftOut<'a> {
    path: &'a str,
    reason: String,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let workspace = session.workspace(&args.source)?;
    let list = list(&workspace);
    let text = if args.json { serde_json::to_string_pretty(&list)? + "\n" } else { told(&list) };
    session.terminal.result(&text)?;
    Ok(Status::Fine)
}

fn list(workspace: &Workspace) -> List<'_> {
    let catalog = &workspace.catalog;
    let skills = catalog.skills.iter().map(|skill| Skill {
        name: skill.name(),
        id: &skill.id,
        path: skill.package.main_path(&catalog.source).as_str(),
        companions: skill.package.companions.len(),
        copies: skill.copies.iter().map(|folder| folder.as_str()).collect(),
    });
    let files = catalog.left_out.iter().map(|file| LeftOut { path: file.path.as_str(), reason: file.reason.clone() });
    let skipped = &catalog.source.skipped;
    let unread = skipped.iter().map(|entry| LeftOut { path: entry.path.as_str(), reason: reason_text(&entry.reason) });
    let mut left_out: Vec<LeftOut<'_>> = files.chain(unread).collect();
    left_out.sort_by(|a, b| (a.path, &a.reason).cmp(&(b.path, &b.reason)));
    List { version: 1, skills: skills.collect(), left_out }
}

fn told(list: &List<'_>) -> String {
    let mut text = String::new();
    let width = list.skills.iter().map(|skill| skill.id.chars().count()).max().unwrap_or(0).min(40);
    for skill in &list.skills {
        let _ = write!(text, "{:width$}  {}", skill.id, one_line(skill.path));
        for copy in &skill.copies {
            let _ = write!(text, ", also in {}", one_line(copy));
        }
        text.push('\n');
    }
    let _ = writeln!(text, "{}", plural(list.skills.len(), "skill"));
    if !list.left_out.is_empty() {
        text.push_str("\nleft out:\n");
    }
    for file in &list.left_out {
        let _ = writeln!(text, "{}: {}", one_line(file.path), one_line(&file.reason));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_steer_no_terminal() {
        let path = "a\u{1b}[2J/SKILL.md";
        let skill = Skill { name: "a", id: "a", path, companions: 0, copies: vec![path] };
        let list = List { version: 1, skills: vec![skill], left_out: vec![LeftOut { path, reason: path.into() }] };
        assert!(!told(&list).contains('\u{1b}'));
    }
}
