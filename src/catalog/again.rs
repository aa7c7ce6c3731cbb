//! The catalog of a tree that was read again: what did not change is shared with the last one.

use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use camino::Utf8Path;

use super::{Catalog, Skill, SkillIndex};
use crate::manifest::{Field, ListField};
use crate::package::{self, Package};
use crate::source::{FileId, SourceTree};

impl Catalog {
    /// The catalog of a tree that was read again; packages of which no file is in `changed` are
    /// shared with this catalog. The same in every other way as [`Catalog::new`].
    #[must_use]
    pub fn again(&self, source: Arc<SourceTree>, changed: &HashSet<FileId>) -> Self {
        if let Some(catalog) = self.with_texts(&source, changed) {
            return catalog;
        }
        let old: HashMap<&Utf8Path, &Arc<Package>> =
            self.skills.iter().map(|skill| (skill.package.folder.as_path(), &skill.package)).collect();
        Self::assemble(source, |source, folder| match old.get(folder.path.as_path()) {
            Some(package)
                if package.is_read_from(source, folder) && !folder.every().any(|file| changed.contains(&file)) =>
            {
                Arc::clone(package)
            }
            _ => Arc::new(package::read(source, folder)),
        })
    }

    /// The catalog with other texts in some of its skills, all of which stay where they are; `None`
    /// when more than that may have changed. This is what typing does.
    fn with_texts(&self, source: &Arc<SourceTree>, changed: &HashSet<FileId>) -> Option<Self> {
        if !self.source.has_same_files(source) {
            return None;
        }
        let skills: HashSet<SkillIndex> = changed.iter().map(|file| self.owner(*file)).collect::<Option<_>>()?;
        let mut read: Vec<(SkillIndex, Arc<Package>)> = Vec::new();
        for index in skills {
            let old = self.skill(index);
            let new = package::read(source, &old.package.as_folder());
            if !self.stays(old, &new, changed) {
                return None;
            }
            read.push((index, Arc::new(new)));
        }
        let mut skills = self.skills.clone();
        let mut shape = self.shape.clone();
        for (index, package) in read {
            let skill = &mut skills[index.0 as usize];
            skill.take(package);
            shape.update(index, skill);
        }
        Some(Catalog {
            closures: super::graph::Closures::new(skills.len()),
            source: Arc::clone(source),
            skills,
            categories: self.categories.clone(),
            topics: self.topics.clone(),
            tags: self.tags.clone(),
            shared_names: self.shared_names.clone(),
            left_out: self.left_out.clone(),
            cycles: self.cycles.clone(),
            diagnostics: self.diagnostics.clone(),
            names: Arc::clone(&self.names),
            places: Arc::clone(&self.places),
            shape,
        })
    }

    /// True when a skill keeps its name, groups, requirements and copies with the package `new`, and
    /// no finding of the catalog has its place in a file that changed.
    fn stays(&self, old: &Skill, new: &Package, changed: &HashSet<FileId>) -> bool {
        let (one, other) = (&old.package.manifest, &new.manifest);
        let field = |field: &Option<Field>| field.as_ref().map(|field| field.text.clone());
        let list =
            |list: &Option<ListField>| list.as_ref().map(|list| list.texts().map(str::to_owned).collect::<Vec<_>>());
        let is_told = || self.diagnostics.iter().any(|found| found.file().is_some_and(|file| changed.contains(&file)));
        let is_copy = || self.skills.iter().any(|skill| skill.package.digest == new.digest);
        let same_text = old.package.digest == new.digest;
        old.copies.is_empty()
            && old.package.name() == new.name()
            && field(&one.name) == field(&other.name)
            && field(&one.category) == field(&other.category)
            && list(&one.topics) == list(&other.topics)
            && list(&one.tags) == list(&other.tags)
            && list(&one.requires) == list(&other.requires)
            && (same_text && self.is_only(old) || !same_text && !is_copy())
            && !is_told()
    }

    /// True when no other skill has the same instructions.
    fn is_only(&self, one: &Skill) -> bool {
        self.skills.iter().filter(|skill| skill.package.digest == one.package.digest).count() == 1
    }
}

impl Skill {
    /// Puts a package in the place of the one that was read before, which requires the same.
    fn take(&mut self, package: Arc<Package>) {
        let items = package.manifest.requires.iter().flat_map(|list| &list.items);
        for requirement in &mut self.requires {
            // Of equal entries the first is the one that counts.
            if let Some(item) = items.clone().find(|item| item.text.trim() == requirement.name) {
                requirement.span = item.span;
            }
        }
        self.package = package;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CATALOG: [(&str, &str); 4] = [
        ("a/SKILL.md", "---\nname: a\ndescription: Use when a\nrequires: [b, c]\ntags: [One]\n---\nA\n"),
        ("b/SKILL.md", "---\nname: b\ndescription: Use when b\ntags: [two]\ncategory: x\n---\nB\n"),
        ("c/SKILL.md", "---\nname: c\ndescription: Use when c\ntags: [one]\n---\nC, see [b](../b/SKILL.md)\n"),
        ("c/notes.md", "# Notes\n"),
    ];

    /// Everything but what only a package knows.
    fn told(catalog: &Catalog) -> String {
        let Catalog {
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
            ..
        } = catalog;
        format!(
            "{skills:#?}{categories:?}{topics:?}{tags:?}{shared_names:?}{left_out:?}{cycles:?}{diagnostics:#?}{names:?}{shape:?}"
        ) + &places.told()
    }

    /// The catalog after an edit is the catalog of the edited files; true when it was made the short way.
    fn edited(path: &str, old: &str, new: &str) -> bool {
        let mut source = SourceTree::from_files(CATALOG);
        let catalog = Catalog::new(Arc::new(source.clone()));
        let file = source.find(path.into()).unwrap();
        assert!(source.text(file).contains(old), "{path} lacks {old:?}");
        let text = source.text(file).replacen(old, new, 1);
        source.replace(file, text.into_bytes());
        let (source, changed) = (Arc::new(source), HashSet::from([file]));
        let again = catalog.again(Arc::clone(&source), &changed);
        assert_eq!(told(&again), told(&Catalog::new(Arc::clone(&source))), "{new:?} in {path}");
        catalog.with_texts(&source, &changed).is_some()
    }

    #[test]
    fn typing_leaves_all_but_one_package_as_it_is() {
        assert!(edited("a/SKILL.md", "\nA\n", "\n# A\n\nmore [b](../b/SKILL.md)\n"));
        assert!(edited("b/SKILL.md", "Use when b", "Use when b is asked for, or c"));
        assert!(edited("b/SKILL.md", "name: b\n", "name: b\nversion: 1.0.0\n"));
        assert!(edited("a/SKILL.md", "description: Use when a\n", "description: Use when a is needed\n"));
        assert!(edited("c/notes.md", "Notes", "Other notes"));
    }

    #[test]
    fn what_moves_a_skill_is_put_in_order_again() {
        assert!(!edited("b/SKILL.md", "name: b", "name: d"));
        assert!(!edited("b/SKILL.md", "name: b", "name: a"));
        assert!(!edited("b/SKILL.md", "[two]", "[two, one]"));
        assert!(!edited("b/SKILL.md", "category: x", "category: y"));
        assert!(!edited("a/SKILL.md", "[b, c]", "[c]"));
        assert!(!edited("b/SKILL.md", "tags: [two]", "requires: [a]"));
        // A finding of the catalog is about its tag, whose place changes.
        assert!(!edited("c/SKILL.md", "name: c\n", "name: c\nversion: 1.0.0\n"));
    }

    #[test]
    fn a_text_that_becomes_another_ones_is_merged_with_it() {
        let (_, text) = CATALOG[1];
        assert!(!edited("a/SKILL.md", CATALOG[0].1, text));
    }
}
