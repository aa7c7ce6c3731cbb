//! "Try a task": which skill would an agent meet first?
//!
//! An agent chooses by descriptions. This is a lexical approximation of that choice: the words of
//! the task against the words of the descriptions, nothing else. `static/search/find.js` does the
//! same in the browser, step by step, on the same numbers; a test compares the two.

use std::collections::BTreeMap;

use super::analysis::{is_stop_word, words};
use super::encode::units;
use super::ranking::{RANKING, idf, inflects, is_frame_word};
use super::words::Word;
use super::{Document, Index};

/// The ranking for a task.
#[derive(Clone, Debug)]
pub struct Routing<'a> {
    /// Skills with a word of the task, best first; no more than asked for.
    pub skills: Vec<Routed<'a>>,
    /// How many there are in all.
    pub total: usize,
    /// Words of the task that were looked for.
    pub words: Vec<String>,
    /// Distance of the first from the second, 0 (level) to 1 (alone).
    pub lead: f64,
}

/// A skill that a task may lead to.
#[derive(Clone, Debug)]
pub struct Routed<'a> {
    /// The skill.
    pub document: &'a Document<'a>,
    /// How well the description fits.
    pub score: f64,
    /// Which words fit, in the task's order.
    pub matches: Vec<Match>,
}

/// A word of the task and the word of the description that answers it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// In the task.
    pub asked: String,
    /// In the description.
    pub found: String,
}

/// The best answer of one document to one word.
#[derive(Clone, Copy)]
struct Best<'w> {
    value: f64,
    quality: f64,
    word: &'w str,
}

/// Ranks the documents of `index` for `task`.
pub fn route<'a>(index: &Index<'a>, task: &str, limit: usize) -> Routing<'a> {
    let asked = task_words(task);
    let mut total_idf = 0.0;
    let mut scores: BTreeMap<u32, (f64, f64, Vec<Match>)> = BTreeMap::new();
    for word in &asked {
        let best = answers(index, word);
        let mut rarity = idf(index.documents.len(), best.len());
        if is_frame_word(word) {
            rarity *= RANKING.frame;
        }
        total_idf += if best.is_empty() { RANKING.unknown } else { rarity };
        for (document, best) in best {
            let score = scores.entry(document).or_default();
            score.0 += rarity * best.value;
            score.1 += rarity * best.quality.sqrt();
            score.2.push(Match { asked: word.clone(), found: best.word.to_owned() });
        }
    }
    let mut ranked: Vec<(u32, f64, Vec<Match>)> = scores
        .into_iter()
        .map(|(document, (score, covered, matches))| {
            let coverage = covered / total_idf;
            (document, score * coverage * coverage, matches)
        })
        .collect();
    ranked.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    let lead = match ranked.as_slice() {
        [] => 0.0,
        [_] => 1.0,
        [first, second, ..] => (first.1 - second.1) / first.1,
    };
    let total = ranked.len();
    let skills = ranked.into_iter().take(limit).map(|(document, score, matches)| Routed {
        document: index.documents[document as usize],
        score,
        matches,
    });
    Routing { skills: skills.collect(), total, words: asked, lead }
}

/// Each word once, without stop words.
fn task_words(task: &str) -> Vec<String> {
    let mut asked = Vec::new();
    for word in words(task) {
        if !is_stop_word(&word) && !asked.contains(&word) {
            asked.push(word);
        }
    }
    asked
}

/// The documents whose description answers `word`, each with its best answer.
fn answers<'w>(index: &'w Index, word: &str) -> BTreeMap<u32, Best<'w>> {
    let mut best = BTreeMap::new();
    for (found, quality) in forms(&index.words, word) {
        collect(&mut best, found, quality);
    }
    for alias in index.aliases.iter().filter(|alias| alias.word == word) {
        let meanings: Vec<_> = alias.means.iter().map(|meaning| exact_answers(&index.words, meaning)).collect();
        let Some((first, others)) = meanings.split_first() else { continue };
        for (document, answer) in first {
            let all: Option<Vec<&Best>> = others.iter().map(|other| other.get(document)).collect();
            let Some(all) = all else { continue };
            let weakest = all.into_iter().chain([answer]).min_by(|a, b| a.value.total_cmp(&b.value));
            let weakest = weakest.unwrap_or(answer);
            let alias = Best {
                value: weakest.value * RANKING.alias,
                quality: weakest.quality * RANKING.alias,
                word: answer.word,
            };
            keep_better(&mut best, *document, alias);
        }
    }
    best
}

/// Answers by the word itself and words of its stem.
fn exact_answers<'w>(all: &'w [Word], word: &str) -> BTreeMap<u32, Best<'w>> {
    let mut best = BTreeMap::new();
    for (found, quality) in forms(all, word).into_iter().filter(|(_, quality)| *quality >= RANKING.stem) {
        collect(&mut best, found, quality);
    }
    best
}

fn collect<'w>(best: &mut BTreeMap<u32, Best<'w>>, found: &'w Word, quality: f64) {
    for posting in found.postings.iter().filter(|posting| posting.description() > 0) {
        let x = RANKING.description * RANKING.levels[posting.description()];
        keep_better(best, posting.document, Best { value: x / (RANKING.k1 + x) * quality, quality, word: &found.text });
    }
}

fn keep_better<'w>(best: &mut BTreeMap<u32, Best<'w>>, document: u32, answer: Best<'w>) {
    let known = best.entry(document).or_insert(answer);
    if answer.value > known.value {
        *known = answer;
    }
}

/// The forms of `word` in the index with the quality of their match: the word, words of its stem,
/// words that begin with it, and for an unknown word those that share the longest beginning. The
/// same as `known` in `static/search/match.js`.
fn forms<'w>(all: &'w [Word], word: &str) -> Vec<(&'w Word, f64)> {
    let key: String = word.chars().take(4).collect();
    let near = starting_with(all, &key);
    let exact = near.iter().any(|row| row.text == word);
    let same = near.iter().find(|row| if exact { row.text == word } else { inflects(&row.stem, word) });
    let stem = same.map(|row| row.stem.as_str());
    let length = units(word);
    let mut forms = Vec::new();
    for row in near {
        if row.text == word {
            forms.push((row, 1.0));
        } else if stem == Some(&row.stem) {
            forms.push((row, RANKING.stem));
        } else if length >= 4 && row.text.starts_with(word) {
            let beside = if exact { RANKING.beside_exact } else { 1.0 };
            forms.push((row, RANKING.beginning * (length as f64 / units(&row.text) as f64).sqrt() * beside));
        }
    }
    if stem.is_none() && length >= 5 {
        forms.extend(sharing_a_beginning(near, word, length));
    }
    forms
}

/// Rows that share the longest beginning of at least four letters, at most four letters shorter.
fn sharing_a_beginning<'w>(near: &'w [Word], word: &str, length: usize) -> Vec<(&'w Word, f64)> {
    let shortest = 4.max(length.saturating_sub(4));
    let cuts = word.char_indices().map(|(at, _)| at).rev();
    for beginning in cuts.map(|at| &word[..at]).take_while(|beginning| units(beginning) >= shortest) {
        let rows: Vec<_> = near
            .iter()
            .filter(|row| row.text.starts_with(beginning) && units(&row.text) <= length + 4)
            .map(|row| {
                let longer = length.max(units(&row.text)) as f64;
                (row, RANKING.shared * (units(beginning) as f64 / longer).sqrt())
            })
            .collect();
        if !rows.is_empty() {
            return rows;
        }
    }
    Vec::new()
}

/// The rows that start with `key`. They are neighbours in any order that compares by beginning.
fn starting_with<'w>(all: &'w [Word], key: &str) -> &'w [Word] {
    let order = |row: &Word| row.text.encode_utf16().cmp(key.encode_utf16());
    let start = all.partition_point(|row| order(row).is_lt());
    let length = all[start..].partition_point(|row| row.text.starts_with(key));
    &all[start..start + length]
}

#[cfg(test)]
mod tests {
    use super::super::Settings;
    use super::*;

    fn document(name: &'static str, description: &'static str) -> Document<'static> {
        Document { name: name.into(), description: description.into(), ..Document::default() }
    }

    #[test]
    fn descriptions_decide_and_names_do_not() {
        let documents = [
            document("kubernetes-deploy", "Use when a table must be read from a PDF"),
            document("helper", "Use when a service must be deployed to kubernetes"),
        ];
        let index = Index::for_routing(&documents, &Settings::default());
        let routing = index.route("deploy my service to k8s", 5);
        assert_eq!(routing.skills[0].document.name, "helper");
        assert_eq!(routing.skills.len(), 1, "no word of the task is in the other description");
        let found: Vec<_> = routing.skills[0].matches.iter().map(|m| (m.asked.as_str(), m.found.as_str())).collect();
        assert_eq!(found, [("deploy", "deployed"), ("service", "service"), ("k8s", "kubernetes")]);
        assert!((routing.lead - 1.0).abs() < f64::EPSILON);
    }

    #[test]
    fn nothing_fits_nothing() {
        let index_of_nothing: [Document; 0] = [];
        let index = Index::for_routing(&index_of_nothing, &Settings::default());
        assert_eq!(index.route("anything", 5).total, 0);
        let documents = [document("a", "b")];
        assert_eq!(Index::for_routing(&documents, &Settings::default()).route("", 5).total, 0);
    }
}
