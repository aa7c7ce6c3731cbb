//! Folders from text: `== path` and then what is in the file.
//!
//! ```text
//! == a skill/SKILL.md
//! Lines up to the next block; blank lines at the end do not count.
//! == a skill/notes.md (crlf)
//! Every line end is CR LF.
//! == a skill/re\u{301}sume\u{301}.bin (escapes)
//! \x89PNG, in path and content; no line end unless it is written: \n
//! == a skill/link -> ../elsewhere
//! == an empty folder/
//! ```

use std::fs;
use std::path::Path;

/// Something to be put into a folder.
#[derive(Debug, PartialEq, Eq)]
pub enum Entry {
    File { path: String, bytes: Vec<u8> },
    Link { path: String, target: String },
    Folder { path: String },
}

/// The entry of one block: what stands after `== `, and the lines under it.
pub fn entry(title: &str, lines: &[&str]) -> Entry {
    if let Some((path, target)) = title.split_once(" -> ") {
        return Entry::Link { path: path.to_owned(), target: target.to_owned() };
    }
    if let Some(path) = title.strip_suffix('/') {
        return Entry::Folder { path: path.to_owned() };
    }
    let end = lines.iter().rposition(|line| !line.is_empty()).map_or(0, |at| at + 1);
    let joined = |line_end: &str| lines[..end].iter().flat_map(|line| [*line, line_end]).collect::<String>();
    if let Some(path) = title.strip_suffix(" (crlf)") {
        return Entry::File { path: path.to_owned(), bytes: joined("\r\n").into_bytes() };
    }
    if let Some(path) = title.strip_suffix(" (escapes)") {
        let path = String::from_utf8(unescaped(path)).expect("a path is UTF-8");
        return Entry::File { path, bytes: unescaped(lines[..end].join("\n").as_str()) };
    }
    Entry::File { path: title.to_owned(), bytes: joined("\n").into_bytes() }
}

/// Puts an entry below `root`.
pub fn put(root: &Path, entry: &Entry) {
    let place = |path: &str| {
        let place = root.join(path);
        fs::create_dir_all(place.parent().expect("below the root")).expect("a folder can be made");
        place
    };
    match entry {
        Entry::File { path, bytes } => fs::write(place(path), bytes).expect("a file can be written"),
        Entry::Folder { path } => fs::create_dir_all(place(path)).expect("a folder can be made"),
        Entry::Link { path, target } => link(target, &place(path)),
    }
}

/// Copies what is in `from`, links as links, into `to`, which is made.
pub fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder can be made");
    for item in fs::read_dir(from).expect("a folder can be read") {
        let item = item.expect("a folder can be read");
        let (source, target) = (item.path(), to.join(item.file_name()));
        let kind = item.file_type().expect("a file has a type");
        if kind.is_symlink() {
            link(fs::read_link(&source).expect("a link can be read"), &target);
        } else if kind.is_dir() {
            copy(&source, &target);
        } else {
            fs::copy(&source, &target).expect("a file can be copied");
        }
    }
}

#[cfg(unix)]
fn link(target: impl AsRef<Path>, path: &Path) {
    std::os::unix::fs::symlink(target, path).expect("a link can be made");
}

#[cfg(windows)]
fn link(target: impl AsRef<Path>, path: &Path) {
    std::os::windows::fs::symlink_file(target, path).expect("a link can be made");
}

/// `text` with `\n`, `\r`, `\t`, `\\`, `\xNN` (a byte) and `\u{N}` (a character) read as in Rust.
fn unescaped(text: &str) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        bytes.extend_from_slice(&rest.as_bytes()[..at]);
        let escape = &rest[at + 1..];
        let used = match escape.chars().next().expect("something stands after a backslash") {
            'n' => one(&mut bytes, b'\n'),
            'r' => one(&mut bytes, b'\r'),
            't' => one(&mut bytes, b'\t'),
            '\\' => one(&mut bytes, b'\\'),
            'x' => {
                bytes.push(u8::from_str_radix(&escape[1..3], 16).expect("two hexadecimal digits"));
                3
            }
            'u' => {
                let end = escape.find('}').expect("a closing brace");
                let code = u32::from_str_radix(&escape[2..end], 16).expect("hexadecimal digits");
                let character = char::from_u32(code).expect("a character");
                bytes.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes());
                end + 1
            }
            other => panic!("unknown escape \\{other}"),
        };
        rest = &escape[used..];
    }
    bytes.extend_from_slice(rest.as_bytes());
    bytes
}

fn one(bytes: &mut Vec<u8>, byte: u8) -> usize {
    bytes.push(byte);
    1
}

#[test]
fn blocks_become_files() {
    let file = |path: &str, bytes: &[u8]| Entry::File { path: path.into(), bytes: bytes.into() };
    assert_eq!(entry("a b/x.md", &["one", "", "two", "", ""]), file("a b/x.md", b"one\n\ntwo\n"));
    assert_eq!(entry("x (crlf)", &["one", "two"]), file("x", b"one\r\ntwo\r\n"));
    assert_eq!(entry("e\\u{301} (escapes)", &["\\x89\\n\\\\"]), file("e\u{301}", b"\x89\n\\"));
    assert_eq!(entry("a -> ../b", &[]), Entry::Link { path: "a".into(), target: "../b".into() });
    assert_eq!(entry("a/", &[]), Entry::Folder { path: "a".into() });
}
