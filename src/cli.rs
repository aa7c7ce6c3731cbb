//! Arguments → one library call → exit status; the only place that prints.
//!
//! A command is a file in `cli/` with its `Args` and a `run`, and a line in [`Command`]. The result
//! of a command goes to standard output; progress and findings go to standard error.

mod build;
mod cache;
mod check;
mod edits;
mod explain;
mod init;
mod list;
mod migrate;
mod new;
mod reports;
mod route;
mod schema;
mod serve;
mod session;
mod terminal;
mod timings;
mod verify;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{CommandFactory, Parser, Subcommand};

use session::Session;
use terminal::{Color, Terminal};

/// Static site generator for a catalog of skills for AI agents
#[derive(Parser)]
#[command(name = "skillsite", version, max_term_width = 100, after_help = EXIT_STATUS)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    globals: Globals,
}

const EXIT_STATUS: &str = "\
Exit status: 0 when all is well, 1 when it ran and there are findings at or above --fail-on, \
2 when it could not run, 130 when it was interrupted.";

#[derive(Subcommand)]
enum Command {
    /// Check a folder of skills and write its site
    Build(build::Args),
    /// Preview the site of a folder while it is edited
    ///
    /// Goes on when something is wrong, at the start too: a skill's page shows its findings; what
    /// stops a build (the configuration, a template) is told on the terminal and in the browser, over
    /// the last good page, until it is mended. Without the folder, the file of --config or a free port
    /// it ends with status 2.
    Serve(serve::Args),
    /// Check a folder of skills and print every finding
    Check(check::Args),
    /// Show what was found in a folder, and what was left out and why
    List(list::Args),
    /// Show which skills an agent would meet first with a task
    Route(route::Args),
    /// Explain a rule, or list all of them
    Explain(explain::Args),
    /// Check that a published site is what its indexes say it is
    Verify(verify::Args),
    /// Make a new skill
    New(new::Args),
    /// Make a skillsite.toml, and an example skill in an empty folder
    Init(init::Args),
    /// Make SKILL.toml from the headers of skills that have none
    Migrate(migrate::Args),
    /// Print the JSON Schema of SKILL.toml
    Schema(schema::Args),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

#[derive(clap::Args)]
#[command(next_help_heading = "Options of every command")]
struct Globals {
    /// Run as if started in this folder
    #[arg(short = 'C', long = "root", value_name = "DIR", global = true)]
    root: Option<PathBuf>,
    /// Configuration file; default is skillsite.toml in the source folder
    #[arg(short, long, value_name = "FILE", global = true)]
    config: Option<PathBuf>,
    /// Print only errors and what was asked for
    #[arg(short, long, global = true)]
    quiet: bool,
    /// Print more about what is done, and every finding
    #[arg(short, long, global = true, conflicts_with = "quiet")]
    verbose: bool,
    /// When to print in colour
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = Color::Auto, global = true)]
    color: Color,
    /// Number of threads; default is one for each processor
    #[arg(long, value_name = "N", global = true)]
    jobs: Option<std::num::NonZeroUsize>,
    /// The day that "today" means; default is SOURCE_DATE_EPOCH, then the clock's day
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = day, global = true)]
    as_of: Option<jiff::civil::Date>,
}

/// How a command ended that could run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Status {
    Fine,
    /// There are findings at or above the level that the user set.
    Findings,
}

/// Runs the program. The exit status is decided here and nowhere else, but for an interrupt, which
/// ends the program at once.
pub fn main() -> ExitCode {
    // Without a handler the program ends too, only with a signal instead of a status.
    let _ = ctrlc::set_handler(|| std::process::exit(130));
    let status = match Cli::try_parse() {
        // Help and version are no failure; that nobody reads them is none either.
        Err(error) => {
            let _ = error.print();
            if error.use_stderr() { 2 } else { 0 }
        }
        Ok(cli) => {
            let terminal = Terminal::new(&cli.globals);
            match run(cli, &terminal) {
                Ok(Status::Fine) => 0,
                Ok(Status::Findings) => 1,
                Err(error) => {
                    terminal.error(&format!("{error:#}"));
                    2
                }
            }
        }
    };
    ExitCode::from(status)
}

fn run(cli: Cli, terminal: &Terminal) -> Result<Status> {
    if let Some(folder) = &cli.globals.root {
        std::env::set_current_dir(folder).with_context(|| format!("cannot use the folder {}", folder.display()))?;
    }
    if let Some(jobs) = cli.globals.jobs {
        // The pool is made once, here; nothing has used it yet.
        rayon::ThreadPoolBuilder::new().num_threads(jobs.get()).build_global().context("cannot start the threads")?;
    }
    let session = Session::new(terminal, cli.globals.config.clone(), cli.globals.as_of);
    match cli.command {
        Command::Build(args) => build::run(&args, &session),
        Command::Serve(args) => serve::run(&args, &session, &cli.globals),
        Command::Check(args) => check::run(&args, &session),
        Command::List(args) => list::run(&args, &session),
        Command::Route(args) => route::run(&args, &session),
        Command::Explain(args) => explain::run(&args, &session),
        Command::Verify(args) => verify::run(&args, &session),
        Command::New(args) => new::run(&args, &session),
        Command::Init(args) => init::run(&args, &session),
        Command::Migrate(args) => migrate::run(&args, &session),
        Command::Schema(args) => schema::run(&args, &session),
        Command::Completions { shell } => completions(shell, terminal),
    }
}

fn completions(shell: clap_complete::Shell, terminal: &Terminal) -> Result<Status> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), "skillsite", &mut script);
    terminal.result(&String::from_utf8_lossy(&script))?;
    Ok(Status::Fine)
}

fn day(text: &str) -> Result<jiff::civil::Date, String> {
    crate::package::parse_date(text).ok_or_else(|| "not a day such as 2026-03-14".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Cli::command().debug_assert();
    }
}
