//! Changes of the user's own files, and new files beside them.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::NamedTempFile;

use crate::SourceTree;
use crate::fix::Change;

/// Writes the files and gives them their new names. A file is whole at every moment, the old one or the new one.
///
/// # Errors
/// When a file is no longer what was read (then none is written), or cannot be written. Files before it have changed
/// then, files after it have not.
pub(super) fn write(source: &SourceTree, changes: &[Change]) -> Result<()> {
    let places: Vec<PathBuf> = changes.iter().map(|change| source.disk_path(&change.path)).collect();
    let mut files = Vec::new();
    for (change, path) in changes.iter().zip(&places).filter(|(change, _)| change.after != change.before) {
        let file = path.canonicalize().with_context(|| format!("cannot read {}", path.display()))?;
        if fs::read(&file).with_context(|| format!("cannot read {}", path.display()))? != change.before {
            bail!("{} has changed meanwhile: no file was changed, run this again", path.display());
        }
        files.push((file, path, &change.after));
    }
    for (file, path, after) in files {
        replace(&file, after).with_context(|| format!("cannot write {}", path.display()))?;
    }
    for (change, path) in changes.iter().zip(&places) {
        if let Some(name) = change.new_path.as_ref().and_then(|path| path.file_name()) {
            fs::rename(path, path.with_file_name(name)).with_context(|| format!("cannot rename {}", path.display()))?;
        }
    }
    Ok(())
}

/// Gives a file other bytes and leaves it its permissions.
fn replace(file: &Path, bytes: &[u8]) -> Result<()> {
    let mut new = NamedTempFile::new_in(file.parent().unwrap_or(Path::new("")))?;
    new.write_all(bytes)?;
    new.as_file().set_permissions(fs::metadata(file)?.permissions())?;
    new.persist(file)?;
    Ok(())
}

/// Makes new files and their folders.
///
/// # Errors
/// When one of them is already there (then none is made), or cannot be written.
pub(super) fn create(files: &[(PathBuf, String)]) -> Result<()> {
    if let Some((path, _)) = files.iter().find(|(path, _)| path.exists()) {
        bail!("{} is already there", path.strip_prefix(".").unwrap_or(path).display());
    }
    for (path, text) in files {
        let write = || {
            std::fs::create_dir_all(path.parent().unwrap_or(Path::new("")))?;
            OpenOptions::new().write(true).create_new(true).open(path)?.write_all(text.as_bytes())
        };
        write().with_context(|| format!("cannot make {}", path.display()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::WalkOptions;

    /// The change of a file that is read from `root`.
    fn change(path: &str, before: &str, after: &str) -> Change {
        Change { path: path.into(), new_path: None, before: before.into(), after: after.into(), fixes: 1 }
    }

    fn folder(files: &[(&str, &str)]) -> (tempfile::TempDir, SourceTree) {
        let folder = tempfile::tempdir().unwrap();
        let files: Vec<_> = files.iter().map(|(path, text)| (folder.path().join(path), (*text).to_owned())).collect();
        create(&files).unwrap();
        let source = SourceTree::read(&WalkOptions { root: folder.path().into(), ..WalkOptions::default() }).unwrap();
        (folder, source)
    }

    #[test]
    fn a_file_that_was_saved_meanwhile_is_kept_and_so_are_the_others() {
        let (place, source) = folder(&[("a/SKILL.md", "a"), ("b/SKILL.md", "b")]);
        fs::write(place.path().join("b/SKILL.md"), "saved").unwrap();
        let error = write(&source, &[change("a/SKILL.md", "a", "A"), change("b/SKILL.md", "b", "B")]).unwrap_err();
        assert!(error.to_string().contains("b/SKILL.md has changed meanwhile"), "{error}");
        assert_eq!(fs::read_to_string(place.path().join("a/SKILL.md")).unwrap(), "a");
        assert_eq!(fs::read_to_string(place.path().join("b/SKILL.md")).unwrap(), "saved");
    }

    #[cfg(unix)]
    #[test]
    fn links_and_permissions_stay() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let (place, _) = folder(&[("a/SKILL.md", "a"), ("text.md", "b")]);
        let (target, link) = (place.path().join("text.md"), place.path().join("a/b.md"));
        fs::set_permissions(&target, fs::Permissions::from_mode(0o604)).unwrap();
        symlink("../text.md", &link).unwrap();
        let source = SourceTree::read(&WalkOptions { root: place.path().into(), ..WalkOptions::default() }).unwrap();
        let renamed = Change { new_path: Some("a/c.md".into()), ..change("a/b.md", "b", "B") };
        write(&source, &[renamed]).unwrap();
        assert_eq!(fs::read_to_string(&target).unwrap(), "B");
        assert_eq!(fs::metadata(&target).unwrap().permissions().mode() & 0o777, 0o604);
        assert_eq!(fs::read_link(place.path().join("a/c.md")).unwrap(), Path::new("../text.md"));
        assert_eq!(fs::read_dir(place.path().join("a")).unwrap().count(), 2, "nothing else is left");
    }
}
