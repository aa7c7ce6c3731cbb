//! A drawing of skills and what they require, as SVG.

use std::fmt::Write as _;

use super::layout::layout;
use crate::text::shorten;

/// A box of the drawing.
#[derive(Clone, Debug, Default)]
pub(in crate::site) struct Node<'a> {
    pub name: &'a str,
    /// Where it leads; `None` for names that belong to no skill.
    pub href: Option<String>,
    /// Class names for its look: `self`, `missing`, `risk-high`.
    pub class: &'static str,
}

/// Characters of a name that a box shows.
const NAME: usize = 26;
/// Sizes in pixels.
const LETTER: usize = 7;
const PADDING: usize = 10;
const HEIGHT: usize = 26;
const ROW: usize = 36;
const GAP: usize = 56;

/// The drawing of `nodes` and `edges` (from, to), with `label` as its name for readers who do not
/// see it. Every text in it is escaped.
pub(in crate::site) fn draw(nodes: &[Node<'_>], edges: &[(usize, usize)], label: &str) -> String {
    let placed = layout(nodes.len(), edges);
    let names: Vec<_> = nodes.iter().map(|node| shorten(node.name, NAME)).collect();
    let widths: Vec<usize> = names.iter().map(|name| columns(name) * LETTER + 2 * PADDING).collect();
    let column_count = placed.places.iter().map(|(column, _)| column + 1).max().unwrap_or(0);
    let mut column_widths = vec![0; column_count];
    for ((column, _), width) in placed.places.iter().zip(&widths) {
        column_widths[*column] = column_widths[*column].max(*width);
    }
    let mut lefts = vec![2; column_count];
    for column in 1..column_count {
        lefts[column] = lefts[column - 1] + column_widths[column - 1] + GAP;
    }
    let width = lefts.last().zip(column_widths.last()).map_or(0, |(left, width)| left + width) + 2;
    let height = placed.rows * ROW;
    let middle = |row: usize| row * ROW + ROW / 2;

    let mut svg = format!(
        "<svg class=\"graph\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"group\" aria-label=\"{}\">\n",
        escape(label)
    );
    for ((from, to), (path, backward)) in edges.iter().zip(placed.paths.iter().zip(&placed.backward)) {
        let start = lefts[placed.places[*from].0] + widths[*from];
        let end = lefts[placed.places[*to].0];
        let d = if *backward {
            // Over the top and back: out on the right, in on the left.
            let (y1, y2) = (middle(placed.places[*from].1), middle(placed.places[*to].1));
            let top = y1.min(y2).saturating_sub(ROW / 2 - 2);
            format!("M{start} {y1}C{} {top} {} {top} {end} {y2}", start + GAP / 2, end.saturating_sub(GAP / 2))
        } else {
            curve(start, end, path, &lefts, &column_widths, middle)
        };
        let class = if *backward { "edge back" } else { "edge" };
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"{d}\"/>");
    }
    for (at, node) in nodes.iter().enumerate() {
        let (column, row) = placed.places[at];
        let (x, y, width) = (lefts[column], middle(row) - HEIGHT / 2, widths[at]);
        let shape = format!(
            "<title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" rx=\"6\"/><text x=\"{}\" y=\"{}\">{}</text>",
            escape(node.name),
            x + PADDING,
            y + HEIGHT / 2 + 4,
            escape(&names[at]),
        );
        let _ = match &node.href {
            Some(href) => writeln!(svg, "<a class=\"node {}\" href=\"{}\">{shape}</a>", node.class, escape(href)),
            None => writeln!(svg, "<g class=\"node {}\">{shape}</g>", node.class),
        };
    }
    svg.push_str("</svg>");
    svg
}

/// A line from the right of one box to the left of another, level where it passes a column.
fn curve(
    start: usize,
    end: usize,
    path: &[(usize, usize)],
    lefts: &[usize],
    widths: &[usize],
    middle: impl Fn(usize) -> usize,
) -> String {
    let mut y = middle(path[0].1);
    let mut x = start;
    let mut d = format!("M{x} {y}");
    let last = path.len() - 1;
    for (at, (column, row)) in path.iter().enumerate().skip(1) {
        let (to_x, to_y) = (if at == last { end } else { lefts[*column] }, middle(*row));
        let half = usize::midpoint(x, to_x);
        let _ = write!(d, "C{half} {y} {half} {to_y} {to_x} {to_y}");
        (x, y) = (to_x, to_y);
        if at != last {
            x += widths[*column];
            let _ = write!(d, "H{x}");
        }
    }
    d
}

/// Columns that a text takes in a font of fixed width: letters of East Asian scripts take two.
fn columns(text: &str) -> usize {
    text.chars().map(|c| if c >= '\u{1100}' { 2 } else { 1 }).sum()
}

/// `text` escaped for text and attributes of SVG inside HTML.
fn escape(text: &str) -> String {
    super::super::escape(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_and_boxes_are_links() {
        let nodes = [
            Node { name: "<b>\"x\"", href: Some("skills/b.html?a&b".into()), class: "self" },
            Node { name: "nowhere", href: None, class: "missing" },
        ];
        let svg = draw(&nodes, &[(0, 1)], "a & b");
        assert!(svg.contains("aria-label=\"a &amp; b\""), "{svg}");
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"), "{svg}");
        assert!(svg.contains("href=\"skills/b.html?a&amp;b\""), "{svg}");
        assert!(svg.contains("<g class=\"node missing\">"), "{svg}");
        assert_eq!(svg.matches("class=\"edge\"").count(), 1);
    }

    #[test]
    fn an_empty_drawing_and_a_circle_can_be_drawn() {
        assert!(draw(&[], &[], "").ends_with("</svg>"));
        let node = || Node { name: "a", href: None, class: "" };
        assert!(draw(&[node(), node()], &[(0, 1), (1, 0), (1, 1)], "").contains("edge back"));
    }
}
