//! Packages → addresses, groups and the `requires` graph. Everything sorted, immutable.

mod graph;
mod group;
mod identity;
mod links;

use std::sync::Arc;

use camino::Utf8PathBuf;

use crate::config::Config;
use crate::diagnostic::Diagnostic;
use crate::package::Package;
use crate::source::SourceTree;

pub use graph::{Closure, Requirement};
pub use group::{Group, GroupKind, UNCATEGORISED};
pub use links::{Destination, LinkContext};

/// Index of a skill in [`Catalog::skills`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SkillIndex(pub u32);

/// All skills of a source tree.
#[derive(Debug)]
pub struct Catalog {
    /// The files.
    pub source: Arc<SourceTree>,
    /// Skills, sorted by name (letter case aside) and then by address.
    pub skills: Vec<Skill>,
    /// Categories, by title. Every skill is in exactly one.
    pub categories: Vec<Group>,
    /// Topics, by title.
    pub topics: Vec<Group>,
    /// Tags, by title.
    pub tags: Vec<Group>,
    /// Names that several skills share, with the plain address that lists them.
    pub shared_names: Vec<SharedName>,
    /// `SKILL.md` and `SKILL.toml` files that are no page, and why.
    pub left_out: Vec<LeftOut>,
    /// Circles of `requires`, each starting at its first name.
    pub cycles: Vec<Vec<SkillIndex>>,
    /// What was found while the catalog was put together.
    pub diagnostics: Vec<Diagnostic>,
}

/// A skill with its place in the catalog.
#[derive(Debug)]
pub struct Skill {
    /// The address: `skills/<id>.html`. Unique without regard to letter case, safe on every file
    /// system, the same whatever order the folder was walked in.
    pub id: String,
    /// What was read.
    pub package: Arc<Package>,
    /// Other folders that hold the same bytes.
    pub copies: Vec<Utf8PathBuf>,
    /// Index into [`Catalog::categories`].
    pub category: usize,
    /// Indexes into [`Catalog::topics`], in the author's order.
    pub topics: Vec<usize>,
    /// Indexes into [`Catalog::tags`], in the author's order.
    pub tags: Vec<usize>,
    /// What the skill requires, each once, in the author's order.
    pub requires: Vec<Requirement>,
    /// The skills that require this one, by index.
    pub required_by: Vec<SkillIndex>,
}

impl Skill {
    /// The name to show.
    pub fn name(&self) -> &str {
        self.package.name()
    }
}

/// A name that several skills have.
#[derive(Debug)]
pub struct SharedName {
    /// The plain address, which becomes a page that lists the skills.
    pub id: String,
    /// The name.
    pub name: String,
    /// The skills.
    pub skills: Vec<SkillIndex>,
}

/// A skill file that has no page of its own.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// The file or folder, relative to the root.
    pub path: Utf8PathBuf,
    /// Why, as part of a sentence: ``same bytes as `a/b` ``.
    pub reason: String,
}

impl Catalog {
    /// Finds the packages of `source`, reads them in parallel and puts them in order.
    pub fn new(source: Arc<SourceTree>, config: &Config) -> Self {
        let _ = (source, config);
        todo!()
    }

    /// One skill.
    pub fn skill(&self, index: SkillIndex) -> &Skill {
        &self.skills[index.0 as usize]
    }

    /// Every skill with its index, in order.
    pub fn indexed(&self) -> impl Iterator<Item = (SkillIndex, &Skill)> {
        self.skills.iter().enumerate().map(|(at, skill)| (SkillIndex(at as u32), skill))
    }
}
