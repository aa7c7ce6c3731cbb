//! Links of SKILL.md and of the Markdown files beside it. One walk finds all that is wrong with
//! them; each fault has its own rule.

use std::collections::{HashMap, HashSet};

use camino::Utf8Path;

use super::texts::{Text, texts};
use super::{Context, Diagnostic};
use crate::catalog::{Destination, LinkContext, SkillIndex};
use crate::diagnostic::{Level, Rule};
use crate::markdown::{Link, Outline};
use crate::package::Package;
use crate::source::{FileId, SkipReason, Skipped};

/// Links lead somewhere.
pub static BROKEN_LINK: Rule = Rule {
    code: "broken-link",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "every relative link leads to a file, a folder or a skill of the catalog",
    why: "An agent that follows the link finds nothing and goes on without what the author meant it to read. The \
          site shows such a link as text.",
    bad: "See the [guide](references/giude.md).",
    good: "See the [guide](references/guide.md).",
    origin: "skillsite",
};

/// Anchors are there.
pub static BROKEN_ANCHOR: Rule = Rule {
    code: "broken-anchor",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "the part of a link after `#` names a heading of the text it leads to",
    why: "The reader lands at the top of a long text instead of at the place that was meant. Anchors are made of the \
          heading in lower case, with hyphens for spaces.",
    bad: "[set up](#Setting Up)",
    good: "[set up](#setting-up)",
    origin: "skillsite",
};

/// Links stay inside the source.
pub static LINK_OUTSIDE: Rule = Rule {
    code: "link-outside",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "links lead to files that are published with the skills",
    why: "A skill is copied to other places without the files around it. What lies outside of every skill, is hidden \
          or is left out is neither on the site nor with whoever installs the skill.",
    bad: "[style](../../docs/style.md)",
    good: "[style](references/style.md), with the file in the skill's folder",
    origin: "Agent Skills specification (paths are relative to the skill)",
};

/// Links have slashes.
pub static BACKSLASH_LINK: Rule = Rule {
    code: "backslash-link",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "paths in links are written with `/`",
    why: "Only one system takes a backslash for a path. To the others it is a part of the file's name.",
    bad: "[guide](references\\guide.md)",
    good: "[guide](references/guide.md)",
    origin: "skillsite",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let mut anchors = Anchors::default();
    for text in texts(context, index) {
        for link in &text.outline.links {
            check_link(context, index, text, link, &mut anchors, found);
        }
    }
}

fn check_link<'a>(
    context: Context<'a>,
    index: SkillIndex,
    text: Text<'a>,
    link: &Link,
    anchors: &mut Anchors<'a>,
    found: &mut Vec<Diagnostic>,
) {
    let target = link.target.trim();
    let span = text.span(&link.range);
    let typed = &context.source().text(text.file)[span.range()];
    if is_placeholder(target, typed) || is_remote(target) {
        return;
    }
    let package = context.package(index);
    let mut tell = |rule: &'static Rule, message: String, help: String| {
        let finding = context.at(rule, package, span, message).help(help);
        found.push(if text.is_material { finding.level(Level::Note) } else { finding });
    };
    let place = LinkContext { skill: index, file: text.file };
    let kind = if link.image { "image" } else { "link to" };
    match context.catalog.resolve(place, target) {
        // What is refused is told by the rule about unsafe HTML and addresses.
        Destination::Foreign(_) | Destination::Refused => return,
        // The link on disk that keeps its target out of the catalog has a finding of its own.
        Destination::Missing if is_link_that_leaves(context, text.file, target) => {}
        Destination::Missing => {
            tell(
                &BROKEN_LINK,
                format!("{kind} `{target}` leads nowhere"),
                missing_help(context, package, text.file, target),
            );
        }
        Destination::Outside(path) => {
            let message = format!("{kind} `{target}` leads to `{path}`, which is not published with the skills");
            tell(&LINK_OUTSIDE, message, "copy what is needed into the skill's folder".to_owned());
        }
        Destination::Folder(..) => {}
        Destination::Anchor(anchor) => {
            if let Some(help) = anchors.fault(text.outline, &anchor) {
                tell(&BROKEN_ANCHOR, format!("link to `{target}`: this text has no such heading"), help);
            }
        }
        Destination::Skill(other, anchor) => {
            let outline = &context.package(other).outline;
            if let Some(help) = anchors.fault(outline, &anchor) {
                let name = context.skill(other).name();
                tell(&BROKEN_ANCHOR, format!("link to `{target}`: skill `{name}` has no such heading"), help);
            }
        }
        Destination::Companion(other, file, anchor) => {
            let companion = context.package(other).companions.iter().find(|companion| companion.file == file);
            let outline = companion.and_then(|companion| companion.outline.as_ref());
            if let Some(help) = outline.and_then(|outline| anchors.fault(outline, &anchor)) {
                tell(&BROKEN_ANCHOR, format!("link to `{target}`: that file has no such heading"), help);
            }
        }
    }
    if let Some(path) = target.split(['#', '?']).next().filter(|path| path.contains('\\')) {
        let message = format!("link to `{target}` has backslashes");
        tell(&BACKSLASH_LINK, message, format!("write `{}`", path.replace('\\', "/")));
    }
}

/// True when the target is, or lies behind, a link on disk that leads out of the source.
fn is_link_that_leaves(context: Context<'_>, file: FileId, target: &str) -> bool {
    let source = &context.catalog.source;
    let path = source.path(file).with_file_name(target.trim_start_matches("./"));
    let leaves = |skipped: &Skipped| skipped.reason == SkipReason::LinkOutside && path.starts_with(&skipped.path);
    source.skipped.iter().any(leaves)
}

/// A target that a template or an example leaves for its reader to fill in: `...`, `url`,
/// `<permalink>`, `{{link}}`, `$URL`.
fn is_placeholder(target: &str, typed: &str) -> bool {
    const WORDS: &[&str] = &["url", "link", "href", "path", "permalink", "address"];
    let dots = !target.is_empty() && target.chars().all(|c| matches!(c, '.' | '…')) && target.len() > 2;
    let is_word = !target.contains(['/', '.', '#', ':', ' ']);
    let in_brackets = is_word && typed.contains(&format!("(<{target}>"));
    let word = WORDS.contains(&target.to_lowercase().as_str());
    dots || in_brackets || word || target.contains(['<', '>', '{', '}', '$', '[', ']'])
}

/// The address of a repository as `git` and `scp` write it: `git@host:team/project.git`.
fn is_remote(target: &str) -> bool {
    let host = target.split_once('@').and_then(|(user, rest)| Some((user, rest.split_once(':')?.0)));
    host.is_some_and(|(user, host)| !user.contains(['/', ':']) && host.contains('.') && !host.contains('/'))
}

/// The anchors of the texts that links of a skill lead to. Kept, for a text may have very many headings and as many links
/// to them.
#[derive(Default)]
struct Anchors<'a> {
    /// By the place of the outline in memory.
    known: HashMap<*const Outline, HashSet<&'a str>>,
    /// How many links lead to none.
    faults: usize,
}

/// For so many broken anchors of a skill the nearest one is looked for.
const NEAREST: usize = 100;

impl<'a> Anchors<'a> {
    /// What to do about an anchor that the text does not have; `None` when it has it.
    fn fault(&mut self, outline: &'a Outline, anchor: &str) -> Option<String> {
        if anchor.is_empty() || anchor.eq_ignore_ascii_case("top") || anchor.starts_with(":~:") {
            return None;
        }
        let headings = outline.headings.iter().map(|heading| heading.id.as_str());
        let all = || headings.chain(outline.html_ids.iter().map(String::as_str)).collect();
        if self.known.entry(std::ptr::from_ref(outline)).or_insert_with(all).contains(anchor) {
            return None;
        }
        self.faults += 1;
        let near = (self.faults <= NEAREST).then(|| nearest_heading(outline, anchor)).flatten();
        Some(match near {
            Some(id) => format!("try `#{id}`"),
            None => "name a heading of that text, in lower case with hyphens for spaces".to_owned(),
        })
    }
}

fn nearest_heading<'a>(outline: &'a Outline, anchor: &str) -> Option<&'a str> {
    let ids = || outline.headings.iter().map(|heading| heading.id.as_str());
    crate::text::kebab(anchor)
        .and_then(|kebab| ids().find(|id| *id == kebab))
        .or_else(|| crate::text::nearest(anchor, ids()))
}

/// Names the companion or the skill that was probably meant.
fn missing_help(context: Context<'_>, package: &Package, file: FileId, target: &str) -> String {
    let path = target.split(['#', '?']).next().unwrap_or_default().trim_start_matches("./");
    if path.split('/').any(|piece| piece.len() > 1 && piece.starts_with('.') && piece != "..") {
        return "hidden files are never published: give the file another name, or take the link out".to_owned();
    }
    let file_name = Utf8Path::new(path).file_name().unwrap_or_default();
    let others = || package.companions.iter().filter(|companion| companion.file != file);
    let paths = || others().map(|companion| companion.path.as_str());
    let near = paths()
        .find(|path| !file_name.is_empty() && Utf8Path::new(path).file_name() == Some(file_name))
        .or_else(|| crate::text::nearest(path, paths()));
    if let Some(near) = near {
        return format!("try `{near}`");
    }
    // `../other/SKILL.md` and `../other` of a skill that lies elsewhere.
    let name = path.trim_end_matches('/').trim_end_matches("/SKILL.md").rsplit('/').next().unwrap_or_default();
    match context.catalog.find_by_name(name, &package.folder).filter(|_| path.starts_with("../")) {
        Some(skill) => format!("skill `{name}` lies in `{}`", context.package(skill).folder),
        None => "mend the path, or add the file".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_repository_is_no_path() {
        assert!(is_remote("git@example.org:team/project.git"));
        for target in ["a@b/c.d:e", "mailto:a@b.org:c", "notes@v1.md", "x:y@z.org"] {
            assert!(!is_remote(target), "{target}");
        }
    }

    #[test]
    fn what_is_left_to_be_filled_in_is_no_link() {
        for target in ["...", "…", "<url>", "{{ link }}", "$DOCS/a.md", "${BASE}/x", "URL", "mine"] {
            assert!(is_placeholder(target, "[a](<mine>)"), "{target}");
        }
        for target in ["a.md", "..", "../a", "./", "", "#x", "LICENSE", "my notes.md"] {
            assert!(!is_placeholder(target, "[a](<my notes.md>)"), "{target}");
        }
    }
}
