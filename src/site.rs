//! Catalog + Report + Theme → the table of paths, each with a function that makes its bytes.
//!
//! Nothing here reads or writes disk (files too large to hold in memory are read through
//! [`SourceTree::bytes`](crate::SourceTree::bytes)). Two claims on one path are caught when the
//! table is made, before anything is rendered.

pub mod address;
mod assets;
mod chart;
mod chrome;
mod cost;
mod facets;
mod files;
mod findings;
mod graph;
mod groups;
mod health;
mod here;
mod home;
mod inputs;
mod language;
mod list;
mod mentioned;
mod pages;
mod prose;
pub mod registry;
mod schema;
pub mod search_data;
mod shared;
mod similar;
mod skill;
pub mod strings;
mod table;
mod viewer;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

use anyhow::Result;
use rayon::prelude::*;

use crate::catalog::SkillIndex;
use crate::markdown::HighlightCache;
use facets::FacetData;
use files::SkillFile;
use findings::FindingIndex;
pub use inputs::{Findings, Inputs};
pub use registry::Registry;
use search_data::SearchData;
use strings::Strings;
pub use table::{Emitter, Folder, LateEmitter, Make, SkillEmitter, Table};

/// Every emitter of paths that the settings, the groups and the number of skills decide, in order. A
/// new kind of output is a file in `site/` and a line here or below.
pub const EMITTERS: &[Emitter] = &[
    home::emit,
    groups::emit,
    shared::emit,
    graph::emit,
    health::emit,
    pages::emit,
    facets::emit,
    assets::emit,
    search_data::emit,
    schema::emit,
    registry::wellknown::emit,
    registry::marketplace::emit,
    registry::catalog_json::emit,
    registry::llms::emit,
    registry::feed::emit,
    registry::engines::emit,
    registry::hosting::emit,
];

/// Every emitter of paths of one skill, in order. They are below `skills/<id>` or, by the name that
/// agents know, below the folders of the discovery indexes; see [`Site::skill_at`].
pub const SKILL_EMITTERS: &[SkillEmitter] = &[
    skill::emit,
    viewer::emit,
    files::emit,
    registry::raw::emit,
    registry::wellknown::emit_skill,
    registry::scoped::emit,
    registry::downloads::emit,
];

/// Every emitter of paths that only the findings decide; they are below `health/`.
pub const LATE_EMITTERS: &[LateEmitter] = &[health::emit_rules];

/// Most bytes of highlighted code that one site takes over from another.
const MAX_HELD: usize = 64 * 1024 * 1024;

/// A site: a function from path to bytes.
///
/// What a path needs is made when it is first asked for, and once: its part of the table of paths,
/// the findings, the search index, the likeness of descriptions.
pub struct Site {
    /// What it is made from.
    pub inputs: Inputs,
    /// Highlighted code; in memory only until another is put in its place.
    pub highlights: HighlightCache,
    /// Words of the interface.
    pub strings: Strings,
    registry: Registry,
    asset_marks: BTreeMap<String, String>,
    early_script_hash: String,
    files: Vec<OnceLock<Vec<SkillFile>>>,
    findings: OnceLock<FindingIndex>,
    search: OnceLock<SearchData>,
    costs: Vec<OnceLock<cost::Cost>>,
    languages: Vec<OnceLock<Option<&'static str>>>,
    mentions: Vec<OnceLock<mentioned::OfSkill>>,
    facet_data: OnceLock<FacetData>,
    similar: OnceLock<Arc<similar::Similar>>,
    table: Table,
    of_skill: Vec<OnceLock<Table>>,
    of_findings: OnceLock<Table>,
    /// The skills in the order of their addresses.
    by_id: OnceLock<Vec<SkillIndex>>,
    /// The skills in the order of the names that agents know.
    by_name: OnceLock<Vec<SkillIndex>>,
}

impl Site {
    /// Makes the whole table of paths.
    ///
    /// # Errors
    /// When two outputs claim one path, or the interface has no strings in the configured language.
    pub fn new(inputs: Inputs) -> Result<Self> {
        let site = Site::unchecked(inputs)?;
        site.check()?;
        Ok(site)
    }

    /// A site of which nothing is made that nobody has asked for. Whether two outputs claim one
    /// path is told by [`Site::check`].
    ///
    /// # Errors
    /// When the interface has no strings in the configured language.
    pub fn unchecked(mut inputs: Inputs) -> Result<Self> {
        let mut table = Table::default();
        for emit in EMITTERS {
            emit(&inputs, &mut table);
        }
        let strings = Strings::new(&inputs.config.language)?;
        if inputs.theme.language != strings.language() {
            let theme = Arc::make_mut(&mut inputs.theme);
            theme.templates.global_context().insert("t", &strings.table());
            strings.language().clone_into(&mut theme.language);
        }
        let skills = inputs.catalog.skills.len();
        Ok(Site {
            asset_marks: assets::marks(&inputs.theme, &strings),
            early_script_hash: assets::early_script_hash(&inputs.theme),
            registry: Registry::new(&inputs),
            highlights: HighlightCache::default(),
            inputs,
            strings,
            files: slots(skills),
            findings: OnceLock::new(),
            search: OnceLock::new(),
            costs: slots(skills),
            languages: slots(skills),
            mentions: slots(skills),
            facet_data: OnceLock::new(),
            similar: OnceLock::new(),
            table,
            of_skill: slots(skills),
            of_findings: OnceLock::new(),
            by_id: OnceLock::new(),
            by_name: OnceLock::new(),
        })
    }

    /// Takes from the site before what is the same in both and was made there.
    pub(crate) fn take_over(&mut self, before: &Site) {
        if let Some(similar) = before.similar.get()
            && similar::says_the_same(&self.inputs.catalog, &before.inputs.catalog)
        {
            self.similar = OnceLock::from(Arc::clone(similar));
        }
        // Texts of long ago are held as well, so it begins anew when they have become much.
        if before.highlights.held() < MAX_HELD {
            self.highlights = before.highlights.clone();
        }
    }

    /// Makes the whole table of paths and looks for two claims on one place.
    ///
    /// # Errors
    /// When there are any; names both.
    pub fn check(&self) -> Result<()> {
        table::check(&self.tables())
    }

    /// The search index, made now if it is not yet.
    pub fn search(&self) -> &SearchData {
        self.search.get_or_init(|| search_data::make(self))
    }

    /// Makes what very many pages need. To be called before pages are made on several threads of one
    /// pool: a thread that makes it there could come upon a page that waits for it.
    pub fn prepare(&self) {
        self.findings();
        self.likeness();
        self.facet_data();
    }

    /// Makes what takes long of the front page.
    pub(crate) fn prepare_front(&self) {
        self.facet_data();
    }

    fn likeness(&self) -> &similar::Similar {
        self.similar.get_or_init(|| Arc::new(similar::Similar::new(&self.inputs.catalog)))
    }

    /// Every path, in order. Makes what is known only when it is made, such as the search index.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        let made = self.table.folders().flat_map(|files| files(self).keys());
        let claimed = self.tables().into_iter().flat_map(Table::paths);
        let mut paths: Vec<&str> = claimed.chain(made.map(String::as_str)).collect();
        paths.par_sort_unstable();
        paths.into_iter()
    }

    /// True when the site has this path.
    pub fn has(&self, path: &str) -> bool {
        self.entry(path).is_some() || self.table.files_around(self, path).is_some_and(|files| files.contains_key(path))
    }

    /// The bytes of one path; `None` when the site has no such path.
    pub fn get(&self, path: &str) -> Option<Result<Cow<'_, [u8]>>> {
        if let Some(make) = self.entry(path) {
            return Some(make(self));
        }
        Some(Ok(self.table.files_around(self, path)?.get(path)?.as_slice().into()))
    }

    fn entry(&self, path: &str) -> Option<&Make> {
        let of_skill = || self.table_of(self.skill_at(path)?).get(path);
        let of_findings = || path.starts_with(address::RULES).then(|| self.table_of_findings().get(path)).flatten();
        self.table.get(path).or_else(of_skill).or_else(of_findings)
    }

    /// Every part of the table.
    fn tables(&self) -> Vec<&Table> {
        let of_skills = (0..self.of_skill.len() as u32).into_par_iter().map(|at| self.table_of(SkillIndex(at)));
        let mut tables: Vec<&Table> = of_skills.collect();
        tables.extend([&self.table, self.table_of_findings()]);
        tables
    }

    fn table_of(&self, skill: SkillIndex) -> &Table {
        self.of_skill[skill.0 as usize].get_or_init(|| {
            let mut table = Table::default();
            for emit in SKILL_EMITTERS {
                emit(self, skill, &mut table);
            }
            table
        })
    }

    fn table_of_findings(&self) -> &Table {
        self.of_findings.get_or_init(|| {
            let mut table = Table::default();
            for emit in LATE_EMITTERS {
                emit(self, &mut table);
            }
            table
        })
    }

    /// The skill that a path belongs to, if the site has the path: by its address below `skills/`,
    /// by the name that agents know below the folders of the discovery indexes.
    fn skill_at(&self, path: &str) -> Option<SkillIndex> {
        let (folder, rest) =
            address::SKILL_FOLDERS.iter().find_map(|folder| Some((*folder, path.strip_prefix(folder)?)))?;
        let place = match rest.split_once('/') {
            Some((place, _)) => place,
            None => address::SKILL_ENDINGS.iter().find_map(|ending| rest.strip_suffix(ending))?,
        };
        if folder == address::SKILLS {
            let id = |index: &SkillIndex| self.inputs.catalog.skill(*index).id.as_str();
            find(self.by_id.get_or_init(|| self.sorted_by(id)), id, place)
        } else {
            let name = |index: &SkillIndex| self.registry.name(*index);
            find(self.by_name.get_or_init(|| self.sorted_by(name)), name, place)
        }
    }

    // On one thread: jobs of the pool ask for it, and one that waited for others there could take up one that waits
    // for this very list.
    fn sorted_by<'a>(&'a self, key: impl Fn(&SkillIndex) -> &'a str) -> Vec<SkillIndex> {
        let mut skills: Vec<SkillIndex> = self.inputs.catalog.indexed().map(|(index, _)| index).collect();
        skills.sort_by(|a, b| key(a).cmp(key(b)));
        skills
    }

    /// The files of a skill.
    fn files(&self, skill: SkillIndex) -> &[SkillFile] {
        let Inputs { catalog, .. } = &self.inputs;
        self.files[skill.0 as usize].get_or_init(|| files::of_skill(&catalog.source, catalog.skill(skill)))
    }

    /// The file of a skill whose bytes are at `path`, as they are on disk.
    fn raw_file(&self, path: &str) -> Option<&SkillFile> {
        self.files(self.skill_at(path)?).iter().find(|file| file.raw == path)
    }

    /// True for a path of which an author made every byte: nothing is to be added to it.
    pub(crate) fn is_as_written(&self, path: &str) -> bool {
        path.starts_with(registry::wellknown::FOLDER) || self.raw_file(path).is_some()
    }

    /// The headers that a host sends with a path when it reads our `_headers`.
    pub(crate) fn headers(&self, path: &str) -> Vec<registry::hosting::Header> {
        registry::hosting::headers(self, path)
    }

    /// The files of every skill, in order.
    fn all_files(&self) -> impl Iterator<Item = &SkillFile> {
        self.inputs.catalog.indexed().flat_map(|(index, _)| self.files(index))
    }

    /// The findings by skill.
    pub(crate) fn findings(&self) -> &FindingIndex {
        self.findings.get_or_init(|| FindingIndex::new(&self.inputs.catalog, &self.inputs.report))
    }

    /// The context cost of a skill.
    fn cost(&self, skill: SkillIndex) -> cost::Cost {
        *self.costs[skill.0 as usize].get_or_init(|| cost::of_skill(&self.inputs.catalog, skill))
    }

    /// The language that a skill seems to be written in.
    fn language(&self, skill: SkillIndex) -> Option<&'static str> {
        *self.languages[skill.0 as usize].get_or_init(|| language::of_skill(&self.inputs.catalog, skill))
    }

    /// What the texts of a skill say of its companions, in the order of those.
    fn mentions(&self, skill: SkillIndex) -> &[mentioned::Companion] {
        self.mentions[skill.0 as usize].get_or_init(|| mentioned::of_skill(&self.inputs.catalog, skill))
    }

    /// The skills that are most like one, best first.
    fn similar(&self, skill: SkillIndex) -> &[SkillIndex] {
        self.likeness().to(skill)
    }

    /// The facets and their data.
    fn facet_data(&self) -> &FacetData {
        self.facet_data.get_or_init(|| facets::data(self))
    }
}

/// The one of `sorted` whose key is `wanted`.
fn find<'a>(sorted: &[SkillIndex], key: impl Fn(&SkillIndex) -> &'a str, wanted: &str) -> Option<SkillIndex> {
    sorted.binary_search_by(|index| key(index).cmp(wanted)).ok().map(|at| sorted[at])
}

/// A place for each skill.
fn slots<T>(skills: usize) -> Vec<OnceLock<T>> {
    std::iter::repeat_with(OnceLock::new).take(skills).collect()
}

/// `text` as text and attributes of HTML hold it.
fn escape(text: &str) -> String {
    let mut out = Vec::with_capacity(text.len() + text.len() / 8);
    tera::escape_html(text, &mut out).unwrap_or_else(|_| unreachable!("writing to memory never fails"));
    String::from_utf8(out).unwrap_or_else(|_| unreachable!("escaping keeps text text"))
}

#[cfg(test)]
mod tests;
