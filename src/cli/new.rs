//! `skillsite new`: a valid package to write on.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use jiff::civil::Date;

use super::session::Session;
use super::{Status, edits};
use crate::Config;
use crate::manifest::{SCHEMA_PATH, quoted};
use crate::text::kebab;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Name of the skill in kebab-case, which is also the name of its folder
    name: String,
    /// Folder to make it in; default is the first source folder of skillsite.toml, else the current folder
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// What the skill does and when to use it
    #[arg(long, value_name = "TEXT")]
    description: Option<String>,
    /// How the skill instructs
    #[arg(long = "type", value_name = "TYPE", default_value = "technique",
        value_parser = ["technique", "pattern", "reference", "discipline"])]
    kind: String,
    /// Primary category
    #[arg(long, default_value = "general")]
    category: String,
    /// Keyword; may be repeated. Default is the words of the name
    #[arg(long = "tag", value_name = "TAG")]
    tags: Vec<String>,
    /// Theme; may be repeated. Default is the category
    #[arg(long = "topic", value_name = "TOPIC")]
    topics: Vec<String>,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let name = args.name.as_str();
    if kebab(name).as_deref() != Some(name) || name.len() > 64 {
        let help = kebab(name).map(|better| format!(": try `{better}`")).unwrap_or_default();
        bail!("`{name}` is not a kebab-case name of at most 64 characters{help}");
    }
    let config = session.config(None)?;
    let parent = args.folder.clone().unwrap_or_else(|| first_source(&config));
    let folder = parent.join(name);
    let files = [
        (folder.join("SKILL.toml"), manifest(args, config.base_url.as_deref(), config.as_of)),
        (folder.join("SKILL.md"), instructions(args)),
    ];
    edits::create(&files)?;
    session.terminal.note(&format!("made {}: say in SKILL.md what an agent should do", folder.display()));
    Ok(Status::Fine)
}

fn first_source(config: &Config) -> PathBuf {
    let usual = config.root.join("skills");
    match config.source.first() {
        Some(source) => config.root.join(source.as_std_path()),
        None if usual.is_dir() => usual,
        None => config.root.clone(),
    }
}

/// The words of a name: `git-workflow` is `git workflow`.
fn words(name: &str) -> String {
    name.replace('-', " ")
}

fn description(args: &Args) -> String {
    args.description.clone().unwrap_or_else(|| format!("Use when working on {}", words(&args.name)))
}

fn manifest(args: &Args, base_url: Option<&str>, today: Date) -> String {
    let list = |items: &[String]| items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", ");
    let telling = |word: &&str| word.len() > 2 || args.name.len() <= 2;
    let of_name: Vec<String> = args.name.split('-').filter(telling).map(str::to_owned).collect();
    let tags = match &args.tags[..] {
        [] if of_name.is_empty() => std::slice::from_ref(&args.name),
        [] => &of_name,
        tags => tags,
    };
    let of_category = [args.category.clone()];
    let topics = if args.topics.is_empty() { &of_category[..] } else { &args.topics };
    let description = description(args);
    let purpose = description.strip_prefix("Use when ").unwrap_or(&description);
    let schema = base_url.map(|url| format!("#:schema {url}{SCHEMA_PATH}\n")).unwrap_or_default();
    format!(
        "{schema}manifest_version = \"1.0\"\n\n[skill]\nname = {name}\nversion = \"0.1.0\"\ndescription = {description}\n\
         type = {kind}\ncategory = {category}\nboundary = {boundary}\nmaturity = \"draft\"\n\
         last_verified = \"{today}\"\ntags = [{tags}]\ntopics = [{topics}]\n",
        name = quoted(&args.name),
        description = quoted(&description),
        kind = quoted(&args.kind),
        category = quoted(&args.category),
        boundary = quoted(&format!("Focused on {purpose}")),
        tags = list(tags),
        topics = list(topics),
    )
}

/// Sections as SKILL Package Specification 1.0.0 §7 recommends, below the reduced header that
/// clients without SKILL.toml need.
fn instructions(args: &Args) -> String {
    let mut title = words(&args.name);
    if let Some(first) = title.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    let core = match args.kind.as_str() {
        "pattern" => "Core Pattern",
        "reference" => "Reference",
        "discipline" => "Core Rule",
        _ => "Core Technique",
    };
    format!(
        "---\nname: {name}\ndescription: {description}\n---\n\n# {title}\n\n## Overview\n\nWhat this skill is for, in a few sentences.\n\n\
         ## When to Use\n\n- The situation in which an agent should follow it.\n\n## {core}\n\n1. The first step.\n\n\
         ## Common Mistakes\n\n- What goes wrong most often, and what to do instead.\n",
        name = args.name,
        description = quoted(&description(args)),
    )
}

/// The example that `init` puts into an empty folder.
pub(super) fn example(folder: &Path, base_url: Option<&str>, today: Date) -> [(PathBuf, String); 2] {
    let args = Args {
        name: "write-a-skill".into(),
        folder: None,
        description: Some("Use when writing a new skill or making an existing one clearer".into()),
        kind: "technique".into(),
        category: "writing".into(),
        tags: Vec::new(),
        topics: Vec::new(),
    };
    let folder = folder.join(&args.name);
    [(folder.join("SKILL.toml"), manifest(&args, base_url, today)), (folder.join("SKILL.md"), instructions(&args))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::Repository;
    use crate::{SourceTree, Workspace};

    #[test]
    fn a_new_package_has_no_findings() {
        let today = jiff::civil::date(2026, 6, 1);
        let files = example(Path::new("skills"), Some("https://example.org/"), today);
        assert!(files[0].1.starts_with("#:schema https://example.org/schema/skill-manifest-1.0.json\n"));
        let files = files.map(|(path, text)| (path.to_string_lossy().replace('\\', "/"), text));
        let workspace = Workspace::new(SourceTree::from_files(files), Config::new("", today), Repository::default());
        let findings = workspace.report.findings.iter().map(|finding| finding.diagnostic.message.as_str());
        assert_eq!(findings.collect::<Vec<_>>(), [] as [&str; 0]);
        assert_eq!(workspace.catalog.skills.len(), 1);
    }
}
