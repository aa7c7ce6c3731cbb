//! Anchor ids in GitHub's way, unique within one text.

use std::collections::HashSet;

use unicode_normalization::char::is_combining_mark;

/// What an id is made from: the text of a heading and the id its author gave it.
pub(super) struct Candidate {
    pub text: String,
    pub given: Option<String>,
}

/// One id for each candidate: unique, never empty, none of `taken`.
///
/// Given ids go first wherever they stand. Then the first heading of each name has the plain
/// one, and a repeated heading gets a number that no other heading has as its own name.
pub(super) fn assign(candidates: &[Candidate], taken: &[String]) -> Vec<String> {
    let mut used: HashSet<String> = taken.iter().cloned().collect();
    let mut ids: Vec<Option<String>> = vec![None; candidates.len()];
    for (id, candidate) in ids.iter_mut().zip(candidates) {
        *id = candidate.given.clone().filter(|given| used.insert(given.clone()));
    }
    let names: Vec<String> = candidates.iter().map(|candidate| slug(&candidate.text)).collect();
    for (id, name) in ids.iter_mut().zip(&names) {
        if id.is_none() && used.insert(name.clone()) {
            *id = Some(name.clone());
        }
    }
    let mut next_number = std::collections::HashMap::new();
    ids.into_iter()
        .zip(&names)
        .map(|(id, name)| {
            id.unwrap_or_else(|| {
                let number = next_number.entry(name).or_insert(0_usize);
                loop {
                    *number += 1;
                    let id = format!("{name}-{number}");
                    if used.insert(id.clone()) {
                        return id;
                    }
                }
            })
        })
        .collect()
}

/// GitHub's form of a heading: lower case, letters, digits and marks of every script, `-` and
/// `_`; spaces become `-`, everything else goes. `section` where nothing is left.
pub(super) fn slug(text: &str) -> String {
    let mut slug = String::with_capacity(text.len());
    for char in text.trim().chars() {
        if char.is_alphanumeric() || char == '-' || char == '_' || is_combining_mark(char) && !is_selector(char) {
            slug.extend(char.to_lowercase());
        } else if char.is_whitespace() {
            slug.push('-');
        }
    }
    if slug.chars().all(|char| char == '-') { "section".to_owned() } else { slug }
}

/// Selectors of emoji and glyphs count as marks in Unicode and are no part of a name.
fn is_selector(char: char) -> bool {
    matches!(char, '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}' | '\u{20E3}')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(headings: &[&str]) -> Vec<String> {
        let candidate = |text: &&str| match text.split_once('#') {
            Some((text, given)) => Candidate { text: text.to_owned(), given: Some(given.to_owned()) },
            None => Candidate { text: (*text).to_owned(), given: None },
        };
        assign(&headings.iter().map(candidate).collect::<Vec<_>>(), &[])
    }

    #[test]
    fn repeated_and_numbered_headings() {
        assert_eq!(ids(&["Setup", "Setup", "Setup 1", "Setup-1"]), ["setup", "setup-2", "setup-1", "setup-1-1"]);
    }

    #[test]
    fn given_ids_win_wherever_they_stand() {
        assert_eq!(ids(&["Install", "Third#install", "Fourth#install"]), ["install-1", "install", "fourth"]);
    }

    #[test]
    fn letters_of_every_script() {
        assert_eq!(
            ids(&["概要", "Übersicht", "Обзор", "🚀", "!!!", "हिन्दी"]),
            ["概要", "übersicht", "обзор", "section", "section-1", "हिन्दी"]
        );
        assert_eq!(slug("What's new? (v1.2) & more_stuff"), "whats-new-v12--more_stuff");
    }

    #[test]
    fn ids_that_raw_html_gives_are_avoided() {
        let candidates = [Candidate { text: "Setup".into(), given: None }];
        assert_eq!(assign(&candidates, &["setup".into()]), ["setup-1"]);
    }
}
