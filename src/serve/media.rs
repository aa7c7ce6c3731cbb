//! Media types of what is answered.

/// A page.
pub(super) const HTML: &str = "text/html; charset=utf-8";

/// The type of a file by its name, as static hosts give it.
pub(super) fn of(path: &str) -> &'static str {
    let name = path.rsplit('/').next().unwrap_or(path);
    let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending).to_ascii_lowercase();
    match ending.as_str() {
        "html" | "htm" => HTML,
        "css" => "text/css; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "xml" | "atom" | "rss" => "application/xml",
        "md" | "markdown" => "text/markdown; charset=utf-8",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "gif" => "image/gif",
        "webp" => "image/webp",
        "avif" => "image/avif",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "woff" => "font/woff",
        "ttf" => "font/ttf",
        "otf" => "font/otf",
        "pdf" => "application/pdf",
        "zip" | "skill" => "application/zip",
        "wasm" => "application/wasm",
        "txt" | "toml" | "yaml" | "yml" | "sh" | "py" | "rs" | "ts" | "csv" | "ini" | "log" => {
            "text/plain; charset=utf-8"
        }
        _ => "application/octet-stream",
    }
}
