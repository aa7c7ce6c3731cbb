//! Fields and files that must be there, and the names in them.

use super::*;

#[test]
fn required_fields_are_missed_one_by_one() {
    is(
        manifest("boundary = \"Tests only.\"\n", ""),
        &["a/SKILL.toml error missing-field: required field `boundary` is missing"],
    );
    is(skill_md("---\nname: a\n---\n"), &["a/SKILL.md error missing-field: required field `description` is missing"]);
}

#[test]
fn a_file_without_any_header_has_one_finding() {
    is(
        skill_md("# A\n\nText.\n"),
        &["a/SKILL.md error missing-field: SKILL.md has no header: `name`, `description` are missing"],
    );
}

#[test]
fn fields_of_a_broken_file_are_not_missed() {
    let found = manifest("boundary = \"Tests only.\"\n", "boundary = \"\n");
    assert!(found.iter().all(|line| line.contains("manifest-syntax")), "{found:?}");
    assert!(!found.is_empty());
}

#[test]
fn a_manifest_needs_its_text() {
    let found = check_files(&[("a/SKILL.toml", "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\n")]);
    assert!(
        found.contains(
            &"a/SKILL.toml error missing-content: SKILL.md is missing: the skill has no instructions".to_owned()
        ),
        "{found:?}"
    );
}

#[test]
fn manifest_versions_are_negotiated() {
    is(
        manifest("\"1.0\"", "\"1.4\""),
        &["a/SKILL.toml:1:20 warning manifest-version: manifest version `1.4` is read as 1.0"],
    );
    is(
        manifest("\"1.0\"", "\"2.0\""),
        &["a/SKILL.toml:1:20 error manifest-version: manifest version `2.0` is not supported"],
    );
    is(
        manifest("\"1.0\"", "\"one\""),
        &["a/SKILL.toml:1:20 error manifest-version: manifest version `one` is not supported"],
    );
}

#[test]
fn names_are_kebab_case_and_short() {
    is(
        skill_md("---\nname: A_b\ndescription: Use when testing.\n---\n"),
        &["a/SKILL.md:2:7 warning name-format: skill name `A_b` is not kebab-case"],
    );
    let long = "a".repeat(65);
    let header = format!("---\nname: {long}\ndescription: Use when testing.\n---\n");
    is(
        check_files(&[(&format!("{long}/SKILL.md"), &header)]),
        &[&format!(
            "{long}/SKILL.md:2:7 warning name-format: skill name has 65 characters, more than the 64 that the \
             specification allows"
        )],
    );
}

#[test]
fn a_name_that_is_only_spelled_otherwise_is_told_once() {
    is(
        skill_md("---\nname: A\ndescription: Use when testing.\n---\n"),
        &["a/SKILL.md:2:7 warning name-format: skill name `A` is not kebab-case"],
    );
}

#[test]
fn one_finding_tells_of_all_skills_without_a_manifest() {
    let config = Config::new("skills", TODAY);
    let check_levels = |files: &[(&str, &str)]| {
        let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, *text)));
        let catalog = Catalog::new(Arc::new(source));
        let all = check(&catalog, &config, &Repository::default());
        all.findings
            .iter()
            .map(|finding| &finding.diagnostic)
            .filter(|diagnostic| diagnostic.rule.code == "legacy-frontmatter")
            .map(|diagnostic| (diagnostic.level, diagnostic.message.clone()))
            .collect::<Vec<_>>()
    };
    let one = ("a/SKILL.md", "---\nname: a\ndescription: Use when a.\n---\n");
    let two = ("b/SKILL.md", "---\nname: b\ndescription: Use when b.\n---\n");
    let message = "no skill has a SKILL.toml; metadata is read from the headers of SKILL.md".to_owned();
    assert_eq!(check_levels(&[one, two]), [(Level::Note, message)]);
    let manifest = ("b/SKILL.toml", "manifest_version = \"1.0\"\n");
    assert_eq!(
        check_levels(&[one, two, manifest]),
        [(Level::Warning, "1 of 2 skills has no SKILL.toml: `a`".to_owned())]
    );
}

#[test]
fn a_misspelled_key_is_the_place_of_what_is_missing() {
    is(
        manifest("boundary", "boundry"),
        &["a/SKILL.toml:9:1 error missing-field: required field `boundary` is missing, but `boundry` is there"],
    );
    is(
        skill_md("---\nname: a\ndiscription: Use when testing.\n---\n"),
        &["a/SKILL.md:3:1 error missing-field: required field `description` is missing, but `discription` is there"],
    );
}

#[test]
fn a_required_key_in_another_table_is_named_with_its_table() {
    let missing = "error missing-field: required field `name` is missing, but";
    let of = |text: &str| skill_md(&format!("---\ndescription: Use when testing.\n{text}---\n"));
    is(of("metadata:\n  name: a\n"), &[&format!("a/SKILL.md:4:3 {missing} `metadata.name` is there")]);
    is(
        of("maintainer:\n  name: Ann\nmetadata:\n  name: a\n"),
        &[&format!("a/SKILL.md:6:3 {missing} `metadata.name` is there")],
    );
    is(of("maintainer:\n  name: Ann\n"), &[&format!("a/SKILL.md:4:3 {missing} `maintainer.name` is there")]);
    let found = manifest("name = \"a\"\n", "metadata = { name = \"a\" }\n");
    assert!(found.contains(&format!("a/SKILL.toml:4:14 {missing} `skill.metadata.name` is there")), "{found:?}");
}

#[test]
fn empty_values_of_required_fields_are_told_once() {
    for (field, value) in [("version", "\"1.0.0\""), ("type", "\"technique\""), ("maturity", "\"stable\"")] {
        let found = manifest(value, "\"\"");
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(found[0].ends_with(&format!("error missing-field: required field `{field}` is empty")), "{found:?}");
    }
    is(skill_md("---\nname: a\ndescription: Use when testing.\nversion:\nrisk:\n---\n"), &[]);
}

#[test]
fn a_file_of_another_format_is_one_finding() {
    let tools = "[skill]\nname = \"a\"\ndescription = \"Use when testing\"\nprompts = [\"x\"]\n";
    let missing = "`manifest_version`, `version`, `type`, `category`, `boundary`, `maturity`, `last_verified`, `tags`, \
                   `topics` are missing";
    let of = |header: &str| check_files(&[("a/SKILL.toml", tools), ("a/SKILL.md", header)]);
    let text = format!("missing-field: SKILL.toml has another format, with tools or prompts: {missing}");
    is(of("# A\n"), &[&format!("a/SKILL.toml error {text}")]);
    is(of("---\nname: a\ndescription: Use when testing\n---\n# A\n"), &[&format!("a/SKILL.toml warning {text}")]);
}
