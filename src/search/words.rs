//! Counts → words with postings: what a shard says about each word.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::Document;
use super::analysis::filter_key;
use super::inverted::{Count, DESCRIPTION, NAME, TAGS, Terms};
use super::language::{self, Stemmers};
use super::ranking::{level, name_level};

/// A word of the index.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The word.
    pub text: String,
    /// What is left when endings go; words with the same stem are found together.
    pub stem: String,
    /// Where it stands, in order of document.
    pub postings: Vec<Posting>,
    /// Documents that have it in a heading or file name.
    pub inside: Vec<u32>,
}

/// A word in a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Posting {
    /// Number of the document.
    pub document: u32,
    /// Six bits: name (two, see [`name_level`]), tags (one), description (three, see [`level`]).
    pub code: u8,
}

impl Posting {
    /// The description part.
    pub fn description(self) -> usize {
        usize::from(self.code & 7)
    }
}

/// Words of the core index, in the order of JavaScript's comparison.
pub fn core(
    terms: Terms,
    inside: BTreeMap<String, Vec<u32>>,
    lengths: &[[u32; 3]],
    documents: &[&Document],
    stems: &Stems,
) -> Vec<Word> {
    let mean = mean(lengths.iter().map(|lengths| lengths[DESCRIPTION]));
    // What stands inside skills and what tags there are, by word; the same words come from the
    // fields in the same order.
    let mut others = inside;
    for (number, document) in documents.iter().enumerate() {
        for tag in &document.tags {
            let text = format!("#{}", filter_key(tag));
            if text_fits(&text) {
                let documents = others.entry(text).or_default();
                if documents.last() != Some(&(number as u32)) {
                    documents.push(number as u32);
                }
            }
        }
    }
    let mut words = Vec::with_capacity(terms.len() + others.len());
    for (text, counts) in terms {
        let postings =
            counts.chunk_by(|a, b| a.document == b.document).map(|counts| core_posting(counts, lengths, mean));
        let inside = others.remove(&text).unwrap_or_default();
        words.push(Word { stem: String::new(), postings: postings.collect(), inside, text });
    }
    words.extend(others.into_iter().map(|(text, inside)| Word {
        text,
        stem: String::new(),
        postings: Vec::new(),
        inside,
    }));
    finish(words, stems)
}

/// Rows of a shard are separated by spaces and lines; a filter key has neither.
fn text_fits(text: &str) -> bool {
    text.len() > 1 && !text.contains(char::is_whitespace)
}

/// Words of the full text.
pub fn bodies(terms: Terms, lengths: &[u32], stems: &Stems) -> Vec<Word> {
    let mean = mean(lengths.iter().copied());
    let words = terms.into_iter().map(|(text, counts)| {
        let postings = counts.iter().map(|count| Posting {
            document: count.document,
            code: level(f64::from(count.times), f64::from(lengths[count.document as usize]), mean),
        });
        Word { stem: String::new(), postings: postings.collect(), inside: Vec::new(), text }
    });
    finish(words.collect(), stems)
}

/// One document's part of a word.
fn core_posting(counts: &[Count], lengths: &[[u32; 3]], mean: f64) -> Posting {
    let document = counts[0].document;
    let lengths = lengths[document as usize];
    let mut code = 0;
    for count in counts {
        code |= match usize::from(count.field) {
            NAME => name_level(lengths[NAME]) << 4,
            TAGS => 1 << 3,
            _ => level(f64::from(count.times), f64::from(lengths[DESCRIPTION]), mean),
        };
    }
    Posting { document, code }
}

fn mean(lengths: impl ExactSizeIterator<Item = u32>) -> f64 {
    let count = lengths.len().max(1);
    lengths.map(f64::from).sum::<f64>() / count as f64
}

/// Adds the stems and sorts.
fn finish(mut words: Vec<Word>, stems: &Stems) -> Vec<Word> {
    words.par_iter_mut().for_each_init(Stemmers::default, |stemmers, word| {
        let documents = word.postings.iter().map(|posting| posting.document).chain(word.inside.iter().copied());
        word.stem = stemmers.stem(&word.text, stems.language(documents));
    });
    // JavaScript compares strings by UTF-16 units, which differs from bytes beyond U+FFFF.
    words.sort_by(|a, b| a.text.encode_utf16().cmp(b.text.encode_utf16()));
    words
}

/// Languages of the documents, for the choice of stemmer.
pub struct Stems {
    languages: Vec<&'static str>,
}

impl Stems {
    /// Takes or guesses the language of each document.
    pub fn new(documents: &[&Document]) -> Self {
        Stems { languages: documents.par_iter().map(|document| language::of(document)).collect() }
    }

    /// The most frequent language among documents that have a word.
    fn language(&self, documents: impl Iterator<Item = u32>) -> &'static str {
        let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
        // A sample settles it; a word that thousands have is not foreign in most of them.
        for document in documents.take(64) {
            *counts.entry(self.languages[document as usize]).or_default() += 1;
        }
        let best = counts.into_iter().max_by_key(|(language, count)| (*count, *language == language::ENGLISH));
        best.map_or(language::ENGLISH, |(language, _)| language)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Document, Index, Settings};
    use super::*;

    fn index(documents: &[Document]) -> Vec<Word> {
        Index::new(documents, &Settings::default()).words
    }

    #[test]
    fn postings_say_where_a_word_stands() {
        let documents = [Document {
            name: "git-workflow".into(),
            tags: vec!["git".into()],
            description: "Use when git commits need order".into(),
            ..Document::default()
        }];
        let words = index(&documents);
        let word = |text: &str| words.iter().find(|word| word.text == text).unwrap();
        assert_eq!(word("git").postings[0].code & 0b11_1000, 0b11_1000);
        assert!(word("git").postings[0].description() > 0);
        assert_eq!(word("workflow").postings[0].code, 0b11_0000);
        assert_eq!(word("commits").stem, word("commits").stem.trim_end_matches('s'));
        assert_eq!(word("#git").inside, [0]);
    }
}
