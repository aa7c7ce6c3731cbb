//! Names, tags and descriptions → which word stands how often in which field of which document.
//!
//! elasticlunr-rs does the counting, through a [`Language`] of ours that splits text as
//! [`analysis`](super::analysis) says. Its index can only be had as JSON, which is walked here
//! without being kept. Large catalogs are indexed in batches, one library index each, side by
//! side: its maps grow with what is in them, and so does their price.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;

use elasticlunr::{Index, IndexBuilder, Language, Pipeline};
use rayon::prelude::*;
use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, Visitor};

use super::Document;
use super::analysis::{is_stop_word, words};

/// Up to this many documents, the whole index is one of the library's, and can be exported as it is.
const ONE_INDEX: usize = 4_500;

/// Documents in a batch beyond that.
const BATCH: usize = 1_000;

/// A larger export is a burden to every script that would load it. Bytes.
const LARGEST_EXPORT: usize = 5_000_000;

/// Fields of the core index. The order is that of [`Count::field`].
const CORE: [&str; 3] = ["name", "tags", "description"];
/// [`Count::field`] of the name.
pub const NAME: usize = 0;
/// [`Count::field`] of tags, topics, category and inputs.
pub const TAGS: usize = 1;
/// [`Count::field`] of the description.
pub const DESCRIPTION: usize = 2;

/// A word's occurrences in one field of one document.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Count {
    /// Number of the document.
    pub document: u32,
    /// Number of the field.
    pub field: u8,
    /// How often.
    pub times: u32,
}

/// Words with their counts, in order of document.
pub type Terms = BTreeMap<String, Vec<Count>>;

/// Names, tags and descriptions, counted.
pub struct Core {
    /// The words.
    pub terms: Terms,
    /// Words of each field, by document.
    pub lengths: Vec<[u32; 3]>,
    /// The library's own index as JSON, when it is small enough to be of use.
    pub export: Option<String>,
}

/// Counts names, tags and descriptions.
pub fn core(documents: &[&Document]) -> Core {
    let size = if documents.len() <= ONE_INDEX { ONE_INDEX } else { BATCH };
    let batches: Vec<(Terms, Option<String>)> = documents
        .par_chunks(size)
        .enumerate()
        .map(|(batch, documents)| {
            let mut index = library_index();
            for (at, document) in documents.iter().enumerate() {
                let texts: [Cow<str>; 3] =
                    [name_text(document).into(), tags_text(document).into(), document.description.as_ref().into()];
                // A number as reference: names such as `constructor` break elasticlunr.js.
                index.add_doc(&(batch * size + at).to_string(), texts);
            }
            let json = index.to_json();
            drop(index);
            (read_terms(&json), (size == ONE_INDEX && json.len() <= LARGEST_EXPORT).then_some(json))
        })
        .collect();
    let mut terms = Terms::new();
    let mut export = None;
    for (batch, json) in batches {
        export = json;
        if terms.is_empty() {
            terms = batch;
        } else {
            for (term, counts) in batch {
                terms.entry(term).or_default().extend(counts);
            }
        }
    }
    let mut lengths = vec![[0; CORE.len()]; documents.len()];
    for count in terms.values().flatten() {
        lengths[count.document as usize][usize::from(count.field)] += count.times;
    }
    Core { terms, lengths, export }
}

/// Name and title; a title that only repeats the name adds nothing.
fn name_text(document: &Document) -> String {
    let name = words(&document.name);
    if words(&document.title).iter().all(|word| name.contains(word)) {
        document.name.to_string()
    } else {
        format!("{} {}", document.name, document.title)
    }
}

/// Tags, topics, category and names of inputs, each once.
fn tags_text(document: &Document) -> String {
    let mut all: Vec<&str> = Vec::new();
    for tag in document.tags.iter().chain(&document.topics).chain([&document.category]).chain(&document.inputs) {
        if !all.contains(&tag.as_ref()) {
            all.push(tag);
        }
    }
    all.join(" ")
}

/// An empty index of the library with these fields, without stored documents.
fn library_index() -> Index {
    let mut builder = IndexBuilder::with_language(Box::new(Words)).save_docs(false).set_ref("id");
    for field in CORE {
        builder = if field == "name" {
            builder.add_field(field)
        } else {
            builder.add_field_with_tokenizer(
                field,
                Box::new(|text| words(text).into_iter().filter(|word| !is_stop_word(word)).collect()),
            )
        };
    }
    builder.build()
}

/// Our analysis as a language of the library.
struct Words;

impl Language for Words {
    fn name(&self) -> String {
        "Skillsite".into()
    }

    fn code(&self) -> String {
        "skillsite".into()
    }

    fn tokenize(&self, text: &str) -> Vec<String> {
        words(text)
    }

    /// Nothing is stemmed or dropped, so stock elasticlunr.js needs no function of ours.
    fn make_pipeline(&self) -> Pipeline {
        Pipeline { queue: Vec::new() }
    }
}

/// Reads the counts out of the library's JSON. The tree of letters is walked, not kept. Keys are
/// letters, numbers and names of ours, which JSON never escapes.
fn read_terms(json: &str) -> Terms {
    let mut terms = Terms::new();
    let mut reader = serde_json::Deserializer::from_str(json);
    let done = Top { terms: &mut terms }.deserialize(&mut reader);
    if let Err(error) = done {
        unreachable!("the index that elasticlunr-rs has just written has a known form: {error}");
    }
    for counts in terms.values_mut() {
        counts.sort_by_key(|count| (count.document, count.field));
    }
    terms
}

/// The outermost object: only `index` is of interest.
struct Top<'a> {
    terms: &'a mut Terms,
}

/// `index`: one tree for each field.
struct Fields<'a> {
    terms: &'a mut Terms,
}

/// A tree, or its root's wrapper.
struct Tree<'a> {
    field: u8,
    word: &'a mut String,
    terms: &'a mut Terms,
}

/// The documents of a node.
struct Documents<'a> {
    field: u8,
    counts: &'a mut Vec<Count>,
}

macro_rules! walk_map {
    ($walker:ident) => {
        impl<'de> DeserializeSeed<'de> for $walker<'_> {
            type Value = ();

            fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
                reader.deserialize_map(self)
            }
        }
    };
}
walk_map!(Top);
walk_map!(Fields);
walk_map!(Tree);
walk_map!(Documents);

impl<'de> Visitor<'de> for Top<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("an index")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<&str>()? {
            if key == "index" {
                map.next_value_seed(Fields { terms: &mut *self.terms })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Fields<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("trees by field")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        while let Some(key) = map.next_key::<&str>()? {
            let field = CORE.iter().position(|field| *field == key).unwrap_or_default() as u8;
            map.next_value_seed(Tree { field, word: &mut String::new(), terms: &mut *self.terms })?;
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("a node")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut counts = Vec::new();
        while let Some(key) = map.next_key::<&str>()? {
            match key {
                "docs" => map.next_value_seed(Documents { field: self.field, counts: &mut counts })?,
                "df" => {
                    map.next_value::<IgnoredAny>()?;
                }
                "root" => {
                    map.next_value_seed(Tree { field: self.field, word: &mut *self.word, terms: &mut *self.terms })?;
                }
                letter => {
                    let length = self.word.len();
                    self.word.push_str(letter);
                    map.next_value_seed(Tree { field: self.field, word: &mut *self.word, terms: &mut *self.terms })?;
                    self.word.truncate(length);
                }
            }
        }
        match self.terms.get_mut(self.word.as_str()) {
            _ if counts.is_empty() => {}
            Some(known) => known.append(&mut counts),
            None => {
                self.terms.insert(self.word.clone(), counts);
            }
        }
        Ok(())
    }
}

impl<'de> Visitor<'de> for Documents<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter) -> fmt::Result {
        out.write_str("frequencies by document")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        #[derive(serde::Deserialize)]
        struct Frequency {
            tf: f32,
        }
        while let Some(key) = map.next_key::<&str>()? {
            let document = key.parse().unwrap_or_default();
            let Frequency { tf } = map.next_value()?;
            // The library keeps the square root.
            #[allow(clippy::cast_sign_loss)]
            let times = (tf * tf).round() as u32;
            self.counts.push(Count { document, field: self.field, times });
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn document(name: &'static str, description: &'static str) -> Document<'static> {
        Document { name: name.into(), description: description.into(), ..Document::default() }
    }

    #[test]
    fn words_are_counted_by_field_and_document() {
        let documents = [document("git-git", "the git commits"), document("constructor", "git")];
        let core = core(&documents.iter().collect::<Vec<_>>());
        assert_eq!(
            core.terms["git"],
            [
                Count { document: 0, field: NAME as u8, times: 2 },
                Count { document: 0, field: DESCRIPTION as u8, times: 1 },
                Count { document: 1, field: DESCRIPTION as u8, times: 1 },
            ]
        );
        assert!(core.terms.contains_key("constructor"));
        assert!(!core.terms.contains_key("the"), "stop words count in names only");
        assert_eq!(core.lengths, [[2, 0, 2], [1, 0, 1]]);
    }

    #[test]
    fn batches_are_one_index() {
        let many: Vec<_> = (0..=ONE_INDEX).map(|at| document(if at % 2 == 0 { "even" } else { "odd" }, "")).collect();
        let core = core(&many.iter().collect::<Vec<_>>());
        assert!(core.export.is_none());
        let odd: Vec<u32> = core.terms["odd"].iter().map(|count| count.document).collect();
        assert!(odd.iter().copied().eq((1..=ONE_INDEX as u32).step_by(2)));
    }
}
