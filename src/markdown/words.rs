//! The words that the renderer writes beside the author's.

/// Words in the language of the page. `{}` stands for what the text is about.
#[derive(Clone, Copy, Debug)]
pub struct Words<'a> {
    /// Titles of GitHub's alerts.
    pub note: &'a str,
    /// A useful hint.
    pub tip: &'a str,
    /// What must be known.
    pub important: &'a str,
    /// What needs attention.
    pub warning: &'a str,
    /// What may do harm.
    pub caution: &'a str,
    /// The label of the link to a heading, with its text.
    pub link_to: &'a str,
    /// The label of a table, with its header cells.
    pub table: &'a str,
    /// A box of a task list that is ticked.
    pub done: &'a str,
    /// A box of a task list that is not.
    pub not_done: &'a str,
    /// The label of a reference to a footnote, with its number.
    pub footnote: &'a str,
    /// The label of the list of footnotes.
    pub footnotes: &'a str,
    /// The label of the link from a footnote back to its place.
    pub back: &'a str,
    /// What stands in place of an HTML comment.
    pub comment: &'a str,
    /// More about it, with its length in characters.
    pub comment_length: &'a str,
    /// The title of the mark in place of a character that nobody sees.
    pub invisible: &'a str,
    /// A link that leads nowhere, with its destination.
    pub broken_link: &'a str,
    /// An image that is not there, with its destination.
    pub broken_image: &'a str,
    /// A link or image that no page may have.
    pub refused: &'a str,
}

impl<'a> Default for &'a Words<'a> {
    fn default() -> Self {
        const ENGLISH: Words<'_> = Words {
            note: "Note",
            tip: "Tip",
            important: "Important",
            warning: "Warning",
            caution: "Caution",
            link_to: "Link to {}",
            table: "Table: {}",
            done: "Done",
            not_done: "Not done",
            footnote: "Footnote {}",
            footnotes: "Footnotes",
            back: "Back to the text",
            comment: "comment",
            comment_length: "HTML comment of {} characters",
            invisible: "Invisible character",
            broken_link: "Broken link: {}",
            broken_image: "Broken image: {}",
            refused: "This address is not allowed",
        };
        &ENGLISH
    }
}

/// `words` with `value` where they have `{}`.
pub(super) fn fill(words: &str, value: &str) -> String {
    words.replace("{}", value)
}
