//! Links: where they lead, and whether what is there may be read under their name.

use std::ffi::OsStr;
use std::path::Path;

use super::{Found, GENERATED, SkipReason, VERSION_CONTROL, Walk, relative};
use crate::source::{is_skill_md, is_skill_toml};

impl Walk {
    /// A link is followed when its target lies below the root, would be read in its own place too, does not hold the
    /// link, and holds no skill (a skill is read in its own place).
    pub(super) fn link(&mut self, link: &Path) {
        if let Err(reason) = self.followed(link) {
            self.skip(link, reason);
        }
    }

    fn followed(&mut self, link: &Path) -> Result<(), SkipReason> {
        let target = link.canonicalize().map_err(|_| SkipReason::LinkBroken)?;
        let data = target.metadata().map_err(|_| SkipReason::LinkBroken)?;
        let inside = target.strip_prefix(&self.root).map_err(|_| SkipReason::LinkOutside)?;
        let mut there = self.at(&target, data.is_dir())?;
        let holder = link.parent().and_then(|parent| parent.canonicalize().ok());
        if data.is_dir() && holder.is_some_and(|holder| holder.starts_with(&target)) {
            return Err(SkipReason::LinkLoop);
        }
        if data.is_dir() {
            there.folder(&target);
            if there.has_come_to_a_skill() {
                return Err(SkipReason::Linked(relative(&self.root, &target).unwrap_or_default()));
            }
        }
        if hidden_part(inside).is_some_and(|hidden| !link.starts_with(self.root.join(hidden))) {
            return Err(SkipReason::LinkHidden);
        }
        if data.is_file() {
            self.file(link, target, Some(data));
            return Ok(());
        }
        for found in there.found {
            let below = found.disk.strip_prefix(&target).unwrap_or(Path::new("")).to_path_buf();
            match relative(&self.root, &link.join(below)) {
                Some(path) => self.found.push(Found { path, ..found }),
                None => self.skip(link, SkipReason::Name),
            }
        }
        Ok(())
    }

    /// True when the walk found a skill file just now. Behind a link nothing further is wanted then: a skill is read in
    /// its own place, and such a folder may hold thousands.
    pub(super) fn has_come_to_a_skill(&self) -> bool {
        let last = self.found.last().and_then(|found| found.path.file_name());
        last.is_some_and(|name| is_skill_md(name) || is_skill_toml(name))
    }

    /// A walk that stands before `target`, which is below the root; or why the walk does not come there.
    fn at(&self, target: &Path, is_folder: bool) -> Result<Walk, SkipReason> {
        let above = self.ignores[..self.above].to_vec();
        let mut walk = Walk { ignores: above, behind_link: true, ..self.branch() };
        let mut place = walk.root.clone();
        let inside = target.strip_prefix(&self.root).unwrap_or(target);
        let mut parts = inside.components().peekable();
        while let Some(part) = parts.next() {
            walk.enter(&place);
            place.push(part);
            let folder = parts.peek().is_some() || is_folder;
            if VERSION_CONTROL.iter().chain(GENERATED).any(|name| part.as_os_str() == OsStr::new(name)) {
                return Err(SkipReason::LinkHidden);
            }
            walk.reason_to_skip(&place, folder).map_or(Ok(()), Err)?;
        }
        Ok(walk)
    }
}

/// The longest part of a path that ends in a hidden name.
fn hidden_part(path: &Path) -> Option<&Path> {
    path.ancestors().find(|part| part.file_name().is_some_and(is_hidden))
}

pub(super) fn is_hidden(name: &OsStr) -> bool {
    name.to_string_lossy().starts_with('.')
}
