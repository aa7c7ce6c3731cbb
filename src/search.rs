//! The static search index: texts with fields → files that a small script loads on demand.
//!
//! In come [`Document`]s, out go an [`Index`] and its files. No host needs to do anything: the
//! files are classic scripts (`__skillsite("<key>", <JSON>)`), so they load from any folder, from
//! `file://` and under `script-src 'self'`.
//!
//! | file below `search/` | holds | loaded |
//! | --- | --- | --- |
//! | `latest.js` | the root: generation, counts, ranking numbers, first word of each word shard | on focus |
//! | `<gen>/w…` | word shards: words in order, each with its stem and postings | per word of a query |
//! | `<gen>/d…` | records: name, description and tags of four skills (sixteen in large catalogs) | per result |
//! | `<gen>/t…` | words by first letter, for typos | when a word is unknown |
//! | `<gen>/o…` | outlines: headings and files of the skills of one record file | for sections and files |
//! | `<gen>/facets.js`, `topics.js`, `tags.js` | type, maturity, risk and scripts of each skill; skills of each topic and of the most frequent tags | with a filter |
//! | `<gen>/bodies.js`, `b…` | the root and word shards of the full text | in full-text search |
//! | `elasticlunr.json`, `refs.json` | the same index for stock elasticlunr.js 0.9.5 | by other people's scripts |
//!
//! `<gen>` is a hash over everything below it, so those files never change; only `latest.js` does.
//! Pages name nothing but `latest.js`: a page from before a deploy finds the new index, and a
//! change of one skill changes no other page.
//!
//! The steps, one file each: [`analysis`] (text → words), `inverted` (elasticlunr-rs counts those of
//! names, tags and descriptions), `text` (those of headings, files and bodies), `words` (counts → postings), [`ranking`] (every number that decides an order), `shards` and
//! `records` (→ files), [`route`] (which skill an agent would meet first). Knows nothing of pages
//! and reads no disk.

mod aliases;
pub mod analysis;
mod encode;
mod inverted;
mod language;
pub mod ranking;
mod records;
mod route;
pub mod script;
mod shards;
mod text;
mod words;

use std::borrow::Cow;
use std::collections::BTreeMap;

pub use route::{Match, Routed, Routing};
pub use shards::{Files, Part};

/// One skill, as the search sees it. Words of a field are worth what [`ranking`] says.
#[derive(Clone, Debug, Default)]
pub struct Document<'a> {
    /// The name.
    pub name: Cow<'a, str>,
    /// A title that differs from the name; else empty.
    pub title: Cow<'a, str>,
    /// The description, whole.
    pub description: Cow<'a, str>,
    /// Tags, as shown.
    pub tags: Vec<Cow<'a, str>>,
    /// Topics, as shown.
    pub topics: Vec<Cow<'a, str>>,
    /// Category, as shown.
    pub category: Cow<'a, str>,
    /// Names of inputs.
    pub inputs: Vec<Cow<'a, str>>,
    /// Headings of the instructions, without one that repeats the name.
    pub headings: Vec<Section<'a>>,
    /// Files of the skill.
    pub files: Vec<File<'a>>,
    /// The text that a reader of the instructions sees.
    pub body: Cow<'a, str>,
    /// Language code (`de`, `pt-BR`); guessed from the text when absent.
    pub language: Option<Cow<'a, str>>,
    /// Type, a word of the specification.
    pub kind: Option<Cow<'a, str>>,
    /// Maturity, a word of the specification.
    pub maturity: Option<Cow<'a, str>>,
    /// Risk, a word of the format.
    pub risk: Option<Cow<'a, str>>,
    /// True when the skill has files that can be run.
    pub scripts: bool,
    /// Address of its page, relative to the site's root, percent-encoded.
    pub url: Cow<'a, str>,
}

/// A heading with its place.
#[derive(Clone, Debug, Default)]
pub struct Section<'a> {
    /// Plain text.
    pub text: Cow<'a, str>,
    /// Anchor on the skill's page.
    pub anchor: Cow<'a, str>,
}

/// A file of a skill.
#[derive(Clone, Debug, Default)]
pub struct File<'a> {
    /// Path in the skill's folder.
    pub path: Cow<'a, str>,
    /// Address of the page that shows it, relative to the site's root, percent-encoded.
    pub url: Cow<'a, str>,
}

/// What the owner of the site can set.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Words that mean the same, beyond the built-in ones: a word and what it also stands for.
    pub aliases: BTreeMap<String, String>,
}

/// An index over documents.
///
/// Documents are numbered by category and then in the order given, so that a category is a range
/// of numbers and neighbours share files.
pub struct Index<'a> {
    documents: Vec<&'a Document<'a>>,
    words: Vec<words::Word>,
    bodies: Vec<words::Word>,
    aliases: Vec<aliases::Alias>,
    export: Option<String>,
}

impl<'a> Index<'a> {
    /// Indexes everything: fields, headings, files and bodies.
    pub fn new(documents: &'a [Document<'a>], settings: &Settings) -> Self {
        let documents = in_order(documents);
        let (mut core, mut text) = rayon::join(|| inverted::core(&documents), || text::count(&documents));
        let export = core.export.take();
        let stems = words::Stems::new(&documents);
        let words = words::core(core, &mut text, &documents, &stems);
        let bodies = words::bodies(text, documents.len(), &stems);
        let aliases = aliases::all(settings, &words);
        Index { documents, words, bodies, aliases, export }
    }

    /// Indexes names, tags and descriptions only: enough for [`Index::route`].
    pub fn for_routing(documents: &'a [Document<'a>], settings: &Settings) -> Self {
        let documents = in_order(documents);
        let core = inverted::core(&documents);
        let stems = words::Stems::new(&documents);
        let words = words::core(core, &mut text::Words::default(), &documents, &stems);
        let aliases = aliases::all(settings, &words);
        Index { documents, words, bodies: Vec::new(), aliases, export: None }
    }

    /// The files, by path below `search/`.
    pub fn files(&self) -> Files {
        shards::files(self)
    }

    /// The skills that an agent would meet first with `task`, best first, by the words of their
    /// descriptions alone.
    pub fn route(&self, task: &str, limit: usize) -> Routing<'a> {
        route::route(self, task, limit)
    }
}

/// Numbers the documents: by category, and as given within one.
fn in_order<'a>(documents: &'a [Document<'a>]) -> Vec<&'a Document<'a>> {
    let mut documents: Vec<_> = documents.iter().collect();
    documents.sort_by(|a, b| a.category.cmp(&b.category));
    documents
}

#[cfg(test)]
mod tests {
    use super::*;

    fn documents() -> Vec<Document<'static>> {
        ["constructor", "__proto__", "git-workflow"]
            .into_iter()
            .map(|name| Document {
                name: name.into(),
                description: "Use when </script> and <!-- open and \u{2028} end.".into(),
                category: "engineering".into(),
                url: format!("skills/{name}.html").into(),
                body: "Pass `--dry-run` first.".into(),
                ..Document::default()
            })
            .collect()
    }

    #[test]
    fn every_script_hands_over_valid_json_under_its_own_path() {
        let documents = documents();
        let files = Index::new(&documents, &Settings::default()).files();
        assert_eq!(files.generation.len(), 12);
        for (path, bytes) in &files.entries {
            let text = std::str::from_utf8(bytes).unwrap();
            let json = if let Some(path) = path.strip_suffix(".js") {
                let opening = format!("__skillsite(\"{path}\",");
                text.strip_prefix(&opening).unwrap().strip_suffix(")\n").unwrap()
            } else {
                text
            };
            serde_json::from_str::<serde_json::Value>(json).unwrap();
            assert!(!text.contains("</script") && !text.contains('\u{2028}'), "{path}");
        }
    }

    #[test]
    fn the_same_documents_give_the_same_files() {
        let (first, second) = (documents(), documents());
        let settings = Settings::default();
        assert_eq!(Index::new(&first, &settings).files().entries, Index::new(&second, &settings).files().entries);
    }

    #[test]
    fn no_document_and_one_document_work() {
        let files = Index::new(&[], &Settings::default()).files();
        assert!(files.entries.contains_key("latest.js"));
        let one = [Document { name: "only".into(), ..Document::default() }];
        let files = Index::new(&one, &Settings::default()).files();
        assert!(files.entries.contains_key(&format!("{}/d0/0.js", files.generation)));
    }
}
