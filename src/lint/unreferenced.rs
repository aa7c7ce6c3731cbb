//! Companions that no text of the skill mentions.

use std::collections::BTreeMap;

use camino::Utf8Path;

use super::Context;
use crate::catalog::{Catalog, SkillIndex};
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::package::{Companion, Package};

/// Every companion is mentioned.
pub static UNREFERENCED_FILE: Rule = Rule {
    code: "unreferenced-file",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "every file of the skill is named in SKILL.md or in another file of the skill",
    why: "An agent opens a file because a text told it to. A file that nothing names is never read: it is left over, \
          or the sentence that names it is missing.",
    bad: "references/errors.md, which no text names",
    good: "For error codes see `references/errors.md`.",
    origin: "Agent Skills specification (progressive disclosure)",
};

/// More than this many files of one folder are told in one finding.
const TOLD_APART: usize = 3;
/// How many of them are named there.
const NAMED: usize = 8;

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let mut folders: BTreeMap<&Utf8Path, Vec<&Companion>> = BTreeMap::new();
    for companion in unreferenced(context.catalog, index) {
        folders.entry(companion.path.parent().unwrap_or(Utf8Path::new(""))).or_default().push(companion);
    }
    for (folder, companions) in folders {
        if companions.len() > TOLD_APART {
            let message = format!("{} files of this folder are named nowhere in the skill", companions.len());
            let help = format!("name them where they are to be used, or take them out: {}", listed(&companions));
            found.push(finding(package, &package.folder.join(folder), message).help(help));
            continue;
        }
        for companion in companions {
            let path = context.source().path(companion.file);
            let found_file = finding(package, path, "file is named nowhere in the skill".to_owned());
            found.push(found_file.help("name it where it is to be used, or take it out"));
        }
    }
}

fn finding(package: &Package, path: &Utf8Path, message: String) -> Diagnostic {
    Diagnostic::new(&UNREFERENCED_FILE, package.format(), path, message)
}

/// `` `a.md`, `b.md` and 3 more ``.
fn listed(companions: &[&Companion]) -> String {
    let name = |companion: &&Companion| format!("`{}`", companion.path.file_name().unwrap_or_default());
    crate::text::some_of(companions.iter().map(name), NAMED)
}

/// The companions that no text of the skill mentions, in order of path. Files that explain
/// themselves, such as a licence, are never among them.
pub fn unreferenced(catalog: &Catalog, index: SkillIndex) -> Vec<&Companion> {
    let package = &catalog.skill(index).package;
    if package.companions.is_empty() {
        return Vec::new();
    }
    let mentions = catalog.mentions(index);
    package
        .companions
        .iter()
        .filter(|companion| !explains_itself(&companion.path) && !mentions.names(&companion.path))
        .collect()
}

/// Files that are there for a reason of their own.
fn explains_itself(path: &Utf8Path) -> bool {
    const STARTS: &[&str] =
        &["license", "licence", "copying", "notice", "readme", "changelog", "authors", "contributing"];
    const NAMES: &[&str] = &["__init__.py", "openai.yaml", "package-lock.json", "_meta.json", "metadata.json"];
    // What a skill is tried with is read by those who try it.
    const FOLDERS: &[&str] = &["evals", "expected_outputs"];
    let name = path.file_name().unwrap_or_default().to_lowercase();
    let is_in = |folder: &Utf8Path| folder.file_name().is_some_and(|name| FOLDERS.contains(&name));
    path.ancestors().skip(1).any(is_in)
        || STARTS.iter().any(|start| name.starts_with(start))
        || NAMES.contains(&name.as_str())
        || path.extension() == Some("lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_known_purpose_need_no_mention() {
        for path in ["LICENSE.txt", "evals/trigger.json", "a/expected_outputs/b.md", "poetry.lock"] {
            assert!(explains_itself(Utf8Path::new(path)), "{path}");
        }
        assert!(!explains_itself(Utf8Path::new("references/evals.md")));
    }
}
