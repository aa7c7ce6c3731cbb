//! The machine files of a site, as leniently as a check can be: what is missing is a problem to
//! tell, not a failure to read.

use std::collections::BTreeMap;

use serde::Deserialize;

use crate::publish::is_index_name;

/// Identifier of discovery index 0.2.0.
pub(super) const SCHEMA: &str = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";

/// Either discovery index.
#[derive(Deserialize)]
pub(super) struct Index {
    #[serde(rename = "$schema")]
    pub schema: Option<String>,
    pub skills: Vec<Entry>,
}

#[derive(Deserialize)]
pub(super) struct Entry {
    #[serde(default)]
    pub name: String,
    pub r#type: Option<String>,
    pub description: Option<String>,
    pub url: Option<String>,
    pub digest: Option<String>,
    pub files: Option<Vec<String>>,
}

impl Entry {
    /// What makes clients drop the entry.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if !is_index_name(&self.name) {
            faults.push("the name is not 1 to 64 of `a-z`, `0-9` and inner hyphens".to_owned());
        }
        match self.description.as_deref().map_or(0, |text| text.encode_utf16().count()) {
            0 => faults.push("there is no description".to_owned()),
            1..=1024 => {}
            _ => faults.push("the description has more than 1024 characters".to_owned()),
        }
        if !matches!(self.r#type.as_deref(), Some("skill-md" | "archive")) {
            faults.push("`type` is neither `skill-md` nor `archive`".to_owned());
        }
        if self.url.is_none() {
            faults.push("there is no `url`".to_owned());
        }
        let hex = self.digest.as_deref().and_then(|digest| digest.strip_prefix("sha256:")).unwrap_or_default();
        if hex.len() != 64 || !hex.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')) {
            faults.push("`digest` is not `sha256:` and 64 lower-case hexadecimal digits".to_owned());
        }
        faults
    }

    /// Content types that the discovery text allows for the artifact.
    pub fn media_types(&self) -> &'static [&'static str] {
        match self.r#type.as_deref() {
            Some("skill-md") => &["text/markdown", "text/plain"],
            _ => &["application/zip", "application/gzip", "application/x-zip-compressed", "application/octet-stream"],
        }
    }
}

/// The part of `catalog.json` that can be checked.
#[derive(Deserialize)]
pub(super) struct CatalogJson {
    pub base_url: Option<String>,
    skills: Vec<Skill>,
}

#[derive(Deserialize)]
struct Skill {
    id: String,
    #[serde(default)]
    files: Vec<File>,
    install: Option<Install>,
}

#[derive(Deserialize)]
struct File {
    path: String,
    sha256: String,
}

/// What `catalog.json` says of a skill that clients are offered.
#[derive(Deserialize)]
pub(super) struct Install {
    pub name: String,
    pub digest: String,
    /// Address of the skill in the site: `skills/<id>.html`.
    #[serde(skip)]
    pub id: String,
    /// Digests by path.
    #[serde(skip)]
    pub files: BTreeMap<String, String>,
}

impl CatalogJson {
    /// The offered skills by name.
    pub fn by_name(&self) -> BTreeMap<&str, &Install> {
        self.skills.iter().filter_map(|skill| skill.install.as_ref()).map(|install| (&*install.name, install)).collect()
    }

    /// Hands ids and the digests of files to the entries they belong to.
    pub fn completed(mut self) -> Self {
        for skill in &mut self.skills {
            if let Some(install) = &mut skill.install {
                install.id = std::mem::take(&mut skill.id);
                install.files = skill.files.drain(..).map(|file| (file.path, file.sha256)).collect();
            }
        }
        self
    }
}

/// A plugin marketplace.
#[derive(Deserialize)]
pub(super) struct Marketplace {
    pub plugins: Vec<Plugin>,
}

#[derive(Deserialize)]
pub(super) struct Plugin {
    pub source: Source,
}

#[derive(Deserialize)]
pub(super) struct Source {
    pub url: String,
    pub sha256: String,
}
