//! What is said about every file of the output, and about whole folders.

use std::collections::BTreeSet;
use std::fs;

use scraper::ElementRef;
use unicode_normalization::UnicodeNormalization;

use super::super::grammar::Part::{self, Of, Text, Word};
use super::super::words;
use super::super::world::{Snapshot, World};
use super::pages::with_scheme;
use super::{Verdict, around, none_of, that, values};
use crate::page::Page;
use crate::program;
use crate::site::{self, is_html};

/// What is said about every file or page of the output.
pub fn any(world: &World, parts: &[Part<'_>]) -> Option<Verdict> {
    let site = world.site();
    let pages = || site.pages.values();
    match parts {
        [Word("html"), Word("lacks"), Word("CR")] => any(world, &[Word("html"), Word("lacks"), Text("\r")]),
        [Word("html"), Word("lacks"), Word("href"), Word("scheme"), Text(scheme)] => {
            none_of(&pages().flat_map(|page| with_scheme(page, scheme)).collect::<Vec<_>>())
        }
        [Word("html"), Word("lacks"), Word("element"), Word("created"), ..] => {
            let made = pages().flat_map(|page| page.select("img[src='x'], b, i, script")).filter(|element| {
                let text: String = element.text().collect();
                match element.value().name() {
                    "img" => true,
                    "script" => text.trim() == "alert(1)",
                    _ => text == "bold" || text == "t",
                }
            });
            none_of(&made.map(|element| element.html()).collect::<Vec<_>>())
        }
        [Word("html"), Word("attributes"), Word("are"), Word("well"), Word("formed")] => {
            none_of(&pages().flat_map(Page::errors).collect::<Vec<_>>())
        }
        [Word("html"), Word("lacks"), Text(text), Word("in"), Word("script"), Word("elements"), ..] => {
            let holds = |element: &ElementRef<'_>| {
                let in_script = element.value().name() == "script" && element.text().any(|code| code.contains(text));
                // A description that shows the text is no code.
                let code = |name: &str| {
                    name.starts_with("on") || matches!(name, "href" | "src" | "srcdoc" | "style" | "action")
                };
                in_script || element.value().attrs().any(|(name, value)| code(name) && value.contains(text))
            };
            let found = pages().flat_map(Page::elements).filter(holds).map(|element| element.html());
            none_of(&found.collect::<Vec<_>>())
        }
        [
            Word("html"),
            Word("lacks"),
            Text(text),
            Word("in"),
            Word("href"),
            Word("and"),
            Word("src"),
            Word("values"),
        ] => {
            let found = pages().flat_map(Page::addresses).filter(|(_, _, value)| value.contains(text));
            none_of(&found.map(|address| format!("{address:?}")).collect::<Vec<_>>())
        }
        [Word("inline"), Word("script"), Word("lacks"), Text(text)] => {
            let found = pages().filter(|page| site.text(&page.path).contains(text)).map(|page| page.path.clone());
            none_of(&found.collect::<Vec<_>>())
        }
        [Word("bytes"), Word(lack), Word("the"), Word("path"), Word("of"), Word("SRC"), ..] if *lack == "lack" => {
            none_of(&traces_of_this_machine(world))
        }
        [Word("html"), Word("has"), Text(text)] => {
            that(pages().any(|page| site.text(&page.path).contains(text)), || "no page has it".to_owned())
        }
        [Word(what @ ("html" | "bytes")), Word("lack" | "lacks"), Text(text)] => {
            let found = site.files.iter().filter(|path| *what == "bytes" || is_html(path)).filter_map(|path| {
                let content = String::from_utf8_lossy(&site.bytes(path)).into_owned();
                // U+FFFD also stands for what is not UTF-8, which no page has.
                content.contains(text).then(|| format!("{path}: {}", around(&content, text)))
            });
            none_of(&found.collect::<Vec<_>>())
        }
        _ => None,
    }
}

/// Places in the output that tell where, by whom or when it was made.
fn traces_of_this_machine(world: &World) -> Vec<String> {
    let said = |command: &str| {
        let output = std::process::Command::new(command).output().ok()?;
        Some(String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    let source: String =
        site::snapshot(&world.source).into_values().map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).collect();
    let mut traces = vec![world.room().to_string_lossy().into_owned()];
    traces.extend(said("hostname"));
    // The administrator's name is a word of CSS; its home folder is not.
    traces.extend(said("whoami").map(|user| if user == "root" { "/root".to_owned() } else { user }));
    let year = said_year();
    let site = world.site();
    let mut found = Vec::new();
    for path in &site.files {
        let text = site.text(path);
        found.extend(
            traces.iter().filter(|trace| text.contains(trace.as_str())).map(|trace| format!("{path}: {trace}")),
        );
        if !source.contains(&year) && is_word_in(&year, &text) {
            found.push(format!("{path}: {}", around(&text, &year)));
        }
    }
    found
}

/// This year, by the same clock as the program's.
fn said_year() -> String {
    let seconds = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).expect("after 1970").as_secs();
    (1970 + seconds / 31_556_952).to_string()
}

fn is_word_in(word: &str, text: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        [before, after].iter().all(|side| side.is_none_or(|c| !c.is_alphanumeric()))
    })
}

pub fn file(world: &World, parts: &[Part<'_>]) -> Option<Verdict> {
    let site = world.site();
    match parts {
        // An accent that became a hyphen. The files of a skill keep their names, which may have an `e` before a hyphen,
        // and so may our own rules.
        [Word("names"), Word("lack"), Text("e-")] => {
            let kept: Vec<String> =
                site::files(&world.source).iter().map(|path| file_name(path).nfc().collect()).collect();
            let names = site.files.iter().filter(|path| !path.starts_with("health/"));
            let made = names.filter(|path| !kept.iter().any(|kept| file_name(path).starts_with(kept.as_str())));
            none_of(&made.filter(|path| path.contains("e-")).collect::<Vec<_>>())
        }
        [Word("names"), Word("lack"), texts @ ..] => {
            let texts = values(texts)?;
            // With the name of the output folder in front: an output in itself would show.
            let folder = world.out.file_name()?.to_string_lossy();
            let names = site.files.iter().map(|path| format!("{folder}/{path}"));
            none_of(&names.filter(|path| texts.iter().any(|text| path.contains(text))).collect::<Vec<_>>())
        }
        [Word("names"), Word("are"), Word("unique"), ..] => {
            let lower: BTreeSet<String> = site.files.iter().map(|path| path.to_lowercase()).collect();
            that(lower.len() == site.files.len(), || format!("{:?}", site.files))
        }
        [Text(path), Word("exists")] => that(site.files.contains(*path), || format!("{:?}", site.files)),
        [Word("of"), Of("PAGE", name), Word("absent")] => {
            let path = format!("skills/{name}.html");
            that(words::skill_pages(site, name).is_empty() && !site.files.contains(&path), || path.clone())
        }
        _ => None,
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

/// What is said about whole folders.
pub fn folders(world: &World, parts: &[Part<'_>]) -> Option<Verdict> {
    let now = || site::snapshot(world.room());
    let below = |snapshot: &Snapshot, folder: &str| -> Snapshot {
        snapshot
            .iter()
            .filter(|(path, _)| path.starts_with(folder))
            .map(|(path, bytes)| (path.clone(), bytes.clone()))
            .collect()
    };
    let kept = |folder: &str| below(&world.before, folder).iter().all(|(path, bytes)| now().get(path) == Some(bytes));
    let shown = || format!("{:?}\n    {:?}", world.before.keys(), now().keys());
    match parts {
        [
            Word("OUT"),
            Word("equals"),
            Word("a"),
            Word("build"),
            Word("into"),
            Word("an"),
            Word("empty"),
            Word("folder"),
        ] => {
            let fresh = world.room().join("fresh");
            program::run(world.room(), ["build".as_ref(), world.source.as_os_str(), "-o".as_ref(), fresh.as_os_str()]);
            same(&site::snapshot(&world.out), &site::snapshot(&fresh))
        }
        [Word("OUT"), Word("equal"), Word("byte"), Word("for"), Word("byte")] => {
            same(&site::snapshot(&world.out), &world.other.as_ref()?.0)
        }
        [Word("second"), Word("result"), Word("equals"), Word("first")] => {
            let folder = world.out.strip_prefix(world.room()).ok()?.to_str()?;
            same(&below(&world.before, folder), &below(&now(), folder))
        }
        [Word("SRC"), Word("is"), Word("unchanged")] => {
            that(below(&world.before, "source/") == below(&now(), "source/"), shown)
        }
        [Word("nothing"), Word("is"), Word("deleted")] => that(kept(""), shown),
        [Text(one), Word("and"), Text(two), Word("are"), Word("still"), Word("there"), ..] => {
            let folder = world.out.file_name()?.to_str()?;
            let places = [one, two].map(|path| format!("{folder}/{path}"));
            that(places.iter().all(|place| !below(&world.before, place).is_empty() && kept(place)), shown)
        }
        [Word("the"), Word("file"), Word("is"), Word("unchanged")] => {
            that(fs::read(&world.out).is_ok_and(|bytes| bytes == b"not a folder\n"), shown)
        }
        [Word("both"), Word("files"), Word("are"), Word("still"), Word("there")] => {
            let there = ["CNAME", ".git/HEAD"].map(|path| world.out.join(path).is_file());
            that(there == [true, true], shown)
        }
        [Word("all"), Word("files"), Word("lie"), Word("below"), Word("OUT")] => {
            let beside =
                |snapshot: Snapshot| snapshot.into_keys().filter(|path| !path.starts_with("out/")).collect::<Vec<_>>();
            let (before, after) = (beside(world.before.clone()), beside(now()));
            that(before == after, || format!("{after:?}"))
        }
        [Word("no"), Word("tag"), Word("address"), Word("is"), Word("empty")] => {
            that(!world.site().files.iter().any(|path| path == "tags/.html"), || "tags/.html".to_owned())
        }
        [
            Word("own"),
            Word("asset"),
            Word("names"),
            Word("begin"),
            Word("with"),
            Word("a"),
            Word("letter"),
            Word("or"),
            Word("digit"),
        ] => {
            let site = world.site();
            let odd =
                |path: &&String| path.split('/').any(|part| !part.starts_with(|c: char| c.is_ascii_alphanumeric()));
            let ours = site.files.iter().filter(|path| path.starts_with("assets/") || path.starts_with("search/"));
            none_of(&ours.filter(odd).collect::<Vec<_>>())
        }
        _ => None,
    }
}

fn same(one: &Snapshot, other: &Snapshot) -> Option<Verdict> {
    let paths: BTreeSet<&String> = one.keys().chain(other.keys()).collect();
    let differ: Vec<&String> = paths.into_iter().filter(|path| one.get(*path) != other.get(*path)).collect();
    if one.is_empty() {
        return Some(Err("nothing was written".to_owned()));
    }
    none_of(&differ)
}
