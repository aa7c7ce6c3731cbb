//! Releases and their tags in git.

use std::collections::BTreeSet;

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};

/// The version has a tag.
pub static VERSION_TAG: Rule = Rule {
    code: "version-tag",
    level: Level::Note,
    frontmatter_level: Level::Off,
    holds: "the repository has a tag for the skill's version, such as `v1.2.0` or `git-workflow-v1.2.0`",
    why: "A package manager that locks a version finds its files by the tag. Not checked where git knows no tag at all: \
          a shallow clone has none.",
    bad: "version = \"1.2.0\" in a repository with the tags v1.0.0 and v1.1.0",
    good: "git tag v1.2.0, or git tag git-workflow-v1.2.0 where a repository holds several skills",
    origin: "SKILL Package Specification 1.0.0, §9",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let tags = &context.repository.tags;
    let (Some(version), Some(field)) = (package.version(), &package.manifest.version) else { return };
    let name = package.name();
    if tags.is_empty() || is_tagged(tags, name, &version.to_string()) {
        return;
    }
    let message = format!("version {version} of `{name}` has no tag in git");
    let help = format!("tag the release: `git tag v{version}` or `git tag {name}-v{version}`");
    found.push(context.at(&VERSION_TAG, package, field.span, message).help(help));
}

fn is_tagged(tags: &BTreeSet<String>, name: &str, version: &str) -> bool {
    let forms = [
        format!("v{version}"),
        version.to_owned(),
        format!("{name}-v{version}"),
        format!("{name}-{version}"),
        format!("{name}/v{version}"),
        format!("{name}@{version}"),
    ];
    forms.iter().any(|tag| tags.contains(tag))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::git::Repository;
    use crate::{Catalog, Config, SourceTree};

    fn messages(tags: &[&str]) -> Vec<String> {
        let manifest = "manifest_version = \"1.0\"\n[skill]\nname = \"git-flow\"\nversion = \"1.2.0\"\n";
        let source = SourceTree::from_files([("git-flow/SKILL.toml", manifest), ("git-flow/SKILL.md", "x")]);
        let config = Config::new("/nowhere", jiff::civil::date(2026, 3, 14));
        let catalog = Catalog::new(Arc::new(source));
        let mut repository = Repository::default();
        repository.tags.extend(tags.iter().map(|tag| (*tag).to_owned()));
        let context = Context { catalog: &catalog, config: &config, repository: &repository };
        let mut found = Vec::new();
        check(context, SkillIndex(0), &mut found);
        found.into_iter().map(|diagnostic| diagnostic.message).collect()
    }

    #[test]
    fn a_version_is_tagged_by_itself_or_with_the_name() {
        for tag in ["v1.2.0", "git-flow-v1.2.0"] {
            assert!(messages(&["v1.1.0", tag]).is_empty(), "{tag}");
        }
        assert_eq!(messages(&["v1.1.0", "other-v1.2.0"]), ["version 1.2.0 of `git-flow` has no tag in git"]);
    }

    #[test]
    fn a_repository_without_tags_is_left_alone() {
        assert!(messages(&[]).is_empty());
    }
}
