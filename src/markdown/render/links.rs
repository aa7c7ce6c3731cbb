//! Links and images of a page.

use std::borrow::Cow;
use std::fmt::Write;

use pulldown_cmark::{LinkType, TagEnd};

use super::super::outline::{destination, plain};
use super::super::pieces::Piece;
use super::super::words::fill;
use super::super::{Target, address, escape};
use super::Writer;

/// What an image says besides its address.
pub(super) struct Image<'t> {
    pub alt: &'t str,
    pub title: &'t str,
    /// Width and height as attributes, ready to be written.
    pub size: &'t str,
}

impl Writer<'_> {
    pub(super) fn link(&mut self, dest_url: &str, link_type: LinkType, title: &str) {
        let end = self.anchor(&destination(dest_url, link_type), title);
        self.in_link += 1;
        self.ends.push(end);
    }

    /// Opens the link to `target` and gives its end.
    pub(super) fn anchor(&mut self, target: &str, title: &str) -> Cow<'static, str> {
        let target_of = self.resolve.link(target, false);
        let Some((address, foreign)) = checked(&target_of) else {
            return self.broken(self.options.words.broken_link, target);
        };
        let _ = write!(self.out, "<a href=\"{}\"", escape::attribute_value(&address));
        if foreign {
            self.out.push_str(" class=\"external\" rel=\"noopener noreferrer external\"");
        }
        self.title(title);
        self.out.push('>');
        "</a>".into()
    }

    /// Marks the text of a link without a destination.
    fn broken(&mut self, broken: &str, target: &str) -> Cow<'static, str> {
        let title: Cow<'_, str> = match address::safe(target) {
            Some(target) => fill(broken, &escape::attribute_value(&target)).into(),
            // A script stays out of attributes as well.
            None => self.options.words.refused.into(),
        };
        let _ = write!(self.out, "<span class=\"broken\" title=\"{title}\">");
        "</span>".into()
    }

    fn title(&mut self, title: &str) {
        if !title.is_empty() {
            let _ = write!(self.out, " title=\"{}\"", escape::attribute_value(title));
        }
    }

    /// A Markdown image; its pieces up to the end are the alternative text.
    pub(super) fn markdown_image(&mut self, dest_url: &str, link_type: LinkType, title: &str) {
        let mut depth = 1;
        let length = self.pieces[self.at..]
            .iter()
            .position(|(piece, _)| {
                match piece {
                    Piece::Start(pulldown_cmark::Tag::Image { .. }) => depth += 1,
                    Piece::End(TagEnd::Image) => depth -= 1,
                    _ => {}
                }
                depth == 0
            })
            .unwrap_or(self.pieces.len() - self.at);
        let alt = plain(&self.pieces[self.at..self.at + length], |_| false, true);
        self.at += length + 1;
        self.image(&destination(dest_url, link_type), &Image { alt: &alt, title, size: "" });
    }

    pub(super) fn image(&mut self, target: &str, image: &Image<'_>) {
        let target_of = self.resolve.link(target, true);
        let Some((address, foreign)) = checked(&target_of) else {
            let end = self.broken(self.options.words.broken_image, target);
            self.typed(shown(image.alt, target));
            self.out.push_str(&end);
            return;
        };
        let address = escape::attribute_value(&address);
        // The policy of a page lets it ask hosts for images by `https` only, where it does at all.
        let is_shown = !foreign || self.options.network_images && target_is_https(&target_of);
        if !is_shown {
            // The page asks the other host for nothing: the reader may follow the link.
            if self.in_link == 0 {
                let _ = write!(
                    self.out,
                    "<a href=\"{address}\" class=\"external image\" rel=\"noopener noreferrer external\""
                );
                self.title(image.title);
                self.out.push('>');
            }
            self.typed(shown(image.alt, target));
            if self.in_link == 0 {
                self.out.push_str("</a>");
            }
            return;
        }
        let _ = write!(self.out, "<img src=\"{address}\" alt=\"{}\"", escape::attribute_value(image.alt));
        self.title(image.title);
        self.out.push_str(image.size);
        if foreign {
            self.out.push_str(" referrerpolicy=\"no-referrer\"");
        }
        self.out.push_str(" loading=\"lazy\">");
    }
}

/// The address to write and whether it lies on another host; `None` when nothing may be linked.
fn checked(target: &Target) -> Option<(Cow<'_, str>, bool)> {
    match target {
        Target::Site(address) if address::scheme(address).is_none() => Some((address::safe(address)?, false)),
        Target::Foreign(address) if address::scheme(address).is_some() => Some((address::safe(address)?, true)),
        Target::Site(_) | Target::Foreign(_) | Target::Broken => None,
    }
}

fn target_is_https(target: &Target) -> bool {
    matches!(target, Target::Foreign(address) if address::scheme(address).is_some_and(|scheme| scheme.eq_ignore_ascii_case("https")))
}

/// The alternative text of an image, else the name of its file.
fn shown<'t>(alt: &'t str, target: &'t str) -> &'t str {
    if !alt.is_empty() {
        return alt;
    }
    let path = target.split(['?', '#']).next().unwrap_or(target).trim_end_matches('/');
    path.rsplit('/').next().filter(|name| !name.is_empty()).unwrap_or("image")
}
