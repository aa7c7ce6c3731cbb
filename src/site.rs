//! Catalog + Report + Theme → the table of paths, each with a function that makes its bytes.
//!
//! Nothing here reads or writes disk (files too large to hold in memory are read through
//! [`SourceTree::bytes`](crate::SourceTree::bytes)). Two claims on one path are caught when the
//! table is made, before anything is rendered.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use anyhow::Result;

use crate::{Catalog, Config, Report, Theme};

/// What every page is made from.
pub struct Inputs {
    /// The skills.
    pub catalog: Arc<Catalog>,
    /// What is wrong with them.
    pub report: Report,
    /// The settings.
    pub config: Config,
    /// Templates and assets.
    pub theme: Theme,
    /// What git knows of the source.
    pub repository: crate::git::Repository,
}

/// Makes the bytes of one path.
pub type Make = Box<dyn for<'a> Fn(&'a Site) -> Result<Cow<'a, [u8]>> + Send + Sync>;

/// Something the site publishes: claims its paths.
pub type Emitter = fn(&Inputs, &mut Table);

/// Every emitter, in order. A new kind of output is a file in `site/` and a line here.
pub const EMITTERS: &[Emitter] = &[];

/// The table of paths: relative, with `/`, unescaped.
#[derive(Default)]
pub struct Table {
    entries: BTreeMap<String, Make>,
}

impl Table {
    /// Claims `path`.
    pub fn add(
        &mut self,
        path: impl Into<String>,
        make: impl for<'a> Fn(&'a Site) -> Result<Cow<'a, [u8]>> + Send + Sync + 'static,
    ) {
        self.entries.insert(path.into(), Box::new(make));
    }
}

/// A site: a function from path to bytes.
pub struct Site {
    /// What it is made from.
    pub inputs: Inputs,
    table: Table,
}

impl Site {
    /// Makes the table of paths.
    pub fn new(inputs: Inputs) -> Result<Self> {
        let mut table = Table::default();
        for emit in EMITTERS {
            emit(&inputs, &mut table);
        }
        Ok(Site { inputs, table })
    }

    /// Every path, in order.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.table.entries.keys().map(String::as_str)
    }

    /// The bytes of one path; `None` when the site has no such path.
    pub fn get(&self, path: &str) -> Option<Result<Cow<'_, [u8]>>> {
        self.table.entries.get(path).map(|make| make(self))
    }
}
