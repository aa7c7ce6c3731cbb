//! Writes other people's text into HTML. Masked signs are put back, invisible characters become
//! visible marks in text and are left out of attributes.

use std::borrow::Cow;
use std::fmt::Write;

use super::mask::unmask;
use super::tag;

/// Running text.
pub(super) fn text(out: &mut String, text: &str) {
    marked(out, &unmask(text), |out, visible| escaped(out, visible, true));
}

/// The text of code, where quotes may stay as they are.
pub(super) fn code(out: &mut String, text: &str) {
    marked(out, &unmask(text), |out, visible| escaped(out, visible, false));
}

/// The value of an attribute, without its quotes.
pub(super) fn attribute(out: &mut String, text: &str) {
    let text = unmask(text);
    let mut from = 0;
    for (at, char) in crate::text::invisible(&text) {
        escaped(out, &text[from..at], true);
        from = at + char.len_utf8();
    }
    escaped(out, &text[from..], true);
}

/// Text out of raw HTML: character references stay what they are.
pub(super) fn html_text(out: &mut String, text: &str) {
    marked(out, &unmask(text), |out, visible| {
        let mut rest = visible;
        while let Some(at) = rest.find('&') {
            escaped(out, &rest[..at], true);
            rest = &rest[at + 1..];
            let named = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric());
            let is_name = named.is_some_and(|end| (2..=32).contains(&end) && rest[end..].starts_with(';'));
            match tag::reference(rest) {
                Some((char, length)) => {
                    // A reference must not bring in what may not be typed.
                    text_char(out, char);
                    rest = &rest[length..];
                }
                None if is_name => out.push('&'),
                None => out.push_str("&amp;"),
            }
        }
        escaped(out, rest, true);
    });
}

fn text_char(out: &mut String, char: char) {
    text(out, char.encode_utf8(&mut [0; 4]));
}

/// Writes the stretches between invisible characters with `write` and a mark for each of those.
fn marked(out: &mut String, text: &str, write: impl Fn(&mut String, &str)) {
    let mut from = 0;
    for (at, char) in crate::text::invisible(text) {
        write(out, &text[from..at]);
        let name = crate::text::code_point(char);
        let _ = write!(out, "<span class=\"invisible\" title=\"Invisible character\">{name}</span>");
        from = at + char.len_utf8();
    }
    write(out, &text[from..]);
}

fn escaped(out: &mut String, text: &str, quotes: bool) {
    let mut from = 0;
    for (at, byte) in text.bytes().enumerate() {
        let entity = match byte {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            b'"' if quotes => "&quot;",
            _ => continue,
        };
        out.push_str(&text[from..at]);
        out.push_str(entity);
        from = at + 1;
    }
    out.push_str(&text[from..]);
}

/// `text` as the value of an attribute.
pub(super) fn attribute_value(text: &str) -> Cow<'_, str> {
    let mut out = String::new();
    attribute(&mut out, text);
    if out == text { Cow::Borrowed(text) } else { Cow::Owned(out) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(write: impl Fn(&mut String, &str), text: &str) -> String {
        let mut out = String::new();
        write(&mut out, text);
        out
    }

    #[test]
    fn text_attributes_and_code() {
        assert_eq!(with(text, "<a \"b\"> & c"), "&lt;a &quot;b&quot;&gt; &amp; c");
        assert_eq!(with(code, "\"<\""), "\"&lt;\"");
        assert_eq!(with(attribute, "a\u{202E}\"b"), "a&quot;b");
        assert_eq!(with(text, "a\u{200B}b"), "a<span class=\"invisible\" title=\"Invisible character\">U+200B</span>b");
    }

    #[test]
    fn references_in_raw_html_stay() {
        assert_eq!(
            with(html_text, "a &copy; b &amp; c & d &#60;x &nope"),
            "a &copy; b &amp; c &amp; d &lt;x &amp;nope"
        );
    }
}
