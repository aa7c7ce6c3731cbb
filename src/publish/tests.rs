use std::sync::Arc;

use super::*;
use crate::catalog::Catalog;
use crate::config::Config;

fn catalog(files: &[(&str, &str)]) -> Catalog {
    let source = SourceTree::from_files(files.iter().map(|(path, text)| (*path, text.as_bytes())));
    Catalog::new(Arc::new(source))
}

fn config() -> Config {
    Config::new("/nowhere", jiff::civil::date(2026, 3, 14))
}

fn published(text: &str) -> String {
    let catalog = catalog(&[("extract-invoice/SKILL.md", text)]);
    first(&catalog, &names(&catalog)).skill_md().unwrap()
}

fn first<'a>(catalog: &'a Catalog, names: &'a [String]) -> Publication<'a> {
    Publication { skill: &catalog.skills[0], name: &names[0], source: &catalog.source }
}

fn refused(files: &[(&str, &str)]) -> Option<Refusal> {
    let catalog = catalog(files);
    refusal(first(&catalog, &names(&catalog)), &config())
}

#[test]
fn any_header_becomes_one_that_every_client_loads() {
    let text = "---\nname: extract-invoice\ndescription: >\n  Use when a bill: has to be\n  read. Says \"total\".\nversion: \
                0.10\ntags: [finance, extraction]\nrequires: [normalize-currency]\nrisk: low\nallowed-tools: \
                Read\nlicense: MIT\n---\n# Extract\n\nText --- with a rule.\n";
    assert_eq!(
        published(text),
        "---\nname: \"extract-invoice\"\ndescription: \"Use when a bill: has to be read. Says \\\"total\\\".\"\n\
         license: \"MIT\"\nallowed-tools: \"Read\"\nmetadata:\n  version: \"0.10\"\n  risk: \"low\"\n  tags: \
         \"finance, extraction\"\n  requires: \"normalize-currency\"\n---\n\n# Extract\n\nText --- with a rule.\n"
    );
}

#[test]
fn a_manifest_gives_a_header_to_a_text_without_one() {
    let manifest = "manifest_version = \"1.0\"\n[skill]\nname = \"git-flow\"\nversion = \"1.2.0\"\ndescription = \"Use \
                    when committing\"\ntype = \"technique\"\nlast_verified = \"2026-03-14\"\nnon_goals = [\"Teaching \
                    Git\", \"Hosting\"]\n[compat]\nmin_opencode_version = \"0.1.0\"\n";
    let catalog = catalog(&[("git-flow/SKILL.toml", manifest), ("git-flow/SKILL.md", "\u{FEFF}# Git\r\n")]);
    let skill = &catalog.skills[0];
    assert_eq!(
        first(&catalog, &names(&catalog)).skill_md().unwrap(),
        "---\nname: \"git-flow\"\ndescription: \"Use when committing\"\nmetadata:\n  version: \"1.2.0\"\n  type: \
         \"technique\"\n  last_verified: \"2026-03-14\"\n  non_goals: \"Teaching Git; Hosting\"\n  min_opencode_version: \
         \"0.1.0\"\n---\n\n# Git\n"
    );
    assert_eq!(files(skill).iter().map(|file| file.path).collect::<Vec<_>>(), ["SKILL.md", "SKILL.toml"]);
}

#[test]
fn what_careless_readers_trip_over_is_taken_out() {
    let text =
        published("---\nname: extract-invoice\ndescription: \"Use when --- ends\\nearly \\u2028 here\"\n---\nBody\n");
    assert!(text.contains("description: \"Use when — ends early here\"\n"), "{text}");
    let long = format!("---\nname: extract-invoice\ndescription: {}\n---\nBody\n", "🚀 word ".repeat(300));
    let header = published(&long);
    let description = header.lines().nth(2).unwrap();
    let units = description["description: \"".len()..].trim_end_matches('"').encode_utf16().count();
    assert!((900..=1024).contains(&units), "{units}");
    assert!(description.ends_with("…\""));
}

#[test]
fn keys_that_clients_act_on_stay_as_written() {
    let text = published(
        "---\nname: extract-invoice\ndescription: Use when asked\ndisable-model-invocation: true\nhooks:\n  Stop:\n    - \
         run: ls\nargument-hint: <file>\nteam: platform\n---\nBody\n",
    );
    assert!(text.contains("\ndisable-model-invocation: true\nhooks:\n  Stop:\n    - run: ls\nargument-hint: <file>\n"));
    assert!(text.contains("metadata:\n  team: \"platform\"\n---\n"), "{text}");
    let broken = published("---\nname: extract-invoice\ndescription: Use when asked\nmodel: *alias\n---\nBody\n");
    assert!(!broken.contains("\nmodel: *alias"), "{broken}");
}

#[test]
fn a_client_key_that_stands_twice_is_published_once() {
    let text = published(
        "---\nname: extract-invoice\ndescription: Use when asked\nmodel: opus\neffort: high\nmodel: sonnet\n---\nBody\n",
    );
    assert!(text.contains("\nmodel: opus\neffort: high\n---\n"), "{text}");
}

#[test]
fn published_headers_are_yaml_with_string_values() {
    for value in ["no", "1.10", "a: b", "# x", "- x", "\\ back", "\"q\"", "{a}", "*a", "ünï 日本"] {
        let text =
            published(&format!("---\nname: extract-invoice\ndescription: Use when asked\nauthor: '{value}'\n---\nx\n"));
        let header = text.split("---\n").nth(1).unwrap();
        let parsed: serde_json::Value = serde_saphyr::from_str(header).unwrap();
        assert_eq!(parsed["metadata"]["author"], value, "{header}");
    }
}

#[test]
fn what_clients_drop_is_refused_with_a_reason() {
    let good = "---\nname: a\ndescription: Use when asked\n---\nx\n";
    assert_eq!(refused(&[("a/SKILL.md", good)]), None);
    assert_eq!(refused(&[("a/SKILL.md", "---\nname: a\n---\nx\n")]), Some(Refusal::NoDescription));
    assert_eq!(refused(&[("b/SKILL.md", "# Just text\n\nWith a paragraph.\n")]), Some(Refusal::NoDescription));
    let name = good.replace("name: a", "name: Git_Flow");
    assert_eq!(refused(&[("a/SKILL.md", &name)]), Some(Refusal::Name("Git_Flow".into())));
    let internal = good.replace("---\nx", "metadata:\n  internal: true\n---\nx");
    assert_eq!(refused(&[("a/SKILL.md", &internal)]), Some(Refusal::Internal));
    let manifest = "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\ndescription = \"Use when asked\"\n";
    assert_eq!(refused(&[("a/SKILL.toml", manifest)]), Some(Refusal::NoContent));
    assert_eq!(refused(&[("a/SKILL.md", good), ("a/c\\d.md", "x")]), Some(Refusal::FileName("c\\d.md".into())));
}

#[test]
fn drafts_are_refused_when_so_configured() {
    let manifest = "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\ndescription = \"Use when asked\"\nmaturity = \
                    \"draft\"\n";
    let catalog = catalog(&[("a/SKILL.toml", manifest), ("a/SKILL.md", "x")]);
    let mut config = config();
    let names = names(&catalog);
    assert_eq!(refusal(first(&catalog, &names), &config), None);
    config.registry.drafts = false;
    assert_eq!(refusal(first(&catalog, &names), &config), Some(Refusal::Draft));
}

#[test]
fn skills_that_share_a_name_are_published_under_names_of_their_own() {
    let text = "---\nname: review\ndescription: Use when asked\n---\nx ";
    let other = text.replace("name: review", "name: review-one");
    let catalog = catalog(&[
        ("one/review/SKILL.md", text),
        ("two/review/SKILL.md", &format!("{text}y")),
        ("review-one/SKILL.md", &other),
    ]);
    let names = names(&catalog);
    assert_eq!(names, ["review-one-2", "review-two", "review-one"]);
    for (skill, name) in catalog.skills.iter().zip(&names) {
        let publication = Publication { skill, name, source: &catalog.source };
        assert_eq!(refusal(publication, &config()), None);
        assert!(publication.skill_md().unwrap().starts_with(&format!("---\nname: \"{name}\"\n")));
    }
}

#[test]
fn names_made_from_folders_are_what_clients_take() {
    let text = |body: &str| format!("---\nname: review\ndescription: Use when asked\n---\n{body}\n");
    let folders = ["versions/v1.10.0", "other/v1_10_0", "last/v1-10-0"];
    let files: Vec<(String, String)> =
        folders.iter().map(|folder| (format!("{folder}/SKILL.md"), text(folder))).collect();
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let catalog = catalog(&files);
    let names = names(&catalog);
    let mut of_folders: Vec<(&str, &str)> =
        catalog.skills.iter().zip(&names).map(|(skill, name)| (skill.package.folder.as_str(), name.as_str())).collect();
    of_folders.sort_unstable();
    assert_eq!(
        of_folders,
        [
            ("last/v1-10-0", "review-v1-10-0"),
            ("other/v1_10_0", "review-v1-10-0-3"),
            ("versions/v1.10.0", "review-v1-10-0-2")
        ]
    );
    for (skill, name) in catalog.skills.iter().zip(&names) {
        assert_eq!(refusal(Publication { skill, name, source: &catalog.source }, &config()), None);
    }
}

#[test]
fn names_of_the_indexes_are_ascii_kebab_case() {
    let ok = ["a", "git-workflow", "a1-2b", &"a".repeat(64)].map(is_index_name);
    assert_eq!(ok, [true; 4]);
    let bad = ["", "A", "a_b", "-a", "a-", "a--b", "straße", "a.b", &"a".repeat(65)].map(is_index_name);
    assert_eq!(bad, [false; 9]);
}

#[test]
fn paths_of_the_older_index_are_plain() {
    assert!(["a.md", "a b/c~d.md", "x/y@z.md"].into_iter().all(is_listable));
    assert!(!["50%.md", "a#b", "a?b", "a[1]", "é.md", "a..b.md", "a\\b"].into_iter().any(is_listable));
}

#[test]
fn archives_are_the_same_bytes_wherever_the_skill_lies() {
    let text = "---\nname: a\ndescription: Use when asked\n---\nx\n";
    let make = |root: &str, layout| {
        let files = [("SKILL.md", text), ("scripts/run.sh", "#!/bin/sh\n"), (".env", "KEY=1"), ("refs/é.md", "x")];
        let files: Vec<(String, &str)> = files.iter().map(|(path, text)| (format!("{root}/a/{path}"), *text)).collect();
        let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), *text)).collect();
        let catalog = catalog(&files);
        first(&catalog, &names(&catalog)).archive(layout).unwrap()
    };
    let bytes = make("one", Layout::Flat);
    assert_eq!(bytes, make("two/three", Layout::Flat));
    let mut zip = zip::ZipArchive::new(io::Cursor::new(bytes)).unwrap();
    let members: Vec<(String, Option<u32>)> = (0..zip.len())
        .map(|at| {
            let file = zip.by_index(at).unwrap();
            (file.name().unwrap().into_owned(), file.unix_mode())
        })
        .collect();
    assert_eq!(
        members,
        [
            ("SKILL.md".to_owned(), Some(0o100_644)),
            ("refs/é.md".to_owned(), Some(0o100_644)),
            ("scripts/run.sh".to_owned(), Some(0o100_755)),
        ]
    );
    let zip = zip::ZipArchive::new(io::Cursor::new(make("one", Layout::Folder))).unwrap();
    assert!(zip.file_names().all(|name| name.unwrap().starts_with("a/")));
}

#[test]
fn the_tree_digest_is_that_of_the_lines_of_sha256sum() {
    let catalog = catalog(&[("a/SKILL.md", "---\nname: a\ndescription: Use when asked\n---\nx\n"), ("a/b.txt", "b")]);
    let files = first(&catalog, &names(&catalog)).digests().unwrap();
    let lines = files.iter().map(|file| format!("{}  {}\n", file.digest, file.path)).collect::<Vec<_>>().concat();
    assert_eq!(files[1].digest.to_string(), "3e23e8160039594a33894f6564e1b1348bbd7a0088d42c4acb73eeaed59c009d");
    assert_eq!(tree_digest(&files), Digest::of(lines.as_bytes()));
}

#[test]
fn of_files_that_differ_in_letter_case_the_first_is_published() {
    let text = "---\nname: a\ndescription: Use when asked\n---\nx\n";
    let catalog = catalog(&[("a/SKILL.md", text), ("a/README.md", "upper"), ("a/readme.md", "lower"), ("a/z.md", "z")]);
    let paths: Vec<&str> = files(&catalog.skills[0]).iter().map(|file| file.path).collect();
    assert_eq!(paths, ["SKILL.md", "README.md", "z.md"]);
}
