//! Findings that mend themselves: a checked catalog → the files that change.
//!
//! Edits are made where the finding stands, so comments, order and formatting stay as the author
//! has them; so do byte order marks and line ends. A file that could not be read whole is left
//! alone. Nothing is written here.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};

use crate::Workspace;
use crate::diagnostic::Fix;
use crate::source::FileId;

/// A file that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Relative to the source root.
    pub path: Utf8PathBuf,
    /// Its new path, when it gets another name.
    pub new_path: Option<Utf8PathBuf>,
    /// The bytes on disk.
    pub before: Vec<u8>,
    /// The bytes it should have.
    pub after: Vec<u8>,
    /// How many findings this mends.
    pub fixes: usize,
}

/// Findings of a file that say that it could not be read whole.
const UNREAD: &[&str] = &["manifest-syntax", "frontmatter-syntax", "duplicate-key", "encoding"];

/// One edit may make room for the next, such as quotes first and kebab-case then. Each round
/// mends what the one before left, so a second run finds nothing to do.
const ROUNDS: usize = 6;

/// Every file that changes when all fixes of the report are made, in order of path.
pub fn changes(workspace: &Workspace) -> Vec<Change> {
    let mut changes: BTreeMap<FileId, Change> = BTreeMap::new();
    let mut later: Option<Workspace> = None;
    for _ in 0..ROUNDS {
        let current = later.as_ref().unwrap_or(workspace);
        let edited = round(current);
        if edited.is_empty() {
            break;
        }
        let mut source = (*current.catalog.source).clone();
        for (file, after, fixes) in edited {
            source.replace(file, after.clone());
            let change = changes.entry(file).or_insert_with(|| unchanged(workspace, file));
            change.after = after;
            change.fixes += fixes;
        }
        later = Some(Workspace::new(source, workspace.config.clone(), workspace.repository.clone()));
    }
    rename(workspace, &mut changes);
    changes.into_values().collect()
}

fn unchanged(workspace: &Workspace, file: FileId) -> Change {
    let source = &workspace.catalog.source;
    let before = source.bytes(file).map(std::borrow::Cow::into_owned).unwrap_or_default();
    Change { path: source.path(file).to_owned(), new_path: None, after: before.clone(), before, fixes: 0 }
}

/// The new bytes of each file that has fixes, and how many they are.
fn round(workspace: &Workspace) -> Vec<(FileId, Vec<u8>, usize)> {
    let source = &workspace.catalog.source;
    let mut edits: BTreeMap<FileId, Vec<(Range<usize>, &str)>> = BTreeMap::new();
    let mut unread: Vec<&Utf8PathBuf> = Vec::new();
    for finding in &workspace.report.findings {
        match &finding.diagnostic.fix {
            Some(Fix::Replace { span, text }) => edits.entry(span.file).or_default().push((span.range(), text)),
            _ if UNREAD.contains(&finding.diagnostic.rule.code) => unread.push(finding.path()),
            _ => {}
        }
    }
    edits.retain(|file, _| !unread.iter().any(|path| path.as_path() == source.path(*file)));
    let edited = edits.into_iter().filter_map(|(file, mut edits)| {
        edits.sort_by_key(|(range, _)| (range.start, range.end));
        let mut end = 0;
        // Of two edits of one place the first is made; the other has its turn in the next round.
        edits.retain(|(range, _)| {
            let is_free = range.start >= end;
            end = if is_free { range.end } else { end };
            is_free
        });
        let raw = source.bytes(file).ok()?;
        let after = edit(&raw, &edits);
        (after != *raw).then_some((file, after, edits.len()))
    });
    edited.collect()
}

/// Gives files their new names, unless one of that name is there.
fn rename(workspace: &Workspace, changes: &mut BTreeMap<FileId, Change>) {
    let source = &workspace.catalog.source;
    for finding in &workspace.report.findings {
        let Some(Fix::Rename { name }) = finding.diagnostic.fix else { continue };
        let Some(file) = source.find(finding.path()) else { continue };
        let new_path = finding.path().with_file_name(name);
        if source.find(&new_path).is_none() {
            let change = changes.entry(file).or_insert_with(|| unchanged(workspace, file));
            change.new_path = Some(new_path);
            change.fixes += 1;
        }
    }
}

/// Puts the texts in the place of ranges of the normalised text of `raw`; see
/// [`crate::SourceTree::text`]. The edits are sorted and do not overlap.
pub(crate) fn edit(raw: &[u8], edits: &[(Range<usize>, &str)]) -> Vec<u8> {
    let line_end = if raw.windows(2).any(|pair| pair == b"\r\n") { "\r\n" } else { "\n" };
    let mut cursor = Cursor { raw, at: if raw.starts_with("\u{FEFF}".as_bytes()) { 3 } else { 0 }, normal: 0 };
    let mut out = raw[..cursor.at].to_vec();
    for (range, text) in edits {
        out.extend_from_slice(cursor.up_to(range.start));
        cursor.up_to(range.end);
        out.extend_from_slice(text.replace('\n', line_end).as_bytes());
    }
    out.extend_from_slice(&raw[cursor.at..]);
    out
}

/// A place in the bytes on disk and the same place in the normalised text.
struct Cursor<'a> {
    raw: &'a [u8],
    at: usize,
    normal: usize,
}

impl<'a> Cursor<'a> {
    /// Goes to a place in the normalised text and gives the bytes on the way.
    fn up_to(&mut self, normal: usize) -> &'a [u8] {
        let start = self.at;
        while self.normal < normal && self.at < self.raw.len() {
            let is_pair = self.raw[self.at..].starts_with(b"\r\n");
            self.at += if is_pair { 2 } else { 1 };
            self.normal += 1;
        }
        &self.raw[start..self.at]
    }
}

/// The change as a unified diff, as `patch -p1` and `git apply` read it. `prefix` is the folder of the source root as
/// seen from where they are run.
pub fn diff(change: &Change, prefix: &Utf8Path) -> String {
    let name = |side: &str, path: &Utf8Path| Utf8Path::new(side).join(prefix).join(path).to_string();
    let before = String::from_utf8_lossy(&change.before);
    let after = String::from_utf8_lossy(&change.after);
    let new_path = change.new_path.as_ref().unwrap_or(&change.path);
    let (old_name, new_name) = (name("a", &change.path), name("b", new_path));
    if before == after && change.new_path.is_none() {
        return String::new();
    }
    // Every part has this line: behind one that has it, `git apply` takes others for more of the same.
    let mut text = format!("diff --git {} {}\n", quoted(&old_name), quoted(&new_name));
    if change.new_path.is_some() {
        let (from, to) = (quoted(&old_name["a/".len()..]), quoted(&new_name["b/".len()..]));
        let _ = writeln!(text, "rename from {from}\nrename to {to}");
    }
    if before != after {
        text += &unified(&old_name, &new_name, &before, &after);
    }
    text
}

/// A unified diff of two texts.
pub(crate) fn unified(old_name: &str, new_name: &str, before: &str, after: &str) -> String {
    let (old_name, new_name) = (quoted(old_name), quoted(new_name));
    similar::TextDiff::from_lines(before, after).unified_diff().header(&old_name, &new_name).to_string()
}

/// A name in a diff: in quotes when it holds something that its readers would take for a sign or for its end.
fn quoted(name: &str) -> String {
    if !name.contains([' ', '"', '\\']) && !name.contains(char::is_control) {
        return name.to_owned();
    }
    let mut quoted = String::from("\"");
    for byte in name.bytes() {
        match byte {
            b'"' | b'\\' => quoted.extend(['\\', char::from(byte)]),
            b' '..=b'~' => quoted.push(char::from(byte)),
            other => drop(write!(quoted, "\\{other:03o}")),
        }
    }
    quoted + "\""
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::git::Repository;
    use crate::{Config, SourceTree};

    fn workspace(files: &[(&str, &str)]) -> Workspace {
        let day = jiff::civil::date(2026, 6, 1);
        Workspace::new(SourceTree::from_files(files.iter().copied()), Config::new("", day), Repository::default())
    }

    /// The file after all fixes, which must be the same after a second run.
    fn fixed(path: &str, text: &str) -> String {
        let changes = changes(&workspace(&[(path, text)]));
        let after = changes.first().map_or(text.to_owned(), |change| String::from_utf8(change.after.clone()).unwrap());
        assert_eq!(super::changes(&workspace(&[(path, &after)])), [], "a second run finds nothing to do");
        after
    }

    #[test]
    fn comments_marks_and_line_ends_stay() {
        let before = "\u{FEFF}---\r\n# who\r\nname: a\r\ndescription: Use when b: c\r\ntags: [Code Review, \"X_y\"] # two\r\n---\r\nText: x\r\n";
        let after = "\u{FEFF}---\r\n# who\r\nname: a\r\ndescription: \"Use when b: c\"\r\ntags: [code-review, \"x-y\"] # two\r\n---\r\nText: x\r\n";
        assert_eq!(fixed("a/SKILL.md", before), after);
    }

    #[test]
    fn a_manifest_is_mended_in_place() {
        let before = "manifest_version = 1.0 # a\n[skill]\nname = \"a\"\nversion = '1.2'\ntype = \"techniqe\"\ncategory = \"enginering\"\nlast_verified = 2026-03-14\ntags = [ \"Code Review\", 'b_c' ]\ntopics = \"x\"\n";
        let after = "manifest_version = \"1.0\" # a\n[skill]\nname = \"a\"\nversion = '1.2.0'\ntype = \"technique\"\ncategory = \"engineering\"\nlast_verified = \"2026-03-14\"\ntags = [ \"code-review\", 'b-c' ]\ntopics = [\"x\"]\n";
        assert_eq!(fixed("a/SKILL.toml", before), after);
    }

    #[test]
    fn what_cannot_be_read_is_left_alone() {
        for text in ["---\nname: a\ndescription: b: c\ntags: [X_y]\n", "---\nname: a: b\nname: c\n---\n"] {
            assert_eq!(fixed("a/SKILL.md", text), text);
        }
        let text = "manifest_version = 1.0\n[skill]\nname = \"a\nlast_verified = 2026-03-14\n";
        assert_eq!(fixed("a/SKILL.toml", text), text);
    }

    #[test]
    fn a_file_in_the_wrong_letter_case_gets_its_name() {
        let text = "---\nname: a\ndescription: Use when b\n---\n";
        let changes = changes(&workspace(&[("a/skill.md", text)]));
        assert_eq!(changes[0].new_path.as_deref(), Some("a/SKILL.md".into()));
        assert_eq!(
            diff(&changes[0], "".into()),
            "diff --git a/a/skill.md b/a/SKILL.md\nrename from a/skill.md\nrename to a/SKILL.md\n"
        );
    }

    #[test]
    fn a_diff_shows_the_lines_that_change() {
        let changes = changes(&workspace(&[("a/SKILL.md", "---\nname: a\ndescription: Use when b: c\n---\nText\n")]));
        assert_eq!(
            diff(&changes[0], "".into()),
            "diff --git a/a/SKILL.md b/a/SKILL.md\n--- a/a/SKILL.md\n+++ b/a/SKILL.md\n@@ -1,5 +1,5 @@\n ---\n name: a\n-description: Use when b: c\n+description: \"Use when b: c\"\n ---\n Text\n"
        );
    }
}
