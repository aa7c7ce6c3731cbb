//! About how many tokens a language model reads a text as.
//!
//! Models cut text by tables of a few hundred thousand pieces, each vendor's own. Shipping such a
//! table would cost megabytes for a number that is only true for one model, so the number is
//! estimated: the text is cut into words, digits, signs and white space as those tables do first,
//! and each piece costs what it costs on average. The weights are a least squares fit against the
//! published `o200k_base` table over half of 1,796 files (Markdown, code, data; eleven scripts) of
//! public skills; on the other half the estimate is within 10 % of the count for 95 % of the files of
//! 100 tokens and more, half of them within 3 %. (A quarter of the bytes, the usual rule of thumb,
//! is within 10 % for 59 %.)

/// Hundredths of a token for each kind of piece.
mod cost {
    /// Word, or part of one from a capital on, by number of letters: up to 5, up to 8, up to 11.
    pub const WORD: [(usize, usize); 3] = [(5, 90), (8, 104), (11, 183)];
    /// A longer word, and each of its letters from the thirteenth on.
    pub const LONG_WORD: usize = 168;
    pub const LONG_LETTER: usize = 49;
    /// A letter of a run of capitals.
    pub const CAPITAL: usize = 25;
    /// One to three digits.
    pub const DIGITS: usize = 147;
    pub const HAN: usize = 81;
    pub const KANA: usize = 87;
    /// A letter of another alphabet.
    pub const OTHER_LETTER: usize = 30;
    /// A single sign of ASCII, and a run of several.
    pub const SIGN: usize = 82;
    pub const SIGNS: usize = 123;
    /// A sign beyond ASCII.
    pub const OTHER_SIGN: usize = 70;
    /// A run of line ends, and a run of two or more blanks.
    pub const LINES: usize = 46;
    pub const BLANKS: usize = 30;
}

/// The estimate for `text`.
pub fn estimate(text: &str) -> usize {
    let mut hundredths = 0;
    let mut rest = text;
    while let Some(kind) = rest.chars().next().map(kind) {
        let (piece, after) = rest.split_at(run(rest, kind));
        hundredths += match kind {
            Kind::Letters => words(piece.as_bytes()),
            Kind::Digits => piece.len().div_ceil(3) * cost::DIGITS,
            Kind::Han => piece.chars().count() * cost::HAN,
            Kind::Kana => piece.chars().count() * cost::KANA,
            Kind::OtherLetters => piece.chars().count() * cost::OTHER_LETTER,
            Kind::Signs if piece.len() == 1 => cost::SIGN,
            Kind::Signs => cost::SIGNS,
            Kind::OtherSigns => piece.chars().count() * cost::OTHER_SIGN,
            Kind::Lines => cost::LINES,
            Kind::Blanks if piece.len() == 1 => 0,
            Kind::Blanks => cost::BLANKS,
        };
        rest = after;
    }
    hundredths.div_ceil(100)
}

/// The length in bytes of the beginning of `text` that is all of one kind.
fn run(text: &str, kind: Kind) -> usize {
    // Most text is ASCII, and there a byte of a table tells.
    let ascii = text.bytes().take_while(|byte| byte.is_ascii() && ASCII[usize::from(*byte)] == kind).count();
    match text.as_bytes().get(ascii) {
        Some(byte) if !byte.is_ascii() => {
            let rest = &text[ascii..];
            ascii + rest.find(|c| self::kind(c) != kind).unwrap_or(rest.len())
        }
        _ => ascii,
    }
}

/// The kind of each character of ASCII.
const ASCII: [Kind; 128] = {
    let mut kinds = [Kind::Signs; 128];
    let mut byte = 0;
    while byte < 128 {
        kinds[byte as usize] = ascii_kind(byte);
        byte += 1;
    }
    kinds
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Letters,
    Digits,
    Han,
    Kana,
    OtherLetters,
    Signs,
    OtherSigns,
    Lines,
    Blanks,
}

const fn ascii_kind(byte: u8) -> Kind {
    match byte {
        b'a'..=b'z' | b'A'..=b'Z' => Kind::Letters,
        b'0'..=b'9' => Kind::Digits,
        b'\n' | b'\r' => Kind::Lines,
        b' ' | b'\t' => Kind::Blanks,
        _ => Kind::Signs,
    }
}

fn kind(c: char) -> Kind {
    match c {
        '\0'..='\x7f' => ASCII[c as usize],
        '\u{3041}'..='\u{30ff}' => Kind::Kana,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => Kind::Han,
        c if c.is_alphanumeric() => Kind::OtherLetters,
        _ => Kind::OtherSigns,
    }
}

/// The cost of a run of ASCII letters, cut where a capital begins a new word.
fn words(letters: &[u8]) -> usize {
    let mut sum = 0;
    let mut at = 0;
    while at < letters.len() {
        let capitals = letters[at..].iter().take_while(|letter| letter.is_ascii_uppercase()).count();
        let lower = letters[at + capitals..].iter().take_while(|letter| letter.is_ascii_lowercase()).count();
        // The last capital belongs to the small letters behind it.
        let run = if lower > 0 { capitals.saturating_sub(1) } else { capitals };
        if run > 1 || lower == 0 {
            sum += run * cost::CAPITAL;
        } else if run == 1 {
            sum += word(1);
        }
        if lower > 0 {
            sum += word(lower + usize::from(capitals > 0));
        }
        at += capitals + lower;
    }
    sum
}

fn word(letters: usize) -> usize {
    match cost::WORD.iter().find(|(longest, _)| letters <= *longest) {
        Some((_, cost)) => *cost,
        None => cost::LONG_WORD + (letters - 12) * cost::LONG_LETTER,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Texts with their number of tokens by `o200k_base`.
    const COUNTED: &[(&str, usize)] = include!("tokens/counted.in");

    /// Per cent between an estimate and the count.
    fn off(estimated: usize, counted: usize) -> usize {
        estimated.abs_diff(counted) * 100 / counted
    }

    #[test]
    fn estimates_are_near_the_count_in_every_script() {
        for (text, counted) in COUNTED {
            let estimated = estimate(text);
            // These are short; errors of single words level out in longer ones.
            let off = off(estimated, *counted);
            assert!(off <= 15, "{estimated} for {counted}: {}", crate::text::shorten(text, 60));
        }
        let counted = COUNTED.iter().map(|(_, counted)| counted).sum();
        assert!(off(COUNTED.iter().map(|(text, _)| estimate(text)).sum(), counted) <= 5);
    }

    #[test]
    fn nothing_costs_nothing_and_every_letter_something() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("a"), 1);
        assert!(estimate(&"x".repeat(1000)) > 100);
        assert!(estimate(&"X".repeat(1000)) > 100);
    }
}
