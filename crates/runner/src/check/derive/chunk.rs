//! Checks of a chunk: encoding and decoding it, and reading and writing a store of only it.

use super::store::{of_one_chunk, only_key};
use super::{Checks, Parts, asked, asked_of, needs, optionally, read, readings, write};
use crate::check::{
    ArrayType, Elements, Expected, ExpectedChunk, ExpectedRead, Needs, Operation, Written,
};
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Chunk, Claim, Content, Store, StoredChunk};

pub(crate) fn derive(chunk: &Chunk, checks: &mut Checks<'_>) {
    let needs = needs(&chunk.data_type, &chunk.codecs);
    encode(chunk, &needs, checks);
    decode(chunk, &needs, checks);
    if checks.has_stores() && !chunk.shape.contains(&0) {
        let empty = of_one_chunk(
            checks.presentation(),
            &chunk.data_type,
            &chunk.shape,
            &chunk.codecs,
        );
        read_store(chunk, &empty, &needs, checks);
        write_store(chunk, empty, &needs, checks);
    }
}

/// What each reading encodes the elements to; nothing where it refuses.
fn encodings(chunk: &Chunk) -> Vec<&HexBytes> {
    match &chunk.claim {
        Claim::Holds(encoded) => vec![encoded],
        Claim::Refused { why } => match *why {},
        Claim::Open(outcomes) => outcomes.iter().filter_map(|it| it.gives.as_ref()).collect(),
    }
}

fn encode(chunk: &Chunk, needs: &Needs, checks: &mut Checks<'_>) {
    let requests = vec![asked(Ask::Encode(ask::Encode {
        data_type: chunk.data_type.clone(),
        shape: chunk.shape.clone(),
        codecs: chunk.codecs.clone(),
        elements: chunk.elements.clone(),
    }))];
    let expected = of_encoding(chunk, |encoded| {
        if chunk.free {
            return Expected::EncodedFreely(elements(chunk), chunk.codecs.clone());
        }
        Expected::Encoded(encoded.clone())
    });
    let stores = Vec::new();
    checks.add(
        Operation::Encode,
        needs,
        Parts {
            stores,
            requests,
            expected,
        },
    );
}

fn write_store(chunk: &Chunk, empty: Store, needs: &Needs, checks: &mut Checks<'_>) {
    let may_be_absent = chunk.elements.are_plain();
    let expected = of_encoding(chunk, |encoded| {
        Expected::Written(Written {
            chunks: vec![stored(chunk, encoded, may_be_absent)],
            read_back: may_be_absent.then(|| elements(chunk)),
            after_each: Vec::new(),
        })
    });
    let mut requests = vec![asked_of(0, write(None, &chunk.elements))];
    if may_be_absent {
        requests.push(optionally(asked_of(0, read(None))));
    }
    let stores = vec![empty];
    checks.add(
        Operation::Write,
        needs,
        Parts {
            stores,
            requests,
            expected,
        },
    );
}

/// The only chunk of a store.
fn stored(chunk: &Chunk, encoded: &HexBytes, may_be_absent: bool) -> ExpectedChunk {
    let content = if chunk.free {
        Content::Elements(chunk.elements.clone())
    } else {
        Content::Encoded(encoded.clone())
    };
    let stored = StoredChunk {
        key: only_key(&chunk.shape),
        content,
        unused: Vec::new(),
        may_be_absent,
    };
    ExpectedChunk::Stored(stored, array_type(chunk))
}

/// The expectation of a check that encodes: one, or one for each reading.
fn of_encoding(chunk: &Chunk, expected: impl Fn(&HexBytes) -> Expected) -> Expected {
    match &chunk.claim {
        Claim::Holds(encoded) => expected(encoded),
        Claim::Refused { why } => match *why {},
        Claim::Open(outcomes) => readings(outcomes, |encoded| {
            // Whoever refuses to write stores nothing, and what is read back then says nothing.
            vec![match encoded {
                Some(encoded) => (vec![0, 1], expected(encoded)),
                None => (vec![0], Expected::Refused),
            }]
        }),
    }
}

fn decode(chunk: &Chunk, needs: &Needs, checks: &mut Checks<'_>) {
    let request = |encoded: &HexBytes| {
        asked(Ask::Decode(ask::Decode {
            data_type: chunk.data_type.clone(),
            shape: chunk.shape.clone(),
            codecs: chunk.codecs.clone(),
            encoded: encoded.clone(),
        }))
    };
    let encodings = encodings(chunk);
    if encodings.is_empty() {
        return;
    }
    let requests = encodings.into_iter().map(request).collect();
    let expected = of_decoding(chunk, || Expected::Decoded(elements(chunk)));
    let stores = Vec::new();
    checks.add(
        Operation::Decode,
        needs,
        Parts {
            stores,
            requests,
            expected,
        },
    );
}

fn read_store(chunk: &Chunk, empty: &Store, needs: &Needs, checks: &mut Checks<'_>) {
    let store = |encoded: &HexBytes| {
        let mut store = empty.clone();
        store.insert(only_key(&chunk.shape), encoded.0.clone());
        store
    };
    let stores: Vec<_> = encodings(chunk).into_iter().map(store).collect();
    if stores.is_empty() {
        return;
    }
    let requests = (0..stores.len())
        .map(|at| asked_of(at, read(None)))
        .collect();
    let expected = of_decoding(chunk, || {
        Expected::Read(
            array_type(chunk),
            vec![ExpectedRead::Whole(elements(chunk))],
        )
    });
    checks.add(
        Operation::Read,
        needs,
        Parts {
            stores,
            requests,
            expected,
        },
    );
}

/// The expectation of a check that decodes: one, or for each reading that its bytes decode to the
/// elements. A reading that refuses is seen where no bytes are accepted.
fn of_decoding(chunk: &Chunk, expected: impl Fn() -> Expected) -> Expected {
    match &chunk.claim {
        Claim::Holds(_) => expected(),
        Claim::Refused { why } => match *why {},
        Claim::Open(outcomes) => {
            let all: Vec<usize> = (0..encodings(chunk).len()).collect();
            let mut at = 0..;
            readings(outcomes, |encoded| {
                vec![match encoded {
                    Some(_) => (at.next().into_iter().collect(), expected()),
                    None => (all.clone(), Expected::AllRefused),
                }]
            })
        }
    }
}

fn array_type(chunk: &Chunk) -> ArrayType {
    ArrayType {
        data_type: chunk.data_type.clone(),
        shape: chunk.shape.clone(),
    }
}

fn elements(chunk: &Chunk) -> Elements {
    Elements {
        name: "the chunk".to_owned(),
        of: array_type(chunk),
        start: vec![0; chunk.shape.len()],
        bytes: chunk.elements.clone(),
    }
}
