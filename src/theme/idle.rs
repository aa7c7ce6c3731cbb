//! Files of a theme that change nothing, most often by a slip in a name.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::Result;

use super::{Templates, blocks, file_name, names_below, our_template};
use crate::text::nearest;

/// Folders of a theme that are read.
const FOLDERS: [&str; 2] = ["static", "templates"];

/// A sentence for each file of the theme in `folder` that changes nothing.
pub(super) fn told(folder: &Path, overrides: &BTreeMap<String, String>) -> Result<Vec<String>> {
    let used = used(overrides);
    let unused = overrides.keys().filter(|name| !used.contains(name.as_str())).map(|name| unused_template(name));
    let elsewhere = names_below(folder)?
        .into_iter()
        .map(|path| path.replace('\\', "/"))
        .filter(|path| !is_read(path) && !explains_itself(path));
    Ok(unused.chain(elsewhere.map(|path| unread(&path))).collect())
}

/// The templates that replace ours, those that they use, and those that define components, which all others may use.
fn used(overrides: &BTreeMap<String, String>) -> BTreeSet<&str> {
    let is_root =
        |(name, text): &(&String, &String)| our_template(name).is_some() || blocks::has_tag(text, "component");
    let mut open: Vec<&str> = overrides.iter().filter(is_root).map(|(name, _)| name.as_str()).collect();
    let mut used = BTreeSet::new();
    while let Some(name) = open.pop() {
        let Some((name, text)) = overrides.get_key_value(name) else { continue };
        if used.insert(name.as_str()) {
            open.extend(blocks::named(text, "extends").chain(blocks::named(text, "include")).map(|(name, _)| name));
        }
    }
    used
}

fn unused_template(name: &str) -> String {
    let told = format!(
        "`{}` changes nothing: we have no template of that name, and no other template of the theme uses it",
        file_name(name)
    );
    let ours: Vec<_> = Templates::iter().collect();
    match nearest(name, ours.iter().map(|name| &**name)) {
        Some(near) => format!("{told}; did you mean `{}`?", file_name(near)),
        None => {
            format!("{told}; ours are {}", ours.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", "))
        }
    }
}

fn is_read(path: &str) -> bool {
    path.split_once('/').is_some_and(|(folder, _)| FOLDERS.contains(&folder))
}

/// Files for whoever reads the theme.
fn explains_itself(path: &str) -> bool {
    let name = path.to_lowercase();
    ["readme", "license", "licence", "copying", "notice", "changelog"].iter().any(|start| name.starts_with(start))
}

fn unread(path: &str) -> String {
    let name = path.rsplit('/').next().unwrap_or(path);
    let near = path.split_once('/').and_then(|(folder, rest)| Some((nearest(folder, FOLDERS)?, rest)));
    let (folder, rest) = near.unwrap_or_else(|| match our_template(name) {
        Some(_) => ("templates", name),
        None => ("static", name),
    });
    format!("`theme/{path}` changes nothing; did you mean `theme/{folder}/{rest}`?")
}

#[cfg(test)]
mod tests {
    use super::super::tests::overridden;

    fn idle(files: &[(&str, &str)]) -> Vec<String> {
        overridden(files).unwrap().idle
    }

    #[test]
    fn files_that_change_nothing_are_told_with_the_nearest_name() {
        let files = [
            ("templates/nosuch.html", "x"),
            ("templates/skil.html", "x"),
            ("theme.css", ""),
            ("home.html", ""),
            ("statics/a.css", ""),
        ];
        let told = idle(&files);
        let nothing = "changes nothing: we have no template of that name, and no other template of the theme uses it";
        assert!(
            told[0].starts_with(&format!("`theme/templates/nosuch.html` {nothing}; ours are `404.html`, ")),
            "{told:?}"
        );
        assert_eq!(
            told[1..],
            [
                format!("`theme/templates/skil.html` {nothing}; did you mean `theme/templates/skill.html`?"),
                "`theme/home.html` changes nothing; did you mean `theme/templates/home.html`?".into(),
                "`theme/statics/a.css` changes nothing; did you mean `theme/static/a.css`?".into(),
                "`theme/theme.css` changes nothing; did you mean `theme/static/theme.css`?".into(),
            ]
        );
    }

    #[test]
    fn what_is_used_is_not_told() {
        let files = [
            ("templates/skill.html", "{% extends \"frame.html\" %}"),
            ("templates/frame.html", "{% include 'parts/top.html' %}"),
            ("templates/parts/top.html", "x"),
            ("templates/own.html", "{% component own() %}x{% endcomponent own %}"),
            ("static/fonts/a.woff2", ""),
            ("static/theme.css", ""),
            ("README.md", ""),
        ];
        assert_eq!(idle(&files), Vec::<String>::new());
    }
}
