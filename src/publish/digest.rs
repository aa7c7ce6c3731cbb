//! Digests of published bytes.

use std::fmt;
use std::io;

use sha2::{Digest as _, Sha256};

use super::{File, Publication, files};

/// A SHA-256 digest. Displays as 64 lower-case hexadecimal digits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Digest([u8; 32]);

impl Digest {
    /// The digest of `bytes`.
    pub fn of(bytes: &[u8]) -> Self {
        Digest(Sha256::digest(bytes).into())
    }

    /// The digest of several things, each with its length, so that no two lists have the same.
    pub fn of_all(parts: impl IntoIterator<Item = impl AsRef<[u8]>>) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            let part = part.as_ref();
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        Digest(hash.finalize().into())
    }

    /// As the discovery index writes it: `sha256:` and the digits.
    pub fn labelled(&self) -> String {
        format!("sha256:{self}")
    }

    /// The first 16 digits: enough to tell two versions of one skill apart.
    pub fn short(&self) -> String {
        self.to_string()[..16].to_owned()
    }
}

impl AsRef<[u8]> for Digest {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// One published file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FileDigest {
    /// Relative to the skill, with `/`.
    pub path: String,
    /// Size in bytes.
    pub size: u64,
    /// Digest of the bytes.
    pub digest: Digest,
}

impl Publication<'_> {
    /// Every published file, in the order of [`files`].
    ///
    /// # Errors
    /// When a file can no longer be read.
    pub fn digests(&self) -> io::Result<Vec<FileDigest>> {
        let one = |file: &File<'_>| {
            let bytes = self.bytes(file.content)?;
            Ok(FileDigest { path: file.path.to_owned(), size: bytes.len() as u64, digest: Digest::of(&bytes) })
        };
        files(self.skill).iter().map(one).collect()
    }
}

/// The digest of a whole package (SKILL Package Specification 1.0.0 §9, "tree hashes"): that of
/// the text `sha256sum` prints for its files sorted by path. Anyone who has the files can make it:
/// `find . -type f -printf '%P\n' | LC_ALL=C sort | xargs -d '\n' sha256sum | sha256sum`.
pub fn tree_digest(files: &[FileDigest]) -> Digest {
    let mut sorted: Vec<&FileDigest> = files.iter().collect();
    sorted.sort_by(|a, b| a.path.cmp(&b.path));
    let mut hash = Sha256::new();
    for file in sorted {
        hash.update(format!("{}  {}\n", file.digest, file.path));
    }
    Digest(hash.finalize().into())
}
