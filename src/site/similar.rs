//! Which skills are alike: by the words of name, description and tags, the rarer the more telling.

use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use rayon::prelude::*;

use crate::catalog::{Catalog, Skill, SkillIndex};
use crate::search::analysis;

/// Similar skills that a page shows.
const SHOWN: usize = 4;

/// Least likeness (cosine, in thousandths) that is worth showing.
const LEAST: i64 = 180;

/// What the skills of a catalog have in common; which are most like one is worked out when it is
/// asked for.
pub(super) struct Similar {
    /// For each skill its telling words with their weight.
    vectors: Vec<Vec<(usize, f64)>>,
    /// For each telling word the skills that have it.
    postings: Vec<Vec<(usize, f64)>>,
    nearest: Vec<OnceLock<Vec<SkillIndex>>>,
}

impl Similar {
    pub fn new(catalog: &Catalog) -> Self {
        let words: Vec<BTreeMap<String, f64>> = catalog.skills.par_iter().map(|skill| words(catalog, skill)).collect();
        let mut frequency: HashMap<&str, usize> = HashMap::new();
        for word in words.iter().flat_map(BTreeMap::keys) {
            *frequency.entry(word).or_default() += 1;
        }
        // A word that one skill has joins nothing; one that many have says nothing and costs the most.
        let most = (words.len() / 20).max(12);
        let telling = frequency.iter().filter(|(_, count)| (2..=most).contains(*count));
        let numbers: HashMap<&str, usize> = telling.enumerate().map(|(at, (word, _))| (*word, at)).collect();
        let weight = |word: &str| (1.0 + words.len() as f64 / frequency[word] as f64).ln();
        let vector = |own: &BTreeMap<String, f64>| -> Vec<(usize, f64)> {
            let length = own.iter().map(|(word, count)| (count * weight(word)).powi(2)).sum::<f64>().sqrt();
            own.iter()
                .filter_map(|(word, count)| Some((*numbers.get(&**word)?, count * weight(word) / length.max(1e-9))))
                .collect()
        };
        let vectors: Vec<Vec<(usize, f64)>> = words.par_iter().map(vector).collect();
        let mut postings: Vec<Vec<(usize, f64)>> = vec![Vec::new(); numbers.len()];
        for (skill, vector) in vectors.iter().enumerate() {
            for (word, weight) in vector {
                postings[*word].push((skill, *weight));
            }
        }
        Similar { nearest: super::slots(vectors.len()), vectors, postings }
    }

    /// The skills that are most like one, best first.
    pub fn to(&self, skill: SkillIndex) -> &[SkillIndex] {
        let at = skill.0 as usize;
        self.nearest[at].get_or_init(|| nearest(at, &self.vectors, &self.postings))
    }
}

/// True when the skills of both catalogs have the same words, so that the same are alike.
pub(super) fn says_the_same(one: &Catalog, other: &Catalog) -> bool {
    let titles = |catalog: &Catalog| catalog.tags.iter().map(|tag| tag.title.clone()).collect::<Vec<_>>();
    let same = |(a, b): (&Skill, &Skill)| {
        let (x, y) = (&a.package, &b.package);
        let same_words = Arc::ptr_eq(x, y) || x.name() == y.name() && x.description() == y.description();
        same_words && a.tags == b.tags
    };
    one.skills.len() == other.skills.len()
        && titles(one) == titles(other)
        && one.skills.iter().zip(&other.skills).all(same)
}

/// Words of a skill with their weight: the name and tags say more than a sentence.
fn words(catalog: &Catalog, skill: &Skill) -> BTreeMap<String, f64> {
    let mut words = BTreeMap::new();
    let mut add = |text: &str, weight: f64| {
        for word in analysis::words(text) {
            if !analysis::is_stop_word(&word) {
                *words.entry(word).or_insert(0.0) += weight;
            }
        }
    };
    add(skill.name(), 2.0);
    add(skill.package.description(), 1.0);
    for tag in &skill.tags {
        add(&catalog.tags[*tag].title, 1.5);
    }
    // The third use of a word says less than the first.
    for weight in words.values_mut() {
        *weight = weight.sqrt();
    }
    words
}

fn nearest(skill: usize, vectors: &[Vec<(usize, f64)>], postings: &[Vec<(usize, f64)>]) -> Vec<SkillIndex> {
    let mut likeness = vec![0.0; vectors.len()];
    for (word, weight) in &vectors[skill] {
        for (other, other_weight) in &postings[*word] {
            likeness[*other] += weight * other_weight;
        }
    }
    likeness[skill] = 0.0;
    // Thousandths sort the same on every machine.
    let scores = likeness.into_iter().enumerate().map(|(other, score)| ((score * 1000.0).round() as i64, other));
    let mut found: Vec<(i64, usize)> = scores.filter(|(score, _)| *score >= LEAST).collect();
    found.sort_unstable_by_key(|(score, other)| (std::cmp::Reverse(*score), *other));
    found.into_iter().take(SHOWN).map(|(_, other)| SkillIndex(other as u32)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SourceTree;

    fn catalog(skills: &[(&str, &str, &str)]) -> Catalog {
        let file = |(name, about, tag): &(&str, &str, &str)| {
            let text = format!("---\nname: {name}\ndescription: {about}\ntags: [{tag}]\n---\n");
            (format!("{name}/SKILL.md"), text)
        };
        Catalog::new(Arc::new(SourceTree::from_files(skills.iter().map(file))))
    }

    #[test]
    fn likeness_is_kept_only_as_long_as_all_words_are_the_same() {
        let one = [("a", "Use when it rains", "rain"), ("b", "Use when it snows", "snow")];
        let says = |other: &[(&str, &str, &str)]| says_the_same(&catalog(&one), &catalog(other));
        assert!(says(&one));
        assert!(!says(&[("a", "Use when it pours", "rain"), one[1]]));
        assert!(!says(&[("a", "Use when it rains", "snow"), one[1]]));
        assert!(!says(&[("a", "Use when it rains", "rain"), ("c", "Use when it snows", "snow")]));
        assert!(!says(&one[..1]));
    }
}
