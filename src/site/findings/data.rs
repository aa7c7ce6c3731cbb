//! All findings in one file for the browser, where a catalog has more of them than the page of health shows. It is
//! loaded when a reader first uses a filter there.

use std::collections::HashMap;

use serde_json::{Value as Json, json};

use super::row;
use crate::site::here::Here;
use crate::site::{Site, Table, address};

/// The file. It stands beside the pages that only the findings decide.
fn path() -> String {
    format!("{}findings.js", address::RULES)
}

/// Claims the file, when not all of the findings are on the page.
pub(in crate::site) fn emit(site: &Site, table: &mut Table, shown: usize) {
    if site.inputs.report.findings.len() > shown {
        table.add(path(), |site| Ok(data(site).into_bytes().into()));
    }
}

/// The link to the file; `None` when the page has all.
pub(in crate::site) fn link(here: Here<'_>) -> Option<String> {
    let path = path();
    here.site.has(&path).then(|| here.href(&path))
}

/// Texts, each once, by number.
#[derive(Default)]
struct Pool {
    texts: Vec<Json>,
    known: HashMap<String, usize>,
}

impl Pool {
    /// The number of `value`; the text `key` tells it from others.
    fn number(&mut self, key: &str, value: impl FnOnce() -> Json) -> usize {
        if let Some(number) = self.known.get(key) {
            return *number;
        }
        self.texts.push(value());
        self.known.insert(key.to_owned(), self.texts.len() - 1);
        self.texts.len() - 1
    }
}

/// A call with one argument: texts, skills with their addresses, and a row for each finding in the order of the page;
/// see `static/health.js` for the cells.
fn data(site: &Site) -> String {
    let here = Here { site, path: address::HEALTH };
    let (mut texts, mut skills) = (Pool::default(), Pool::default());
    let rows: Vec<Json> = super::by_level(&site.inputs.report)
        .into_iter()
        .map(|at| {
            let row = row(here, at);
            let mut text = |text: &str| texts.number(text, || json!(text));
            json!([
                row.level,
                text(row.level_text),
                text(&row.rule.text),
                row.category.map(&mut text),
                text(row.message),
                row.help.map(&mut text),
                row.skill.as_ref().map(|skill| {
                    let href = skill.href.as_deref().unwrap_or_default();
                    skills.number(href, || json!([skill.text, href]))
                }),
                row.place.text,
                row.place.href,
            ])
        })
        .collect();
    let data = json!({
        "texts": texts.texts,
        "skills": skills.texts,
        "rows": rows,
        "show_more": site.strings.get("show_more"),
    });
    format!("skillsite.findings({data});\n")
}
