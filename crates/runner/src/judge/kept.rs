//! What no sentence of the specification protects and users lose all the same: attributes and
//! dimension names that are not kept, and codecs that are changed. It is recorded and fails nobody.

use serde_json::{Map, Value};
use zarr_conform_protocol::Ask;

use super::evidence::Evidence;
use super::verdict::{Kept, NotKept};
use crate::check::spelling::codecs_in_full;
use crate::check::{Check, Expected};
use crate::tell::text::one_line;

/// Characters of what is told of a member.
const SHOWN: usize = 300;

/// What the metadata in the store do not keep of the document that was given to `create`, or that stood
/// in the store before `write`.
pub(super) fn not_kept(check: &Check, evidence: &Evidence<'_>) -> Vec<NotKept> {
    match &check.expected {
        Expected::Created(..) => {
            let given = check.requests.iter().find_map(|asked| match &asked.ask {
                Ask::Create(it) => it.metadata.as_object(),
                _ => None,
            });
            given.map_or_else(Vec::new, |given| compare(given, evidence, false))
        }
        Expected::Written(_) => {
            let Some(before) = evidence.metadata else {
                return Vec::new();
            };
            // The same document keeps everything.
            if evidence.store().is_ok_and(|it| it.is("zarr.json", before)) {
                return Vec::new();
            }
            let before = serde_json::from_slice(before);
            before.map_or_else(
                |_| Vec::new(),
                |before: Map<String, Value>| compare(&before, evidence, true),
            )
        }
        _ => Vec::new(),
    }
}

fn compare(before: &Map<String, Value>, evidence: &Evidence<'_>, is_write: bool) -> Vec<NotKept> {
    let Some(after) = after(evidence) else {
        return Vec::new();
    };
    let mut kept = vec![
        (Kept::Attributes, are_attributes_kept(before, &after)),
        (Kept::DimensionNames, are_names_kept(before, &after)),
    ];
    if is_write {
        // Who creates an array may choose how to encode it, who writes into one finds it encoded.
        kept.push((Kept::Codecs, are_codecs_kept(before, &after)));
    }
    let lost = kept.into_iter().filter(|(_, is_kept)| !is_kept);
    lost.map(|(what, _)| NotKept {
        what,
        given: shown(before, what),
        found: shown(&after, what),
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

/// Whether two JSON values are equal; numbers by their value, objects without order.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(a), Value::Object(b)) => {
            let is_there =
                |(name, one): (&String, &Value)| b.get(name).is_some_and(|it| is_same(one, it));
            a.len() == b.len() && a.iter().all(is_there)
        }
        (one, other) => one == other,
    }
}

fn shown(members: &Map<String, Value>, what: Kept) -> String {
    let value = members.get(what.member()).map(Value::to_string);
    let text = value.map_or_else(|| "none".to_owned(), |it| one_line(&it));
    match text.char_indices().nth(SHOWN) {
        None => text,
        Some((end, _)) => format!("{}…", &text[..end]),
    }
}
