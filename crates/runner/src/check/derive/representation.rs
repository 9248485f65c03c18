//! Checks of the representation after each codec: its last length, and that the codec list is
//! accepted or refused for the chunk.

use super::fill::counting_pattern;
use super::ones::{elements_of_ones, may_be_ones, ones};
use super::store::{of_one_chunk, only_key};
use super::{
    Checks, Derivation, Parts, asked, asked_of, create_from, needs, open, optionally, read,
    readings, refused_or_as_twin, write,
};
use crate::check::{
    ArrayType, Elements, Expected, ExpectedChunk, ExpectedRead, Meant, Needs, Operation, Written,
};
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_terms::{HexBytes, HexElements};
use zarr_conform_vectors::element::{ElementLayout, element_count};
use zarr_conform_vectors::{
    Claim, Content, Meaning, Representation, RepresentationType, Statement, Store, StoredChunk,
};

/// Chunks of more elements are opened but not written.
const MOST_ELEMENTS: u64 = 4096;

pub(crate) fn derive(it: &Representation, with: &Derivation<'_>, checks: &mut Checks<'_>) {
    let is_twin = with.vectors.is_twin(&checks.fact.id);
    let needs = needs(&it.data_type, &it.codecs);
    let pattern = element_count(&it.shape)
        .filter(|&count| count <= MOST_ELEMENTS)
        .map(|count| counting_pattern(&it.data_type, count));
    if let Some(elements) = &pattern {
        encode(it, elements, &needs, checks);
    }
    let (is_valid, binds_writer) = (it.claim.holds().is_some(), checks.binds_writer());
    let ones = chunk_of_ones(it, twin(checks, with), &needs);
    if let Some(chunk) = ones.as_ref().filter(|_| is_twin || !is_valid) {
        decode(it, chunk, &needs, checks);
    }
    if checks.has_stores() && !it.shape.contains(&0) {
        open_store(it, pattern.as_ref(), ones.as_ref(), &needs, checks);
        if let (Some(elements), true) = (&pattern, is_valid || binds_writer) {
            write_store(it, elements, &needs, checks);
            if is_twin || binds_writer {
                create_store(it, elements, &needs, checks);
            }
        }
        if let Some(chunk) = ones.filter(|_| is_valid && is_twin) {
            read_store(it, &chunk, &needs, checks);
        }
    }
}

/// The twin of what must be refused.
fn twin<'a>(checks: &Checks<'_>, with: &Derivation<'a>) -> Option<&'a Representation> {
    match &with.vectors.fact(checks.fact.twin.as_deref()?)?.statement {
        Statement::Representation(twin) => Some(twin),
        _ => None,
    }
}

/// An encoded chunk of elements whose bytes are all 1: of a codec list that must be refused, that of
/// its twin. Nothing where none is known, or it is large.
fn chunk_of_ones(
    it: &Representation,
    twin: Option<&Representation>,
    needs: &Needs,
) -> Option<HexBytes> {
    if let Some(chunk) = twin.unwrap_or(it).chunk.as_ref() {
        return Some(chunk.clone());
    }
    let count = element_count(&it.shape).filter(|&count| count <= MOST_ELEMENTS)?;
    ElementLayout::of(&it.data_type)?;
    let is_known = twin.is_some() || may_be_ones(&needs.codecs);
    is_known.then(|| ones(&it.data_type, count))
}

/// Length of the byte string that the last codec yields.
fn last_length(it: &Representation) -> Option<u64> {
    match it.claim.holds()?.last()? {
        RepresentationType::Bytes { length } => *length,
        RepresentationType::Array { .. } => None,
    }
}

fn encode(it: &Representation, elements: &HexElements, needs: &Needs, checks: &mut Checks<'_>) {
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
            let length = last_length(it).unwrap_or(elements.byte_length() as u64);
            let elements = self::elements("the chunk", it, elements);
            Expected::EncodedLength(length, elements, it.codecs.clone())
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
        expected: of_reader(it, checks, || {
            vec![Expected::Decoded(elements("the chunk", it, &all_ones(it)))]
        }),
    };
    checks.add_reading(Operation::Decode, needs, parts);
}

/// Opening is accepted or refused; an implementation that looks at codecs only when it uses them
/// may refuse as late as `read` or `write`, and has a chunk to read.
fn open_store(
    it: &Representation,
    pattern: Option<&HexElements>,
    chunk: Option<&HexBytes>,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let mut stored = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
    let mut requests = vec![asked_of(0, open())];
    let mut accepted = vec![Expected::Opened(array_type(it))];
    // The chunks of a valid list are asked in checks of their own.
    if it.claim.holds().is_none() {
        if let Some(chunk) = chunk {
            stored.insert(only_key(&it.shape), chunk.0.clone());
            requests.push(optionally(asked_of(0, read(None))));
            accepted.push(reads_ones(it));
        }
        if let Some(elements) = pattern.filter(|_| !checks.binds_writer()) {
            requests.push(optionally(asked_of(0, write(None, elements))));
        }
    }
    let expected = of_reader(it, checks, || accepted);
    let parts = Parts {
        stores: vec![stored],
        requests,
        expected,
    };
    checks.add_reading(Operation::Open, needs, parts);
}

/// Reading gives elements whose bytes are all 1.
fn reads_ones(it: &Representation) -> Expected {
    let ones = ExpectedRead::Whole(elements("the array", it, &all_ones(it)));
    Expected::Read(array_type(it), vec![ones])
}

/// What a refusal at reading is compared with: the same chunk is read.
fn read_store(it: &Representation, chunk: &HexBytes, needs: &Needs, checks: &mut Checks<'_>) {
    let mut stored = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
    stored.insert(only_key(&it.shape), chunk.0.clone());
    let parts = Parts {
        stores: vec![stored],
        requests: vec![asked_of(0, read(None))],
        expected: reads_ones(it),
    };
    checks.add(Operation::Read, needs, parts);
}

/// Elements whose bytes are all 1.
fn all_ones(it: &Representation) -> HexElements {
    elements_of_ones(&it.data_type, element_count(&it.shape).unwrap_or(0))
}

fn elements(name: &str, it: &Representation, bytes: &HexElements) -> Elements {
    Elements {
        name: name.to_owned(),
        of: array_type(it),
        start: vec![0; it.shape.len()],
        bytes: bytes.clone(),
    }
}

/// The chunk that is stored has the stated length, and is read back; where its length depends on the
/// elements, it decodes to them.
fn written(it: &Representation, elements: &HexElements) -> Written {
    let chunk = if let Some(bytes) = last_length(it) {
        ExpectedChunk::Length(only_key(&it.shape), bytes)
    } else {
        let stored = StoredChunk {
            key: only_key(&it.shape),
            content: Content::Elements(elements.clone()),
            unused: Vec::new(),
            may_be_absent: false,
        };
        ExpectedChunk::Stored(stored, array_type(it))
    };
    Written {
        chunks: vec![chunk],
        read_back: Some(self::elements("the chunk read back", it, elements)),
        after_each: Vec::new(),
    }
}

fn write_store(
    it: &Representation,
    elements: &HexElements,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let stored = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
    let mut requests = vec![asked_of(0, write(None, elements))];
    if it.claim.holds().is_some() {
        requests.push(optionally(asked_of(0, read(None))));
    }
    let parts = Parts {
        stores: vec![stored],
        requests,
        expected: expected(it, || Expected::Written(written(it, elements))),
    };
    checks.add(Operation::Write, needs, parts);
}

/// Creating the array through the library's own call: refused where no such document may be written,
/// and otherwise compared with.
fn create_store(
    it: &Representation,
    elements: &HexElements,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let stored = of_one_chunk(checks.presentation(), &it.data_type, &it.shape, &it.codecs);
    let Some(ask) = stored
        .get("zarr.json")
        .and_then(|it| create_from(it, elements))
    else {
        return;
    };
    let parts = Parts {
        stores: vec![Store::new()],
        requests: vec![asked_of(0, ask), optionally(asked_of(0, read(None)))],
        expected: Expected::Created(Meant::Stated(meaning(it)), written(it, elements)),
    };
    let parts = match it.claim.holds() {
        Some(_) => parts,
        None => parts.refused_or_valid(),
    };
    checks.add_create(needs, parts);
}

/// What the array means that the runner makes up: its fill value is zero.
fn meaning(it: &Representation) -> Meaning {
    let size = ElementLayout::of(&it.data_type).map_or(0, ElementLayout::bytes);
    Meaning {
        data_type: it.data_type.clone(),
        shape: it.shape.clone(),
        fill_value: HexBytes::from(vec![0; size]),
    }
}

fn array_type(it: &Representation) -> ArrayType {
    ArrayType {
        data_type: it.data_type.clone(),
        shape: it.shape.clone(),
    }
}

fn expected(it: &Representation, accepted: impl FnOnce() -> Expected) -> Expected {
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

/// What a reader gives: each of these for a request, or, where the demand binds the writer, perhaps.
fn of_reader(
    it: &Representation,
    checks: &Checks<'_>,
    accepted: impl FnOnce() -> Vec<Expected>,
) -> Expected {
    if checks.binds_writer() {
        return refused_or_as_twin(accepted().into_iter().enumerate().collect());
    }
    expected(it, || {
        accepted().into_iter().next().unwrap_or(Expected::Accepted)
    })
}
