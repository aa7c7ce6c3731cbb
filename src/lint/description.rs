//! The description: what a model routes on.

use super::Context;
use crate::catalog::SkillIndex;
use crate::diagnostic::{Diagnostic, Format, Level, Rule};
use crate::package::Package;

/// The most characters of a description (Agent Skills specification).
const MAX_CHARS: usize = 1024;

/// The description says something.
pub static DESCRIPTION_EMPTY: Rule = Rule {
    code: "description-empty",
    level: Level::Error,
    frontmatter_level: Level::Error,
    holds: "the description is not empty",
    why: "A model chooses a skill by its description alone. A skill without one is never chosen, and many agents do \
          not load it.",
    bad: "description: \"\"",
    good: "description: Use when a release needs notes for its users.",
    origin: "SKILL Package Specification 1.0.0, §8 rule 4; Aether OS skill format, §2.1",
};

/// The description says when to use the skill.
pub static DESCRIPTION_TRIGGER: Rule = Rule {
    code: "description-trigger",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "the description begins with `Use when` (SKILL.toml) or says when to use the skill (frontmatter)",
    why: "A model that chooses among skills asks whether this one applies now. What the skill is does not answer \
          that; when to use it does. Descriptions in a language that cannot be told are not checked.",
    bad: "description: Release note generator",
    good: "description: Use when a release needs notes for its users.",
    origin: "SKILL Package Specification 1.0.0, §5; Aether OS skill format, §2.1 and §4",
};

/// The description is not too long.
pub static DESCRIPTION_LENGTH: Rule = Rule {
    code: "description-length",
    level: Level::Warning,
    frontmatter_level: Level::Warning,
    holds: "the description has at most 1024 characters",
    why: "Every description of every skill is read before each task, so a long one costs room in all of them. The \
          clients that were tried load longer ones and the specification's own validator refuses them; the site \
          shortens them in what it publishes.",
    bad: "description: (two pages of instructions)",
    good: "description: Use when … (two sentences; the instructions stand in the body)",
    origin: "Agent Skills specification",
};

/// The first sentence can stand alone.
pub static FIRST_SENTENCE: Rule = Rule {
    code: "first-sentence",
    level: Level::Note,
    frontmatter_level: Level::Note,
    holds: "the first sentence of the description ends within 200 characters",
    why: "Clients shorten descriptions when there are many skills, and lists show their beginning. What is left then \
          must still say when to use the skill.",
    bad: "description: Use when (400 characters without a full stop)",
    good: "description: Use when a release needs notes. Reads the log since the last tag, groups …",
    origin: "Agent Skills clients, which show a list of all skills in little room",
};

/// The most characters of a first sentence.
const FIRST_SENTENCE_CHARS: usize = 200;

pub(super) fn first_sentence(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(field) = package.manifest.description.as_ref().filter(|_| !is_for_people_only(package)) else { return };
    let text = field.text.trim();
    let chars = sentence(text).chars().count();
    if chars > FIRST_SENTENCE_CHARS {
        let message =
            format!("the first sentence of the description has {chars} characters, more than {FIRST_SENTENCE_CHARS}");
        let finding = context.at(&FIRST_SENTENCE, package, field.span, message);
        found.push(finding.help("begin with a short sentence that says when to use the skill"));
    }
}

/// True when only a person may start the skill: no model chooses it by its description.
fn is_for_people_only(package: &Package) -> bool {
    package.manifest.extra("disable-model-invocation").is_some_and(|extra| extra.value.text.trim() == "true")
}

/// The first sentence of a text: up to a full stop before a space, or the end of a paragraph.
fn sentence(text: &str) -> &str {
    const SHORT: &[&str] = &["e.g", "i.e", "etc", "vs", "cf", "no", "approx", "incl", "z.b", "d.h", "bzw"];
    for (at, c) in text.char_indices() {
        // Only behind a stop: a text of nothing but brackets would be read to its end at each of them.
        if !matches!(c, '。' | '！' | '？' | '\n' | '.' | '!' | '?') {
            continue;
        }
        // A stop may stand inside of quotes or brackets that end with it.
        let rest = text[at + c.len_utf8()..].trim_start_matches(['"', '\'', '”', '’', ')']);
        let next = rest.chars().next();
        let ends = match c {
            '。' | '！' | '？' => true,
            '\n' => next == Some('\n'),
            '.' | '!' | '?' => next.is_none_or(char::is_whitespace),
            _ => false,
        };
        let word = || text[..at].rsplit(|c: char| c.is_whitespace() || c == '(').next().unwrap_or_default();
        if ends && !(c == '.' && SHORT.contains(&word().to_lowercase().as_str())) {
            return &text[..text.len() - rest.len()];
        }
    }
    text
}

pub(super) fn empty(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(field) = &package.manifest.description else { return };
    if field.text.trim().is_empty() {
        found.push(
            context
                .at(&DESCRIPTION_EMPTY, package, field.span, "description is empty")
                .help("say in a sentence when to use the skill"),
        );
    }
}

pub(super) fn trigger(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    // Another format under the same file name has rules of its own.
    let is_asked = package.manifest.dialect.is_none() && !is_for_people_only(package);
    let Some(field) = package.manifest.description.as_ref().filter(|_| is_asked) else { return };
    let text = field.text.trim().to_lowercase();
    let language = Language::of(&text);
    let missed = match (language, package.format()) {
        (Language::Unknown, _) => false,
        (Language::English, Format::Manifest) => !text.starts_with("use when"),
        (language, _) => !says_when(&text, language),
    };
    if missed && !text.is_empty() {
        let (message, help) = if package.format() == Format::Manifest && language == Language::English {
            ("description does not begin with `Use when`", "begin it with `Use when …`, then say what the skill does")
        } else {
            ("description does not say when to use the skill", "say when to use it, such as `Use when …`")
        };
        found.push(context.at(&DESCRIPTION_TRIGGER, package, field.span, message).help(help));
    }
}

pub(super) fn length(context: Context<'_>, index: SkillIndex, found: &mut Vec<Diagnostic>) {
    let package = context.package(index);
    let Some(field) = &package.manifest.description else { return };
    let chars = field.text.trim().chars().count();
    if chars > MAX_CHARS {
        let message =
            format!("description has {chars} characters, more than the {MAX_CHARS} that the specification allows");
        found.push(
            context
                .at(&DESCRIPTION_LENGTH, package, field.span, message)
                .help("say when to use the skill and move the rest to SKILL.md's text"),
        );
    }
}

/// What a description is written in, as far as a few words tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Language {
    English,
    /// One whose words for "when" are in [`TRIGGERS`].
    Other(&'static [&'static str]),
    Unknown,
}

/// Words that begin or hold a statement of when to use a skill. Pieces of words are meant to
/// match: `trigger` also stands in "triggers".
const ENGLISH_TRIGGERS: &[&str] = &[
    "when",
    "if ",
    "use this",
    "use it",
    "use for",
    "use to",
    "use in",
    "use on",
    "use after",
    "use before",
    "use as",
    "use only",
    "used for",
    "used to",
    "used by",
    "using this",
    "useful for",
    "trigger",
    "invoke",
    "before ",
    "after ",
    "during ",
    "while ",
    "should be used",
    "must be used",
    "must use",
    "apply to",
    "applies to",
    "activate",
    "whether ",
    "asks ",
    "wants ",
    "any time",
    "anytime",
    "every time",
    "for tasks",
    "for use",
    "need to",
    "needs to",
    "call this",
    "run this",
    "load this",
    "reach for",
];

/// Commonest words of a language with Latin letters, and its words for when to use something.
/// Of each language only words that the others here do not have.
const TRIGGERS: &[(&[&str], &[&str])] = &[
    (
        &["und", "der", "das", "ein", "eine", "für", "mit", "nicht", "von", "zum"],
        &["wenn", "sobald", "falls", "bei ", "nutze", "verwende", "benutze", "beim ", "bevor", "nachdem", "anwenden"],
    ),
    (
        &["les", "des", "une", "dans", "avec", "est", "et", "pour", "du"],
        &["quand", "lorsqu", "utiliser", "utilisez", "utilise", "si ", "avant ", "après "],
    ),
    (
        &["los", "las", "una", "con", "del", "el", "y", "para"],
        &["cuando", "usar ", "usa ", "úsa", "utiliza", "utilice", "si ", "antes ", "después "],
    ),
    (
        &["os", "uma", "com", "não", "em", "ao", "da", "do", "são"],
        &["quando", "usar ", "use ", "utilize", "se ", "caso ", "antes ", "depois "],
    ),
    (
        &["gli", "della", "nel", "che", "il", "di", "è", "per"],
        &["quando", "usa ", "usare", "utilizza", "se ", "prima ", "dopo "],
    ),
    (
        &["het", "een", "van", "voor", "niet", "naar", "wordt"],
        &["wanneer", "gebruik", "als ", "zodra", "voordat", "nadat"],
    ),
    (
        &["nie", "jest", "się", "dla", "oraz", "lub", "na"],
        &["gdy", "kiedy", "użyj", "używaj", "jeśli", "podczas", "przed "],
    ),
    (&["ve", "bir", "için", "ile"], &["zaman", "kullan", "gerekti", "durumunda", "isten", "önce ", "sonra "]),
    (&["và", "của", "cho", "các", "một"], &["khi ", "dùng ", "sử dụng", "nếu "]),
    (&["dan", "untuk", "yang", "dengan"], &["ketika", "saat ", "gunakan", "jika ", "bila "]),
];

/// Words for "when" that are none in the other languages here.
const UNMISTAKABLE: &[&str] = &[
    "use when", "use this", " wenn ", "sobald", "verwende", " quand ", "lorsqu", "utilise", "cuando", "quando",
    "wanneer", "gebruik", " gdy ", "kiedy", "jeśli", " khi ", "ketika", "gunakan",
];

const CHINESE: &[&str] = &[
    "当", "當", "时", "時", "用于", "用於", "使用", "适用", "適用", "场景", "場景", "触发", "觸發", "如果", "需要",
    "调用",
];
const JAPANESE: &[&str] =
    &["とき", "時", "際", "場合", "使用", "使う", "使い", "利用", "用いる", "たら", "向け", "呼び出"];
const KOREAN: &[&str] = &["때", "경우", "사용", "이용", "활용", "호출", "트리거", "면 "];
const RUSSIAN: &[&str] =
    &["когда", "если", "при ", "использ", "применя", "перед ", "после ", "коли", "якщо", "викорис"];

const ENGLISH_WORDS: &[&str] = &[
    "the", "and", "of", "for", "with", "to", "in", "a", "an", "or", "from", "by", "on", "is", "this", "that", "using",
];

impl Language {
    /// Tells the language of a lower-case text, by its script first and its commonest words then.
    fn of(text: &str) -> Self {
        // Characters without a meaning of their own: most often text that was read in a wrong encoding.
        if text.chars().any(|c| ('\u{E000}'..='\u{F8FF}').contains(&c)) {
            return Language::Unknown;
        }
        let has = |from: char, to: char| text.chars().filter(|c| (from..=to).contains(c)).count() >= 2;
        if has('\u{3040}', '\u{30FF}') {
            return Language::Other(JAPANESE);
        }
        if has('\u{AC00}', '\u{D7AF}') {
            return Language::Other(KOREAN);
        }
        if has('\u{4E00}', '\u{9FFF}') {
            return Language::Other(CHINESE);
        }
        if has('\u{0400}', '\u{04FF}') {
            return Language::Other(RUSSIAN);
        }
        if text.chars().any(|c| c.is_alphabetic() && c > '\u{024F}' && !('\u{1E00}'..='\u{1EFF}').contains(&c)) {
            return Language::Unknown;
        }
        Self::of_latin(text)
    }

    fn of_latin(text: &str) -> Self {
        let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
        let count = |known: &[&str]| words.iter().filter(|word| known.contains(word)).count();
        let english = count(ENGLISH_WORDS);
        let other = TRIGGERS.iter().map(|(known, triggers)| (count(known), *triggers)).max_by_key(|(count, _)| *count);
        match other {
            Some((found, triggers)) if found > english && found >= 2 => Language::Other(triggers),
            _ if english >= 1 => Language::English,
            _ => Language::Unknown,
        }
    }
}

/// True when a lower-case text has a word for when to use something.
fn says_when(text: &str, language: Language) -> bool {
    let triggers = match language {
        Language::English => ENGLISH_TRIGGERS,
        Language::Other(triggers) => triggers,
        Language::Unknown => return true,
    };
    // Two languages often share one text, and one may be taken for the other.
    triggers.iter().chain(UNMISTAKABLE).any(|trigger| text.contains(trigger))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missed(text: &str) -> bool {
        let text = text.to_lowercase();
        !says_when(&text, Language::of(&text))
    }

    #[test]
    fn a_sentence_ends_at_its_stop() {
        assert_eq!(sentence("Use it, e.g. for v1.2. Then rest."), "Use it, e.g. for v1.2.");
        assert_eq!(sentence("一句。两句。"), "一句。");
        assert_eq!(sentence("Say \"go.\" Then rest."), "Say \"go.\"");
        assert_eq!(sentence("No stop\n\nNext"), "No stop\n");
        assert_eq!(sentence("No stop"), "No stop");
    }

    #[test]
    fn a_sentence_of_nothing_but_brackets_is_read_once() {
        let text = ")".repeat(1 << 20);
        assert_eq!(sentence(&text).len(), text.len());
    }

    #[test]
    fn the_trigger_is_seen_in_many_languages() {
        for text in [
            "Use when planning commits",
            "Helps with PDF files. Trigger for every PDF question.",
            "Wird verwendet, wenn eine Rechnung geprüft und gebucht wird",
            "Ciclo de diagnóstico para bugs difíceis. Use quando o usuário disser \"diagnostique\"",
            "Résume les fils de discussion quand les messages et les réponses sont longs",
            "Resume los hilos cuando el usuario lo pide y una respuesta es larga",
            "把数据核对一遍，用于月末汇总",
            "請求書を確認するときに使う",
            "송장을 확인할 때 사용하세요",
            "Используйте, когда нужно проверить счёт",
            "Execute uma vez antes do primeiro passo, de novo en cada etapa",
        ] {
            assert!(!missed(text), "{text}");
        }
    }

    #[test]
    fn a_description_of_what_it_is_is_told() {
        for text in [
            "Release note generator for the team",
            "Ein Werkzeug für die Buchhaltung und das Archiv",
            "请求书核对工具",
            "請求書のチェックリスト",
        ] {
            assert!(missed(text), "{text}");
        }
    }

    #[test]
    fn a_language_that_cannot_be_told_is_left_alone() {
        for text in ["Αυτόματος έλεγχος", "PDF", "Foo bar baz", "जाँच सूची", "鐞嗚\u{E1EE}鍒嗘瀽"]
        {
            assert!(!missed(text), "{text}");
        }
    }
}
