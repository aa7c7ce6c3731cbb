//! Pages that are one of a kind: search, and the page for addresses that do not exist.

use serde::Serialize;

use super::chrome::{Head, Section};
use super::here::Here;
use super::{Inputs, Table, address};

#[derive(Serialize)]
struct Plain {}

pub(super) fn emit(_inputs: &Inputs, table: &mut Table) {
    table.add(address::SEARCH, |site| {
        let here = Here { site, path: address::SEARCH };
        let head = Head { title: site.strings.get("search"), section: Section::Skills, ..Head::default() };
        here.render("search.html", head, &Plain {})
    });
    table.add(address::NOT_FOUND, |site| {
        let here = Here { site, path: address::NOT_FOUND };
        here.render("404.html", Head { title: site.strings.get("not_found"), ..Head::default() }, &Plain {})
    });
}
