//! The pipeline in one call.

use std::path::Path;
use std::sync::Arc;

use anyhow::Result;
use rayon::prelude::*;

use crate::diagnostic::{Scan, Scanned, Skip};
use crate::git::Repository;
use crate::publish::Digest;
use crate::site::Inputs;
use crate::source::{FileId, SkipReason, WalkOptions};
use crate::{Catalog, Config, Report, Site, SourceTree, Theme, lint};

/// The files of a catalog, in memory and not yet looked into.
pub struct Files {
    /// The settings.
    pub config: Config,
    /// The files.
    pub source: SourceTree,
    /// What git knows of the source.
    pub repository: Repository,
}

impl Files {
    /// Reads the folder that `config` names. `output` is never read.
    ///
    /// # Errors
    /// When a source folder is not there or cannot be read.
    pub fn read(config: Config, output: Option<&Path>) -> Result<Self> {
        let source = SourceTree::read(&WalkOptions {
            root: config.root.clone(),
            sources: config.source.clone(),
            exclude: config.exclude.clone(),
            output: output.map(Path::to_owned),
        })?;
        let repository = Repository::read(&config.root, &config.repository);
        Ok(Files { config, source, repository })
    }

    /// A digest of everything that findings and site are made from, this program among it: the same digest means the
    /// same findings and the same site. `None` when that cannot be told.
    pub fn made_from(&self, theme: &Theme) -> Option<Digest> {
        let program = std::env::current_exe().and_then(std::fs::metadata).ok()?;
        let program = format!("{} {} {:?}", env!("CARGO_PKG_VERSION"), program.len(), program.modified().ok()?);
        // A folder that a build has written since is no reason to make anything again.
        let skipped: Vec<_> =
            self.source.skipped.iter().filter(|skipped| skipped.reason != SkipReason::Output).collect();
        let settings = format!("{:?} {:?} {skipped:?}", self.config, self.repository);
        let files: Vec<FileId> = self.source.ids().collect();
        let files: Option<Vec<Digest>> = files
            .par_iter()
            .map(|id| {
                let identity = self.source.identity(*id)?;
                Some(Digest::of_all([self.source.path(*id).as_str().as_bytes(), &*identity]))
            })
            .collect();
        let rest = [Digest::of_all([program, settings]), theme.digest];
        Some(Digest::of_all(rest.iter().chain(&files?)))
    }
}

/// A catalog that was read and checked.
pub struct Workspace {
    /// The settings.
    pub config: Config,
    /// The skills.
    pub catalog: Arc<Catalog>,
    /// What is wrong with them.
    pub report: Report,
    /// What git knows of the source.
    pub repository: Repository,
}

impl Workspace {
    /// Reads the folder that `config` names. `output` is never read.
    ///
    /// # Errors
    /// When a source folder is not there or cannot be read.
    pub fn read(config: Config, output: Option<&Path>) -> Result<Self> {
        Ok(Workspace::of(Files::read(config, output)?))
    }

    /// Checks what was read.
    pub fn of(files: Files) -> Self {
        let Files { config, source, repository } = files;
        Workspace::new(source, config, repository)
    }

    /// Source tree → packages → catalog → report.
    pub fn new(source: SourceTree, config: Config, repository: Repository) -> Self {
        let catalog = Catalog::new(Arc::new(source));
        let report = lint::check(&catalog, &config, &repository);
        Workspace { config, catalog: Arc::new(catalog), report, repository }
    }

    /// The site of the catalog, with what git knows of its source.
    ///
    /// # Errors
    /// When two things of the site claim the same path.
    pub fn into_site(self, theme: Theme) -> Result<Site> {
        let Workspace { config, catalog, report, mut repository } = self;
        repository.read_dates(&config.root);
        let (config, theme, repository) = (config.into(), theme.into(), repository.into());
        Site::new(Inputs { catalog, report: report.into(), config, theme, repository })
    }

    /// What was looked at, for the formats that tell it.
    pub fn scan(&self) -> Scan {
        let skills = &self.catalog.skills;
        let copies = skills.iter().flat_map(|skill| skill.copies.iter().map(move |copy| (copy, skill)));
        let mut merged: Vec<Skip> = copies
            .map(|(copy, skill)| Skip {
                path: copy.to_string(),
                reason: format!("same bytes as `{}`", skill.package.folder),
            })
            .collect();
        merged.sort_by(|a, b| a.path.cmp(&b.path));
        let is_merged = |path: &str| merged.binary_search_by(|skip| skip.path.as_str().cmp(path)).is_ok();
        let left_out = self.catalog.left_out.iter().filter(|left| !is_merged(left.path.as_str()));
        Scan {
            skills: skills
                .iter()
                .map(|skill| Scanned { name: skill.name().to_owned(), folder: skill.package.folder.clone() })
                .collect(),
            left_out: left_out.map(|left| Skip { path: left.path.to_string(), reason: left.reason.clone() }).collect(),
            merged,
        }
    }
}
