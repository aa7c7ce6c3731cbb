//! Headings, file names and bodies → which word stands how often in which document.
//!
//! Most words of a catalog are in bodies. They are counted here, side by side by range of
//! documents, without a text for each occurrence of a word; the library indexes what ranks first
//! (names, tags and descriptions, see `inverted`), and what it would add for bodies is the price
//! of its trees.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use rayon::prelude::*;

use super::Document;
use super::analysis::{each_word, is_stop_word};

/// Fewest documents that are worth a map of their own.
const SMALLEST_RANGE: usize = 64;

/// Where a word stands, in order of document.
#[derive(Debug, Default, PartialEq)]
pub struct Places {
    /// Documents that have it in a heading or file name.
    pub inside: Vec<u32>,
    /// Documents that have it in the body, and how often.
    pub body: Vec<(u32, u32)>,
}

/// Words by text. What comes of it is sorted later.
pub type Words = HashMap<Box<str>, Places, BuildHasherDefault<WordHasher>>;

/// Counts the words of headings, file names and bodies; stop words are left out.
pub fn count(documents: &[&Document]) -> Words {
    let range = documents.len().div_ceil(4 * rayon::current_num_threads()).max(SMALLEST_RANGE);
    let ranges: Vec<Vec<(Box<str>, Places)>> = documents
        .par_chunks(range)
        .enumerate()
        .map(|(at, documents)| count_range((at * range) as u32, documents))
        .collect();
    let mut all = Words::default();
    for (word, places) in ranges.into_iter().flatten() {
        match all.get_mut(&word) {
            Some(known) => {
                known.inside.extend(places.inside);
                known.body.extend(places.body);
            }
            None => {
                all.insert(word, places);
            }
        }
    }
    all
}

/// Counts documents that are numbered from `first`.
fn count_range(first: u32, documents: &[&Document]) -> Vec<(Box<str>, Places)> {
    let mut words = Counter::default();
    for (number, document) in (first..).zip(documents) {
        // Folders are left out: they are "references" everywhere.
        let files = document.files.iter().map(|file| file.path.rsplit('/').next().unwrap_or_default());
        for text in document.headings.iter().map(|heading| heading.text.as_ref()).chain(files) {
            each_word(text, |word| {
                let inside = &mut words.places(word).inside;
                if inside.last() != Some(&number) {
                    inside.push(number);
                }
            });
        }
        each_word(&document.body, |word| {
            let body = &mut words.places(word).body;
            match body.last_mut() {
                Some((last, times)) if *last == number => *times += 1,
                _ => body.push((number, 1)),
            }
        });
    }
    let Counter { numbers, mut places } = words;
    let known = numbers.into_iter().filter(|(word, _)| !is_stop_word(word));
    known.map(|(word, number)| (word, std::mem::take(&mut places[number as usize]))).collect()
}

/// The words of a range of documents.
#[derive(Default)]
struct Counter {
    numbers: HashMap<Box<str>, u32, BuildHasherDefault<WordHasher>>,
    places: Vec<Places>,
}

impl Counter {
    fn places(&mut self, word: &str) -> &mut Places {
        let known = self.numbers.get(word).map(|number| *number as usize);
        let number = known.unwrap_or_else(|| {
            self.numbers.insert(word.into(), self.places.len() as u32);
            self.places.push(Places::default());
            self.places.len() - 1
        });
        &mut self.places[number]
    }
}

/// A quick hash for short texts. Nobody gains by words that collide: who writes the texts builds
/// the site.
#[derive(Default)]
pub struct WordHasher(u64);

impl Hasher for WordHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            self.0 = (self.0.rotate_left(5) ^ u64::from_le_bytes(eight)).wrapping_mul(0x517c_c1b7_2722_0a95);
        }
    }

    /// The mark at the end of a text, which keeps apart what no key here has: two texts.
    fn write_u8(&mut self, _: u8) {}

    fn finish(&self) -> u64 {
        // The map takes the highest bits and the lowest; the product is good in the highest only.
        self.0 ^ self.0 >> 32
    }
}

#[cfg(test)]
mod tests {
    use super::super::{File, Section};
    use super::*;

    fn documents(count: usize) -> Vec<Document<'static>> {
        let heading = Section { text: "Roll back the release".into(), ..Section::default() };
        let file = File { path: "references/roll-out.md".into(), ..File::default() };
        let one = Document {
            headings: vec![heading],
            files: vec![file],
            body: "The release is ready. Release it!".into(),
            ..Document::default()
        };
        vec![one; count]
    }

    #[test]
    fn words_are_counted_by_place_without_stop_words_and_folders() {
        let documents = documents(1);
        let words = count(&documents.iter().collect::<Vec<_>>());
        assert_eq!(words["release"], Places { inside: vec![0], body: vec![(0, 2)] });
        assert_eq!(words["roll"], Places { inside: vec![0], body: vec![] });
        assert!(!words.contains_key("the") && !words.contains_key("references"));
    }

    #[test]
    fn ranges_are_one_index() {
        let documents = documents(SMALLEST_RANGE * 3 + 1);
        let words = count(&documents.iter().collect::<Vec<_>>());
        let all = 0..documents.len() as u32;
        assert!(words["roll"].inside.iter().copied().eq(all.clone()));
        assert!(words["ready"].body.iter().copied().eq(all.map(|document| (document, 1))));
    }
}
