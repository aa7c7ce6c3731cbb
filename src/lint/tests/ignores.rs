//! Comments that silence findings.

use super::*;

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
    is(
        body("See [a](x.md). <!-- skillsite-ignore broken-link: made later -->\n\n[b](y.md)\n"),
        &["a/SKILL.md:7:1 warning broken-link: link to `y.md` leads nowhere"],
    );
    let description = "description: A tool for the tests # skillsite-ignore description-trigger: a joke";
    is(skill_md(&format!("---\nname: a\n{description}\n---\n")), &[]);
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
        &["a/SKILL.md:5:1 warning ignore-reason: the comment gives no reason after a colon"],
    );
    is(body("Write `<!-- skillsite-ignore broken-link: x -->`.\n"), &[]);
}

#[test]
fn a_comment_does_not_speak_for_a_skill_inside_of_its_own() {
    let header = |name: &str| format!("---\nname: {name}\ndescription: Use when testing.\n---\n");
    let outer = header("a") + "<!-- skillsite-ignore unreferenced-file: read by the client -->\n";
    let files =
        [("a/SKILL.md", outer.as_str()), ("a/x.md", "x\n"), ("a/b/SKILL.md", &header("b")), ("a/b/y.md", "y\n")];
    let found = check_files(&files);
    let unreferenced: Vec<&String> = found.iter().filter(|one| one.contains("unreferenced-file")).collect();
    assert_eq!(unreferenced, ["a/b/y.md note unreferenced-file: file is named nowhere in the skill"]);
}
