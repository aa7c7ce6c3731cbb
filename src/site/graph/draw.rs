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
    /// What the look means, for readers who do not see it.
    pub meaning: Option<&'a str>,
}

/// Characters of a name that a box shows.
const NAME: usize = 26;
/// Sizes in pixels.
const LETTER: usize = 7;
const PADDING: usize = 10;
const HEIGHT: usize = 26;
const ROW: usize = 36;
const GAP: usize = 56;
/// How far a line that leads back goes out beside the boxes, and the radius of its corners.
const OUT: usize = 16;
const CORNER: usize = 6;

/// A drawing.
pub(in crate::site) struct Drawing {
    /// The SVG. Every text in it is escaped.
    pub svg: String,
    /// It has lines that lead back in a circle.
    pub leads_back: bool,
}

/// The drawing of `nodes` and `edges` (from, to), with `label` as its name for readers who do not
/// see it.
pub(in crate::site) fn draw(nodes: &[Node<'_>], edges: &[(usize, usize)], label: &str) -> Drawing {
    let placed = layout(nodes.len(), edges);
    let names: Vec<_> = nodes.iter().map(|node| shorten(node.name, NAME)).collect();
    let widths: Vec<usize> = names.iter().map(|name| columns(name) * LETTER + 2 * PADDING).collect();
    let column_count = placed.places.iter().map(|(column, _)| column + 1).max().unwrap_or(0);
    let mut column_widths = vec![0; column_count];
    for ((column, _), width) in placed.places.iter().zip(&widths) {
        column_widths[*column] = column_widths[*column].max(*width);
    }
    // Lines that lead back need room beside the outermost boxes and above the first row.
    let leads_back = placed.backward.contains(&true);
    let (side, top) = if leads_back { (2 + OUT, CORNER) } else { (2, 0) };
    let mut lefts = vec![side; column_count];
    for column in 1..column_count {
        lefts[column] = lefts[column - 1] + column_widths[column - 1] + GAP;
    }
    let width = lefts.last().zip(column_widths.last()).map_or(0, |(left, width)| left + width) + side;
    let height = placed.rows * ROW + top;
    let middle = |row: usize| top + row * ROW + ROW / 2;

    let mut svg = format!(
        "<svg class=\"graph\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" role=\"group\" aria-label=\"{}\">\n",
        escape(label)
    );
    for ((from, to), (path, backward)) in edges.iter().zip(placed.paths.iter().zip(&placed.backward)) {
        let ((from_column, from_row), (to_column, to_row)) = (placed.places[*from], placed.places[*to]);
        let start = lefts[from_column] + widths[*from];
        let end = lefts[to_column];
        let d = if *backward {
            let right = lefts[from_column] + column_widths[from_column] + OUT;
            way_back((start, middle(from_row)), right, (end, middle(to_row)))
        } else {
            curve(start, end, path, &lefts, &column_widths, middle)
        };
        let class = if *backward { "edge back" } else { "edge" };
        let _ = writeln!(svg, "<path class=\"{class}\" d=\"{d}\"/>");
    }
    for (at, node) in nodes.iter().enumerate() {
        let (column, row) = placed.places[at];
        let (x, y, width) = (lefts[column], middle(row) - HEIGHT / 2, widths[at]);
        let meaning = node.meaning.map(|meaning| format!(" ({meaning})")).unwrap_or_default();
        let shape = format!(
            "<title>{}</title><rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" rx=\"6\"/><text x=\"{}\" y=\"{}\">{}</text>",
            escape(&format!("{}{meaning}", node.name)),
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
    Drawing { svg, leads_back }
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

/// A line from the right of one box back to the left of one in the same column or one before: out to `right`, which is
/// beside all boxes of the column, and back between the rows, where no box is.
fn way_back((start, y): (usize, usize), right: usize, (end, to_y): (usize, usize)) -> String {
    let between = y - ROW / 2;
    let left = end - OUT;
    // From between the rows down to the box, or up.
    let (first, last) =
        if to_y > between { (between + CORNER, to_y - CORNER) } else { (between - CORNER, to_y + CORNER) };
    format!(
        "M{start} {y}H{}Q{right} {y} {right} {}V{}Q{right} {between} {} {between}H{}Q{left} {between} {left} {first}V{last}Q{left} {to_y} {} {to_y}H{end}",
        right - CORNER,
        y - CORNER,
        between + CORNER,
        right - CORNER,
        left + CORNER,
        left + CORNER,
    )
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
            Node { name: "<b>\"x\"", href: Some("skills/b.html?a&b".into()), class: "self", meaning: None },
            Node { name: "nowhere", href: None, class: "missing", meaning: Some("not there") },
        ];
        let svg = draw(&nodes, &[(0, 1)], "a & b").svg;
        assert!(svg.contains("aria-label=\"a &amp; b\""), "{svg}");
        assert!(svg.contains("&lt;b&gt;") && !svg.contains("<b>"), "{svg}");
        assert!(svg.contains("href=\"skills/b.html?a&amp;b\""), "{svg}");
        assert!(svg.contains("<g class=\"node missing\"><title>nowhere (not there)</title>"), "{svg}");
        assert_eq!(svg.matches("class=\"edge\"").count(), 1);
    }

    #[test]
    fn an_empty_drawing_can_be_drawn() {
        assert!(draw(&[], &[], "").svg.ends_with("</svg>"));
    }

    /// The way of the `back` edge: every point that its path names.
    fn back_points(svg: &str) -> Vec<(usize, usize)> {
        let d = svg.split("class=\"edge back\" d=\"").nth(1).unwrap().split('"').next().unwrap();
        let (mut x, mut y) = (0, 0);
        let mut points = Vec::new();
        for part in d.split_inclusive(|c: char| c.is_ascii_alphabetic()).collect::<Vec<_>>().windows(2) {
            let numbers: Vec<usize> =
                part[1].split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()).collect();
            match part[0].chars().last().unwrap() {
                'H' => x = numbers[0],
                'V' => y = numbers[0],
                _ => (x, y) = (numbers[numbers.len() - 2], numbers[numbers.len() - 1]),
            }
            points.push((x, y));
        }
        points
    }

    /// Left, top, right and bottom of each box.
    fn boxes(svg: &str) -> Vec<[usize; 4]> {
        let number = |text: &str, key: &str| {
            text.split(&format!("{key}=\"")).nth(1).unwrap().split('"').next().unwrap().parse::<usize>().unwrap()
        };
        let of = |rect: &str| {
            let (x, y) = (number(rect, " x"), number(rect, " y"));
            [x, y, x + number(rect, " width"), y + number(rect, " height")]
        };
        svg.split("<rect").skip(1).map(of).collect()
    }

    #[test]
    fn a_line_that_leads_back_runs_beside_the_boxes_and_inside_of_the_drawing() {
        let node = |name| Node { name, ..Node::default() };
        let nodes = [node("alpha"), node("a-much-longer-name"), node("gamma")];
        for edges in [vec![(0, 1), (1, 2), (2, 0)], vec![(0, 0), (0, 1), (0, 2)], vec![(0, 1), (1, 0), (0, 2)]] {
            let svg = draw(&nodes, &edges, "").svg;
            let size = svg.split("viewBox=\"0 0 ").nth(1).unwrap().split('"').next().unwrap();
            let (width, height) = size.split_once(' ').unwrap();
            let (width, height): (usize, usize) = (width.parse().unwrap(), height.parse().unwrap());
            let points = back_points(&svg);
            for pair in points.windows(2) {
                let ((x1, y1), (x2, y2)) = (pair[0], pair[1]);
                assert!(x2 > 0 && x2 < width && y2 > 0 && y2 < height, "{x2} {y2} in {svg}");
                for [left, top, right, bottom] in boxes(&svg) {
                    let is_beside =
                        x1.max(x2) <= left || x1.min(x2) >= right || y1.max(y2) <= top || y1.min(y2) >= bottom;
                    assert!(is_beside, "{pair:?} crosses a box in {svg}");
                }
            }
        }
    }
}
