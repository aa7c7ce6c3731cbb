//! What can be told from the text of a value that is not YAML: what it says, and why YAML refuses it.

use crate::manifest::fields::{client_of, is_field};

/// `>` or `|` with what may follow it.
pub(super) fn is_block_indicator(head: &str) -> bool {
    let head = head.split_once(" #").map_or(head, |(head, _)| head).trim_end();
    head.starts_with(['>', '|']) && head.len() <= 3 && head[1..].bytes().all(|b| matches!(b, b'+' | b'-' | b'1'..=b'9'))
}

/// Lines as one text: a line end is a space, an empty line a line end.
pub(super) fn fold<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    for line in lines.map(str::trim) {
        if line.is_empty() {
            if !out.is_empty() {
                out.push('\n');
            }
            continue;
        }
        if !out.is_empty() && !out.ends_with('\n') {
            out.push(' ');
        }
        out.push_str(line);
    }
    out.truncate(out.trim_end().len());
    out
}

/// Takes off quotes that stand round the whole text; an opening quote that is never closed goes
/// too. Text such as `"a" or "b"` keeps its quotes.
pub(super) fn without_quotes(text: &str) -> String {
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else { return text.to_owned() };
    let inner = &text[1..];
    let Some(inner) = inner.strip_suffix(quote) else {
        return if inner.contains(quote) { text.to_owned() } else { inner.to_owned() };
    };
    let closes_early = inner.match_indices(quote).next().is_some_and(|(at, _)| {
        let escaped = inner[..at].ends_with('\\') || inner[at + 1..].starts_with(quote);
        !escaped && !inner[at + 1..].starts_with(char::is_alphanumeric)
    });
    if closes_early {
        return text.to_owned();
    }
    match quote {
        '"' => inner.replace("\\\"", "\"").replace("\\\\", "\\"),
        _ => inner.replace("''", "'"),
    }
}

/// The known key inside of a value that follows the end of a sentence without a space, as in
/// `Some text.version: 2.0.0`: the line break before it was lost.
pub(super) fn glued_key(value: &str) -> Option<&str> {
    value.match_indices(':').find_map(|(colon, _)| {
        let is_key = value[colon + 1..].chars().next().is_none_or(char::is_whitespace);
        let before = value[..colon].trim_end_matches(|c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
        let key = &value[before.len()..colon];
        let is_known = || is_field(key) || client_of(key).is_some();
        (is_key && ends_text(before) && is_known()).then_some(key)
    })
}

/// True after the end of a sentence, a closing sign, or a letter of a script that sets no spaces
/// between words. Other letters are the beginning of a longer word, such as `filename: `.
fn ends_text(text: &str) -> bool {
    let mut chars = text.chars().rev();
    match chars.next() {
        Some('"' | '\'' | '`') => chars.next().is_some_and(|c| !c.is_whitespace()),
        Some(c) if c.is_ascii() => matches!(c, '.' | '?' | '!' | ';' | ')' | ']' | '}'),
        Some(c) if c.is_alphabetic() => !c.is_lowercase() && !c.is_uppercase(),
        Some(c) => "。？！；）】」』》”’»…\u{FFFD}".contains(c),
        None => false,
    }
}

pub(super) fn is_tabbed(value: &str, reason: &str) -> bool {
    value.lines().any(|line| line[..line.len() - line.trim_start().len()].contains('\t')) || reason.contains("tabs")
}

/// Why YAML refuses a value, in words about the value.
pub(super) fn explain(value: &str, reason: &str) -> String {
    let first = value.chars().next().unwrap_or(' ');
    if is_tabbed(value, reason) {
        return "a line is indented with a tab".to_owned();
    }
    match first {
        '`' => "it begins with a backtick, which YAML keeps for itself".to_owned(),
        '@' | '%' => format!("it begins with `{first}`, which YAML keeps for itself"),
        '*' => "it begins with `*`, which is an alias in YAML".to_owned(),
        '&' | '!' => format!("it begins with `{first}`, which has a meaning in YAML"),
        '[' | '{' => format!("it begins with `{first}`, which opens a list or map in YAML"),
        '"' | '\'' if !value[1..].contains(first) => format!("the quote `{first}` is never closed"),
        '"' | '\'' => format!("the text does not end where the quote `{first}` closes"),
        _ if value.contains(": ") || value.ends_with(':') => "it holds `: ` without quotes".to_owned(),
        _ if reason.is_empty() => "it is not YAML".to_owned(),
        _ => reason.to_owned(),
    }
}
