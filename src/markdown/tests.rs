//! Markdown in, HTML out, through one harness.

mod sound;

use std::collections::HashSet;

use super::*;

/// Trusts every destination, so that only this module's own checks stand between it and the page.
struct Trusting;

impl Resolve for Trusting {
    fn link(&self, target: &str, _image: bool) -> Target {
        if target.starts_with("missing") {
            Target::Broken
        } else if target.starts_with("http") || target.starts_with("mailto") {
            Target::Foreign(target.to_owned())
        } else {
            Target::Site(target.to_owned())
        }
    }

    fn code(&self, text: &str) -> Option<String> {
        text.starts_with("references/").then(|| format!("{text}.html"))
    }

    fn highlight(&self, language: &str, code: &str) -> Option<String> {
        highlight(language, code)
    }
}

fn html(text: &str) -> String {
    html_with(text, Options::default())
}

fn html_with(text: &str, options: Options<'_>) -> String {
    render(text, &outline(text), &Trusting, options)
}

#[track_caller]
fn check(cases: &[(&str, &str)]) {
    for (markdown, expected) in cases {
        assert_eq!(html(markdown).trim_end(), *expected, "\n--- for ---\n{markdown}");
    }
}

#[test]
fn tags_that_are_not_allowed_are_text() {
    check(&[
        ("to <your name>.", "<p>to <span class=\"tag\">&lt;your name&gt;</span>.</p>"),
        ("**a <b-c *d*> e**", "<p><strong>a &lt;b-c <em>d</em>&gt; e</strong></p>"),
        ("<x a=\"*b*\">", "<p><span class=\"tag\">&lt;x a=&quot;*b*&quot;&gt;</span></p>"),
        (
            "<context>\nkeep **this**\n</context>",
            "<p><span class=\"tag\">&lt;context&gt;</span><br>\nkeep <strong>this</strong><br>\n<span class=\"tag\">&lt;/context&gt;</span></p>",
        ),
        ("`run <target>` Vec<T>", "<p><code>run &lt;target&gt;</code> Vec<span class=\"tag\">&lt;T&gt;</span></p>"),
        ("<input name=\"typed\">", "<p><span class=\"tag\">&lt;input name=&quot;typed&quot;&gt;</span></p>"),
    ]);
}

#[test]
fn allowed_tags_are_balanced() {
    check(&[
        ("<kbd>Ctrl</kbd> H<sub>2</sub>O<br>x", "<p><kbd>Ctrl</kbd> H<sub>2</sub>O<br>x</p>"),
        (
            "<details>\n<summary>More</summary>\n\n**b**\n\n</details>\n\nafter",
            "<details>\n<summary>More</summary>\n<p><strong>b</strong></p>\n</details>\n<p>after</p>",
        ),
        ("<details>\n\ntext\n\nafter", "<p><span class=\"tag\">&lt;details&gt;</span></p>\n<p>text</p>\n<p>after</p>"),
        (
            "a <i>b\n\nc</i>",
            "<p>a <span class=\"tag\">&lt;i&gt;</span>b</p>\n<p>c<span class=\"tag\">&lt;/i&gt;</span></p>",
        ),
    ]);
}

#[test]
fn links_and_images() {
    check(&[
        ("[a](b.md \"t\")", "<p><a href=\"b.md\" title=\"t\">a</a></p>"),
        (
            "<https://a.b> https://a.b/c, <me@a.b>",
            concat!(
                "<p><a href=\"https://a.b\" class=\"external\" rel=\"noopener noreferrer external\">https://a.b</a> ",
                "<a href=\"https://a.b/c\" class=\"external\" rel=\"noopener noreferrer external\">https://a.b/c</a>, ",
                "<a href=\"mailto:me@a.b\" class=\"external\" rel=\"noopener noreferrer external\">me@a.b</a></p>",
            ),
        ),
        ("[a *b*](missing.md)", "<p><span class=\"broken\" title=\"Broken link: missing.md\">a <em>b</em></span></p>"),
        ("[a](javascript:alert(1))", "<p><span class=\"broken\" title=\"This address is not allowed\">a</span></p>"),
        ("![a *b*](c.png)", "<p><img src=\"c.png\" alt=\"a b\" loading=\"lazy\"></p>"),
        ("![](missing/c.png)", "<p><span class=\"broken\" title=\"Broken image: missing/c.png\">c.png</span></p>"),
        (
            "![](https://a.b/c.png?d)",
            "<p><a href=\"https://a.b/c.png?d\" class=\"external image\" rel=\"noopener noreferrer external\">c.png</a></p>",
        ),
        ("[![a](https://a.b/c.svg)](d.md)", "<p><a href=\"d.md\">a</a></p>"),
        ("see `references/a.md`", "<p>see <a href=\"references/a.md.html\"><code>references/a.md</code></a></p>"),
        ("[`references/a.md`](b)", "<p><a href=\"b\"><code>references/a.md</code></a></p>"),
        ("<a href=\"b.md\">*c* https://a.b</a>", "<p><a href=\"b.md\"><em>c</em> https://a.b</a></p>"),
        ("<a name=\"b\"></a>c", "<p><span id=\"b\"></span>c</p>"),
    ]);
}

#[test]
fn images_of_other_hosts_are_shown_on_request() {
    assert_eq!(
        html_with("![a](https://a.b/c.png)", Options { network_images: true, ..Options::default() }),
        "<p><img src=\"https://a.b/c.png\" alt=\"a\" referrerpolicy=\"no-referrer\" loading=\"lazy\"></p>\n"
    );
    // What the policy of the pages forbids would be a broken image.
    let plain = html_with("![a](http://a.b/c.png)", Options { network_images: true, ..Options::default() });
    assert_eq!(plain, html_with("![a](http://a.b/c.png)", Options::default()));
    assert!(plain.contains("<a href=\"http://a.b/c.png\""), "{plain}");
}

#[test]
fn headings() {
    check(&[
        (
            "## Use *it* {name}\n\n## B {#b-id}",
            concat!(
                "<h2 id=\"use-it-name\">Use <em>it</em> {name}<a class=\"anchor\" href=\"#use-it-name\" aria-label=\"Link to Use it {name}\">#</a></h2>\n",
                "<h2 id=\"b-id\">B<a class=\"anchor\" href=\"#b-id\" aria-label=\"Link to B\">#</a></h2>",
            ),
        ),
        ("<h1 align=\"center\">a</h1>", "<h2 align=\"center\">a</h2>"),
        ("<h2 align=\"center\" class=\"x\">a</h2>", "<h2 align=\"center\">a</h2>"),
    ]);
}

#[test]
fn a_title_that_repeats_the_page_is_skipped_and_levels_move_down() {
    let options = Options { skip_title: true, demote: 1, ..Options::default() };
    assert_eq!(
        html_with("# Git *Workflow*\n\n# Two\n\n###### Six", options),
        concat!(
            "<span id=\"git-workflow\"></span>\n",
            "<h2 id=\"two\">Two<a class=\"anchor\" href=\"#two\" aria-label=\"Link to Two\">#</a></h2>\n",
            "<h6 id=\"six\">Six<a class=\"anchor\" href=\"#six\" aria-label=\"Link to Six\">#</a></h6>\n",
        )
    );
    let demoted = Options { demote: 1, ..Options::default() };
    assert!(html_with("# Another\n", demoted).starts_with("<h2 id=\"another\">"));
    assert!(html_with("## Git Workflow\n", demoted).starts_with("<h3 "));
}

#[test]
fn blocks() {
    check(&[
        (
            "| a | b |\n|:-:|--:|\n| `c\\|d` | e |",
            concat!(
                "<div class=\"table\" tabindex=\"0\" role=\"region\" aria-label=\"Table: a b\"><table>\n",
                "<thead><tr><th class=\"center\">a</th><th class=\"right\">b</th></tr></thead>\n<tbody>\n",
                "<tr><td class=\"center\"><code>c|d</code></td><td class=\"right\">e</td></tr>\n</tbody>\n</table></div>",
            ),
        ),
        (
            "> [!WARNING]\n> a",
            "<div class=\"alert alert-warning\" role=\"note\"><p class=\"alert-title\">Warning</p>\n<p>a</p>\n</div>",
        ),
        (
            "- [x] a\n- b",
            "<ul>\n<li class=\"task\"><input type=\"checkbox\" disabled checked aria-label=\"Done\"> a</li>\n<li>b</li>\n</ul>",
        ),
        (
            "```Rust,ignore\nfn a() {}\n```",
            concat!(
                "<div class=\"code\"><pre tabindex=\"0\" data-lang=\"rust\"><code class=\"language-rust\">",
                "<span class=\"k\">fn</span> <span class=\"f\">a</span>() {}\n</code></pre></div>",
            ),
        ),
        ("    a <b>", "<div class=\"code\"><pre tabindex=\"0\"><code>a &lt;b&gt;</code></pre></div>"),
        (
            "a[^x]\n\n[^x]: b",
            concat!(
                "<p>a<sup><a id=\"fnref-1\" class=\"footnote\" href=\"#fn-1\" aria-label=\"Footnote 1\">1</a></sup></p>\n",
                "<section class=\"footnotes\" aria-label=\"Footnotes\"><ol>\n<li id=\"fn-1\" value=\"1\"><p>b ",
                "<a class=\"footnote-back\" href=\"#fnref-1\" aria-label=\"Back to the text\">↩</a></p></li>\n</ol></section>",
            ),
        ),
        ("Costs $5 to $10, ${A} {{ b }}", "<p>Costs $5 to $10, ${A} {{ b }}</p>"),
    ]);
}

#[test]
fn what_a_person_cannot_see_is_marked() {
    check(&[
        (
            "a <!-- note to self --> b",
            "<p>a <span class=\"hidden-mark\" title=\"HTML comment of 21 characters\">comment</span> b</p>",
        ),
        (
            "<!-- note\n\nto self -->\n\nb",
            "<p><span class=\"hidden-mark\" title=\"HTML comment of 22 characters\">comment</span></p>\n<p>b</p>",
        ),
        ("a <!-- never closed", "<p>a &lt;!-- never closed</p>"),
        ("a\u{200B}b", "<p>a<span class=\"invisible\" title=\"Invisible character\">U+200B</span>b</p>"),
        ("`a\u{202E}`", "<p><code>a<span class=\"invisible\" title=\"Invisible character\">U+202E</span></code></p>"),
        ("[a](b \"c\u{200B}d\")", "<p><a href=\"b\" title=\"cd\">a</a></p>"),
        ("👩‍👩‍👧 می‌خواهم", "<p>👩‍👩‍👧 می‌خواهم</p>"),
    ]);
}

#[test]
fn the_outline_of_a_text() {
    let text = concat!(
        "# Title\n\nFirst *words* and `code` [a](b.md).\n\n<!-- c -->\n\n![d](e.png) https://f.g\n\n",
        "<a id=\"here\" href=\"h.md\" onclick=\"x()\">i</a> <script>\n\n```Python x\n[no](no.md)\n```\n\nz\u{200B}\n\n",
        "| a |\n|---|\n| b | c |\n",
    );
    let outline = outline(text);
    assert_eq!(
        outline.headings.iter().map(|h| (h.level, &*h.text, &*h.id, &text[h.range.clone()])).collect::<Vec<_>>(),
        [(1, "Title", "title", "# Title")]
    );
    assert_eq!(outline.first_paragraph, "First words and code a.");
    assert_eq!(
        outline.links.iter().map(|l| (&*l.target, l.image, &text[l.range.clone()])).collect::<Vec<_>>(),
        [
            ("b.md", false, "[a](b.md)"),
            ("e.png", true, "![d](e.png)"),
            ("https://f.g", false, "https://f.g"),
            ("h.md", false, "<a id=\"here\" href=\"h.md\" onclick=\"x()\">"),
        ]
    );
    assert_eq!(
        outline.code_spans.iter().map(|c| (&*c.text, &text[c.range.clone()])).collect::<Vec<_>>(),
        [("code", "`code`")]
    );
    assert_eq!(
        outline.code_blocks.iter().map(|c| (&*c.language, &text[c.range.clone()])).collect::<Vec<_>>(),
        [("python", "[no](no.md)\n")]
    );
    assert_eq!(
        outline.hidden.iter().map(|h| (&h.kind, &text[h.range.clone()])).collect::<Vec<_>>(),
        [(&HiddenKind::Comment, "<!-- c -->"), (&HiddenKind::Character('\u{200B}'), "\u{200B}"),]
    );
    assert_eq!(
        outline.removed.iter().map(|r| (&*r.text, &text[r.range.clone()])).collect::<Vec<_>>(),
        [("onclick=\"x()\"", "onclick"), ("<script>", "<script>"),]
    );
    assert_eq!(outline.wide_rows.iter().map(|r| &text[r.clone()]).collect::<Vec<_>>(), ["| b | c |"]);
    assert_eq!(outline.html_ids, ["here"]);
}

#[test]
fn a_line_of_very_many_tags_keeps_little_of_each() {
    let many = 5_000;
    let found = outline(&"<script ü".repeat(many));
    assert_eq!(found.removed.len(), many);
    assert!(found.removed.iter().all(|removed| removed.text.len() <= 200), "{:?}", found.removed[0]);
    let tag = format!("<b {}>x</b>", "onClick=a onclick=b ".repeat(many));
    let found = outline(&tag);
    let places: HashSet<usize> = found.removed.iter().map(|removed| removed.range.start).collect();
    assert_eq!(places.len(), many * 2);
    assert!(found.removed.iter().all(|removed| tag[removed.range.clone()].eq_ignore_ascii_case("onclick")));
}

#[test]
fn sections_hold_what_a_reader_sees() {
    let text = "intro <x>\n\n## A *b*\n\nc `d`\ne <!-- f -->\n\n- g\n- h\n\n```sh\ni\n```\n\n## J\n\n| k | l |\n|---|---|\n| m | n |\n";
    let outline = outline(text);
    let found: Vec<(Option<&str>, String)> = sections(text, &outline)
        .into_iter()
        .map(|section| (section.heading.map(|at| &*outline.headings[at].text), section.text))
        .collect();
    assert_eq!(
        found,
        [
            (None, "intro <x>".to_owned()),
            (Some("A b"), "c d e\ng\nh\ni".to_owned()),
            (Some("J"), "k l\nm n".to_owned()),
        ]
    );
    assert_eq!(plain_text(text, &outline), "intro <x>\nA b\nc d e\ng\nh\ni\nJ\nk l\nm n");
}
