//! Which groups a skill belongs to.

use std::collections::HashSet;

use camino::Utf8Path;

use super::group::{GroupKind, UNCATEGORISED, Use};
use super::{Skill, SkillIndex};
use crate::manifest::{Field, ListField};
use crate::source::SourceTree;

/// Folders that hold skills without saying what they are about.
const CONTAINERS: &[&str] =
    &["agents", "extensions", "packages", "plugins", "resources", "skill", "skills", "src", "supporting", "versions"];

/// Every value that puts a skill into a group of `kind`, in order.
pub(super) fn uses(kind: GroupKind, skills: &[Skill], source: &SourceTree) -> Vec<Use> {
    let folders: HashSet<&Utf8Path> = skills.iter().map(|skill| skill.package.folder.as_path()).collect();
    let mut uses = Vec::new();
    for (at, skill) in skills.iter().enumerate() {
        let package = &skill.package;
        let one = |text: &str, field: Option<&Field>| Use {
            skill: SkillIndex(at as u32),
            text: text.trim().to_owned(),
            span: field.map(|field| field.span),
            format: package.format(),
        };
        let list = match kind {
            GroupKind::Category => {
                uses.push(match package.manifest.category.as_ref().filter(|field| !field.text.trim().is_empty()) {
                    Some(field) => one(&field.text, Some(field)),
                    None => one(from_folder(&package.folder, &source.sources, &folders), None),
                });
                continue;
            }
            GroupKind::Topic => &package.manifest.topics,
            GroupKind::Tag => &package.manifest.tags,
        };
        uses.extend(items(list.as_ref()).map(|item| one(&item.text, Some(item))));
    }
    uses
}

fn items(list: Option<&ListField>) -> impl Iterator<Item = &Field> {
    list.into_iter().flat_map(|list| &list.items).filter(|item| !item.text.trim().is_empty())
}

/// The folder between the source folder and the skill: `skills/CATEGORY/name`,
/// `plugins/CATEGORY/skills/name`.
fn from_folder<'a>(folder: &'a Utf8Path, sources: &[camino::Utf8PathBuf], skills: &HashSet<&Utf8Path>) -> &'a str {
    let below =
        sources.iter().filter_map(|source| folder.strip_prefix(source).ok()).min_by_key(|below| below.as_str().len());
    let outer = below.unwrap_or(folder).parent().unwrap_or(Utf8Path::new(""));
    let mut parts: Vec<&str> = outer.components().map(|part| part.as_str()).collect();
    // The folder of a skill around this one says what that skill is, not what this one is about.
    while let Some(part) = parts.last() {
        let is_skill = |outer: &Utf8Path| outer.file_name() == Some(part) && skills.contains(outer);
        if !is_named(part) || parts.len() > 1 && folder.ancestors().skip(1).any(is_skill) {
            parts.pop();
        } else {
            break;
        }
    }
    parts.last().copied().unwrap_or(UNCATEGORISED)
}

/// True for a folder whose name says something about the skills in it.
pub(super) fn is_named(folder: &str) -> bool {
    !folder.starts_with('.') && !CONTAINERS.contains(&folder.to_lowercase().as_str())
}
