//! The files of a skill as a tree.

use camino::Utf8Path;
use serde::Serialize;

use crate::catalog::SkillIndex;
use crate::lint;
use crate::site::Inputs;
use crate::site::here::Here;
use crate::source::FileId;

/// More files than these are shown with their folders folded.
const OPEN: usize = 30;

/// The files of a skill.
#[derive(Serialize)]
pub(super) struct Tree<'a> {
    folded: bool,
    rows: Vec<FileRow<'a>>,
}

/// A file, or the folder above the files that follow.
#[derive(Serialize)]
struct FileRow<'a> {
    name: &'a str,
    /// `None` for folders.
    href: Option<String>,
    /// The size of a file, and how many files a folder has.
    size: String,
    /// There is no page that shows it.
    download: bool,
    /// Nothing in the skill mentions the file.
    unreferenced: bool,
    /// How many folders end after the file.
    ends: usize,
}

/// Rows in order of path, each folder once above its files.
pub(super) fn tree(here: Here<'_>, index: SkillIndex) -> Tree<'_> {
    let site = here.site;
    let unreferenced = unreferenced(here, index);
    let source = &site.inputs.catalog.source;
    let files = site.files(index);
    let mut rows = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for (at, file) in files.iter().enumerate() {
        let (folders, name) = split(&file.path);
        for depth in common(&open, &folders)..folders.len() {
            let inside = files[at..].iter().take_while(|other| split(&other.path).0.starts_with(&folders[..=depth]));
            rows.push(FileRow {
                name: folders[depth],
                href: None,
                size: site.strings.count("agent_files", inside.count()),
                download: false,
                unreferenced: false,
                ends: 0,
            });
        }
        let next = files.get(at + 1).map_or(0, |next| common(&folders, &split(&next.path).0));
        rows.push(FileRow {
            name,
            href: Some(here.href(file.page())),
            size: site.strings.size(source.file(file.file).size),
            download: file.viewer.is_none(),
            unreferenced: unreferenced.contains(&file.file),
            ends: folders.len() - next,
        });
        open = folders;
    }
    Tree { folded: files.len() > OPEN, rows }
}

/// The folders of a path, and its last part.
fn split(path: &Utf8Path) -> (Vec<&str>, &str) {
    let mut parts: Vec<&str> = path.as_str().split('/').collect();
    let name = parts.pop().unwrap_or_default();
    (parts, name)
}

/// How many folders two lists have in common from the top.
fn common(one: &[&str], other: &[&str]) -> usize {
    one.iter().zip(other).take_while(|(a, b)| a == b).count()
}

/// The files of which a finding says that nothing mentions them. Many of one folder are told in one finding, which
/// names the folder.
fn unreferenced(here: Here<'_>, index: SkillIndex) -> Vec<FileId> {
    let Inputs { catalog, report, .. } = &here.site.inputs;
    let told: Vec<&Utf8Path> = here.site.findings().by_skill[index.0 as usize]
        .iter()
        .map(|at| &report.findings[*at])
        .filter(|finding| finding.diagnostic.rule.code == lint::UNREFERENCED_FILE.code)
        .map(|finding| finding.path().as_path())
        .collect();
    if told.is_empty() {
        return Vec::new();
    }
    let is_told = |file: &FileId| {
        let path = catalog.source.path(*file);
        told.contains(&path) || path.parent().is_some_and(|folder| told.contains(&folder))
    };
    lint::unreferenced(catalog, index).into_iter().map(|companion| companion.file).filter(is_told).collect()
}
