//! Findings by the skill they are about, and how they are shown.

pub(super) mod data;

use std::collections::BTreeSet;

use camino::Utf8Path;
use serde::Serialize;

use super::address;
use super::here::{Here, Link};
use crate::catalog::{Catalog, SkillIndex};
use crate::diagnostic::{Counts, Finding, Report};
use crate::source::FileId;

/// Findings of a report by skill.
#[derive(Default)]
pub(crate) struct FindingIndex {
    /// Number of each level over the whole catalog.
    pub counts: Counts,
    /// Positions in the report, by skill.
    pub by_skill: Vec<Vec<usize>>,
    /// The skill that a finding is about, by position in the report.
    pub skill_of: Vec<Option<SkillIndex>>,
}

impl FindingIndex {
    pub fn new(catalog: &Catalog, report: &Report) -> Self {
        // A finding may be about a folder inside of a skill as well as about a file. What was left out, such as a link
        // that leads elsewhere, is no part of the skill.
        let source = &catalog.source;
        let is_read = |path: &Utf8Path| source.find(path).is_some() || source.below(path).next().is_some();
        let owner = |path: &Utf8Path| {
            if is_read(path) { catalog.skill_around(path) } else { catalog.skill_at(path) }
        };
        let skill_of: Vec<_> = report.findings.iter().map(|finding| owner(finding.path())).collect();
        let mut by_skill = vec![Vec::new(); catalog.skills.len()];
        for (at, owner) in skill_of.iter().enumerate() {
            if let Some(owner) = owner {
                by_skill[owner.0 as usize].push(at);
            }
        }
        FindingIndex { counts: report.counts(), by_skill, skill_of }
    }

    /// True when a rule found something in one skill.
    pub fn has(&self, report: &Report, skill: SkillIndex, code: &str) -> bool {
        self.by_skill[skill.0 as usize].iter().any(|at| report.findings[*at].diagnostic.rule.code == code)
    }

    /// How many findings of each level one skill has.
    pub fn level_counts(&self, report: &Report, skill: SkillIndex) -> Counts {
        let mut counts = Counts::default();
        for at in &self.by_skill[skill.0 as usize] {
            counts.add(report.findings[*at].level);
        }
        counts
    }
}

/// A finding in a table or list.
#[derive(Serialize)]
pub(super) struct FindingRow<'a> {
    /// `error`, `warning` or `note`: a class name.
    level: &'static str,
    /// The level in the language of the interface.
    level_text: &'a str,
    rule: Link<'a>,
    message: &'a str,
    help: Option<&'a str>,
    skill: Option<Link<'a>>,
    /// The category, for the filter.
    category: Option<&'a str>,
    /// File and line, leading to the line.
    place: Link<'a>,
}

/// Positions in the report, errors first.
pub(super) fn by_level(report: &Report) -> Vec<usize> {
    let mut positions: Vec<usize> = (0..report.findings.len()).collect();
    positions.sort_by_key(|at| std::cmp::Reverse(report.findings[*at].level));
    positions
}

/// A filter of findings with the values that there are, each in the language of the interface.
#[derive(Serialize)]
pub(super) struct Filter<'a> {
    key: &'static str,
    label: &'a str,
    values: Vec<&'a str>,
}

/// The filters that tell findings apart.
pub(super) fn filters(here: Here<'_>) -> Vec<Filter<'_>> {
    let site = here.site;
    let (t, report) = (&site.strings, &site.inputs.report);
    let mut levels: Vec<&str> =
        by_level(report).into_iter().map(|at| t.get(report.findings[at].level.as_str())).collect();
    levels.dedup();
    let rules: BTreeSet<&str> = report.findings.iter().map(|finding| finding.diagnostic.rule.code).collect();
    let categories: BTreeSet<&str> = (0..report.findings.len()).filter_map(|at| category(here, at)).collect();
    let filter = |key, values| Filter { key, label: t.get(key), values };
    [("level", levels), ("rule", rules.into_iter().collect()), ("category", categories.into_iter().collect())]
        .into_iter()
        .filter(|(_, values): &(_, Vec<&str>)| values.len() > 1)
        .map(|(key, values)| filter(key, values))
        .collect()
}

/// The category of the skill that the finding at position `at` of the report is about.
fn category(here: Here<'_>, at: usize) -> Option<&str> {
    let skill = here.site.findings().skill_of[at]?;
    Some(here.site.inputs.catalog.categories[here.skill(skill).category].title.as_str())
}

/// The row of the finding at position `at` of the report.
pub(super) fn row(here: Here<'_>, at: usize) -> FindingRow<'_> {
    let site = here.site;
    let finding = &site.inputs.report.findings[at];
    let skill = site.findings().skill_of[at];
    let code = finding.diagnostic.rule.code;
    FindingRow {
        level: finding.level.as_str(),
        level_text: site.strings.get(finding.level.as_str()),
        rule: Link::to(code, here.href(&address::rule(code))),
        message: &finding.diagnostic.message,
        help: finding.diagnostic.help.as_deref(),
        skill: skill.map(|skill| here.skill_link(skill)),
        category: category(here, at),
        place: place(here, finding, skill),
    }
}

fn place<'a>(here: Here<'a>, finding: &'a Finding, skill: Option<SkillIndex>) -> Link<'a> {
    let path = finding.path();
    let text = match finding.line {
        Some(line) => format!("{path}:{line}"),
        None => path.to_string(),
    };
    let source = &here.site.inputs.catalog.source;
    let file: Option<FileId> = finding.diagnostic.file().or_else(|| source.find(path));
    let viewer = skill.zip(file).and_then(|(skill, file)| here.file(skill, file)).and_then(|file| {
        let viewer = file.viewer.as_deref()?;
        Some((viewer, super::viewer::has_lines(file)))
    });
    match (viewer, finding.line) {
        (Some((viewer, true)), Some(line)) => Link::to(text, format!("{}#L{line}", here.href(viewer))),
        (Some((viewer, _)), _) => Link::to(text, here.href(viewer)),
        (None, _) => Link::plain(text),
    }
}
