//! `skillsite.toml` as a person writes it. Each field is a key; its meaning is that of the field
//! of the same name in [`Config`](super::Config).

use std::collections::BTreeMap;

use serde::Deserialize;
use toml::Spanned;

/// A table whose keys the user chooses, with the places of keys and values.
pub(super) type Table<V> = BTreeMap<Spanned<String>, Spanned<V>>;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Written {
    pub title: Option<Spanned<String>>,
    pub description: Option<String>,
    pub base_url: Option<Spanned<String>>,
    pub source: Option<Spanned<OneOrMany>>,
    pub exclude: Option<Vec<Spanned<String>>>,
    pub theme: Option<Spanned<String>>,
    pub language: Option<Spanned<String>>,
    pub network_images: Option<bool>,
    pub repository: Repository,
    pub categories: Table<Category>,
    pub install: Option<Table<String>>,
    pub freshness: Option<Table<i64>>,
    /// Rule and level; and `override`, a list of tables with `paths`, rules and levels.
    pub lint: Table<toml::Value>,
    pub search: Search,
    pub registry: Registry,
}

/// One folder or several.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a folder or a list of folders")]
pub(super) enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Repository {
    pub url: Option<Spanned<String>>,
    pub branch: Option<String>,
    pub edit: Option<Spanned<String>>,
    pub history: Option<Spanned<String>>,
}

/// A sentence, or a table with the sentence and the name of a Markdown file.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a sentence, or a table with `description` and `introduction`")]
pub(super) enum Category {
    Sentence(String),
    Table(CategoryTable),
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct CategoryTable {
    pub description: String,
    pub introduction: Option<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Search {
    pub aliases: Table<String>,
}

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Registry {
    pub drafts: Option<bool>,
    pub llms_full: Option<bool>,
    pub marketplace: Option<Spanned<String>>,
    pub owner: Option<String>,
}
