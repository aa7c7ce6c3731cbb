//! From changes on disk to the next state. Whatever did not change is shared with the last one.

use std::collections::{BTreeSet, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use anyhow::Result;

use super::watch::{Changes, Place};
use super::{Built, Event, Options, State, Tell};
use crate::config::FILE_NAME;
use crate::diagnostic::Finding;
use crate::git::{self, Repository};
use crate::lint::{self, Checked};
use crate::site::{Findings, Inputs, address};
use crate::source::WalkOptions;
use crate::{Catalog, Config, Report, Site, SourceTree, Theme, theme};

/// Makes one state after another.
pub(super) struct Builder {
    options: Options,
    tell: Tell,
    good: Option<Good>,
    /// What is still to be said of the last good site.
    untold: Option<Untold>,
    /// The last look found no skills where there had been some.
    pub(super) doubts: bool,
}

/// A site that is shown and of which not everything is known yet.
struct Untold {
    changed: Vec<String>,
    milliseconds: u128,
    before: Option<Arc<Site>>,
}

/// What the last good site was made from.
struct Good {
    site: Arc<Site>,
    theme: Vec<ThemeFile>,
    /// See [`git::head`].
    head: Option<String>,
}

/// A file of the user's theme, and what tells whether it is still the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ThemeFile {
    path: PathBuf,
    size: u64,
    modified: Option<SystemTime>,
}

/// What the next site differs in.
#[derive(Default)]
struct Difference {
    changed: Vec<String>,
    styles_only: bool,
}

impl Builder {
    pub(super) fn new(options: Options, tell: Tell) -> Self {
        Builder { options, tell, good: None, untold: None, doubts: false }
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

    /// The state after `changes`; `None` when it is the one that there is. Findings and whatever
    /// else a page may do without are made when they are asked for, or by [`Builder::finish`].
    pub(super) fn next(&mut self, now: &State, changes: &Changes) -> Option<State> {
        let start = Instant::now();
        match self.build(changes) {
            // A folder that is being deleted or put back is without skills for a moment.
            Ok(Some((good, _))) if !self.doubts && self.is_emptied(&good) => {
                self.doubts = true;
                None
            }
            Ok(Some((good, difference))) => {
                self.doubts = false;
                let site = Arc::clone(&good.site);
                let before = self.good.replace(good).map(|good| good.site);
                let milliseconds = start.elapsed().as_millis();
                if before.is_none() {
                    (self.tell)(Event::Read { skills: site.inputs.catalog.skills.len(), milliseconds });
                }
                let known = before.as_ref().map_or(&[][..], |before| &before.inputs.theme.idle);
                let idle = site.inputs.theme.idle.iter().filter(|told| !known.contains(told));
                idle.for_each(|told| (self.tell)(Event::Idle(told)));
                let earlier = Arc::new(now.earlier.then(before.as_deref(), &site));
                self.untold = Some(Untold { changed: difference.changed, milliseconds, before });
                let (generation, styles_only) = (now.generation + 1, difference.styles_only);
                Some(State { site: Some(site), generation, styles_only, failure: None, earlier })
            }
            Ok(None) if self.doubts => {
                self.doubts = false;
                None
            }
            Ok(None) if now.failure.is_some() => {
                (self.tell)(Event::Mended);
                Some(State { failure: None, ..now.clone() })
            }
            Ok(None) => None,
            Err(error) => {
                self.doubts = false;
                self.failed(&error, now)
            }
        }
    }

    /// Makes what the site of `now` was shown without: its findings, which are told, and a look at
    /// whether it can be made whole. Gives the state after it when it cannot.
    pub(super) fn finish(&mut self, now: &State) -> Option<State> {
        let Untold { changed, milliseconds, before } = self.untold.take()?;
        let site = Arc::clone(&self.good.as_ref()?.site);
        self.told(&site, before.as_deref(), &changed, milliseconds);
        if before.is_none() {
            // Readers begin at the front page; the look at all paths is not to keep it waiting.
            site.prepare_front();
        }
        if let Err(error) = whole(&site, before.as_deref()) {
            // The next change makes everything anew, from whatever is there by then.
            self.good = None;
            let generation = now.generation + 1;
            let state = State { site: before, generation, styles_only: false, failure: None, ..now.clone() };
            return self.failed(&error, &state);
        }
        None
    }

    fn is_emptied(&self, next: &Good) -> bool {
        let skills = |good: &Good| good.site.inputs.catalog.skills.len();
        skills(next) == 0 && self.good.as_ref().is_some_and(|good| skills(good) > 0)
    }

    fn failed(&self, error: &anyhow::Error, now: &State) -> Option<State> {
        let message = format!("{error:#}");
        if now.failure.as_ref() == Some(&message) {
            return None;
        }
        (self.tell)(Event::Failed(&message));
        Some(State { failure: Some(message), ..now.clone() })
    }

    fn told(&self, site: &Site, before: Option<&Site>, changed: &[String], milliseconds: u128) {
        let inputs = &site.inputs;
        let known: HashSet<_> = before
            .iter()
            .flat_map(|before| &before.inputs.report.findings)
            .map(|finding| finding_key(finding))
            .collect();
        let is_new = |finding: &&Arc<Finding>| !known.contains(&finding_key(finding));
        let new = Report { findings: inputs.report.findings.iter().filter(is_new).cloned().collect() };
        (self.tell)(Event::Built(Built {
            changed,
            first: before.is_none(),
            report: &inputs.report,
            new: &new,
            source: &inputs.catalog.source,
            milliseconds,
        }));
    }

    /// The next site and how it differs; `None` when nothing changed.
    fn build(&self, changes: &Changes) -> Result<Option<(Good, Difference)>> {
        let mut config =
            Config::load(self.options.folder.as_deref(), self.options.config.as_deref(), self.options.as_of)?;
        config.set_base_path(&self.options.base_path);
        let theme_files = theme_files(&config);
        let head = git::head(&config.root);
        let Some(good) = &self.good else {
            return Ok(Some((self.first(config, theme_files, head)?, Difference::default())));
        };

        let old = &good.site.inputs;
        // What they mean, not what was written: an introduction has a file of its own.
        let settings_differ = config != *old.config;
        let theme_differs = theme_files != good.theme;
        let commit_differs = head != good.head;
        let paths = match changes {
            // Other settings may mean other folders.
            Changes::Paths(paths) if !settings_differ => Some(paths),
            _ => None,
        };
        let update = old.catalog.source.read_again(&self.walk(&config), paths)?;
        if update.is_none() && !settings_differ && !theme_differs && !commit_differs {
            return Ok(None);
        }

        let mut names: Vec<String> = theme_changes(&theme_files, &good.theme);
        let only_files = update.is_none() && !settings_differ && !commit_differs;
        let styles_only =
            only_files && names.iter().all(|path| has_ending(path, "css")) && has_same_paths(&theme_files, &good.theme);
        if settings_differ {
            names.push(FILE_NAME.to_owned());
        }
        let catalog = match update {
            None if !settings_differ => Arc::clone(&old.catalog),
            None => Arc::new(old.catalog.again(Arc::clone(&old.catalog.source), &HashSet::new())),
            Some(update) => {
                names.extend(update.changed.iter().map(|file| update.tree.path(*file).to_string()));
                Arc::new(old.catalog.again(Arc::new(update.tree), &update.changed))
            }
        };
        names.sort();
        let theme = if theme_differs || settings_differ {
            Arc::new(Theme::load(config.theme_folder())?)
        } else {
            Arc::clone(&old.theme)
        };
        let repository =
            if commit_differs || settings_differ { Arc::new(repository(&config)) } else { Arc::clone(&old.repository) };
        // The findings that are kept are those of these settings and this repository.
        let kept = !settings_differ && !commit_differs;
        let config = if settings_differ { Arc::new(config) } else { Arc::clone(&old.config) };
        let before = kept.then(|| Arc::clone(&good.site));
        let site = Arc::new(site(config, theme, catalog, repository, before)?);
        if (theme_differs || settings_differ) && !styles_only {
            render_samples(&site)?;
        }
        let good = Good { site, theme: theme_files, head };
        Ok(Some((good, Difference { changed: names, styles_only })))
    }

    fn first(&self, config: Config, theme_files: Vec<ThemeFile>, head: Option<String>) -> Result<Good> {
        let read = || {
            let source = SourceTree::read(&self.walk(&config))?;
            Ok(Arc::new(Catalog::new(Arc::new(source))))
        };
        let rest = || (Theme::load(config.theme_folder()), Arc::new(repository(&config)));
        let (catalog, (theme, repository)): (Result<Arc<Catalog>>, _) = rayon::join(read, rest);
        let (catalog, theme) = (catalog?, Arc::new(theme?));
        let site = Arc::new(site(Arc::new(config), theme, catalog, repository, None)?);
        Ok(Good { site, theme: theme_files, head })
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

/// The site, of which nothing is made yet. `before` is one with the same settings and repository.
fn site(
    config: Arc<Config>,
    theme: Arc<Theme>,
    catalog: Arc<Catalog>,
    repository: Arc<Repository>,
    before: Option<Arc<Site>>,
) -> Result<Site> {
    let (own, settings, git) = (Arc::clone(&catalog), Arc::clone(&config), Arc::clone(&repository));
    let kept = before.clone();
    let report = Findings::later(move || {
        let context = lint::Context { catalog: &own, config: &settings, repository: &git };
        match kept.as_ref().and_then(|before| before.inputs.report.checked()) {
            Some(before) => before.again(context),
            None => Checked::new(context),
        }
    });
    let mut site = Site::unchecked(Inputs { catalog, report, config, theme, repository })?;
    if let Some(before) = before {
        site.take_over(&before);
    }
    Ok(site)
}

/// Fails when a site cannot be made whole for a reason that no page shows.
fn whole(site: &Site, before: Option<&Site>) -> Result<()> {
    match before {
        None => {
            site.check()?;
            // Our own templates work; those of a theme are tried.
            if site.inputs.config.theme_folder().is_some() { render_samples(site) } else { Ok(()) }
        }
        Some(before) if before.inputs.catalog.shape().places == site.inputs.catalog.shape().places => Ok(()),
        Some(_) => site.check(),
    }
}

/// Makes a page of two kinds, so that a template that fails only while it is used fails here.
fn render_samples(site: &Site) -> Result<()> {
    let skill = site.inputs.catalog.skills.first().map(|skill| address::skill(&skill.id));
    for path in [address::HOME].into_iter().chain(skill.as_deref()) {
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
    theme::files(folder)
        .filter_map(Result::ok)
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

/// True when no file came or went: a page that is open has a link to each sheet there is.
fn has_same_paths(new: &[ThemeFile], old: &[ThemeFile]) -> bool {
    new.iter().map(|file| &file.path).eq(old.iter().map(|file| &file.path))
}

fn has_ending(path: &str, ending: &str) -> bool {
    Path::new(path).extension().is_some_and(|found| found.eq_ignore_ascii_case(ending))
}

#[cfg(test)]
mod tests;
