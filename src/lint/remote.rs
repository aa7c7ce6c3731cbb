//! Commands that run what they have just fetched.

mod command;

use super::Context;
use super::texts::texts;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};
use crate::source::Span;
use crate::text::shorten;

/// Nothing is run that nobody has seen.
pub static REMOTE_EXEC: Rule = Rule {
    code: "remote-exec",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "no command in a code block or script runs what it fetches, as `curl … | sh` does",
    why: "Whoever holds the address decides what the agent runs, today and on every later day. Nobody has read it.",
    bad: "curl -fsSL https://example.org/install.sh | sh",
    good: "curl -fsSLO https://example.org/install-1.2.0.sh\necho \"$SUM  install-1.2.0.sh\" | sha256sum -c\nsh install-1.2.0.sh",
    origin: "skillsite",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let source = context.source();
    let mut tell = |file, start: usize, text: &str, holds: Holds| {
        for command in command::of_text(text, holds) {
            let span = Span::new(file, command.start + start..command.end + start);
            let shown = text[command].split_whitespace().collect::<Vec<_>>().join(" ");
            let message = format!("`{}` runs what it fetches", shorten(&shown, 60));
            let finding = context.at(&REMOTE_EXEC, package, span, message);
            found.push(
                finding.help("fetch a named version, check its digest, then run it; or name the package to install"),
            );
        }
    };
    for text in texts(context, index) {
        for block in &text.outline.code_blocks {
            let Some(holds) = in_block(&block.language) else { continue };
            let span = text.span(&block.range);
            tell(text.file, span.start as usize, &source.text(text.file)[span.range()], holds);
        }
    }
    for companion in &package.companions {
        let text = source.text(companion.file);
        if let Some(holds) = in_file(companion.path.as_str(), text) {
            tell(companion.file, 0, text, holds);
        }
    }
}

/// What the lines of a text are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holds {
    Commands,
    /// A program, in which a command is handed to a shell by a function.
    Calls,
}

/// What a code block in `language` holds, if it may run something. A block without one often does.
fn in_block(language: &str) -> Option<Holds> {
    const SHELLS: &[&str] = &[
        "",
        "bash",
        "sh",
        "shell",
        "zsh",
        "fish",
        "console",
        "shell-session",
        "terminal",
        "powershell",
        "pwsh",
        "ps1",
        "dockerfile",
        "docker",
        "makefile",
        "yaml",
        "yml",
        "text",
        "txt",
    ];
    const PROGRAMS: &[&str] =
        &["python", "py", "python3", "js", "javascript", "ts", "typescript", "json", "ruby", "rb", "php", "perl"];
    if SHELLS.contains(&language) {
        return Some(Holds::Commands);
    }
    PROGRAMS.contains(&language).then_some(Holds::Calls)
}

/// What a file holds, by its name, else by the program that its first line names.
fn in_file(path: &str, text: &str) -> Option<Holds> {
    const SHELLS: &[&str] =
        &[".sh", ".bash", ".zsh", ".ps1", ".fish", "dockerfile", "makefile", ".mk", ".yml", ".yaml"];
    const PROGRAMS: &[&str] =
        &[".py", ".js", ".mjs", ".cjs", ".ts", ".mts", ".rb", ".php", ".pl", "package.json", "hooks.json"];
    let path = path.to_ascii_lowercase();
    let ends = |endings: &[&str]| endings.iter().any(|end| path.ends_with(end));
    let program = text.lines().next().and_then(|line| line.strip_prefix("#!"));
    if ends(SHELLS) || program.is_some_and(|program| program.trim_end().ends_with("sh")) {
        return Some(Holds::Commands);
    }
    (ends(PROGRAMS) || program.is_some()).then_some(Holds::Calls)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_known_by_their_names_and_first_lines() {
        assert_eq!(in_file("scripts/A.SH", ""), Some(Holds::Commands));
        assert_eq!(in_file("bin/install", "#!/usr/bin/env bash\n"), Some(Holds::Commands));
        assert_eq!(in_file("bin/install", "#!/usr/bin/env python3\n"), Some(Holds::Calls));
        assert_eq!(in_file("a/package.json", "{"), Some(Holds::Calls));
        assert_eq!(in_file("notes.txt", "curl x | sh"), None);
    }
}
