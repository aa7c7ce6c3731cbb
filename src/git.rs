//! What git knows about the source: the commit, the repository's address, tags, and days on which
//! files changed. Absent without git, never a failure.
//!
//! Everything is asked of the `git` command, in three short calls and one long one
//! ([`Repository::read_dates`]). Nothing is asked of the network.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::ops::Bound;
use std::path::Path;
use std::process::{Command, Stdio};

use camino::{Utf8Path, Utf8PathBuf};
use jiff::civil::Date;

use crate::config::RepositoryConfig;

/// What is known of the repository that holds the source.
#[derive(Clone, Debug, Default)]
pub struct Repository {
    /// Full hash of the commit that is checked out.
    pub commit: Option<String>,
    /// Web address without a trailing slash: configured, else made from the `origin` remote. Never
    /// holds a user name or password.
    pub url: Option<String>,
    /// Branch that links point at: configured, else the one that is checked out.
    pub branch: Option<String>,
    /// Path of the source root inside the repository, with `/`, empty at the top.
    pub prefix: String,
    /// Every tag. A version is published when its tag exists (SKILL Package Specification 1.0.0,
    /// §9).
    pub tags: BTreeSet<String>,
    edit: Option<String>,
    history: Option<String>,
    dates: BTreeMap<Utf8PathBuf, Dates>,
    shallow: bool,
}

/// The days on which something changed, as its committers' clocks had them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dates {
    /// The first commit; `None` when history was cut off before it (a shallow clone).
    pub first: Option<Date>,
    /// The last commit.
    pub last: Date,
}

impl Repository {
    /// Asks git about the folder `root`; what the configuration says goes before what git says.
    pub fn read(root: &Path, config: &RepositoryConfig) -> Self {
        let mut repository = Repository::from_git(root).unwrap_or_default();
        if config.url.is_some() {
            repository.url.clone_from(&config.url);
        }
        if config.branch.is_some() {
            repository.branch.clone_from(&config.branch);
        }
        let [edit, history] = templates(repository.url.as_deref().unwrap_or_default());
        repository.edit = Some(config.edit.clone().unwrap_or_else(|| edit.to_owned()));
        repository.history = Some(config.history.clone().unwrap_or_else(|| history.to_owned()));
        repository
    }

    fn from_git(root: &Path) -> Option<Self> {
        let answer =
            git(root, &["rev-parse", "--show-prefix", "--is-shallow-repository", "HEAD", "--abbrev-ref", "HEAD"])?;
        let lines: Vec<&str> = answer.lines().collect();
        let [prefix, shallow, commit, branch] = lines.as_slice() else { return None };
        let remote = git(root, &["config", "--get", "remote.origin.url"]);
        let tags = git(root, &["for-each-ref", "--format=%(refname:strip=2)", "refs/tags"]).unwrap_or_default();
        Some(Repository {
            commit: Some((*commit).to_owned()),
            url: remote.and_then(|remote| web_address(remote.trim())),
            // A commit that is checked out by itself has no branch; git then says `HEAD`.
            branch: (*branch != "HEAD").then(|| (*branch).to_owned()),
            prefix: prefix.trim_end_matches('/').to_owned(),
            tags: tags.lines().map(str::to_owned).collect(),
            shallow: *shallow == "true",
            ..Repository::default()
        })
    }

    /// Asks git for the days of every file below `root`. The cost grows with the history.
    pub fn read_dates(&mut self, root: &Path) {
        if self.commit.is_none() {
            return;
        }
        let log = ["log", "--format=%x01%cs %p", "--name-only", "--no-renames", "--relative", "--", "."];
        self.dates = git(root, &log).map(|log| dates(&log, self.shallow)).unwrap_or_default();
    }

    /// The days of one file, or of all files below a folder together.
    pub fn dates(&self, path: &Utf8Path) -> Option<Dates> {
        let below = self.dates.range::<Utf8Path, _>((Bound::Included(path), Bound::Unbounded));
        below.take_while(|(file, _)| file.starts_with(path)).map(|(_, dates)| *dates).reduce(Dates::joined)
    }

    /// Address of the page on which a file, named relative to the source root, can be edited. `None` where it would
    /// need a branch and none is known: a commit by itself, as many build servers check out, cannot be edited.
    pub fn edit_address(&self, path: &Utf8Path) -> Option<String> {
        self.address(self.edit.as_deref()?, self.branch.as_deref(), path)
    }

    /// Address of the history of a file, named relative to the source root: on the branch, else up to the commit.
    pub fn history_address(&self, path: &Utf8Path) -> Option<String> {
        let template = self.history.as_deref()?;
        match (&self.branch, &self.commit) {
            (None, Some(commit)) => {
                // Gitea tells the two apart.
                self.address(&template.replace("/branch/{branch}", "/commit/{branch}"), Some(commit), path)
            }
            (branch, _) => self.address(template, branch.as_deref(), path),
        }
    }

    fn address(&self, template: &str, branch: Option<&str>, path: &Utf8Path) -> Option<String> {
        let url = self.url.as_deref();
        if url.is_none() && template.contains("{url}") || branch.is_none() && template.contains("{branch}") {
            return None;
        }
        let whole = if self.prefix.is_empty() { path.to_owned() } else { Utf8Path::new(&self.prefix).join(path) };
        Some(
            template
                .replace("{url}", url.unwrap_or_default())
                .replace("{branch}", &escaped(branch.unwrap_or_default()))
                .replace("{path}", &escaped(whole.as_str())),
        )
    }
}

impl Dates {
    fn joined(self, other: Dates) -> Dates {
        let first = match (self.first, other.first) {
            (Some(one), Some(two)) => Some(one.min(two)),
            _ => None,
        };
        Dates { first, last: self.last.max(other.last) }
    }
}

/// A text that changes when another commit is checked out at `root` or made there, read from
/// git's own files: nothing is started, so it may be asked for at any time. `None` without git.
pub fn head(root: &Path) -> Option<String> {
    let root = root.canonicalize().ok()?;
    let git = root.ancestors().map(|folder| folder.join(".git")).find(|git| git.exists())?;
    // A linked work tree has a file here that names its folder, and that has one for what is shared.
    let git = match std::fs::read_to_string(&git) {
        Ok(text) => git.parent()?.join(text.trim().strip_prefix("gitdir: ")?),
        Err(_) => git,
    };
    let common =
        std::fs::read_to_string(git.join("commondir")).map_or_else(|_| git.clone(), |path| git.join(path.trim()));
    let head = std::fs::read_to_string(git.join("HEAD")).ok()?;
    let Some(branch) = head.trim().strip_prefix("ref: ") else { return Some(head) };
    let commit = std::fs::read_to_string(common.join(branch)).or_else(|_| {
        // A branch that was packed has its line among all others.
        let packed = std::fs::read_to_string(common.join("packed-refs"))?;
        Ok::<_, std::io::Error>(packed.lines().find(|line| line.ends_with(branch)).unwrap_or_default().to_owned())
    });
    Some(format!("{head}{}", commit.unwrap_or_default()))
}

/// What git prints, when it succeeds.
fn git(root: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = Command::new("git");
    command.arg("-C").arg(root).args(["-c", "core.quotePath=false"]).args(arguments);
    // Inside a hook these point at the repository of the hook, not at that of the source.
    for variable in ["GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX"] {
        command.env_remove(variable);
    }
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Reads the log: a line `\x01DAY PARENTS` for a commit, then the files that it changed.
fn dates(log: &str, shallow: bool) -> BTreeMap<Utf8PathBuf, Dates> {
    let mut days: BTreeMap<Utf8PathBuf, Dates> = BTreeMap::new();
    let mut commit = None;
    for line in log.lines().filter(|line| !line.is_empty()) {
        if let Some(header) = line.strip_prefix('\u{1}') {
            let (day, parents) = header.split_once(' ').unwrap_or((header, ""));
            // In a shallow clone the last commit that is there seems to add every file.
            let cut = shallow && parents.trim().is_empty();
            commit = day.parse::<Date>().ok().filter(|_| !cut);
        } else if let Some(day) = commit {
            let first = (!shallow).then_some(day);
            let new = Dates { first, last: day };
            days.entry(crate::text::composed(line).into_owned().into())
                .and_modify(|dates| *dates = dates.joined(new))
                .or_insert(new);
        }
    }
    days
}

/// The web address of a remote: `git@host:org/repo.git`, `ssh://git@host/org/repo` and the like.
/// `None` for folders and for hosts without a name.
fn web_address(remote: &str) -> Option<String> {
    let (scheme, rest) = match remote.split_once("://") {
        Some(("http", rest)) => ("http", rest.to_owned()),
        Some(("https" | "ssh" | "git" | "git+ssh", rest)) => ("https", rest.to_owned()),
        Some(_) => return None,
        // The short form has its colon before any slash; a letter alone is a Windows drive.
        None => {
            let (host, path) = remote.split_once(':')?;
            if host.contains('/') || host.len() < 2 {
                return None;
            }
            ("https", format!("{host}/{}", path.trim_start_matches('/')))
        }
    };
    let (host, path) = rest.split_once('/')?;
    let host = host.rsplit('@').next().unwrap_or(host);
    // The port of a shell connection is none of the web server's.
    let host = if remote.starts_with("http") { host } else { host.split(':').next().unwrap_or(host) };
    let path = path.trim_matches('/');
    let path = path.strip_suffix(".git").unwrap_or(path);
    (!host.is_empty() && !path.is_empty()).then(|| format!("{scheme}://{host}/{path}"))
}

/// Where a host keeps the editor and the history of a file.
fn templates(url: &str) -> [&'static str; 2] {
    let host = url.split("://").nth(1).unwrap_or_default().split('/').next().unwrap_or_default();
    let is = |name: &str| host.split(['.', ':']).any(|part| part == name);
    if is("gitlab") {
        ["{url}/-/edit/{branch}/{path}", "{url}/-/commits/{branch}/{path}"]
    } else if is("bitbucket") {
        ["{url}/src/{branch}/{path}?mode=edit", "{url}/history-node/{branch}/{path}"]
    } else if is("codeberg") || is("gitea") || is("forgejo") {
        ["{url}/_edit/{branch}/{path}", "{url}/commits/branch/{branch}/{path}"]
    } else {
        ["{url}/edit/{branch}/{path}", "{url}/commits/{branch}/{path}"]
    }
}

/// A path with everything escaped that is not plain in an address.
fn escaped(path: &str) -> String {
    let mut address = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            address.push(char::from(byte));
        } else {
            let _ = write!(address, "%{byte:02X}");
        }
    }
    address
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    /// A repository with two commits on two days, and a way to run git in it.
    fn repository() -> (tempfile::TempDir, impl Fn(&[&str])) {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().to_owned();
        let run = move |arguments: &[&str]| {
            let day = if arguments.contains(&"second") { "2026-02-05T12:00:00Z" } else { "2026-01-04T12:00:00Z" };
            let status = Command::new("git")
                .arg("-C")
                .arg(&root)
                .args(["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"])
                .args(arguments)
                .env("GIT_COMMITTER_DATE", day)
                .env_remove("GIT_DIR")
                .stdout(Stdio::null())
                .stderr(Stdio::null())
                .status()
                .unwrap();
            assert!(status.success(), "git {arguments:?}");
        };
        let write = |path: &str, text: &str| std::fs::write(folder.path().join(path), text).unwrap();
        std::fs::create_dir_all(folder.path().join("skills/a")).unwrap();
        run(&["init", "-q", "-b", "trunk"]);
        write("skills/a/SKILL.md", "one");
        write("skills/a/ä b.md", "one");
        run(&["add", "."]);
        run(&["commit", "-q", "-m", "first"]);
        write("skills/a/SKILL.md", "two");
        run(&["commit", "-q", "-a", "-m", "second"]);
        run(&["tag", "a-v1.0.0"]);
        run(&["remote", "add", "origin", "git@github.com:org/skills.git"]);
        (folder, run)
    }

    #[test]
    fn a_folder_of_a_repository_knows_its_place() {
        let (folder, _) = repository();
        let mut git = Repository::read(&folder.path().join("skills"), &RepositoryConfig::default());
        assert_eq!(git.commit.as_ref().map(String::len), Some(40));
        assert_eq!((git.branch.as_deref(), git.prefix.as_str()), (Some("trunk"), "skills"));
        assert_eq!(git.url.as_deref(), Some("https://github.com/org/skills"));
        assert!(git.tags.contains("a-v1.0.0"));
        assert_eq!(
            git.edit_address("a/ä b.md".into()).unwrap(),
            "https://github.com/org/skills/edit/trunk/skills/a/%C3%A4%20b.md"
        );
        git.read_dates(&folder.path().join("skills"));
        let dates = |path: &str| git.dates(path.into());
        let (one, two) = (date(2026, 1, 4), date(2026, 2, 5));
        assert_eq!(dates("a/SKILL.md"), Some(Dates { first: Some(one), last: two }));
        assert_eq!(dates("a/ä b.md"), Some(Dates { first: Some(one), last: one }));
        assert_eq!(dates("a"), Some(Dates { first: Some(one), last: two }));
        assert_eq!(dates(""), dates("a"));
        assert_eq!(dates("a/SKILL"), None);
    }

    #[test]
    fn a_shallow_clone_does_not_know_when_files_began() {
        let (folder, _) = repository();
        let copy = tempfile::tempdir().unwrap();
        let from = format!("file://{}", folder.path().display());
        git(copy.path(), &["clone", "-q", "--depth", "1", &from, "c"]).unwrap();
        let mut git = Repository::read(&copy.path().join("c"), &RepositoryConfig::default());
        git.read_dates(&copy.path().join("c"));
        assert!(git.commit.is_some());
        assert_eq!(git.dates("skills/a/SKILL.md".into()), None);
    }

    #[test]
    fn without_a_repository_nothing_is_known() {
        let folder = tempfile::tempdir().unwrap();
        let mut git = Repository::read(folder.path(), &RepositoryConfig::default());
        git.read_dates(folder.path());
        assert_eq!((&git.commit, &git.url, git.dates("".into())), (&None, &None, None));
        assert_eq!(git.edit_address("a.md".into()), None);
    }

    #[test]
    fn a_commit_without_a_branch_has_a_history_and_no_editor() {
        let (folder, run) = repository();
        run(&["checkout", "-q", "--detach"]);
        let git = Repository::read(folder.path(), &RepositoryConfig::default());
        let commit = git.commit.as_deref().unwrap();
        assert_eq!((git.branch.as_deref(), git.edit_address("a.md".into())), (None, None));
        let history = format!("https://github.com/org/skills/commits/{commit}/a.md");
        assert_eq!(git.history_address("a.md".into()), Some(history));
        let url = Some("https://codeberg.org/o/s".to_owned());
        let config = RepositoryConfig { url: url.clone(), ..RepositoryConfig::default() };
        let history = format!("https://codeberg.org/o/s/commits/commit/{commit}/a.md");
        assert_eq!(Repository::read(folder.path(), &config).history_address("a.md".into()), Some(history));
        let config = RepositoryConfig { url, branch: Some("dev".into()), ..RepositoryConfig::default() };
        let edit = "https://codeberg.org/o/s/_edit/dev/a.md".to_owned();
        assert_eq!(Repository::read(folder.path(), &config).edit_address("a.md".into()), Some(edit));
    }

    #[test]
    fn the_configuration_goes_before_git() {
        let (folder, _) = repository();
        let config = RepositoryConfig {
            url: Some("https://gitlab.example.org/x".into()),
            branch: Some("a b".into()),
            history: Some("{url}/h?p={path}".into()),
            edit: None,
        };
        let git = Repository::read(folder.path(), &config);
        assert_eq!(git.edit_address("a.md".into()).unwrap(), "https://gitlab.example.org/x/-/edit/a%20b/a.md");
        assert_eq!(git.history_address("a.md".into()).unwrap(), "https://gitlab.example.org/x/h?p=a.md");
    }

    #[test]
    fn remotes_become_web_addresses_without_secrets() {
        for (remote, address) in [
            ("git@github.com:org/repo.git", Some("https://github.com/org/repo")),
            ("ssh://git@host.example:2222/org/repo.git", Some("https://host.example/org/repo")),
            ("https://name:secret@github.com/org/repo", Some("https://github.com/org/repo")),
            ("http://localhost:3000/org/repo.git/", Some("http://localhost:3000/org/repo")),
            ("git://host.example/repo", Some("https://host.example/repo")),
            ("/srv/git/repo.git", None),
            ("../repo", None),
            ("C:\\repos\\x", None),
            ("file:///srv/git/repo", None),
        ] {
            assert_eq!(web_address(remote).as_deref(), address, "{remote}");
        }
    }
}
