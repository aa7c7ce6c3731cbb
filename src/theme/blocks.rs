//! The blocks of a template, as far as its text shows them: which there are, which one a line is in, and how one is
//! written. Reads what may be broken, so nothing here relies on a template that can be parsed.

use std::ops::Range;

/// A tag that opens (`name`) or closes a block, by its place in the text.
struct Mark<'a> {
    name: Option<&'a str>,
    range: Range<usize>,
}

fn marks(text: &str) -> impl Iterator<Item = Mark<'_>> {
    text.match_indices("{%").filter_map(|(start, _)| {
        let inside = &text[start + 2..];
        let length = inside.find("%}")?;
        let mut words = inside[..length].trim_matches('-').split_whitespace();
        let name = match words.next()? {
            "block" => Some(words.next()?),
            "endblock" => None,
            _ => return None,
        };
        Some(Mark { name, range: start..start + length + 4 })
    })
}

/// The template that `text` extends.
pub(super) fn parent(text: &str) -> Option<&str> {
    let inside = text.trim_start().strip_prefix("{%")?;
    let mut words = inside.split("%}").next()?.trim_matches('-').split_whitespace();
    (words.next()? == "extends").then(|| words.next())?.map(|name| name.trim_matches(['"', '\'']))
}

/// The names of all blocks, in order.
pub(super) fn names(text: &str) -> Vec<&str> {
    marks(text).filter_map(|mark| mark.name).collect()
}

/// The blocks that lie in no other, each with its line (from 1).
pub(super) fn outermost(text: &str) -> Vec<(&str, usize)> {
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for Mark { name, range } in marks(text) {
        match name {
            Some(name) => {
                if depth == 0 {
                    found.push((name, text[..range.start].matches('\n').count() + 1));
                }
                depth += 1;
            }
            None => depth = depth.saturating_sub(1),
        }
    }
    found
}

/// The templates that tags `tag` name, each with its line (from 1).
pub(super) fn named<'a>(text: &'a str, tag: &str) -> impl Iterator<Item = (&'a str, usize)> {
    tags(text, tag)
        .filter_map(|(start, name)| Some((name?.trim_matches(['"', '\'']), text[..start].matches('\n').count() + 1)))
}

/// True when there is a tag `tag`.
pub(super) fn has_tag(text: &str, tag: &str) -> bool {
    tags(text, tag).next().is_some()
}

/// Where the tags `tag` begin, and the word after it.
fn tags<'a>(text: &'a str, tag: &str) -> impl Iterator<Item = (usize, Option<&'a str>)> {
    text.match_indices("{%").filter_map(move |(start, _)| {
        let mut words = text[start + 2..].split("%}").next()?.trim_matches('-').split_whitespace();
        (words.next()? == tag).then(|| (start, words.next()))
    })
}

/// The first line with a tag `tag` that names the template `name`.
pub(super) fn tag_line(text: &str, tag: &str, name: &str) -> Option<usize> {
    named(text, tag).find(|(named, _)| *named == name).map(|(_, line)| line)
}

/// The blocks that are open on `line` (from 1), the innermost first.
pub(super) fn around(text: &str, line: usize) -> Vec<&str> {
    let begin: usize = text.split_inclusive('\n').take(line - 1).map(str::len).sum();
    let length = text[begin..].split_inclusive('\n').next().map_or(0, str::len);
    let mut open = Vec::new();
    for Mark { name, range } in marks(text).take_while(|mark| mark.range.start < begin + length) {
        match name {
            Some(name) => open.push(name),
            // A block that ends on the line was open on it.
            None if range.start < begin => drop(open.pop()),
            None => {}
        }
    }
    open.reverse();
    open
}

/// The block `name` with its tags.
pub(super) fn source<'a>(text: &'a str, name: &str) -> Option<&'a str> {
    let mut from = marks(text).skip_while(|mark| mark.name != Some(name));
    let start = from.next()?.range.start;
    let mut depth = 1;
    for Mark { name, range } in from {
        depth = if name.is_some() { depth + 1 } else { depth - 1 };
        if depth == 0 {
            return Some(&text[start..range.end]);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "{% extends \"skillsite/skill.html\" %}\n{% block a %}\n{%- block b -%}\nb\n{% endblock %}\n\
                        {% endblock a %}\n{% block c %}c {% if x %}{% endblock %}\n";

    #[test]
    fn blocks_are_found_by_name_and_by_line() {
        assert_eq!(parent(TEXT), Some("skillsite/skill.html"));
        assert_eq!(names(TEXT), ["a", "b", "c"]);
        assert_eq!(outermost(TEXT), [("a", 2), ("c", 7)]);
        let around = |line| around(TEXT, line).join(" in ");
        assert_eq!([1, 2, 4, 6, 7].map(around), ["", "a", "b in a", "a", "c"]);
        assert_eq!(tag_line("a\n{%- include 'b.html' -%}", "include", "b.html"), Some(2));
        assert_eq!(source(TEXT, "b"), Some("{%- block b -%}\nb\n{% endblock %}"));
        assert!(source(TEXT, "a").unwrap().ends_with("{% endblock a %}"));
        assert_eq!(source(TEXT, "d"), None);
    }

    #[test]
    fn a_block_that_never_ends_is_around_what_follows_and_has_no_source() {
        assert_eq!(around("{% block a %}\n{{ x \n", 2), ["a"]);
        assert_eq!(source("{% block a %}\n{{ x \n", "a"), None);
    }
}
