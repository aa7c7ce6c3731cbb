//! Categories, topics and tags: what an author wrote → groups with titles and addresses.

use std::collections::BTreeMap;

use super::{SkillIndex, address};
use crate::diagnostic::{Diagnostic, Format, Level, Rule};
use crate::source::{SourceTree, Span};

/// Title and slug of the category of skills that have none.
pub const UNCATEGORISED: &str = "uncategorised";

/// What a group groups by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)]
pub enum GroupKind {
    Category,
    Topic,
    Tag,
}

impl GroupKind {
    /// The folder of its pages: `categories`, `topics` or `tags`.
    pub fn folder(self) -> &'static str {
        match self {
            GroupKind::Category => "categories",
            GroupKind::Topic => "topics",
            GroupKind::Tag => "tags",
        }
    }

    /// The word for one of them.
    pub fn as_str(self) -> &'static str {
        match self {
            GroupKind::Category => "category",
            GroupKind::Topic => "topic",
            GroupKind::Tag => "tag",
        }
    }
}

/// A category, topic or tag with its skills.
#[derive(Clone, Debug)]
pub struct Group {
    /// What it groups by.
    pub kind: GroupKind,
    /// The spelling that is shown: the most used one.
    pub title: String,
    /// File name of its page without `.html`: readable, not empty, unique without regard to
    /// letter case.
    pub slug: String,
    /// The skills, in order, each once.
    pub skills: Vec<SkillIndex>,
    /// Every spelling that was merged into it with its number of uses, most used first.
    pub spellings: Vec<(String, usize)>,
}

/// One spelling stands for all: pages would otherwise split what belongs together.
pub static MIXED_SPELLING: Rule = Rule {
    code: "mixed-spelling",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "a category, topic or tag is spelled in one way throughout the catalog",
    why: "Spellings that differ only in letter case, `_`, `-` or space are shown as one group under the most used \
          spelling. Other tools will not merge them, and a reader who filters by one will miss the other.",
    bad: "tags: [Python]   # in one skill\ntags: [python]   # in three others",
    good: "tags: [python]   # everywhere",
    origin: "SKILL Package Specification 1.0.0, §5 (lowercase kebab-case is recommended)",
};

/// A value that puts a skill into a group.
#[derive(Debug)]
pub(super) struct Use {
    /// The skill.
    pub skill: SkillIndex,
    /// The value as written, trimmed.
    pub text: String,
    /// Its place, when the author wrote it.
    pub span: Option<Span>,
    /// The format of the skill's package.
    pub format: Format,
}

/// Groups of one kind, by title, and for each use the index of its group.
pub(super) fn group(kind: GroupKind, uses: &[Use]) -> (Vec<Group>, Vec<usize>) {
    let mut by_key: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (at, one) in uses.iter().enumerate() {
        by_key.entry(key(&one.text)).or_default().push(at);
    }
    let mut made: Vec<(Group, Vec<usize>)> = by_key
        .into_values()
        .map(|members| {
            let spellings = spellings(members.iter().map(|at| uses[*at].text.as_str()));
            let mut skills: Vec<SkillIndex> = members.iter().map(|at| uses[*at].skill).collect();
            skills.sort_unstable();
            skills.dedup();
            (Group { kind, title: spellings[0].0.clone(), slug: String::new(), skills, spellings }, members)
        })
        .collect();
    made.sort_by(|(a, _), (b, _)| sort_key(&a.title).cmp(&sort_key(&b.title)));
    let slugs = address::unique(made.iter().map(|(group, _)| group.title.as_str()));
    let mut of_use = vec![0; uses.len()];
    let mut groups = Vec::with_capacity(made.len());
    for (at, ((mut group, members), slug)) in made.into_iter().zip(slugs).enumerate() {
        for member in members {
            of_use[member] = at;
        }
        group.slug = slug;
        groups.push(group);
    }
    (groups, of_use)
}

/// A finding for each use of a spelling that is not its group's title.
pub(super) fn mixed_spellings(
    groups: &[Group],
    uses: &[Use],
    of_use: &[usize],
    source: &SourceTree,
) -> Vec<Diagnostic> {
    let mut findings = Vec::new();
    for (one, at) in uses.iter().zip(of_use) {
        let group = &groups[*at];
        let Some(span) = one.span.filter(|_| one.text != group.title) else { continue };
        let title = &group.title;
        let others = group.spellings[0].1;
        let times = if others == 1 { "once".to_owned() } else { format!("{others} times") };
        let message = format!("{} `{}` is written `{title}` {times} elsewhere", group.kind.as_str(), one.text);
        findings.push(
            Diagnostic::new(&MIXED_SPELLING, one.format, source.path(span.file), message)
                .at(span)
                .help(format!("write `{title}`, or change the others")),
        );
    }
    findings
}

/// What two spellings of one thing have in common.
fn key(text: &str) -> String {
    let folded: String =
        text.to_lowercase().chars().map(|c| if c == '_' || c.is_whitespace() { '-' } else { c }).collect();
    let parts: Vec<&str> = folded.split('-').filter(|part| !part.is_empty()).collect();
    if parts.is_empty() { folded } else { parts.join("-") }
}

fn spellings<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<(String, usize)> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for text in texts {
        *counts.entry(text).or_default() += 1;
    }
    let mut spellings: Vec<(String, usize)> =
        counts.into_iter().map(|(text, count)| (text.to_owned(), count)).collect();
    // The sort is stable, so equal counts stay in alphabetical order.
    spellings.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    spellings
}

/// Alphabetical without regard to letter case; exact text decides between equals.
pub(super) fn sort_key(text: &str) -> (String, &str) {
    (text.to_lowercase(), text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn uses(texts: &[&str]) -> Vec<Use> {
        let one = |(at, text): (usize, &&str)| Use {
            skill: SkillIndex(at as u32),
            text: (*text).to_owned(),
            span: None,
            format: Format::Frontmatter,
        };
        texts.iter().enumerate().map(one).collect()
    }

    #[test]
    fn spellings_of_one_word_are_one_group() {
        let (groups, of_use) =
            group(GroupKind::Tag, &uses(&["Python", "python", "python", "data_science", "data science"]));
        assert_eq!(groups.iter().map(|group| group.title.as_str()).collect::<Vec<_>>(), ["data science", "python"]);
        assert_eq!(groups[1].spellings, [("python".to_owned(), 2), ("Python".to_owned(), 1)]);
        assert_eq!(of_use, [1, 1, 1, 0, 0]);
    }

    #[test]
    fn signs_are_told_apart() {
        let (groups, _) = group(GroupKind::Tag, &uses(&["C", "C++", "C#", ".NET", "日本語", "🚀", "../up", "-", "--"]));
        let slugs: Vec<&str> = groups.iter().map(|group| group.slug.as_str()).collect();
        assert_eq!(slugs, ["x", "x-2", "up", "dot-net", "c", "c-sharp", "c-plus-plus", "日本語", "🚀"]);
    }
}
