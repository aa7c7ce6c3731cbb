//! The language that a skill is written in, for those who have pages read to them.

use super::here::Here;
use crate::catalog::{Catalog, SkillIndex};
use crate::text;

/// The language of a skill's text when it differs from the interface's: what the author says, else
/// what it seems to be.
pub(super) fn marked(here: Here<'_>, index: SkillIndex) -> Option<&str> {
    let written = here.skill(index).package.manifest.lang.as_ref().map(|field| field.text.trim());
    let is_tag = |lang: &str| !lang.is_empty() && lang.chars().all(|c| c.is_ascii_alphanumeric() || c == '-');
    let lang = written.filter(|lang| is_tag(lang)).or_else(|| here.site.language(index))?;
    (lang != here.site.strings.language()).then_some(lang)
}

/// The language that a skill seems to be written in, by its description and the first lines of its
/// instructions.
pub(super) fn of_skill(catalog: &Catalog, index: SkillIndex) -> Option<&'static str> {
    let package = &catalog.skill(index).package;
    text::language(std::iter::once(package.description()).chain(sentences(package.body(&catalog.source))))
}

/// The lines that are no code.
fn sentences(markdown: &str) -> impl Iterator<Item = &str> {
    let mut in_code = false;
    markdown.lines().filter(move |line| {
        let is_fence = line.trim_start().starts_with("```");
        in_code ^= is_fence;
        !in_code && !is_fence
    })
}

#[cfg(test)]
mod tests {
    use super::sentences;

    #[test]
    fn code_is_in_no_language() {
        let lines: Vec<&str> = sentences("one\n```sh\ngit\n  ```\ntwo").collect();
        assert_eq!(lines, ["one", "two"]);
    }
}
