//! Index → files.

use std::collections::BTreeMap;
use std::fmt::Write;

use rayon::prelude::*;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::analysis::STOP_WORDS;
use super::encode::{after_shared, ascending, digit, number, units};
use super::ranking::{ENDINGS, FRAME_WORDS, RANKING};
use super::words::{WHOLE_NAME, Word};
use super::{Index, records};

/// Form of the files. The script refuses any other.
const FORMAT: u32 = 1;

/// Files of one kind in a folder.
const PER_FOLDER: usize = 256;

/// Words shorter than this are not worth correcting a typo for.
const SHORTEST_TYPO: usize = 3;

/// Letters of a short name.
const SHORT_NAME: usize = 2;

/// The files of an index.
#[derive(Debug, Default)]
pub struct Files {
    /// Twelve hexadecimal digits over everything below the folder of that name.
    pub generation: String,
    /// Bytes by path below `search/`.
    pub entries: BTreeMap<String, Vec<u8>>,
}

/// A kind of file, for sizes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// What the files hold.
    pub name: &'static str,
    /// How many there are.
    pub files: usize,
    /// Their size, uncompressed.
    pub bytes: usize,
    /// Size of the largest.
    pub largest: usize,
}

impl Files {
    /// Sizes by kind of file.
    pub fn parts(&self) -> Vec<Part> {
        const NAMES: [(&str, &str); 10] = [
            ("latest", "root"),
            ("w", "words"),
            ("d", "records"),
            ("t", "typos"),
            ("o", "outlines"),
            ("b", "full text"),
            ("facets", "facets"),
            ("topics", "topics"),
            ("tags", "tags"),
            ("", "export"),
        ];
        let mut parts: Vec<Part> =
            NAMES.iter().map(|(_, name)| Part { name, files: 0, bytes: 0, largest: 0 }).collect();
        for (path, bytes) in &self.entries {
            let rest = path.strip_prefix(&self.generation).unwrap_or(path).trim_start_matches('/');
            let kind = match rest.split_once(['/', '.']) {
                Some(("bodies", "js")) => "b",
                // `w12/3.js`: the kind and the number of the folder.
                Some((first, _)) => first.trim_end_matches(|c: char| c.is_ascii_digit()),
                None => rest,
            };
            let at = NAMES.iter().position(|(known, _)| *known == kind).unwrap_or(NAMES.len() - 1);
            parts[at].files += 1;
            parts[at].bytes += bytes.len();
            parts[at].largest = parts[at].largest.max(bytes.len());
        }
        parts.retain(|part| part.files > 0);
        parts
    }

    /// What has outgrown the budgets that a search on a slow line can bear, as sentences.
    pub fn over_budget(&self) -> Vec<String> {
        /// Kind, largest single file, and what can be done. Uncompressed bytes; a third on the wire.
        const LIMITS: [(&str, usize, &str); 9] = [
            ("root", 60_000, "there are very many categories, aliases or words; split the catalog"),
            ("words", 400_000, "a word stands in very many skills; a search for it will be slow"),
            ("records", 120_000, "descriptions are very long; 1,024 characters are the limit of the format"),
            ("typos", 120_000, "there are very many words; a search with a typo will be slow"),
            ("outlines", 200_000, "skills have very many headings or files"),
            ("full text", 1_000_000, "a word stands in the texts of very many skills; a search in them will be slow"),
            ("facets", 1_000_000, "there are very many skills; split the catalog"),
            ("topics", 400_000, "there are very many topics; merge those that differ little"),
            ("tags", 400_000, "a few tags stand at very many skills; they tell little apart"),
        ];
        let parts = self.parts();
        let over = LIMITS.iter().filter_map(|(name, limit, advice)| {
            let part = parts.iter().find(|part| part.name == *name && part.largest > *limit)?;
            Some(format!(
                "search {name}: one file has {} kB, more than {} kB: {advice}",
                part.largest / 1000,
                limit / 1000
            ))
        });
        over.collect()
    }
}

/// A file without its wrapper: key (path without `.js`) and value.
type Shard = (String, Value);

/// Writes everything.
pub fn files(index: &Index) -> Files {
    let documents = &index.documents;
    let per = records::per_file(documents.len());
    let outlines_per = records::outlines_per_file(documents.len());
    let (first, mut shards) = word_shards("w", &index.words, shard_bytes(documents.len()));
    let (letters, typos) = typo_shards(&index.words);
    shards.extend(typos);
    for (at, documents) in documents.chunks(per).enumerate() {
        shards.push((key("d", at), documents.iter().map(|document| records::record(document)).collect()));
    }
    for (at, documents) in documents.chunks(outlines_per).enumerate() {
        shards.push((key("o", at), documents.iter().map(|document| records::outline(document)).collect()));
    }
    shards.push(("facets".into(), json!(records::all_facets(documents))));
    shards.push(("topics".into(), records::topics(documents)));
    shards.push(("tags".into(), records::frequent_tags(documents)));
    if !index.bodies.is_empty() {
        let (first, bodies) = word_shards("b", &index.bodies, 2 * shard_bytes(documents.len()));
        shards.extend(bodies);
        shards.push(("bodies".into(), json!({ "first": first })));
    }
    let mut root = json!({
        "v": FORMAT,
        "n": documents.len(),
        "per": per,
        "outlines_per": outlines_per,
        "url": [records::USUAL_URL.0, records::USUAL_URL.1],
        "first": first,
        "letters": letters,
        "categories": records::categories(documents),
        "deprecated": records::deprecated(documents),
        "short_names": short_names(&index.words),
        "kinds": records::KINDS,
        "maturities": records::MATURITIES,
        "risks": records::RISKS,
        "bodies": !index.bodies.is_empty(),
        "ranking": RANKING,
        "stop": STOP_WORDS.join(" "),
        "frame": FRAME_WORDS,
        "endings": ENDINGS.join(" "),
        "common": common_words(&index.words, documents.len()),
        "aliases": index.aliases.iter().map(|alias| json!([alias.word, alias.means])).collect::<Vec<_>>(),
    });
    let shards: Vec<(String, String)> = shards.into_par_iter().map(|(key, value)| (key, value.to_string())).collect();
    let generation = generation(&root.to_string(), &shards);
    root["gen"] = json!(generation);
    let wrapped: Vec<(String, Vec<u8>)> = shards
        .into_par_iter()
        .map(|(key, json)| (format!("{generation}/{key}.js"), wrap(&format!("{generation}/{key}"), &json)))
        .collect();
    let mut entries: BTreeMap<String, Vec<u8>> = wrapped.into_iter().collect();
    entries.insert("latest.js".into(), wrap("latest", &root.to_string()));
    if let Some(export) = stock_export(index) {
        entries.insert("elasticlunr.json".into(), export.into_bytes());
        let refs: Vec<Value> = documents.iter().map(|document| json!([document.name, document.url])).collect();
        entries.insert("refs.json".into(), json!(refs).to_string().into_bytes());
    }
    Files { generation, entries }
}

/// A classic script that hands a value over, given as JSON. U+2028 and U+2029 are escaped for old engines, `<`
/// for whoever pastes the file into a page.
fn wrap(key: &str, json: &str) -> Vec<u8> {
    let mut script = format!("__skillsite({},{json})\n", json!(key));
    for (sign, escape) in [("<", "\\u003c"), ("\u{2028}", "\\u2028"), ("\u{2029}", "\\u2029")] {
        if script.contains(sign) {
            script = script.replace(sign, escape);
        }
    }
    script.into_bytes()
}

/// Path of a numbered file without `.js`.
fn key(kind: &str, at: usize) -> String {
    format!("{kind}{}/{at}", at / PER_FOLDER)
}

/// One name for everything, so that nothing stale is ever mixed in.
fn generation(root: &str, shards: &[(String, String)]) -> String {
    let mut hash = Sha256::new();
    hash.update(root);
    for (key, json) in shards {
        hash.update(key);
        hash.update(json);
    }
    hash.finalize()[..6].iter().fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}

/// Size of a word shard, in bytes before compression. A query loads one or two for each word.
fn shard_bytes(documents: usize) -> usize {
    if documents > 20_000 { 16_384 } else { 8_192 }
}

/// Words → shards, and the first word of each.
fn word_shards(kind: &str, words: &[Word], bytes: usize) -> (Vec<String>, Vec<Shard>) {
    let mut first = Vec::new();
    let mut shards = Vec::new();
    let mut rows = String::new();
    let mut earlier = "";
    for word in words {
        if rows.is_empty() {
            first.push(beginning(earlier, &word.text).to_owned());
            earlier = "";
        } else {
            rows.push('\n');
        }
        write_row(&mut rows, earlier, word);
        earlier = &word.text;
        // Of whole names, one is wanted at a time, and with every query.
        let limit = if word.text.starts_with(WHOLE_NAME) { bytes / 4 } else { bytes };
        if rows.len() >= limit {
            shards.push((key(kind, shards.len()), json!(std::mem::take(&mut rows))));
        }
    }
    if !rows.is_empty() {
        shards.push((key(kind, shards.len()), json!(rows)));
    }
    (first, shards)
}

/// As much of `word` as tells it from the `earlier` one, after which it comes: enough to choose a shard by.
fn beginning<'a>(earlier: &str, word: &'a str) -> &'a str {
    let (shared, rest) = after_shared(earlier, word);
    let told = rest.chars().next().filter(|_| shared < 60).map_or(0, char::len_utf8);
    if told == 0 { word } else { &word[..word.len() - rest.len() + told] }
}

/// `<shared digit><rest> <cut digit><ending> <postings> <inside>`: the word after the beginning it
/// shares with the word before; how many letters go for the stem and what comes in their place
/// (nothing when it is the word); a posting is its code and the distance of the document. Trailing
/// empty columns are left out.
fn write_row(rows: &mut String, earlier: &str, word: &Word) {
    let (shared, rest) = after_shared(earlier, &word.text);
    digit(rows, shared);
    rows.push_str(rest);
    rows.push(' ');
    if word.stem != word.text {
        let (kept, ending) = after_shared(&word.text, &word.stem);
        digit(rows, units(&word.text) as u32 - kept);
        rows.push_str(ending);
    }
    rows.push(' ');
    let mut last = 0;
    for posting in &word.postings {
        digit(rows, u32::from(posting.code));
        number(rows, posting.document - last);
        last = posting.document;
    }
    if !word.inside.is_empty() {
        rows.push(' ');
        ascending(rows, &word.inside);
    }
}

/// Words by first letter, for the correction of typos: those that stand in a name or in two
/// documents. Scripts without spaces have no words to mistype.
fn typo_shards(words: &[Word]) -> (String, Vec<Shard>) {
    let mut by_letter: BTreeMap<char, Vec<&str>> = BTreeMap::new();
    for word in words {
        let known = word.postings.len() >= 2 || word.postings.iter().any(|posting| posting.code >> 4 > 0);
        let letter = word.text.chars().next().filter(|c| c.is_alphabetic() && (*c as u32) < 0x0e00);
        if let (true, Some(letter)) = (known && units(&word.text) >= SHORTEST_TYPO, letter) {
            by_letter.entry(letter).or_default().push(&word.text);
        }
    }
    let letters = by_letter.keys().collect();
    let shards = by_letter.values().enumerate().map(|(at, words)| {
        let mut rows = String::new();
        let mut earlier = "";
        for word in words {
            if !rows.is_empty() {
                rows.push('\n');
            }
            let (shared, rest) = after_shared(earlier, word);
            digit(&mut rows, shared);
            rows.push_str(rest);
            earlier = word;
        }
        (key("t", at), json!(rows))
    });
    (letters, shards.collect())
}

/// The names of one or two letters: while a word is begun, only they need to be looked for.
fn short_names(words: &[Word]) -> Vec<&str> {
    let names = words.iter().filter_map(|word| word.text.strip_prefix(WHOLE_NAME));
    names.filter(|name| units(name) <= SHORT_NAME).collect()
}

/// Words of more than half of a catalog: they tell nothing apart, their shards are large, and the
/// script asks for them only when a query has no other word.
fn common_words(words: &[Word], documents: usize) -> String {
    let common = |word: &&Word| documents >= 200 && word.postings.len() * 2 > documents;
    words.iter().filter(common).map(|word| word.text.as_str()).collect::<Vec<_>>().join(" ")
}

/// The library's index, if stock elasticlunr.js can walk it: it goes by UTF-16 units, the library
/// by characters, so words beyond U+FFFF would be out of reach.
fn stock_export(index: &Index) -> Option<String> {
    let reachable =
        index.words.iter().all(|word| word.postings.is_empty() || word.text.chars().all(|c| c.len_utf16() == 1));
    index.export.clone().filter(|_| reachable)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_told_by_kind() {
        let document = super::super::Document { name: "one".into(), body: "text".into(), ..Default::default() };
        let files = Index::new(&[document], &super::super::Settings::default()).files();
        let names: Vec<&str> = files.parts().iter().map(|part| part.name).collect();
        assert_eq!(
            names,
            ["root", "words", "records", "typos", "outlines", "full text", "facets", "topics", "tags", "export"]
        );
        assert_eq!(
            files.parts().iter().map(|part| part.bytes).sum::<usize>(),
            files.entries.values().map(Vec::len).sum::<usize>()
        );
        assert_eq!(files.over_budget(), [] as [String; 0]);
    }

    #[test]
    fn a_shard_is_named_by_as_much_as_tells_it_from_the_one_before() {
        assert_eq!(beginning("", "abc"), "a");
        assert_eq!(beginning("comet", "commit"), "comm");
        assert_eq!(beginning("com", "commit"), "comm");
        let long = "x".repeat(70);
        assert_eq!(beginning(&long, &format!("{long}y")), format!("{long}y"));
    }

    #[test]
    fn what_is_too_large_is_named() {
        let mut files = Files { generation: "012345678901".into(), ..Files::default() };
        for (path, size) in [("latest.js", 60_001), ("012345678901/w1/300.js", 400_001), ("012345678901/d0/0.js", 9)] {
            files.entries.insert(path.into(), vec![b' '; size]);
        }
        let over = files.over_budget();
        assert_eq!(over.len(), 2, "{over:?}");
        assert!(over[0].starts_with("search root: one file has 60 kB, more than 60 kB: "), "{over:?}");
        assert!(over[1].starts_with("search words: one file has 400 kB, more than 400 kB: "), "{over:?}");
    }
}
