//! The files of a skill as a tree.

use camino::Utf8Path;
use serde::Serialize;

use crate::catalog::SkillIndex;
use crate::site::here::Here;

/// A file, or the folder above the files that follow.
#[derive(Serialize)]
pub(super) struct FileRow<'a> {
    name: &'a str,
    /// Number of folders above it.
    depth: usize,
    /// `None` for folders.
    href: Option<String>,
    size: Option<String>,
    /// There is no page that shows it.
    download: bool,
    /// Nothing in the skill mentions the file.
    unreferenced: bool,
}

/// Rows in order of path, each folder once above its files.
pub(super) fn rows(here: Here<'_>, index: SkillIndex) -> Vec<FileRow<'_>> {
    let site = here.site;
    let report = &site.inputs.report;
    let unreferenced: Vec<&Utf8Path> = site.findings().by_skill[index.0 as usize]
        .iter()
        .map(|at| &report.findings[*at])
        .filter(|finding| finding.diagnostic.rule.code == "unreferenced-file")
        .map(|finding| finding.path().as_path())
        .collect();
    let source = &site.inputs.catalog.source;
    let mut rows = Vec::new();
    let mut open: Vec<&str> = Vec::new();
    for file in site.files(index) {
        let mut parts: Vec<&str> = file.path.as_str().split('/').collect();
        let name = parts.pop().unwrap_or_default();
        let common = open.iter().zip(&parts).take_while(|(a, b)| a == b).count();
        for (depth, folder) in parts.iter().enumerate().skip(common) {
            rows.push(FileRow { name: folder, depth, href: None, size: None, download: false, unreferenced: false });
        }
        rows.push(FileRow {
            name,
            depth: parts.len(),
            href: Some(here.href(file.page())),
            size: Some(site.strings.size(source.file(file.file).size)),
            download: file.viewer.is_none(),
            unreferenced: unreferenced.contains(&source.path(file.file)),
        });
        open = parts;
    }
    rows
}
