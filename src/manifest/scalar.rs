//! Plain YAML scalars: what readers with types take them for, and how to quote them.

use super::value::Scalar;

/// How other readers understand a scalar without quotes.
///
/// The union of YAML 1.1 and 1.2: a value counts as text only when nobody takes it for something
/// else, since both versions are in use.
pub(super) fn plain_kind(text: &str) -> Scalar {
    let is_other = is_null(text) || is_boolean(text) || is_number(text) || is_time(text);
    if is_other { Scalar::Other } else { Scalar::String }
}

fn is_null(text: &str) -> bool {
    matches!(text, "~" | "null" | "Null" | "NULL")
}

fn is_boolean(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    let mixed = text.chars().skip(1).any(char::is_uppercase) && text.chars().any(char::is_lowercase);
    !mixed && matches!(lower.as_str(), "true" | "false" | "yes" | "no" | "on" | "off" | "y" | "n")
}

fn is_number(text: &str) -> bool {
    let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
    if let Some(hex) = digits.strip_prefix("0x") {
        return !hex.is_empty() && hex.bytes().all(|byte| byte.is_ascii_hexdigit() || byte == b'_');
    }
    if let Some(octal) = digits.strip_prefix("0o") {
        return !octal.is_empty() && octal.bytes().all(|byte| matches!(byte, b'0'..=b'7' | b'_'));
    }
    if matches!(digits.to_ascii_lowercase().as_str(), ".inf" | ".nan") {
        return true;
    }
    let (mantissa, exponent) = digits.split_once(['e', 'E']).unwrap_or((digits, "0"));
    let exponent = exponent.strip_prefix(['-', '+']).unwrap_or(exponent);
    let has_digit = mantissa.bytes().any(|byte| byte.is_ascii_digit());
    let starts = mantissa.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let only = |text: &str, more: &[u8]| text.bytes().all(|byte| byte.is_ascii_digit() || more.contains(&byte));
    has_digit
        && starts
        && mantissa.matches('.').count() <= 1
        && only(mantissa, b"._")
        && !exponent.is_empty()
        && only(exponent, b"")
}

/// Dates, and numbers to the base sixty such as `12:30:45`.
fn is_time(text: &str) -> bool {
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if text.contains(':') && text.split(':').all(digits) {
        return true;
    }
    let date = text.split(['T', 't', ' ']).next().unwrap_or(text);
    let mut parts = date.splitn(3, '-');
    let lengths = [4..=4, 1..=2, 1..=2];
    lengths.iter().all(|length| parts.next().is_some_and(|part| digits(part) && length.contains(&part.len())))
}

/// `text` as one line of double-quoted YAML, which is also valid JSON and TOML.
pub fn quoted(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_control() => out.extend(format!("\\u{:04X}", u32::from(c)).chars()),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// `new` written as `old` is written: in the same quotes, or in none.
pub fn requoted(old: &str, new: &str) -> String {
    match old.chars().next() {
        Some('\'') if !new.contains(['\'', '\n']) => format!("'{new}'"),
        Some('"' | '\'') => quoted(new),
        _ if plain_kind(new) == Scalar::String || plain_kind(old) == Scalar::Other => new.to_owned(),
        _ => quoted(new),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_some_reader_takes_for_another_type() {
        let others = "~ null NULL yes No OFF true y 12 -3 1.10 .5 1e9 0x1f 0o17 1_000 .inf 12:30:45 2026-03-14";
        for text in others.split(' ').chain(["2026-03-14T09:30:00Z", "2026-3-4 10:00:00"]) {
            assert_eq!(plain_kind(text), Scalar::Other, "{text}");
        }
        for text in "nope oN 1.2.3 v1 1.0-rc 0xyz e5 - . git 2026 -".split(' ').filter(|text| *text != "2026") {
            assert_eq!(plain_kind(text), Scalar::String, "{text}");
        }
    }

    #[test]
    fn quoting_keeps_the_text_on_one_line() {
        assert_eq!(requoted("'a'", "b"), "'b'");
        assert_eq!(requoted("\"a\"", "b"), "\"b\"");
        assert_eq!(requoted("a", "b"), "b");
        assert_eq!(requoted("No_", "no"), "\"no\"");
        assert_eq!(quoted("a \"b\" \\ c\nd\u{1}"), r#""a \"b\" \\ c\nd\u0001""#);
    }
}
