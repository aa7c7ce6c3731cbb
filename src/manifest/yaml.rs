//! Text of a header → a spanned value tree, by the rules of YAML.
//!
//! Scalars are the author's text whatever type YAML gives them. Anchors are never followed: an
//! alias is its own text. All or nothing: what a strict reader refuses is for
//! [`super::lenient`].

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use camino::Utf8Path;
use granit_parser::{Event, Parser, Placement, ScalarStyle, StructureStyle, Tag};

use super::rules::{DUPLICATE_KEY, FRONTMATTER_LENIENT};
use super::scalar::plain_kind;
use super::value::{Entry, Kind, Map, Scalar, Value};
use crate::diagnostic::{Diagnostic, Format, SILENCER};
use crate::source::{FileId, Span};
use crate::text::{line_column, shorten};

/// Deepest nesting that is read as a tree.
const DEPTH: usize = 32;

/// How many findings of a file name lines in their words. To count lines means to go through the
/// file, and nobody reads more.
pub(super) const COUNTED: usize = 100;

/// Where the text of a header stands.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub file: FileId,
    pub path: &'a Utf8Path,
    /// The whole file.
    pub text: &'a str,
    /// The anchors and aliases of the header, where [`signs`] has looked for them.
    pub signs: Option<&'a BTreeSet<&'a str>>,
    pub format: Format,
}

impl Place<'_> {
    pub(super) fn span(&self, range: Range<usize>) -> Span {
        Span::new(self.file, range)
    }

    pub(super) fn line(&self, at: u32) -> usize {
        line_column(self.text, at as usize).0
    }

    /// True when the header holds the anchor or alias `sign`, such as `&a`.
    fn holds(&self, sign: &str) -> bool {
        self.signs.is_some_and(|signs| signs.contains(sign))
    }

    /// A warning that other readers will read something else.
    pub(super) fn lenient(&self, range: Range<usize>, message: String) -> Diagnostic {
        Diagnostic::new(&FRONTMATTER_LENIENT, self.format, self.path, message).at(self.span(range))
    }
}

/// The words of a header that may be anchors and aliases, with their sign.
pub(super) fn signs(header: &str) -> BTreeSet<&str> {
    let words = header.split(|c: char| c.is_whitespace() || "[]{},".contains(c));
    words.filter(|word| word.starts_with(['&', '*'])).collect()
}

/// Reads the bytes `range` of the file as one YAML document, which is [`Kind::Empty`] when there
/// is nothing in it.
///
/// # Errors
/// The parser's words for the first thing that it refuses.
pub(super) fn read(place: Place<'_>, range: Range<usize>) -> Result<(Value, Vec<Diagnostic>), String> {
    let options = granit_parser::options! {
        emit_unresolved_aliases: true,
        emit_anchor_events: true,
        max_buffered_comment_events: 10_000,
        flow_nesting_limit: DEPTH,
        block_nesting_limit: DEPTH,
    };
    let text = &place.text[range.clone()];
    let parser = Parser::new_from_str_with_options(text, options);
    let (base, diagnostics) = (range.start, Vec::new());
    let mut builder = Builder { place, parser, base, diagnostics, last_plain: 0..0, in_merge: false };
    let root = builder.document()?;
    let mut root = root.unwrap_or(Value { kind: Kind::Empty, span: place.span(range.start..range.start) });
    let mut diagnostics = builder.diagnostics;
    if let Kind::Map(map) = root.kind {
        root.kind = Kind::Map(unique(place, map, &mut diagnostics));
    }
    Ok((root, diagnostics))
}

/// True when a parser of YAML reads all of `text` without a fault.
pub fn is_strict_yaml(text: &str) -> bool {
    let options = granit_parser::options! {
        emit_unresolved_aliases: true,
        flow_nesting_limit: DEPTH,
        block_nesting_limit: DEPTH,
    };
    Parser::new_from_str_with_options(text, options).all(|event| event.is_ok())
}

/// Keeps the first of equal keys, at every level, and tells about the others.
pub(super) fn unique(place: Place<'_>, map: Map, diagnostics: &mut Vec<Diagnostic>) -> Map {
    let mut seen: BTreeMap<String, Span> = BTreeMap::new();
    let mut kept: Map = Vec::with_capacity(map.len());
    for mut entry in map {
        if let Some(first) = seen.get(&entry.key) {
            let line = (diagnostics.len() < COUNTED).then(|| place.line(first.start));
            diagnostics.push(duplicate(place, &entry, *first, line));
            continue;
        }
        if let Kind::Map(inner) = entry.value.kind {
            entry.value.kind = Kind::Map(unique(place, inner, diagnostics));
        }
        seen.insert(entry.key.clone(), entry.key_span);
        kept.push(entry);
    }
    kept
}

fn duplicate(place: Place<'_>, entry: &Entry, first: Span, line: Option<usize>) -> Diagnostic {
    let message = match line {
        Some(line) => format!("duplicate key `{}`: it is already on line {line}", entry.key),
        None => format!("duplicate key `{}`", entry.key),
    };
    Diagnostic::new(&DUPLICATE_KEY, place.format, place.path, message)
        .at(entry.key_span)
        .related(first, "first here")
        .help("keep one of the two: readers take the first, the last or neither")
}

struct Builder<'a> {
    place: Place<'a>,
    parser: Parser<'a, granit_parser::StrInput<'a>>,
    /// Where the parsed text begins in the file.
    base: usize,
    diagnostics: Vec<Diagnostic>,
    /// The last scalar without quotes, for a comment that cuts it.
    last_plain: Range<usize>,
    /// True in the value of a merge key, `<<`.
    in_merge: bool,
}

type Node<'a> = (Event<'a>, Range<usize>, Option<Range<usize>>);

impl<'a> Builder<'a> {
    fn document(&mut self) -> Result<Option<Value>, String> {
        let mut root = None;
        while let Some((event, range, before)) = self.next()? {
            match event {
                Event::StreamStart | Event::DocumentStart(..) | Event::DocumentEnd | Event::StreamEnd => {}
                _ if root.is_some() => return Err("there is more than one document".to_owned()),
                _ => root = Some(self.value((event, range, before))?),
            }
        }
        Ok(root)
    }

    /// The next event that is not a comment or an anchor, with its range in the file and where
    /// its tag begins.
    fn next(&mut self) -> Result<Option<Node<'a>>, String> {
        while let Some(next) = self.parser.next_event() {
            let (event, span) = next.map_err(|error| error.info())?;
            let range = span.byte_range().unwrap_or(0..0);
            let range = range.start + self.base..range.end + self.base;
            let tag = span.tag_start().and_then(|tag| tag.byte_offset()).map(|at| at + self.base..range.start);
            match event {
                Event::Comment(_, placement) => self.comment(range, placement),
                Event::Anchor(..) => self.anchor(range),
                event => return Ok(Some((event, range, tag))),
            }
        }
        Ok(None)
    }

    fn required(&mut self) -> Result<Node<'a>, String> {
        self.next()?.ok_or_else(|| "the header ends too early".to_owned())
    }

    fn value(&mut self, (event, range, tag_range): Node<'a>) -> Result<Value, String> {
        match event {
            Event::Scalar(text, style, _, tag) => {
                self.tag(tag.as_deref(), tag_range);
                Ok(self.scalar(text.into_owned(), style, range))
            }
            Event::Alias(_) | Event::UnresolvedAlias(_) => {
                self.alias(range.clone());
                let text = self.place.text[range.clone()].to_owned();
                Ok(Value { kind: Kind::Scalar(text, Scalar::String), span: self.place.span(range) })
            }
            Event::SequenceStart(style, _, tag) => {
                self.tag(tag.as_deref(), tag_range);
                self.list(style, range)
            }
            Event::MappingStart(style, _, tag) => {
                self.tag(tag.as_deref(), tag_range);
                self.map(style, range)
            }
            _ => Err("the header is not well formed".to_owned()),
        }
    }

    fn scalar(&mut self, text: String, style: ScalarStyle, range: Range<usize>) -> Value {
        let is_plain = style == ScalarStyle::Plain;
        let is_block = matches!(style, ScalarStyle::Literal | ScalarStyle::Folded);
        let mut range = range;
        if is_block {
            range.end = range.start + self.place.text[range.clone()].trim_end().len();
        }
        if is_plain {
            self.last_plain = range.clone();
        }
        let kind = match (is_plain, range.is_empty()) {
            (true, true) => Kind::Empty,
            (true, false) => {
                let kind = plain_kind(&text);
                Kind::Scalar(text, kind)
            }
            (false, _) if is_block => Kind::Scalar(text.trim_end_matches('\n').to_owned(), Scalar::String),
            (false, _) => Kind::Scalar(text, Scalar::String),
        };
        Value { kind, span: self.place.span(range) }
    }

    fn list(&mut self, style: StructureStyle, start: Range<usize>) -> Result<Value, String> {
        let mut items = Vec::new();
        loop {
            let node = self.required()?;
            if node.0 == Event::SequenceEnd {
                let end = end_of(style, node.1, items.last());
                return Ok(Value { kind: Kind::List(items), span: self.place.span(start.start..end) });
            }
            items.push(self.value(node)?);
        }
    }

    fn map(&mut self, style: StructureStyle, start: Range<usize>) -> Result<Value, String> {
        let mut map: Map = Vec::new();
        loop {
            let node = self.required()?;
            if node.0 == Event::MappingEnd {
                let end = end_of(style, node.1, map.last().map(|entry| &entry.value));
                return Ok(Value { kind: Kind::Map(map), span: self.place.span(start.start..end) });
            }
            let key = self.value(node)?;
            let key_text = match key.kind {
                Kind::Scalar(text, _) => text,
                _ => self.place.text[key.span.range()].to_owned(),
            };
            let node = self.required()?;
            let was_in_merge = std::mem::replace(&mut self.in_merge, key_text == "<<");
            let value = self.value(node)?;
            self.in_merge = was_in_merge;
            map.push(Entry { key: key_text, key_span: key.span, value });
        }
    }

    /// A comment right after a scalar of several words may be a part of what the author meant.
    fn comment(&mut self, range: Range<usize>, placement: Placement) {
        let between = self.place.text.get(self.last_plain.end..range.start).unwrap_or("\n");
        let value = &self.place.text[self.last_plain.clone()];
        let is_cut =
            placement == Placement::Right && between.trim_matches([' ', '\t']).is_empty() && value.contains(' ');
        if is_cut {
            self.diagnostics.extend(cut(self.place, range));
        }
    }

    fn alias(&mut self, range: Range<usize>) {
        let text = &self.place.text[range.clone()];
        let what = if self.in_merge { "brings no keys" } else { "is plain text" };
        let message = format!("`{text}` is an alias to other YAML readers; it is not followed here and {what}");
        let help = if self.in_merge {
            "write the keys out"
        } else if self.place.holds(&text.replacen('*', "&", 1)) {
            "write the value out"
        } else {
            "write the value out, or put it in quotes"
        };
        self.diagnostics.push(self.place.lenient(range, message).help(help));
    }

    fn anchor(&mut self, range: Range<usize>) {
        let text = &self.place.text[range.clone()];
        let message =
            format!("`{text}` is an anchor and no part of the value; some readers refuse headers with anchors");
        let alias = text.replacen('&', "*", 1);
        let help = if self.place.holds(&alias) {
            format!("write out what `{alias}` stands for wherever it is, then take the anchor out")
        } else {
            self.take_out(&range)
        };
        self.diagnostics.push(self.place.lenient(range, message).help(help));
    }

    /// Help about a sign before a value. It can be meant as text where the value is on its line.
    fn take_out(&self, sign: &Range<usize>) -> String {
        let rest = self.place.text[sign.end..].lines().next().unwrap_or_default();
        let help = "take it out";
        if rest.trim().is_empty() {
            return help.to_owned();
        }
        format!("{help}, or put the value in quotes if it belongs to it")
    }

    fn tag(&mut self, tag: Option<&Tag>, range: Option<Range<usize>>) {
        let (Some(tag), Some(range)) = (tag, range) else { return };
        let range = range.start..range.start + self.place.text[range.clone()].trim_end().len();
        if tag.is_yaml_core_schema() {
            return;
        }
        let text = &self.place.text[range.clone()];
        let message = format!("`{text}` is a YAML tag and no part of the value; some readers refuse headers with tags");
        let help = self.take_out(&range);
        self.diagnostics.push(self.place.lenient(range, message).help(help));
    }
}

/// The warning for a value that ends before ` #`. A comment that is for this program is surely one.
pub(super) fn cut(place: Place<'_>, comment: Range<usize>) -> Option<Diagnostic> {
    let written = &place.text[comment.clone()];
    if written.trim_start_matches(['#', ' ']).starts_with(SILENCER) {
        return None;
    }
    let text = shorten(written, 60);
    let message = format!("the value ends before ` #`: `{text}` is a comment and no part of it");
    Some(place.lenient(comment, message).help("put the value in quotes if what follows the `#` belongs to it"))
}

fn end_of(style: StructureStyle, end: Range<usize>, last: Option<&Value>) -> usize {
    match (style, last) {
        (StructureStyle::Flow, _) | (_, None) => end.end,
        (StructureStyle::Block, Some(last)) => last.span.end as usize,
    }
}
