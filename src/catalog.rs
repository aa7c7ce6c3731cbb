//! Packages → addresses, groups and the `requires` graph. Everything sorted, immutable.

mod address;
mod again;
mod category;
mod graph;
mod group;
mod identity;
mod links;
mod mentions;
pub mod rules;
mod shape;
#[cfg(test)]
mod tests;

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use camino::{Utf8Path, Utf8PathBuf};
use rayon::prelude::*;

use crate::diagnostic::Diagnostic;
use crate::package::{self, Package};
use crate::source::{SkillFolder, SkipReason, SourceTree};

pub use graph::{Closure, Requirement};
pub use group::{Group, GroupKind, UNCATEGORISED};
pub use links::{Destination, LinkContext};
pub use mentions::{Mention, Mentions};
pub(crate) use shape::Shape;

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
    /// `SKILL.md` and `SKILL.toml` files that are no page, and why. Sorted.
    pub left_out: Vec<LeftOut>,
    /// Circles of `requires`, each starting at its first skill.
    pub cycles: Vec<Vec<SkillIndex>>,
    /// What was found while the catalog was put together.
    pub diagnostics: Vec<Diagnostic>,
    names: Arc<graph::Names>,
    places: Arc<links::Places>,
    shape: Shape,
    closures: graph::Closures,
}

/// A skill with its place in the catalog.
#[derive(Clone, Debug)]
pub struct Skill {
    /// The address: `skills/<id>.html`. Unique without regard to letter case, safe on every file
    /// system, the same whatever order the folder was walked in.
    pub id: String,
    /// What was read.
    pub package: Arc<Package>,
    /// Another skill has the same name; see [`Catalog::shared_names`].
    pub shares_name: bool,
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
#[derive(Clone, Debug)]
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
    pub fn new(source: Arc<SourceTree>) -> Self {
        Self::assemble(source, |source, folder| Arc::new(package::read(source, folder)))
    }

    fn assemble(source: Arc<SourceTree>, package: impl Fn(&SourceTree, &SkillFolder) -> Arc<Package> + Sync) -> Self {
        let folders = source.folders();
        let packages: Vec<Arc<Package>> = folders.skills.par_iter().map(|folder| package(&source, folder)).collect();
        let mut left_out = Vec::new();
        let mut diagnostics = rules::of_the_source(&source, &folders, &mut left_out);
        let distinct = identity::distinct(packages, &source, &mut left_out);
        let (mut skills, shared_names) = number(distinct, &source, &mut diagnostics);
        let kinds = [GroupKind::Category, GroupKind::Topic, GroupKind::Tag];
        let [categories, topics, tags] = kinds.map(|kind| assign(kind, &mut skills, &source, &mut diagnostics));
        let names = Arc::new(graph::names(&skills));
        graph::connect(&mut skills, &names);
        left_out.sort();
        let (places, (cycles, shape)) = rayon::join(
            || Arc::new(links::Places::new(&source, &skills, &folders)),
            || (graph::cycles(&skills), Shape::new(&source, &skills)),
        );
        Catalog {
            closures: graph::Closures::new(skills.len()),
            source,
            skills,
            categories,
            topics,
            tags,
            shared_names,
            left_out,
            cycles,
            diagnostics,
            names,
            places,
            shape,
        }
    }

    /// One skill.
    pub fn skill(&self, index: SkillIndex) -> &Skill {
        &self.skills[index.0 as usize]
    }

    /// True when some skill is in a category. Else all are in [`UNCATEGORISED`], which then tells nobody anything.
    pub fn has_categories(&self) -> bool {
        self.categories.iter().any(|category| category.title != UNCATEGORISED)
    }

    /// Every skill with its index, in order.
    pub fn indexed(&self) -> impl Iterator<Item = (SkillIndex, &Skill)> {
        self.skills.iter().enumerate().map(|(at, skill)| (SkillIndex(at as u32), skill))
    }

    /// The groups of one kind.
    pub fn groups(&self, kind: GroupKind) -> &[Group] {
        match kind {
            GroupKind::Category => &self.categories,
            GroupKind::Topic => &self.topics,
            GroupKind::Tag => &self.tags,
        }
    }
}

/// Gives every package its address and puts the skills in order.
fn number(
    distinct: Vec<identity::Distinct>,
    source: &SourceTree,
    diagnostics: &mut Vec<Diagnostic>,
) -> (Vec<Skill>, Vec<SharedName>) {
    let named: Vec<(&str, &Utf8Path)> =
        distinct.iter().map(|one| (one.package.name(), one.package.folder.as_path())).collect();
    let identity::Ids { ids, shared } = identity::ids(&named);
    let packages: Vec<&Package> = distinct.iter().map(|one| &*one.package).collect();
    let groups: Vec<Vec<usize>> = shared.iter().map(|(_, _, members)| members.clone()).collect();
    diagnostics.extend(identity::duplicate_names(&packages, &groups, source));

    let mut order: Vec<usize> = (0..distinct.len()).collect();
    order.sort_by_cached_key(|at| (named[*at].0.to_lowercase(), ids[*at].clone()));
    let mut place = vec![SkillIndex(0); order.len()];
    order.iter().enumerate().for_each(|(new, old)| place[*old] = SkillIndex(new as u32));
    let shared_names: Vec<SharedName> = shared
        .into_iter()
        .map(|(id, name, members)| {
            let mut skills: Vec<SkillIndex> = members.into_iter().map(|old| place[old]).collect();
            skills.sort_unstable();
            SharedName { id, name, skills }
        })
        .collect();
    let mut skills: Vec<(SkillIndex, Skill)> =
        distinct.into_iter().zip(ids).enumerate().map(|(old, (one, id))| (place[old], skill(one, id))).collect();
    skills.sort_by_key(|(index, _)| *index);
    let mut skills: Vec<Skill> = skills.into_iter().map(|(_, skill)| skill).collect();
    for index in shared_names.iter().flat_map(|shared| &shared.skills) {
        skills[index.0 as usize].shares_name = true;
    }
    (skills, shared_names)
}

fn skill(one: identity::Distinct, id: String) -> Skill {
    Skill {
        id,
        package: one.package,
        shares_name: false,
        copies: one.copies,
        category: 0,
        topics: Vec::new(),
        tags: Vec::new(),
        requires: Vec::new(),
        required_by: Vec::new(),
    }
}

/// Makes the groups of one kind and tells each skill which are its own.
fn assign(kind: GroupKind, skills: &mut [Skill], source: &SourceTree, diagnostics: &mut Vec<Diagnostic>) -> Vec<Group> {
    let uses = category::uses(kind, skills, source);
    let (groups, of_use) = group::group(kind, &uses);
    diagnostics.extend(group::mixed_spellings(&groups, &uses, &of_use, source));
    let mut seen = HashSet::new();
    for (one, at) in uses.iter().zip(of_use) {
        let skill = &mut skills[one.skill.0 as usize];
        let own = match kind {
            GroupKind::Category => {
                skill.category = at;
                continue;
            }
            GroupKind::Topic => &mut skill.topics,
            GroupKind::Tag => &mut skill.tags,
        };
        if seen.insert((one.skill.0, at)) {
            own.push(at);
        }
    }
    groups
}

/// Skill folders by every path they are found at: their own and their copies'.
fn folder_owners(skills: &[Skill]) -> HashMap<Utf8PathBuf, SkillIndex> {
    let mut owners = HashMap::new();
    for (at, skill) in skills.iter().enumerate() {
        for folder in std::iter::once(&skill.package.folder).chain(&skill.copies) {
            owners.insert(folder.clone(), SkillIndex(at as u32));
        }
    }
    owners
}

/// Why something below the root was not read, as part of a sentence.
pub fn reason_text(reason: &SkipReason) -> String {
    match reason {
        SkipReason::Ignored => "ignored by git".into(),
        SkipReason::Excluded => "excluded by the configuration".into(),
        SkipReason::Generated => "a folder of packages, caches or build products".into(),
        SkipReason::Output => "the output of a build".into(),
        SkipReason::LinkOutside => "a link that leads out of the source folder".into(),
        SkipReason::LinkHidden => "a link to something hidden or generated".into(),
        SkipReason::LinkLoop => "a link to a folder that holds the link".into(),
        SkipReason::LinkBroken => "a link to nothing".into(),
        SkipReason::Linked(place) => format!("a link to `{place}`, which is read in its own place"),
        SkipReason::Name => "its name is not UTF-8, or holds a backslash".into(),
        SkipReason::Unreadable(reason) => format!("cannot be read: {reason}"),
    }
}
