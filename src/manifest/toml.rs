//! Text of a SKILL.toml → a spanned value tree, and every syntax error in it.
//!
//! What stands beside an error is still read. Never decides which keys mean something.

use camino::Utf8Path;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::rules::{DUPLICATE_KEY, MANIFEST_SYNTAX};
use super::value::{Entry, Kind, Map, Scalar, Value};
use super::yaml::COUNTED;
use crate::diagnostic::{Diagnostic, Format};
use crate::source::{FileId, Span};
use crate::text::line_column;

/// The tree of `text` and its syntax errors.
pub(super) fn read(file: FileId, path: &Utf8Path, text: &str) -> (Map, Vec<Diagnostic>) {
    let (table, errors) = DeTable::parse_recoverable(text);
    let reader = Reader { file, text };
    let map = reader.map(table.get_ref());
    let mut diagnostics: Vec<Diagnostic> =
        errors.iter().enumerate().map(|(at, error)| reader.error(path, error, at < COUNTED)).collect();
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    (map, diagnostics)
}

struct Reader<'a> {
    file: FileId,
    text: &'a str,
}

impl Reader<'_> {
    fn map(&self, table: &DeTable<'_>) -> Map {
        let mut map: Map = table
            .iter()
            .map(|(key, value)| Entry {
                key: key.get_ref().to_string(),
                key_span: Span::new(self.file, key.span()),
                value: self.value(value),
            })
            .collect();
        map.sort_by_key(|entry| entry.key_span);
        map
    }

    fn value(&self, value: &Spanned<DeValue<'_>>) -> Value {
        let span = value.span();
        let source = || self.text.get(span.clone()).unwrap_or_default().to_owned();
        let kind = match value.get_ref() {
            DeValue::String(text) => Kind::Scalar(text.to_string(), Scalar::String),
            DeValue::Datetime(_) => Kind::Scalar(source(), Scalar::Date),
            DeValue::Integer(_) | DeValue::Float(_) | DeValue::Boolean(_) => Kind::Scalar(source(), Scalar::Other),
            DeValue::Array(items) => Kind::List(items.iter().map(|item| self.value(item)).collect()),
            DeValue::Table(table) => Kind::Map(self.map(table)),
        };
        Value { kind, span: Span::new(self.file, span) }
    }

    fn error(&self, path: &Utf8Path, error: &toml::de::Error, look_up: bool) -> Diagnostic {
        let range = error.span().unwrap_or(0..0);
        let span = Span::new(self.file, range.clone());
        if error.message() == "duplicate key" {
            return self.duplicate(path, span, look_up);
        }
        let diagnostic =
            Diagnostic::new(&MANIFEST_SYNTAX, Format::Manifest, path, format!("not valid TOML: {}", error.message()));
        diagnostic.at(visible(self.text, span))
    }

    /// The key that stands twice, with the place of the first when it can be found.
    fn duplicate(&self, path: &Utf8Path, span: Span, look_up: bool) -> Diagnostic {
        let key = self.text.get(span.range()).unwrap_or_default();
        let first = if look_up { self.first_place(key, span) } else { None };
        let where_first = first.map_or(String::new(), |first| {
            format!(": it is already on line {}", line_column(self.text, first.start as usize).0)
        });
        let message = format!("duplicate key `{key}`{where_first}");
        let diagnostic = Diagnostic::new(&DUPLICATE_KEY, Format::Manifest, path, message)
            .at(span)
            .help("keep one of the two: readers refuse the whole file");
        match first {
            Some(first) => diagnostic.related(first, "first here"),
            None => diagnostic,
        }
    }

    /// The nearest earlier line that begins with the same key, bare or as a table's header.
    fn first_place(&self, key: &str, second: Span) -> Option<Span> {
        let is_key = |at: usize| {
            let line_start = self.text[..at].rfind('\n').map_or(0, |end| end + 1);
            let before = self.text[line_start..at].trim_start();
            let after = self.text[at + key.len()..].trim_start_matches([' ', '\t', ']']);
            let is_header = before.starts_with('[');
            is_header || before.is_empty() && after.starts_with(['=', '.'])
        };
        let before = self.text.get(..second.start as usize)?;
        let at = before.rmatch_indices(key).map(|(at, _)| at).find(|at| !key.is_empty() && is_key(*at))?;
        Some(Span::new(self.file, at..at + key.len()))
    }
}

/// Makes an empty place one character long, so that there is something to see: the character
/// there, or at the end of a line the one before it.
fn visible(text: &str, span: Span) -> Span {
    let at = span.range().start;
    if !span.range().is_empty() || !text.is_char_boundary(at) {
        return span;
    }
    let line = text[at..].chars().next().filter(|c| *c != '\n').map(|c| at..at + c.len_utf8());
    let before = || text[..at].trim_end_matches('\n').char_indices().last();
    let place = line.or_else(|| before().map(|(start, c)| start..start + c.len_utf8()));
    place.map_or(span, |place| Span::new(span.file, place))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str) -> Vec<String> {
        let (_, diagnostics) = read(FileId(0), Utf8Path::new("SKILL.toml"), text);
        let place = |diagnostic: &Diagnostic| {
            let (line, column) = line_column(text, diagnostic.span.map_or(0, |span| span.start as usize));
            format!("{line}:{column} {}", diagnostic.message)
        };
        diagnostics.iter().map(place).collect()
    }

    #[test]
    fn every_syntax_error_is_reported() {
        let text = "[skill]\nname = open\nversion = \"1.0.0\ntags = [\"a\" \"b\"]\nmaturity = \"beta\"\n";
        assert_eq!(
            errors(text),
            [
                "2:8 not valid TOML: string values must be quoted, expected literal string",
                "3:16 not valid TOML: invalid basic string, expected `\"`",
                "4:13 not valid TOML: missing comma between array elements, expected `,`",
            ]
        );
        let (map, _) = read(FileId(0), Utf8Path::new("SKILL.toml"), text);
        let Kind::Map(skill) = &map[0].value.kind else { panic!("a table") };
        let keys: Vec<&str> = skill.iter().map(|entry| entry.key.as_str()).collect();
        assert_eq!(keys, ["name", "version", "tags", "maturity"]);
    }

    #[test]
    fn a_repeated_key_names_both_lines() {
        assert_eq!(
            errors("[skill]\nname = \"name = x\"\nb = 1\nname = \"b\"\n"),
            ["4:1 duplicate key `name`: it is already on line 2"]
        );
        assert_eq!(errors("[skill]\na = 1\n[skill]\n"), ["3:2 duplicate key `skill`: it is already on line 1"]);
    }

    #[test]
    fn numbers_and_dates_are_the_authors_text() {
        let (map, diagnostics) = read(FileId(0), Utf8Path::new("SKILL.toml"), "a = 1.10\nb = 2026-03-14\nc = 0x1F\n");
        assert!(diagnostics.is_empty());
        let texts: Vec<&Kind> = map.iter().map(|entry| &entry.value.kind).collect();
        assert_eq!(
            texts,
            [
                &Kind::Scalar("1.10".into(), Scalar::Other),
                &Kind::Scalar("2026-03-14".into(), Scalar::Date),
                &Kind::Scalar("0x1F".into(), Scalar::Other),
            ]
        );
    }
}
