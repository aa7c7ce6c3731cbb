//! `skillsite.toml` and flags → [`Config`]. Every key has a default; no file is needed.
//!
//! What a person wrote ([`written`]) and what it means ([`Config`]) are two types. The step
//! between them checks everything that can be wrong and reports all of it with file and line. Only
//! what is no such form at all, by its syntax, an unknown key or a type, ends at the first fault.
//! Disk is touched only to read the file itself and the introductions that it names.

mod check;
mod written;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use camino::{Utf8Path, Utf8PathBuf};
use globset::GlobSet;

use crate::diagnostic::{Diagnostic, Level};

/// Name of the configuration file.
pub const FILE_NAME: &str = "skillsite.toml";

/// Languages that the interface is in.
pub const LANGUAGES: &[&str] = &["de", "en", "ja"];

/// The settings of one run, with every default filled in.
#[derive(Clone, Debug, PartialEq)]
pub struct Config {
    /// The source root: the folder that was named, else the folder of the configuration file.
    /// Every path of a finding is relative to it.
    pub root: PathBuf,
    /// The configuration file, where there is one.
    pub file: Option<PathBuf>,
    /// Title of the catalog.
    pub title: String,
    /// One sentence under the title.
    pub description: String,
    /// Absolute address of the site with a trailing slash, where it is known.
    pub base_url: Option<String>,
    /// Path of the site on its host, with a slash at both ends. Only the 404 page needs it: the
    /// host shows that page at any depth, so its links cannot be relative.
    pub base_path: String,
    /// Folders of skills, relative to the root; empty means the root itself.
    pub source: Vec<Utf8PathBuf>,
    /// What to leave out, in lines as of a `.gitignore` file in the root.
    pub exclude: Vec<String>,
    /// Where the user's templates and assets are, if there are any; see [`Config::theme_folder`].
    pub theme: PathBuf,
    /// Interface language, one of [`LANGUAGES`].
    pub language: String,
    /// Where the source is kept.
    pub repository: RepositoryConfig,
    /// Recognised categories beyond the specification's list.
    pub categories: BTreeMap<String, CategoryConfig>,
    /// Install tabs: label and command with [`INSTALL_PLACEHOLDERS`] in it, in order.
    pub install: Vec<(String, String)>,
    /// Days until a skill wants verifying again, by maturity.
    pub freshness: BTreeMap<String, u32>,
    /// Levels of rules.
    pub lint: LintConfig,
    /// Settings of the search.
    pub search: SearchConfig,
    /// What is offered to clients that install skills.
    pub registry: RegistryConfig,
    /// Show images that lie on other hosts (a request to them) instead of a link.
    pub network_images: bool,
    /// The day that "today" means.
    pub as_of: jiff::civil::Date,
}

/// What may stand in braces in an install command: the site's address with a trailing slash, the
/// name that agents know the skill by, the skill's address on the site, the name of the catalog as a
/// marketplace, the address to install the skill from with all that it requires (that of the catalog
/// where no skill is meant), and the address of the skill as one file.
pub const INSTALL_PLACEHOLDERS: [&str; 6] = ["base_url", "name", "id", "marketplace", "skill_url", "download_url"];

/// A category declared in the configuration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CategoryConfig {
    /// One sentence; may be empty.
    pub description: String,
    /// Markdown shown above the skills of the category.
    pub introduction: Option<String>,
}

/// Where the source is kept, for "edit" and "history" links.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RepositoryConfig {
    /// Web address without a trailing slash.
    pub url: Option<String>,
    /// The branch that links point at.
    pub branch: Option<String>,
    /// Address of the editor of one file, with `{url}`, `{branch}` and `{path}`.
    pub edit: Option<String>,
    /// Address of the history of one file, with the same placeholders.
    pub history: Option<String>,
}

/// Settings of the search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchConfig {
    /// Words that mean the same: a word and what it also stands for.
    pub aliases: BTreeMap<String, String>,
}

/// What is offered to clients that install skills.
#[derive(Clone, Debug, PartialEq)]
pub struct RegistryConfig {
    /// Offer skills whose maturity is `draft`.
    pub drafts: bool,
    /// Publish `llms-full.txt`, the text of all skills in one file.
    pub llms_full: bool,
    /// Name of the catalog as a plugin marketplace, kebab-case.
    pub marketplace: Option<String>,
    /// Who answers for the marketplace.
    pub owner: Option<String>,
}

impl Default for RegistryConfig {
    fn default() -> Self {
        RegistryConfig { drafts: true, llms_full: false, marketplace: None, owner: None }
    }
}

/// Levels of rules, as configured.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LintConfig {
    /// Level by rule code.
    pub levels: BTreeMap<String, Level>,
    /// Levels for some paths, in the order of the file; the last one that fits counts.
    pub overrides: Vec<LintOverride>,
}

/// Levels for some paths.
#[derive(Clone)]
pub struct LintOverride {
    /// The paths, relative to the root.
    pub paths: GlobSet,
    /// The paths as they were written.
    pub written: Vec<String>,
    /// Level by rule code.
    pub levels: BTreeMap<String, Level>,
}

impl PartialEq for LintOverride {
    // The globs are compiled from what was written.
    fn eq(&self, other: &Self) -> bool {
        self.written == other.written && self.levels == other.levels
    }
}

impl std::fmt::Debug for LintOverride {
    // What a glob is compiled to is neither short nor the same in every run.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LintOverride").field("paths", &self.written).field("levels", &self.levels).finish()
    }
}

impl LintConfig {
    /// The level of a finding: configured for its path, else by rule, else the finding's own.
    pub fn level(&self, diagnostic: &Diagnostic) -> Level {
        let code = diagnostic.rule.code;
        self.overrides
            .iter()
            .rev()
            .filter(|entry| entry.paths.is_match(&diagnostic.path))
            .find_map(|entry| entry.levels.get(code))
            .or_else(|| self.levels.get(code))
            .copied()
            .unwrap_or(diagnostic.level)
    }
}

/// Fails when the source folder `root` is none.
pub(crate) fn must_be_folder(root: &Path) -> Result<()> {
    if !root.is_dir() {
        let what = if root.exists() { "is not a folder; name the one that it lies in" } else { "does not exist" };
        bail!("the source folder {} {what}", root.display());
    }
    Ok(())
}

impl Config {
    /// The settings of a folder without a configuration file.
    pub fn new(root: impl Into<PathBuf>, as_of: jiff::civil::Date) -> Self {
        let root = root.into();
        Config {
            title: DEFAULT_TITLE.to_owned(),
            file: None,
            description: String::new(),
            base_url: None,
            base_path: "/".into(),
            source: Vec::new(),
            exclude: Vec::new(),
            theme: root.join("theme"),
            language: "en".into(),
            repository: RepositoryConfig::default(),
            categories: BTreeMap::new(),
            install: default_install(),
            freshness: [("stable", 180), ("beta", 90)].map(|(key, days)| (key.to_owned(), days)).into(),
            lint: LintConfig::default(),
            search: SearchConfig::default(),
            registry: RegistryConfig::default(),
            network_images: false,
            as_of,
            root,
        }
    }

    /// Reads the configuration of the source folder `root`, or of the file `file`.
    ///
    /// With both, the file is read and its `source` and globs count from `root`; the theme and the
    /// introductions lie beside the file in any case. With neither, the source is the current folder.
    ///
    /// # Errors
    /// When a folder or file that was named is not there, and when the file holds anything that
    /// is not understood; the message then lists the problems with their lines.
    pub fn load(root: Option<&Path>, file: Option<&Path>, as_of: jiff::civil::Date) -> Result<Self> {
        let root = match (root, file) {
            (Some(root), _) => root,
            (None, Some(file)) => {
                file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
            }
            (None, None) => Path::new("."),
        };
        must_be_folder(root)?;
        let found = root.join(FILE_NAME);
        let Some(file) = file.or_else(|| found.is_file().then_some(found.as_path())) else {
            return Ok(Config::new(root, as_of));
        };
        let text = std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))?;
        Config::parse(root, file, &text, as_of)
    }

    /// The settings that `text`, the content of `file`, gives to the source folder `root`.
    ///
    /// # Errors
    /// See [`Config::load`].
    pub fn parse(root: &Path, file: &Path, text: &str, as_of: jiff::civil::Date) -> Result<Self> {
        check::config(root, file, text, as_of).map_err(anyhow::Error::msg)
    }

    /// The folder of the user's templates and assets, when it is there.
    pub fn theme_folder(&self) -> Option<&Path> {
        Some(self.theme.as_path()).filter(|folder| folder.is_dir())
    }

    /// Sets the address of the site, and with it the path on its host.
    ///
    /// # Errors
    /// When `url` is not an absolute `http` or `https` address.
    pub fn set_base_url(&mut self, url: &str) -> Result<()> {
        let url = check::base_url(url).map_err(anyhow::Error::msg)?;
        self.base_path = check::path_of(&url);
        self.base_url = Some(url);
        Ok(())
    }

    /// Sets the path of the site on its host, leaving its address alone.
    pub fn set_base_path(&mut self, path: &str) {
        let path = path.trim_matches('/');
        self.base_path = if path.is_empty() { "/".into() } else { format!("/{path}/") };
    }
}

/// The day that "today" means: the flag, else the day of `SOURCE_DATE_EPOCH` (seconds since 1970,
/// <https://reproducible-builds.org/specs/source-date-epoch/>), else the clock's. Always in UTC,
/// so that a time zone changes nothing.
///
/// # Errors
/// When `SOURCE_DATE_EPOCH` is set to something else than a number of seconds.
pub fn today(flag: Option<jiff::civil::Date>) -> Result<jiff::civil::Date> {
    let utc = |at: jiff::Timestamp| at.to_zoned_datetime(jiff::tz::TimeZone::UTC).date();
    match (flag, std::env::var("SOURCE_DATE_EPOCH")) {
        (Some(day), _) => Ok(day),
        (None, Ok(seconds)) => seconds
            .trim()
            .parse()
            .ok()
            .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok())
            .map(utc)
            .with_context(|| format!("SOURCE_DATE_EPOCH is `{seconds}`, not a number of seconds")),
        (None, Err(_)) => Ok(utc(jiff::Timestamp::now())),
    }
}

/// The title of a catalog that has none. Not the name of its folder: a copy of the folder gives the same site.
const DEFAULT_TITLE: &str = "Agent skills";

/// How each common client installs one skill from a site.
fn default_install() -> Vec<(String, String)> {
    [
        ("npx skills", "npx skills add {skill_url}"),
        (
            "Claude Code",
            "/plugin marketplace add {base_url}.claude-plugin/marketplace.json\n/plugin install {name}@{marketplace}",
        ),
        ("Codex", "npx skills add {skill_url} -a codex"),
        ("OpenCode", r#""skills": { "urls": ["{base_url}.well-known/skills/"] }"#),
        ("Gemini CLI", "curl -LO {download_url}\ngemini skills install ./{id}.skill"),
        ("Hermes", "hermes skills install well-known:{base_url}.well-known/skills/{name}"),
    ]
    .map(|(label, command)| (label.to_owned(), command.to_owned()))
    .into()
}

/// True when `path` stays inside the folder that it is relative to.
fn stays_inside(path: &Utf8Path) -> bool {
    path.components().all(|part| matches!(part, camino::Utf8Component::Normal(_) | camino::Utf8Component::CurDir))
}

#[cfg(test)]
mod tests;
