//! Every number that decides an order, in one place.
//!
//! The browser gets them in the root of the index, so there is no second copy to drift. They were
//! set before the first measurement and hold over a wide range: sweeping them moves the mean
//! reciprocal rank of the judged queries by less than the judges' own error (see
//! `benches/search/README.md`).
//!
//! The score of a document:
//!
//! ```text
//! x(word)     = name · NAME_LEVELS[share] + tags · 1 + description · LEVELS[level]
//! value(word) = x / (k1 + x) · match          the best over all forms of the word
//! idf(word)   = ln(1 + (N − df + ½) / (df + ½)), × frame for words such as "use"
//! coverage    = Σ idf · √match / Σ idf         a word that nobody has counts `unknown`
//! score       = Σ idf · value · coverage² · (1 + whole_name · …), × deprecated for skills that are
//! ```

use serde::Serialize;

use super::encode::units;

/// The numbers.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Ranking {
    /// Weight of a word of the name.
    pub name: f64,
    /// Weight of a word of tags, topics, category or inputs.
    pub tags: f64,
    /// Weight of a word of the description.
    pub description: f64,
    /// Saturation: what a further occurrence adds.
    pub k1: f64,
    /// By the name part of a posting: frequency against the length of the name.
    pub name_levels: [f64; 4],
    /// By the name part of a posting: how much of the name the word is.
    pub name_shares: [f64; 4],
    /// By the description part of a posting: frequency against the length of the description.
    pub levels: [f64; 8],
    /// Match of another word with the same stem.
    pub stem: f64,
    /// Match of a word that begins with the last, perhaps unfinished, word; times √(typed / length).
    pub unfinished: f64,
    /// The same for other words of four letters or more.
    pub beginning: f64,
    /// Factor on both when the word also exists as typed.
    pub beside_exact: f64,
    /// Match of a word that shares only its beginning with an unknown word; times √(shared / length).
    pub shared: f64,
    /// Match of a word at a distance of one edit.
    pub one_edit: f64,
    /// Match of a word at a distance of two edits.
    pub two_edits: f64,
    /// Match of an alias.
    pub alias: f64,
    /// Value of a word that stands in a heading or file name only.
    pub inside: f64,
    /// Factor on the value of a word of the full text.
    pub body: f64,
    /// Factor on the match of a word of the full text, in the coverage.
    pub body_covers: f64,
    /// Factor on the idf of frame words.
    pub frame: f64,
    /// What a word that nobody has counts in the coverage.
    pub unknown: f64,
    /// What a name that is all in the query adds.
    pub whole_name: f64,
    /// Factor on deprecated skills.
    pub deprecated: f64,
}

/// The ranking in use.
pub const RANKING: Ranking = Ranking {
    name: 4.0,
    tags: 2.0,
    description: 1.5,
    k1: 0.8,
    name_levels: [0.0, 0.9, 1.05, 1.25],
    name_shares: [0.0, 0.18, 0.3, 0.6],
    levels: [0.0, 0.25, 0.35, 0.5, 0.71, 1.0, 1.41, 2.0],
    stem: 0.9,
    unfinished: 0.8,
    beginning: 0.48,
    beside_exact: 0.8,
    shared: 0.75,
    one_edit: 0.55,
    two_edits: 0.33,
    alias: 0.8,
    inside: 0.15,
    body: 0.3,
    body_covers: 0.8,
    frame: 0.3,
    unknown: 2.0,
    whole_name: 0.3,
    deprecated: 0.7,
};

/// Influence of a description's length on the frequency of its words, 0 to 1.
const LENGTH: f64 = 0.5;

/// Words that frame what is looked for and say little about it: what people say around a wish, and
/// English function words that are no stop words because names and titles can live by them.
pub const FRAME_WORDS: &str = "use using used when want wants need needs help please skill skills user users make making how get \
    like not about across after all also among any because before between both during each either every except few \
    just let may might more most must only other same shall should some such through under until very via where while \
    within without";

/// Endings that make another form of a word, beyond its stem. The browser has no stemmer: a typed
/// word that the index lacks counts as a form of any stem that one of these leads to it from.
pub const ENDINGS: [&str; 11] = ["", "d", "e", "ed", "en", "er", "ers", "es", "ing", "n", "s"];

/// True when `word` is a form of `stem` by its ending: `goroutine` of `goroutin`, `committing` of
/// `commit`, `library` of `librari`.
pub fn inflects(stem: &str, word: &str) -> bool {
    let Some(last) = stem.chars().last().filter(|_| units(stem) >= 3) else { return false };
    match word.strip_prefix(stem) {
        Some(rest) => {
            ENDINGS.contains(&rest) || rest.strip_prefix(last).is_some_and(|rest| ENDINGS[1..].contains(&rest))
        }
        None => stem.strip_suffix('i').is_some_and(|start| word.strip_prefix(start) == Some("y")),
    }
}

/// True for a frame word.
pub fn is_frame_word(word: &str) -> bool {
    FRAME_WORDS.split(' ').any(|frame| frame == word)
}

/// The part of a name of `length` words that one of them is, as the two bits of a posting.
pub fn name_level(length: u32) -> u8 {
    match length {
        0..=2 => 3,
        3..=4 => 2,
        _ => 1,
    }
}

/// The level nearest to a frequency in a text of `length` words where `mean` is usual, as the
/// three bits of a posting; never 0.
pub fn level(times: f64, length: f64, mean: f64) -> u8 {
    let normal = times / (1.0 - LENGTH + LENGTH * length / mean.max(1.0));
    let nearest = (1..RANKING.levels.len())
        .min_by(|a, b| (RANKING.levels[*a] - normal).abs().total_cmp(&(RANKING.levels[*b] - normal).abs()));
    nearest.unwrap_or(1) as u8
}

/// How rare a word is that `with` of `all` documents have.
pub fn idf(all: usize, with: usize) -> f64 {
    let (all, with) = (all as f64, with as f64);
    (1.0 + (all - with + 0.5) / (with + 0.5)).ln()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_of_a_stem_are_known_by_their_ending() {
        for (stem, word) in
            [("goroutin", "goroutine"), ("commit", "committing"), ("librari", "library"), ("test", "test")]
        {
            assert!(inflects(stem, word), "{word}");
        }
        for (stem, word) in [("univers", "university"), ("go", "goes"), ("test", "tea"), ("commit", "committee")] {
            assert!(!inflects(stem, word), "{word}");
        }
    }

    #[test]
    fn levels_follow_frequency_and_length() {
        assert!(level(1.0, 5.0, 30.0) > level(1.0, 30.0, 30.0));
        assert!(level(1.0, 30.0, 30.0) > level(1.0, 200.0, 30.0));
        assert!(level(3.0, 30.0, 30.0) > level(1.0, 30.0, 30.0));
        assert!(level(1.0, 100_000.0, 30.0) >= 1, "a word that is there is never lost");
    }
}
