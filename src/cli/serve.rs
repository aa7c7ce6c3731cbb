//! `skillsite serve`: a preview that follows the source.

use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use anyhow::Result;
use camino::Utf8Path;

use super::session::{Session, counted, plural};
use super::terminal::Terminal;
use super::{Globals, Status};
use crate::config;
use crate::diagnostic::{Level, ReportFormat, Run, Scan, print};
use crate::serve::{self, Built, Event, Options, Port};

/// Where a preview listens when nothing else is said.
const PORT: u16 = 4000;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Folder of skills, or of a skillsite.toml; default is the current folder
    #[arg(value_name = "SRC")]
    folder: Option<PathBuf>,
    /// Open the site in a browser
    #[arg(long)]
    open: bool,
    /// Port to listen on, 0 for any free one; default is 4000 or the next free one
    #[arg(short, long)]
    port: Option<u16>,
    /// Address to listen on; others than 127.0.0.1 let other machines in
    #[arg(long, default_value = "127.0.0.1", value_parser = address)]
    host: IpAddr,
    /// Path of the site on this server, to rehearse a sub-path
    #[arg(long, value_name = "PATH", default_value = "/")]
    base_path: String,
    /// Look for changes once a second, where the system does not tell of them (folders of other
    /// machines or of a host)
    #[arg(long)]
    poll: bool,
    /// Output folder of builds, which is not read
    #[arg(short, long, value_name = "DIR", default_value = "public")]
    out: PathBuf,
}

pub(super) fn run(args: &Args, session: &Session<'_>, globals: &Globals) -> Result<Status> {
    let path = args.base_path.trim_matches('/');
    let options = Options {
        folder: args.folder.clone(),
        config: globals.config.clone(),
        as_of: config::today(globals.as_of)?,
        output: args.out.clone(),
        base_path: if path.is_empty() { "/".into() } else { format!("/{path}/") },
        host: args.host,
        port: args.port.map_or(Port::From(PORT), Port::Only),
        poll: args.poll,
    };
    let (terminal, open) = (session.terminal.clone(), args.open);
    serve::run(options, Arc::new(move |event| tell(&terminal, open, &event)))?;
    Ok(Status::Fine)
}

fn tell(terminal: &Terminal, open: bool, event: &Event<'_>) {
    match event {
        Event::Listening(address) => {
            // A reader that has gone does not end the preview.
            let _ = terminal.result(&format!("serving at {address}\n"));
            if open {
                browse(address, terminal);
            }
        }
        Event::Read { skills, milliseconds } => {
            terminal.note(&format!("read {} · {milliseconds} ms", plural(*skills, "skill")));
        }
        Event::Built(built) => {
            show(built, terminal);
            terminal.note(&line(built));
        }
        Event::Idle(told) => terminal.warning(told),
        Event::Failed(message) => terminal.error(message),
        Event::Mended => terminal.note("mended"),
        Event::Polling(Some(why)) => {
            terminal.warning(&format!("changes are looked for once a second, since the system cannot tell: {why}"));
        }
        Event::Polling(None) => terminal.note("changes are looked for once a second"),
        Event::Request(method, path, status) => terminal.detail(&format!("{status} {method} {path}")),
    }
}

/// The findings that are new, for a person.
fn show(built: &Built<'_>, terminal: &Terminal) {
    let run = Run {
        report: built.new,
        source: built.source,
        scan: &Scan::default(),
        prefix: Utf8Path::new(""),
        fail_on: Level::Error,
        style: terminal.style(),
    };
    terminal.say(&print(ReportFormat::Human, run));
}

/// `changed a/SKILL.md and 3 more · 2 errors · 12 ms`; of the first site only what was found.
fn line(built: &Built<'_>) -> String {
    if built.first {
        return counted(built.report.counts());
    }
    let what = match built.changed {
        [] => "nothing of note".into(),
        [one] => format!("changed {one}"),
        [one, rest @ ..] => format!("changed {one} and {} more", rest.len()),
    };
    format!("{what} · {} · {} ms", counted(built.report.counts()), built.milliseconds)
}

fn address(text: &str) -> Result<IpAddr, String> {
    match text {
        "localhost" => Ok(IpAddr::from([127, 0, 0, 1])),
        _ => text.parse().map_err(|_| "not an address such as 127.0.0.1 or 0.0.0.0".to_owned()),
    }
}

/// Asks the program that `BROWSER` names, else the system, to show an address.
fn browse(address: &str, terminal: &Terminal) {
    let own = std::env::var("BROWSER").ok().filter(|program| !program.is_empty());
    let (program, arguments): (&str, &[&str]) = if let Some(own) = &own {
        (own, &[])
    } else if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("cmd", &["/C", "start", ""])
    } else {
        ("xdg-open", &[])
    };
    let mut command = Command::new(program);
    command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if let Err(error) = command.spawn() {
        terminal.warning(&format!("cannot open a browser with {program}: {error}"));
    }
}
