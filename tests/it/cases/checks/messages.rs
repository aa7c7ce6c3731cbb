//! What is said about the program's messages.

use super::super::grammar::Part::{self, Text, Word};
use super::super::world::{Finding, World};
use super::{Verdict, none_of, that, values};
use crate::program::Run;

pub fn no_finding(world: &World, unwanted: impl Fn(&Finding) -> bool) -> Option<Verdict> {
    let found: Vec<String> =
        world.findings.iter().filter(|finding| unwanted(finding)).map(|finding| format!("{finding:?}")).collect();
    none_of(&found)
}

/// `diag LEVEL PATH:LINE words …`: there is such a message, or none.
pub fn diagnostic(world: &World, parts: &[Part<'_>]) -> Option<Verdict> {
    let (level, mut rest) = match parts {
        [Word(level @ ("any" | "note" | "warning" | "error" | "none")), rest @ ..] => (*level, rest),
        // Without a level: any.
        rest => ("any", rest),
    };
    let (mut place, mut texts, mut once, mut only_level) = ("", Vec::new(), false, "any");
    loop {
        rest = match rest {
            [] => break,
            [Word("words"), tail @ ..] => {
                let end = tail.iter().position(|part| matches!(part, Word(_))).unwrap_or(tail.len());
                texts = values(&tail[..end])?;
                &tail[end..]
            }
            [Word("names"), Word("the"), Word("folder")] => {
                texts = vec![world.out.file_name()?.to_str()?];
                &[]
            }
            [Word("once"), tail @ ..] => {
                once = true;
                tail
            }
            [Word("level"), Word(level), tail @ ..] => {
                only_level = level;
                tail
            }
            [Word(path), tail @ ..] if place.is_empty() => {
                place = path;
                tail
            }
            _ => return None,
        };
    }
    let (path, line) = match place.rsplit_once(':') {
        Some((path, line)) => (path, Some(line.parse::<usize>().ok()?)),
        None => (place, None),
    };
    let wanted_level = if level == "none" { only_level } else { level };
    let matches = |finding: &&Finding| {
        let said = finding.text.to_lowercase();
        (wanted_level == "any" || finding.level == wanted_level)
            && (path.is_empty() || finding.path == path || finding.path.starts_with(&format!("{path}/")))
            && line.is_none_or(|line| finding.line == line)
            && texts.iter().all(|text| said.contains(&text.to_lowercase()))
    };
    let found: Vec<&Finding> = world.findings.iter().filter(matches).collect();
    let holds = match level {
        "none" => found.is_empty(),
        _ if once => found.len() == 1,
        _ => !found.is_empty(),
    };
    that(holds, || {
        let there = if level == "none" || once { found } else { world.findings.iter().collect() };
        let there: Vec<String> = there.iter().map(|finding| format!("\n      {finding:?}")).collect();
        format!("there is:{}", there.concat())
    })
}

pub fn messages(world: &World, parts: &[Part<'_>]) -> Option<Verdict> {
    match parts {
        [Word("show"), Text(text)] => that(world.run.stderr.contains(text), || world.run.stderr.clone()),
        [Word("equal"), Word("line"), Word("for"), Word("line")] => {
            let (_, other) = world.other.as_ref()?;
            let lines = |run: &Run| {
                // The last line names the output folder and the time.
                let lines: Vec<String> =
                    run.stderr.lines().filter(|line| !line.starts_with("built ")).map(str::to_owned).collect();
                (run.status, lines)
            };
            that(lines(&world.run) == lines(other), || format!("{}\n---\n{}", world.run.stderr, other.stderr))
        }
        _ => None,
    }
}
