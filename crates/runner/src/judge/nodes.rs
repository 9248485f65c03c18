//! Judging what was found of a hierarchy.

use std::collections::BTreeMap;

use serde_json::{Map, Value};
use zarr_conform_protocol::{Ask, Children, Node, Refusal, Walk};
use zarr_conform_terms::NodeType;
use zarr_conform_vectors::{Change, NodeStated, WholeArray};

use super::answers::array_type;
use super::difference;
use super::evidence::{Evidence, Held, Objection, first};
use super::json::is_same;
use super::reader::{HierarchyLeft, Unreadable};
use super::verdict::{Failure, FailureKind};
use crate::check::{Changed, Elements};
use crate::tell::text::{shortened, spelled_elements};

/// The answer to a request, where that nothing was found is as good as a refusal.
pub(crate) fn found(ask: &Ask, reply: Result<Value, Refusal>) -> Result<Value, Refusal> {
    match reply {
        Ok(ok) if ask.finds_nothing(&ok) => Err(Refusal::invalid("the answer is null")),
        reply => reply,
    }
}

/// The node is of this type and, where attributes are stated and given, has these.
pub(super) fn node(
    node_type: NodeType,
    attributes: Option<&Map<String, Value>>,
    found: &Node,
) -> Held {
    same_type(node_type, found.node_type)?;
    let (Some(expected), Some(found)) = (attributes, &found.attributes) else {
        return Ok(());
    };
    let expected = Value::Object(expected.clone());
    if is_same(&expected, found) {
        return Ok(());
    }
    let expected = format!("the attributes {}", shortened(&expected));
    Err(failure(expected, shortened(found)).into())
}

fn same_type(expected: NodeType, found: NodeType) -> Result<(), Failure> {
    if expected == found {
        return Ok(());
    }
    Err(failure(
        format!("a node of type {expected}"),
        found.to_string(),
    ))
}

/// These nodes are listed and no others.
pub(super) fn listed(expected: &BTreeMap<String, NodeType>, ok: &[&Value]) -> Held {
    let found = match first::<Walk>(ok) {
        Ok(walk) => walk.nodes,
        Err(_) => first::<Children>(ok)?.children,
    };
    if *expected == found {
        return Ok(());
    }
    Err(failure(spelled(expected), spelled(&found)).into())
}

fn spelled(nodes: &BTreeMap<String, NodeType>) -> String {
    let each = nodes.iter().map(|(name, it)| format!("{it} {name:?}"));
    let each: Vec<String> = each.collect();
    if each.is_empty() {
        return "no nodes".to_owned();
    }
    each.join(", ")
}

/// The reference finds in the store what is stated, and everything else is as it was before.
pub(super) fn changed(expected: &Changed, evidence: &Evidence<'_>) -> Held {
    let store = evidence.store()?;
    let get = |key: &str| store.get(key, MOST_BYTES).map_err(|it| it.to_string());
    let left = HierarchyLeft {
        keys: store.keys(),
        get: &get,
        consolidated: expected.consolidated,
    };
    let found = evidence.node(&left, &expected.path);
    let (stated, found) = match (&expected.stated, found) {
        (_, Err(Unreadable::Bug(bug))) => return Err(Objection::Bug(bug)),
        (Some(stated), Ok(found)) => (stated, found),
        (None, Err(_)) => return Ok(()),
        (None, Ok(found)) => {
            let found = format!("a {}", found.node_type);
            return Err(failure("nothing that is read so".to_owned(), found).into());
        }
        (Some(stated), Err(error)) => {
            let node = format!("a {} at {}", stated.node_type, expected.path);
            return Err(failure(node, error.to_string()).into());
        }
    };
    let answer = Node {
        node_type: found.node_type,
        attributes: looked_at(expected, stated, found.attributes).map(Value::Object),
    };
    node(stated.node_type, Some(&stated.attributes), &answer)?;
    same_nodes(stated.children.as_ref(), found.children.as_ref())?;
    same_nodes(stated.nodes.as_ref(), found.nodes.as_ref())?;
    if let Some(array) = &stated.array {
        same_elements(array, evidence.array(&left, &expected.path))?;
    }
    kept(expected, evidence)
}

/// The attributes that are compared with the stated ones: no sentence keeps a library from adding some to nodes whose
/// documents it writes. Of an array that it creates, none: they are a part of the metadata that were given.
fn looked_at(
    expected: &Changed,
    stated: &NodeStated,
    mut found: Map<String, Value>,
) -> Option<Map<String, Value>> {
    if expected.change.path() != expected.path {
        return Some(found);
    }
    match &expected.change {
        Change::Create { .. } => return None,
        Change::CreateGroup { .. } | Change::SetAttributes { .. } => {
            let before = attributes_before(expected);
            found.retain(|name, _| {
                stated.attributes.contains_key(name) || before.contains_key(name)
            });
        }
        Change::Write { .. } | Change::Delete { .. } | Change::Consolidate { .. } => {}
    }
    Some(found)
}

/// The attributes that the node had before it was changed.
fn attributes_before(expected: &Changed) -> Map<String, Value> {
    let key = format!("{}/zarr.json", expected.path.trim_matches('/'));
    let document = expected.kept.get(key.trim_start_matches('/'));
    let document = document.and_then(|it| serde_json::from_str::<Value>(it).ok());
    let attributes = document.and_then(|it| it.get("attributes")?.as_object().cloned());
    attributes.unwrap_or_default()
}

/// Everything is as it was before but for what was changed.
pub(super) fn kept(expected: &Changed, evidence: &Evidence<'_>) -> Held {
    let store = evidence.store()?;
    for (key, before) in &expected.kept {
        let after = store.get(key, MOST_BYTES).unwrap_or_default();
        is_kept(&expected.change, key, before, after.as_deref())?;
    }
    Ok(())
}

/// The reference reads these elements.
fn same_elements(expected: &WholeArray, found: Result<WholeArray, Unreadable>) -> Held {
    let expected = Elements::of_array(expected);
    let found = match found {
        Ok(found) => found,
        Err(Unreadable::Bug(bug)) => return Err(Objection::Bug(bug)),
        Err(error) => {
            let elements = format!("elements {}", spelled_elements(&expected.bytes));
            let failure = Failure::new(FailureKind::WrongData, elements, error.to_string());
            return Err(failure.into());
        }
    };
    array_type(&expected.of, &found.data_type, &found.shape)?;
    Ok(difference::elements(&expected, &found.elements)?)
}

/// Bytes of the longest document that is looked at.
const MOST_BYTES: u64 = 1 << 16;

fn same_nodes(
    expected: Option<&BTreeMap<String, NodeType>>,
    found: Option<&BTreeMap<String, NodeType>>,
) -> Result<(), Failure> {
    match expected {
        Some(expected) if Some(expected) != found => {
            let found = found.map_or_else(|| "none".to_owned(), spelled);
            Err(failure(spelled(expected), found))
        }
        _ => Ok(()),
    }
}

/// The value of a key is what it was, a document as JSON, unless it is what was changed.
fn is_kept(change: &Change, key: &str, before: &str, after: Option<&[u8]>) -> Result<(), Failure> {
    let below = format!("{}/", change.path().trim_matches('/'));
    let below = below.trim_start_matches('/');
    let is_changed = match change {
        Change::Delete { .. } | Change::Write { .. } => key.starts_with(below),
        _ => key == format!("{below}zarr.json"),
    };
    let parsed = |text: &[u8]| Some(with_defaults(serde_json::from_slice(text).ok()?));
    let is_same = |after: &[u8]| match (parsed(before.as_bytes()), parsed(after)) {
        (Some(one), Some(other)) => is_same(&one, &other),
        _ => after == before.as_bytes(),
    };
    if is_changed || after.is_some_and(is_same) {
        return Ok(());
    }
    let found = after.map(|it| String::from_utf8_lossy(it).into_owned());
    Err(failure(
        format!("{key:?} to be left as it was: {before}"),
        found.unwrap_or_else(|| format!("no {key:?}")),
    ))
}

fn failure(expected: String, found: String) -> Failure {
    Failure::new(FailureKind::WrongMetadata, expected, found)
}

/// A document without what says nothing, and without consolidated metadata: what becomes of these when something below
/// changes is open.
fn with_defaults(mut document: Value) -> Value {
    if let Value::Object(members) = &mut document {
        members.remove("consolidated_metadata");
        members.retain(|name, value| name != "attributes" || *value != Value::Object(Map::new()));
    }
    document
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;
    use zarr_conform_protocol::ask;

    use super::*;

    #[rstest]
    #[case::no_attributes(
        r#"{"node_type": "group"}"#,
        r#"{"node_type": "group", "attributes": {}}"#,
        true
    )]
    #[case::consolidated(
        r#"{"node_type": "group"}"#,
        r#"{"node_type": "group", "consolidated_metadata": null}"#,
        true
    )]
    #[case::attributes(
        r#"{"node_type": "group"}"#,
        r#"{"node_type": "group", "attributes": {"a": 1}}"#,
        false
    )]
    #[case::another(r#"{"node_type": "group"}"#, r#"{"node_type": "array"}"#, false)]
    fn other_documents_keep_their_meaning(
        #[case] before: &str,
        #[case] after: &str,
        #[case] expected: bool,
    ) {
        let change = Change::Delete {
            path: "/b".to_owned(),
        };
        let kept = is_kept(&change, "a/zarr.json", before, Some(after.as_bytes()));
        assert_eq!(kept.is_ok(), expected);
    }

    /// A null says that nothing is there, and only in answers about nodes.
    #[test]
    fn nothing_found_is_a_refusal() {
        let none = json!({"node_type": null});
        assert!(found(&Ask::Node(ask::Node::default()), Ok(none.clone())).is_err());
        assert!(found(&Ask::Open(ask::Open::default()), Ok(none)).is_ok());
        let group = json!({"node_type": "group"});
        assert!(found(&Ask::Node(ask::Node::default()), Ok(group)).is_ok());
    }
}
