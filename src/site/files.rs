//! The files of a skill: their addresses, and the files themselves as they are on disk.

use std::borrow::Cow;
use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};

use super::{Site, Table, address, registry};
use crate::SourceTree;
use crate::catalog::{Skill, SkillIndex};
use crate::markdown::Outline;
use crate::source::FileId;

/// A file that is published with a skill.
pub(super) struct SkillFile {
    /// The file.
    pub file: FileId,
    /// Relative to the skill's folder.
    pub path: Utf8PathBuf,
    /// Where the bytes are.
    pub raw: String,
    /// Where the page is that shows it, for text.
    pub viewer: Option<String>,
}

impl SkillFile {
    /// Where a link to the file leads: the page that shows it, else the file.
    pub fn page(&self) -> &str {
        self.viewer.as_deref().unwrap_or(&self.raw)
    }
}

/// The files of `skill` in order of path.
///
/// A raw file keeps the place it has on disk. A viewer gets `.html` behind that, and where a file
/// of the skill or a folder has this very name, `.view.html`. Where a file system that knows
/// letter case holds `a.md` and `A.md`, the later one becomes `A-2.md`. A backslash becomes a hyphen.
pub(super) fn of_skill(source: &SourceTree, skill: &Skill) -> Vec<SkillFile> {
    let package = &skill.package;
    let own = [package.skill_md, package.skill_toml].into_iter().flatten().map(|file| {
        let path = source.path(file);
        (path.strip_prefix(&package.folder).unwrap_or(path).to_owned(), file)
    });
    let mut files: Vec<(Utf8PathBuf, FileId)> =
        own.chain(package.companions.iter().map(|companion| (companion.path.clone(), companion.file))).collect();
    files.sort();

    // What agents get has the plain name, see `registry::raw`.
    let mut taken = BTreeSet::from([address::raw(&skill.id, "SKILL.md").to_lowercase()]);
    for (path, _) in &files {
        taken.extend(folders(path).map(|folder| address::raw(&skill.id, folder.as_str()).to_lowercase()));
    }
    let raws: Vec<String> = files
        .iter()
        .map(|(path, file)| {
            let own = package.skill_md == Some(*file);
            free(&mut taken, raw_names(&skill.id, if own { Utf8Path::new(registry::raw::SOURCE_NAME) } else { path }))
        })
        .collect();
    files
        .into_iter()
        .zip(raws)
        .map(|((path, file), raw)| {
            // The viewer of the author's own text goes by the name on disk.
            let shown =
                if package.skill_md == Some(file) { address::raw(&skill.id, path.as_str()) } else { raw.clone() };
            let viewer = source.is_text(file).then(|| free(&mut taken, viewer_names(&shown)));
            SkillFile { file, path, raw, viewer }
        })
        .collect()
}

fn folders(path: &Utf8Path) -> impl Iterator<Item = &Utf8Path> {
    path.ancestors().skip(1).filter(|folder| !folder.as_str().is_empty())
}

fn raw_names(id: &str, path: &Utf8Path) -> impl Iterator<Item = String> {
    // Elsewhere a backslash parts folders; no address holds one.
    let whole = address::raw(id, &path.as_str().replace('\\', "-"));
    let cut = whole.len() - path.extension().map_or(0, |extension| extension.len() + 1);
    let (stem, end) = (whole[..cut].to_owned(), whole[cut..].to_owned());
    std::iter::once(whole).chain((2..).map(move |number| format!("{stem}-{number}{end}")))
}

fn viewer_names(raw: &str) -> impl Iterator<Item = String> {
    let raw = raw.to_owned();
    (0..).map(move |tries| format!("{raw}{}.html", ".view".repeat(tries)))
}

/// The first name that nothing else has, without regard to letter case.
fn free(taken: &mut BTreeSet<String>, mut names: impl Iterator<Item = String>) -> String {
    names.find(|name| taken.insert(name.to_lowercase())).unwrap_or_else(|| unreachable!("names never run out"))
}

/// True for files that a browser shows as a page of their own, with their scripts: opened on the site they would run as
/// one of ours.
pub(super) fn is_document(path: &Utf8Path) -> bool {
    const DOCUMENTS: &[&str] = &[
        "atom", "htm", "html", "mht", "mhtml", "rdf", "rss", "shtml", "svg", "svgz", "xht", "xhtml", "xml", "xsl",
        "xslt",
    ];
    path.extension().is_some_and(|extension| DOCUMENTS.iter().any(|kind| extension.eq_ignore_ascii_case(kind)))
}

/// What the Markdown text of a companion holds.
pub(super) fn outline(skill: &Skill, file: FileId) -> Option<&Outline> {
    if skill.package.skill_md == Some(file) {
        return Some(&skill.package.outline);
    }
    skill.package.companions.iter().find(|companion| companion.file == file)?.outline.as_ref()
}

/// Claims the raw files.
pub(super) fn emit(site: &Site, index: SkillIndex, table: &mut Table) {
    for SkillFile { file, raw, .. } in site.files(index) {
        let file = *file;
        table.add(raw.as_str(), move |site| {
            let source = &site.inputs.catalog.source;
            let bytes = source
                .bytes(file)
                .map_err(|error| anyhow::Error::new(error).context(format!("cannot read `{}`", source.path(file))))?;
            Ok(match bytes {
                Cow::Borrowed(bytes) => Cow::Borrowed(bytes),
                Cow::Owned(bytes) => Cow::Owned(bytes),
            })
        });
    }
}
