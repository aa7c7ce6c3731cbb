//! What the fields say.

use super::*;

#[test]
fn versions_are_semantic() {
    is(
        manifest("\"1.0.0\"", "\"1.10\""),
        &["a/SKILL.toml:5:11 error version-format: version `1.10` is not a semantic version of three numbers"],
    );
    let header = |version: &str| format!("---\nname: a\ndescription: Use when testing.\n{version}\n---\n");
    assert_eq!(skill_md(&header("version: v2")).len(), 1);
    for free in ["metadata:\n  version: \"1.0\"", "metadata: {version: \"1.0\"}", "metadata: {\"version\": \"1.0\"}"] {
        is(skill_md(&header(free)), &[]);
    }
    let message = "version-format: version `banana` is not a semantic version of three numbers";
    let json = "---\n{\"name\": \"a\", \"description\": \"Use when testing.\", \"version\": \"banana\"}\n---\n";
    is(skill_md(json), &[&format!("a/SKILL.md:2:62 warning {message}")]);
    for spelling in
        ["skill = {\nname = \"a\", version = \"banana\" }", "skill.name = \"a\"\nskill.version = \"banana\""]
    {
        let text = format!("manifest_version = \"1.0\"\n{spelling}\n");
        let found = check_files(&[("a/SKILL.toml", &text), ("a/SKILL.md", "Text.")]);
        assert_eq!(found.iter().filter(|finding| finding.contains(message)).count(), 1, "{spelling}: {found:?}");
    }
}

#[test]
fn words_in_a_line_are_one_tag_and_only_the_author_may_say_otherwise() {
    let header = |tags: &str| format!("---\nname: a\ndescription: Use when testing.\ntags: {tags}\n---\n");
    is(skill_md(&header("Data Science")), &["a/SKILL.md:4:7 note list-format: tag `Data Science` is not kebab-case"]);
    let fixes = |tags: &str| {
        let report = report(&[("a/SKILL.md", &header(tags))], |_| {});
        report.findings.iter().filter(|finding| finding.diagnostic.fix.is_some()).count()
    };
    assert_eq!([fixes("Data Science"), fixes("[Data Science]"), fixes("Data Science, Git Work")], [0, 1, 2]);
}

#[test]
fn descriptions_say_when() {
    is(
        manifest("Use when testing", "A tool for the tests"),
        &["a/SKILL.toml:6:15 note description-trigger: description does not begin with `Use when`"],
    );
    is(
        skill_md("---\nname: a\ndescription: \"\"\n---\n"),
        &["a/SKILL.md:3:14 error description-empty: description is empty"],
    );
    let long = format!("Use when x. {}", "x".repeat(1013));
    is(
        skill_md(&format!("---\nname: a\ndescription: {long}\n---\n")),
        &["a/SKILL.md:3:14 warning description-length: description has 1025 characters, more than the 1024 that \
           the specification allows"],
    );
}

#[test]
fn words_of_a_fixed_list_are_checked() {
    is(
        manifest("\"technique\"", "\"tecnique\""),
        &["a/SKILL.toml:7:8 error type-value: type `tecnique` is none of technique, pattern, reference, discipline"],
    );
    is(
        manifest("\"stable\"", "\"done\""),
        &["a/SKILL.toml:10:12 error maturity-value: maturity `done` is none of draft, alpha, beta, stable, deprecated"],
    );
    is(
        skill_md("---\nname: a\ndescription: Use when testing.\nrisk: huge\n---\n"),
        &["a/SKILL.md:4:7 warning risk-value: risk `huge` is none of low, medium, high"],
    );
}

#[test]
fn categories_are_known_or_declared() {
    let text = "category `finance` is neither a recommended one nor declared";
    is(manifest("\"testing\"", "\"finance\""), &[&format!("a/SKILL.toml:8:12 warning category-value: {text}")]);
    let header = [("a/SKILL.md", "---\nname: a\ndescription: Use when testing.\ncategory: finance\n---\n")];
    is(check_files(&header), &[]);
    let declare = |name: &'static str| {
        move |config: &mut Config| drop(config.categories.insert(name.into(), CategoryConfig::default()))
    };
    is(check_with(&header, declare("finance")), &[]);
    is(check_with(&header, declare("legal")), &[&format!("a/SKILL.md:4:11 warning category-value: {text}")]);
}

#[test]
fn dates_are_real_and_past() {
    let date = |to: &str| manifest("2026-05-01", to);
    is(
        date("1 May 2026"),
        &["a/SKILL.toml:11:17 error date-format: last_verified `1 May 2026` is not a day written YYYY-MM-DD"],
    );
    assert_eq!(date("2026-02-30").len(), 1);
    is(date("2026-06-03"), &["a/SKILL.toml:11:17 error date-format: last_verified `2026-06-03` lies in the future"]);
    is(date("2026-06-02"), &[]);
    is(
        date("2025-12-02"),
        &["a/SKILL.toml:11:17 warning stale: last verified 181 days ago, on 2025-12-02; the limit is 180 days"],
    );
    is(date("2025-12-03"), &[]);
}

#[test]
fn lists_hold_words_in_kebab_case() {
    is(manifest("[\"test\"]", "[]"), &["a/SKILL.toml:12:8 error empty-list: `tags` is empty"]);
    is(
        manifest("[\"tests\"]", "[\"Unit Tests\"]"),
        &["a/SKILL.toml:13:11 note list-format: topic `Unit Tests` is not kebab-case"],
    );
}

#[test]
fn addresses_are_web_addresses() {
    is(
        manifest("topics = [\"tests\"]\n", "topics = [\"tests\"]\n[source]\nhomepage = \"javascript:alert(1)\"\n"),
        &["a/SKILL.toml:15:12 warning url-value: homepage `javascript:alert(1)` is not a web address"],
    );
}

#[test]
fn a_long_first_sentence_is_told() {
    let header = |description: &str| format!("---\nname: a\ndescription: {description}\n---\n");
    let long = "word ".repeat(50);
    is(
        skill_md(&header(&format!("Use when {long}"))),
        &[
            "a/SKILL.md:3:14 note first-sentence: the first sentence of the description has 258 characters, more than 200",
        ],
    );
    is(skill_md(&header(&format!("Use when testing. {}", "word. ".repeat(50)))), &[]);
}

#[test]
fn no_model_routes_on_a_skill_for_people_only() {
    let header = |of: &str| format!("---\nname: a\ndescription: A list of {}\n{of}---\n", "word ".repeat(50));
    assert_eq!(skill_md(&header("")).len(), 2);
    is(skill_md(&header("disable-model-invocation: true\n")), &[]);
}

#[test]
fn broad_permissions_are_told() {
    is(
        skill_md("---\nname: a\ndescription: Use when testing.\nallowed-tools: Bash, Read\n---\n"),
        &["a/SKILL.md:4:16 note allowed-tools-broad: `Bash` allows every command"],
    );
    is(skill_md("---\nname: a\ndescription: Use when testing.\nallowed-tools: Bash(git:*) Read\n---\n"), &[]);
}
