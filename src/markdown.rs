//! Markdown: text → [`Outline`]; text and outline → safe HTML.
//!
//! The dialect is GitHub's: tables, task lists, footnotes, strikethrough, autolinks, alerts and
//! heading anchors. Bodies are other people's text: no script, no event handler, no `javascript:`
//! leaves this module. A tag that is not on the short allow-list is shown as the text the author
//! typed. Knows nothing of pages or skills; where links lead is asked of the caller.
//!
//! Headings have the ids that authors expect (`#install`), so a page around the text gives its own
//! elements ids with a prefix.
//!
//! ```text
//! text ──mask──▶ tags to show are no tags ──pieces──▶ events, raw HTML taken apart and paired
//!                                                        │
//!                            outline · render (sanitise) · sections
//! ```

mod address;
mod anchors;
mod autolink;
mod cache;
mod escape;
mod highlight;
mod mask;
mod outline;
mod pieces;
mod render;
mod sections;
mod tag;
mod words;

use std::ops::Range;

pub use cache::HighlightCache;
pub use escape::code;
pub use highlight::{CLASSES, highlight};
pub use outline::outline;
pub use render::render;
pub use sections::{Section, plain_text, sections};
pub use words::Words;

/// What one Markdown text holds, found in a single parse. Ranges are bytes of the text given.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outline {
    /// Headings in order.
    pub headings: Vec<Heading>,
    /// Links, images and bare addresses in order; none from code, comments or escapes.
    pub links: Vec<Link>,
    /// Inline code, in order.
    pub code_spans: Vec<Text>,
    /// Code blocks, in order.
    pub code_blocks: Vec<CodeBlock>,
    /// What a person does not see on the rendered page and an agent reads.
    pub hidden: Vec<Hidden>,
    /// Raw HTML that would act in a browser and does not on the page: scripts, frames, styles
    /// (shown as text) and event handlers (left out).
    pub removed: Vec<Text>,
    /// Table rows with more cells than the header.
    pub wide_rows: Vec<Range<usize>>,
    /// Plain text of the first paragraph; empty where there is none.
    pub first_paragraph: String,
    /// Ids of anchors that raw HTML gives (`<a id="x">`, `<a name="x">`).
    pub html_ids: Vec<String>,
}

/// A heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Heading {
    /// 1 to 6.
    pub level: u8,
    /// Plain text.
    pub text: String,
    /// True inside of a quotation, a list or the like.
    pub nested: bool,
    /// Unique, non-empty anchor: the author's `{#id}`, else made in GitHub's way.
    pub id: String,
    /// The heading in the source.
    pub range: Range<usize>,
}

/// A link, image or bare address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The destination as written, entities and escapes resolved.
    pub target: String,
    /// True for images.
    pub image: bool,
    /// The link in the source.
    pub range: Range<usize>,
}

/// A piece of text and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    /// The text.
    pub text: String,
    /// Its place in the source.
    pub range: Range<usize>,
}

/// A fenced or indented code block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CodeBlock {
    /// The language: first word of the info string, lower case; empty where there is none.
    pub language: String,
    /// The code in the source, fences excluded.
    pub range: Range<usize>,
}

/// Something invisible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hidden {
    /// What it is.
    pub kind: HiddenKind,
    /// Its place in the source.
    pub range: Range<usize>,
}

/// The kinds of invisible things.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HiddenKind {
    /// An HTML comment.
    Comment,
    /// A zero-width, direction or tag character that is no part of an emoji or script.
    Character(char),
}

/// Where a link of a text leads on the page that is being made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A page or file of the site, as a relative address ready for `href`.
    Site(String),
    /// Another host; `http`, `https` and `mailto` only.
    Foreign(String),
    /// Nowhere: the text is shown and marked.
    Broken,
}

/// What the renderer asks of its caller.
pub trait Resolve {
    /// Where the destination `target` of a link or image leads.
    fn link(&self, target: &str, image: bool) -> Target;
    /// Where a code span leads, when it names a file or folder of the skill.
    fn code(&self, text: &str) -> Option<String>;
    /// Makes the HTML of a code block; `None` shows it plain. Lets callers keep highlighted code.
    fn highlight(&self, language: &str, code: &str) -> Option<String>;
}

/// How to render.
#[derive(Clone, Copy, Debug, Default)]
pub struct Options<'a> {
    /// The first heading is not rendered: the page has it as its title.
    pub skip_title: bool,
    /// Levels are moved down by this many (an H1 becomes an H2), down to H6.
    pub demote: u8,
    /// Show images that lie on other hosts.
    pub network_images: bool,
    /// The words that stand beside the author's.
    pub words: &'a Words<'a>,
}

#[cfg(test)]
mod tests;
