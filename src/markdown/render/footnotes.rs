//! Footnotes: numbered in order of first use, listed under the text, with links both ways.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt::Write;

use pulldown_cmark::Tag;

use super::super::Outline;
use super::super::pieces::{Piece, Placed};
use super::super::words::fill;
use super::Writer;

#[derive(Default)]
pub(super) struct Footnotes {
    /// Label to number, in order of first use.
    numbers: HashMap<String, usize>,
    /// How often each was referred to.
    references: Vec<usize>,
    /// Finished definitions by number.
    definitions: BTreeMap<usize, String>,
    /// What the page had when a definition began, and the definition's number.
    outer: Vec<(String, usize)>,
    /// Ids that headings and raw HTML have.
    taken: HashSet<String>,
}

impl Footnotes {
    pub(super) fn new(pieces: &[Placed<'_>], outline: &Outline) -> Self {
        let mut footnotes = Footnotes::default();
        if pieces.iter().any(|(piece, _)| matches!(piece, Piece::Start(Tag::FootnoteDefinition(_)))) {
            let headings = outline.headings.iter().map(|heading| &heading.id);
            footnotes.taken = headings.chain(&outline.html_ids).cloned().collect();
        }
        footnotes
    }

    fn reference_id(&self, number: usize, count: usize) -> String {
        self.id(&if count == 0 { format!("fnref-{number}") } else { format!("fnref-{number}-{}", count + 1) })
    }

    /// `id`, lengthened until no heading has it.
    fn id(&self, id: &str) -> String {
        let mut id = id.to_owned();
        while self.taken.contains(&id) {
            id.push('-');
        }
        id
    }
}

impl Writer<'_> {
    fn footnote_number(&mut self, label: &str) -> usize {
        if let Some(number) = self.footnotes.numbers.get(label) {
            return *number;
        }
        let number = self.footnotes.references.len() + 1;
        self.footnotes.numbers.insert(label.to_owned(), number);
        self.footnotes.references.push(0);
        number
    }

    pub(super) fn footnote_reference(&mut self, label: &str) {
        let number = self.footnote_number(label);
        let count = self.footnotes.references[number - 1];
        self.footnotes.references[number - 1] += 1;
        let id = self.footnotes.reference_id(number, count);
        let target = self.footnotes.id(&format!("fn-{number}"));
        let label = fill(self.options.words.footnote, &number.to_string());
        let _ = write!(
            self.out,
            "<sup><a id=\"{id}\" class=\"footnote\" href=\"#{target}\" aria-label=\"{label}\">{number}</a></sup>"
        );
    }

    pub(super) fn footnote_definition(&mut self, label: &str) {
        let number = self.footnote_number(label);
        self.footnotes.outer.push((std::mem::take(&mut self.out), number));
        self.ends.push("".into());
    }

    pub(super) fn end_footnote_definition(&mut self) {
        if let Some((outer, number)) = self.footnotes.outer.pop() {
            let content = std::mem::replace(&mut self.out, outer);
            // Defined again: both texts are one note.
            self.footnotes.definitions.entry(number).or_default().push_str(&content);
        }
    }

    /// Writes every definition, in order of first use, under the text.
    pub(super) fn footnote_list(&mut self) {
        let definitions = std::mem::take(&mut self.footnotes.definitions);
        if definitions.is_empty() {
            return;
        }
        let words = self.options.words;
        let _ = writeln!(self.out, "<section class=\"footnotes\" aria-label=\"{}\"><ol>", words.footnotes);
        for (number, content) in definitions {
            let id = self.footnotes.id(&format!("fn-{number}"));
            let _ = write!(self.out, "<li id=\"{id}\" value=\"{number}\">");
            let mut back = String::new();
            for count in 0..self.footnotes.references[number - 1] {
                let reference = self.footnotes.reference_id(number, count);
                let _ = write!(
                    back,
                    " <a class=\"footnote-back\" href=\"#{reference}\" aria-label=\"{}\">↩</a>",
                    words.back
                );
            }
            match content.strip_suffix("</p>\n") {
                Some(content) => self.out.extend([content, &back, "</p></li>\n"]),
                None => self.out.extend([content.as_str(), &back, "</li>\n"]),
            }
        }
        self.out.push_str("</ol></section>\n");
    }
}
