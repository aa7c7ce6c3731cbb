//! Bare addresses in running text (GitHub Flavored Markdown §6.9, `http` and `https` only).

use std::ops::Range;

/// Longest address that becomes a link, in bytes.
const MAX_LENGTH: usize = 2_000;

/// The first bare address in `text` at or after `from`.
///
/// End punctuation is no part of it, brackets inside are when they are balanced. Names such as
/// `SKILL.md` or `www.example.org` are not addresses.
pub(super) fn next(text: &str, mut from: usize) -> Option<Range<usize>> {
    loop {
        let colon = from + text[from..].find("://")?;
        from = colon + 3;
        let before = &text.as_bytes()[..colon];
        let letters = before.iter().rev().take_while(|byte| byte.is_ascii_alphanumeric()).take(6).count();
        let start = colon - letters;
        if !(text[start..colon].eq_ignore_ascii_case("https") || text[start..colon].eq_ignore_ascii_case("http")) {
            continue;
        }
        let end = from
            + text[from..]
                .char_indices()
                .find(|(at, char)| *at > MAX_LENGTH || ends_address(*char))
                .map_or(text.len() - from, |(at, _)| at);
        let end = from + trimmed(&text[from..end]).len();
        if is_host(text[from..end].split(['/', '?', '#']).next().unwrap_or("")) {
            return Some(start..end);
        }
    }
}

/// White space, quotes, angle brackets, masked signs and East Asian punctuation end an address.
fn ends_address(char: char) -> bool {
    char.is_whitespace()
        || char.is_control()
        || matches!(char, '<' | '>' | '"' | '`' | '\u{3000}'..='\u{303F}' | '\u{FF00}'..='\u{FF65}' | '\u{2010}'..='\u{206F}')
}

/// `address` without the punctuation of the sentence around it.
fn trimmed(address: &str) -> &str {
    let count = |text: &str, bracket: char| text.matches(bracket).count();
    let mut rest = address;
    let mut surplus = [
        count(rest, ')').saturating_sub(count(rest, '(')),
        count(rest, ']').saturating_sub(count(rest, '[')),
        count(rest, '}').saturating_sub(count(rest, '{')),
    ];
    while let Some(last) = rest.chars().next_back() {
        let bracket = match last {
            ')' => Some(0),
            ']' => Some(1),
            '}' => Some(2),
            _ => None,
        };
        match bracket {
            Some(kind) if surplus[kind] > 0 => surplus[kind] -= 1,
            None if "?!.,:;*_~'".contains(last) => {}
            _ => break,
        }
        rest = &rest[..rest.len() - last.len_utf8()];
    }
    rest
}

fn is_host(authority: &str) -> bool {
    let host = authority.rsplit_once(':').map_or(authority, |(host, _)| host);
    host.contains('.')
        && host
            .split('.')
            .all(|label| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(text: &str) -> Vec<&str> {
        let mut found = Vec::new();
        let mut from = 0;
        while let Some(range) = next(text, from) {
            from = range.end;
            found.push(&text[range]);
        }
        found
    }

    #[test]
    fn punctuation_and_brackets() {
        assert_eq!(
            all("See https://example.org/a, then (https://example.org/b). Also https://example.org/c_(d)!"),
            ["https://example.org/a", "https://example.org/b", "https://example.org/c_(d)"]
        );
        assert_eq!(
            all("[https://a.b/c] \"http://a.b:80/?q=1#f\" 见 https://a.b/c，然后"),
            ["https://a.b/c", "http://a.b:80/?q=1#f", "https://a.b/c"]
        );
    }

    #[test]
    fn what_only_looks_like_an_address() {
        for text in [
            "SKILL.md",
            "www.example.org",
            "https://",
            "https://host/x",
            "ftp://a.b",
            "xhttps://a.b",
            "https://...",
            "https://me@a.b",
            "://",
        ] {
            assert!(all(text).is_empty(), "{text}");
        }
    }
}
