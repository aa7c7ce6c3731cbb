//! One skill folder → one [`Package`] and its diagnostics.
//!
//! Total: a folder with a broken manifest, a broken header or no text at all is a package with
//! findings. The manifest holds what was written; the methods here say what it means.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};

use crate::diagnostic::{Diagnostic, Format, Level, Rule};
use crate::manifest::{self, Manifest, Merged};
use crate::markdown::{self, Outline};
use crate::source::{FileId, SkillFolder, SourceTree};
use crate::tokens;

/// A skill folder, read.
#[derive(Debug)]
pub struct Package {
    /// Folder relative to the source root; empty for a skill in the root.
    pub folder: Utf8PathBuf,
    /// `SKILL.md`, in whatever letter case.
    pub skill_md: Option<FileId>,
    /// `SKILL.toml`, in whatever letter case.
    pub skill_toml: Option<FileId>,
    /// Both sources of metadata as one: SKILL.toml wins field by field.
    pub manifest: Manifest,
    /// The instructions: the part of `SKILL.md`'s text after the header.
    pub body: Range<usize>,
    /// About how many tokens the body is; see [`tokens`].
    pub body_tokens: usize,
    /// What the body holds. Ranges count from the start of the body.
    pub outline: Outline,
    /// The other files of the skill, in order of path.
    pub companions: Vec<Companion>,
    /// Hidden files in the folder that look like secrets; never published.
    pub secrets: Vec<FileId>,
    /// What the readers found wrong.
    pub diagnostics: Vec<Diagnostic>,
    /// Differs when the instructions do, or the manifest of a package without any.
    pub(crate) digest: u64,
}

/// A file of a skill besides `SKILL.md` and `SKILL.toml`.
#[derive(Debug)]
pub struct Companion {
    /// Relative to the skill's folder.
    pub path: Utf8PathBuf,
    /// The file.
    pub file: FileId,
    /// What it holds, for Markdown files.
    pub outline: Option<Outline>,
}

/// Text that is not UTF-8 reaches every reader damaged.
pub static ENCODING: Rule = Rule {
    code: "encoding",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "`SKILL.md` and `SKILL.toml` are UTF-8 text",
    why: "Clients refuse a file in another encoding, or show wrong letters; some crash.",
    bad: "Gr\\xFC\\xDFe   # Latin-1 bytes",
    good: "Grüße      # the same in UTF-8",
    origin: "TOML 1.0 and YAML 1.2, which both ask for Unicode",
};

/// Reads the files of one skill folder.
pub fn read(source: &SourceTree, folder: &SkillFolder) -> Package {
    let toml = folder.skill_toml.map(|file| manifest::read_toml(file, source.path(file), source.text(file)));
    let format = if toml.is_some() { Format::Manifest } else { Format::Frontmatter };
    let front =
        folder.skill_md.map(|file| manifest::read_frontmatter(file, source.path(file), source.text(file), format));
    let Merged { manifest, mut diagnostics, body } = manifest::merge(toml, front);
    let files = folder.skill_md.into_iter().chain(folder.skill_toml);
    diagnostics.extend(files.filter_map(|file| not_utf8(source, file, format)));
    let text = folder.skill_md.map_or("", |file| &source.text(file)[body.clone()]);
    Package {
        folder: folder.path.clone(),
        skill_md: folder.skill_md,
        skill_toml: folder.skill_toml,
        manifest,
        body_tokens: tokens::estimate(text),
        outline: markdown::outline(text),
        body,
        companions: folder.files.iter().map(|file| companion(source, &folder.path, *file)).collect(),
        secrets: folder.hidden.iter().copied().filter(|file| is_secret(source.path(*file))).collect(),
        diagnostics,
        digest: digest(folder.skill_md.or(folder.skill_toml).map_or("", |file| source.text(file))),
    }
}

fn digest(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

fn not_utf8(source: &SourceTree, file: FileId, format: Format) -> Option<Diagnostic> {
    let span = source.bad_byte(file)?;
    let message = "the text is not UTF-8; what cannot be read is shown as `\u{FFFD}`";
    Some(Diagnostic::new(&ENCODING, format, source.path(file), message).at(span).help("save the file as UTF-8"))
}

fn companion(source: &SourceTree, folder: &Utf8Path, file: FileId) -> Companion {
    let path = source.path(file);
    Companion {
        path: path.strip_prefix(folder).unwrap_or(path).to_owned(),
        file,
        outline: is_markdown(path).then(|| markdown::outline(source.text(file))),
    }
}

/// True for files that are shown as rendered Markdown.
pub fn is_markdown(path: &Utf8Path) -> bool {
    path.extension()
        .is_some_and(|ending| ["md", "markdown", "mdown"].iter().any(|known| ending.eq_ignore_ascii_case(known)))
}

/// True for files that a person or an agent would run: by their ending, or without one in a folder of programs.
fn is_script(path: &Utf8Path) -> bool {
    const RUN: &[&str] =
        &["bash", "bat", "cjs", "cmd", "fish", "go", "js", "mjs", "pl", "ps1", "py", "rb", "rs", "sh", "ts", "zsh"];
    match path.extension() {
        Some(ending) => RUN.iter().any(|run| ending.eq_ignore_ascii_case(run)),
        None => path.starts_with("scripts") || path.starts_with("bin"),
    }
}

/// Hidden files that usually hold keys and passwords.
fn is_secret(path: &Utf8Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_lowercase();
    let sample = [".example", ".sample", ".template", ".dist"].iter().any(|end| name.ends_with(end));
    let named = [".netrc", ".npmrc", ".pypirc", ".pgpass", ".htpasswd", ".git-credentials", ".dockercfg"];
    let told = ["secret", "credential", "password", "token", "id_rsa", "id_ed25519", ".pem", ".key"];
    let env = name == ".env" || name.starts_with(".env.");
    !sample && (env || named.contains(&name.as_str()) || told.iter().any(|word| name.contains(word)))
}

impl Package {
    /// True when the skill brings something to run.
    pub fn has_scripts(&self) -> bool {
        self.companions.iter().any(|companion| is_script(&companion.path))
    }

    /// True when the package was made from exactly these files.
    pub(crate) fn is_read_from(&self, source: &SourceTree, folder: &SkillFolder) -> bool {
        let secrets = folder.hidden.iter().copied().filter(|file| is_secret(source.path(*file)));
        self.skill_md == folder.skill_md
            && self.skill_toml == folder.skill_toml
            && self.companions.iter().map(|companion| companion.file).eq(folder.files.iter().copied())
            && self.secrets.iter().copied().eq(secrets)
    }

    /// The folder that the package was read from, with all that it is made from.
    pub(crate) fn as_folder(&self) -> SkillFolder {
        SkillFolder {
            path: self.folder.clone(),
            skill_md: self.skill_md,
            skill_toml: self.skill_toml,
            files: self.companions.iter().map(|companion| companion.file).collect(),
            hidden: self.secrets.clone(),
            spare: Vec::new(),
        }
    }

    /// Which of the two formats' rules apply.
    pub fn format(&self) -> Format {
        if self.skill_toml.is_some() { Format::Manifest } else { Format::Frontmatter }
    }

    /// The name to show: the `name` field, else the folder, else the first heading.
    pub fn name(&self) -> &str {
        match &self.manifest.name {
            Some(field) if !field.text.trim().is_empty() => field.text.trim(),
            _ => self.folder.file_name().or_else(|| self.first_title()).unwrap_or("skill"),
        }
    }

    /// The description to show: the field, else the first paragraph of the body, else empty.
    pub fn description(&self) -> &str {
        match &self.manifest.description {
            Some(field) if !field.text.trim().is_empty() => field.text.trim(),
            _ => &self.outline.first_paragraph,
        }
    }

    fn first_title(&self) -> Option<&str> {
        self.outline.headings.first().map(|heading| heading.text.as_str()).filter(|text| !text.is_empty())
    }

    /// The instructions as Markdown.
    pub fn body<'a>(&self, source: &'a SourceTree) -> &'a str {
        self.skill_md.map_or("", |file| &source.text(file)[self.body.clone()])
    }

    /// The version, when it is a semantic one.
    pub fn version(&self) -> Option<semver::Version> {
        self.manifest.version.as_ref()?.text.trim().parse().ok()
    }

    /// The day the skill was last verified, when the field holds a real one.
    pub fn last_verified(&self) -> Option<jiff::civil::Date> {
        self.manifest.last_verified.as_ref().and_then(|field| parse_date(&field.text))
    }

    /// The maturity, when it is one of the five.
    pub fn maturity(&self) -> Option<Maturity> {
        Maturity::parse(&self.manifest.maturity.as_ref()?.text)
    }

    /// The risk, when it is one of the three.
    pub fn risk(&self) -> Option<Risk> {
        Risk::parse(&self.manifest.risk.as_ref()?.text)
    }

    /// The path findings about the whole package name: its main file, else its folder.
    pub fn main_path<'a>(&'a self, source: &'a SourceTree) -> &'a Utf8Path {
        self.skill_toml.or(self.skill_md).map_or(self.folder.as_path(), |file| source.path(file))
    }
}

/// A real day written YYYY-MM-DD, as SKILL Package Specification 1.0.0 §5 asks for.
pub fn parse_date(text: &str) -> Option<jiff::civil::Date> {
    let text = text.trim();
    let well_formed = text.len() == 10
        && text
            .bytes()
            .enumerate()
            .all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() });
    if well_formed { text.parse().ok() } else { None }
}

/// Lifecycle stages of SKILL Package Specification 1.0.0 §5.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Maturity {
    Draft,
    Alpha,
    Beta,
    Stable,
    Deprecated,
}

impl Maturity {
    /// Every stage, in order.
    pub const ALL: [Maturity; 5] =
        [Maturity::Draft, Maturity::Alpha, Maturity::Beta, Maturity::Stable, Maturity::Deprecated];

    /// The word of the specification.
    pub fn as_str(self) -> &'static str {
        match self {
            Maturity::Draft => "draft",
            Maturity::Alpha => "alpha",
            Maturity::Beta => "beta",
            Maturity::Stable => "stable",
            Maturity::Deprecated => "deprecated",
        }
    }

    /// The stage with this exact word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.as_str() == text.trim())
    }
}

/// Risk levels of the Aether OS format §2.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum Risk {
    Low,
    Medium,
    High,
}

impl Risk {
    /// Every level, lowest first.
    pub const ALL: [Risk; 3] = [Risk::Low, Risk::Medium, Risk::High];

    /// The word of the format.
    pub fn as_str(self) -> &'static str {
        match self {
            Risk::Low => "low",
            Risk::Medium => "medium",
            Risk::High => "high",
        }
    }

    /// The level with this exact word.
    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|risk| risk.as_str() == text.trim())
    }
}
