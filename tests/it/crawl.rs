//! Follows everything on every page of built sites.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use crate::page::{Page, is_known_element};
use crate::program;
use crate::site::{Site, is_absolute};

/// Folders of skills that are there: our own example, and real ones beside the project.
fn sources() -> Vec<PathBuf> {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    ["example-catalog", "../shared/corpus"]
        .map(|folder| project.join(folder))
        .into_iter()
        .filter(|folder| folder.is_dir())
        .collect()
}

#[test]
fn nothing_is_wrong_with_any_page() {
    for source in sources() {
        let room = tempfile::tempdir().expect("a temporary folder");
        let out = room.path().join("out");
        let run = program::run(room.path(), ["build".as_ref(), source.as_os_str(), "-o".as_ref(), out.as_os_str()]);
        assert!(matches!(run.status, 0 | 1), "{}", run.stderr);
        let site = Site::read(&out);
        assert!(site.pages.len() > 10, "{} pages", site.pages.len());
        let faults = faults(&site);
        let shown: Vec<&String> = faults.iter().take(30).collect();
        assert!(
            faults.is_empty(),
            "{}: {} faults in {} pages\n{shown:#?}",
            source.display(),
            faults.len(),
            site.pages.len()
        );
    }
}

/// Everything that is wrong with a site.
fn faults(site: &Site) -> BTreeSet<String> {
    let mut faults: BTreeSet<String> = site.pages.values().flat_map(page_faults).collect();
    faults.extend(site.broken_links("/"));
    // The page for missing addresses stands at any depth: it names the configured base, here `/`.
    faults.extend(site.broken_links("/a/b/").into_iter().filter(|fault| !fault.starts_with("404.html: \"/")));
    let mut by_lower: BTreeMap<String, Vec<&String>> = BTreeMap::new();
    for path in &site.files {
        by_lower.entry(path.to_lowercase()).or_default().push(path);
    }
    faults.extend(
        by_lower.values().filter(|paths| paths.len() > 1).map(|paths| format!("{paths:?} differ only in case")),
    );
    faults
}

/// Everything that is wrong with a page by itself.
fn page_faults(page: &Page) -> Vec<String> {
    let mut faults = page.errors();
    for element in page.elements() {
        let name = element.value().name();
        if !is_known_element(name) {
            faults.push(format!("unknown element <{name}>"));
        }
        for (attribute, value) in element.value().attrs() {
            if attribute.starts_with("on") || attribute == "style" {
                faults.push(format!("<{name} {attribute}={value:?}>"));
            }
        }
    }
    for (element, attribute, value) in page.addresses() {
        let read: String = value.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
        let read = read.to_lowercase();
        if ["javascript:", "vbscript:", "data:"].iter().any(|scheme| read.starts_with(scheme)) {
            faults.push(format!("script address <{element} {attribute}={value:?}>"));
        }
        if matches!(element, "script" | "img" | "iframe" | "source" | "video" | "audio" | "object" | "embed")
            && (is_absolute(value) || value.starts_with("//"))
        {
            faults.push(format!("request to another host <{element} {attribute}={value:?}>"));
        }
        if value.starts_with('/') && page.path != "404.html" {
            faults.push(format!("absolute link <{element} {attribute}={value:?}>"));
        }
    }
    let mut seen = BTreeSet::new();
    faults.extend(
        page.ids()
            .into_iter()
            .filter(|id| id.is_empty() || !seen.insert(*id))
            .map(|id| format!("id {id:?} twice or empty")),
    );
    for (selector, wanted) in [("h1", 1), ("main", 1), ("title", 1), ("html[lang]", 1)] {
        let count = page.select(selector).count();
        if count != wanted && !(selector == "title" && count > 0) {
            faults.push(format!("{count} times {selector}"));
        }
    }
    faults.into_iter().map(|fault| format!("{}: {fault}", page.path)).collect()
}

#[test]
fn a_crawl_sees_faults() {
    let faults = |html: &str| page_faults(&Page::new("x.html", html)).len();
    let page = |body: &str| {
        format!(
            "<!doctype html><html lang=en><head><title>t</title></head><body><main><h1>x</h1>{body}</main></body></html>"
        )
    };
    assert_eq!(faults(&page("<p id=a><a href=b.html>b</a>")), 0);
    for body in [
        "<foo>",
        "<p onclick=x>",
        "<p style=x>",
        "<a href='java\nscript:x'>",
        "<img src=//elsewhere/x.png>",
        "<a href=/x.html>",
        "<p id=a><p id=a>",
        "<h1>y</h1>",
        "<p class=a class=b>",
    ] {
        assert!(faults(&page(body)) > 0, "{body}");
    }
}
