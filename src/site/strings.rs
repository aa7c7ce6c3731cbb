//! Words of the interface in the reader's language, from one table: `strings.toml`.

use std::collections::BTreeMap;

use anyhow::{Result, bail};
use serde::Deserialize;

use crate::config::LANGUAGES;

/// The table: by key, then by language.
const TABLE: &str = include_str!("strings.toml");

/// What the keys of the search's texts begin with.
const SEARCH: &str = "js_search_";

/// All words of one language.
pub struct Strings {
    language: &'static str,
    texts: BTreeMap<String, Text>,
}

#[derive(Clone, Deserialize)]
#[serde(untagged)]
enum Text {
    /// One form for all.
    Plain(String),
    /// The form for one and the form for any other number, with `{n}`.
    Counted([String; 2]),
}

impl Text {
    fn for_number(&self, number: usize) -> &str {
        match self {
            Text::Plain(text) => text,
            Text::Counted([one, _]) if number == 1 => one,
            Text::Counted([_, many]) => many,
        }
    }
}

impl Strings {
    /// The words of `language`.
    ///
    /// # Errors
    /// When the table does not have the language.
    pub fn new(language: &str) -> Result<Self> {
        let Some(language) = LANGUAGES.iter().copied().find(|known| *known == language) else {
            bail!("no interface in the language `{language}`; there are {}", LANGUAGES.join(", "));
        };
        let table: BTreeMap<String, BTreeMap<String, Text>> =
            toml::from_str(TABLE).unwrap_or_else(|error| unreachable!("our own table of strings is wrong: {error}"));
        let texts: BTreeMap<String, Text> = table
            .into_iter()
            .map(|(key, mut texts)| {
                let text = texts.remove(language);
                let text = text.unwrap_or_else(|| unreachable!("`{key}` has no text in `{language}`"));
                (key, text)
            })
            .collect();
        Ok(Strings { language, texts })
    }

    /// BCP 47 tag of the language.
    pub fn language(&self) -> &'static str {
        self.language
    }

    /// The text of `key`.
    pub fn get(&self, key: &str) -> &str {
        self.text(key).for_number(2)
    }

    /// The text of `key` with names in braces filled in.
    pub fn fill(&self, key: &str, values: &[(&str, &str)]) -> String {
        values.iter().fold(self.get(key).to_owned(), |text, (name, value)| text.replace(&format!("{{{name}}}"), value))
    }

    /// The text of `key` for a number of things.
    pub fn count(&self, key: &str, number: usize) -> String {
        self.text(key).for_number(number).replace("{n}", &self.number(number))
    }

    /// A number with its thousands apart.
    pub fn number(&self, number: usize) -> String {
        let digits = number.to_string();
        let separator = if self.language == "de" { '.' } else { ',' };
        let mut out = String::new();
        for (at, digit) in digits.char_indices() {
            if at > 0 && (digits.len() - at).is_multiple_of(3) {
                out.push(separator);
            }
            out.push(digit);
        }
        out
    }

    /// A size in bytes for people: `1.2 kB`, `35 kB`.
    pub fn size(&self, bytes: u64) -> String {
        let point = if self.language == "de" { "," } else { "." };
        let one_digit = |tenths: u64, unit: &str| format!("{}{point}{} {unit}", tenths / 10, tenths % 10);
        match bytes {
            0..1_000 => format!("{bytes} B"),
            1_000..10_000 => one_digit((bytes + 50) / 100, "kB"),
            10_000..1_000_000 => format!("{} kB", (bytes + 500) / 1_000),
            _ => one_digit((bytes + 50_000) / 100_000, "MB"),
        }
    }

    /// Every text, for templates.
    pub fn table(&self) -> BTreeMap<&str, &str> {
        self.texts.iter().map(|(key, text)| (key.as_str(), text.for_number(2))).collect()
    }

    /// The texts that the script of every page shows (keys that begin with `js_`, without those of
    /// the search) as JSON; a counted text is a list.
    pub fn for_scripts(&self) -> String {
        // Without the script of the search, only its absence can be told.
        let absent = ["search_failed", "search_loading"];
        self.json(|key| key.strip_prefix("js_").filter(|own| !key.starts_with(SEARCH) || absent.contains(own)))
    }

    /// The text of `key` as a script takes it: a counted text is a list.
    pub fn for_script(&self, key: &str) -> serde_json::Value {
        match self.text(key) {
            Text::Plain(text) => text.as_str().into(),
            Text::Counted(forms) => serde_json::json!(forms),
        }
    }

    /// The texts of the search (keys that begin with `js_search_`, and what stands between the items of a list) as JSON.
    pub fn for_search(&self) -> String {
        self.json(|key| key.strip_prefix(SEARCH).or((key == "comma").then_some(key)))
    }

    /// The texts to whose keys `own` gives a name of their own.
    fn json<'k>(&'k self, own: impl Fn(&'k str) -> Option<&'k str>) -> String {
        let texts = self.texts.keys().filter_map(|key| Some((own(key)?.to_owned(), self.for_script(key))));
        serde_json::Value::Object(texts.collect()).to_string()
    }

    fn text(&self, key: &str) -> &Text {
        self.texts.get(key).unwrap_or_else(|| unreachable!("no text `{key}` in strings.toml"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_do_not_carry_the_texts_of_the_search() {
        let strings = Strings::new("en").unwrap();
        let of_pages: BTreeMap<String, serde_json::Value> = serde_json::from_str(&strings.for_scripts()).unwrap();
        let of_pages: Vec<&String> = of_pages.keys().filter(|key| key.starts_with("search_")).collect();
        assert_eq!(of_pages, ["search_failed", "search_loading"]);
        let of_search: BTreeMap<String, serde_json::Value> = serde_json::from_str(&strings.for_search()).unwrap();
        assert_eq!(of_search["skills"], strings.get("js_search_skills"));
        assert!(of_search["count"].is_array());
    }

    #[test]
    fn every_text_is_there_in_every_language_with_the_same_names_in_braces() {
        let table: BTreeMap<String, BTreeMap<String, Text>> = toml::from_str(TABLE).unwrap();
        let names = |text: &Text| -> Vec<String> {
            let mut names: Vec<String> =
                text.for_number(2).split('{').skip(1).map(|rest| rest.split('}').next().unwrap().to_owned()).collect();
            names.sort();
            names
        };
        for (key, texts) in &table {
            assert_eq!(texts.keys().map(String::as_str).collect::<Vec<_>>(), LANGUAGES, "languages of `{key}`");
            for (language, text) in texts {
                assert_eq!(names(text), names(&texts["en"]), "names in `{key}` in {language}");
            }
        }
    }

    #[test]
    fn numbers_and_sizes_follow_the_language() {
        let (en, de) = (Strings::new("en").unwrap(), Strings::new("de").unwrap());
        assert_eq!(
            (en.number(1_204_000), de.number(1204), en.number(999)),
            ("1,204,000".into(), "1.204".into(), "999".into())
        );
        assert_eq!((en.size(999), en.size(1_250), de.size(1_250)), ("999 B".into(), "1.3 kB".into(), "1,3 kB".into()));
        assert_eq!((en.size(34_600), en.size(2_000_000)), ("35 kB".into(), "2.0 MB".into()));
        assert_eq!(en.count("skills", 1), "1 skill");
        assert_eq!(en.count("skills", 1_500), "1,500 skills");
    }

    #[test]
    fn an_unknown_language_is_refused_with_the_known_ones() {
        let error = Strings::new("fr").err().unwrap().to_string();
        assert_eq!(error, "no interface in the language `fr`; there are de, en, ja");
    }
}
