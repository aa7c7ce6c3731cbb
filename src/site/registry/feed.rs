//! The Atom feed (RFC 4287) of skills that were verified or changed last.
//!
//! Its ids and links are absolute, so it exists when `base_url` is set. Its times are those of
//! `last_verified` and of the last commit, never of the build: a feed that says "new" at each
//! build is read by nobody.

use std::borrow::Cow;
use std::cmp::Reverse;
use std::fmt::Write as _;

use anyhow::Result;
use jiff::civil::Date;

use super::absolute;
use crate::catalog::Skill;
use crate::site::{Inputs, Site, Table, address};

/// Where the feed is.
pub const PATH: &str = "feed.xml";
/// Most entries.
const ENTRIES: usize = 50;

/// Claims the feed, when there is anything to tell and an address to link to.
pub fn emit(inputs: &Inputs, table: &mut Table) {
    let dated = inputs.catalog.skills.iter().any(|skill| news(inputs, skill).is_some());
    if dated && inputs.config.base_url.is_some() {
        table.add(PATH, |site| Ok(feed(site)?.into_bytes().into()));
    }
}

/// What was done to a skill last.
struct News {
    day: Date,
    /// Key of its word.
    what: &'static str,
}

fn news(inputs: &Inputs, skill: &Skill) -> Option<News> {
    // A date in the future is a finding, and no news.
    let verified = skill.package.last_verified().filter(|day| *day <= inputs.config.as_of);
    let changed = inputs.repository.dates(&skill.package.folder).map(|dates| dates.last);
    match (verified, changed) {
        (Some(verified), Some(changed)) if changed > verified => Some(News { day: changed, what: "feed_changed" }),
        (Some(day), _) => Some(News { day, what: "feed_verified" }),
        (None, Some(day)) => Some(News { day, what: "feed_changed" }),
        (None, None) => None,
    }
}

fn feed(site: &Site) -> Result<String> {
    let inputs = &site.inputs;
    let mut all: Vec<(News, &Skill)> =
        inputs.catalog.skills.iter().filter_map(|skill| Some((news(inputs, skill)?, skill))).collect();
    all.sort_by_key(|(news, skill)| (Reverse(news.day), &skill.id));
    all.truncate(ENTRIES);
    let home = absolute(inputs, "").unwrap_or_default();
    let home = escaped(&home);
    let title = escaped(&inputs.config.title);
    let owner = escaped(inputs.config.registry.owner.as_deref().unwrap_or(&inputs.config.title)).into_owned();
    let mut out = String::from("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n");
    writeln!(out, r#"<feed xmlns="http://www.w3.org/2005/Atom">"#)?;
    writeln!(out, "  <id>{home}</id>\n  <title>{title}</title>")?;
    if let Some((newest, _)) = all.first() {
        writeln!(out, "  <updated>{}T00:00:00Z</updated>", newest.day)?;
    }
    writeln!(out, "  <author><name>{owner}</name></author>")?;
    writeln!(out, r#"  <link rel="alternate" type="text/html" href="{home}"/>"#)?;
    writeln!(out, r#"  <link rel="self" type="application/atom+xml" href="{home}{PATH}"/>"#)?;
    for (news, skill) in &all {
        entry(&mut out, site, news, skill)?;
    }
    out.push_str("</feed>\n");
    Ok(out)
}

fn entry(out: &mut String, site: &Site, news: &News, skill: &Skill) -> Result<()> {
    let page = absolute(&site.inputs, &address::skill(&skill.id)).unwrap_or_default();
    let page = escaped(&page);
    let version = skill.package.version().map(|version| format!(" {version}")).unwrap_or_default();
    writeln!(out, "  <entry>\n    <id>{page}</id>")?;
    writeln!(out, "    <title>{}{version}: {}</title>", escaped(skill.name()), site.strings.get(news.what))?;
    writeln!(out, "    <updated>{}T00:00:00Z</updated>", news.day)?;
    writeln!(out, r#"    <link rel="alternate" type="text/html" href="{page}"/>"#)?;
    writeln!(out, "    <summary>{}</summary>\n  </entry>", escaped(skill.package.description()))?;
    Ok(())
}

/// Text for XML, between tags or in an attribute, without characters that XML 1.0 does not allow.
pub(super) fn escaped(text: &str) -> Cow<'_, str> {
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r' | ' '..='\u{FFFD}' | '\u{10000}'..);
    if text.chars().all(|c| allowed(c) && !matches!(c, '&' | '<' | '>' | '"' | '\'')) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars().filter(|c| allowed(*c)) {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out.into()
}
