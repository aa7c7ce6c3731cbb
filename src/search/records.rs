//! Documents → what the browser shows of them: records, outlines and facets.

use std::borrow::Cow;

use serde_json::{Value, json};

use super::encode::{ascending, digit};
use super::{Document, File};

/// Types of SKILL Package Specification 1.0.0 §5.
pub const KINDS: [&str; 4] = ["technique", "pattern", "reference", "discipline"];
/// Maturities of the same.
pub const MATURITIES: [&str; 5] = ["draft", "alpha", "beta", "stable", DEPRECATED];
/// The maturity that ranks lower.
const DEPRECATED: &str = "deprecated";
/// Risks of the Aether OS format §2.2.
pub const RISKS: [&str; 3] = ["low", "medium", "high"];

/// Address of a skill's page when it follows the usual form, with the name in the braces' place.
pub const USUAL_URL: (&str, &str) = ("skills/", ".html");

/// How many records lie in one file: few enough to be cheap for one result of ten, enough not to
/// flood the host with files.
pub fn per_file(documents: usize) -> usize {
    if documents > 20_000 { 16 } else { 4 }
}

/// The same for outlines, which are asked for less often.
pub fn outlines_per_file(documents: usize) -> usize {
    if documents > 20_000 { 16 } else { 8 }
}

/// Name, address, title, description, tags, facets. Zero stands for what is usual.
pub fn record(document: &Document) -> Value {
    let usual = format!("{}{}{}", USUAL_URL.0, document.name, USUAL_URL.1);
    let url = if document.url == usual { json!(0) } else { json!(document.url) };
    let title = if document.title.is_empty() { json!(0) } else { json!(document.title) };
    json!([document.name, url, title, document.description, document.tags, facets(document)])
}

/// Headings as text and anchor in turn; files as path and address in turn.
pub fn outline(document: &Document) -> Value {
    let headings: Vec<&str> =
        document.headings.iter().flat_map(|heading| [heading.text.as_ref(), heading.anchor.as_ref()]).collect();
    let files: Vec<Value> =
        document.files.iter().flat_map(|file| [json!(file.path), file_url(document, file)]).collect();
    json!([headings, files])
}

/// 0: below the page's address; 1: the same with `.html`; else the address.
fn file_url(document: &Document, file: &File) -> Value {
    let folder = document.url.strip_suffix(USUAL_URL.1).unwrap_or(&document.url);
    match file.url.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')) {
        Some(rest) if rest == file.path => json!(0),
        Some(rest) if rest.strip_suffix(".html") == Some(&file.path) => json!(1),
        _ => json!(file.url),
    }
}

/// Type (three bits), maturity (three), risk (two), scripts (one); 0 where there is none.
pub fn facets(document: &Document) -> u32 {
    let place = |all: &[&str], value: &Option<Cow<str>>| {
        value.as_deref().and_then(|value| all.iter().position(|known| *known == value)).map_or(0, |at| at as u32 + 1)
    };
    place(&KINDS, &document.kind)
        | place(&MATURITIES, &document.maturity) << 3
        | place(&RISKS, &document.risk) << 6
        | u32::from(document.scripts) << 8
}

/// The facets of all documents, two digits each.
pub fn all_facets(documents: &[&Document]) -> String {
    let mut out = String::with_capacity(documents.len() * 2);
    for document in documents {
        let code = facets(document);
        digit(&mut out, code & 63);
        digit(&mut out, code >> 6);
    }
    out
}

/// The documents that are deprecated. They rank lower, so the browser wants them before it looks at any record.
pub fn deprecated(documents: &[&Document]) -> String {
    let is_deprecated = |number: &u32| documents[*number as usize].maturity.as_deref() == Some(DEPRECATED);
    let mut out = String::new();
    ascending(&mut out, &(0..documents.len() as u32).filter(is_deprecated).collect::<Vec<_>>());
    out
}

/// Topics with their documents, by title.
pub fn topics(documents: &[&Document]) -> Value {
    lists(by_title(documents, |document| &document.topics))
}

/// How many tags the result page counts: the most frequent ones. There may be thousands, most of them of one skill.
const FREQUENT_TAGS: usize = 30;

/// The most frequent tags with their documents, by title.
pub fn frequent_tags(documents: &[&Document]) -> Value {
    let mut tags = by_title(documents, |document| &document.tags);
    tags.sort_by_key(|(_, numbers)| std::cmp::Reverse(numbers.len()));
    tags.truncate(FREQUENT_TAGS);
    tags.sort_unstable_by_key(|(title, _)| *title);
    lists(tags)
}

/// Titles with the documents that have them, by title.
fn by_title<'a>(
    documents: &[&'a Document],
    titles: impl Fn(&'a Document) -> &'a [Cow<'a, str>],
) -> Vec<(&'a str, Vec<u32>)> {
    let mut all = std::collections::BTreeMap::<&str, Vec<u32>>::new();
    for (number, document) in documents.iter().enumerate() {
        for title in titles(document) {
            let numbers = all.entry(title).or_default();
            if numbers.last() != Some(&(number as u32)) {
                numbers.push(number as u32);
            }
        }
    }
    all.into_iter().collect()
}

fn lists(titles: Vec<(&str, Vec<u32>)>) -> Value {
    let list = |numbers: Vec<u32>| {
        let mut out = String::new();
        ascending(&mut out, &numbers);
        out
    };
    titles.into_iter().map(|(title, numbers)| json!([title, list(numbers)])).collect()
}

/// Categories with the number of their documents, in order of number.
pub fn categories(documents: &[&Document]) -> Value {
    documents
        .chunk_by(|a, b| a.category == b.category)
        .map(|documents| json!([documents[0].category, documents.len()]))
        .collect()
}
