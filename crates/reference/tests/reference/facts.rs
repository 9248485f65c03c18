//! The reference against every fact, asked directly: no runner, no folder, no protocol stands
//! between. It takes seconds, so that a change of the reference is judged while it is made.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use serde_json::Value;
use zarr_conform_reference::codecs::{Chain, Representation as Yields, written};
use zarr_conform_reference::hierarchy::{NodeTypes, read_array};
use zarr_conform_reference::store::{MemoryStore, Store};
use zarr_conform_reference::{
    ArrayMetadata, ChunkArray, Element, Error, Json, Result, Steps, data_type, vector_form,
};
use zarr_conform_terms::{Edition, HexBytes, HexElements};
use zarr_conform_vectors::{
    Accepted, Array, ArrayRegion, ArrayStated, BadChunk, Chunk, Claim, Content, Fact, Grid,
    Hierarchy, Metadata, NodeStated, Representation, RepresentationType, Statement, StoredChunk,
    Vectors,
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
        Statement::Hierarchy(it) => hierarchy(steps, it),
    }
}

/// Compares an answer with what a fact claims: an answer, a refusal, or one of several outcomes, whose
/// parts are compared as `of_holds` and `of_reading` give them.
fn compare<T: PartialEq + std::fmt::Debug, H, R, W>(
    found: &Result<T>,
    claim: &Claim<H, R, W>,
    of_holds: impl Fn(&H) -> T,
    of_reading: impl Fn(&R) -> T,
) -> Problem {
    let is_refusal = matches!(
        found,
        Err(Error::Metadata(_) | Error::Unsupported(_) | Error::Codec(_))
    );
    let expected = match claim {
        Claim::Holds(holds) => vec![Some(of_holds(holds))],
        Claim::Refused { .. } => vec![None],
        Claim::Open(outcomes) => {
            let outcomes = outcomes.iter();
            outcomes
                .map(|it| it.gives.as_ref().map(&of_reading))
                .collect()
        }
    };
    let fits = expected.iter().any(|expected| match expected {
        Some(expected) => found.as_ref() == Ok(expected),
        None => is_refusal,
    });
    (!fits).then(|| format!("found {found:?}, expected one of {expected:?}, or a refusal for None"))
}

/// Compares an answer with the only right one.
fn same<T: PartialEq + std::fmt::Debug>(found: &Result<T>, expected: &T) -> Problem {
    (found.as_ref() != Ok(expected)).then(|| format!("found {found:?}, expected {expected:?}"))
}

fn bytes(hex: &HexBytes) -> Vec<u8> {
    hex.0.to_vec()
}

fn chain(steps: &Steps, codecs: &[Value], data_type: &str, shape: &[u64]) -> Result<Chain> {
    let codecs: Vec<Json> = codecs.iter().map(Json::from_value).collect::<Result<_>>()?;
    let data_type = data_type::from_text(data_type)?;
    steps.chain(&codecs, data_type, shape, &Element::zero(data_type))
}

fn elements(data_type: &str, shape: &[u64], elements: &HexElements) -> ChunkArray {
    let data_type = data_type::from_text(data_type).unwrap();
    let elements = vector_form::from_elements(data_type, elements).unwrap();
    ChunkArray::new(data_type, shape.to_vec(), elements).unwrap()
}

fn elements_of(chunk: &ChunkArray) -> HexElements {
    vector_form::to_elements(chunk.data_type, &chunk.elements)
}

fn chunk(steps: &Steps, it: &Chunk) -> Problem {
    let decoded = elements(&it.data_type, &it.shape, &it.elements);
    let chain = chain(steps, &it.codecs, &it.data_type, &it.shape);
    let found = chain
        .clone()
        .and_then(|chain| steps.encode(&chain, &decoded));
    let found = if it.free {
        // Another encoding than the example: it decodes to the same.
        let chain = chain.clone();
        let decode = |encoded: Vec<u8>| written::decode(steps, &chain.clone()?, &encoded);
        let again = found.and_then(decode);
        same(&again, &decoded)
    } else {
        compare(&found, &it.claim, bytes, bytes)
    };
    found.or_else(|| {
        let encoded = it.claim.holds()?;
        let found = chain.and_then(|chain| steps.decode(&chain, &encoded.0));
        same(&found, &decoded)
    })
}

fn representation(steps: &Steps, it: &Representation) -> Problem {
    let chain = chain(steps, &it.codecs, &it.data_type, &it.shape);
    let found: Result<Vec<_>> =
        chain.map(|chain| chain.representations[1..].iter().map(yields).collect());
    match &it.claim {
        // All that a reading says is whether it accepts.
        Claim::Open(_) => compare(&found.map(|_| ()), &it.claim, |_| (), |Accepted| ()),
        Claim::Holds(_) | Claim::Refused { .. } => {
            compare(&found, &it.claim, Vec::clone, |Accepted| Vec::new())
        }
    }
}

fn yields(representation: &Yields) -> RepresentationType {
    match representation {
        Yields::Array {
            data_type, shape, ..
        } => RepresentationType::Array {
            data_type: (*data_type).into(),
            shape: shape.clone(),
        },
        Yields::Bytes { length } => RepresentationType::Bytes { length: *length },
    }
}

fn bad_chunk(steps: &Steps, it: &BadChunk) -> Problem {
    let found = chain(steps, &it.codecs, &it.data_type, &it.shape)
        .and_then(|chain| steps.decode(&chain, &it.encoded.0))
        .map(|chunk| elements_of(&chunk));
    compare(
        &found,
        &it.claim,
        |never| match *never {},
        HexElements::clone,
    )
}

fn grid(steps: &Steps, it: &Grid) -> Problem {
    let found = steps.grid_shape(&it.array_shape, &it.chunk_shape);
    let problem = compare(&found, &it.claim, |it| it.grid_shape.clone(), Vec::clone);
    let Some(stated) = it.claim.holds() else {
        return problem;
    };
    let of_elements = stated.elements.iter().find_map(|element| {
        let chunk = steps.chunk_index(&element.coordinates, &it.chunk_shape);
        let within = steps.position_in_chunk(&element.coordinates, &it.chunk_shape);
        let fits = chunk == element.chunk && within == element.within;
        (!fits).then(|| format!("{element:?}: found chunk {chunk:?}, within {within:?}"))
    });
    let of_chunks = stated.chunks.iter().find_map(|chunk| {
        let origin = steps.chunk_origin(&chunk.index, &it.chunk_shape);
        let of_keys = chunk.keys.iter().find_map(|key| {
            let encoding = Json::from_value(&key.chunk_key_encoding).unwrap();
            let found = steps
                .chunk_key_encoding(&encoding)
                .map(|encoding| encoding.key(steps, &chunk.index));
            same(&found, &key.key)
        });
        same(&origin, &chunk.origin).or(of_keys)
    });
    problem.or(of_elements).or(of_chunks)
}

/// Attributes, and what changes leave, are judged where facts are asked; here, which nodes there are.
fn hierarchy(steps: &Steps, it: &Hierarchy) -> Problem {
    if it.change.is_some() {
        return None;
    }
    let documents = it.documents.iter();
    let values = documents.map(|(key, text)| (key.clone(), text.clone().into_bytes()));
    let store = MemoryStore(values.collect());
    let node = steps.node(&store, &it.path).map(|node| node.node_type());
    let children = || steps.children(&store, &it.path);
    let elements = || read_array(steps, &store, &it.path).map(|it| elements_of(&it));
    match &it.claim {
        Claim::Holds(stated) => same(&node, &stated.node_type)
            .or_else(|| same(&children(), stated.children.as_ref()?))
            .or_else(|| same(&steps.walk(&store), stated.nodes.as_ref()?))
            .or_else(|| same(&elements(), &stated.array.as_ref()?.elements)),
        Claim::Refused { .. } => node.ok().map(|node| format!("found {node}, expected none")),
        Claim::Open(outcomes) => {
            let stated = |of: fn(&NodeStated) -> &Option<NodeTypes>| {
                let gives = outcomes.iter().map(|it| it.gives.as_ref());
                let stated = gives.map(|it| it.and_then(|it| of(it).clone()));
                stated.collect::<Vec<Option<NodeTypes>>>()
            };
            let (nodes, below) = (stated(|it| &it.nodes), stated(|it| &it.children));
            let (found, stated) = if nodes.iter().any(Option::is_some) {
                (steps.walk(&store).ok(), nodes)
            } else if below.iter().any(Option::is_some) {
                (children().ok(), below)
            } else {
                return None;
            };
            (!stated.contains(&found)).then(|| format!("found {found:?}"))
        }
    }
}

fn metadata(steps: &Steps, it: &Metadata) -> Problem {
    let found = steps.array_metadata(it.document()).map(|array| {
        let fill_value = vector_form::element_bytes(array.data_type, &array.fill_value);
        (array.data_type.to_string(), array.shape, fill_value)
    });
    let meaning = |means: &zarr_conform_vectors::Meaning| {
        let fill_value = means.fill_value.0.to_vec();
        (means.data_type.to_string(), means.shape.clone(), fill_value)
    };
    compare(&found, &it.claim, |it| meaning(&it.means), meaning)
}

fn array(steps: &Steps, it: &Array, files: &zarr_conform_vectors::Store) -> Problem {
    let files = files.iter();
    let store = MemoryStore(files.map(|(key, it)| (key.clone(), it.to_vec())).collect());
    let array = match steps.open(&store) {
        Ok(array) => array,
        Err(error) => {
            return compare(
                &Err(error),
                &it.claim,
                |_| HexElements::default(),
                HexElements::clone,
            );
        }
    };
    let origin = vec![0; it.shape.len()];
    let read = |start: &[u64], shape: &[u64]| {
        let region = steps.read_region(&store, &array, start, shape);
        region.map(|region| elements_of(&region))
    };
    let Claim::Holds(stated) = &it.claim else {
        return compare(
            &read(&origin, &it.shape),
            &it.claim,
            |_| HexElements::default(),
            HexElements::clone,
        );
    };
    let whole = stated.elements.as_ref();
    let of_whole = whole.and_then(|whole| same(&read(&origin, &it.shape), whole));
    let of_regions = stated.regions.iter().find_map(|region| {
        let found = read(&region.start, &region.shape);
        same(&found, &region.elements)
    });
    of_whole
        .or(of_regions)
        .or_else(|| of_writing(steps, it, stated, &array, &store))
}

/// The whole array into a store with nothing but its metadata, and the update into the store.
fn of_writing(
    steps: &Steps,
    it: &Array,
    stated: &ArrayStated,
    array: &ArrayMetadata,
    store: &MemoryStore,
) -> Problem {
    let mut empty = MemoryStore::default();
    empty
        .0
        .insert("zarr.json".to_owned(), store.0["zarr.json"].clone());
    let whole = stated.elements.as_ref().map(|elements| ArrayRegion {
        start: vec![0; it.shape.len()],
        shape: it.shape.clone(),
        elements: elements.clone(),
    });
    let of_whole = whole
        .filter(|_| !stated.written.is_empty())
        .and_then(|whole| stored(steps, array, empty, &[&whole], &stated.written));
    let of_update = stated.update.as_ref().and_then(|it| {
        let regions: Vec<_> = it.regions().collect();
        unchanged(steps, array, store.clone(), &regions)
            .or_else(|| stored(steps, array, store.clone(), &regions, &it.written))
    });
    of_whole.or(of_update)
}

/// An update that is left out has to show: each writes other elements than those that are there.
fn unchanged(
    steps: &Steps,
    array: &ArrayMetadata,
    mut store: MemoryStore,
    regions: &[&ArrayRegion],
) -> Problem {
    regions.iter().find_map(|region| {
        let data_type = array.data_type.to_string();
        let elements = elements(&data_type, &region.shape, &region.elements);
        let before = steps.read_region(&store, array, &region.start, &region.shape);
        let written = steps.write_region(&mut store, array, &region.start, &elements);
        let is_there = written.is_ok() && before.is_ok_and(|before| before == elements);
        is_there.then(|| "an update writes the elements that are there".to_owned())
    })
}

/// Writes regions, one after the other, and compares the chunks; the reference stores those of nothing but the fill
/// value too.
fn stored(
    steps: &Steps,
    array: &ArrayMetadata,
    mut store: MemoryStore,
    regions: &[&ArrayRegion],
    written: &[StoredChunk],
) -> Problem {
    for region in regions {
        let elements = elements(
            &array.data_type.to_string(),
            &region.shape,
            &region.elements,
        );
        if let Err(error) = steps.write_region(&mut store, array, &region.start, &elements) {
            return Some(format!("writing is refused: {error}"));
        }
    }
    written.iter().find_map(|chunk| {
        let found = store.get(&chunk.key).unwrap();
        let used = |elements: &HexElements| -> HexElements {
            match elements {
                HexElements::Fixed(bytes) => HexElements::from(used(&bytes.0, &chunk.unused)),
                HexElements::Variable(each) => used(each, &chunk.unused).into_iter().collect(),
            }
        };
        let (found, expected) = match &chunk.content {
            Content::Encoded(expected) => (found.map(HexElements::from), expected.clone().into()),
            Content::Elements(expected) => {
                let decode = |encoded: Vec<u8>| written::decode(steps, &array.codecs[0], &encoded);
                let found = found.map(|encoded| elements_of(&decode(encoded).unwrap()));
                (found, expected.clone())
            }
        };
        let fits: bool = found.as_ref().map(used) == Some(used(&expected));
        (!fits).then(|| format!("chunk {}: found {found:x?}", chunk.key))
    })
}

/// The bytes or elements, with the plainest where any value may stand.
fn used<T: Clone + Default>(all: &[T], unused: &[(u64, u64)]) -> Vec<T> {
    let is_unused = |i: u64| unused.iter().any(|(at, n)| *at <= i && i < at + n);
    let used = |(i, it): (u64, &T)| {
        if is_unused(i) {
            T::default()
        } else {
            it.clone()
        }
    };
    (0..).zip(all).map(used).collect()
}
