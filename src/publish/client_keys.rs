//! Keys of a header that change what a client does with a skill, kept as the author wrote them.
//!
//! `disable-model-invocation: true` says that only a person may start the skill. Moved under
//! `metadata` it would mean nothing, so these few stay at the top, although the reference
//! validator of the Agent Skills specification complains about every key beyond its six.

use std::collections::BTreeSet;

use crate::package::Package;
use crate::source::SourceTree;

/// Keys that a client acts on: Claude Code, VS Code and Cursor.
const KEYS: &[&str] = &[
    "agent",
    "argument-hint",
    "arguments",
    "background",
    "context",
    "disable-model-invocation",
    "disallowed-tools",
    "effort",
    "fallback",
    "hooks",
    "model",
    "paths",
    "shell",
    "user-invocable",
    "when_to_use",
];

/// One such key with its lines of the author's header.
pub struct ClientKey<'a> {
    /// The key.
    pub key: &'static str,
    text: &'a str,
}

impl ClientKey<'_> {
    /// The lines, without trailing white space.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        self.text.lines().map(|line| line.trim_end().to_owned())
    }
}

/// The client keys of the package's own header, in the author's order. None when the lines do not
/// stand by themselves (an alias to another place, a header that is not YAML).
pub fn kept<'a>(package: &Package, source: &'a SourceTree) -> Vec<ClientKey<'a>> {
    let has_some = package.manifest.extra.iter().any(|extra| client_key(&extra.key).is_some());
    let Some(file) = package.skill_md.filter(|_| has_some) else { return Vec::new() };
    // A key that stands there twice is read as its first; clients refuse a header that repeats it.
    let mut seen = BTreeSet::new();
    entries(&source.text(file)[..package.body.start])
        .into_iter()
        .filter(|entry| seen.insert(entry.key))
        .filter(|entry| serde_saphyr::from_str::<serde_json::Value>(entry.text).is_ok_and(|value| value.is_object()))
        .collect()
}

/// The client key that a dotted path belongs to.
fn client_key(path: &str) -> Option<&'static str> {
    let top = path.split('.').next().unwrap_or(path);
    KEYS.iter().copied().find(|key| *key == top)
}

/// The lines of each client key: from its line up to the next line that starts another key.
fn entries(header: &str) -> Vec<ClientKey<'_>> {
    let mut found: Vec<ClientKey<'_>> = Vec::new();
    let mut open: Option<(&'static str, usize)> = None;
    let mut at = 0;
    for line in header.split_inclusive('\n') {
        let starts = !line.starts_with([' ', '\t', '-', '#', '\n']) || line.starts_with("---");
        if starts {
            if let Some((key, start)) = open.take() {
                found.push(ClientKey { key, text: header[start..at].trim_end() });
            }
            open = line
                .split_once(':')
                .and_then(|(key, _)| KEYS.iter().find(|known| **known == key))
                .map(|key| (*key, at));
        }
        at += line.len();
    }
    found
}

#[cfg(test)]
mod tests {
    use super::KEYS;
    use crate::manifest::client_of;

    #[test]
    fn keys_of_clients_are_known_to_the_reader() {
        for key in KEYS {
            assert!(client_of(key).is_some(), "{key}");
        }
    }
}
