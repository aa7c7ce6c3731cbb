//! `skillsite.toml` as a person writes it. Each field is a key; its meaning is that of the field
//! of the same name in [`Config`](super::Config).

use std::collections::BTreeMap;
use std::fmt;

use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
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
    pub lint: Lint,
    pub search: Search,
    pub registry: Registry,
}

/// Rules and levels; and `override`, a list of tables with `paths`, rules and levels.
#[derive(Default)]
pub(super) struct Lint {
    pub levels: Table<toml::Value>,
    pub overrides: Vec<Spanned<Table<toml::Value>>>,
}

// By hand: what serde derives for keys of two kinds forgets the places of all that is in them.
impl<'de> Deserialize<'de> for Lint {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct OfTable;
        impl<'de> Visitor<'de> for OfTable {
            type Value = Lint;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a table of rules and levels")
            }

            fn visit_map<M: MapAccess<'de>>(self, mut map: M) -> Result<Lint, M::Error> {
                let mut lint = Lint::default();
                while let Some(key) = map.next_key::<Spanned<String>>()? {
                    if key.get_ref() == "override" {
                        lint.overrides = map.next_value()?;
                    } else {
                        lint.levels.insert(key, map.next_value()?);
                    }
                }
                Ok(lint)
            }
        }
        deserializer.deserialize_map(OfTable)
    }
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
