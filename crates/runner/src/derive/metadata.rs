//! Checks of a metadata document: opening it, reading an array of which nothing is stored, and
//! creating an array from it.

use serde_json::Value;

use super::super::check::{Check, Elements, Expected, Needs, Operation, Reading, Written};
use super::fill::counting_pattern;
use super::survival::surviving;
use super::unstored::{MOST_ELEMENTS, array_type, late_read, read_fill};
use super::{Checks, Derivation, Parts, asked_of, codec_names, open, optionally, read};
use zarr_conform_protocol::Ask;
use zarr_conform_vectors::element::{ElementLayout, element_count};
use zarr_conform_vectors::{Meaning, Metadata, Statement, Store};

/// Codecs through which elements are written.
const WRITTEN_CODECS: [&str; 2] = ["transpose", "bytes"];

pub(super) fn derive(metadata: &Metadata, with: &Derivation<'_>, checks: &mut Checks<'_>) {
    let glimpse = Glimpse::of(metadata.document());
    let needs = glimpse.needs();
    match &metadata.means {
        Some(meaning) => valid(metadata, meaning, &needs, with, checks),
        None => doubtful(metadata, &glimpse, &needs, with, checks),
    }
}

fn valid(
    metadata: &Metadata,
    meaning: &Meaning,
    needs: &Needs,
    with: &Derivation<'_>,
    checks: &mut Checks<'_>,
) {
    let open = Parts {
        stores: vec![store(metadata)],
        requests: vec![asked_of(0, open())],
        expected: Expected::Opened(array_type(meaning)),
    };
    checks.add(Operation::Open, needs, open);
    if let Some((request, elements)) = read_fill(meaning) {
        let read = Parts {
            stores: vec![store(metadata)],
            requests: vec![asked_of(0, request)],
            expected: Expected::Read(array_type(meaning), vec![elements]),
        };
        checks.add(Operation::Read, needs, read);
    }
    checks
        .derived
        .extend(create(metadata, meaning, needs, with, checks));
}

/// A document that must be refused, or of which the text says too little.
fn doubtful(
    metadata: &Metadata,
    glimpse: &Glimpse,
    needs: &Needs,
    with: &Derivation<'_>,
    checks: &mut Checks<'_>,
) {
    let meaning = metadata.outcomes.iter().find_map(|it| it.means.as_ref());
    let shape = meaning
        .map(|it| &it.shape)
        .or(glimpse.shape.as_ref())
        .or_else(|| Some(&twin(checks, with)?.shape));
    let mut requests = vec![asked_of(0, open())];
    if !metadata.at_open {
        requests.extend(shape.map(|shape| late_read(shape)));
    }
    let parts = Parts {
        stores: vec![store(metadata)],
        requests,
        expected: if metadata.refused.is_some() {
            Expected::Refused
        } else {
            readings(metadata)
        },
    };
    checks.add(Operation::Open, needs, parts);
}

/// What the valid twin means: its shape is read of a document in which none can be seen.
fn twin<'a>(checks: &Checks<'_>, with: &Derivation<'a>) -> Option<&'a Meaning> {
    match &with.vectors.fact(checks.fact.twin.as_deref()?)?.statement {
        Statement::Metadata(twin) => twin.means.as_ref(),
        _ => None,
    }
}

fn readings(metadata: &Metadata) -> Expected {
    let shapes: Vec<_> = metadata
        .outcomes
        .iter()
        .filter_map(|it| it.means.as_ref())
        .collect();
    let is_one_shape = shapes.windows(2).all(|pair| pair[0].shape == pair[1].shape);
    let readings = metadata.outcomes.iter().map(|outcome| {
        let parts = match &outcome.means {
            None => vec![(vec![0, 1], Expected::Refused)],
            Some(meaning) => {
                let opened = (vec![0], Expected::Opened(array_type(meaning)));
                let read = read_fill(meaning)
                    .filter(|_| is_one_shape)
                    .map(|(_, elements)| {
                        (vec![1], Expected::Read(array_type(meaning), vec![elements]))
                    });
                std::iter::once(opened).chain(read).collect()
            }
        };
        Reading {
            name: outcome.reading.clone(),
            parts,
        }
    });
    Expected::Readings(readings.collect())
}

fn store(metadata: &Metadata) -> Store {
    Store::from([("zarr.json".to_owned(), metadata.document().into())])
}

/// Creating through the library's own call. Only where the document survives being a JSON value.
fn create(
    metadata: &Metadata,
    meaning: &Meaning,
    needs: &Needs,
    with: &Derivation<'_>,
    checks: &Checks<'_>,
) -> Option<Check> {
    let document = surviving(metadata.document())?;
    let count =
        element_count(&meaning.shape).filter(|count| (1..=MOST_ELEMENTS).contains(count))?;
    // What compressors write is beyond these documents; opening such an array is asked anyway.
    if !needs
        .codecs
        .iter()
        .all(|name| WRITTEN_CODECS.contains(&name.as_str()))
    {
        return None;
    }
    let reader = with.reader?;
    let again = reader
        .read(with.edition, document.to_string().as_bytes())
        .ok()?;
    if again != *meaning {
        return None;
    }
    let bytes = counting_pattern(&meaning.data_type, count);
    let read_back = Elements {
        name: "the array read back".to_owned(),
        of: array_type(meaning),
        start: vec![0; meaning.shape.len()],
        bytes: bytes.clone(),
    };
    let ask = Ask::Create {
        store: String::new(),
        metadata: document,
        elements: bytes,
    };
    Some(Check {
        id: format!("{}#{}", checks.fact.id, Operation::Create),
        operation: Operation::Create,
        level: checks.fact.level,
        needs: needs.clone(),
        stores: vec![Store::new()],
        requests: vec![asked_of(0, ask), optionally(asked_of(0, read(None)))],
        expected: Expected::Created(
            meaning.clone(),
            Written {
                chunks: Vec::new(),
                read_back: Some(read_back),
            },
        ),
    })
}

/// What can be seen of a document without judging it; for knowing what not to ask.
struct Glimpse {
    data_type: Option<String>,
    shape: Option<Vec<u64>>,
    codecs: Vec<String>,
}

impl Glimpse {
    fn of(document: &[u8]) -> Self {
        let document: Value = serde_json::from_slice(document).unwrap_or_default();
        let lengths = |shape: &Value| shape.as_array()?.iter().map(Value::as_u64).collect();
        let data_type = document.get("data_type").and_then(Value::as_str);
        let codecs = document.get("codecs").and_then(Value::as_array);
        Self {
            data_type: data_type
                .filter(|name| ElementLayout::of(name).is_some())
                .map(str::to_owned),
            shape: document.get("shape").and_then(lengths),
            codecs: codecs.map_or_else(Vec::new, |codecs| codec_names(codecs)),
        }
    }

    fn needs(&self) -> Needs {
        Needs {
            data_type: self.data_type.clone(),
            codecs: self.codecs.clone(),
        }
    }
}
