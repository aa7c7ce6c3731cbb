//! Numbers as text: digits of 64 signs that need no escape in JSON.

/// The digits, in order of value.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Writes one digit, 0 to 63.
pub fn digit(out: &mut String, value: u32) {
    out.push(char::from(DIGITS[(value & 63) as usize]));
}

/// Writes a number, five bits a digit, lowest first; every digit but the last is 32 or more.
pub fn number(out: &mut String, mut value: u32) {
    while value >= 32 {
        digit(out, 32 | value & 31);
        value >>= 5;
    }
    digit(out, value);
}

/// Writes ascending numbers as distances, the first as it is.
pub fn ascending(out: &mut String, values: &[u32]) {
    let mut last = 0;
    for value in values {
        number(out, value - last);
        last = *value;
    }
}

/// Length in UTF-16 units, as JavaScript counts.
pub fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

/// The beginning that two words share: its length in UTF-16 units (at most 63, one digit) and the
/// rest of `word`.
pub fn after_shared<'a>(earlier: &str, word: &'a str) -> (u32, &'a str) {
    let mut shared = 0;
    let mut rest = 0;
    for (a, b) in earlier.chars().zip(word.chars()) {
        if a != b || shared + a.len_utf16() > 63 {
            break;
        }
        shared += a.len_utf16();
        rest += a.len_utf8();
    }
    (shared as u32, &word[rest..])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_by_five_bits() {
        let mut out = String::new();
        for value in [0, 31, 32, 1024] {
            number(&mut out, value);
            out.push(' ');
        }
        assert_eq!(out, "A f gB ggB ");
    }

    #[test]
    fn shared_beginnings_are_counted_as_javascript_counts() {
        assert_eq!(after_shared("𠮷野", "𠮷家"), (2, "家"));
        assert_eq!(after_shared("commit", "commits"), (6, "s"));
        assert_eq!(after_shared("", "a"), (0, "a"));
    }
}
