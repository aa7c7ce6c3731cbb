//! A preview that runs, and a browser for it that is a socket.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use crate::program;

/// Longer than anything takes; a test that waits this long has failed.
pub const LIMIT: Duration = Duration::from_mins(3);

/// A running preview; it ends with this value.
pub struct Preview {
    process: Child,
    /// `127.0.0.1:4000`.
    address: String,
    base_path: String,
    said: Arc<(Mutex<String>, Condvar)>,
    readers: Vec<JoinHandle<()>>,
}

/// A response.
pub struct Answer {
    pub status: u16,
    headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }

    pub fn header(&self, name: &str) -> Option<String> {
        self.headers.iter().find(|(key, _)| key == name).map(|(_, value)| value.clone())
    }
}

impl Preview {
    /// Starts the preview of a folder, in the folder around it, on a free port.
    pub fn start(source: &Path, arguments: &[&str]) -> Self {
        Preview::start_in(source, &[&["--port", "0"], arguments].concat(), &[])
    }

    /// Starts the preview of a folder, in the folder around it, with these variables set.
    pub fn start_in(source: &Path, arguments: &[&str], variables: &[(&str, &Path)]) -> Self {
        let around = source.parent().expect("a folder around it");
        let mut command = program::skillsite(around);
        command.arg("serve").arg(source.file_name().expect("a name")).args(arguments).envs(variables.iter().copied());
        let mut process = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
        let out = process.stdout.take().expect("piped");
        let said: Arc<(Mutex<String>, Condvar)> = Arc::default();
        let mut readers = vec![listen(process.stderr.take().expect("piped"), &said)];
        readers.push(listen(out, &said));
        let mut preview = Preview { process, address: String::new(), base_path: String::new(), said, readers };
        let said = preview.says("serving at http://");
        let (_, url) = said.split_once("serving at http://").expect("just found");
        let (address, path) = url.lines().next().and_then(|url| url.split_once('/')).expect("an address with a path");
        address.clone_into(&mut preview.address);
        preview.base_path = format!("/{path}");
        preview
    }

    pub fn address(&self) -> &str {
        &self.address
    }

    /// A page of the site.
    pub fn get(&mut self, path: &str) -> Answer {
        let path = format!("{}{path}", self.base_path);
        self.get_at(&path)
    }

    /// Whatever is at this path of the server.
    pub fn get_at(&mut self, path: &str) -> Answer {
        self.request("GET", path, &[])
    }

    pub fn request(&mut self, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
        assert!(self.process.try_wait().expect("a process").is_none(), "the preview has ended: {}", self.output());
        request(&self.address, method, path, headers)
    }

    #[track_caller]
    pub fn shows(&mut self, path: &str, text: &str) {
        let answer = self.get(path);
        assert!(answer.text().contains(text), "{path} lacks {text:?}: {} {}", answer.status, answer.text());
    }

    /// The number of the site that a page is of.
    pub fn generation(&mut self, path: &str) -> u64 {
        generation(&self.get(path).text())
    }

    /// Does something, and waits until the page shows the text.
    #[track_caller]
    pub fn after(&mut self, path: &str, text: &str, change: impl FnOnce()) {
        self.until(path, change, |answer| answer.text().contains(text));
    }

    /// Does something, and waits until the page is answered with this status.
    #[track_caller]
    pub fn after_status(&mut self, path: &str, status: u16, change: impl FnOnce()) {
        self.until(path, change, |answer| answer.status == status);
    }

    #[track_caller]
    fn until(&mut self, path: &str, change: impl FnOnce(), is_there: impl Fn(&Answer) -> bool) {
        let mut events = self.events("index.html");
        change();
        // A change of several files may be seen in parts, each of which is an event.
        for _ in 0..20 {
            let (name, _) = events.next(|| self.output());
            // A page that is loaded while something is wrong hears of that first.
            if name == "reload" && is_there(&self.get(path)) {
                return;
            }
        }
        panic!("{path} never came: {}", self.output());
    }

    /// Does something, and gives what the event `name` says that comes next.
    #[track_caller]
    pub fn event_after(&mut self, path: &str, name: &str, change: impl FnOnce()) -> String {
        let mut events = self.events(path);
        change();
        for _ in 0..20 {
            let (came, data) = events.next(|| self.output());
            if came == name {
                return data;
            }
            // What was there when the page began to listen comes first.
            assert!(came == "failure" || came == "reload", "{came}: {data}");
        }
        panic!("no event {name}: {}", self.output());
    }

    #[track_caller]
    pub fn failure_after(&mut self, path: &str, change: impl FnOnce()) -> String {
        self.event_after(path, "failure", change)
    }

    /// The events that a page gets which is loaded now.
    fn events(&mut self, path: &str) -> Events {
        let generation = self.generation(path);
        let mut stream = connect(&self.address);
        let head = format!(
            "GET {}_skillsite/events?g={generation} HTTP/1.1\r\nHost: {}\r\n\r\n",
            self.base_path, self.address
        );
        stream.write_all(head.as_bytes()).expect("written");
        let mut events = Events { reader: BufReader::new(stream) };
        let end = Instant::now() + LIMIT;
        let mut line = || events.line(end).unwrap_or_else(|| panic!("no head came: {}", self.output()));
        while !line().is_empty() {}
        events
    }

    /// Waits until the preview has printed the text; gives all it has said.
    #[track_caller]
    pub fn says(&self, text: &str) -> String {
        let (said, news) = &*self.said;
        let said = said.lock().expect("no panic");
        let (said, late) = news.wait_timeout_while(said, LIMIT, |said| !said.contains(text)).expect("no panic");
        let (said, late) = (said.clone(), late.timed_out());
        assert!(!late, "never said {text:?}: {said}");
        said
    }

    fn output(&self) -> String {
        self.said.0.lock().expect("no panic").clone()
    }

    /// Memory in use in kB, where the system tells.
    pub fn memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.process.id())).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
        line.trim().trim_end_matches(" kB").trim().parse().ok()
    }

    /// Ends the preview; gives all it has said.
    pub fn stop(mut self) -> String {
        assert!(self.process.try_wait().expect("a process").is_none(), "the preview has ended: {}", self.output());
        self.end();
        self.output()
    }

    fn end(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        for reader in self.readers.drain(..) {
            let _ = reader.join();
        }
    }
}

impl Drop for Preview {
    fn drop(&mut self) {
        self.end();
    }
}

/// Events as they come over the socket.
struct Events {
    reader: BufReader<TcpStream>,
}

impl Events {
    /// The next line, when it comes before `end`. A server that only keeps the line open is not
    /// waited for longer than one that says nothing.
    fn line(&mut self, end: Instant) -> Option<String> {
        let mut line = Vec::new();
        let left = end.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        self.reader.get_ref().set_read_timeout(Some(left)).expect("a limit");
        let read = self.reader.read_until(b'\n', &mut line);
        read.is_ok_and(|bytes| bytes > 0).then(|| String::from_utf8_lossy(&line).trim_end().to_owned())
    }

    /// Name and data of the next event.
    #[track_caller]
    fn next(&mut self, output: impl Fn() -> String) -> (String, String) {
        let (mut name, mut data) = (None, Vec::new());
        let end = Instant::now() + LIMIT;
        loop {
            let line = self.line(end).unwrap_or_else(|| panic!("no event came: {}", output()));
            if let Some(text) = line.strip_prefix("event: ") {
                name = Some(text.to_owned());
            } else if let Some(text) = line.strip_prefix("data:") {
                data.push(text.trim_start().to_owned());
            } else if line.is_empty()
                && !data.is_empty()
                && let Some(name) = name.take()
            {
                return (name, data.join("\n"));
            }
        }
    }
}

/// The number of the site that a page is of, by the script in it.
pub fn generation(page: &str) -> u64 {
    let (_, rest) = page.split_once("reload.js?g=").expect("the page has the script");
    rest.split('"').next().and_then(|number| number.parse().ok()).expect("a number")
}

fn connect(address: &str) -> TcpStream {
    let stream = TcpStream::connect(address).expect("the preview listens");
    stream.set_read_timeout(Some(LIMIT)).expect("a limit");
    stream
}

/// One request on a connection of its own. A `Host` among the headers takes the place of the true one.
pub fn request(address: &str, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut stream = connect(address);
    let own = [("Connection", "close"), ("Host", address)];
    let named = |name: &str| headers.iter().any(|(other, _)| *other == name);
    let fields = own.iter().filter(|(name, _)| !named(name)).chain(headers);
    let fields: Vec<String> = fields.map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("{method} {path} HTTP/1.1\r\n{}", fields.concat());
    // The server may answer a head that is too long before it was sent whole.
    let _ = stream.write_all((head + "\r\n").as_bytes());
    let mut bytes = Vec::new();
    let _ = stream.read_to_end(&mut bytes);
    answer(&bytes).unwrap_or_else(|| panic!("{path}: no answer in {} bytes", bytes.len()))
}

fn answer(bytes: &[u8]) -> Option<Answer> {
    let end = bytes.windows(4).position(|part| part == b"\r\n\r\n")?;
    let head = std::str::from_utf8(&bytes[..end]).ok()?;
    let mut lines = head.lines();
    let status = lines.next()?.split(' ').nth(1)?.parse().ok()?;
    let headers = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    Some(Answer { status, headers, body: bytes[end + 4..].to_vec() })
}

/// Takes down what comes out.
fn listen(out: impl Read + Send + 'static, said: &Arc<(Mutex<String>, Condvar)>) -> JoinHandle<()> {
    let said = Arc::clone(said);
    std::thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            said.0.lock().expect("no panic").push_str(&(line + "\n"));
            said.1.notify_all();
        }
    })
}
