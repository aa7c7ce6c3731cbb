//! The preview's states, one look after another.

use std::fs;
use std::net::Ipv4Addr;

use super::super::Port;
use super::*;

/// A preview of a folder that holds one skill, without its server.
struct Preview {
    folder: tempfile::TempDir,
    builder: Builder,
    state: State,
}

impl Preview {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let options = Options {
            folder: Some(folder.path().to_owned()),
            config: None,
            as_of: jiff::civil::date(2026, 12, 1),
            output: "public".into(),
            base_path: "/".into(),
            host: Ipv4Addr::LOCALHOST.into(),
            port: Port::Only(0),
            poll: false,
        };
        let builder = Builder::new(options, Arc::new(|_: Event<'_>| {}));
        let mut preview = Preview { folder, builder, state: State::default() };
        preview.save("one", "first text");
        assert!(preview.step());
        preview
    }

    fn save(&self, name: &str, text: &str) {
        let text = format!("---\nname: {name}\ndescription: Use when a preview is tested.\n---\n\n{text}\n");
        self.put(&format!("{name}/SKILL.md"), &text);
    }

    fn put(&self, path: &str, text: &str) {
        let file = self.folder.path().join(path);
        fs::create_dir_all(file.parent().unwrap()).unwrap();
        fs::write(file, text).unwrap();
    }

    /// Looks everywhere; true when there is a new state.
    fn step(&mut self) -> bool {
        let next = self.builder.next(&self.state, &Changes::Everything);
        let came = next.is_some();
        self.state = next.unwrap_or_else(|| self.state.clone());
        if let Some(next) = self.builder.finish(&self.state) {
            self.state = next;
        }
        came
    }

    fn site(&self) -> &Arc<Site> {
        self.state.site.as_ref().unwrap()
    }
}

#[test]
fn a_source_that_is_emptied_is_doubted_once() {
    let mut preview = Preview::new();
    let folder = preview.folder.path().join("one");
    fs::remove_dir_all(&folder).unwrap();
    assert!(!preview.step() && preview.builder.doubts);
    preview.save("one", "first text");
    assert!(!preview.step() && !preview.builder.doubts);
    fs::remove_dir_all(&folder).unwrap();
    assert!(!preview.step() && preview.step());
    assert!(preview.site().inputs.catalog.skills.is_empty() && !preview.builder.doubts);
}

#[test]
fn a_site_is_let_go_when_the_next_is_there() {
    let mut preview = Preview::new();
    let mut gone = Vec::new();
    for round in 0..4 {
        let site = preview.site();
        site.get(address::HOME).unwrap().unwrap();
        let inputs = &site.inputs;
        gone.push((Arc::downgrade(site), Arc::downgrade(&inputs.catalog), Arc::downgrade(&inputs.catalog.source)));
        // Settings change everything, texts little.
        match round {
            2 => preview.put(FILE_NAME, "title = 'Other'"),
            _ => preview.save("one", &format!("text {round}")),
        }
        assert!(preview.step());
    }
    // What a page needed is held by the last site until that goes as well.
    preview.save("one", "last text");
    assert!(preview.step());
    for (round, (site, catalog, source)) in gone.iter().enumerate() {
        assert_eq!((site.strong_count(), catalog.strong_count(), source.strong_count()), (0, 0, 0), "{round}");
    }
}

#[test]
fn code_that_stays_is_highlighted_once_for_all_that_is_saved() {
    let mut preview = Preview::new();
    preview.put("one/run.py", "print(1)");
    preview.put("one/other.rs", "fn main() {}");
    assert!(preview.step());
    for (round, highlighted) in [2, 3, 4].into_iter().enumerate() {
        for path in ["skills/one/run.py.html", "skills/one/other.rs.html"] {
            preview.site().get(path).unwrap().unwrap();
        }
        assert_eq!(preview.site().highlights.highlighted(), highlighted);
        preview.put("one/run.py", &format!("print({round}, 0)"));
        assert!(preview.step());
    }
}

#[test]
fn what_an_editor_leaves_beside_a_style_sheet_is_no_change() {
    let mut preview = Preview::new();
    preview.put("theme/static/site.css", "body { color: red }");
    assert!(preview.step());
    preview.put("theme/static/site.css.tmp", "body {");
    assert!(!preview.step());
    fs::rename(
        preview.folder.path().join("theme/static/site.css.tmp"),
        preview.folder.path().join("theme/static/site.css"),
    )
    .unwrap();
    assert!(preview.step() && preview.state.styles_only);
}

#[test]
fn an_introduction_that_is_edited_is_shown() {
    let mut preview = Preview::new();
    preview.put("intro.txt", "Before.");
    preview.put(FILE_NAME, "[categories]\nlegal = { introduction = \"intro.txt\" }");
    assert!(preview.step());
    preview.put("intro.txt", "After.");
    assert!(preview.step());
    let config = &preview.site().inputs.config;
    assert_eq!(config.categories["legal"].introduction.as_deref(), Some("After."));
    // A remark means nothing to the site.
    preview.put(FILE_NAME, "# Ours\n[categories]\nlegal = { introduction = \"intro.txt\" }");
    assert!(!preview.step());
}

#[test]
fn a_style_sheet_that_comes_or_goes_is_shown_by_new_pages() {
    let mut preview = Preview::new();
    preview.put("theme/static/theme.css", "body { color: red }");
    assert!(preview.step() && !preview.state.styles_only);
    preview.put("theme/static/theme.css", "body { color: darkgreen }");
    assert!(preview.step() && preview.state.styles_only);
    fs::remove_file(preview.folder.path().join("theme/static/theme.css")).unwrap();
    assert!(preview.step() && !preview.state.styles_only);
}
