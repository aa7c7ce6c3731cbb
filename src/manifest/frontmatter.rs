//! Text of a SKILL.md → the fields of its header and the place of its body.

use std::ops::Range;

use camino::Utf8Path;

use super::decode::{Origin, decode};
use super::header::{self, Header};
use super::rules::FRONTMATTER_SYNTAX;
use super::value::{Kind, Map};
use super::yaml::Place;
use super::{Manifest, Read, lenient, yaml};
use crate::diagnostic::{Diagnostic, Format};
use crate::source::FileId;

/// Reads the header and finds the body of a SKILL.md. `format` is [`Format::Manifest`] when a
/// SKILL.toml lies beside it; then a header is not asked for.
///
/// What strict YAML refuses is read line by line, with a warning for each value. A header that is
/// not closed, or that stands below other text, is an error, and all of the file is its body.
pub fn read_frontmatter(file: FileId, path: &Utf8Path, text: &str, format: Format) -> Read {
    let place = Place { file, path, text, signs: None, format };
    match header::find(text) {
        Header::None => without_header(place, None),
        Header::Unclosed { open } => {
            let message = "the header is never closed: a line `---` is missing after it";
            without_header(
                place,
                Some(error(place, open, message).help("add a line `---` where the instructions begin")),
            )
        }
        Header::Displaced { open } => {
            let message = "the header does not begin on the first line, so it is none";
            without_header(place, Some(error(place, open, message).help("move it to the top of the file")))
        }
        Header::LongFence { open } => {
            let message = "the header begins with more than three dashes, so it is none";
            without_header(place, Some(error(place, open, message).help("write `---` before and after the header")))
        }
        Header::Found { before, inner, close, body } => with_header(place, before, inner, close, body),
    }
}

fn without_header(place: Place<'_>, diagnostic: Option<Diagnostic>) -> Read {
    Read {
        path: place.path.to_owned(),
        manifest: Manifest::default(),
        broken: diagnostic.is_some(),
        diagnostics: diagnostic.into_iter().collect(),
        body: 0..place.text.len(),
        header: None,
        empty: true,
    }
}

fn with_header(
    place: Place<'_>,
    before: Range<usize>,
    inner: Range<usize>,
    close: Range<usize>,
    body: Range<usize>,
) -> Read {
    let mut diagnostics = around(place, before, &close);
    let map = keys(place, inner.clone(), &mut diagnostics);
    let map = match map {
        Ok(map) => map,
        // Beside a SKILL.toml, text between two rules is text between two rules.
        Err(_) if place.format == Format::Manifest => return without_header(place, None),
        Err(found) => {
            let message = format!("the header is {found}, not keys with values");
            let span = super::list::trimmed(place.text, inner);
            return without_header(place, Some(error(place, span, &message).help("write `key: value` on each line")));
        }
    };
    let origin = Origin { path: place.path, text: place.text, is_toml: false, format: place.format };
    let (manifest, found) = decode(origin, &map);
    diagnostics.extend(found);
    let broken = diagnostics.iter().any(|diagnostic| diagnostic.rule.code == FRONTMATTER_SYNTAX.code);
    let (path, empty) = (place.path.to_owned(), map.is_empty());
    Read { path, manifest, diagnostics, body, header: Some(inner), empty, broken }
}

/// The tree of a header, strictly read or else leniently.
///
/// # Errors
/// What the header is when it has no keys.
pub(super) fn keys(
    place: Place<'_>,
    inner: Range<usize>,
    diagnostics: &mut Vec<Diagnostic>,
) -> Result<Map, &'static str> {
    let signs = yaml::signs(&place.text[inner.clone()]);
    let place = Place { signs: Some(&signs), ..place };
    let Ok((value, found)) = yaml::read(place, inner.clone()) else {
        let (map, found) = lenient::read(place, inner);
        diagnostics.extend(found);
        return if map.is_empty() { Err("plain text") } else { Ok(map) };
    };
    match value.kind {
        Kind::Map(map) => {
            diagnostics.extend(found);
            Ok(map)
        }
        Kind::Empty => Ok(Map::new()),
        Kind::List(_) => Err("a list"),
        Kind::Scalar(..) => Err("plain text"),
    }
}

/// What stands before the opening fence, and a closing fence that few readers know.
fn around(place: Place<'_>, before: Range<usize>, close: &Range<usize>) -> Vec<Diagnostic> {
    let mut diagnostics = Vec::new();
    if !before.is_empty() {
        let is_blank = place.text[before.clone()].trim().is_empty();
        let what = if is_blank { "blank lines stand" } else { "a comment stands" };
        let message = format!("{what} before the header, so other readers find no header at all");
        diagnostics.push(place.lenient(before, message).help("begin the file with `---`"));
    }
    if place.text[close.clone()].starts_with("...") {
        let message = "the header is closed with `...`, which few readers know".to_owned();
        diagnostics.push(place.lenient(close.clone(), message).help("close it with `---`"));
    }
    diagnostics
}

fn error(place: Place<'_>, range: Range<usize>, message: &str) -> Diagnostic {
    Diagnostic::new(&FRONTMATTER_SYNTAX, place.format, place.path, message).at(place.span(range))
}
