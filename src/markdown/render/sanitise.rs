//! The second check of pages with raw HTML: a real HTML parser reads what was written, keeps only
//! known elements and attributes, and closes and nests them as HTML demands.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

/// Attributes that any of our elements has.
const ATTRIBUTES: &[&str] = &["align", "aria-label", "class", "dir", "id", "lang", "role", "tabindex", "title"];

const ELEMENTS: &[(&str, &[&str])] = &[
    ("a", &["href", "rel"]),
    ("img", &["src", "alt", "width", "height", "loading", "referrerpolicy"]),
    ("input", &["type", "disabled", "checked"]),
    ("details", &["open"]),
    ("pre", &["data-lang"]),
    ("ol", &["start"]),
    ("li", &["value"]),
    ("td", &["colspan", "rowspan"]),
    ("th", &["colspan", "rowspan"]),
];

/// Elements without attributes of their own.
const PLAIN: &[&str] = &[
    "abbr",
    "b",
    "blockquote",
    "br",
    "caption",
    "center",
    "cite",
    "code",
    "dd",
    "del",
    "dfn",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "hr",
    "i",
    "ins",
    "kbd",
    "mark",
    "p",
    "q",
    "s",
    "samp",
    "section",
    "small",
    "span",
    "strike",
    "strong",
    "sub",
    "summary",
    "sup",
    "table",
    "tbody",
    "tfoot",
    "thead",
    "tr",
    "tt",
    "u",
    "ul",
    "var",
    "wbr",
];

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(ELEMENTS.iter().map(|(element, _)| *element).chain(PLAIN.iter().copied()).collect())
        .tag_attributes(
            ELEMENTS
                .iter()
                .map(|(element, own)| (*element, own.iter().copied().collect::<HashSet<_>>()))
                .collect::<HashMap<_, _>>(),
        )
        .generic_attributes(ATTRIBUTES.iter().copied().collect())
        .url_schemes(["http", "https", "mailto"].into())
        .url_relative(UrlRelative::PassThrough)
        .link_rel(None)
        .strip_comments(true);
    builder
});

/// `html` with nothing in it but what may be there, well nested.
pub(super) fn sanitise(html: &str) -> String {
    SANITISER.clean(html).to_string()
}
