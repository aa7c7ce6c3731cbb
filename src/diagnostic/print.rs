//! One finished run → text in one of the formats.

use camino::{Utf8Path, Utf8PathBuf};

use super::human::Style;
use super::{Finding, Level, Report, concise, github, gitlab, human, json, junit, sarif};
use crate::source::SourceTree;

/// The formats that a report is printed in. The format never changes the exit status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportFormat {
    /// Excerpt, caret and help, for a person.
    Human,
    /// One line a finding.
    Concise,
    /// Everything, in a versioned form of our own; see `docs/report.md`.
    Json,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Workflow commands of GitHub Actions.
    Github,
    /// Code quality report of GitLab.
    Gitlab,
    /// JUnit XML, a test case for each skill.
    Junit,
}

impl ReportFormat {
    /// Every format, in the order of the documentation.
    pub const ALL: [ReportFormat; 7] = [
        ReportFormat::Human,
        ReportFormat::Concise,
        ReportFormat::Json,
        ReportFormat::Sarif,
        ReportFormat::Github,
        ReportFormat::Gitlab,
        ReportFormat::Junit,
    ];

    /// The word on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            ReportFormat::Human => "human",
            ReportFormat::Concise => "concise",
            ReportFormat::Json => "json",
            ReportFormat::Sarif => "sarif",
            ReportFormat::Github => "github",
            ReportFormat::Gitlab => "gitlab",
            ReportFormat::Junit => "junit",
        }
    }

    /// The format with this word.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.as_str() == word)
    }
}

/// What a run looked at.
#[derive(Clone, Debug, Default)]
pub struct Scan {
    /// The skills, in order.
    pub skills: Vec<Scanned>,
    /// Folders that hold the same bytes as a skill, and which.
    pub merged: Vec<Skip>,
    /// What was left out, and why.
    pub left_out: Vec<Skip>,
}

/// A skill that was looked at.
#[derive(Clone, Debug)]
pub struct Scanned {
    /// Its name.
    pub name: String,
    /// Its folder, relative to the source root.
    pub folder: Utf8PathBuf,
}

/// Something that is not a skill of its own.
#[derive(Clone, Debug, serde::Serialize)]
pub struct Skip {
    /// The file or folder, relative to the source root.
    pub path: String,
    /// Why, as part of a sentence.
    pub reason: String,
}

/// A finished run.
#[derive(Clone, Copy, Debug)]
pub struct Run<'a> {
    /// What was found.
    pub report: &'a Report,
    /// The files it was found in.
    pub source: &'a SourceTree,
    /// What was looked at.
    pub scan: &'a Scan,
    /// From the folder in which tools look for files (the repository, or the current folder) to
    /// the source root; empty when they are the same. JSON leaves it out.
    pub prefix: &'a Utf8Path,
    /// The level from which on a finding fails the run.
    pub fail_on: Level,
    /// How the human format looks.
    pub style: Style,
}

impl Run<'_> {
    /// The path of a finding as it is printed, `.` for the root itself.
    pub(super) fn path(&self, finding: &Finding) -> String {
        self.shown(finding.path())
    }

    pub(super) fn shown(&self, path: &Utf8Path) -> String {
        let path = if self.prefix.as_str().is_empty() { path.to_owned() } else { self.prefix.join(path) };
        match path.as_str().trim_end_matches('/') {
            "" => ".".to_owned(),
            path => path.to_owned(),
        }
    }

    /// The findings, the worst first and else in order, for readers that stop early.
    pub(super) fn worst_first(&self) -> Vec<&Finding> {
        let mut findings: Vec<&Finding> = self.report.findings.iter().map(|finding| &**finding).collect();
        findings.sort_by_key(|finding| std::cmp::Reverse(finding.level));
        findings
    }
}

/// The report of a run as text.
pub fn print(format: ReportFormat, run: Run<'_>) -> String {
    match format {
        ReportFormat::Human => human::print(run),
        ReportFormat::Concise => concise::print(run),
        ReportFormat::Json => json::print(run),
        ReportFormat::Sarif => sarif::print(run),
        ReportFormat::Github => github::print(run),
        ReportFormat::Gitlab => gitlab::print(run),
        ReportFormat::Junit => junit::print(run),
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::config::LintConfig;
    use crate::diagnostic::{Diagnostic, Fix, Format, Rule};
    use crate::source::Span;

    static LINK: Rule = Rule {
        code: "broken-link",
        level: Level::Warning,
        frontmatter_level: Level::Warning,
        holds: "every relative link leads somewhere",
        why: "A reader that follows it finds nothing.",
        bad: "[a](b.md)",
        good: "[a](c.md)",
        origin: "skillsite",
    };
    static NAME: Rule = Rule { code: "name-format", level: Level::Error, frontmatter_level: Level::Error, ..LINK };
    static FILE: Rule = Rule { code: "file-name", level: Level::Note, frontmatter_level: Level::Note, ..LINK };

    /// The text that `print` makes of a small run with a finding of each kind: with and without a
    /// place, with a fix, and with every character that some format must escape.
    pub(crate) fn sample(format: ReportFormat) -> String {
        let source = SourceTree::from_files([
            ("a,b/SKILL.md", "---\nname: A_B\n---\n\n\u{e9} [50%](x:y).\n"),
            ("c/skill.md", "---\nname: c\n---\n"),
        ]);
        let ids: Vec<_> = source.ids().collect();
        let diagnostics = vec![
            Diagnostic::new(&LINK, Format::Frontmatter, "a,b/SKILL.md", "link to `x:y` <is> 50% \"off\" | & gone")
                .at(Span::new(ids[0], 21..31))
                .help("mend\nit"),
            Diagnostic::new(&NAME, Format::Frontmatter, "a,b/SKILL.md", "skill name `A_B` is not kebab-case")
                .at(Span::new(ids[0], 10..13))
                .help("try `a-b`")
                .related(Span::new(ids[1], 10..11), "like this")
                .fix(Fix::Replace { span: Span::new(ids[0], 10..13), text: "a-b".into() }),
            Diagnostic::new(&FILE, Format::Frontmatter, "c/skill.md", "file should be called `SKILL.md`")
                .fix(Fix::Rename { name: "SKILL.md" }),
            Diagnostic::new(&FILE, Format::Frontmatter, "", "about\u{1b}the catalog"),
        ];
        let report = Report::new(diagnostics, &LintConfig::default(), &source);
        let skills = [("A_B", "a,b"), ("c", "c"), ("fine", "fine")]
            .map(|(name, folder)| Scanned { name: name.into(), folder: folder.into() });
        let scan = Scan {
            skills: skills.into(),
            merged: vec![Skip { path: "copy/c".into(), reason: "same bytes as `c`".into() }],
            left_out: vec![Skip { path: "c/node_modules".into(), reason: "a folder of packages".into() }],
        };
        let run = Run {
            report: &report,
            source: &source,
            scan: &scan,
            prefix: Utf8Path::new("skills"),
            fail_on: Level::Error,
            style: Style::default(),
        };
        print(format, run)
    }

    #[test]
    fn every_format_has_its_word() {
        for format in ReportFormat::ALL {
            assert_eq!(ReportFormat::parse(format.as_str()), Some(format));
        }
    }
}
