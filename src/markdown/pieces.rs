//! Markdown text → pieces: the events of the parser, with raw HTML taken apart.
//!
//! Outline, page and plain text are all made from these, so they agree on what is a link, a tag
//! or a comment. In: text masked by [`mask`](super::mask::mask). Out: pieces in which every
//! allowed opening tag has its end inside the same block, or is marked as shown text.

use std::ops::Range;

use pulldown_cmark::{CowStr, Event, Options, Parser, Tag, TagEnd, TextMergeWithOffset};

use super::tag::{self, RawTag};

/// The dialect: GitHub's, without rewriting punctuation and without formulas.
const OPTIONS: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS)
    .union(Options::ENABLE_HEADING_ATTRIBUTES)
    .union(Options::ENABLE_GFM);

/// Raw tags that may be open inside each other; deeper ones are shown as text.
const MAX_OPEN: usize = 40;

/// One piece of a text, in the order of the text. Its strings are masked.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    Start(Tag<'a>),
    End(TagEnd),
    Text(CowStr<'a>),
    Code(CowStr<'a>),
    SoftBreak,
    HardBreak,
    Rule,
    FootnoteReference(CowStr<'a>),
    Task(bool),
    /// An allowed raw tag. `shown` when it has no partner and is shown as the text it is.
    Html {
        element: &'static str,
        closing: bool,
        attributes: Vec<(String, String)>,
        typed: String,
        shown: bool,
    },
    /// Text between the tags of a block of raw HTML; character references are not resolved.
    HtmlText(String),
    /// An HTML comment of this many characters.
    Comment(usize),
}

/// A piece and where it stands in the text.
pub(super) type Placed<'a> = (Piece<'a>, Range<usize>);

/// Takes `masked` apart.
pub(super) fn pieces(masked: &str) -> Vec<Placed<'_>> {
    let mut builder =
        Builder { pieces: Vec::with_capacity(masked.len() / 16), open: Vec::new(), depth: 0, in_paragraph: false };
    let mut html: Option<HtmlBlock> = None;
    for (event, range) in TextMergeWithOffset::new(Parser::new_ext(masked, OPTIONS).into_offset_iter()) {
        match event {
            Event::Html(line) => html.get_or_insert_default().push(&line, range.start),
            Event::End(TagEnd::HtmlBlock) => {
                if let Some(block) = html.take() {
                    builder.block(&block);
                }
                builder.push(Piece::End(TagEnd::HtmlBlock), range);
            }
            Event::Start(Tag::HtmlBlock) => builder.push(Piece::Start(Tag::HtmlBlock), range),
            Event::Start(tag) => builder.start(tag, range),
            Event::End(end) => builder.end(end, range),
            Event::InlineHtml(typed) => builder.inline(&typed, range),
            // Formulas are off.
            Event::Text(text) | Event::InlineMath(text) | Event::DisplayMath(text) => {
                builder.push(Piece::Text(text), range);
            }
            Event::Code(code) => builder.push(Piece::Code(code), range),
            Event::SoftBreak => builder.push(Piece::SoftBreak, range),
            Event::HardBreak => builder.push(Piece::HardBreak, range),
            Event::Rule => builder.push(Piece::Rule, range),
            Event::FootnoteReference(label) => builder.push(Piece::FootnoteReference(label), range),
            Event::TaskListMarker(done) => builder.push(Piece::Task(done), range),
        }
    }
    builder.close_to(0);
    builder.pieces
}

/// The lines of one block of raw HTML, joined, and where each stands in the source.
#[derive(Default)]
struct HtmlBlock {
    text: String,
    lines: Vec<(usize, usize)>,
}

impl HtmlBlock {
    fn push(&mut self, line: &str, source: usize) {
        self.lines.push((self.text.len(), source));
        self.text.push_str(line);
    }

    fn source(&self, range: Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            let (joined, source) =
                self.lines[self.lines.partition_point(|(joined, _)| *joined <= at).saturating_sub(1)];
            source + (at - joined)
        };
        place(range.start)..place(range.end.saturating_sub(1).max(range.start)) + 1
    }
}

struct Builder<'a> {
    pieces: Vec<Placed<'a>>,
    /// Raw tags that wait for their end: place in `pieces` and depth of the block they stand in.
    open: Vec<(usize, &'static str, usize)>,
    depth: usize,
    in_paragraph: bool,
}

impl<'a> Builder<'a> {
    fn push(&mut self, piece: Piece<'a>, range: Range<usize>) {
        self.pieces.push((piece, range));
    }

    fn start(&mut self, tag: Tag<'a>, range: Range<usize>) {
        self.depth += 1;
        self.in_paragraph = matches!(tag, Tag::Paragraph);
        self.push(Piece::Start(tag), range);
    }

    fn end(&mut self, end: TagEnd, range: Range<usize>) {
        self.close_to(self.depth);
        self.depth -= 1;
        self.in_paragraph = false;
        self.push(Piece::End(end), range);
    }

    /// Tags that a block leaves open are shown as text, unless HTML lets their end be left out.
    fn close_to(&mut self, depth: usize) {
        while let Some((at, element, _)) = self.open.pop_if(|(_, _, opened)| *opened >= depth) {
            self.show(at, element);
        }
    }

    fn show(&mut self, at: usize, element: &str) {
        if let (Piece::Html { shown, .. }, _) = &mut self.pieces[at] {
            *shown = !tag::has_optional_end(element);
        }
    }

    fn inline(&mut self, typed: &str, range: Range<usize>) {
        if let Some(length) = comment(typed) {
            self.push(Piece::Comment(length), range);
        } else if let Some((found, element)) = allowed_tag(typed) {
            self.tag(&found, element, typed, range);
        } else {
            self.push(Piece::Text(CowStr::from(typed.to_owned())), range);
        }
    }

    /// A block of raw HTML: tags, comments and the text between them.
    fn block(&mut self, block: &HtmlBlock) {
        let text = block.text.as_str();
        let mut from = 0;
        let mut at = 0;
        while let Some(found) = text[at..].find('<') {
            at += found;
            let rest = &text[at..];
            let (length, is_comment) = match (comment_length(rest), tag::parse(rest)) {
                (Some(length), _) => (length, true),
                (None, Some((found, length))) if found.element().is_some() => (length, false),
                _ => {
                    at += 1;
                    continue;
                }
            };
            if from < at {
                self.push(Piece::HtmlText(text[from..at].to_owned()), block.source(from..at));
            }
            let range = block.source(at..at + length);
            let typed = &rest[..length];
            if is_comment {
                self.push(Piece::Comment(typed.chars().count()), range);
            } else if let Some((found, element)) = allowed_tag(typed) {
                self.tag(&found, element, typed, range);
            }
            at += length;
            from = at;
        }
        if from < text.len() {
            self.push(Piece::HtmlText(text[from..].to_owned()), block.source(from..text.len()));
        }
    }

    fn tag(&mut self, raw: &RawTag<'_>, element: &'static str, typed: &str, range: Range<usize>) {
        let shown = if tag::is_void(element) {
            raw.closing
        } else if raw.closing {
            !self.close(element)
        } else if self.open.len() < MAX_OPEN {
            self.open.push((self.pieces.len(), element, self.depth));
            false
        } else {
            true
        };
        let attributes = raw
            .attributes
            .iter()
            .map(|(name, value)| (name.to_ascii_lowercase(), tag::decode(&super::mask::unmask(value))))
            .collect();
        self.push(Piece::Html { element, closing: raw.closing, attributes, typed: typed.to_owned(), shown }, range);
    }

    /// Finds the opening tag for `</element>` in this block; in a paragraph also in the block
    /// around it, because a lazy author puts `</details>` right under the text.
    fn close(&mut self, element: &str) -> bool {
        let reach = self.depth - usize::from(self.in_paragraph);
        let Some(at) = self.open.iter().rposition(|(_, open, depth)| *open == element && *depth >= reach) else {
            return false;
        };
        while self.open.len() > at + 1 {
            if let Some((piece, unclosed, _)) = self.open.pop() {
                self.show(piece, unclosed);
            }
        }
        self.open.pop();
        true
    }
}

fn allowed_tag(typed: &str) -> Option<(RawTag<'_>, &'static str)> {
    let (found, _) = tag::parse(typed)?;
    let element = found.element()?;
    Some((found, element))
}

/// The characters of `typed` when it is a comment.
fn comment(typed: &str) -> Option<usize> {
    comment_length(typed).filter(|length| *length == typed.len()).map(|_| typed.chars().count())
}

/// The bytes of the comment that `rest` begins with. One without an end is text.
fn comment_length(rest: &str) -> Option<usize> {
    let inner = rest.strip_prefix("<!--")?;
    if inner.starts_with('>') || inner.starts_with("->") {
        return Some(rest.len() - inner.trim_start_matches('-').len() + 1);
    }
    inner.find("-->").map(|end| end + 7)
}
