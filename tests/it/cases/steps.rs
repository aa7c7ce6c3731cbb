//! Does what a line of a case says is to be done.

use std::fs;
use std::process::Stdio;

use super::grammar::Part::{Comma, Text, Word};
use super::grammar::{Part, Token};
use super::world::World;
use crate::program::{self, Run};
use crate::{folder, site};

/// Does a step; `None` when it is not known.
pub fn perform(world: &mut World, tokens: &[Token]) -> Option<()> {
    let parts: Vec<Part<'_>> = tokens.iter().map(Token::part).collect();
    match parts.as_slice() {
        [Word("run"), Word("build"), Word("twice"), Comma, ..] => build_elsewhere(world),
        [Word("run"), Word("build"), Word(source), Comma, Word("output"), Word("piped"), ..] => {
            build_into_closed_pipe(world, source.strip_prefix("src=")?);
        }
        [Word("run"), Word("build"), options @ ..] => build(world, options, &[])?,
        [Word("run"), Word("strict"), options @ ..] => build(world, options, &["--strict"])?,
        [
            Word("then:"),
            Word("delete"),
            Word("skill"),
            Word(gone),
            Comma,
            Word("rename"),
            Word("tag"),
            Text(old),
            Word("of"),
            Word(skill),
            Word("to"),
            Text(new),
            Comma,
            ..,
        ] => {
            fs::remove_dir_all(world.source.join(gone)).expect("the skill is there");
            let path = world.source.join(skill).join("SKILL.md");
            let text = fs::read_to_string(&path).expect("the skill is there");
            fs::write(&path, text.replace(old, new)).expect("the skill can be written");
            build(world, &[], &[])?;
        }
        [Word("then:"), Word("put"), Text(one), Word("and"), Text(two), Word("into"), Word("OUT"), ..] => {
            for path in [one, two] {
                let entry = folder::Entry::File { path: (*path).to_owned(), bytes: b"by hand\n".to_vec() };
                folder::put(&world.out, &entry);
            }
            build(world, &[], &[])?;
        }
        _ => return None,
    }
    Some(())
}

/// `run build` with its options.
fn build(world: &mut World, options: &[Part<'_>], flags: &[&str]) -> Option<()> {
    let (mut source, mut out) = (world.source.clone(), world.room().join("out"));
    let mut arguments: Vec<String> = flags.iter().map(|flag| (*flag).to_owned()).collect();
    let mut options = options.iter();
    while let Some(Word(option)) = options.next() {
        match option.split_once('=') {
            Some(("src", folder)) => source = world.source.join(folder),
            Some(("out", "SRC")) => out.clone_from(&world.source),
            Some(("out", "FOREIGN")) => {
                out = world.room().join("foreign");
                for path in ["thesis.txt", ".git/HEAD"] {
                    let entry = folder::Entry::File { path: path.to_owned(), bytes: b"not ours\n".to_vec() };
                    folder::put(&out, &entry);
                }
                break;
            }
            Some(("out", "FILE")) => {
                out = world.room().join("plain-file");
                fs::write(&out, "not a folder\n").expect("a file can be written");
                break;
            }
            Some(("out", place)) => out = world.source.join(place.strip_prefix("SRC/")?),
            Some(("base", base)) => {
                arguments.extend(["--base-url".to_owned(), format!("https://skills.example{base}")]);
            }
            None if *option == "limit" => drop(options.next()),
            None if option.starts_with("--") => arguments.push((*option).to_owned()),
            _ => return None,
        }
    }
    world.build(&source, &out, &arguments);
    Some(())
}

/// Builds here, and a copy made in reverse order elsewhere with other surroundings.
fn build_elsewhere(world: &mut World) {
    let elsewhere = world.room().join("another folder").join("copy");
    let mut paths = site::files(&world.source);
    paths.reverse();
    for path in paths {
        let bytes = fs::read(world.source.join(&path)).expect("a file can be read");
        folder::put(&elsewhere, &folder::Entry::File { path, bytes });
    }
    let out = world.room().join("second");
    let mut command = program::skillsite(&elsewhere);
    command.args(["build", "."]).arg("-o").arg(&out).args(["--jobs", "1"]);
    command.env("TZ", "Asia/Tokyo").env("LC_ALL", "C");
    let run: Run = command.output().expect("the binary starts").into();
    let (source, first) = (world.source.clone(), world.room().join("out"));
    world.build(&source, &first, &[]);
    world.other = Some((site::snapshot(&out), run));
}

/// Both ends of the output are closed before the program writes.
fn build_into_closed_pipe(world: &mut World, folder: &str) {
    let mut command = program::skillsite(world.room());
    command.arg("build").arg(world.source.join(folder)).arg("-o").arg(world.room().join("piped"));
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary starts");
    drop(child.stdout.take());
    drop(child.stderr.take());
    let status = program::status(child.wait().expect("the binary ends"));
    world.run = Run { status, stdout: String::new(), stderr: String::new() };
}
