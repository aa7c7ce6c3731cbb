//! One page, as a reader and a browser see it.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use scraper::{ElementRef, Html, Node, Selector};

/// A parsed page.
pub struct Page {
    /// Where it lies in the output.
    pub path: String,
    document: Html,
    known_ids: BTreeSet<String>,
}

/// A link with its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    pub text: String,
    pub href: String,
}

impl Page {
    pub fn new(path: &str, html: &str) -> Self {
        let mut page = Page { path: path.to_owned(), document: Html::parse_document(html), known_ids: BTreeSet::new() };
        page.known_ids = page.ids().into_iter().map(str::to_owned).collect();
        page
    }

    /// What a parser of HTML finds wrong with the page.
    pub fn errors(&self) -> Vec<String> {
        self.document.errors.iter().map(ToString::to_string).collect()
    }

    /// The elements that match a CSS selector.
    pub fn select<'a>(&'a self, selector: &str) -> impl Iterator<Item = ElementRef<'a>> + use<'a> {
        let selector = Selector::parse(selector).unwrap_or_else(|error| panic!("{selector}: {error}"));
        let found: Vec<_> = self.document.select(&selector).collect();
        found.into_iter()
    }

    /// Every element.
    pub fn elements(&self) -> impl Iterator<Item = ElementRef<'_>> {
        self.document.root_element().descendent_elements()
    }

    /// The page's text.
    pub fn text(&self) -> String {
        self.select("body").map(text).collect()
    }

    /// Text of the first element that matches.
    pub fn text_of(&self, selector: &str) -> Option<String> {
        self.select(selector).next().map(text)
    }

    /// Value of an attribute of the first element that matches.
    pub fn attribute(&self, selector: &str, name: &str) -> Option<&str> {
        self.select(selector).next()?.attr(name)
    }

    /// Every id, in order.
    pub fn ids(&self) -> Vec<&str> {
        self.elements().filter_map(|element| element.attr("id")).collect()
    }

    /// True when an element has this id.
    pub fn has_id(&self, id: &str) -> bool {
        self.known_ids.contains(id)
    }

    /// True for a page of ours, false for a page that an author put beside a skill.
    pub fn is_ours(&self) -> bool {
        self.attribute("meta[name=generator]", "content").is_some_and(|name| name.starts_with("skillsite"))
    }

    /// Addresses that the page points to or loads: element, attribute and value.
    pub fn addresses(&self) -> Vec<(&str, &str, &str)> {
        let of = |element: ElementRef<'_>, attribute: &str| {
            matches!(attribute, "href" | "src" | "action" | "formaction" | "poster" | "data" | "xlink:href" | "cite")
                && element.value().name() != "base"
        };
        self.elements()
            .flat_map(|element| {
                let name = element.value().name();
                element
                    .value()
                    .attrs()
                    .filter(move |(attribute, _)| of(element, attribute))
                    .map(move |(attribute, value)| (name, attribute, value))
            })
            .collect()
    }
}

/// The links inside an element, in order.
pub fn links_in(element: ElementRef<'_>) -> Vec<Link> {
    let selector = Selector::parse("a[href]").expect("a selector");
    element
        .select(&selector)
        .map(|link| Link { text: text(link), href: link.attr("href").unwrap_or_default().to_owned() })
        .collect()
}

/// What a reader sees of an element: no tags, runs of white space made one space. Blocks are kept apart.
pub fn text(element: ElementRef<'_>) -> String {
    let mut raw = String::new();
    push_text(element, &mut raw);
    raw.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn push_text(element: ElementRef<'_>, into: &mut String) {
    let name = element.value().name();
    if matches!(name, "script" | "style" | "template" | "noscript" | "title") || element.attr("hidden").is_some() {
        return;
    }
    let inline = INLINE.contains(&name);
    if !inline {
        into.push(' ');
    }
    for child in element.children() {
        match child.value() {
            Node::Text(text) => into.push_str(text),
            Node::Element(_) => push_text(ElementRef::wrap(child).expect("an element"), into),
            _ => {}
        }
    }
    if !inline {
        into.push(' ');
    }
}

/// Elements that do not break the line.
const INLINE: &[&str] = &[
    "a", "abbr", "b", "bdi", "bdo", "cite", "code", "data", "del", "dfn", "em", "i", "ins", "kbd", "mark", "q", "s",
    "samp", "small", "span", "strong", "sub", "sup", "time", "u", "var", "wbr",
];

/// Every element of HTML, and those of SVG that pages use.
pub fn is_known_element(name: &str) -> bool {
    static KNOWN: LazyLock<BTreeSet<&str>> = LazyLock::new(|| KNOWN_ELEMENTS.split_whitespace().collect());
    KNOWN.contains(name)
}

const KNOWN_ELEMENTS: &str = "
    a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col
    colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 h3
    h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark menu meta meter
    nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search section
    select slot small source span strong style sub summary sup table tbody td template textarea tfoot th thead time
    title tr track u ul var video wbr
    svg g path circle rect line polyline polygon ellipse text tspan defs use marker desc symbol linearGradient
    radialGradient stop clipPath mask pattern";

#[test]
fn text_is_what_a_reader_sees() {
    let page = Page::new("x", "<p>one <b>t</b>wo\n three</p><p>four &lt;b></p><script>no</script><p hidden>no</p>");
    assert_eq!(page.text(), "one two three four <b>");
}
