//! Where a link in a text leads, by the source tree alone.

use std::collections::HashMap;

use camino::{Utf8Component, Utf8Path, Utf8PathBuf};
use percent_encoding::percent_decode_str;

use super::{Catalog, Skill, SkillIndex};
use crate::source::{FileId, Folders, SourceTree};

/// Where a link or code span leads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The page of a skill, and an anchor on it (without `#`, decoded; may be empty).
    Skill(SkillIndex, String),
    /// A companion file of a skill, and an anchor in it.
    Companion(SkillIndex, FileId, String),
    /// The file list of a skill's folder or of a folder inside it (relative to the skill).
    Folder(SkillIndex, Utf8PathBuf),
    /// An anchor in the same text.
    Anchor(String),
    /// Another host, with an allowed scheme.
    Foreign(String),
    /// A file of the source that is not published, or a place outside of the source root.
    Outside(Utf8PathBuf),
    /// A scheme that is never linked, such as `javascript:`.
    Refused,
    /// Nowhere.
    Missing,
}

/// The text that a link stands in.
#[derive(Clone, Copy, Debug)]
pub struct LinkContext {
    /// The skill whose text it is.
    pub skill: SkillIndex,
    /// The file: its `SKILL.md` or a companion.
    pub file: FileId,
}

/// Who owns what, by path.
#[derive(Debug, Default)]
pub(super) struct Places {
    /// For each file the skill that publishes it.
    owner: Vec<Option<SkillIndex>>,
    /// Skill folders, copies included.
    folders: HashMap<Utf8PathBuf, SkillIndex>,
    /// Lower-case path → the first file with it.
    any_case: HashMap<String, FileId>,
}

impl Places {
    /// All of it in an order that is always the same.
    #[cfg(test)]
    pub(super) fn told(&self) -> String {
        use std::collections::BTreeMap;
        let folders: BTreeMap<_, _> = self.folders.iter().collect();
        let any_case: BTreeMap<_, _> = self.any_case.iter().collect();
        format!("{:?}{folders:?}{any_case:?}", self.owner)
    }

    pub(super) fn new(source: &SourceTree, skills: &[Skill], folders: &Folders) -> Self {
        let skill_folders = super::folder_owners(skills);
        let mut owner = vec![None; source.numbers()];
        for folder in &folders.skills {
            let Some(index) = skill_folders.get(&folder.path) else { continue };
            for file in folder.skill_md.into_iter().chain(folder.skill_toml).chain(folder.files.iter().copied()) {
                owner[file.0 as usize] = Some(*index);
            }
        }
        let mut any_case = HashMap::new();
        for id in source.ids() {
            any_case.entry(source.path(id).as_str().to_lowercase()).or_insert(id);
        }
        Places { owner, folders: skill_folders, any_case }
    }
}

impl Catalog {
    /// Where `target`, as written in the text of `context`, leads: against the file it stands in,
    /// then the skill's folder, then the source root, then with `.md` added, then in another letter
    /// case.
    pub fn resolve(&self, context: LinkContext, target: &str) -> Destination {
        let target = target.trim();
        if let Some(anchor) = target.strip_prefix('#') {
            return Destination::Anchor(decode(anchor));
        }
        if let Some(destination) = by_scheme(target) {
            return destination;
        }
        let (path, anchor) = split(target);
        if let Some(name) = skill_call(&path) {
            let folder = &self.skill(context.skill).package.folder;
            return self
                .find_by_name(name, folder)
                .map_or(Destination::Missing, |skill| Destination::Skill(skill, anchor));
        }
        let bases = self.bases(context, &path);
        let exact = bases.iter().find_map(|path| self.at(path, &anchor));
        let found = exact.or_else(|| bases.iter().find_map(|path| self.at(&with_md(path)?, &anchor)));
        let found = found.or_else(|| {
            let other_case = |path: &Utf8PathBuf| self.places.any_case.get(&path.as_str().to_lowercase());
            bases.iter().find_map(other_case).map(|file| self.file(*file, &anchor))
        });
        match found {
            Some(destination) => destination,
            None if bases.is_empty() => Destination::Outside(path.into()),
            None => Destination::Missing,
        }
    }

    /// Where a code span leads that names a published file or a folder of files exactly.
    pub fn resolve_code(&self, context: LinkContext, text: &str) -> Option<Destination> {
        let text = text.trim();
        let plain = |c: char| c.is_alphanumeric() || "/._-${} ".contains(c);
        if !(text.contains('/') || text.contains('.')) || text.len() > 300 || !text.chars().all(plain) {
            return None;
        }
        let path = without_variable(text);
        let own = &self.skill(context.skill).package.folder;
        let bases = [self.source.path(context.file).parent(), Some(own.as_path())];
        let found =
            bases.into_iter().flatten().filter_map(|base| join(base, path)).find_map(|path| self.at(&path, ""))?;
        match &found {
            Destination::Companion(..) => Some(found),
            Destination::Folder(_, folder) if !folder.as_str().is_empty() => Some(found),
            Destination::Skill(skill, _) if *skill != context.skill => Some(found),
            _ => None,
        }
    }

    /// The places that `path` may mean, most likely first; none when all lie outside of the root.
    fn bases(&self, context: LinkContext, path: &str) -> Vec<Utf8PathBuf> {
        let package = &self.skill(context.skill).package;
        let own = package.folder.as_path();
        let root = Utf8Path::new("");
        let plain = without_variable(path);
        if plain.len() < path.len() {
            return [own, root].into_iter().filter_map(|base| join(base, plain)).collect();
        }
        if let Some(absolute) = path.strip_prefix('/') {
            let sources = self.source.sources.iter().map(Utf8PathBuf::as_path);
            return [own, root].into_iter().chain(sources).filter_map(|base| join(base, absolute)).collect();
        }
        let here = self.source.path(context.file).parent().unwrap_or(root);
        let mut places: Vec<Utf8PathBuf> = [here, own, root].into_iter().filter_map(|base| join(base, path)).collect();
        places.dedup();
        places
    }

    /// What lies at exactly this path.
    fn at(&self, path: &Utf8Path, anchor: &str) -> Option<Destination> {
        if let Some(file) = self.find(path) {
            return Some(self.file(file, anchor));
        }
        if let Some(skill) = self.skill_at(path) {
            return Some(Destination::Skill(skill, anchor.to_owned()));
        }
        if path.as_str().is_empty() {
            return None;
        }
        let inside = self.source.below(path).next()?;
        let owner = self.places.owner[inside.0 as usize];
        let owner = owner.filter(|skill| path.starts_with(&self.skill(*skill).package.folder));
        Some(match owner {
            Some(skill) => {
                let folder = &self.skill(skill).package.folder;
                Destination::Folder(skill, path.strip_prefix(folder).unwrap_or(path).to_owned())
            }
            None => Destination::Outside(path.to_owned()),
        })
    }

    /// The file with exactly this path.
    fn find(&self, path: &Utf8Path) -> Option<FileId> {
        let first = *self.places.any_case.get(&path.as_str().to_lowercase())?;
        if self.source.path(first).as_str() == path.as_str() { Some(first) } else { self.source.find(path) }
    }

    fn file(&self, file: FileId, anchor: &str) -> Destination {
        let path = self.source.path(file);
        let Some(index) = self.places.owner[file.0 as usize] else { return Destination::Outside(path.to_owned()) };
        let skill = self.skill(index);
        // A link into a copy leads to the place that stands for all.
        let file = match skill.copies.iter().find_map(|copy| path.strip_prefix(copy).ok()) {
            Some(below) => self.source.find(&skill.package.folder.join(below)).unwrap_or(file),
            None => file,
        };
        if skill.package.skill_md == Some(file) {
            Destination::Skill(index, anchor.to_owned())
        } else {
            Destination::Companion(index, file, anchor.to_owned())
        }
    }

    /// The skill whose folder, or a copy of it, is at exactly this path.
    pub fn skill_at(&self, folder: &Utf8Path) -> Option<SkillIndex> {
        self.places.folders.get(folder).copied()
    }

    /// The innermost skill whose folder, or a copy of it, is or holds this path.
    pub fn skill_around(&self, path: &Utf8Path) -> Option<SkillIndex> {
        path.ancestors().find_map(|folder| self.skill_at(folder))
    }

    /// The skill that publishes a file.
    pub fn owner(&self, file: FileId) -> Option<SkillIndex> {
        self.places.owner[file.0 as usize]
    }
}

/// Destinations that a scheme decides.
fn by_scheme(target: &str) -> Option<Destination> {
    if target.starts_with("//") {
        return Some(Destination::Refused);
    }
    // Browsers leave out control characters and white space inside a scheme.
    let squeezed: String = target.chars().filter(|c| !c.is_control() && !c.is_whitespace()).collect();
    let (scheme, _) = squeezed.split_once(':')?;
    let is_scheme = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+.-".contains(c));
    if !is_scheme {
        return None;
    }
    Some(match scheme.to_ascii_lowercase().as_str() {
        "http" | "https" | "mailto" if target.starts_with(scheme) => Destination::Foreign(target.to_owned()),
        _ => Destination::Refused,
    })
}

/// The decoded path and the decoded anchor; a query is dropped.
fn split(target: &str) -> (String, String) {
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let path = path.split_once('?').map_or(path, |(path, _)| path);
    (decode(path).replace('\\', "/"), decode(anchor))
}

/// Percent-decoded and in composed form; as written where that is not UTF-8.
fn decode(text: &str) -> String {
    let decoded = percent_decode_str(text).decode_utf8().map_or_else(|_| text.to_owned(), std::borrow::Cow::into_owned);
    crate::text::composed(&decoded).into_owned()
}

/// The skill in `/plugin:skill`.
fn skill_call(path: &str) -> Option<&str> {
    let (plugin, skill) = path.strip_prefix('/')?.split_once(':')?;
    let name = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_');
    (name(plugin) && name(skill)).then_some(skill)
}

/// Without a leading `${…}/` or `{…}/`, which clients fill with the skill's folder.
fn without_variable(path: &str) -> &str {
    let braces = path.strip_prefix('$').unwrap_or(path);
    match braces.strip_prefix('{').and_then(|rest| rest.split_once("}/")) {
        Some((name, rest)) if !name.is_empty() && !name.contains('/') => rest,
        _ => path,
    }
}

fn with_md(path: &Utf8Path) -> Option<Utf8PathBuf> {
    Some(format!("{}.md", path.file_name().map(|_| path)?).into())
}

/// `path` below `base` without `.` and `..`; `None` when it leads out of the root.
fn join(base: &Utf8Path, path: &str) -> Option<Utf8PathBuf> {
    let mut joined = base.to_owned();
    for part in Utf8Path::new(path).components() {
        match part {
            Utf8Component::Normal(name) => joined.push(name),
            Utf8Component::ParentDir if !joined.pop() => return None,
            _ => {}
        }
    }
    Some(joined)
}
