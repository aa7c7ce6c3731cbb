//! Which texts of a skill mention which of its files.

use std::collections::HashMap;

use camino::Utf8Path;

use super::{Catalog, SkillIndex};
use crate::source::{FileId, SourceTree};

impl Catalog {
    /// What the texts of a skill say of its files.
    pub fn mentions(&self, index: SkillIndex) -> Mentions<'_> {
        let package = &self.skill(index).package;
        let mut mentions = Mentions::of(package.companions.iter().map(|companion| &*companion.path));
        for file in package.skill_md.into_iter().chain(package.companions.iter().map(|companion| companion.file)) {
            mentions.read(file, self.source.text(file));
        }
        mentions
    }
}

/// Names that may stand for files of a skill, and where its texts hold them.
#[derive(Default)]
pub struct Mentions<'a> {
    /// Pieces between slashes, spaces and signs: file names, names without ending, modules.
    words: Names<'a>,
    /// Names that stand at the end of a path, before a pattern or in code marks: folders, if there
    /// is a folder of that name.
    folders: Names<'a>,
}

/// A word of a text that stands for a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mention {
    /// The file with the text.
    pub file: FileId,
    /// Where the word begins.
    pub at: usize,
}

/// A few names, each with where it was seen. Every word of a text is asked for.
#[derive(Default)]
struct Names<'a> {
    seen: HashMap<&'a str, Vec<Mention>>,
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
        self.seen.insert(name, Vec::new());
    }

    fn has(&self, name: &str) -> bool {
        self.marks & Self::mark(name) != 0 && self.seen.contains_key(name)
    }

    /// Notes that a text holds `name`, if it is one of these.
    fn see(&mut self, name: &str, place: Mention) {
        if self.marks & Self::mark(name) != 0
            && let Some(seen) = self.seen.get_mut(name)
            && seen.last() != Some(&place)
        {
            seen.push(place);
        }
    }

    fn places(&self, name: &str) -> &[Mention] {
        self.seen.get(name).map_or(&[], Vec::as_slice)
    }

    fn was_seen(&self, name: &str) -> bool {
        !self.places(name).is_empty()
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

    fn read(&mut self, file: FileId, text: &str) {
        let mut before = 0;
        for path in text.split(is_sign) {
            let after = before + path.len();
            if !path.is_empty() {
                self.read_path(path, Mention { file, at: before }, || is_marked(text, before, after));
            }
            before = after + text[after..].chars().next().map_or(0, char::len_utf8);
        }
    }

    /// `marked` is true where the author has made plain that the word is a name.
    fn read_path(&mut self, path: &str, place: Mention, marked: impl Fn() -> bool) {
        // Most words are nothing but a word.
        if !path.bytes().any(|byte| matches!(byte, b'/' | b'\\' | b'*' | b'.')) {
            self.words.see(path, place);
            if self.folders.has(path) && marked() {
                self.folders.see(path, place);
            }
            return;
        }
        let is_path = path.contains(['/', '\\']);
        let mut pieces = path.split(['/', '\\']).peekable();
        while let Some(piece) = pieces.next() {
            let piece = piece.trim_matches('*').trim_end_matches('.');
            self.words.see(piece, place);
            if let (Some((stem, _)), Some((first, _))) = (piece.rsplit_once('.'), piece.split_once('.')) {
                self.words.see(stem, place);
                self.words.see(first, place);
            }
            if self.folders.has(piece) {
                let whole = match pieces.peek() {
                    Some(next) => next.is_empty() || next.contains('*'),
                    None => is_path || marked(),
                };
                if whole {
                    self.folders.see(piece, place);
                }
            }
        }
    }

    /// True when a text says something that may stand for the file at `path`.
    pub fn names(&self, path: &Utf8Path) -> bool {
        let stem = path.file_stem().is_some_and(|stem| stem.len() > 2 && self.words.was_seen(stem));
        let spaced = path
            .file_name()
            .is_some_and(|name| name.contains(|c: char| !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-'))));
        let name = path.file_name().is_some_and(|name| self.words.was_seen(name));
        let folder = path.ancestors().skip(1).filter_map(Utf8Path::file_name).any(|name| self.folders.was_seen(name));
        // A name with spaces or signs stands in the texts in pieces, or escaped.
        stem || name || folder || spaced
    }

    /// Where texts other than its own mention the file at `path`, as far as that is certain: by its name, else by a
    /// folder that it is in, else in code by the name of the module. In order of text.
    pub fn places(&self, source: &SourceTree, own: FileId, path: &Utf8Path) -> Vec<Mention> {
        let word = |place: &Mention| source.text(place.file)[place.at..].split(is_sign).next().unwrap_or_default();
        let by_name = |place: &Mention| fits(word(place), path);
        // A word of a sentence is no module.
        let by_stem = |place: &Mention| {
            let is_prose = source.path(place.file).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("md"));
            (!is_prose || word(place).contains('/')) && fits(word(place), &path.with_extension(""))
        };
        let found = |names: &Names<'_>, name: Option<&str>, is_it: &dyn Fn(&Mention) -> bool| -> Vec<Mention> {
            let places = names.places(name.unwrap_or_default());
            places.iter().filter(|place| place.file != own && is_it(place)).copied().collect()
        };
        let named = found(&self.words, path.file_name(), &by_name);
        if !named.is_empty() {
            return named;
        }
        let folders = path.ancestors().skip(1).map(|folder| found(&self.folders, folder.file_name(), &|_| true));
        let mut in_folder = folders.filter(|places| !places.is_empty());
        in_folder.next().unwrap_or_else(|| found(&self.words, path.file_stem(), &by_stem))
    }
}

/// What stands between words and paths.
fn is_sign(c: char) -> bool {
    !(c.is_alphanumeric() || matches!(c, '.' | '_' | '-' | '/' | '\\' | '*'))
}

/// True when `word` is `path` or an end of it, or `path` an end of `word`.
fn fits(word: &str, path: &Utf8Path) -> bool {
    let word = word.replace('\\', "/");
    let pieces = |text: &str| -> Vec<String> {
        let pieces = text.split('/').map(|piece| piece.trim_matches('*').trim_end_matches('.'));
        pieces.filter(|piece| !piece.is_empty()).map(str::to_owned).collect()
    };
    let (word, path) = (pieces(&word), pieces(path.as_str()));
    !word.is_empty() && word.iter().rev().zip(path.iter().rev()).all(|(a, b)| a == b)
}

/// True for a word in code marks, and for one that the text calls a folder.
fn is_marked(text: &str, start: usize, end: usize) -> bool {
    let rest = &text[end..];
    let called = rest.trim_start_matches(['`', '"', '*', '\'', ' ']);
    (text[..start].ends_with('`') && rest.starts_with('`'))
        || ["directory", "folder", "subdirectory"].iter().any(|word| called.starts_with(word))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(text: &str, path: &str) -> bool {
        let mut mentions = Mentions::of(std::iter::once(Utf8Path::new(path)));
        mentions.read(FileId(0), text);
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
    fn the_places_are_those_of_the_clearest_name() {
        let texts = [
            ("SKILL.md", "run the tool, see `a/x.md`"),
            ("a/x.md", "x.md"),
            ("b/x.md", "all of `a/` and b/run.py"),
            ("b/run.py", "import run"),
            ("b/use.py", "from run import x"),
        ];
        let source = SourceTree::from_files(texts);
        let id = |path: &str| source.find(Utf8Path::new(path)).unwrap();
        let mut mentions = Mentions::of(texts[1..].iter().map(|(path, _)| Utf8Path::new(*path)));
        for (path, text) in texts {
            mentions.read(id(path), text);
        }
        let told = |path: &str| -> Vec<(&str, usize)> {
            let places = mentions.places(&source, id(path), Utf8Path::new(path));
            places.into_iter().map(|place| (source.path(place.file).as_str(), place.at)).collect()
        };
        assert_eq!(told("a/x.md"), [("SKILL.md", 19)], "another file's name, and its own text, are no mention");
        assert_eq!(told("b/x.md"), [("a/x.md", 0)]);
        assert_eq!(told("b/run.py"), [("b/x.md", 16)]);
        assert_eq!(told("b/use.py"), []);
        let mut mentions = Mentions::of(std::iter::once(Utf8Path::new("b/run.py")));
        texts.iter().filter(|(path, _)| *path != "b/x.md").for_each(|(path, text)| mentions.read(id(path), text));
        let places = mentions.places(&source, id("b/run.py"), Utf8Path::new("b/run.py"));
        assert_eq!(places, [Mention { file: id("b/use.py"), at: 5 }], "a word of a sentence is no module");
    }

    #[test]
    fn other_words_do_not_name_a_file() {
        assert!(!named("see references/api.md", "references/errors.md"));
        assert!(!named("the references", "references/errors.md"));
        assert!(!named("`references/api.md` and fonts", "fonts/A.ttf"));
        assert!(!named("", "scripts/run.sh"));
    }
}
