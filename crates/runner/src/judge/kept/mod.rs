//! What no sentence of the specification protects and users lose all the same: attributes,
//! dimension names and members that the text does not define, where they are not kept, and codecs
//! that are changed; and values under keys that the grid does not have, which nothing forbids. It
//! is recorded and is not a failure.

mod keys;

use serde_json::{Map, Value};
use zarr_conform_protocol::Ask;

use super::evidence::Evidence;
use super::json::is_same;
use super::verdict::{Kept, NotKept};
use crate::check::spelling::codecs_in_full;
use crate::check::{Check, Expected};
use crate::tell::text::one_line;

/// Characters of what is reported of a member.
const SHOWN: usize = 300;

/// Members of array metadata that are judged, or compared each by itself. That there are no storage transformers
/// is said by an empty list and by none.
const COMPARED: [&str; 11] = [
    "zarr_format",
    "node_type",
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_key_encoding",
    "fill_value",
    "codecs",
    "attributes",
    "storage_transformers",
    "dimension_names",
];

/// What the store does not keep of the document that was given to `create`, or that stood in it before `write`,
/// and keys that its grid does not have.
pub(super) fn not_kept(check: &Check, evidence: &Evidence<'_>) -> Vec<NotKept> {
    let given = match &check.expected {
        Expected::Created(..) => check.requests.iter().find_map(|asked| match &asked.ask {
            Ask::Create(it) => it.metadata.as_object().cloned(),
            _ => None,
        }),
        Expected::Written(_) => before(evidence),
        _ => return Vec::new(),
    };
    let Some(after) = after(evidence) else {
        return Vec::new();
    };
    let is_write = matches!(check.expected, Expected::Written(_));
    let lost = given.map_or_else(Vec::new, |given| compare(&given, &after, is_write));
    lost.into_iter()
        .chain(keys::added(check, &after, evidence))
        .collect()
}

/// The members that stood in the store before `write`; nothing where the document is still the same.
fn before(evidence: &Evidence<'_>) -> Option<Map<String, Value>> {
    let before = evidence.metadata?;
    let is_same = evidence.store().is_ok_and(|it| it.is("zarr.json", before));
    let members = serde_json::from_slice(before).ok();
    members.filter(|_| !is_same)
}

fn compare(
    before: &Map<String, Value>,
    after: &Map<String, Value>,
    is_write: bool,
) -> Vec<NotKept> {
    let mut kept = vec![
        (Kept::Attributes, are_attributes_kept(before, after)),
        (Kept::DimensionNames, are_names_kept(before, after)),
        (Kept::Members, are_others_kept(before, after)),
    ];
    if is_write {
        // A program that creates an array may choose how to encode it; one that writes into an array finds it encoded.
        kept.push((Kept::Codecs, are_codecs_kept(before, after)));
    }
    let lost = kept.into_iter().filter(|(_, is_kept)| !is_kept);
    lost.map(|(what, _)| NotKept {
        what,
        given: shown(before, what),
        found: shown(after, what),
    })
    .collect()
}

/// The members of the metadata in the store.
fn after(evidence: &Evidence<'_>) -> Option<Map<String, Value>> {
    let store = evidence.store().ok()?;
    let document = store.get("zarr.json", 0).ok()??;
    serde_json::from_slice(&document).ok()
}

/// Each attribute that was given is there; others may be, too.
fn are_attributes_kept(before: &Map<String, Value>, after: &Map<String, Value>) -> bool {
    let attributes = |members: &Map<String, Value>| {
        let attributes = members.get("attributes").and_then(Value::as_object);
        attributes.cloned().unwrap_or_default()
    };
    let after = attributes(after);
    let mut before = attributes(before).into_iter();
    before.all(|(name, value)| after.get(&name).is_some_and(|it| is_same(it, &value)))
}

/// Names that are all `null` say as much as none.
fn are_names_kept(before: &Map<String, Value>, after: &Map<String, Value>) -> bool {
    let names = |members: &Map<String, Value>| {
        let names = members.get("dimension_names").and_then(Value::as_array);
        names
            .filter(|names| !names.iter().all(Value::is_null))
            .cloned()
    };
    let Some(before) = names(before) else {
        return true;
    };
    names(after) == Some(before)
}

/// Each other member that was given is there.
fn are_others_kept(before: &Map<String, Value>, after: &Map<String, Value>) -> bool {
    let after = others(after);
    let mut before = others(before).into_iter();
    before.all(|(name, value)| after.get(&name).is_some_and(|it| is_same(it, &value)))
}

/// The members that the specification does not define.
fn others(members: &Map<String, Value>) -> Map<String, Value> {
    let is_other = |(name, _): &(&String, &Value)| !COMPARED.contains(&name.as_str());
    let others = members.iter().filter(is_other);
    others
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// The codec lists mean the same, however they are spelled.
fn are_codecs_kept(before: &Map<String, Value>, after: &Map<String, Value>) -> bool {
    match (codecs_in_full(before), codecs_in_full(after)) {
        (Some(before), Some(after)) => {
            let mut pairs = before.iter().zip(&after);
            before.len() == after.len() && pairs.all(|(one, other)| is_same(one, other))
        }
        _ => true,
    }
}

fn shown(members: &Map<String, Value>, what: Kept) -> String {
    let value = match what.member() {
        Some(member) => members.get(member).map(Value::to_string),
        None => Some(others(members))
            .filter(|it| !it.is_empty())
            .map(|it| Value::Object(it).to_string()),
    };
    let text = value.map_or_else(|| "none".to_owned(), |it| one_line(&it));
    match text.char_indices().nth(SHOWN) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
