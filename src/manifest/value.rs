//! The spanned value tree that both formats are read into.

use crate::source::Span;

/// A value with its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// What it is.
    pub kind: Kind,
    /// Its bytes in the file, quotes and brackets included.
    pub span: Span,
}

/// The kinds of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A scalar as the author's text, and how it was written.
    Scalar(String, Scalar),
    /// A list.
    List(Vec<Value>),
    /// A map.
    Map(Map),
    /// A key without a value.
    Empty,
}

/// How a scalar was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scalar {
    /// A string: quoted or block text, or plain text that no reader takes for anything else.
    String,
    /// A TOML date or time.
    Date,
    /// A number, boolean or null by the rules of the file's language.
    Other,
}

/// Keys and values in the author's order. Keys are unique; see the readers for duplicates.
pub type Map = Vec<Entry>;

/// A key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The key as written.
    pub key: String,
    /// The place of the key.
    pub key_span: Span,
    /// The value.
    pub value: Value,
}
