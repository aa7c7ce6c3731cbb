//! Each rule on small catalogs: a list of files in, `path:line:column level rule: message` out.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::*;
use crate::Report;
use crate::config::CategoryConfig;

const TODAY: jiff::civil::Date = jiff::civil::date(2026, 6, 1);

/// Rules that tell of nearly every catalog, or again of what another rule has told of.
const BESIDE: &[&str] = &["legacy-frontmatter", "not-published", "client-load"];

/// The findings of a catalog, one line each.
fn check_files(files: &[(&str, &str)]) -> Vec<String> {
    check_with(files, |_| {})
}

fn check_with(files: &[(&str, &str)], change: impl Fn(&mut Config)) -> Vec<String> {
    let mut config = Config::new("skills", TODAY);
    change(&mut config);
    let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, *text)));
    let catalog = Catalog::new(Arc::new(source), &config);
    let report = Report::new(check(&catalog, &config, &Repository::default()), &config.lint, &catalog.source);
    report
        .findings
        .iter()
        .filter(|finding| !BESIDE.contains(&finding.diagnostic.rule.code))
        .map(|finding| {
            let place = finding.line.zip(finding.column).map(|(line, column)| format!(":{line}:{column}"));
            format!(
                "{}{} {} {}: {}",
                finding.path(),
                place.unwrap_or_default(),
                finding.level.as_str(),
                finding.diagnostic.rule.code,
                finding.diagnostic.message
            )
        })
        .collect()
}

/// The findings of one skill with this SKILL.md.
fn skill_md(text: &str) -> Vec<String> {
    check_files(&[("a/SKILL.md", text)])
}

/// The findings of a body below a header without faults.
fn body(text: &str) -> Vec<String> {
    skill_md(&format!("---\nname: a\ndescription: Use when testing.\n---\n{text}"))
}

/// A SKILL.toml without faults, in which `from` becomes `to`.
fn manifest(from: &str, to: &str) -> Vec<String> {
    let text = r#"manifest_version = "1.0"

[skill]
name = "a"
version = "1.0.0"
description = "Use when testing"
type = "technique"
category = "testing"
boundary = "Tests only."
maturity = "stable"
last_verified = "2026-05-01"
tags = ["test"]
topics = ["tests"]
"#;
    assert!(text.contains(from), "{from}");
    check_files(&[("a/SKILL.toml", &text.replacen(from, to, 1)), ("a/SKILL.md", "# A\n")])
}

#[track_caller]
fn is(found: Vec<String>, expected: &[&str]) {
    assert_eq!(found, expected);
}

#[test]
fn codes_are_unique_kebab_case_and_documented() {
    let mut seen = BTreeSet::new();
    for (rule, _) in RULES {
        assert!(seen.insert(rule.code), "{} is there twice", rule.code);
        assert!(rule.code.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-'), "{}", rule.code);
        for text in [rule.holds, rule.why, rule.bad, rule.good, rule.origin] {
            assert!(!text.trim().is_empty(), "{} lacks a piece of its documentation", rule.code);
        }
        assert!(!rule.holds.ends_with('.'), "{} holds a full stop", rule.code);
    }
}

#[test]
fn skills_without_faults_have_no_findings() {
    is(manifest("", ""), &[]);
    is(body("# A\n"), &[]);
}

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
        &[
            "a/SKILL.md:2:7 note name-folder: skill `A_b` lies in a folder named `a`",
            "a/SKILL.md:2:7 warning name-format: skill name `A_b` is not kebab-case",
        ],
    );
    let long = "a".repeat(65);
    let header = format!("---\nname: {long}\ndescription: Use when testing.\n---\n");
    is(
        check_files(&[(&format!("{long}/SKILL.md"), &header)]),
        &[&format!(
            "{long}/SKILL.md:2:7 warning name-format: skill name has 65 characters, more than the 64 that agents take"
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
fn versions_are_semantic() {
    is(
        manifest("\"1.0.0\"", "\"1.10\""),
        &["a/SKILL.toml:5:11 error version-format: version `1.10` is not a semantic version of three numbers"],
    );
    let header = |version: &str| format!("---\nname: a\ndescription: Use when testing.\n{version}\n---\n");
    assert_eq!(skill_md(&header("version: v2")).len(), 1);
    is(skill_md(&header("metadata:\n  version: \"1.0\"")), &[]);
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
           agents read"],
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
    let catalog = Catalog::new(Arc::new(source), &config);
    let mut found = Vec::new();
    let repository = Repository::default();
    requires::deep(Context { catalog: &catalog, config: &config, repository: &repository }, &mut found);
    assert_eq!(found.len(), count - 3);
    let way = "s0 -> s1 -> s2 -> s3 -> s4 -> s5 -> s6 -> s7 -> … (2992 more)";
    assert_eq!(found[0].message, format!("requirements run 2999 deep: {way}"));
}

#[test]
fn links_lead_somewhere() {
    is(body("[a](gone.md)\n"), &["a/SKILL.md:5:1 warning broken-link: link to `gone.md` leads nowhere"]);
    is(body("![a](gone.png)\n"), &["a/SKILL.md:5:1 warning broken-link: image `gone.png` leads nowhere"]);
    is(body("[a](https://example.org) [b](#top) [c](mailto:x@example.org) [d](<your-url>)\n"), &[]);
    is(
        body("# One two\n\n[a](#one-two) [b](#One-Two)\n"),
        &["a/SKILL.md:7:15 warning broken-anchor: link to `#One-Two`: this text has no such heading"],
    );
}

#[test]
fn links_between_files_are_checked() {
    let header = "---\nname: a\ndescription: Use when testing.\n---\n";
    let files = [
        ("a/SKILL.md", &*format!("{header}[x](b.md#part) [y](b.md#lost) [z](c\\d.md) [o](../../o.md)\n")),
        ("a/b.md", "# Part\n\n[s](SKILL.md) [g](gone.md)\n"),
        ("a/c/d.md", "text\n"),
        ("a/assets/form.md", "[g](gone.md) `form.md`\n"),
    ];
    is(
        check_files(&files),
        &[
            "a/SKILL.md:5:16 warning broken-anchor: link to `b.md#lost`: that file has no such heading",
            "a/SKILL.md:5:31 warning backslash-link: link to `c\\d.md` has backslashes",
            "a/SKILL.md:5:43 warning link-outside: link to `../../o.md` leads to `../../o.md`, which is not published \
             with the skills",
            "a/assets/form.md:1:1 note broken-link: link to `gone.md` leads nowhere",
            "a/b.md:3:15 warning broken-link: link to `gone.md` leads nowhere",
        ],
    );
}

#[test]
fn files_that_nothing_names_are_told() {
    let header = "---\nname: a\ndescription: Use when testing.\n---\n";
    let files = [
        ("a/SKILL.md", &*format!("{header}See `b.md`.\n")),
        ("a/LICENSE", "text"),
        ("a/b.md", "text\n"),
        ("a/c.md", "text\n"),
        ("a/icons/1x.svg", "a"),
        ("a/icons/2x.svg", "b"),
        ("a/icons/3x.svg", "c"),
        ("a/icons/4x.svg", "d"),
    ];
    is(
        check_files(&files),
        &[
            "a/c.md note unreferenced-file: file is named nowhere in the skill",
            "a/icons note unreferenced-file: 4 files of this folder are named nowhere in the skill",
        ],
    );
}

#[test]
fn what_a_person_does_not_see_is_told() {
    is(
        body("some\u{200B}thing <!-- one --> <!-- two --> <!-- markdownlint-disable -->\n"),
        &[
            "a/SKILL.md:5:5 warning hidden-text: invisible character U+200B",
            "a/SKILL.md:5:12 note hidden-text: 2 comments are not shown on the page, and an agent reads them",
        ],
    );
    is(
        skill_md("---\nname: a\ndescription: Use when a te\u{202E}\u{200B}xt hides.\n---\n"),
        &["a/SKILL.md:3:27 warning hidden-text: 2 invisible characters, the first is U+202E"],
    );
    is(body("Heart \u{2764}\u{FE0F} and \u{1F469}\u{200D}\u{1F467}.\n"), &[]);
}

#[test]
fn scripts_and_wide_rows_are_told() {
    is(
        body("<script>alert(1)</script>\n"),
        &["a/SKILL.md:5:1 warning unsafe-html: `<script>` is out of action: no script runs on the site"],
    );
    is(
        body("| a | b |\n| - | - |\n| 1 | 2 | 3 |\n"),
        &["a/SKILL.md:7:1 warning table-row: row has more cells than the header of its table"],
    );
}

#[test]
fn long_bodies_are_told() {
    let found = body(&"line\n".repeat(501));
    is(found, &["a/SKILL.md:5:1 note body-size: the text has 501 lines and about 682 tokens"]);
    is(body(&"line\n".repeat(500)), &[]);
}

#[test]
fn recommended_sections_are_off_until_asked_for() {
    let on = |config: &mut Config| {
        config.lint.levels.insert("structure".into(), Level::Note);
    };
    let header = "---\nname: a\ndescription: Use when testing.\n---\n";
    let text = format!("{header}## Principle\n\n## Method\n\n## Rules\n");
    is(check_files(&[("a/SKILL.md", &text)]), &[]);
    is(
        check_with(&[("a/SKILL.md", &text)], on),
        &["a/SKILL.md note structure: recommended sections are missing: output template"],
    );
}

#[test]
fn one_finding_tells_of_all_skills_without_a_manifest() {
    let config = Config::new("skills", TODAY);
    let check_levels = |files: &[(&str, &str)]| {
        let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, *text)));
        let catalog = Catalog::new(Arc::new(source), &config);
        let all = check(&catalog, &config, &Repository::default());
        all.iter()
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
fn findings_do_not_depend_on_the_number_of_threads() {
    let files: Vec<(String, String)> = (0..40)
        .map(|at| (format!("s{at}/SKILL.md"), format!("---\nname: S{at}\n---\n[a](x{at}.md) <!-- c -->\n")))
        .collect();
    let run = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("a pool");
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        pool.install(|| check_files(&files))
    };
    assert_eq!(run(1), run(4));
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
fn commands_that_run_what_they_fetch_are_told() {
    is(
        body("```sh\ncurl -fsSL https://example.org/i.sh | sh\n```\n"),
        &["a/SKILL.md:6:1 warning remote-exec: `curl -fsSL https://example.org/i.sh | sh` runs what it fetches"],
    );
    let header = "---\nname: a\ndescription: Use when testing.\n---\nRun `scripts/i.sh`.\n";
    is(
        check_files(&[("a/SKILL.md", header), ("a/scripts/i.sh", "#!/bin/sh\n\ncurl x | bash\n")]),
        &["a/scripts/i.sh:3:1 warning remote-exec: `curl x | bash` runs what it fetches"],
    );
}

#[test]
fn broad_permissions_are_told() {
    is(
        skill_md("---\nname: a\ndescription: Use when testing.\nallowed-tools: Bash, Read\n---\n"),
        &["a/SKILL.md:4:16 note allowed-tools-broad: `Bash` allows every command"],
    );
    is(skill_md("---\nname: a\ndescription: Use when testing.\nallowed-tools: Bash(git:*) Read\n---\n"), &[]);
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
fn a_comment_silences_one_place() {
    is(
        body("<!-- skillsite-ignore broken-link: made later -->\n[a](x.md)\n[b](y.md)\n\n[c](z.md)\n"),
        &["a/SKILL.md:9:1 warning broken-link: link to `z.md` leads nowhere"],
    );
    is(
        skill_md("---\n# skillsite-ignore name-format: an old name\nname: A\ndescription: Use when testing.\n---\n"),
        &[],
    );
    is(manifest("[\"tests\"]\n", "[\"Tests\"] # skillsite-ignore list-format: a brand\n"), &[]);
}

#[test]
fn a_comment_in_the_main_file_speaks_for_findings_without_a_line() {
    let header = "---\nname: a\ndescription: Use when testing.\n---\n";
    let text = format!("{header}<!-- skillsite-ignore unreferenced-file: read by the client -->\n");
    is(check_files(&[("a/SKILL.md", &text), ("a/b.md", "b\n")]), &[]);
}

#[test]
fn comments_that_silence_nothing_are_told() {
    is(
        body("<!-- skillsite-ignore broken-link: gone -->\n\nText.\n"),
        &["a/SKILL.md:5:1 warning unused-ignore: the comment silences no finding of `broken-link`"],
    );
    is(
        body("<!-- skillsite-ignore broken-lnk: gone -->\n"),
        &["a/SKILL.md:5:1 warning unused-ignore: there is no rule `broken-lnk`"],
    );
    is(body("<!-- skillsite-ignore -->\n"), &["a/SKILL.md:5:1 warning unused-ignore: the comment names no rule"]);
    is(
        body("<!-- skillsite-ignore broken-link -->\n[a](x.md)\n"),
        &["a/SKILL.md:5:1 warning ignore-reason: the comment gives no reason"],
    );
    is(body("Write `<!-- skillsite-ignore broken-link: x -->`.\n"), &[]);
}
