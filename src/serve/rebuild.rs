//! From changes on disk to the next state. Whatever did not change is shared with the last one.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use anyhow::{Context, Result};

use super::watch::{Changes, Place};
use super::{Built, Event, Options, State, Tell};
use crate::config::FILE_NAME;
use crate::diagnostic::Finding;
use crate::git::Repository;
use crate::site::Inputs;
use crate::source::WalkOptions;
use crate::{Catalog, Config, Report, Site, SourceTree, Theme, lint};

/// Makes one state after another.
pub(super) struct Builder {
    options: Options,
    tell: Tell,
    good: Option<Good>,
}

/// What the last good site was made from.
struct Good {
    site: Arc<Site>,
    settings: Option<String>,
    theme: Vec<ThemeFile>,
}

/// A file of the user's theme, and what tells whether it is still the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ThemeFile {
    path: PathBuf,
    size: u64,
    modified: Option<SystemTime>,
}

/// What the next site differs in.
struct Difference {
    changed: Vec<String>,
    styles_only: bool,
}

impl Builder {
    pub(super) fn new(options: Options, tell: Tell) -> Self {
        Builder { options, tell, good: None }
    }

    /// Everything that a site is made from.
    pub(super) fn places(&self) -> BTreeSet<Place> {
        let absolute = |path: &Path| path.canonicalize().or_else(|_| std::path::absolute(path)).ok();
        let root = absolute(&root(&self.options));
        let except = absolute(&self.options.output);
        let whole = |folder: PathBuf| Place { folder, whole: true, except: except.clone() };
        let mut places: BTreeSet<Place> = root.iter().cloned().map(whole).collect();
        let is_outside = |folder: &PathBuf| root.as_ref().is_none_or(|root| !folder.starts_with(root));
        let config = self.options.config.as_deref().and_then(absolute);
        if let Some(folder) = config.as_deref().and_then(Path::parent).map(Path::to_owned).filter(is_outside) {
            places.insert(Place { folder, whole: false, except: None });
        }
        let theme = self.good.as_ref().and_then(|good| absolute(&good.site.inputs.config.theme));
        if let Some(folder) = theme.filter(is_outside).filter(|folder| folder.is_dir()) {
            places.insert(whole(folder));
        }
        places
    }

    /// The state after `changes`; `None` when it is the one that there is.
    pub(super) fn next(&mut self, now: &State, changes: &Changes) -> Option<State> {
        let start = Instant::now();
        match self.build(changes) {
            Ok(Some((good, difference))) => {
                let before = self.good.replace(good);
                let site = &self.good.as_ref()?.site;
                self.told(site, before.as_ref(), &difference, start);
                Some(State {
                    site: Some(Arc::clone(site)),
                    generation: now.generation + 1,
                    styles_only: difference.styles_only,
                    failure: None,
                })
            }
            Ok(None) if now.failure.is_some() => {
                (self.tell)(Event::Mended);
                Some(State { failure: None, ..now.clone() })
            }
            Ok(None) => None,
            Err(error) => {
                let message = format!("{error:#}");
                if now.failure.as_ref() == Some(&message) {
                    return None;
                }
                (self.tell)(Event::Failed(&message));
                Some(State { failure: Some(message), ..now.clone() })
            }
        }
    }

    fn told(&self, site: &Site, before: Option<&Good>, difference: &Difference, start: Instant) {
        let inputs = &site.inputs;
        let known: BTreeSet<_> =
            before.iter().flat_map(|good| &good.site.inputs.report.findings).map(finding_key).collect();
        let is_new = |finding: &&Finding| !known.contains(&finding_key(finding));
        let new = Report { findings: inputs.report.findings.iter().filter(is_new).cloned().collect() };
        (self.tell)(Event::Built(Built {
            changed: &difference.changed,
            first: before.is_none(),
            skills: inputs.catalog.skills.len(),
            report: &inputs.report,
            new: &new,
            source: &inputs.catalog.source,
            milliseconds: start.elapsed().as_millis(),
        }));
    }

    /// The next site and how it differs; `None` when nothing changed.
    fn build(&self, changes: &Changes) -> Result<Option<(Good, Difference)>> {
        let mut config =
            Config::load(self.options.folder.as_deref(), self.options.config.as_deref(), self.options.as_of)?;
        config.set_base_path(&self.options.base_path);
        let settings = config.file.as_deref().map(std::fs::read_to_string).transpose();
        let settings = settings.context("cannot read the configuration")?;
        let theme_files = theme_files(&config);
        let Some(good) = &self.good else {
            let source = SourceTree::read(&self.walk(&config))?;
            let catalog = Arc::new(Catalog::new(Arc::new(source), &config));
            let theme = Theme::load(config.theme_folder())?;
            let repository = repository(&config);
            let site = Arc::new(site(config, theme, catalog, repository)?);
            render_samples(&site)?;
            let difference = Difference { changed: Vec::new(), styles_only: false };
            return Ok(Some((Good { site, settings, theme: theme_files }, difference)));
        };

        let old = &good.site.inputs;
        let settings_differ = settings != good.settings;
        let theme_differs = theme_files != good.theme;
        let paths = match changes {
            // Other settings may mean other folders.
            Changes::Paths(paths) if !settings_differ => Some(paths),
            _ => None,
        };
        let update = old.catalog.source.read_again(&self.walk(&config), paths)?;
        if update.is_none() && !settings_differ && !theme_differs {
            return Ok(None);
        }

        let mut names: Vec<String> = theme_changes(&theme_files, &good.theme);
        let styles_only = update.is_none() && !settings_differ && names.iter().all(|path| has_ending(path, "css"));
        if settings_differ {
            names.push(FILE_NAME.to_owned());
        }
        let catalog = match update {
            None if !settings_differ => Arc::clone(&old.catalog),
            None => {
                let nothing = std::collections::HashSet::new();
                Arc::new(old.catalog.again(Arc::clone(&old.catalog.source), &nothing, &config))
            }
            Some(update) => {
                names.extend(update.changed.iter().map(|file| update.tree.path(*file).to_string()));
                Arc::new(old.catalog.again(Arc::new(update.tree), &update.changed, &config))
            }
        };
        names.sort();
        let theme =
            if theme_differs || settings_differ { Theme::load(config.theme_folder())? } else { old.theme.clone() };
        let repository = match changes {
            Changes::Paths(_) if !settings_differ => old.repository.clone(),
            _ => repository(&config),
        };
        let site = Arc::new(site(config, theme, catalog, repository)?);
        if theme_differs || settings_differ {
            render_samples(&site)?;
        }
        Ok(Some((Good { site, settings, theme: theme_files }, Difference { changed: names, styles_only })))
    }

    fn walk(&self, config: &Config) -> WalkOptions {
        WalkOptions {
            root: config.root.clone(),
            sources: config.source.clone(),
            exclude: config.exclude.clone(),
            output: Some(self.options.output.clone()),
        }
    }
}

/// The source folder; see [`Config::load`].
pub(super) fn root(options: &Options) -> PathBuf {
    let beside = options.config.as_deref().and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    options.folder.as_deref().or(beside).unwrap_or(Path::new(".")).to_owned()
}

fn repository(config: &Config) -> Repository {
    let mut repository = Repository::read(&config.root, &config.repository);
    repository.read_dates(&config.root);
    repository
}

fn site(config: Config, theme: Theme, catalog: Arc<Catalog>, repository: Repository) -> Result<Site> {
    let diagnostics = lint::check(&catalog, &config, &repository);
    let report = Report::new(diagnostics, &config.lint, &catalog.source);
    Site::new(Inputs { catalog, report, config, theme, repository })
}

/// Makes a page of two kinds, so that a template that fails only while it is used fails here.
fn render_samples(site: &Site) -> Result<()> {
    let skill = site.paths().find(|path| has_ending(path, "html") && path.starts_with("skills/"));
    for path in ["index.html"].into_iter().chain(skill) {
        site.get(path).transpose()?;
    }
    Ok(())
}

/// What makes a finding the same after lines have moved.
fn finding_key(finding: &Finding) -> (&str, &str, &str) {
    (finding.path().as_str(), finding.diagnostic.rule.code, &finding.diagnostic.message)
}

fn theme_files(config: &Config) -> Vec<ThemeFile> {
    let Some(folder) = config.theme_folder() else { return Vec::new() };
    walkdir::WalkDir::new(folder)
        .sort_by_file_name()
        .into_iter()
        .filter_map(Result::ok)
        .filter(|entry| entry.file_type().is_file())
        .filter_map(|entry| {
            let data = entry.metadata().ok()?;
            Some(ThemeFile { path: entry.into_path(), size: data.len(), modified: data.modified().ok() })
        })
        .collect()
}

/// The names of theme files that are not the same in both lists.
fn theme_changes(new: &[ThemeFile], old: &[ThemeFile]) -> Vec<String> {
    let differs = |file: &&ThemeFile| !(new.contains(file) && old.contains(file));
    let paths: BTreeSet<&PathBuf> = new.iter().chain(old).filter(differs).map(|file| &file.path).collect();
    paths.into_iter().map(|path| path.display().to_string()).collect()
}

fn has_ending(path: &str, ending: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}
