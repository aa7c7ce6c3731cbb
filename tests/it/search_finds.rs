//! What the search promises of its answers: totals, facets and hits agree, and a name is its own first hit.

use std::path::Path;

use serde_json::{Value, json};

use crate::search_halves::{built, node, skill};

/// What the result page of the site at `out` knows of each query; see `tests/search/find.mjs`.
fn found(out: &Path, queries: &[&str]) -> Option<Vec<Value>> {
    let answers = node("find.mjs", &[out], queries.iter().map(|query| json!({ "q": query, "limit": 1000 })))?;
    for answer in &answers {
        assert!(answer["error"].is_null(), "{answer}");
        assert_eq!(answer["total"], answer["names"].as_array().expect("names").len(), "{answer}");
    }
    Some(answers)
}

#[test]
fn a_phrase_is_counted_where_it_stands() {
    let room = tempfile::tempdir().expect("a temporary folder");
    for at in 0..60 {
        skill(room.path(), &format!("stands-{at}"), &format!("Use when number {at} is wanted."), "");
        skill(room.path(), &format!("apart-{at}"), &format!("When number {at} is of use."), "");
    }
    skill(room.path(), "only-a-heading", "Wanted by few.", "## Use when it is late");
    let (_room, out) = built(room.path());
    let Some(answers) = found(&out, &["\"use when\"", "\"when number 7 is of use\"", "\"use when\" tag:nothing"])
    else {
        return;
    };
    assert_eq!(answers[0]["total"], 61);
    assert_eq!(answers[0]["partial"], false);
    assert_eq!(answers[0]["facets"]["category"], json!({ "uncategorised": 61 }), "facets count what is found");
    assert_eq!(answers[1]["names"], json!(["apart-7"]));
    assert_eq!(answers[2]["total"], 0);
}

#[test]
fn a_phrase_that_no_field_has_is_looked_for_in_the_texts() {
    let room = tempfile::tempdir().expect("a temporary folder");
    skill(room.path(), "git-workflow", "Use when work is to be shared.", "Make atomic commits.");
    skill(room.path(), "other-words", "Use when atomic things are to be made.", "Nothing is sent.");
    skill(room.path(), "both-words", "Use when commits are atomic.", "Nothing is sent.");
    let (_room, out) = built(room.path());
    let Some(answers) = found(&out, &["\"atomic commits\"", "\"commits are atomic\"", "\"of the\""]) else { return };
    assert_eq!(answers[0]["names"], json!(["git-workflow"]));
    assert_eq!(answers[0]["apart"], json!(["git-workflow"]), "what the text says is not at hand");
    assert_eq!(answers[1]["names"], json!(["both-words", "git-workflow"]), "where the phrase stands is first");
    assert_eq!(answers[1]["apart"], json!(["git-workflow"]));
    assert_eq!((&answers[2]["total"], &answers[2]["partial"]), (&json!(0), &json!(true)));
}

#[test]
fn a_phrase_that_very_many_have_is_counted_as_far_as_it_was_looked_for() {
    let room = tempfile::tempdir().expect("a temporary folder");
    for at in 0..600 {
        skill(room.path(), &format!("s-{at}"), &format!("Use when number {at} is wanted."), "");
    }
    let (_room, out) = built(room.path());
    let Some(answers) = found(&out, &["\"use when\"", "\"number 577\""]) else { return };
    assert_eq!((&answers[0]["total"], &answers[0]["partial"]), (&json!(512), &json!(true)), "four in a file");
    assert_eq!((&answers[1]["total"], &answers[1]["partial"]), (&json!(1), &json!(false)));
}

#[test]
fn every_name_is_its_own_first_hit() {
    let room = tempfile::tempdir().expect("a temporary folder");
    let many = (0..30).map(|at| format!("z{at}-analysis"));
    let odd = [
        "did-analysis",
        "who",
        "analysis",
        "the-of-and",
        "of-the-and",
        "C++ Analysis",
        "analysis-z1",
        "z1",
        "R",
        "言語",
        "Z1_Analysis",
    ];
    let names: Vec<String> = many.chain(odd.map(str::to_owned)).collect();
    for (at, name) in names.iter().enumerate() {
        let folder = room.path().join(at.to_string());
        std::fs::create_dir_all(&folder).expect("a folder");
        let text = format!("---\nname: {name}\ndescription: Use when an analysis of z{at} is due.\n---\n");
        std::fs::write(folder.join("SKILL.md"), text).expect("a file");
    }
    let (_room, out) = built(room.path());
    if let Some(missed) = node("names.mjs", &[&out], []) {
        assert_eq!(missed, [json!({ "names": names.len(), "missed": [] })]);
    }
}

#[test]
fn every_name_of_the_corpus_is_its_own_first_hit() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    if !corpus.is_dir() {
        return;
    }
    let (_room, out) = built(&corpus);
    if let Some(missed) = node("names.mjs", &[&out], []) {
        assert_eq!(missed[0]["missed"], json!([]));
    }
}

#[test]
fn a_shorter_list_is_the_beginning_of_a_longer_one() {
    let room = tempfile::tempdir().expect("a temporary folder");
    for at in 0..40 {
        let folder = room.path().join(format!("review-{at}"));
        std::fs::create_dir_all(&folder).expect("a folder");
        let maturity = if at % 3 == 0 { "deprecated" } else { "stable" };
        let more = "and more of it ".repeat(at % 7);
        let text = format!(
            "---\nname: review-{at}\ndescription: Use when code wants a review {more}.\nmaturity: {maturity}\n---\n"
        );
        std::fs::write(folder.join("SKILL.md"), text).expect("a file");
    }
    let (_room, out) = built(room.path());
    let queries = ["code review", "review", "more code", "\"code wants\"", "review-9"];
    let asked = queries.iter().flat_map(|query| [40, 10, 3, 1].map(|limit| json!({ "q": query, "limit": limit })));
    let Some(answers) = node("find.mjs", &[&out], asked) else { return };
    for of_query in answers.chunks(4) {
        let names = |answer: &Value| answer["names"].as_array().expect("names").clone();
        let all = names(&of_query[0]);
        assert!(all.len() >= 10, "{all:?}");
        for answer in of_query {
            assert!(all.starts_with(&names(answer)), "{answer}");
        }
    }
}

#[test]
fn quotes_and_colons_of_other_keyboards_mean_the_same() {
    let room = tempfile::tempdir().expect("a temporary folder");
    skill(room.path(), "together", "Use when git commits need order.", "");
    skill(room.path(), "apart", "Use when commits in git have none.", "");
    let text = "---\nname: tagged\ndescription: Use when 提交记录 is due.\ntags: [git, code review]\n---\n";
    std::fs::create_dir_all(room.path().join("tagged")).expect("a folder");
    std::fs::write(room.path().join("tagged/SKILL.md"), text).expect("a file");
    let (_room, out) = built(room.path());
    let phrases =
        ["\"git commits\"", "“git commits”", "„git commits“", "«git commits»", "「git commits」", "『git commits』"];
    let filters = ["tag:git", "tag：git", "tag:“code review”", "tag：「code review」", "Tag：git 「提交记录」"];
    let Some(answers) = found(&out, &[&phrases[..], &filters[..]].concat()) else { return };
    for (at, answer) in answers.iter().enumerate() {
        let expected = if at < phrases.len() { "together" } else { "tagged" };
        assert_eq!(answer["names"], json!([expected]), "{answer}");
    }
}

#[test]
fn a_filter_that_no_skill_meets_is_told_with_what_may_be_meant() {
    let room = tempfile::tempdir().expect("a temporary folder");
    for at in 0..60 {
        let folder = room.path().join(format!("skill-{at}"));
        std::fs::create_dir_all(folder.join("scripts")).expect("a folder");
        std::fs::write(folder.join("scripts/run.sh"), "true\n").expect("a file");
        let [maturity, risk] = if at % 2 == 0 { ["draft", "high"] } else { ["stable", "low"] };
        // Most tags are rare, and one is not among the frequent ones though it is meant.
        let tags = format!("[git, common-{}, rare-{at}{}]", at % 29, if at == 0 { ", kubernetes" } else { "" });
        let text = format!(
            "---\nname: skill-{at}\ndescription: Use when {at} is due.\nmaturity: {maturity}\nrisk: {risk}\ntags: {tags}\n---\n"
        );
        std::fs::write(folder.join("SKILL.md"), text).expect("a file");
    }
    let (_room, out) = built(room.path());
    let queries =
        ["has:script", "risk:hig", "maturity:nope", "tag:git,review", "tag:kubernets", "risk:high tag:git skill"];
    let Some(answers) = found(&out, &queries) else { return };
    let unmet: Vec<&Value> = answers.iter().map(|answer| &answer["unmet"]).collect();
    assert_eq!(*unmet[0], json!({ "has:script": ["scripts"] }));
    assert_eq!(*unmet[1], json!({ "risk:hig": ["high"] }));
    assert_eq!(*unmet[2], json!({ "maturity:nope": ["draft", "stable"] }));
    assert_eq!(*unmet[3], json!({ "tag:git,review": ["git"] }));
    assert_eq!(*unmet[4], json!({ "tag:kubernets": ["kubernetes"] }));
    assert_eq!(*unmet[5], json!({}));
}
