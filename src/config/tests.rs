//! Texts of `skillsite.toml` and what they mean.

use super::*;

fn day() -> jiff::civil::Date {
    jiff::civil::date(2026, 3, 1)
}

fn parse(text: &str) -> Result<Config, String> {
    Config::parse(Path::new("."), Path::new("skillsite.toml"), text, day()).map_err(|error| error.to_string())
}

#[track_caller]
fn good(text: &str) -> Config {
    parse(text).unwrap_or_else(|error| panic!("{error}"))
}

#[track_caller]
fn bad(text: &str, expected: &str) {
    match parse(text) {
        Ok(_) => panic!("accepted:\n{text}"),
        Err(error) => assert_eq!(error, expected),
    }
}

#[test]
fn every_key_is_read() {
    let config = good(
        r#"
title = " Platform skills "
description = "What our agents can do"
base_url = "https://org.github.io/skills"
source = ["./skills/", "more"]
exclude = ["**/fixtures/**"]
theme = "src"
language = "de"
network_images = true

[repository]
url = "https://github.com/org/skills/"
branch = "trunk"
edit = "{url}/edit/{branch}/{path}"
history = "{url}/log/{path}"

[categories]
finance = "Money in and out"
legal = { description = "Paper" }

[install]
zeta = "get {base_url} {name}"
alpha = "echo {name} ${HOME} {}"

[freshness]
stable = 10
beta = 0

[search.aliases]
K8s = "Kubernetes"

[registry]
drafts = false
llms_full = true
marketplace = "org-skills"
owner = "Platform team"
"#,
    );
    assert_eq!(config.title, "Platform skills");
    assert_eq!(config.description, "What our agents can do");
    assert_eq!(config.base_url.as_deref(), Some("https://org.github.io/skills/"));
    assert_eq!(config.base_path, "/skills/");
    assert_eq!(config.source, ["skills", "more"]);
    assert_eq!(config.exclude, ["**/fixtures/**"]);
    assert_eq!(config.theme, Path::new("src"));
    assert_eq!(config.language, "de");
    assert!(config.network_images);
    assert_eq!(config.repository.url.as_deref(), Some("https://github.com/org/skills"));
    assert_eq!(config.repository.branch.as_deref(), Some("trunk"));
    assert_eq!(config.repository.history.as_deref(), Some("{url}/log/{path}"));
    assert_eq!(config.categories["finance"].description, "Money in and out");
    assert_eq!(config.categories["legal"].description, "Paper");
    let labels: Vec<&str> = config.install.iter().map(|(label, _)| label.as_str()).collect();
    assert_eq!(labels, ["zeta", "alpha"], "tabs stand in the order of the file");
    assert_eq!(config.freshness, BTreeMap::from([("stable".to_owned(), 10)]));
    assert_eq!(config.search.aliases["k8s"], "kubernetes");
    assert!(!config.registry.drafts && config.registry.llms_full);
    assert_eq!(config.registry.marketplace.as_deref(), Some("org-skills"));
    assert_eq!(config.as_of, day());
}

#[test]
fn an_empty_file_means_the_defaults() {
    let config = good("");
    assert_eq!(config.freshness, BTreeMap::from([("stable".to_owned(), 180), ("beta".to_owned(), 90)]));
    assert!(config.source.is_empty() && config.base_url.is_none() && config.base_path == "/");
    assert!(config.install.iter().any(|(label, _)| label == "Claude Code"));
}

#[test]
fn unknown_names_are_answered_with_the_nearest_one() {
    bad("titel = 'x'", "skillsite.toml:1:1: unknown key `titel`, did you mean `title`?");
    bad("title = 'x'\nlanguage = 'fr'", "skillsite.toml:2:12: unknown language `fr`; known are `de`, `en`, `ja`");
    bad("[repository]\nulr = 'x'", "skillsite.toml:2:1: unknown key `ulr`, did you mean `url`?");
    bad("[freshness]\nstabel = 1", "skillsite.toml:2:1: unknown maturity `stabel`, did you mean `stable`?");
    bad("[install]\na = 'get {nmae}'", "skillsite.toml:2:5: unknown placeholder `nmae`, did you mean `name`?");
    bad("[lint]\nno-such-rule-at-all = 'off'", "skillsite.toml:2:1: unknown rule `no-such-rule-at-all`");
}

#[test]
fn all_problems_come_at_once_in_the_order_of_the_file() {
    bad(
        "theme = 'none'\nbase_url = 'example.org'\nexclude = ['a[']\nsource = '../x'\n[freshness]\nbeta = -1",
        "skillsite.toml:1:9: there is no theme folder none\n\
         skillsite.toml:2:12: `base_url` is `example.org`, not an address such as `https://example.org/skills/`\n\
         skillsite.toml:3:12: `a[` is not a glob: unclosed character class; missing ']'\n\
         skillsite.toml:4:10: source folder `../x` is not a folder below the source root\n\
         skillsite.toml:6:8: `-1` is not a number of days",
    );
}

#[test]
fn each_fault_of_an_override_has_its_own_place() {
    bad(
        "[lint]\nstale = 'off'\n[[lint.override]]\npaths = ['a']\nstale = 'no'\n[[lint.override]]\nstal = 'off'\n\
         [[lint.override]]\npaths = ['[']",
        "skillsite.toml:5:9: unknown level `no`; known are `off`, `note`, `warning`, `error`\n\
         skillsite.toml:6:1: a lint override has no list of `paths`\n\
         skillsite.toml:7:1: unknown rule `stal`, did you mean `stale`?\n\
         skillsite.toml:9:9: a path of a lint override is not a glob: error parsing glob '[': unclosed character class; \
         missing ']'",
    );
}

#[test]
fn a_mark_of_byte_order_moves_no_place() {
    bad("\u{FEFF}title = 'x'\ntitel = 'x'", "skillsite.toml:2:1: unknown key `titel`, did you mean `title`?");
    bad("\u{FEFF}title = ''\n", "skillsite.toml:1:9: `title` is empty");
}

#[test]
fn a_syntax_error_names_its_line() {
    let error = parse("title = \"a\"\nsource = [").unwrap_err();
    assert!(error.starts_with("skillsite.toml:2:"), "{error}");
    assert_eq!(error.lines().count(), 1, "{error}");
}

#[test]
fn the_root_as_a_source_folder_is_the_default() {
    assert!(good("source = '.'").source.is_empty());
    assert_eq!(good("source = 'skills'").source, ["skills"]);
}

#[test]
fn the_address_of_the_site_decides_its_path() {
    let mut config = good("");
    config.set_base_url("http://localhost:8080").unwrap();
    assert_eq!((config.base_url.as_deref(), config.base_path.as_str()), (Some("http://localhost:8080/"), "/"));
    config.set_base_path("a/b");
    assert_eq!(config.base_path, "/a/b/");
    assert!(config.set_base_url("https://example.org/?x").is_err());
    assert!(config.set_base_url("ftp://example.org/").is_err());
}

#[test]
fn the_file_is_found_in_the_source_folder() {
    let folder = tempfile::tempdir().unwrap();
    let root = folder.path().join("our-skills");
    std::fs::create_dir(&root).unwrap();
    let config = Config::load(Some(&root), None, day()).unwrap();
    assert_eq!((config.title.as_str(), config.file), ("Agent skills", None));

    std::fs::write(root.join(FILE_NAME), "title = 'From the file'").unwrap();
    let config = Config::load(Some(&root), None, day()).unwrap();
    assert_eq!(config.title, "From the file");
    assert_eq!(config.theme, root.join("theme"));

    let config = Config::load(None, Some(&root.join(FILE_NAME)), day()).unwrap();
    assert_eq!(config.root, root);

    let error = Config::load(Some(&root.join("nothing")), None, day()).unwrap_err();
    assert!(error.to_string().ends_with("nothing does not exist"), "{error}");
    let error = Config::load(Some(&root.join(FILE_NAME)), None, day()).unwrap_err();
    assert!(error.to_string().ends_with("skillsite.toml is not a folder; name the one that it lies in"), "{error}");
}

#[test]
fn an_introduction_is_read_and_a_missing_one_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join(FILE_NAME);
    let text = "[categories]\nlegal = { introduction = \"legal.md\" }";
    let error = Config::parse(folder.path(), &file, text, day()).unwrap_err();
    assert!(error.to_string().contains(":2:9: cannot read the introduction"), "{error}");
    std::fs::write(folder.path().join("legal.md"), "# Legal\n").unwrap();
    let config = Config::parse(folder.path(), &file, text, day()).unwrap();
    assert_eq!(config.categories["legal"].introduction.as_deref(), Some("# Legal\n"));
}

#[test]
fn levels_for_a_path_go_before_levels_for_a_rule() {
    static RULE: crate::diagnostic::Rule = crate::diagnostic::Rule {
        code: "some-rule",
        level: Level::Error,
        frontmatter_level: Level::Error,
        holds: "",
        why: "",
        bad: "",
        good: "",
        origin: "",
    };
    let finding = |path: &str| Diagnostic::new(&RULE, crate::diagnostic::Format::Manifest, path, "x");
    let entry = |glob: &str, levels| {
        let written = vec![glob.to_owned()];
        LintOverride { paths: check::glob_set(&written).unwrap(), written, levels }
    };
    let levels = |level| BTreeMap::from([("some-rule".to_owned(), level)]);
    let lint = LintConfig {
        levels: levels(Level::Warning),
        overrides: vec![entry("vendor/", levels(Level::Note)), entry("vendor/*/SKILL.md", levels(Level::Off))],
    };
    assert_eq!(lint.level(&finding("own/SKILL.md")), Level::Warning);
    assert_eq!(lint.level(&finding("vendor/a/b/SKILL.md")), Level::Note);
    assert_eq!(lint.level(&finding("vendor/a/SKILL.md")), Level::Off);
    assert_eq!(LintConfig::default().level(&finding("own/SKILL.md")), Level::Error);
}
