//! One spanned value tree → a [`Manifest`], for both formats.
//!
//! Every key of the tree ends up in a field or in `extra`; what a value means is none of this
//! module's business, except that a text must be a text.

use std::ops::Range;

use super::fields::{FIELDS, Slot, Spec, Table, client_of, is_field, normal};
use super::leaf::{Leaf, find, find_map, flatten, plain};
use super::list;
use super::rules::{UNKNOWN_KEY, WRONG_TYPE};
use super::scalar::quoted;
use super::value::{Kind, Map, Scalar, Value};
use super::{Dialect, Extra, Field, ListField, Manifest, NEAR_MISSES};
use crate::diagnostic::{Diagnostic, Fix, Format, Level, Rule};
use crate::source::Span;
use crate::text::nearest;

/// Which file the tree comes from.
#[derive(Clone, Copy)]
pub(super) struct Origin<'a> {
    pub path: &'a camino::Utf8Path,
    /// The text of the file.
    pub text: &'a str,
    /// True for SKILL.toml.
    pub is_toml: bool,
    /// The format of the package, which decides levels.
    pub format: Format,
}

/// Decodes `map`; nothing in it is lost.
pub(super) fn decode(origin: Origin<'_>, map: &Map) -> (Manifest, Vec<Diagnostic>) {
    let mut leaves = Vec::new();
    flatten(map, "", None, &mut leaves);
    let dialect = if origin.is_toml { dialect(map) } else { None };
    let mut decoder = Decoder { origin, dialect, diagnostics: Vec::new(), compared: 0 };
    let mut manifest = Manifest { dialect, ..Manifest::default() };
    decoder.tables(map);
    for spec in FIELDS {
        decoder.field(spec, map, &mut leaves, &mut manifest);
    }
    if manifest.description.is_none() {
        manifest.description = localised_description(&mut leaves);
    }
    decoder.rest(&leaves, &mut manifest);
    let mut diagnostics = decoder.diagnostics;
    diagnostics.sort_by_key(|diagnostic| diagnostic.span);
    (manifest, diagnostics)
}

/// The dialect of a SKILL.toml that follows another format: what tells is that neither a
/// `manifest_version` nor any of the specification's own fields is there.
fn dialect(map: &Map) -> Option<Dialect> {
    let table = |key: &str| {
        map.iter().find_map(|entry| match &entry.value.kind {
            Kind::Map(inner) if normal(&entry.key) == key => Some(inner),
            _ => None,
        })
    };
    let has = |map: &Map, keys: &[&str]| map.iter().any(|entry| keys.contains(&normal(&entry.key).as_str()));
    let own = ["type", "boundary", "maturity", "last-verified"];
    if has(map, &["manifest-version"]) || table("skill").is_some_and(|skill| has(skill, &own)) {
        return None;
    }
    match table("skill") {
        Some(skill) if has(map, &["tools"]) || has(skill, &["prompts", "tools"]) => Some(Dialect::Tools),
        None if has(map, &["name", "description", "version", "author"]) => Some(Dialect::Flat),
        _ => None,
    }
}

struct Decoder<'a> {
    origin: Origin<'a>,
    dialect: Option<Dialect>,
    diagnostics: Vec<Diagnostic>,
    /// How many unknown keys were compared with the known ones.
    compared: usize,
}

impl Decoder<'_> {
    fn field(&mut self, spec: &Spec, map: &Map, leaves: &mut [Leaf<'_>], manifest: &mut Manifest) {
        let Some((leaf, is_first_choice)) = find(spec, self.origin.is_toml, leaves) else {
            if let Some(entry) = find_map(spec, self.origin.is_toml, map) {
                self.wrong_type(spec, &entry.value, entry.key_span, "a map");
            }
            return;
        };
        leaf.used = true;
        if leaf.normal == "metadata.version" {
            manifest.metadata_version = Some(leaf.value.span);
        }
        self.spelling(spec, leaf, is_first_choice);
        match spec.slot {
            Slot::Text(slot) => *slot(manifest) = Some(self.text(spec, leaf)),
            Slot::Words(slot) => *slot(manifest) = Some(self.list(spec, leaf, true)),
            Slot::Texts(slot) => *slot(manifest) = Some(self.list(spec, leaf, false)),
        }
    }

    fn finding(&self, rule: &'static Rule, span: Span, message: String) -> Diagnostic {
        Diagnostic::new(rule, self.origin.format, self.origin.path, message).at(span)
    }

    fn wrong_type(&mut self, spec: &Spec, value: &Value, span: Span, found: &str) {
        let (due, example) = match spec.slot {
            Slot::Text(_) if self.may_be_text(value) => ("a text", "put the text in quotes"),
            Slot::Text(_) => ("a text", "write one text in quotes"),
            Slot::Words(_) | Slot::Texts(_) => ("a list of texts", "write the items in quotes between `[` and `]`"),
        };
        let message = format!("`{}` must be {due}, but is {found}", spec.key);
        self.diagnostics.push(self.finding(&WRONG_TYPE, span, message).help(example));
    }

    /// True when quotes round the value make it the text that its author may have meant: YAML takes
    /// `[draft]` for a list and `{name}` for a map.
    fn may_be_text(&self, value: &Value) -> bool {
        let is_in_brackets = || self.origin.text[value.span.range()].starts_with(['[', '{']);
        match &value.kind {
            Kind::Scalar(..) | Kind::Empty => true,
            Kind::List(items) => !self.origin.is_toml && !items.is_empty() && is_in_brackets(),
            Kind::Map(map) => !self.origin.is_toml && !map.is_empty() && is_in_brackets(),
        }
    }

    fn fix_last(&mut self, span: Span, text: String) {
        if let Some(last) = self.diagnostics.last_mut() {
            last.fix = Some(Fix::Replace { span, text });
        }
    }

    fn text(&mut self, spec: &Spec, leaf: &Leaf<'_>) -> Field {
        let span = leaf.value.span;
        let source = &self.origin.text[span.range()];
        match &leaf.value.kind {
            Kind::Scalar(text, scalar) => {
                self.scalar_type(spec, leaf.value, text, *scalar);
                Field { text: text.clone(), span }
            }
            Kind::Empty => Field { text: String::new(), span: leaf.key_span },
            Kind::List(_) => {
                self.wrong_type(spec, leaf.value, span, "a list");
                let is_one_line = source.starts_with('[') && !source.contains('\n');
                let text = if is_one_line { source.to_owned() } else { plain(leaf.value) };
                Field { text, span }
            }
            Kind::Map(_) => {
                self.wrong_type(spec, leaf.value, span, "a map");
                Field { text: source.to_owned(), span }
            }
        }
    }

    /// A number where a text is due: an error in TOML, where types are written; a warning for the
    /// two fields of a header that make clients drop a skill.
    fn scalar_type(&mut self, spec: &Spec, value: &Value, text: &str, scalar: Scalar) {
        let span = value.span;
        match scalar {
            Scalar::Date if spec.key == "last_verified" => {
                let message = "`last_verified` is a TOML date, and the format asks for a text".to_owned();
                let diagnostic = self.finding(&WRONG_TYPE, span, message).level(Level::Warning);
                let fix = Fix::Replace { span, text: quoted(text) };
                self.diagnostics.push(diagnostic.help(format!("write {}", quoted(text))).fix(fix));
            }
            Scalar::Date | Scalar::Other if self.origin.is_toml => {
                self.wrong_type(spec, value, span, &format!("the value `{text}` without quotes"));
                self.fix_last(span, quoted(text));
            }
            Scalar::Other if matches!(spec.key, "name" | "description") => {
                let message = format!(
                    "`{}` is `{text}` without quotes, which the skills CLI and OpenCode do not take for a text",
                    spec.key
                );
                let diagnostic = self.finding(&WRONG_TYPE, span, message).level(Level::Warning);
                let fix = Fix::Replace { span, text: quoted(text) };
                self.diagnostics.push(diagnostic.help(format!("write {}", quoted(text))).fix(fix));
            }
            Scalar::String | Scalar::Date | Scalar::Other => {}
        }
    }

    fn list(&mut self, spec: &Spec, leaf: &Leaf<'_>, words: bool) -> ListField {
        let span = leaf.value.span;
        let items = match &leaf.value.kind {
            Kind::Empty => return ListField { items: Vec::new(), span: leaf.key_span },
            Kind::Map(_) => {
                self.wrong_type(spec, leaf.value, span, "a map");
                Vec::new()
            }
            Kind::Scalar(text, _) => {
                let items = self.split(text, span, words);
                if self.origin.is_toml {
                    let texts: Vec<String> = items.iter().map(|item| quoted(&item.text)).collect();
                    self.wrong_type(spec, leaf.value, span, "one value");
                    // One item or several: only the author can tell.
                    if texts.len() > 1 || !text.contains(char::is_whitespace) {
                        self.fix_last(span, format!("[{}]", texts.join(", ")));
                    }
                }
                items
            }
            Kind::List(values) => values.iter().filter_map(|value| self.item(spec, value)).collect(),
        };
        ListField { items, span }
    }

    fn item(&mut self, spec: &Spec, value: &Value) -> Option<Field> {
        let span = value.span;
        match &value.kind {
            Kind::Scalar(text, scalar) => {
                if self.origin.is_toml && *scalar != Scalar::String {
                    let message = format!("an item of `{}` must be a text, but is `{text}` without quotes", spec.key);
                    let fix = Fix::Replace { span, text: quoted(text) };
                    let diagnostic = self.finding(&WRONG_TYPE, span, message);
                    self.diagnostics.push(diagnostic.help(format!("write {}", quoted(text))).fix(fix));
                }
                Some(Field { text: text.clone(), span }).filter(|field| !field.text.trim().is_empty())
            }
            Kind::Empty => None,
            Kind::List(_) | Kind::Map(_) => {
                let found = if matches!(value.kind, Kind::Map(_)) { "a map" } else { "a list" };
                let message = format!("an item of `{}` must be a text, but is {found}", spec.key);
                let help = if self.may_be_text(value) { "put the item in quotes" } else { "write one text in quotes" };
                self.diagnostics.push(self.finding(&WRONG_TYPE, span, message).help(help));
                Some(Field { text: plain(value), span })
            }
        }
    }

    /// The items of one text, each with its own place when the text stands in the file as it is.
    fn split(&self, text: &str, span: Span, words: bool) -> Vec<Field> {
        let source = &self.origin.text[span.range()];
        let offset = source.find(text);
        let place = |range: &Range<usize>| match offset {
            Some(at) => Span::new(span.file, range.start..range.end).shifted(span.start as usize + at),
            None => span,
        };
        let ranges = list::items(text, words);
        ranges.into_iter().map(|range| Field { span: place(&range), text: text[range].to_owned() }).collect()
    }

    /// The tables of SKILL.toml in another letter case.
    fn tables(&mut self, map: &Map) {
        if !self.origin.is_toml {
            return;
        }
        for entry in map {
            let due = ["skill", "source", "compat"].into_iter().find(|table| normal(&entry.key) == *table);
            if let Some(due) = due.filter(|due| entry.key != *due) {
                self.letter_case(&entry.key, due, entry.key_span);
            }
        }
    }

    /// Keys in another spelling or place are read, and told about.
    fn spelling(&mut self, spec: &Spec, leaf: &Leaf<'_>, is_first_choice: bool) {
        if self.dialect.is_some() {
            return;
        }
        let written = leaf.path.rsplit('.').next().unwrap_or(&leaf.path);
        // Nobody but this program reads the extensions in SKILL.toml, so either dash will do there.
        let is_same =
            written == spec.key || self.origin.is_toml && written.replace('-', "_") == spec.key.replace('-', "_");
        if normal(written) == normal(spec.key) && !is_same {
            self.letter_case(written, spec.key, leaf.key_span);
        }
        if self.origin.is_toml && !is_first_choice {
            let due = spec.toml_path();
            let message = format!("`{}` is read as `{due}`, where other readers look for it", leaf.path);
            let help = format!("move it: the format has `{due}`");
            self.diagnostics.push(self.finding(&UNKNOWN_KEY, leaf.key_span, message).help(help));
        }
    }

    fn letter_case(&mut self, written: &str, due: &str, span: Span) {
        let message = format!("key `{written}` is read as `{due}`; other readers do not know it");
        let diagnostic = self.finding(&UNKNOWN_KEY, span, message).level(Level::Note);
        let fix = Fix::Replace { span, text: due.to_owned() };
        self.diagnostics.push(diagnostic.help(format!("write `{due}`")).fix(fix));
    }

    /// What is no known field: `[compat]`, extras, and keys that nobody knows.
    fn rest(&mut self, leaves: &[Leaf<'_>], manifest: &mut Manifest) {
        let mut last_owner = None;
        for leaf in leaves.iter().filter(|leaf| !leaf.used) {
            let path = leaf.normal.as_str();
            if self.origin.is_toml && path.starts_with("tool.") {
                continue;
            }
            let value = self.extra_value(leaf);
            if let Some(key) = path.strip_prefix("compat.").and_then(|_| leaf.path.split_once('.')) {
                manifest.compat.push((key.1.to_owned(), value));
                continue;
            }
            if last_owner != Some(leaf.owner.span) {
                last_owner = Some(leaf.owner.span);
                self.unknown(leaf, path);
            }
            manifest.extra.push(Extra { key: leaf.path.clone(), key_span: leaf.key_span, value });
        }
    }

    fn extra_value(&self, leaf: &Leaf<'_>) -> Field {
        let span = if leaf.value.kind == Kind::Empty { leaf.key_span } else { leaf.value.span };
        let source = &self.origin.text[leaf.value.span.range()];
        // `argument-hint: [file]` is a text with brackets that YAML takes for a list.
        let is_hint = leaf.normal == "argument-hint" && !source.contains('\n');
        let is_list = matches!(leaf.value.kind, Kind::List(_));
        Field { text: if is_hint && is_list { source.to_owned() } else { plain(leaf.value) }, span }
    }

    fn unknown(&mut self, leaf: &Leaf<'_>, path: &str) {
        let owner = &leaf.path[..leaf.owner.length];
        let (table, key) = owner.rsplit_once('.').unwrap_or(("", owner));
        let is_free = path.starts_with("source.") && self.origin.is_toml;
        if leaf.path.len() > owner.len() && is_field(key) {
            // A known field with a map for a value: parts of it are read, or its type is wrong.
            return;
        }
        let is_foreign = self.dialect.is_some() || is_free || (!self.origin.is_toml && client_of(key).is_some());
        if self.origin.is_toml && table.is_empty() && normal(key) == "tool" || is_foreign {
            if normal(key) == "metadata" && !matches!(leaf.value.kind, Kind::Map(_)) && !leaf.path.contains('.') {
                let message = "`metadata` must be a map, but is one value, and Codex drops such a skill".to_owned();
                let diagnostic = self.finding(&WRONG_TYPE, leaf.value.span, message).level(Level::Warning);
                self.diagnostics.push(diagnostic.help("write keys with values below it, indented"));
            }
            return;
        }
        let message = match table {
            "" => format!("unknown key `{key}`"),
            table => format!("unknown key `{key}` in `[{table}]`"),
        };
        let diagnostic = self.finding(&UNKNOWN_KEY, leaf.owner.span, message);
        self.compared += 1;
        let is_compared = self.compared <= NEAR_MISSES;
        let diagnostic = match is_compared.then(|| nearest_key(key, table, self.origin.is_toml)).flatten() {
            Some(near) => diagnostic.help(format!("did you mean `{near}`?")),
            None if self.origin.is_toml => diagnostic.help("keys of your own belong in `[tool.NAME]`"),
            None => diagnostic.help("keys of your own belong under `metadata`"),
        };
        self.diagnostics.push(diagnostic);
    }
}

/// `[descriptions]` by language: English, else the first.
fn localised_description(leaves: &mut [Leaf<'_>]) -> Option<Field> {
    let language = |leaf: &Leaf<'_>| leaf.normal.strip_prefix("descriptions.").map(str::to_owned);
    let is_english = |leaf: &Leaf<'_>| language(leaf).is_some_and(|it| it == "en" || it.starts_with("en-"));
    let is_text = |leaf: &Leaf<'_>| matches!(leaf.value.kind, Kind::Scalar(..)) && language(leaf).is_some();
    let first = leaves.iter().position(is_text)?;
    let at = leaves.iter().position(|leaf| is_text(leaf) && is_english(leaf)).unwrap_or(first);
    leaves[at].used = true;
    let value = leaves[at].value;
    match &value.kind {
        Kind::Scalar(text, _) => Some(Field { text: text.clone(), span: value.span }),
        _ => None,
    }
}

/// The known key that a misspelled one is nearest to.
fn nearest_key(key: &str, table: &str, is_toml: bool) -> Option<&'static str> {
    let in_table = |spec: &&Spec| match (is_toml, table) {
        (false, _) => spec.table != Table::Top,
        (true, "") => spec.table == Table::Top,
        (true, _) => spec.table == Table::Skill,
    };
    let tables: &[&'static str] =
        if is_toml && table.is_empty() { &["skill", "source", "compat", "tool"] } else { &[] };
    nearest(key, FIELDS.iter().filter(in_table).map(|spec| spec.key).chain(tables.iter().copied()))
}
