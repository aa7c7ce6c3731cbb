//! Looks whether a check holds.

mod browser;
mod files;
mod messages;
mod pages;
mod search;

use super::grammar::Part::{self, Comma, Of, Text, Word};
use super::grammar::Token;
use super::world::World;
use crate::site;

/// Whether a check holds, or why not.
pub type Verdict = Result<(), String>;

/// Looks; `None` when the check is not known.
pub fn check(world: &World, tokens: &[Token]) -> Option<Verdict> {
    let parts: Vec<Part<'_>> = tokens.iter().map(Token::part).collect();
    match parts.as_slice() {
        [Word("exit"), Word(status)] => exit(world, status),
        [Word("no"), Word("panic")] => that(!world.run.panicked(), || world.run.stderr.clone()),
        [Word("no"), Word("error")] => messages::no_finding(world, |finding| finding.level == "error"),
        [Word("no"), Word("broken"), Word("link")]
        | [Word("every"), Word("internal"), Word("link"), Word("resolves"), ..] => {
            none_of(&world.site().broken_links("/"))
        }
        [Word("diag"), rest @ ..] => messages::diagnostic(world, rest),
        [Word("messages"), rest @ ..] => messages::messages(world, rest),
        [Word("INDEX"), rest @ ..] => pages::index(world, rest),
        [Of("TAG", tag), rest @ ..] => pages::tag_page(world.site(), tag, rest),
        [Of("PAGE", name), rest @ ..] => pages::skill_page(world, name, rest),
        [Word("companion"), Word("guide"), Word("page:"), rest @ ..] => pages::companion(world, "guide.md.html", rest),
        [Word("ANY"), rest @ ..] => files::any(world, rest),
        [Word("FILE"), rest @ ..] => files::file(world, rest),
        [Word("SEARCH"), Word("result"), Word("link"), Word("for"), Word(name), Word("resolves")] => {
            Some(browser::result_link_resolves(world, name))
        }
        [Word("SEARCH"), rest @ ..] => search::check(world, rest),
        [Word("served"), Word("below"), Word(base), rest @ ..] => {
            browser::served_below(world, base.trim_end_matches(':'), rest)
        }
        [Word("404.html"), rest @ ..] => pages::error_page(world, rest),
        [Word("search"), Word("page"), Word("works")] => Some(browser::search_page_works(world)),
        [Word("result"), Word("page"), Word("shows"), Word("the"), Word("query"), Word("as"), Word("text"), ..] => {
            Some(browser::query_is_text(world, "<b>bold</b>"))
        }
        [Word("address"), Word("of"), Word("the"), Word("result"), Word("page"), Word("with"), Text(query), ..] => {
            Some(browser::query_is_text(world, &site::decoded(query.strip_prefix("?q=")?)))
        }
        rest => files::folders(world, rest),
    }
}

#[expect(clippy::unnecessary_wraps, reason = "a check that is known is the usual answer")]
pub fn that(holds: bool, reason: impl FnOnce() -> String) -> Option<Verdict> {
    Some(verdict(holds, reason))
}

pub fn verdict(holds: bool, reason: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(reason()) }
}

pub fn none_of(faults: &[impl AsRef<str>]) -> Option<Verdict> {
    let shown = || faults.iter().take(8).map(AsRef::as_ref).collect::<Vec<_>>().join("\n    ");
    that(faults.is_empty(), || format!("{} times: {}", faults.len(), shown()))
}

/// The values of a list such as `a, "b c", d`.
pub fn values<'a>(parts: &[Part<'a>]) -> Option<Vec<&'a str>> {
    parts
        .iter()
        .filter(|part| **part != Comma)
        .map(|part| match part {
            Word(value) | Text(value) => Some(*value),
            _ => None,
        })
        .collect()
}

fn exit(world: &World, wanted: &str) -> Option<Verdict> {
    let status = world.run.status;
    let holds = match wanted {
        "nonzero" => status != 0,
        number => status == number.parse::<i32>().ok()?,
    };
    that(holds, || format!("status {status}\n{}", world.run.stderr))
}

/// `lists a, b` and `lists exactly a, b`.
pub fn lists(there: &[String], names: &[Part<'_>]) -> Option<Verdict> {
    let (exactly, names) = match names {
        [Word("exactly"), names @ ..] => (true, names),
        names => (false, names),
    };
    let names = values(names)?;
    let holds =
        names.iter().all(|name| there.iter().any(|there| there == name)) && (!exactly || there.len() == names.len());
    that(holds, || format!("lists {there:?}"))
}

pub fn contains(content: &str, parts: &[Part<'_>]) -> Option<Verdict> {
    match parts {
        [Word("has"), Text(text)] => that(content.contains(text), || shortened(content)),
        [Word("lacks"), Text(text)] => that(!content.contains(text), || around(content, text)),
        _ => None,
    }
}

pub fn shortened(content: &str) -> String {
    content.chars().take(4000).collect()
}

pub fn around(content: &str, text: &str) -> String {
    let at = content.find(text).unwrap_or(0);
    let before: Vec<char> = content[..at].chars().rev().take(120).collect();
    let after: String = content[at..].chars().take(200).collect();
    format!("{}{after}", before.into_iter().rev().collect::<String>())
}
