//! The walk over the source folder: what is there, and what is left out.

use std::path::PathBuf;

use camino::Utf8PathBuf;

/// What to walk and what to leave out.
#[derive(Clone, Debug, Default)]
pub struct WalkOptions {
    /// The root; every path is relative to it and nothing outside it is ever read.
    pub root: PathBuf,
    /// Folders below the root to look in; empty means the root itself.
    pub sources: Vec<Utf8PathBuf>,
    /// Globs, relative to the root, of what to leave out.
    pub exclude: Vec<String>,
    /// The output folder, which is never read.
    pub output: Option<PathBuf>,
}
