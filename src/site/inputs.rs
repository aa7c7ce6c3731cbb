//! What a site is made from.

use std::ops::Deref;
use std::sync::{Arc, LazyLock};

use crate::git::Repository;
use crate::lint::Checked;
use crate::{Catalog, Config, Report, Theme};

/// What every page is made from.
pub struct Inputs {
    /// The skills.
    pub catalog: Arc<Catalog>,
    /// What is wrong with them.
    pub report: Findings,
    /// The settings.
    pub config: Arc<Config>,
    /// Templates and assets.
    pub theme: Arc<Theme>,
    /// What git knows of the source.
    pub repository: Arc<Repository>,
}

/// A report that is at hand, or is made when it is first looked at.
pub enum Findings {
    /// At hand.
    Ready(Report),
    /// Made when it is first looked at.
    Later(LazyLock<Checked, Box<dyn FnOnce() -> Checked + Send>>),
}

impl Findings {
    /// The report of what `check` will have found.
    pub fn later(check: impl FnOnce() -> Checked + Send + 'static) -> Self {
        Findings::Later(LazyLock::new(Box::new(check)))
    }

    /// What the report was made from, made now if it is not yet; `None` for a report by itself.
    pub fn checked(&self) -> Option<&Checked> {
        match self {
            Findings::Ready(_) => None,
            Findings::Later(checked) => Some(checked),
        }
    }
}

impl Deref for Findings {
    type Target = Report;

    fn deref(&self) -> &Report {
        match self {
            Findings::Ready(report) => report,
            Findings::Later(checked) => &checked.report,
        }
    }
}

impl From<Report> for Findings {
    fn from(report: Report) -> Self {
        Findings::Ready(report)
    }
}
