//! A request → a response, from the table of paths and from nothing else.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::IpAddr;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State as Extract};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use axum::response::IntoResponse;
use percent_encoding::percent_decode_str;
use tokio::sync::watch::Receiver;

use super::{Event, Options, State, Tell, events, media};
use crate::Site;
use crate::site::address;

/// Folder of what the preview adds to a site. No path of a site begins with it.
const OWN: &str = "_skillsite/";

/// What every request needs.
#[derive(Clone)]
pub(super) struct Server {
    states: Receiver<State>,
    base_path: Arc<str>,
    host: IpAddr,
    tell: Tell,
}

impl Server {
    pub(super) fn new(states: Receiver<State>, options: &Options, tell: Tell) -> Self {
        Server { states, base_path: options.base_path.as_str().into(), host: options.host, tell }
    }
}

/// Every request goes to one function; there are no routes but the table of paths.
pub(super) fn router(server: Server) -> Router {
    Router::new().fallback(respond).with_state(server)
}

async fn respond(Extract(server): Extract<Server>, request: Request) -> Response<Body> {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let response = answer(&server, &method, uri.path(), uri.query(), request.headers()).await;
    (server.tell)(Event::Request(method.as_str(), uri.path(), response.status().as_u16()));
    response
}

async fn answer(
    server: &Server,
    method: &Method,
    path: &str,
    query: Option<&str>,
    headers: &HeaderMap,
) -> Response<Body> {
    // A page of another site can reach this server by a name that it makes resolve to this
    // machine; only names that nobody else can give away are answered.
    if !headers.get(header::HOST).is_some_and(|host| is_our_name(host, server.host)) {
        return plain(StatusCode::FORBIDDEN, "this name does not belong to this server\n");
    }
    if method != Method::GET && method != Method::HEAD {
        let mut response = plain(StatusCode::METHOD_NOT_ALLOWED, "only GET and HEAD\n");
        response.headers_mut().insert(header::ALLOW, HeaderValue::from_static("GET, HEAD"));
        return response;
    }
    let Some(decoded) = decoded(path) else {
        return plain(StatusCode::BAD_REQUEST, "this address cannot be read\n");
    };
    let Some(below) = decoded.strip_prefix(&*server.base_path) else {
        return if server.base_path.trim_end_matches('/') == decoded.trim_end_matches('/') {
            moved(&server.base_path)
        } else {
            plain(StatusCode::NOT_FOUND, "there is nothing outside the site\n")
        };
    };
    match below.strip_prefix(OWN) {
        Some("reload.js") => return with_type("text/javascript; charset=utf-8", events::SCRIPT.into()),
        Some("events") => {
            let seen = query.and_then(|query| query.strip_prefix("g=")).and_then(|seen| seen.parse().ok());
            return events::stream(server.states.clone(), seen.unwrap_or_default()).into_response();
        }
        _ => {}
    }
    let mut states = server.states.clone();
    let ready = states.wait_for(|state| state.site.is_some() || state.failure.is_some()).await;
    let Ok(state) = ready.map(|state| state.clone()) else {
        return plain(StatusCode::SERVICE_UNAVAILABLE, "the preview has ended\n");
    };
    let (below, base, tell) = (below.to_owned(), Arc::clone(&server.base_path), Arc::clone(&server.tell));
    // Making a page is work for a processor; other requests go on meanwhile.
    let page = tokio::task::spawn_blocking(move || page(&state, &base, &below, &tell)).await;
    match page {
        Ok(page) => page.response(method, headers),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "the page could not be made\n"),
    }
}

/// What a path of the site holds.
struct Page {
    status: StatusCode,
    kind: &'static str,
    bytes: Vec<u8>,
    /// What a host would send with it.
    headers: Vec<(&'static str, &'static str)>,
    /// Where the page is instead.
    moved: Option<String>,
}

/// Headers of a host that a preview leaves out: it is for this machine, so no page of another site may read it, and how
/// long a browser keeps something is its own matter.
const OF_HOSTS: &[&str] = &["Access-Control-Allow-Origin", "Cache-Control"];

impl Page {
    fn response(self, method: &Method, headers: &HeaderMap) -> Response<Body> {
        if let Some(place) = self.moved {
            return moved(&place);
        }
        let tag = tag(&self.bytes);
        let known = headers.get_all(header::IF_NONE_MATCH).iter().any(|known| {
            known.to_str().is_ok_and(|known| known.split(',').any(|known| known.trim().trim_start_matches("W/") == tag))
        });
        let is_same = known && self.status == StatusCode::OK;
        let length = self.bytes.len();
        let body = if is_same || method == Method::HEAD { Body::empty() } else { Body::from(self.bytes) };
        let mut response = Response::new(body);
        *response.status_mut() = if is_same { StatusCode::NOT_MODIFIED } else { self.status };
        let fields = response.headers_mut();
        if !is_same {
            fields.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
            fields.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        }
        if let Ok(tag) = HeaderValue::from_str(&tag) {
            fields.insert(header::ETAG, tag);
        }
        // A browser asks each time, and is told when nothing changed.
        fields.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
        fields.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        for (name, value) in self.headers.into_iter().filter(|(name, _)| !OF_HOSTS.contains(name)) {
            if let Ok(name) = HeaderName::from_bytes(name.as_bytes()) {
                fields.insert(name, HeaderValue::from_static(value));
            }
        }
        response
    }
}

/// The page at `below`, a path without the base path, unescaped.
fn page(state: &State, base_path: &str, below: &str, tell: &Tell) -> Page {
    let Some(site) = &state.site else {
        let message = state.failure.as_deref().unwrap_or_default();
        return failed(StatusCode::SERVICE_UNAVAILABLE, message, state, base_path);
    };
    let path = if below.is_empty() || below.ends_with('/') { format!("{below}index.html") } else { below.to_owned() };
    // Nearly every page shows findings; they are not to be made by one of the threads that make a page.
    if !path.starts_with(address::ASSETS) {
        site.findings();
    }
    if site.has(&path) {
        let Made { bytes, fault } = match made(site, &path, state, tell) {
            Ok(made) => made,
            Err(fault) => return failed(StatusCode::INTERNAL_SERVER_ERROR, &fault, state, base_path),
        };
        let headers = site.headers(&path);
        if site.is_as_written(&path) {
            return Page { status: StatusCode::OK, kind: media::of(&path), bytes, headers, moved: None };
        }
        return Page { headers, ..found(StatusCode::OK, &path, bytes, fault.as_deref(), state, base_path) };
    }
    if site.has(&format!("{path}/index.html")) {
        let place = percent_encoding::utf8_percent_encode(below, percent_encoding::NON_ALPHANUMERIC).to_string();
        let moved = Some(format!("{base_path}{}/", place.replace("%2F", "/")));
        return Page {
            status: StatusCode::MOVED_PERMANENTLY,
            kind: media::HTML,
            bytes: Vec::new(),
            headers: Vec::new(),
            moved,
        };
    }
    match made(site, address::NOT_FOUND, state, tell) {
        Ok(Made { bytes, fault }) => {
            found(StatusCode::NOT_FOUND, address::NOT_FOUND, bytes, fault.as_deref(), state, base_path)
        }
        Err(fault) => failed(StatusCode::NOT_FOUND, &fault, state, base_path),
    }
}

/// The bytes of a path.
#[derive(Default)]
struct Made {
    bytes: Vec<u8>,
    /// Why they were made with templates from before.
    fault: Option<String>,
}

/// Makes a path of the site, with earlier templates where those of now fail; why, when there are none that can.
fn made(site: &Site, path: &str, state: &State, tell: &Tell) -> Result<Made, String> {
    let error = match site.get(path) {
        None => return Ok(Made::default()),
        Some(Ok(bytes)) => return Ok(Made { bytes: bytes.into_owned(), fault: None }),
        Some(Err(error)) => error,
    };
    let fault = format!("{error:#}");
    // One mistake may spoil a thousand pages.
    if state.earlier.is_news(error.root_cause().to_string()) {
        tell(Event::Failed(&fault));
    }
    match state.earlier.page(site, path) {
        Some(bytes) => Ok(Made { bytes, fault: Some(fault) }),
        None => Err(fault),
    }
}

/// A page of ours; `fault` is why it is not of now.
fn found(
    status: StatusCode,
    path: &str,
    mut bytes: Vec<u8>,
    fault: Option<&str>,
    state: &State,
    base_path: &str,
) -> Page {
    let kind = media::of(path);
    if kind == media::HTML {
        insert_script(&mut bytes, fault, state, base_path);
    }
    Page { status, kind, bytes, headers: Vec::new(), moved: None }
}

/// A page that says what is wrong and goes when it is mended.
fn failed(status: StatusCode, message: &str, state: &State, base_path: &str) -> Page {
    let text = message.replace('&', "&amp;").replace('<', "&lt;");
    let html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n<title>The site could not be made</title>\n\
         <body>\n<h1>The site could not be made</h1>\n<pre>{text}</pre>\n</body>\n</html>\n"
    );
    found(status, "failure.html", html.into_bytes(), None, state, base_path)
}

/// Puts the script before the end of the body, with the fault that it shows.
fn insert_script(html: &mut Vec<u8>, fault: Option<&str>, state: &State, base_path: &str) {
    let fault = fault.map(|fault| fault.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;"));
    let fault = fault.map(|fault| format!(" data-fault=\"{fault}\"")).unwrap_or_default();
    let script = format!("<script src=\"{base_path}{OWN}reload.js?g={}\"{fault} defer></script>", state.generation);
    let end = b"</body>";
    let at = html.windows(end.len()).rposition(|part| part == end).unwrap_or(html.len());
    html.splice(at..at, script.into_bytes());
}

/// The path of a request, unescaped; `None` when that is no text.
fn decoded(path: &str) -> Option<String> {
    let well_formed = path.split('%').skip(1).all(|rest| {
        let digits = rest.as_bytes().get(..2);
        digits.is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    });
    if !well_formed {
        return None;
    }
    let text = percent_decode_str(path).decode_utf8().ok()?;
    (!text.contains('\0')).then(|| text.into_owned())
}

/// True for names of this machine that need no name server: addresses and `localhost`.
fn is_our_name(host: &HeaderValue, bound: IpAddr) -> bool {
    let Ok(host) = host.to_str() else { return false };
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split(']').next().unwrap_or_default(),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let name = name.to_ascii_lowercase();
    match name.parse::<IpAddr>() {
        // Whoever listens on one address is meant by that address only.
        Ok(address) => bound.is_unspecified() || address == bound || (bound.is_loopback() && address.is_loopback()),
        Err(_) => name == "localhost" || name.ends_with(".localhost"),
    }
}

fn tag(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("\"{:016x}\"", hasher.finish())
}

fn moved(place: &str) -> Response<Body> {
    let mut response = plain(StatusCode::MOVED_PERMANENTLY, "");
    if let Ok(place) = HeaderValue::from_str(place) {
        response.headers_mut().insert(header::LOCATION, place);
    }
    // A permanent move is kept by browsers; a preview's addresses are not permanent.
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn plain(status: StatusCode, text: &'static str) -> Response<Body> {
    let mut response = with_type("text/plain; charset=utf-8", Body::from(text));
    *response.status_mut() = status;
    response
}

fn with_type(kind: &'static str, body: Body) -> Response<Body> {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(kind));
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_are_answered() {
        let local = IpAddr::from([127, 0, 0, 1]);
        let ok = |host: &str, bound: IpAddr| is_our_name(&HeaderValue::from_str(host).unwrap(), bound);
        for host in ["127.0.0.1:4000", "localhost", "LOCALHOST:4000", "a.localhost:1", "[::1]:4000"] {
            assert!(ok(host, local), "{host}");
        }
        for host in ["evil.example", "evil.example:4000", "localhost.evil.example", "192.168.0.9:4000", ""] {
            assert!(!ok(host, local), "{host}");
        }
        assert!(ok("192.168.0.9:4000", IpAddr::from([0, 0, 0, 0])));
        assert!(!ok("evil.example", IpAddr::from([0, 0, 0, 0])));
    }

    #[test]
    fn addresses_are_unescaped_once() {
        assert_eq!(decoded("/a%20b/%C3%A4.html").as_deref(), Some("/a b/ä.html"));
        assert_eq!(decoded("/%252e").as_deref(), Some("/%2e"));
        for bad in ["/a%", "/%4", "/%zz", "/%00", "/%ff"] {
            assert_eq!(decoded(bad), None, "{bad}");
        }
    }

    #[test]
    fn the_script_goes_to_the_end_of_the_body() {
        let state = State { generation: 5, ..State::default() };
        let mut html = b"<body>&lt;/body> <p></body></html>".to_vec();
        insert_script(&mut html, None, &state, "/x/");
        assert_eq!(
            String::from_utf8(html).unwrap(),
            "<body>&lt;/body> <p><script src=\"/x/_skillsite/reload.js?g=5\" defer></script></body></html>"
        );
        let mut html = b"</body>".to_vec();
        insert_script(&mut html, Some("\"a\" <b> & c"), &state, "/");
        let html = String::from_utf8(html).unwrap();
        assert!(html.contains(" data-fault=\"&quot;a&quot; &lt;b> &amp; c\" defer>"), "{html}");
    }

    #[test]
    fn a_page_that_is_known_is_not_sent_again() {
        let page = || found(StatusCode::OK, "a.css", b"text".to_vec(), None, &State::default(), "/");
        let first = page().response(&Method::GET, &HeaderMap::new());
        let mut headers = HeaderMap::new();
        headers.insert(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone());
        assert_eq!(page().response(&Method::GET, &headers).status(), StatusCode::NOT_MODIFIED);
        let head = page().response(&Method::HEAD, &HeaderMap::new());
        assert_eq!(head.headers()[header::CONTENT_LENGTH], "4");
    }

    #[test]
    fn a_failure_is_text_and_never_markup() {
        let state = State { failure: Some("<b> & co".into()), ..State::default() };
        let tell: Tell = Arc::new(|_: Event<'_>| {});
        let page = page(&state, "/", "index.html", &tell);
        let html = String::from_utf8(page.bytes).unwrap();
        assert_eq!(page.status, StatusCode::SERVICE_UNAVAILABLE);
        assert!(html.contains("<pre>&lt;b> &amp; co</pre>") && html.contains("reload.js"), "{html}");
    }
}
