//! What a metadata document says: its members, its extensions, their parameters and their places.
//!
//! An extension is a string or an object with a name; a list of them stands where an entry is such an
//! object, or where the member is called `codecs` or `…_codecs`.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::value;
use super::{Features, Kind};

/// What the members of a document are called as the parameters of an extension.
pub(super) const DOCUMENT: &str = "";
/// Members that `fact` describes, or that every document has.
const ELSEWHERE: [&str; 3] = ["shape", "zarr_format", "node_type"];

/// The parameters that each extension of a document gives: by name of the extension.
pub(super) type Given = Vec<(String, BTreeSet<String>)>;

/// How a parameter of an extension is called.
pub(super) fn parameter(extension: &str, parameter: &str) -> String {
    match extension {
        DOCUMENT => parameter.to_owned(),
        extension => format!("{extension}.{parameter}"),
    }
}

/// Adds what a document says, or part of one.
pub(super) fn note(document: &Map<String, Value>, features: &mut Features, given: &mut Given) {
    if document.contains_key("zarr_format") {
        given.push((DOCUMENT.to_owned(), document.keys().cloned().collect()));
    }
    note_members(document, &ELSEWHERE, features, given);
}

/// Adds what a document says besides the data type, the shape and the codecs of a chunk.
pub(super) fn note_rest(document: &Map<String, Value>, features: &mut Features, given: &mut Given) {
    given.push((DOCUMENT.to_owned(), document.keys().cloned().collect()));
    let of_chunk = ["data_type", "codecs", "fill_value", "chunk_grid"];
    note_members(
        document,
        &[&of_chunk[..], &ELSEWHERE].concat(),
        features,
        given,
    );
}

fn note_members(
    document: &Map<String, Value>,
    left_out: &[&str],
    features: &mut Features,
    given: &mut Given,
) {
    let members = document.iter();
    for (member, value) in members.filter(|(member, _)| !left_out.contains(&member.as_str())) {
        let mut notes = Notes {
            features: &mut *features,
            given: &mut *given,
        };
        if let Some(list) = extensions(member, value) {
            notes.list(list, &format!(" in the array's {member}"));
        } else if name(value).is_some() && (value.is_object() || member == "data_type") {
            notes.extension(&member.replace('_', " "), value, "");
        } else {
            value::note(member, value, &mut |phrase| {
                features.insert(phrase, Kind::Array);
            });
        }
    }
}

/// The name of an extension.
pub(super) fn name(extension: &Value) -> Option<&str> {
    match extension {
        Value::String(name) => Some(name),
        Value::Object(members) => members.get("name")?.as_str(),
        _ => None,
    }
}

/// The configuration of an extension.
pub(super) fn configuration(extension: &Value) -> Option<&Map<String, Value>> {
    extension.get("configuration")?.as_object()
}

/// The entries of a list of extensions.
pub(super) fn extensions<'a>(member: &str, value: &'a Value) -> Option<&'a [Value]> {
    let entries = value.as_array()?;
    let is_named = |it: &Value| it.is_object() && name(it).is_some();
    let is_list = member == "codecs" || member.ends_with("_codecs") || entries.iter().any(is_named);
    is_list.then_some(entries.as_slice())
}

struct Notes<'a> {
    features: &'a mut Features,
    given: &'a mut Given,
}

impl Notes<'_> {
    /// A phrase, wherever the extension stands and in its place.
    fn add(&mut self, phrase: &str, place: &str) {
        self.features.insert(phrase.to_owned(), Kind::Extension);
        if !place.is_empty() {
            let placed = format!("{phrase}{place}");
            self.features.insert(placed, Kind::Extension);
        }
    }

    fn list(&mut self, list: &[Value], place: &str) {
        for entry in list {
            self.extension("codec", entry, place);
        }
        let names: Vec<&str> = list.iter().filter_map(name).collect();
        for pair in names.windows(2) {
            self.add(&format!("{} right before {}", pair[0], pair[1]), place);
        }
        let mut seen = BTreeSet::new();
        for twice in names.iter().filter(|it| !seen.insert(**it)) {
            self.add(&format!("{twice} twice"), place);
        }
        if let Some(last) = names.last() {
            self.add(&format!("{last} last"), place);
        }
    }

    fn extension(&mut self, role: &str, extension: &Value, place: &str) {
        let Some(name) = name(extension) else {
            return;
        };
        self.add(&format!("{role} {name}"), place);
        if extension.is_string() && role != "data type" {
            self.add(&format!("{name} as a string"), place);
        }
        let configuration = configuration(extension);
        let parameters = configuration.into_iter().flatten();
        let names = parameters.clone().map(|(parameter, _)| parameter.clone());
        self.given.push((name.to_owned(), names.collect()));
        for (parameter, value) in parameters {
            let called = format!("{name}.{parameter}");
            if let Some(list) = extensions(parameter, value) {
                self.list(list, &format!(" in {called}"));
            } else {
                value::note(&called, value, &mut |phrase| self.add(&phrase, place));
            }
        }
        let others = extension.as_object().into_iter().flatten();
        for (member, value) in others {
            match (member.as_str(), value) {
                ("name", _) => {}
                ("configuration", Value::Object(members)) if members.is_empty() => {
                    self.add(&format!("{name} has an empty configuration"), place);
                }
                ("configuration", Value::Object(_)) => {}
                (member, value) => {
                    let called = format!("{name} {member}");
                    value::note(&called, value, &mut |phrase| self.add(&phrase, place));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn has(features: &Features, expected: &str) -> bool {
        features.0.iter().any(|(phrase, _)| phrase == expected)
    }

    /// The names of the codecs are unknown to this program.
    #[test]
    fn an_unknown_codec_has_its_parameters_as_features() {
        let document = json!({"codecs": [
            {"name": "a", "configuration": {"x": 1, "codecs": [{"name": "b", "configuration": {"y": "z"}}]}},
            "c",
        ]});
        let (mut features, mut given) = (Features::default(), Given::new());
        note(document.as_object().unwrap(), &mut features, &mut given);
        for expected in [
            "codec a",
            "a.x=1",
            "a.x=1 in the array's codecs",
            "b.y=z",
            "b.y=z in a.codecs",
            "a right before c",
            "c as a string",
            "c last",
        ] {
            assert!(has(&features, expected), "{expected}");
        }
        assert!(!has(&features, "b.y=z in the array's codecs"));
        let names: Vec<&str> = given.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b", "c"]);
    }
}
