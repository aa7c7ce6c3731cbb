//! A skill as one zip file, the same bytes on every machine and every day.
//!
//! Order, times and modes are fixed and nothing is compressed: the bytes depend on the skill's
//! files alone. With compression they would change with each release of the compressor, and every
//! client that compares digests would take that for an update of every skill.

use std::io::{self, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use super::{Publication, files};

/// How the files lie in an archive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    /// `SKILL.md` at the top, as the discovery index and plugin marketplaces want it.
    Flat,
    /// In a folder of the skill's name, as people and upload forms want it.
    Folder,
}

impl Publication<'_> {
    /// The published files in one archive.
    ///
    /// # Errors
    /// When a file can no longer be read.
    pub fn archive(&self, layout: Layout) -> io::Result<Vec<u8>> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for file in files(self.skill) {
            let bytes = self.bytes(file.content)?;
            let path = match layout {
                Layout::Flat => file.path.to_owned(),
                Layout::Folder => format!("{}/{}", self.name, file.path),
            };
            zip.start_file(path, options(&bytes))?;
            zip.write_all(&bytes)?;
        }
        Ok(zip.finish()?.into_inner())
    }
}

/// Scripts can be run by whoever unpacks the archive, everything else is a plain file.
fn options(bytes: &[u8]) -> SimpleFileOptions {
    let mode = if bytes.starts_with(b"#!") { 0o755 } else { 0o644 };
    SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(DateTime::DEFAULT)
        .system(System::Unix)
        .unix_permissions(mode)
}
