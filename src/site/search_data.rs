//! The index of the search: the catalog as documents, and the files that come of them.
//!
//! What files there are is known only when the index is made, which takes a second for thousands
//! of skills. So the folder is claimed as a whole and the index is made when the first of its
//! files, or the list of all paths, is asked for: a preview shows its first page before that.

use std::borrow::Cow;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::prose::says_the_same;
use super::{Inputs, Site, Table, address};
use crate::Config;
use crate::catalog::{Catalog, Skill, SkillIndex};
use crate::manifest::ListField;
use crate::markdown;
use crate::package::Package;
use crate::search::{Document, File, Index, Part, Section, Settings};

/// The folder of the index.
const FOLDER: &str = "search/";

/// The index of a site.
pub struct SearchData {
    /// Its files, by path from the root of the site.
    entries: BTreeMap<String, Vec<u8>>,
    /// Sizes by kind of file.
    pub parts: Vec<Part>,
    /// What is too large for a search on a slow line, as sentences.
    pub over_budget: Vec<String>,
}

pub(super) fn emit(_inputs: &Inputs, table: &mut Table) {
    table.add_folder(FOLDER, |site| &site.search().entries);
}

/// Indexes the skills of `site`.
pub(super) fn make(site: &Site) -> SearchData {
    let files = Index::new(&whole_documents(site), &settings(&site.inputs.config)).files();
    SearchData {
        parts: files.parts(),
        over_budget: files.over_budget(),
        entries: files.entries.into_iter().map(|(path, bytes)| (format!("{FOLDER}{path}"), bytes)).collect(),
    }
}

/// What the search of `site` looks at: every skill with its body, headings and files.
pub fn whole_documents(site: &Site) -> Vec<Document<'_>> {
    let catalog = &site.inputs.catalog;
    (0..catalog.skills.len() as u32)
        .into_par_iter()
        .map(|at| {
            let index = SkillIndex(at);
            let skill = catalog.skill(index);
            let package = &skill.package;
            let own = [package.skill_md, package.skill_toml];
            let files = site.files(index).iter().filter(|file| !own.contains(&Some(file.file)));
            let text = package.body(&catalog.source);
            Document {
                headings: headings(package),
                files: files
                    .map(|file| File { path: file.path.as_str().into(), url: address::encode(file.page()).into() })
                    .collect(),
                body: markdown::plain_text(text, &package.outline).into(),
                ..document(catalog, skill)
            }
        })
        .collect()
}

/// What `skillsite route` ranks: every skill with the fields that say what it is for.
pub fn documents(catalog: &Catalog) -> Vec<Document<'_>> {
    catalog.skills.iter().map(|skill| document(catalog, skill)).collect()
}

/// The settings of the search.
pub fn settings(config: &Config) -> Settings {
    Settings { aliases: config.search.aliases.clone() }
}

/// A skill without its body, headings and files.
fn document<'a>(catalog: &'a Catalog, skill: &'a Skill) -> Document<'a> {
    let Package { manifest, outline, .. } = &*skill.package;
    let titles = |groups: &'a [crate::catalog::Group], numbers: &[usize]| -> Vec<Cow<'a, str>> {
        numbers.iter().map(|number| groups[*number].title.as_str().into()).collect()
    };
    let title = outline.headings.first().filter(|heading| heading.level == 1).map_or("", |heading| &heading.text);
    Document {
        name: skill.name().into(),
        title: if says_the_same(title, skill.name()) { "" } else { title }.into(),
        description: skill.package.description().into(),
        tags: titles(&catalog.tags, &skill.tags),
        topics: titles(&catalog.topics, &skill.topics),
        category: catalog.categories[skill.category].title.as_str().into(),
        inputs: manifest.inputs.iter().flat_map(ListField::texts).map(Cow::Borrowed).collect(),
        language: manifest.lang.as_ref().map(|lang| lang.text.as_str().into()),
        kind: manifest.kind.as_ref().map(|kind| kind.text.trim().into()),
        maturity: skill.package.maturity().map(|maturity| maturity.as_str().into()),
        risk: skill.package.risk().map(|risk| risk.as_str().into()),
        scripts: skill.package.has_scripts(),
        url: address::encode(&address::skill(&skill.id)).into(),
        ..Document::default()
    }
}

/// Headings that lead somewhere: not the title of the page.
fn headings(package: &Package) -> Vec<Section<'_>> {
    let headings = package.outline.headings.iter().enumerate();
    headings
        .filter(|(at, heading)| !(heading.text.trim().is_empty() || *at == 0 && heading.level == 1))
        .map(|(_, heading)| Section { text: heading.text.as_str().into(), anchor: heading.id.as_str().into() })
        .collect()
}
