//! What every page has round its content: head, header, footer.

use serde::Serialize;

use super::here::{Here, Link};
use super::{address, assets};
use crate::catalog::GroupKind;

/// What a page says about itself.
#[derive(Default)]
pub(super) struct Head<'a> {
    /// Title of the page; the site's title is added. Empty on the front page.
    pub title: &'a str,
    /// The description for search engines; at most 155 characters are used.
    pub description: &'a str,
    /// The entry of the header that the page belongs to.
    pub section: Section,
    /// Path of the page's Markdown.
    pub markdown: Option<&'a str>,
    /// Source file that "edit this page" leads to, relative to the source root.
    pub source: Option<&'a camino::Utf8Path>,
    /// Structured data, as JSON that is safe inside a script element.
    pub json_ld: Option<String>,
}

/// Entries of the header.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Section {
    #[default]
    None,
    Skills,
    /// The one entry of groups, where it is one of categories; else that of the skills.
    Categories,
    Topics,
    Graph,
    Health,
}

/// The values of every page, `site` in templates.
#[derive(Serialize)]
pub(super) struct Chrome<'a> {
    lang: &'a str,
    /// Title of the document.
    document_title: String,
    description: String,
    generator: &'static str,
    csp: String,
    early_script: &'a str,
    styles: Vec<String>,
    icon: Option<String>,
    script: Option<String>,
    search_script: Option<String>,
    /// JSON of the strings that scripts show.
    /// Link to the root of the site, empty or with a slash at the end.
    root: String,
    canonical: Option<String>,
    markdown: Option<String>,
    json_ld: Option<String>,
    title: &'a str,
    home: String,
    search: String,
    nav: Vec<Entry<'a>>,
    commit: Option<Link<'a>>,
    count: String,
    machine: Vec<Link<'a>>,
    edit: Option<String>,
    feed: Option<String>,
    opensearch: Option<String>,
}

#[derive(Serialize)]
struct Entry<'a> {
    text: &'a str,
    href: String,
    /// The page belongs here; `page` when it is the very page.
    current: Option<&'static str>,
    /// Number of errors, where there are any.
    badge: Option<String>,
}

/// Outputs of other emitters that the footer names, when the site has them.
const MACHINE: &[&str] = &["feed.xml", "catalog.json", "llms.txt"];

impl<'a> Chrome<'a> {
    pub fn new(here: Here<'a>, head: &Head<'_>) -> Self {
        let Here { site, path } = here;
        let config = &site.inputs.config;
        let root = here.href("");
        Chrome {
            lang: site.strings.language(),
            document_title: match head.title {
                "" => config.title.clone(),
                title => format!("{title} · {}", config.title),
            },
            description: summary(head.description),
            generator: concat!("skillsite ", env!("CARGO_PKG_VERSION")),
            csp: assets::content_security_policy(&site.early_script_hash, config.network_images),
            early_script: assets::early_script(&site.inputs.theme),
            styles: ["site.css", "theme.css"].iter().filter_map(|name| here.asset(name)).collect(),
            icon: here.asset("icon.svg"),
            script: here.asset("site.js"),
            search_script: here.asset("search.js"),
            root,
            canonical: (path != address::NOT_FOUND).then(|| here.absolute(path)).flatten(),
            markdown: head.markdown.map(|path| here.href(path)),
            json_ld: head.json_ld.clone(),
            title: &config.title,
            home: here.href(address::HOME),
            search: here.href(address::SEARCH),
            nav: nav(here, head.section),
            commit: commit(here),
            count: site.strings.count("skills", site.inputs.catalog.skills.len()),
            machine: MACHINE
                .iter()
                .filter(|path| site.has(path))
                .map(|path| Link::to(*path, here.href(path)))
                .collect(),
            edit: head.source.and_then(|source| web(site.inputs.repository.edit_address(source))),
            feed: site.has("feed.xml").then(|| here.href("feed.xml")),
            opensearch: site.has("opensearch.xml").then(|| here.href("opensearch.xml")),
        }
    }
}

/// At most 155 characters in one line.
fn summary(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    crate::text::shorten(&line, 155).into_owned()
}

fn nav(here: Here<'_>, section: Section) -> Vec<Entry<'_>> {
    let Here { site, path } = here;
    let t = &site.strings;
    let catalog = &site.inputs.catalog;
    let kinds = [
        (GroupKind::Topic, "nav_topics", &catalog.topics),
        (GroupKind::Tag, "nav_tags", &catalog.tags),
        (GroupKind::Category, "nav_categories", &catalog.categories),
    ];
    let tells = |kind| kind != GroupKind::Category || catalog.has_categories();
    // One entry is enough: topics where the catalog has them, else the next finest grouping.
    let group = kinds.into_iter().find(|(kind, _, groups)| !groups.is_empty() && tells(*kind));
    let section = match (section, group) {
        (Section::Categories, Some((GroupKind::Category, ..))) => Section::Topics,
        (Section::Categories, _) => Section::Skills,
        _ => section,
    };
    let entry = |key, target: &str, own: Section| Entry {
        text: t.get(key),
        href: here.href(target),
        current: (own == section).then_some(if target == path { "page" } else { "true" }),
        badge: None,
    };
    let mut entries = vec![entry("nav_skills", address::HOME, Section::Skills)];
    if let Some((kind, key, _)) = group {
        entries.push(entry(key, &address::groups(kind), Section::Topics));
    }
    if site.has(address::GRAPH) {
        entries.push(entry("nav_graph", address::GRAPH, Section::Graph));
    }
    let errors = site.findings().counts.errors;
    entries.push(Entry {
        badge: (errors > 0).then(|| t.number(errors)),
        ..entry("nav_health", address::HEALTH, Section::Health)
    });
    entries
}

fn commit(here: Here<'_>) -> Option<Link<'_>> {
    let repository = &here.site.inputs.repository;
    let commit = repository.commit.as_deref()?;
    let short = &commit[..commit.len().min(7)];
    Some(match repository.url.as_deref().filter(|url| is_web(url)) {
        Some(url) => Link { text: short.into(), href: Some(format!("{url}/commit/{commit}")), foreign: true },
        None => Link::plain(short),
    })
}

/// Where the history of a file of the source is shown.
pub(super) fn history_address(here: Here<'_>, source: &camino::Utf8Path) -> Option<String> {
    web(here.site.inputs.repository.history_address(source))
}

/// An address as far as it is one that a page may link to.
fn web(address: Option<String>) -> Option<String> {
    address.filter(|address| is_web(address))
}

fn is_web(address: &str) -> bool {
    address.starts_with("https://") || address.starts_with("http://")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn summaries_are_one_line_cut_at_a_word() {
        assert_eq!(summary("Use when\n\n  it rains"), "Use when it rains");
        let long = summary(&"word ".repeat(60));
        assert!(long.chars().count() <= 155 && long.ends_with("word…"), "{long}");
    }
}
