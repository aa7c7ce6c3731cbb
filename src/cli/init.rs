//! `skillsite init`: a configuration, and one example skill where there is none.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::session::Session;
use super::{Status, edits, new};
use crate::config::FILE_NAME;
use crate::manifest::quoted;
use crate::{Config, Workspace};

#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder to start in; default is the current folder
    #[arg(value_name = "SRC")]
    folder: Option<PathBuf>,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let folder = args.folder.clone().unwrap_or_default();
    let here = if folder.as_os_str().is_empty() { Path::new(".") } else { &folder };
    std::fs::create_dir_all(here).with_context(|| format!("cannot make the folder {}", here.display()))?;
    let file = folder.join(FILE_NAME);
    let mut files = Vec::new();
    if file.exists() {
        session.terminal.note(&format!("{} is already there and stays as it is", file.display()));
    } else {
        let absolute = std::path::absolute(here)?;
        let name = absolute.file_name().map(|name| name.to_string_lossy().into_owned());
        files.push((file, settings(&name.unwrap_or_else(|| "skills".into()))));
    }
    let config = session.config(Some(here))?;
    let (base_url, as_of) = (config.base_url.clone(), config.as_of);
    let place = config.source.first().map_or("skills", |source| source.as_str()).to_owned();
    if has_no_skills(config)? {
        files.extend(new::example(&folder.join(place), base_url.as_deref(), as_of));
    }
    edits::create(&files)?;
    for (path, _) in &files {
        session.terminal.note(&format!("made {}", path.display()));
    }
    session.terminal.note("`skillsite check` looks at the skills, `skillsite build` makes the site");
    Ok(Status::Fine)
}

/// A source folder that is not there yet holds no skills either.
fn has_no_skills(config: Config) -> Result<bool> {
    let is_there = config.source.iter().all(|source| config.root.join(source.as_std_path()).is_dir());
    Ok(!is_there || Workspace::read(config, None)?.catalog.skills.is_empty())
}

/// A configuration that says what it could hold.
fn settings(name: &str) -> String {
    format!(
        "# Settings of skillsite. Every key has a default.\n\ntitle = {title}\n# description = \"What our agents can do\"\n\
         # base_url = \"https://example.org/skills/\"  # address of the site, for feeds and install commands\n\
         # source = [\"skills\"]                       # folders of skills, relative to this file\n\
         # exclude = [\"fixtures/\"]\n\n\
         # [categories]                              # beyond the recommended ones\n# finance = \"Money in and out\"\n\n\
         # [lint]                                    # off, note, warning or error\n# description-trigger = \"off\"\n",
        title = quoted(name),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_settings_are_read_with_and_without_the_marks() {
        let day = jiff::civil::date(2026, 6, 1);
        let text = settings("My \"skills\"");
        let root = std::path::Path::new("root");
        let config = Config::parse(root, &root.join(FILE_NAME), &text, day).expect("valid settings");
        assert_eq!(config.title, "My \"skills\"");
        // Every line that is offered is one that can be used.
        let offered = text.replace("# Settings", "## Settings").replace("\n# ", "\n");
        let config = Config::parse(root, &root.join(FILE_NAME), &offered, day).expect("valid settings");
        assert_eq!(config.base_url.as_deref(), Some("https://example.org/skills/"));
        assert!(config.categories.contains_key("finance"));
    }
}
