//! The JSON Schema of SKILL.toml 1.0, for editors: made from the table of fields that the decoder
//! reads, so both know the same keys.

use serde_json::{Map, Value, json};

use super::fields::{FIELDS, Slot, Spec, Table};

/// Where a site publishes the schema, relative to its root.
pub const SCHEMA_PATH: &str = "schema/skill-manifest-1.0.json";

/// What the specification's rules say about a kebab-case word (§8 rule 2).
const KEBAB_CASE: &str = "^[a-z0-9]+(-[a-z0-9]+)*$";

/// Semantic Versioning 2.0.0, with pre-release and build parts.
const SEMVER: &str = r"^(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)\.(0|[1-9][0-9]*)(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$";

/// The schema, as JSON Schema draft 7, which every editor's TOML support reads.
///
/// A schema cannot tell an impossible day from a real one, and some editors take a TOML date for
/// a string; `check` finds both.
pub fn json_schema() -> Value {
    let mut top =
        table(Table::Top, "A skill's manifest: SKILL Package Specification 1.0.0 and this program's extensions");
    let properties = top["properties"].as_object_mut();
    if let Some(properties) = properties {
        properties.insert("skill".into(), table(Table::Skill, "What the skill is"));
        properties.insert("source".into(), open(table(Table::Source, "Where the skill comes from")));
        let compat = json!({ "type": "object", "description": "What runtimes and package managers have to know" });
        properties.insert("compat".into(), compat);
        let tool = json!({ "type": "object", "description": "Keys of other tools, one table each" });
        properties.insert("tool".into(), tool);
    }
    top["required"] = json!(["manifest_version", "skill"]);
    top["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    top["title"] = json!("SKILL.toml");
    top
}

/// The schema as text, with a line end.
pub fn json_schema_text() -> String {
    let mut text = serde_json::to_string_pretty(&json_schema()).unwrap_or_default();
    text.push('\n');
    text
}

fn table(table: Table, description: &str) -> Value {
    let specs = || FIELDS.iter().filter(|spec| spec.table == table);
    let properties: Map<String, Value> = specs().map(|spec| (spec.key.to_owned(), field(spec))).collect();
    let required: Vec<&str> = specs().filter(|spec| spec.required).map(|spec| spec.key).collect();
    let mut value = json!({
        "type": "object",
        "description": description,
        "properties": properties,
        "additionalProperties": false,
    });
    if !required.is_empty() {
        value["required"] = json!(required);
    }
    value
}

/// The same table with room for keys that the specification does not name (§6).
fn open(mut table: Value) -> Value {
    table["additionalProperties"] = json!(true);
    table
}

fn field(spec: &Spec) -> Value {
    let doc =
        if spec.extension { format!("{} (extension of the specification)", spec.doc) } else { spec.doc.to_owned() };
    let mut value = match spec.slot {
        Slot::Text(_) => json!({ "type": "string" }),
        Slot::Words(_) | Slot::Texts(_) => json!({ "type": "array", "items": { "type": "string" } }),
    };
    value["description"] = json!(doc);
    match spec.key {
        "manifest_version" => value["enum"] = json!(["1.0"]),
        "name" => {
            value["pattern"] = json!(KEBAB_CASE);
            value["maxLength"] = json!(64);
        }
        "version" => value["pattern"] = json!(SEMVER),
        "description" | "boundary" => value["minLength"] = json!(1),
        "last_verified" => value["pattern"] = json!(r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$"),
        // Other categories are extensions, so the known ones are offered and not demanded.
        "category" => value["anyOf"] = json!([{ "enum": spec.values }, { "minLength": 1 }]),
        "tags" | "topics" => value["minItems"] = json!(1),
        _ if !spec.values.is_empty() => value["enum"] = json!(spec.values),
        _ => {}
    }
    value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Level;
    use crate::git::Repository;
    use crate::{Config, SourceTree, Workspace};

    /// True when `value` is valid by the words of JSON Schema that this schema uses.
    fn is_valid(schema: &Value, value: &Value) -> bool {
        let words = schema.as_object().expect("a schema is an object");
        words.iter().all(|(word, rule)| match word.as_str() {
            "type" => match rule.as_str() {
                Some("string") => value.is_string(),
                Some("array") => value.is_array(),
                Some("object") => value.is_object(),
                other => panic!("{other:?} is not used"),
            },
            "enum" => rule.as_array().is_some_and(|words| words.contains(value)),
            "anyOf" => rule.as_array().is_some_and(|schemas| schemas.iter().any(|schema| is_valid(schema, value))),
            "pattern" => {
                let matches = |text: &str| text_matches(rule.as_str().unwrap_or_default(), text);
                value.as_str().is_none_or(matches)
            }
            "minLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 >= rule.as_u64().unwrap_or(0)),
            "maxLength" => value.as_str().is_none_or(|text| text.chars().count() as u64 <= rule.as_u64().unwrap_or(0)),
            "minItems" => value.as_array().is_none_or(|items| items.len() as u64 >= rule.as_u64().unwrap_or(0)),
            "items" => value.as_array().is_none_or(|items| items.iter().all(|item| is_valid(rule, item))),
            "required" => {
                rule.as_array().into_iter().flatten().all(|key| value.get(key.as_str().unwrap_or("")).is_some())
            }
            "properties" => rule
                .as_object()
                .into_iter()
                .flatten()
                .all(|(key, schema)| value.get(key).is_none_or(|value| is_valid(schema, value))),
            "additionalProperties" => {
                let known = |key: &String| schema["properties"].get(key).is_some();
                rule == &json!(true) || value.as_object().is_none_or(|map| map.keys().all(known))
            }
            "$schema" | "title" | "description" => true,
            other => panic!("{other} is not used"),
        })
    }

    /// The three patterns by other means than a regular expression.
    fn text_matches(pattern: &str, text: &str) -> bool {
        match pattern {
            KEBAB_CASE => crate::text::kebab(text).as_deref() == Some(text),
            SEMVER => text.parse::<semver::Version>().is_ok(),
            _ => {
                text.len() == 10
                    && text.bytes().enumerate().all(|(at, byte)| match at {
                        4 | 7 => byte == b'-',
                        _ => byte.is_ascii_digit(),
                    })
            }
        }
    }

    /// True when `check` finds neither an error nor one of the warnings that a schema has no softer word for.
    fn is_accepted(toml: &str) -> bool {
        let source = SourceTree::from_files([("a/SKILL.toml", toml), ("a/SKILL.md", "# A\n")]);
        let workspace = Workspace::new(source, Config::new("", jiff::civil::date(2026, 6, 1)), Repository::default());
        let findings = &workspace.report.findings;
        let is_refused = |code: &str| matches!(code, "unknown-key" | "risk-value");
        findings.iter().all(|finding| finding.level < Level::Error && !is_refused(finding.diagnostic.rule.code))
    }

    const GOOD: &str = "manifest_version = \"1.0\"\n[skill]\nname = \"a\"\nversion = \"1.2.0\"\ndescription = \"Use when planning\"\ntype = \"technique\"\ncategory = \"engineering\"\nboundary = \"Only this\"\nmaturity = \"beta\"\nlast_verified = \"2026-03-14\"\ntags = [\"git\"]\ntopics = [\"history\"]\n";

    #[test]
    fn the_schema_and_the_checks_agree() {
        let schema = json_schema();
        let changed = |from: &str, to: &str| {
            assert!(GOOD.contains(from), "{from}");
            GOOD.replace(from, to)
        };
        let good = [
            GOOD.to_owned(),
            changed("1.2.0", "1.2.0-rc.1+b5"),
            changed("engineering", "data-science"),
            format!("{GOOD}non_goals = [\"x\"]\nrequires = [\"b\"]\nrisk = \"low\"\nallowed-tools = [\"Read\"]\n"),
            format!(
                "{GOOD}[source]\nlicense = \"MIT\"\nmirror = \"x\"\n[compat]\nmin_x = \"1\"\n[tool.house]\ny = 1\n"
            ),
        ];
        // A required skill that is not there is beyond a schema.
        let good = good.map(|toml| toml.replace("requires = [\"b\"]\n", ""));
        let bad = [
            changed("manifest_version = \"1.0\"\n", ""),
            changed("\"1.0\"", "\"2.0\""),
            changed("\"1.0\"", "1.0"),
            changed("\"a\"", "\"Git_Flow\""),
            changed("1.2.0", "1.2"),
            changed("1.2.0", "v1.2.0"),
            changed("1.2.0", "01.2.0"),
            changed("technique", "workflow"),
            changed("beta", "rc"),
            changed("2026-03-14", "14th of March"),
            changed("[\"git\"]", "[]"),
            changed("tags = [\"git\"]\n", ""),
            changed("topics = [\"history\"]\n", ""),
            changed("[\"git\"]", "\"git\""),
            changed("[\"git\"]", "[1]"),
            changed("Only this", ""),
            changed("Use when planning", ""),
            changed("\"a\"", "[\"a\"]"),
            format!("{GOOD}colour = \"blue\"\n"),
            format!("{GOOD}risk = \"huge\"\n"),
            format!("{GOOD}[hybrid]\nx = 1\n"),
        ];
        for (toml, expected) in good.iter().map(|toml| (toml, true)).chain(bad.iter().map(|toml| (toml, false))) {
            let value: Value = toml::from_str(toml).expect("TOML");
            assert_eq!(is_valid(&schema, &value), expected, "the schema about\n{toml}");
            assert_eq!(is_accepted(toml), expected, "check about\n{toml}");
        }
    }

    #[test]
    fn the_words_are_those_of_the_package() {
        let words = |key: &str| FIELDS.iter().find(|spec| spec.key == key).map(|spec| spec.values).unwrap_or_default();
        assert_eq!(words("maturity"), crate::package::Maturity::ALL.map(crate::package::Maturity::as_str));
        assert_eq!(words("risk"), crate::package::Risk::ALL.map(crate::package::Risk::as_str));
    }
}
