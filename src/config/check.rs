//! From what was written to what it means; finds everything that is wrong.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use camino::{Utf8Path, Utf8PathBuf};
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use toml::Spanned;

use super::written::{Category, Lint, OneOrMany, Repository, Table, Written};
use super::{
    CategoryConfig, Config, INSTALL_PLACEHOLDERS, LANGUAGES, LintConfig, LintOverride, RepositoryConfig, stays_inside,
};
use crate::diagnostic::Level;
use crate::package::Maturity;
use crate::source;
use crate::text::{is_kebab, line_column, nearest};

/// What is wrong in a configuration file, with places.
struct Problems<'a> {
    file: &'a Path,
    text: &'a str,
    found: Vec<(Range<usize>, String)>,
}

impl Problems<'_> {
    fn add(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.found.push((span, message.into()));
    }

    /// One line for each problem, in the order of the file.
    fn told(mut self) -> Option<String> {
        self.found.sort_by_key(|(span, _)| span.start);
        let file = self.file.strip_prefix(".").unwrap_or(self.file).display();
        let lines: Vec<String> = self
            .found
            .iter()
            .map(|(span, message)| {
                let (line, column) = line_column(self.text, span.start);
                format!("{file}:{line}:{column}: {message}")
            })
            .collect();
        (!lines.is_empty()).then(|| lines.join("\n"))
    }
}

/// The settings, or every problem as lines of text.
pub(super) fn config(root: &Path, file: &Path, text: &str, as_of: jiff::civil::Date) -> Result<Config, String> {
    let text = text.strip_prefix('\u{FEFF}').unwrap_or(text);
    let mut problems = Problems { file, text, found: Vec::new() };
    let mut config = Config::new(root, as_of);
    config.file = Some(file.to_owned());
    match toml::from_str::<Written>(text) {
        Ok(written) => fill(&mut config, written, &mut problems),
        Err(error) => {
            let span = error.span().unwrap_or_default();
            let message = with_nearest(error.message());
            problems.add(span, message);
        }
    }
    match problems.told() {
        Some(lines) => Err(lines),
        None => Ok(config),
    }
}

/// serde's message for an unknown key, shortened to the key and the nearest known one.
fn with_nearest(message: &str) -> String {
    let Some(rest) = message.strip_prefix("unknown field `") else { return message.trim().replace('\n', "; ") };
    let (key, known) = rest.split_once('`').unwrap_or((rest, ""));
    unknown("key", key, known.split('`').skip(1).step_by(2))
}

/// ``unknown key `x`, did you mean `y`?`` or, when nothing is near, the list of what is known.
fn unknown<'a>(what: &str, word: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.into_iter().collect();
    match nearest(word, known.iter().copied()) {
        Some(near) => format!("unknown {what} `{word}`, did you mean `{near}`?"),
        None if known.is_empty() || known.len() > 20 => format!("unknown {what} `{word}`"),
        None => format!("unknown {what} `{word}`; known are `{}`", known.join("`, `")),
    }
}

fn fill(config: &mut Config, written: Written, problems: &mut Problems<'_>) {
    if let Some(title) = written.title.and_then(|title| filled(title, "title", problems)) {
        config.title = title;
    }
    config.description = written.description.map(|text| text.trim().to_owned()).unwrap_or_default();
    if let Some(url) = written.base_url {
        match base_url(url.get_ref()) {
            Ok(address) => {
                config.base_path = path_of(&address);
                config.base_url = Some(address);
            }
            Err(message) => problems.add(url.span(), message),
        }
    }
    config.source = sources(written.source, problems);
    config.exclude = globs(written.exclude.unwrap_or_default(), problems);
    let folder = problems.file.parent().unwrap_or(Path::new("")).to_owned();
    config.theme = folder.join("theme");
    if let Some(theme) = written.theme {
        config.theme = folder.join(theme.get_ref());
        if !config.theme.is_dir() {
            problems.add(theme.span(), format!("there is no theme folder {}", config.theme.display()));
        }
    }
    if let Some(language) = written.language {
        let span = language.span();
        if let Some(language) = filled(language, "language", problems) {
            if !LANGUAGES.contains(&&*language) {
                problems.add(span, unknown("language", &language, LANGUAGES.iter().copied()));
            }
            config.language = language;
        }
    }
    config.network_images = written.network_images.unwrap_or(false);
    config.repository = repository(written.repository, problems);
    config.categories = categories(written.categories, &folder, problems);
    if let Some(tabs) = written.install {
        config.install = install(tabs, problems);
    }
    if let Some(days) = written.freshness {
        config.freshness = freshness(days, problems);
    }
    config.lint = lint(written.lint, problems);
    config.search.aliases = aliases(written.search.aliases, problems);
    config.registry.drafts = written.registry.drafts.unwrap_or(config.registry.drafts);
    config.registry.llms_full = written.registry.llms_full.unwrap_or(config.registry.llms_full);
    config.registry.owner = written.registry.owner;
    config.registry.marketplace = written.registry.marketplace.and_then(|name| marketplace(&name, problems));
}

/// The trimmed text, unless it is empty.
fn filled(value: Spanned<String>, key: &str, problems: &mut Problems<'_>) -> Option<String> {
    let text = value.get_ref().trim().to_owned();
    if text.is_empty() {
        problems.add(value.span(), format!("`{key}` is empty"));
        return None;
    }
    Some(text)
}

/// `url` with a trailing slash, when it is an absolute address of a site.
pub(super) fn base_url(url: &str) -> Result<String, String> {
    let url = url.trim();
    let host = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
    let name = host.split(['/', '?', '#']).next().unwrap_or_default();
    if name.is_empty() || url.contains(char::is_whitespace) {
        return Err(format!("`base_url` is `{url}`, not an address such as `https://example.org/skills/`"));
    }
    if url.contains(['?', '#']) {
        return Err(format!("`base_url` is `{url}`; a site's address has no `?` and no `#`"));
    }
    Ok(format!("{}/", url.trim_end_matches('/')))
}

/// The path of an address made by [`base_url`], with a slash at both ends.
pub(super) fn path_of(base_url: &str) -> String {
    let host = base_url.split_once("://").map_or(base_url, |(_, rest)| rest);
    host.find('/').map_or_else(|| "/".to_owned(), |at| host[at..].to_owned())
}

fn sources(written: Option<Spanned<OneOrMany>>, problems: &mut Problems<'_>) -> Vec<Utf8PathBuf> {
    let Some(written) = written else { return Vec::new() };
    let span = written.span();
    let folders = match written.into_inner() {
        OneOrMany::One(folder) => vec![folder],
        OneOrMany::Many(folders) => folders,
    };
    let mut sources = Vec::new();
    for folder in folders {
        let path = Utf8Path::new(folder.trim());
        if path.as_str().is_empty() || !stays_inside(path) {
            problems.add(span.clone(), format!("source folder `{path}` is not a folder below the source root"));
            continue;
        }
        // Without `./` and slashes at the end, equal folders are equal.
        let is_name = |part: &camino::Utf8Component<'_>| !matches!(part, camino::Utf8Component::CurDir);
        sources.push(path.components().filter(is_name).collect::<Utf8PathBuf>());
    }
    // The whole root makes every other folder a part of it.
    if sources.iter().any(|folder| folder.as_str().is_empty()) {
        sources.clear();
    }
    sources
}

fn globs(written: Vec<Spanned<String>>, problems: &mut Problems<'_>) -> Vec<String> {
    for glob in &written {
        if let Err(error) = source::exclude(Path::new(""), std::slice::from_ref(glob.get_ref())) {
            let reason = match error {
                ignore::Error::Glob { err, .. } => err,
                other => other.to_string(),
            };
            problems.add(glob.span(), format!("`{}` is not a glob: {reason}", glob.get_ref()));
        }
    }
    written.into_iter().map(Spanned::into_inner).collect()
}

fn repository(written: Repository, problems: &mut Problems<'_>) -> RepositoryConfig {
    let url = written.url.and_then(|url| {
        let address = base_url(url.get_ref()).ok().map(|address| address.trim_end_matches('/').to_owned());
        if address.is_none() {
            problems.add(url.span(), format!("`{}` is not the web address of a repository", url.get_ref()));
        }
        address
    });
    let mut template = |value: Option<Spanned<String>>| {
        let value = value?;
        check_placeholders(&value, &["url", "branch", "path"], problems);
        Some(value.into_inner())
    };
    RepositoryConfig { url, branch: written.branch, edit: template(written.edit), history: template(written.history) }
}

fn categories(
    written: Table<Category>,
    folder: &Path,
    problems: &mut Problems<'_>,
) -> BTreeMap<String, CategoryConfig> {
    let mut categories = BTreeMap::new();
    for (name, category) in written {
        let span = category.span();
        let category = match category.into_inner() {
            Category::Sentence(description) => CategoryConfig { description, introduction: None },
            Category::Table(table) => CategoryConfig {
                description: table.description,
                introduction: table.introduction.and_then(|file| introduction(&folder.join(file), span, problems)),
            },
        };
        categories.insert(name.into_inner(), category);
    }
    categories
}

fn introduction(file: &Path, span: Range<usize>, problems: &mut Problems<'_>) -> Option<String> {
    match std::fs::read_to_string(file) {
        Ok(text) => Some(text),
        Err(error) => {
            problems.add(span, format!("cannot read the introduction {}: {error}", file.display()));
            None
        }
    }
}

/// The tabs in the order of the file, which a TOML table does not keep by itself.
fn install(written: Table<String>, problems: &mut Problems<'_>) -> Vec<(String, String)> {
    let mut tabs: Vec<(Spanned<String>, Spanned<String>)> = written.into_iter().collect();
    tabs.sort_by_key(|(label, _)| label.span().start);
    for (_, command) in &tabs {
        check_placeholders(command, &INSTALL_PLACEHOLDERS, problems);
    }
    tabs.into_iter().map(|(label, command)| (label.into_inner(), command.into_inner())).collect()
}

/// Finds `{word}` that is none of `known`. Other braces are the command's own.
fn check_placeholders(value: &Spanned<String>, known: &[&str], problems: &mut Problems<'_>) {
    for piece in value.get_ref().split('{').skip(1) {
        let Some((word, _)) = piece.split_once('}') else { continue };
        let is_word = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_');
        if is_word && !known.contains(&word) {
            problems.add(value.span(), unknown("placeholder", word, known.iter().copied()));
        }
    }
}

fn freshness(written: Table<i64>, problems: &mut Problems<'_>) -> BTreeMap<String, u32> {
    let mut days = BTreeMap::new();
    for (maturity, limit) in written {
        if Maturity::parse(maturity.get_ref()).is_none() {
            let known = Maturity::ALL.map(Maturity::as_str);
            problems.add(maturity.span(), unknown("maturity", maturity.get_ref(), known));
        }
        match u32::try_from(*limit.get_ref()) {
            // No day at all is how a project says that a stage never wants verifying again.
            Ok(0) => {}
            Ok(limit) => {
                days.insert(maturity.into_inner(), limit);
            }
            Err(_) => problems.add(limit.span(), format!("`{}` is not a number of days", limit.get_ref())),
        }
    }
    days
}

fn lint(written: Lint, problems: &mut Problems<'_>) -> LintConfig {
    let levels = levels(written.levels, problems);
    let overrides = written.overrides.into_iter().filter_map(|table| one_override(table, problems)).collect();
    LintConfig { levels, overrides }
}

fn levels(written: Table<toml::Value>, problems: &mut Problems<'_>) -> BTreeMap<String, Level> {
    let mut levels = BTreeMap::new();
    for (rule, value) in written {
        if let Some(level) = level(rule.get_ref(), value.get_ref(), [&rule.span(), &value.span()], problems) {
            levels.insert(rule.into_inner(), level);
        }
    }
    levels
}

/// The level of one rule; the places are those of the rule and of its level.
fn level(rule: &str, value: &toml::Value, at: [&Range<usize>; 2], problems: &mut Problems<'_>) -> Option<Level> {
    if crate::lint::rule(rule).is_none() {
        let known = crate::lint::RULES.iter().map(|(rule, _)| rule.code);
        problems.add(at[0].clone(), unknown("rule", rule, known));
        return None;
    }
    let word = match value {
        toml::Value::String(word) => word.clone(),
        other => other.to_string(),
    };
    let levels = [Level::Off, Level::Note, Level::Warning, Level::Error];
    let level = levels.into_iter().find(|level| level.as_str() == word);
    if level.is_none() {
        problems.add(at[1].clone(), unknown("level", &word, levels.map(Level::as_str)));
    }
    level
}

fn one_override(table: Spanned<Table<toml::Value>>, problems: &mut Problems<'_>) -> Option<LintOverride> {
    let at = table.span();
    let (paths, rules): (Table<toml::Value>, _) =
        table.into_inner().into_iter().partition(|(key, _)| key.get_ref() == "paths");
    let paths = paths.into_values().next();
    let at = paths.as_ref().map_or(at, Spanned::span);
    let paths = paths.and_then(|paths| paths.into_inner().try_into::<Vec<String>>().ok());
    let levels = levels(rules, problems);
    let Some(paths) = paths.filter(|paths| !paths.is_empty()) else {
        problems.add(at, "a lint override has no list of `paths`");
        return None;
    };
    match glob_set(&paths) {
        Ok(set) => Some(LintOverride { paths: set, written: paths, levels }),
        Err(error) => {
            problems.add(at, format!("a path of a lint override is not a glob: {error}"));
            None
        }
    }
}

/// Globs as in `.gitignore` files: `*` stops at a slash, and a folder stands for all it holds.
pub(super) fn glob_set(paths: &[String]) -> Result<GlobSet, globset::Error> {
    let mut set = GlobSetBuilder::new();
    for path in paths {
        let path = path.trim_end_matches('/');
        for glob in [path.to_owned(), format!("{path}/**")] {
            set.add(GlobBuilder::new(&glob).literal_separator(true).build()?);
        }
    }
    set.build()
}

fn aliases(written: Table<String>, problems: &mut Problems<'_>) -> BTreeMap<String, String> {
    let mut aliases = BTreeMap::new();
    for (word, meaning) in written {
        if word.get_ref().trim().is_empty() || meaning.get_ref().trim().is_empty() {
            problems.add(word.span(), "a search alias needs a word on both sides");
        }
        aliases.insert(word.into_inner().trim().to_lowercase(), meaning.into_inner().trim().to_lowercase());
    }
    aliases
}

fn marketplace(name: &Spanned<String>, problems: &mut Problems<'_>) -> Option<String> {
    let text = name.get_ref();
    let kebab = is_kebab(text);
    if !kebab {
        problems.add(name.span(), format!("marketplace name `{text}` is not kebab-case"));
    }
    kebab.then(|| text.clone())
}
