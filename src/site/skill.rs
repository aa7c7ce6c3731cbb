//! The page of a skill: its instructions, and everything a reader asks before using it.

mod details;
mod relations;
mod tree;

use anyhow::Result;
use serde::Serialize;

use super::chrome::{self, Head, Section};
use super::cost::{self, CostRow};
use super::findings::{self, FindingRow};
use super::here::{Here, Link};
use super::list::{self, State, Trigger};
use super::prose::{self, Entry, Prose};
use super::registry::agent::{self, Agent};
use super::registry::install::{self, Tab};
use super::registry::raw;
use super::{Site, Table, address, graph, language};
use crate::catalog::{LinkContext, Skill, SkillIndex};
use crate::manifest::{Field, ListField};
use crate::package::Maturity;
use details::Detail;
use relations::Relations;
use tree::Tree;

#[derive(Serialize)]
struct SkillPage<'a> {
    id: &'a str,
    name: &'a str,
    lang: Option<&'a str>,
    category: Link<'a>,
    version: Option<&'a str>,
    /// The description, paragraph by paragraph.
    trigger: Trigger<'a>,
    more_description: Vec<&'a str>,
    /// The description is more than a few lines.
    long: bool,
    kind: Option<&'a str>,
    maturity: Option<State<'a>>,
    tags: Vec<Link<'a>>,
    banners: Vec<Banner<'a>>,
    body: String,
    contents: Vec<Entry<'a>>,
    install: Vec<Tab<'a>>,
    /// What to type after the download, where no client can be given an address.
    unpack: Option<String>,
    agent: Option<Agent>,
    details: Vec<Detail<'a>>,
    more: Vec<Detail<'a>>,
    covers: Option<&'a str>,
    not_for: Vec<&'a str>,
    inputs: Vec<&'a str>,
    cost: Vec<CostRow<'a>>,
    relations: Option<Relations<'a>>,
    /// Drawing of what it requires and what requires it.
    neighbourhood: Option<String>,
    files: Tree<'a>,
    files_anchor: &'static str,
    findings: Vec<FindingRow<'a>>,
    similar: Vec<Similar<'a>>,
    previous: Option<Link<'a>>,
    next: Option<Link<'a>>,
    markdown: Option<String>,
    history: Option<String>,
}

/// A skill that is like this one.
#[derive(Serialize)]
struct Similar<'a> {
    link: Link<'a>,
    trigger: Trigger<'a>,
}

/// A notice above the text.
#[derive(Serialize)]
struct Banner<'a> {
    /// `bad`, `warn` or `info`: a class name.
    tone: &'static str,
    text: String,
    link: Option<Link<'a>>,
}

pub(super) fn emit(site: &Site, index: SkillIndex, table: &mut Table) {
    let path = address::skill(&site.inputs.catalog.skill(index).id);
    table.add(path.clone(), move |site| {
        let here = Here { site, path: &path };
        let skill = here.skill(index);
        let source = &site.inputs.catalog.source;
        let markdown = skill.package.skill_md.map(|_| raw::published_path(skill));
        let head = Head {
            title: skill.name(),
            description: skill.package.description(),
            section: Section::Skills,
            markdown: markdown.as_deref(),
            source: skill.package.skill_md.or(skill.package.skill_toml).map(|file| source.path(file)),
            json_ld: Some(json_ld(here, skill)),
        };
        here.render("skill.html", head, &page(here, index)?)
    });
}

fn page(here: Here<'_>, index: SkillIndex) -> Result<SkillPage<'_>> {
    let skill = here.skill(index);
    let (package, manifest) = (&skill.package, &skill.package.manifest);
    let catalog = &here.site.inputs.catalog;
    let body = package.skill_md.map(|file| {
        let context = LinkContext { skill: index, file };
        let text = package.body(&catalog.source);
        prose::render(here, &Prose { context, text, outline: &package.outline, title: skill.name() })
    });
    let (html, contents) = body.map_or((String::new(), Vec::new()), |body| (body.html, body.contents));
    let (first, rest) = first_paragraph(package.description());
    let main = package.skill_md.or(package.skill_toml);
    Ok(SkillPage {
        id: &skill.id,
        name: skill.name(),
        lang: language::marked(here, index),
        category: here.category_link(skill),
        version: written(manifest.version.as_ref()),
        trigger: list::trigger(first),
        more_description: rest,
        long: first.chars().count() > LONG,
        kind: written(manifest.kind.as_ref()),
        maturity: package.maturity().map(|maturity| list::maturity_state(here, maturity)),
        tags: skill.tags.iter().map(|tag| here.group_link(&catalog.tags[*tag])).collect(),
        banners: banners(here, index),
        body: html,
        contents,
        install: install::skill_tabs(here.site, index),
        unpack: install::unpack(here.site, index),
        agent: agent::agent(here, index)?,
        details: details::details(here, skill),
        more: details::more(skill),
        covers: written(manifest.boundary.as_ref()),
        not_for: manifest.non_goals.iter().flat_map(ListField::texts).collect(),
        inputs: manifest.inputs.iter().flat_map(ListField::texts).collect(),
        cost: cost::rows(here, index),
        relations: relations::relations(here, index),
        neighbourhood: graph::neighbourhood(here, index),
        files: tree::tree(here, index),
        files_anchor: prose::FILES_ANCHOR,
        findings: here.site.findings().by_skill[index.0 as usize].iter().map(|at| findings::row(here, *at)).collect(),
        similar: here.site.similar(index).iter().map(|other| similar(here, *other)).collect(),
        previous: neighbour(here, index, -1),
        next: neighbour(here, index, 1),
        markdown: package.skill_md.map(|_| here.href(&raw::published_path(skill))),
        history: main.and_then(|file| chrome::history_address(here, catalog.source.path(file))),
    })
}

/// Characters from which on a description is set smaller.
const LONG: usize = 320;

/// The text of a field, when it says something.
fn written(field: Option<&Field>) -> Option<&str> {
    field.map(|field| field.text.trim()).filter(|text| !text.is_empty())
}

/// The first paragraph of a description, and the others.
fn first_paragraph(description: &str) -> (&str, Vec<&str>) {
    let mut paragraphs = description.split("\n\n").map(str::trim).filter(|paragraph| !paragraph.is_empty());
    (paragraphs.next().unwrap_or_default(), paragraphs.collect())
}

fn similar(here: Here<'_>, other: SkillIndex) -> Similar<'_> {
    let Trigger { label, text, .. } = list::trigger(here.skill(other).package.description());
    let text = crate::text::shorten(&text, 120).into_owned().into();
    Similar { link: here.skill_link(other), trigger: Trigger { before: "".into(), label, text } }
}

/// What a reader must know before trusting the skill.
fn banners(here: Here<'_>, index: SkillIndex) -> Vec<Banner<'_>> {
    let site = here.site;
    let (t, skill) = (&site.strings, here.skill(index));
    let mut banners = Vec::new();
    match skill.package.maturity() {
        Some(Maturity::Deprecated) => {
            let link = list::replacement(here, index);
            let key = if link.is_some() { "banner_replaced" } else { "banner_deprecated" };
            banners.push(Banner { tone: "bad", text: t.get(key).into(), link });
        }
        Some(Maturity::Draft) => banners.push(Banner { tone: "info", text: t.get("banner_draft").into(), link: None }),
        _ => {}
    }
    let report = &site.inputs.report;
    let stale = site.findings().has(report, index, "stale");
    if let Some(date) = written(skill.package.manifest.last_verified.as_ref()).filter(|_| stale) {
        banners.push(Banner { tone: "warn", text: t.fill("banner_stale", &[("date", date)]), link: None });
    }
    let counts = site.findings().level_counts(report, index);
    if counts.errors > 0 {
        let link = Link::to(t.get("findings"), format!("#{FINDINGS_ANCHOR}"));
        banners.push(Banner { tone: "bad", text: t.count("banner_errors", counts.errors), link: Some(link) });
    }
    banners
}

/// Where the findings are on the page; see [`prose::FILES_ANCHOR`] for the form.
const FINDINGS_ANCHOR: &str = "s:findings";

/// The skill that many steps away in the same category.
fn neighbour(here: Here<'_>, index: SkillIndex, step: isize) -> Option<Link<'_>> {
    let category = &here.site.inputs.catalog.categories[here.skill(index).category];
    let at = category.skills.binary_search(&index).ok()?;
    category.skills.get(at.checked_add_signed(step)?).map(|other| here.skill_link(*other))
}

/// The skill for machines that read pages (schema.org `SoftwareSourceCode`), safe inside a script
/// element: `<`, `>` and `&` are escapes, and so are the two line ends of Unicode.
fn json_ld(here: Here<'_>, skill: &Skill) -> String {
    let manifest = &skill.package.manifest;
    let mut value = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "SoftwareSourceCode",
        "name": skill.name(),
        "description": skill.package.description(),
        "programmingLanguage": "Markdown",
    });
    let keywords: Vec<&str> = skill.tags.iter().map(|tag| &*here.site.inputs.catalog.tags[*tag].title).collect();
    let mut put = |key: &str, text: Option<&str>| {
        if let Some(text) = text {
            value[key] = text.into();
        }
    };
    put("version", written(manifest.version.as_ref()));
    put("license", written(manifest.license.as_ref()));
    put("dateModified", skill.package.last_verified().and(written(manifest.last_verified.as_ref())));
    put("codeRepository", written(manifest.repository.as_ref()));
    put("keywords", (!keywords.is_empty()).then(|| keywords.join(", ")).as_deref());
    put("url", here.absolute(here.path).as_deref());
    script_safe(&value.to_string())
}

/// JSON that cannot end the script element it stands in.
pub(super) fn script_safe(json: &str) -> String {
    json.replace('<', "\\u003c")
        .replace('>', "\\u003e")
        .replace('&', "\\u0026")
        .replace('\u{2028}', "\\u2028")
        .replace('\u{2029}', "\\u2029")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_description_cannot_end_the_script_it_stands_in() {
        let json = serde_json::json!({ "a": "</script><!-- & \u{2028}" }).to_string();
        let safe = script_safe(&json);
        assert_eq!(safe, r#"{"a":"\u003c/script\u003e\u003c!-- \u0026 \u2028"}"#);
        assert_eq!(serde_json::from_str::<serde_json::Value>(&safe).unwrap()["a"], "</script><!-- & \u{2028}");
    }

    #[test]
    fn paragraphs_of_a_description_are_kept() {
        assert_eq!(first_paragraph("a\nb\n\n\nc\n\nd"), ("a\nb", vec!["c", "d"]));
        assert_eq!(first_paragraph(""), ("", vec![]));
    }
}
