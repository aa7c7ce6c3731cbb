//! A short name for a finding that stays the same when lines around it move.

use std::collections::BTreeMap;
use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{Finding, Report};
use crate::source::SourceTree;

impl Report {
    /// A fingerprint for each finding, in order: 32 hexadecimal digits.
    ///
    /// It is made of the rule, the path, the text at the place and the message without its
    /// numbers, and not of the line. Equal findings in one file are told apart by their order. A
    /// finding about the whole catalog is made of its rule alone: its message tells of examples.
    pub fn fingerprints(&self, source: &SourceTree) -> Vec<String> {
        let mut seen: BTreeMap<[u8; 32], usize> = BTreeMap::new();
        self.findings
            .iter()
            .map(|finding| {
                let content = content(finding, source);
                let before = seen.entry(content).or_default();
                let print = hex(&Sha256::new().chain_update(content).chain_update(before.to_le_bytes()).finalize());
                *before += 1;
                print
            })
            .collect()
    }
}

fn content(finding: &Finding, source: &SourceTree) -> [u8; 32] {
    let diagnostic = &finding.diagnostic;
    let text = diagnostic.span.map_or("", |span| source.text(span.file).get(span.range()).unwrap_or_default());
    let is_of_catalog = diagnostic.path.as_str().is_empty();
    // Ages and counts in a message change while the finding stays the same.
    let message: String = diagnostic.message.chars().filter(|c| !is_of_catalog && !c.is_numeric()).collect();
    let mut hash = Sha256::new();
    for piece in [diagnostic.rule.code, diagnostic.path.as_str(), text.trim(), &message] {
        hash.update(piece.as_bytes());
        hash.update([0]);
    }
    hash.finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().take(16).fold(String::with_capacity(32), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}
