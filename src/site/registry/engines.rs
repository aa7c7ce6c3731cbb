//! For search engines and browsers: `sitemap.xml`, `robots.txt`, `opensearch.xml`. All of them
//! must name absolute addresses, so they exist when `base_url` is set.

use std::fmt::Write as _;

use anyhow::Result;

use super::absolute;
use super::feed::escaped;
use crate::catalog::GroupKind;
use crate::site::{Inputs, Site, Table, address};

/// Most addresses in one file (sitemaps.org protocol).
const SITEMAP_ENTRIES: usize = 50_000;
/// Most characters of a short name (OpenSearch 1.1).
const SHORT_NAME: usize = 16;

/// Claims the files.
pub fn emit(inputs: &Inputs, table: &mut Table) {
    if inputs.config.base_url.is_none() {
        return;
    }
    let parts = pages(inputs).len().div_ceil(SITEMAP_ENTRIES);
    if parts <= 1 {
        table.add("sitemap.xml", |site| Ok(sitemap(&pages(&site.inputs))?.into_bytes().into()));
    } else {
        table.add("sitemap.xml", move |site| Ok(sitemap_index(&site.inputs, parts)?.into_bytes().into()));
        for part in 0..parts {
            table.add(part_path(part), move |site| {
                let pages = pages(&site.inputs);
                let part = pages.chunks(SITEMAP_ENTRIES).nth(part).unwrap_or_default();
                Ok(sitemap(part)?.into_bytes().into())
            });
        }
    }
    // Robots read it at the root of a host only.
    if inputs.config.base_path == "/" {
        table.add("robots.txt", |site| {
            let sitemap = absolute(&site.inputs, "sitemap.xml").unwrap_or_default();
            Ok(format!("User-agent: *\nAllow: /\n\nSitemap: {sitemap}\n").into_bytes().into())
        });
    }
    table.add("opensearch.xml", |site| Ok(opensearch(site)?.into_bytes().into()));
}

/// A page for search engines: its address and the day of its last change, where it is known.
struct Page {
    address: String,
    changed: Option<jiff::civil::Date>,
}

/// The front page, the skills, and the groups. Files, findings and further parts of lists are
/// reached from these.
fn pages(inputs: &Inputs) -> Vec<Page> {
    let catalog = &inputs.catalog;
    let page = |path: &str| Page { address: absolute(inputs, path).unwrap_or_default(), changed: None };
    let mut pages = vec![page("")];
    pages.extend(catalog.skills.iter().map(|skill| Page {
        changed: inputs.repository.dates(&skill.package.folder).map(|dates| dates.last),
        ..page(&address::skill(&skill.id))
    }));
    for (kind, groups) in [
        (GroupKind::Category, &catalog.categories),
        (GroupKind::Topic, &catalog.topics),
        (GroupKind::Tag, &catalog.tags),
    ] {
        if !groups.is_empty() {
            pages.push(page(&address::groups(kind)));
            pages.extend(groups.iter().map(|group| page(&address::group(group))));
        }
    }
    pages
}

fn sitemap(pages: &[Page]) -> Result<String> {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    writeln!(out, r#"<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#)?;
    for page in pages {
        write!(out, "<url><loc>{}</loc>", escaped(&page.address))?;
        if let Some(day) = page.changed {
            write!(out, "<lastmod>{day}</lastmod>")?;
        }
        out.push_str("</url>\n");
    }
    out.push_str("</urlset>\n");
    Ok(out)
}

fn sitemap_index(inputs: &Inputs, parts: usize) -> Result<String> {
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    writeln!(out, r#"<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">"#)?;
    for part in 0..parts {
        let address = absolute(inputs, &part_path(part)).unwrap_or_default();
        writeln!(out, "<sitemap><loc>{}</loc></sitemap>", escaped(&address))?;
    }
    out.push_str("</sitemapindex>\n");
    Ok(out)
}

fn part_path(part: usize) -> String {
    format!("sitemap-{}.xml", part + 1)
}

fn opensearch(site: &Site) -> Result<String> {
    let config = &site.inputs.config;
    let short: String = config.title.chars().take(SHORT_NAME).collect();
    let about = if config.description.is_empty() { &config.title } else { &config.description };
    let about: String = about.chars().take(1024).collect();
    let search = absolute(&site.inputs, address::SEARCH).unwrap_or_default();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    writeln!(out, r#"<OpenSearchDescription xmlns="http://a9.com/-/spec/opensearch/1.1/">"#)?;
    writeln!(out, "  <ShortName>{}</ShortName>", escaped(short.trim()))?;
    writeln!(out, "  <Description>{}</Description>", escaped(&about))?;
    writeln!(out, r#"  <Url type="text/html" template="{}?q={{searchTerms}}"/>"#, escaped(&search))?;
    writeln!(out, "  <InputEncoding>UTF-8</InputEncoding>\n</OpenSearchDescription>")?;
    Ok(out)
}
