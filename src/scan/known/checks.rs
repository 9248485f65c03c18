//! The checks of facts that read valid arrays, with the features of each array.

use zarr_conform_protocol::Ask;
use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::chunk_key::{Below, Keys};
use zarr_conform_reference::{ArrayMetadata, Steps, vector_form};
use zarr_conform_runner::{Check, Derivation, Expected, Operation};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Store, Vectors};

use crate::scan::chunk::{Budget, ChunkDecoder};
use crate::scan::features::{self, Features, MISSING_CHUNKS};

/// A check of a valid array.
#[derive(Clone, Debug)]
pub struct CheckFeatures {
    /// Its id.
    pub id: String,
    /// What it does with the array.
    pub operation: Operation,
    /// The features of its array; to open it, only those of its metadata.
    pub features: Features,
}

/// The checks that the specification demands of those who open and read arrays, or decode their chunks. What it leaves
/// open, recommends or permits is not among them, and neither is what must be refused.
pub fn reading_checks(vectors: &Vectors) -> Vec<CheckFeatures> {
    let steps = Steps::literal(Edition::default());
    checks_of(vectors, |checks, found| {
        let of_arrays = checks.iter().filter(|it| is_reading(it));
        found.extend(of_arrays.filter_map(|it| check_features(&steps, it)));
        // A chunk by itself has those features of the array of which it is the only one that are not of the document.
        let decoding = checks.iter().find(|it| is_decoding(it));
        let read = checks.iter().find(|it| it.operation == Operation::Read);
        let read = read.and_then(|it| check_features(&steps, it));
        found.extend(decoding.zip(read).map(|(decoding, read)| CheckFeatures {
            id: decoding.id.to_string(),
            operation: Operation::Decode,
            features: features::of_chunk(read.features),
        }));
    })
}

/// The same of those who write valid arrays.
pub(crate) fn writing_checks(vectors: &Vectors) -> Vec<CheckFeatures> {
    let steps = Steps::literal(Edition::default());
    checks_of(vectors, |checks, found| {
        let writing = checks.iter().filter(|it| is_writing(it));
        found.extend(writing.filter_map(|it| written_features(&steps, it)));
    })
}

/// What is found in the checks of each fact that the specification demands.
fn checks_of(
    vectors: &Vectors,
    find: impl Fn(&[Check], &mut Vec<CheckFeatures>),
) -> Vec<CheckFeatures> {
    let edition = Edition::default();
    let derivation = Derivation { vectors, edition };
    let facts = vectors.facts().iter();
    let facts = facts.filter(|fact| fact.editions.contains(&edition) && fact.level == Level::Must);
    let mut found = Vec::new();
    for fact in facts {
        let mut checks = derivation.checks(fact);
        checks.retain(|it| it.level == Level::Must);
        find(&checks, &mut found);
    }
    found
}

fn is_reading(check: &Check) -> bool {
    match check.operation {
        Operation::Open => matches!(check.expected, Expected::Opened(_) | Expected::Accepted),
        Operation::Read => matches!(check.expected, Expected::Read(..)),
        _ => false,
    }
}

fn is_decoding(check: &Check) -> bool {
    check.operation == Operation::Decode && matches!(check.expected, Expected::Decoded(_))
}

fn is_writing(check: &Check) -> bool {
    use Operation::{Create, Update, Write};
    let is_meant = matches!(check.operation, Write | Update | Create);
    is_meant && matches!(check.expected, Expected::Written(_) | Expected::Created(..))
}

fn check_features(steps: &Steps, check: &Check) -> Option<CheckFeatures> {
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

/// The features of the array that is written, and of its elements.
fn written_features(steps: &Steps, check: &Check) -> Option<CheckFeatures> {
    let asked = check.requests.iter().find_map(|it| match &it.ask {
        Ask::Create(it) => Some((serde_json::to_vec(&it.metadata).ok(), &it.elements)),
        Ask::Write(it) => Some((None, &it.elements)),
        _ => None,
    });
    let (created, elements) = asked?;
    let stored = || check.stores.first()?.get("zarr.json").map(|it| it.to_vec());
    let document = created.or_else(stored)?;
    let array = steps.array_metadata(&document).ok()?;
    let mut features = features::of_document(&document, &array);
    if let Ok(written) = vector_form::from_elements(array.data_type, elements) {
        features::elements::note(&mut features, array.data_type, &written);
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
