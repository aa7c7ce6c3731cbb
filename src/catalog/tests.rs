//! Catalogs made from a few lines of text.

use std::fmt::Write;
use std::sync::Arc;

use super::*;

/// A catalog of files; a file of one line is a SKILL.md with that name.
fn catalog(files: &[(&str, &str)]) -> Catalog {
    let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, text.as_bytes().to_vec())));
    Catalog::new(Arc::new(source))
}

fn skill_md(name: &str, more: &str) -> String {
    format!("---\nname: {name}\ndescription: Use when {name} is due.\n{more}---\n# {name}\n")
}

fn ids(catalog: &Catalog) -> Vec<&str> {
    catalog.skills.iter().map(|skill| skill.id.as_str()).collect()
}

#[test]
fn every_kind_of_link_finds_its_place() {
    let text = skill_md("linker", "");
    let other = skill_md("other", "");
    let catalog = catalog(&[
        ("skills/linker/SKILL.md", &text),
        ("skills/linker/references/guide.md", "# Guide\n"),
        ("skills/linker/my notes.md", "x"),
        ("skills/linker/scripts/run.sh", "x"),
        ("skills/other/SKILL.md", &other),
        ("README.md", "x"),
    ]);
    let (skill, linker) = catalog.indexed().find(|(_, skill)| skill.id == "linker").unwrap();
    let context = LinkContext { skill, file: linker.package.skill_md.unwrap() };
    let mut told = String::new();
    for target in [
        "references/guide.md",
        "references/guide",
        "./references/guide.md#set-up",
        "References/Guide.md",
        "references\\guide.md",
        "my%20notes.md",
        "scripts/",
        "../other/SKILL.md#steps",
        "../other",
        "../other/",
        "/team:other",
        "${SKILL_DIR}/scripts/run.sh",
        "{baseDir}/scripts/run.sh",
        "skills/other",
        "#top",
        "https://example.org/a.md",
        "javascript:alert(1)",
        "java\tscript:alert(1)",
        "//example.org/x",
        "../../README.md",
        "../../../secret",
        "missing.md",
        "SKILL.md",
    ] {
        let destination = match catalog.resolve(context, target) {
            Destination::Skill(index, anchor) => format!("skill {} {anchor}", catalog.skill(index).id),
            Destination::Companion(_, file, anchor) => format!("file {} {anchor}", catalog.source.path(file)),
            Destination::Folder(_, folder) => format!("folder {folder}"),
            other => format!("{other:?}"),
        };
        let _ = writeln!(told, "{target:?} → {}", destination.trim_end());
    }
    insta::assert_snapshot!(told);
}

#[test]
fn code_spans_lead_to_files_that_exist() {
    let text = skill_md("linker", "");
    let catalog = catalog(&[("linker/SKILL.md", &text), ("linker/scripts/run.sh", "x"), ("linker/notes.md", "x")]);
    let context = LinkContext { skill: SkillIndex(0), file: catalog.skills[0].package.skill_md.unwrap() };
    let leads = |code| catalog.resolve_code(context, code).is_some();
    assert!(leads("scripts/run.sh") && leads("./scripts/run.sh") && leads("notes.md") && leads("scripts/"));
    assert!(!leads("scripts") && !leads("run.sh") && !leads("SKILL.md") && !leads("npm run x.y"));
}

#[test]
fn copies_are_one_skill_and_mirrors_are_left_out() {
    let (one, changed) = (skill_md("one", ""), skill_md("one", "version: 2.0.0\n"));
    let catalog = catalog(&[
        ("p/skills/one/SKILL.md", &one),
        ("q/one/SKILL.md", &one),
        ("p/.agents/skills/one/SKILL.md", &changed),
        ("p/.claude/skills/one/SKILL.md", &one),
        ("z/.agents/skills/one/SKILL.md", &changed),
    ]);
    assert_eq!(ids(&catalog), ["one--q", "one--z"]);
    assert_eq!(catalog.skills[0].copies, ["p/skills/one"]);
    let reasons: Vec<String> = catalog.left_out.iter().map(|one| format!("{}: {}", one.path, one.reason)).collect();
    assert_eq!(
        reasons,
        [
            "p/.agents/skills/one/SKILL.md: in a hidden folder, has the name of the skill in `p/skills/one` and other files",
            "p/.claude/skills/one/SKILL.md: copy in a hidden folder of the skill in `p/skills/one`",
            "p/skills/one/SKILL.md: same bytes as `q/one`"
        ]
    );
}

#[test]
fn categories_come_from_the_field_and_else_from_the_folder() {
    let plain = skill_md("a", "");
    let field = skill_md("b", "category: Testing\n");
    let catalog = catalog(&[
        ("skills/web/a1/SKILL.md", &plain.replace("name: a", "name: a1")),
        ("plugins/data/skills/a2/SKILL.md", &plain.replace("name: a", "name: a2")),
        ("a3/SKILL.md", &plain.replace("name: a", "name: a3")),
        ("skills/web/b/SKILL.md", &field),
    ]);
    let of = |name: &str| {
        let skill = catalog.skills.iter().find(|skill| skill.id == name).unwrap();
        catalog.categories[skill.category].title.as_str()
    };
    assert_eq!([of("a1"), of("a2"), of("a3"), of("b")], ["web", "data", "uncategorised", "Testing"]);
}

#[test]
fn requirements_run_in_circles_without_end() {
    let catalog = catalog(&[
        ("alpha/SKILL.md", &skill_md("alpha", "requires: [beta]\n")),
        ("beta/SKILL.md", &skill_md("beta", "requires: [gamma]\n")),
        ("delta/SKILL.md", &skill_md("delta", "requires: [alpha, alpha, nowhere]\n")),
        ("gamma/SKILL.md", &skill_md("gamma", "requires: [alpha]\n")),
        ("solo/SKILL.md", &skill_md("solo", "requires: [solo]\n")),
    ]);
    let names =
        |cycle: &Vec<SkillIndex>| cycle.iter().map(|index| catalog.skill(*index).name()).collect::<Vec<_>>().join(" ");
    assert_eq!(catalog.cycles.iter().map(names).collect::<Vec<_>>(), ["alpha beta gamma"]);
    let delta = &catalog.skills[2];
    assert_eq!(delta.requires.len(), 2);
    assert_eq!(catalog.closure(SkillIndex(2)).skills, [SkillIndex(0), SkillIndex(1), SkillIndex(3)]);
    assert_eq!(catalog.closure(SkillIndex(2)).depth, 3);
    assert!(std::ptr::eq(catalog.closure(SkillIndex(2)), catalog.closure(SkillIndex(2))), "it is made once");
    assert_eq!(catalog.skills[0].required_by, [SkillIndex(2), SkillIndex(3)]);
}

#[test]
fn of_two_spellings_of_a_file_the_one_that_is_read_is_named() {
    let text = skill_md("one", "");
    let catalog = catalog(&[("one/Skill.md", &text), ("one/skill.md", &text)]);
    let reasons: Vec<String> = catalog.left_out.iter().map(|one| format!("{}: {}", one.path, one.reason)).collect();
    assert_eq!(reasons, ["one/skill.md: `Skill.md` of the same folder is read instead"]);
}
