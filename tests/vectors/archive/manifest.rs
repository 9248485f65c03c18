//! The manifest has every fact as its file states it, in a form for languages with fixed types.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use jsonschema::Validator;
use rstest::rstest;
use serde_json::{Map, Value, json};
use zarr_conform::Edition;
use zarr_conform::archive::{self, KINDS};
use zarr_conform::vector::Files;

use super::fixtures::whole;
use crate::support::conform;

fn json_of(files: &Files, path: &str) -> Value {
    serde_json::from_slice(&files[path]).unwrap()
}

/// The facts of a manifest, with their ids.
fn facts(manifest: &Value) -> Vec<(&str, &Map<String, Value>)> {
    let facts = manifest["facts"].as_object().unwrap().iter();
    facts
        .map(|(id, fact)| (id.as_str(), fact.as_object().unwrap()))
        .collect()
}

/// A fact as its file has it, made from what the manifest says.
fn as_in_its_file(id: &str, fact: &Map<String, Value>) -> Value {
    let mut statement = fact.clone();
    let kind = statement["kind"].as_str().unwrap().to_owned();
    let file = statement["file"].as_str().unwrap().to_owned();
    for member in ["kind", "file", "content", "bin", "npy"] {
        statement.remove(member);
    }
    let mut own = json!({"id": id});
    for member in [
        "comment",
        "requirements",
        "level",
        "editions",
        "twin",
        "premise",
        "binds",
        "open",
    ] {
        if let Some(value) = statement.remove(member) {
            own[member] = value;
        }
    }
    if let Some(places) = statement.remove("places") {
        statement.insert("elements".to_owned(), places);
    }
    if let Some(store) = statement.get_mut("store") {
        let folder = file.rsplit_once('/').unwrap().0;
        let below = store.as_str().unwrap().strip_prefix(folder).unwrap();
        *store = below.strip_prefix('/').unwrap().into();
    }
    own[kind] = statement.into();
    own
}

#[test]
fn every_fact_is_there_with_all_that_its_file_states() {
    for edition in [None, Some(Edition::V3_1)] {
        let files = whole(edition);
        let manifest = json_of(files, archive::MANIFEST);
        let mut by_file: BTreeMap<String, Vec<Value>> = BTreeMap::new();
        for (id, fact) in facts(&manifest) {
            let file = fact["file"].as_str().unwrap().to_owned();
            by_file
                .entry(file)
                .or_default()
                .push(as_in_its_file(id, fact));
        }
        let mut count = 0;
        for (file, found) in by_file {
            let expected = &json_of(files, &file)["facts"];
            assert_eq!(&Value::from(found), expected, "{file}");
            count += expected.as_array().unwrap().len();
        }
        assert_eq!(count, facts(&manifest).len());
    }
}

/// What array metadata have: lists, right or wrong, whose entries have any type, and data types, which may be objects.
const AS_IN_METADATA: [&str; 3] = ["codecs", "data_type", "values"];

#[test]
fn a_member_has_one_type_in_all_facts() {
    let files = whole(None);
    let manifest = json_of(files, archive::MANIFEST);
    let mut types: BTreeMap<&str, Value> = BTreeMap::new();
    for (id, fact) in facts(&manifest) {
        let members = fact.iter();
        for (member, value) in members.filter(|it| !AS_IN_METADATA.contains(&it.0.as_str())) {
            // Elements of different numbers of bytes are a list of what others are one of.
            let found = match (member.as_str(), type_of(value)) {
                ("elements", Value::Array(each)) => {
                    each.first().cloned().unwrap_or("string".into())
                }
                (_, found) => found,
            };
            let first = types.entry(member).or_insert_with(|| found.clone());
            // A list without elements is one of any type.
            if *first == json!([]) {
                *first = found.clone();
            }
            assert!(
                found == *first || found == json!([]),
                "{id}: {member} is {found}, not {first}"
            );
        }
    }
    let schema = json_of(files, "schema/manifest.schema.json");
    let properties = schema["$defs"]["fact"]["properties"].as_object().unwrap();
    let properties: BTreeSet<&str> = properties.keys().map(String::as_str).collect();
    let found = types.into_keys().chain(AS_IN_METADATA);
    assert_eq!(found.collect::<BTreeSet<_>>(), properties);
}

/// The type as a value that is equal for values of the same type; of lists, with those of their
/// elements, each once.
fn type_of(value: &Value) -> Value {
    match value {
        Value::Null => "null".into(),
        Value::Bool(_) => "bool".into(),
        Value::Number(_) => "number".into(),
        Value::String(_) => "string".into(),
        Value::Object(_) => "object".into(),
        Value::Array(elements) => {
            let mut types: Vec<Value> = elements.iter().map(type_of).collect();
            types.dedup();
            types.into()
        }
    }
}

#[test]
fn files_and_stores_that_the_manifest_names_are_there() {
    let files = whole(None);
    let manifest = json_of(files, archive::MANIFEST);
    let mut found = BTreeMap::new();
    for (id, fact) in facts(&manifest) {
        for member in ["file", "bin", "npy"] {
            if let Some(path) = fact.get(member) {
                assert!(files.contains_key(path.as_str().unwrap()), "{id}: {path}");
                *found.entry(member).or_insert(0) += 1;
            }
        }
        if let Some(store) = fact.get("store") {
            let path = format!("{}/zarr.json", store.as_str().unwrap());
            assert!(files.contains_key(&path), "{id}: {path}");
            *found.entry("store").or_insert(0) += 1;
        }
    }
    assert!(
        found.len() == 4 && found.values().all(|it| *it > 100),
        "{found:?}"
    );
}

#[test]
fn a_manifest_of_an_edition_says_so() {
    for edition in Edition::ALL {
        let manifest = json_of(whole(Some(edition)), archive::MANIFEST);
        assert_eq!(manifest["edition"], edition.to_string());
        for (id, fact) in facts(&manifest) {
            let editions = fact["editions"].as_array().unwrap();
            assert!(editions.contains(&manifest["edition"]), "{id}");
        }
    }
    assert!(
        json_of(whole(None), archive::MANIFEST)
            .get("edition")
            .is_none()
    );
}

#[test]
fn every_kind_is_there() {
    let manifest = json_of(whole(None), archive::MANIFEST);
    for kind in KINDS {
        assert!(
            facts(&manifest)
                .iter()
                .any(|(_, fact)| fact["kind"] == kind),
            "{kind}"
        );
    }
}

#[test]
fn schemas_are_schemas() {
    let files = whole(None);
    let schemas = files.keys().filter(|path| path.starts_with("schema/"));
    let checked = schemas.map(|path| jsonschema::meta::validate(&json_of(files, path)).unwrap());
    assert_eq!(checked.count(), 3);
}

/// The schema of manifests, which names definitions of that of topics.
static SCHEMA: LazyLock<Validator> = LazyLock::new(|| {
    let topic = json_of(whole(None), "schema/topic.schema.json");
    let registry = jsonschema::Registry::new()
        .add("https://example.org/topic.schema.json", topic)
        .unwrap()
        .prepare()
        .unwrap();
    jsonschema::options()
        .with_base_uri("https://example.org/manifest.schema.json")
        .with_registry(&registry)
        .build(&json_of(whole(None), "schema/manifest.schema.json"))
        .unwrap()
});

#[test]
fn every_manifest_has_the_form_of_its_schema() {
    for edition in Edition::ALL.map(Some).into_iter().chain([None]) {
        let manifest = json_of(whole(edition), archive::MANIFEST);
        let errors: Vec<_> = SCHEMA
            .iter_errors(&manifest)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{errors:#?}");
    }
}

/// Members that a fact of another kind, or one that states something else, cannot have.
#[rstest]
#[case::free_of_a_bad_chunk("bad_chunk", "refused", "free", json!(true))]
#[case::free_of_an_open_chunk("chunk", "outcomes", "free", json!(true))]
#[case::free_spelled_false("chunk", "encoded", "free", json!(false))]
#[case::chunk_of_ones_of_a_refused_list("representation", "refused", "chunk", json!("01"))]
#[case::chunk_of_ones_of_a_refused_document("metadata", "refused", "chunk", json!("01"))]
#[case::chunk_of_ones_of_an_array("array", "elements", "chunk", json!("01"))]
#[case::chunk_of_ones_as_numbers("metadata", "means", "chunk", json!([1]))]
#[case::stored_chunk_of_nothing("array", "written", "written", json!([{"key": "c/0"}]))]
#[case::stored_chunk_of_both("array", "written", "written", json!([{"key": "c/0", "encoded": "", "elements": ""}]))]
fn the_schema_of_manifests_refuses(
    #[case] kind: &str,
    #[case] with: &str,
    #[case] member: &str,
    #[case] value: Value,
) {
    let mut manifest = json_of(whole(None), archive::MANIFEST);
    let is_such = |fact: &Value| fact["kind"] == kind && fact.get(with).is_some();
    let facts = manifest["facts"].as_object().unwrap();
    let (id, fact) = facts.iter().find(|(_, fact)| is_such(fact)).unwrap();
    let (id, fact) = (id.clone(), fact.clone());
    manifest["facts"] = json!({&id: fact});
    assert!(SCHEMA.is_valid(&manifest), "{manifest:#}");
    manifest["facts"][id][member] = value;
    assert!(!SCHEMA.is_valid(&manifest), "{manifest:#}");
}

#[test]
fn the_manifest_is_printed_and_may_hold_the_stores() {
    let output = conform(&["vectors", "manifest"]);
    assert!(output.status.success());
    assert_eq!(output.stdout, whole(None)["manifest.json"]);
    let output = conform(&["vectors", "manifest", "--files"]);
    let manifest: Value = serde_json::from_slice(&output.stdout).unwrap();
    let files = whole(None);
    let mut stores = 0;
    for (id, fact) in facts(&manifest) {
        let Some(store) = fact.get("store") else {
            assert!(!fact.contains_key("files"), "{id}");
            continue;
        };
        let within = format!("{}/", store.as_str().unwrap());
        let given = fact["files"].as_object().unwrap().iter();
        let given: BTreeMap<String, Vec<u8>> = given
            .map(|(key, digits)| {
                let bytes = hex::decode(digits.as_str().unwrap()).unwrap();
                (format!("{within}{key}"), bytes)
            })
            .collect();
        let packed = files.range(within.clone()..);
        let packed = packed.take_while(|(path, _)| path.starts_with(&within));
        let packed: BTreeMap<_, _> = packed
            .map(|(path, bytes)| (path.clone(), bytes.clone()))
            .collect();
        assert_eq!(given, packed, "{id}");
        stores += 1;
    }
    assert!(stores > 10, "{stores}");
}
