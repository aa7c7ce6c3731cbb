//! `skillsite explain`: what a rule means, and its level here.

use std::fmt::Write;

use anyhow::{Result, anyhow};

use super::Status;
use super::session::Session;
use crate::Config;
use crate::diagnostic::Rule;
use crate::lint::{RULES, rule};
use crate::text::nearest;

#[derive(clap::Args)]
pub(super) struct Args {
    /// Code of the rule; without it all rules are listed
    rule: Option<String>,
}

pub(super) fn run(args: &Args, session: &Session<'_>) -> Result<Status> {
    let config = session.config(None)?;
    if let Some(code) = &args.rule {
        session.terminal.result(&explained(rule(code).ok_or_else(|| unknown(code))?, &config))?;
    } else {
        session.terminal.result(&listed(&config))?;
        session.terminal.note("two levels: with a SKILL.toml, and with frontmatter only");
        session.terminal.note("`skillsite explain RULE` tells why, with an example");
    }
    Ok(Status::Fine)
}

fn unknown(code: &str) -> anyhow::Error {
    match nearest(code, RULES.iter().map(|(rule, _)| rule.code)) {
        Some(near) => anyhow!("there is no rule `{code}`, did you mean `{near}`?"),
        None => anyhow!("there is no rule `{code}`; `skillsite explain` lists all of them"),
    }
}

fn listed(config: &Config) -> String {
    let width = RULES.iter().map(|(rule, _)| rule.code.len()).max().unwrap_or(0);
    let mut text = String::new();
    for (rule, _) in RULES {
        let _ = writeln!(text, "{:width$}  {:15}  {}", rule.code, levels(rule, config), rule.holds);
    }
    text
}

/// The level that counts here: `error`, or `error/warning` where packages with a SKILL.toml and
/// packages with frontmatter differ.
fn levels(rule: &Rule, config: &Config) -> String {
    match config.lint.levels.get(rule.code) {
        Some(level) => level.as_str().to_owned(),
        None if rule.level == rule.frontmatter_level => rule.level.as_str().to_owned(),
        None => format!("{}/{}", rule.level.as_str(), rule.frontmatter_level.as_str()),
    }
}

fn explained(rule: &Rule, config: &Config) -> String {
    let Rule { code, level, frontmatter_level, holds, why, bad, good, origin } = *rule;
    let mut text = format!("{code}: {holds}\n\n{why}\n\nbad:\n{}\ngood:\n{}\n", indented(bad), indented(good));
    let _ = writeln!(text, "from: {origin}");
    let (level, frontmatter) = (level.as_str(), frontmatter_level.as_str());
    let _ = writeln!(text, "level: {level} with a SKILL.toml, {frontmatter} with frontmatter only");
    if let Some(here) = config.lint.levels.get(code) {
        let _ = writeln!(text, "level here: {}", here.as_str());
    }
    for exception in &config.lint.overrides {
        if let Some(level) = exception.levels.get(code) {
            let _ = writeln!(text, "level in {}: {}", exception.written.join(", "), level.as_str());
        }
    }
    let _ = writeln!(text, "to silence it everywhere, in skillsite.toml:\n\n    [lint]\n    {code} = \"off\"\n");
    let _ = writeln!(text, "to silence it in one place, before or on its line:\n");
    let _ = writeln!(text, "    <!-- skillsite-ignore {code}: reason -->    in Markdown");
    let _ = writeln!(text, "    # skillsite-ignore {code}: reason           in SKILL.toml, a header or a script");
    text
}

fn indented(text: &str) -> String {
    let mut indented = String::new();
    for line in text.trim_end().lines() {
        let _ = writeln!(indented, "    {line}");
    }
    indented
}
