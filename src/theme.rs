//! Templates and assets: ours, embedded in the program, under the user's `theme/`.
//!
//! `theme/templates/x.html` replaces our template of that name or extends it block by block
//! (`{% extends "skillsite/x.html" %}`); `theme/static/x` replaces our asset or adds one.

mod blocks;
mod explain;
mod idle;
mod style;

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::publish::Digest;
use crate::search::script;
use crate::source::is_litter;

/// A compiled set of templates and the assets.
#[derive(Clone)]
pub struct Theme {
    /// The compiled templates. Ours are named `skillsite/x.html`; a plain name means the user's
    /// and, where there is none, ours.
    pub templates: tera::Tera,
    /// Assets by path below `assets/`, ours and the user's.
    pub assets: BTreeMap<String, Cow<'static, [u8]>>,
    /// A sentence for each file of the user's that changes nothing.
    pub idle: Vec<String>,
    /// Changes with every byte of the user's files.
    pub digest: Digest,
    /// The text of the user's templates by name, for messages about them.
    overrides: BTreeMap<String, String>,
    /// The language whose words the templates have; empty as long as they have none.
    pub language: String,
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
        let mut overrides = BTreeMap::new();
        let mut assets: BTreeMap<String, Cow<'static, [u8]>> =
            Assets::iter().filter_map(|name| Some((name.to_string(), our_asset(&name)?))).collect();
        if let Some(folder) = folder {
            for (name, bytes) in read_below(&folder.join("templates"))? {
                let text = String::from_utf8(bytes)
                    .map_err(|_| anyhow::anyhow!("the template `theme/templates/{name}` is not UTF-8"))?;
                overrides.insert(name, text);
            }
            assets.extend(read_below(&folder.join("static"))?.into_iter().map(|(name, bytes)| (name, bytes.into())));
        }
        let idle = folder.map_or_else(|| Ok(Vec::new()), |folder| idle::told(folder, &overrides))?;
        // Each group apart, so that a file that moves from one to the other is a change.
        let templates = overrides.iter().flat_map(|(name, text)| [name.as_bytes(), text.as_bytes()]);
        let files = assets.iter().flat_map(|(name, bytes)| [name.as_bytes(), bytes]);
        let digest = Digest::of_all([Digest::of_all(templates), Digest::of_all(files)]);
        join_search(&mut assets);
        Ok(Theme { templates: compile(&overrides)?, assets, idle, digest, overrides, language: String::new() })
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
fn compile(overrides: &BTreeMap<String, String>) -> Result<tera::Tera> {
    let mut templates = tera::Tera::new();
    let told = |error| explain::explain(&error, overrides);
    check_blocks(overrides)?;
    templates.set_fallback_prefixes([PREFIX]).map_err(told)?;
    templates.register_filter("ticks", ticks);
    let ours = Templates::iter().filter_map(|name| {
        let text = our_template(&name)?;
        Some((format!("{PREFIX}{name}"), text))
    });
    let users = overrides.iter().map(|(name, text)| (name.clone(), text.clone()));
    templates.add_raw_templates(ours.chain(users).collect::<Vec<_>>()).map_err(told)?;
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

impl Theme {
    /// A template error that names the file as the user knows it, and shows our version of what it is in.
    pub(crate) fn explain(&self, error: &tera::Error) -> anyhow::Error {
        explain::explain(error, &self.overrides)
    }

    /// True when both themes make the same pages of the same values.
    pub(crate) fn has_templates_of(&self, other: &Theme) -> bool {
        self.overrides == other.overrides
    }
}

/// The name of a template as the user knows it.
fn file_name(name: &str) -> String {
    if name.starts_with(PREFIX) { name.to_owned() } else { format!("theme/templates/{name}") }
}

/// An asset of ours as it is served.
fn our_asset(name: &str) -> Option<Cow<'static, [u8]>> {
    let bytes = Assets::get(name)?.data;
    if Path::new(name).extension().is_none_or(|end| end != "css") {
        return Some(bytes);
    }
    let css = std::str::from_utf8(&bytes).unwrap_or_else(|_| unreachable!("our own style sheet is text"));
    Some(style::slim(css).into_bytes().into())
}

fn our_template(name: &str) -> Option<String> {
    String::from_utf8(Templates::get(name)?.data.into_owned()).ok()
}

/// Fails when a user's template fills a block that the one it extends does not have: such a block would be left out
/// without a word.
fn check_blocks(overrides: &BTreeMap<String, String>) -> Result<()> {
    'template: for (name, text) in overrides {
        let Some(parent) = blocks::parent(text) else { continue };
        let mut known: Vec<String> = Vec::new();
        let mut next = Some(parent.to_owned());
        let mut seen = BTreeSet::new();
        while let Some(template) = next {
            // Templates that extend each other would be followed without end; Tera tells that.
            if !seen.insert(template.clone()) {
                continue 'template;
            }
            let own = template.strip_prefix(PREFIX).is_none().then(|| overrides.get(&template).cloned()).flatten();
            // Tera tells of a template that is not there.
            let above = own.or_else(|| our_template(template.trim_start_matches(PREFIX)));
            let Some(above) = above else { continue 'template };
            known.extend(blocks::names(&above).into_iter().map(str::to_owned));
            next = blocks::parent(&above).map(str::to_owned);
        }
        known.sort();
        known.dedup();
        if let Some((block, line)) =
            blocks::outermost(text).into_iter().find(|(block, _)| !known.iter().any(|known| known == block))
        {
            bail!(
                "in the template `{}`, line {line}: `{parent}` has no block `{block}`; its blocks are {}",
                file_name(name),
                known.iter().map(|known| format!("`{known}`")).collect::<Vec<_>>().join(", ")
            );
        }
    }
    Ok(())
}

/// The files of a theme below `folder`, in order: all but hidden ones and what editors leave behind.
pub(crate) fn files(folder: &Path) -> impl Iterator<Item = walkdir::Result<walkdir::DirEntry>> {
    let counts = |entry: &walkdir::DirEntry| {
        let name = entry.file_name().to_string_lossy();
        entry.depth() == 0 || !(name.starts_with('.') || is_litter(&name))
    };
    let entries = walkdir::WalkDir::new(folder).sort_by_file_name().into_iter().filter_entry(counts);
    entries.filter(|entry| entry.as_ref().map_or(true, |entry| entry.file_type().is_file()))
}

/// Every file below `folder` with its path and bytes, in order; nothing when there is no such folder.
fn read_below(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let read = |name: String| {
        let path = folder.join(&name);
        let bytes = std::fs::read(&path).with_context(|| format!("cannot read `{}`", path.display()))?;
        Ok((name.replace('\\', "/"), bytes))
    };
    names_below(folder)?.into_iter().map(read).collect()
}

/// Every file below `folder` by its path, in order; nothing when there is no such folder.
fn names_below(folder: &Path) -> Result<Vec<String>> {
    let mut names = Vec::new();
    if !folder.is_dir() {
        return Ok(names);
    }
    for entry in self::files(folder) {
        let entry = entry.with_context(|| format!("cannot read the theme in `{}`", folder.display()))?;
        let name = entry.path().strip_prefix(folder).ok().and_then(Path::to_str);
        names.extend(name.map(str::to_owned));
    }
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    pub(super) fn overridden(files: &[(&str, &str)]) -> Result<Theme> {
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
    fn what_every_page_loads_is_light() {
        let theme = Theme::load(None).unwrap();
        for (name, most) in [("site.css", 30_000), ("site.js", 16_000), ("browse.js", 25_000), ("health.js", 25_000)] {
            let size = theme.assets[name].len();
            assert!(size <= most, "{name} has {size} bytes, more than {most}");
        }
    }

    #[test]
    fn an_asset_of_the_theme_replaces_ours_or_is_added() {
        let files = [("static/site.css", "body { /* mine */ }"), ("static/fonts/a.woff2", "font")];
        let theme = overridden(&files).unwrap();
        assert_eq!(&*theme.assets["site.css"], b"body { /* mine */ }");
        assert_eq!(&*theme.assets["fonts/a.woff2"], b"font");
        assert!(theme.assets.contains_key("site.js"));
    }

    #[test]
    fn a_file_that_moves_between_templates_and_assets_is_another_theme() {
        // Templates come first, so names that stand before those of all our assets would be one run of bytes.
        let digest = |folder: &str| overridden(&[(&format!("{folder}/0.txt"), "x")]).unwrap().digest;
        assert_ne!(digest("templates").labelled(), digest("static").labelled());
    }

    #[test]
    fn what_an_editor_leaves_behind_is_no_part_of_a_theme() {
        let files = [("static/site.css~", "old"), ("static/.hidden/a", "x"), ("templates/home.html.tmp", "{% block")];
        let theme = overridden(&files).unwrap();
        assert_eq!(
            theme.assets.keys().collect::<Vec<_>>(),
            Theme::load(None).unwrap().assets.keys().collect::<Vec<_>>()
        );
        assert!(!theme.templates.contains_template("home.html.tmp"));
    }

    #[test]
    fn the_search_is_one_script_of_which_parts_can_be_replaced() {
        let theme = overridden(&[("static/search/view.js", "let mine;")]).unwrap();
        let script = String::from_utf8(theme.assets["search.js"].to_vec()).unwrap();
        assert!(script.contains("let mine;") && script.contains("NFKD"));
        assert!(!theme.assets.keys().any(|name| name.starts_with("search/")));
    }

    #[test]
    fn a_block_that_would_fill_nothing_is_an_error() {
        let text = "{% extends \"skillsite/home.html\" %}\n\n{% block heroes %}{% endblock %}\n";
        let error = overridden(&[("templates/home.html", text)]).err().unwrap().to_string();
        assert!(
            error.starts_with("in the template `theme/templates/home.html`, line 3: `skillsite/home.html` has no block `heroes`; its blocks are "),
            "{error}"
        );
        assert!(error.contains("`hero`") && error.contains("`footer`"), "{error}");
        // A block of one's own inside one of ours is fine.
        let text =
            "{% extends \"skillsite/home.html\" %}\n{% block hero %}{% block mine %}{% endblock %}{% endblock %}\n";
        assert!(overridden(&[("templates/home.html", text)]).is_ok());
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
