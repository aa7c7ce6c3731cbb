//! A tree of keys → its leaves with dotted paths, and which leaf holds which field.

use std::sync::LazyLock;

use super::fields::{FIELDS, Spec, Table, normal};
use super::value::{Entry, Kind, Map, Value};
use crate::source::Span;

/// A key whose value is not a map with keys.
pub(super) struct Leaf<'a> {
    /// Dotted, as written.
    pub path: String,
    /// The same in normal spelling.
    pub normal: String,
    pub key_span: Span,
    pub value: &'a Value,
    /// The outermost key that decides whether the path is known: `colour` in `[skill]`, else the
    /// key at the top level.
    pub owner: Owner,
    pub used: bool,
}

#[derive(Clone, Copy)]
pub(super) struct Owner {
    pub span: Span,
    /// Bytes of the path up to its end.
    pub length: usize,
}

pub(super) fn flatten<'a>(map: &'a Map, prefix: &str, owner: Option<Owner>, leaves: &mut Vec<Leaf<'a>>) {
    for entry in map {
        let path = if prefix.is_empty() { entry.key.clone() } else { format!("{prefix}.{}", entry.key) };
        // The tables of the specification are no keys of their own.
        let is_table = prefix.is_empty() && matches!(normal(&entry.key).as_str(), "skill" | "source" | "compat");
        let own = Owner { span: entry.key_span, length: path.len() };
        match &entry.value.kind {
            Kind::Map(inner) if !inner.is_empty() => {
                flatten(inner, &path, if is_table { None } else { owner.or(Some(own)) }, leaves);
            }
            _ => {
                let owner = owner.unwrap_or(own);
                leaves.push(Leaf {
                    normal: normal(&path),
                    path,
                    key_span: entry.key_span,
                    value: &entry.value,
                    owner,
                    used: false,
                });
            }
        }
    }
}

/// The leaf that holds a field, and whether it stands in the first of its places.
pub(super) fn find<'a, 'b>(spec: &Spec, is_toml: bool, leaves: &'a mut [Leaf<'b>]) -> Option<(&'a mut Leaf<'b>, bool)> {
    let paths = paths(spec, is_toml);
    let (at, choice) = paths.iter().enumerate().find_map(|(choice, path)| {
        // A spelling exactly as it should be goes before one in another letter case.
        let same = |leaf: &Leaf<'_>| !leaf.used && leaf.normal == *path;
        let exact = leaves.iter().position(|leaf| same(leaf) && leaf.path.ends_with(spec.key));
        exact.or_else(|| leaves.iter().position(same)).map(|at| (at, choice))
    })?;
    Some((&mut leaves[at], choice == 0))
}

/// Where a field may stand, best place first, in normal spelling.
fn paths(spec: &Spec, is_toml: bool) -> &'static [String] {
    static OF_FIELDS: LazyLock<Vec<[Vec<String>; 2]>> =
        LazyLock::new(|| FIELDS.iter().map(|spec| [false, true].map(|is_toml| made_paths(spec, is_toml))).collect());
    let at = FIELDS.iter().position(|known| std::ptr::eq(known, spec));
    let at = at.unwrap_or_else(|| unreachable!("every field is one of the table"));
    &OF_FIELDS[at][usize::from(is_toml)]
}

fn made_paths(spec: &Spec, is_toml: bool) -> Vec<String> {
    let key = normal(spec.key);
    let mut paths = if is_toml { vec![normal(&spec.toml_path())] } else { Vec::new() };
    if !paths.contains(&key) {
        paths.push(key.clone());
    }
    if is_toml && spec.table == Table::Source {
        paths.push(format!("skill.{key}"));
    }
    paths.extend(spec.also.iter().map(|path| (*path).to_owned()));
    paths
}

/// The entry of a field whose value is a map. Maps that are some client's own spelling, such as
/// an author with name and address, are found by their parts instead.
pub(super) fn find_map<'a>(spec: &Spec, is_toml: bool, map: &'a Map) -> Option<&'a Entry> {
    let map = if is_toml && spec.table == Table::Skill {
        map.iter().find_map(|entry| match &entry.value.kind {
            Kind::Map(inner) if entry.key.eq_ignore_ascii_case("skill") => Some(inner),
            _ => None,
        })?
    } else {
        map
    };
    let is_map = |entry: &&Entry| matches!(&entry.value.kind, Kind::Map(inner) if !inner.is_empty());
    map.iter().filter(is_map).find(|entry| normal(&entry.key) == normal(spec.key))
}

/// A value as text: items and pairs with `, ` between them.
pub(super) fn plain(value: &Value) -> String {
    match &value.kind {
        Kind::Scalar(text, _) => text.clone(),
        Kind::Empty => String::new(),
        Kind::List(items) => items.iter().map(plain).collect::<Vec<_>>().join(", "),
        Kind::Map(map) => {
            let pairs: Vec<String> =
                map.iter().map(|entry| format!("{}: {}", entry.key, plain(&entry.value))).collect();
            pairs.join(", ")
        }
    }
}
