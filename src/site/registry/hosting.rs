//! `_headers`, which some hosts read (Netlify, Cloudflare Pages).

use crate::site::{Inputs, Registry, Table};

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
pub fn emit(_: &Inputs, _: &Registry, table: &mut Table) {
    table.add("_headers", |_| Ok(HEADERS.as_bytes().into()));
}
