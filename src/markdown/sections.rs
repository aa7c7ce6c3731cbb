//! Markdown → plain text, for the search and for estimates.

use pulldown_cmark::{Tag, TagEnd};

use super::mask::{mask, unmask};
use super::outline::push_visible;
use super::pieces::{Piece, pieces};
use super::{Outline, tag};

/// A stretch of text under one heading.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Index in [`Outline::headings`]; `None` for what stands before the first heading.
    pub heading: Option<usize>,
    /// What a reader sees below the heading, without the heading's own words: no markup, no
    /// comments, no invisible characters. Blocks stand on lines of their own.
    pub text: String,
}

/// The sections of `text`, in order. Sections without text are there when they have a heading.
pub fn sections(text: &str, outline: &Outline) -> Vec<Section> {
    let masked = mask(text);
    let mut sections = vec![Section { heading: None, text: String::new() }];
    let mut headings = 0..outline.headings.len();
    let mut in_heading = false;
    for (piece, _) in pieces(&masked) {
        let text = match sections.last_mut() {
            Some(section) if !in_heading => &mut section.text,
            _ => &mut String::new(),
        };
        match piece {
            Piece::Start(Tag::Heading { .. }) => {
                in_heading = true;
                sections.push(Section { heading: headings.next(), text: String::new() });
            }
            Piece::End(TagEnd::Heading(_)) => in_heading = false,
            Piece::Text(words) | Piece::Code(words) => push_visible(text, &words),
            Piece::Html { typed, shown: true, .. } => push_visible(text, &typed),
            Piece::HtmlText(words) => push_visible(text, &tag::decode(&unmask(&words))),
            Piece::End(TagEnd::TableCell) | Piece::SoftBreak => push_once(text, ' '),
            Piece::Html { element: "br", .. } | Piece::HardBreak => push_once(text, '\n'),
            Piece::Start(tag) if is_block(&tag) => push_once(text, '\n'),
            Piece::End(end)
                if !matches!(
                    end,
                    TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image
                ) =>
            {
                push_once(text, '\n');
            }
            _ => {}
        }
    }
    for section in &mut sections {
        section.text.truncate(section.text.trim_end().len());
    }
    sections.retain(|section| section.heading.is_some() || !section.text.is_empty());
    sections
}

/// What a reader of the whole `text` sees, headings included, without markup and comments.
pub fn plain_text(text: &str, outline: &Outline) -> String {
    let mut plain = String::with_capacity(text.len());
    for section in sections(text, outline) {
        if let Some(heading) = section.heading {
            push_once(&mut plain, '\n');
            plain.push_str(&outline.headings[heading].text);
        }
        push_once(&mut plain, '\n');
        plain.push_str(&section.text);
    }
    plain
}

fn is_block(tag: &Tag<'_>) -> bool {
    matches!(
        tag,
        Tag::Paragraph | Tag::List(_) | Tag::CodeBlock(_) | Tag::BlockQuote(_) | Tag::HtmlBlock | Tag::Table(_)
    )
}

/// Adds white space, but never to white space.
fn push_once(text: &mut String, space: char) {
    text.truncate(text.trim_end_matches(' ').len());
    if !text.is_empty() && !text.ends_with('\n') {
        text.push(space);
    }
}
