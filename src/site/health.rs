//! What is wrong with the catalog: an overview, and a page for each rule.

use std::collections::BTreeMap;

use serde::Serialize;

use super::chart::{self, Chart};
use super::chrome::{Head, Section};
use super::findings::{self, Filter, FindingRow};
use super::here::{Here, Link};
use super::list::{self, Parts, State};
use super::{Inputs, Site, Table, address};
use crate::diagnostic::{Counts, Format, Level, Report, Rule};
use crate::lint;
use crate::package::Maturity;

#[derive(Serialize)]
struct Health<'a> {
    summary: String,
    fine: bool,
    rules: Vec<RuleRow<'a>>,
    rows: Vec<FindingRow<'a>>,
    /// Said when not every finding is on this page.
    cut: Option<String>,
    filters: Vec<Filter<'a>>,
    /// Link to all findings for the filters, when not every one is on this page.
    data: Option<String>,
    filter_script: Option<String>,
    total: usize,
    charts: Vec<Chart<'a>>,
    coverage: Vec<Coverage<'a>>,
    queue: Vec<Waiting<'a>>,
    left_out: Vec<LeftOutRow<'a>>,
}

#[derive(Serialize)]
struct RuleRow<'a> {
    link: Link<'a>,
    holds: &'a str,
    level: &'static str,
    level_text: &'a str,
    count: String,
}

/// How many skills state a field.
#[derive(Serialize)]
struct Coverage<'a> {
    key: &'a str,
    count: String,
    /// Of a hundred skills.
    share: usize,
}

/// A skill that waits to be verified again.
#[derive(Serialize)]
struct Waiting<'a> {
    skill: Link<'a>,
    date: &'a str,
    maturity: Option<State<'a>>,
    stale: bool,
}

#[derive(Serialize)]
struct LeftOutRow<'a> {
    path: &'a str,
    reason: &'a str,
}

#[derive(Serialize)]
struct RulePage<'a> {
    /// Link to the overview.
    health: String,
    code: &'a str,
    holds: &'a str,
    why: &'a str,
    bad: &'a str,
    good: &'a str,
    origin: &'a str,
    levels: Vec<LevelRow<'a>>,
    count: String,
    rows: Vec<FindingRow<'a>>,
    parts: Option<Parts>,
}

/// The level that a rule has here.
#[derive(Serialize)]
struct LevelRow<'a> {
    /// What it is for: a kind of package, or the paths of an exception.
    of: String,
    level: &'a str,
    /// The level without the configuration, where that is another one.
    default: Option<String>,
}

/// Skills of the verification queue.
const QUEUE: usize = 30;

/// Findings on one page.
const PART: usize = 200;

/// Every rule that has a page: the known ones, and any that a finding names.
fn rules(report: &Report) -> BTreeMap<&'static str, &'static Rule> {
    let known = lint::RULES.iter().map(|(rule, _)| *rule);
    let found = report.findings.iter().map(|finding| finding.diagnostic.rule);
    known.chain(found).map(|rule| (rule.code, rule)).collect()
}

fn of_rule(report: &Report, code: &str) -> Vec<usize> {
    let findings = report.findings.iter().enumerate();
    findings.filter(|(_, finding)| finding.diagnostic.rule.code == code).map(|(at, _)| at).collect()
}

pub(super) fn emit(_inputs: &Inputs, table: &mut Table) {
    table.add(address::HEALTH, |site| {
        let here = Here { site, path: address::HEALTH };
        let head = Head { title: site.strings.get("nav_health"), section: Section::Health, ..Head::default() };
        here.render("health.html", head, &health(here))
    });
}

/// Claims the pages of the rules, of which there are as many as the findings fill.
pub(super) fn emit_rules(site: &Site, table: &mut Table) {
    findings::data::emit(site, table, PART);
    let report = &site.inputs.report;
    for (code, rule) in rules(report) {
        let first = address::rule(code);
        for number in 1..=of_rule(report, code).len().div_ceil(PART).max(1) {
            let first = first.clone();
            let path = address::part(&first, number);
            table.add(path.clone(), move |site| {
                let here = Here { site, path: &path };
                let head = Head { title: code, description: rule.holds, section: Section::Health, ..Head::default() };
                here.render("rule.html", head, &rule_page(here, rule, &first, number))
            });
        }
    }
}

fn health(here: Here<'_>) -> Health<'_> {
    let site = here.site;
    let (t, report) = (&site.strings, &site.inputs.report);
    let by_level = findings::by_level(report);
    let mut rule_rows: BTreeMap<(std::cmp::Reverse<Level>, &str), (&Rule, usize)> = BTreeMap::new();
    for finding in &report.findings {
        let rule = finding.diagnostic.rule;
        rule_rows.entry((std::cmp::Reverse(finding.level), rule.code)).or_insert((rule, 0)).1 += 1;
    }
    Health {
        summary: summary(here, site.findings().counts),
        fine: report.findings.is_empty(),
        rules: rule_rows
            .into_iter()
            .map(|((level, code), (rule, count))| RuleRow {
                link: Link::to(code, here.href(&address::rule(code))),
                holds: rule.holds,
                level: level.0.as_str(),
                level_text: t.get(level.0.as_str()),
                count: t.number(count),
            })
            .collect(),
        rows: by_level.iter().take(PART).map(|at| findings::row(here, *at)).collect(),
        cut: (by_level.len() > PART).then(|| t.fill("health_cut", &[("n", &t.number(PART))])),
        filters: findings::filters(here),
        data: findings::data::link(here),
        filter_script: here.asset("health.js"),
        total: by_level.len(),
        charts: chart::charts(here),
        coverage: coverage(here),
        queue: queue(here),
        left_out: site
            .inputs
            .catalog
            .left_out
            .iter()
            .map(|left_out| LeftOutRow { path: left_out.path.as_str(), reason: &left_out.reason })
            .collect(),
    }
}

/// Every field of a manifest that any skill states, the most frequent first.
fn coverage(here: Here<'_>) -> Vec<Coverage<'_>> {
    let skills = &here.site.inputs.catalog.skills;
    let mut counts: BTreeMap<&'static str, usize> = BTreeMap::new();
    for key in skills.iter().flat_map(|skill| skill.package.manifest.stated()) {
        *counts.entry(key).or_default() += 1;
    }
    let mut counts: Vec<(&'static str, usize)> = counts.into_iter().collect();
    counts.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    let number = |count| here.site.strings.number(count);
    let row = |(key, count)| Coverage { key, count: number(count), share: count * 100 / skills.len().max(1) };
    counts.into_iter().map(row).collect()
}

/// Skills by the day of their last verification, the oldest first.
fn queue(here: Here<'_>) -> Vec<Waiting<'_>> {
    let catalog = &here.site.inputs.catalog;
    let mut dated: Vec<_> = catalog
        .indexed()
        // Nobody need verify what nobody should use.
        .filter(|(_, skill)| skill.package.maturity() != Some(Maturity::Deprecated))
        .filter_map(|(index, skill)| Some((skill.package.last_verified()?, index)))
        .collect();
    dated.sort();
    dated
        .into_iter()
        .take(QUEUE)
        .map(|(_, index)| {
            let package = &catalog.skill(index).package;
            Waiting {
                skill: here.skill_link(index),
                date: package.manifest.last_verified.as_ref().map_or("", |field| field.text.trim()),
                maturity: package.maturity().map(|maturity| list::maturity_state(here, maturity)),
                stale: chart::is_stale(here, index),
            }
        })
        .collect()
}

fn summary(here: Here<'_>, counts: Counts) -> String {
    let t = &here.site.strings;
    let parts: Vec<String> = [("errors", counts.errors), ("warnings", counts.warnings), ("notes", counts.notes)]
        .into_iter()
        .filter(|(_, count)| *count > 0)
        .map(|(key, count)| t.count(key, count))
        .collect();
    if parts.is_empty() { t.get("health_fine").to_owned() } else { parts.join(t.get("comma")) }
}

fn rule_page<'a>(here: Here<'a>, rule: &'static Rule, first: &str, number: usize) -> RulePage<'a> {
    let site = here.site;
    let (t, report) = (&site.strings, &site.inputs.report);
    let found = of_rule(report, rule.code);
    RulePage {
        health: here.href(address::HEALTH),
        code: rule.code,
        holds: rule.holds,
        why: rule.why,
        bad: rule.bad,
        good: rule.good,
        origin: rule.origin,
        levels: levels(here, rule),
        count: t.count("findings_n", found.len()),
        rows: found
            .chunks(PART)
            .nth(number - 1)
            .unwrap_or_default()
            .iter()
            .map(|at| findings::row(here, *at))
            .collect(),
        parts: list::part_links(here, first, number, found.len().div_ceil(PART).max(1)),
    }
}

/// The levels of a rule for packages with a SKILL.toml and for those without, then those that the configuration gives
/// it for some paths.
fn levels<'a>(here: Here<'a>, rule: &Rule) -> Vec<LevelRow<'a>> {
    let (t, lint) = (&here.site.strings, &here.site.inputs.config.lint);
    let configured = lint.levels.get(rule.code).copied();
    let formats = [("SKILL.toml", Format::Manifest), ("SKILL.md", Format::Frontmatter)];
    let everywhere = formats.into_iter().map(|(of, format)| {
        let usual = rule.level_for(format);
        let level = configured.unwrap_or(usual);
        let default = (level != usual).then(|| t.fill("level_default", &[("level", t.get(usual.as_str()))]));
        LevelRow { of: of.to_owned(), level: t.get(level.as_str()), default }
    });
    let exceptions = lint.overrides.iter().filter_map(|exception| {
        let level = exception.levels.get(rule.code)?;
        Some(LevelRow { of: exception.written.join(t.get("comma")), level: t.get(level.as_str()), default: None })
    });
    everywhere.chain(exceptions).collect()
}
