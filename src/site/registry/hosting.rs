//! `_headers`, which some hosts read (Netlify, Cloudflare Pages), and the same for a server of our own.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use crate::site::{Inputs, Site, Table, address, files};

/// Name and value of a header.
pub type Header = (&'static str, &'static str);

/// Nothing of a document runs, and it is no part of this site for a browser (HTML, "The iframe element", `sandbox`;
/// Content Security Policy 3, §6.3.2).
const SANDBOX: Header = ("Content-Security-Policy", "sandbox");

/// Addresses, in which `*` stands for anything, and what goes with them. What the discovery text recommends: readable
/// from other origins, checked again before reuse, and content types that not every host knows.
const RULES: &[(&str, &[Header])] = &[
    ("/.well-known/*", &[("Access-Control-Allow-Origin", "*"), ("Cache-Control", "no-cache"), SANDBOX]),
    ("/.well-known/*.md", &[("Content-Type", "text/markdown; charset=utf-8")]),
    ("/.claude-plugin/*", &[("Access-Control-Allow-Origin", "*"), ("Cache-Control", "no-cache")]),
    ("/catalog.json", &[("Access-Control-Allow-Origin", "*")]),
    ("/skills/*.md", &[("Content-Type", "text/markdown; charset=utf-8")]),
    ("/skills/*.skill", &[("Content-Type", "application/zip")]),
    ("/feed.xml", &[("Content-Type", "application/atom+xml; charset=utf-8")]),
    ("/*", &[("X-Content-Type-Options", "nosniff")]),
];

/// Claims the file.
pub fn emit(_: &Inputs, table: &mut Table) {
    table.add("_headers", |site| Ok(text(site).into_bytes().into()));
}

/// The headers that `_headers` gives to a path of the site.
pub(in crate::site) fn headers(site: &Site, path: &str) -> Vec<Header> {
    let address = format!("/{path}");
    let by_rule = RULES.iter().filter(|(pattern, _)| matches(pattern, &address)).flat_map(|(_, headers)| *headers);
    let document = site.raw_file(path).is_some_and(|file| files::is_document(&file.path));
    by_rule.copied().chain(document.then_some(SANDBOX)).collect()
}

fn matches(pattern: &str, address: &str) -> bool {
    match pattern.split_once('*') {
        Some((start, end)) => address.strip_prefix(start).is_some_and(|rest| rest.ends_with(end)),
        None => pattern == address,
    }
}

/// The lines for every host, and those for the files of skills that a browser would open as a page. Hosts read few
/// lines, so files of one kind have one; pages of ours are HTML, so the HTML of skills is named file by file.
fn text(site: &Site) -> String {
    let mut text = String::new();
    for (pattern, headers) in RULES {
        add(&mut text, pattern, headers);
    }
    let documents = site.all_files().filter(|file| files::is_document(&file.path));
    let patterns: BTreeSet<String> = documents
        .map(|file| match file.path.extension() {
            Some(kind) if !kind.eq_ignore_ascii_case("html") => {
                format!("/{}*.{}", address::SKILLS, address::encode(kind))
            }
            _ => format!("/{}", address::encode(&file.raw)),
        })
        .collect();
    for pattern in &patterns {
        add(&mut text, pattern, &[SANDBOX]);
    }
    text
}

fn add(text: &mut String, pattern: &str, headers: &[Header]) {
    let _ = writeln!(text, "{pattern}");
    for (name, value) in headers {
        let _ = writeln!(text, "  {name}: {value}");
    }
}
