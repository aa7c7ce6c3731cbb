use std::sync::Arc;

use super::*;
use crate::{Catalog, Config, SourceTree, Theme, git, lint};

/// The site of these files, at `base_url`.
fn site(files: &[(&str, &str)], base_url: Option<&str>, settle: impl Fn(&mut Config)) -> Site {
    let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, text.as_bytes())));
    let mut config = Config::new("/nowhere", jiff::civil::date(2026, 3, 14));
    config.title = "Team & skills".into();
    if let Some(url) = base_url {
        config.set_base_url(url).unwrap();
    }
    settle(&mut config);
    let catalog = Catalog::new(Arc::new(source));
    let repository = git::Repository::default();
    let report = lint::check(&catalog, &config, &repository).into();
    let theme = Theme::load(None).unwrap().into();
    let (catalog, config, repository) = (catalog.into(), config.into(), repository.into());
    Site::new(Inputs { catalog, report, config, theme, repository }).unwrap()
}

fn text(site: &Site, path: &str) -> String {
    let bytes = site.get(path).unwrap_or_else(|| panic!("no {path}")).unwrap();
    String::from_utf8(bytes.into_owned()).unwrap()
}

fn parsed(site: &Site, path: &str) -> serde_json::Value {
    serde_json::from_str(&text(site, path)).unwrap()
}

const BASE: &str = "https://skills.example.org/catalog/";
const A: &str = "---\nname: a\ndescription: Use when a\nrequires: [b]\nlast_verified: 2026-03-01\n---\nA\n";
const B: &str = "---\nname: b\ndescription: Use when b & <c>\nrequires: [c]\n---\nB\n";
const C: &str = "---\nname: c\ndescription: Use when c, see [this](x.md)\n---\nC\n";

fn chain() -> Vec<(&'static str, &'static str)> {
    vec![
        ("a/SKILL.md", A),
        ("b/SKILL.md", B),
        ("b/notes.md", "Notes"),
        ("c/SKILL.md", C),
        ("D/SKILL.md", "No header\n"),
    ]
}

#[test]
fn both_indexes_list_what_clients_are_offered() {
    let site = site(&chain(), None, |_| {});
    let index = parsed(&site, ".well-known/agent-skills/index.json");
    assert_eq!(index["$schema"], "https://schemas.agentskills.io/discovery/0.2.0/schema.json");
    let names: Vec<&str> =
        index["skills"].as_array().unwrap().iter().map(|one| one["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["a", "b", "c"]);
    for entry in index["skills"].as_array().unwrap() {
        let path = format!(".well-known/agent-skills/{}", entry["url"].as_str().unwrap());
        let bytes = site.get(&path).unwrap().unwrap();
        assert_eq!(Digest::of(&bytes).labelled(), entry["digest"].as_str().unwrap());
        for file in entry["files"].as_array().unwrap() {
            for folder in ["agent-skills", "skills"] {
                let loose =
                    format!(".well-known/{folder}/{}/{}", entry["name"].as_str().unwrap(), file.as_str().unwrap());
                assert!(site.has(&loose), "{loose}");
            }
        }
    }
    assert_eq!(index["skills"][0]["type"], "skill-md");
    assert_eq!(index["skills"][0]["requires"], serde_json::json!(["b", "c"]));
    assert_eq!(index["skills"][1]["type"], "archive");
    let legacy = parsed(&site, ".well-known/skills/index.json");
    assert_eq!(legacy["skills"][1]["files"], serde_json::json!(["SKILL.md", "notes.md"]));
    assert_eq!(legacy["skills"][1]["version"], index["skills"][1]["version"]);
    assert!(legacy.get("$schema").is_none() && legacy["skills"][0].get("url").is_none());
}

#[test]
fn a_file_name_beyond_the_older_alphabet_leaves_the_skill_out_of_that_index_only() {
    let site = site(&[("c/SKILL.md", C), ("c/50%.md", "x")], None, |_| {});
    let index = parsed(&site, ".well-known/agent-skills/index.json");
    assert_eq!(index["skills"][0]["name"], "c");
    assert!(index["skills"][0].get("files").is_none());
    assert_eq!(parsed(&site, ".well-known/skills/index.json")["skills"], serde_json::json!([]));
}

#[test]
fn each_skill_has_an_index_of_its_own_and_one_with_what_it_requires() {
    let site = site(&chain(), None, |_| {});
    let alone = parsed(&site, "skills/a/.well-known/agent-skills/index.json");
    assert_eq!(alone["skills"].as_array().unwrap().len(), 1);
    assert_eq!(alone["skills"][0]["url"], "../../../../.well-known/agent-skills/a/SKILL.md");
    let whole = parsed(&site, "skills/a/with-requires/.well-known/agent-skills/index.json");
    let urls: Vec<&str> = whole["skills"].as_array().unwrap().iter().map(|one| one["url"].as_str().unwrap()).collect();
    assert_eq!(urls[1], "../../../../../.well-known/agent-skills/b.zip");
    assert_eq!(urls.len(), 3);
    assert!(!site.has("skills/c/with-requires/.well-known/agent-skills/index.json"));
}

#[test]
fn install_commands_bring_what_is_required() {
    let site = site(&chain(), Some(BASE), |_| {});
    let command = |index: u32, label: &str| {
        install::skill_tabs(&site, SkillIndex(index)).into_iter().find(|tab| tab.label == label).unwrap().command
    };
    let at = |name: &str| site.inputs.catalog.skills.iter().position(|skill| skill.name() == name).unwrap() as u32;
    assert_eq!(command(at("a"), "npx skills"), format!("npx skills add {BASE}skills/a/with-requires"));
    assert_eq!(command(at("c"), "npx skills"), format!("npx skills add {BASE}skills/c"));
    assert_eq!(
        command(at("a"), "Claude Code"),
        format!(
            "/plugin marketplace add {BASE}.claude-plugin/marketplace.json\n/plugin install c@team-skills\n\
             /plugin install b@team-skills\n/plugin install a@team-skills"
        )
    );
    assert!(install::skill_tabs(&site, SkillIndex(at("D"))).is_empty(), "D is not offered");
    let all = install::catalog_tabs(&site);
    assert_eq!(all[0].command, "npx skills add https://skills.example.org/catalog");
    assert!(!all.iter().any(|tab| tab.command.contains("{name}") || tab.command.contains("install")), "{all:?}");
}

#[test]
fn without_an_address_nothing_names_one() {
    let site = site(&chain(), None, |_| {});
    for path in ["feed.xml", "sitemap.xml", "robots.txt", "opensearch.xml", ".claude-plugin/marketplace.json"] {
        assert!(!site.has(path), "{path}");
    }
    assert!(install::catalog_tabs(&site).is_empty());
    for path in ["llms.txt", "catalog.json", ".well-known/agent-skills/index.json"] {
        let without_schema = text(&site, path).replace(wellknown::SCHEMA, "");
        assert!(!without_schema.contains("://"), "{path}");
    }
}

#[test]
fn a_marketplace_needs_https() {
    assert!(!site(&chain(), Some("http://skills.example.org/"), |_| {}).has(".claude-plugin/marketplace.json"));
    let site = site(&chain(), Some(BASE), |_| {});
    let market = parsed(&site, ".claude-plugin/marketplace.json");
    assert_eq!(market["name"], "team-skills");
    let source = &market["plugins"][2]["source"];
    assert_eq!(source["url"], format!("{BASE}.well-known/agent-skills/c.zip"));
    let bytes = site.get(".well-known/agent-skills/c.zip").unwrap().unwrap();
    assert_eq!(source["sha256"], Digest::of(&bytes).to_string());
}

#[test]
fn catalog_json_follows_its_schema() {
    let manifest = "manifest_version = \"1.0\"\n[skill]\nname = \"e\"\nversion = \"1.0.0\"\ndescription = \"Use when \
                    e\"\ntype = \"technique\"\ncategory = \"x\"\nboundary = \"b\"\nmaturity = \"beta\"\nlast_verified = \
                    \"2026-03-14\"\ntags = [\"t\"]\ntopics = [\"u\"]\nnon_goals = [\"n\"]\nteam = \"core\"\n[source]\n\
                    license = \"MIT\"\nrepository = \"https://example.org/x\"\n[compat]\nmin_opencode_version = \"1\"\n";
    let mut files = chain();
    files.extend([("e/SKILL.toml", manifest), ("e/SKILL.md", "E\n")]);
    let site = site(&files, Some(BASE), |_| {});
    let schema = parsed(&site, "schema/catalog-1.0.json");
    let catalog = parsed(&site, "catalog.json");
    let known = |value: &serde_json::Value, schema: &serde_json::Value| {
        let value = value.as_object().unwrap();
        for key in value.keys() {
            assert!(schema["properties"].get(key).is_some(), "`{key}` is not in the schema");
        }
        for key in schema["required"].as_array().unwrap() {
            assert!(value.contains_key(key.as_str().unwrap()), "{key} is missing");
        }
    };
    known(&catalog, &schema);
    for skill in catalog["skills"].as_array().unwrap() {
        known(skill, &schema["$defs"]["skill"]);
    }
    let e = catalog["skills"].as_array().unwrap().iter().find(|skill| skill["id"] == "e").unwrap();
    assert_eq!((&e["version"], &e["license"]), (&"1.0.0".into(), &"MIT".into()));
    let a = &catalog["skills"][0];
    assert_eq!(a["closure"], serde_json::json!(["b", "c"]));
    let refused = catalog["skills"].as_array().unwrap().iter().find(|skill| skill["name"] == "D").unwrap();
    assert!(refused.get("install").is_none());
    assert_eq!(refused["not_published"], "it has no description");
}

#[test]
fn lists_for_models_are_grouped_and_link_to_the_text() {
    let site = site(&chain(), None, |config| config.registry.llms_full = true);
    let list = text(&site, "llms.txt");
    assert!(list.starts_with("# Team & skills\n") && list.contains("see [this] (x.md)\n"), "{list}");
    assert!(list.contains("\n## uncategorised\n\n- [a](skills/a/SKILL.md): Use when a\n"), "{list}");
    let full = text(&site, "llms-full.txt");
    assert!(full.contains("\n# b\n\n> Use when b & <c>\n\nB\n"), "{full}");
}

#[test]
fn the_feed_tells_what_was_verified_and_escapes_what_others_wrote() {
    let site = site(&chain(), Some(BASE), |_| {});
    let feed = text(&site, "feed.xml");
    assert!(feed.contains("<title>Team &amp; skills</title>\n  <updated>2026-03-01T00:00:00Z</updated>"), "{feed}");
    assert!(feed.contains(&format!("<id>{BASE}skills/a.html</id>\n    <title>a: verified</title>")));
    assert_eq!(feed.matches("<entry>").count(), 1, "only what has a date");
    assert_eq!(feed::escaped("<a> & \"b\"\u{1}"), "&lt;a&gt; &amp; &quot;b&quot;");
}

#[test]
fn the_feed_has_its_words_in_the_language_of_the_interface_and_escapes_its_address() {
    let german = |config: &mut Config| config.language = "de".into();
    let site = site(&chain(), Some("https://skills.example.org/r&d/"), german);
    let feed = text(&site, "feed.xml");
    let id = "<id>https://skills.example.org/r&amp;d/skills/a.html</id>";
    assert!(feed.contains(&format!("{id}\n    <title>a: geprüft</title>")), "{feed}");
    assert!(!feed.replace("&amp;", "").contains('&'), "{feed}");
}

#[test]
fn robots_are_told_of_the_sitemap_at_the_root_of_a_host() {
    assert!(!site(&chain(), Some(BASE), |_| {}).has("robots.txt"));
    let root = site(&chain(), Some("https://skills.example.org/"), |_| {});
    assert!(text(&root, "robots.txt").ends_with("Sitemap: https://skills.example.org/sitemap.xml\n"));
    let sitemap = text(&root, "sitemap.xml");
    assert!(sitemap.contains("<loc>https://skills.example.org/skills/a.html</loc>"), "{sitemap}");
    let search = text(&root, "opensearch.xml");
    assert!(search.contains("<ShortName>Team &amp; skills</ShortName>"), "{search}");
    assert!(search.contains("https://skills.example.org/search.html?q={searchTerms}"));
}

#[test]
fn the_page_says_what_the_agent_gets() {
    let site = site(&chain(), None, |_| {});
    let page = text(&site, "skills/b.html");
    assert!(page.contains("<b>description</b> &quot;Use when b &amp; &lt;c&gt;&quot;"), "{page}");
    assert!(page.contains("href=\"b/SKILL.source.md\"") && page.contains("href=\"b.skill\""));
    assert_eq!(text(&site, "skills/b/SKILL.source.md"), B);
    assert!(text(&site, "skills/b/SKILL.md").starts_with("---\nname: \"b\"\n"));
    let refused = text(&site, &format!("skills/{}.html", site.inputs.catalog.skills.last().unwrap().id));
    assert!(refused.contains("it has no description"), "{refused}");
}

#[test]
fn documents_of_a_skill_run_no_script_where_a_host_reads_headers() {
    let files = [("a/SKILL.md", A), ("a/b c.svg", "<svg/>"), ("a/d e.html", "<p>"), ("a/run.py", "pass\n")];
    let site = site(&files, None, |_| {});
    let headers = text(&site, "_headers");
    for pattern in ["/skills/*.svg", "/skills/a/d%20e.html"] {
        assert!(headers.contains(&format!("\n{pattern}\n  Content-Security-Policy: sandbox\n")), "{headers}");
    }
    let copies = "/.well-known/*\n  Access-Control-Allow-Origin: *\n  Cache-Control: no-cache\n  Content-Security-Policy: sandbox\n";
    assert!(headers.starts_with(copies), "{headers}");
    assert!(!headers.contains("run.py") && !headers.contains("/skills/a.html"), "{headers}");

    // A server of our own sends the same.
    let is_sandboxed = |path: &str| {
        assert!(site.has(path), "{path}");
        site.headers(path).contains(&("Content-Security-Policy", "sandbox"))
    };
    for path in ["skills/a/b c.svg", "skills/a/d e.html", ".well-known/agent-skills/a/d e.html"] {
        assert!(is_sandboxed(path) && site.is_as_written(path), "{path}");
    }
    for path in ["index.html", "skills/a.html", "skills/a/d e.html.html", "skills/a/run.py.html"] {
        assert!(!is_sandboxed(path) && !site.is_as_written(path), "{path}");
    }
    assert_eq!(site.headers("feed.xml")[0], ("Content-Type", "application/atom+xml; charset=utf-8"));
}
