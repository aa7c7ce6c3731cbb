use super::*;
use crate::verify::place::decoded;

fn web(base: &str) -> Place {
    Place::new(base).unwrap()
}

#[test]
fn addresses_of_an_index_lead_into_the_site_or_nowhere() {
    let site = web("https://x.org/a/b");
    let resolve = |url: &str| site.resolve(".well-known/agent-skills/index.json", url);
    assert_eq!(resolve("pdf.zip").as_deref(), Some(".well-known/agent-skills/pdf.zip"));
    assert_eq!(resolve("../../skills/a/SKILL.md").as_deref(), Some("skills/a/SKILL.md"));
    assert_eq!(resolve("./x%20y.zip?v=1").as_deref(), Some(".well-known/agent-skills/x y.zip"));
    assert_eq!(resolve("/a/b/c.zip").as_deref(), Some("c.zip"));
    assert_eq!(resolve("https://x.org/a/b/c.zip").as_deref(), Some("c.zip"));
    assert_eq!(resolve("/c.zip"), None);
    assert_eq!(resolve("../../../c.zip"), None);
    assert_eq!(resolve("https://y.org/a/b/c.zip"), None);
}

#[test]
fn an_address_may_have_any_end() {
    for base in ["https://x.org/a/", "https://x.org/a", "https://x.org/a?q=1#top"] {
        let Place::Web { base, .. } = web(base) else { panic!("{base} is an address") };
        assert_eq!(base, "https://x.org/a/");
    }
    assert!(Place::new("no/such/folder").is_err());
}

#[test]
fn broken_escapes_stay_as_they_are() {
    assert_eq!(decoded("a%20b%zz%4"), "a b%zz%4");
    assert_eq!(decoded("%C3%A9"), "é");
}

#[test]
fn everything_that_makes_clients_drop_an_entry_is_told() {
    let entry = |json: serde_json::Value| serde_json::from_value::<index::Entry>(json).unwrap().faults();
    let digest = format!("sha256:{}", "0".repeat(64));
    let good =
        serde_json::json!({"name": "a", "type": "archive", "description": "d", "url": "a.zip", "digest": digest});
    assert!(entry(good.clone()).is_empty());
    for (key, value) in [
        ("name", "A_b".to_owned()),
        ("type", "task".to_owned()),
        ("description", "x".repeat(1025)),
        ("digest", digest.to_uppercase()),
        ("digest", "0".repeat(64)),
    ] {
        let mut bad = good.clone();
        bad[key] = value.clone().into();
        assert_eq!(entry(bad).len(), 1, "{key}: {value}");
    }
    assert_eq!(entry(serde_json::json!({})).len(), 5);
}
