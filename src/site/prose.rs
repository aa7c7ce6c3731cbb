//! Other people's Markdown on our pages: links turned into relative addresses.

use std::borrow::Cow;

use super::here::Here;
use super::strings::Strings;
use super::{address, files};
use crate::catalog::{Destination, LinkContext};
use crate::markdown::{self, Heading, Options, Outline, Resolve, Target, Words};

/// Ids of our own parts of a page begin with this, which no heading's id can.
pub(super) const FILES_ANCHOR: &str = "s:files";

/// A text to show.
pub(super) struct Prose<'a> {
    pub context: LinkContext,
    pub text: &'a str,
    pub outline: &'a Outline,
    /// The title of the page; a first heading that says the same is left out.
    pub title: &'a str,
}

/// A text as HTML.
pub(super) struct Rendered<'a> {
    /// Safe HTML.
    pub html: String,
    /// Headings for "on this page".
    pub contents: Vec<Entry<'a>>,
}

/// An entry of "on this page".
#[derive(serde::Serialize)]
pub(super) struct Entry<'a> {
    pub text: &'a str,
    pub href: String,
    /// 1 for the outermost level.
    pub depth: u8,
}

/// Levels of headings that "on this page" shows.
const DEPTH: u8 = 2;

/// Renders `prose` for the page `here`.
pub(super) fn render<'a>(here: Here<'a>, prose: &Prose<'a>) -> Rendered<'a> {
    let (repeated, rest) = headings(prose.outline, prose.title);
    // The page has its own H1. A text with others is moved down a level.
    let demote = u8::from(rest.iter().any(|heading| heading.level == 1));
    let words = words(&here.site.strings);
    let options = Options {
        skip_title: repeated.is_some(),
        demote,
        network_images: here.site.inputs.config.network_images,
        words: &words,
    };
    let top = rest.iter().map(|heading| heading.level).min().unwrap_or(1);
    let contents = rest
        .iter()
        .filter(|heading| heading.level < top + DEPTH && !heading.text.is_empty())
        .map(|heading| Entry {
            text: &heading.text,
            href: format!("#{}", address::encode(&heading.id)),
            depth: heading.level - top + 1,
        })
        .collect();
    Rendered { html: markdown::render(prose.text, prose.outline, &Resolver { here, prose }, options), contents }
}

/// A first heading that says the same as the title of the page, which is left out, and the headings that are shown.
pub(super) fn headings<'a>(outline: &'a Outline, title: &str) -> (Option<&'a Heading>, &'a [Heading]) {
    let headings = &outline.headings;
    // One in a quotation is part of that.
    let is_title = |first: &&Heading| first.level == 1 && !first.nested && says_the_same(&first.text, title);
    let repeated = headings.first().filter(is_title);
    (repeated, &headings[usize::from(repeated.is_some())..])
}

/// Renders a text of the configuration, which stands outside of the source: its links to the site
/// cannot be known, only those to other hosts.
pub(super) fn plain(text: &str, strings: &Strings) -> String {
    struct Foreign;
    impl Resolve for Foreign {
        fn link(&self, target: &str, _: bool) -> Target {
            let web = ["https://", "http://", "mailto:"].iter().any(|scheme| target.starts_with(scheme));
            if web { Target::Foreign(target.to_owned()) } else { Target::Broken }
        }
        fn code(&self, _: &str) -> Option<String> {
            None
        }
        fn highlight(&self, language: &str, code: &str) -> Option<String> {
            markdown::highlight(language, code)
        }
    }
    let words = words(strings);
    let options = Options { demote: 1, words: &words, ..Options::default() };
    markdown::render(text, &markdown::outline(text), &Foreign, options)
}

/// The words of the renderer in the language of the interface.
pub(super) fn words(strings: &Strings) -> Words<'_> {
    Words {
        note: strings.get("text_note"),
        tip: strings.get("text_tip"),
        important: strings.get("text_important"),
        warning: strings.get("text_warning"),
        caution: strings.get("text_caution"),
        link_to: strings.get("text_link_to"),
        table: strings.get("text_table"),
        done: strings.get("text_done"),
        not_done: strings.get("text_not_done"),
        footnote: strings.get("text_footnote"),
        footnotes: strings.get("text_footnotes"),
        back: strings.get("text_back"),
        comment: strings.get("text_comment"),
        comment_length: strings.get("text_comment_length"),
        invisible: strings.get("text_invisible"),
        broken_link: strings.get("text_broken_link"),
        broken_image: strings.get("text_broken_image"),
        refused: strings.get("text_refused"),
    }
}

/// True when a heading repeats a name: "Git Workflow" and `git-workflow`.
pub(super) fn says_the_same(heading: &str, name: &str) -> bool {
    let plain =
        |text: &str| -> String { text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect() };
    let heading = plain(heading);
    !heading.is_empty() && heading == plain(name)
}

struct Resolver<'a> {
    here: Here<'a>,
    prose: &'a Prose<'a>,
}

impl Resolve for Resolver<'_> {
    fn link(&self, target: &str, image: bool) -> Target {
        let destination = self.here.site.inputs.catalog.resolve(self.prose.context, target);
        self.target(destination, image)
    }

    fn code(&self, text: &str) -> Option<String> {
        let destination = self.here.site.inputs.catalog.resolve_code(self.prose.context, text)?;
        match self.target(destination, false) {
            Target::Site(href) => Some(href),
            Target::Foreign(_) | Target::Broken => None,
        }
    }

    fn highlight(&self, language: &str, code: &str) -> Option<String> {
        self.here.site.highlights.highlight(language, code)
    }
}

impl Resolver<'_> {
    fn target(&self, destination: Destination, image: bool) -> Target {
        let here = self.here;
        match destination {
            Destination::Skill(skill, anchor) => {
                let target = here.skill(skill);
                let href = here.href(&address::skill(&target.id));
                Target::Site(with_anchor(href, &anchor, Some(&target.package.outline)))
            }
            Destination::Companion(skill, file, anchor) => match here.file(skill, file) {
                Some(entry) if image => Target::Site(here.href(&entry.raw)),
                Some(entry) => {
                    let outline = files::outline(here.skill(skill), file);
                    Target::Site(with_anchor(here.href(entry.page()), &anchor, outline))
                }
                None => Target::Broken,
            },
            Destination::Folder(skill, _) => {
                Target::Site(format!("{}#{FILES_ANCHOR}", here.href(&address::skill(&here.skill(skill).id))))
            }
            Destination::Anchor(anchor) => match find_anchor(self.prose.outline, &anchor) {
                Some(id) => Target::Site(format!("#{}", address::encode(id))),
                None if anchor.is_empty() || anchor == "top" => Target::Site("#top".into()),
                None => Target::Broken,
            },
            Destination::Foreign(url) => Target::Foreign(url),
            Destination::Outside(_) | Destination::Refused | Destination::Missing => Target::Broken,
        }
    }
}

/// `href` with the anchor, when the page has it; a link to the page itself is better than one to
/// nowhere. Lines of a text file (`L10`, `L10-L20`) are anchors too.
fn with_anchor(href: String, anchor: &str, outline: Option<&Outline>) -> String {
    let id: Option<Cow<'_, str>> = match outline {
        Some(outline) => find_anchor(outline, anchor).map(Cow::Borrowed),
        None => is_line(anchor).then_some(Cow::Borrowed(anchor)),
    };
    match id {
        Some(id) => format!("{href}#{}", address::encode(&id)),
        None => href,
    }
}

fn is_line(anchor: &str) -> bool {
    let mut parts = anchor.splitn(2, '-');
    parts.all(|part| {
        part.strip_prefix('L').is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// The id that `anchor` means: exactly, else in another letter case.
fn find_anchor<'a>(outline: &'a Outline, anchor: &str) -> Option<&'a str> {
    if anchor.is_empty() {
        return None;
    }
    let ids = || outline.headings.iter().map(|heading| &heading.id).chain(&outline.html_ids);
    ids()
        .find(|id| *id == anchor)
        .or_else(|| ids().find(|id| id.to_lowercase() == anchor.to_lowercase()))
        .map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_heading_that_repeats_the_name_is_known_in_any_spelling() {
        assert!(says_the_same("Git Workflow", "git-workflow"));
        assert!(!says_the_same("Git Workflow Guide", "git-workflow"));
        assert!(!says_the_same("🚀", "🚀"));
    }

    #[test]
    fn anchors_that_are_not_there_are_left_off() {
        let outline = Outline { html_ids: vec!["Set-Up".into()], ..Outline::default() };
        assert_eq!(with_anchor("a.html".into(), "set-up", Some(&outline)), "a.html#Set-Up");
        assert_eq!(with_anchor("a.html".into(), "lost", Some(&outline)), "a.html");
        assert_eq!(with_anchor("run.sh.html".into(), "L10-L20", None), "run.sh.html#L10-L20");
        assert_eq!(with_anchor("run.sh.html".into(), "Lx", None), "run.sh.html");
    }
}
