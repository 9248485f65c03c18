//! The same question in plainer words: a check whose documents mean the same and are spelled as
//! plainly as can be.
//!
//! An implementation that says `unsupported` to one spelling and accepts another lacks nothing that the
//! specification lets it lack. What counts as spelling, and nothing else:
//!
//! | of | spellings |
//! |---|---|
//! | the document | white space, escapes, the order of members, empty `attributes` and `storage_transformers` |
//! | an extension definition | only its name, an object without `configuration`, with an empty one |
//! | `bytes`, of data types of one byte | with and without `endian`, which then means nothing |
//! | `default` and `v2` chunk keys | with and without the `separator` that is the default |
//! | the fill value | the permitted forms of one and the same value of the data type |
//!
//! Data type, shape, chunk shape, order, endian of longer elements, separator, dimension names and
//! attributes stay what they are: a combination of these may truly be unsupported.

mod extension;
mod fill_value;

use serde_json::{Map, Value};
use zarr_conform_protocol::Ask;
use zarr_conform_terms::DataTypeValue;
use zarr_conform_vectors::{Level, Meaning, Store};

use self::extension::Form;
use super::{Check, Expected, Operation};
use crate::tell::text::line;

/// Characters of a spelling in a report.
const SHOWN: usize = 400;
/// The members of array metadata that come first, in the order of the specification.
const MEMBERS: [&str; 8] = [
    "zarr_format",
    "node_type",
    "shape",
    "data_type",
    "chunk_grid",
    "chunk_key_encoding",
    "fill_value",
    "codecs",
];

/// A check in other words.
#[derive(Clone, Debug)]
pub(crate) struct Plainer {
    /// The check, of the same id.
    pub check: Check,
    /// What is spelled in another way, for people.
    pub words: String,
}

/// The codec list of a document with all parameters spelled out, as far as its data type is known;
/// nothing where there is none.
pub(crate) fn codecs_in_full(document: &Map<String, Value>) -> Option<Vec<Value>> {
    let codecs = document.get("codecs")?.as_array()?;
    let data_type = document.get("data_type").and_then(Value::as_str);
    Some(extension::list(
        codecs,
        Form::Full,
        data_type.unwrap_or_default(),
    ))
}

/// The check in plainer words, the plainest last; nothing where it is spelled so already, where the
/// specification does not demand it, or where the question is not how a document is read. `meaning`
/// gives what a valid `zarr.json` means.
pub(crate) fn plainer(check: &Check, meaning: &dyn Fn(&[u8]) -> Option<Meaning>) -> Vec<Plainer> {
    if !is_about_a_document(check) {
        return Vec::new();
    }
    let mut found: Vec<Plainer> = Vec::new();
    for form in [Form::Bare, Form::Full] {
        let plainer = respelled(check, form, meaning);
        found.extend(plainer.filter(|it| found.iter().all(|other| other.words != it.words)));
    }
    found
}

/// Whether a valid document is what is asked about. The arguments of `create` are a library's own.
fn is_about_a_document(check: &Check) -> bool {
    let is_judged = !matches!(
        check.expected,
        Expected::Refused
            | Expected::AllRefused
            | Expected::Unknown(_)
            | Expected::Denied(_)
            | Expected::Claimed(_)
            | Expected::Readings { .. }
            | Expected::NotAskable(_)
    );
    let is_own = matches!(check.operation, Operation::Create | Operation::Grid);
    check.level == Level::Must && is_judged && !is_own
}

fn respelled(
    check: &Check,
    form: Form,
    meaning: &dyn Fn(&[u8]) -> Option<Meaning>,
) -> Option<Plainer> {
    let mut check = check.clone();
    let mut words: Option<String> = None;
    // An implementation that only opens an array need not have its data type, whatever the spelling.
    let has_elements = check.operation != Operation::Open;
    for store in &mut check.stores {
        let changed = respell_store(store, form, has_elements, meaning);
        words = words.or(changed);
    }
    for asked in &mut check.requests {
        let (data_type, codecs) = match &mut asked.ask {
            Ask::Encode(it) => (&it.data_type, &mut it.codecs),
            Ask::Decode(it) => (&it.data_type, &mut it.codecs),
            _ => continue,
        };
        let list = extension::list(codecs, form, data_type);
        if **codecs != list[..] {
            words = words.or_else(|| Some(shown("codecs", &Value::from(list.clone()))));
            *codecs = list.into();
        }
    }
    words.map(|words| Plainer { check, words })
}

/// Spells the metadata of a store in this form; what changed, for people.
fn respell_store(
    store: &mut Store,
    form: Form,
    has_elements: bool,
    meaning: &dyn Fn(&[u8]) -> Option<Meaning>,
) -> Option<String> {
    let document = store.get("zarr.json")?.clone();
    let members: Map<String, Value> = serde_json::from_slice(&document).ok()?;
    let before = meaning(&document)?;
    let mut plain = respell(&members, form, has_elements, &before.data_type)?;
    let with_fill_value = fill_value::plain(&before, form).map(|fill_value| {
        let mut plain = plain.clone();
        plain.insert("fill_value".to_owned(), fill_value);
        plain
    });
    // A value that has no plain form keeps the form that it has.
    if let Some(other) = with_fill_value
        && meaning(&text(&other)).as_ref() == Some(&before)
    {
        plain = other;
    }
    let spelled = text(&plain);
    if *spelled == *document || meaning(&spelled)? != before {
        return None;
    }
    store.insert("zarr.json".to_owned(), spelled.into());
    let is_other = |(name, value): &(&String, &Value)| {
        members.get(*name).map(Value::to_string) != Some(value.to_string())
    };
    let changed: Vec<String> = plain
        .iter()
        .filter(is_other)
        .map(|(name, value)| shown(name, value))
        .collect();
    Some(if changed.is_empty() {
        "with other white space or another order of members".to_owned()
    } else {
        changed.join(", ")
    })
}

/// The members in the order of the specification, their extension definitions in this form; that of the data type where
/// there are elements.
fn respell(
    members: &Map<String, Value>,
    form: Form,
    has_elements: bool,
    data_type: &DataTypeValue,
) -> Option<Map<String, Value>> {
    let mut plain = Map::new();
    for name in MEMBERS {
        let value = members.get(name)?;
        let value = match name {
            "chunk_grid" | "chunk_key_encoding" => extension::one(value, form, data_type),
            "codecs" => extension::list(value.as_array()?, form, data_type).into(),
            "data_type" if has_elements => match Value::from(data_type) {
                Value::String(_) => extension::name_of(value),
                object => object,
            },
            _ => value.clone(),
        };
        plain.insert(name.to_owned(), value);
    }
    for (name, value) in members {
        let is_empty = match name.as_str() {
            "attributes" => value.as_object().is_some_and(Map::is_empty),
            "storage_transformers" => value.as_array().is_some_and(Vec::is_empty),
            _ => false,
        };
        if !is_empty && !plain.contains_key(name) {
            plain.insert(name.clone(), value.clone());
        }
    }
    Some(plain)
}

fn text(members: &Map<String, Value>) -> Vec<u8> {
    serde_json::to_vec(members).unwrap_or_default()
}

fn shown(name: &str, value: &Value) -> String {
    line(&format!("\"{name}\": {value}"), SHOWN)
}

#[cfg(test)]
mod tests;
