//! Companions that no text of the skill mentions.

use std::collections::{BTreeMap, HashMap};

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
    let names: Vec<String> = companions.iter().take(NAMED).map(name).collect();
    match companions.len().saturating_sub(NAMED) {
        0 => names.join(", "),
        rest => format!("{} and {rest} more", names.join(", ")),
    }
}

/// The companions that no text of the skill mentions, in order of path. Files that explain
/// themselves, such as a licence, are never among them.
pub fn unreferenced(catalog: &Catalog, index: SkillIndex) -> Vec<&Companion> {
    let package = &catalog.skill(index).package;
    if package.companions.is_empty() {
        return Vec::new();
    }
    let mut mentions = Mentions::of(package.companions.iter().map(|companion| &*companion.path));
    for file in package.skill_md.into_iter().chain(package.companions.iter().map(|companion| companion.file)) {
        mentions.read(catalog.source.text(file));
    }
    package
        .companions
        .iter()
        .filter(|companion| !explains_itself(&companion.path) && !mentions.names(&companion.path))
        .collect()
}

/// Names that may stand for files, and which of them the texts of a skill hold.
#[derive(Default)]
struct Mentions<'a> {
    /// Pieces between slashes, spaces and signs: file names, names without ending, modules.
    words: Names<'a>,
    /// Names that stand at the end of a path, before a pattern or in code marks: folders, if there
    /// is a folder of that name.
    folders: Names<'a>,
}

/// A few names, each with whether it was seen. Every word of a text is asked for.
#[derive(Default)]
struct Names<'a> {
    seen: HashMap<&'a str, bool>,
    /// One bit for each name, which tells nearly all other words apart without a look at the map.
    marks: u64,
}

impl<'a> Names<'a> {
    fn mark(name: &str) -> u64 {
        let first = name.bytes().next().unwrap_or_default();
        1 << ((usize::from(first) * 7 + name.len()) % 64)
    }

    fn add(&mut self, name: &'a str) {
        self.marks |= Self::mark(name);
        self.seen.insert(name, false);
    }

    fn has(&self, name: &str) -> bool {
        self.marks & Self::mark(name) != 0 && self.seen.contains_key(name)
    }

    /// Notes that a text holds `name`, if it is one of these.
    fn see(&mut self, name: &str) {
        if self.marks & Self::mark(name) != 0
            && let Some(seen) = self.seen.get_mut(name)
        {
            *seen = true;
        }
    }

    fn was_seen(&self, name: &str) -> bool {
        self.seen.get(name).copied().unwrap_or(false)
    }
}

impl<'a> Mentions<'a> {
    /// The names that would stand for one of `paths`.
    fn of(paths: impl Iterator<Item = &'a Utf8Path>) -> Self {
        let mut mentions = Mentions::default();
        for path in paths {
            [path.file_name(), path.file_stem()].into_iter().flatten().for_each(|name| mentions.words.add(name));
            let folders = path.ancestors().skip(1).filter_map(Utf8Path::file_name);
            folders.for_each(|name| mentions.folders.add(name));
        }
        mentions
    }

    fn read(&mut self, text: &str) {
        let is_sign = |c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '\\' | '*'));
        let mut before = 0;
        for path in text.split(is_sign) {
            let after = before + path.len();
            if !path.is_empty() {
                self.read_path(path, || is_marked(text, before, after));
            }
            before = after + text[after..].chars().next().map_or(0, char::len_utf8);
        }
    }

    /// `marked` is true where the author has made plain that the word is a name.
    fn read_path(&mut self, path: &str, marked: impl Fn() -> bool) {
        // Most words are nothing but a word.
        if !path.bytes().any(|byte| matches!(byte, b'/' | b'\\' | b'*' | b'.')) {
            self.words.see(path);
            if self.folders.has(path) && marked() {
                self.folders.see(path);
            }
            return;
        }
        let is_path = path.contains(['/', '\\']);
        let mut pieces = path.split(['/', '\\']).peekable();
        while let Some(piece) = pieces.next() {
            let piece = piece.trim_matches('*').trim_end_matches('.');
            self.words.see(piece);
            if let (Some((stem, _)), Some((first, _))) = (piece.rsplit_once('.'), piece.split_once('.')) {
                self.words.see(stem);
                self.words.see(first);
            }
            if self.folders.has(piece) {
                let whole = match pieces.peek() {
                    Some(next) => next.is_empty() || next.contains('*'),
                    None => is_path || marked(),
                };
                if whole {
                    self.folders.see(piece);
                }
            }
        }
    }

    fn names(&self, path: &Utf8Path) -> bool {
        let stem = path.file_stem().is_some_and(|stem| stem.len() > 2 && self.words.was_seen(stem));
        let spaced = path
            .file_name()
            .is_some_and(|name| name.contains(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))));
        let name = path.file_name().is_some_and(|name| self.words.was_seen(name));
        let folder = path.ancestors().skip(1).filter_map(Utf8Path::file_name).any(|name| self.folders.was_seen(name));
        // A name with spaces or signs stands in the texts in pieces, or escaped.
        stem || name || folder || spaced
    }
}

/// True for a word in code marks, and for one that the text calls a folder.
fn is_marked(text: &str, start: usize, end: usize) -> bool {
    let rest = &text[end..];
    let called = rest.trim_start_matches(['`', '"', '*', '\'', ' ']);
    (text[..start].ends_with('`') && rest.starts_with('`'))
        || ["directory", "folder", "subdirectory"].iter().any(|word| called.starts_with(word))
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

    fn named(text: &str, path: &str) -> bool {
        let mut mentions = Mentions::of(std::iter::once(Utf8Path::new(path)));
        mentions.read(text);
        mentions.names(Utf8Path::new(path))
    }

    #[test]
    fn a_file_is_named_by_path_name_module_or_folder() {
        assert!(named("see `references/api.md`.", "references/api.md"));
        assert!(named("see references\\api.md", "references/api.md"));
        assert!(named("The file **api.md**.", "references/api.md"));
        assert!(named("from helpers import run", "scripts/helpers.py"));
        assert!(named("all of `templates/`", "templates/a/b.html"));
        assert!(named("load fonts/*.ttf", "fonts/Some.ttf"));
        assert!(named("search ./canvas-fonts first", "canvas-fonts/A.ttf"));
        assert!(named("see the `fonts` here", "fonts/A.ttf"));
        assert!(named("all of the fonts directory", "fonts/A.ttf"));
    }

    #[test]
    fn files_of_a_known_purpose_need_no_mention() {
        for path in ["LICENSE.txt", "evals/trigger.json", "a/expected_outputs/b.md", "poetry.lock"] {
            assert!(explains_itself(Utf8Path::new(path)), "{path}");
        }
        assert!(!explains_itself(Utf8Path::new("references/evals.md")));
    }

    #[test]
    fn other_words_do_not_name_a_file() {
        assert!(!named("see references/api.md", "references/errors.md"));
        assert!(!named("the references", "references/errors.md"));
        assert!(!named("`references/api.md` and fonts", "fonts/A.ttf"));
        assert!(!named("", "scripts/run.sh"));
    }
}
