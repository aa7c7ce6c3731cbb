//! One list in a line of text: `a, b`, `a b`, `[a, "b"]`, `Bash(git add:*, git commit:*) Read`.

use std::ops::Range;

/// The ranges of the items of `text`, split at commas, or at white space when `words` is set and
/// no comma stands between items. Commas and spaces inside quotes and brackets do not split;
/// quotes round an item are not part of it. Empty items are left out.
pub(super) fn items(text: &str, words: bool) -> Vec<Range<usize>> {
    let inner = inside_brackets(text);
    let pieces = split(text, inner.clone(), |c| c == ',' || c == '\n');
    let single = pieces.len() == 1;
    let pieces = if single && words { split(text, inner, char::is_whitespace) } else { pieces };
    pieces
        .into_iter()
        .map(|piece| unquoted(text, without_dash(text, trimmed(text, piece))))
        .filter(|r| !r.is_empty())
        .collect()
}

/// The part between `[` and `]` when these enclose all of the text, else all of the text.
fn inside_brackets(text: &str) -> Range<usize> {
    let all = trimmed(text, 0..text.len());
    if encloses(&text[all.clone()], '[', ']') { all.start + 1..all.end - 1 } else { all }
}

/// True when the first character opens a bracket that the last character closes.
pub(super) fn encloses(text: &str, open: char, close: char) -> bool {
    if !text.starts_with(open) || !text.ends_with(close) || text.len() < 2 {
        return false;
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                return at + close.len_utf8() == text.len();
            }
        }
    }
    false
}

fn split(text: &str, within: Range<usize>, is_separator: impl Fn(char) -> bool) -> Vec<Range<usize>> {
    let mut pieces = Vec::new();
    let mut start = within.start;
    let mut depth = 0_usize;
    let mut quote = None;
    let mut previous = ' ';
    for (at, c) in text[within.clone()].char_indices().map(|(at, c)| (at + within.start, c)) {
        match (quote, c) {
            (Some(open), c) if open == c => quote = None,
            // An apostrophe inside a word is no quote.
            (None, '"' | '\'') if !previous.is_alphanumeric() => quote = Some(c),
            (None, '(' | '[' | '{') => depth += 1,
            (None, ')' | ']' | '}') => depth = depth.saturating_sub(1),
            (None, c) if depth == 0 && is_separator(c) => {
                pieces.push(start..at);
                start = at + c.len_utf8();
            }
            _ => {}
        }
        previous = c;
    }
    pieces.push(start..within.end);
    pieces.retain(|piece| !text[piece.clone()].trim().is_empty());
    pieces
}

/// `range` without white space at both ends.
pub(super) fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..start + part.trim().len()
}

/// Without the dash of an item that stands on a line of its own.
fn without_dash(text: &str, range: Range<usize>) -> Range<usize> {
    if text[range.clone()].starts_with("- ") { trimmed(text, range.start + 2..range.end) } else { range }
}

fn unquoted(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let quote = |q: char| part.len() >= 2 && part.starts_with(q) && part.ends_with(q);
    if quote('"') || quote('\'') { range.start + 1..range.end - 1 } else { range }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, words: bool) -> Vec<&str> {
        items(text, words).into_iter().map(|range| &text[range]).collect()
    }

    #[test]
    fn every_spelling_gives_the_same_items() {
        for text in ["Bash, Read", "Bash Read", "[Bash, Read]", "[\"Bash\", 'Read']", "- Bash\n- Read\n", "Bash,Read,"]
        {
            assert_eq!(read(text, true), ["Bash", "Read"], "{text}");
        }
    }

    #[test]
    fn patterns_hold_together() {
        assert_eq!(read("Bash(git add:*, git commit:*), Read", true), ["Bash(git add:*, git commit:*)", "Read"]);
        assert_eq!(read("Bash(git add:*) Read", true), ["Bash(git add:*)", "Read"]);
        assert_eq!(read("don't split, it's one", true), ["don't split", "it's one"]);
    }

    #[test]
    fn sentences_are_not_split_at_spaces() {
        assert_eq!(read("Teaching Git", false), ["Teaching Git"]);
        assert_eq!(read("[file] [format]", false), ["[file] [format]"]);
        assert_eq!(read(" , ", true), Vec::<&str>::new());
        assert_eq!(read("(a, b", true), ["(a, b"]);
    }
}
