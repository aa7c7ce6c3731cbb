//! Pieces → [`Outline`].

use std::cell::LazyCell;
use std::collections::HashSet;
use std::ops::Range;

use pulldown_cmark::{CodeBlockKind, LinkType, Tag, TagEnd};

use super::anchors::{self, Candidate};
use super::mask::{self, mask, unmask};
use super::pieces::{Piece, Placed, pieces};
use super::{CodeBlock, Heading, Hidden, HiddenKind, Link, Outline, Text, autolink, tag};

/// Bytes of a removed tag that are kept to be shown. A tag that is never closed would else go to the end of its
/// line, and a line with very many of them be kept as often.
const SHOWN: usize = 200;

/// Reads `text`.
pub fn outline(text: &str) -> Outline {
    let masked = mask(text);
    let mut reader = Reader { text, masked: &masked, outline: Outline::default(), candidates: Vec::new(), in_link: 0 };
    let pieces = pieces(&masked);
    reader.read(&pieces);
    let Reader { mut outline, candidates, .. } = reader;

    let given: HashSet<&str> = candidates.iter().filter_map(|candidate| candidate.given.as_deref()).collect();
    let mut seen = HashSet::new();
    outline.html_ids.retain(|id| !given.contains(id.as_str()) && seen.insert(id.clone()));
    let ids = anchors::assign(&candidates, &outline.html_ids);
    for ((heading, candidate), id) in outline.headings.iter_mut().zip(candidates).zip(ids) {
        heading.text = candidate.text;
        heading.id = id;
    }

    let characters = crate::text::invisible(text)
        .map(|(at, char)| Hidden { kind: HiddenKind::Character(char), range: at..at + char.len_utf8() });
    outline.hidden.extend(characters);
    outline.hidden.sort_by_key(|hidden| hidden.range.start);
    outline
}

struct Reader<'a> {
    text: &'a str,
    masked: &'a str,
    outline: Outline,
    candidates: Vec<Candidate>,
    in_link: usize,
}

impl Reader<'_> {
    fn read(&mut self, pieces: &[Placed<'_>]) {
        let mut depth = 0_usize;
        let mut columns = 0;
        let mut raw_links = Vec::new();
        for (at, (piece, range)) in pieces.iter().enumerate() {
            match piece {
                Piece::Start(tag) => {
                    self.start(tag, range, &pieces[at + 1..], depth);
                    if let Tag::Table(alignments) = tag {
                        columns = alignments.len();
                    }
                    if matches!(tag, Tag::TableRow) && cells(&self.text[range.clone()]) > columns {
                        self.outline.wide_rows.push(trimmed(self.text, range));
                    }
                    depth += 1;
                }
                Piece::End(end) => {
                    depth = depth.saturating_sub(1);
                    if matches!(end, TagEnd::Link) {
                        self.in_link -= 1;
                    }
                }
                Piece::Text(text) => {
                    let in_code = matches!(
                        at.checked_sub(1).map(|before| &pieces[before].0),
                        Some(Piece::Start(Tag::CodeBlock(_)))
                    );
                    if !in_code {
                        self.running_text(text, range);
                    }
                }
                Piece::Code(code) => {
                    self.outline.code_spans.push(Text { text: unmask(code).into_owned(), range: range.clone() });
                }
                Piece::Comment(_) => {
                    self.outline.hidden.push(Hidden { kind: HiddenKind::Comment, range: range.clone() });
                }
                Piece::Html { element, attributes, closing, shown, .. } => {
                    if *element == "a" && !shown {
                        let is_link = attributes.iter().any(|(name, _)| name == "href");
                        let ended = if *closing { raw_links.pop().unwrap_or_default() } else { false };
                        if !closing {
                            raw_links.push(is_link);
                            self.in_link += usize::from(is_link);
                        }
                        self.in_link -= usize::from(ended);
                    }
                    if !shown && !closing {
                        self.html(element, attributes, range);
                    }
                }
                Piece::HtmlText(text) => self.active_tags(text, range),
                Piece::SoftBreak | Piece::HardBreak | Piece::Rule | Piece::FootnoteReference(_) | Piece::Task(_) => {}
            }
        }
    }

    fn start(&mut self, tag: &Tag<'_>, range: &Range<usize>, rest: &[Placed<'_>], depth: usize) {
        match tag {
            Tag::Heading { level, id, .. } => {
                let text = plain(rest, |end| matches!(end, TagEnd::Heading(_)), false);
                self.candidates.push(Candidate { text, given: id.as_ref().map(|id| unmask(id).into_owned()) });
                self.outline.headings.push(Heading {
                    level: *level as u8,
                    text: String::new(),
                    nested: depth > 0,
                    id: String::new(),
                    range: trimmed(self.text, range),
                });
            }
            Tag::Paragraph if depth == 0 && self.outline.first_paragraph.is_empty() => {
                self.outline.first_paragraph = plain(rest, |end| matches!(end, TagEnd::Paragraph), false);
            }
            Tag::Link { dest_url, link_type, .. } => {
                self.in_link += 1;
                let target = destination(dest_url, *link_type);
                self.outline.links.push(Link { target, image: false, range: range.clone() });
            }
            Tag::Image { dest_url, link_type, .. } => {
                let target = destination(dest_url, *link_type);
                self.outline.links.push(Link { target, image: true, range: range.clone() });
            }
            Tag::CodeBlock(kind) => {
                let language = match kind {
                    CodeBlockKind::Fenced(info) => language(&unmask(info)),
                    CodeBlockKind::Indented => String::new(),
                };
                let range = match rest.first() {
                    Some((Piece::Text(_), range)) => range.clone(),
                    _ => range.end..range.end,
                };
                self.outline.code_blocks.push(CodeBlock { language, range });
            }
            _ => {}
        }
    }

    /// Text outside of code: bare addresses, and tags that would act in a browser.
    fn running_text(&mut self, text: &str, range: &Range<usize>) {
        self.active_tags(text, range);
        if self.in_link > 0 {
            return;
        }
        let source = &self.masked[range.clone()];
        let mut from = 0;
        let mut searched = 0;
        while let Some(found) = autolink::next(text, from) {
            from = found.end;
            let target = &text[found];
            // Escapes and references make the text shorter than its source.
            let place = source[searched..].find(target).map_or(range.clone(), |at| {
                let start = searched + at;
                searched = start + target.len();
                range.start + start..range.start + searched
            });
            self.outline.links.push(Link { target: unmask(target).into_owned(), image: false, range: place });
        }
    }

    fn active_tags(&mut self, text: &str, range: &Range<usize>) {
        if !text.contains(mask::OPEN) {
            return;
        }
        let places = self.masked[range.clone()].match_indices(mask::OPEN).map(|(at, _)| range.start + at);
        for ((at, _), place) in text.match_indices(mask::OPEN).zip(places) {
            let name: &str = text[at + 1..].split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
            if tag::is_active(name) {
                let rest = &self.text[place..];
                let line = rest[..rest.floor_char_boundary(SHOWN)].lines().next().unwrap_or("");
                let typed = line.find('>').map_or(line, |end| &line[..=end]);
                self.outline.removed.push(Text { text: typed.to_owned(), range: place..place + typed.len() });
            }
        }
    }

    fn html(&mut self, element: &str, attributes: &[(String, String)], range: &Range<usize>) {
        let typed = LazyCell::new(|| self.text[range.clone()].to_ascii_lowercase());
        let mut searched = 0;
        for (name, value) in attributes {
            match (element, name.as_str()) {
                ("a", "href") => {
                    self.outline.links.push(Link { target: value.clone(), image: false, range: range.clone() });
                }
                ("img", "src") => {
                    self.outline.links.push(Link { target: value.clone(), image: true, range: range.clone() });
                }
                (_, "id") | ("a", "name") if is_id(value) => self.outline.html_ids.push(value.clone()),
                _ if name.starts_with("on") => {
                    let at = typed[searched..].find(name.as_str()).map_or(0, |at| searched + at);
                    searched = at + name.len();
                    let place = range.start + at..range.start + searched;
                    self.outline.removed.push(Text { text: format!("{name}=\"{value}\""), range: place });
                }
                _ => {}
            }
        }
    }
}

/// True when raw HTML may give this id.
pub(super) fn is_id(value: &str) -> bool {
    !value.is_empty() && !value.contains(|c: char| c.is_whitespace() || c.is_control() || "\"'<>&`".contains(c))
}

/// The address of a link as written.
pub(super) fn destination(dest_url: &str, link_type: LinkType) -> String {
    let address = unmask(dest_url);
    if link_type == LinkType::Email { format!("mailto:{address}") } else { address.into_owned() }
}

/// The language of a code block: the first word of its info string up to a comma, space or brace,
/// in lower case. `{.python #id}` names one too. Empty when it is no plain word.
pub(super) fn language(info: &str) -> String {
    let info = info.trim_start().trim_start_matches(['{', '.']);
    let word = info.split(|c: char| c.is_whitespace() || c == ',' || c == '{' || c == '}').next().unwrap_or("");
    let plain = word.len() <= 40 && word.chars().all(|c| c.is_alphanumeric() || "+#-._/:".contains(c));
    if plain { word.to_lowercase() } else { String::new() }
}

/// The plain text of `pieces` up to the end tag that `is_end` holds for. The alternative text of
/// images counts when `images` is set.
pub(super) fn plain(pieces: &[Placed<'_>], is_end: impl Fn(&TagEnd) -> bool, images: bool) -> String {
    let mut plain = String::new();
    let mut in_image = 0_usize;
    for (piece, _) in pieces {
        match piece {
            Piece::End(end) if is_end(end) => break,
            Piece::Start(Tag::Image { .. }) => in_image += 1,
            Piece::End(TagEnd::Image) => in_image = in_image.saturating_sub(1),
            _ if in_image > 0 && !images => {}
            Piece::Text(text) | Piece::Code(text) => push_visible(&mut plain, text),
            Piece::Html { typed, shown: true, .. } => push_visible(&mut plain, typed),
            Piece::Html { element: "br", .. } | Piece::SoftBreak | Piece::HardBreak | Piece::End(TagEnd::TableCell) => {
                plain.push(' ');
            }
            _ => {}
        }
    }
    let trimmed = plain.trim();
    if trimmed.len() == plain.len() { plain } else { trimmed.to_owned() }
}

/// Adds `text` without masks and without what a person does not see.
pub(super) fn push_visible(plain: &mut String, text: &str) {
    let text = unmask(text);
    let mut from = 0;
    for (at, char) in crate::text::invisible(&text) {
        plain.push_str(&text[from..at]);
        from = at + char.len_utf8();
    }
    plain.push_str(&text[from..]);
}

/// The cells of a table row, as GitHub Flavored Markdown §4.10 splits it.
fn cells(row: &str) -> usize {
    let row = row.trim();
    let row = row.strip_prefix('|').unwrap_or(row);
    let bytes = row.as_bytes();
    let is_pipe = |at: usize| bytes[at] == b'|' && (at == 0 || bytes[at - 1] != b'\\');
    let pipes = (0..bytes.len()).filter(|at| is_pipe(*at)).count();
    let closed = !bytes.is_empty() && is_pipe(bytes.len() - 1);
    pipes + usize::from(!closed)
}

fn trimmed(text: &str, range: &Range<usize>) -> Range<usize> {
    range.start..range.start + text[range.clone()].trim_end().len()
}
