//! Rules that the walk and the catalog find broken.

use camino::Utf8Path;

use super::identity::show;
use super::{LeftOut, reason_text};
use crate::diagnostic::{Diagnostic, Fix, Format, Level, Rule};
use crate::source::{FileId, Folders, SkipReason, SourceTree};

pub use super::group::MIXED_SPELLING;
pub use super::identity::DUPLICATE_NAME;

/// A skill file inside another skill is one of its files.
pub static NESTED_SKILL: Rule = Rule {
    code: "nested-skill",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "a skill folder holds one skill",
    why: "Below `references`, `examples`, `assets`, `scripts`, `templates` or `fixtures` of a skill a `SKILL.md` is taken \
          for material of that skill. Some clients will list it as a skill of its own.",
    bad: "page-kit/SKILL.md\npage-kit/examples/demo/SKILL.md",
    good: "page-kit/SKILL.md\npage-kit/examples/demo/example.md",
    origin: "Agent Skills specification, directory structure",
};

/// The exact file name is what other readers look for.
pub static FILE_NAME: Rule = Rule {
    code: "file-name",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "the files are called exactly `SKILL.md` and `SKILL.toml`",
    why: "On a file system that minds letter case most clients do not find `skill.md`; on others they do, so a skill works \
          for its author and for nobody else.",
    bad: "tidy-up/skill.md",
    good: "tidy-up/SKILL.md",
    origin: "Aether OS format, §1; SKILL Package Specification 1.0.0, §3",
};

/// Links in the file system that are not followed.
pub static LINK_NOT_FOLLOWED: Rule = Rule {
    code: "link-not-followed",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "a file system link leads to something inside the source folder",
    why: "Nothing outside the source folder is ever published, links that go round in a circle are not walked, and a \
          skill that is reached by a link is read in its own place.",
    bad: "notes.txt -> /home/me/notes.txt",
    good: "notes.txt, a file of its own",
    origin: "skillsite",
};

/// Something that could not be read.
pub static UNREADABLE: Rule = Rule {
    code: "unreadable",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "every file below the source folder can be read",
    why: "A file that cannot be read is missing from the site.",
    bad: "-rw------- root SKILL.md",
    good: "-rw-r--r-- root SKILL.md",
    origin: "skillsite",
};

/// Findings about names and links, and the skill files that are no page because of them.
pub(super) fn of_the_source(source: &SourceTree, folders: &Folders, left_out: &mut Vec<LeftOut>) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for nested in &folders.nested {
        let outer = show(&nested.outer);
        left_out.push(LeftOut { path: nested.path.clone(), reason: format!("part of the skill in `{outer}`") });
        let message = format!("the skill in `{}` is read as part of the skill in `{outer}`", nested.path);
        findings.push(
            Diagnostic::new(&NESTED_SKILL, Format::Frontmatter, nested.path.clone(), message)
                .help("move it out of the other skill's folder if it is a skill of its own"),
        );
    }
    for folder in &folders.skills {
        findings.extend(folder.skill_md.and_then(|file| misspelled(source, file, "SKILL.md")));
        findings.extend(folder.skill_toml.and_then(|file| misspelled(source, file, "SKILL.toml")));
        for spare in &folder.spare {
            let path = source.path(*spare).to_owned();
            let own = folder.skill_md.into_iter().chain(folder.skill_toml).map(|file| source.path(file));
            let read = own.into_iter().find(|own| own.as_str().eq_ignore_ascii_case(path.as_str()));
            let reason = format!("`{}` of the same folder is read instead", read.map_or("another file", name_of));
            let message = format!("`{path}` is not read: {reason}");
            left_out.push(LeftOut { path: path.clone(), reason });
            findings
                .push(Diagnostic::new(&FILE_NAME, Format::Frontmatter, path, message).help("remove one of the two"));
        }
    }
    findings.extend(source.skipped.iter().filter_map(|skipped| {
        let (rule, level) = match &skipped.reason {
            SkipReason::LinkOutside | SkipReason::LinkHidden | SkipReason::LinkBroken => {
                (&LINK_NOT_FOLLOWED, Level::Warning)
            }
            SkipReason::LinkLoop | SkipReason::Linked(_) => (&LINK_NOT_FOLLOWED, Level::Note),
            SkipReason::Name => (&UNREADABLE, Level::Warning),
            SkipReason::Unreadable(_) => (&UNREADABLE, Level::Error),
            SkipReason::Ignored | SkipReason::Excluded | SkipReason::Generated | SkipReason::Output => return None,
        };
        let message = format!("`{}` is left out: {}", skipped.path, reason_text(&skipped.reason));
        Some(Diagnostic::new(rule, Format::Frontmatter, skipped.path.clone(), message).level(level))
    }));
    findings
}

fn name_of(path: &Utf8Path) -> &str {
    path.file_name().unwrap_or(path.as_str())
}

fn misspelled(source: &SourceTree, file: FileId, name: &'static str) -> Option<Diagnostic> {
    let path = source.path(file);
    let found = path.file_name().filter(|found| *found != name)?;
    Some(
        Diagnostic::new(&FILE_NAME, Format::Frontmatter, path, format!("`{found}` should be called `{name}`"))
            .help(format!("rename it to `{name}`"))
            .fix(Fix::Rename { name }),
    )
}
