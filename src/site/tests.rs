//! Pages of small catalogs, made from values.

use super::*;
use crate::{Config, SourceTree, Theme, Workspace};

#[expect(clippy::unnecessary_wraps, reason = "the table asks for this shape")]
fn nothing(_: &Site) -> Result<Cow<'_, [u8]>> {
    Ok(Cow::Borrowed(b""))
}

fn clash(paths: &[&str]) -> Option<String> {
    let mut table = Table::default();
    for path in paths {
        table.add(*path, nothing);
    }
    super::table::check(&[&table]).err().map(|error| error.to_string())
}

#[test]
fn two_claims_on_one_path_name_both() {
    assert_eq!(clash(&["a/b.html", "a/c.html", "a.html"]), None);
    assert_eq!(
        clash(&["tags/Git.html", "tags/git.html"]).unwrap(),
        "two things of the site want the same place: `tags/Git.html` and `tags/git.html`"
    );
    assert_eq!(
        clash(&["a.html", "a-b", "A.html/c"]).unwrap(),
        "`a.html` is a file of the site, and `A.html/c` needs a folder of that name"
    );
}

#[test]
fn a_claimed_folder_holds_nothing_else() {
    let mut table = Table::default();
    table.add_folder("search/", |_| unreachable!("the table is checked before anything is made"));
    table.add("search.html", nothing);
    assert!(super::table::check(&[&table]).is_ok());
    table.add("Search/x.js", nothing);
    assert_eq!(
        super::table::check(&[&table]).unwrap_err().to_string(),
        "two things of the site want the same place: `Search/x.js` and the folder `search/`"
    );
}

/// The site of the files `files`, with the settings of a `skillsite.toml`, under a theme.
pub(super) fn themed(files: &[(&str, &str)], settings: &str, theme: &[(&str, &str)]) -> Result<Site> {
    let folder = tempfile::tempdir().unwrap();
    for (path, text) in theme {
        let path = folder.path().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, *text)));
    let root = std::path::Path::new("catalog");
    let config = Config::parse(root, &root.join("skillsite.toml"), settings, "2026-06-01".parse().unwrap()).unwrap();
    let Workspace { catalog, config, report, repository } =
        Workspace::new(source, config, crate::git::Repository::default());
    let theme = Theme::load(Some(folder.path()))?;
    let (config, theme, repository) = (config.into(), theme.into(), repository.into());
    Site::new(Inputs { catalog, report: report.into(), config, theme, repository })
}

pub(super) fn site(files: &[(&str, &str)]) -> Site {
    themed(files, "", &[]).unwrap()
}

pub(super) fn page(site: &Site, path: &str) -> String {
    let bytes = site.get(path).unwrap_or_else(|| panic!("no page `{path}`")).unwrap();
    String::from_utf8(bytes.into_owned()).unwrap()
}

const ONE: &str = "---\nname: one\ndescription: Use when one is meant.\n---\n\n# One\n\nSee [two](../two/SKILL.md#steps), \
                   [notes](notes.md), [lost](lost.md) and [all](references/).\n";
const TWO: &str = "---\nname: two\ndescription: Use when two is meant.\nrequires: [one, nowhere]\nrisk: high\n---\n\n## Steps\n\nGo.\n";

#[test]
fn links_lead_to_pages_and_what_leads_nowhere_is_text() {
    let site = site(&[
        ("one/SKILL.md", ONE),
        ("one/notes.md", "# Notes\n"),
        ("one/references/a.md", "a"),
        ("two/SKILL.md", TWO),
    ]);
    let html = page(&site, "skills/one.html");
    assert!(html.contains("href=\"two.html#steps\""), "{html}");
    assert!(html.contains("href=\"one/notes.md.html\""), "{html}");
    assert!(html.contains("href=\"one.html#s:files\"") && html.contains("id=\"s:files\""), "{html}");
    assert!(!html.contains("href=\"lost.md") && html.contains("class=\"broken\""), "{html}");
    assert!(
        !html.contains("<h1>One") && html.contains("<h1 dir=\"auto\">one"),
        "a heading that repeats the name is left out: {html}"
    );
}

#[test]
fn a_page_has_one_title_whatever_its_text_begins_with() {
    let header = "---\nname: one\ndescription: d\n---\n";
    for text in
        ["> # One\n", "- # One\n", "<h1 align=\"center\">One</h1>\n", "# One\n", "# Two\n", "> # Two\n\n## Three\n"]
    {
        let site = site(&[("one/SKILL.md", &format!("{header}{text}")), ("one/README.md", text)]);
        for path in ["skills/one.html", "skills/one/README.md.html"] {
            let html = page(&site, path);
            assert_eq!(html.matches("<h1").count(), 1, "{path} of {text}: {html}");
        }
    }
}

#[test]
fn what_is_rendered_is_told_by_one_list_of_endings() {
    let header = "---\nname: one\ndescription: d\n---\n";
    let site = site(&[("one/SKILL.md", header), ("one/a.mdown", "*a*\n"), ("one/b.mdx", "*b* <C />\n")]);
    assert!(page(&site, "skills/one/a.mdown.html").contains("<em>a</em>"));
    assert!(page(&site, "skills/one/b.mdx.html").contains("id=\"L1\""));
    assert!(!super::viewer::has_lines(&site.files(SkillIndex(0))[1]));
    assert!(super::viewer::has_lines(&site.files(SkillIndex(0))[2]));
}

#[test]
fn a_skill_with_something_to_run_is_found_alike_in_the_list_and_in_the_search() {
    let has = |file: &str| {
        let site = site(&[("one/SKILL.md", "---\nname: one\ndescription: d\n---\n"), (file, "x")]);
        site.inputs.catalog.skill(SkillIndex(0)).package.has_scripts()
    };
    for file in ["one/run.PY", "one/tools/a.cmd", "one/scripts/deploy", "one/bin/deploy"] {
        assert!(has(file), "{file}");
    }
    for file in ["one/scripts/README.md", "one/notes.txt", "one/LICENSE"] {
        assert!(!has(file), "{file}");
    }
}

#[test]
fn files_and_viewers_never_share_a_place() {
    let site = site(&[
        ("one/SKILL.md", "---\nname: one\ndescription: d\n---\n"),
        ("one/a.md", "first"),
        ("one/a.md.html", "second"),
        ("one/b", "third"),
        ("one/b.html/c.txt", "fourth"),
    ]);
    assert_eq!(page(&site, "skills/one/a.md.html"), "second");
    assert!(page(&site, "skills/one/a.md.view.html").contains("first"));
    assert!(page(&site, "skills/one/b.view.html").contains("third"));
}

#[test]
fn the_page_for_lost_addresses_works_at_any_depth() {
    let site = themed(&[("one/SKILL.md", ONE)], "base_url = \"https://x.org/team/catalog/\"\n", &[]).unwrap();
    let html = page(&site, "404.html");
    assert!(html.contains("href=\"/team/catalog/assets/site.css?v="), "{html}");
    assert!(!page(&site, "index.html").contains("\"/team/"), "other pages have relative links only");
}

#[test]
fn the_header_marks_the_entry_that_leads_to_a_group() {
    let skill = |group: &str| format!("---\nname: one\ndescription: d\n{group}---\n");
    let marked = |site: &Site, path: &str| {
        let html = page(site, path);
        let nav = html.split_once("</form>\n<nav").unwrap().1.split_once("</nav>").unwrap().0;
        let entries = nav.split("<a ").filter(|entry| entry.contains("aria-current"));
        entries.map(|entry| entry.split(['>', '<']).nth(1).unwrap().to_owned()).collect::<Vec<_>>()
    };
    let all = site(&[("one/SKILL.md", &skill("category: x\ntopics: [y]\n"))]);
    for (path, entry) in [("categories.html", "Skills"), ("categories/x.html", "Skills"), ("topics.html", "Topics")] {
        assert_eq!(marked(&all, path), [entry], "{path}");
    }
    let plain = site(&[("one/SKILL.md", &skill("category: x\n"))]);
    for path in ["categories.html", "categories/x.html"] {
        assert_eq!(marked(&plain, path), ["Categories"], "{path}");
    }
}

#[test]
fn a_circle_and_a_missing_skill_stand_first_on_the_graph() {
    let skill =
        |name: &str, requires: &str| format!("---\nname: {name}\ndescription: d\nrequires: [{requires}]\n---\n");
    let site = site(&[
        ("a/SKILL.md", &skill("a", "b")),
        ("b/SKILL.md", &skill("b", "a, nowhere")),
        ("c/SKILL.md", "---\nname: c\ndescription: d\n---\n"),
    ]);
    let html = page(&site, "graph.html");
    let (problems, drawing) = html.split_once("<svg class=\"graph\"").unwrap();
    assert!(problems.contains("level error") && problems.contains(">nowhere</span>"), "{problems}");
    assert!(drawing.contains("edge back") && drawing.contains("node missing"), "{drawing}");
    assert!(!drawing.contains("skills/c.html"), "a skill without requirements is not drawn");
}

#[test]
fn a_catalog_without_requirements_has_no_graph() {
    let site = site(&[("one/SKILL.md", "---\nname: one\ndescription: d\n---\n")]);
    assert!(!site.has("graph.html"));
    assert!(!page(&site, "index.html").contains("graph.html"));
}

#[test]
fn facets_hold_every_skill_and_leave_out_what_tells_nothing() {
    let site = site(&[("x/one/SKILL.md", ONE), ("y/two/SKILL.md", TWO)]);
    let data = page(&site, "assets/catalog.js");
    let json = data.strip_prefix("skillsite.catalog(").and_then(|rest| rest.strip_suffix(");\n")).unwrap();
    let data: serde_json::Value = serde_json::from_str(json).unwrap();
    let keys: Vec<&str> =
        data["facets"].as_array().unwrap().iter().map(|facet| facet["key"].as_str().unwrap()).collect();
    assert_eq!(keys, ["category", "risk", "has"]);
    assert_eq!(data["skills"][1][0], "two");
    assert_eq!(data["skills"][1][3], "two is meant.");
    let html = page(&site, "index.html");
    assert!(html.contains("name=\"risk\" value=\"high\"") && !html.contains("name=\"license\""), "{html}");
}

#[test]
fn a_page_speaks_the_language_of_the_settings() {
    let site = themed(&[("one/SKILL.md", ONE)], "language = \"de\"\n", &[]).unwrap();
    let html = page(&site, "skills/one.html");
    assert!(html.contains("<html lang=\"de\"") && html.contains(">Dateien<"), "{html}");
    assert!(html.contains("title=\"Link ins Leere: lost.md\""), "{html}");
}

#[test]
fn more_findings_than_a_page_holds_are_all_in_the_file_of_the_filters() {
    let links: Vec<String> = (0..250).map(|at| format!("[a{at}](lost-{at}.md)\n")).collect();
    let many = format!("---\nname: one\ndescription: Use when one is meant.\n---\n\n# One\n\n{}", links.concat());
    let site = site(&[("one/SKILL.md", &many), ("two/SKILL.md", TWO)]);
    let total = site.inputs.report.findings.len();
    let html = page(&site, "health.html");
    assert_eq!(html.matches("<tr data-level").count(), 200);
    assert!(html.contains(&format!("data-filter-findings=\"health/findings.js\" data-total=\"{total}\"")), "{html}");
    let data = page(&site, "health/findings.js");
    let json = data.strip_prefix("skillsite.findings(").and_then(|rest| rest.strip_suffix(");\n")).unwrap();
    let data: serde_json::Value = serde_json::from_str(json).unwrap();
    let rows = data["rows"].as_array().unwrap();
    assert_eq!((rows.len(), data["skills"].as_array().unwrap().len()), (total, 2));
    let text = |at: &serde_json::Value| data["texts"][at.as_u64().unwrap() as usize].as_str().unwrap();
    let lost = rows.iter().find(|row| text(&row[4]).contains("lost-249.md")).unwrap();
    assert_eq!(lost[8], "skills/one/SKILL.md.html#L257");
}

#[test]
fn a_few_findings_need_no_file() {
    let site = site(&[("two/SKILL.md", TWO)]);
    assert!(!site.has("health/findings.js"));
    assert!(page(&site, "health.html").contains("data-filter-findings=\"\""));
}

#[test]
fn a_file_that_could_run_scripts_is_shown_as_text_and_downloaded() {
    let site = site(&[("one/SKILL.md", ONE), ("one/a.svg", "<svg/>"), ("one/b.sh", "ls"), ("one/c.bin", "\0")]);
    let (svg, sh) = (page(&site, "skills/one/a.svg.html"), page(&site, "skills/one/b.sh.html"));
    assert!(svg.contains("<a href=\"a.svg\" download>") && !svg.contains("<a href=\"a.svg\">"), "{svg}");
    assert!(sh.contains("<a href=\"b.sh\">"), "{sh}");
    let html = page(&site, "skills/one.html");
    assert!(html.contains("<a href=\"one/c.bin\" download>") && html.contains("<a href=\"one/a.svg.html\">"), "{html}");
}

#[test]
fn a_block_of_a_template_can_be_replaced_and_a_broken_one_is_named() {
    let files: &[(&str, &str)] = &[("one/SKILL.md", ONE)];
    let block = "{% extends \"skillsite/404.html\" %}\n{% block footer %}{{ page.nothing }}{% endblock %}";
    let theme = |text: &'static str| themed(files, "", &[("templates/404.html", text)]).unwrap();
    let html = page(&theme("{% extends \"skillsite/404.html\" %}{% block footer %}by us{% endblock %}"), "404.html");
    assert!(html.contains("by us") && !html.contains("class=\"foot\""), "{html}");
    let error = theme(block).get("404.html").unwrap().unwrap_err();
    let error = format!("{error:#}");
    assert!(error.contains("in the template `theme/templates/404.html`, line 2"), "{error}");
}

#[test]
fn a_finding_about_a_folder_belongs_to_its_skill_and_marks_the_files() {
    let icons = ["a", "b", "c", "d", "used"].map(|name| format!("one/icons/{name}.svg"));
    let mut files: Vec<(&str, &str)> = icons.iter().map(|path| (path.as_str(), "<svg/>")).collect();
    files.push(("one/SKILL.md", "---\nname: one\ndescription: Use when a test asks.\n---\n\nSee icons/used.svg.\n"));
    let site = site(&files);
    let (at, finding) =
        site.inputs.report.findings.iter().enumerate().find(|(_, finding)| finding.path() == "one/icons").unwrap();
    assert_eq!(finding.diagnostic.rule.code, "unreferenced-file");
    assert!(site.findings().skill_of[at].is_some());
    let html = page(&site, "skills/one.html");
    assert!(html.contains("4 files of this folder are named nowhere"), "{html}");
    assert_eq!(html.matches("Nothing in the skill mentions this file").count(), 4, "{html}");
    let catalog: serde_json::Value = serde_json::from_str(&page(&site, "catalog.json")).unwrap();
    let counts = &catalog["skills"][0]["findings"];
    assert_eq!(counts["notes"], 1, "{counts}");
}

#[test]
fn the_page_of_a_file_says_where_the_skill_mentions_it() {
    let header = "---\nname: one\ndescription: Use when a test asks.\n---\n\n# One\n\n";
    let text = format!("{header}See `first.md`.\n\n## On use\n\nRun [it](scripts/run.sh), then run it again.\n");
    let site = site(&[
        ("one/SKILL.md", &text),
        ("one/first.md", "# First\n\nAlso `run.sh`.\n"),
        ("one/scripts/run.sh", "ls"),
        ("one/left.txt", "over"),
    ]);
    let script = page(&site, "skills/one/scripts/run.sh.html");
    let places =
        "<a href=\"../../one.html#on-use\">SKILL.md § On use</a>, <a href=\"../first.md.html\">first.md</a></p>";
    assert!(script.contains(&format!("<p class=\"soft\">Mentioned in {places}")), "{script}");
    // A first heading that the page leaves out is no place to lead to.
    let first = page(&site, "skills/one/first.md.html");
    assert!(first.contains("Mentioned in <a href=\"../one.html\">SKILL.md</a></p>"), "{first}");
    assert!(page(&site, "skills/one/left.txt.html").contains("Nothing in the skill mentions this file."));
    let own = page(&site, "skills/one/SKILL.md.html");
    assert!(!own.contains("Mentioned in") && !own.contains("Nothing in the skill"), "{own}");
}

#[test]
fn an_empty_text_is_not_called_a_missing_file() {
    let site = site(&[("a/SKILL.md", "---\nname: a\ndescription: Use when testing.\n---\n")]);
    let html = page(&site, "skills/a.html");
    assert!(html.contains("<p class=\"note warn\">This skill has no instructions.</p>"), "{html}");
}

#[test]
fn an_empty_catalog_has_all_its_pages() {
    let site = site(&[]);
    for path in ["index.html", "search.html", "health.html", "404.html"] {
        let html = page(&site, path);
        assert!(!html.contains("NaN"), "{html}");
    }
    assert!(page(&site, "index.html").contains("no skills"));
}

#[test]
fn similar_skills_share_telling_words() {
    let skill = |name: &str, description: &str| format!("---\nname: {name}\ndescription: {description}\n---\n");
    let site = site(&[
        ("a/SKILL.md", &skill("invoice-reader", "Reads invoices and receipts")),
        ("b/SKILL.md", &skill("invoice-matcher", "Matches invoices and payments")),
        ("c/SKILL.md", &skill("git-workflow", "Plans commits")),
        ("d/SKILL.md", &skill("release-notes", "Writes changelogs")),
    ]);
    let similar = |name: &str| {
        let (index, _) = site.inputs.catalog.indexed().find(|(_, skill)| skill.name() == name).unwrap();
        site.similar(index).iter().map(|other| site.inputs.catalog.skill(*other).name().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(similar("invoice-reader"), ["invoice-matcher"]);
    assert_eq!(similar("git-workflow"), Vec::<String>::new());
}
