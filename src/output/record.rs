//! The list of files that an earlier build wrote.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::Path;

use anyhow::{Result, bail};
use serde::{Deserialize, Serialize};

use super::stays_inside;

/// Version of the form that is written.
const VERSION: u32 = 1;

/// What a build wrote, or is about to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Record {
    /// False while files are moved into place.
    pub complete: bool,
    /// Paths relative to the output folder, with `/`.
    pub files: BTreeSet<String>,
}

#[derive(Serialize, Deserialize)]
struct Form {
    skillsite_output: u32,
    complete: bool,
    files: BTreeSet<String>,
}

impl Default for Record {
    fn default() -> Self {
        Record { complete: true, files: BTreeSet::new() }
    }
}

impl Record {
    pub(super) fn new(paths: &[&str]) -> Self {
        Record { complete: true, files: paths.iter().map(|path| (*path).to_owned()).collect() }
    }

    /// The list in `file`; `None` when there is no such file.
    pub(super) fn read(file: &Path) -> Result<Option<Self>> {
        let text = match fs::read_to_string(file) {
            Ok(text) => text,
            Err(error) if matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory) => return Ok(None),
            Err(error) => return Err(error.into()),
        };
        let form: Form = serde_json::from_str(&text)?;
        if form.skillsite_output != VERSION {
            bail!("its list of files has the form {} of another version of skillsite", form.skillsite_output);
        }
        // The list may have come with somebody else's folder; it must not lead out of ours.
        let files = form.files.into_iter().filter(|path| stays_inside(path)).collect();
        Ok(Some(Record { complete: form.complete, files }))
    }

    /// Writes the list, whole or not at all.
    pub(super) fn write(&self, root: &Path, name: &str) -> io::Result<()> {
        let form = Form { skillsite_output: VERSION, complete: self.complete, files: self.files.clone() };
        let mut text = serde_json::to_string_pretty(&form)?;
        text.push('\n');
        let beside = root.join(format!("{name}.new"));
        fs::write(&beside, text)?;
        fs::rename(beside, root.join(name))
    }
}
