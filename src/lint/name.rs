//! The name of a skill.

use super::texts::is_template;
use super::{Context, is_wrong_type};
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::text::{is_kebab, kebab};

/// The most characters a name may have (Agent Skills specification).
const MAX_CHARS: usize = 64;

/// The name is kebab-case and short.
pub static NAME_FORMAT: Rule = Rule {
    code: "name-format",
    level: Level::Error,
    frontmatter_level: Level::Warning,
    holds: "the name is made of lower-case letters a-z, digits and single hyphens, and has at most 64 characters",
    why: "The name is typed in commands, used as a folder and as an address. Some agents do not load a skill whose \
          name has another form, and no two of them agree on what to do with it.",
    bad: "name: Git_Workflow",
    good: "name: git-workflow",
    origin: "SKILL Package Specification 1.0.0, §5 and §8 rule 2; Agent Skills specification",
};

/// The name is the name of the folder.
pub static NAME_FOLDER: Rule = Rule {
    code: "name-folder",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "the name is the name of the skill's folder",
    why: "Some agents go by the folder and some by the field. A skill with two names is installed under one and \
          asked for by the other.",
    bad: "skills/notes/SKILL.md with `name: release-notes`",
    good: "skills/release-notes/SKILL.md with `name: release-notes`",
    origin: "Agent Skills specification",
};

pub(super) fn format(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(field) = package.manifest.name.as_ref().filter(|field| !is_wrong_type(package, field)) else { return };
    let name = field.text.trim();
    let chars = name.chars().count();
    if name.is_empty() {
        found.push(
            context
                .at(&NAME_FORMAT, package, field.span, "skill name is empty")
                .help("give the skill a name: the skills CLI and OpenCode load none without"),
        );
    } else if is_placeholder(name) {
        let message = format!("skill name `{name}` is to be filled in");
        let help = "give the skill a name, or leave a template out with `exclude` in skillsite.toml";
        found.push(context.at(&NAME_FORMAT, package, field.span, message).help(help));
    } else if !is_kebab(name) {
        let message = format!("skill name `{name}` is not kebab-case");
        let folder = package.folder.file_name().filter(|folder| is_kebab(folder));
        let help = match kebab(name) {
            Some(better) if folder.is_some_and(|folder| folder != better) => {
                format!("try `{better}` for the name and the folder, or the folder's name for both")
            }
            Some(better) => format!("try `{better}`"),
            None => "use lower-case letters a-z, digits and single hyphens".to_owned(),
        };
        found.push(context.at(&NAME_FORMAT, package, field.span, message).help(help));
    } else if chars > MAX_CHARS {
        let message =
            format!("skill name has {chars} characters, more than the {MAX_CHARS} that the specification allows");
        found.push(
            context.at(&NAME_FORMAT, package, field.span, message).help("shorten it: Codex does not load the skill"),
        );
    }
}

pub(super) fn folder(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let (Some(field), Some(folder)) = (&package.manifest.name, package.folder.file_name()) else { return };
    let name = field.text.trim();
    // A name that is none has its own finding.
    let is_told = !is_kebab(name) || is_wrong_type(package, field);
    if name != folder && !is_told && !is_template(package) {
        let message = format!("skill `{name}` lies in a folder named `{folder}`");
        found.push(context.at(&NAME_FOLDER, package, field.span, message).help("give both the same name"));
    }
}

/// What a tool or a person puts a name in place of: `{{name}}`, `${NAME}`, `<name>`, `[name]`.
fn is_placeholder(name: &str) -> bool {
    name.contains("{{") || name.contains("${") || name.starts_with(['<', '[', '{'])
}

#[cfg(test)]
mod tests {
    use super::is_placeholder;

    #[test]
    fn names_to_be_filled_in_are_seen() {
        for name in ["{{SKILL_ID}}", "${NAME}-skill", "<name>", "[your skill]"] {
            assert!(is_placeholder(name), "{name}");
        }
        assert!(!is_placeholder("Git_Workflow"));
    }
}
