//! What golden facts store, spoilt, and read by the reference.

use std::collections::BTreeSet;

use zarr_conform_diagnosis::in_parallel;
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::MemoryStore;
use zarr_conform_reference::{ArrayMetadata, ChunkArray, Result, Steps};
use zarr_conform_vectors::{Array, ArrayStated, Chunk, Fact, Statement, Vectors};

use super::written::chain;
use super::{Extent, Unseen, flips, is_required, place};

pub(crate) fn unseen(extent: Extent) -> Vec<Unseen> {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let mut topics = BTreeSet::new();
    let facts = vectors.facts().iter().filter(|it| is_required(it));
    let facts: Vec<(&Fact, bool)> = facts
        .map(|fact| {
            let topic = fact.id.rsplit_once('/').map(|it| it.0);
            let is_array = matches!(fact.statement, Statement::Array(_));
            let is_first = is_array && topics.insert(topic);
            (fact, is_first || !extent.first_documents)
        })
        .collect();
    let unseen = in_parallel(
        &facts,
        || (),
        |(), &(fact, with_document)| of_fact(&vectors, fact, extent, with_document),
    );
    unseen.into_iter().flatten().collect()
}

fn of_fact(vectors: &Vectors, fact: &Fact, extent: Extent, with_document: bool) -> Vec<Unseen> {
    let steps = Steps::literal(*fact.editions.last().unwrap());
    match &fact.statement {
        Statement::Chunk(chunk) => of_chunk(&steps, fact, chunk, extent),
        Statement::Array(array) => match array.claim.holds() {
            Some(stated) => of_store(
                &steps,
                vectors,
                (fact, array, stated),
                extent,
                with_document,
            ),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

fn unseen_at(fact: &Fact, key: &str, at: usize, mask: u8, place: String) -> Unseen {
    let what = format!("{} {key} byte {at} ^ {mask:#04x}", fact.id);
    Unseen { what, place }
}

fn of_chunk(steps: &Steps, fact: &Fact, chunk: &Chunk, extent: Extent) -> Vec<Unseen> {
    let Some(encoded) = chunk.claim.holds() else {
        return Vec::new();
    };
    if encoded.0.len() > extent.longest {
        return Vec::new();
    }
    let chain = chain(steps, &chunk.data_type, &chunk.shape, &chunk.codecs);
    let expected = steps.decode(&chain, &encoded.0).unwrap();
    let mut unseen = Vec::new();
    for (at, mask, flipped) in flips(&encoded.0) {
        if is_same(&steps.decode(&chain, &flipped), &expected) {
            let place = place::in_chunk(steps, &chain, &encoded.0, &flipped);
            unseen.push(unseen_at(fact, "chunk", at, mask, place));
        }
    }
    unseen
}

/// Whether a spoilt chunk is read as it was. A bug is an error, too, and is not hidden.
fn is_same<T: PartialEq>(found: &Result<T>, expected: &T) -> bool {
    match found {
        Err(zarr_conform_reference::Error::Bug(bug)) => panic!("{bug}"),
        found => found.as_ref() == Ok(expected),
    }
}

/// What is read of a store: the elements that the fact states.
fn read(
    steps: &Steps,
    array: &ArrayMetadata,
    store: &MemoryStore,
    regions: &[(Vec<u64>, Vec<u64>)],
) -> Result<Vec<ChunkArray>> {
    let regions = regions.iter();
    regions
        .map(|(start, shape)| steps.read_region(store, array, start, shape))
        .collect()
}

fn of_store(
    steps: &Steps,
    vectors: &Vectors,
    (fact, of, stated): (&Fact, &Array, &ArrayStated),
    extent: Extent,
    with_document: bool,
) -> Vec<Unseen> {
    let files = vectors.store(fact).unwrap();
    let files = files
        .iter()
        .map(|(key, value)| (key.clone(), value.to_vec()));
    let store = MemoryStore(files.collect());
    let array = steps.open(&store).unwrap();
    let mut regions: Vec<_> = stated
        .regions
        .iter()
        .map(|it| (it.start.clone(), it.shape.clone()))
        .collect();
    if stated.elements.is_some() {
        regions = vec![(vec![0; of.shape.len()], of.shape.clone())];
    }
    let mut unseen = Vec::new();
    for (key, bytes) in store
        .0
        .iter()
        .filter(|it| it.0 != METADATA_KEY && it.1.len() <= extent.longest)
    {
        let index = place::index_of(steps, &array, key);
        // What else is stored shows nothing of this chunk.
        let only = |bytes: &[u8]| MemoryStore([(key.clone(), bytes.to_vec())].into());
        let expected = read(steps, &array, &only(bytes), &regions).unwrap();
        for (at, mask, flipped) in flips(bytes) {
            if !is_same(&read(steps, &array, &only(&flipped), &regions), &expected) {
                continue;
            }
            let place = if stated.elements.is_some() {
                place::in_chunk_of(steps, &array, &index, bytes, &flipped)
            } else {
                "outside of the regions".to_owned()
            };
            unseen.push(unseen_at(fact, key, at, mask, place));
        }
    }
    if with_document {
        let bytes = &store.0[METADATA_KEY];
        let expected = (
            array.data_type,
            array.shape.clone(),
            read(steps, &array, &store, &regions).unwrap(),
        );
        for (at, mask, flipped) in flips(bytes) {
            let found = steps.array_metadata(&flipped).and_then(|array| {
                let elements = read(steps, &array, &store, &regions)?;
                Ok((array.data_type, array.shape, elements))
            });
            if is_same(&found, &expected) {
                let place = place::in_document(bytes, &flipped);
                unseen.push(unseen_at(fact, METADATA_KEY, at, mask, place));
            }
        }
    }
    unseen
}
