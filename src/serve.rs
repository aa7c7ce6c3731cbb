//! A preview over HTTP that follows the source: watch, rebuild what changed, answer from the
//! current [`Site`].
//!
//! 1. [`run`] binds the port; requests wait until the first site is there.
//! 2. A thread waits for changes ([`watch`]), makes the next site from them ([`rebuild`]), swaps it in
//!    as one new [`State`], and then makes what pages could do without, such as the findings.
//! 3. Each request is answered from the state of its moment ([`answer`]): one page is rendered,
//!    nothing else. Open pages are told of a new state and load themselves again ([`events`]).
//!
//! A page for which the templates fail is told of, and shown with those that were there before ([`earlier`]).
//!
//! The bytes are those that a build writes; only pages of ours have one script tag more. Files of
//! skills go out as they are, with the headers that `_headers` tells a host. No request reads a file
//! or folder: what is not in the table of paths is not there.
//!
//! Nothing is printed here; the caller is told of every [`Event`].

mod answer;
mod earlier;
mod events;
mod media;
mod rebuild;
mod watch;

use std::net::{IpAddr, SocketAddr, TcpListener};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use jiff::civil::Date;
use tokio::sync::watch::Sender;
use watch::{Changes, Watch};

use crate::{Report, Site, SourceTree, config};

/// What to serve, and where.
#[derive(Clone, Debug)]
pub struct Options {
    /// The source folder; see [`Config::load`](crate::Config::load).
    pub folder: Option<PathBuf>,
    /// The configuration file.
    pub config: Option<PathBuf>,
    /// The day that "today" means.
    pub as_of: Date,
    /// Output folder of builds, which is never read.
    pub output: PathBuf,
    /// Path of the site on this server, for rehearsing a sub-path.
    pub base_path: String,
    /// Address to listen on.
    pub host: IpAddr,
    /// Port to listen on.
    pub port: Port,
    /// Look for changes once a second instead of being told of them by the system.
    pub poll: bool,
}

/// A port to listen on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Port {
    /// This one, or the next that is free.
    From(u16),
    /// This one; 0 means any that is free.
    Only(u16),
}

/// What happens while serving.
pub enum Event<'a> {
    /// Requests are answered at this address.
    Listening(&'a str),
    /// There is a first site, and pages are answered.
    Read {
        /// Number of skills.
        skills: usize,
        /// How long it took.
        milliseconds: u128,
    },
    /// All of a new site is known, which was shown before.
    Built(Built<'a>),
    /// A file of the theme changes nothing.
    Idle(&'a str),
    /// There is no new site; the last one stays.
    Failed(&'a str),
    /// What had failed works again, with the site as it was.
    Mended,
    /// Changes are looked for once a second: because the system cannot tell of them, with the reason,
    /// or because that was asked for.
    Polling(Option<&'a str>),
    /// A request was answered: method, path, status.
    Request(&'a str, &'a str, u16),
}

/// A new site.
pub struct Built<'a> {
    /// The files that changed, relative to the source root; empty for the first site.
    pub changed: &'a [String],
    /// True for the first site.
    pub first: bool,
    /// All findings.
    pub report: &'a Report,
    /// The findings that the site before did not have.
    pub new: &'a Report,
    /// What the findings are about.
    pub source: &'a SourceTree,
    /// How long it took until it was shown, in milliseconds.
    pub milliseconds: u128,
}

/// Told of every event, from several threads.
pub type Tell = Arc<dyn Fn(Event<'_>) + Send + Sync>;

/// What requests are answered from. Replaced whole.
#[derive(Clone, Default)]
struct State {
    /// The last good site.
    site: Option<Arc<Site>>,
    /// Number of the site; every site has a higher one than the last, also of the run before.
    generation: u64,
    /// True when the site differs from the one before in style sheets only.
    styles_only: bool,
    /// Why there is no newer site.
    failure: Option<String>,
    /// What pages are made with that the templates of the site fail for.
    earlier: Arc<earlier::Earlier>,
}

/// Serves until the program is ended.
///
/// # Errors
/// When the source folder or the configuration file does not exist, or the port cannot be used. What is wrong in
/// files is no error: it is told, and the preview waits until it is mended.
pub fn run(options: Options, tell: Tell) -> Result<()> {
    config::must_be_folder(&rebuild::root(&options))?;
    // What is wrong in a file can be mended while the preview waits; a slip on the command line cannot.
    if let Some(config) = options.config.as_deref().filter(|config| !config.exists()) {
        bail!("the configuration file {} does not exist", config.display());
    }
    let listener = bind(options.host, options.port)?;
    let address = listener.local_addr().context("cannot tell the port")?;
    tell(Event::Listening(&url(address, &options.base_path)));

    // The time of the start makes the numbers of this run higher than those of the last.
    let start = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    let generation = u64::try_from(start.as_millis()).unwrap_or_default();
    let (sender, receiver) = tokio::sync::watch::channel(State { generation, ..State::default() });
    let server = answer::Server::new(receiver, &options, Arc::clone(&tell));
    std::thread::spawn(move || follow(&options, &sender, &tell));

    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build();
    runtime.context("cannot start the server")?.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        axum::serve(listener, answer::router(server)).await
    })?;
    Ok(())
}

/// Keeps the state up to date: look, swap, wait, and again.
fn follow(options: &Options, sender: &Sender<State>, tell: &Tell) {
    let mut watch = if options.poll { Watch::polling(Arc::clone(tell)) } else { Watch::new(Arc::clone(tell)) };
    let mut builder = rebuild::Builder::new(options.clone(), Arc::clone(tell));
    let mut changes = Changes::Everything;
    loop {
        step(sender, |now| builder.next(now, &changes));
        // What a page can do without is made while pages are answered.
        step(sender, |now| builder.finish(now));
        // What changed before a watch was there is found by one more look.
        let is_new = watch.follow(builder.places());
        if builder.doubts {
            watch.look_again();
        }
        changes = if is_new && !builder.doubts { Changes::Everything } else { watch.wait() };
    }
}

/// Puts the next state in the place of the one that there is.
fn step(sender: &Sender<State>, next: impl FnOnce(&State) -> Option<State>) {
    let now = sender.borrow().clone();
    let next = catch_unwind(AssertUnwindSafe(|| next(&now)));
    // A fault of ours is told like any other reason why there is no newer site.
    let failure = Some("the program has a fault; its message is on the terminal".to_owned());
    if let Some(state) = next.unwrap_or_else(|_| Some(State { failure, ..now })) {
        sender.send_replace(state);
    }
}

fn bind(host: IpAddr, port: Port) -> Result<TcpListener> {
    let (first, last) = match port {
        Port::Only(port) => (port, port),
        Port::From(port) => (port, port.saturating_add(100)),
    };
    for port in first..=last {
        match TcpListener::bind((host, port)) {
            Ok(listener) => return Ok(listener),
            Err(error) if error.kind() == std::io::ErrorKind::AddrInUse => {}
            Err(error) => return Err(error).with_context(|| format!("cannot listen on {host} port {port}")),
        }
    }
    match port {
        Port::Only(port) => bail!("port {port} is in use; choose another with --port, or --port 0 for any free one"),
        Port::From(port) => {
            bail!("ports {port} to {last} are in use; choose one with --port, or --port 0 for any free one")
        }
    }
}

fn url(address: SocketAddr, base_path: &str) -> String {
    // An address that stands for all is no address to open.
    let host = match address.ip() {
        ip if ip.is_unspecified() => "localhost".to_owned(),
        IpAddr::V6(ip) => format!("[{ip}]"),
        IpAddr::V4(ip) => ip.to_string(),
    };
    format!("http://{host}:{}{base_path}", address.port())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_port_in_use_is_an_error_or_the_next_one_is_taken() {
        let host = IpAddr::from([127, 0, 0, 1]);
        let taken = TcpListener::bind((host, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let error = bind(host, Port::Only(port)).unwrap_err().to_string();
        assert!(error.starts_with(&format!("port {port} is in use")), "{error}");
        let next = bind(host, Port::From(port)).unwrap().local_addr().unwrap().port();
        assert!(next > port);
    }

    #[test]
    fn the_address_can_be_opened() {
        let told = |address: &str| url(address.parse().unwrap(), "/a/");
        assert_eq!(told("127.0.0.1:80"), "http://127.0.0.1:80/a/");
        assert_eq!(told("[::1]:8000"), "http://[::1]:8000/a/");
        assert_eq!(told("0.0.0.0:8000"), "http://localhost:8000/a/");
    }
}
