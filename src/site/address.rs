//! Every address of the site, in one place.
//!
//! Pages are flat files, so that one output works below any path and from `file://`:
//!
//! | what | path |
//! | --- | --- |
//! | front page with the list of all skills | `index.html`, further parts `list/2.html` |
//! | a skill | `skills/<id>.html` |
//! | a file of a skill, as on disk | `skills/<id>/<path>` |
//! | the viewer of a text file | `skills/<id>/<path>.html` |
//! | categories, topics, tags | `categories.html`, `categories/<slug>.html`, further parts `categories/<slug>/2.html` |
//! | search, graph, health, a rule | `search.html`, `graph.html`, `health.html`, `health/<rule>.html` |
//! | not found | `404.html` |
//! | styles, scripts | `assets/<file>` |
//!
//! Skills and groups have folders of their own, so no name of a skill or tag can clash with a
//! page of the site. Paths are plain text; [`relative`] is the one place that escapes them.

use super::registry::wellknown;
use crate::catalog::{Group, GroupKind};

/// The front page.
pub const HOME: &str = "index.html";
/// The search page.
pub const SEARCH: &str = "search.html";
/// The page of all `requires` edges.
pub const GRAPH: &str = "graph.html";
/// The page of findings.
pub const HEALTH: &str = "health.html";
/// The page that hosts show for an address that does not exist.
pub const NOT_FOUND: &str = "404.html";

/// Folder of the pages and files of skills.
pub const SKILLS: &str = "skills/";
/// Folders in which every skill has a place: by its address in the first, by the name that agents
/// know in the others.
pub const SKILL_FOLDERS: [&str; 3] = [SKILLS, wellknown::AGENT_SKILLS, wellknown::SKILLS];
/// Endings of the files that stand for a skill in them: its page, itself as one file.
pub const SKILL_ENDINGS: [&str; 3] = [".html", ".skill", ".zip"];
/// Folder of styles, scripts and other assets.
pub const ASSETS: &str = "assets/";
/// Folder of the pages of rules.
pub const RULES: &str = "health/";

/// The page of a skill.
pub fn skill(id: &str) -> String {
    format!("{SKILLS}{id}.html")
}

/// A file of a skill, as it is on disk.
pub fn raw(id: &str, path: &str) -> String {
    format!("{SKILLS}{id}/{path}")
}

/// The index of all categories, topics or tags.
pub fn groups(kind: GroupKind) -> String {
    format!("{}.html", kind.folder())
}

/// One category, topic or tag.
pub fn group(group: &Group) -> String {
    format!("{}/{}.html", group.kind.folder(), group.slug)
}

/// The page of a rule.
pub fn rule(code: &str) -> String {
    format!("{RULES}{code}.html")
}

/// A style, script or other asset.
pub fn asset(path: &str) -> String {
    format!("{ASSETS}{path}")
}

/// Part `number` (from 1) of a list that begins on the page `first`.
pub fn part(first: &str, number: usize) -> String {
    if number == 1 {
        return first.to_owned();
    }
    let folder = if first == HOME { "list" } else { first.strip_suffix(".html").unwrap_or(first) };
    format!("{folder}/{number}.html")
}

/// The relative link from the page `from` to the path `to`, escaped for `href`.
pub fn relative(from: &str, to: &str) -> String {
    let folder = from.rsplit_once('/').map_or("", |(folder, _)| folder);
    let mut from_parts = folder.split('/').filter(|part| !part.is_empty()).peekable();
    let mut to_parts = to.split('/').peekable();
    while let (Some(a), Some(b)) = (from_parts.peek(), to_parts.peek()) {
        if a != b {
            break;
        }
        from_parts.next();
        to_parts.next();
    }
    let mut link = "../".repeat(from_parts.count());
    for (at, part) in to_parts.enumerate() {
        if at > 0 {
            link.push('/');
        }
        link.push_str(&encode(part));
    }
    link
}

/// `path` escaped for a URL: everything but unreserved characters and `/` as percent escapes of
/// its UTF-8 bytes (RFC 3986, section 2).
pub fn encode(path: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(path.len());
    for byte in path.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => out.push(char::from(byte)),
            _ => write!(out, "%{byte:02X}").expect("writing to a string never fails"),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_climb_only_as_far_as_they_must() {
        assert_eq!(relative("index.html", "assets/site.css"), "assets/site.css");
        assert_eq!(relative("skills/a.html", "assets/site.css"), "../assets/site.css");
        assert_eq!(relative("skills/a.html", "skills/b.html"), "b.html");
        assert_eq!(relative("skills/a/references/x.md.html", "skills/a.html"), "../../a.html");
        assert_eq!(relative("skills/a/x.md.html", "skills/a/x.md"), "x.md");
        assert_eq!(relative("skills/a.html", "skills/a/x.md"), "a/x.md");
    }

    #[test]
    fn names_are_escaped_once() {
        assert_eq!(relative("index.html", "skills/c/50% off #1.txt"), "skills/c/50%25%20off%20%231.txt");
        assert_eq!(relative("index.html", "tags/日本.html"), "tags/%E6%97%A5%E6%9C%AC.html");
        assert_eq!(relative("a.html", "b:c.html"), "b%3Ac.html");
    }

    #[test]
    fn parts_of_a_list_have_addresses_of_their_own() {
        assert_eq!(part("index.html", 1), "index.html");
        assert_eq!(part("index.html", 2), "list/2.html");
        assert_eq!(part("tags/git.html", 3), "tags/git/3.html");
    }
}
