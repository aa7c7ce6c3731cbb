//! The second check of pages with raw HTML: a real HTML parser reads what was written, keeps only
//! known elements and attributes, and closes and nests them as HTML demands.

use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

use ammonia::{Builder, UrlRelative};

use crate::markdown::tag;

/// Attributes that any of our elements has.
const ATTRIBUTES: &[&str] = &["align", "aria-label", "class", "dir", "id", "lang", "role", "tabindex", "title"];

/// Attributes that only some elements have.
const OWN_ATTRIBUTES: &[(&str, &[&str])] = &[
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

/// Elements that we write ourselves, besides those that an author may.
const OURS: &[&str] = &["input", "section"];

static SANITISER: LazyLock<Builder<'static>> = LazyLock::new(|| {
    let mut builder = Builder::empty();
    builder
        .tags(tag::ALLOWED.iter().chain(OURS).copied().collect())
        .tag_attributes(
            OWN_ATTRIBUTES
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
