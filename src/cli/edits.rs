//! Changes of the user's own files, written one by one.

use std::path::Path;

use anyhow::{Context, Result};

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
