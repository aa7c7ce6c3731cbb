//! The folder of skills as one sorted, immutable tree of files.
//!
//! In: a root folder and what to leave out. Out: a [`SourceTree`] that owns all text, with each
//! file addressed by a small [`FileId`], and the list of what was left out and why. Nothing is
//! interpreted here, except that the walk knows the names `SKILL.md` and `SKILL.toml` (in any
//! letter case) because what belongs to a skill is read and the rest is not.

mod again;
mod folders;
mod read;
mod walk;

use std::borrow::Cow;
use std::cmp::Ordering;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;

use camino::{Utf8Path, Utf8PathBuf};

pub use again::Update;
pub use folders::{Folders, Nested, SkillFolder};
pub use read::LOADED_BYTES;
pub use walk::{OUTPUT_MARKER, WalkOptions};
pub(crate) use walk::{exclude, is_litter, is_passed_over};

/// A file of a source tree. It stays the file's number when the tree is read again, so numbers are
/// in the order of paths only in a tree that was read once; see [`SourceTree::ids`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileId(pub(crate) u32);

/// A range of bytes in the normalised text of one file; see [`SourceTree::text`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The file.
    pub file: FileId,
    /// First byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

impl Span {
    /// The bytes `range` of `file`.
    pub fn new(file: FileId, range: std::ops::Range<usize>) -> Self {
        Span { file, start: range.start as u32, end: range.end as u32 }
    }

    /// The range of bytes.
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..self.end as usize
    }

    /// The same span moved `by` bytes towards the end of the file.
    #[must_use]
    pub fn shifted(self, by: usize) -> Self {
        Span { file: self.file, start: self.start + by as u32, end: self.end + by as u32 }
    }
}

/// One file below the source root.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Relative to the root, with `/`, in composed Unicode form (NFC).
    pub path: Utf8PathBuf,
    /// Size on disk in bytes.
    pub size: u64,
    content: Content,
    disk: Option<Disk>,
}

/// Where a file was read, and what tells later whether it is still the same.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Disk {
    place: PathBuf,
    /// `None` when the file was so new that a later change might not show in its time.
    modified: Option<SystemTime>,
    /// False for a file of no skill, whose bytes are nobody's business.
    wanted: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Content {
    /// UTF-8 text, normalised: no byte order mark, every line end is `\n`. `raw` is there when
    /// that differs from the bytes on disk. `bad_byte` is the offset in the normalised text of
    /// the first thing that is not UTF-8, shown as U+FFFD.
    Text { text: Arc<str>, raw: Option<Arc<[u8]>>, bad_byte: Option<u32> },
    /// Bytes that are not text.
    Binary(Arc<[u8]>),
    /// Too large to hold, or nobody's: read again when it is wanted.
    OnDisk(PathBuf),
}

/// Something that was found and not read, and why.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Skipped {
    /// Relative to the root.
    pub path: Utf8PathBuf,
    /// Why.
    pub reason: SkipReason,
}

/// Why something below the root was not read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum SkipReason {
    /// Git ignores it.
    Ignored,
    /// `exclude` in the configuration names it.
    Excluded,
    /// A folder of packages, build products or caches, such as `node_modules`.
    Generated,
    /// The output folder of this site, or one that an earlier build wrote.
    Output,
    /// A link whose target lies outside the root.
    LinkOutside,
    /// A link to something hidden or generated.
    LinkHidden,
    /// A link to a folder that holds the link itself.
    LinkLoop,
    /// A link to something that is not there.
    LinkBroken,
    /// Reached through a link; it is read in its own place.
    Linked(Utf8PathBuf),
    /// The name is not UTF-8, or holds a backslash.
    Name,
    /// It could not be read; the operating system's reason.
    Unreadable(String),
}

/// All files below the source root, sorted by path.
#[derive(Clone, Debug, Default)]
pub struct SourceTree {
    /// The folder on disk; `None` for trees made from values.
    pub root: Option<PathBuf>,
    /// The folders in which skills are looked for, relative to the root. Never empty; the empty
    /// path is the root itself.
    pub sources: Vec<Utf8PathBuf>,
    /// What was left out, sorted.
    pub skipped: Vec<Skipped>,
    /// By number. Some are no longer there after the tree was read again.
    files: Vec<Arc<SourceFile>>,
    /// The numbers of the files that are there, in the order of paths.
    order: Vec<FileId>,
    /// Files that lie elsewhere on disk than their path says, because a link leads there.
    linked: Vec<FileId>,
}

impl SourceTree {
    /// Reads the tree from disk: walk first, then what belongs to skills, in parallel.
    ///
    /// # Errors
    /// When a source folder does not exist or cannot be read.
    pub fn read(options: &WalkOptions) -> anyhow::Result<Self> {
        read::read(options)
    }

    /// A tree from paths and contents, for tests and tools.
    pub fn from_files<P: Into<Utf8PathBuf>, B: Into<Vec<u8>>>(files: impl IntoIterator<Item = (P, B)>) -> Self {
        let mut files: Vec<SourceFile> =
            files.into_iter().map(|(path, bytes)| SourceFile::loaded(path.into(), bytes.into(), None)).collect();
        files.sort_by(|a, b| a.path.cmp(&b.path));
        SourceTree { sources: vec![Utf8PathBuf::new()], ..SourceTree::default() }.with_files(files)
    }

    /// The tree with these files, which are in the order of paths.
    fn with_files(mut self, files: Vec<SourceFile>) -> Self {
        self.order = (0..files.len() as u32).map(FileId).collect();
        self.files = files.into_iter().map(Arc::new).collect();
        self
    }

    /// True when both trees have the same files at the same paths, whatever is in them. Each has files
    /// that were read again from the other's folder.
    pub(crate) fn has_same_files(&self, other: &SourceTree) -> bool {
        self.order == other.order && self.skipped == other.skipped && self.sources == other.sources
    }

    /// Every file, in order of path.
    pub fn ids(&self) -> impl DoubleEndedIterator<Item = FileId> + Clone + '_ {
        self.order.iter().copied()
    }

    /// One more than the highest number of a file.
    pub(crate) fn numbers(&self) -> usize {
        self.files.len()
    }

    /// One file.
    pub fn file(&self, id: FileId) -> &SourceFile {
        &self.files[id.0 as usize]
    }

    /// The path of one file, relative to the root.
    pub fn path(&self, id: FileId) -> &Utf8Path {
        &self.file(id).path
    }

    /// The file with exactly this path.
    pub fn find(&self, path: &Utf8Path) -> Option<FileId> {
        self.order.binary_search_by(|id| compare(self.path(*id), path)).ok().map(|at| self.order[at])
    }

    /// Where something of this path lies on disk: a folder may have its name there in another Unicode form. A link is
    /// not followed.
    pub(crate) fn disk_path(&self, path: &Utf8Path) -> PathBuf {
        let root = self.root.as_deref().unwrap_or(std::path::Path::new(""));
        let place = self.find(path).and_then(|id| self.file(id).disk.as_ref()).map(|disk| &disk.place);
        let is_own = |place: &&PathBuf| {
            root.canonicalize().is_ok_and(|root| walk::relative(&root, place).is_some_and(|own| own == path))
        };
        place.filter(is_own).cloned().unwrap_or_else(|| root.join(path))
    }

    /// The files below `folder`, at any depth, in order. The empty path means all.
    pub fn below<'a>(&'a self, folder: &'a Utf8Path) -> impl Iterator<Item = FileId> + 'a {
        let start = self.order.partition_point(|id| compare(self.path(*id), folder).is_lt());
        self.order[start..].iter().copied().take_while(move |id| self.path(*id).starts_with(folder))
    }

    /// Which folders are skills and which files are theirs.
    pub fn folders(&self) -> Folders {
        Folders::find(self.ids().map(|id| (id, self.path(id))), &self.sources)
    }

    /// Gives a file other bytes, for tools that look at what an edit would do.
    pub fn replace(&mut self, id: FileId, bytes: Vec<u8>) {
        let path = self.path(id).to_owned();
        self.files[id.0 as usize] = Arc::new(SourceFile::loaded(path, bytes, None));
    }

    /// The text of a file: no byte order mark, every line end is `\n`, U+FFFD for what is not
    /// UTF-8. Empty for a file that is not text or is not held in memory.
    pub fn text(&self, id: FileId) -> &str {
        match &self.file(id).content {
            Content::Text { text, .. } => text,
            Content::Binary(_) | Content::OnDisk(_) => "",
        }
    }

    /// True when the file is text held in memory.
    pub fn is_text(&self, id: FileId) -> bool {
        matches!(self.file(id).content, Content::Text { .. })
    }

    /// Where in [`SourceTree::text`] the first thing stands that is not UTF-8.
    pub fn bad_byte(&self, id: FileId) -> Option<Span> {
        match self.file(id).content {
            Content::Text { bad_byte: Some(at), .. } => Some(Span { file: id, start: at, end: at + 3 }),
            _ => None,
        }
    }

    /// What tells whether a file is still the same: its bytes or, when they are not held in memory, its size and when
    /// it was last changed. `None` when the change is so fresh that another one might not show.
    pub fn identity(&self, id: FileId) -> Option<Cow<'_, [u8]>> {
        let file = self.file(id);
        match (&file.content, &file.disk) {
            (Content::OnDisk(_), Some(disk)) if disk.wanted => {
                let modified = disk.modified?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
                Some(Cow::Owned([u128::from(file.size), modified.as_nanos()].map(u128::to_le_bytes).concat()))
            }
            (Content::OnDisk(_), _) => Some(Cow::Owned(file.size.to_le_bytes().into())),
            _ => self.bytes(id).ok(),
        }
    }

    /// The bytes of a file as they are on disk.
    ///
    /// # Errors
    /// When the file is not held in memory and can no longer be read.
    pub fn bytes(&self, id: FileId) -> std::io::Result<Cow<'_, [u8]>> {
        match &self.file(id).content {
            Content::Text { raw: Some(raw), .. } | Content::Binary(raw) => Ok(Cow::Borrowed(raw)),
            Content::Text { text, .. } => Ok(Cow::Borrowed(text.as_bytes())),
            Content::OnDisk(path) => std::fs::read(path).map(Cow::Owned),
        }
    }
}

/// The order of paths, name by name, for paths without `.` and `..`: the same as `Ord`, without taking them apart.
pub(crate) fn compare(one: &Utf8Path, other: &Utf8Path) -> Ordering {
    let (one, other) = (one.as_str().as_bytes(), other.as_str().as_bytes());
    // A folder comes before its neighbours whose names only begin with its own.
    let rank = |byte: u8| if byte == b'/' { 0 } else { u16::from(byte) + 1 };
    match one.iter().zip(other).position(|(one, other)| one != other) {
        Some(at) => rank(one[at]).cmp(&rank(other[at])),
        None => one.len().cmp(&other.len()),
    }
}

/// True for `SKILL.md` in any letter case.
pub fn is_skill_md(name: &str) -> bool {
    name.eq_ignore_ascii_case("SKILL.md")
}

/// True for `SKILL.toml` in any letter case.
pub fn is_skill_toml(name: &str) -> bool {
    name.eq_ignore_ascii_case("SKILL.toml")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_compared_name_by_name() {
        let paths =
            ["", "a", "a/b", "a/b/c", "a-b", "a b/c", "a.md", "a/b.md", "ab", "b", "ä/b", "ä"].map(Utf8Path::new);
        for (one, other) in paths.iter().flat_map(|one| paths.iter().map(move |other| (one, other))) {
            assert_eq!(compare(one, other), one.cmp(other), "{one} and {other}");
        }
    }
}
