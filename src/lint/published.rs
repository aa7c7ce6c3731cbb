//! What agents are not offered.

use super::Context;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::publish::{self, Publication, Refusal};

/// Clients are offered the skill.
pub static NOT_PUBLISHED: Rule = Rule {
    code: "not-published",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "the skill is in every index that clients install from",
    why: "Clients drop a skill they cannot read, some of them the whole index with it, and say nothing. Such a skill \
          has a page on the site and no entry in the indexes. Drafts and internal skills are left out when the \
          catalog's owner wants that. A skill without a SKILL.md, a description or a name in kebab-case is left out \
          as well; that is told by `missing-content`, `missing-field`, `description-empty` and `name-format`.",
    bad: "git-flow/con:fig.md beside git-flow/SKILL.md",
    good: "git-flow/config.md beside git-flow/SKILL.md",
    origin: "Agent Skills Discovery RFC, 0.1.0 and 0.2.0",
};

pub(super) fn check(context: Context<'_>, found: &mut Vec<Diagnostic>) {
    let names = publish::names(context.catalog);
    for (skill, name) in context.catalog.skills.iter().zip(&names) {
        let package = &skill.package;
        let publication = Publication { skill, name, source: context.source() };
        if let Some(refusal) = publish::refusal(publication, context.config) {
            let Some(help) = help(&refusal) else { continue };
            let message = format!("clients are not offered this skill: {refusal}");
            found.push(context.about(&NOT_PUBLISHED, package, message).help(help));
        } else if let Some(file) = publish::unlistable(skill) {
            let message =
                format!("clients of the older index are not offered this skill: it cannot list the file `{file}`");
            let help = "name the file with ASCII letters, digits, `-`, `_` and `.`";
            found.push(context.about(&NOT_PUBLISHED, package, message).help(help));
        }
    }
}

/// What to do; `None` where another rule has told the cause already.
fn help(refusal: &Refusal) -> Option<&'static str> {
    match refusal {
        Refusal::NoContent | Refusal::NoDescription | Refusal::Name(_) => None,
        Refusal::SharedName(_) => Some("give the skill a name that no other one has"),
        Refusal::Internal => Some("take `internal` out of the header when it is for everybody"),
        Refusal::Draft => Some("raise the maturity when it is ready, or set `registry.drafts = true`"),
        Refusal::TooManyFiles(_) | Refusal::TooLarge(_) => Some("keep large collections elsewhere and link to them"),
        Refusal::FileName(_) => Some("rename the file"),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{Catalog, Config, SourceTree};

    fn messages(files: &[(&str, &str)]) -> Vec<String> {
        let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, text.as_bytes())));
        let config = Config::new("/nowhere", jiff::civil::date(2026, 3, 14));
        let catalog = Catalog::new(Arc::new(source));
        let mut found = Vec::new();
        let repository = crate::git::Repository::default();
        check(Context { catalog: &catalog, config: &config, repository: &repository }, &mut found);
        found.into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn each_skill_without_an_entry_says_why() {
        let good = "---\nname: a\ndescription: Use when asked\n---\nx\n";
        assert!(messages(&[("a/SKILL.md", good), ("a/b.md", "x")]).is_empty());
        assert_eq!(
            messages(&[("a/SKILL.md", &good.replace("name: a", "name: a\nmetadata:\n  internal: true"))]),
            ["clients are not offered this skill: it is marked `internal`"]
        );
        assert_eq!(
            messages(&[("a/SKILL.md", good), ("a/50%.md", "x")]),
            ["clients of the older index are not offered this skill: it cannot list the file `50%.md`"]
        );
    }

    #[test]
    fn a_shared_name_is_the_cause_when_none_can_be_made_of_the_folder() {
        let text = |body: &str| format!("---\nname: review\ndescription: Use when asked\n---\n{body}\n");
        let files = [("v1.10.0/SKILL.md", text("x")), ("v2_0/SKILL.md", text("y")), ("день/SKILL.md", text("z"))];
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (*path, text.as_str())).collect();
        assert_eq!(
            messages(&files),
            ["clients are not offered this skill: another skill has its name, and clients do not take `review-день`, \
              made from its folder"]
        );
    }

    #[test]
    fn what_another_rule_tells_is_not_told_again() {
        let header = "---\nname: A_B\ndescription: Use when asked\n---\nx\n";
        assert!(messages(&[("a/SKILL.md", header)]).is_empty());
        assert!(messages(&[("a/SKILL.md", "---\nname: a\n---\nx\n")]).is_empty());
        assert!(messages(&[("a/SKILL.toml", "manifest_version = \"1.0\"\n")]).is_empty());
    }
}
