//! Indexes a file of skills (one JSON object a line) and writes a small site to search in; prints
//! times and sizes. `cargo bench --bench search -- CORPUS.jsonl OUT [--count N]`; see README.md.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::Deserialize;
use skillsite::search::{Document, Index, Section, Settings, script};

/// A line of the file.
#[derive(Clone, Deserialize)]
struct Skill {
    name: String,
    #[serde(default)]
    title: String,
    description: String,
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default)]
    topics: Vec<String>,
    #[serde(default)]
    category: String,
    #[serde(default)]
    r#type: String,
    #[serde(default)]
    maturity: String,
    #[serde(default)]
    risk: String,
    #[serde(default)]
    body: String,
}

struct Arguments {
    corpus: PathBuf,
    out: PathBuf,
    count: Option<usize>,
}

fn main() -> Result<()> {
    let arguments = arguments()?;
    let text = std::fs::read_to_string(&arguments.corpus)
        .with_context(|| format!("cannot read `{}`", arguments.corpus.display()))?;
    let mut skills: Vec<Skill> = text.lines().map(serde_json::from_str).collect::<Result<_, _>>()?;
    if let Some(count) = arguments.count {
        skills = resized(skills, count);
    }
    skills.sort_by(|a, b| a.name.cmp(&b.name));
    let documents: Vec<Document> = skills.iter().map(document).collect();

    let (started, cpu) = (Instant::now(), cpu_seconds());
    let index = Index::new(&documents, &Settings::default());
    let indexed = started.elapsed();
    let files = index.files();
    println!(
        "{} skills: indexed in {:.2} s, with files {:.2} s, cpu {:.2} s, peak {} MB",
        documents.len(),
        indexed.as_secs_f64(),
        started.elapsed().as_secs_f64(),
        cpu_seconds() - cpu,
        peak_megabytes()
    );
    for part in files.parts() {
        println!("{:16} {:6} files {:10} bytes, largest {:8}", part.name, part.files, part.bytes, part.largest);
    }
    for warning in files.over_budget() {
        println!("warning: {warning}");
    }
    for (path, bytes) in &files.entries {
        write(&arguments.out.join("search").join(path), bytes)?;
    }
    write(&arguments.out.join("assets/search.js"), &joined_script())?;
    write(&arguments.out.join("search.html"), PAGE.as_bytes())
}

/// The least page that can search, under the policy of ours.
const PAGE: &str = "<!doctype html><html lang=en><meta charset=utf-8><title>Search</title>\
    <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'self'\">\
    <script src=\"assets/search.js\" defer></script>\n";

fn arguments() -> Result<Arguments> {
    let mut plain = Vec::new();
    let mut count = None;
    let mut given = std::env::args().skip(1).filter(|argument| argument != "--bench");
    while let Some(argument) = given.next() {
        if argument == "--count" {
            count = Some(given.next().context("--count wants a number")?.parse()?);
        } else {
            plain.push(PathBuf::from(argument));
        }
    }
    let [corpus, out] = plain.try_into().or_else(|_| bail!("usage: CORPUS.jsonl OUT [--count N]"))?;
    Ok(Arguments { corpus, out, count })
}

fn document(skill: &Skill) -> Document<'_> {
    let texts = |list: &'_ Vec<String>| list.iter().map(|text| Cow::Owned(text.clone())).collect();
    let value = |text: &'_ String| (!text.is_empty()).then(|| Cow::Owned(text.clone()));
    Document {
        name: skill.name.as_str().into(),
        title: skill.title.as_str().into(),
        description: skill.description.as_str().into(),
        tags: texts(&skill.tags),
        topics: texts(&skill.topics),
        category: skill.category.as_str().into(),
        headings: vec![Section { text: "When to Use".into(), anchor: "when-to-use".into() }],
        body: if skill.body.is_empty() { skill.description.as_str() } else { &skill.body }.into(),
        kind: value(&skill.r#type),
        maturity: value(&skill.maturity),
        risk: value(&skill.risk),
        url: format!("skills/{}.html", skill.name).into(),
        ..Document::default()
    }
}

/// `count` skills: some of `skills`, or all of them and more mixed from their words. Mixed
/// descriptions bring new words at the rate at which real ones do (Heaps' law with an exponent of
/// one half), so that sizes grow as they would with real skills.
fn resized(mut skills: Vec<Skill>, count: usize) -> Vec<Skill> {
    let mut random = Random(count as u64);
    if count <= skills.len() {
        while skills.len() > count {
            skills.swap_remove(random.below(skills.len()));
        }
        return skills;
    }
    let real = skills.clone();
    let vocabulary: BTreeSet<&str> = real
        .iter()
        .flat_map(|skill| skill.description.split(|c: char| !c.is_ascii_lowercase()))
        .filter(|w| w.len() > 3)
        .collect();
    let vocabulary: Vec<&str> = vocabulary.into_iter().collect();
    let mut known = vocabulary.len() as f64 * 1.4;
    let mut seen: f64 = real.iter().map(|skill| skill.description.split(' ').count() as f64).sum();
    let mut names: BTreeSet<String> = real.iter().map(|skill| skill.name.clone()).collect();
    while skills.len() < count {
        let (base, other) = (&real[random.below(real.len())], &real[random.below(real.len())]);
        let new_words = 0.5 * known / seen;
        let others: Vec<&str> = other.description.split(' ').collect();
        let mut description = String::new();
        for word in base.description.split(' ') {
            let chance = random.fraction();
            if chance < 0.12 {
                description.push_str(others[random.below(others.len())]);
            } else if chance < 0.12 + new_words {
                description.push_str(&random.word(&vocabulary));
                known += 1.0;
            } else {
                description.push_str(word);
            }
            description.push(' ');
            seen += 1.0;
        }
        let mut name = String::new();
        if random.fraction() < 0.35 {
            let _ = write!(name, "{}-", random.word(&vocabulary));
        }
        let parts: Vec<&str> = base.name.split('-').collect();
        let ending = other.name.rsplit('-').next().unwrap_or_default();
        let _ = write!(name, "{}-{ending}", parts[..=random.below(parts.len())].join("-"));
        if !names.insert(name.clone()) {
            let _ = write!(name, "-{}", skills.len());
            names.insert(name.clone());
        }
        let tags = name.split('-').filter(|word| word.len() > 2).take(5).map(str::to_owned).collect();
        skills.push(Skill { name, title: String::new(), description, tags, ..base.clone() });
    }
    skills
}

/// A small generator of numbers that are the same on every run.
struct Random(u64);

impl Random {
    fn fraction(&mut self) -> f64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 11) as f64 / (1_u64 << 53) as f64
    }

    #[allow(clippy::cast_sign_loss)]
    fn below(&mut self, count: usize) -> usize {
        (self.fraction() * count as f64) as usize
    }

    /// A word that looks like one: the beginning of one and the end of another.
    fn word(&mut self, words: &[&str]) -> String {
        let (a, b) = (words[self.below(words.len())], words[self.below(words.len())]);
        let (head, tail) = (2 + self.below(a.len() / 2), 2 + self.below(b.len() / 2));
        format!("{}{}", &a[..head], &b[b.len() - tail..])
    }
}

fn joined_script() -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("static/search");
    let parts: Vec<(&str, Vec<u8>)> =
        script::PARTS.iter().filter_map(|name| Some((*name, std::fs::read(folder.join(name)).ok()?))).collect();
    script::join(|name| parts.iter().find(|(part, _)| *part == name).map(|(_, bytes)| bytes.as_slice()))
}

fn write(path: &Path, bytes: &[u8]) -> Result<()> {
    let folder = path.parent().context("a file lies in a folder")?;
    std::fs::create_dir_all(folder)?;
    std::fs::write(path, bytes).with_context(|| format!("cannot write `{}`", path.display()))
}

/// Processor time of this process, in seconds, where the system tells (Linux).
fn cpu_seconds() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let ticks = stat.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    ticks.filter_map(|ticks| ticks.parse::<f64>().ok()).sum::<f64>() / 100.0
}

/// Most memory this process ever had, in MB, where the system tells (Linux).
fn peak_megabytes() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with("VmHWM"));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse::<u64>().ok()).unwrap_or_default() / 1024
}
