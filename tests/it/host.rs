//! A static host on a loopback port, for one test.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::thread;

/// How a host answers.
#[derive(Clone, Copy, Default)]
pub struct Manners {
    /// Every address has a page: the front page, with status 200.
    pub page_for_all: bool,
    /// Dot-folders are not served, as after an upload that drops hidden files.
    pub no_dot_folders: bool,
}

/// Serves `folder` below `/catalog/` until the program ends; the address of the site.
pub fn serve(folder: &Path, manners: Manners) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a loopback port is free");
    let port = listener.local_addr().expect("the port has a number").port();
    let folder = folder.to_owned();
    thread::spawn(move || {
        for stream in listener.incoming().flatten() {
            let folder = folder.clone();
            thread::spawn(move || answer(stream, &folder, manners));
        }
    });
    format!("http://127.0.0.1:{port}/catalog")
}

fn answer(mut stream: TcpStream, folder: &Path, manners: Manners) -> Option<()> {
    let mut lines = BufReader::new(stream.try_clone().ok()?).lines();
    let request = lines.next()?.ok()?;
    while !lines.next()?.ok()?.is_empty() {}
    let path = request.split(' ').nth(1)?.strip_prefix("/catalog/").map(decoded);
    let file = path.map(|path| folder.join(path)).filter(|file| {
        let dotted = file.iter().any(|part| part.to_string_lossy().starts_with(".well") || part == ".claude-plugin");
        file.is_file() && !(dotted && manners.no_dot_folders)
    });
    let file = file.or_else(|| manners.page_for_all.then(|| folder.join("index.html")));
    let (status, body) = match &file {
        Some(file) => ("200 OK", fs::read(file).ok()?),
        None => ("404 Not Found", Vec::new()),
    };
    let kind = content_type(&file.unwrap_or_default());
    let head = format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\nConnection: close\r\n\r\n",
        body.len()
    );
    stream.write_all(head.as_bytes()).ok()?;
    stream.write_all(&body).ok()
}

fn content_type(file: &Path) -> &'static str {
    match file.extension().and_then(|end| end.to_str()) {
        Some("json") => "application/json",
        Some("md") => "text/markdown; charset=utf-8",
        Some("zip" | "skill") => "application/zip",
        Some("html") => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}

fn decoded(path: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = path.as_bytes();
    while let [first, tail @ ..] = rest {
        let escape = (*first == b'%').then(|| tail.get(..2)).flatten().and_then(|hex| std::str::from_utf8(hex).ok());
        if let Some(byte) = escape.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            bytes.push(byte);
            rest = &tail[2..];
        } else {
            bytes.push(*first);
            rest = tail;
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}
