//! That a refused document differs from its valid twin in one place, as far as that can be computed: a
//! member that has another value, another name, is there or is not. What differs in two would be refused for
//! the other one, too, and the refusal would say nothing of the mistake.

use std::collections::BTreeMap;

use anyhow::ensure;
use serde_json::{Map, Value};
use zarr_conform_vectors::{Fact, Statement};

use crate::topic::Topic;

/// Facts that differ from their twin in the name of an extension and in `must_understand`: whether a known
/// extension may have the mark there is open, so that a document with the mark alone may be refused, too.
const WITH_A_MARK: [&str; 4] = [
    "core/must-understand-enumerated/unknown-chunk-grid-false",
    "core/must-understand-enumerated/unknown-codec-only-false",
    "core/must-understand-enumerated/unknown-codec-only-true",
    "core/must-understand-enumerated/unknown-key-encoding-false",
];

/// Whether each refused metadata document differs from its twin in one place at most; in none where only
/// the spelling differs. What is not JSON cannot be compared.
pub(crate) fn check(topics: &[Topic]) -> anyhow::Result<()> {
    let facts = || topics.iter().flat_map(|topic| &topic.facts);
    let by_id: BTreeMap<&str, &Fact> = facts().map(|fact| (fact.id.as_str(), fact)).collect();
    for fact in facts() {
        let twin = fact.twin.as_deref().and_then(|twin| by_id.get(twin));
        let Some((refused, valid)) = document(fact).zip(twin.and_then(|it| document(it))) else {
            continue;
        };
        let found = places(&refused, &valid);
        let most = 1 + usize::from(WITH_A_MARK.contains(&fact.id.as_str()));
        let twin = fact.twin.as_deref().unwrap_or_default();
        ensure!(
            found <= most,
            "{} differs from its twin {twin} in {found} places, expected one: name a twin that differs in nothing but the mistake",
            fact.id
        );
    }
    Ok(())
}

fn document(fact: &Fact) -> Option<Value> {
    match &fact.statement {
        Statement::Metadata(it) => serde_json::from_slice(it.document()).ok(),
        // A name is under test in the path and in the key.
        Statement::Hierarchy(it) => {
            let documents = it.documents.iter();
            let parsed = documents
                .map(|(key, text)| (key.clone(), serde_json::from_str(text).unwrap_or_default()));
            Some(Value::Object(parsed.collect()))
        }
        _ => None,
    }
}

/// In how many places two values differ.
fn places(one: &Value, other: &Value) -> usize {
    match (one, other) {
        _ if one == other => 0,
        (Value::Object(one), Value::Object(other)) => places_of_members(one, other),
        (Value::Array(one), Value::Array(other)) => places_of_entries(one, other),
        _ => 1,
    }
}

/// Members that are missing on one side and too many on the other have another name: one place each. An
/// object that shares no name with the other stands in its place.
fn places_of_members(one: &Map<String, Value>, other: &Map<String, Value>) -> usize {
    let shared: Vec<&String> = one.keys().filter(|it| other.contains_key(*it)).collect();
    if shared.is_empty() {
        return 1;
    }
    let renamed = one.len().max(other.len()) - shared.len();
    let changed = shared.iter().map(|it| places(&one[*it], &other[*it]));
    changed.sum::<usize>() + renamed
}

/// Entries in another order, one more or one less, or all of them others, are one place: the list.
fn places_of_entries(one: &[Value], other: &[Value]) -> usize {
    let is_moved = one.iter().all(|it| other.contains(it));
    if one.len() != other.len() || is_moved {
        return 1;
    }
    let found: Vec<usize> = one.iter().zip(other).map(|(a, b)| places(a, b)).collect();
    match found.as_slice() {
        [_, _, ..] if !found.contains(&0) => 1,
        found => found.iter().sum(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[rstest::rstest]
    #[case::same(json!({"a": 1}), json!({"a": 1}), 0)]
    #[case::value(json!({"a": 1, "b": 2}), json!({"a": 1, "b": 3}), 1)]
    #[case::member_too_many(json!({"a": 1, "b": 2}), json!({"a": 1}), 1)]
    #[case::renamed(json!({"a": 1, "b": 2}), json!({"a": 1, "c": 2}), 1)]
    #[case::name_and_mark(json!({"e": {"name": "x", "mark": true}}), json!({"e": {"name": "y"}}), 2)]
    #[case::replaced(json!({"e": {}}), json!({"e": {"name": "y", "configuration": {}}}), 1)]
    #[case::two_members(json!({"a": 1, "b": 2}), json!({"a": 2, "b": 3}), 2)]
    #[case::entry_too_many(json!([1]), json!([1, 2]), 1)]
    #[case::moved(json!([1, 2, 3]), json!([2, 1, 3]), 1)]
    #[case::one_entry(json!([{"a": 1}, {"b": 1}]), json!([{"a": 2}, {"b": 1}]), 1)]
    #[case::in_two_entries_of_three(json!([1, 2, 3]), json!([4, 5, 3]), 2)]
    fn places_in_which_values_differ(
        #[case] one: Value,
        #[case] other: Value,
        #[case] expected: usize,
    ) {
        assert_eq!(places(&one, &other), expected);
        assert_eq!(places(&other, &one), expected);
    }

    /// A topic of a valid document and one that is refused.
    fn topic(refused: &str) -> Topic {
        let valid = r#"{"shape": [1], "extension": {"name": "known"}}"#;
        let mut topic = Topic::new("a/b", "documents");
        let mut add = |name: &str, stated: Value| {
            let mut fact = json!({
                "id": format!("a/b/{name}"), "comment": "", "requirements": ["a.b"],
                "level": "must", "editions": ["3.1"], "metadata": stated,
            });
            if name == "refused" {
                fact["twin"] = json!("a/b/valid");
            }
            topic.facts.push(serde_json::from_value(fact).unwrap());
        };
        let means = json!({"data_type": "int8", "shape": [1], "fill_value": "00"});
        add("valid", json!({"zarr_json": valid, "means": means}));
        add("refused", json!({"zarr_json": refused, "refused": "why"}));
        topic
    }

    #[test]
    fn a_twin_that_differs_in_two_places_is_an_error() {
        let unknown = topic(r#"{"shape": [1], "extension": {"name": "unknown"}}"#);
        assert!(check(&[unknown]).is_ok());
        let marked = topic(r#"{"shape": [1], "extension": {"name": "unknown", "mark": true}}"#);
        let error = check(&[marked]).unwrap_err().to_string();
        assert!(
            error.contains("a/b/refused differs from its twin a/b/valid in 2 places"),
            "{error}"
        );
        let text = topic("no JSON");
        assert!(check(&[text]).is_ok());
    }
}
