//! The header of a SKILL.md → the SKILL.toml that says the same, and the header that is left.
//!
//! SKILL Package Specification 1.0.0, §10: existing metadata is carried over with its comments;
//! what the format requires and the header does not say is an empty value that `check` reports,
//! with a comment for the author. Nothing is made up. What only clients read stays in the header.

use std::collections::BTreeMap;
use std::ops::Range;

use camino::Utf8Path;

use super::decode::{Origin, decode};
use super::fields::{FIELDS, Slot, Spec, Table, normal};
use super::frontmatter::keys;
use super::header::{self, Header};
use super::rules::{DUPLICATE_KEY, FRONTMATTER_SYNTAX};
use super::scalar::quoted;
use super::value::{Entry, Kind, Map};
use super::yaml::Place;
use super::{Field, ListField, Manifest};
use crate::diagnostic::Format;
use crate::source::{FileId, Span};

/// What a package becomes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migration {
    /// The text of SKILL.toml.
    pub manifest: String,
    /// How many required fields are empty in it.
    pub blanks: usize,
    /// The bytes of SKILL.md's normalised text that SKILL.toml says now. Sorted, whole lines.
    pub moved: Vec<Range<usize>>,
}

/// Fields that stay in the header: the first two because most clients read nothing else, the
/// others because only clients act on them.
const KEPT: &[&str] = &["name", "description", "allowed-tools", "compatibility"];

/// The migration of a SKILL.md; `None` when it has no header, or one that cannot be read whole.
/// `schema` is the address of the JSON Schema for editors.
pub fn migrate(file: FileId, path: &Utf8Path, text: &str, schema: Option<&str>) -> Option<Migration> {
    let Header::Found { inner, .. } = header::find(text) else { return None };
    let place = Place { file, path, text, signs: None, format: Format::Frontmatter };
    let mut diagnostics = Vec::new();
    let map = keys(place, inner.clone(), &mut diagnostics).ok()?;
    let is_unread = |code: &str| code == FRONTMATTER_SYNTAX.code || code == DUPLICATE_KEY.code;
    if map.is_empty() || diagnostics.iter().any(|diagnostic| is_unread(diagnostic.rule.code)) {
        return None;
    }
    let origin = Origin { path, text, is_toml: false, format: Format::Frontmatter };
    let (mut manifest, _) = decode(origin, &map);
    let moves = moves(text, &inner, &map, &mut manifest);
    let stated = manifest.stated();
    let is_blank = |spec: &&Spec| spec.required && spec.table != Table::Top && !stated.contains(&spec.key);
    let blanks = FIELDS.iter().filter(is_blank).count();
    let text = write(&mut manifest, &moves, schema);
    Some(Migration { manifest: text, blanks, moved: moves.into_iter().map(|one| one.lines).collect() })
}

/// An entry of the header that goes to SKILL.toml.
struct Move {
    key: &'static str,
    /// Its lines with the comments above it.
    lines: Range<usize>,
    /// Full-line comments, with their `#`.
    comments: Vec<String>,
    /// The comment at the end of its last line.
    trailing: Option<String>,
    /// Comments at the ends of the items of a list, by their places; where there are any, the last item's too.
    of_items: BTreeMap<Span, String>,
}

fn moves(text: &str, inner: &Range<usize>, map: &Map, manifest: &mut Manifest) -> Vec<Move> {
    let mut moves = Vec::new();
    let mut previous_end = inner.start;
    for entry in map {
        let Some(lines) = lines(text, entry, previous_end) else { continue };
        if let Some(spec) = FIELDS.iter().find(|spec| is_moved(spec, entry, manifest)) {
            moves.push(one_move(text, spec, entry, lines.clone(), previous_end));
        }
        previous_end = lines.end;
    }
    moves
}

/// True when the field was read from this entry and all of the entry is that field.
fn is_moved(spec: &Spec, entry: &Entry, manifest: &mut Manifest) -> bool {
    if KEPT.contains(&spec.key) || spec.table == Table::Top || normal(spec.key) != normal(&entry.key) {
        return false;
    }
    let from_entry = |span: Span| span == entry.value.span || span == entry.key_span;
    !matches!(entry.value.kind, Kind::Map(_)) && place_of(spec, manifest).is_some_and(from_entry)
}

fn place_of(spec: &Spec, manifest: &mut Manifest) -> Option<Span> {
    match spec.slot {
        Slot::Text(slot) => slot(manifest).as_ref().map(|field| field.span),
        Slot::Words(slot) | Slot::Texts(slot) => slot(manifest).as_ref().map(|list| list.span),
    }
}

/// The lines of an entry, when it begins its line and no other entry stands there.
fn lines(text: &str, entry: &Entry, previous_end: usize) -> Option<Range<usize>> {
    let key = entry.key_span.range();
    let start = text[..key.start].rfind('\n').map_or(0, |at| at + 1);
    let value_end = entry.value.span.range().end.max(key.end);
    let end = text[value_end..].find('\n').map_or(text.len(), |at| value_end + at + 1);
    let is_alone = text[start..key.start].trim_matches(['"', '\'', ' ']).is_empty() && start >= previous_end;
    is_alone.then_some(start..end)
}

fn one_move(text: &str, spec: &Spec, entry: &Entry, lines: Range<usize>, previous_end: usize) -> Move {
    let mut start = lines.start;
    let mut comments = Vec::new();
    for line in text[previous_end..start].lines().rev() {
        if !line.trim_start().starts_with('#') {
            break;
        }
        comments.insert(0, line.trim().to_owned());
        start -= line.len() + 1;
    }
    let value_end = entry.value.span.range().end.max(entry.key_span.range().end);
    if matches!(entry.value.kind, Kind::List(_)) {
        let inside = text[lines.start..value_end].lines().skip(1).map(str::trim);
        comments.extend(inside.filter(|line| line.starts_with('#')).map(str::to_owned));
    }
    let mut trailing = comment_after(text, value_end).filter(|_| value_end < lines.end);
    let mut of_items = BTreeMap::new();
    if let Kind::List(items) = &entry.value.kind {
        let ends = items.iter().map(|item| (item.span, item.span.range().end));
        of_items.extend(ends.filter_map(|(span, end)| Some((span, comment_after(text, end)?))));
        if items.last().is_some_and(|last| of_items.contains_key(&last.span)) {
            trailing = None;
        }
    }
    Move { key: spec.key, lines: start..lines.end, comments, trailing, of_items }
}

/// The comment behind a value that ends at `end`, on the same line.
fn comment_after(text: &str, end: usize) -> Option<String> {
    let rest = text[end..].lines().next().unwrap_or_default();
    let rest = rest.trim_start_matches([':', ',', ' ', '\t']).trim_end();
    rest.starts_with('#').then(|| rest.to_owned())
}

fn write(manifest: &mut Manifest, moves: &[Move], schema: Option<&str>) -> String {
    let mut out = schema.map(|url| format!("#:schema {url}\n")).unwrap_or_default();
    out.push_str("manifest_version = \"1.0\"\n");
    for (table, heading) in [(Table::Skill, "\n[skill]\n"), (Table::Source, "\n[source]\n")] {
        let specs = FIELDS.iter().filter(|spec| spec.table == table);
        let is_carried = |spec: &&Spec| !KEPT[2..].contains(&spec.key);
        let lines: String = specs.filter(is_carried).filter_map(|spec| line(spec, manifest, moves)).collect();
        if !lines.is_empty() {
            out.push_str(heading);
            out.push_str(&lines);
        }
    }
    out
}

/// The line of a field with its comments; `None` for a field that is neither there nor required.
fn line(spec: &Spec, manifest: &mut Manifest, moves: &[Move]) -> Option<String> {
    let origin = moves.iter().find(|one| one.key == spec.key);
    let (value, is_empty) = match spec.slot {
        Slot::Text(slot) => {
            let field: Option<&Field> = slot(manifest).as_ref();
            let text = field.map_or("", |field| field.text.trim());
            (quoted(text), text.is_empty())
        }
        Slot::Words(slot) | Slot::Texts(slot) => {
            let list: Option<&ListField> = slot(manifest).as_ref();
            (array(list, origin), list.is_none_or(|list| list.items.is_empty()))
        }
    };
    if is_empty && !spec.required {
        return None;
    }
    let comments = origin.iter().flat_map(|one| &one.comments).flat_map(|comment| [comment.as_str(), "\n"]);
    let comments: String = comments.collect();
    let trailing = match origin.and_then(|one| one.trailing.as_ref()) {
        Some(comment) => format!("  {comment}"),
        None if is_empty => format!("  # TODO: {}", spec.meaning()),
        None => String::new(),
    };
    Some(format!("{comments}{} = {value}{trailing}\n", spec.key))
}

/// A list in one line, or with a line for each item where items have comments.
fn array(list: Option<&ListField>, origin: Option<&Move>) -> String {
    let items = || list.into_iter().flat_map(|list| &list.items);
    let Some(comments) = origin.map(|one| &one.of_items).filter(|comments| !comments.is_empty()) else {
        let items: Vec<String> = items().map(|item| quoted(&item.text)).collect();
        return format!("[{}]", items.join(", "));
    };
    let lines = items().map(|item| {
        let comment = comments.get(&item.span).map(|comment| format!("  {comment}")).unwrap_or_default();
        format!("    {},{comment}\n", quoted(&item.text))
    });
    format!("[\n{}]", lines.collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::manifest::{merge, read_frontmatter, read_toml};

    fn migrated(text: &str) -> (String, String) {
        let migration = migrate(FileId(1), Utf8Path::new("SKILL.md"), text, None).expect("a header");
        let mut rest = text.to_owned();
        for lines in migration.moved.iter().rev() {
            rest.replace_range(lines.clone(), "");
        }
        (migration.manifest, rest)
    }

    #[test]
    fn metadata_moves_with_its_comments_and_the_rest_stays() {
        let text = "---\nname: a\n# when it was\nversion: 1.2.0  # last release\ndescription: >\n  Use when\n  b: c\ntags:\n  # two of them\n  - x\n  - \"y z\"\n# for the client\nargument-hint: [file]\nallowed-tools: Read\nlicense: MIT\nmetadata:\n  author: ann\n  team: d\n---\n# A\n";
        let (manifest, rest) = migrated(text);
        insta::assert_snapshot!(format!("{manifest}\n=== SKILL.md\n{rest}"), @r#"
        manifest_version = "1.0"

        [skill]
        name = "a"
        # when it was
        version = "1.2.0"  # last release
        description = "Use when b: c"
        type = ""  # TODO: how the skill instructs: technique, pattern, reference or discipline
        category = ""  # TODO: primary category, one of the recommended ones or a declared extension
        boundary = ""  # TODO: one sentence about what the skill covers
        maturity = ""  # TODO: stage of the skill's life: draft, alpha, beta, stable or deprecated
        last_verified = ""  # TODO: day on which the skill was last verified, YYYY-MM-DD
        # two of them
        tags = ["x", "y z"]
        topics = []  # TODO: themes that group related skills, in lower-case kebab-case
        author = "ann"

        [source]
        license = "MIT"

        === SKILL.md
        ---
        name: a
        description: >
          Use when
          b: c
        # for the client
        argument-hint: [file]
        allowed-tools: Read
        metadata:
          author: ann
          team: d
        ---
        # A
        "#);
    }

    #[test]
    fn comments_of_items_stay_with_their_items() {
        let (manifest, _) =
            migrated("---\nname: a\ntags:\n  - x # one\n  - y\n  - z # three\ntopics: [t] # all\n---\n");
        assert!(manifest.contains("tags = [\n    \"x\",  # one\n    \"y\",\n    \"z\",  # three\n]\n"), "{manifest}");
        assert!(manifest.contains("topics = [\"t\"]  # all\n"), "{manifest}");
    }

    /// What both files say after the migration is what the header said before.
    #[test]
    fn nothing_is_lost() {
        let texts = [
            "---\nname: a\ndescription: Use when b: c\nversion: 1.10\nrisk: high\nrequires: [x, y]\ninputs: a b\nx-own: 1\n---\n# A\n",
            "---\n{\"name\": \"a\", \"tags\": [\"b\"], \"license\": \"MIT\"}\n---\n",
            "---\nname: a\nauthor:\n  name: Ann\n  email: x\ntags:\nversion:\nnon_goals:\n- One thing\n- Another\n---\nText\n",
            "---\nname: a\nboundary: |\n  One.\n\n  # two\n\nlast_verified: 2026-01-01\n---\nText\n",
        ];
        for text in texts {
            let before = read_frontmatter(FileId(1), Utf8Path::new("SKILL.md"), text, Format::Frontmatter);
            let (toml, rest) = migrated(text);
            let toml_read = read_toml(FileId(0), Utf8Path::new("SKILL.toml"), &toml);
            assert!(!toml_read.broken, "{toml}");
            let front = read_frontmatter(FileId(1), Utf8Path::new("SKILL.md"), &rest, Format::Manifest);
            let after = merge(Some(toml_read), Some(front));
            assert_eq!(said(before.manifest), said(after.manifest), "{toml}\n{rest}");
            assert_eq!(&text[before.body], &rest[after.body]);
            let found: Vec<&str> = after.diagnostics.iter().map(|diagnostic| diagnostic.rule.code).collect();
            assert!(!found.contains(&"shadowed-field"), "{found:?}");
        }
    }

    /// Every value that is not empty.
    fn said(mut manifest: Manifest) -> Vec<(String, Vec<String>)> {
        let mut of_field = |spec: &Spec| match spec.slot {
            Slot::Text(slot) => slot(&mut manifest).iter().map(|field| field.text.trim().to_owned()).collect(),
            Slot::Words(slot) | Slot::Texts(slot) => {
                slot(&mut manifest).iter().flat_map(ListField::texts).map(str::to_owned).collect()
            }
        };
        let mut said: Vec<(String, Vec<String>)> = Vec::new();
        for spec in FIELDS.iter().filter(|spec| spec.table != Table::Top) {
            let values: Vec<String> = of_field(spec);
            said.push((spec.key.to_owned(), values.into_iter().filter(|value| !value.is_empty()).collect()));
        }
        said.retain(|(_, values)| !values.is_empty());
        said.extend(manifest.extra.iter().map(|extra| (extra.key.clone(), vec![extra.value.text.clone()])));
        said
    }

    #[test]
    fn a_header_that_cannot_be_read_is_left_alone() {
        for text in ["# A\n", "---\nname: a\n", "---\nname: a\nname: b\n---\n", "---\n- a\n---\n", "---\n---\n"] {
            assert_eq!(migrate(FileId(1), Utf8Path::new("SKILL.md"), text, None), None, "{text}");
        }
    }
}
