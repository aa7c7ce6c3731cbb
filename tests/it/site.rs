//! A whole output folder: files, pages, and where a link leads.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use crate::page::Page;

/// What is in an output folder.
pub struct Site {
    /// The folder.
    pub root: PathBuf,
    /// Every file, with `/`, sorted.
    pub files: BTreeSet<String>,
    /// Pages of ours by path.
    pub pages: BTreeMap<String, Page>,
}

/// Where a link leads.
#[derive(Debug, PartialEq, Eq)]
pub enum Target {
    /// Another host or a scheme such as `mailto:`.
    Foreign,
    /// A file of the site and the fragment, decoded; empty without one.
    File(String, String),
    /// Nothing; the reason.
    Nowhere(String),
}

impl Site {
    /// Reads a folder.
    pub fn read(root: &Path) -> Self {
        let files: BTreeSet<String> = files(root).into_iter().collect();
        let pages = files
            .iter()
            .filter(|path| is_html(path))
            .map(|path| {
                let html = fs::read(root.join(path)).expect("a file of the site");
                (path.clone(), Page::new(path, &String::from_utf8_lossy(&html)))
            })
            .filter(|(_, page)| page.is_ours())
            .collect();
        Site { root: root.to_owned(), files, pages }
    }

    /// The bytes of a file.
    pub fn bytes(&self, path: &str) -> Vec<u8> {
        fs::read(self.root.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
    }

    /// A file as text.
    pub fn text(&self, path: &str) -> String {
        String::from_utf8_lossy(&self.bytes(path)).into_owned()
    }

    /// Where a link on `page` leads, when the site lies under `base` (`/` or `/a/b/`).
    pub fn follow(&self, page: &str, href: &str, base: &str) -> Target {
        let nowhere = |reason: &str| Target::Nowhere(format!("{page}: {href:?} {reason}"));
        let start = url(&format!("{base}{page}"));
        let Some(address) = join(&start, href) else { return Target::Foreign };
        let Some(path) = address.path.strip_prefix(base) else { return nowhere("leaves the site") };
        let mut path = path.to_owned();
        if path.is_empty() || path.ends_with('/') {
            path.push_str("index.html");
        }
        if !self.files.contains(&path) {
            return nowhere("leads to no file");
        }
        let known = address.fragment.is_empty()
            || address.fragment == "top"
            || self.pages.get(&path).is_none_or(|page| page.has_id(first_line(&address.fragment)));
        if known { Target::File(path, address.fragment) } else { nowhere("names no id of that page") }
    }

    /// Every link and every loaded file of every page that leads nowhere.
    pub fn broken_links(&self, base: &str) -> Vec<String> {
        let mut broken = Vec::new();
        for (path, page) in &self.pages {
            for (element, _, href) in page.addresses() {
                if element == "link" && is_absolute(href) {
                    continue;
                }
                if let Target::Nowhere(reason) = self.follow(path, href, base) {
                    broken.push(reason);
                }
            }
        }
        broken
    }
}

/// True for the path of a page.
pub fn is_html(path: &str) -> bool {
    Path::new(path).extension().is_some_and(|end| end == "html")
}

/// True for an address with a scheme.
pub fn is_absolute(href: &str) -> bool {
    href.split_once(':').is_some_and(|(scheme, _)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
    })
}

/// `L10` of `L10-L20`, which the script of a viewer page reads; anything else as it is.
fn first_line(fragment: &str) -> &str {
    let is_line = |part: &str| part.strip_prefix('L').is_some_and(|line| line.parse::<u32>().is_ok());
    fragment.split_once('-').filter(|(from, to)| is_line(from) && is_line(to)).map_or(fragment, |(from, _)| from)
}

/// An address on one host, decoded.
struct Address {
    path: String,
    fragment: String,
}

fn url(path: &str) -> Address {
    Address { path: path.to_owned(), fragment: String::new() }
}

/// What a browser makes of `href` on the page `start`; `None` for other hosts and schemes.
fn join(start: &Address, href: &str) -> Option<Address> {
    if is_absolute(href) || href.starts_with("//") {
        return None;
    }
    let (rest, fragment) = href.split_once('#').unwrap_or((href, ""));
    let path = rest.split_once('?').map_or(rest, |(path, _)| path);
    let path = decoded(path);
    let joined = if path.is_empty() {
        start.path.clone()
    } else if path.starts_with('/') {
        path
    } else {
        let folder = start.path.rfind('/').map_or("", |at| &start.path[..=at]);
        format!("{folder}{path}")
    };
    let mut parts: Vec<&str> = Vec::new();
    let mut last = "";
    for part in joined.split('/') {
        last = part;
        match part {
            "." => {}
            ".." => {
                // The root's parent is the root.
                parts.truncate(parts.len().saturating_sub(1).max(1));
            }
            part => parts.push(part),
        }
    }
    if matches!(last, "." | "..") {
        parts.push("");
    }
    Some(Address { path: parts.join("/"), fragment: decoded(fragment) })
}

/// Percent signs read.
pub fn decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let pair = tail.get(..2).and_then(|pair| std::str::from_utf8(pair).ok());
        let escaped = pair.and_then(|pair| u8::from_str_radix(pair, 16).ok()).filter(|_| *first == b'%');
        bytes.push(escaped.unwrap_or(*first));
        rest = if escaped.is_some() { &tail[2..] } else { tail };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Every file below `root`, relative to it, with `/`, sorted. Links are not followed.
pub fn files(root: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        let Ok(items) = fs::read_dir(&folder) else { continue };
        for item in items {
            let path = item.expect("a folder can be read").path();
            if path.is_dir() && !path.is_symlink() {
                folders.push(path);
            } else {
                let relative = path.strip_prefix(root).expect("below the root");
                let parts: Vec<_> = relative.components().map(|part| part.as_os_str().to_string_lossy()).collect();
                paths.push(parts.join("/"));
            }
        }
    }
    paths.sort();
    paths
}

/// Every file below `root` with its bytes; links with their targets.
pub fn snapshot(root: &Path) -> BTreeMap<String, Vec<u8>> {
    files(root)
        .into_iter()
        .map(|path| {
            let place = root.join(&path);
            let bytes = match fs::read_link(&place) {
                Ok(target) => target.to_string_lossy().into_owned().into_bytes(),
                Err(_) => fs::read(&place).expect("a file can be read"),
            };
            (path, bytes)
        })
        .collect()
}

#[test]
fn links_are_followed_as_a_browser_does() {
    let site = Site {
        root: PathBuf::new(),
        files: ["index.html", "a/x y.html", "a/b/index.html"].map(str::to_owned).into(),
        pages: BTreeMap::new(),
    };
    let file = |path: &str, fragment: &str| Target::File(path.into(), fragment.into());
    for base in ["/", "/t/c/"] {
        assert_eq!(site.follow("a/b/index.html", "../x%20y.html?q=1#%C3%A4", base), file("a/x y.html", "ä"));
        assert_eq!(site.follow("a/b/index.html", "../..", base), file("index.html", ""));
        assert_eq!(site.follow("a/x y.html", "#here", base), file("a/x y.html", "here"));
        assert_eq!(site.follow("a/x y.html", "b/", base), file("a/b/index.html", ""));
        assert_eq!(site.follow("index.html", "mailto:a@b", base), Target::Foreign);
        assert_eq!(site.follow("index.html", "//elsewhere/", base), Target::Foreign);
        assert!(matches!(site.follow("index.html", "gone.html", base), Target::Nowhere(_)));
    }
    assert!(matches!(site.follow("index.html", "../index.html", "/t/c/"), Target::Nowhere(_)));
    assert!(matches!(site.follow("index.html", "/index.html", "/t/c/"), Target::Nowhere(_)));
}
