//! What a skill asks to be allowed.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};

/// The skill asks for no more than it needs.
pub static ALLOWED_TOOLS_BROAD: Rule = Rule {
    code: "allowed-tools-broad",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "`allowed-tools` names what may be run: no `Bash` without a pattern and no `*`",
    why: "What stands there runs without asking the user. A shell without a pattern is everything the user may do.",
    bad: "allowed-tools: Bash",
    good: "allowed-tools: Bash(git log:*) Read",
    origin: "Agent Skills specification (`allowed-tools`)",
};

pub(super) fn broad(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    for item in package.manifest.allowed_tools.iter().flat_map(|list| &list.items) {
        let tool = item.text.trim();
        let message = match tool {
            "*" => "`*` allows every tool".to_owned(),
            _ if is_any_command(tool) => format!("`{tool}` allows every command"),
            _ => continue,
        };
        let finding = context.at(&ALLOWED_TOOLS_BROAD, package, item.span, message);
        found.push(finding.help("name the commands that the skill needs, such as `Bash(git log:*)`"));
    }
}

/// A shell without a pattern, or with one that fits everything.
fn is_any_command(tool: &str) -> bool {
    let (name, pattern) = tool.split_once('(').unwrap_or((tool, "*)"));
    let shell = ["bash", "shell", "powershell"].contains(&name.trim().to_ascii_lowercase().as_str());
    shell && matches!(pattern.trim_end_matches(')').trim(), "*" | "*:*" | ":*" | "**" | "")
}

#[cfg(test)]
mod tests {
    use super::is_any_command;

    #[test]
    fn a_shell_without_a_pattern_is_any_command() {
        for tool in ["Bash", "bash", "Bash(*)", "Bash(*:*)", "Shell", "Bash()"] {
            assert!(is_any_command(tool), "{tool}");
        }
        for tool in ["Bash(git:*)", "Read", "Bash(npm run test)", "BashOutput"] {
            assert!(!is_any_command(tool), "{tool}");
        }
    }
}
