//! The page that shows a text file of a skill: Markdown rendered, other text with its lines.

use serde::Serialize;

use super::chrome::{self, Head, Section};
use super::files::{self, SkillFile};
use super::here::{Here, Link};
use super::mentioned::{self, Mentioned};
use super::prose::{self, Entry, Prose};
use super::{Site, Table, language};
use crate::catalog::{LinkContext, SkillIndex};
use crate::markdown;
use crate::package::is_markdown;

/// Bytes of a file that a page shows; the rest is a download.
const SHOWN: usize = 500_000;

#[derive(Serialize)]
struct ViewerPage<'a> {
    skill: Link<'a>,
    category: Link<'a>,
    /// Folders of the file inside the skill.
    folders: Vec<&'a str>,
    name: &'a str,
    path: &'a str,
    lang: Option<&'a str>,
    size: String,
    raw: String,
    /// The raw file is only offered as a download.
    document: bool,
    /// Where the skill mentions the file, where that is known.
    mentioned: Option<Mentioned<'a>>,
    /// "1,204 lines", for text with lines.
    lines: Option<String>,
    /// The numbers of the lines that are shown, for text with lines.
    numbers: usize,
    /// Rendered Markdown, or highlighted text.
    html: String,
    contents: Vec<Entry<'a>>,
    /// Only the first part is shown.
    cut: Option<String>,
    history: Option<String>,
}

pub(super) fn emit(site: &Site, index: SkillIndex, table: &mut Table) {
    for (at, file) in site.files(index).iter().enumerate() {
        let Some(path) = file.viewer.clone() else { continue };
        table.add(path.clone(), move |site| {
            let here = Here { site, path: &path };
            let (skill, file) = (here.skill(index), &site.files(index)[at]);
            let title = format!("{} · {}", file.path, skill.name());
            let head = Head {
                title: &title,
                section: Section::Skills,
                markdown: rendered(file, here, index).then_some(&*file.raw),
                source: Some(site.inputs.catalog.source.path(file.file)),
                ..Head::default()
            };
            here.render("file.html", head, &page(here, index, file))
        });
    }
}

/// True when the viewer shows the file as rendered Markdown. `SKILL.md` is shown with its lines:
/// rendered it is the skill's page.
fn rendered(file: &SkillFile, here: Here<'_>, index: SkillIndex) -> bool {
    has_outline(here, index, file) && !has_lines(file)
}

fn has_outline(here: Here<'_>, index: SkillIndex, file: &SkillFile) -> bool {
    files::outline(here.skill(index), file.file).is_some()
}

/// True when the viewer of the file has an anchor for each line.
pub(super) fn has_lines(file: &SkillFile) -> bool {
    crate::source::is_skill_md(file.path.as_str()) || !is_markdown(&file.path)
}

fn page<'a>(here: Here<'a>, index: SkillIndex, file: &'a SkillFile) -> ViewerPage<'a> {
    let (site, skill) = (here.site, here.skill(index));
    let catalog = &site.inputs.catalog;
    let whole = catalog.source.text(file.file);
    let text = first_lines(whole, SHOWN);
    let bytes = catalog.source.file(file.file).size;
    let t = &site.strings;
    let outline = files::outline(skill, file.file).filter(|_| !has_lines(file) && text.len() == whole.len());
    let mut folders: Vec<&str> = file.path.as_str().split('/').collect();
    let name = folders.pop().unwrap_or_default();
    let mut page = ViewerPage {
        skill: here.skill_link(index),
        category: here.category_link(skill),
        folders,
        name,
        path: file.path.as_str(),
        lang: language::marked(here, index),
        size: t.size(bytes),
        raw: here.href(&file.raw),
        document: files::is_document(&file.path),
        mentioned: mentioned::line(here, index, file),
        lines: None,
        numbers: 0,
        html: String::new(),
        contents: Vec::new(),
        cut: (text.len() < whole.len())
            .then(|| t.fill("file_cut", &[("shown", &t.size(text.len() as u64)), ("size", &t.size(bytes))])),
        history: chrome::history_address(here, catalog.source.path(file.file)),
    };
    if let Some(outline) = outline {
        let context = LinkContext { skill: index, file: file.file };
        let rendered = prose::render(here, &Prose { context, text, outline, title: name });
        page.html = rendered.html;
        page.contents = rendered.contents;
    } else {
        page.numbers = text.lines().count();
        page.lines = Some(t.count("lines", whole.lines().count()));
        page.html = code(here, file, text);
    }
    page
}

/// At most `limit` bytes of `text`, whole lines.
fn first_lines(text: &str, limit: usize) -> &str {
    if text.len() <= limit {
        return text;
    }
    let mut cut = limit;
    while !text.is_char_boundary(cut) {
        cut -= 1;
    }
    let end = text[..cut].rfind('\n').map_or(cut, |at| at + 1);
    &text[..end]
}

/// The text as HTML, highlighted where its language is known.
fn code(here: Here<'_>, file: &SkillFile, text: &str) -> String {
    let name = file.path.file_name().unwrap_or_default();
    let language = file.path.extension().unwrap_or(name).to_lowercase();
    let plain = crate::source::is_skill_md(name);
    let highlighted = (!plain).then(|| here.site.highlights.highlight(&language, text)).flatten();
    markdown::code(text, highlighted, &prose::words(&here.site.strings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_part_of_a_long_file_ends_with_a_line() {
        assert_eq!(first_lines("ab\ncd\nef\n", 7), "ab\ncd\n");
        assert_eq!(first_lines("äöü", 3), "ä");
        assert_eq!(first_lines("short", 9), "short");
    }
}
