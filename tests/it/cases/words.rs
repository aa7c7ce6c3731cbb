//! What the neutral words of the cases are on our pages: the one place that knows.

use scraper::ElementRef;

use super::world::World;
use crate::page::{self, Link, Page};
use crate::site::Site;

/// The instructions on a skill's page.
pub const BODY: &str = ".prose";
/// "On this page".
pub const TOC: &str = ".toc";
/// Links to skills in lists.
pub const ROWS: &str = ".row h3 a";

/// Links in the results of a search.
pub const RESULTS: &str = "[data-search-page] a";

/// PAGE(x): every skill page with this name in its heading.
pub fn skill_pages<'a>(site: &'a Site, name: &str) -> Vec<&'a Page> {
    site.pages.values().filter(|page| skill_name(page).as_deref() == Some(name)).collect()
}

/// The name on a skill's page; `None` for other pages.
fn skill_name(page: &Page) -> Option<String> {
    let folder = page.path.strip_prefix("skills/")?;
    if folder.contains('/') {
        return None;
    }
    page.select("h1").next().map(own_text)
}

/// The text of a heading, without what is set small or for screen readers only.
fn own_text(heading: ElementRef<'_>) -> String {
    let pieces: String = heading.children().filter_map(|child| child.value().as_text().map(|text| &**text)).collect();
    pieces.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// PAGE(x), where there must be one.
pub fn skill_page<'a>(site: &'a Site, name: &str) -> Result<&'a Page, String> {
    match skill_pages(site, name).as_slice() {
        [page] => Ok(page),
        pages => Err(format!("{} pages have the name {name}", pages.len())),
    }
}

/// TAG(t): the page of a tag; spellings that differ in case, `-`, `_` and space are one tag.
pub fn tag_page<'a>(site: &'a Site, tag: &str) -> Option<&'a Page> {
    let same =
        |a: &str, b: &str| a.to_lowercase().replace(['-', '_'], " ") == b.to_lowercase().replace(['-', '_'], " ");
    let tags = || site.pages.values().filter(|page| page.path.starts_with("tags/"));
    let title = |page: &Page| page.select("h1").next().map(own_text).unwrap_or_default();
    tags().find(|page| title(page) == tag).or_else(|| tags().find(|page| same(&title(page), tag)))
}

/// INDEX: the pages with the list of all skills.
pub fn index_pages(site: &Site) -> Vec<&Page> {
    site.pages.values().filter(|page| page.path == "index.html" || page.path.starts_with("list/")).collect()
}

/// The names of the skills that pages list, in order.
pub fn listed(pages: &[&Page]) -> Vec<String> {
    pages.iter().flat_map(|page| page.select(ROWS).map(page::text)).collect()
}

/// The values shown for a field of a skill, in order.
pub fn items(page: &Page, field: &str) -> Vec<String> {
    let selector = match field {
        "requires" | "required-by" => format!("[data-relation='{field}'] li .name"),
        "tools" => "[data-field=allowed_tools] dd".to_owned(),
        _ => format!("[data-field='{field}'] dd"),
    };
    page.select(&selector).map(page::text).collect()
}

/// SEARCH: the files behind the search box.
pub fn search_files(site: &Site) -> Vec<&str> {
    site.files.iter().map(String::as_str).filter(|path| path.starts_with("search/")).collect()
}

/// The link that is written as `written` in a Markdown file of the source, as it is in the body of `page`.
pub fn written_link(world: &World, page: &Page, written: &str) -> Result<Link, String> {
    let written = written.strip_prefix('<').and_then(|rest| rest.strip_suffix('>')).unwrap_or(written);
    let texts: Vec<String> =
        world.markdown_sources().iter().flat_map(|source| texts_of_links(source, written)).collect();
    if texts.is_empty() {
        return Err(format!("no source has a link {written}"));
    }
    let body = page.select(BODY).next().ok_or("the page has no body")?;
    let links = page::links_in(body);
    links.into_iter().find(|link| texts.contains(&link.text)).ok_or_else(|| format!("{texts:?} is no link on the page"))
}

/// The texts of the links to `written` in Markdown.
fn texts_of_links(markdown: &str, written: &str) -> Vec<String> {
    use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
    let (mut texts, mut open) = (Vec::new(), None);
    for event in Parser::new_ext(markdown, Options::ENABLE_YAML_STYLE_METADATA_BLOCKS) {
        match event {
            Event::Start(Tag::Link { dest_url, .. }) if &*dest_url == written => open = Some(String::new()),
            Event::Text(text) | Event::Code(text) => open.iter_mut().for_each(|open| open.push_str(&text)),
            Event::End(TagEnd::Link) => texts.extend(open.take()),
            _ => {}
        }
    }
    texts
}
