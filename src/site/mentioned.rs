//! Where the texts of a skill mention one of its files, as links.

use std::collections::BTreeSet;

use serde::Serialize;

use super::files::SkillFile;
use super::here::{Here, Link};
use super::{address, prose};
use crate::catalog::{Catalog, Mention, SkillIndex};
use crate::source::FileId;

/// Places that are named; of more the number is told.
const NAMED: usize = 6;

/// Each companion of a skill, in order.
pub(super) type OfSkill = Vec<Companion>;

/// What the texts of a skill say of one of its files.
pub(super) struct Companion {
    file: FileId,
    /// A text holds what may stand for the file.
    is_named: bool,
    /// Where it certainly does.
    places: Vec<Mention>,
}

/// The line on the page of a file.
#[derive(Serialize)]
pub(super) struct Mentioned<'a> {
    /// Sections of the instructions, then files; empty when nothing mentions the file.
    places: Vec<Link<'a>>,
    /// "3 more".
    more: Option<String>,
}

pub(super) fn of_skill(catalog: &Catalog, index: SkillIndex) -> OfSkill {
    let mentions = catalog.mentions(index);
    let companions = catalog.skill(index).package.companions.iter();
    companions
        .map(|companion| Companion {
            file: companion.file,
            is_named: mentions.names(&companion.path),
            places: mentions.places(&catalog.source, companion.file, &companion.path),
        })
        .collect()
}

/// Where the file is mentioned; `None` for what is no companion, and where it is not certain.
pub(super) fn line<'a>(here: Here<'a>, index: SkillIndex, file: &SkillFile) -> Option<Mentioned<'a>> {
    let mentioned = here.site.mentions(index).iter().find(|companion| companion.file == file.file)?;
    if mentioned.places.is_empty() && mentioned.is_named {
        return None;
    }
    let mut links: Vec<Link<'a>> = Vec::new();
    let mut seen = BTreeSet::new();
    for place in &mentioned.places {
        let link = link(here, index, *place);
        links.extend(link.filter(|link| seen.insert(link.href.clone())));
    }
    let rest = links.len().saturating_sub(NAMED);
    links.truncate(NAMED);
    let more = (rest > 0).then(|| here.site.strings.fill("more_values", &[("n", &here.site.strings.number(rest))]));
    Some(Mentioned { places: links, more })
}

/// The section of the skill's page, or the page of the file, that holds a mention.
fn link(here: Here<'_>, index: SkillIndex, place: Mention) -> Option<Link<'_>> {
    let skill = here.skill(index);
    let package = &skill.package;
    if package.skill_md != Some(place.file) {
        let file = here.file(index, place.file)?;
        return Some(Link::to(file.path.as_str(), here.href(file.page())));
    }
    let page = here.href(&address::skill(&skill.id));
    let (_, headings) = prose::headings(&package.outline, skill.name());
    let before = |at: usize| headings.iter().rev().find(|heading| heading.range.start <= at);
    let section = place.at.checked_sub(package.body.start).and_then(before);
    Some(match section.filter(|section| !section.text.is_empty()) {
        Some(section) => {
            Link::to(format!("SKILL.md § {}", section.text), format!("{page}#{}", address::encode(&section.id)))
        }
        None => Link::to("SKILL.md", page),
    })
}
