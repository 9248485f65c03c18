//! The reference against every fact, asked directly: no runner, no folder, no protocol stands
//! between. It takes seconds, so that a change of the reference is judged while it is made.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use serde_json::Value;
use zarr_conform_reference::codecs::{Chain, Representation as Yields};
use zarr_conform_reference::store::{MemoryStore, Store};
use zarr_conform_reference::{
    ArrayMetadata, ChunkArray, DataType, Error, Json, Result, Steps, array_metadata, element,
};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{
    Array, ArrayRegion, BadChunk, Chunk, Fact, Grid, Metadata, Outcome, Representation,
    RepresentationType, Statement, StoredChunk, Vectors,
};

/// What is wrong with an answer of the reference, where something is.
type Problem = Option<String>;

#[test]
fn the_reference_gives_every_fact() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let mut problems = Vec::new();
    for fact in vectors.facts() {
        for edition in &fact.editions {
            if let Some(problem) = problem(&vectors, fact, *edition) {
                problems.push(format!("{} in edition {edition}: {problem}", fact.id));
            }
        }
    }
    let number = problems.len();
    assert!(number == 0, "{number} problems:\n{}", problems.join("\n"));
}

fn problem(vectors: &Vectors, fact: &Fact, edition: Edition) -> Problem {
    let steps = &Steps::literal(edition);
    match &fact.statement {
        Statement::Chunk(it) => chunk(steps, it),
        Statement::Representation(it) => representation(steps, it),
        Statement::BadChunk(it) => bad_chunk(steps, it),
        Statement::Grid(it) => grid(steps, it),
        Statement::Metadata(it) => metadata(steps, it),
        Statement::Array(it) => array(steps, it, vectors.store(fact).unwrap()),
    }
}

/// Compares an answer with what a fact expects: an answer, a refusal, or one of several outcomes.
fn compare<T: PartialEq + std::fmt::Debug>(
    found: &Result<T>,
    expected: Option<&T>,
    outcomes: &[Outcome],
    of_outcome: impl Fn(&Outcome) -> Option<T>,
) -> Problem {
    let is_refusal = matches!(
        found,
        Err(Error::Metadata(_) | Error::Unsupported(_) | Error::Codec(_))
    );
    let fits = match expected {
        Some(expected) => found.as_ref() == Ok(expected),
        None if outcomes.is_empty() => is_refusal,
        None => outcomes.iter().any(|outcome| match of_outcome(outcome) {
            _ if outcome.refused => is_refusal,
            answer => answer.as_ref() == found.as_ref().ok(),
        }),
    };
    (!fits).then(|| format!("found {found:?}, expected {expected:?} or one of {outcomes:?}"))
}

fn chain(steps: &Steps, codecs: &[Value], data_type: &str, shape: &[u64]) -> Result<Chain> {
    let codecs: Vec<Json> = codecs.iter().map(Json::from_value).collect::<Result<_>>()?;
    steps.chain(&codecs, DataType::from_identifier(data_type)?, shape)
}

fn elements(data_type: &str, shape: &[u64], bytes: &[u8]) -> ChunkArray {
    let data_type = DataType::from_identifier(data_type).unwrap();
    let elements = element::from_bytes(data_type, bytes).unwrap();
    ChunkArray::new(data_type, shape.to_vec(), elements).unwrap()
}

fn bytes_of(chunk: &ChunkArray) -> Vec<u8> {
    element::to_bytes(chunk.data_type, &chunk.elements)
}

fn chunk(steps: &Steps, it: &Chunk) -> Problem {
    let decoded = elements(&it.data_type, &it.shape, &it.elements.0);
    let chain = chain(steps, &it.codecs, &it.data_type, &it.shape);
    let found = chain
        .clone()
        .and_then(|chain| steps.encode(&chain, &decoded));
    let expected = it.encoded.as_ref().map(|bytes| bytes.0.to_vec());
    let of_outcome = |outcome: &Outcome| outcome.encoded.clone().map(|bytes| bytes.0.to_vec());
    compare(&found, expected.as_ref(), &it.outcomes, of_outcome).or_else(|| {
        let encoded = expected?;
        let found = chain.and_then(|chain| steps.decode(&chain, &encoded));
        compare(&found, Some(&decoded), &[], |_| None)
    })
}

fn representation(steps: &Steps, it: &Representation) -> Problem {
    let chain = chain(steps, &it.codecs, &it.data_type, &it.shape);
    let found = chain.map(|chain| chain.representations[1..].iter().map(yields).collect());
    if !it.outcomes.is_empty() && found.is_ok() {
        let accepted = it.outcomes.iter().any(|outcome| !outcome.refused);
        return (!accepted).then(|| "accepted, and no outcome accepts".to_owned());
    }
    compare(&found, it.representations.as_ref(), &it.outcomes, |_| None)
}

fn yields(representation: &Yields) -> RepresentationType {
    match representation {
        Yields::Array { data_type, shape } => RepresentationType {
            data_type: Some(data_type.to_string()),
            shape: Some(shape.clone()),
            bytes: None,
        },
        Yields::Bytes { length } => RepresentationType {
            data_type: None,
            shape: None,
            bytes: *length,
        },
    }
}

fn bad_chunk(steps: &Steps, it: &BadChunk) -> Problem {
    let found = chain(steps, &it.codecs, &it.data_type, &it.shape)
        .and_then(|chain| steps.decode(&chain, &it.encoded.0))
        .map(|chunk| bytes_of(&chunk));
    let of_outcome = |outcome: &Outcome| outcome.elements.clone().map(|bytes| bytes.0.to_vec());
    compare(&found, None, &it.outcomes, of_outcome)
}

fn grid(steps: &Steps, it: &Grid) -> Problem {
    let found = steps.grid_shape(&it.array_shape, &it.chunk_shape);
    let of_outcome = |outcome: &Outcome| outcome.grid_shape.clone();
    let problem = compare(&found, it.grid_shape.as_ref(), &it.outcomes, of_outcome);
    let of_elements = it.elements.iter().find_map(|element| {
        let chunk = steps.chunk_index(&element.coordinates, &it.chunk_shape);
        let within = steps.position_in_chunk(&element.coordinates, &it.chunk_shape);
        let fits = chunk == element.chunk && within == element.within;
        (!fits).then(|| format!("{element:?}: found chunk {chunk:?}, within {within:?}"))
    });
    let of_chunks = it.chunks.iter().find_map(|chunk| {
        let origin = steps.chunk_origin(&chunk.index, &it.chunk_shape);
        let of_keys = chunk.keys.iter().find_map(|key| {
            let encoding = Json::from_value(&key.chunk_key_encoding).unwrap();
            let found = steps
                .chunk_key_encoding(&encoding)
                .map(|encoding| array_metadata::chunk_key(steps, &encoding, &chunk.index));
            compare(&found, Some(&key.key), &[], |_| None)
        });
        compare(&origin, Some(&chunk.origin), &[], |_| None).or(of_keys)
    });
    problem.or(of_elements).or(of_chunks)
}

fn metadata(steps: &Steps, it: &Metadata) -> Problem {
    let found = steps.array_metadata(it.document()).map(|array| {
        let fill_value = element::to_bytes(array.data_type, &[array.fill_value]);
        (array.data_type.to_string(), array.shape, fill_value)
    });
    let meaning = |means: &zarr_conform_vectors::Meaning| {
        let fill_value = means.fill_value.0.to_vec();
        (means.data_type.clone(), means.shape.clone(), fill_value)
    };
    let expected = it.means.as_ref().map(meaning);
    compare(&found, expected.as_ref(), &it.outcomes, |outcome| {
        outcome.means.as_ref().map(meaning)
    })
}

fn array(steps: &Steps, it: &Array, files: &zarr_conform_vectors::Store) -> Problem {
    let files = files.iter();
    let store = MemoryStore(files.map(|(key, it)| (key.clone(), it.to_vec())).collect());
    let array = match steps.open(&store) {
        Ok(array) => array,
        Err(error) => {
            let expected = it.elements.as_ref().map(|bytes| bytes.0.to_vec());
            return compare(&Err(error), expected.as_ref(), &it.outcomes, |_| None);
        }
    };
    let origin = vec![0; it.shape.len()];
    let read = |start: &[u64], shape: &[u64]| {
        let region = steps.read_region(&store, &array, start, shape);
        region.map(|region| bytes_of(&region))
    };
    let is_listed = it.elements.is_some() || it.refused.is_some() || !it.outcomes.is_empty();
    let of_whole = is_listed.then(|| {
        let expected = it.elements.as_ref().map(|bytes| bytes.0.to_vec());
        compare(
            &read(&origin, &it.shape),
            expected.as_ref(),
            &it.outcomes,
            |outcome| outcome.elements.clone().map(|bytes| bytes.0.to_vec()),
        )
    });
    let of_regions = it.regions.iter().find_map(|region| {
        let found = read(&region.start, &region.shape);
        compare(&found, Some(&region.elements.0.to_vec()), &[], |_| None)
    });
    of_whole
        .flatten()
        .or(of_regions)
        .or_else(|| of_writing(steps, it, &array, &store))
}

/// The whole array into a store with nothing but its metadata, and the update into the store.
fn of_writing(steps: &Steps, it: &Array, array: &ArrayMetadata, store: &MemoryStore) -> Problem {
    let mut empty = MemoryStore::default();
    empty
        .0
        .insert("zarr.json".to_owned(), store.0["zarr.json"].clone());
    let whole = it.elements.as_ref().map(|elements| ArrayRegion {
        start: vec![0; it.shape.len()],
        shape: it.shape.clone(),
        elements: elements.clone(),
    });
    let of_whole = whole
        .filter(|_| !it.written.is_empty())
        .and_then(|whole| stored(steps, array, empty, &whole, &it.written));
    let of_update = it
        .update
        .as_ref()
        .and_then(|it| stored(steps, array, store.clone(), &it.region, &it.written));
    of_whole.or(of_update)
}

/// Writes a region, and compares the chunks; the reference stores those of nothing but the fill
/// value too.
fn stored(
    steps: &Steps,
    array: &ArrayMetadata,
    mut store: MemoryStore,
    region: &ArrayRegion,
    written: &[StoredChunk],
) -> Problem {
    let elements = elements(
        &array.data_type.to_string(),
        &region.shape,
        &region.elements.0,
    );
    if let Err(error) = steps.write_region(&mut store, array, &region.start, &elements) {
        return Some(format!("writing is refused: {error}"));
    }
    written.iter().find_map(|chunk| {
        let found = store.get(&chunk.key).unwrap();
        let used = |bytes: &[u8]| without_unused(bytes, &chunk.unused);
        let fits = found.as_ref().map(|bytes| used(bytes)) == Some(used(&chunk.encoded.0));
        (!fits).then(|| format!("chunk {}: found {found:x?}", chunk.key))
    })
}

/// The bytes with zeros where any value may stand.
fn without_unused(bytes: &[u8], unused: &[(u64, u64)]) -> Vec<u8> {
    let is_unused = |i: u64| unused.iter().any(|(at, n)| *at <= i && i < at + n);
    let used = |(i, byte): (u64, &u8)| if is_unused(i) { 0 } else { *byte };
    (0..).zip(bytes).map(used).collect()
}
