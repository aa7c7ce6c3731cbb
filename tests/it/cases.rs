//! Runs the inputs from bug reports, `../shared/cases/<class>/<id>/expect.md`, when that folder is there.
//!
//! Their checks use neutral words. [`grammar`] reads a line, [`steps`] does what a line that begins with `run` or `then`
//! says, [`checks`] looks whether a line that begins with **M** (must hold) or **S** (should hold) is true, and
//! [`words`] says once what the neutral words are on our pages. An **M** line that does not hold fails the test, an
//! **S** line is printed, and a line that cannot be read is a fault of this runner and fails as well.

mod checks;
mod grammar;
mod steps;
mod words;
mod world;

use std::fs;
use std::path::{Path, PathBuf};

use grammar::{Line, line};
use world::World;

macro_rules! classes {
    ($($class:ident)*) => { $(#[test] fn $class() { run_class(stringify!($class)); })* };
}

classes! { discovery frontmatter graph markdown output search templates toml urls }

/// The folder of cases; `None` where the project stands alone.
fn cases() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases");
    folder.is_dir().then_some(folder)
}

fn run_class(class: &str) {
    let Some(folder) = cases() else {
        println!("skipped: ../shared/cases is not there");
        return;
    };
    let mut folders: Vec<PathBuf> =
        fs::read_dir(folder.join(class)).expect("a class").map(|item| item.expect("a case").path()).collect();
    folders.sort();
    let failed: Vec<String> = folders.iter().flat_map(|folder| run_case(folder)).collect();
    assert!(failed.is_empty(), "{} checks failed\n{}", failed.len(), failed.join("\n"));
}

/// Runs one case; gives the **M** lines that do not hold, each with the reason.
fn run_case(folder: &Path) -> Vec<String> {
    let id = folder.file_name().expect("a case has a name").to_string_lossy();
    let text = fs::read_to_string(folder.join("expect.md")).expect("a case has an expect.md");
    let block =
        text.split_once("```checks\n").and_then(|(_, rest)| rest.split_once("\n```")).expect("a block of checks").0;
    let Some(mut world) = World::new(folder) else {
        println!("{id}: cannot be made on this file system");
        return Vec::new();
    };
    let mut failed = Vec::new();
    for text in block.lines() {
        let (must, check) = match line(text) {
            Line::Step(tokens) => {
                steps::perform(&mut world, &tokens).unwrap_or_else(|| panic!("{id}: unknown step: {text}"));
                continue;
            }
            Line::Check { must, if_written, tokens } => {
                if if_written && !world.was_written() {
                    continue;
                }
                (must, checks::check(&world, &tokens).unwrap_or_else(|| panic!("{id}: unknown check: {text}")))
            }
        };
        match check {
            Ok(()) if must => {}
            Ok(()) => println!("{id}: holds: {text}"),
            Err(reason) if must => failed.push(format!("{id}: {text}\n    {reason}")),
            Err(reason) => println!("{id}: differs: {text}\n    {reason}"),
        }
    }
    failed
}
