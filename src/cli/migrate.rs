//! `skillsite migrate`: SKILL.toml from the headers of skills that have none.

use anyhow::Result;
use camino::{Utf8Path, Utf8PathBuf};

use super::session::{Session, Source, plural};
use super::{Status, edits, reports};
use crate::catalog::Skill;
use crate::fix::{self, Change};
use crate::manifest::{self, SCHEMA_PATH};
use crate::source::FileId;
use crate::{SourceTree, Workspace};

#[derive(clap::Args)]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// Leave the headers as they are; else what SKILL.toml says is taken out of them
    #[arg(long)]
    keep_header: bool,
    /// Print a diff and change nothing
    #[arg(long)]
    dry_run: bool,
}

/// The two files of one skill.
struct Migrated {
    manifest: (Utf8PathBuf, String),
    /// How many required fields are empty.
    blanks: usize,
    content: Change,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let workspace = session.workspace(&args.source)?;
    let (migrated, left) = migrations(&workspace, args.keep_header);
    for path in &left {
        session.terminal.warning(&format!("{path} is left alone: it has no header that can be read whole"));
    }
    if args.dry_run {
        let prefix = reports::prefix(&workspace.config.root);
        let diffs = migrated.iter().map(|one| {
            let (path, text) = &one.manifest;
            let new_name = Utf8Path::new("b").join(&prefix).join(path);
            fix::unified("/dev/null", new_name.as_str(), "", text) + &fix::diff(&one.content, &prefix)
        });
        session.terminal.result(&diffs.collect::<String>())?;
        return Ok(Status::Fine);
    }
    let source = &workspace.catalog.source;
    let blanks: usize = migrated.iter().map(|one| one.blanks).sum();
    let beside = |one: &Migrated| source.disk_path(&one.content.path).with_file_name("SKILL.toml");
    let new: Vec<_> = migrated.iter().map(|one| (beside(one), one.manifest.1.clone())).collect();
    edits::create(&new)?;
    let changes: Vec<Change> = migrated.into_iter().map(|one| one.content).collect();
    edits::write(source, &changes)?;
    session.terminal.note(&match new.len() {
        0 if left.is_empty() => "nothing to migrate: every skill has a SKILL.toml".to_owned(),
        0 => "nothing was written".to_owned(),
        one_or_more => {
            let manifests = plural(one_or_more, "manifest");
            let values = plural(blanks, "value");
            format!("wrote {manifests} with {values} to fill in: `check` and `build` tell them as errors until then")
        }
    });
    Ok(Status::Fine)
}

/// What every skill without SKILL.toml becomes, and the ones that are left alone.
fn migrations(workspace: &Workspace, keep_header: bool) -> (Vec<Migrated>, Vec<Utf8PathBuf>) {
    let source = &workspace.catalog.source;
    let schema = workspace.config.base_url.as_ref().map(|url| format!("{url}{SCHEMA_PATH}"));
    let (mut migrated, mut left) = (Vec::new(), Vec::new());
    let skills = workspace.catalog.skills.iter().filter(|skill| skill.package.skill_toml.is_none());
    for file in skills.flat_map(|skill| contents(skill, source)) {
        let path = source.path(file);
        let migration = manifest::migrate(file, path, source.text(file), schema.as_deref());
        let (Some(migration), Ok(before)) = (migration.filter(|_| source.bad_byte(file).is_none()), source.bytes(file))
        else {
            left.push(path.to_owned());
            continue;
        };
        let moved = if keep_header { Vec::new() } else { migration.moved };
        let edits: Vec<_> = moved.into_iter().map(|lines| (lines, "")).collect();
        let after = fix::edit(&before, &edits);
        let content = Change { path: path.to_owned(), new_path: None, before: before.into_owned(), after, fixes: 0 };
        let manifest = (path.with_file_name("SKILL.toml"), migration.manifest);
        migrated.push(Migrated { manifest, blanks: migration.blanks, content });
    }
    (migrated, left)
}

/// The SKILL.md of a skill and of its copies, which would be skills of their own otherwise.
fn contents(skill: &Skill, source: &SourceTree) -> Vec<FileId> {
    let Some(file) = skill.package.skill_md else { return Vec::new() };
    let name = source.path(file).file_name().unwrap_or_default();
    let copies = skill.copies.iter().filter_map(|folder| source.find(&folder.join(name)));
    std::iter::once(file).chain(copies).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Config;
    use crate::git::Repository;

    #[test]
    fn copies_migrate_with_their_skill_and_the_rest_is_left() {
        let text = "---\r\nname: a\r\ndescription: Use when b\r\nrisk: low\r\n---\r\nText\r\n";
        let files = [("x/a/SKILL.md", text), ("y/a/SKILL.md", text), ("c/SKILL.md", "# No header\n")];
        let config = Config::new("", jiff::civil::date(2026, 6, 1));
        let workspace = Workspace::new(SourceTree::from_files(files), config, Repository::default());
        let (migrated, left) = migrations(&workspace, false);
        assert_eq!(left, ["c/SKILL.md"]);
        let paths: Vec<&str> = migrated.iter().map(|one| one.manifest.0.as_str()).collect();
        assert_eq!(paths, ["x/a/SKILL.toml", "y/a/SKILL.toml"]);
        let after = "---\r\nname: a\r\ndescription: Use when b\r\n---\r\nText\r\n";
        assert!(migrated.iter().all(|one| one.content.after == after.as_bytes()));
        assert!(migrated.iter().all(|one| one.blanks == 8), "all required fields but name and description");
        assert!(migrations(&workspace, true).0.iter().all(|one| one.content.after == text.as_bytes()));
    }
}
