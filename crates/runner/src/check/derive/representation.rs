//! Checks of the representation after each codec: its last length, and that the codec list is
//! accepted or refused for the chunk.

use super::fill::counting_pattern;
use super::ones::{decode_ones, ones};
use super::own_format::{has_own_format, write_one, write_twin};
use super::store::{of_one_chunk, only_key};
use super::{Checks, Parts, asked, asked_of, needs, open, optionally, read, readings, write};
use crate::check::{
    ArrayType, Elements, Expected, ExpectedChunk, ExpectedRead, Needs, Operation, Written,
};
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::element::{ElementLayout, element_count};
use zarr_conform_vectors::{Claim, Representation, RepresentationType};

/// Chunks of more elements are opened but not written.
const MOST_ELEMENTS: u64 = 4096;

pub(crate) fn derive(it: &Representation, is_twin: bool, checks: &mut Checks<'_>) {
    let needs = needs(&it.data_type, &it.codecs);
    let pattern = element_count(&it.shape)
        .filter(|&count| count <= MOST_ELEMENTS)
        .map(|count| counting_pattern(&it.data_type, count));
    if let Some(elements) = &pattern {
        encode(it, elements, &needs, checks);
    }
    let ones = chunk_of_ones(it, &needs);
    if let Some(chunk) = ones
        .as_ref()
        .filter(|_| is_twin || it.claim.holds().is_none())
    {
        decode(it, chunk, &needs, checks);
    }
    if checks.has_stores() && !it.shape.contains(&0) {
        open_store(it, pattern.as_ref(), ones.as_ref(), &needs, checks);
        if let (Some(elements), Some(bytes)) = (&pattern, last_length(it)) {
            write_store(it, elements, bytes, &needs, checks);
        }
        if it.claim.holds().is_some() && is_twin {
            as_twin(it, ones.as_ref(), &needs, checks);
        }
    }
}

/// A chunk that a valid twin of this codec list decodes to elements whose bytes are all 1. Nothing
/// where a codec of the list may have a format of its own, or the chunk is large.
fn chunk_of_ones(it: &Representation, needs: &Needs) -> Option<HexBytes> {
    let count = element_count(&it.shape).filter(|&count| count <= MOST_ELEMENTS)?;
    let layout = ElementLayout::of(&it.data_type)?;
    let length = count * layout.bytes() as u64;
    let is_chunk = match &it.claim {
        Claim::Holds(_) => {
            decode_ones(&needs.codecs) && last_length(it).is_none_or(|it| it == length)
        }
        Claim::Refused { .. } | Claim::Open(_) => !has_own_format(&needs.codecs),
    };
    is_chunk.then(|| ones(length))
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

/// Decoding is refused; a twin decodes the same bytes.
fn decode(it: &Representation, chunk: &HexBytes, needs: &Needs, checks: &mut Checks<'_>) {
    let parts = Parts {
        stores: Vec::new(),
        requests: vec![asked(Ask::Decode(ask::Decode {
            data_type: it.data_type.clone(),
            shape: it.shape.clone(),
            codecs: it.codecs.clone(),
            encoded: chunk.clone(),
        }))],
        expected: expected(it, || Expected::Decoded(elements("the chunk", it, chunk))),
    };
    checks.add(Operation::Decode, needs, parts);
}

/// Opening is accepted or refused; an implementation that looks at codecs only when it uses them
/// may refuse as late as `read` or `write`, and has a chunk to read.
fn open_store(
    it: &Representation,
    pattern: Option<&HexBytes>,
    chunk: Option<&HexBytes>,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let mut stored = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
    let mut requests = vec![asked_of(0, open())];
    let mut expected = expected(it, || Expected::Opened(array_type(it)));
    if it.claim.holds().is_some() {
        // The chunks of a valid list are asked in checks of their own.
    } else if has_own_format(&needs.codecs) {
        requests.extend(write_one(&array_type(it)).map(optionally));
        if matches!(expected, Expected::Refused) {
            expected = Expected::RefusedInUse;
        }
    } else {
        if let Some(chunk) = chunk {
            stored.insert(only_key(&it.shape), chunk.0.clone());
            requests.push(optionally(asked_of(0, read(None))));
        }
        if let Some(elements) = pattern {
            requests.push(optionally(asked_of(0, write(None, elements))));
        }
    }
    let parts = Parts {
        stores: vec![stored],
        requests,
        expected,
    };
    checks.add(Operation::Open, needs, parts);
}

/// What a refusal is compared with.
fn as_twin(it: &Representation, chunk: Option<&HexBytes>, needs: &Needs, checks: &mut Checks<'_>) {
    if has_own_format(&needs.codecs) {
        let store = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
        write_twin(&array_type(it), store, needs, checks);
    } else if let Some(chunk) = chunk {
        read_store(it, chunk, needs, checks);
    }
}

/// What a refusal at reading is compared with: the same chunk is read.
fn read_store(it: &Representation, chunk: &HexBytes, needs: &Needs, checks: &mut Checks<'_>) {
    let mut stored = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
    stored.insert(only_key(&it.shape), chunk.0.clone());
    let read_ones = ExpectedRead::Whole(elements("the array", it, chunk));
    let parts = Parts {
        stores: vec![stored],
        requests: vec![asked_of(0, read(None))],
        expected: Expected::Read(array_type(it), vec![read_ones]),
    };
    checks.add(Operation::Read, needs, parts);
}

fn elements(name: &str, it: &Representation, bytes: &HexBytes) -> Elements {
    Elements {
        name: name.to_owned(),
        of: array_type(it),
        start: vec![0; it.shape.len()],
        bytes: bytes.clone(),
    }
}

/// The chunk that is stored has the stated length, and is read back.
fn write_store(
    it: &Representation,
    elements: &HexBytes,
    bytes: u64,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let read_back = self::elements("the chunk read back", it, elements);
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
