//! A catalog → its report, kept by skill: where a catalog differs from the last in a few skills,
//! only these are looked at again.

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use super::ignore::{self, Ignore, Silence};
use super::{Check, Context, RULES};
use crate::catalog::{Shape, SkillIndex};
use crate::diagnostic::{Diagnostic, Finding, Level, Lines, Report};
use crate::package::Package;

/// A catalog that was checked.
#[derive(Debug)]
pub struct Checked {
    /// What is wrong with it.
    pub report: Report,
    /// In the order of the catalog.
    skills: Vec<OfSkill>,
    shape: Shape,
}

/// What was found in one skill, before comments silence any of it.
#[derive(Debug)]
struct OfSkill {
    package: Arc<Package>,
    /// Holds as long as the package is the same.
    own: Arc<Own>,
    /// What rules found that look at other skills; holds as long as these look the same to them.
    among_others: Arc<[Arc<Finding>]>,
}

#[derive(Debug)]
struct Own {
    findings: Vec<Arc<Finding>>,
    ignores: Vec<Ignore>,
}

impl Checked {
    /// Checks the catalog.
    pub fn new(context: Context<'_>) -> Self {
        Checked::with(context, None)
    }

    /// Checks a catalog of which packages are shared with the one that was checked here. The
    /// settings and what git knows must be the same. The same in every other way as
    /// [`Checked::new`].
    #[must_use]
    pub fn again(&self, context: Context<'_>) -> Self {
        Checked::with(context, Some(self))
    }

    fn with(context: Context<'_>, before: Option<&Checked>) -> Self {
        let shape = context.catalog.shape().clone();
        // A package that is shared is known by its place in memory, where nothing else can be meanwhile.
        let place = |package: &Arc<Package>| Arc::as_ptr(package).addr();
        let kept: HashMap<usize, &OfSkill> =
            before.iter().flat_map(|before| &before.skills).map(|skill| (place(&skill.package), skill)).collect();
        let same_shape = before.is_some_and(|before| before.shape == shape);
        let skills: Vec<OfSkill> = (0..context.catalog.skills.len() as u32)
            .into_par_iter()
            .map(|at| {
                let index = SkillIndex(at);
                let package = Arc::clone(&context.skill(index).package);
                let kept = kept.get(&place(&package));
                let own = kept.map_or_else(|| Arc::new(own(context, index)), |kept| Arc::clone(&kept.own));
                let among_others = kept
                    .filter(|_| same_shape)
                    .map_or_else(|| among_others(context, index), |kept| Arc::clone(&kept.among_others));
                OfSkill { package, own, among_others }
            })
            .collect();
        Checked { report: report(context, &skills), skills, shape }
    }
}

fn own(context: Context<'_>, index: SkillIndex) -> Own {
    let mut found = context.package(index).diagnostics.clone();
    for (_, check) in RULES {
        if let Check::Package(check) = check {
            check(context, index, &mut found);
        }
    }
    Own { findings: findings(context, found), ignores: ignore::of_skill(context, index) }
}

fn among_others(context: Context<'_>, index: SkillIndex) -> Arc<[Arc<Finding>]> {
    let mut found = Vec::new();
    for (_, check) in RULES {
        if let Check::Skill(check) = check {
            check(context, index, &mut found);
        }
    }
    findings(context, found).into()
}

/// With levels; those that are off stay until comments have had their say.
fn findings(context: Context<'_>, found: Vec<Diagnostic>) -> Vec<Arc<Finding>> {
    let mut lines = Lines::new(context.source());
    let finding = |diagnostic| Arc::new(Finding::new(diagnostic, &context.config.lint, &mut lines));
    found.into_iter().map(finding).collect()
}

/// All of it together with what is found once for the whole catalog, without what comments silence.
fn report(context: Context<'_>, skills: &[OfSkill]) -> Report {
    let mut of_catalog = context.catalog.diagnostics.clone();
    for (_, check) in RULES {
        if let Check::Catalog(check) = check {
            check(context, &mut of_catalog);
        }
    }
    let of_catalog = findings(context, of_catalog);
    let of_skills = skills.iter().flat_map(|skill| skill.own.findings.iter().chain(&*skill.among_others));
    let mut silence = Silence::new(context.catalog, skills.iter().flat_map(|skill| &skill.own.ignores));
    let mut all: Vec<Arc<Finding>> = of_skills
        .chain(&of_catalog)
        .filter(|finding| !silence.covers(&finding.diagnostic) && finding.level != Level::Off)
        .cloned()
        .collect();
    let complaints = findings(context, silence.complaints(context));
    all.extend(complaints.into_iter().filter(|finding| finding.level != Level::Off));
    Report::sorted(all)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::git::Repository;
    use crate::{Catalog, Config, SourceTree};

    fn told(report: &Report) -> Vec<String> {
        let told = |finding: &Arc<Finding>| {
            let (line, level) = (finding.line.unwrap_or_default(), finding.level.as_str());
            let diagnostic = &finding.diagnostic;
            format!(
                "{}:{line} {level} {} {} {:?}",
                diagnostic.path, diagnostic.rule.code, diagnostic.message, diagnostic.help
            )
        };
        report.findings.iter().map(told).collect()
    }

    /// A catalog in which skills look at each other in every way there is.
    fn files() -> Vec<(&'static str, String)> {
        let skill = |name: &str, more: &str, body: &str| {
            format!("---\nname: {name}\ndescription: Use when {name} is asked for\n{more}---\n\n# {name}\n\n{body}\n")
        };
        vec![
            (
                "a/SKILL.md",
                skill("a", "requires: [b]\nmaturity: stable\n", "See [b](../b/SKILL.md#part) and [x](x.md#top)."),
            ),
            ("a/x.md", "# Top\n".to_owned()),
            ("b/SKILL.md", skill("b", "requires: [c]\nmaturity: stable\ntags: [One]\n", "## Part\n\ntext")),
            (
                "c/SKILL.md",
                skill("c", "tags: [one]\n", "<!-- skillsite-ignore broken-link: later -->\n[gone](gone.md)"),
            ),
            ("d/SKILL.md", skill("d", "replaced_by: a\nmaturity: deprecated\n", "[b](../b/SKILL.md)")),
        ]
    }

    #[test]
    fn what_is_kept_makes_no_difference() {
        let config = Config::new("skills", jiff::civil::date(2026, 6, 1));
        let repository = Repository::default();
        let mut source = SourceTree::from_files(files());
        let mut catalog = Catalog::new(Arc::new(source.clone()));
        let mut checked = Checked::new(Context { catalog: &catalog, config: &config, repository: &repository });
        // Text, heading, name, requirement, maturity, tag, comment, link, and all of it back again.
        let edits = [
            ("b/SKILL.md", "\ntext", "\nother text\n\n[nowhere](nowhere.md)"),
            ("b/SKILL.md", "## Part", "## Piece"),
            ("b/SKILL.md", "name: b", "name: bee"),
            ("c/SKILL.md", "---\n\n#", "requires: [d]\n---\n\n#"),
            ("b/SKILL.md", "maturity: stable", "maturity: draft"),
            ("c/SKILL.md", "tags: [one]", "\ntags: [One]"),
            ("c/SKILL.md", "skillsite-ignore broken-link", "skillsite-ignore stale"),
            ("a/SKILL.md", "(x.md#top)", "(y.md)"),
            ("a/x.md", "# Top", "# Bottom"),
            ("d/SKILL.md", "replaced_by: a", "replaced_by: e"),
            ("b/SKILL.md", "name: bee", "name: b"),
            ("b/SKILL.md", "## Piece", "## Part"),
        ];
        for (path, old, new) in edits {
            let file = source.find(path.into()).unwrap();
            let text = source.text(file);
            assert!(text.contains(old), "{path} lacks {old:?}");
            let text = text.replacen(old, new, 1);
            source.replace(file, text.into_bytes());
            catalog = catalog.again(Arc::new(source.clone()), &HashSet::from([file]));
            let context = Context { catalog: &catalog, config: &config, repository: &repository };
            checked = checked.again(context);
            let fresh = Catalog::new(Arc::new(source.clone()));
            let fresh = Checked::new(Context { catalog: &fresh, ..context });
            assert_eq!(told(&checked.report), told(&fresh.report), "{new:?} in {path}");
        }
    }

    #[test]
    fn an_edit_of_a_text_leaves_the_findings_of_others_as_they_are() {
        let config = Config::new("skills", jiff::civil::date(2026, 6, 1));
        let repository = Repository::default();
        let mut source = SourceTree::from_files(files());
        let catalog = Catalog::new(Arc::new(source.clone()));
        let before = Checked::new(Context { catalog: &catalog, config: &config, repository: &repository });
        let file = source.find("b/SKILL.md".into()).unwrap();
        let text = source.text(file).replace("\ntext", "\n[nowhere](nowhere.md)");
        source.replace(file, text.into_bytes());
        let catalog = catalog.again(Arc::new(source), &HashSet::from([file]));
        let after = before.again(Context { catalog: &catalog, config: &config, repository: &repository });
        for (old, new) in before.skills.iter().zip(&after.skills) {
            let same = Arc::ptr_eq(&old.own, &new.own) && Arc::ptr_eq(&old.among_others, &new.among_others);
            assert_eq!(same, new.package.name() != "b", "{}", new.package.name());
        }
        assert!(told(&after.report).iter().any(|finding| finding.contains("nowhere.md")));
    }
}
