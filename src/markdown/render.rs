//! Pieces and outline → HTML.
//!
//! Everything is written by us from escaped text: nothing the author typed reaches the page as
//! markup. A page with raw HTML goes through a sanitiser as well, which also mends nesting that
//! HTML does not allow.

mod footnotes;
mod html;
mod links;
mod sanitise;

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::Write;

use pulldown_cmark::{Alignment, BlockQuoteKind, CodeBlockKind, HeadingLevel, Tag, TagEnd};

use self::footnotes::Footnotes;
use super::mask::{self, mask, unmask};
use super::outline::{language, plain};
use super::pieces::{Piece, Placed, pieces};
use super::words::fill;
use super::{Heading, Options, Outline, Resolve, autolink, escape};

/// Elements inside each other; what is deeper keeps its text and loses its elements. Browsers
/// have a limit too, and nobody reads the sixtieth quote in a quote.
const MAX_DEPTH: usize = 60;

/// Renders `text`, whose outline was made by [`outline`](super::outline()).
pub fn render(text: &str, outline: &Outline, resolve: &dyn Resolve, options: Options<'_>) -> String {
    let masked = mask(text);
    let pieces = pieces(&masked);
    let mut writer = Writer::new(&masked, &pieces, outline, resolve, options);
    while writer.at < pieces.len() {
        writer.piece();
    }
    writer.footnote_list();
    if writer.has_raw_html { sanitise::sanitise(&writer.out) } else { writer.out }
}

struct Writer<'a> {
    masked: &'a str,
    pieces: &'a [Placed<'a>],
    outline: &'a Outline,
    resolve: &'a dyn Resolve,
    options: Options<'a>,
    out: String,
    /// The next piece.
    at: usize,
    /// The next heading of the outline.
    heading: usize,
    /// What each open Markdown element still has to write.
    ends: Vec<Cow<'static, str>>,
    /// The same for raw HTML, with the element's name.
    raw_ends: Vec<(&'static str, Cow<'static, str>)>,
    in_link: usize,
    table: Option<Table>,
    footnotes: Footnotes,
    /// Ids of raw HTML that are still to be written: each may stand on the page once.
    html_ids: HashSet<&'a str>,
    has_raw_html: bool,
}

struct Table {
    alignments: Vec<Alignment>,
    column: usize,
    in_head: bool,
}

impl<'a> Writer<'a> {
    fn new(
        masked: &'a str,
        pieces: &'a [Placed<'a>],
        outline: &'a Outline,
        resolve: &'a dyn Resolve,
        options: Options<'a>,
    ) -> Self {
        Writer {
            masked,
            pieces,
            outline,
            resolve,
            options,
            out: String::with_capacity(masked.len() * 3 / 2),
            at: 0,
            heading: 0,
            ends: Vec::new(),
            raw_ends: Vec::new(),
            in_link: 0,
            table: None,
            footnotes: Footnotes::new(pieces, outline),
            html_ids: outline.html_ids.iter().map(String::as_str).collect(),
            has_raw_html: false,
        }
    }

    fn piece(&mut self) {
        let pieces = self.pieces;
        let (piece, range) = &pieces[self.at];
        self.at += 1;
        match piece {
            Piece::Start(tag) => self.start(tag),
            Piece::End(end) => self.end(*end),
            Piece::Text(text) => self.text(text),
            Piece::Code(code) => self.code_span(code),
            Piece::SoftBreak if self.breaks_beside_tag(range.start) => self.out.push_str("<br>\n"),
            Piece::SoftBreak => self.out.push('\n'),
            Piece::HardBreak => self.out.push_str("<br>\n"),
            Piece::Rule => self.out.push_str("<hr>\n"),
            Piece::FootnoteReference(label) => self.footnote_reference(&unmask(label)),
            Piece::Task(done) => {
                let words = self.options.words;
                let (checked, label) = if *done { (" checked", words.done) } else { ("", words.not_done) };
                let _ = write!(self.out, "<input type=\"checkbox\" disabled{checked} aria-label=\"{label}\"> ");
            }
            Piece::Html { element, closing, attributes, typed, shown } => {
                if *shown {
                    self.tag_text(typed);
                } else {
                    self.has_raw_html = true;
                    self.raw(element, *closing, attributes);
                }
            }
            Piece::HtmlText(text) => escape::html_text(&mut self.out, text, self.options.words.invisible),
            Piece::Comment(length) => {
                let words = self.options.words;
                let title = fill(words.comment_length, &length.to_string());
                let _ = write!(self.out, "<span class=\"hidden-mark\" title=\"{title}\">{}</span>", words.comment);
            }
        }
    }

    fn start(&mut self, tag: &Tag<'a>) {
        if self.ends.len() >= MAX_DEPTH
            && !matches!(tag, Tag::Image { .. } | Tag::FootnoteDefinition(_) | Tag::Link { .. })
        {
            self.start_too_deep(tag);
            return;
        }
        match tag {
            Tag::Paragraph => self.open("<p>", "</p>\n"),
            Tag::Heading { level, .. } => self.heading(*level),
            Tag::BlockQuote(None) => self.open("<blockquote>\n", "</blockquote>\n"),
            Tag::BlockQuote(Some(kind)) => self.alert(*kind),
            Tag::CodeBlock(kind) => self.code_block(kind),
            Tag::HtmlBlock => self.html_block(),
            Tag::List(None) => self.open("<ul>\n", "</ul>\n"),
            Tag::List(Some(1)) => self.open("<ol>\n", "</ol>\n"),
            Tag::List(Some(first)) => {
                let _ = write!(self.out, "<ol start=\"{first}\">");
                self.open("\n", "</ol>\n");
            }
            Tag::Item if self.is_task() => self.open("<li class=\"task\">", "</li>\n"),
            Tag::Item => self.open("<li>", "</li>\n"),
            Tag::FootnoteDefinition(label) => self.footnote_definition(&unmask(label)),
            Tag::Table(alignments) => self.table(alignments),
            Tag::TableHead => {
                self.begin_row(true);
                self.open("<thead><tr>", "</tr></thead>\n<tbody>\n");
            }
            Tag::TableRow => {
                self.begin_row(false);
                self.open("<tr>", "</tr>\n");
            }
            Tag::TableCell => self.table_cell(),
            Tag::Emphasis => self.open("<em>", "</em>"),
            Tag::Strong => self.open("<strong>", "</strong>"),
            Tag::Strikethrough => self.open("<del>", "</del>"),
            Tag::Link { dest_url, link_type, title, .. } => self.link(dest_url, *link_type, title),
            Tag::Image { dest_url, link_type, title, .. } => self.markdown_image(dest_url, *link_type, title),
            // These are off.
            Tag::Superscript
            | Tag::Subscript
            | Tag::DefinitionList
            | Tag::DefinitionListTitle
            | Tag::DefinitionListDefinition
            | Tag::MetadataBlock(_) => self.open("", ""),
        }
    }

    /// Keeps the text of what is too deep, with white space where blocks meet.
    fn start_too_deep(&mut self, tag: &Tag<'a>) {
        if matches!(tag, Tag::Heading { .. }) {
            self.heading += 1;
        }
        let inline = matches!(tag, Tag::Emphasis | Tag::Strong | Tag::Strikethrough);
        self.open("", if inline { "" } else { "\n" });
    }

    fn open(&mut self, start: &str, end: impl Into<Cow<'static, str>>) {
        self.out.push_str(start);
        self.ends.push(end.into());
    }

    fn end(&mut self, end: TagEnd) {
        if let Some(text) = self.ends.pop() {
            if end == TagEnd::HtmlBlock && !text.is_empty() {
                self.out.truncate(self.out.trim_end().len());
            }
            self.out.push_str(&text);
        }
        match end {
            TagEnd::Link => self.in_link -= 1,
            TagEnd::Table => self.table = None,
            TagEnd::FootnoteDefinition => self.end_footnote_definition(),
            _ => {}
        }
    }

    fn heading(&mut self, level: HeadingLevel) {
        let outline = self.outline;
        let is_first = self.heading == 0;
        let heading = outline.headings.get(self.heading);
        self.heading += 1;
        let Some(Heading { id, text, .. }) = heading else { return self.open("<p>", "</p>\n") };
        let id = escape::attribute_value(id);
        if is_first && self.options.skip_title {
            // Links to the title still arrive.
            let _ = writeln!(self.out, "<span id=\"{id}\"></span>");
            while !matches!(self.pieces.get(self.at), None | Some((Piece::End(TagEnd::Heading(_)), _))) {
                self.at += 1;
            }
            return self.open("", "");
        }
        let level = (level as u8 + self.options.demote).min(6);
        let label = fill(self.options.words.link_to, &escape::attribute_value(text));
        let _ = write!(self.out, "<h{level} id=\"{id}\">");
        let end = format!("<a class=\"anchor\" href=\"#{id}\" aria-label=\"{label}\">#</a></h{level}>\n");
        self.ends.push(end.into());
    }

    fn alert(&mut self, kind: BlockQuoteKind) {
        let words = self.options.words;
        let (class, title) = match kind {
            BlockQuoteKind::Note => ("note", words.note),
            BlockQuoteKind::Tip => ("tip", words.tip),
            BlockQuoteKind::Important => ("important", words.important),
            BlockQuoteKind::Warning => ("warning", words.warning),
            BlockQuoteKind::Caution => ("caution", words.caution),
        };
        let _ =
            writeln!(self.out, "<div class=\"alert alert-{class}\" role=\"note\"><p class=\"alert-title\">{title}</p>");
        self.ends.push("</div>\n".into());
    }

    fn code_block(&mut self, kind: &CodeBlockKind<'_>) {
        let language = match kind {
            CodeBlockKind::Fenced(info) => language(&unmask(info)),
            CodeBlockKind::Indented => String::new(),
        };
        self.out.push_str("<div class=\"code\"><pre tabindex=\"0\"");
        if !language.is_empty() {
            let _ = write!(self.out, " data-lang=\"{language}\"");
        }
        self.out.push_str("><code");
        if !language.is_empty() {
            let _ = write!(self.out, " class=\"language-{language}\"");
        }
        self.out.push('>');
        if let Some((Piece::Text(code), _)) = self.pieces.get(self.at) {
            self.at += 1;
            let code = unmask(code);
            let highlighted = self.resolve.highlight(&language, &code);
            self.out.push_str(&escape::code(&code, highlighted, self.options.words));
        }
        self.ends.push("</code></pre></div>\n".into());
    }

    fn code_span(&mut self, code: &str) {
        let address = if self.in_link == 0 { self.resolve.code(&unmask(code)) } else { None };
        let address = address.as_deref().and_then(super::address::safe);
        if let Some(address) = &address {
            let _ = write!(self.out, "<a href=\"{}\">", escape::attribute_value(address));
        }
        self.out.push_str("<code>");
        escape::code_text(&mut self.out, &unmask(code), self.options.words.invisible);
        self.out.push_str("</code>");
        if address.is_some() {
            self.out.push_str("</a>");
        }
    }

    fn is_task(&self) -> bool {
        let piece = |at: usize| self.pieces.get(at).map(|(piece, _)| piece);
        match piece(self.at) {
            Some(Piece::Task(_)) => true,
            Some(Piece::Start(Tag::Paragraph)) => matches!(piece(self.at + 1), Some(Piece::Task(_))),
            _ => false,
        }
    }

    fn table(&mut self, alignments: &[Alignment]) {
        let head = plain(&self.pieces[self.at..], |end| matches!(end, TagEnd::TableHead), true);
        let label = fill(self.options.words.table, &escape::attribute_value(&head));
        let _ = write!(self.out, "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"{label}");
        self.table = Some(Table { alignments: alignments.to_vec(), column: 0, in_head: true });
        self.open("\"><table>\n", "</tbody>\n</table></div>\n");
    }

    fn begin_row(&mut self, in_head: bool) {
        if let Some(table) = &mut self.table {
            table.column = 0;
            table.in_head = in_head;
        }
    }

    fn table_cell(&mut self) {
        let Some(table) = &mut self.table else { return self.open("", " ") };
        let align = match table.alignments.get(table.column) {
            Some(Alignment::Center) => " class=\"center\"",
            Some(Alignment::Right) => " class=\"right\"",
            _ => "",
        };
        table.column += 1;
        let (start, end) = if table.in_head { ("<th", "</th>") } else { ("<td", "</td>") };
        self.out.push_str(start);
        self.out.push_str(align);
        self.open(">", end);
    }

    /// Text as it was typed.
    fn typed(&mut self, text: &str) {
        escape::text(&mut self.out, text, self.options.words.invisible);
    }

    /// Running text: tags that are shown as text get a mark of their own, bare addresses a link.
    fn text(&mut self, text: &str) {
        let mut rest = text;
        while let Some(open) = rest.find(mask::OPEN) {
            let end = rest[open + 1..].find([mask::OPEN, mask::CLOSE]).map_or(rest.len(), |end| open + 1 + end);
            if rest[end..].starts_with(mask::CLOSE) {
                self.linked_text(&rest[..open]);
                self.tag_text(&rest[open..=end]);
                rest = &rest[end + 1..];
            } else {
                self.linked_text(&rest[..end]);
                rest = &rest[end..];
            }
        }
        self.linked_text(rest);
    }

    fn tag_text(&mut self, typed: &str) {
        self.out.push_str("<span class=\"tag\">");
        self.typed(typed);
        self.out.push_str("</span>");
    }

    fn linked_text(&mut self, text: &str) {
        let mut from = 0;
        if self.in_link == 0 {
            while let Some(found) = autolink::next(text, from) {
                self.typed(&text[from..found.start]);
                from = found.end;
                let end = self.anchor(&unmask(&text[found.clone()]), "");
                self.typed(&text[found]);
                self.out.push_str(&end);
            }
        }
        self.typed(&text[from..]);
    }

    /// True for the line break at `at` when a tag that is shown as text stands alone on the line
    /// before or after it: such tags are the visible structure of many prompts.
    fn breaks_beside_tag(&self, at: usize) -> bool {
        let alone = |line: &str| {
            let line = line.trim_matches([' ', '\t', '>']);
            line.starts_with(mask::OPEN) && line.ends_with([mask::CLOSE, '>'])
        };
        let (before, after) = self.masked.split_at(at);
        let line_before = before.rsplit('\n').next().unwrap_or("");
        let line_after = after.trim_start_matches([' ', '\n']).split('\n').next().unwrap_or("");
        alone(line_before) || alone(line_after)
    }
}
