//! What the loader of vectors refuses although it has the right form: each rule within a fact and
//! between a fact and its twin, with the message that says what was found and expected.

use rstest::rstest;
use serde_json::{Value, json};
use zarr_conform_vectors::{Files, LoadError, Vectors};

/// One valid fact of each kind, by the last part of its id.
fn topic() -> Value {
    let statements = [
        (
            "chunk",
            json!({"data_type": "int8", "shape": [2], "codecs": [], "elements": "0102", "values": [1, 2], "encoded": "0102"}),
        ),
        (
            "representation",
            json!({"data_type": "int8", "shape": [1], "codecs": ["bytes"], "representations": [{"bytes": 1}]}),
        ),
        (
            "bad_chunk",
            json!({"data_type": "int8", "shape": [1], "codecs": [], "encoded": "", "refused": "it is empty"}),
        ),
        (
            "grid",
            json!({"array_shape": [3], "chunk_shape": [2], "grid_shape": [2],
            "elements": [{"coordinates": [2], "chunk": [1], "within": [0]}],
            "chunks": [{"index": [1], "origin": [2], "keys": []}]}),
        ),
        (
            "metadata",
            json!({"zarr_json": "{}", "means": {"data_type": "int8", "shape": [1], "fill_value": "00"}, "create": true}),
        ),
        (
            "array",
            json!({"store": "c/array.zarr", "data_type": "int8", "shape": [2], "elements": "0102",
            "regions": [{"start": [1], "shape": [1], "elements": "02"}],
            "written": [{"key": "c/0", "encoded": "0102", "unused": [[1, 1]]}],
            "update": {"region": {"start": [0], "shape": [1], "elements": "03"},
                "then": [{"start": [1], "shape": [1], "elements": "04"}],
                "written": [{"key": "c/0", "encoded": "0304"}]}, "create": true}),
        ),
        (
            "open",
            json!({"data_type": "int8", "shape": [2], "codecs": [], "elements": "0102",
            "outcomes": [{"reading": "one", "encoded": "0102"}, {"reading": "other", "refused": true}]}),
        ),
    ];
    let facts = statements.map(|(name, statement)| {
        let is_open = name == "open";
        let mut fact = json!({"id": format!("b/c/{}", name.replace('_', "-")), "comment": "why",
            "requirements": ["a.b"], "level": if is_open { "open" } else { "must" },
            "editions": ["3.0", "3.1"]});
        if name == "bad_chunk" {
            fact["twin"] = json!("b/c/chunk");
        }
        fact[if is_open { "chunk" } else { name }] = statement;
        fact
    });
    json!({"format": 1, "about": "what for", "facts": facts})
}

fn load(topic: &Value) -> Result<Vectors, LoadError> {
    let mut files = Files::new();
    files.insert("b/c.json".to_owned(), topic.to_string().into_bytes());
    files.insert("b/c/array.zarr/zarr.json".to_owned(), b"{}".to_vec());
    Vectors::from_files("the test".to_owned(), &files)
}

#[test]
fn a_fact_of_each_kind_is_loaded() {
    assert_eq!(load(&topic()).unwrap().facts().len(), 7);
}

/// `value` at `pointer` of the valid file; null takes the member away.
#[rstest]
#[case::id_of_another_file("/facts/0/id", json!("b/d/chunk"), "id: expected it to begin with the path of its file, b/c/")]
#[case::id_in_capitals("/facts/0/id", json!("b/c/Chunk"), "id: expected lower-case words")]
#[case::no_requirements("/facts/0/requirements", json!([]), "requirements: found none, expected at least one")]
#[case::no_editions("/facts/0/editions", json!([]), "editions: expected at least one, oldest first")]
#[case::editions_reversed("/facts/0/editions", json!(["3.1", "3.0"]), "editions: expected at least one, oldest first")]
#[case::nothing_stated("/facts/0/chunk/encoded", json!(null), "found 0 of the expected result, refused and outcomes")]
#[case::stated_and_refused("/facts/3/grid/refused", json!("why"), "found 2 of the expected result, refused and outcomes")]
#[case::outcomes_of_must("/facts/6/level", json!("must"), "outcomes: expected them exactly at level open")]
#[case::open_without_outcomes("/facts/0/level", json!("open"), "outcomes: expected them exactly at level open")]
#[case::one_outcome("/facts/6/chunk/outcomes", json!([{"reading": "one", "refused": true}]), "outcomes: found 1, expected at least two, since one leaves nothing open")]
#[case::empty_outcome("/facts/6/chunk/outcomes/0/encoded", json!(null), "outcomes: reading \"one\" is not exactly a result or refused")]
#[case::refused_outcome_with_result("/facts/6/chunk/outcomes/0/refused", json!(true), "outcomes: reading \"one\" is not exactly a result or refused")]
#[case::outcome_of_another_kind("/facts/6/chunk/outcomes/0/elements", json!("01"), "outcomes: reading \"one\" is not exactly a result or refused")]
#[case::no_twin("/facts/2/twin", json!(null), "twin: expected one exactly where something must be refused")]
#[case::twin_of_valid("/facts/0/twin", json!("b/c/grid"), "twin: expected one exactly where something must be refused")]
#[case::premise_of_valid("/facts/0/premise", json!("a-premise"), "premise: expected none where nothing must be refused")]
#[case::writer_of_valid("/facts/0/binds", json!("writer"), "binds: expected it only where something must be refused")]
#[case::place_of_must("/facts/0/open", json!("a-place"), "open: expected a place only at level open")]
#[case::unknown_twin("/facts/2/twin", json!("b/c/none"), "b/c/none")]
#[case::refused_twin("/facts/2/twin", json!("b/c/bad-chunk"), "twin \"b/c/bad-chunk\" is itself refused")]
#[case::twin_of_fewer_editions("/facts/0/editions", json!(["3.1"]), "twin \"b/c/chunk\" does not hold in edition 3.0")]
#[case::id_twice("/facts/1/id", json!("b/c/chunk"), "b/c/chunk")]
#[case::elements_too_short("/facts/0/chunk/elements", json!("01"), "chunk.elements: found 1 bytes, expected 2 for int8 of shape [2]")]
#[case::elements_beyond_64_bits("/facts/0/chunk/shape", json!([4_294_967_296_u64, 4_294_967_296_u64]), "chunk.elements: found 2 bytes, expected more than can be")]
#[case::unknown_data_type("/facts/0/chunk/data_type", json!("int7"), "data_type: found \"int7\", expected a data type")]
#[case::values_missing("/facts/0/chunk/values", json!([1]), "chunk.values: found Some(1), expected Some(2)")]
#[case::representation_missing("/facts/1/representation/codecs", json!(["bytes", "gzip"]), "representation.representations: found 1, expected 2, one a codec")]
#[case::array_and_bytes("/facts/1/representation/representations/0/shape", json!([1]), "expected data_type and shape of an array, or only bytes")]
#[case::places_without_grid("/facts/3/grid/grid_shape", json!(null), "grid: found elements or chunks, expected them only with grid_shape")]
#[case::rank_of_grid("/facts/3/grid/grid_shape", json!([2, 1]), "grid.grid_shape: found 2 numbers, expected 1")]
#[case::rank_of_coordinates("/facts/3/grid/elements/0/coordinates", json!([]), "grid.elements.coordinates: found 0 numbers, expected 1")]
#[case::rank_of_chunk("/facts/3/grid/elements/0/chunk", json!([1, 1]), "grid.elements.chunk: found 2 numbers")]
#[case::rank_of_position("/facts/3/grid/elements/0/within", json!([]), "grid.elements.within: found 0 numbers")]
#[case::rank_of_index("/facts/3/grid/chunks/0/index", json!([]), "grid.chunks.index: found 0 numbers")]
#[case::rank_of_origin("/facts/3/grid/chunks/0/origin", json!([2, 2]), "grid.chunks.origin: found 2 numbers")]
#[case::two_documents("/facts/4/metadata/zarr_json_bytes", json!("7b7d"), "metadata: found 2 of zarr_json and zarr_json_bytes, expected one")]
#[case::no_document("/facts/4/metadata/zarr_json", json!(null), "metadata: found 0 of zarr_json and zarr_json_bytes, expected one")]
#[case::create_without_meaning("/facts/4/metadata/means", json!(null), "metadata.create: expected it only with means")]
#[case::at_open_of_valid("/facts/4/metadata/at_open", json!(true), "metadata.at_open: expected it only with refused")]
#[case::fill_value_too_long("/facts/4/metadata/means/fill_value", json!("0000"), "means.fill_value: found 2 bytes, expected those of one int8")]
#[case::array_elements("/facts/5/array/elements", json!("01"), "array.elements: found 1 bytes, expected 2")]
#[case::written_without_elements("/facts/5/array/elements", json!(null), "array.written: expected it only with elements")]
#[case::region_outside("/facts/5/array/regions/0/start", json!([2]), "array.regions: found a region outside the array of shape [2]")]
#[case::region_beyond_64_bits("/facts/5/array/regions/0/start", json!([u64::MAX]), "array.regions: found a region outside the array")]
#[case::region_of_another_rank("/facts/5/array/regions/0/start", json!([1, 0]), "array.regions: found a region outside the array")]
#[case::region_elements("/facts/5/array/regions/0/elements", json!("0202"), "array.regions: found 2 bytes, expected 1")]
#[case::updated_region_outside("/facts/5/array/update/region/start", json!([2]), "array.update.region: found a region outside the array")]
#[case::later_region_outside("/facts/5/array/update/then/0/start", json!([2]), "array.update.then: found a region outside the array")]
#[case::later_region_elements("/facts/5/array/update/then/0/elements", json!("0404"), "array.update.then: found 2 bytes, expected 1")]
#[case::unused_beyond_the_end("/facts/5/array/written/0/unused", json!([[1, 2]]), "array.written \"c/0\": unused runs leave the 2 bytes")]
#[case::unused_beyond_64_bits("/facts/5/array/written/0/unused", json!([[u64::MAX, 1]]), "array.written \"c/0\": unused runs leave the 2 bytes")]
#[case::no_store("/facts/5/array/store", json!("c/none.zarr"), "c/none.zarr")]
fn a_rule_that_is_broken_is_named(
    #[case] pointer: &str,
    #[case] value: Value,
    #[case] expected: &str,
) {
    let mut topic = topic();
    let (parent, member) = pointer.rsplit_once('/').unwrap();
    let parent = topic.pointer_mut(parent).unwrap().as_object_mut().unwrap();
    if value.is_null() {
        parent.remove(member).unwrap();
    } else {
        parent.insert(member.to_owned(), value);
    }
    let error = load(&topic).err().map(|it| it.to_string()).unwrap();
    assert!(error.contains(expected), "{error}");
    assert!(error.contains("b/c"), "the file is named: {error}");
}
