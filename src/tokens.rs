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
    pub const WORD: [(usize, isize); 3] = [(5, 90), (8, 104), (11, 183)];
    /// A longer word, and each of its letters from the thirteenth on.
    pub const LONG_WORD: isize = 168;
    pub const LONG_LETTER: isize = 49;
    /// A letter of a run of capitals.
    pub const CAPITAL: isize = 25;
    /// One to three digits.
    pub const DIGITS: isize = 147;
    pub const HAN: isize = 81;
    pub const KANA: isize = 87;
    /// A letter of another alphabet.
    pub const OTHER_LETTER: isize = 30;
    /// A single sign of ASCII, and a run of several.
    pub const SIGN: isize = 82;
    pub const SIGNS: isize = 123;
    /// A sign beyond ASCII.
    pub const OTHER_SIGN: isize = 70;
    /// A run of line ends, and a run of two or more blanks.
    pub const LINES: isize = 46;
    pub const BLANKS: isize = 30;
}

/// The estimate for `text`.
pub fn estimate(text: &str) -> usize {
    let bytes = text.as_bytes();
    let mut hundredths = 0;
    let mut state = START;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        let kind = KINDS[usize::from(*byte)];
        if kind != Kind::Wide {
            let step = STEPS[state][kind as usize];
            hundredths += step.cost;
            state = step.state as usize;
            at += 1;
            continue;
        }
        let Some(char) = text[at..].chars().next() else { break };
        hundredths += wide(char);
        state = START;
        at += char.len_utf8();
    }
    hundredths.unsigned_abs().div_ceil(100)
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Small,
    Capital,
    Digit,
    Sign,
    Line,
    Blank,
    /// Part of a character beyond ASCII.
    Wide,
}

/// Every byte of a text is looked at, so a table tells what it is.
const KINDS: [Kind; 256] = {
    let mut kinds = [Kind::Wide; 256];
    let mut byte: u8 = 0;
    while byte < 128 {
        kinds[byte as usize] = match byte {
            b'a'..=b'z' => Kind::Small,
            b'A'..=b'Z' => Kind::Capital,
            b'0'..=b'9' => Kind::Digit,
            b'\n' | b'\r' => Kind::Line,
            b' ' | b'\t' => Kind::Blank,
            _ => Kind::Sign,
        };
        byte += 1;
    }
    kinds
};

/// What the text before a byte is, as far as it decides what the byte costs: a word of as many letters as
/// the number says, the last one of at least as many, and then these.
const START: usize = 0;
const LONG_WORD: usize = 12;
const CAPITAL: usize = 13;
const TWO_CAPITALS: usize = 14;
const CAPITALS: usize = 15;
const DIGIT: usize = 16;
const TWO_DIGITS: usize = 17;
const SIGN: usize = 18;
const SIGNS: usize = 19;
const LINES: usize = 20;
const BLANK: usize = 21;
const BLANKS: usize = 22;
const STATES: usize = 23;

/// What a byte adds to the cost, and the state after it.
#[derive(Clone, Copy)]
struct Step {
    cost: isize,
    state: u8,
}

/// For each state, the steps of each kind but [`Kind::Wide`]. With a table the length of a word costs no
/// branch that a processor would have to guess.
const STEPS: [[Step; 6]; STATES] = {
    let mut steps = [[Step { cost: 0, state: 0 }; 6]; STATES];
    let mut state = 0;
    while state < STATES {
        steps[state] = [
            small(state),
            capital(state),
            digit(state),
            match state {
                SIGN => step(cost::SIGNS - cost::SIGN, SIGNS),
                SIGNS => step(0, SIGNS),
                _ => step(cost::SIGN, SIGN),
            },
            if state == LINES { step(0, LINES) } else { step(cost::LINES, LINES) },
            match state {
                BLANK => step(cost::BLANKS, BLANKS),
                BLANKS => step(0, BLANKS),
                _ => step(0, BLANK),
            },
        ];
        state += 1;
    }
    steps
};

const fn step(cost: isize, state: usize) -> Step {
    Step { cost, state: state as u8 }
}

const fn small(state: usize) -> Step {
    match state {
        1..LONG_WORD => step(word(state + 1) - word(state), state + 1),
        LONG_WORD => step(cost::LONG_LETTER, LONG_WORD),
        // The last capital belongs to the small letters behind it; one that stays alone is a word.
        CAPITAL | CAPITALS => step(word(2) - cost::CAPITAL, 2),
        TWO_CAPITALS => step(word(1) + word(2) - 2 * cost::CAPITAL, 2),
        _ => step(word(1), 1),
    }
}

const fn capital(state: usize) -> Step {
    let after = match state {
        CAPITAL => TWO_CAPITALS,
        TWO_CAPITALS | CAPITALS => CAPITALS,
        _ => CAPITAL,
    };
    step(cost::CAPITAL, after)
}

const fn digit(state: usize) -> Step {
    match state {
        DIGIT => step(0, TWO_DIGITS),
        // What follows the third is paid for anew.
        TWO_DIGITS => step(0, START),
        _ => step(cost::DIGITS, DIGIT),
    }
}

/// The cost of a word of at most [`LONG_WORD`] letters.
const fn word(letters: usize) -> isize {
    let mut at = 0;
    while at < cost::WORD.len() {
        let (longest, cost) = cost::WORD[at];
        if letters <= longest {
            return cost;
        }
        at += 1;
    }
    cost::LONG_WORD
}

/// The cost of a character beyond ASCII.
fn wide(char: char) -> isize {
    match char {
        '\u{3041}'..='\u{30ff}' => cost::KANA,
        '\u{3400}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}' => cost::HAN,
        char if char.is_alphanumeric() => cost::OTHER_LETTER,
        _ => cost::OTHER_SIGN,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::lint::tests::cases;

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

    /// The same as [`estimate`], piece by piece.
    fn by_pieces(text: &str) -> usize {
        let mut hundredths: isize = 0;
        let mut rest = text;
        let taken = |text: &str, is: fn(char) -> bool| text.find(|c| !is(c)).unwrap_or(text.len());
        let signs = |c: char| c.is_ascii() && !c.is_ascii_alphanumeric() && !" \t\n\r".contains(c);
        while let Some(first) = rest.chars().next() {
            let capitals = taken(rest, |c| c.is_ascii_uppercase());
            let length = match first {
                'a'..='z' | 'A'..='Z' => {
                    let small = taken(&rest[capitals..], |c| c.is_ascii_lowercase());
                    let before = if small > 0 { capitals.saturating_sub(1) } else { capitals };
                    let letters = small + usize::from(capitals > 0);
                    hundredths += match before {
                        1 if small > 0 => 90,
                        _ => before.cast_signed() * cost::CAPITAL,
                    };
                    hundredths += match (small, letters) {
                        (0, _) => 0,
                        (_, 0..=5) => 90,
                        (_, 6..=8) => 104,
                        (_, 9..=11) => 183,
                        _ => cost::LONG_WORD + (letters - 12).cast_signed() * cost::LONG_LETTER,
                    };
                    capitals + small
                }
                '0'..='9' => {
                    let digits = taken(rest, |c| c.is_ascii_digit());
                    hundredths += digits.div_ceil(3).cast_signed() * cost::DIGITS;
                    digits
                }
                '\n' | '\r' => {
                    hundredths += cost::LINES;
                    taken(rest, |c| matches!(c, '\n' | '\r'))
                }
                ' ' | '\t' => {
                    let blanks = taken(rest, |c| matches!(c, ' ' | '\t'));
                    hundredths += if blanks > 1 { cost::BLANKS } else { 0 };
                    blanks
                }
                _ if first.is_ascii() => {
                    let run = rest.find(|c| !signs(c)).unwrap_or(rest.len());
                    hundredths += if run > 1 { cost::SIGNS } else { cost::SIGN };
                    run
                }
                _ => {
                    hundredths += wide(first);
                    first.len_utf8()
                }
            };
            rest = &rest[length..];
        }
        hundredths.unsigned_abs().div_ceil(100)
    }

    #[test]
    fn the_table_says_what_the_pieces_say() {
        for (text, _) in COUNTED {
            assert_eq!(estimate(text), by_pieces(text), "{text}");
        }
        proptest!(cases(256), |(text in "([a-z]{1,14}|[A-Z]{1,4}|[0-9]{1,5}|[-#.]{1,3}|[ \t]{1,3}|[\n\r]{1,3}|[äж語か🙂]{1,2}){0,40}")| {
            prop_assert_eq!(estimate(&text), by_pieces(&text));
        });
    }

    #[test]
    fn nothing_costs_nothing_and_every_letter_something() {
        assert_eq!(estimate(""), 0);
        assert_eq!(estimate("a"), 1);
        assert!(estimate(&"x".repeat(1000)) > 100);
        assert!(estimate(&"X".repeat(1000)) > 100);
    }
}
