//! Table rows that are wider than their table.

use super::Context;
use super::texts::texts;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Level, Rule};

/// Rows have no more cells than the header.
pub static TABLE_ROW: Rule = Rule {
    code: "table-row",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "no row of a table has more cells than the header",
    why: "Cells beyond the header are not shown. Most often a `|` in the text of a cell was taken for the end of it.",
    bad: "| Call | Gives |\n| --- | --- |\n| `a | b` | a value |",
    good: "| Call | Gives |\n| --- | --- |\n| `a \\| b` | a value |",
    origin: "GitHub Flavored Markdown, §4.10",
};

pub(super) fn check(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    for text in texts(context, index) {
        for row in &text.outline.wide_rows {
            let span = text.span(row);
            let help = if has_bar_in_code(&context.source().text(text.file)[span.range()]) {
                "write `\\|` for a bar that is part of the text"
            } else {
                "add a column to the header or join cells; write `\\|` for a bar that is part of the text"
            };
            let finding = context.at(&TABLE_ROW, package, span, "row has more cells than the header of its table");
            found.push(finding.help(help));
        }
    }
}

/// True when code marks of a row hold a bar that ends a cell.
fn has_bar_in_code(row: &str) -> bool {
    row.split('`').skip(1).step_by(2).any(|code| code.replace("\\|", "").contains('|'))
}

#[cfg(test)]
mod tests {
    use super::has_bar_in_code;

    #[test]
    fn bars_in_code_are_seen() {
        assert!(has_bar_in_code("| `a | b` | c |"));
        assert!(!has_bar_in_code("| `a` | b | `c \\| d` | e |"));
    }
}
