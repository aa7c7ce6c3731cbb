//! `_headers`, which some hosts read (Netlify, Cloudflare Pages).

use std::fmt::Write as _;

use crate::site::{Inputs, Site, Table, address, files};

/// What the discovery text recommends: readable from other origins, checked again before reuse,
/// and content types that not every host knows.
const HEADERS: &str = "\
/.well-known/*
  Access-Control-Allow-Origin: *
  Cache-Control: no-cache
/.well-known/*.md
  Content-Type: text/markdown; charset=utf-8
/.claude-plugin/*
  Access-Control-Allow-Origin: *
  Cache-Control: no-cache
/catalog.json
  Access-Control-Allow-Origin: *
/skills/*.md
  Content-Type: text/markdown; charset=utf-8
/skills/*.skill
  Content-Type: application/zip
/feed.xml
  Content-Type: application/atom+xml; charset=utf-8
/*
  X-Content-Type-Options: nosniff
";

/// Claims the file.
pub fn emit(_: &Inputs, table: &mut Table) {
    table.add("_headers", |site| Ok(headers(site).into_bytes().into()));
}

/// The lines for every host, and for each file of a skill that a browser would open as a page a policy under which no
/// script of it runs (HTML, "The iframe element", `sandbox`; Content Security Policy 3, §6.3.2).
fn headers(site: &Site) -> String {
    let mut headers = HEADERS.to_owned();
    let documents = site.all_files().filter(|file| files::is_document(&file.path));
    for file in documents {
        let _ = write!(headers, "/{}\n  Content-Security-Policy: sandbox\n", address::encode(&file.raw));
    }
    headers
}
