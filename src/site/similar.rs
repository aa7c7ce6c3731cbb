//! Which skills are alike: by the words of name, description and tags, the rarer the more telling.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::Site;
use crate::catalog::{Catalog, Skill, SkillIndex};
use crate::search::analysis;

/// Similar skills that a page shows.
const SHOWN: usize = 4;

/// Least likeness (cosine, in thousandths) that is worth showing.
const LEAST: i64 = 180;

/// The most similar skills of each skill, best first.
pub(super) fn of_all(site: &Site) -> Vec<Vec<SkillIndex>> {
    let catalog = &site.inputs.catalog;
    let words: Vec<BTreeMap<String, f64>> = catalog.skills.par_iter().map(|skill| words(catalog, skill)).collect();
    let mut frequency: BTreeMap<&str, usize> = BTreeMap::new();
    for word in words.iter().flat_map(BTreeMap::keys) {
        *frequency.entry(word).or_default() += 1;
    }
    // A word that one skill has joins nothing; one that many have says nothing and costs the most.
    let most = (words.len() / 20).max(12);
    let numbers: BTreeMap<&str, usize> = frequency
        .iter()
        .filter(|(_, count)| (2..=most).contains(*count))
        .enumerate()
        .map(|(at, (word, _))| (*word, at))
        .collect();
    let weight = |word: &str| (1.0 + words.len() as f64 / frequency[word] as f64).ln();
    let vectors: Vec<Vec<(usize, f64)>> = words
        .iter()
        .map(|own| {
            let length = own.iter().map(|(word, count)| (count * weight(word)).powi(2)).sum::<f64>().sqrt();
            own.iter()
                .filter_map(|(word, count)| Some((*numbers.get(&**word)?, count * weight(word) / length.max(1e-9))))
                .collect()
        })
        .collect();
    let mut postings: Vec<Vec<(usize, f64)>> = vec![Vec::new(); numbers.len()];
    for (skill, vector) in vectors.iter().enumerate() {
        for (word, weight) in vector {
            postings[*word].push((skill, *weight));
        }
    }
    (0..vectors.len()).into_par_iter().map(|skill| nearest(skill, &vectors[skill], &postings)).collect()
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

fn nearest(skill: usize, vector: &[(usize, f64)], postings: &[Vec<(usize, f64)>]) -> Vec<SkillIndex> {
    let mut likeness: BTreeMap<usize, f64> = BTreeMap::new();
    for (word, weight) in vector {
        for (other, other_weight) in &postings[*word] {
            *likeness.entry(*other).or_insert(0.0) += weight * other_weight;
        }
    }
    likeness.remove(&skill);
    // Thousandths sort the same on every machine.
    let mut found: Vec<(i64, usize)> =
        likeness.into_iter().map(|(other, score)| ((score * 1000.0).round() as i64, other)).collect();
    found.retain(|(score, _)| *score >= LEAST);
    found.sort_by_key(|(score, other)| (std::cmp::Reverse(*score), *other));
    found.into_iter().take(SHOWN).map(|(_, other)| SkillIndex(other as u32)).collect()
}
