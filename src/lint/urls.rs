//! Addresses in the manifest.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};

/// The addresses of the source are web addresses.
pub static URL_VALUE: Rule = Rule {
    code: "url-value",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "`repository` and `homepage` are addresses that begin with https:// or http://",
    why: "The site links to them. Anything else, such as `javascript:`, is shown as text and leads nowhere.",
    bad: "homepage = \"example.org/skills\"",
    good: "homepage = \"https://example.org/skills\"",
    origin: "SKILL Package Specification 1.0.0, §6 (`[source]`)",
};

pub(super) fn value(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    for (name, field) in [("repository", &package.manifest.repository), ("homepage", &package.manifest.homepage)] {
        let Some(field) = field else { continue };
        let text = field.text.trim();
        if is_web_address(text) {
            continue;
        }
        let message = format!("{name} `{text}` is not a web address");
        found.push(
            context.at(&URL_VALUE, package, field.span, message).help("write an address that begins with `https://`"),
        );
    }
}

fn is_web_address(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, rest)| (scheme.to_ascii_lowercase(), rest));
    matches!(scheme, Some((scheme, rest)) if (scheme == "https" || scheme == "http") && !rest.is_empty())
        && !text.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::is_web_address;

    #[test]
    fn only_http_is_a_web_address() {
        assert!(is_web_address("https://example.org/a"));
        assert!(is_web_address("HTTP://example.org"));
        for text in ["javascript:alert(1)", "javascript://x", "https://", "example.org", "https://a b", "git@host:x/y"]
        {
            assert!(!is_web_address(text), "{text}");
        }
    }
}
