//! The checks of facts that read valid arrays, with the features of each array.

use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::chunk_key::{Below, Keys};
use zarr_conform_reference::{ArrayMetadata, Steps};
use zarr_conform_runner::{Check, Derivation, Expected, Operation};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Store, Vectors};

use crate::scan::chunk::{Budget, ChunkDecoder};
use crate::scan::features::{self, Features, MISSING_CHUNKS};

/// A check that opens or reads a valid array.
#[derive(Clone, Debug)]
pub struct CheckFeatures {
    /// Its id.
    pub id: String,
    /// Whether it opens or reads.
    pub operation: Operation,
    /// The features of its array; to open it, only those of its metadata.
    pub features: Features,
}

/// The checks that the specification demands of those who open and read arrays. What it leaves open,
/// recommends or permits is not among them, and neither is what must be refused.
pub fn reading_checks(vectors: &Vectors) -> Vec<CheckFeatures> {
    let edition = Edition::default();
    let derivation = Derivation { vectors, edition };
    let steps = Steps::literal(edition);
    let facts = vectors.facts().iter();
    let facts = facts.filter(|fact| fact.editions.contains(&edition) && fact.level == Level::Must);
    let checks = facts.flat_map(|fact| derivation.checks(fact));
    checks
        .filter_map(|check| check_features(&steps, &check))
        .collect()
}

/// What the metadata document of an array uses; nothing, where it is not valid.
pub fn document_features(document: &[u8]) -> Option<Features> {
    let array = Steps::literal(Edition::default()).array_metadata(document);
    Some(features::of_document(document, &array.ok()?))
}

fn check_features(steps: &Steps, check: &Check) -> Option<CheckFeatures> {
    let is_reading = match check.operation {
        Operation::Open => matches!(check.expected, Expected::Opened(_) | Expected::Accepted),
        Operation::Read => matches!(check.expected, Expected::Read(..)),
        _ => false,
    };
    if check.level != Level::Must || !is_reading {
        return None;
    }
    let store = check.stores.first()?;
    let document = store.get("zarr.json")?;
    let array = steps.array_metadata(document).ok()?;
    let mut features = features::of_document(document, &array);
    if check.operation == Operation::Read {
        add_chunks(&mut features, steps, &array, store);
    }
    features::settle(&mut features);
    Some(CheckFeatures {
        id: check.id.to_string(),
        operation: check.operation,
        features,
    })
}

fn add_chunks(features: &mut Features, steps: &Steps, array: &ArrayMetadata, store: &Store) {
    let Ok(grid_shape) = array.chunk_grid.grid_shape(steps, &array.shape) else {
        return;
    };
    let stored = store.len() as u64 - 1;
    let in_grid = number_of_elements(&grid_shape);
    if in_grid.is_none_or(|in_grid| stored < in_grid) {
        features.insert(MISSING_CHUNKS.to_owned());
    }
    // The grid may have any number of chunks, the store has few.
    let keys = Keys::new(&array.chunk_key_encoding, grid_shape);
    for (key, bytes) in store {
        let parts: Vec<String> = key.split('/').map(str::to_owned).collect();
        if let Below::Chunk(index) = keys.below(&parts)
            && let Ok(chain) = array.chain(&index)
        {
            let mut decoder = ChunkDecoder::new(steps, Budget::ANY, &|| false, features);
            // What cannot be decoded here has the features that were found until then.
            let _ = decoder.decode(chain, &mut &bytes[..], "");
        }
    }
}
