//! Where the header of a SKILL.md stands: the first pair of `---` lines at the top.

use std::ops::Range;

/// What stands at the top of a SKILL.md. All ranges are bytes of the file's text.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Header {
    /// No header; the file begins with the instructions.
    None,
    /// A header and where the body begins.
    Found {
        /// Blank lines and HTML comments before the opening fence. Usually empty.
        before: Range<usize>,
        /// The lines between the fences.
        inner: Range<usize>,
        /// The closing fence.
        close: Range<usize>,
        /// The rest of the file.
        body: Range<usize>,
    },
    /// An opening fence on the first line of text and no closing one.
    Unclosed {
        /// The opening fence.
        open: Range<usize>,
    },
    /// Something that looks like a header, after other text.
    Displaced {
        /// Its opening fence.
        open: Range<usize>,
    },
    /// A first line of four or more dashes, which no reader takes for a fence.
    LongFence {
        /// The line.
        open: Range<usize>,
    },
}

/// Finds the header of `text`.
pub(super) fn find(text: &str) -> Header {
    let start = skip_blank_and_comments(text);
    let open = line_at(text, start);
    let open_text = text[open.clone()].trim_end();
    if open_text.len() > 3 && open_text.bytes().all(|byte| byte == b'-') {
        return if has_fields(&text[open.end..]) { Header::LongFence { open } } else { Header::None };
    }
    if !is_fence(open_text) {
        return displaced(text);
    }
    let inner_start = next_line(text, open.end);
    match closing(text, inner_start) {
        Some(close) => Header::Found {
            before: 0..start,
            inner: inner_start..close.start,
            body: next_line(text, close.end)..text.len(),
            close,
        },
        None => Header::Unclosed { open },
    }
}

/// A line of exactly three dashes. White space after them is invisible and does not count.
fn is_fence(line: &str) -> bool {
    line.trim_end() == "---"
}

/// The next line that closes a header: `---`, or YAML's own end of a document, `...`.
fn closing(text: &str, from: usize) -> Option<Range<usize>> {
    lines(text, from).find(|line| is_fence(&text[line.clone()]) || text[line.clone()].trim_end() == "...")
}

/// A pair of fences with `name:` or `description:` and nothing but keys between them, outside of
/// code.
fn displaced(text: &str) -> Header {
    if !text.contains("\n---") {
        return Header::None;
    }
    let mut in_code = false;
    for line in lines(text, 0) {
        let content = &text[line.clone()];
        in_code ^= content.trim_start().starts_with("```");
        if in_code || !is_fence(content) {
            continue;
        }
        let inner = next_line(text, line.end);
        if has_fields(&text[inner..]) && closing(text, inner).is_some() {
            return Header::Displaced { open: line };
        }
    }
    Header::None
}

/// True when the next line with text is a `name` or `description` field.
fn has_fields(text: &str) -> bool {
    let first = text.trim_start().lines().next().unwrap_or_default();
    first
        .split_once(':')
        .is_some_and(|(key, _)| key.eq_ignore_ascii_case("name") || key.eq_ignore_ascii_case("description"))
}

/// Where the first text stands that is neither blank nor an HTML comment.
fn skip_blank_and_comments(text: &str) -> usize {
    let mut at = 0;
    loop {
        let rest = &text[at..];
        let blank = rest.len() - rest.trim_start().len();
        let Some(comment) = rest[blank..].strip_prefix("<!--").and_then(|rest| rest.find("-->")) else {
            // A fence must begin its line, so indented text is left as it is.
            return at + rest[..blank].rfind('\n').map_or(0, |end| end + 1);
        };
        at += blank + "<!--".len() + comment + "-->".len();
    }
}

/// The ranges of all lines from the line start `from` on, without their ends.
fn lines(text: &str, from: usize) -> impl Iterator<Item = Range<usize>> {
    let mut at = Some(from).filter(|from| *from < text.len());
    std::iter::from_fn(move || {
        let line = line_at(text, at?);
        at = Some(line.end + 1).filter(|next| *next < text.len());
        Some(line)
    })
}

fn line_at(text: &str, start: usize) -> Range<usize> {
    start..text[start..].find('\n').map_or(text.len(), |end| start + end)
}

fn next_line(text: &str, line_end: usize) -> usize {
    (line_end + 1).min(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The parts before, inside and after the header.
    fn parts(text: &str) -> Option<[&str; 3]> {
        match find(text) {
            Header::Found { before, inner, body, .. } => Some([&text[before], &text[inner], &text[body]]),
            _ => None,
        }
    }

    #[test]
    fn the_first_pair_of_fences_is_the_header() {
        assert_eq!(parts("---\na: b\n---\n# T\n\n---\n"), Some(["", "a: b\n", "# T\n\n---\n"]));
        assert_eq!(parts("---  \na: b\n---\t\n"), Some(["", "a: b\n", ""]));
        assert_eq!(parts("---\n---\nx"), Some(["", "", "x"]));
        assert_eq!(parts("---\na: |\n  ---\n---"), Some(["", "a: |\n  ---\n", ""]));
        assert_eq!(parts("---\na: b\n...\nx"), Some(["", "a: b\n", "x"]));
    }

    #[test]
    fn blank_lines_and_comments_may_come_first() {
        assert_eq!(parts("\n \n---\na: b\n---\n"), Some(["\n \n", "a: b\n", ""]));
        assert_eq!(parts("<!-- x\n y -->\n---\na: b\n---\nz"), Some(["<!-- x\n y -->\n", "a: b\n", "z"]));
    }

    #[test]
    fn what_is_no_header() {
        assert_eq!(find(""), Header::None);
        assert_eq!(find("\n\n"), Header::None);
        assert_eq!(find("# T\n\ntext\n\n---\n\nmore\n\n---\n"), Header::None);
        assert_eq!(find("# T\n\n```yaml\n---\nname: x\n---\n```\n"), Header::None);
        assert_eq!(find("<!-- open\n---\n"), Header::None);
        assert_eq!(find("--\n---\n"), Header::None);
        assert_eq!(find("---\na: b\n"), Header::Unclosed { open: 0..3 });
        assert_eq!(find("Text.\n\n---\nname: x\n---\n"), Header::Displaced { open: 7..10 });
        assert_eq!(find("----\nname: x\n----\n"), Header::LongFence { open: 0..4 });
    }
}
