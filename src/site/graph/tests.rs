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
