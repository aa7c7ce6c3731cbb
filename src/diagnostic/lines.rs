//! Lines and columns of many places, without going through a file for each of them.

use std::collections::BTreeMap;

use crate::source::{FileId, SourceTree, Span};

/// A line and a column, counted from 1, the column in characters.
pub(super) type Place = (usize, usize);

/// Where the lines of files begin, found out once a file: thousands of findings may stand in one, and thousands in
/// one line.
pub struct Lines<'a> {
    source: &'a SourceTree,
    starts: BTreeMap<FileId, Vec<usize>>,
    /// The last place and its offset. The next one is mostly on the same line and not far from it.
    last: Option<(FileId, usize, Place)>,
}

impl<'a> Lines<'a> {
    /// The lines of the files of `source`.
    pub fn new(source: &'a SourceTree) -> Self {
        Lines { source, starts: BTreeMap::new(), last: None }
    }

    /// The places of the start and the end of a span.
    pub(super) fn places(&mut self, span: Span) -> (Place, Place) {
        (self.place(span.file, span.start as usize), self.place(span.file, span.end as usize))
    }

    /// As [`crate::text::line_column`].
    pub(super) fn place(&mut self, file: FileId, offset: usize) -> Place {
        let text = self.source.text(file);
        let mut offset = offset.min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let starts = self.starts.entry(file).or_insert_with(|| {
            let after_ends = text.match_indices('\n').map(|(at, _)| at + 1);
            std::iter::once(0).chain(after_ends).collect()
        });
        let line = starts.partition_point(|start| *start <= offset);
        let (from, column) = match self.last {
            Some((last_file, from, last)) if last_file == file && last.0 == line && from <= offset => (from, last.1),
            _ => (starts[line - 1], 1),
        };
        let place = (line, column + text[from..offset].chars().count());
        self.last = Some((file, offset, place));
        place
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_the_text() {
        let source = SourceTree::from_files([("a/SKILL.md", "é\n\naéb日c\nc"), ("b/SKILL.md", "x\ny")]);
        let files: Vec<FileId> = source.ids().collect();
        let mut lines = Lines::new(&source);
        for file in [files[0], files[1], files[0]] {
            let text = source.text(file);
            let offsets = (0..text.len() + 5).chain((0..text.len()).rev()).chain([4, 4, 5, 4, 9]);
            for offset in offsets {
                assert_eq!(lines.place(file, offset), crate::text::line_column(text, offset), "{offset}");
            }
        }
    }
}
