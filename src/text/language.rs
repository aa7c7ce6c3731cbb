//! The language that a text is written in.

use std::sync::LazyLock;

use whatlang::{Detector, Lang};

/// Languages that are told apart, with their codes of ISO 639-1. Fewer are told sooner and better.
const LANGUAGES: [(Lang, &str); 30] = [
    (Lang::Ara, "ar"),
    (Lang::Ces, "cs"),
    (Lang::Cmn, "zh"),
    (Lang::Dan, "da"),
    (Lang::Deu, "de"),
    (Lang::Ell, "el"),
    (Lang::Eng, "en"),
    (Lang::Fin, "fi"),
    (Lang::Fra, "fr"),
    (Lang::Heb, "he"),
    (Lang::Hin, "hi"),
    (Lang::Hun, "hu"),
    (Lang::Ind, "id"),
    (Lang::Ita, "it"),
    (Lang::Jpn, "ja"),
    (Lang::Kor, "ko"),
    (Lang::Nld, "nl"),
    (Lang::Nob, "nb"),
    (Lang::Pes, "fa"),
    (Lang::Pol, "pl"),
    (Lang::Por, "pt"),
    (Lang::Ron, "ro"),
    (Lang::Rus, "ru"),
    (Lang::Slk, "sk"),
    (Lang::Spa, "es"),
    (Lang::Swe, "sv"),
    (Lang::Tha, "th"),
    (Lang::Tur, "tr"),
    (Lang::Ukr, "uk"),
    (Lang::Vie, "vi"),
];

/// Characters that are looked at: enough to be sure of most texts.
const LOOKED_AT: usize = 300;

/// The language of a text (ISO 639-1), when it is one of some thirty and the text leaves little doubt.
pub fn language<'a>(lines: impl IntoIterator<Item = &'a str>) -> Option<&'static str> {
    static DETECTOR: LazyLock<Detector> =
        LazyLock::new(|| Detector::with_allowlist(LANGUAGES.iter().map(|(lang, _)| *lang).collect()));
    let words = lines.into_iter().flat_map(|line| line.chars().chain([' ']));
    let text: String = words.take(LOOKED_AT).collect();
    let found = DETECTOR.detect(&text).filter(whatlang::Info::is_reliable)?;
    LANGUAGES.iter().find(|(lang, _)| *lang == found.lang()).map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::language;

    #[test]
    fn languages_are_told_when_there_is_no_doubt() {
        let cases = [
            ("Use when a pull request needs a review before it is merged into the main branch.", Some("en")),
            ("Verwende dies, wenn eine Änderung geprüft werden soll, bevor sie in den Hauptzweig kommt.", Some("de")),
            ("Use quando uma mudança precisa ser revisada antes de entrar no ramo principal.", Some("pt")),
            ("会議の内容から議事録を作るときに使います。", Some("ja")),
            ("对数据进行分析并撰写报告时使用此技能。", Some("zh")),
            ("Используйте, когда нужно проверить изменения перед слиянием.", Some("ru")),
            (
                "استخدم هذه المهارة عند مراجعة التغييرات قبل دمجها في الفرع الرئيسي، وعندما يطلب منك أحد أن تشرح ما تغير",
                Some("ar"),
            ),
            ("git rebase", None),
            ("", None),
        ];
        for (text, expected) in cases {
            assert_eq!(language([text]), expected, "{text}");
        }
    }
}
