//! What is said about the search: its data, and what the code in the browser finds with them.

use serde_json::Value;

use super::super::grammar::Part::{self, Comma, Text, Word};
use super::super::words;
use super::super::world::World;
use super::{Verdict, none_of, that, verdict};
use crate::search;
use crate::site::{Site, is_html};

pub fn check(world: &World, parts: &[Part<'_>]) -> Option<Verdict> {
    let site = world.site();
    let files = words::search_files(site);
    let strings = || files.iter().flat_map(|path| strings(site, path)).collect::<Vec<_>>();
    let shown = || strings().join("\n").chars().take(4000).collect::<String>();
    match parts {
        [Word("is"), Word("valid"), Word("JSON")] => {
            let broken = files.iter().filter_map(|path| search::data(path, &site.text(path)).err());
            that(!files.is_empty(), || "no data".to_owned())
                .filter(Result::is_err)
                .or_else(|| none_of(&broken.collect::<Vec<_>>()))
        }
        [Word("lacks"), Text(text)] => that(!strings().iter().any(|string| string.contains(text)), shown),
        [Word("lacks"), Word("name"), Text(name)] => that(!strings().iter().any(|string| string == name), shown),
        [Word("value"), Word("has"), Text(text)] => that(strings().iter().any(|string| string.contains(text)), shown),
        [Word("addresses"), Word("lack"), Text(text)] => none_of(
            &strings().into_iter().filter(|string| is_html(string) && string.contains(text)).collect::<Vec<_>>(),
        ),
        [Word("query"), Text(query), Word("finds"), Word("nothing")] => {
            Some(found(world, query).map_or(Ok(()), |names| {
                let names = names?;
                verdict(names.is_empty(), || format!("finds {names:?}"))
            }))
        }
        [Word("query"), Text(query), Word("finds"), Word(name), rest @ ..] => {
            let first = match rest {
                [] => false,
                [Word("first")] => true,
                _ => return None,
            };
            Some(found(world, query).map_or(Ok(()), |names| {
                let names = names?;
                let at = names.iter().position(|found| found == name);
                verdict(if first { at == Some(0) } else { at.is_some() }, || format!("finds {names:?}"))
            }))
        }
        [Word("no"), Word("query"), Word("throws:"), queries @ ..] => {
            let queries = queries_of(queries)?;
            let queries: Vec<&str> = queries.iter().map(String::as_str).collect();
            let answers = search::names(&world.out, &queries).unwrap_or_default();
            Some(answers.into_iter().try_for_each(|answer| answer.map(drop)))
        }
        _ => None,
    }
}

/// `None` without Node, which leaves the check out.
fn found(world: &World, query: &str) -> Option<Result<Vec<String>, String>> {
    search::names(&world.out, &[query])?.pop()
}

/// `"a", "b", 10000 times "c"`.
fn queries_of(parts: &[Part<'_>]) -> Option<Vec<String>> {
    parts
        .split(|part| *part == Comma)
        .map(|query| match query {
            [Text(query)] => Some((*query).to_owned()),
            [Word(count), Word("times"), Text(piece)] => Some(piece.repeat(count.parse().ok()?)),
            _ => None,
        })
        .collect()
}

/// Every string in a data file.
fn strings(site: &Site, path: &str) -> Vec<String> {
    fn push(value: &Value, into: &mut Vec<String>) {
        match value {
            Value::String(text) => into.push(text.clone()),
            Value::Array(values) => values.iter().for_each(|value| push(value, into)),
            Value::Object(values) => {
                for (key, value) in values {
                    into.push(key.clone());
                    push(value, into);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
    let mut strings = Vec::new();
    push(&search::data(path, &site.text(path)).unwrap_or_default(), &mut strings);
    strings
}
