//! Whatever goes in, what comes out is sound HTML: known elements, harmless attributes, checked
//! addresses, unique ids, everything closed.

use std::collections::HashSet;

use proptest::prelude::*;
use rayon::prelude::*;

use super::super::{Options, address, tag};
use super::{Trusting, html, html_with};
use crate::markdown::{outline, render};

/// What is unsound about `html`, if anything.
fn fault(html: &str) -> Option<String> {
    let mut open: Vec<&str> = Vec::new();
    let mut ids = HashSet::new();
    let mut rest = html;
    while let Some(at) = rest.find(['<', '>']) {
        rest = &rest[at..];
        let Some((found, length)) = tag::parse(rest) else { return Some(format!("no tag at {:?}", rest.get(..80))) };
        rest = &rest[length..];
        let name = found.name;
        let is_ours = matches!(name, "section" | "input") || tag::is_allowed(name);
        if !is_ours || tag::is_active(name) {
            return Some(format!("element {name}"));
        }
        if found.closing {
            match open.pop() {
                Some(opened) if opened == name => continue,
                opened => return Some(format!("</{name}> closes {opened:?}")),
            }
        }
        if !tag::is_void(name) && name != "input" {
            open.push(name);
        }
        for (attribute, value) in &found.attributes {
            let value = tag::decode(value);
            match *attribute {
                "href" | "src" if address::safe(&value).is_none() => return Some(format!("{attribute}={value:?}")),
                "id" if value.is_empty() || !ids.insert(value.clone()) => return Some(format!("id {value:?}")),
                "href" | "src" | "id" | "class" | "title" | "alt" | "aria-label" | "role" | "tabindex"
                | "data-lang" | "rel" | "loading" | "type" | "disabled" | "checked" | "start" | "value" | "align"
                | "open" | "lang" | "dir" | "colspan" | "rowspan" | "width" | "height" | "referrerpolicy" => {}
                _ => return Some(format!("attribute {attribute} of {name}")),
            }
        }
    }
    if open.is_empty() { None } else { Some(format!("never closed: {open:?}")) }
}

#[track_caller]
fn assert_sound(markdown: &str) -> String {
    let html = html_with(markdown, Options { network_images: true, demote: 1, ..Options::default() });
    assert_eq!(fault(&html), None, "\n--- for ---\n{markdown}\n--- rendered ---\n{html}");
    html
}

#[test]
fn attacks_end_as_text() {
    for attack in [
        "<script>alert(1)</script>",
        "<SCRIPT SRC=https://x.y/z.js></SCRIPT>",
        "<scr<script>ipt>alert(1)</scr</script>ipt>",
        "<img src=x onerror=alert(1)>",
        "<img src=\"x\" onerror=\"alert(1)\" onload='alert(1)' style=\"x:expression(alert(1))\">",
        "<img src=x onerror=alert(1)//",
        "<img src=\"x\nonerror=alert(1)",
        "<b onmouseover=alert(1)>x</b>",
        "<a href=\"javascript:alert(1)\">x</a>",
        "<a href=\"jav&#x09;ascript:alert(1)\">x</a>",
        "<a href=\"&#106;avascript&colon;alert(1)\">x</a>",
        "<a href=\"&#1;javascript:alert(1)\">x</a>",
        "<a href=' javascript:alert(1)'>x</a>",
        "<a href=\"java\nscript:alert(1)\">x</a>",
        "<a href=\"data:text/html;base64,PHNjcmlwdD4=\">x</a>",
        "<a href=\"//evil.example\">x</a>",
        "<a title=\"a\" href=\"vbscript:x\" title='\"><script>alert(1)</script>'>x</a>",
        "[x](javascript:alert(1))",
        "[x](JaVaScRiPt:alert(1))",
        "[x](javascript&#58;alert(1))",
        "[x](<java\tscript:alert(1)>)",
        "[x](&#x1;javascript:alert(1))",
        "[x](data:text/html,<script>alert(1)</script>)",
        "[x](https://a.b \"\" onclick=alert(1) x=\"\")",
        "[x](https://a.b '\"onclick=alert(1) x=\"')",
        "[x](https://a.b/\"onclick=alert(1))",
        "[x][y]\n\n[y]: javascript:alert(1)",
        "<javascript:alert(1)>",
        "<javascript:https://a.b/alert(1)>",
        "![x](javascript:alert(1))",
        "![\" onerror=\"alert(1)](x.png)",
        "![<script>alert(1)</script>](https://a.b/x.png \"<script>\")",
        "https://a.b/\"onmouseover=alert(1)",
        "https://a.b/<script>alert(1)</script>",
        "<svg onload=alert(1)><a xlink:href=\"javascript:alert(1)\"><text>x</text></a></svg>",
        "<math><mi xlink:href=\"data:x,<script>alert(1)</script>\"></math>",
        "<style>@import 'https://x.y';</style><noscript><p title=\"</noscript><img src=x onerror=alert(1)>\"></noscript>",
        "<meta http-equiv=refresh content=\"0;url=javascript:alert(1)\"><base href=\"https://x.y\"><link rel=stylesheet href=x>",
        "<iframe srcdoc=\"<script>alert(1)</script>\"></iframe><object data=x></object><embed src=x>",
        "<form action=x><button formaction=javascript:alert(1)>x</button><input autofocus onfocus=alert(1)></form>",
        "<textarea></textarea><title></title><xmp></xmp><plaintext>",
        "<p><style><!--</style><img title=\"--><img src=x onerror=alert(1)>\"></p>",
        "<!--><img src=x onerror=alert(1)>-->",
        "<!--->\n<img src=x onerror=alert(1)>",
        "<![CDATA[<script>alert(1)</script>]]>",
        "<?xml version=\"1.0\"?><script>alert(1)</script>",
        "``` x\"onmouseover=\"alert(1)\"><b>\ncode\n```",
        "```<script>alert(1)</script>\ncode</code></pre><script>alert(1)</script>\n```",
        "```js\n</code><script>alert(1)</script>\n```",
        "x[^\"><script>alert(1)</script>]\n\n[^\"><script>alert(1)</script>]: note <script>alert(1)</script>",
        "| a\"><script>alert(1)</script> |\n|---|\n| <img src=x onerror=alert(1)> |",
        "## x {#y\" onload=alert(1)}",
        "## x {#y onload=alert(1)}",
        "## x {onload=alert(1)}",
        "## <img src=x onerror=alert(1)>",
        "<h2 id='x\" onload=\"alert(1)'>x</h2>",
        "<table><td><script>alert(1)</script><td background=javascript:alert(1)>x</table>",
        "<details open ontoggle=alert(1)><summary>x</summary></details>",
        "<a id=x><a name=x>\n\n## x {#x}\n\n## x",
        "<div id=\"fn-1\">x</div>\n\ny[^1]\n\n[^1]: z",
        "a[^1]\n\n[^1]: one\n\n[^1]: two\n\n- [^1]: three\n",
    ] {
        let html = assert_sound(attack);
        assert!(!html.contains("<script"), "{html}");
    }
}

#[test]
fn pathological_texts_are_sound() {
    let repeated = |part: &str, times: usize| part.repeat(times);
    for text in [
        repeated("> ", 10_000) + "x",
        repeated("- ", 10_000) + "x",
        repeated("1. ", 5_000) + "x",
        repeated("*a **a ", 5_000),
        repeated("[", 10_000) + &repeated("]", 10_000),
        repeated("![", 5_000),
        repeated("[a](", 10_000),
        repeated("<b>", 10_000),
        repeated("</b>", 10_000),
        repeated("<b><i>", 5_000) + &repeated("</b>", 5_000),
        repeated("<div>\n\n", 5_000),
        repeated("<details>\n\n- a\n\n", 2_000),
        repeated("<!--", 10_000),
        repeated("<x ", 10_000),
        repeated("<a b='", 10_000),
        repeated("](<x", 5_000),
        repeated("`", 3_000) + &repeated("` ", 5_000),
        repeated("https://a.b/(", 5_000),
        repeated("https://a.b)", 5_000),
        repeated("\\<x>", 5_000),
        repeated("}\n", 10_000),
        repeated("# a {", 5_000),
        repeated("# a\n", 5_000),
        repeated("[^1]", 5_000) + "\n\n[^1]: x",
        repeated("| a ", 2_000) + "\n" + &repeated("|---", 2_000) + "\n" + &repeated("|b\n", 2_000),
        repeated("&amp", 10_000),
        repeated("\u{200B}", 5_000),
        repeated("🏴\u{E0067}", 5_000),
        repeated("<p>", 10_000),
        repeated("<table><tr><td>", 3_000),
        repeated("a\u{200E}", 5_000),
    ] {
        assert_sound(&text);
    }
}

#[test]
fn text_below_the_deepest_level_is_kept() {
    let deep = assert_sound(&format!("{}END *em*", "> ".repeat(300)));
    assert!(deep.contains("END em"), "{deep}");
}

/// Every Markdown file of the real skills, where they are at hand.
#[test]
fn real_skills_are_sound() {
    let corpus = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let files: Vec<_> = walkdir::WalkDir::new(corpus)
        .into_iter()
        .filter_map(|entry| Some(entry.ok()?.into_path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "md"))
        .collect();
    files.par_iter().for_each(|path| {
        let Ok(text) = std::fs::read_to_string(path) else { return };
        let text = text.replace("\r\n", "\n");
        let outline = outline(&text);
        let html = render(&text, &outline, &Trusting, Options { demote: 1, ..Options::default() });
        assert_eq!(fault(&html), None, "{}", path.display());
        for heading in &outline.headings {
            assert!(html.contains(&format!(" id=\"{}\"", heading.id)), "{} #{}", path.display(), heading.id);
        }
    });
}

/// The sanitiser is a second check: it must find nothing to do where there is no raw HTML.
#[test]
fn our_own_html_passes_the_sanitiser_unchanged() {
    let text = "# T\n\na *b* **c** ~~d~~ `e`\n\n> [!TIP]\n> f\n\n- [x] g\n- h\n\n3. i\n\n|a|b|\n|-|-:|\n|c|d|\n\n```rust\nfn a() {}\n```\n\n\
        ![j](k.png) [l](m.md \"n\") https://o.p x[^q]\n\n[^q]: r\n\n---\n";
    let plain = html(text);
    let normal = |html: &str| html.replace("<br>\n", "<br>").replace("=\"\"", "");
    assert_eq!(normal(&html(&format!("{text}\n<br>"))), normal(&plain.replace("<section", "<br>\n<section")));
}

proptest! {
    #[test]
    fn any_text_is_sound(text in "\\PC{0,200}") {
        let html = html(&text);
        prop_assert_eq!(fault(&html), None, "{}", html);
    }

    #[test]
    fn any_mixture_of_markup_is_sound(parts in proptest::collection::vec(proptest::sample::select(PARTS.to_vec()), 0..40)) {
        let text = parts.concat();
        let outline = outline(&text);
        let options = Options { skip_title: true, demote: 1, network_images: true, ..Options::default() };
        let html = render(&text, &outline, &Trusting, options);
        prop_assert_eq!(fault(&html), None, "{}\n--- for ---\n{}", html, text);
        for range in outline.links.iter().map(|link| &link.range).chain(outline.hidden.iter().map(|hidden| &hidden.range)) {
            prop_assert!(text.get(range.clone()).is_some_and(|text| !text.is_empty()), "{:?}", range);
        }
    }
}

const PARTS: &[&str] = &[
    "a",
    " ",
    "\n",
    "\n\n",
    "\n- ",
    "\n> ",
    "    ",
    "# a",
    "*",
    "**",
    "_",
    "~~",
    "`",
    "```",
    "<",
    ">",
    "<b>",
    "</b>",
    "<a href='x'>",
    "<a name=a>",
    "</a>",
    "<details>",
    "</details>",
    "<summary>",
    "</summary>",
    "<div>",
    "</div>",
    "<p>",
    "</p>",
    "<table>",
    "</table>",
    "<tr><td>",
    "<li>",
    "</ul>",
    "<ul>",
    "<br/>",
    "<img src=x alt='",
    "'>",
    "<x y='*'>",
    "</x>",
    "<!--",
    "-->",
    "<!-- c -->",
    "<script>",
    "[",
    "](",
    ")",
    "![",
    "]",
    "[^1]",
    "[^1]: ",
    "https://a.b",
    "<https://a.b>",
    "javascript:",
    "&lt;",
    "&#60;",
    "&",
    "\\",
    "|",
    "|-|",
    "{#a}",
    "{",
    "}",
    "\u{200B}",
    "\u{202E}",
    "\u{1}",
    "\u{2}",
    "é",
    "🚀",
    "[!NOTE]",
    "- [x] ",
    "<pre>",
    "</pre>",
    "<h1>",
    "</h1>",
    "<i",
    "\t",
    "---",
    "===",
    "1. ",
    "<code>",
    "</code>",
    "\"",
    "'",
    "=",
];
