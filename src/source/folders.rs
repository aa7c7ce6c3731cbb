//! Which folders are skills and which files are theirs, by names alone.

use std::collections::{HashMap, HashSet};

use camino::{Utf8Path, Utf8PathBuf};

use super::{FileId, is_skill_md, is_skill_toml};

/// A folder with a `SKILL.md` or a `SKILL.toml`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkillFolder {
    /// Relative to the root.
    pub path: Utf8PathBuf,
    /// `SKILL.md`, in whatever letter case; the exact spelling goes first.
    pub skill_md: Option<FileId>,
    /// `SKILL.toml`, likewise.
    pub skill_toml: Option<FileId>,
    /// The other files of the skill that are published, in order.
    pub files: Vec<FileId>,
    /// Hidden files below the folder, which are not published.
    pub hidden: Vec<FileId>,
    /// Further spellings of `SKILL.md` or `SKILL.toml` in the folder, which are not read.
    pub spare: Vec<FileId>,
}

/// A folder with a skill file that is part of another skill.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Nested {
    /// The folder.
    pub path: Utf8PathBuf,
    /// The folder of the skill it is part of.
    pub outer: Utf8PathBuf,
}

/// The skills of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Folders {
    /// Skill folders, by path.
    pub skills: Vec<SkillFolder>,
    /// Folders that look like skills and are samples inside one.
    pub nested: Vec<Nested>,
}

/// Below one of these a skill file is material of the skill around it: the folders that the Agent
/// Skills specification names, and the usual ones for samples.
const MATERIAL: &[&str] =
    &["references", "reference", "examples", "example", "assets", "scripts", "templates", "fixtures"];

/// Files and folders of a repository that do not belong to a skill in its top folder.
const PROJECT: &[&str] = &[
    "agents.md",
    "build",
    "cargo.lock",
    "cargo.toml",
    "changelog.md",
    "claude.md",
    "code_of_conduct.md",
    "contributing.md",
    "copying",
    "dist",
    "docs",
    "gemini.md",
    "justfile",
    "license",
    "license.md",
    "license.txt",
    "licence",
    "makefile",
    "package-lock.json",
    "package.json",
    "plugins",
    "pyproject.toml",
    "readme.md",
    "security.md",
    "skills",
    "skillsite.toml",
    "src",
    "test",
    "tests",
    "theme",
    "tsconfig.json",
    "uv.lock",
];

impl Folders {
    /// Finds the skills among `paths`, which are sorted. `sources` are the folders looked in.
    pub(super) fn find<'a>(
        paths: impl Iterator<Item = (FileId, &'a Utf8Path)> + Clone,
        sources: &[Utf8PathBuf],
    ) -> Self {
        let skill_files = paths.clone().filter(|(_, path)| is_skill_file(path));
        let mut candidates: Vec<&Utf8Path> = skill_files.filter_map(|(_, path)| path.parent()).collect();
        candidates.sort_unstable();
        candidates.dedup();
        let repositories = repositories(&candidates);
        let (kept, nested) = separate(&candidates, &repositories);
        let new = |folder: &&Utf8Path| SkillFolder { path: folder.to_path_buf(), ..SkillFolder::default() };
        let mut skills: Vec<SkillFolder> = kept.iter().map(new).collect();
        let is_project = |folder: &&Utf8Path| {
            sources.iter().any(|source| source == folder) || repositories.contains(folder.as_str())
        };
        let projects: Vec<bool> = kept.iter().map(is_project).collect();
        let places: HashMap<&str, usize> = kept.iter().enumerate().map(|(at, folder)| (folder.as_str(), at)).collect();
        for (id, path) in paths {
            let place = path.ancestors().skip(1).find_map(|folder| places.get(folder.as_str()));
            if let Some(at) = place {
                skills[*at].claim(id, path, projects[*at]);
            }
        }
        Folders { skills, nested }
    }
}

impl SkillFolder {
    fn claim(&mut self, id: FileId, path: &Utf8Path, whole_project: bool) {
        let Ok(below) = path.strip_prefix(&self.path) else { return };
        let own = below.components().count() == 1;
        let name = below.file_name().unwrap_or_default();
        if own && is_skill_md(name) {
            claim_spelling(&mut self.skill_md, &mut self.spare, id, name == "SKILL.md");
        } else if own && is_skill_toml(name) {
            claim_spelling(&mut self.skill_toml, &mut self.spare, id, name == "SKILL.toml");
        } else if below.components().any(|part| part.as_str().starts_with('.')) {
            self.hidden.push(id);
        } else if !(whole_project && is_project_file(below)) {
            self.files.push(id);
        }
    }

    /// Every file that the folder's package depends on.
    pub(crate) fn every(&self) -> impl Iterator<Item = FileId> + '_ {
        self.all().chain(self.hidden.iter().copied()).chain(self.spare.iter().copied())
    }

    /// Every file that has to be read to know the skill.
    pub(super) fn all(&self) -> impl Iterator<Item = FileId> + '_ {
        self.skill_md.into_iter().chain(self.skill_toml).chain(self.files.iter().copied())
    }
}

/// The exact spelling wins over others; among others the first in order.
fn claim_spelling(slot: &mut Option<FileId>, spare: &mut Vec<FileId>, id: FileId, exact: bool) {
    match slot {
        None => *slot = Some(id),
        Some(other) if exact => spare.push(std::mem::replace(other, id)),
        Some(_) => spare.push(id),
    }
}

fn is_skill_file(path: &Utf8Path) -> bool {
    path.file_name().is_some_and(|name| is_skill_md(name) || is_skill_toml(name))
}

/// The folders with skills in their `skills/`: each is a repository rather than one skill.
fn repositories<'a>(candidates: &[&'a Utf8Path]) -> HashSet<&'a str> {
    let around = candidates.iter().flat_map(|folder| folder.ancestors());
    around
        .filter(|folder| folder.file_name() == Some("skills"))
        .filter_map(Utf8Path::parent)
        .map(Utf8Path::as_str)
        .collect()
}

/// Tells skills from samples inside a skill. Outer folders come first in order, so each candidate
/// is judged by the nearest folder that is known to be a skill.
fn separate<'a>(candidates: &[&'a Utf8Path], repositories: &HashSet<&str>) -> (Vec<&'a Utf8Path>, Vec<Nested>) {
    let mut kept = Vec::new();
    let mut known: HashSet<&str> = HashSet::new();
    let mut nested = Vec::new();
    for folder in candidates.iter().copied() {
        let outer = folder.ancestors().skip(1).find(|outer| known.contains(outer.as_str()));
        match outer {
            Some(outer) if is_material(folder, outer) && !repositories.contains(outer.as_str()) => {
                nested.push(Nested { path: folder.to_path_buf(), outer: outer.to_path_buf() });
            }
            _ => {
                known.insert(folder.as_str());
                kept.push(folder);
            }
        }
    }
    (kept, nested)
}

fn is_material(folder: &Utf8Path, outer: &Utf8Path) -> bool {
    folder.strip_prefix(outer).is_ok_and(|below| below.components().any(|part| MATERIAL.contains(&part.as_str())))
}

fn is_project_file(below: &Utf8Path) -> bool {
    let first = below.components().next().map(|part| part.as_str().to_lowercase());
    first.is_some_and(|name| PROJECT.contains(&name.as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folders(paths: &[&str]) -> Folders {
        let mut sorted: Vec<&Utf8Path> = paths.iter().map(Utf8Path::new).collect();
        sorted.sort();
        let paths = sorted.iter().enumerate().map(|(at, path)| (FileId(at as u32), *path));
        Folders::find(paths, &[Utf8PathBuf::new()])
    }

    fn names(folders: &Folders) -> Vec<&str> {
        folders.skills.iter().map(|skill| skill.path.as_str()).collect()
    }

    #[test]
    fn samples_inside_a_skill_are_its_files() {
        let found = folders(&["kit/SKILL.md", "kit/references/plain/SKILL.md", "kit/inner/SKILL.md"]);
        assert_eq!(names(&found), ["kit", "kit/inner"]);
        assert_eq!(found.nested, [Nested { path: "kit/references/plain".into(), outer: "kit".into() }]);
        assert_eq!(found.skills[0].files.len(), 1);
    }

    #[test]
    fn a_repository_with_a_skill_on_top_keeps_its_examples_apart() {
        let found = folders(&["repo/SKILL.md", "repo/skills/a/SKILL.md", "repo/examples/b/SKILL.md", "repo/README.md"]);
        assert_eq!(names(&found), ["repo", "repo/examples/b", "repo/skills/a"]);
        assert!(found.nested.is_empty());
        assert!(found.skills[0].files.is_empty());
    }

    #[test]
    fn the_exact_spelling_goes_first() {
        let found = folders(&["a/SKILL.md", "a/Skill.MD", "a/.env", "a/notes.md"]);
        let skill = &found.skills[0];
        assert_eq!(skill.skill_md, Some(FileId(1)));
        assert_eq!((skill.spare.len(), skill.hidden.len(), skill.files.len()), (1, 1, 1));
    }
}
