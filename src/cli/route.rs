//! `skillsite route TASK`: which skills would an agent that reads descriptions meet first? The same
//! ranking as "Try a task" on the site.

use std::fmt::Write;
use std::path::Path;

use anyhow::{Result, bail};
use serde::Serialize;

use super::Status;
use super::session::{Session, Source};
use crate::diagnostic::one_line;
use crate::search::{Index, Routing};
use crate::site::search_data;

#[derive(clap::Args)]
pub(super) struct Args {
    /// What an agent is asked to do, in one sentence
    #[arg(value_name = "TASK")]
    task: String,
    #[command(flatten)]
    source: Source,
    /// How many skills to show
    #[arg(long, value_name = "N", default_value_t = 5)]
    limit: usize,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Told<'a> {
    /// Version of this form.
    version: u32,
    /// Skills whose description shares a word with the task.
    total: usize,
    /// Distance of the first from the second, 0 to 1.
    lead: f64,
    skills: Vec<Skill<'a>>,
}

#[derive(Serialize)]
struct Skill<'a> {
    name: &'a str,
    /// Its page, relative to the root of the site.
    url: &'a str,
    score: f64,
    matches: Vec<Match<'a>>,
}

#[derive(Serialize)]
struct Match<'a> {
    /// A word of the task.
    asked: &'a str,
    /// The word of the description that answers it.
    found: &'a str,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    if let Some(folder) = args.source.folder.as_deref().filter(|folder| !folder.exists())
        && Path::new(&args.task).is_dir()
    {
        bail!("the task comes before the folder: skillsite route \"{}\" {}", folder.display(), args.task);
    }
    let workspace = session.workspace(&args.source)?;
    let documents = search_data::documents(&workspace.catalog);
    let index = Index::for_routing(&documents, &search_data::settings(&workspace.config));
    let routing = index.route(&args.task, args.limit);
    let text = if args.json { serde_json::to_string_pretty(&told(&routing))? + "\n" } else { shown(&routing) };
    session.terminal.result(&text)?;
    Ok(Status::Fine)
}

fn told<'a>(routing: &'a Routing<'_>) -> Told<'a> {
    let skills = routing.skills.iter().map(|skill| Skill {
        name: &skill.document.name,
        url: &skill.document.url,
        score: skill.score,
        matches: skill.matches.iter().map(|word| Match { asked: &word.asked, found: &word.found }).collect(),
    });
    Told { version: 1, total: routing.total, lead: routing.lead, skills: skills.collect() }
}

/// One line a skill: how well it fits compared with the first, its name, the words in common.
fn shown(routing: &Routing<'_>) -> String {
    let Some(first) = routing.skills.first() else {
        return "no description has a word of the task\n".into();
    };
    let width = routing.skills.iter().map(|skill| skill.document.name.chars().count()).max().unwrap_or_default();
    let mut text = String::new();
    for skill in &routing.skills {
        let words: Vec<String> = skill
            .matches
            .iter()
            .map(|word| {
                if word.asked == word.found { word.asked.clone() } else { format!("{} → {}", word.asked, word.found) }
            })
            .collect();
        let fit = 100.0 * skill.score / first.score;
        let _ =
            writeln!(text, "{fit:>4.0} %  {:<width$}  {}", one_line(&skill.document.name), one_line(&words.join(", ")));
    }
    if routing.total > 1 {
        let _ = writeln!(text, "{} leads the next by {:.0} %", one_line(&first.document.name), 100.0 * routing.lead);
    }
    text.push_str("by the words of the descriptions alone; a model understands more\n");
    text
}
