//! Links, and files that nothing names.

use std::fmt::Write;

use super::*;

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
fn a_file_is_not_offered_to_itself() {
    let help = |files: &[(&str, &str)]| {
        let config = Config::new("skills", TODAY);
        let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, *text)));
        let catalog = Catalog::new(Arc::new(source));
        let all = check(&catalog, &config, &Repository::default());
        let mut all = all.findings.iter().map(|finding| &finding.diagnostic);
        all.find(|one| one.rule.code == "broken-link").and_then(|one| one.help.clone())
    };
    let skill = ("a/SKILL.md", "---\nname: a\ndescription: Use when testing.\n---\n[r](README.md)\n");
    let readme = ("a/README.md", "[x](docs/README.md)\n");
    assert_eq!(help(&[skill, readme]).as_deref(), Some("mend the path, or add the file"));
    assert_eq!(help(&[skill, readme, ("a/guide/README.md", "x\n")]).as_deref(), Some("try `guide/README.md`"));
}

#[test]
fn a_skill_that_lies_elsewhere_is_named() {
    let header = "---\nname: NAME\ndescription: Use when testing.\n---\n";
    let config = Config::new("skills", TODAY);
    let one = header.replace("NAME", "one") + "[two](../two/SKILL.md) [three](../three/SKILL.md)\n";
    let two = header.replace("NAME", "two");
    let source = SourceTree::from_files([("a/one/SKILL.md", one.as_str()), ("b/two/SKILL.md", two.as_str())]);
    let report = check(&Catalog::new(Arc::new(source)), &config, &Repository::default());
    let helps: Vec<_> = report.findings.iter().filter_map(|finding| finding.diagnostic.help.as_deref()).collect();
    assert!(helps.contains(&"skill `two` lies in `b/two`"), "{helps:?}");
    assert!(helps.contains(&"mend the path, or add the file"), "{helps:?}");
}

#[test]
fn very_many_headings_and_broken_links_to_them_come_to_an_end() {
    let mut text = String::new();
    (0..20_000).for_each(|at| writeln!(text, "# Heading {at}").unwrap());
    (0..20_000).for_each(|at| writeln!(text, "[a](#headin-{at})\n").unwrap());
    let found = body(&text);
    let broken = found.iter().filter(|one| one.contains("this text has no such heading")).count();
    assert_eq!(broken, 20_000);
}
