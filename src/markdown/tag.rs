//! Raw HTML: which elements are allowed, and the grammar of one tag (CommonMark 0.31, §6.6).

/// The elements that may stand in a text, sorted. Every other one is shown as the text it is.
pub(super) const ALLOWED: &[&str] = &[
    "a",
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "details",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "img",
    "ins",
    "kbd",
    "li",
    "mark",
    "ol",
    "p",
    "pre",
    "q",
    "s",
    "samp",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
];

/// Elements that do something in a browser: worth a word when they are taken out of action.
const ACTIVE: &[&str] =
    &["base", "embed", "form", "frame", "frameset", "iframe", "link", "meta", "object", "script", "style", "svg"];

/// Elements without content.
const VOID: &[&str] = &["br", "hr", "img", "wbr"];

/// Elements whose end tag may be left out.
const OPTIONAL_END: &[&str] = &["dd", "dt", "li", "p", "tbody", "td", "tfoot", "th", "thead", "tr"];

/// One tag as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RawTag<'a> {
    /// As typed.
    pub name: &'a str,
    /// `</name>`.
    pub closing: bool,
    /// Names and values as typed, without quotes; entities are not resolved.
    pub attributes: Vec<(&'a str, &'a str)>,
}

impl RawTag<'_> {
    /// The allowed element; `None` for every other one.
    pub fn element(&self) -> Option<&'static str> {
        allowed(self.name)
    }
}

/// The tag at the start of `text`, which begins with `<`, and its length in bytes.
pub(super) fn parse(text: &str) -> Option<(RawTag<'_>, usize)> {
    let mut rest = text.strip_prefix('<')?;
    let closing = rest.starts_with('/');
    rest = rest.strip_prefix('/').unwrap_or(rest);
    let name = take(&mut rest, |byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        return None;
    }
    let mut attributes = Vec::new();
    loop {
        let space = take(&mut rest, is_space);
        if let Some(end) = rest.strip_prefix('>').or_else(|| rest.strip_prefix("/>").filter(|_| !closing)) {
            return Some((RawTag { name, closing, attributes }, text.len() - end.len()));
        }
        if space.is_empty() || closing {
            return None;
        }
        attributes.push(attribute(&mut rest)?);
    }
}

fn attribute<'a>(rest: &mut &'a str) -> Option<(&'a str, &'a str)> {
    let name = take(rest, |byte| byte.is_ascii_alphanumeric() || b"_:.-@".contains(&byte));
    if name.is_empty() {
        return None;
    }
    let mut after = *rest;
    take(&mut after, is_space);
    let Some(mut after) = after.strip_prefix('=') else { return Some((name, "")) };
    take(&mut after, is_space);
    let value = match after.bytes().next()? {
        quote @ (b'"' | b'\'') => {
            let end = after[1..].find(char::from(quote))? + 1;
            let value = &after[1..end];
            after = &after[end + 1..];
            value
        }
        _ => take(&mut after, |byte| !is_space(byte) && !b"\"'=<>`".contains(&byte)),
    };
    *rest = after;
    Some((name, value))
}

/// Moves the leading bytes that `belongs` holds for out of `rest`. Only for sets that hold all
/// bytes above ASCII or none.
fn take<'a>(rest: &mut &'a str, belongs: impl Fn(u8) -> bool) -> &'a str {
    let end = rest.bytes().position(|byte| !belongs(byte)).unwrap_or(rest.len());
    let (taken, left) = rest.split_at(end);
    *rest = left;
    taken
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n')
}

fn allowed(name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    ALLOWED.binary_search(&name.as_str()).ok().map(|at| ALLOWED[at])
}

/// True when the element may stand in a text.
pub(super) fn is_allowed(name: &str) -> bool {
    allowed(name).is_some()
}

/// True for elements that do something in a browser.
pub(super) fn is_active(name: &str) -> bool {
    ACTIVE.iter().any(|active| active.eq_ignore_ascii_case(name))
}

/// True for elements without content.
pub(super) fn is_void(element: &str) -> bool {
    VOID.contains(&element)
}

/// True for elements whose end tag may be left out.
pub(super) fn has_optional_end(element: &str) -> bool {
    OPTIONAL_END.contains(&element)
}

/// The schemes that `<scheme:…>` makes a link for.
pub(super) fn is_linked_scheme(scheme: &str) -> bool {
    ["http", "https", "mailto"].iter().any(|known| known.eq_ignore_ascii_case(scheme))
}

/// `value` with character references resolved: numbers and the five names that matter. Others
/// stay text, which is safe, because everything is escaped again when it is written.
pub(super) fn decode(value: &str) -> String {
    let mut decoded = String::with_capacity(value.len());
    let mut rest = value;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        if let Some((char, length)) = reference(rest) {
            decoded.push(char);
            rest = &rest[length..];
        } else {
            decoded.push('&');
        }
    }
    decoded.push_str(rest);
    decoded
}

/// The character that the reference behind an `&` stands for, and its length.
pub(super) fn reference(rest: &str) -> Option<(char, usize)> {
    for (name, char) in
        [("amp;", '&'), ("lt;", '<'), ("gt;", '>'), ("quot;", '"'), ("apos;", '\''), ("nbsp;", '\u{A0}')]
    {
        if rest.starts_with(name) {
            return Some((char, name.len()));
        }
    }
    let digits = rest.strip_prefix('#')?;
    let (digits, radix) = digits.strip_prefix(['x', 'X']).map_or((digits, 10), |hex| (hex, 16));
    let length =
        digits.bytes().take(9).position(|byte| !char::from(byte).is_digit(radix)).unwrap_or(digits.len().min(9));
    let number = u32::from_str_radix(&digits[..length], radix).ok()?;
    let char = char::from_u32(number).filter(|char| *char != '\0').unwrap_or(char::REPLACEMENT_CHARACTER);
    let end = length + usize::from(digits[length..].starts_with(';'));
    Some((char, rest.len() - digits.len() + end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_sorted() {
        assert!(ALLOWED.is_sorted());
    }

    #[test]
    fn the_grammar_of_tags() {
        let (tag, length) = parse("<A href='x' b = \"y>\" c d=e/f>rest").expect("a tag");
        assert_eq!(tag.element(), Some("a"));
        assert_eq!(tag.attributes, [("href", "x"), ("b", "y>"), ("c", ""), ("d", "e/f")]);
        assert_eq!(length, 29);
        assert_eq!(parse("<br/>").map(|found| found.1), Some(5));
        assert_eq!(parse("</b >").map(|found| found.1), Some(5));
        for text in ["<a", "<a b='c>", "</b x>", "<>", "< a>", "<1>", "<a\"b>", "<a b=>x", "<a b=\"c\"d>"] {
            if let Some((tag, _)) = parse(text) {
                assert!(text == "<a b=>x", "{text} is read as {tag:?}");
            }
        }
    }

    #[test]
    fn references_are_resolved_once() {
        assert_eq!(decode("jav&#x09;ascript&#58;x&amp;lt;&nosuch;&#0;&"), "jav\tascript:x&lt;&nosuch;\u{FFFD}&");
    }
}
