//! Everything that is printed passes here: colour, quiet and verbose, closed pipes, progress.

use std::io::{self, ErrorKind, IsTerminal, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use anstream::{AutoStream, ColorChoice};

use super::Globals;
use super::session::grouped;
use crate::diagnostic::Style;

/// When to print in colour. `auto` is a terminal's default, which the environment variables
/// NO_COLOR and CLICOLOR_FORCE change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
#[allow(missing_docs)]
pub(super) enum Color {
    Auto,
    Always,
    Never,
}

/// The two streams.
#[derive(Clone, Debug)]
pub(super) struct Terminal {
    quiet: bool,
    verbose: bool,
    color: ColorChoice,
}

/// How long work takes before it shows its progress.
const PATIENCE: Duration = Duration::from_millis(500);

impl Terminal {
    pub(super) fn new(globals: &Globals) -> Self {
        let color = match globals.color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        };
        Terminal { quiet: globals.quiet, verbose: globals.verbose, color }
    }

    /// Prints the result of a command. A reader that has closed its end has read enough.
    pub(super) fn result(&self, text: &str) -> io::Result<()> {
        let mut out = AutoStream::new(io::stdout().lock(), self.color);
        match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
            result => result,
        }
    }

    /// Prints to standard error as it is.
    pub(super) fn say(&self, text: &str) {
        let mut out = AutoStream::new(io::stderr().lock(), self.color);
        // When standard error is gone there is nobody left to tell.
        let _ = out.write_all(text.as_bytes());
    }

    /// Prints a line to standard error, unless the user wants quiet.
    pub(super) fn note(&self, line: &str) {
        if !self.quiet {
            self.say(&format!("{line}\n"));
        }
    }

    /// Prints a line to standard error, if the user wants to know more.
    pub(super) fn detail(&self, line: &str) {
        if self.verbose {
            self.say(&format!("{line}\n"));
        }
    }

    /// Prints a warning that is no finding about a skill.
    pub(super) fn warning(&self, message: &str) {
        if !self.quiet {
            self.say(&format!("\u{1b}[1m\u{1b}[33mwarning\u{1b}[0m: {message}\n"));
        }
    }

    /// Prints why the program could not run.
    pub(super) fn error(&self, message: &str) {
        self.say(&format!("\u{1b}[1m\u{1b}[31merror\u{1b}[0m: {message}\n"));
    }

    /// True when only errors and results are wanted.
    pub(super) fn is_quiet(&self) -> bool {
        self.quiet
    }

    /// How to print findings. They hold colour; the streams take it out where it is not wanted.
    pub(super) fn style(&self) -> Style {
        let width = terminal_size::terminal_size_of(io::stderr()).map_or(100, |(width, _)| usize::from(width.0));
        let per_rule = if self.verbose { None } else { Style::default().per_rule };
        Style { color: true, width: width.max(40), per_rule }
    }

    /// Shows the progress of `total` steps, on a terminal and only when it takes long.
    pub(super) fn progress(&self, what: &'static str, total: usize) -> Progress {
        let done = Arc::new(AtomicUsize::new(0));
        if self.quiet || !io::stderr().is_terminal() {
            return Progress { done, drawing: None };
        }
        let (stop, stopped) = channel::<()>();
        let seen = Arc::clone(&done);
        let drawing = std::thread::spawn(move || {
            let mut wait = PATIENCE;
            let mut drawn = false;
            // The sender is dropped when the work ends, which ends the waiting at once.
            while stopped.recv_timeout(wait) == Err(std::sync::mpsc::RecvTimeoutError::Timeout) {
                let (now, all) = (grouped(seen.load(Ordering::Relaxed)), grouped(total));
                let _ = write!(io::stderr(), "\r{what} {now} of {all}\u{1b}[K");
                drawn = true;
                wait = PATIENCE / 5;
            }
            if drawn {
                let _ = write!(io::stderr(), "\r\u{1b}[K");
            }
        });
        Progress { done, drawing: Some((stop, drawing)) }
    }
}

/// A line that shows how far the work is, until it is dropped.
pub(super) struct Progress {
    done: Arc<AtomicUsize>,
    drawing: Option<(Sender<()>, JoinHandle<()>)>,
}

impl Progress {
    /// One step more is done.
    pub(super) fn step(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        if let Some((stop, drawing)) = self.drawing.take() {
            drop(stop);
            let _ = drawing.join();
        }
    }
}
