//! What the form of a file demands beyond the types of its members: the rules of the JSON Schemas
//! about texts, ids and members that need others.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde_json::{Map, Value};

use zarr_conform_requirements::Requirement;
use zarr_conform_terms::{DataType, DataTypeValue};

/// Problems, each with its place as a JSON pointer.
type Found = Vec<(String, String)>;

/// Members whose text says something.
const TEXTS: [&str; 4] = ["about", "comment", "refused", "reading"];
/// Members that are JSON of the specification, whatever it has.
const FOREIGN: [&str; 7] = [
    "data_type",
    "zarr_json",
    "codecs",
    "values",
    "chunk_key_encodings",
    "attributes",
    "documents",
];
/// Most values that a fact shows of its elements.
const MOST_VALUES: usize = 64;
/// Members that say nothing without one of others beside them.
const NEEDS: [(&str, &str, &[&str]); 6] = [
    ("grid", "elements", &["grid_shape"]),
    ("grid", "chunks", &["grid_shape"]),
    ("metadata", "at_open", &["refused"]),
    ("array", "written", &["elements"]),
    ("array", "update", &["elements", "regions"]),
    ("representations", "data_type", &["shape"]),
];

/// What is wrong with a requirement, by member.
pub(super) fn requirement(requirement: &Requirement) -> Found {
    let mut found = Vec::new();
    let mut demand = |holds: bool, member: &str, problem: String| {
        if !holds {
            found.push((member.to_owned(), problem));
        }
    };
    let id = &requirement.id;
    demand(is_requirement(id), "/id", unlike_requirement(id));
    let editions: BTreeSet<_> = requirement.editions.iter().collect();
    let is_set = !editions.is_empty() && editions.len() == requirement.editions.len();
    demand(
        is_set,
        "/editions",
        "expected at least one, each once".to_owned(),
    );
    let text = &requirement.paraphrase;
    demand(!text.is_empty(), "/paraphrase", "found no text".to_owned());
    let sentences = &requirement.sentences;
    demand(!sentences.is_empty(), "/sentences", "found none".to_owned());
    for (at, sentence) in sentences.iter().enumerate() {
        let place = format!("/sentences/{at}");
        let (ordinal, sha256) = (sentence.ordinal, &sentence.sha256);
        let problem = format!("found {ordinal}, expected a number from 1");
        demand(ordinal >= 1, &format!("{place}/ordinal"), problem);
        let is_hash =
            sha256.len() == 64 && sha256.bytes().all(|it| b"0123456789abcdef".contains(&it));
        let problem = format!("found {sha256:?}, expected 64 lower-case hexadecimal digits");
        demand(is_hash, &format!("{place}/sha256"), problem);
    }
    found
}

/// Where a file says otherwise than what was read from it, such as a list of nothing.
pub(super) fn unlike(read: &Value, given: &Value, place: &mut String, found: &mut Found) {
    match (read, given) {
        (Value::Object(read), Value::Object(given)) => {
            let names: BTreeSet<&String> = read.keys().chain(given.keys()).collect();
            for name in names {
                let length = place.len();
                place.push('/');
                place.push_str(&escaped(name));
                match (read.get(name), given.get(name)) {
                    (Some(read), Some(given)) => unlike(read, given, place, found),
                    (None, Some(given)) => {
                        found.push((place.clone(), format!("found {given}, which says nothing")));
                    }
                    (_, None) => found.push((place.clone(), "is missing".to_owned())),
                }
                place.truncate(length);
            }
        }
        (Value::Array(read), Value::Array(given)) if read.len() == given.len() => {
            for (at, (read, given)) in read.iter().zip(given).enumerate() {
                let length = place.len();
                // Writing to a string cannot fail.
                let _ = write!(place, "/{at}");
                unlike(read, given, place, found);
                place.truncate(length);
            }
        }
        _ if read == given => {}
        _ => found.push((place.clone(), format!("found {given}, expected {read}"))),
    }
}

/// What breaks the rules in a file of facts.
pub(super) fn topic(file: &Value, found: &mut Found) {
    if let Value::Object(members) = file {
        each(members, "", "", found);
    }
}

/// Checks the members of an object, whose own name is `of`.
fn each(members: &Map<String, Value>, of: &str, place: &str, found: &mut Found) {
    for (name, value) in members {
        let place = format!("{place}/{}", escaped(name));
        if let Some(problem) = wrong(of, name, value, members) {
            found.push((place.clone(), problem));
        }
        if !FOREIGN.contains(&name.as_str()) {
            below(value, name, &place, found);
        }
    }
}

fn below(value: &Value, name: &str, place: &str, found: &mut Found) {
    match value {
        Value::Object(members) => each(members, name, place, found),
        Value::Array(items) => {
            for (at, item) in items.iter().enumerate() {
                below(item, name, &format!("{place}/{at}"), found);
            }
        }
        _ => {}
    }
}

/// What is wrong with a member of an object of this name.
fn wrong(of: &str, name: &str, value: &Value, beside: &Map<String, Value>) -> Option<String> {
    let text = value.as_str();
    for (object, member, needed) in NEEDS {
        if (object, member) == (of, name) && !needed.iter().any(|it| beside.contains_key(*it)) {
            return Some(format!("expected {} beside it", needed.join(" or ")));
        }
    }
    match (of, name) {
        (_, name) if TEXTS.contains(&name) => {
            (text == Some("")).then(|| "found no text".to_owned())
        }
        ("facts", "id") | (_, "twin") => {
            let parts = text.unwrap_or_default().split('/').count();
            (parts < 3).then(|| format!("found {value}, expected at least three parts"))
        }
        ("facts", "requirements") => wrong_requirements(value),
        ("facts", "premise" | "open") => {
            let is_entry = text.is_none_or(|id| id.split('.').all(is_word));
            (!is_entry).then(|| format!("found {value}, expected words joined by dashes"))
        }
        ("chunk", "values") => {
            let number = value.as_array().map_or(0, Vec::len);
            let problem = || format!("found {number} values, expected {MOST_VALUES} at most");
            (number > MOST_VALUES).then(problem)
        }
        ("representations", "shape") if beside.contains_key("bytes") => {
            Some("found shape and bytes, expected one of them".to_owned())
        }
        ("representations", "shape") if !beside.contains_key("data_type") => {
            Some("expected data_type beside it".to_owned())
        }
        (_, "data_type") => {
            let data_type = DataTypeValue::try_from(value.clone());
            let is_known = data_type.is_ok_and(|it| it.parse::<DataType>().is_ok());
            (!is_known).then(|| format!("found {value}, expected a data type"))
        }
        ("array", "store") => (!text.is_none_or(is_store))
            .then(|| format!("found {value}, expected a path such as stores/name.zarr")),
        (_, "unused") => {
            let mut runs = value.as_array().into_iter().flatten();
            let is_empty = |run: &Value| run.get(1).and_then(Value::as_u64) == Some(0);
            runs.any(is_empty)
                .then(|| format!("found {value}, expected no run of 0 bytes"))
        }
        _ => None,
    }
}

fn wrong_requirements(value: &Value) -> Option<String> {
    let ids = value.as_array().into_iter().flatten();
    let ids: Vec<&str> = ids.filter_map(Value::as_str).collect();
    if let Some(id) = ids.iter().find(|id| !is_requirement(id)) {
        return Some(unlike_requirement(id));
    }
    let distinct: BTreeSet<&&str> = ids.iter().collect();
    (distinct.len() < ids.len()).then(|| format!("found {value}, expected each once"))
}

fn unlike_requirement(id: &str) -> String {
    format!("found {id:?}, expected the id of a requirement such as transpose.order")
}

fn is_requirement(id: &str) -> bool {
    id.split_once('.')
        .is_some_and(|(group, rest)| is_word(group) && is_word(rest))
}

fn is_store(path: &str) -> bool {
    let parts = path.strip_suffix(".zarr").and_then(|it| it.split_once('/'));
    parts.is_some_and(|(folder, name)| is_word(folder) && is_word(name))
}

/// Lower-case letters, digits and dashes.
fn is_word(text: &str) -> bool {
    let is_of_word = |it: u8| it.is_ascii_lowercase() || it.is_ascii_digit() || it == b'-';
    !text.is_empty() && text.bytes().all(is_of_word)
}

/// A name as it stands in a JSON pointer.
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
