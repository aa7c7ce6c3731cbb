//! `llms.txt`: the catalog as a short Markdown list for language models, by category, and
//! `llms-full.txt`: the text of every skill in one file, when the configuration asks for it.
//! Form: <https://llmstxt.org>.

use std::fmt::Write as _;

use anyhow::Result;

use crate::catalog::Skill;
use crate::package::Maturity;
use crate::site::{Inputs, Site, Table, address};

/// Claims the files.
pub fn emit(inputs: &Inputs, table: &mut Table) {
    table.add("llms.txt", |site| Ok(list(site)?.into_bytes().into()));
    if inputs.config.registry.llms_full {
        table.add("llms-full.txt", |site| Ok(full(site)?.into_bytes().into()));
    }
}

fn list(site: &Site) -> Result<String> {
    let catalog = &site.inputs.catalog;
    let mut out = head(site)?;
    writeln!(out, "\nEach link is the text of one skill. `catalog.json` has all fields of all skills.")?;
    for group in &catalog.categories {
        writeln!(out, "\n## {}\n", plain(&group.title))?;
        let (old, current): (Vec<&Skill>, Vec<&Skill>) =
            group.skills.iter().map(|index| catalog.skill(*index)).partition(|skill| is_old(skill));
        for skill in current {
            line(&mut out, skill)?;
        }
        for skill in old {
            line(&mut out, skill)?;
        }
    }
    Ok(out)
}

fn full(site: &Site) -> Result<String> {
    let catalog = &site.inputs.catalog;
    let mut out = head(site)?;
    for skill in catalog.categories.iter().flat_map(|group| &group.skills).map(|index| catalog.skill(*index)) {
        let body = skill.package.body(&catalog.source).trim();
        write!(out, "\n---\n\n# {}\n\n> {}\n", plain(skill.name()), plain(skill.package.description()))?;
        if !body.is_empty() {
            writeln!(out, "\n{body}")?;
        }
    }
    Ok(out)
}

fn head(site: &Site) -> Result<String> {
    let config = &site.inputs.config;
    let mut out = format!("# {}\n", plain(&config.title));
    if !config.description.is_empty() {
        writeln!(out, "\n> {}", plain(&config.description))?;
    }
    Ok(out)
}

/// One skill, with a link when it has a text.
fn line(out: &mut String, skill: &Skill) -> Result<()> {
    let name = plain(skill.name()).replace(['[', ']'], " ");
    match skill.package.skill_md {
        Some(_) => {
            let link = address::encode(&address::raw(&skill.id, "SKILL.md"));
            write!(out, "- [{name}]({link})")?;
        }
        None => write!(out, "- {name}")?,
    }
    let description = plain(skill.package.description());
    if !description.is_empty() {
        write!(out, ": {description}")?;
    }
    if is_old(skill) {
        out.push_str(" (deprecated)");
    }
    out.push('\n');
    Ok(())
}

fn is_old(skill: &Skill) -> bool {
    skill.package.maturity() == Some(Maturity::Deprecated)
}

/// On one line, and no link: what is in brackets in somebody's description leads nowhere from here.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace("](", "] (")
}
