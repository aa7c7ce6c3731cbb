//! The pipeline in one call.

use std::sync::Arc;

use crate::{Catalog, Config, Report, SourceTree, lint};

/// A catalog that was read and checked.
pub struct Workspace {
    /// The settings.
    pub config: Config,
    /// The skills.
    pub catalog: Arc<Catalog>,
    /// What is wrong with them.
    pub report: Report,
}

impl Workspace {
    /// Source tree → packages → catalog → report.
    pub fn new(source: SourceTree, config: Config) -> Self {
        let catalog = Catalog::new(Arc::new(source), &config);
        let diagnostics = lint::check(&catalog, &config);
        let report = Report::new(diagnostics, &config.lint, &catalog.source);
        Workspace { config, catalog: Arc::new(catalog), report }
    }
}
