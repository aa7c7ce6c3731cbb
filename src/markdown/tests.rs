//! Markdown in, HTML out, through one harness.

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
