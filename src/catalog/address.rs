//! Names → parts of addresses.

use std::collections::{BTreeMap, BTreeSet};

/// Longest address part in bytes; file systems end at 255 and endings such as `.html` come on top.
const LONGEST: usize = 120;

/// Names that some file system keeps for itself.
const RESERVED: &[&str] = &[
    "aux", "com1", "com2", "com3", "com4", "com5", "com6", "com7", "com8", "com9", "con", "lpt1", "lpt2", "lpt3",
    "lpt4", "lpt5", "lpt6", "lpt7", "lpt8", "lpt9", "nul", "prn",
];

/// A readable file name for `text`: lower case, letters and digits of every script kept, the rest
/// a hyphen; `C++`, `C#` and `.NET` are spelled out. `x` where nothing is left.
pub(super) fn slug(text: &str) -> String {
    let text = crate::text::composed(text.trim()).to_lowercase();
    let mut parts: Vec<String> = vec![String::new()];
    let mut chars = text.chars().peekable();
    let mut before = None;
    while let Some(c) = chars.next() {
        let letter_follows = chars.peek().is_some_and(|next| next.is_alphanumeric());
        let letter_before = before.is_some_and(char::is_alphanumeric);
        let word = match c {
            '+' if !letter_follows => Some("plus"),
            '#' if letter_before => Some("sharp"),
            '&' => Some("and"),
            '.' if letter_follows && !letter_before && before.is_none_or(char::is_whitespace) => Some("dot"),
            _ => None,
        };
        match word {
            Some(word) => parts.extend([word.to_owned(), String::new()]),
            None if is_kept(c) || (c == '.' && letter_before && letter_follows) => last(&mut parts).push(c),
            None => parts.push(String::new()),
        }
        before = Some(c);
    }
    parts.retain(|part| !part.is_empty());
    let mut slug = cut(&parts.join("-")).to_owned();
    if slug.is_empty() {
        slug.push('x');
    }
    if RESERVED.contains(&slug.split('.').next().unwrap_or_default()) {
        slug.insert_str(0, "x-");
    }
    slug
}

fn last(parts: &mut [String]) -> &mut String {
    parts.last_mut().unwrap_or_else(|| unreachable!("the list of parts starts with one and only grows"))
}

/// Letters, digits and marks of every script, and visible signs outside ASCII such as emoji.
fn is_kept(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || (!c.is_ascii() && !c.is_whitespace() && !c.is_control() && !is_invisible(c))
}

/// Joiners, direction marks, variation selectors and other characters without a shape.
fn is_invisible(c: char) -> bool {
    matches!(u32::from(c), 0xAD | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0xFE00..=0xFE0F | 0xFEFF | 0xFFF9..=0xFFFD | 0xE0000..=0xE0FFF)
}

fn cut(slug: &str) -> &str {
    let mut end = slug.len().min(LONGEST);
    while !slug.is_char_boundary(end) {
        end -= 1;
    }
    slug[..end].trim_end_matches(['-', '.'])
}

/// A slug for each of `titles`, unique without regard to letter case. A title that is its own slug
/// keeps it; others that fall on a taken one get a number.
pub(super) fn unique<'a>(titles: impl Iterator<Item = &'a str>) -> Vec<String> {
    let titles: Vec<&str> = titles.collect();
    let mut slugs: Vec<String> = titles.iter().map(|title| slug(title)).collect();
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    for (at, slug) in slugs.iter().enumerate() {
        let owner = first.entry(slug.clone()).or_insert(at);
        if titles[at] == slug {
            *owner = at;
        }
    }
    let mut taken: BTreeSet<String> = slugs.iter().cloned().collect();
    for (at, slug) in slugs.iter_mut().enumerate() {
        if first[slug.as_str()] != at {
            *slug = numbered(slug, &mut taken);
        }
    }
    slugs
}

/// `slug` with the first number that is free, which is then taken.
pub(super) fn numbered(slug: &str, taken: &mut BTreeSet<String>) -> String {
    let mut number = 2;
    loop {
        let name = format!("{slug}-{number}");
        if taken.insert(name.clone()) {
            return name;
        }
        number += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slugs_are_readable_and_safe() {
        let cases = [
            ("git-workflow", "git-workflow"),
            ("Git Workflow", "git-workflow"),
            ("git_workflow", "git_workflow"),
            ("C++", "c-plus-plus"),
            ("owner+name", "owner-name"),
            ("F#", "f-sharp"),
            (".NET", "dot-net"),
            ("node.js", "node.js"),
            ("r&d", "r-and-d"),
            ("../up", "up"),
            ("a/b\\c", "a-b-c"),
            ("1.0", "1.0"),
            ("...", "x"),
            ("", "x"),
            ("CON", "x-con"),
            ("re\u{301}sume\u{301}", "résumé"),
            ("🚀 launch-notes", "🚀-launch-notes"),
            ("#1", "1"),
        ];
        for (text, expected) in cases {
            assert_eq!(slug(text), expected, "{text}");
        }
        assert!(slug(&"整理".repeat(100)).len() <= LONGEST);
    }

    #[test]
    fn the_plain_owner_of_a_slug_keeps_it() {
        assert_eq!(unique(["C#", "c-sharp", "c sharp"].into_iter()), ["c-sharp-2", "c-sharp", "c-sharp-3"]);
    }
}
