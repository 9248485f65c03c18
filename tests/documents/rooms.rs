//! Activities know no document by name: what only one codec, chunk grid, chunk key encoding or data type is or does
//! stands in its folder, and everything else asks for it.

use std::collections::BTreeSet;
use std::path::Path;

use zarr_conform::reference::{DataType, chunk_grid, chunk_key, codecs};

use super::architecture::{code, files};

/// Where arrays are judged, explained, fuzzed, scanned and shown.
const ACTIVITIES: [&str; 9] = [
    "crates/diagnosis/src",
    "crates/fuzz/src",
    "crates/harness/src",
    "crates/protocol/src",
    "crates/runner/src",
    "crates/spec-map/src",
    "crates/statement/src",
    "crates/vectors/src",
    "src",
];

/// The names that files have all the same, each with the reason.
const EXCEPTIONS: &str = include_str!("rooms.toml");

/// A document, and how code names it: in quotes, by its type, or by its folder.
struct Document {
    name: String,
    spelled: Vec<String>,
}

fn documents() -> Vec<Document> {
    let quoted = |name: &str| format!("\"{name}\"");
    let codecs = codecs::names().map(|name| Document {
        name: name.to_owned(),
        spelled: vec![
            quoted(name),
            format!("Codec::{}", in_capitals(name)),
            format!("reference::{name}"),
        ],
    });
    let data_types = DataType::named().map(|it| Document {
        name: it.to_string(),
        spelled: vec![
            quoted(&it.to_string()),
            format!("DataType::{}", it.to_string().to_uppercase()),
        ],
    });
    let others = chunk_grid::names().chain(chunk_key::names());
    let others = others.map(|name| Document {
        name: name.to_owned(),
        spelled: vec![quoted(name)],
    });
    codecs.chain(data_types).chain(others).collect()
}

/// `sharding_indexed` as the name of a type: `ShardingIndexed`.
fn in_capitals(name: &str) -> String {
    let word = |it: &str| it[..1].to_uppercase() + &it[1..];
    name.split('_').map(word).collect()
}

/// Whether the text has the name, and not only as the beginning of a longer one.
fn has(text: &str, name: &str) -> bool {
    let is_end = |rest: &str| !rest.starts_with(|it: char| it.is_alphanumeric() || it == '_');
    text.match_indices(name)
        .any(|(at, _)| is_end(&text[at + name.len()..]))
}

#[test]
fn activities_know_no_document_by_name() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let documents = documents();
    let is_document = |name: &str| documents.iter().any(|it| it.name == name);
    assert!(
        ["gzip", "regular", "v2", "int8"]
            .into_iter()
            .all(is_document)
    );
    let mut found = BTreeSet::new();
    for file in ACTIVITIES.iter().flat_map(|it| files(&root.join(it))) {
        let path = file
            .strip_prefix(root)
            .unwrap()
            .to_str()
            .unwrap()
            .to_owned();
        let is_room = path.contains("/documents/") || path.ends_with("tests.rs");
        if is_room {
            continue;
        }
        let code = code(&file);
        let named = documents
            .iter()
            .filter(|it| it.spelled.iter().any(|it| has(&code, it)));
        found.extend(named.map(|it| (path.clone(), it.name.clone())));
    }
    let exceptions: toml::Table = EXCEPTIONS.parse().unwrap();
    let mut listed = BTreeSet::new();
    for exception in exceptions["exception"].as_array().unwrap() {
        let text = |value: &toml::Value| value.as_str().unwrap().to_owned();
        assert!(!text(&exception["reason"]).is_empty(), "{exception}");
        let names = exception["names"].as_array().unwrap().iter();
        listed.extend(names.map(|it| (text(&exception["file"]), text(it))));
    }
    let unlisted: Vec<_> = found.difference(&listed).collect();
    assert!(
        unlisted.is_empty(),
        "ask the document, or give the reason in rooms.toml: {unlisted:?}"
    );
    let stale: Vec<_> = listed.difference(&found).collect();
    assert!(stale.is_empty(), "not named any more: {stale:?}");
}
