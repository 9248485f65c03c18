//! `conform scan` on stores that are valid, damaged and hostile.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::Output;

use rstest::rstest;
use serde_json::Value;

use crate::support::{conform, stderr, stdout};

/// An array of which these members are replaced.
fn document(replaced: &[(&str, Value)]) -> String {
    let mut document = serde_json::json!({
        "zarr_format": 3, "node_type": "array", "shape": [4, 4], "data_type": "uint8", "fill_value": 0,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2, 2]}},
        "chunk_key_encoding": {"name": "default", "configuration": {"separator": "/"}},
        "codecs": [{"name": "bytes"}],
    });
    for (name, value) in replaced {
        document[name] = value.clone();
    }
    document.to_string()
}

/// The document of a group.
const GROUP: &str = r#"{"zarr_format": 3, "node_type": "group"}"#;

/// The document of a group that repeats these documents.
fn consolidated(entries: &[(&str, &str)]) -> String {
    let entries = entries.iter().map(|(name, it)| format!("{name:?}: {it}"));
    let entries = entries.collect::<Vec<_>>().join(", ");
    format!(
        r#"{{"zarr_format": 3, "node_type": "group", "consolidated_metadata":
        {{"kind": "inline", "must_understand": false, "metadata": {{{entries}}}}}}}"#
    )
}

fn put(root: &Path, file: &str, content: impl AsRef<[u8]>) {
    let path = root.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, content).unwrap();
}

/// What a scan comes to: exit code, text, JSON.
fn scan(root: &Path, more: &[&str]) -> (Option<i32>, String, Value) {
    let place = tempfile::tempdir().unwrap();
    let json = place.path().join("scan.json");
    let paths = [root, &json].map(|it| it.to_str().unwrap().to_owned());
    let output = conform(&[&["scan", &paths[0], "--json", &paths[1]], more].concat());
    let json = fs::read(json)
        .ok()
        .and_then(|it| serde_json::from_slice(&it).ok());
    let code = output.status.code();
    (
        code,
        stdout(&output) + &stderr(&output),
        json.unwrap_or_default(),
    )
}

fn array<'a>(json: &'a Value, path: &str) -> &'a Value {
    let arrays = json["arrays"].as_array().unwrap();
    arrays.iter().find(|it| it["path"] == path).unwrap()
}

#[test]
fn valid_arrays_and_who_reads_them_wrong() {
    let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors");
    let (code, text, json) = scan(
        &vectors.join("regular-grid/stores-of-codecs/cycle-big-endian.zarr"),
        &["--all"],
    );
    assert_eq!(code, Some(0), "{text}");
    let order = "codec transpose with an order that is not its own inverse";
    let features = array(&json, "")["features"].as_array().unwrap();
    assert!(features.contains(&order.into()), "{text}");
    assert!(text.ends_with("Nothing is invalid or damaged.\n"), "{text}");
    let readers = json["readers"]["readers"].as_array().unwrap();
    let gdal = readers
        .iter()
        .find(|it| it["version"].as_str().unwrap().starts_with("GDAL"))
        .unwrap();
    let wrong = &gdal["causes"][0];
    assert_eq!(wrong["verdict"], "wrong-data");
    assert!(
        wrong["features"]
            .as_array()
            .unwrap()
            .contains(&order.into()),
        "{wrong}"
    );
    // The same library reads the same array right where nothing is transposed.
    let (_, text, json) = scan(
        &vectors.join("regular-grid/stores-of-codecs/big-endian.zarr"),
        &[],
    );
    let readers = json["readers"]["readers"].as_array().unwrap();
    let gdal = readers
        .iter()
        .find(|it| it["version"].as_str().unwrap().starts_with("GDAL"))
        .unwrap();
    let causes = gdal["causes"].as_array().unwrap().iter();
    assert!(
        causes.clone().all(|it| it["verdict"] != "wrong-data"),
        "{text}"
    );
}

#[test]
fn groups_version_2_and_what_is_no_chunk() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    put(
        root,
        "zarr.json",
        r#"{"zarr_format": 3, "node_type": "group",
        "consolidated_metadata": {"kind": "inline", "must_understand": false, "metadata": {"a": {}}}}"#,
    );
    put(root, "a/zarr.json", document(&[]));
    put(root, "a/c/0/1", [1, 2, 3, 4]);
    put(root, "a/c/0/2", [1, 2, 3, 4]);
    put(root, "a/0.0", [1, 2, 3, 4]);
    put(
        root,
        "plain/b/zarr.json",
        document(&[("data_type", "no-such-type".into())]),
    );
    put(root, "old/.zarray", "{}");
    put(root, "old/0.0", "");
    let (code, text, json) = scan(root, &[]);
    assert_eq!(code, Some(5), "{text}");
    assert_eq!(json["by_validity"]["valid"], 1);
    assert_eq!(json["by_validity"]["not-known"], 1);
    assert_eq!(
        (&json["groups"], &json["consolidated"]["named"]["."]),
        (&1.into(), &"1".into())
    );
    assert_eq!(json["version_2"]["named"]["old"], "array");
    let counts = &array(&json, "a")["chunks"]["counts"];
    assert_eq!(
        [&counts["in_grid"], &counts["stored"], &counts["decoded"]],
        [4, 1, 1]
    );
    let others = &array(&json, "a")["others"];
    assert_eq!(others["count"], 2, "{others}");
    assert!(others["named"].get("0.0").is_some() && others["named"].get("c/0/2").is_some());
    assert!(
        text.contains("plain/b: not known to this version"),
        "{text}"
    );
}

#[rstest]
#[case::damaged_chunk(document(&[]), &[1, 2, 3], 1, "damaged       c/0/0: bytes: found 3 bytes")]
#[case::invalid(document(&[("shape", "4".into())]), &[], 1, "why           shape: found \"4\"")]
#[case::no_json("{".to_owned(), &[], 1, "why           the document is not JSON")]
#[case::left_open(document(&[("shape", serde_json::json!([4.0, 4]))]), &[1, 2, 3, 4], 0, "open          Is a JSON number such as `1.0`")]
#[case::extension(document(&[("codecs", serde_json::json!([{"name": "pcodec"}]))]), &[], 5, "uses          codec pcodec, data type uint8")]
fn what_is_wrong_is_told_apart(
    #[case] document: String,
    #[case] chunk: &[u8],
    #[case] code: i32,
    #[case] told: &str,
) {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), "zarr.json", document);
    put(place.path(), "c/0/0", chunk);
    let (found, text, _) = scan(place.path(), &[]);
    assert_eq!(found, Some(code), "{text}");
    assert!(text.contains(told), "{text}");
}

#[test]
fn where_there_is_nothing_to_scan() {
    let place = tempfile::tempdir().unwrap();
    let (code, text, _) = scan(place.path(), &[]);
    assert_eq!(code, Some(4), "{text}");
    assert!(text.contains("There is no node of version 3"), "{text}");
    put(
        place.path(),
        "group/zarr.json",
        r#"{"zarr_format": 3, "node_type": "group"}"#,
    );
    let (code, text, _) = scan(place.path(), &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("Nothing is invalid or damaged."), "{text}");
    put(place.path(), "file", "");
    for (path, more) in [
        ("file", &[][..]),
        ("missing", &[]),
        (".", &["--edition", "draft"]),
    ] {
        let (code, text, _) = scan(&place.path().join(path), more);
        assert_eq!(code, Some(2), "{text}");
        assert!(text.starts_with("error: "), "{text}");
    }
}

#[test]
fn a_sample_is_the_same_each_time_and_only_reads_so_many() {
    let place = tempfile::tempdir().unwrap();
    put(
        place.path(),
        "zarr.json",
        document(&[("shape", serde_json::json!([100, 100]))]),
    );
    for index in 0..2500 {
        let key = format!("c/{}/{}", index / 50, index % 50);
        let bad = if index % 2 == 0 { 4 } else { 3 };
        put(place.path(), &key, vec![0; bad]);
    }
    let (code, text, first) = scan(place.path(), &["--chunks", "40"]);
    assert_eq!(code, Some(1), "{text}");
    let counts = &first["chunks"];
    assert_eq!([&counts["stored"], &counts["looked_at"]], [2500, 40]);
    let damaged = counts["damaged"].as_u64().unwrap();
    assert!((5..35).contains(&damaged), "{damaged}");
    assert_eq!(first, scan(place.path(), &["--chunks", "40"]).2);
    assert!(text.contains("a sample of 40 looked at"), "{text}");
    let (code, text, _) = scan(place.path(), &["--entries", "100"]);
    assert!(text.contains("The scan ended early"), "{text}");
    assert_eq!(code, Some(1));
}

#[test]
fn forms_for_machines_and_for_pages() {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), "a|b<c>/zarr.json", document(&[]));
    let root = place.path().to_str().unwrap();
    let output = conform(&["scan", root, "--markdown", "-"]);
    let page = stdout(&output);
    assert!(page.starts_with("## Zarr store "), "{page}");
    assert!(!page.contains("a|b") && !page.contains("<c>"), "{page}");
    assert!(stderr(&output).contains("a|b<c>: uint8 of shape [4, 4]"));
    let output = conform(&["scan", root, "--json", "-", "--markdown", "-"]);
    assert_eq!(output.status.code(), Some(2));
}

fn sharded(inner: &[u64], codecs: &Value) -> Value {
    serde_json::json!([{"name": "sharding_indexed", "configuration": {
        "chunk_shape": inner, "codecs": codecs,
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}])
}

/// A shard whose entries of the index all name the same inner chunk, which is in front.
fn shard(inner_chunk: &[u8], entries: usize) -> Vec<u8> {
    let entry = [0, inner_chunk.len() as u64].map(u64::to_le_bytes).concat();
    [inner_chunk, &entry.repeat(entries)].concat()
}

/// What is known of an implementation and an array.
fn known<'a>(json: &'a Value, path: &str, version: &str) -> &'a Value {
    let groups = json["readers"]["arrays"].as_array().unwrap().iter();
    let is_of = |it: &&Value| it["arrays"]["named"].get(path).is_some();
    let answers = groups.clone().find(is_of).unwrap()["answers"].as_array();
    let is_named = |it: &&Value| it["version"].as_str().unwrap().starts_with(version);
    answers.unwrap().iter().find(is_named).unwrap()
}

/// Seven of seven checks of simpler arrays say nothing of shards.
#[test]
fn a_library_without_shards_is_not_said_to_read_them() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    let bytes = serde_json::json!([{"name": "bytes"}]);
    put(root, "plain/zarr.json", document(&[]));
    let codecs = sharded(&[1, 2], &bytes);
    put(
        root,
        "sharded/zarr.json",
        document(&[
            ("codecs", codecs),
            ("storage_transformers", serde_json::json!([])),
        ]),
    );
    put(root, "sharded/c/0/0", shard(&[1, 2], 2));
    let (code, text, json) = scan(root, &[]);
    assert_eq!(code, Some(0), "{text}");
    for version in ["GDAL", "simplezarr"] {
        let answer = known(&json, "sharded", version);
        assert_eq!(answer["known"], "lacks", "{answer}");
        let features = answer["features"].as_array().unwrap();
        assert!(features.contains(&"codec sharding_indexed".into()));
        assert_eq!(known(&json, "plain", version)["known"], "reads");
    }
    assert_eq!(known(&json, "sharded", "zarr-python")["known"], "reads");
    // The reason of what is lacking stands in the same line.
    let reasons = known(&json, "sharded", "GDAL")["reasons"].clone();
    let reason = reasons[0].as_str().unwrap();
    let lacks = text
        .lines()
        .find(|it| it.contains("lacks ") && it.contains("GDAL"));
    assert!(lacks.unwrap().contains(reason), "{text}");
    // Those who only decode chunks are in the table, too, and models of metadata are not.
    assert_eq!(known(&json, "plain", "zarr-js")["known"], "lacks");
    assert!(text.contains("neuroglancer 2.41.2 (chunks only)"), "{text}");
    assert!(!text.contains("zarr-metadata"), "{text}");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let at = |known: &str, version: &str| {
        let is_meant = |it: &&str| it.starts_with(known) && it.contains(version);
        lines.iter().position(is_meant).unwrap()
    };
    assert!(at("lacks ", "GDAL") < at("reads ", "zarr-python"));
    let uses = lines.iter().filter(|it| it.starts_with("uses "));
    for line in uses {
        assert!(!line.contains("storage_transformers"), "{line}");
    }
}

/// What zarr-python writes into shards by default: a parameter need not be tested at every place of its codec.
#[test]
fn who_reads_usual_shards_is_known() {
    let place = tempfile::tempdir().unwrap();
    let zstd =
        serde_json::json!({"name": "zstd", "configuration": {"level": 0, "checksum": false}});
    let codecs = sharded(&[2, 2], &serde_json::json!([{"name": "bytes"}, zstd]));
    put(place.path(), "zarr.json", document(&[("codecs", codecs)]));
    let (_, text, json) = scan(place.path(), &["--all"]);
    assert_eq!(known(&json, ".", "zarr-python")["known"], "reads", "{text}");
    assert_eq!(known(&json, ".", "GDAL")["known"], "lacks", "{text}");
    assert!(!text.contains("No check of what"), "{text}");
}

/// Bytes that are not a frame say nothing of what the writer of a chunk uses.
#[test]
fn damage_is_no_feature() {
    let place = tempfile::tempdir().unwrap();
    let zstd =
        serde_json::json!({"name": "zstd", "configuration": {"level": 0, "checksum": false}});
    let codecs = serde_json::json!([{"name": "bytes"}, zstd]);
    put(place.path(), "zarr.json", document(&[("codecs", codecs)]));
    let frame = hex::decode("28b52ffd20042100000102030400000000").unwrap();
    put(place.path(), "c/0/0", &frame[..13]);
    put(place.path(), "c/1/1", &frame);
    let (code, text, _) = scan(place.path(), &["--all"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("1 decoded, 1 damaged") && !text.contains("frames"),
        "{text}"
    );
}

/// What simpler arrays show is not enough for many dimensions, nor for codecs in a place of their own.
#[rstest]
#[case::rank_33(33, None, "rank above 32")]
#[case::rank_65(65, None, "rank above 64")]
#[case::shards_in_shards(1, Some(3), "in shards: in shards: in shards: codec sharding_indexed")]
fn of_what_no_check_has_nothing_is_known(
    #[case] rank: usize,
    #[case] shards: Option<usize>,
    #[case] feature: &str,
) {
    let place = tempfile::tempdir().unwrap();
    let ones = vec![1_u64; rank];
    let grid = serde_json::json!({"name": "regular", "configuration": {"chunk_shape": &ones}});
    let mut codecs = serde_json::json!([{"name": "bytes"}]);
    for _ in 0..shards.map_or(0, |it| it + 1) {
        codecs = sharded(&ones, &codecs);
    }
    let document = document(&[
        ("shape", ones.clone().into()),
        ("chunk_grid", grid),
        ("codecs", codecs),
    ]);
    put(place.path(), "zarr.json", document);
    if shards.is_none() {
        let key = format!("c/{}", vec!["0"; rank].join("/"));
        put(place.path(), &key, [7]);
    }
    let (code, text, json) = scan(place.path(), &["--all"]);
    assert_eq!(code, Some(0), "{text}");
    let decoded = &array(&json, "")["chunks"]["counts"]["decoded"];
    assert_eq!(*decoded, u64::from(shards.is_none()), "{text}");
    for version in ["zarr-python", "zarrs 0", "TensorStore"] {
        let answer = known(&json, ".", version);
        assert_ne!(answer["known"], "reads", "{answer}");
        let features = answer["features"].as_array().unwrap();
        assert!(features.contains(&feature.into()), "{answer}");
    }
}

/// What zarr-python writes for data types that extensions define, and what the text gives no limit of.
#[rstest]
#[case::text(
    "data_type",
    r#"{"name": "null_terminated_bytes", "configuration": {"length_bytes": 16}}"#
)]
#[case::structure(
    "data_type",
    r#"{"name": "struct", "configuration": {"fields": [["a", "int8"]]}}"#
)]
#[case::key_encoding(
    "chunk_key_encoding",
    r#"{"name": "suffix", "configuration": {"suffix": ".tif"}}"#
)]
#[case::member("more", "{}")]
fn what_this_version_does_not_know_is_not_invalid(#[case] member: &str, #[case] value: &str) {
    let place = tempfile::tempdir().unwrap();
    let value = serde_json::from_str(value).unwrap();
    put(place.path(), "zarr.json", document(&[(member, value)]));
    let (code, text, json) = scan(place.path(), &[]);
    assert_eq!(code, Some(5), "{text}");
    assert_eq!(json["by_validity"]["not-known"], 1, "{text}");
    let told = "Not looked at: 1 array not known to this version.";
    assert!(text.contains(told), "{text}");
    // Of its chunks nothing is known, not that there are none.
    assert!(!text.contains("0 of 0"), "{text}");
}

/// Moments and durations are objects in metadata.
#[test]
fn times_are_known() {
    let place = tempfile::tempdir().unwrap();
    let data_type = serde_json::json!({
        "name": "numpy.datetime64",
        "configuration": {"unit": "μs", "scale_factor": 10},
    });
    let codecs = serde_json::json!([{"name": "bytes", "configuration": {"endian": "big"}}]);
    let members = [
        ("data_type", data_type),
        ("fill_value", "NaT".into()),
        ("codecs", codecs),
    ];
    put(place.path(), "zarr.json", document(&members));
    let (code, text, json) = scan(place.path(), &[]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(json["by_validity"]["valid"], 1, "{text}");
}

/// Without a checksum, bytes that changed and still decode are other elements, and no scan sees it.
#[test]
fn arrays_without_a_checksum_are_named() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    put(root, "plain/zarr.json", document(&[]));
    put(root, "plain/c/0/0", [1; 4]);
    put(root, "empty/zarr.json", document(&[]));
    let codecs = serde_json::json!([{"name": "bytes"}, {"name": "crc32c"}]);
    put(root, "checked/zarr.json", document(&[("codecs", codecs)]));
    put(root, "checked/c/0/0", [1, 1, 1, 1, 0, 0, 0, 0]);
    let (code, text, json) = scan(root, &[]);
    assert_eq!(code, Some(1), "{text}");
    let told = "1 array without a checksum, in which changed bytes that still decode cannot be noticed: plain";
    assert!(text.contains(told), "{text}");
    assert_eq!(json["unchecked"]["count"], 1);
}

/// Nearly all writers add attributes without members.
#[test]
fn attributes_without_members_are_no_news() {
    let place = tempfile::tempdir().unwrap();
    let group = r#"{"zarr_format": 3, "node_type": "group", "attributes": {}}"#;
    put(place.path(), "zarr.json", group);
    put(
        place.path(),
        "a/zarr.json",
        document(&[("attributes", serde_json::json!({}))]),
    );
    let (_, text, _) = scan(place.path(), &["--all"]);
    assert!(!text.contains("no members"), "{text}");
}

/// Messages are in words, and not in names of this program's types.
#[rstest]
#[case::kinds(serde_json::json!([{"name": "gzip", "configuration": {"level": 5}}]), "", "gzip does not take an array")]
#[case::zstd(serde_json::json!([{"name": "bytes"}, {"name": "zstd", "configuration": {"level": 1, "checksum": false}}]),
    "28b52ffd200425000061626364", "a compressed block that RFC 8878 does not allow")]
fn messages_have_no_names_of_types(#[case] codecs: Value, #[case] chunk: &str, #[case] told: &str) {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), "zarr.json", document(&[("codecs", codecs)]));
    if !chunk.is_empty() {
        put(place.path(), "c/0/0", hex::decode(chunk).unwrap());
    }
    let (code, text, _) = scan(place.path(), &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains(told), "{text}");
    assert!(!text.contains(" { ") && !text.contains("Error("), "{text}");
}

#[test]
fn a_length_that_no_number_of_64_bits_holds_is_not_invalid() {
    let place = tempfile::tempdir().unwrap();
    let document = document(&[("shape", serde_json::json!([4, "LONG"]))]);
    let document = document.replace("\"LONG\"", "18446744073709551616");
    put(place.path(), "zarr.json", document);
    let (code, text, json) = scan(place.path(), &[]);
    assert_eq!(code, Some(5), "{text}");
    assert_eq!(json["by_validity"]["not-known"], 1, "{text}");
    assert!(text.contains("which 64 bits do not hold"), "{text}");
}

/// The depth at which a reader gives up is no property of the document.
#[rstest]
#[case::more_than_the_reference_reads(500, "open")]
#[case::more_than_any_reading_takes(5000, "not-known")]
fn a_document_that_is_nested_deep_is_not_invalid(#[case] depth: usize, #[case] validity: &str) {
    let place = tempfile::tempdir().unwrap();
    let document = document(&[("attributes", serde_json::json!({"a": "DEEP"}))]);
    let deep = "[".repeat(depth) + &"]".repeat(depth);
    put(
        place.path(),
        "zarr.json",
        document.replace("\"DEEP\"", &deep),
    );
    let (_, text, json) = scan(place.path(), &[]);
    assert_eq!(json["by_validity"][validity], 1, "{text}");
}

/// The chunks are looked at as those read them who accept the document.
#[test]
fn an_open_place_hides_no_damage() {
    let place = tempfile::tempdir().unwrap();
    let int32 = serde_json::json!({"name": "int32"});
    let little = serde_json::json!([{"name": "bytes", "configuration": {"endian": "little"}}]);
    let document = document(&[("data_type", int32), ("codecs", little)]);
    put(place.path(), "zarr.json", document);
    put(place.path(), "c/0/0", [0; 16]);
    let (code, text, json) = scan(place.path(), &[]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(json["by_validity"]["open"], 1, "{text}");
    assert!(text.contains("written as an object"), "{text}");
    // Who takes it so is known from the open facts.
    assert!(
        text.contains("How libraries take what the text leaves open"),
        "{text}"
    );
    let libraries = &json["open_readers"][0]["libraries"];
    let taken = |version: &str| {
        let all = libraries.as_object().unwrap();
        let (_, taken) = all.iter().find(|it| it.0.starts_with(version)).unwrap();
        (taken["accepted"].clone(), taken["of"].clone())
    };
    let (accepted, of) = taken("zarrs 0");
    assert!(accepted == of && of != 0, "{text}");
    assert_eq!(taken("GDAL").0, 0, "{text}");
    put(place.path(), "c/0/1", [0; 15]);
    assert_eq!(scan(place.path(), &[]).0, Some(1));
}

/// Some parsers take what is not JSON, which makes it no better a document.
#[rstest]
#[case::comma("}", ",}")]
#[case::not_a_number("\"fill_value\":0", "\"fill_value\":NaN")]
#[case::byte_order_mark("{", "\u{feff}{")]
fn what_is_not_json_is_invalid(#[case] before: &str, #[case] after: &str) {
    let place = tempfile::tempdir().unwrap();
    let document = document(&[]);
    let document = if before == "}" {
        format!("{},}}", document.trim_end().strip_suffix('}').unwrap())
    } else {
        document.replacen(before, after, 1)
    };
    put(place.path(), "zarr.json", document);
    let (code, text, json) = scan(place.path(), &[]);
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(json["by_validity"]["invalid"], 1, "{text}");
}

/// Of an array with a damaged chunk nobody can be said to read it, and a chunk may be longer than its elements.
#[test]
fn nobody_is_said_to_read_what_is_damaged() {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), "zarr.json", document(&[]));
    put(place.path(), "c/0/0", [0; 3]);
    let (code, text, json) = scan(place.path(), &[]);
    assert_eq!(
        (code, json["sound_arrays"].as_u64()),
        (Some(1), Some(0)),
        "{text}"
    );
    assert!(text.contains("nothing said of 1 array: damaged"), "{text}");
    assert!(!text.contains("    reads "), "{text}");
    put(place.path(), "c/0/0", [0; 5]);
    let (code, text, _) = scan(place.path(), &[]);
    assert_eq!(code, Some(5), "{text}");
    assert!(
        text.contains("the text leaves open whether a chunk"),
        "{text}"
    );
    put(place.path(), "c/0/0", [0; 4]);
    put(place.path(), "c.0.0", [0; 4]);
    let (code, text, _) = scan(place.path(), &[]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("which may be lost data: 1 array."), "{text}");
}

/// A few bytes that yield many are decoded as long as was granted.
#[test]
fn a_shard_that_decodes_to_more_than_granted_is_not_looked_at_whole() {
    let place = tempfile::tempdir().unwrap();
    let (inner, entries) = (1 << 20, 1 << 16);
    let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    gzip.write_all(&vec![0; inner]).unwrap();
    let gzip = gzip.finish().unwrap();
    let grid = |length: usize| serde_json::json!({"name": "regular", "configuration": {"chunk_shape": [length]}});
    let codecs =
        serde_json::json!([{"name": "bytes"}, {"name": "gzip", "configuration": {"level": 1}}]);
    let document = document(&[
        ("shape", serde_json::json!([inner * entries])),
        ("chunk_grid", grid(inner * entries)),
        ("codecs", sharded(&[inner as u64], &codecs)),
    ]);
    put(place.path(), "zarr.json", document);
    put(place.path(), "c/0", shard(&gzip, entries));
    let (code, text, json) = scan(place.path(), &["--decoded-bytes", "20000000"]);
    assert_eq!(code, Some(5), "{text}");
    assert_eq!(json["chunks"]["not_known"], 1);
    assert!(text.contains("c/0: inner chunk ["), "{text}");
    assert!(text.contains("not looked at whole"), "{text}");
}

#[test]
fn documents_that_are_not_looked_at_are_named() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    put(root, "good/zarr.json", document(&[]));
    let long = document(&[("attributes", serde_json::json!({"a": " ".repeat(1 << 22)}))]);
    put(root, "long/zarr.json", long);
    let (code, text, _) = scan(root, &[]);
    assert_eq!(code, Some(5), "{text}");
    assert!(text.contains("long/zarr.json (as the document"), "{text}");
    let told = "Nothing that was looked at is invalid or damaged. Not looked at: 1 file or folder";
    assert!(text.contains(told), "{text}");
    fs::create_dir_all(root.join("folder/zarr.json")).unwrap();
    let (code, text, _) = scan(root, &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("folder/zarr.json (it is a folder"), "{text}");
}

#[test]
fn consolidated_metadata_are_compared_with_the_documents() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    let array = document(&[]);
    let same = format!(
        r#"{{"fill_value": 0.0, {}"#,
        array
            .replacen(r#""fill_value":0,"#, "", 1)
            .trim_start_matches('{')
    );
    let other = r#"{"zarr_format": 3, "node_type": "group", "attributes": {"a": 2}, "x": 1}"#;
    let entries = [
        ("a", same.as_str()),
        ("g", other),
        ("g/gone", GROUP),
        ("/a", GROUP),
        ("../outside", GROUP),
    ];
    put(root, "store/zarr.json", consolidated(&entries));
    put(root, "outside/zarr.json", other);
    put(root, "store/a/zarr.json", array);
    put(
        root,
        "store/g/zarr.json",
        r#"{"node_type": "group", "attributes": {"a": 1}, "zarr_format": 3}"#,
    );
    put(root, "store/g/new/zarr.json", GROUP);
    let (code, text, json) = scan(&root.join("store"), &[]);
    assert_eq!(code, Some(0), "{text}");
    let found = &json["disagreements"][0];
    let named = |what: &str| -> Vec<(String, Value)> {
        let named = found[what]["named"].as_object().unwrap();
        named
            .iter()
            .map(|(name, it)| (name.clone(), it.clone()))
            .collect()
    };
    assert_eq!(json["disagreeing"], 1, "{json:#}");
    assert_eq!(
        (&found["group"], &found["entries"]),
        (&"".into(), &5.into())
    );
    assert_eq!(
        named("without_document"),
        [("g/gone".to_owned(), "".into())]
    );
    assert_eq!(named("without_entry"), [("g/new".to_owned(), "".into())]);
    assert_eq!(
        named("differing"),
        [("g".to_owned(), "attributes, x".into())]
    );
    assert_eq!(found["odd_names"]["count"], 2, "{found}");
    for told in [
        "consolidated metadata of .: 5 entries; the text does not say",
        "  no document   g/gone\n",
        "  no entry      g/new\n",
        "  differs       g (attributes, x)\n",
        "Nothing is invalid or damaged.",
    ] {
        assert!(text.contains(told), "{told}\n{text}");
    }
}

#[test]
fn consolidated_metadata_that_agree_are_not_reported() {
    let place = tempfile::tempdir().unwrap();
    let array = document(&[]);
    put(
        place.path(),
        "zarr.json",
        consolidated(&[("a", GROUP), ("a/b", &array)]),
    );
    put(place.path(), "a/zarr.json", GROUP);
    put(place.path(), "a/b/zarr.json", &array);
    let (code, text, json) = scan(place.path(), &[]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(json["disagreeing"], 0, "{json:#}");
    assert!(
        text.contains("1 group with consolidated metadata, compared"),
        "{text}"
    );
}

/// Many are counted and few are named, and what is compared is bounded.
#[cfg(target_os = "linux")]
#[test]
fn huge_consolidated_metadata_take_little() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    // An entry that would be read again and again, many others, and one as long as a document may be.
    let mut many = r#""a":{},"#.repeat(200_000);
    for at in 0..200_000 {
        many += &["\"n", &at.to_string(), r#"":{"a":[1,2,3]},"#].concat();
    }
    many += &[r#""b":{"c":""#, &" ".repeat(5 << 20), r#""}"#].concat();
    let group = format!(
        r#"{{"zarr_format":3,"node_type":"group","consolidated_metadata":{{"metadata":{{{many}}},"kind":"inline","must_understand":false}}}}"#
    );
    put(root, "zarr.json", &group);
    put(root, "a/zarr.json", &group);
    let started = std::time::Instant::now();
    let output = with_little_memory(root, &[]);
    let text = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(started.elapsed().as_secs() < 120, "{:?}", started.elapsed());
    for told in [
        "no document   n0, n1, n10, n100, n1000 and 65530 more",
        "400001 entries",
        "there are more than 65536 entries",
    ] {
        assert!(text.contains(told), "{told}\n{text}");
    }
}

#[test]
fn groups_are_judged_and_hierarchies_have_features() {
    let place = tempfile::tempdir().unwrap();
    let root = place.path();
    let group = |more: &str| format!(r#"{{"zarr_format": 3, "node_type": "group", {more}}}"#);
    put(
        root,
        "zarr.json",
        group(r#""attributes": {"a": null, "b": 9007199254740993}"#),
    );
    put(root, "a%41/zarr.json", GROUP);
    put(root, "a%41/.zarray", "{}");
    put(root, "a%41/below/zarr.json", GROUP);
    put(root, "__x/zarr.json", GROUP);
    put(root, "folder/b/zarr.json", GROUP);
    put(root, "nan/zarr.json", group(r#""attributes": {"a": NaN}"#));
    put(
        root,
        "two/zarr.json",
        r#"{"zarr_format": 2, "node_type": "group"}"#,
    );
    put(root, "new/zarr.json", group(r#""later": 1"#));
    let (code, text, json) = scan(root, &[]);
    assert_eq!(code, Some(1), "{text}");
    assert_eq!(json["groups"], 8, "{text}");
    let names = |what: &str| -> Vec<String> {
        let named = json[what]["named"].as_object().unwrap();
        named.keys().cloned().collect()
    };
    put(
        root,
        "twice/zarr.json",
        group(r#""attributes": {"a": 1, "a": 2}"#),
    );
    let (_, _, json) = scan(root, &[]);
    let open = json["open_groups"]["named"].as_object().unwrap();
    assert_eq!(open.keys().collect::<Vec<_>>(), ["twice"]);
    assert_eq!(names("invalid_groups"), ["nan", "two"]);
    assert_eq!(names("not_known_groups"), ["new"]);
    assert_eq!(names("excluded_names"), ["__x"]);
    assert_eq!(names("apart"), ["folder/b"]);
    assert_eq!(json["hierarchies_found"], 1);
    let uses = &json["hierarchies"][0]["uses"];
    for (what, at) in [
        ("null in attributes", "."),
        ("integers beyond 53 bits in attributes", "."),
        ("names with '%'", "a%41"),
        ("documents of version 2 beside", "a%41"),
        ("names that the text excludes", "__x"),
    ] {
        assert!(uses[what]["named"].get(at).is_some(), "{what}: {uses}");
    }
    let told = "Found 2 invalid groups. Not looked at: 1 group not known to this version.";
    assert!(text.contains(told), "{text}");
}

/// Of hierarchies as of arrays: only what the lists of known failures say of nothing else.
#[test]
fn who_finds_nodes_is_known() {
    let place = tempfile::tempdir().unwrap();
    put(place.path(), "zarr.json", consolidated(&[("a", GROUP)]));
    put(place.path(), "a/zarr.json", GROUP);
    let (code, text, json) = scan(place.path(), &[]);
    assert_eq!(code, Some(0), "{text}");
    let answers = &json["hierarchy_readers"]["arrays"][0]["answers"];
    let known = |library: &str| {
        let mut answers = answers.as_array().unwrap().iter();
        let of = |it: &&Value| it["version"].as_str().unwrap().starts_with(library);
        answers.find(of).map(|it| it["known"].clone())
    };
    assert_eq!(known("zarr-java "), Some("fails".into()), "{answers:#}");
    assert_eq!(known("zarr-python "), Some("reads".into()), "{answers:#}");
    assert_eq!(known("TensorStore "), None);
    assert!(
        text.contains("Who finds the nodes of which hierarchies"),
        "{text}"
    );
    assert!(
        text.contains("core/group-metadata/consolidated-metadata#node"),
        "{text}"
    );
}

/// A program that is granted a gigabyte of addresses.
#[cfg(unix)]
fn with_little_memory(root: &Path, more: &[&str]) -> Output {
    let limited = "ulimit -v 1000000 && exec \"$@\"";
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited, "sh", env!("CARGO_BIN_EXE_conform"), "scan"]);
    command
        .arg(root)
        .args(more)
        .env("NO_COLOR", "1")
        .output()
        .unwrap()
}

#[cfg(target_os = "linux")]
#[test]
fn bombs_take_no_memory() {
    let place = tempfile::tempdir().unwrap();
    let grid = |length: u64| serde_json::json!({"name": "regular", "configuration": {"chunk_shape": [length]}});
    let array = |name: &str, length: u64, codecs: Value, chunk: &[u8]| {
        let document = document(&[
            ("shape", vec![length].into()),
            ("chunk_grid", grid(length)),
            ("codecs", codecs),
        ]);
        put(place.path(), &format!("{name}/zarr.json"), document);
        put(place.path(), &format!("{name}/c/0"), chunk);
    };
    let gzip = {
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        for _ in 0..64 {
            gzip.write_all(&vec![0; 1 << 20]).unwrap();
        }
        gzip.finish().unwrap()
    };
    let shards = |inner: u64| {
        serde_json::json!({"name": "sharding_indexed", "configuration": {
            "chunk_shape": [inner], "codecs": [{"name": "bytes"}],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}})
    };
    let bytes = serde_json::json!({"name": "bytes"});
    let (compressed, list) = (
        serde_json::json!({"name": "gzip"}),
        |it: &[&Value]| -> Value { it.iter().map(|it| (*it).clone()).collect::<Vec<_>>().into() },
    );
    array("huge", 1 << 40, list(&[&bytes]), b"0123456789");
    array("huge-gzip", 1 << 40, list(&[&bytes, &compressed]), &gzip);
    array("gzip", 16, list(&[&bytes, &compressed]), &gzip);
    array("gzip-of-shard", 16, list(&[&shards(4), &compressed]), &gzip);
    array("index", 1 << 40, list(&[&shards(1 << 13)]), b"0123456789");
    array(
        "short-index",
        1 << 33,
        list(&[&shards(1 << 13)]),
        b"0123456789",
    );
    let output = with_little_memory(place.path(), &["--chunk-bytes", "1000000"]);
    let text = stdout(&output) + &stderr(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    for told in [
        "damaged       c/0: bytes: found 10 bytes for a chunk of uint8 of shape [1099511627776]",
        "not decoded   c/0: it decodes to 1099511627776 bytes, more than the 1000000",
        "damaged       c/0: gzip: ",
        "not decoded   c/0: it decodes to more than the 1000000 bytes",
        "not decoded   c/0: it has [134217728] inner chunks",
        "damaged       c/0: sharding_indexed: found a shard of 10 bytes",
    ] {
        assert!(text.contains(told), "{told}\n{text}");
    }
}

#[cfg(unix)]
mod hostile {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    use std::os::unix::fs::symlink;
    use std::os::unix::net::UnixListener;

    use super::*;

    fn pipe(root: &Path, name: &str) {
        let made = std::process::Command::new("mkfifo")
            .arg(root.join(name))
            .status();
        assert!(made.unwrap().success());
    }

    /// Whoever opened the pipe would wait for ever.
    #[test]
    fn no_link_is_followed_and_only_files_are_opened() {
        let outside = tempfile::tempdir().unwrap();
        put(outside.path(), "zarr.json", document(&[]));
        put(outside.path(), "secret", [1, 2, 3, 4]);
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        put(root, "a/zarr.json", document(&[]));
        fs::create_dir_all(root.join("a/c/0")).unwrap();
        symlink(outside.path().join("secret"), root.join("a/c/0/0")).unwrap();
        pipe(root, "a/c/0/1");
        symlink(outside.path(), root.join("a/c/1")).unwrap();
        symlink(outside.path(), root.join("out")).unwrap();
        symlink(".", root.join("loop")).unwrap();
        symlink("a", root.join("inside")).unwrap();
        fs::create_dir(root.join("linked")).unwrap();
        symlink(
            outside.path().join("zarr.json"),
            root.join("linked/zarr.json"),
        )
        .unwrap();
        fs::create_dir(root.join("piped")).unwrap();
        pipe(root, "piped/zarr.json");
        let _socket = UnixListener::bind(root.join("socket")).unwrap();
        let (code, text, json) = scan(root, &[]);
        assert_eq!(code, Some(1), "{text}");
        assert_eq!(json["arrays_found"], 1, "{text}");
        assert_eq!(json["links"]["count"], 6, "{text}");
        assert_eq!(json["special"]["count"], 3, "{text}");
        let counts = &array(&json, "a")["chunks"]["counts"];
        assert_eq!(
            [
                &counts["stored"],
                &counts["looked_at"],
                &counts["unreadable"]
            ],
            [2, 0, 2]
        );
        // The store itself may be named by a link.
        let link = outside.path().join("link");
        symlink(root, &link).unwrap();
        assert_eq!(scan(&link, &[]).2["arrays_found"], 1);
    }

    #[test]
    fn names_steer_no_terminal_and_need_not_be_text() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        put(
            root,
            "\u{1b}[31mred\n::error::/zarr.json",
            document(&[("shape", "\u{1b}[2J".into())]),
        );
        let name = OsStr::from_bytes(b"a\xff");
        fs::create_dir(root.join(name)).unwrap();
        fs::write(root.join(name).join("zarr.json"), document(&[])).unwrap();
        fs::write(root.join(name).join(OsStr::from_bytes(b"\xfe")), "").unwrap();
        let (code, text, json) = scan(root, &[]);
        assert_eq!(code, Some(1), "{text}");
        assert_eq!(json["arrays_found"], 2);
        assert!(!text.contains('\u{1b}'), "{text}");
        assert!(
            !text.lines().any(|it| it.trim_start().starts_with("::")),
            "{text}"
        );
        assert!(text.contains("\\u{1b}[31mred\\n"), "{text}");
    }

    #[test]
    fn depth_ends() {
        let place = tempfile::tempdir().unwrap();
        let root = place.path();
        let deep: Vec<&str> = std::iter::repeat_n("d", 300).collect();
        put(
            root,
            &format!("{}/zarr.json", deep.join("/")),
            document(&[]),
        );
        put(root, "zarr.json", GROUP);
        let (code, text, json) = scan(root, &[]);
        assert_eq!(code, Some(5), "{text}");
        assert_eq!(
            (&json["arrays_found"], &json["too_much"]["count"]),
            (&0.into(), &1.into())
        );
        // An array may have as many dimensions, and keys as many folders.
        let ones = vec![1; 300];
        let grid = serde_json::json!({"name": "regular", "configuration": {"chunk_shape": &ones}});
        put(
            root,
            "a/zarr.json",
            document(&[("shape", ones.clone().into()), ("chunk_grid", grid)]),
        );
        let zeros: Vec<&str> = std::iter::repeat_n("0", 300).collect();
        put(root, &format!("a/c/{}", zeros.join("/")), [7]);
        let (_, text, json) = scan(root, &[]);
        assert_eq!(json["too_much"]["count"], 2, "{text}");
    }
}
