//! Findings for a person at a terminal: message, place, excerpt with a caret, what to do.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level as Shown, Origin, Renderer, Snippet, normalize_untrusted_str};

use super::{Finding, Level, Lines, Run};
use crate::source::{SourceTree, Span};

/// How to print for a person.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    /// Colours and links, as terminals show them.
    pub color: bool,
    /// Columns of the terminal; longer lines of an excerpt are cut.
    pub width: usize,
    /// How many findings of one rule and level are shown before the rest is counted; `None`
    /// shows all.
    pub per_rule: Option<usize>,
}

impl Default for Style {
    fn default() -> Self {
        Style { color: false, width: 100, per_rule: Some(5) }
    }
}

/// All findings in order. A rule that fires often shows its first ones, and the rest is counted
/// at the end, with a word of how to see it.
pub(super) fn print(run: Run<'_>) -> String {
    let style = run.style;
    let renderer = if style.color { Renderer::styled() } else { Renderer::plain() }.term_width(style.width);
    let mut out = String::new();
    let mut lines = Lines::new(run.source);
    let mut seen: BTreeMap<(std::cmp::Reverse<Level>, &str), usize> = BTreeMap::new();
    for finding in &run.report.findings {
        let count = seen.entry((std::cmp::Reverse(finding.level), finding.diagnostic.rule.code)).or_default();
        *count += 1;
        if style.per_rule.is_none_or(|most| *count <= most) {
            let _ = writeln!(out, "{}\n", renderer.render(&[group(run, finding, &mut lines)]));
        }
    }
    let mut is_cut = false;
    for ((level, rule), count) in seen {
        let Some(rest) = style.per_rule.and_then(|most| count.checked_sub(most)).filter(|rest| *rest > 0) else {
            continue;
        };
        let _ = writeln!(out, "{}: {rest} more of `{rule}`", level.0.as_str());
        is_cut = true;
    }
    if is_cut {
        out.push_str("`--verbose` shows them all\n");
    }
    out
}

fn group<'a>(run: Run<'a>, finding: &'a Finding, lines: &mut Lines<'_>) -> Group<'a> {
    let source = run.source;
    let diagnostic = &finding.diagnostic;
    let title = shown(finding.level).primary_title(&diagnostic.message).id(diagnostic.rule.code);
    let origin = Origin::path(super::one_line(&run.path(finding)));
    let mut group = match (diagnostic.span, finding.line.zip(finding.column)) {
        (Some(span), Some(place)) => match excerpt(source, span, &diagnostic.related, lines) {
            Some(excerpt) => title.element(excerpt.path(super::one_line(&run.shown(source.path(span.file))))),
            None => title.element(origin.line(place.0).char_column(place.1)),
        },
        _ => title.element(origin),
    };
    let elsewhere =
        diagnostic.related.iter().filter(|(other, _)| diagnostic.span.is_none_or(|span| !is_near(span, *other)));
    for (span, label) in elsewhere {
        let (line, column) = lines.place(span.file, span.start as usize);
        let note = format!("{label}: {}:{line}:{column}", run.shown(source.path(span.file)));
        group = group.element(Shown::NOTE.message(normalize_untrusted_str(&note)));
    }
    match &diagnostic.help {
        Some(help) => group.element(Shown::HELP.message(normalize_untrusted_str(help))),
        None => group,
    }
}

/// The most lines of one excerpt: enough to show where something begins and what is near.
const EXCERPT_LINES: usize = 4;
/// The most bytes before a place and behind it that are handed to the renderer, which reads all of them.
const LINE_BYTES: usize = 4_000;

/// True for a related place that fits into the same excerpt.
fn is_near(place: Span, other: Span) -> bool {
    other.file == place.file && other.start.abs_diff(place.start) as usize <= LINE_BYTES
}

/// The lines of the place, with the related places in the same file that are near. `None` where the line is too long
/// to be shown up to there.
fn excerpt<'a>(
    source: &'a SourceTree,
    span: Span,
    related: &'a [(Span, String)],
    lines: &mut Lines<'_>,
) -> Option<Snippet<'a, annotate_snippets::Annotation<'a>>> {
    let text = source.text(span.file);
    let near = related.iter().filter(|(other, _)| is_near(span, *other));
    let first = near.clone().map(|(other, _)| other.start).chain([span.start]).min().unwrap_or(span.start) as usize;
    let first = floor(text, first);
    let start = text[..first].rfind('\n').map_or(0, |at| at + 1);
    if first - start > LINE_BYTES {
        return None;
    }
    let main = clip(text, span.range());
    let last = near.clone().map(|(other, _)| clip(text, other.range()).end).chain([main.end]).max().unwrap_or(main.end);
    let end = text[last..].find('\n').map_or(text.len(), |at| last + at);
    let end = floor(text, end.min(last + LINE_BYTES));
    let inside = |range: Range<usize>| range.start - start..range.end.min(end) - start;
    let labels = near
        .map(|(other, label)| AnnotationKind::Context.span(inside(clip(text, other.range()))).label(label.as_str()));
    let snippet = Snippet::source(&text[start..end]).line_start(lines.place(span.file, start).0);
    Some(snippet.annotation(AnnotationKind::Primary.span(inside(main))).annotations(labels))
}

/// At most the first lines of a place, within the text.
fn clip(text: &str, range: Range<usize>) -> Range<usize> {
    let start = floor(text, range.start);
    let end = floor(text, range.end).max(start);
    let lines = text[start..end].match_indices('\n').nth(EXCERPT_LINES - 1);
    let end = lines.map_or(end, |(at, _)| start + at);
    start..floor(text, end.min(start + LINE_BYTES)).max(start)
}

/// The nearest character boundary at or before `at`.
fn floor(text: &str, at: usize) -> usize {
    text.floor_char_boundary(at)
}

fn shown(level: Level) -> Shown<'static> {
    match level {
        Level::Error => Shown::ERROR,
        Level::Warning => Shown::WARNING,
        Level::Note | Level::Off => Shown::NOTE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::LintConfig;
    use crate::diagnostic::{Diagnostic, Format, Report, Rule, Scan};

    static RULE: Rule = Rule {
        code: "name-format",
        level: Level::Error,
        frontmatter_level: Level::Warning,
        holds: "h",
        why: "w",
        bad: "b",
        good: "g",
        origin: "o",
    };

    fn tree(text: &str) -> SourceTree {
        SourceTree::from_files([("a/SKILL.md", text)])
    }

    fn at(source: &SourceTree, range: Range<usize>) -> Diagnostic {
        let file = source.ids().next().expect("the tree has a file");
        Diagnostic::new(&RULE, Format::Manifest, "a/SKILL.md", "skill name `Ä B` is not kebab-case")
            .at(Span::new(file, range))
    }

    fn printed(source: &SourceTree, diagnostics: Vec<Diagnostic>) -> String {
        let report = Report::new(diagnostics, &LintConfig::default(), source);
        let (scan, style) = (Scan::default(), Style::default());
        print(Run { report: &report, source, scan: &scan, prefix: "".into(), fail_on: Level::Error, style })
    }

    #[test]
    fn a_finding_shows_place_excerpt_and_help() {
        let source = tree("---\nname: Ä B\n---\n");
        let text = printed(&source, vec![at(&source, 10..14).help("try `a-b`")]);
        insta::assert_snapshot!(text, @r"
        error[name-format]: skill name `Ä B` is not kebab-case
         --> a/SKILL.md:2:7
          |
        2 | name: Ä B
          |       ^^^
          |
          = help: try `a-b`
        ");
    }

    #[test]
    fn a_rule_that_fires_often_is_counted() {
        let source = tree(&"name: Ä B\n".repeat(9));
        let all = (0..9).map(|line| at(&source, line * 11..line * 11 + 4)).collect();
        let text = printed(&source, all);
        assert_eq!(text.matches(" --> ").count(), 5);
        assert!(text.ends_with("error: 4 more of `name-format`\n`--verbose` shows them all\n"), "{text}");
    }

    #[test]
    fn odd_places_never_break_the_excerpt() {
        let source = tree("ä\n\n日本\u{200b}語");
        let length = source.text(source.ids().next().expect("the tree has a file")).len();
        for start in 0..=length {
            for end in start..=length + 2 {
                printed(&source, vec![at(&source, start..end)]);
            }
        }
    }

    #[test]
    fn a_place_far_out_in_a_line_is_named_without_an_excerpt() {
        let source = tree(&format!("x\n{}", "a".repeat(1 << 20)));
        let text = printed(&source, vec![at(&source, 500_002..500_003)]);
        assert!(text.contains("--> a/SKILL.md:2:500001\n") && text.len() < 1000, "{}", text.len());
    }

    #[test]
    fn a_finding_about_a_folder_shows_its_path() {
        let source = tree("x");
        let text = printed(&source, vec![Diagnostic::new(&RULE, Format::Frontmatter, "", "nothing here")]);
        assert!(text.contains("warning[name-format]: nothing here"), "{text}");
        assert!(text.contains("--> .\n"), "{text}");
    }
}
