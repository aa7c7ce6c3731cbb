//! The walk over the source folders: what is there, and what is left out.

mod links;

use std::fs::Metadata;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use anyhow::{Context, Result, bail};
use camino::{Utf8Path, Utf8PathBuf};
use ignore::gitignore::{Gitignore, GitignoreBuilder};
use rayon::prelude::*;
use walkdir::{DirEntry, WalkDir};

use links::is_hidden;

use super::{SkipReason, Skipped};

/// What to walk and what to leave out.
#[derive(Clone, Debug, Default)]
pub struct WalkOptions {
    /// The root; every path is relative to it and nothing outside it is ever read.
    pub root: PathBuf,
    /// Folders below the root to look in; empty means the root itself.
    pub sources: Vec<Utf8PathBuf>,
    /// What to leave out, in lines as of a `.gitignore` file in the root.
    pub exclude: Vec<String>,
    /// The output folder, which is never read.
    pub output: Option<PathBuf>,
}

/// A file that the walk found.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Found {
    /// Relative to the root, in composed form.
    pub path: Utf8PathBuf,
    /// Where it lies on disk.
    pub disk: PathBuf,
    /// Bytes.
    pub size: u64,
    /// When it was last written, where the system knows.
    pub modified: Option<SystemTime>,
}

/// Folders that no author writes skills in. They are not entered, at any depth.
const GENERATED: &[&str] = &[
    "node_modules",
    "bower_components",
    "target",
    "__pycache__",
    ".cache",
    ".venv",
    "venv",
    ".tox",
    ".nox",
    ".mypy_cache",
    ".pytest_cache",
    ".ruff_cache",
    ".gradle",
    ".terraform",
];

/// Version control data, left out without a word.
const VERSION_CONTROL: &[&str] = &[".git", ".hg", ".svn", ".jj"];

/// The file that marks the output of a build; such a folder is never read as source.
pub const OUTPUT_MARKER: &str = ".skillsite";

/// Walks every source folder. Both lists are sorted.
pub(super) fn walk(options: &WalkOptions) -> Result<(Vec<Found>, Vec<Skipped>)> {
    let root = options.root.canonicalize().with_context(|| format!("cannot read `{}`", options.root.display()))?;
    let ignores = git_ignores_above(&root);
    let mut walk = Walk {
        exclude: exclude(&root, &options.exclude)?,
        output: options.output.as_ref().and_then(|folder| folder.canonicalize().ok()),
        above: ignores.len(),
        ignores,
        in_git: git_top(&root).is_some(),
        behind_link: false,
        root,
        found: Vec::new(),
        skipped: Vec::new(),
    };
    let whole = [Utf8PathBuf::new()];
    for source in if options.sources.is_empty() { &whole[..] } else { &options.sources } {
        walk.source(source)?;
    }
    let Walk { mut found, mut skipped, .. } = walk;
    found.sort();
    // Overlapping source folders, or one name in both Unicode forms: the first in order counts.
    found.dedup_by(|later, first| later.path == first.path);
    skipped.sort();
    skipped.dedup();
    Ok((found, skipped))
}

struct Walk {
    root: PathBuf,
    exclude: Gitignore,
    output: Option<PathBuf>,
    in_git: bool,
    /// True in a folder that a link led to: no further link is followed, hidden files stay where they are, and a skill
    /// ends the walk.
    behind_link: bool,
    /// Ignore files that apply where the walk stands, outermost first.
    ignores: Vec<Gitignore>,
    /// How many of them lie above the root.
    above: usize,
    found: Vec<Found>,
    skipped: Vec<Skipped>,
}

impl Walk {
    /// Walks a source folder. What lies in it is walked on several threads.
    fn source(&mut self, source: &Utf8Path) -> Result<()> {
        let start = self.root.join(source);
        if !start.is_dir() {
            bail!("source folder `{}` does not exist in `{}`", source, self.root.display());
        }
        let outer = self.ignores.len();
        self.enter_all(source);
        let mut folders = Vec::new();
        for entry in WalkDir::new(&start).max_depth(1).follow_links(false) {
            match entry {
                Ok(entry) if entry.depth() > 0 && self.visit(&entry) && entry.file_type().is_dir() => {
                    folders.push(entry.into_path());
                }
                Ok(_) => {}
                Err(error) if error.depth() == 0 => bail!("cannot read `{}`: {error}", start.display()),
                Err(error) => self.unreadable(&error, &start),
            }
        }
        folders.sort_unstable();
        // A few pieces for each thread, so that one large folder does not keep the others waiting.
        let pieces = folders.par_chunks(folders.len().div_ceil(rayon::current_num_threads() * 8).max(1));
        let walked: Vec<Walk> = pieces
            .map(|folders| {
                let mut walk = self.branch();
                for folder in folders {
                    walk.folder(folder);
                }
                walk
            })
            .collect();
        for walk in walked {
            self.found.extend(walk.found);
            self.skipped.extend(walk.skipped);
        }
        self.ignores.truncate(outer);
        Ok(())
    }

    /// A walk that goes on from here and has found nothing yet.
    fn branch(&self) -> Self {
        Walk {
            root: self.root.clone(),
            exclude: self.exclude.clone(),
            output: self.output.clone(),
            in_git: self.in_git,
            behind_link: self.behind_link,
            ignores: self.ignores.clone(),
            above: self.above,
            found: Vec::new(),
            skipped: Vec::new(),
        }
    }

    /// Walks a folder that was visited.
    fn folder(&mut self, start: &Path) {
        let mut entries = WalkDir::new(start).follow_links(false).sort_by_file_name().into_iter();
        let outer = self.ignores.len();
        // How many ignore files were in force when a folder of this depth was entered.
        let mut marks: Vec<usize> = Vec::new();
        while let Some(entry) = entries.next() {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => {
                    self.unreadable(&error, start);
                    continue;
                }
            };
            if self.behind_link && self.has_come_to_a_skill() {
                break;
            }
            marks.truncate(entry.depth());
            self.ignores.truncate(marks.last().copied().unwrap_or(outer));
            let enters = entry.file_type().is_dir();
            if entry.depth() > 0 && !self.visit(&entry) && enters {
                entries.skip_current_dir();
                continue;
            }
            if enters {
                self.enter(entry.path());
                marks.push(self.ignores.len());
            }
        }
        self.ignores.truncate(outer);
    }

    fn unreadable(&mut self, error: &walkdir::Error, start: &Path) {
        let path = error.path().unwrap_or(start).to_path_buf();
        self.skip(&path, SkipReason::Unreadable(reason(error)));
    }

    /// Takes the ignore files of the root and of the folders on the way to `below`, the last one too.
    fn enter_all(&mut self, below: &Utf8Path) {
        let folders: Vec<PathBuf> = below.ancestors().map(|folder| self.root.join(folder)).collect();
        folders.iter().rev().for_each(|folder| self.enter(folder));
    }

    /// Takes the ignore file of a folder that is about to be listed.
    fn enter(&mut self, folder: &Path) {
        let file = folder.join(".gitignore");
        if self.in_git && file.is_file() {
            self.ignores.push(Gitignore::new(file).0);
        }
    }

    /// Records a file; for a folder, tells whether to go in.
    fn visit(&mut self, entry: &DirEntry) -> bool {
        let kind = entry.file_type();
        let name = entry.file_name().to_string_lossy();
        if kind.is_dir() && VERSION_CONTROL.contains(&&*name) || is_litter(&name) {
            return false;
        }
        if self.behind_link && (kind.is_symlink() || is_hidden(entry.file_name())) {
            return false;
        }
        if let Some(reason) = self.reason_to_skip(entry.path(), kind.is_dir()) {
            self.skip(entry.path(), reason);
            return false;
        }
        if kind.is_symlink() {
            self.link(entry.path());
        } else if kind.is_file() {
            self.file(entry.path(), entry.path().to_path_buf(), entry.metadata().ok());
        }
        true
    }

    /// Why something below the root is left out, seen from the folder in which it lies.
    fn reason_to_skip(&self, path: &Path, folder: bool) -> Option<SkipReason> {
        let name = path.file_name().unwrap_or_default();
        if folder && name.to_str().is_some_and(|name| GENERATED.contains(&name)) {
            return Some(SkipReason::Generated);
        }
        if folder && self.is_output(path) {
            return Some(SkipReason::Output);
        }
        // A backslash parts folders on some systems: no address can hold one.
        if name.to_str().is_none_or(|name| name.contains('\\')) {
            return Some(SkipReason::Name);
        }
        if self.exclude.matched(path, folder).is_ignore() {
            return Some(SkipReason::Excluded);
        }
        self.is_ignored(path, folder).then_some(SkipReason::Ignored)
    }

    fn is_output(&self, folder: &Path) -> bool {
        self.output.as_deref() == Some(folder) || folder.join(OUTPUT_MARKER).is_file()
    }

    fn is_ignored(&self, path: &Path, folder: bool) -> bool {
        let verdict =
            self.ignores.iter().rev().map(|ignore| ignore.matched(path, folder)).find(|found| !found.is_none());
        verdict.is_some_and(|found| found.is_ignore())
    }

    fn file(&mut self, path: &Path, disk: PathBuf, data: Option<Metadata>) {
        let size = data.as_ref().map_or(0, Metadata::len);
        let modified = data.and_then(|data| data.modified().ok());
        match relative(&self.root, path) {
            Some(path) => self.found.push(Found { path, disk, size, modified }),
            None => self.skip(path, SkipReason::Name),
        }
    }

    fn skip(&mut self, path: &Path, reason: SkipReason) {
        let below = path.strip_prefix(&self.root).unwrap_or(path);
        let path = crate::text::composed(&below.to_string_lossy()).replace('\\', "/").into();
        self.skipped.push(Skipped { path, reason });
    }
}

/// The path below `root`, with `/` and in composed form; `None` when it is not UTF-8.
pub(super) fn relative(root: &Path, path: &Path) -> Option<Utf8PathBuf> {
    let below = path.strip_prefix(root).ok()?.to_str()?;
    let composed = crate::text::composed(below);
    Some(if cfg!(windows) { composed.replace('\\', "/").into() } else { composed.into_owned().into() })
}

/// What editors and systems leave behind. Never published, never reported.
pub(crate) fn is_litter(name: &str) -> bool {
    let temporary = [".swp", ".swo", ".tmp", ".bck"].iter().any(|end| name.ends_with(end));
    let of_the_system = ["Thumbs.db", "desktop.ini", ".DS_Store"].contains(&name);
    temporary
        || of_the_system
        || name.ends_with('~')
        || (name.starts_with('#') && name.ends_with('#'))
        || name.starts_with(".#")
}

/// True when the walk passes over `path`, relative to the root, whatever it holds: version control
/// data, packages, caches, and what editors leave behind.
pub(crate) fn is_passed_over(path: &Path) -> bool {
    path.components().any(|part| {
        let name = part.as_os_str().to_string_lossy();
        VERSION_CONTROL.contains(&&*name) || GENERATED.contains(&&*name) || is_litter(&name)
    })
}

/// The lines of `exclude`, read as git reads those of a `.gitignore` file in `root`.
///
/// # Errors
/// When one of them is not a glob.
pub(crate) fn exclude(root: &Path, lines: &[String]) -> Result<Gitignore, ignore::Error> {
    let mut builder = GitignoreBuilder::new(root);
    builder.allow_unclosed_class(false);
    for line in lines {
        builder.add_line(None, line.strip_prefix("./").unwrap_or(line))?;
    }
    builder.build()
}

/// The folder that holds `.git`, at or above `root`.
fn git_top(root: &Path) -> Option<&Path> {
    root.ancestors().find(|folder| folder.join(".git").exists())
}

/// The ignore files between the top of the repository and `root`, whose own comes with the walk.
fn git_ignores_above(root: &Path) -> Vec<Gitignore> {
    let Some(top) = git_top(root) else { return Vec::new() };
    let mut above: Vec<&Path> = root.ancestors().skip(1).take_while(|folder| folder.starts_with(top)).collect();
    above.reverse();
    above
        .iter()
        .map(|folder| folder.join(".gitignore"))
        .filter(|file| file.is_file())
        .map(|file| Gitignore::new(file).0)
        .collect()
}

fn reason(error: &walkdir::Error) -> String {
    error.io_error().map_or_else(|| error.to_string(), ToString::to_string)
}
