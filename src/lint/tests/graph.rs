//! What skills say about each other.

use super::*;

#[test]
fn requirements_are_checked() {
    let skill = |name: &str, requires: &str| {
        let text = format!("---\nname: {name}\ndescription: Use when testing.\nrequires: [{requires}]\n---\n");
        (format!("{name}/SKILL.md"), text)
    };
    let of = |skills: &[(&str, &str)]| {
        let files: Vec<(String, String)> = skills.iter().map(|(name, requires)| skill(name, requires)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        check_files(&files)
    };
    is(of(&[("a", "gone")]), &["a/SKILL.md:4:12 warning requires-unknown: required skill `gone` does not exist"]);
    is(of(&[("a", "a")]), &["a/SKILL.md:4:12 warning requires-self: skill `a` requires itself"]);
    is(of(&[("a", "b, b"), ("b", "")]), &["a/SKILL.md:4:15 warning requires-repeated: `b` is required twice"]);
    is(
        of(&[("a", "b"), ("b", "c"), ("c", "a"), ("d", "a")]),
        &["a/SKILL.md:4:12 warning requires-cycle: skills require each other: a -> b -> c -> a"],
    );
    is(
        of(&[("a", "e, b"), ("b", "c"), ("c", "d"), ("d", ""), ("e", "")]),
        &["a/SKILL.md:4:15 note requires-deep: requirements run 3 deep: a -> b -> c -> d"],
    );
}

#[test]
fn a_long_chain_does_not_exhaust_the_stack() {
    let count = 3_000;
    let files: Vec<(String, String)> = (0..count)
        .map(|at| {
            let text = format!("---\nname: s{at}\ndescription: Use when x.\nrequires: [s{}]\n---\n", at + 1);
            (format!("s{at}/SKILL.md"), text)
        })
        .collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, *text)));
    let config = Config::new("skills", TODAY);
    let catalog = Catalog::new(Arc::new(source));
    let mut found = Vec::new();
    let repository = Repository::default();
    requires::deep(Context { catalog: &catalog, config: &config, repository: &repository }, &mut found);
    assert_eq!(found.len(), count - 3);
    let way = "s0 -> s1 -> s2 -> s3 -> s4 -> s5 -> s6 -> s7 -> … (2992 more)";
    assert_eq!(found[0].message, format!("requirements run 2999 deep: {way}"));
}

#[test]
fn contradictions_are_told() {
    let skill = |name: &str, rest: &str| format!("---\nname: {name}\ndescription: Use when testing.\n{rest}---\n");
    let of = |a: &str, b: &str| check_files(&[("a/SKILL.md", &skill("a", a)), ("b/SKILL.md", &skill("b", b))]);
    is(
        of("maturity: deprecated\n", ""),
        &["a/SKILL.md:4:11 warning self-contradiction: the skill is deprecated and nothing says what replaces it"],
    );
    is(of("maturity: deprecated\nreplaced_by: b\n", ""), &[]);
    is(of("replaced_by: c\n", ""), &["a/SKILL.md:4:14 warning replacement-unknown: replacement `c` does not exist"]);
    is(
        of("requires: [b]\n", "maturity: deprecated\nreplaced_by: a\n"),
        &["a/SKILL.md:4:12 warning self-contradiction: required skill `b` is deprecated"],
    );
    is(
        of("requires: [b]\nmaturity: stable\n", "maturity: draft\n"),
        &["a/SKILL.md:4:12 warning self-contradiction: the skill is stable and requires the draft `b`"],
    );
    is(
        of("requires: [b]\nrisk: low\n", "risk: high\n"),
        &["a/SKILL.md:4:12 warning self-contradiction: the risk is low and that of the required skill `b` is high"],
    );
    is(of("requires: [b]\nrisk: high\n", "risk: low\n"), &[]);
}

#[test]
fn a_requirement_of_another_format_is_no_error() {
    let toml = "name = \"a\"\ndescription = \"Use when testing\"\nrequires = [\"gone\"]\n";
    let found = check_files(&[("a/SKILL.toml", toml), ("a/SKILL.md", "---\nname: a\n---\n# A\n")]);
    let line = "a/SKILL.toml:3:13 warning requires-unknown: required skill `gone` does not exist";
    assert!(found.contains(&line.to_owned()), "{found:?}");
}
