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
          catalog's owner wants that.",
    bad: "name: Git_Flow",
    good: "name: git-flow",
    origin: "Agent Skills Discovery RFC, 0.1.0 and 0.2.0",
};

pub(super) fn check(context: Context<'_>, found: &mut Vec<Diagnostic>) {
    let names = publish::names(context.catalog);
    for (skill, name) in context.catalog.skills.iter().zip(&names) {
        let package = &skill.package;
        let publication = Publication { skill, name, source: context.source() };
        if let Some(refusal) = publish::refusal(publication, context.config) {
            let span = package.manifest.name.as_ref().map(|name| name.span);
            let message = format!("clients are not offered this skill: {refusal}");
            let finding = match refusal {
                Refusal::Name(_) => context.at_opt(&NOT_PUBLISHED, package, span, message),
                _ => context.about(&NOT_PUBLISHED, package, message),
            };
            found.push(finding.help(help(&refusal)));
        } else if let Some(file) = publish::unlistable(skill) {
            let message =
                format!("clients of the older index are not offered this skill: it cannot list the file `{file}`");
            let help = "name the file with ASCII letters, digits, `-`, `_` and `.`";
            found.push(context.about(&NOT_PUBLISHED, package, message).help(help));
        }
    }
}

fn help(refusal: &Refusal) -> &'static str {
    match refusal {
        Refusal::NoContent => "write the instructions in a SKILL.md",
        Refusal::NoDescription => "say in a sentence when to use the skill",
        Refusal::Name(_) => "use 1 to 64 of `a-z`, `0-9` and single inner hyphens",
        Refusal::Internal => "take `internal` out of the header when it is for everybody",
        Refusal::Draft => "raise the maturity when it is ready, or set `registry.drafts = true`",
        Refusal::TooManyFiles(_) | Refusal::TooLarge(_) => "keep large collections elsewhere and link to them",
        Refusal::FileName(_) => "rename the file",
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
        let catalog = Catalog::new(Arc::new(source), &config);
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
            messages(&[("a/SKILL.md", &good.replace("name: a", "name: A_B"))]),
            ["clients are not offered this skill: its name `A_B` is not what clients take"]
        );
        assert_eq!(
            messages(&[("a/SKILL.md", good), ("a/50%.md", "x")]),
            ["clients of the older index are not offered this skill: it cannot list the file `50%.md`"]
        );
    }
}
