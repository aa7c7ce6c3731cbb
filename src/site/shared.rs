//! Names that several skills have: the plain address lists them.

use serde::Serialize;

use super::chrome::{Head, Section};
use super::here::Here;
use super::list::{self, List};
use super::{Inputs, Table, address};

#[derive(Serialize)]
struct SharedPage<'a> {
    name: &'a str,
    list: List<'a>,
}

pub(super) fn emit(inputs: &Inputs, table: &mut Table) {
    for (at, shared) in inputs.catalog.shared_names.iter().enumerate() {
        let path = address::skill(&shared.id);
        table.add(path.clone(), move |site| {
            let shared = &site.inputs.catalog.shared_names[at];
            let here = Here { site, path: &path };
            let head = Head { title: &shared.name, section: Section::Skills, ..Head::default() };
            let page = SharedPage { name: &shared.name, list: list::list(here, &path, 1, &shared.skills, false) };
            here.render("shared.html", head, &page)
        });
    }
}
