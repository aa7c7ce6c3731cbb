//! Templates and assets: ours, embedded in the program, under the user's `theme/`.
//!
//! `theme/templates/x.html` replaces our template of that name or extends it block by block
//! (`{% extends "skillsite/x.html" %}`); `theme/static/x` replaces our asset or adds one.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::publish::Digest;
use crate::search::script;

/// A compiled set of templates and the assets.
#[derive(Clone)]
pub struct Theme {
    /// The compiled templates. Ours are named `skillsite/x.html`; a plain name means the user's
    /// and, where there is none, ours.
    pub templates: tera::Tera,
    /// Assets by path below `assets/`, ours and the user's.
    pub assets: BTreeMap<String, Cow<'static, [u8]>>,
    /// Changes with every byte of the user's files.
    pub digest: Digest,
}

/// Where our templates are in the set.
const PREFIX: &str = "skillsite/";

#[derive(rust_embed::RustEmbed)]
#[folder = "templates"]
struct Templates;

#[derive(rust_embed::RustEmbed)]
#[folder = "static"]
struct Assets;

impl Theme {
    /// Ours, under what is in `folder`, if there is one.
    ///
    /// # Errors
    /// When a file cannot be read or a template is wrong; names the file and the line.
    pub fn load(folder: Option<&Path>) -> Result<Self> {
        let mut overrides = Vec::new();
        let mut assets: BTreeMap<String, Cow<'static, [u8]>> =
            Assets::iter().filter_map(|name| Some((name.to_string(), Assets::get(&name)?.data))).collect();
        if let Some(folder) = folder {
            for (name, bytes) in read_below(&folder.join("templates"))? {
                let text = String::from_utf8(bytes)
                    .map_err(|_| anyhow::anyhow!("the template `theme/templates/{name}` is not UTF-8"))?;
                overrides.push((name, text));
            }
            assets.extend(read_below(&folder.join("static"))?.into_iter().map(|(name, bytes)| (name, bytes.into())));
        }
        let templates = overrides.iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]);
        let digest = Digest::of_all(templates.chain(assets.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes])));
        join_search(&mut assets);
        Ok(Theme { templates: compile(overrides)?, assets, digest })
    }
}

/// Makes `search.js` of the parts in `search/`; a user's part counts in place of ours, and a user's
/// `search.js` in place of all.
fn join_search(assets: &mut BTreeMap<String, Cow<'static, [u8]>>) {
    let joined = script::join(|part| Some(&**assets.get(&format!("search/{part}"))?));
    assets.retain(|name, _| !script::PARTS.iter().any(|part| name.strip_prefix("search/") == Some(part)));
    assets.entry("search.js".into()).or_insert(joined.into());
}

/// Ours and `overrides`, compiled together.
fn compile(overrides: Vec<(String, String)>) -> Result<tera::Tera> {
    let mut templates = tera::Tera::new();
    templates.set_fallback_prefixes([PREFIX]).map_err(explain)?;
    templates.register_filter("ticks", ticks);
    let ours = Templates::iter().filter_map(|name| {
        let text = String::from_utf8(Templates::get(&name)?.data.into_owned()).ok()?;
        Some((format!("{PREFIX}{name}"), text))
    });
    templates.add_raw_templates(ours.chain(overrides).collect::<Vec<_>>()).map_err(explain)?;
    Ok(templates)
}

/// The filter `ticks`: what stands between two backticks of a message as code, all of it escaped.
fn ticks(text: &str, _: tera::Kwargs, _: &tera::State<'_>) -> tera::Value {
    let mut html = Vec::with_capacity(text.len() + 32);
    let parts: Vec<&str> = text.split('`').collect();
    for (at, part) in parts.iter().enumerate() {
        // A last, unpaired backtick is a character like any other.
        let (open, close): (&[u8], &[u8]) = match at % 2 {
            1 if at + 1 < parts.len() => (b"<code>", b"</code>"),
            1 => (b"`", b""),
            _ => (b"", b""),
        };
        html.extend_from_slice(open);
        tera::escape_html(part, &mut html).unwrap_or_else(|_| unreachable!("writing to memory never fails"));
        html.extend_from_slice(close);
    }
    tera::Value::safe_string(&String::from_utf8_lossy(&html))
}

/// A template error that names the file as the user knows it.
pub(crate) fn explain(error: tera::Error) -> anyhow::Error {
    use tera::ErrorKind;
    match error.kind() {
        ErrorKind::SyntaxError(report) | ErrorKind::RenderingError(report) => {
            let name = report.filename();
            let file = if name.starts_with(PREFIX) { name.to_owned() } else { format!("theme/templates/{name}") };
            anyhow::anyhow!(
                "in the template `{file}`, line {}: {}\n{error}",
                report.span().start_line,
                report.message()
            )
        }
        _ => anyhow::anyhow!("{error}"),
    }
}

/// Every file below `folder` with its path, in order; nothing when there is no such folder.
fn read_below(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    if !folder.is_dir() {
        return Ok(files);
    }
    for entry in walkdir::WalkDir::new(folder).sort_by_file_name() {
        let entry = entry.with_context(|| format!("cannot read the theme in `{}`", folder.display()))?;
        let Some(name) = entry.path().strip_prefix(folder).ok().and_then(|path| path.to_str()) else { continue };
        if !entry.file_type().is_file() || name.split(['/', '\\']).any(|part| part.starts_with('.')) {
            continue;
        }
        let bytes = std::fs::read(entry.path()).with_context(|| format!("cannot read `{}`", entry.path().display()))?;
        files.push((name.replace('\\', "/"), bytes));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn overridden(files: &[(&str, &str)]) -> Result<Theme> {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, text).unwrap();
        }
        Theme::load(Some(folder.path()))
    }

    #[test]
    fn our_templates_compile_and_our_assets_are_there() {
        let theme = Theme::load(None).unwrap();
        assert!(theme.templates.contains_template("skill.html"));
        assert!(theme.assets.contains_key("site.css"));
    }

    #[test]
    fn an_asset_of_the_theme_replaces_ours_or_is_added() {
        let theme = overridden(&[("static/site.css", "body{}"), ("static/fonts/a.woff2", "font")]).unwrap();
        assert_eq!(&*theme.assets["site.css"], b"body{}");
        assert_eq!(&*theme.assets["fonts/a.woff2"], b"font");
        assert!(theme.assets.contains_key("site.js"));
    }

    #[test]
    fn the_search_is_one_script_of_which_parts_can_be_replaced() {
        let theme = overridden(&[("static/search/view.js", "let mine;")]).unwrap();
        let script = String::from_utf8(theme.assets["search.js"].to_vec()).unwrap();
        assert!(script.contains("let mine;") && script.contains("NFKD"));
        assert!(!theme.assets.keys().any(|name| name.starts_with("search/")));
    }

    #[test]
    fn a_broken_template_is_named_with_its_line() {
        let error = overridden(&[("templates/home.html", "one\ntwo {{ site.title \n")]).err().unwrap().to_string();
        assert!(error.starts_with("in the template `theme/templates/home.html`, line "), "{error}");
    }

    #[test]
    fn backticks_in_messages_become_code_and_everything_is_escaped() {
        let theme = overridden(&[("templates/x.html", "{{ message | ticks }}")]).unwrap();
        let show = |message: &str| {
            let mut context = tera::Context::new();
            context.insert("message", message);
            theme.templates.render("x.html", &context).unwrap()
        };
        assert_eq!(show("try `a<b` & go"), "try <code>a&lt;b</code> &amp; go");
        assert_eq!(show("one ` is text"), "one ` is text");
    }

    #[test]
    fn other_peoples_text_is_marked_safe_only_where_it_is_rendered() {
        let mut safe: Vec<String> = Templates::iter()
            .flat_map(|name| {
                let text = String::from_utf8(Templates::get(&name).unwrap().data.into_owned()).unwrap();
                text.match_indices("| safe")
                    .map(|(at, _)| text[..at].rsplit("{{").next().unwrap().trim().to_owned())
                    .collect::<Vec<_>>()
            })
            .collect();
        safe.sort();
        safe.dedup();
        assert_eq!(
            safe,
            [
                "page.body",
                "page.drawing",
                "page.html",
                "page.intro",
                "page.neighbourhood",
                "site.early_script",
                "site.json_ld"
            ]
        );
    }
}
