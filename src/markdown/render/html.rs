//! Raw HTML: allowed tags with their allowed attributes.

use std::borrow::Cow;
use std::fmt::Write;

use pulldown_cmark::TagEnd;

use super::super::outline::is_id;
use super::super::pieces::Piece;
use super::super::words::fill;
use super::super::{escape, tag};
use super::Writer;
use super::links::Image;

impl<'a> Writer<'a> {
    /// A block of raw HTML. One that is only shown text or a comment is a paragraph.
    pub(super) fn html_block(&mut self) {
        let mut inner = self.pieces[self.at..]
            .iter()
            .map(|(piece, _)| piece)
            .take_while(|piece| !matches!(piece, Piece::End(TagEnd::HtmlBlock)));
        if inner.any(|piece| matches!(piece, Piece::Html { shown: false, .. })) {
            self.open("", "");
        } else {
            self.open("<p>", "</p>\n");
        }
    }

    pub(super) fn raw(&mut self, element: &'static str, closing: bool, attributes: &'a [(String, String)]) {
        if closing {
            // Elements whose end was left out end here too.
            while let Some((open, end)) = self.raw_ends.pop() {
                self.out.push_str(&end);
                self.in_link -= usize::from(open == "a" && !end.is_empty());
                if open == element {
                    break;
                }
            }
            return;
        }
        let value = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map(|(_, value)| value.as_str());
        match element {
            "img" => self.raw_image(attributes),
            "a" => {
                let end = match value("href") {
                    Some(target) => self.anchor(target, value("title").unwrap_or("")),
                    None => Cow::Borrowed(""),
                };
                self.in_link += usize::from(!end.is_empty());
                if let Some(id) = value("id").or(value("name")) {
                    self.raw_id(id);
                }
                self.raw_ends.push((element, end));
            }
            "h1" | "h2" | "h3" | "h4" | "h5" | "h6" => {
                // An H1 would be a second title of the page; where no other heading is moved down, it still is.
                let level = (element.as_bytes()[1] - b'0' + self.options.demote).clamp(2, 6);
                let _ = write!(self.out, "<h{level}");
                self.raw_attributes(element, attributes);
                self.raw_ends.push((element, format!("</h{level}>").into()));
            }
            "table" => {
                let label = fill(self.options.words.table, "");
                let label = label.trim_end_matches([' ', ':', '：']);
                let _ = write!(
                    self.out,
                    "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"{label}\"><table"
                );
                self.raw_attributes(element, attributes);
                self.raw_ends.push((element, "</table></div>".into()));
            }
            _ => {
                let _ = write!(self.out, "<{element}");
                self.raw_attributes(element, attributes);
                if !tag::is_void(element) {
                    self.raw_ends.push((element, format!("</{element}>").into()));
                }
            }
        }
    }

    /// Writes the allowed attributes and the `>` behind them.
    fn raw_attributes(&mut self, element: &str, attributes: &'a [(String, String)]) {
        let mut written: Vec<&str> = Vec::new();
        for (name, value) in attributes {
            let name = name.as_str();
            if written.contains(&name) || !is_allowed(element, name, value) {
                continue;
            }
            written.push(name);
            if name == "id" && !self.html_ids.remove(value.as_str()) {
                continue;
            }
            let _ = write!(self.out, " {name}=\"{}\"", escape::attribute_value(value));
        }
        self.out.push('>');
    }

    /// The id of a raw link stands in an element of its own, because the link may be shown as text.
    fn raw_id(&mut self, id: &'a str) {
        if self.html_ids.remove(id) {
            let _ = write!(self.out, "<span id=\"{}\"></span>", escape::attribute_value(id));
        }
    }

    fn raw_image(&mut self, attributes: &'a [(String, String)]) {
        let value = |wanted: &str| attributes.iter().find(|(name, _)| name == wanted).map_or("", |(_, value)| value);
        let mut size = String::new();
        for name in ["width", "height"] {
            if is_allowed("img", name, value(name)) {
                let _ = write!(size, " {name}=\"{}\"", value(name));
            }
        }
        self.raw_id(value("id"));
        self.image(value("src"), &Image { alt: value("alt"), title: value("title"), size: &size });
    }
}

/// True when `element` may have the attribute with this value.
fn is_allowed(element: &str, name: &str, value: &str) -> bool {
    let is_number = !value.is_empty() && value.len() <= 5 && value.bytes().all(|byte| byte.is_ascii_digit());
    match name {
        "id" => is_id(value),
        "title" => true,
        "lang" => {
            !value.is_empty() && value.len() <= 35 && value.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
        }
        "dir" => matches!(value, "ltr" | "rtl" | "auto"),
        "align" => matches!(value, "left" | "center" | "right") && !matches!(element, "a" | "span"),
        "open" => element == "details",
        "colspan" | "rowspan" => matches!(element, "td" | "th") && is_number,
        "start" => element == "ol" && is_number,
        "value" => element == "li" && is_number,
        "width" | "height" => {
            let number = value.strip_suffix('%').or_else(|| value.strip_suffix("px")).unwrap_or(value);
            element == "img" && !number.is_empty() && number.len() <= 5 && number.bytes().all(|b| b.is_ascii_digit())
        }
        _ => false,
    }
}
