//! Hidden files that look like secrets.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};

/// No secrets lie beside a skill.
pub static SECRET_FILE: Rule = Rule {
    code: "secret-file",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "no hidden file in the skill's folder looks like a secret, such as `.env` or `.aws/credentials`",
    why: "Hidden files are not published by skillsite, but whoever copies the folder copies them too.",
    bad: "deploy/SKILL.md beside deploy/.env",
    good: "deploy/SKILL.md beside deploy/env.example, without values",
    origin: "skillsite",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let source = context.source();
    for secret in &package.secrets {
        let path = source.path(*secret);
        let name = path.strip_prefix(&package.folder).unwrap_or(path);
        let about = package.skill_md.map_or(package.folder.as_path(), |file| source.path(file));
        found.push(
            Diagnostic::new(
                &SECRET_FILE,
                package.format(),
                about,
                format!("hidden file `{name}` looks like a secret and lies in the skill's folder"),
            )
            .help("keep it elsewhere, and change the secret if the folder was ever shared"),
        );
    }
}
