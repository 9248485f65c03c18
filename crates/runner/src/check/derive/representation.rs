//! Checks of the representation after each codec: its last length, and that the codec list is
//! accepted or refused for the chunk.

use super::fill::counting_pattern;
use super::store::{of_one_chunk, only_key};
use super::{Checks, Parts, asked, asked_of, needs, open, optionally, read, readings, write};
use crate::check::{
    ArrayType, Elements, Expected, ExpectedChunk, ExpectedRead, Needs, Operation, Written,
};
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::element::element_count;
use zarr_conform_vectors::{Claim, Representation, RepresentationType};

/// Chunks of more elements are opened but not written.
const MOST_ELEMENTS: u64 = 4096;

/// Codecs that read only what they have written: elements as they are are no chunk of theirs.
const OWN_FORMATS: [&str; 5] = ["gzip", "blosc", "zstd", "crc32c", "sharding_indexed"];

pub(crate) fn derive(it: &Representation, is_twin: bool, checks: &mut Checks<'_>) {
    let needs = needs(&it.data_type, &it.codecs);
    let pattern = element_count(&it.shape)
        .filter(|&count| count <= MOST_ELEMENTS)
        .map(|count| counting_pattern(&it.data_type, count));
    if let Some(elements) = &pattern {
        encode(it, elements, &needs, checks);
    }
    if checks.has_stores() && !it.shape.contains(&0) {
        open_store(it, pattern.as_ref(), &needs, checks);
        if let (Some(elements), Some(bytes)) = (&pattern, last_length(it)) {
            write_store(it, elements, bytes, &needs, checks);
        }
        if let (Some(elements), Some(_), true) = (&pattern, it.claim.holds(), is_twin) {
            read_store(it, elements, &needs, checks);
        }
    }
}

/// Length of the byte string that the last codec yields.
fn last_length(it: &Representation) -> Option<u64> {
    match it.claim.holds()?.last()? {
        RepresentationType::Bytes { length } => *length,
        RepresentationType::Array { .. } => None,
    }
}

fn encode(it: &Representation, elements: &HexBytes, needs: &Needs, checks: &mut Checks<'_>) {
    // Of a byte string whose length depends on the elements, nothing is stated.
    let last = it.claim.holds().and_then(|them| them.last());
    if matches!(last, Some(RepresentationType::Bytes { length: None })) {
        return;
    }
    let parts = Parts {
        stores: Vec::new(),
        requests: vec![asked(Ask::Encode(ask::Encode {
            data_type: it.data_type.clone(),
            shape: it.shape.clone(),
            codecs: it.codecs.clone(),
            elements: elements.clone(),
        }))],
        // The draft's default conversion of a list without codec adds no bytes.
        expected: expected(it, || {
            Expected::EncodedLength(last_length(it).unwrap_or(elements.0.len() as u64))
        }),
    };
    checks.add(Operation::Encode, needs, parts);
}

/// Opening is accepted or refused; an implementation that looks at codecs only when it uses them
/// may refuse as late as `read` or `write`.
fn open_store(
    it: &Representation,
    pattern: Option<&HexBytes>,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let mut stored = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
    let mut requests = vec![asked_of(0, open())];
    if let (Some(elements), None) = (pattern, it.claim.holds()) {
        if is_readable(needs) {
            stored.insert(only_key(&it.shape), elements.0.clone());
            requests.push(optionally(asked_of(0, read(None))));
        }
        requests.push(optionally(asked_of(0, write(None, elements))));
    }
    let parts = Parts {
        stores: vec![stored],
        requests,
        expected: expected(it, || Expected::Opened(array_type(it))),
    };
    checks.add(Operation::Open, needs, parts);
}

/// Whether bytes of the elements' length may be a chunk.
fn is_readable(needs: &Needs) -> bool {
    let has_own_format = |codec: &String| OWN_FORMATS.contains(&codec.as_str());
    !needs.codecs.iter().any(has_own_format)
}

/// What a refusal at reading is compared with: a chunk of the length of the elements is read.
fn read_store(it: &Representation, elements: &HexBytes, needs: &Needs, checks: &mut Checks<'_>) {
    let length = elements.0.len() as u64;
    if !is_readable(needs) || last_length(it) != Some(length) {
        return;
    }
    let mut stored = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
    stored.insert(only_key(&it.shape), elements.0.clone());
    let parts = Parts {
        stores: vec![stored],
        requests: vec![asked_of(0, read(None))],
        expected: Expected::Read(array_type(it), vec![ExpectedRead::Length(length)]),
    };
    checks.add(Operation::Read, needs, parts);
}

/// The chunk that is stored has the stated length, and is read back.
fn write_store(
    it: &Representation,
    elements: &HexBytes,
    bytes: u64,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let read_back = Elements {
        name: "the chunk read back".to_owned(),
        of: array_type(it),
        start: vec![0; it.shape.len()],
        bytes: elements.clone(),
    };
    let parts = Parts {
        stores: vec![of_one_chunk(
            checks.presentation(),
            &it.data_type,
            &it.shape,
            &it.codecs,
        )],
        requests: vec![
            asked_of(0, write(None, elements)),
            optionally(asked_of(0, read(None))),
        ],
        expected: Expected::Written(Written {
            chunks: vec![ExpectedChunk::Length(only_key(&it.shape), bytes)],
            read_back: Some(read_back),
        }),
    };
    checks.add(Operation::Write, needs, parts);
}

fn array_type(it: &Representation) -> ArrayType {
    ArrayType {
        data_type: it.data_type.clone(),
        shape: it.shape.clone(),
    }
}

fn expected(it: &Representation, accepted: impl Fn() -> Expected) -> Expected {
    match &it.claim {
        Claim::Holds(_) => accepted(),
        Claim::Refused { .. } => Expected::Refused,
        Claim::Open(outcomes) => readings(outcomes, |accepted| {
            let part = match accepted {
                Some(_) => Expected::Accepted,
                None => Expected::Refused,
            };
            vec![(vec![0, 1, 2], part)]
        }),
    }
}
