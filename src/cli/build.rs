//! `skillsite build`: check, render, write.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use anyhow::Result;

use super::cache::{self, LastBuild, Said};
use super::session::{Fail, Session, Source, counted, grouped, plural};
use super::timings::Timings;
use super::{Status, reports};
use crate::output::{Output, Summary};
use crate::publish::Digest;
use crate::search::Part;
use crate::text::some_of;
use crate::{Config, Files, Site, Theme, Workspace};

#[derive(clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a flag of its own")]
pub(super) struct Args {
    #[command(flatten)]
    source: Source,
    /// Folder to write the site into
    #[arg(short, long, value_name = "DIR", default_value = "public")]
    out: PathBuf,
    /// Write into a folder that holds other files; none of them is deleted or replaced
    #[arg(long)]
    force: bool,
    /// Leave the output as it was when there are findings at or above --fail-on
    #[arg(long)]
    no_write_on_error: bool,
    /// Address of the site, in place of the configured one
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// Path of the site on its host, for the 404 page; default is that of the address
    #[arg(long, value_name = "PATH")]
    base_path: Option<String>,
    /// Make everything again, and keep nothing for later builds
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    fail: Fail,
    /// Print where the time went
    #[arg(long)]
    timings: bool,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let mut timings = Timings::start();
    let terminal = session.terminal;

    // All that can stop the build is looked at before anything is written.
    let mut config = session.config(args.source.folder.as_deref())?;
    if let Some(url) = &args.base_url {
        config.set_base_url(url)?;
    }
    if let Some(path) = &args.base_path {
        config.set_base_path(path);
    }
    let theme = Theme::load(config.theme_folder())?;
    theme.idle.iter().for_each(|told| terminal.warning(told));
    let output = Output::open(&args.out, &source_folders(&config), args.force)?;
    timings.end_of("settings and theme");

    let files = Files::read(config, Some(&args.out))?;
    let made_from = if args.no_cache { None } else { files.made_from(&theme) };
    let built = made_from.and_then(|made_from| LastBuild::find(&output, made_from));
    timings.end_of("read files and look for changes");

    let how = reports::how(&files.config.root, terminal, args.fail.level());
    let (said, workspace) = match &built {
        Some(built) if how.is_some() && built.said.how == how => {
            terminal.say(&built.said.findings);
            (built.said.clone(), None)
        }
        _ => {
            let workspace = Workspace::of(files);
            (check(args, &workspace, how, session)?, Some(workspace))
        }
    };
    timings.end_of("check");
    let status = if said.fails { Status::Findings } else { Status::Fine };
    if args.no_write_on_error && said.fails {
        terminal.note(&format!("nothing was written: {}", said.findings_counted));
        return Ok(status);
    }

    let last_line = (said.skills_counted.clone(), said.findings_counted.clone());
    match (built, workspace) {
        (Some(mut built), workspace) => {
            stay(args, &built, &timings, session);
            // Told in another way than the last time: the next build is to know that too.
            if workspace.is_some() {
                built.said = said;
                built.keep(&output);
            }
        }
        (None, Some(workspace)) => {
            let made_from = made_from.map(|made_from| (made_from, said));
            write(args, workspace.into_site(theme)?, output, made_from, &mut timings, session)?;
        }
        (None, None) => unreachable!("what is not looked into was built"),
    }
    if !terminal.is_quiet() {
        let seconds = timings.total().as_secs_f64();
        let (skills, found) = last_line;
        terminal.result(&format!("built {skills} into {} in {seconds:.2} s · {found}\n", args.out.display()))?;
    }
    Ok(status)
}

/// Tells what is wrong with the catalog.
fn check(args: &Args, workspace: &Workspace, how: Option<String>, session: &Session<'_>) -> Result<Said> {
    session.refuse_empty(workspace, &args.source)?;
    let findings = reports::show(workspace, session.terminal, args.fail.level())?;
    let skills = workspace.catalog.skills.len();
    Ok(Said {
        // An empty catalog is told each time, and not by its findings.
        how: how.filter(|_| skills > 0),
        findings,
        fails: args.fail.status(&workspace.report) == Status::Findings,
        skills_counted: plural(skills, "skill"),
        findings_counted: counted(workspace.report.counts()),
    })
}

/// Leaves the output as it is.
fn stay(args: &Args, built: &LastBuild, timings: &Timings, session: &Session<'_>) {
    tell(&Summary { unchanged: built.files, bytes: built.bytes, ..Summary::default() }, &args.out, session);
    warn(&built.remarks, session);
    if args.timings {
        session.terminal.say(&timings.told());
        session.terminal.say("nothing has changed since the last build, so no page was made");
    }
}

/// Makes the whole site and writes what differs from what is there. `made_from` and what was said are kept for the
/// next build.
fn write(
    args: &Args,
    mut site: Site,
    mut output: Output,
    made_from: Option<(Digest, Said)>,
    timings: &mut Timings,
    session: &Session<'_>,
) -> Result<()> {
    let terminal = session.terminal;
    if !args.no_cache {
        site.highlights = cache::open(&site.inputs.config.root);
    }
    timings.end_of("table of paths");
    site.prepare();
    site.search();
    timings.end_of("search index");
    let paths: Vec<&str> = site.paths().collect();
    let progress = terminal.progress("writing", paths.len());
    let summary = output.write(paths, |path| {
        let bytes = if args.timings { timings.of_path(path, || site.get(path)) } else { site.get(path) };
        progress.step();
        bytes.unwrap_or_else(|| unreachable!("the site lists the path {path} and does not make it"))
    })?;
    drop(progress);
    timings.end_of("render and write");
    let remarks = &site.search().over_budget;
    cache::save(&site.highlights);
    if let Some((made_from, said)) = made_from
        && let Some(built) = LastBuild::new(&output, made_from, &summary, remarks, said)
    {
        built.keep(&output);
    }
    timings.end_of("keep for the next build");

    tell(&summary, &args.out, session);
    warn(remarks, session);
    if args.timings {
        terminal.say(&timings.told());
        terminal.say(&search_sizes(&site.search().parts));
    }
    Ok(())
}

fn warn(remarks: &[String], session: &Session<'_>) {
    for sentence in remarks {
        session.terminal.warning(sentence);
    }
}

/// Every folder that the site is made from.
fn source_folders(config: &Config) -> Vec<PathBuf> {
    let below = config.source.iter().map(|folder| config.root.join(folder));
    std::iter::once(config.root.clone()).chain(below).collect()
}

/// Sizes of the search, uncompressed: a query loads a few of the files.
fn search_sizes(parts: &[Part]) -> String {
    let mut text = String::from("search\n");
    for Part { name, files, bytes, largest } in parts {
        let kilobytes = |bytes: &usize| grouped(bytes.div_ceil(1000));
        let (sum, largest) = (kilobytes(bytes), kilobytes(largest));
        let _ = writeln!(text, "{sum:>9} kB  {name}, {}, the largest {largest} kB", plural(*files, "file"));
    }
    text
}

fn tell(summary: &Summary, out: &Path, session: &Session<'_>) {
    let name = out.display();
    let terminal = session.terminal;
    if summary.repaired {
        terminal.note(&format!("the last build into {name} was interrupted; what it left is mended"));
    }
    if !summary.foreign.is_empty() {
        let shown = some_of(summary.foreign.iter().cloned(), 5);
        terminal.warning(&format!("kept what skillsite did not write in {name}: {shown}"));
    }
    let Summary { written, unchanged, deleted, bytes, .. } = *summary;
    terminal.detail(&format!(
        "{} written, {} unchanged, {} deleted, {} kB in all",
        plural(written, "file"),
        grouped(unchanged),
        grouped(deleted),
        grouped(usize::try_from(bytes.div_ceil(1000)).unwrap_or(usize::MAX)),
    ));
}
