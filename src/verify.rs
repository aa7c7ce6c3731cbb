//! Is a published catalog what its indexes say it is? A folder or an address → problems.
//!
//! A build that is right can still be served wrong: an upload step drops dot-folders, a host
//! answers every address with a page, an old file stays in a cache. Clients then install nothing
//! and say nothing. This reads the site as they do and hashes every artifact again.
//!
//! Reads only; the network is used when an address is given, and nowhere else in the program.

mod index;
mod place;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use anyhow::{Result, bail};
use rayon::prelude::*;

use crate::diagnostic::Level;
use crate::publish::Digest;
use index::{CatalogJson, Index, Marketplace};
use place::Answer;
pub use place::Place;

const DISCOVERY: &str = ".well-known/agent-skills/index.json";
const LEGACY: &str = ".well-known/skills/index.json";
const MARKETPLACE: &str = ".claude-plugin/marketplace.json";
const CATALOG: &str = "catalog.json";
/// An address that no site has.
const NOWHERE: &str = "skillsite-verify/no-such-page.html";

/// One thing that is wrong, or that could not be looked at.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Error: clients install nothing, or something else. Warning: against the text, and clients
    /// cope.
    pub level: Level,
    /// The file, relative to the site.
    pub path: String,
    /// What is wrong, as a sentence without a full stop.
    pub message: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.level.as_str(), self.path, self.message)
    }
}

/// What was looked at and found.
#[derive(Debug, Default)]
pub struct Outcome {
    /// Entries of the discovery index.
    pub skills: usize,
    /// Files whose bytes were hashed.
    pub files: usize,
    /// What is wrong, sorted.
    pub problems: Vec<Problem>,
}

impl Outcome {
    fn problem(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.problems.push(Problem { level: Level::Error, path: path.into(), message: message.into() });
    }

    fn warning(&mut self, path: impl Into<String>, message: impl Into<String>) {
        self.problems.push(Problem { level: Level::Warning, path: path.into(), message: message.into() });
    }

    fn add(&mut self, other: Outcome) {
        self.files += other.files;
        self.problems.extend(other.problems);
    }
}

/// Reads the site at `place` as clients do.
///
/// # Errors
/// When the place cannot be read at all: no such folder, no connection, nothing there that a build writes.
pub fn verify(place: &Place) -> Result<Outcome> {
    let mut outcome = Outcome::default();
    let (catalog, index, legacy) = (place.get(CATALOG)?, place.get(DISCOVERY)?, place.get(LEGACY)?);
    if [&catalog, &index, &legacy].iter().all(|answer| matches!(answer, Answer::Missing)) {
        bail!(
            "no site is here: neither {CATALOG} nor .well-known/; name the folder that `skillsite build` wrote, or its address"
        );
    }
    let catalog = parsed::<CatalogJson>(catalog, CATALOG, &mut outcome).map(CatalogJson::completed);
    let index: Option<Index> = parsed(index, DISCOVERY, &mut outcome);
    let legacy: Option<Index> = parsed(legacy, LEGACY, &mut outcome);
    if index.is_none() && legacy.is_none() && catalog.is_some() {
        outcome.problem(
            ".well-known/",
            "the dot-folders are missing: the upload or the host drops hidden files (for GitHub Pages set \
             `include-hidden-files: true` where the artifact is uploaded)",
        );
    }
    let expected = catalog.as_ref().map(CatalogJson::by_name).unwrap_or_default();
    if let Some(index) = &index {
        outcome.skills = index.skills.len();
        discovery(place, index, &mut outcome)?;
        compare(index, catalog.is_some(), &expected, &mut outcome);
        scoped(place, index, &expected, &mut outcome)?;
    }
    if let Some(legacy) = &legacy {
        loose_files(place, legacy, &expected, &mut outcome)?;
    }
    marketplace(place, catalog.as_ref(), &mut outcome)?;
    not_found(place, &mut outcome)?;
    outcome.problems.sort();
    outcome.problems.dedup();
    Ok(outcome)
}

/// A JSON file that must be there.
fn json<T: serde::de::DeserializeOwned>(place: &Place, path: &str, outcome: &mut Outcome) -> Result<Option<T>> {
    Ok(parsed(place.get(path)?, path, outcome))
}

/// The same, from the answer of the place.
fn parsed<T: serde::de::DeserializeOwned>(answer: Answer, path: &str, outcome: &mut Outcome) -> Option<T> {
    let Answer::Found { bytes, content_type } = answer else {
        outcome.problem(path, "is not there");
        return None;
    };
    if content_type.as_deref().is_some_and(|kind| kind != "application/json") {
        outcome
            .warning(path, format!("is served as `{}`, not as `application/json`", content_type.unwrap_or_default()));
    }
    match serde_json::from_slice(&bytes) {
        Ok(value) => Some(value),
        Err(error) => {
            let start = bytes.trim_ascii_start();
            let html = start.starts_with(b"<");
            let hint =
                if html { ": a page came instead; the host answers with it for what it does not have" } else { "" };
            outcome.problem(path, format!("is not what a client reads{hint} ({error})"));
            None
        }
    }
}

/// Every entry of the discovery index: its form, its artifact, its digest.
fn discovery(place: &Place, index: &Index, outcome: &mut Outcome) -> Result<()> {
    if index.schema.as_deref() != Some(index::SCHEMA) {
        outcome.problem(DISCOVERY, "`$schema` is not that of version 0.2.0: clients ignore the whole index");
    }
    let mut seen = BTreeSet::new();
    for entry in &index.skills {
        if !seen.insert(&entry.name) {
            outcome.problem(DISCOVERY, format!("`{}` is listed twice", entry.name));
        }
    }
    let checked: Vec<Outcome> = index
        .skills
        .par_iter()
        .map(|entry| {
            let mut outcome = Outcome::default();
            for fault in entry.faults() {
                outcome.problem(DISCOVERY, format!("`{}`: {fault}", entry.name));
            }
            let (Some(url), Some(digest)) = (&entry.url, &entry.digest) else { return Ok(outcome) };
            match place.resolve(DISCOVERY, url) {
                Some(path) => artifact(place, &path, digest, entry.media_types(), &mut outcome)?,
                None => outcome.problem(DISCOVERY, format!("`{}`: `{url}` leads off this site", entry.name)),
            }
            Ok(outcome)
        })
        .collect::<Result<_>>()?;
    for one in checked {
        outcome.add(one);
    }
    Ok(())
}

/// A file that must have this digest, and one of these content types where the host says one.
fn artifact(place: &Place, path: &str, digest: &str, types: &[&str], outcome: &mut Outcome) -> Result<()> {
    let Answer::Found { bytes, content_type } = place.get(path)? else {
        outcome.problem(path, "is not there");
        return Ok(());
    };
    outcome.files += 1;
    let found = Digest::of(&bytes).labelled();
    if found != digest {
        outcome.problem(path, format!("has the digest {found}, the index says {digest}: clients refuse it"));
    }
    if let Some(kind) = content_type
        && !types.is_empty()
        && !types.contains(&kind.as_str())
    {
        outcome.warning(path, format!("is served as `{kind}`, not as {}", or(types)));
    }
    Ok(())
}

fn or(types: &[&str]) -> String {
    types.iter().map(|kind| format!("`{kind}`")).collect::<Vec<_>>().join(" or ")
}

/// The index against `catalog.json`: one of the two is stale when they differ.
fn compare(index: &Index, has_catalog: bool, expected: &BTreeMap<&str, &index::Install>, outcome: &mut Outcome) {
    if !has_catalog {
        return;
    }
    for entry in &index.skills {
        match expected.get(entry.name.as_str()) {
            None => {
                outcome.problem(DISCOVERY, format!("lists `{}`, which `{CATALOG}` does not: one is stale", entry.name));
            }
            Some(install) if Some(&install.digest) != entry.digest.as_ref() => {
                let message = format!("has another digest for `{}` than `{CATALOG}`: one is stale", entry.name);
                outcome.problem(DISCOVERY, message);
            }
            Some(_) => {}
        }
    }
    let listed: BTreeSet<&str> = index.skills.iter().map(|entry| entry.name.as_str()).collect();
    for name in expected.keys() {
        if !listed.contains(name) {
            outcome.problem(DISCOVERY, format!("does not list `{name}`, which `{CATALOG}` does: one is stale"));
        }
    }
}

/// The index at each skill's own address, which lies in a dot-folder of its own.
fn scoped(
    place: &Place,
    index: &Index,
    expected: &BTreeMap<&str, &index::Install>,
    outcome: &mut Outcome,
) -> Result<()> {
    let checked: Vec<Outcome> = index
        .skills
        .par_iter()
        .filter_map(|entry| Some((entry, expected.get(entry.name.as_str())?)))
        .map(|(entry, install)| {
            let mut outcome = Outcome::default();
            let path = format!("skills/{}/{DISCOVERY}", install.id);
            if let Some(one) = json::<Index>(place, &path, &mut outcome)?
                && one.skills.first().is_none_or(|first| first.name != entry.name || first.digest != entry.digest)
            {
                outcome.problem(path, format!("does not agree with `{DISCOVERY}`"));
            }
            Ok(outcome)
        })
        .collect::<Result<_>>()?;
    for one in checked {
        outcome.add(one);
    }
    Ok(())
}

/// The loose files of the older index, against the digests of `catalog.json` where it has them.
fn loose_files(
    place: &Place,
    legacy: &Index,
    expected: &BTreeMap<&str, &index::Install>,
    outcome: &mut Outcome,
) -> Result<()> {
    let files = legacy.skills.iter().flat_map(|entry| entry.files.iter().flatten().map(move |file| (entry, file)));
    let checked: Vec<Outcome> = files
        .collect::<Vec<_>>()
        .into_par_iter()
        .map(|(entry, file)| {
            let mut outcome = Outcome::default();
            let path = format!(".well-known/skills/{}/{file}", entry.name);
            let digest = expected.get(entry.name.as_str()).and_then(|install| install.files.get(file));
            match (place.get(&path)?, digest) {
                (Answer::Missing, _) => outcome.problem(path, format!("is not there, and `{LEGACY}` lists it")),
                (Answer::Found { bytes, .. }, Some(digest)) => {
                    outcome.files += 1;
                    if Digest::of(&bytes).to_string() != *digest {
                        outcome.problem(path, format!("is not the file that `{CATALOG}` describes"));
                    }
                }
                (Answer::Found { .. }, None) => {}
            }
            Ok(outcome)
        })
        .collect::<Result<_>>()?;
    for one in checked {
        outcome.add(one);
    }
    Ok(())
}

/// The plugin marketplace: there when the site says it has an address of its own, with digests
/// that hold.
fn marketplace(place: &Place, catalog: Option<&CatalogJson>, outcome: &mut Outcome) -> Result<()> {
    let base = catalog.and_then(|catalog| catalog.base_url.as_deref()).filter(|base| base.starts_with("https://"));
    let Some(base) = base else { return Ok(()) };
    let Some(market) = json::<Marketplace>(place, MARKETPLACE, outcome)? else { return Ok(()) };
    for plugin in &market.plugins {
        match plugin.source.url.strip_prefix(base) {
            Some(path) => {
                let digest = format!("sha256:{}", plugin.source.sha256);
                artifact(place, &place::decoded(path), &digest, &[], outcome)?;
            }
            None => outcome.problem(MARKETPLACE, format!("`{}` is not below {base}", plugin.source.url)),
        }
    }
    Ok(())
}

/// What is not there must be said not to be there: clients probe for files.
fn not_found(place: &Place, outcome: &mut Outcome) -> Result<()> {
    if matches!(place.get(NOWHERE)?, Answer::Found { .. }) {
        outcome.warning(NOWHERE, "an address that does not exist is answered with status 200 instead of 404");
    }
    if matches!(place.get("404.html")?, Answer::Missing) {
        outcome.warning("404.html", "is not there");
    }
    Ok(())
}

#[cfg(test)]
mod tests;
