//! Checks of a metadata document: opening it, reading an array of which nothing is stored, and
//! creating an array from it.

use serde::de::IgnoredAny;
use serde_json::Value;

use super::fill::counting_pattern;
use super::unstored::{MOST_ELEMENTS, array_type, late_read, read_fill, read_in_place_of_open};
use super::{
    Checks, Derivation, Parts, asked_of, codec_names, create_from, open, optionally, read, readings,
};
use crate::check::{Asked, Elements, Expected, Meant, Needs, Operation, Written};
use zarr_conform_vectors::element::{ElementLayout, element_count};
use zarr_conform_vectors::{Claim, Meaning, Metadata, MetadataStated, Outcome, Statement, Store};

/// Codecs through which elements are written.
const WRITTEN_CODECS: [&str; 2] = ["transpose", "bytes"];

pub(crate) fn derive(metadata: &Metadata, with: &Derivation<'_>, checks: &mut Checks<'_>) {
    let glimpse = Glimpse::of(metadata.document());
    let needs = glimpse.needs();
    match &metadata.claim {
        Claim::Holds(stated) => valid(metadata, stated, &needs, checks),
        Claim::Refused { why } => {
            let shape = glimpse.shape.as_ref();
            let shape = shape.or_else(|| Some(&twin(checks, with)?.shape));
            // Where the text says that opening fails, to notice it later is too late.
            let read = if why.at_open {
                read_in_place_of_open
            } else {
                late_read
            };
            let read = shape.map(|shape| read(shape));
            doubtful(metadata, read, Expected::Refused, &needs, checks);
        }
        Claim::Open(outcomes) => {
            let meaning = outcomes.iter().find_map(|it| it.gives.as_ref());
            let shape = meaning.map(|it| &it.shape).or(glimpse.shape.as_ref());
            let read = shape.map(|shape| late_read(shape));
            let expected = of_readings(outcomes, is_json(metadata.document()));
            doubtful(metadata, read, expected, &needs, checks);
        }
    }
}

fn valid(metadata: &Metadata, stated: &MetadataStated, needs: &Needs, checks: &mut Checks<'_>) {
    let meaning = &stated.means;
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
    if let Some(create) = create(metadata, stated, needs) {
        checks.add(Operation::Create, needs, create);
    }
}

/// A document that must be refused, or of which the text says too little: it is opened, and the array
/// is read, where a shape is known.
fn doubtful(
    metadata: &Metadata,
    read: Option<Asked>,
    expected: Expected,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let mut requests = vec![asked_of(0, open())];
    requests.extend(read);
    let parts = Parts {
        stores: vec![store(metadata)],
        requests,
        expected,
    };
    checks.add(Operation::Open, needs, parts);
}

/// What the valid twin means: its shape is read of a document in which none can be seen.
fn twin<'a>(checks: &Checks<'_>, with: &Derivation<'a>) -> Option<&'a Meaning> {
    match &with.vectors.fact(checks.fact.twin.as_deref()?)?.statement {
        Statement::Metadata(twin) => twin.claim.holds().map(|it| &it.means),
        _ => None,
    }
}

/// Whether a document is JSON by its grammar. Of another text nobody says what else it may mean.
fn is_json(document: &[u8]) -> bool {
    let text = std::str::from_utf8(document);
    text.is_ok_and(|text| serde_json::from_str::<IgnoredAny>(text).is_ok())
}

fn of_readings(outcomes: &[Outcome<Meaning>], is_complete: bool) -> Expected {
    let given = outcomes.iter().filter_map(|it| it.gives.as_ref());
    let shapes: Vec<_> = given.map(|it| &it.shape).collect();
    let is_one_shape = shapes.windows(2).all(|pair| pair[0] == pair[1]);
    let expected = readings(outcomes, |meaning| match meaning {
        None => vec![(vec![0, 1], Expected::Refused)],
        Some(meaning) => {
            let opened = (vec![0], Expected::Opened(array_type(meaning)));
            let read = read_fill(meaning).filter(|_| is_one_shape);
            let read = read.map(|(_, elements)| {
                (vec![1], Expected::Read(array_type(meaning), vec![elements]))
            });
            std::iter::once(opened).chain(read).collect()
        }
    });
    match expected {
        Expected::Readings { readings, .. } => Expected::Readings {
            readings,
            is_complete,
        },
        other => other,
    }
}

fn store(metadata: &Metadata) -> Store {
    Store::from([("zarr.json".to_owned(), metadata.document().into())])
}

/// Creating through the library's own call, where the fact says that it can be asked.
fn create(metadata: &Metadata, stated: &MetadataStated, needs: &Needs) -> Option<Parts> {
    let meaning = &stated.means;
    let count =
        element_count(&meaning.shape).filter(|count| (1..=MOST_ELEMENTS).contains(count))?;
    // What compressors write is beyond these documents; opening such an array is asked anyway.
    let mut codecs = needs.codecs.iter();
    if !stated.create || !codecs.all(|name| WRITTEN_CODECS.contains(&name.as_str())) {
        return None;
    }
    let bytes = counting_pattern(&meaning.data_type, count);
    let read_back = Elements {
        name: "the array read back".to_owned(),
        of: array_type(meaning),
        start: vec![0; meaning.shape.len()],
        bytes: bytes.clone(),
    };
    let ask = create_from(metadata.document(), &bytes)?;
    Some(Parts {
        stores: vec![Store::new()],
        requests: vec![asked_of(0, ask), optionally(asked_of(0, read(None)))],
        expected: Expected::Created(
            Meant::Stated(meaning.clone()),
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
