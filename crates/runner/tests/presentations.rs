//! No base that masks: what must not matter in metadata is varied over the stores, those of the
//! vectors and those that the runner makes up, and a refused fact looks as its twin does.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;
use zarr_conform_runner::Derivation;
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Statement, Store, Vectors};

/// What is seen of a property of a document: its number, and the value.
type Seen = (usize, &'static str);

/// What a document shows of the five properties, seen without looking at how it was written.
fn seen(document: &[u8]) -> [Seen; 5] {
    let text = std::str::from_utf8(document).unwrap();
    let json: Value = serde_json::from_str(text).unwrap();
    let attributes = match json.get("attributes").map(Value::as_object) {
        None => "absent",
        Some(Some(members)) if members.is_empty() => "empty",
        Some(_) => "filled",
    };
    let names = match json.get("dimension_names").map(Value::as_array) {
        None => "absent",
        Some(Some(names)) if names.contains(&Value::Null) => "with null",
        Some(_) => "given",
    };
    let place = |name: &str| text.find(&format!("{name:?}")).unwrap();
    let order = match [place("node_type"), place("shape"), place("codecs")] {
        [node, shape, codecs] if node < shape && shape < codecs => "of the text",
        [node, shape, codecs] if codecs < shape && shape < node => "reversed",
        _ => "by name",
    };
    let white_space = match (text.contains('\n'), text.contains('\t')) {
        (false, _) => "nowhere",
        (true, false) => "lines",
        (true, true) => "everywhere",
    };
    let transformers = match json.get("storage_transformers") {
        None => "absent",
        Some(_) => "empty",
    };
    let all = [attributes, names, order, white_space, transformers];
    let mut number = 0..;
    all.map(|value| (number.next().unwrap(), value))
}

fn document(store: &Store) -> Option<&[u8]> {
    store.get("zarr.json").map(|document| &**document)
}

/// The documents of stores that the runner makes up, by fact.
fn made_up(vectors: &Vectors) -> BTreeMap<String, Vec<u8>> {
    let derivation = Derivation {
        vectors,
        edition: Edition::V3_1,
    };
    let is_made_up = |fact: &&Fact| {
        let of_facts = matches!(
            &fact.statement,
            Statement::Metadata(_) | Statement::Array(_) | Statement::Hierarchy(_)
        );
        fact.editions.contains(&Edition::V3_1) && !of_facts
    };
    let mut documents = BTreeMap::new();
    for fact in vectors.facts().iter().filter(is_made_up) {
        let checks = derivation.checks(fact);
        let stores = checks.iter().flat_map(|check| &check.stores);
        for document in stores.filter_map(document) {
            let earlier = documents.insert(fact.id.clone(), document.to_vec());
            let is_same = earlier.is_none_or(|earlier| earlier == document);
            assert!(is_same, "{}: its checks have different documents", fact.id);
        }
    }
    documents
}

/// The documents of the stores of the vectors, by fact.
fn of_vectors(vectors: &Vectors) -> BTreeMap<String, Vec<u8>> {
    let mut documents = BTreeMap::new();
    for fact in vectors.facts() {
        if let Some(document) = vectors.store(fact).and_then(document) {
            documents.insert(fact.id.clone(), document.to_vec());
        }
    }
    documents
}

#[test]
fn any_two_values_of_what_must_not_matter_occur_together() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    for documents in [of_vectors(&vectors), made_up(&vectors)] {
        let rows: BTreeSet<_> = documents.values().map(|it| seen(it)).collect();
        let values: BTreeSet<_> = rows.iter().flatten().copied().collect();
        assert_eq!(values.len(), 3 + 3 + 3 + 3 + 2, "{values:?}");
        for one in &values {
            for other in values.iter().filter(|other| other.0 != one.0) {
                let both = |row: &&[Seen; 5]| row.contains(one) && row.contains(other);
                assert!(rows.iter().any(|row| both(&row)), "{one:?}, {other:?}");
            }
        }
    }
}

#[test]
fn a_refused_fact_looks_as_its_twin_does() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    for documents in [of_vectors(&vectors), made_up(&vectors)] {
        let mut pairs = 0;
        for (id, document) in &documents {
            let twin = vectors.fact(id).and_then(|fact| fact.twin.as_ref());
            if let Some(twin) = twin.and_then(|twin| documents.get(twin)) {
                assert_eq!(appearance(document), appearance(twin), "{id}");
                pairs += 1;
            }
        }
        assert!(pairs > 0, "no refused fact has a store, and its twin too");
    }
}

/// What is seen of the document of a store, where it does not hang on the number of dimensions: a
/// scalar has no dimension without a name.
fn appearance(document: &[u8]) -> Vec<Seen> {
    let is_scalar = |json: &Value| json["shape"].as_array().is_none_or(Vec::is_empty);
    let json: Value = serde_json::from_slice(document).unwrap();
    let all = seen(document).into_iter();
    all.filter(|(property, _)| *property != 1 || !is_scalar(&json))
        .collect()
}
