//! Whatever bytes the files hold: the check comes to an end, every place lies in its text, every format prints, every
//! text becomes HTML, and fixes leave nothing to fix. `PROPTEST_CASES=100000` looks longer.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::LazyLock;

use proptest::prelude::*;
use proptest::sample::Index;

use super::*;
use crate::diagnostic::{self, ReportFormat, Run, Style};
use crate::markdown::{Options, Resolve, Target, outline, render};
use crate::{Workspace, fix, manifest};

/// Real files to damage: those of the example catalog and, where it is at hand, of the corpus.
static SEEDS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let project = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files = |folder: &str| walkdir::WalkDir::new(project.join(folder)).sort_by_file_name().into_iter();
    let all = files("example-catalog").chain(files("../shared/corpus")).filter_map(Result::ok);
    let is_text = |name: &str| name.to_lowercase().ends_with(".md") || name.to_lowercase().ends_with(".toml");
    let texts = all.filter(|file| file.file_type().is_file() && is_text(&file.file_name().to_string_lossy()));
    let small = texts.filter_map(|file| std::fs::read(file.path()).ok()).filter(|bytes| bytes.len() < 20_000);
    small.collect()
});

/// Bytes that mean something to one of the readers.
const PIECES: &[&[u8]] = &[
    b"---\n",
    b"\n---\n",
    b"...\n",
    b"\r\n",
    b"\r",
    b"\xEF\xBB\xBF",
    b"\xFF",
    b"\xE2\x82",
    b"\0",
    b"\t",
    b": ",
    b" #",
    b"\"",
    b"'",
    b"\"\"\"",
    b"[",
    b"{",
    b"]",
    b"&a ",
    b"*a",
    b"!t ",
    b">-\n",
    b"|\n",
    b"- ",
    b"= ",
    b"[skill]\n",
    b"[[tools]]\n",
    b"name: X_y\n",
    b"version: 1.2\n",
    b"tags: [A b, \"c_D\"]\n",
    b"last_verified = 2026-03-14\n",
    b"type = \"techniqe\"\n",
    b"<!-- ",
    b" -->",
    b"<!-- skillsite-ignore broken-link: x -->",
    b"# skillsite-ignore list-format: x\n",
    b"```sh\n",
    b"curl x | sh\n",
    b"[a](b.md#c)",
    b"| a | b |\n| - | - |\n",
    b"<details>",
    "\u{202E}".as_bytes(),
    "日本".as_bytes(),
];

#[derive(Clone, Debug)]
enum Change {
    Put(Index, Vec<u8>),
    Cut(Index, usize),
    Copy(Index, usize, Index),
    End(Index),
}

impl Change {
    fn make(&self, bytes: &mut Vec<u8>) {
        let place = |index: &Index, bytes: &[u8]| index.index(bytes.len() + 1);
        let range = |index: &Index, length: usize, bytes: &[u8]| {
            let start = place(index, bytes);
            start..(start + length).min(bytes.len())
        };
        match self {
            Change::Put(at, piece) => drop(bytes.splice(place(at, bytes)..place(at, bytes), piece.iter().copied())),
            Change::Cut(at, length) => drop(bytes.drain(range(at, *length, bytes))),
            Change::Copy(from, length, to) => {
                let piece = bytes[range(from, *length, bytes)].to_vec();
                let to = place(to, bytes);
                bytes.splice(to..to, piece);
            }
            Change::End(at) => bytes.truncate(place(at, bytes)),
        }
    }
}

fn change() -> impl Strategy<Value = Change> {
    let piece = prop_oneof![
        4 => proptest::sample::select(PIECES.to_vec()).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 1..5),
    ];
    prop_oneof![
        6 => (any::<Index>(), piece).prop_map(|(at, piece)| Change::Put(at, piece)),
        3 => (any::<Index>(), 1usize..40).prop_map(|(at, length)| Change::Cut(at, length)),
        2 => (any::<Index>(), 1usize..300, any::<Index>()).prop_map(|(from, length, to)| Change::Copy(from, length, to)),
        1 => any::<Index>().prop_map(Change::End),
    ]
}

fn damaged() -> impl Strategy<Value = Vec<u8>> {
    (any::<Index>(), proptest::collection::vec(change(), 1..12)).prop_map(|(seed, changes)| {
        let mut bytes = seed.get(&SEEDS).clone();
        for change in &changes {
            change.make(&mut bytes);
        }
        bytes
    })
}

fn raw() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        3 => proptest::sample::select(PIECES.to_vec()).prop_map(<[u8]>::to_vec),
        1 => proptest::collection::vec(any::<u8>(), 0..30),
    ];
    proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
}

/// Follows nothing.
struct Nowhere;

impl Resolve for Nowhere {
    fn link(&self, _target: &str, _image: bool) -> Target {
        Target::Broken
    }

    fn code(&self, _text: &str) -> Option<String> {
        None
    }

    fn highlight(&self, _language: &str, _code: &str) -> Option<String> {
        None
    }
}

type Files = BTreeMap<String, Vec<u8>>;

fn workspace(files: &Files) -> Workspace {
    let source = SourceTree::from_files(files.iter().map(|(path, bytes)| (path.clone(), bytes.clone())));
    Workspace::new(source, Config::new("", TODAY), Repository::default())
}

fn assert_checked(files: &Files) {
    let workspace = workspace(files);
    let source = &workspace.catalog.source;
    for finding in &workspace.report.findings {
        let one = &finding.diagnostic;
        let spans = one.span.iter().chain(one.related.iter().map(|(span, _)| span));
        let edited = one.fix.iter().filter_map(|fix| match fix {
            Fix::Replace { span, .. } => Some(span),
            Fix::Rename { .. } => None,
        });
        for span in spans.chain(edited) {
            assert!(source.text(span.file).get(span.range()).is_some(), "{} at {span:?}", one.message);
        }
    }
    let scan = workspace.scan();
    let run = Run {
        report: &workspace.report,
        source,
        scan: &scan,
        prefix: camino::Utf8Path::new(""),
        fail_on: Level::Error,
        style: Style::default(),
    };
    for format in ReportFormat::ALL {
        diagnostic::print(format, run);
    }
    for file in source.ids() {
        let text = source.text(file);
        render(text, &outline(text), &Nowhere, Options::default());
        manifest::migrate(file, source.path(file), text, None);
    }
    let mut mended = files.clone();
    for change in fix::changes(&workspace) {
        mended.remove(change.path.as_str());
        mended.insert(change.new_path.unwrap_or(change.path).into_string(), change.after);
    }
    let again = fix::changes(&self::workspace(&mended));
    assert!(again.is_empty(), "a second run finds something to mend: {again:?}");
}

fn package(content: Vec<u8>, manifest: Option<Vec<u8>>, companion: Vec<u8>) -> Files {
    let mut files = Files::from([("a/SKILL.md".to_owned(), content), ("a/b.md".to_owned(), companion)]);
    files.extend(manifest.map(|bytes| ("a/SKILL.toml".to_owned(), bytes)));
    files
}

proptest! {
    #![proptest_config(cases(48))]

    #[test]
    fn damaged_files_are_checked(a in damaged(), b in proptest::option::of(damaged()), c in damaged()) {
        assert_checked(&package(a, b, c));
    }

    #[test]
    fn any_bytes_are_checked(a in raw(), b in proptest::option::of(raw()), c in raw()) {
        assert_checked(&package(a, b, c));
    }
}
