//! Findings → terminal, files, annotations. Which formats are wanted, and which findings are known.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use camino::{Utf8Path, Utf8PathBuf};

use super::session::plural;
use super::terminal::Terminal;
use crate::Workspace;
use crate::config::{Config, FILE_NAME};
use crate::diagnostic::{Baseline, Level, ReportFormat, Run, github, print};

/// How findings are printed, and which of them are known.
#[derive(clap::Args)]
pub(super) struct Reports {
    /// How to print the findings
    #[arg(long, value_name = "FORMAT", value_parser = format_names(), default_value = "human")]
    format: String,
    /// Write the findings to a file as well; may be given more than once
    #[arg(long, value_name = "FORMAT:FILE", value_parser = output)]
    output: Vec<ReportFile>,
    /// File of known findings, which are neither printed nor fail
    #[arg(long, value_name = "FILE")]
    baseline: Option<PathBuf>,
    /// Write all findings to the baseline file
    #[arg(long, requires = "baseline")]
    update_baseline: bool,
}

#[derive(Clone)]
struct ReportFile {
    format: ReportFormat,
    file: PathBuf,
}

fn format_names() -> clap::builder::PossibleValuesParser {
    ReportFormat::ALL.map(ReportFormat::as_str).into()
}

fn output(text: &str) -> Result<ReportFile, String> {
    let names = || ReportFormat::ALL.map(ReportFormat::as_str).join(", ");
    let (name, file) = text.split_once(':').ok_or("write FORMAT:FILE, such as sarif:findings.sarif")?;
    let format = ReportFormat::parse(name).ok_or_else(|| format!("`{name}` is none of {}", names()))?;
    if file.is_empty() {
        return Err("the name of the file is missing".into());
    }
    Ok(ReportFile { format, file: file.into() })
}

impl Reports {
    /// Takes the known findings out of the report, or writes all of them down as known. Gives a
    /// few words about it.
    ///
    /// # Errors
    /// When the baseline file cannot be read or written, or is none.
    pub(super) fn apply_baseline(&self, workspace: &mut Workspace) -> Result<Option<String>> {
        let Some(file) = &self.baseline else { return Ok(None) };
        let source = &workspace.catalog.source;
        if self.update_baseline {
            let baseline = Baseline::of(&workspace.report, source);
            write(file, &baseline.to_text())?;
        }
        let text = std::fs::read_to_string(file)
            .with_context(|| format!("cannot read the baseline {}; --update-baseline makes it", file.display()))?;
        let baseline = Baseline::parse(&text).with_context(|| format!("in {}", file.display()))?;
        let applied = baseline.apply(&mut workspace.report, source);
        let mended = match applied.mended {
            0 => String::new(),
            mended => format!(", {mended} mended since (--update-baseline drops them)"),
        };
        Ok(Some(format!("{} in the baseline{mended}", plural(applied.known, "finding"))))
    }

    /// Looks whether the files can be meant so, before any is written.
    ///
    /// # Errors
    /// When two reports, or a report or the baseline and the settings, want the same file.
    pub(super) fn refuse_clashes(&self, config: &Config) -> Result<()> {
        let usual = config.root.join(FILE_NAME);
        let is_settings =
            |file: &Path| [Some(&usual), config.file.as_ref()].into_iter().flatten().any(|read| same_file(file, read));
        if let Some(file) = self.baseline.as_ref().filter(|file| is_settings(file)) {
            bail!("`{}` holds the settings; name another file for the baseline", file.display());
        }
        for (at, output) in self.output.iter().enumerate() {
            let file = output.file.display();
            if self.output[..at].iter().any(|earlier| earlier.file == output.file) {
                bail!("two reports want the file `{file}`");
            }
            let is_baseline = self.baseline.as_ref().is_some_and(|baseline| same_file(&output.file, baseline));
            if is_settings(&output.file) || is_baseline {
                bail!("`{file}` is read by skillsite; name another file for the report");
            }
        }
        Ok(())
    }

    /// How the findings are printed.
    pub(super) fn format(&self) -> ReportFormat {
        ReportFormat::parse(&self.format).unwrap_or(ReportFormat::Human)
    }

    /// Writes the files that are wanted, and prints the findings in a format; gives what was printed.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub(super) fn print(
        &self,
        workspace: &Workspace,
        terminal: &Terminal,
        fail_on: Option<Level>,
        format: Option<ReportFormat>,
    ) -> Result<String> {
        let scan = workspace.scan();
        let root = workspace.config.root.as_path();
        let here = prefix(root);
        let run = Run {
            report: &workspace.report,
            source: &workspace.catalog.source,
            scan: &scan,
            prefix: &here,
            // A run that never fails has no failing findings.
            fail_on: fail_on.unwrap_or(Level::Error),
            style: terminal.style(),
        };
        let checkout = checkout(root).unwrap_or_else(|| here.clone());
        let for_tools = Run { prefix: &checkout, ..run };
        let text = |format: ReportFormat| print(format, if is_for_tools(format) { for_tools } else { run });
        for output in &self.output {
            let text = anstream::adapter::strip_str(&text(output.format)).to_string();
            write(&output.file, &text)?;
        }
        let Some(format) = format else { return Ok(String::new()) };
        let printed = text(format);
        match format {
            ReportFormat::Human => terminal.say(&printed),
            _ => terminal.result(&printed)?,
        }
        if format != ReportFormat::Github && is_annotated() {
            // Standard output is the result and may be read by a program; the runner reads both streams.
            terminal.say(&print(ReportFormat::Github, for_tools));
        }
        if format == ReportFormat::Github || is_annotated() {
            summarise(for_tools)?;
        }
        Ok(printed)
    }
}

/// Prints the findings for a person; gives what was printed.
pub(super) fn show(workspace: &Workspace, terminal: &Terminal, fail_on: Option<Level>) -> Result<String> {
    let human = ReportFormat::Human;
    let reports =
        Reports { format: human.as_str().to_owned(), output: Vec::new(), baseline: None, update_baseline: false };
    reports.print(workspace, terminal, fail_on, Some(human))
}

/// What decides, besides the findings, what [`show`] prints: the same words mean the same text. `None` where it
/// also tells others than the terminal.
pub(super) fn how(root: &Path, terminal: &Terminal, fail_on: Option<Level>) -> Option<String> {
    let here = prefix(root);
    (!is_annotated()).then(|| format!("{:?} {here} {fail_on:?}", terminal.style()))
}

/// Inside GitHub Actions, where findings become annotations.
fn is_annotated() -> bool {
    std::env::var_os("GITHUB_ACTIONS").is_some_and(|value| value == "true")
}

/// Formats that are read by programs that look for files in the checkout.
fn is_for_tools(format: ReportFormat) -> bool {
    !matches!(format, ReportFormat::Human | ReportFormat::Concise)
}

/// Adds the table of findings to the summary of the job, where GitHub Actions names a file for it.
fn summarise(run: Run<'_>) -> Result<()> {
    let Some(file) = std::env::var_os("GITHUB_STEP_SUMMARY") else { return Ok(()) };
    let file = PathBuf::from(file);
    let opened = std::fs::OpenOptions::new().append(true).create(true).open(&file);
    opened
        .and_then(|mut summary| summary.write_all(github::summary(run).as_bytes()))
        .with_context(|| format!("cannot write the summary {}", file.display()))
}

fn write(file: &Path, text: &str) -> Result<()> {
    std::fs::write(file, text).with_context(|| format!("cannot write {}", file.display()))
}

/// The source root as seen from the checkout of a pipeline, where one is named.
fn checkout(root: &Path) -> Option<Utf8PathBuf> {
    let folder = std::env::var_os("GITHUB_WORKSPACE").or_else(|| std::env::var_os("CI_PROJECT_DIR"))?;
    inside(root, Path::new(&folder))
}

fn same_file(a: &Path, b: &Path) -> bool {
    a == b || a.canonicalize().ok().zip(b.canonicalize().ok()).is_some_and(|(a, b)| a == b)
}

/// The source root as seen from the current folder; empty when it lies elsewhere, so that no path
/// of the machine is printed.
pub(super) fn prefix(root: &Path) -> Utf8PathBuf {
    seen_from(root, std::env::current_dir().ok())
}

fn seen_from(root: &Path, from: Option<PathBuf>) -> Utf8PathBuf {
    from.and_then(|from| inside(root, &from)).unwrap_or_default()
}

fn inside(root: &Path, folder: &Path) -> Option<Utf8PathBuf> {
    let (root, folder) = (root.canonicalize().ok()?, folder.canonicalize().ok()?);
    let inner = Utf8Path::from_path(root.strip_prefix(folder).ok()?)?;
    Some(inner.components().map(|component| component.as_str()).collect::<Vec<_>>().join("/").into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_output_names_its_format_and_file() {
        let parsed = output("sarif:out/a:b.sarif").expect("a format and a file");
        assert_eq!((parsed.format, parsed.file), (ReportFormat::Sarif, PathBuf::from("out/a:b.sarif")));
        for text in ["sarif", "sarif:", "tap:x"] {
            assert!(output(text).is_err(), "{text}");
        }
    }

    #[test]
    fn paths_are_told_from_the_current_folder_when_it_holds_the_source() {
        let folder = tempfile::tempdir().expect("a folder");
        let skills = folder.path().join("a").join("skills");
        std::fs::create_dir_all(&skills).expect("a folder in it");
        assert_eq!(seen_from(&skills, Some(folder.path().to_owned())), "a/skills");
        assert_eq!(seen_from(&skills, Some(skills.clone())), "");
        assert_eq!(seen_from(folder.path(), Some(skills)), "");
    }
}
