//! Checks of bytes that no decoder may accept: decoding them, and reading a store of only them.

use super::in_parts::whole_and_in_parts;
use super::store::{of_one_chunk, only_key};
use super::{Checks, Parts, asked, asked_of, needs, read, readings};
use crate::check::{ArrayType, Elements, Expected, ExpectedRead, Operation};
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_vectors::{BadChunk, Claim};

pub(crate) fn derive(bad: &BadChunk, checks: &mut Checks<'_>) {
    let needs = needs(&bad.data_type, &bad.codecs);
    let decode = Parts {
        stores: Vec::new(),
        requests: vec![asked(Ask::Decode(ask::Decode {
            data_type: bad.data_type.clone(),
            shape: bad.shape.clone(),
            codecs: bad.codecs.clone(),
            encoded: bad.encoded.clone(),
        }))],
        expected: expected(bad, Expected::Decoded),
    };
    checks.add(Operation::Decode, &needs, decode);
    if !checks.has_stores() || bad.shape.contains(&0) {
        return;
    }
    let mut store = of_one_chunk(
        checks.presentation(),
        &bad.data_type,
        &bad.shape,
        &bad.codecs,
    );
    store.insert(only_key(&bad.shape), bad.encoded.0.clone());
    let requests = match &bad.claim {
        Claim::Refused { .. } => whole_and_in_parts(&store),
        _ => vec![asked_of(0, read(None))],
    };
    let read = Parts {
        stores: vec![store],
        requests,
        expected: expected(bad, |elements| {
            Expected::Read(elements.of.clone(), vec![ExpectedRead::Whole(elements)])
        }),
    };
    checks.add(Operation::Read, &needs, read);
}

fn expected(bad: &BadChunk, accepted: impl Fn(Elements) -> Expected) -> Expected {
    match &bad.claim {
        Claim::Holds(never) => match *never {},
        Claim::Refused { .. } => Expected::Refused,
        Claim::Open(outcomes) => readings(outcomes, |elements| {
            let part = elements.map_or(Expected::Refused, |bytes| {
                accepted(Elements {
                    name: "the chunk".to_owned(),
                    of: ArrayType {
                        data_type: bad.data_type.clone(),
                        shape: bad.shape.clone(),
                    },
                    start: vec![0; bad.shape.len()],
                    bytes: bytes.clone(),
                })
            });
            vec![(vec![0], part)]
        }),
    }
}
