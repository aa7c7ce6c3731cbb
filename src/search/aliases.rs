//! Words that mean the same: `k8s` also finds "kubernetes".

use super::Settings;
use super::analysis::words;
use super::words::Word;

/// Both directions hold where both sides are one word; else from left to right.
const BUILT_IN: &[(&str, &str)] = &[
    ("a11y", "accessibility"),
    ("ai", "artificial intelligence"),
    ("auth", "authentication"),
    ("authn", "authentication"),
    ("authz", "authorization"),
    ("aws", "amazon"),
    ("cd", "deployment"),
    ("ci", "continuous integration"),
    ("cli", "command line"),
    ("config", "configuration"),
    ("db", "database"),
    ("deps", "dependencies"),
    ("dev", "development"),
    ("docs", "documentation"),
    ("e2e", "end to end"),
    ("env", "environment"),
    ("gcp", "google cloud"),
    ("gh", "github"),
    ("golang", "go"),
    ("gql", "graphql"),
    ("i18n", "internationalization"),
    ("iac", "infrastructure code"),
    ("infra", "infrastructure"),
    ("js", "javascript"),
    ("k8s", "kubernetes"),
    ("l10n", "localization"),
    ("llm", "language model"),
    ("md", "markdown"),
    ("ml", "machine learning"),
    ("mongo", "mongodb"),
    ("o11y", "observability"),
    ("perf", "performance"),
    ("postgres", "postgresql"),
    ("powerpoint", "pptx"),
    ("pr", "pull request"),
    ("prs", "pull requests"),
    ("py", "python"),
    ("rb", "ruby"),
    ("regex", "regular expression"),
    ("repo", "repository"),
    ("rs", "rust"),
    ("sec", "security"),
    ("spec", "specification"),
    ("tdd", "test driven"),
    ("tf", "terraform"),
    ("ts", "typescript"),
    ("ui", "user interface"),
    ("ux", "user experience"),
    ("vm", "virtual machine"),
    ("word", "docx"),
    ("xlsx", "excel"),
];

/// A word and what it also stands for.
#[derive(Clone, Debug, PartialEq)]
pub struct Alias {
    /// As typed.
    pub word: String,
    /// Words that must all be there.
    pub means: Vec<String>,
}

/// Built-in and configured aliases whose meaning the index knows, sorted by word.
pub fn all(settings: &Settings, index: &[Word]) -> Vec<Alias> {
    let configured = settings.aliases.iter().map(|(word, means)| (word.as_str(), means.as_str()));
    let mut aliases = Vec::new();
    for (left, right) in BUILT_IN.iter().copied().chain(configured) {
        let (left, right) = (words(left), words(right));
        if let [word] = left.as_slice() {
            aliases.push(Alias { word: word.clone(), means: right.clone() });
        }
        if let [word] = right.as_slice() {
            aliases.push(Alias { word: word.clone(), means: left });
        }
    }
    let known = |word: &String| index.iter().any(|known| known.text == *word && !known.postings.is_empty());
    let mut found = std::collections::BTreeMap::new();
    aliases.retain(|alias| {
        !alias.means.is_empty()
            && alias.means.iter().all(|word| *found.entry(word.clone()).or_insert_with(|| known(word)))
    });
    aliases.sort_by(|a, b| (&a.word, &a.means).cmp(&(&b.word, &b.means)));
    aliases.dedup();
    aliases
}
