//! Small helpers for other people's text.

mod invisible;
mod language;

pub use invisible::{code_point, invisible};
pub use language::language;

/// 1-based line and column (in characters) of the byte `offset`.
pub fn line_column(text: &str, offset: usize) -> (usize, usize) {
    let mut end = offset.min(text.len());
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let before = &text[..end];
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (before.bytes().filter(|byte| *byte == b'\n').count() + 1, before[start..].chars().count() + 1)
}

/// `text` in Unicode's composed form (NFC), without a copy where it already is.
pub fn composed(text: &str) -> std::borrow::Cow<'_, str> {
    use unicode_normalization::{UnicodeNormalization, is_nfc};
    if text.is_ascii() || is_nfc(text) { text.into() } else { text.nfc().collect::<String>().into() }
}

/// At most `max` characters of `text`, cut at a word with an ellipsis when it is longer.
pub fn shorten(text: &str, max: usize) -> std::borrow::Cow<'_, str> {
    let Some((cut, _)) = text.char_indices().nth(max) else { return text.into() };
    let last = text[..cut].char_indices().last().map_or(0, |(at, _)| at);
    let head = &text[..last];
    let end = head.rfind(char::is_whitespace).filter(|at| *at > head.len() / 2).unwrap_or(head.len());
    format!("{}…", head[..end].trim_end_matches(|c: char| c.is_whitespace() || c == ',' || c == '.')).into()
}

/// The longest word, in characters, that is a slip of the hand. Every further one makes a distance dearer by its square,
/// and nobody can tell what a text of a megabyte was meant to be.
const LONGEST: usize = 100;

/// How many candidates are compared with a word.
const CANDIDATES: usize = 10_000;

/// The one of `candidates` that is nearest to `word`, if any is near enough to be what was meant. Words of more than
/// 100 characters are near to none, and of many candidates the first are looked at.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let limit = match word.chars().take(LONGEST + 1).count() {
        0..=2 => return None,
        3..=5 => 1,
        6..=9 => 2,
        10..=LONGEST => 3,
        _ => return None,
    };
    let word = word.to_lowercase();
    candidates
        .into_iter()
        // A distance is never smaller than the difference in length; a character has four bytes at most.
        .filter(|candidate| candidate.len().abs_diff(word.len()) <= limit * 4)
        .take(CANDIDATES)
        .map(|candidate| (strsim::damerau_levenshtein(&word, &candidate.to_lowercase()), candidate))
        .filter(|(distance, _)| *distance <= limit)
        .min()
        .map(|(_, candidate)| candidate)
}

/// The one of `candidates` that is near enough to `word` to be what was meant, when no other one is.
pub fn only_near<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let candidates: Vec<&str> = candidates.into_iter().collect();
    let near = nearest(word, candidates.iter().copied())?;
    let is_only = nearest(word, candidates.into_iter().filter(|other| *other != near)).is_none();
    is_only.then_some(near)
}

/// `text` in kebab-case: lower case, with one hyphen for every run of spaces and signs. `None`
/// when letters would be lost because they are not a-z, or when nothing is left.
pub fn kebab(text: &str) -> Option<String> {
    let mut result = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            result.push(c.to_ascii_lowercase());
        } else if c.is_alphanumeric() {
            return None;
        } else if !result.is_empty() && !result.ends_with('-') {
            result.push('-');
        }
    }
    let length = result.trim_end_matches('-').len();
    result.truncate(length);
    (!result.is_empty()).then_some(result)
}

/// True for words of `a-z` and digits with single hyphens between them: `^[a-z0-9]+(-[a-z0-9]+)*$`, SKILL Package
/// Specification 1.0.0, §8 rule 2.
pub fn is_kebab(text: &str) -> bool {
    let is_word = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit());
    text.split('-').all(|word| !word.is_empty() && is_word(word))
}

/// The first `most` of `names`, and how many more there are: `a, b and 3 more`.
pub fn some_of(names: impl ExactSizeIterator<Item = String>, most: usize) -> String {
    let rest = names.len().saturating_sub(most);
    let shown = names.take(most).collect::<Vec<_>>().join(", ");
    if rest == 0 { shown } else { format!("{shown} and {rest} more") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kebab_case_loses_no_letters() {
        assert_eq!(kebab("React  Effects!").as_deref(), Some("react-effects"));
        assert_eq!(kebab("Git_Workflow").as_deref(), Some("git-workflow"));
        assert_eq!(kebab("über"), None);
        assert_eq!(kebab("!!"), None);
    }

    #[test]
    fn names_are_words_with_single_hyphens() {
        assert!(["a", "git-flow", "2-b"].into_iter().all(is_kebab));
        assert!(!["", "-a", "a-", "a--b", "A", "a_b", "ä"].into_iter().any(is_kebab));
    }

    #[test]
    fn what_is_not_named_is_counted() {
        let some = |count: usize| some_of((0..count).map(|at| at.to_string()), 2);
        assert_eq!((some(1), some(2), some(4)), ("0".into(), "0, 1".into(), "0, 1 and 2 more".into()));
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(line_column("ä\nöx", 5), (2, 2));
    }

    #[test]
    fn shortening_never_cuts_a_letter() {
        assert_eq!(shorten("整理整理整理", 4), "整理整…");
        assert_eq!(shorten("one two three", 9), "one two…");
        assert_eq!(shorten("short", 9), "short");
    }

    #[test]
    fn nearest_word_is_offered_only_when_near() {
        assert_eq!(nearest("discription", ["description", "name"]), Some("description"));
        assert_eq!(nearest("colour", ["description", "name"]), None);
        assert_eq!(only_near("betta", ["alpha", "beta"]), Some("beta"));
        assert_eq!(only_near("tent", ["text", "test"]), None);
    }

    #[test]
    fn a_text_of_a_megabyte_is_near_to_nothing() {
        let (word, other) = ("a".repeat(1 << 20), "a".repeat((1 << 20) + 1));
        assert_eq!(nearest(&word, [other.as_str()]), None);
    }
}
