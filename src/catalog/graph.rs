//! The `requires` graph: names → skills, circles, and what follows from them.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::OnceLock;

use camino::Utf8Path;

use super::{Catalog, Skill, SkillIndex};

/// One entry of `requires`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// The name as written, trimmed.
    pub name: String,
    /// The skill of that name: the nearest by folder where several have it.
    pub skill: Option<SkillIndex>,
    /// The place of the entry.
    pub span: crate::source::Span,
}

/// Everything a skill needs, directly or not.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Closure {
    /// The skills, the skill itself not included, nearest first and then by index.
    pub skills: Vec<SkillIndex>,
    /// The number of steps to the farthest one; 0 without requirements.
    pub depth: usize,
}

/// What each skill needs, made when it is first asked for: many pages and indexes ask for each.
#[derive(Debug)]
pub(super) struct Closures(Vec<OnceLock<Closure>>);

impl Closures {
    pub(super) fn new(skills: usize) -> Self {
        Closures(std::iter::repeat_with(OnceLock::new).take(skills).collect())
    }
}

impl Catalog {
    /// What `start` needs, directly or not (Aether OS §5).
    pub fn closure(&self, start: SkillIndex) -> &Closure {
        self.closures.0[start.0 as usize].get_or_init(|| self.walk(start))
    }

    fn walk(&self, start: SkillIndex) -> Closure {
        let mut seen = BTreeSet::from([start]);
        let mut closure = Closure::default();
        let mut level = vec![start];
        loop {
            let mut next: Vec<SkillIndex> = Vec::new();
            for index in level {
                let found = self.skill(index).requires.iter().filter_map(|one| one.skill);
                next.extend(found.filter(|found| seen.insert(*found)));
            }
            if next.is_empty() {
                return closure;
            }
            next.sort_unstable();
            closure.depth += 1;
            closure.skills.extend(&next);
            level = next;
        }
    }

    /// The skill called `name`, as seen from the folder `from`: the nearest where several have it.
    pub fn find_by_name(&self, name: &str, from: &Utf8Path) -> Option<SkillIndex> {
        nearest(&self.skills, self.names.get(&name.to_lowercase())?, from)
    }
}

/// Lower-case name, folder name and address → skills. A name goes before a folder's name.
pub(super) type Names = BTreeMap<String, Vec<SkillIndex>>;

pub(super) fn names(skills: &[Skill]) -> Names {
    let mut names = Names::new();
    let mut others = Names::new();
    for (at, skill) in skills.iter().enumerate() {
        let index = SkillIndex(at as u32);
        names.entry(skill.name().to_lowercase()).or_default().push(index);
        for other in skill.package.folder.file_name().into_iter().chain([skill.id.as_str()]) {
            others.entry(other.to_lowercase()).or_default().push(index);
        }
    }
    for (name, skills) in others {
        names.entry(name).or_insert(skills);
    }
    names
}

fn nearest(skills: &[Skill], candidates: &[SkillIndex], from: &Utf8Path) -> Option<SkillIndex> {
    let shared = |index: &SkillIndex| {
        let folder = &skills[index.0 as usize].package.folder;
        folder.components().zip(from.components()).take_while(|(a, b)| a == b).count()
    };
    candidates.iter().copied().max_by_key(|index| (shared(index), std::cmp::Reverse(*index)))
}

/// Fills in `requires` and `required_by`.
pub(super) fn connect(skills: &mut [Skill], names: &Names) {
    let edges: Vec<Vec<Requirement>> = skills.iter().map(|skill| requirements(skills, skill, names)).collect();
    for (at, requires) in edges.into_iter().enumerate() {
        let from = SkillIndex(at as u32);
        for to in requires.iter().filter_map(|one| one.skill).filter(|to| *to != from) {
            skills[to.0 as usize].required_by.push(from);
        }
        skills[at].requires = requires;
    }
}

fn requirements(skills: &[Skill], skill: &Skill, names: &Names) -> Vec<Requirement> {
    let mut seen = BTreeSet::new();
    let items = skill.package.manifest.requires.iter().flat_map(|list| &list.items);
    items
        .map(|item| (item.text.trim(), item.span))
        .filter(|(name, _)| !name.is_empty() && seen.insert(name.to_lowercase()))
        .map(|(name, span)| {
            let candidates = names.get(&name.to_lowercase()).map_or(&[][..], Vec::as_slice);
            Requirement { name: name.to_owned(), skill: nearest(skills, candidates, &skill.package.folder), span }
        })
        .collect()
}

/// One circle for each knot of skills that require each other, from its first skill on. A skill
/// that requires itself is not a circle here.
pub(super) fn cycles(skills: &[Skill]) -> Vec<Vec<SkillIndex>> {
    let mut cycles = Vec::new();
    let mut done = BTreeSet::new();
    for at in 0..skills.len() {
        let start = SkillIndex(at as u32);
        if done.contains(&start) {
            continue;
        }
        if let Some(cycle) = cycle_through(skills, start) {
            done.extend(knot(skills, start));
            cycles.push(cycle);
        }
    }
    cycles
}

fn required(skills: &[Skill], index: SkillIndex) -> impl Iterator<Item = SkillIndex> + '_ {
    skills[index.0 as usize].requires.iter().filter_map(|one| one.skill).filter(move |to| *to != index)
}

/// The shortest way from `start` back to itself.
fn cycle_through(skills: &[Skill], start: SkillIndex) -> Option<Vec<SkillIndex>> {
    let mut came_from: BTreeMap<SkillIndex, SkillIndex> = BTreeMap::new();
    let mut queue = VecDeque::from([start]);
    while let Some(index) = queue.pop_front() {
        for next in required(skills, index) {
            if next == start {
                let mut path = vec![index];
                while let Some(before) = path.last().and_then(|last| came_from.get(last)) {
                    path.push(*before);
                }
                path.reverse();
                return Some(path);
            }
            if let Entry::Vacant(first) = came_from.entry(next) {
                first.insert(index);
                queue.push_back(next);
            }
        }
    }
    None
}

/// Every skill that `start` reaches and that reaches `start`.
fn knot(skills: &[Skill], start: SkillIndex) -> Vec<SkillIndex> {
    let forward = reach(start, |index| required(skills, index).collect());
    let backward = reach(start, |index| skills[index.0 as usize].required_by.clone());
    forward.intersection(&backward).copied().collect()
}

fn reach(start: SkillIndex, next: impl Fn(SkillIndex) -> Vec<SkillIndex>) -> BTreeSet<SkillIndex> {
    let mut seen = BTreeSet::from([start]);
    let mut open = vec![start];
    while let Some(index) = open.pop() {
        open.extend(next(index).into_iter().filter(|found| seen.insert(*found)));
    }
    seen
}
