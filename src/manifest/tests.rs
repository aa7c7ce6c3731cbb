//! Both readers as a table: a text and what is read from it.

use camino::Utf8Path;

use super::{Manifest, NEAR_MISSES, Read, fields, merge, read_frontmatter, read_toml};
use crate::diagnostic::{Diagnostic, Fix, Format};
use crate::source::{FileId, is_skill_md, is_skill_toml};
use crate::text::line_column;

const TOML: FileId = FileId(0);
const MARKDOWN: FileId = FileId(1);

fn front(text: &str) -> Read {
    read_frontmatter(MARKDOWN, Utf8Path::new("SKILL.md"), text, Format::Frontmatter)
}

/// Every field and finding, one a line; the body last when it is not all there is.
fn dump(manifest: &mut Manifest, diagnostics: &[Diagnostic], texts: [&str; 2]) -> String {
    let mut lines = Vec::new();
    for spec in fields::FIELDS {
        let line = match spec.slot {
            fields::Slot::Text(slot) => slot(manifest).as_ref().map(|field| format!("{:?}", field.text)),
            fields::Slot::Words(slot) | fields::Slot::Texts(slot) => {
                slot(manifest).as_ref().map(|list| format!("{:?}", list.texts().collect::<Vec<_>>()))
            }
        };
        lines.extend(line.map(|value| format!("{} = {value}", spec.key)));
    }
    lines.extend(manifest.compat.iter().map(|(key, value)| format!("compat {key} = {:?}", value.text)));
    lines.extend(manifest.extra.iter().map(|extra| format!("+ {} = {:?}", extra.key, extra.value.text)));
    lines.extend(manifest.dialect.map(|dialect| format!("dialect {dialect:?}")));
    for diagnostic in diagnostics {
        let span = diagnostic.span.expect("readers give places");
        let text = texts[usize::from(span.file == MARKDOWN)];
        let (line, column) = line_column(text, span.start as usize);
        let (level, rule) = (diagnostic.level.as_str(), diagnostic.rule.code);
        lines.push(format!("{line}:{column} {level}[{rule}] {} | {:?}", diagnostic.message, &text[span.range()]));
        lines.extend(diagnostic.help.iter().map(|help| format!("    help: {help}")));
        if let Some(Fix::Replace { span, text: new }) = &diagnostic.fix {
            lines.push(format!("    fix: {:?} -> {new:?}", &text[span.range()]));
        }
    }
    lines.join("\n")
}

/// The lines of a header.
fn header(lines: &str) -> String {
    let text = format!("---\n{lines}\n---\nBody.\n");
    let mut read = front(&text);
    assert_eq!(&text[read.body.clone()], "Body.\n");
    dump(&mut read.manifest, &read.diagnostics, ["", &text])
}

/// A whole SKILL.md.
fn file(text: &str) -> String {
    let mut read = front(text);
    let body = format!("body {:?}", &text[read.body.clone()]);
    let fields = dump(&mut read.manifest, &read.diagnostics, ["", text]);
    if fields.is_empty() { body } else { format!("{fields}\n{body}") }
}

/// A whole SKILL.toml.
fn toml(text: &str) -> String {
    let mut read = read_toml(TOML, Utf8Path::new("SKILL.toml"), text);
    dump(&mut read.manifest, &read.diagnostics, [text, ""])
}

/// A SKILL.toml and a SKILL.md, with a line `+++` between them.
fn both(texts: &str) -> String {
    let (toml, text) = texts.split_once("+++\n").expect("two files");
    let toml_read = read_toml(TOML, Utf8Path::new("SKILL.toml"), toml);
    let front = read_frontmatter(MARKDOWN, Utf8Path::new("SKILL.md"), text, Format::Manifest);
    let mut merged = merge(Some(toml_read), Some(front));
    dump(&mut merged.manifest, &merged.diagnostics, [toml, text])
}

/// Compares every input and what is read from it with the stored table.
fn check(name: &str, read: fn(&str) -> String, inputs: &[(&str, &str)]) {
    let rows = inputs.iter().map(|(title, input)| format!("# {title}\n{}\n>>>\n{}\n", input.trim_end(), read(input)));
    let table = rows.collect::<Vec<_>>().join("\n");
    insta::with_settings!({ omit_expression => true }, { insta::assert_snapshot!(name, table) });
}

#[test]
fn headers_that_every_reader_understands() {
    check(
        "headers",
        header,
        &[
            ("plain fields", "name: a\nversion: 1.2.0\ndescription: Use when b\nrisk: low"),
            ("quotes and escapes", "name: 'it''s'\ndescription: \"a \\\"b\\\" \\u00e9\""),
            (
                "values that look like other types",
                "version: 1.10\ntags: [no, on, null, 1.0, 0x1f, ~]\nlast_verified: 2026-03-14\nslot: 12:30:45",
            ),
            ("a name that looks like a number", "name: 2024\ndescription: yes"),
            (
                "folded, literal and plain text over lines",
                "description: >\n  First half,\n  second half.\n\n  A second paragraph.\nboundary: |-\n  one\n  two\ncompatibility: three\n  four",
            ),
            ("an empty block and a key without a value", "description: >-\nname:\ntags:"),
            (
                "lists in every spelling",
                "tags: a, b\ntopics: [a, \"b\"]\ninputs:\n  - a\n  - b\nrequires: a b\nallowed-tools: Bash(git add:*, git commit:*), Read",
            ),
            ("a list at the indentation of its key", "tags:\n- a\n- b\nname: c"),
            ("a list of sentences", "non_goals:\n  - Teaching Git, the basics\n  - Rebasing"),
            ("one sentence for a list", "non_goals: Teaching Git fundamentals"),
            (
                "nested maps",
                "metadata:\n  author: docs\n  version: 16\n  name: inner\n  links:\n    home: https://example.org",
            ),
            ("metadata does not replace what is there", "version: 2.4.0\nmetadata:\n  version: 16\n  tags: [a]"),
            ("an author with parts", "author:\n  name: Ann\n  email: ann@example.org"),
            ("clients' own keys", "argument-hint: [file]\nmodel: opus\nhooks:\n  Stop:\n    - command: x"),
            ("keys nobody knows", "discription: x\nx-house: yes"),
            ("keys in another letter case", "Name: a\nDESCRIPTION: b\nallowed_tools: Read"),
            ("JSON", "{\"name\": \"a\", \"tags\": [\"b\", \"c\"]}"),
            ("other scripts", "name: навык\ndescription: 使用时 — 🚀"),
            ("comments on their own lines", "# one\nname: a\n# two\ndescription: b C# d#e"),
        ],
    );
}

#[test]
fn headers_that_other_readers_refuse_or_misread() {
    check(
        "lenient_headers",
        header,
        &[
            ("a colon in a plain value", "name: a\ndescription: Use when two differ: compare\ntags: [a, b]"),
            ("a colon at the end, and over lines", "description: Use when:\n  one, or\n  two: three\nname: a"),
            (
                "a lost line break before a key",
                "description: Is it true?version: 2.0.0\nboundary: \"One\"risk: low\nmetadata:\n  note: 確認する。author: ann\n  more: 可靠version: 2",
            ),
            (
                "a word that ends like a key, and a key in a sentence",
                "description: Set filename: x\nboundary: Then (name: y) or préversion: 2\nrisk: a name: b",
            ),
            (
                "values that begin with a sign",
                "name: @team\ndescription: `make` all\nboundary: *Always* first\nrisk: % of\ncategory: {name} is",
            ),
            (
                "brackets that do not enclose the value",
                "description: [draft] not final\nargument-hint: [file] [format]\ntags: [a, @b]",
            ),
            (
                "quotes that do not enclose the value",
                "description: \"One\" or \"two\"\nboundary: \"He said \"hi\" now\"\nname: 'open",
            ),
            (
                "a value cut by a number sign",
                "description: Use when writing C # or Go\nname: a\nrisk: low # real comment",
            ),
            ("a value cut in a broken value", "description: a: b # c"),
            ("tabs", "name: a\nmetadata:\n\tauthor: b\n\tteam: c\ntags:\n\t- d\n\t- e"),
            ("a block scalar with tabs", "description: >\n\tone\n\ttwo\nname: a"),
            ("a broken value deep inside", "metadata:\n  author: ann\n  note: a: b\n  version: 2\nname: c"),
            ("a broken item of a list", "tags:\n  - a\n  - @b\n  - \"c\" d\nname: e"),
            ("text that goes on at the line start", "description: one: two\nthree four\n\nname: a"),
            ("lines that belong to nothing", "name: a: b\n\nSome prose here.\nMore of it.\n\nversion: 1.0.0"),
            (
                "anchors, aliases and tags",
                "name: &n a\nversion: *n\nboundary: !important b\ntags: [*x]\nrisk: !!str low",
            ),
            (
                "merge keys and anchors that are used",
                "name: a\nx-base: &x\n  license: MIT\nmetadata:\n  <<: *x\n  <<: [*x, *y]\ncategory: *x",
            ),
            (
                "anchors that are used in a broken header",
                "name: &n a\nversion: *n\ndescription: b: c\nboundary: &o d\nmetadata: &p\n  team: e",
            ),
            ("the same key twice", "name: a\ntags: [b]\nname: c\nmetadata:\n  x: 1\n  x: 2"),
            ("the same key twice in a broken header", "name: a: b\nname: c"),
            ("a second document", "name: a\n--- b\nversion: 1.0.0"),
            ("wrong types", "name:\n  - a\ndescription: {a: b}\ntags:\n  a: b\ntopics: [[a], {b: c}]\nmetadata: hello"),
            ("empty lists and maps for a text", "name: []\ndescription: {}\ntags: [[], {}]\nboundary: [draft]"),
            ("very deep nesting", &format!("name: a\ntags: {}x{}", "[".repeat(40), "]".repeat(40))),
        ],
    );
}

#[test]
fn places_of_a_header() {
    check(
        "places",
        file,
        &[
            ("no header", "# Title\n\n---\n\nText\n---\n"),
            ("rules and examples in the body", "---\nname: a\n---\n# T\n\n---\n\n```yaml\n---\nname: b\n---\n```\n"),
            ("blank lines first", "\n\n---\nname: a\n---\nBody\n"),
            ("a comment first", "<!-- made by\na script -->\n---\nname: a\n---\nBody\n"),
            ("prose first", "Text.\n\n---\nname: a\n---\nBody\n"),
            ("never closed", "---\nname: a\n\n# Title\n\nKey: value\n"),
            ("closed with dots", "---\nname: a\n...\nBody\n"),
            ("four dashes", "----\nname: a\n----\nBody\n"),
            ("empty", ""),
            ("an empty header", "---\n---\nBody\n"),
            ("only a comment in the header", "---\n# name: a\n---\nBody\n"),
            ("a list", "---\n- a\n- b\n---\nBody\n"),
            ("text", "---\nJust text\n---\nBody\n"),
            ("text that is not YAML", "---\n@text [\n---\nBody\n"),
            ("no line end after the closing fence", "---\nname: a\n---"),
        ],
    );
}

#[test]
fn manifests() {
    check(
        "manifests",
        toml,
        &[
            (
                "every field",
                "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\nversion = \"1.0.0\"\ndescription = \"\"\"\nUse when\nb\"\"\"\ntype = \"pattern\"\ncategory = \"c\"\nboundary = \"d\"\nmaturity = \"beta\"\nlast_verified = \"2026-03-14\"\ntags = [\"e\"]\ntopics = [\"f\"]\nnon_goals = [\"g, h\"]\nrequires = [\"i\"]\nrisk = \"low\"\ninputs = [\"j\"]\nallowed-tools = [\"Read\"]\nreplaced_by = \"k\"\nlang = \"de\"\n[source]\nrepository = \"l\"\nlicense = \"MIT\"\nhomepage = \"m\"\nmirror = \"n\"\n[compat]\nmin_opencode_version = \"0.1.0\"\n[tool.house]\nowner = \"o\"\n",
            ),
            (
                "dates and numbers without quotes",
                "manifest_version = 1.0\n[skill]\nname = 1\nversion = 1.2\nlast_verified = 2026-03-14\nrisk = true\ntags = [1, \"a\"]\n",
            ),
            (
                "a text for a list, a list for a text",
                "manifest_version = \"1.0\"\n[skill]\ntags = \"a, b\"\nname = [\"c\"]\n[skill.description]\nen = \"d\"\n",
            ),
            (
                "lists and maps for a text",
                "manifest_version = \"1.0\"\n[skill]\nname = []\nversion = {}\ntags = [[\"a\"]]\nboundary = { a = \"b\" }\n",
            ),
            (
                "misspelled and unknown keys",
                "manifest_version = \"1.0\"\n[skill]\ndiscription = \"a\"\ncolour = \"b\"\n[hybrid]\nx = 1\ny = 2\n[skil]\nz = 1\n",
            ),
            (
                "keys in another place or letter case",
                "manifest_version = \"1.0\"\nname = \"a\"\n[Skill]\nVersion = \"1.0.0\"\nlicense = \"MIT\"\nallowed_tools = [\"Read\"]\n",
            ),
            (
                "every syntax error",
                "manifest_version = \"1.0\"\n[skill]\nname = open\nversion = \"1.0.0\ntags = [\"a\" \"b\"]\nmaturity = \"beta\"\n",
            ),
            ("the same key twice", "[skill]\nname = \"a\"\ntype = \"b\"\nname = \"c\"\n"),
            ("only a comment", "# later\n"),
            ("empty", ""),
            (
                "flat keys and descriptions by language",
                "name = \"a\"\nslug = \"b\"\n[descriptions]\npt = \"c\"\nen = \"d\"\n",
            ),
            (
                "a table of tools",
                "[skill]\nname = \"a\"\nauthor = \"b\"\nprompts = [\"c\"]\n[[tools]]\nname = \"d\"\nargs = [1, 2]\n[[tools]]\nname = \"e\"\n",
            ),
        ],
    );
}

#[test]
fn both_files() {
    check(
        "both_files",
        both,
        &[
            ("they agree", "[skill]\nname = \"a\"\ntype = \"b\"\n+++\n---\nname: a\n---\n"),
            (
                "what only the header has counts",
                "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\n+++\n---\nrisk: high\nmodel: x\nmetadata:\n  team: b\n---\n",
            ),
            (
                "they disagree",
                "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\nversion = \"3.1.0\"\ntags = [\"x\"]\n+++\n---\nname: a\nversion: 1.0.0\ntags: [y]\n---\n",
            ),
            (
                "a manifest of another format disagrees",
                "name = \"a\"\nversion = \"1.2.0\"\n+++\n---\nname: a\nversion: 1.0.0\n---\n",
            ),
            (
                "a broken manifest is not filled from the header",
                "[skill]\nname = \"a\nversion = \"1.0.0\"\n+++\n---\nname: b\ndescription: c\n---\n",
            ),
            ("an empty manifest and a header", "+++\n---\nname: b\n---\n"),
            ("an empty manifest and no header", "+++\n# T\n"),
            (
                "text between rules is no header",
                "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\n+++\n---\nJust text\n---\n",
            ),
        ],
    );
}

#[test]
fn a_misspelled_key_is_found_by_the_field_it_means() {
    let toml = "manifest_version = \"1.0\"\n[skill]\ncolour = \"a\"\ndiscription = \"b\"\n";
    let read = read_toml(TOML, Utf8Path::new("SKILL.toml"), toml);
    let extra = read.manifest.near_miss("description").expect("one is near");
    assert_eq!((extra.key.as_str(), &toml[extra.key_span.range()]), ("skill.discription", "discription"));
    assert!(read.manifest.near_miss("version").is_none());
}

/// The skills of the corpus, where it is at hand: nothing panics, and what is a header is read.
#[test]
fn real_skills_are_read() {
    let corpus = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let (mut skills, mut described, mut broken) = (0, 0, 0);
    for entry in walkdir::WalkDir::new(corpus).into_iter().filter_map(Result::ok) {
        let name = entry.file_name().to_string_lossy();
        let Ok(bytes) = std::fs::read(entry.path()) else { continue };
        let text = String::from_utf8_lossy(&bytes).replace("\r\n", "\n");
        if is_skill_toml(&name) {
            read_toml(TOML, Utf8Path::new("SKILL.toml"), &text);
        } else if is_skill_md(&name) {
            let read = front(&text);
            skills += 1;
            described += usize::from(read.manifest.description.is_some());
            broken += usize::from(read.broken);
        }
    }
    assert!(described * 100 >= skills * 90, "{described} of {skills} have a description");
    assert!(broken * 100 <= skills, "{broken} of {skills} cannot be read");
}

/// The work on unknown keys has a bound: only the first ones are compared with the known ones.
#[test]
fn a_flood_of_unknown_keys_is_not_compared_with_every_field() {
    let keys: Vec<String> = (0..3 * NEAR_MISSES).map(|at| format!("descriptio{at} = \"x\"\n")).collect();
    let text = format!("manifest_version = \"1.0\"\n[skill]\n{}", keys.concat());
    let found = read_toml(TOML, Utf8Path::new("SKILL.toml"), &text).diagnostics;
    let is_compared = |one: &&Diagnostic| one.help.as_ref().is_some_and(|help| help.contains("did you mean"));
    assert_eq!((found.len(), found.iter().filter(is_compared).count()), (3 * NEAR_MISSES, NEAR_MISSES));
    let early: Vec<String> = (0..NEAR_MISSES).map(|at| format!("k{at}: x\n")).collect();
    let header = format!("---\nname: a\n{}descripton: x\n---\n", early.concat());
    assert!(front(&header).manifest.near_miss("description").is_none(), "keys beyond the bound are not looked at");
}

#[test]
fn an_empty_value_states_nothing() {
    let toml = "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\nversion = \"\"\ntags = []\ntopics = [\"x\"]\n";
    let read = read_toml(TOML, Utf8Path::new("SKILL.toml"), toml);
    assert_eq!(read.manifest.stated(), ["manifest_version", "name", "topics"]);
}
