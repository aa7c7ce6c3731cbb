//! What each stage of a build costs, in one process: `cargo bench --bench stages`.
//!
//! The catalog is `example-catalog`, or the folder that the variable `SKILLS` names.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock};

use divan::{Bencher, black_box};
use skillsite::markdown::{self, HighlightCache, Options, Resolve, Target};
use skillsite::output::Output;
use skillsite::search::Index;
use skillsite::site::search_data;
use skillsite::source::WalkOptions;
use skillsite::{Catalog, Config, Site, SourceTree, Theme, Workspace, lint};

fn main() {
    divan::main();
}

static CONFIG: LazyLock<Config> = LazyLock::new(|| {
    let default = concat!(env!("CARGO_MANIFEST_DIR"), "/example-catalog");
    let root = std::env::var_os("SKILLS").map_or_else(|| default.into(), PathBuf::from);
    Config::new(root, jiff::civil::date(2026, 6, 1))
});

static CATALOG: LazyLock<Catalog> = LazyLock::new(|| Catalog::new(Arc::new(tree())));

static SITE: LazyLock<Site> = LazyLock::new(|| {
    let workspace = Workspace::read(CONFIG.clone(), None).expect("a folder of skills");
    workspace.into_site(Theme::load(None).expect("the theme of the program")).expect("a site")
});

fn tree() -> SourceTree {
    let options = WalkOptions { root: CONFIG.root.clone(), ..WalkOptions::default() };
    SourceTree::read(&options).expect("a folder of skills")
}

/// The instructions of every skill.
fn bodies() -> impl Iterator<Item = &'static str> {
    CATALOG.skills.iter().map(|skill| skill.package.body(&CATALOG.source))
}

/// Every code block with its language.
fn blocks() -> Vec<(&'static str, &'static str)> {
    let of = |skill: &'static skillsite::catalog::Skill| {
        let body = skill.package.body(&CATALOG.source);
        skill.package.outline.code_blocks.iter().map(move |block| (&*block.language, &body[block.range.clone()]))
    };
    CATALOG.skills.iter().flat_map(of).collect()
}

/// Text without links and colours: the cost of Markdown alone.
struct Plain;

impl Resolve for Plain {
    fn link(&self, _: &str, _: bool) -> Target {
        Target::Broken
    }
    fn code(&self, _: &str) -> Option<String> {
        None
    }
    fn highlight(&self, _: &str, _: &str) -> Option<String> {
        None
    }
}

#[divan::bench]
fn a_read() -> SourceTree {
    tree()
}

#[divan::bench]
fn b_parse(bencher: Bencher) {
    let source = CATALOG.source.clone();
    bencher.bench(|| Catalog::new(source.clone()));
}

#[divan::bench]
fn c_rules(bencher: Bencher) {
    let catalog = &*CATALOG;
    let repository = skillsite::git::Repository::default();
    bencher.bench(|| lint::check(catalog, &CONFIG, &repository));
}

#[divan::bench]
fn d_outline(bencher: Bencher) {
    let bodies: Vec<&str> = bodies().collect();
    bencher.bench(|| bodies.iter().map(|body| markdown::outline(black_box(body)).links.len()).sum::<usize>());
}

#[divan::bench]
fn e_markdown(bencher: Bencher) {
    let texts: Vec<_> = bodies().map(|body| (body, markdown::outline(body))).collect();
    let render = |(body, outline): &(&str, _)| markdown::render(body, outline, &Plain, Options::default()).len();
    bencher.bench(|| texts.iter().map(render).sum::<usize>());
}

#[divan::bench(sample_count = 10)]
fn f_highlight(bencher: Bencher) {
    let blocks = blocks();
    bencher.bench(|| blocks.iter().filter_map(|(language, code)| markdown::highlight(language, code)).count());
}

#[divan::bench]
fn g_highlight_kept(bencher: Bencher) {
    let blocks = blocks();
    let cache = HighlightCache::default();
    let all = || blocks.iter().filter_map(|(language, code)| cache.highlight(language, code)).count();
    all();
    bencher.bench(all);
}

#[divan::bench]
fn h_skill_pages(bencher: Bencher) {
    let of_skill = |path: &&str| {
        path.starts_with("skills/") && path.matches('/').count() == 1 && path.strip_suffix(".html").is_some()
    };
    let pages: Vec<&str> = SITE.paths().filter(of_skill).collect();
    let page = |path: &&str| SITE.get(path).expect("a page of the site").expect("a page").len();
    bencher.bench(|| pages.iter().map(page).sum::<usize>());
}

#[divan::bench(sample_count = 10)]
fn i_search_index(bencher: Bencher) {
    let documents = search_data::whole_documents(&SITE);
    let settings = search_data::settings(&CONFIG);
    bencher.bench(|| Index::new(&documents, &settings).files());
}

#[divan::bench(sample_count = 10)]
fn j_write(bencher: Bencher) {
    write(bencher, false);
}

#[divan::bench(sample_count = 10)]
fn k_write_nothing_new(bencher: Bencher) {
    write(bencher, true);
}

/// Writes the whole site, made beforehand, into a new folder or over the same bytes.
fn write(bencher: Bencher, again: bool) {
    let made: Vec<(&str, Vec<u8>)> = SITE
        .paths()
        .map(|path| (path, SITE.get(path).expect("a path of the site").expect("its bytes").into_owned()))
        .collect();
    let all = |folder: &std::path::Path| {
        let mut output = Output::open(&folder.join("out"), &[] as &[PathBuf], false).expect("a folder to write to");
        let bytes = |path: &str| {
            let at = made.binary_search_by_key(&path, |(path, _)| path).expect("a path of the site");
            Ok(made[at].1.as_slice().into())
        };
        output.write(made.iter().map(|(path, _)| *path), bytes).expect("a written site")
    };
    bencher
        .with_inputs(|| {
            let folder = tempfile::tempdir().expect("a temporary folder");
            if again {
                all(folder.path());
            }
            folder
        })
        .bench_refs(|folder| all(folder.path()));
}
