//! `skillsite.toml` and flags. Every key has a default; no file is needed.

use std::collections::BTreeMap;
use std::path::PathBuf;

use camino::Utf8PathBuf;

use crate::diagnostic::{Diagnostic, Level};

/// The settings of one run, with every default filled in.
#[derive(Clone, Debug)]
pub struct Config {
    /// Folder of the configuration file, or the source folder where there is none.
    pub root: PathBuf,
    /// Title of the catalog.
    pub title: String,
    /// One sentence under the title.
    pub description: String,
    /// Absolute address of the site with a trailing slash, where it is known.
    pub base_url: Option<String>,
    /// Folders of skills, relative to the root; empty means the root itself.
    pub source: Vec<Utf8PathBuf>,
    /// Globs of what to leave out.
    pub exclude: Vec<String>,
    /// Interface language, a key of the table of strings.
    pub language: String,
    /// Where the source is kept.
    pub repository: RepositoryConfig,
    /// Recognised categories beyond the specification's list, with a sentence each.
    pub categories: BTreeMap<String, String>,
    /// Install tabs: label and command with `{base_url}`, `{name}` and `{id}` in it, in order.
    pub install: Vec<(String, String)>,
    /// Days until a skill wants verifying again, by maturity.
    pub freshness: BTreeMap<String, u32>,
    /// Levels of rules.
    pub lint: LintConfig,
    /// Settings of the search.
    pub search: SearchConfig,
    /// Show images that lie on other hosts (a request to them) instead of a link.
    pub network_images: bool,
    /// The day that "today" means.
    pub as_of: jiff::civil::Date,
}

/// Where the source is kept, for "edit" and "history" links.
#[derive(Clone, Debug, Default)]
pub struct RepositoryConfig {
    /// Web address without a trailing slash.
    pub url: Option<String>,
    /// Address of the editor of one file, with `{url}`, `{branch}` and `{path}`.
    pub edit: Option<String>,
}

/// Settings of the search.
#[derive(Clone, Debug, Default)]
pub struct SearchConfig {
    /// Words that mean the same: a word and what it also stands for.
    pub aliases: BTreeMap<String, String>,
}

/// Levels of rules, as configured.
#[derive(Clone, Debug, Default)]
pub struct LintConfig {
    /// Level by rule code.
    pub levels: BTreeMap<String, Level>,
}

impl LintConfig {
    /// The level of a finding: configured by rule, else the finding's own.
    pub fn level(&self, diagnostic: &Diagnostic) -> Level {
        self.levels.get(diagnostic.rule.code).copied().unwrap_or(diagnostic.level)
    }
}
