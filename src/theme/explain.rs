//! What is wrong with a template, told to whoever wrote it: the file in `theme/`, the line, and how we write what that
//! line is in.

use std::collections::BTreeMap;

use anyhow::{Error, anyhow};
use tera::ErrorKind;

use super::{PREFIX, Templates, blocks, file_name, our_template};
use crate::text::nearest;

/// Lines of a template of ours that are shown whole where it has no blocks to name.
const SHOWN: usize = 40;

/// A place in a template, and what is wrong there.
struct Fault {
    /// The template, as Tera knows it.
    name: String,
    line: usize,
    message: String,
    /// The line with a mark under the place, and what follows it in Tera's report.
    excerpt: String,
}

/// An error of Tera about our templates under `overrides`.
pub(super) fn explain(error: &tera::Error, overrides: &BTreeMap<String, String>) -> Error {
    let faults = match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => vec![Fault {
            name: report.filename().to_owned(),
            line: report.span().start_line,
            message: report.message().to_owned(),
            excerpt: excerpt(&error.to_string()),
        }],
        ErrorKind::MissingParent { current, parent } => {
            let fault = |text: &String| Fault {
                name: current.clone(),
                line: blocks::tag_line(text, "extends", parent).unwrap_or(1),
                message: unknown_template(parent, overrides),
                excerpt: String::new(),
            };
            overrides.get(current).map(fault).into_iter().collect()
        }
        ErrorKind::CircularExtend { tpl, inheritance_chain } => {
            let chain: Vec<&String> = std::iter::once(tpl).chain(inheritance_chain).collect();
            circle(&chain, "extends", overrides).into_iter().collect()
        }
        ErrorKind::CircularInclude { include_chain, .. } => {
            circle(&include_chain.iter().collect::<Vec<_>>(), "include", overrides).into_iter().collect()
        }
        // What is wrong with several templates at once comes as one text.
        ErrorKind::Msg(text) => text.split("\n\nerror: ").filter_map(|report| fault_in(report, overrides)).collect(),
        _ => Vec::new(),
    };
    if faults.is_empty() {
        return anyhow!("in the templates of the theme: {error}");
    }
    let told: Vec<String> = faults.iter().map(|fault| told(fault, overrides)).collect();
    anyhow!("{}", told.join("\n\n"))
}

fn told(fault: &Fault, overrides: &BTreeMap<String, String>) -> String {
    let Fault { name, line, message, excerpt } = fault;
    let mut first = message.chars();
    let message: String = first.next().into_iter().flat_map(char::to_lowercase).chain(first).collect();
    // A part of ours fails by what a template of the user gives it.
    let (user, user_line) = if overrides.contains_key(name) {
        (name.as_str(), *line)
    } else {
        caller(excerpt, overrides).unwrap_or((name, *line))
    };
    let from = if user == name { String::new() } else { format!(", used in `{}`, line {user_line}", file_name(user)) };
    let ours = overrides.get(user).and_then(|text| our_version(user, text, user_line)).unwrap_or_default();
    let gap = if excerpt.is_empty() { "" } else { "\n" };
    let excerpt = overrides.keys().fold(excerpt.clone(), |excerpt, name| {
        excerpt.replace(&format!("\nnote: called from {name}:"), &format!("\nnote: called from {}:", file_name(name)))
    });
    format!("in the template `{}`, line {line}{from}: {message}{gap}{excerpt}{ours}", file_name(name))
}

/// What a report of Tera shows below its message and place.
fn excerpt(report: &str) -> String {
    let rest = report.split_once("--> ").and_then(|(_, rest)| rest.split_once('\n'));
    rest.map_or_else(String::new, |(_, excerpt)| excerpt.to_owned())
}

/// The fault that a report of Tera tells in words: `Unknown filter … --> skill.html:2:49` and an excerpt.
fn fault_in(report: &str, overrides: &BTreeMap<String, String>) -> Option<Fault> {
    let report = report.strip_prefix("error: ").unwrap_or(report);
    let (message, rest) = report.split_once("--> ")?;
    let mut place = rest.lines().next()?.rsplitn(3, ':');
    let (_column, line, name) = (place.next()?, place.next()?, place.next()?);
    let message = message.trim();
    let template = message.strip_prefix("Unknown template `").and_then(|rest| rest.strip_suffix('`'));
    Some(Fault {
        name: name.to_owned(),
        line: line.parse().ok()?,
        message: template.map_or_else(|| message.to_owned(), |template| unknown_template(template, overrides)),
        excerpt: excerpt(report),
    })
}

/// The user's template and line that the notes of an excerpt lead to.
fn caller<'a>(excerpt: &str, overrides: &'a BTreeMap<String, String>) -> Option<(&'a str, usize)> {
    excerpt.lines().filter_map(|line| line.strip_prefix("note: called from ")).find_map(|place| {
        let mut parts = place.rsplitn(3, ':');
        let (_column, line, name) = (parts.next()?, parts.next()?, parts.next()?);
        Some((overrides.get_key_value(name)?.0.as_str(), line.parse().ok()?))
    })
}

fn unknown_template(name: &str, overrides: &BTreeMap<String, String>) -> String {
    let ours: Vec<String> = Templates::iter().map(|ours| format!("{PREFIX}{ours}")).collect();
    let known = ours.iter().map(String::as_str);
    let plain = ours.iter().filter_map(|ours| ours.strip_prefix(PREFIX));
    match nearest(name, known.chain(plain).chain(overrides.keys().map(String::as_str))) {
        Some(near) => format!("there is no template `{name}`, did you mean `{near}`?"),
        None => format!("there is no template `{name}`"),
    }
}

/// Templates that use each other by `tag`, the first one again at the end, told at the last of them that is the user's.
fn circle(chain: &[&String], tag: &str, overrides: &BTreeMap<String, String>) -> Option<Fault> {
    let pair = chain.windows(2).rev().find(|pair| overrides.contains_key(pair[0]))?;
    let (name, used) = (pair[0], pair[1]);
    let verb = if tag == "include" { "includes" } else { tag };
    let message = if name == used && our_template(name).is_some() {
        format!("the template {verb} itself; ours is `{PREFIX}{name}`")
    } else {
        let chain: Vec<String> = chain.iter().map(|name| format!("`{}`", file_name(name))).collect();
        format!("the template {verb} itself: {}", chain.join(", "))
    };
    let line = blocks::tag_line(&overrides[name], tag, used);
    let line = line.or_else(|| blocks::tag_line(&overrides[name], tag, used.trim_start_matches(PREFIX))).unwrap_or(1);
    Some(Fault { name: name.clone(), line, message, excerpt: String::new() })
}

/// How we write what `line` of the user's template `name` is in: the block, or else the template.
fn our_version(name: &str, text: &str, line: usize) -> Option<String> {
    let above = blocks::parent(text).unwrap_or(name);
    let block = |block| block_in(above, block).or_else(|| block_in(name, block));
    let block = blocks::around(text, line).into_iter().find_map(block);
    block.or_else(|| our_template_told(above)).or_else(|| our_template_told(name))
}

/// How our template `name` or one that it extends writes `block`.
fn block_in(name: &str, block: &str) -> Option<String> {
    let name = name.trim_start_matches(PREFIX);
    let ours = our_template(name)?;
    match blocks::source(&ours, block) {
        Some(source) => Some(format!("\n\nour version of the block `{block}`, in `{PREFIX}{name}`:\n{source}")),
        None => block_in(blocks::parent(&ours)?, block),
    }
}

/// Our template `name`: its blocks, or all of it where it has none and is short.
fn our_template_told(name: &str) -> Option<String> {
    let name = name.trim_start_matches(PREFIX);
    let ours = our_template(name)?;
    let begin = format!("\n\nour version of the template is `{PREFIX}{name}`");
    let blocks = blocks::names(&ours);
    Some(match () {
        () if !blocks.is_empty() => {
            let blocks: Vec<String> = blocks.iter().map(|block| format!("`{block}`")).collect();
            format!("{begin} with the blocks {}", blocks.join(", "))
        }
        () if ours.lines().count() <= SHOWN => format!("{begin}:\n{}", ours.trim_end()),
        () => begin,
    })
}

#[cfg(test)]
mod tests;
