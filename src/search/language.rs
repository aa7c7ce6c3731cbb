//! Which language a text is in, and the stems of its words.
//!
//! Stems only group words that are in the index (`commit`, `commits`, `committed`), so a wrong
//! guess costs little. The stemmers are elasticlunr-rs's; they are large tables, hence made once a
//! thread.

use std::collections::{BTreeMap, HashMap};
use std::sync::LazyLock;

use elasticlunr::lang;
use elasticlunr::pipeline::PipelineFn;

use super::Document;

/// Where nothing else is known.
pub const ENGLISH: &str = "en";

/// Languages with a stemmer: code, code in the library, and a few words that every text has.
const LANGUAGES: [(&str, &str, &str); 14] = [
    (ENGLISH, "en", "the and when of to for with is are use this that"),
    ("da", "da", "og det at en den til er som på de med han af for ikke der når"),
    ("de", "de", "der die das und wenn mit für von ist ein eine den zu nicht oder auf werden wird"),
    ("es", "es", "el la los las de que y cuando para con una un por del se es"),
    ("fi", "fi", "ja on ei että kun se joka tai ovat kanssa jos"),
    ("fr", "fr", "le la les des et quand pour avec une un du que est dans lorsque sur au"),
    ("hu", "hu", "a az és hogy nem egy ha van mint vagy amikor"),
    ("it", "it", "il lo la gli di che e quando per con una un del della si è sono"),
    ("nl", "du", "de het een en van voor met als wanneer is zijn niet op te"),
    ("no", "no", "og det at en til er som på med av for ikke når"),
    ("pt", "pt", "o os as de que e quando para com uma um por do da em não ao"),
    ("ro", "ro", "și de la în cu pentru este un o când care nu din"),
    ("sv", "sv", "och det att en som på är av för med när inte den"),
    ("tr", "tr", "ve bir bu için ile da de olarak ne zaman çok"),
];

/// The language of a document: what it says, else a guess from its description.
pub fn of(document: &Document) -> &'static str {
    let said = document.language.as_deref().unwrap_or_default();
    let code = said.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase();
    if code == "ru" {
        return "ru";
    }
    if let Some((code, ..)) = LANGUAGES.iter().find(|(known, ..)| *known == code) {
        return code;
    }
    guess(&document.description)
}

/// By script, then by the language whose small words are most frequent.
fn guess(text: &str) -> &'static str {
    if text.chars().filter(|c| ('\u{400}'..='\u{52f}').contains(c)).count() * 3 > text.chars().count() {
        return "ru";
    }
    let mut counts = [0; LANGUAGES.len()];
    let lower = text.to_lowercase();
    for word in lower.split(|c: char| !c.is_alphabetic()) {
        for language in COMMON.get(word).into_iter().flatten() {
            counts[*language] += 1;
        }
    }
    // The first of equals: English, or the order of the table.
    let best = (0..counts.len()).rev().max_by_key(|language| counts[*language]).unwrap_or_default();
    LANGUAGES[best].0
}

/// Languages (places in [`LANGUAGES`]) by common word.
static COMMON: LazyLock<HashMap<&str, Vec<usize>>> = LazyLock::new(|| {
    let mut languages: HashMap<&str, Vec<usize>> = HashMap::new();
    for (place, (_, _, common)) in LANGUAGES.iter().enumerate() {
        for word in common.split_whitespace() {
            languages.entry(word).or_default().push(place);
        }
    }
    languages
});

/// Stemmers, made when they are first needed.
#[derive(Default)]
pub struct Stemmers {
    made: BTreeMap<&'static str, Option<Box<dyn PipelineFn>>>,
}

impl Stemmers {
    /// The stem of a folded word. Words with digits and words in scripts without a stemmer are
    /// their own stems.
    pub fn stem(&mut self, word: &str, language: &'static str) -> String {
        let language = if word.starts_with(|c| ('\u{400}'..='\u{52f}').contains(&c)) { "ru" } else { language };
        let letters = |c: char| c.is_ascii_lowercase() || language == "ru" && c.is_lowercase();
        if word.chars().count() < 4 || !word.chars().all(letters) {
            return word.to_owned();
        }
        let stemmer = self.made.entry(language).or_insert_with(|| stemmer(language));
        let stem = stemmer.as_ref().and_then(|stemmer| stemmer.filter(word.to_owned()));
        stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| word.to_owned())
    }
}

/// The last step of the library's pipeline for a language.
fn stemmer(language: &'static str) -> Option<Box<dyn PipelineFn>> {
    let code = LANGUAGES.iter().find(|(code, ..)| *code == language).map_or(language, |(_, library, _)| library);
    lang::from_code(code)?.make_pipeline().queue.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_stemmer() {
        for language in LANGUAGES.iter().map(|(code, ..)| *code).chain(["ru"]) {
            let stemmer = stemmer(language).unwrap();
            assert!(stemmer.name().starts_with("stemmer"), "{language}: {}", stemmer.name());
        }
    }

    #[test]
    fn languages_are_told_apart() {
        assert_eq!(guess("Use when the build of a crate is slow"), "en");
        assert_eq!(guess("Wenn die Datenbank nicht antwortet und der Dienst steht"), "de");
        assert_eq!(guess("Quando o usuário precisa revisar um texto para a equipe"), "pt");
        assert_eq!(guess("Когда нужен отчёт за неделю"), "ru");
        assert_eq!(guess("整理提交记录"), "en");
    }

    #[test]
    fn forms_of_a_word_share_a_stem() {
        let mut stemmers = Stemmers::default();
        assert_eq!(stemmers.stem("commits", "en"), stemmers.stem("committing", "en"));
        assert_eq!(stemmers.stem("datenbanken", "de"), stemmers.stem("datenbank", "de"));
        assert_eq!(stemmers.stem("отчетами", "en"), stemmers.stem("отчеты", "en"));
        assert_eq!(stemmers.stem("k8s", "en"), "k8s");
    }
}
