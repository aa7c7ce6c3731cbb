//! Comments that silence a finding in one place, with a reason:
//! `<!-- skillsite-ignore RULE: reason -->` in Markdown, `# skillsite-ignore RULE: reason` in
//! SKILL.toml, in a header and in scripts.
//!
//! A comment behind something speaks for its line. One at the beginning of a line also speaks for
//! what follows it: the next line, in Markdown the next block up to a blank line. In SKILL.md and SKILL.toml it also speaks for findings about the
//! skill that have no line. A comment that silences nothing, or gives no reason, is a finding.

use std::collections::BTreeMap;
use std::ops::Range;

use camino::{Utf8Path, Utf8PathBuf};

use super::{Context, RULES};
use crate::catalog::{Catalog, SkillIndex};
use crate::diagnostic::{Diagnostic, Format, Level, Rule, SILENCER};
use crate::markdown::{HiddenKind, Outline};
use crate::source::{FileId, Span};

/// A comment silences something.
pub static UNUSED_IGNORE: Rule = Rule {
    code: "unused-ignore",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "every `skillsite-ignore` comment silences a finding",
    why: "A comment that silences nothing is left over from a fault that was mended, names a rule that does not \
          exist, or stands in the wrong place. It will one day hide a fault that nobody meant to hide.",
    bad: "<!-- skillsite-ignore broken-link: made by the build -->\nNo link here.",
    good: "<!-- skillsite-ignore broken-link: made by the build -->\n[report](out/report.md)",
    origin: "skillsite",
};

/// A comment says why.
pub static IGNORE_REASON: Rule = Rule {
    code: "ignore-reason",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "every `skillsite-ignore` comment gives a reason after a colon",
    why: "Whoever meets the comment later must be able to tell whether it still holds.",
    bad: "# skillsite-ignore stale",
    good: "# skillsite-ignore stale: frozen until the new release",
    origin: "skillsite",
};

/// One comment.
#[derive(Debug)]
pub(super) struct Ignore {
    span: Span,
    rules: Vec<String>,
    has_reason: bool,
    /// Bytes of the file for whose findings it speaks.
    covers: Range<usize>,
    /// The skill's folder, when it speaks for the findings that have no line.
    folder: Option<Utf8PathBuf>,
    /// The skill's format, which decides the level of a finding about the comment.
    format: Format,
}

/// The comments of a catalog, and what they have silenced.
pub(super) struct Silence<'a> {
    catalog: &'a Catalog,
    ignores: Vec<&'a Ignore>,
    /// Positions in `ignores`.
    by_file: BTreeMap<FileId, Vec<usize>>,
    by_folder: BTreeMap<&'a Utf8Path, Vec<usize>>,
    /// The rules of which each has silenced something.
    used: Vec<Vec<&'static str>>,
}

impl<'a> Silence<'a> {
    pub(super) fn new(catalog: &'a Catalog, ignores: impl Iterator<Item = &'a Ignore>) -> Self {
        let ignores: Vec<&Ignore> = ignores.collect();
        let mut by_file: BTreeMap<FileId, Vec<usize>> = BTreeMap::new();
        let mut by_folder: BTreeMap<&Utf8Path, Vec<usize>> = BTreeMap::new();
        for (at, ignore) in ignores.iter().enumerate() {
            by_file.entry(ignore.span.file).or_default().push(at);
            if let Some(folder) = &ignore.folder {
                by_folder.entry(folder).or_default().push(at);
            }
        }
        let used = vec![Vec::new(); ignores.len()];
        Silence { catalog, ignores, by_file, by_folder, used }
    }

    /// True when a comment silences the finding; the comment then has its use.
    pub(super) fn covers(&mut self, diagnostic: &Diagnostic) -> bool {
        let candidates = match diagnostic.span {
            Some(span) => self.by_file.get(&span.file),
            None if self.by_folder.is_empty() => None,
            // The comments of a skill do not speak for one inside of it.
            None => self
                .catalog
                .skill_around(&diagnostic.path)
                .and_then(|skill| self.by_folder.get(&*self.catalog.skill(skill).package.folder)),
        };
        let silent = candidates.into_iter().flatten().find(|at| self.ignores[**at].silences(diagnostic));
        silent.map(|at| self.used[*at].push(diagnostic.rule.code)).is_some()
    }

    /// Findings about the comments, after all others were looked at.
    pub(super) fn complaints(self, context: Context<'_>) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for (ignore, used) in self.ignores.iter().zip(self.used) {
            complain(context, ignore, &used, &mut found);
        }
        found
    }
}

impl Ignore {
    fn silences(&self, diagnostic: &Diagnostic) -> bool {
        let in_place = diagnostic.span.is_none_or(|span| self.covers.contains(&(span.start as usize)));
        in_place && self.rules.iter().any(|rule| rule == diagnostic.rule.code)
    }
}

fn complain(context: Context<'_>, ignore: &Ignore, used: &[&str], found: &mut Vec<Diagnostic>) {
    let at = |rule, message: String| {
        Diagnostic::new(rule, ignore.format, context.source().path(ignore.span.file), message).at(ignore.span)
    };
    if ignore.rules.is_empty() {
        let finding = at(&UNUSED_IGNORE, "the comment names no rule".to_owned());
        found.push(finding.help(format!("write `{SILENCER} RULE: reason`")));
        return;
    }
    for rule in ignore.rules.iter().filter(|rule| !used.contains(&rule.as_str())) {
        let known = super::rule(rule).is_some();
        let message = if known {
            format!("the comment silences no finding of `{rule}`")
        } else {
            format!("there is no rule `{rule}`")
        };
        let near = crate::text::nearest(rule, RULES.iter().map(|(rule, _)| rule.code));
        let help = match near.filter(|_| !known) {
            Some(near) => format!("try `{near}`"),
            None => "take it out".to_owned(),
        };
        found.push(at(&UNUSED_IGNORE, message).help(help));
    }
    if !ignore.has_reason {
        let finding = at(&IGNORE_REASON, "the comment gives no reason after a colon".to_owned());
        found.push(finding.help(format!("write `{SILENCER} {}: reason`", ignore.rules.join(", "))));
    }
}

/// The comments of one skill.
pub(super) fn of_skill(context: Context<'_>, skill: SkillIndex) -> Vec<Ignore> {
    let package = context.package(skill);
    let source = context.source();
    let mut found = Vec::new();
    let mut add = |file: FileId, comment: Range<usize>, covers: Range<usize>, speaks_for_all: bool| {
        let Some((rules, has_reason)) = parse(&source.text(file)[comment.clone()]) else { return };
        let folder = speaks_for_all.then(|| package.folder.clone());
        found.push(Ignore {
            span: Span::new(file, comment),
            rules,
            has_reason,
            covers,
            folder,
            format: package.format(),
        });
    };
    if let Some(file) = package.skill_md {
        let text = source.text(file);
        for comment in in_lines(text, 0..package.body.start) {
            let covers = lines(text, &comment);
            add(file, comment, covers, true);
        }
        for comment in in_markdown(text, package.body.start, &package.outline) {
            let covers = block(text, &comment);
            add(file, comment, covers, true);
        }
    }
    let manifest = package.skill_toml.map(|file| (file, true));
    let others = package.companions.iter().filter(|companion| companion.outline.is_none());
    for (file, is_main) in manifest.into_iter().chain(others.map(|companion| (companion.file, false))) {
        let text = source.text(file);
        for comment in in_lines(text, 0..text.len()) {
            let covers = lines(text, &comment);
            add(file, comment, covers, is_main);
        }
    }
    for companion in &package.companions {
        let Some(outline) = &companion.outline else { continue };
        let text = source.text(companion.file);
        for comment in in_markdown(text, 0, outline) {
            let covers = block(text, &comment);
            add(companion.file, comment, covers, false);
        }
    }
    found
}

/// Comments that begin with `#` or another sign of a comment, to the end of their line.
fn in_lines(text: &str, range: Range<usize>) -> Vec<Range<usize>> {
    const SIGNS: &[&str] = &["#", "//", "--", ";", "/*"];
    let part = &text[range.clone()];
    part.match_indices(SILENCER)
        .filter_map(|(at, _)| {
            let before = part[..at].trim_end_matches([' ', '\t']);
            let sign = SIGNS.iter().find(|sign| before.ends_with(**sign))?;
            let end = part[at..].find('\n').map_or(part.len(), |end| at + end);
            Some(range.start + before.len() - sign.len()..range.start + end)
        })
        .collect()
}

/// HTML comments. `start` is where the outline's text begins in the file.
fn in_markdown(text: &str, start: usize, outline: &Outline) -> Vec<Range<usize>> {
    let comments = outline.hidden.iter().filter(|hidden| hidden.kind == HiddenKind::Comment);
    comments
        .map(|comment| comment.range.start + start..comment.range.end + start)
        .filter(|comment| text[comment.clone()].contains(SILENCER))
        .collect()
}

/// The rules that a comment names, and whether it gives a reason.
fn parse(comment: &str) -> Option<(Vec<String>, bool)> {
    let rest = comment.split_once(SILENCER)?.1;
    let rest = rest.trim_end_matches("-->").trim_end_matches("*/").trim();
    let names = |rules: &str| -> Vec<String> {
        rules.split([',', ' ']).map(str::trim).filter(|rule| !rule.is_empty()).map(str::to_owned).collect()
    };
    if let Some((rules, reason)) = rest.split_once(':') {
        return Some((names(rules), !reason.trim().is_empty()));
    }
    // Without the colon, the words after the first without a comma are meant as the reason.
    let end = rest.match_indices(' ').find(|(at, _)| !rest[..*at].ends_with(','));
    Some((names(&rest[..end.map_or(rest.len(), |(at, _)| at)]), false))
}

/// The line of a comment that stands behind something, else the next line with text.
fn lines(text: &str, comment: &Range<usize>) -> Range<usize> {
    let start = line_start(text, comment.start);
    let rest = &text[comment.end..];
    let next = match text[start..comment.start].trim() {
        "" => comment.end + rest.len() - rest.trim_start().len(),
        _ => comment.end,
    };
    start..line_end(text, next)
}

/// The line of a comment that stands behind text of Markdown, else the block that follows it.
fn block(text: &str, comment: &Range<usize>) -> Range<usize> {
    let start = line_start(text, comment.start);
    // The signs that begin a quote or an item are no text.
    let is_sign = |c: char| c.is_whitespace() || c.is_ascii_digit() || matches!(c, '>' | '-' | '*' | '+' | '.' | ')');
    if text[start..comment.start].chars().all(is_sign) {
        comment.start..block_after(text, comment.end)
    } else {
        start..line_end(text, comment.end)
    }
}

fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind('\n').map_or(0, |newline| newline + 1)
}

fn line_end(text: &str, at: usize) -> usize {
    text[at..].find('\n').map_or(text.len(), |newline| at + newline)
}

/// The end of the block that follows `at`: from the next text to a blank line.
fn block_after(text: &str, at: usize) -> usize {
    let next = at + text[at..].len() - text[at..].trim_start().len();
    let mut end = next;
    for line in text[next..].split_inclusive('\n') {
        if line.trim().is_empty() {
            break;
        }
        end += line.len();
    }
    end
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_names_rules_and_gives_a_reason() {
        let parsed = |text| parse(text).expect("the comment has the word");
        assert_eq!(parsed("<!-- skillsite-ignore a, b: because -->"), (vec!["a".into(), "b".into()], true));
        assert_eq!(parsed("# skillsite-ignore a"), (vec!["a".into()], false));
        assert_eq!(parsed("<!-- skillsite-ignore -->"), (vec![], false));
        assert_eq!(parsed("# skillsite-ignore a, b made by hand"), (vec!["a".into(), "b".into()], false));
    }

    #[test]
    fn a_comment_in_markdown_speaks_for_the_next_block() {
        let text = "x\n\none\ntwo\n\nthree\n";
        assert_eq!(&text[..block_after(text, 1)], "x\n\none\ntwo\n");
        assert_eq!(block_after(text, text.len()), text.len());
    }

    #[test]
    fn a_comment_behind_text_of_markdown_speaks_for_its_line() {
        let text = "one <!-- c -->\ntwo\n\n- <!-- c --> three\n";
        assert_eq!(&text[block(text, &(4..14))], "one <!-- c -->");
        assert_eq!(&text[block(text, &(22..32))], "<!-- c --> three\n");
    }

    #[test]
    fn a_comment_in_a_manifest_speaks_for_its_own_line_or_the_next() {
        let text = "a = 1 # c\n# d\n\nb = 2\nc = 3";
        assert_eq!(&text[lines(text, &(6..9))], "a = 1 # c");
        assert_eq!(&text[lines(text, &(10..13))], "# d\n\nb = 2");
        assert_eq!(lines("# c", &(0..3)), 0..3);
    }

    #[test]
    fn only_comments_count() {
        assert_eq!(in_lines("a = 1 # skillsite-ignore x: y\n", 0..30).first(), Some(&(6..29)));
        assert_eq!(in_lines("say skillsite-ignore x\n", 0..23), Vec::<Range<usize>>::new());
    }
}
