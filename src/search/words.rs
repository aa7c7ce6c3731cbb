//! Counts → words with postings: what a shard says about each word.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use rayon::prelude::*;

use super::Document;
use super::analysis::filter_key;
use super::inverted::{Core, Count, DESCRIPTION, NAME, TAGS};
use super::language::{self, Stemmers};
use super::ranking::{level, name_level};
use super::text;

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

/// Words of the core index, in the order of JavaScript's comparison: those of the fields, those that
/// stand inside skills (taken out of `text`), and tags and names as words of their own.
pub fn core(core: Core, text: &mut text::Words, documents: &[&Document], stems: &Stems) -> Vec<Word> {
    let mean = mean(core.lengths.iter().map(|lengths| lengths[DESCRIPTION]));
    let word = |text: String, postings, inside| Word { stem: String::new(), text, postings, inside };
    let mut words = Vec::with_capacity(core.terms.len());
    for (term, counts) in core.terms {
        let postings =
            counts.chunk_by(|a, b| a.document == b.document).map(|counts| core_posting(counts, &core.lengths, mean));
        let inside = text.get_mut(term.as_str()).map(|places| std::mem::take(&mut places.inside));
        words.push(word(term, postings.collect(), inside.unwrap_or_default()));
    }
    let rest = text.iter_mut().filter(|(_, places)| !places.inside.is_empty());
    words.extend(rest.map(|(text, places)| word(text.to_string(), Vec::new(), std::mem::take(&mut places.inside))));
    words.extend(keys(documents).into_iter().map(|(key, documents)| word(key, Vec::new(), documents)));
    finish(words, stems)
}

/// What the row of a tag begins with. No word does.
const TAG: char = '#';
/// What the row of a whole name begins with. No word does.
pub const WHOLE_NAME: char = '=';

/// `#tag` and `=name` with the documents that have it: a tag to filter by, a name as somebody types it.
fn keys(documents: &[&Document]) -> BTreeMap<String, Vec<u32>> {
    let mut keys: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (number, document) in documents.iter().enumerate() {
        let tags = document.tags.iter().map(|tag| (TAG, tag));
        for (sign, text) in tags.chain([(WHOLE_NAME, &document.name)]) {
            let text = format!("{sign}{}", filter_key(text));
            if text_fits(&text) {
                let documents = keys.entry(text).or_default();
                if documents.last() != Some(&(number as u32)) {
                    documents.push(number as u32);
                }
            }
        }
    }
    keys
}

/// Rows of a shard are separated by spaces and lines; a filter key has neither.
fn text_fits(text: &str) -> bool {
    text.len() > 1 && !text.contains(char::is_whitespace)
}

/// Words of the full text of `documents` documents.
pub fn bodies(text: text::Words, documents: usize, stems: &Stems) -> Vec<Word> {
    let mut lengths = vec![0_u32; documents];
    for (document, times) in text.values().flat_map(|places| &places.body) {
        lengths[*document as usize] += times;
    }
    let mean = mean(lengths.iter().copied());
    let words = text.into_iter().filter(|(_, places)| !places.body.is_empty()).map(|(text, places)| {
        let postings = places.body.into_iter().map(|(document, times)| Posting {
            document,
            code: level(f64::from(times), f64::from(lengths[document as usize]), mean),
        });
        Word { stem: String::new(), postings: postings.collect(), inside: Vec::new(), text: text.into() }
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
        if word.text.starts_with([TAG, WHOLE_NAME]) {
            word.stem.clone_from(&word.text);
            return;
        }
        let documents = word.postings.iter().map(|posting| posting.document).chain(word.inside.iter().copied());
        word.stem = stemmers.stem(&word.text, stems.language(documents));
    });
    words.par_sort_unstable_by(|a, b| javascript_order(&a.text, &b.text));
    words
}

/// JavaScript compares strings by UTF-16 units. Those of characters beyond U+FFFF come before
/// U+E000, so there the order differs from that of bytes (first bytes 0xF0 and 0xEE).
fn javascript_order(a: &str, b: &str) -> Ordering {
    let differ = a.bytes().zip(b.bytes()).find(|(a, b)| a != b);
    match differ {
        None => a.len().cmp(&b.len()),
        Some((a, b)) if a >= 0xee && b >= 0xee && (a >= 0xf0) != (b >= 0xf0) => b.cmp(&a),
        Some((a, b)) => a.cmp(&b),
    }
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
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        // A sample settles it; a word that thousands have is not foreign in most of them.
        for document in documents.take(64) {
            let language = self.languages[document as usize];
            match counts.iter_mut().find(|(known, _)| *known == language) {
                Some((_, count)) => *count += 1,
                None => counts.push((language, 1)),
            }
        }
        // English among equals, else the last by code.
        let best =
            counts.into_iter().max_by_key(|(language, count)| (*count, *language == language::ENGLISH, *language));
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
    fn words_are_in_the_order_of_javascript() {
        let words = [
            "",
            "a",
            "ab",
            "b",
            "é",
            "日",
            "\u{d7ff}",
            "\u{e000}",
            "\u{fffd}",
            "𠮷",
            "𠮷a",
            "\u{1f600}",
            "a𠮷",
            "a\u{fffd}",
        ];
        for a in words {
            for b in words {
                assert_eq!(javascript_order(a, b), a.encode_utf16().cmp(b.encode_utf16()), "{a} {b}");
            }
        }
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
        assert_eq!(word("=git-workflow").inside, [0]);
    }
}
