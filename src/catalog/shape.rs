//! What skills see of each other.

use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;

use super::{Catalog, Skill, SkillIndex};
use crate::markdown::Outline;
use crate::source::SourceTree;

impl Catalog {
    /// What tells whether skills look the same to each other as in another catalog.
    pub(crate) fn shape(&self) -> &Shape {
        &self.shape
    }
}

/// What skills see of each other. An edit of the text of a skill leaves it as it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Shape {
    /// Stays the same as long as all files and addresses are.
    pub places: u64,
    /// For each skill, stays the same as long as nothing changes that a link, a requirement or a
    /// replacement in another one can mean: name, anchors, maturity, risk.
    faces: Vec<u64>,
}

impl Shape {
    pub(super) fn new(source: &SourceTree, skills: &[Skill]) -> Self {
        let mut places = DefaultHasher::new();
        for skill in skills {
            skill.id.hash(&mut places);
        }
        for file in source.ids() {
            source.path(file).as_str().hash(&mut places);
        }
        (&source.sources, &source.skipped).hash(&mut places);
        Shape { places: places.finish(), faces: skills.par_iter().map(face).collect() }
    }

    /// Looks at one skill again.
    pub(super) fn update(&mut self, index: SkillIndex, skill: &Skill) {
        self.faces[index.0 as usize] = face(skill);
    }
}

fn face(skill: &Skill) -> u64 {
    let package = &skill.package;
    let mut hasher = DefaultHasher::new();
    (&skill.id, skill.name(), package.folder.as_str(), &skill.copies).hash(&mut hasher);
    (package.maturity(), package.risk()).hash(&mut hasher);
    anchors(&package.outline, &mut hasher);
    for companion in &package.companions {
        companion.path.as_str().hash(&mut hasher);
        if let Some(outline) = &companion.outline {
            anchors(outline, &mut hasher);
        }
    }
    hasher.finish()
}

fn anchors(outline: &Outline, hasher: &mut DefaultHasher) {
    outline.headings.len().hash(hasher);
    for heading in &outline.headings {
        heading.id.hash(hasher);
    }
    outline.html_ids.hash(hasher);
}
