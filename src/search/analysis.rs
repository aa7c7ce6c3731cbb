//! Text → words. Everything that decides what "the same word" means is here.
//!
//! The browser does the same in `static/search/analysis.js`, function by function; the two are
//! compared on `tests/search/vectors.jsonl` and on every text at hand. Whoever changes one changes
//! the other.
//!
//! 1. **Fold**: compatibility forms become plain ones (full width, ligatures), accents go from
//!    Latin, Greek and Cyrillic letters, a few letters become two (ß → ss), invisible characters go.
//! 2. **Pieces**: runs of word characters and of the signs that can stand inside a technical name
//!    (`. / + & _ @ # '`). Hyphens and everything else end a piece.
//! 3. **Parts** of a piece: runs of word characters. `C++`, `C#`, `F#` and `.NET` get words of
//!    their own, `'s` goes. Two parts joined by one of `. / + &` are also one word (`node.js` gives
//!    `node`, `js` and `nodejs`).
//! 4. **Words** of a part: scripts that are written without spaces give pairs of neighbouring
//!    characters, everything else one lower-case word; `camelCase` gives its parts as well.
//!
//! Nothing is stemmed here: the unfinished word that a person types must be the beginning of a
//! word of the index.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;

/// Longer words are noise (keys, digests) and are left out. In characters.
pub const LONGEST_WORD: usize = 40;

/// Words so common in English that they are indexed in names only, in order. "when", "not", "use",
/// "how" and "get" are not among them: people search for them.
pub const STOP_WORDS: [&str; 63] = [
    "a", "an", "and", "are", "as", "at", "be", "been", "but", "by", "can", "could", "did", "do", "does", "for", "from",
    "had", "has", "have", "he", "her", "his", "i", "if", "in", "into", "is", "it", "its", "me", "my", "of", "on", "or",
    "our", "she", "so", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those",
    "to", "too", "us", "was", "we", "were", "what", "which", "who", "will", "with", "would", "you", "your",
];

/// True for a word that says nothing.
pub fn is_stop_word(word: &str) -> bool {
    word.len() <= 5 && STOP_WORDS.binary_search(&word).is_ok()
}

/// The words of `text`, in order, stop words included.
pub fn words(text: &str) -> Vec<String> {
    let mut words = Vec::new();
    each_word(text, |word| words.push(word.to_owned()));
    words
}

/// Calls `found` with each word of `text`, in order, stop words included.
pub fn each_word(text: &str, mut found: impl FnMut(&str)) {
    let mut found = |word: &str| {
        if word.len() <= LONGEST_WORD || word.chars().count() <= LONGEST_WORD {
            found(word);
        }
    };
    let mut letters = Vec::new();
    let mut lowered = String::new();
    for piece in fold(text).split(|c| !is_word(c) && !is_inner(c)) {
        // Signs at the ends that no name lives by.
        let piece = piece.trim_start_matches('\'').trim_end_matches(['.', '\'']);
        let bytes = piece.as_bytes();
        if bytes.iter().all(u8::is_ascii_lowercase) {
            // Most pieces are plain words already.
            if !piece.is_empty() {
                found(piece);
            }
        } else if bytes.iter().all(u8::is_ascii_alphanumeric) && !bytes[1..].iter().any(u8::is_ascii_uppercase) {
            lowered.clear();
            lowered.push_str(piece);
            lowered.make_ascii_lowercase();
            found(&lowered);
        } else {
            letters.clear();
            letters.extend(piece.chars());
            piece_words(&letters, &mut found);
        }
    }
}

/// The form in which the value of a filter is compared: `Version_Control` and `version control`
/// are one; `C`, `C++` and `C#` are three.
pub fn filter_key(text: &str) -> String {
    let lower: String = fold(text).chars().flat_map(lower).collect();
    let parts = lower.split(|c: char| c.is_whitespace() || c == '_' || c == '-').filter(|part| !part.is_empty());
    parts.collect::<Vec<_>>().join("-")
}

/// Step 1. Letter case is kept: camelCase is found later.
pub fn fold(text: &str) -> Cow<'_, str> {
    if text.is_ascii() {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    let mut rest = text;
    // A sign of ASCII only takes part when marks follow it, so runs of ASCII stay as they are.
    while let Some(start) = rest.bytes().position(|byte| !byte.is_ascii()) {
        let start = start.saturating_sub(1);
        let other = |byte: u8| byte.is_ascii();
        let end = rest.bytes().skip(start + 1).position(other).map_or(rest.len(), |length| start + 1 + length);
        folded.push_str(&rest[..start]);
        fold_run(&rest[start..end], &mut folded);
        rest = &rest[end..];
    }
    folded.push_str(rest);
    Cow::Owned(folded)
}

/// Folds any text.
fn fold_run(text: &str, folded: &mut String) {
    let mut base = ' ';
    let mut letters = String::with_capacity(text.len());
    for c in text.nfkd().filter(|c| !is_invisible(*c)) {
        if !is_combining_mark(c) {
            base = c;
            match spelled_out(c) {
                Some(spelled) => letters.push_str(spelled),
                None => letters.push(c),
            }
        } else if !loses_mark(base, c) {
            letters.push(c);
        }
    }
    folded.extend(letters.nfc());
}

/// Letters that Unicode does not take apart and people type in another way.
fn spelled_out(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'ẞ' => "SS",
        'æ' => "ae",
        'Æ' => "AE",
        'œ' => "oe",
        'Œ' => "OE",
        'ø' => "o",
        'Ø' => "O",
        'đ' | 'ð' => "d",
        'Đ' | 'Ð' => "D",
        'ł' => "l",
        'Ł' => "L",
        'þ' => "th",
        'Þ' => "TH",
        'ħ' => "h",
        'Ħ' => "H",
        'ı' => "i",
        '\u{2018}' | '\u{2019}' | '\u{2bc}' => "'",
        _ => return None,
    })
}

/// Accents are dropped where people leave them out. й is a letter of its own, not an и with a mark.
fn loses_mark(base: char, mark: char) -> bool {
    let short_i = matches!(base, 'и' | 'И') && mark == '\u{306}';
    matches!(u32::from(base), 0x41..=0x24f | 0x370..=0x52f | 0x1e00..=0x1fff) && !short_i
}

/// Soft hyphens, zero-width and direction characters, variation selectors, the key cap.
fn is_invisible(c: char) -> bool {
    matches!(
        u32::from(c),
        0xad | 0x200b..=0x200f | 0x202a..=0x202e | 0x2060..=0x2064 | 0x20e3 | 0xfe00..=0xfe0f | 0xfeff | 0xe0000..=0xe0fff
    )
}

/// Letters, digits and marks.
fn is_word(c: char) -> bool {
    if c.is_ascii() { c.is_ascii_alphanumeric() } else { c.is_alphanumeric() || is_combining_mark(c) }
}

/// Signs that do not end a piece.
fn is_inner(c: char) -> bool {
    matches!(c, '.' | '/' | '+' | '&' | '_' | '@' | '#' | '\'')
}

/// Lower case, with one form of the Greek sigma.
fn lower(c: char) -> impl Iterator<Item = char> {
    c.to_lowercase().map(|c| if c == 'ς' { 'σ' } else { c })
}

/// Step 3.
fn piece_words(piece: &[char], found: &mut dyn FnMut(&str)) {
    let mut parts: Vec<(usize, usize)> = Vec::new();
    let mut named_sign = false;
    let mut at = 0;
    while at < piece.len() {
        if !is_word(piece[at]) {
            at += 1;
            continue;
        }
        let start = at;
        while at < piece.len() && is_word(piece[at]) {
            at += 1;
        }
        if is_possessive(piece, start, at) {
            continue;
        }
        parts.push((start, at));
        if let Some(word) = sign_word(piece, start, at) {
            found(word);
            named_sign = true;
        } else {
            part_words(&piece[start..at], found);
        }
    }
    if let [first, second] = parts[..]
        && !named_sign
        && let Some(word) = joined(piece, first, second)
    {
        found(&word);
    }
}

/// The `s` of `user's`.
fn is_possessive(piece: &[char], start: usize, end: usize) -> bool {
    start >= 2
        && end - start == 1
        && matches!(piece[start], 's' | 'S')
        && piece[start - 1] == '\''
        && is_word(piece[start - 2])
}

/// The word for a name that lives by its signs.
fn sign_word(piece: &[char], start: usize, end: usize) -> Option<&'static str> {
    let part = &piece[start..end];
    let next = |at: usize| piece.get(end + at).copied().unwrap_or(' ');
    if part.len() == 1 && matches!(part[0], 'c' | 'C') && next(0) == '+' && next(1) == '+' && !next(2).is_alphabetic() {
        return Some("cpp");
    }
    if part.len() == 1 && next(0) == '#' && !next(1).is_alphabetic() {
        match part[0] {
            'c' | 'C' => return Some("csharp"),
            'f' | 'F' => return Some("fsharp"),
            _ => {}
        }
    }
    let is_net = part.len() == 3 && part.iter().collect::<String>().eq_ignore_ascii_case("net");
    let dot = start >= 1 && piece[start - 1] == '.' && (start == 1 || !is_word(piece[start - 2]));
    (is_net && dot).then_some("dotnet")
}

/// Two short parts with exactly one joining sign between them, as one word.
fn joined(piece: &[char], first: (usize, usize), second: (usize, usize)) -> Option<String> {
    let sign = second.0 == first.1 + 1 && matches!(piece[first.1], '.' | '/' | '+' | '&');
    let letters = || piece[first.0..first.1].iter().chain(&piece[second.0..second.1]).copied();
    let spaced = letters().all(|c| Script::of(c) == Script::Spaced);
    (sign && spaced && letters().count() <= 14).then(|| letters().flat_map(lower).collect())
}

/// How a script separates its words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Script {
    /// By spaces.
    Spaced,
    /// Not at all: Chinese characters, kana, Thai, Lao, Khmer, Burmese.
    Unspaced,
    /// Korean: spaces, with endings glued to the words.
    Hangul,
}

impl Script {
    fn of(c: char) -> Self {
        match u32::from(c) {
            0x0e00..=0x0eff
            | 0x1000..=0x109f
            | 0x1780..=0x17ff
            | 0x3005
            | 0x3040..=0x30ff
            | 0x3400..=0x4dbf
            | 0x4e00..=0x9fff
            | 0xf900..=0xfaff
            | 0x20000..=0x3ffff => Script::Unspaced,
            0xac00..=0xd7af => Script::Hangul,
            _ => Script::Spaced,
        }
    }
}

/// Step 4.
fn part_words(part: &[char], found: &mut dyn FnMut(&str)) {
    let mut start = 0;
    while start < part.len() {
        let script = Script::of(part[start]);
        let mut end = start + 1;
        while end < part.len() && (Script::of(part[end]) == script || is_combining_mark(part[end])) {
            end += 1;
        }
        let run = &part[start..end];
        match script {
            Script::Spaced => spaced_words(run, found),
            Script::Hangul if run.len() <= 2 => found(&run.iter().collect::<String>()),
            Script::Unspaced if run.len() == 1 => found(&run.iter().collect::<String>()),
            Script::Unspaced | Script::Hangul => {
                run.windows(2).for_each(|pair| found(&pair.iter().collect::<String>()));
            }
        }
        start = end;
    }
}

/// One word, and the parts of a camelCase one.
fn spaced_words(run: &[char], found: &mut dyn FnMut(&str)) {
    if !run.iter().any(|c| c.is_alphanumeric()) {
        return;
    }
    found(&run.iter().copied().flat_map(lower).collect::<String>());
    let humps: Vec<usize> = (1..run.len().saturating_sub(1))
        .filter(|at| {
            let before = run[at - 1];
            (before.is_ascii_lowercase() || before.is_ascii_digit())
                && run[*at].is_ascii_uppercase()
                && run[at + 1].is_ascii_lowercase()
        })
        .collect();
    if (1..=3).contains(&humps.len()) {
        let mut start = 0;
        for end in humps.into_iter().chain([run.len()]) {
            if end - start > 2 {
                found(&run[start..end].iter().copied().flat_map(lower).collect::<String>());
            }
            start = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One line of `tests/search/vectors.jsonl`.
    #[derive(serde::Deserialize)]
    struct Vector {
        text: String,
        words: Vec<String>,
    }

    #[test]
    fn words_are_those_of_the_vectors() {
        let vectors = include_str!("../../tests/search/vectors.jsonl");
        let mut count = 0;
        for line in vectors.lines() {
            let vector: Vector = serde_json::from_str(line).unwrap();
            assert_eq!(words(&vector.text), vector.words, "{}", vector.text);
            count += 1;
        }
        assert!(count > 80, "the vectors are there");
    }

    /// Folding by runs is only a short cut.
    #[test]
    fn texts_fold_as_one_as_they_do_in_runs() {
        let odd = "a\u{301}e\u{308}1\u{20e3} <\u{338}> x\u{338} \u{301}a ﬁ½ Ⅷ ｶﾞ \u{3099}か\u{3099} 각 \u{1100}\u{1161}\u{11a8}-й İ\u{ad}\u{307} o\u{323}\u{302}";
        let mut texts: Vec<String> = vec![odd.into(), odd.chars().rev().collect()];
        texts.extend(include_str!("../../tests/search/vectors.jsonl").lines().map(str::to_owned));
        for text in texts {
            let mut whole = String::new();
            fold_run(&text, &mut whole);
            assert_eq!(fold(&text), whole, "{text}");
        }
    }

    #[test]
    fn filters_tell_signs_apart_and_not_spelling() {
        assert_eq!(filter_key("Version_Control"), "version-control");
        assert_eq!(filter_key("  Version  control "), "version-control");
        assert_eq!(["C", "C++", "C#", ".NET"].map(filter_key), ["c", "c++", "c#", ".net"]);
        assert_eq!(filter_key("日本語"), "日本語");
    }

    #[test]
    fn questions_are_no_stop_words() {
        for word in ["when", "not", "use", "how", "get", "like"] {
            assert!(!is_stop_word(word), "{word}");
        }
        assert!(STOP_WORDS.is_sorted() && STOP_WORDS.iter().all(|word| is_stop_word(word)));
    }
}
