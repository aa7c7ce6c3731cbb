//! "What the agent gets": the header that is published in front of the author's text, where each
//! of its lines comes from, and where to get the files.

use anyhow::Result;
use serde::Serialize;

use super::{downloads, raw};
use crate::catalog::SkillIndex;
use crate::publish::Origin;
use crate::site::here::{Here, Link};

/// The values of `agent.html`.
#[derive(Serialize)]
pub(in crate::site) struct Agent {
    /// Why clients are not offered the skill.
    refused: Option<Refused>,
    note: String,
    header: Vec<HeaderLine>,
    /// The published `SKILL.md`.
    published: String,
    /// The author's own file.
    source: String,
    /// The skill as one file.
    download: Option<Link<'static>>,
    /// Digest of all published files.
    digest: String,
    /// Enough of it to compare by eye.
    digest_start: String,
}

/// A sentence round a reason. That is English in every language of the interface.
#[derive(Serialize)]
struct Refused {
    before: String,
    reason: String,
    after: String,
}

#[derive(Serialize)]
struct HeaderLine {
    key: String,
    value: String,
    /// Below another key.
    deep: bool,
    /// The author wrote something else, or nothing.
    changed: bool,
}

/// What agents get of a skill; `None` when it has no text.
pub(in crate::site) fn agent(here: Here<'_>, index: SkillIndex) -> Result<Option<Agent>> {
    let (site, t) = (here.site, &here.site.strings);
    let skill = here.skill(index);
    if skill.package.skill_md.is_none() {
        return Ok(None);
    }
    let package = site.package(index)?;
    let refusal = site.registry.refusal(index);
    let lines = skill.package.body(&site.inputs.catalog.source).trim().lines().count();
    let download = || {
        let files = t.count("agent_files", package.files.len());
        let text = t.fill("agent_download", &[("files", &files), ("size", &t.size(package.size()))]);
        Link::to(text, here.href(&downloads::path(skill)))
    };
    let header = site.publication(index).header().lines.into_iter();
    Ok(Some(Agent {
        refused: refusal.map(|reason| {
            let (before, after) = t.get("agent_refused").split_once("{reason}").unwrap_or_default();
            Refused { before: before.to_owned(), reason: reason.to_string(), after: after.to_owned() }
        }),
        note: t.fill("agent_note", &[("lines", &t.count("lines", lines))]),
        header: header
            .map(|line| {
                let (key, value) = line.text.split_once(':').unwrap_or(("", &line.text));
                HeaderLine {
                    key: key.trim().to_owned(),
                    value: value.trim().to_owned(),
                    deep: key.starts_with(' '),
                    changed: matches!(line.origin, Origin::Changed | Origin::Derived),
                }
            })
            .collect(),
        published: here.href(&raw::published_path(skill)),
        source: here.href(&raw::source_path(skill)),
        download: refusal.is_none().then(download),
        digest_start: package.tree.labelled().chars().take("sha256:".len() + 12).collect(),
        digest: package.tree.labelled(),
    }))
}
