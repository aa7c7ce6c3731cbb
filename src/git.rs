//! What git knows about the source: the commit, and dates of files. Absent without git, never a
//! failure.

/// What is known of the repository that holds the source.
#[derive(Clone, Debug, Default)]
pub struct Repository {
    /// Full hash of the commit that is checked out.
    pub commit: Option<String>,
    /// Web address, made from the `origin` remote, without a trailing slash.
    pub url: Option<String>,
    /// Branch that is checked out.
    pub branch: Option<String>,
    /// Path of the source root inside the repository, with `/`, empty at the top.
    pub prefix: String,
}
