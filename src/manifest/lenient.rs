//! A header that a strict YAML reader refuses → a spanned value tree all the same.
//!
//! The header is cut into entries at the lines that begin with a key. Each entry that is YAML on
//! its own is read as YAML; the others are read line by line, and each of those is a warning.
//! Lines that belong to no entry are errors.

mod text;

use std::ops::Range;

use text::{explain, fold, glued_key, is_block_indicator, is_tabbed, without_quotes};

use super::list;
use super::rules::FRONTMATTER_SYNTAX;
use super::scalar::quoted;
use super::value::{Entry, Kind, Map, Scalar, Value};
use super::yaml::{self, Place};
use crate::diagnostic::{Diagnostic, Fix};
use crate::text::shorten;

/// Deepest nesting that is read.
const DEPTH: usize = 8;

/// Reads the bytes `range` of the file. The map is empty when no line begins with a key.
pub(super) fn read(place: Place<'_>, range: Range<usize>) -> (Map, Vec<Diagnostic>) {
    let mut reader = Reader { place, diagnostics: Vec::new(), orphans: Vec::new(), key: "" };
    let lines = reader.lines(range);
    let map = reader.entries(&lines, 0, DEPTH);
    let mut diagnostics = reader.diagnostics;
    if !map.is_empty() {
        diagnostics.extend(orphans(place, &reader.orphans));
    }
    let map = yaml::unique(place, map, &mut diagnostics);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    (map, diagnostics)
}

/// One error for each run of lines that nothing can be made of.
fn orphans(place: Place<'_>, lines: &[Range<usize>]) -> Vec<Diagnostic> {
    let mut runs: Vec<Range<usize>> = Vec::new();
    for line in lines {
        match runs.last_mut() {
            Some(run) if place.text[run.end..line.start].trim().is_empty() => run.end = line.end,
            _ => runs.push(line.clone()),
        }
    }
    runs.into_iter()
        .map(|run| {
            let first = place.text[run.clone()].lines().next().unwrap_or_default();
            let message = format!("`{}` is neither a key with a value nor a part of one", shorten(first, 60));
            Diagnostic::new(&FRONTMATTER_SYNTAX, place.format, place.path, message)
                .at(place.span(run))
                .help("indent it if it belongs to the value above, or close the header with `---` before it")
        })
        .collect()
}

struct Reader<'a> {
    place: Place<'a>,
    diagnostics: Vec<Diagnostic>,
    /// Lines that belong to no entry.
    orphans: Vec<Range<usize>>,
    /// The key whose value is being read, for messages.
    key: &'a str,
}

/// A line of the header.
#[derive(Clone)]
struct Line {
    /// Without the line end and the white space before it.
    range: Range<usize>,
    /// Bytes of white space at its start.
    indent: usize,
}

impl Line {
    fn is_blank(&self) -> bool {
        self.range.len() <= self.indent
    }

    /// The text without its indentation.
    fn content(&self) -> Range<usize> {
        self.range.start + self.indent.min(self.range.len())..self.range.end
    }
}

impl<'a> Reader<'a> {
    fn str(&self, range: Range<usize>) -> &'a str {
        &self.place.text[range]
    }

    fn lines(&self, range: Range<usize>) -> Vec<Line> {
        let mut start = range.start;
        let mut lines = Vec::new();
        for line in self.str(range).split_inclusive('\n') {
            let indent = line.len() - line.trim_start_matches([' ', '\t']).len();
            let end = start + line.trim_end().len();
            lines.push(Line { range: start..end, indent: indent.min(end - start) });
            start += line.len();
        }
        lines
    }

    /// The entries of a map whose keys stand at most `indent` bytes from the start of the line.
    fn entries(&mut self, lines: &[Line], indent: usize, depth: usize) -> Map {
        let starts: Vec<usize> = (0..lines.len())
            .filter(|at| lines[*at].indent <= indent && self.key_of(lines[*at].content()).is_some())
            .collect();
        let first = starts.first().copied().unwrap_or(lines.len());
        self.strays(&lines[..first]);
        let mut map = Vec::new();
        for (at, start) in starts.iter().enumerate() {
            let end = starts.get(at + 1).copied().unwrap_or(lines.len());
            self.entry(&lines[*start..end], indent, depth, &mut map);
        }
        map
    }

    fn strays(&mut self, lines: &[Line]) {
        let strays = lines.iter().filter(|line| !self.is_noise(line)).map(|line| line.range.clone());
        self.orphans.extend(strays.collect::<Vec<_>>());
    }

    /// Blank, or a comment.
    fn is_noise(&self, line: &Line) -> bool {
        line.is_blank() || self.str(line.content()).starts_with('#')
    }

    /// The key at the start of a line and where the value begins: a word, or quoted text, then a
    /// colon and a space or the end of the line.
    fn key_of(&self, line: Range<usize>) -> Option<(Range<usize>, usize)> {
        let text = self.str(line.clone());
        let (key, after) = match text.chars().next()? {
            quote @ ('"' | '\'') => {
                let end = text[1..].find(quote)? + 1;
                (1..end, end + 1)
            }
            first if first.is_alphabetic() || first == '_' || first == '$' => {
                let is_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '$');
                let end = text.find(|c| !is_key(c)).unwrap_or(text.len());
                (0..end, end)
            }
            _ => return None,
        };
        let rest = text[after..].trim_start_matches(' ').strip_prefix(':')?;
        let is_key = rest.is_empty() || rest.starts_with([' ', '\t']);
        is_key.then(|| (line.start + key.start..line.start + key.end, line.end - rest.len()))
    }

    /// One key, its line and the lines up to the next key.
    fn entry(&mut self, lines: &[Line], indent: usize, depth: usize, map: &mut Map) {
        let belonging = self.belonging(lines, indent);
        let (lines, strays) = lines.split_at(belonging);
        self.strays(strays);
        let Some(((key, value_start), last)) =
            lines.first().and_then(|line| self.key_of(line.content())).zip(lines.last())
        else {
            return;
        };
        let whole = lines[0].range.start..last.range.end;
        let reason = match yaml::read(self.place, whole) {
            Ok((Value { kind: Kind::Map(entries), .. }, diagnostics)) => {
                self.diagnostics.extend(diagnostics);
                return map.extend(entries);
            }
            Ok(_) => String::new(),
            Err(reason) => reason,
        };
        self.key = self.str(key.clone());
        let first = list::trimmed(self.place.text, value_start..lines[0].range.end);
        let told = self.diagnostics.len() + self.orphans.len();
        let value = self.value(first, &lines[1..], depth, &reason);
        if told == self.diagnostics.len() + self.orphans.len() {
            // Each part is fine by itself; what is wrong is how they stand together.
            self.key = self.str(key.clone());
            self.warn(value_start..last.range.end, &reason, None);
        }
        let key_span = self.place.span(key.clone());
        map.push(Entry { key: self.str(key).to_owned(), key_span, value });
    }

    /// How many of the lines belong to the entry: all up to the first that is not indented and
    /// does not follow it directly.
    fn belonging(&self, lines: &[Line], indent: usize) -> usize {
        let mut after_blank = false;
        let stray = lines.iter().skip(1).position(|line| {
            let content = self.str(line.content());
            let is_stray = line.indent <= indent && !self.is_noise(line) && after_blank && !content.starts_with("- ");
            after_blank |= self.is_noise(line);
            is_stray
        });
        stray.map_or(lines.len(), |at| at + 1)
    }

    /// A value that is not YAML. `first` is what follows the key on its line, `more` the lines
    /// after it.
    fn value(&mut self, first: Range<usize>, more: &[Line], depth: usize, reason: &str) -> Value {
        let head = self.str(first.clone());
        if head.is_empty() || head.starts_with('#') {
            return self.nested(first, more, depth, reason);
        }
        if is_block_indicator(head) {
            return self.block(first, more, reason);
        }
        let whole = first.start..more.iter().rfind(|line| !line.is_blank()).map_or(first.end, |line| line.range.end);
        if let Some(items) = self.flow_list(whole.clone()) {
            self.warn(whole.clone(), reason, None);
            return Value { kind: Kind::List(items), span: self.place.span(whole) };
        }
        self.text(first, more, reason)
    }

    /// Items between brackets that enclose all of the value.
    fn flow_list(&self, whole: Range<usize>) -> Option<Vec<Value>> {
        let text = self.str(whole.clone());
        let text = text.split_once("] #").map_or(text, |(list, _)| &text[..=list.len()]);
        list::encloses(text, '[', ']').then(|| {
            let shifted = |item: Range<usize>| whole.start + item.start..whole.start + item.end;
            list::items(text, false).into_iter().map(|item| self.scalar(shifted(item))).collect()
        })
    }

    fn scalar(&self, range: Range<usize>) -> Value {
        let text = self.str(range.clone()).to_owned();
        Value { kind: Kind::Scalar(text, Scalar::String), span: self.place.span(range) }
    }

    /// Text without YAML's meaning: its lines, joined as YAML joins them, without quotes round
    /// the whole and without a comment.
    fn text(&mut self, first: Range<usize>, more: &[Line], reason: &str) -> Value {
        let mut ranges = vec![first];
        // Comments after the value belong to what comes next.
        let end = more.iter().rposition(|line| !self.is_noise(line)).map_or(0, |at| at + 1);
        ranges.extend(more[..end].iter().map(Line::content));
        let is_quoted = self.str(ranges[0].clone()).starts_with(['"', '\'']);
        let mut has_comment = false;
        if !is_quoted {
            for range in &mut ranges {
                let Some(at) = self.str(range.clone()).find(" #").map(|at| range.start + at) else { continue };
                self.diagnostics.extend(yaml::cut(self.place, at + 1..range.end));
                *range = list::trimmed(self.place.text, range.start..at);
                has_comment = true;
            }
        }
        let whole = ranges[0].start..ranges[ranges.len() - 1].end;
        let joined = fold(ranges.into_iter().map(|range| self.str(range)));
        let text = if is_quoted { without_quotes(&joined) } else { joined };
        let span = self.place.span(whole.clone());
        let is_one_value = !has_comment && !self.str(whole.clone()).contains("\n---");
        let fix = is_one_value.then(|| Fix::Replace { span, text: quoted(&text) });
        self.warn(whole, reason, fix);
        Value { kind: Kind::Scalar(text, Scalar::String), span }
    }

    /// A block scalar whose lines YAML does not accept, such as lines indented with tabs.
    fn block(&mut self, indicator: Range<usize>, more: &[Line], reason: &str) -> Value {
        let indent = more.iter().filter(|line| !line.is_blank()).map(|line| line.indent).min().unwrap_or(0);
        let contents = more.iter().map(|line| {
            let start = line.range.start + indent.min(line.range.len());
            self.str(start..line.range.end)
        });
        let is_literal = self.str(indicator.clone()).starts_with('|');
        let text = if is_literal { contents.collect::<Vec<_>>().join("\n") } else { fold(contents) };
        let start = more.iter().find(|line| !line.is_blank()).map_or(indicator.start, |line| line.content().start);
        let end = more.iter().rfind(|line| !line.is_blank()).map_or(indicator.end, |line| line.range.end);
        self.warn(start..end, reason, None);
        let text = text.trim_matches('\n').to_owned();
        Value { kind: Kind::Scalar(text, Scalar::String), span: self.place.span(start..end) }
    }

    /// A list, a map or text on the lines after the key.
    fn nested(&mut self, first: Range<usize>, more: &[Line], depth: usize, reason: &str) -> Value {
        let lines: Vec<Line> = more.iter().filter(|line| !self.is_noise(line)).cloned().collect();
        let Some((head, last)) = lines.first().zip(lines.last()) else {
            return Value { kind: Kind::Empty, span: self.place.span(first.start..first.start) };
        };
        let span = self.place.span(head.content().start..last.range.end);
        if self.is_item(head) {
            return Value { kind: Kind::List(self.items(&lines, depth, reason)), span };
        }
        if depth > 0 && head.indent > 0 && self.key_of(head.content()).is_some() {
            return Value { kind: Kind::Map(self.entries(more, head.indent, depth - 1)), span };
        }
        self.text(head.content(), &lines[1..], reason)
    }

    fn is_item(&self, line: &Line) -> bool {
        let content = self.str(line.content());
        content == "-" || content.starts_with("- ") || content.starts_with("-\t")
    }

    /// The items of a list, one for each line with a dash.
    fn items(&mut self, lines: &[Line], depth: usize, reason: &str) -> Vec<Value> {
        let indent = lines[0].indent;
        let starts: Vec<usize> =
            (0..lines.len()).filter(|at| lines[*at].indent <= indent && self.is_item(&lines[*at])).collect();
        let mut items = Vec::new();
        for (at, start) in starts.iter().enumerate() {
            let end = starts.get(at + 1).copied().unwrap_or(lines.len());
            let (line, more) = (&lines[*start], &lines[*start + 1..end]);
            let content = list::trimmed(self.place.text, line.content().start + 1..line.range.end);
            // Fine YAML as a document of its own needs no warning.
            let whole = content.start..more.last().map_or(content.end, |line| line.range.end);
            match yaml::read(self.place, whole) {
                Ok((Value { kind: Kind::Empty, .. }, _)) => {}
                Ok((value, diagnostics)) => {
                    self.diagnostics.extend(diagnostics);
                    items.push(value);
                }
                Err(_) if depth > 0 => items.push(self.value(content, more, depth - 1, reason)),
                Err(_) => items.push(self.text(content, more, reason)),
            }
        }
        items
    }

    fn warn(&mut self, value: Range<usize>, reason: &str, fix: Option<Fix>) {
        let value = list::trimmed(self.place.text, value);
        let text = self.str(value.clone());
        let has_tabs = is_tabbed(text, reason);
        let glued = glued_key(text).filter(|_| !has_tabs);
        let why = match glued {
            Some(key) => format!("a line break seems to be missing before `{key}:`"),
            None => explain(text, reason),
        };
        let message = format!(
            "`{}` is not strict YAML, and readers such as the skills CLI refuse the whole header: {why}",
            self.key
        );
        // Quotes would make the lost field a part of this one for good, so only the author can choose.
        let fix = fix.filter(|_| glued.is_none());
        let help = match glued {
            Some(key) => format!("begin a new line at `{key}:`, or put the value in quotes if that belongs to it"),
            None if fix.is_some() => "put the value in quotes".to_owned(),
            // Quotes round the whole would make one text of a map or list.
            None if has_tabs => "indent with spaces".to_owned(),
            None if list::encloses(text, '[', ']') && !text.starts_with("[[") => "put the items in quotes".to_owned(),
            None => "put it right, or put the text in quotes".to_owned(),
        };
        let mut diagnostic = self.place.lenient(value, message).help(help);
        diagnostic.fix = fix;
        self.diagnostics.push(diagnostic);
    }
}
