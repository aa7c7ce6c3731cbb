//! `skillsite new`: a valid package to write on.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use jiff::civil::Date;

use super::session::Session;
use super::{Status, edits};
use crate::Config;
use crate::manifest::{CATEGORIES, SCHEMA_PATH, TYPES, quoted, requoted};
use crate::text::{kebab, nearest};

#[derive(Clone, clap::Args)]
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
    #[arg(long = "type", value_name = "TYPE", default_value = "technique", value_parser = TYPES)]
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
    match kebab(name) {
        Some(better) if better != name => bail!("`{name}` is not a name in kebab-case: try `{better}`"),
        None => bail!("`{name}` is not a name in kebab-case: use the letters a-z, digits and single hyphens"),
        Some(_) if name.len() > 64 => bail!("`{name}` has {} characters, and a name has at most 64", name.len()),
        Some(_) => {}
    }
    if args.description.as_ref().is_some_and(|text| text.trim().is_empty()) {
        bail!("the description is empty: say when to use the skill");
    }
    if args.category.trim().is_empty() {
        bail!("the category is empty");
    }
    let args = &Args { tags: keywords(&args.tags)?, topics: keywords(&args.topics)?, ..args.clone() };
    let config = session.config(None)?;
    let parent = args.folder.clone().unwrap_or_else(|| first_source(&config));
    let folder = parent.join(name);
    let files = [
        (folder.join("SKILL.toml"), manifest(args, config.base_url.as_deref(), config.as_of)),
        (folder.join("SKILL.md"), instructions(args)),
    ];
    edits::create(&files)?;
    let shown = folder.strip_prefix(".").unwrap_or(&folder);
    session.terminal.note(&format!("made {}: say in SKILL.md what an agent should do", shown.display()));
    if let Some(warning) = unknown_category(&args.category, &config) {
        session.terminal.warning(&warning);
    }
    Ok(Status::Fine)
}

/// Tags and topics in kebab-case, where that loses no letter.
fn keywords(words: &[String]) -> Result<Vec<String>> {
    let keyword = |word: &String| match word.trim() {
        "" => bail!("a tag or topic is empty"),
        word => Ok(kebab(word).unwrap_or_else(|| word.to_owned())),
    };
    words.iter().map(keyword).collect()
}

/// What there is to say about a category that `check` would warn about.
fn unknown_category(category: &str, config: &Config) -> Option<String> {
    let declared = config.categories.keys().map(String::as_str);
    let mut known = CATEGORIES.into_iter().chain(declared);
    if known.clone().any(|known| known == category) {
        return None;
    }
    let help = match nearest(category, &mut known) {
        Some(near) => format!("did you mean `{near}`?"),
        None => "declare it in `[categories]` of skillsite.toml".to_owned(),
    };
    Some(format!("category `{category}` is neither a recommended one nor declared: {help}"))
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
    let of_category = [kebab(&args.category).unwrap_or_else(|| args.category.clone())];
    let topics = if args.topics.is_empty() { &of_category[..] } else { &args.topics };
    let description = description(args);
    // "Use when writing a skill" makes "Focused on writing a skill"; other sentences do not.
    let activity = description
        .strip_prefix("Use when ")
        .filter(|rest| rest.split(' ').next().is_some_and(|first| first.ends_with("ing")));
    let purpose = activity.map_or_else(|| words(&args.name), str::to_owned);
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
        // `404` and `no` are text in quotes alone.
        name = requoted("name", &args.name),
        description = quoted(&description(args)),
    )
}

/// The example that `init` puts into an empty folder.
pub(super) fn example(folder: &Path, base_url: Option<&str>, today: Date) -> [(PathBuf, String); 2] {
    named("write-a-skill", folder, base_url, today)
}

fn named(name: &str, folder: &Path, base_url: Option<&str>, today: Date) -> [(PathBuf, String); 2] {
    let args = Args {
        name: name.into(),
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

    const TODAY: Date = jiff::civil::date(2026, 6, 1);

    fn has_no_findings(files: [(PathBuf, String); 2]) {
        let files = files.map(|(path, text)| (path.to_string_lossy().replace('\\', "/"), text));
        let workspace = Workspace::new(SourceTree::from_files(files), Config::new("", TODAY), Repository::default());
        let findings = workspace.report.findings.iter().map(|finding| finding.diagnostic.message.as_str());
        assert_eq!(findings.collect::<Vec<_>>(), [] as [&str; 0]);
        assert_eq!(workspace.catalog.skills.len(), 1);
    }

    #[test]
    fn a_new_package_has_no_findings() {
        let files = example(Path::new("skills"), Some("https://example.org/"), TODAY);
        assert!(files[0].1.starts_with("#:schema https://example.org/schema/skill-manifest-1.0.json\n"));
        has_no_findings(files);
    }

    #[test]
    fn a_name_that_yaml_takes_for_something_else_is_quoted() {
        for name in ["404", "no", "true", "null"] {
            has_no_findings(named(name, Path::new("skills"), None, TODAY));
        }
    }
}
