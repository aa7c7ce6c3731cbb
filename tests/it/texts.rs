//! Runs the files in `texts/`, one test each folder.
//!
//! A file says first what must hold and why. Then come blocks, done from top to bottom in a fresh folder:
//!
//! * `== path` writes a file into the source folder (see [`folder`](crate::folder));
//! * `>> command` does something there, and what comes out must be the lines under it.
//!
//! | command | comes out |
//! | --- | --- |
//! | `skillsite …` | exit status, standard output and, under `stderr:`, standard error; `"…"` holds spaces together |
//! | `KEY=VALUE skillsite …` | the same with variables of the environment |
//! | `build …` | the same of `skillsite build -o ../out`, without standard error |
//! | `text PAGE SELECTOR` | what a reader sees of each element of `../out/PAGE` that matches, a line each |
//! | `html PAGE SELECTOR` | the same as HTML |
//! | `links PAGE SELECTOR` | text and target of each link in there |
//! | `search QUERY` | the names of the skills that the search finds, best first |
//! | `files` | the files of `../out` that are made of skills and their groups |
//! | `show PATH` | the content of a file, relative to the source folder |
//! | `remove PATH` | nothing |
//!
//! `UPDATE_TEXTS=1 cargo test --test it texts` writes what came out into the files, for a person to read with
//! `git diff`.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{folder, page, program, search, site};

/// Runs every file of `texts/<class>/`; reports all that failed.
fn run_folder(class: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/texts").join(class);
    let mut paths: Vec<PathBuf> =
        fs::read_dir(&folder).expect("the class has a folder").map(|item| item.expect("readable").path()).collect();
    paths.sort();
    assert!(!paths.is_empty(), "no test in {}", folder.display());
    let failed: Vec<String> = paths.iter().filter_map(|path| run_file(path)).collect();
    assert!(failed.is_empty(), "{} of {} failed\n\n{}", failed.len(), paths.len(), failed.join("\n"));
}

macro_rules! classes {
    ($($class:ident)*) => { $(#[test] fn $class() { run_folder(stringify!($class)); })* };
}

classes! { authoring check discovery frontmatter graph markdown output search templates toml urls }

/// Runs one file; gives what differs.
fn run_file(path: &Path) -> Option<String> {
    let written = fs::read_to_string(path).expect("a text");
    let got = play(&written);
    if got == written {
        return None;
    }
    if std::env::var_os("UPDATE_TEXTS").is_some() {
        fs::write(path, &got).expect("a test can be written");
        return None;
    }
    let name = path.strip_prefix(env!("CARGO_MANIFEST_DIR")).unwrap_or(path);
    Some(format!("{}\n{}", name.display(), difference(&written, &got)))
}

/// The file as it would be if everything that came out were right.
fn play(text: &str) -> String {
    let room = tempfile::tempdir().expect("a temporary folder");
    // A fixed name below it: names of folders reach messages.
    let source = room.path().join("source");
    fs::create_dir(&source).expect("a folder can be made");
    let mut result = String::new();
    for (title, lines) in blocks(text) {
        if !title.is_empty() {
            result.push_str(title);
            result.push('\n');
        }
        if let Some(command) = title.strip_prefix(">> ") {
            let Some(output) = perform(&source, command) else {
                // What it needs is not here: what was written stands.
                result.extend(lines.iter().flat_map(|line| [line, "\n"]));
                continue;
            };
            let output = output.replace(&*room.path().to_string_lossy(), "<room>");
            let output = program::without_times(output.trim_end());
            result.push_str(&output);
            result.push_str(if output.is_empty() { "\n" } else { "\n\n" });
            continue;
        }
        if let Some(title) = title.strip_prefix("== ") {
            folder::put(&source, &folder::entry(title, &lines));
        }
        for line in lines {
            result.push_str(line);
            result.push('\n');
        }
    }
    format!("{}\n", result.trim_end())
}

/// What stands before the first block, with an empty title, and the blocks with the lines under their titles.
fn blocks(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut blocks = vec![("", Vec::new())];
    for line in text.lines() {
        if line.starts_with("== ") || line.starts_with(">> ") {
            blocks.push((line, Vec::new()));
        } else {
            blocks.last_mut().expect("never empty").1.push(line);
        }
    }
    blocks
}

/// Does a command; gives what comes out. `None` for a search without Node.
fn perform(source: &Path, command: &str) -> Option<String> {
    let out = source.join("../out");
    let (verb, rest) = command.split_once(' ').unwrap_or((command, ""));
    let page_part = || {
        let (path, selector) = rest.split_once(' ').expect("a page and a selector");
        let html = fs::read_to_string(out.join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
        (page::Page::new(path, &html), selector.to_owned())
    };
    Some(match verb {
        "skillsite" => shown(&program::run(source, arguments(rest)), true),
        _ if verb.contains('=') => {
            let (variables, rest) = command.split_once(" skillsite ").expect("variables are for the program");
            let variables = variables.split(' ').map(|variable| variable.split_once('=').expect("looked for"));
            let mut command = program::skillsite(source);
            let output = command.envs(variables).args(arguments(rest)).output().expect("the binary starts");
            shown(&output.into(), true)
        }
        "build" => {
            let flags = ["build", "-o", "../out"].into_iter().chain(rest.split_whitespace());
            shown(&program::run(source, flags), false)
        }
        "text" => {
            let (page, selector) = page_part();
            page.select(&selector).map(|element| page::text(element) + "\n").collect()
        }
        "html" => {
            let (page, selector) = page_part();
            page.select(&selector).map(|element| element.html().trim().to_owned() + "\n").collect()
        }
        "links" => {
            let (page, selector) = page_part();
            page.select(&selector)
                .flat_map(|element| page::links_in(element))
                .flat_map(|link| [link.text, " → ".to_owned(), link.href, "\n".to_owned()])
                .collect()
        }
        "search" => {
            let names = search::names(&out, &[rest])?.remove(0);
            names.map_or_else(|error| error, |names| names.join("\n")) + "\n"
        }
        "files" => site::files(&out)
            .into_iter()
            .filter(|path| ["skills/", "categories/", "topics/", "tags/"].iter().any(|folder| path.starts_with(folder)))
            .map(|path| path + "\n")
            .collect(),
        "show" => fs::read_to_string(source.join(rest)).unwrap_or_else(|error| error.to_string()),
        "remove" => {
            let path = source.join(rest);
            let removed = if path.is_dir() { fs::remove_dir_all(&path) } else { fs::remove_file(&path) };
            removed.unwrap_or_else(|error| panic!("{rest}: {error}"));
            String::new()
        }
        other => panic!("unknown command {other}"),
    })
}

/// The words of a command; quotes hold spaces together.
fn arguments(text: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in text.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().expect("never empty").push(c),
        }
    }
    words
}

fn shown(run: &program::Run, with_stderr: bool) -> String {
    let mut text = format!("exit {}\n{}", run.status, run.stdout);
    if with_stderr && !run.stderr.is_empty() {
        text += "stderr:\n";
        text += &run.stderr;
    }
    text
}

/// The lines that differ, with `-` for what was written and `+` for what came out, and some lines around them.
fn difference(written: &str, got: &str) -> String {
    similar::TextDiff::from_lines(written, got).unified_diff().context_radius(2).to_string()
}
