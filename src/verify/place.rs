//! Where a site is: a folder, or an address on the web.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context as _, Result, bail};
use percent_encoding::percent_decode_str;

/// Longest that one answer may take.
const TIMEOUT: Duration = Duration::from_secs(30);
/// Most bytes of one answer; the largest artifact that clients take is smaller.
const MAX_BYTES: u64 = 64 * 1024 * 1024;

/// A folder or an address.
pub enum Place {
    /// A folder that a build wrote.
    Folder(PathBuf),
    /// A site that is served.
    Web {
        /// The site's address with a trailing slash.
        base: String,
        /// Keeps connections between requests.
        agent: ureq::Agent,
    },
}

/// What is at a path.
pub(super) enum Answer {
    /// A file, with its content type (without parameters) where a host said it.
    Found { bytes: Vec<u8>, content_type: Option<String> },
    /// Nothing.
    Missing,
}

impl Place {
    /// The place that a person means by `text`: an `http` or `https` address, else a folder.
    ///
    /// # Errors
    /// When there is no such folder.
    pub fn new(text: &str) -> Result<Self> {
        if !(text.starts_with("http://") || text.starts_with("https://")) {
            let folder = PathBuf::from(text);
            if !folder.is_dir() {
                bail!("`{text}` is neither a folder nor an `http` or `https` address");
            }
            return Ok(Place::Folder(folder));
        }
        let address = text.split(['?', '#']).next().unwrap_or(text).trim_end_matches('/');
        let tls = ureq::tls::TlsConfig::builder().root_certs(ureq::tls::RootCerts::PlatformVerifier).build();
        let agent = ureq::Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .http_status_as_error(false)
            .tls_config(tls)
            .user_agent(concat!("skillsite/", env!("CARGO_PKG_VERSION")))
            .build()
            .into();
        Ok(Place::Web { base: format!("{address}/"), agent })
    }

    /// What is at `path`, relative to the site, unescaped.
    ///
    /// # Errors
    /// When the place cannot be read: no connection, a host that fails.
    pub(super) fn get(&self, path: &str) -> Result<Answer> {
        match self {
            Place::Folder(folder) => {
                let file = folder.join(path);
                if !file.is_file() {
                    return Ok(Answer::Missing);
                }
                let bytes = std::fs::read(&file).with_context(|| format!("cannot read {}", file.display()))?;
                Ok(Answer::Found { bytes, content_type: None })
            }
            Place::Web { base, agent } => {
                let url = format!("{base}{}", encoded(path));
                ask(agent, &url).with_context(|| format!("cannot get {url}"))
            }
        }
    }

    /// The path, relative to the site, that `url` in the file `from` leads to (RFC 3986, section
    /// 5). `None` when it leads off the site.
    pub(super) fn resolve(&self, from: &str, url: &str) -> Option<String> {
        let url = url.split(['?', '#']).next().unwrap_or(url);
        let inside = match self {
            Place::Web { base, .. } if url.contains("://") => url.strip_prefix(base.as_str())?.to_owned(),
            Place::Web { base, .. } if url.starts_with('/') => {
                let host = base.find("://")? + 3;
                let path = &base[host + base[host..].find('/')?..];
                url.strip_prefix(path)?.to_owned()
            }
            _ if url.contains("://") || url.starts_with('/') => return None,
            _ => format!("{}/{url}", from.rsplit_once('/').map_or("", |(folder, _)| folder)),
        };
        let mut parts: Vec<&str> = Vec::new();
        for part in inside.split('/') {
            match part {
                "" | "." => {}
                ".." => drop(parts.pop()?),
                part => parts.push(part),
            }
        }
        Some(decoded(&parts.join("/")))
    }
}

fn ask(agent: &ureq::Agent, url: &str) -> Result<Answer> {
    let mut response = agent.get(url).call()?;
    let status = response.status().as_u16();
    match status {
        200 => {}
        404 | 410 | 403 => return Ok(Answer::Missing),
        status => bail!("the host answered with status {status}"),
    }
    let content_type = response.body().mime_type().map(str::to_ascii_lowercase);
    let bytes = response.body_mut().with_config().limit(MAX_BYTES).read_to_vec()?;
    Ok(Answer::Found { bytes, content_type })
}

fn encoded(path: &str) -> String {
    crate::site::address::encode(path)
}

/// Without percent escapes.
pub(super) fn decoded(path: &str) -> String {
    percent_decode_str(path).decode_utf8_lossy().into_owned()
}
