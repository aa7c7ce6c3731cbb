//! Changes of the user's own files, and new files beside them.

use std::fs::OpenOptions;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::fix::Change;

/// Writes the files below `root` and gives them their new names.
///
/// # Errors
/// When a file cannot be written. Files before it have changed then, files after it have not.
pub(super) fn write(root: &Path, changes: &[Change]) -> Result<()> {
    for change in changes {
        let path = root.join(&change.path);
        if change.after != change.before {
            std::fs::write(&path, &change.after).with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let Some(new_path) = &change.new_path {
            let new_path = root.join(new_path);
            std::fs::rename(&path, &new_path).with_context(|| format!("cannot rename {}", path.display()))?;
        }
    }
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
