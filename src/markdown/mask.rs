//! Shows tags that are not allowed as text, by hiding them from the Markdown parser.
//!
//! `<context>` or `<your name>` would be raw HTML to a Markdown parser: a browser hides it, or a
//! sanitiser deletes it, and the instructions lose words. [`mask`] puts a control character in the
//! place of each sign that makes such a tag, byte for byte, so every offset stays true and the
//! parser sees plain text; [`unmask`] puts the signs back. It need not know what is code: there
//! the text is unmasked as well. Control characters that an author typed become one sign that is
//! shown as U+FFFD.
//!
//! Braces at the end of a line that are no `{#id}` are hidden too, or the parser would take the
//! `{name}` of a heading for attributes and drop it.

use std::borrow::Cow;
use std::cell::LazyCell;

use super::tag;

/// The `<` of a tag shown as text.
pub(super) const OPEN: char = '\u{1}';
/// The `>` of a tag shown as text; missing where the tag does not end on its line.
pub(super) const CLOSE: char = '\u{2}';
/// A control character that an author typed.
const CONTROL: u8 = 0x1A;

/// What each sign becomes inside a masked tag. The first two mark its ends.
const SIGNS: [(u8, u8); 17] = [
    (b'<', 1),
    (b'>', 2),
    (b'<', 3),
    (b'>', 4),
    (b'*', 5),
    (b'_', 6),
    (b'~', 7),
    (b'[', 8),
    (b']', 14),
    (b'\\', 15),
    (b'&', 16),
    (b'!', 17),
    (b'|', 18),
    (b'{', 19),
    (b'}', 20),
    (b'#', 21),
    (b'^', 22),
];

/// Hides what the parser must not see as HTML. Same length, same line ends.
pub(super) fn mask(text: &str) -> Cow<'_, str> {
    let bytes = text.as_bytes();
    let last_comment_end = LazyCell::new(|| text.rfind("-->"));
    let mut masked: Option<Vec<u8>> = None;
    let mut line_end = 0;
    let mut from = 0;
    while let Some(found) = bytes[from..].iter().position(|byte| MATTERS[usize::from(*byte)]) {
        let at = from + found;
        from = at + 1;
        match bytes[at] {
            b'<' => match verdict(text, at, || *last_comment_end, &mut line_end) {
                Verdict::Leave => {}
                Verdict::Sign => masked.get_or_insert_with(|| bytes.to_vec())[at] = 1,
                Verdict::Tag(end) => mask_tag(&mut masked.get_or_insert_with(|| bytes.to_vec())[at..end]),
            },
            b'}' if ends_line(bytes, at + 1) => {
                let line = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
                if !text[line..at].rfind('{').is_some_and(|open| is_given_id(&text[line + open + 1..at])) {
                    let masked = masked.get_or_insert_with(|| bytes.to_vec());
                    masked[line..at].iter_mut().filter(|byte| **byte == b'{').for_each(|byte| *byte = 19);
                }
            }
            b'}' => {}
            _ => masked.get_or_insert_with(|| bytes.to_vec())[at] = CONTROL,
        }
    }
    match masked {
        Some(bytes) => match String::from_utf8(bytes) {
            Ok(masked) => Cow::Owned(masked),
            Err(_) => unreachable!("only single bytes were put in the place of single bytes"),
        },
        None => Cow::Borrowed(text),
    }
}

/// The bytes at which [`mask`] has to look: `<`, `}` and control characters that are no white space.
const MATTERS: [bool; 256] = {
    let mut matters = [false; 256];
    let mut byte = 0;
    while byte < 128 {
        matters[byte as usize] = matches!(byte, b'<' | b'}' | 0..=8 | 11 | 12 | 14..=31 | 127);
        byte += 1;
    }
    matters
};

/// Puts the hidden signs back.
pub(super) fn unmask(text: &str) -> Cow<'_, str> {
    if text.bytes().any(is_mask) { text.chars().map(unmasked).collect::<String>().into() } else { text.into() }
}

/// The sign that `char` stands for, or `char` itself.
pub(super) fn unmasked(char: char) -> char {
    match u8::try_from(char) {
        Ok(CONTROL) => char::REPLACEMENT_CHARACTER,
        Ok(byte) if is_mask(byte) => {
            SIGNS.iter().find(|(_, mask)| *mask == byte).map_or(char, |(sign, _)| char::from(*sign))
        }
        _ => char,
    }
}

fn is_mask(byte: u8) -> bool {
    byte < 32 && !matches!(byte, b'\t' | b'\n' | b'\r')
}

enum Verdict {
    /// Not a tag, or an allowed one, or a comment, or an address in angle brackets.
    Leave,
    /// Starts raw HTML that ends elsewhere.
    Sign,
    /// A whole tag that is not allowed, up to this offset.
    Tag(usize),
}

/// `line_end` is the end of a line at or before that of `at`, and becomes that one when it is needed: a line of very
/// many tags is searched once.
fn verdict(text: &str, at: usize, last_comment_end: impl FnOnce() -> Option<usize>, line_end: &mut usize) -> Verdict {
    let rest = &text[at + 1..];
    let first = rest.bytes().next().unwrap_or(b' ');
    let is_html = match first {
        b'!' if rest.starts_with("!--") => last_comment_end().is_none_or(|end| end < at + 2),
        b'!' | b'?' => true,
        b'/' => rest[1..].starts_with(|c: char| c.is_ascii_alphabetic()),
        _ => first.is_ascii_alphabetic(),
    };
    if !is_html || is_escaped(text, at) || is_link_destination(&text[..at]) {
        return Verdict::Leave;
    }
    if matches!(first, b'!' | b'?') {
        return Verdict::Sign;
    }
    let name = rest.trim_start_matches('/');
    let name =
        &name[..name.bytes().position(|byte| !byte.is_ascii_alphanumeric() && byte != b'-').unwrap_or(name.len())];
    let after = text[at..].trim_start_matches(['<', '/']).as_bytes().get(name.len()).copied().unwrap_or(b'\n');
    match after {
        // `<https://…>` is a link, `<scope:name>` is a placeholder.
        b':' if first == b'/' || !tag::is_linked_scheme(name) => Verdict::Sign,
        b' ' | b'\t' | b'\n' | b'/' | b'>' if !tag::is_allowed(name) => {
            if *line_end <= at {
                *line_end = rest.find('\n').map_or(text.len(), |newline| at + 1 + newline);
            }
            match tag::parse(&text[at..*line_end]) {
                // A backtick may end a code span that begins before the tag.
                Some((_, length)) if !text[at..at + length].contains('`') => Verdict::Tag(at + length),
                _ => Verdict::Sign,
            }
        }
        _ => Verdict::Leave,
    }
}

/// `tag` goes from its `<` to its `>`.
fn mask_tag(tag: &mut [u8]) {
    let last = tag.len() - 1;
    for (at, byte) in tag.iter_mut().enumerate() {
        if at == 0 {
            *byte = 1;
        } else if at == last {
            *byte = 2;
        } else if let Some((_, mask)) = SIGNS[2..].iter().find(|(sign, _)| sign == byte) {
            *byte = *mask;
        }
    }
}

fn is_escaped(text: &str, at: usize) -> bool {
    text.as_bytes()[..at].iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

/// True behind `](` and `]: `, where `<…>` is an address.
fn is_link_destination(before: &str) -> bool {
    let before = before.trim_end_matches([' ', '\t']);
    let before = before.strip_suffix('\n').map_or(before, |line| line.trim_end_matches([' ', '\t']));
    before.ends_with("](") || before.ends_with("]:")
}

fn ends_line(bytes: &[u8], from: usize) -> bool {
    bytes[from..].iter().find(|byte| !matches!(byte, b' ' | b'\t' | b'#')).is_none_or(|byte| *byte == b'\n')
}

/// `#id`, and classes behind it.
fn is_given_id(attributes: &str) -> bool {
    let mut words = attributes.split_ascii_whitespace();
    let word_ok = |word: &str| !word.is_empty() && !word.contains(['"', '\'', '<', '>', '&', '{', '}', '`', '=', '#']);
    words.next().and_then(|first| first.strip_prefix('#')).is_some_and(word_ok)
        && words.all(|word| word.strip_prefix('.').is_some_and(word_ok))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> String {
        let masked = mask(text);
        assert_eq!(masked.len(), text.len());
        assert_eq!(unmask(&masked), text);
        masked.replace(OPEN, "⟨").replace(CLOSE, "⟩")
    }

    #[test]
    fn unknown_tags_are_hidden() {
        assert_eq!(shown("to <your name>."), "to ⟨your name⟩.");
        assert_eq!(shown("</x> <b>bold</b> <br/>"), "⟨/x⟩ <b>bold</b> <br/>");
        assert_eq!(shown("<script>alert(1)</script>"), "⟨script⟩alert(1)⟨/script⟩");
        assert_eq!(shown("<x\na>"), "⟨x\na>");
        assert_eq!(shown("<x <y>\n<z>"), "⟨x ⟨y⟩\n⟨z⟩");
        assert_eq!(shown("<?php <!DOCTYPE x>"), "⟨?php ⟨!DOCTYPE x>");
    }

    #[test]
    fn what_is_no_tag_stays() {
        for text in [
            "a < b",
            "<2–3 sentences>",
            "<https://a.b>",
            "<me@a.b>",
            r"\<x>",
            "[a](<my file>)",
            "[a]: <my file>",
            "<!-- x -->",
        ] {
            assert_eq!(shown(text), text);
        }
        assert_eq!(shown(r"\\<x>"), r"\\⟨x⟩");
        assert_eq!(shown("<scope:name>"), "⟨scope:name>");
        assert_eq!(shown("<!-- never closed"), "⟨!-- never closed");
    }

    #[test]
    fn only_given_ids_stay_at_the_end_of_a_line() {
        assert!(matches!(mask("## A {#id}\n## B {#id .c} ##"), Cow::Borrowed(_)));
        for text in ["## Use {name}", "## {{ user.name }}", "## A {# note #}", "## A {#x onload=y}", "## A {#x\"y}"] {
            assert!(!mask(text).contains('{'), "{text}");
        }
    }

    #[test]
    fn typed_control_characters_are_replaced() {
        assert_eq!(unmask(&mask("a\u{1}b\u{7f}")), "a\u{FFFD}b\u{FFFD}");
    }
}
