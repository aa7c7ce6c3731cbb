//! The page of small graphs.

use super::super::tests::{page, site};

/// A skill that requires others.
fn skill(name: &str, requires: &str, more: &str) -> (String, String) {
    let text = format!("---\nname: {name}\ndescription: Use when a test asks.\nrequires: [{requires}]\n{more}---\n");
    (format!("{name}/SKILL.md"), text)
}

/// The page of the graph of these skills.
fn graph(skills: &[(String, String)]) -> String {
    let files: Vec<(&str, &str)> = skills.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    page(&site(&files), "graph.html")
}

#[test]
fn a_skill_that_requires_itself_is_a_circle_of_one() {
    let html = graph(&[skill("solo", "solo", ""), skill("other", "solo", "")]);
    let link = "<a class=\"name\" href=\"skills/solo.html\">solo</a>";
    assert!(html.contains(&format!("<span class=\"level error\">circle</span> {link} → {link}</li>")), "{html}");
    assert!(html.contains("A dashed line leads back and closes a circle."), "{html}");
}

#[test]
fn the_legend_says_what_is_drawn_and_nothing_else() {
    let html = graph(&[skill("a", "b", ""), skill("b", "", "")]);
    for meaning in ["A red border", "A dashed border", "A dashed line"] {
        assert!(!html.contains(meaning), "{html}");
    }
    let html = graph(&[skill("a", "b, nowhere", ""), skill("b", "", "risk: high\n")]);
    assert!(html.contains("A red border means high risk.") && html.contains("A dashed border"), "{html}");
    assert!(html.contains("<title>b (high risk)</title>"), "{html}");
}

#[test]
fn a_large_graph_is_drawn_in_whole_parts_with_what_is_wrong_first() {
    // By name: a chain that does not fit beside the rest, pairs, and at the end a circle.
    let chain = (0..250).map(|at| skill(&format!("a{at:03}"), &format!("a{:03}", at + 1), ""));
    let pairs = (0..60)
        .flat_map(|at| [skill(&format!("p{at:02}"), &format!("q{at:02}"), ""), skill(&format!("q{at:02}"), "", "")]);
    let mut skills: Vec<_> = chain.chain([skill("a250", "", "")]).chain(pairs).collect();
    skills.extend([skill("y", "z", ""), skill("z", "y", "")]);
    let html = graph(&skills);
    let drawing = html.split("<svg class=\"graph\"").nth(1).unwrap().split("</svg>").next().unwrap();
    let is_drawn = |name: &str| drawing.contains(&format!("<title>{name}</title>"));
    assert!(is_drawn("y") && is_drawn("z"), "what is wrong comes first");
    assert!(is_drawn("a000") && is_drawn("a250"), "then the largest part");
    assert!(is_drawn("p00") && is_drawn("p22") && is_drawn("q22") && !is_drawn("p23") && !is_drawn("q23"));
    assert_eq!(drawing.matches("<title>").count(), 299);
    assert!(html.contains("74 skills are not drawn; the table has all of them."), "{html}");
    assert!(html.contains(">q59</a></td>"), "the table has all");
}

#[test]
fn a_graph_of_one_part_that_is_too_large_is_drawn_in_part() {
    let chain = (0..320).map(|at| skill(&format!("a{at:03}"), &format!("a{:03}", (at + 1) % 320), ""));
    let html = graph(&chain.collect::<Vec<_>>());
    assert_eq!(html.matches("<title>a").count(), 300, "{html}");
    assert!(html.contains("20 skills are not drawn"), "{html}");
}
