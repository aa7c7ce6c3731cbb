//! Writes other people's text into HTML. Masked signs are put back, invisible characters become
//! visible marks in text, with `title` to explain them, and are left out of attributes.

use std::borrow::Cow;
use std::fmt::Write;

use super::mask::unmask;
use super::{Words, tag};

/// Running text.
pub(super) fn text(out: &mut String, text: &str, title: &str) {
    marked(out, &unmask(text), title, |out, visible| escaped(out, visible, true));
}

/// Unmasked code, where quotes may stay as they are.
pub(super) fn code_text(out: &mut String, code: &str, title: &str) {
    marked(out, code, title, |out, visible| escaped(out, visible, false));
}

/// The HTML of `code`: `highlighted`, which was made of it, or its text. Invisible characters are marks that
/// `words` explain; highlighted code knows no language, so there they are still to be explained.
pub fn code(code: &str, highlighted: Option<String>, words: &Words<'_>) -> String {
    match highlighted {
        Some(html) if crate::text::invisible(code).next().is_some() => {
            let mut titled = String::new();
            open_mark(&mut titled, words.invisible);
            html.replace(MARK, &titled)
        }
        Some(html) => html,
        None => {
            let mut html = String::with_capacity(code.len() + code.len() / 8);
            code_text(&mut html, code, words.invisible);
            html
        }
    }
}

/// How a mark without a title begins.
const MARK: &str = "<span class=\"invisible\">";

fn open_mark(out: &mut String, title: &str) {
    if title.is_empty() {
        return out.push_str(MARK);
    }
    let _ = write!(out, "<span class=\"invisible\" title=\"{}\">", attribute_value(title));
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
pub(super) fn html_text(out: &mut String, text: &str, title: &str) {
    marked(out, &unmask(text), title, |out, visible| {
        let mut rest = visible;
        while let Some(at) = rest.find('&') {
            escaped(out, &rest[..at], true);
            rest = &rest[at + 1..];
            let named = rest.bytes().position(|byte| !byte.is_ascii_alphanumeric());
            let is_name = named.is_some_and(|end| (2..=32).contains(&end) && rest[end..].starts_with(';'));
            match tag::reference(rest) {
                Some((char, length)) => {
                    // A reference must not bring in what may not be typed.
                    self::text(out, char.encode_utf8(&mut [0; 4]), title);
                    rest = &rest[length..];
                }
                None if is_name => out.push('&'),
                None => out.push_str("&amp;"),
            }
        }
        escaped(out, rest, true);
    });
}

/// Writes the stretches between invisible characters with `write` and a mark for each of those.
fn marked(out: &mut String, text: &str, title: &str, write: impl Fn(&mut String, &str)) {
    let mut from = 0;
    for (at, char) in crate::text::invisible(text) {
        write(out, &text[from..at]);
        open_mark(out, title);
        out.push_str(&crate::text::code_point(char));
        out.push_str("</span>");
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
        let text = |out: &mut String, typed: &str| text(out, typed, "\"hidden\"");
        assert_eq!(with(text, "<a \"b\"> & c"), "&lt;a &quot;b&quot;&gt; &amp; c");
        assert_eq!(with(|out, typed| code_text(out, typed, ""), "\"<\""), "\"&lt;\"");
        assert_eq!(with(attribute, "a\u{202E}\"b"), "a&quot;b");
        assert_eq!(with(text, "a\u{200B}b"), "a<span class=\"invisible\" title=\"&quot;hidden&quot;\">U+200B</span>b");
    }

    #[test]
    fn marks_in_code_are_explained_whether_it_is_highlighted_or_not() {
        let words = Words { invisible: "hidden", ..*<&Words<'_>>::default() };
        let mark = "<span class=\"invisible\" title=\"hidden\">U+202E</span>";
        let text = "# a\u{202E}b";
        let highlighted = crate::markdown::highlight("sh", text);
        assert!(highlighted.is_some());
        assert_eq!(code(text, highlighted, &words), format!("<span class=\"c\"># a{mark}b</span>"));
        assert_eq!(code(text, None, &words), format!("# a{mark}b"));
        // Nothing is masked in a file.
        assert_eq!(code("a\u{1}<", None, &words), "a<span class=\"invisible\" title=\"hidden\">U+0001</span>&lt;");
    }

    #[test]
    fn references_in_raw_html_stay() {
        assert_eq!(
            with(|out, typed| html_text(out, typed, ""), "a &copy; b &amp; c & d &#60;x &nope"),
            "a &copy; b &amp; c &amp; d &lt;x &amp;nope"
        );
    }
}
