//! How much an agent must read.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::source::Span;

/// The most lines of a body.
const MAX_LINES: usize = 500;
/// The most tokens of a body.
const MAX_TOKENS: usize = 5_000;

/// The body is not too long.
pub static BODY_SIZE: Rule = Rule {
    code: "body-size",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "the text of SKILL.md has at most 500 lines and about 5,000 tokens",
    why: "The whole text is read whenever the skill is chosen and takes room from the task. Files beside SKILL.md \
          are read only when they are needed.",
    bad: "SKILL.md with 1,200 lines",
    good: "SKILL.md with 200 lines that names references/errors.md and references/api.md",
    origin: "Agent Skills specification (progressive disclosure)",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(file) = package.skill_md else { return };
    let body = package.body(context.source());
    let text = body.trim_end();
    let ends = text.bytes().filter(|byte| *byte == b'\n').count();
    let (lines, tokens) = (ends + usize::from(!text.is_empty()), package.body_tokens);
    if lines <= MAX_LINES && tokens <= MAX_TOKENS {
        return;
    }
    let first_line = body.find('\n').unwrap_or(body.len());
    let span = Span::new(file, package.body.start..package.body.start + first_line);
    let message = format!("the text has {lines} lines and about {tokens} tokens");
    found.push(
        context
            .at(&BODY_SIZE, package, span, message)
            .help(format!("keep it below {MAX_LINES} lines and {MAX_TOKENS} tokens: move details to files beside it")),
    );
}
