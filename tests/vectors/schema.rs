//! Every vector has the form that the JSON Schema states and the loader reads, and both refuse the
//! same mistakes.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use jsonschema::Validator;
use rstest::rstest;
use serde_json::{Value, json};
use zarr_conform::reference::{Json, fill_value, vector_form};
use zarr_conform::reference::{Steps, data_type};
use zarr_conform::vector::{Chunk, Fact, Statement, Topic};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors")
}

/// All files below a folder, sorted.
#[expect(clippy::disallowed_methods, reason = "the paths are sorted by the set")]
fn files(folder: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.insert(path);
        }
    }
    found
}

/// The files of facts: their paths below `vectors` without `.json`, and what they hold.
fn topics() -> BTreeMap<String, Value> {
    let is_topic = |path: &str| {
        let extension = Path::new(path).extension();
        extension.is_some_and(|it| it == "json")
            && !path.contains(".zarr/")
            && !path.starts_with("schema/")
    };
    let mut topics = BTreeMap::new();
    for file in files(&root()) {
        let path = file.strip_prefix(root()).unwrap();
        let parts: Vec<_> = path.iter().map(|part| part.to_str().unwrap()).collect();
        let path = parts.join("/");
        if is_topic(&path) {
            let text = std::fs::read_to_string(&file).unwrap();
            let topic = path.trim_end_matches(".json").to_owned();
            topics.insert(topic, serde_json::from_str(&text).unwrap());
        }
    }
    topics
}

fn parsed() -> BTreeMap<String, Topic> {
    let parse = |topic| serde_json::from_value(topic).unwrap();
    topics()
        .into_iter()
        .map(|(path, topic)| (path, parse(topic)))
        .collect()
}

fn facts() -> Vec<Fact> {
    parsed()
        .into_values()
        .flat_map(|topic| topic.facts)
        .collect()
}

fn schema() -> Validator {
    let text = std::fs::read_to_string(root().join("schema/topic.schema.json")).unwrap();
    let schema = serde_json::from_str(&text).unwrap();
    jsonschema::meta::validate(&schema).unwrap();
    jsonschema::draft202012::new(&schema).unwrap()
}

#[test]
fn every_file_has_the_form_of_the_schema() {
    let schema = schema();
    let topics = topics();
    assert!(topics.len() > 20, "found {} files", topics.len());
    for (path, topic) in topics {
        let errors: Vec<_> = schema
            .iter_errors(&topic)
            .map(|error| format!("{}: {error}", error.instance_path()))
            .collect();
        assert!(errors.is_empty(), "{path}: {errors:#?}");
    }
}

#[test]
fn every_file_is_read_and_written_without_loss() {
    for (path, topic) in topics() {
        let parsed: Topic = serde_json::from_value(topic.clone()).unwrap();
        assert_eq!(serde_json::to_value(&parsed).unwrap(), topic, "{path}");
    }
}

#[test]
fn ids_are_unique_and_begin_with_the_path_of_their_file() {
    let mut ids = BTreeSet::new();
    for (path, topic) in parsed() {
        for fact in topic.facts {
            assert!(
                fact.id.starts_with(&format!("{path}/")),
                "{} in {path}",
                fact.id
            );
            assert!(ids.insert(fact.id.clone()), "{} is there twice", fact.id);
        }
    }
}

#[test]
fn values_denote_elements() {
    let mut checked = 0;
    for fact in facts() {
        if let Statement::Chunk(chunk) = &fact.statement {
            assert_values_denote_elements(&fact.id, chunk);
            checked += usize::from(chunk.values.is_some());
        }
    }
    assert!(checked > 50, "found {checked} facts with values");
}

fn assert_values_denote_elements(id: &str, chunk: &Chunk) {
    let data_type = data_type::from_text(&chunk.data_type).unwrap();
    let elements = vector_form::from_elements(data_type, &chunk.elements).unwrap();
    let Some(values) = &chunk.values else {
        assert!(
            elements.len() > 64,
            "{id}: {} elements without values",
            elements.len()
        );
        return;
    };
    let denoted: Vec<_> = values
        .iter()
        .map(|value| fill_value::fill_value(&Json::from_value(value).unwrap(), data_type).unwrap())
        .collect();
    assert_eq!(denoted, elements, "{id}");
}

#[test]
fn every_store_belongs_to_one_fact_that_describes_it() {
    let mut stores = BTreeSet::new();
    for (path, topic) in parsed() {
        let folder = root().join(&path).parent().unwrap().to_owned();
        for fact in topic.facts {
            let Statement::Array(array) = &fact.statement else {
                continue;
            };
            let store = folder.join(&array.store);
            let document = std::fs::read(store.join("zarr.json")).unwrap();
            let mut outcomes = array.claim.outcomes().iter();
            let is_refused =
                fact.statement.refused().is_some() || outcomes.any(|it| it.gives.is_none());
            for edition in &fact.editions {
                let metadata = match Steps::literal(*edition).array_metadata(&document) {
                    // Where the store, or one reading of it, is refused, its document may be why.
                    Err(_) if is_refused => continue,
                    metadata => metadata.unwrap(),
                };
                assert_eq!(metadata.shape, array.shape, "{}", fact.id);
                assert_eq!(
                    metadata.data_type.to_string(),
                    array.data_type.to_string(),
                    "{}",
                    fact.id
                );
            }
            assert!(
                stores.insert(store),
                "{}: the store of another fact",
                fact.id
            );
        }
    }
    for file in files(&root()) {
        let store = file
            .ancestors()
            .find(|it| it.extension().is_some_and(|it| it == "zarr"));
        if let Some(store) = store {
            assert!(
                stores.contains(store),
                "{} belongs to no fact",
                file.display()
            );
        }
    }
}

/// A file with one fact, which is valid.
fn valid(kind: &str) -> Value {
    let statement = match kind {
        "chunk" => {
            json!({"data_type": "int8", "shape": [1], "codecs": [], "elements": "01", "encoded": "01", "free": true})
        }
        "representation" => {
            json!({"data_type": "int8", "shape": [1], "codecs": [{"name": "bytes"}], "representations": [{"bytes": 1}], "chunk": "01"})
        }
        "bad_chunk" => {
            json!({"data_type": "int8", "shape": [1], "codecs": [], "encoded": "", "refused": "why"})
        }
        "grid" => json!({"array_shape": [3], "chunk_shape": [2], "grid_shape": [2],
            "elements": [{"coordinates": [2], "chunk": [1], "within": [0]}],
            "chunks": [{"index": [1], "origin": [2], "keys": [{"chunk_key_encoding": "v2", "key": "1"}]}]}),
        "metadata" => {
            json!({"zarr_json": "{}", "means": {"data_type": "int8", "shape": [1], "fill_value": "00"}, "chunk": "01"})
        }
        "hierarchy" => {
            json!({"documents": {"zarr.json": "{}"}, "path": "/", "node": {"node_type": "group",
            "attributes": {"a": null}, "children": {"a": "array"}, "nodes": {"/": "group", "/a": "array"}}})
        }
        _ => json!({"store": "b/c.zarr", "data_type": "int8", "shape": [1], "elements": "01",
            "regions": [{"start": [0], "shape": [1], "elements": "01"}],
            "written": [{"key": "c/0", "encoded": "0100", "unused": [[1, 1]]}, {"key": "c/1", "elements": "01"}],
            "update": {"region": {"start": [0], "shape": [1], "elements": "01"},
                "then": [{"start": [0], "shape": [1], "elements": "02"}],
                "written": [{"key": "c/0", "encoded": "0100", "may_be_absent": true}]}}),
    };
    let mut fact = json!({"id": "a/b/c", "comment": "why", "requirements": ["a.b"], "level": "must",
        "editions": ["3.0", "3.1"]});
    if kind == "bad_chunk" {
        fact["twin"] = json!("a/b/d");
    }
    fact[kind] = statement;
    json!({"format": 1, "about": "what for", "facts": [fact]})
}

#[rstest]
fn each_kind_has_a_valid_form(
    #[values(
        "chunk",
        "representation",
        "bad_chunk",
        "grid",
        "metadata",
        "array",
        "hierarchy"
    )]
    kind: &str,
) {
    let topic = valid(kind);
    assert!(schema().is_valid(&topic), "{topic:#}");
    serde_json::from_value::<Topic>(topic).unwrap();
}

/// Mistakes that neither the schema nor the loader lets pass: `value` at `pointer` of a valid file.
#[rstest]
#[case::unknown_member_of_file("chunk", "/new", json!(1))]
#[case::unknown_member_of_fact("chunk", "/facts/0/new", json!(1))]
#[case::unknown_member_of_chunk("chunk", "/facts/0/chunk/new", json!(1))]
#[case::unknown_member_of_representation("representation", "/facts/0/representation/new", json!(1))]
#[case::unknown_member_of_hierarchy("hierarchy", "/facts/0/hierarchy/new", json!(1))]
#[case::unknown_node_type("hierarchy", "/facts/0/hierarchy/node/node_type", json!("dataset"))]
#[case::unknown_member_of_node("hierarchy", "/facts/0/hierarchy/node/new", json!(1))]
#[case::elements_of_node_with_odd_digits("hierarchy", "/facts/0/hierarchy/node/array", json!({"data_type": "int8", "shape": [1], "elements": "012"}))]
#[case::elements_of_node_without_shape("hierarchy", "/facts/0/hierarchy/node/array", json!({"data_type": "int8", "elements": "01"}))]
#[case::change_without_elements("hierarchy", "/facts/0/hierarchy/change", json!({"op": "write", "path": "/a"}))]
#[case::unknown_type_of_child("hierarchy", "/facts/0/hierarchy/node/children/a", json!(null))]
#[case::unknown_member_of_type("representation", "/facts/0/representation/representations/0/new", json!(1))]
#[case::unknown_member_of_bad_chunk("bad_chunk", "/facts/0/bad_chunk/new", json!(1))]
#[case::everybody_in_words("bad_chunk", "/facts/0/binds", json!("everybody"))]
#[case::unknown_member_of_grid("grid", "/facts/0/grid/new", json!(1))]
#[case::unknown_member_of_element("grid", "/facts/0/grid/elements/0/new", json!(1))]
#[case::unknown_member_of_grid_chunk("grid", "/facts/0/grid/chunks/0/new", json!(1))]
#[case::unknown_member_of_key("grid", "/facts/0/grid/chunks/0/keys/0/new", json!(1))]
#[case::unknown_member_of_metadata("metadata", "/facts/0/metadata/new", json!(1))]
#[case::unknown_member_of_meaning("metadata", "/facts/0/metadata/means/new", json!(1))]
#[case::unknown_member_of_array("array", "/facts/0/array/new", json!(1))]
#[case::unknown_member_of_region("array", "/facts/0/array/regions/0/new", json!(1))]
#[case::unknown_member_of_stored_chunk("array", "/facts/0/array/written/0/new", json!(1))]
#[case::unknown_member_of_update("array", "/facts/0/array/update/new", json!(1))]
#[case::unknown_member_of_later_region("array", "/facts/0/array/update/then/0/new", json!(1))]
#[case::two_statements("chunk", "/facts/0/grid", json!({"array_shape": [], "chunk_shape": [], "grid_shape": []}))]
#[case::odd_digits("chunk", "/facts/0/chunk/elements", json!("012"))]
#[case::no_digits("chunk", "/facts/0/chunk/encoded", json!("0x"))]
#[case::bytes_as_numbers("chunk", "/facts/0/chunk/encoded", json!([1]))]
#[case::unknown_level("chunk", "/facts/0/level", json!("can"))]
#[case::unknown_edition("chunk", "/facts/0/editions", json!(["2.0"]))]
#[case::negative_length("grid", "/facts/0/grid/array_shape", json!([-1]))]
#[case::fraction("grid", "/facts/0/grid/array_shape", json!([1.5]))]
#[case::beyond_64_bits("grid", "/facts/0/grid/array_shape", json!([1e30]))]
#[case::lone_offset("array", "/facts/0/array/written/0/unused", json!([[1]]))]
#[case::three_numbers("array", "/facts/0/array/written/0/unused", json!([[1, 1, 1]]))]
#[case::free_without_encoded("chunk", "/facts/0/chunk", json!({"data_type": "int8", "shape": [1], "codecs": [], "elements": "01", "free": true, "outcomes": [{"reading": "a", "refused": true}, {"reading": "b", "encoded": ""}]}))]
#[case::free_as_text("chunk", "/facts/0/chunk/free", json!("true"))]
#[case::chunk_of_ones_with_odd_digits("representation", "/facts/0/representation/chunk", json!("012"))]
#[case::chunk_of_ones_as_numbers("metadata", "/facts/0/metadata/chunk", json!([1]))]
#[case::encoded_beside_elements("array", "/facts/0/array/written/0/elements", json!("01"))]
#[case::stored_elements_with_odd_digits("array", "/facts/0/array/written/1/elements", json!("012"))]
#[case::neither_encoded_nor_elements("array", "/facts/0/array/update/written/0", json!({"key": "c/0"}))]
#[case::chunk_of_ones_beside_refused("representation", "/facts/0", json!({"id": "a/b/c", "comment": "why", "requirements": ["a.b"], "level": "must", "editions": ["3.1"], "twin": "a/b/d", "representation": {"data_type": "int8", "shape": [1], "codecs": [], "refused": "why", "chunk": "01"}}))]
#[case::chunk_of_ones_without_meaning("metadata", "/facts/0", json!({"id": "a/b/c", "comment": "why", "requirements": ["a.b"], "level": "must", "editions": ["3.1"], "twin": "a/b/d", "metadata": {"zarr_json": "{}", "refused": "why", "chunk": "01"}}))]
#[case::outcome_with_unknown_member("chunk", "/facts/0/chunk/outcomes", json!([{"reading": "a", "new": 1}]))]
fn mistakes_of_form_are_refused_by_both(
    #[case] kind: &str,
    #[case] pointer: &str,
    #[case] value: Value,
) {
    let topic = mutated(kind, pointer, value);
    assert!(!schema().is_valid(&topic), "{topic:#}");
    assert!(
        serde_json::from_value::<Topic>(topic.clone()).is_err(),
        "{topic:#}"
    );
}

/// Mistakes of meaning that the schema and an archive's verification find: `value` at `pointer` of a valid file.
#[rstest]
#[case::another_format("chunk", "/format", json!(2))]
#[case::no_facts("chunk", "/facts", json!([]))]
#[case::no_requirement("chunk", "/facts/0/requirements", json!([]))]
#[case::malformed_requirement("chunk", "/facts/0/requirements", json!(["a"]))]
#[case::same_requirement_twice("chunk", "/facts/0/requirements", json!(["a.b", "a.b"]))]
#[case::no_comment("chunk", "/facts/0/comment", json!(""))]
#[case::capital_id("chunk", "/facts/0/id", json!("a/b/C"))]
#[case::short_id("chunk", "/facts/0/id", json!("a/b"))]
#[case::no_edition("chunk", "/facts/0/editions", json!([]))]
#[case::editions_reversed("chunk", "/facts/0/editions", json!(["3.1", "3.0"]))]
#[case::edition_twice("chunk", "/facts/0/editions", json!(["3.1", "3.1"]))]
#[case::capital_digits("chunk", "/facts/0/chunk/encoded", json!("0A"))]
#[case::unknown_data_type("chunk", "/facts/0/chunk/data_type", json!("int7"))]
#[case::raw_of_no_bits("chunk", "/facts/0/chunk/data_type", json!("r0"))]
#[case::too_many_values("chunk", "/facts/0/chunk/values", json!(vec![0; 65]))]
#[case::open_without_outcomes("chunk", "/facts/0/level", json!("open"))]
#[case::outcomes_beside_encoded("chunk", "/facts/0/chunk/outcomes", json!([{"reading": "a", "refused": true}, {"reading": "b", "encoded": ""}]))]
#[case::twin_of_valid("chunk", "/facts/0/twin", json!("a/b/d"))]
#[case::premise_of_valid("chunk", "/facts/0/premise", json!("a-premise"))]
#[case::writer_of_valid("chunk", "/facts/0/binds", json!("writer"))]
#[case::place_of_must("chunk", "/facts/0/open", json!("a-place"))]
#[case::refused_beside_result("representation", "/facts/0/representation/refused", json!("why"))]
#[case::array_and_bytes("representation", "/facts/0/representation/representations/0", json!({"data_type": "int8", "shape": [1], "bytes": 1}))]
#[case::shape_without_type("representation", "/facts/0/representation/representations/0", json!({"shape": [1]}))]
#[case::refused_beside_grid("grid", "/facts/0/grid/refused", json!("why"))]
#[case::two_documents("metadata", "/facts/0/metadata/zarr_json_bytes", json!("7b7d"))]
#[case::refused_beside_meaning("metadata", "/facts/0/metadata/refused", json!("why"))]
#[case::refused_beside_elements("array", "/facts/0/array/refused", json!("why"))]
#[case::store_elsewhere("array", "/facts/0/array/store", json!("../c.zarr"))]
#[case::absolute_store("array", "/facts/0/array/store", json!("/b/c.zarr"))]
#[case::free_spelled_false("chunk", "/facts/0/chunk/free", json!(false))]
#[case::capital_digits_in_chunk_of_ones("metadata", "/facts/0/metadata/chunk", json!("0A"))]
#[case::capital_digits_in_stored_elements("array", "/facts/0/array/written/1/elements", json!("0A"))]
#[case::spelled_false("array", "/facts/0/array/written/0/may_be_absent", json!(false))]
#[case::no_later_regions("array", "/facts/0/array/update/then", json!([]))]
#[case::empty_run("array", "/facts/0/array/written/0/unused", json!([[1, 0]]))]
fn mistakes_of_meaning_are_refused(
    #[case] kind: &str,
    #[case] pointer: &str,
    #[case] value: Value,
) {
    let topic = mutated(kind, pointer, value);
    assert!(!schema().is_valid(&topic), "{topic:#}");
    assert!(
        is_verified(&valid(kind)) && !is_verified(&topic),
        "{topic:#}"
    );
}

/// Premises are named by words joined by dashes.
#[rstest]
#[case::words("refusal-of-what-breaks-a-demand", true)]
#[case::sentence("A premise", false)]
fn premises_are_named_by_words(#[case] premise: &str, #[case] is_well_formed: bool) {
    let topic = mutated("bad_chunk", "/facts/0/premise", json!(premise));
    let wrong = zarr_conform::archive::wrong_in_topic(topic.to_string().as_bytes());
    assert_eq!(schema().is_valid(&topic), is_well_formed, "{topic:#}");
    assert_eq!(wrong.is_empty(), is_well_formed, "{wrong:?}");
}

/// Whether an archive could have this file of facts.
fn is_verified(topic: &Value) -> bool {
    let topic = topic.to_string().into_bytes();
    let wrong = zarr_conform::archive::wrong_in_topic(&topic);
    let store = "a/b/c.zarr/zarr.json".to_owned();
    let files = BTreeMap::from([("a/b.json".to_owned(), topic), (store, b"{}".to_vec())]);
    wrong.is_empty() && zarr_conform::vector::Vectors::from_files("it".to_owned(), &files).is_ok()
}

fn mutated(kind: &str, pointer: &str, value: Value) -> Value {
    let mut topic = valid(kind);
    let (parent, member) = pointer.rsplit_once('/').unwrap();
    match topic.pointer_mut(parent).unwrap() {
        Value::Array(items) => items[member.parse::<usize>().unwrap()] = value,
        parent => parent[member] = value,
    }
    topic
}

/// Members that a valid file cannot lack.
#[rstest]
#[case::format("chunk", "/format")]
#[case::about("chunk", "/about")]
#[case::id("chunk", "/facts/0/id")]
#[case::comment("chunk", "/facts/0/comment")]
#[case::requirements("chunk", "/facts/0/requirements")]
#[case::level("chunk", "/facts/0/level")]
#[case::editions("chunk", "/facts/0/editions")]
#[case::statement("chunk", "/facts/0/chunk")]
#[case::encoded("chunk", "/facts/0/chunk/encoded")]
#[case::elements("chunk", "/facts/0/chunk/elements")]
#[case::twin("bad_chunk", "/facts/0/twin")]
#[case::refused("bad_chunk", "/facts/0/bad_chunk/refused")]
#[case::representations("representation", "/facts/0/representation/representations")]
#[case::grid_shape("grid", "/facts/0/grid/grid_shape")]
#[case::document("metadata", "/facts/0/metadata/zarr_json")]
#[case::meaning("metadata", "/facts/0/metadata/means")]
#[case::path("hierarchy", "/facts/0/hierarchy/path")]
#[case::node("hierarchy", "/facts/0/hierarchy/node")]
#[case::attributes("hierarchy", "/facts/0/hierarchy/node/attributes")]
#[case::store("array", "/facts/0/array/store")]
#[case::update_region("array", "/facts/0/array/update/region")]
#[case::written_without_elements("array", "/facts/0/array/elements")]
fn members_cannot_be_left_out(#[case] kind: &str, #[case] pointer: &str) {
    let mut topic = valid(kind);
    let (parent, member) = pointer.rsplit_once('/').unwrap();
    let parent = topic
        .pointer_mut(parent)
        .and_then(Value::as_object_mut)
        .unwrap();
    parent.remove(member).unwrap();
    assert!(!schema().is_valid(&topic), "{topic:#}");
}

/// At level `open` each kind lists outcomes, each with what its kind gives or `refused`.
#[rstest]
#[case::chunk("chunk", &["encoded", "free"], json!({"encoded": "01"}), json!({"elements": "01"}))]
#[case::representation("representation", &["representations"], json!({}), json!({"encoded": "01"}))]
#[case::bad_chunk("bad_chunk", &["refused"], json!({"elements": "01"}), json!({"encoded": "01"}))]
#[case::grid("grid", &["grid_shape", "elements", "chunks"], json!({"grid_shape": [2]}), json!({"elements": "01"}))]
#[case::metadata("metadata", &["means", "chunk"], json!({"means": {"data_type": "int8", "shape": [], "fill_value": "00"}}), json!({}))]
#[case::hierarchy("hierarchy", &["node"], json!({"node": {"node_type": "group", "attributes": {}}}), json!({"elements": "01"}))]
#[case::array("array", &["elements", "regions", "written", "update"], json!({"elements": "01"}), json!({"refused": false}))]
fn open_facts_list_outcomes(
    #[case] kind: &str,
    #[case] results: &[&str],
    #[case] mut given: Value,
    #[case] mut wrong: Value,
) {
    given["reading"] = json!("one");
    wrong["reading"] = json!("one");
    let refused = json!({"reading": "other", "refused": true});
    let open = |outcomes: Value| {
        let mut topic = valid(kind);
        let fact = topic
            .pointer_mut("/facts/0")
            .and_then(Value::as_object_mut)
            .unwrap();
        fact.remove("twin");
        fact["level"] = json!("open");
        for result in results {
            fact[kind].as_object_mut().unwrap().remove(*result);
        }
        fact[kind]["outcomes"] = outcomes;
        topic
    };
    let schema = schema();
    let topic = open(json!([given, refused]));
    assert!(schema.is_valid(&topic), "{topic:#}");
    serde_json::from_value::<Topic>(topic).unwrap();
    assert!(!schema.is_valid(&open(json!([wrong, refused]))));
    assert!(
        !schema.is_valid(&open(json!([refused]))),
        "one outcome leaves nothing open"
    );
    if kind != "representation" {
        let mut both = given.clone();
        both["refused"] = json!(true);
        assert!(!schema.is_valid(&open(json!([both, refused]))));
    }
    let mut not_open = open(json!([given, refused]));
    not_open["facts"][0]["level"] = json!("must");
    assert!(!schema.is_valid(&not_open));
}
