//! Checks of a metadata document: opening it, reading an array of which nothing is stored, and
//! creating an array from it. What must be refused holds the chunks of its twin, and the twin is read
//! with these chunks, too.

use std::iter::repeat_n;

use serde::de::IgnoredAny;
use serde_json::Value;

use super::fill::counting_pattern;
use super::ones::Chunks;
use super::unstored::{MOST_ELEMENTS, array_type, late_read, read_fill};
use super::{
    Checks, Derivation, Parts, asked_of, codec_names, create_from, open, optionally, read,
    readings, refused_or_as_twin,
};
use crate::check::{Asked, Elements, Expected, Meant, Needs, Operation, Written};
use crate::judge::reader::changes_elements;
use zarr_conform_terms::{DataType, HexElements};
use zarr_conform_vectors::element::element_count;
use zarr_conform_vectors::{Claim, Meaning, Metadata, MetadataStated, Outcome, Statement, Store};

pub(crate) fn derive(metadata: &Metadata, with: &Derivation<'_>, checks: &mut Checks<'_>) {
    let glimpse = Glimpse::of(metadata.document());
    let needs = glimpse.needs();
    let is_twin = with.vectors.is_twin(&checks.fact.id);
    match &metadata.claim {
        Claim::Holds(stated) => valid(metadata, stated, is_twin, &needs, checks),
        Claim::Refused { why } => {
            let twin = twin(checks, with);
            if let Some(twin) = twin.filter(|_| checks.binds_writer()) {
                of_writer(metadata, &glimpse, twin, &needs, checks);
            } else {
                let parts = refused(metadata, why.at_open, &glimpse, twin);
                checks.add(Operation::Open, &needs, parts);
            }
        }
        Claim::Open(outcomes) => {
            let parts = of_open(metadata, outcomes, &glimpse);
            checks.add(Operation::Open, &needs, parts);
        }
    }
}

fn valid(
    metadata: &Metadata,
    stated: &MetadataStated,
    is_twin: bool,
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let meaning = &stated.means;
    let open = Parts {
        stores: vec![store(metadata)],
        requests: vec![asked_of(0, open())],
        expected: Expected::Opened(array_type(meaning)),
    };
    checks.add(Operation::Open, needs, open);
    if let Some((request, elements)) = read_fill(meaning) {
        let mut stores = vec![store(metadata)];
        let mut requests = vec![asked_of(0, request)];
        let mut reads = vec![elements];
        // What a refusal at reading is compared with holds the chunks that the refused array holds.
        let chunks =
            Chunks::of_document(&json(metadata.document()), meaning, stated.chunk.as_ref());
        if is_twin && let Some(chunks) = chunks {
            let (request, elements) = chunks.read();
            let mut with_chunks = store(metadata);
            chunks.put(&mut with_chunks, false);
            stores.push(with_chunks);
            requests.push(asked_of(1, request));
            reads.push(elements);
        }
        let read = Parts {
            stores,
            requests,
            expected: Expected::Read(array_type(meaning), reads),
        };
        checks.add(Operation::Read, needs, read);
    }
    if let Some(create) = create(metadata, stated) {
        checks.add_create(needs, create);
    }
}

/// What an implementation must know for the array that a document describes.
pub(super) fn needs(metadata: &Metadata) -> Needs {
    Glimpse::of(metadata.document()).needs()
}

/// A document that must be refused, or of which the text says too little, is opened, and an array of
/// this shape is read, where one is known.
fn opened_and_read(shape: Option<&Vec<u64>>) -> Vec<Asked> {
    let read = shape.map(|shape| late_read(shape));
    std::iter::once(asked_of(0, open())).chain(read).collect()
}

/// A document that must not be written, and that a reader may take as its valid twin.
fn of_writer(
    metadata: &Metadata,
    glimpse: &Glimpse,
    twin: (&Metadata, &Meaning),
    needs: &Needs,
    checks: &mut Checks<'_>,
) {
    let meaning = twin.1;
    let mut parts = refused(metadata, false, glimpse, Some(twin));
    let valid = json(twin.0.document());
    let chunk = twin.0.claim.holds().and_then(|it| it.chunk.as_ref());
    let has_chunks = parts.stores.iter().any(|store| store.len() > 1);
    let read = match Chunks::of_document(&valid, meaning, chunk).filter(|_| has_chunks) {
        Some(chunks) => Some(chunks.read()),
        None => read_fill(meaning),
    };
    let read = read.map(|(_, it)| (1, Expected::Read(array_type(meaning), vec![it])));
    let opened = (0, Expected::Opened(array_type(meaning)));
    parts.expected = refused_or_as_twin(std::iter::once(opened).chain(read).collect());
    checks.add_reading(Operation::Open, needs, parts);
    if let Some(create) = creating(metadata, meaning) {
        checks.add_create(needs, create.refused_or_valid());
    }
}

/// A document that must be refused. It holds the chunks of its valid twin where it says as the twin
/// does which chunks there are and how long: what finds chunks is needed to read even those that are
/// missing, and another length would be refused for the length.
fn refused(
    metadata: &Metadata,
    at_open: bool,
    glimpse: &Glimpse,
    twin: Option<(&Metadata, &Meaning)>,
) -> Parts {
    const FIND_CHUNKS: [&str; 4] = ["shape", "data_type", "chunk_grid", "chunk_key_encoding"];
    let shape = glimpse.shape.as_ref();
    let mut store = store(metadata);
    let requests = opened_and_read(shape.or_else(|| Some(&twin?.1.shape)));
    let expected = if at_open {
        Expected::RefusedAtOpen
    } else {
        Expected::Refused
    };
    if let Some((twin, meaning)) = twin {
        let [document, valid] = [metadata, twin].map(|it| json(it.document()));
        let is_same = |name: &str| document.get(name) == valid.get(name);
        let is_found = FIND_CHUNKS.into_iter().all(is_same);
        // What a twin that the text leaves open gives is not known.
        let holds = twin.claim.holds();
        let chunks = holds.and_then(|it| Chunks::of_document(&valid, meaning, it.chunk.as_ref()));
        if let Some(chunks) = chunks.filter(|_| is_found) {
            chunks.put(&mut store, !is_same("fill_value"));
        }
    }
    Parts {
        stores: vec![store],
        requests,
        expected,
    }
}

/// The valid twin, and what it means: of one that the text leaves open, to the first reading.
fn twin<'a>(checks: &Checks<'_>, with: &Derivation<'a>) -> Option<(&'a Metadata, &'a Meaning)> {
    match &with.vectors.fact(checks.fact.twin.as_deref()?)?.statement {
        Statement::Metadata(twin) => Some((twin, meaning_of(twin)?)),
        _ => None,
    }
}

fn meaning_of(metadata: &Metadata) -> Option<&Meaning> {
    match &metadata.claim {
        Claim::Holds(stated) => Some(&stated.means),
        Claim::Refused { .. } => None,
        Claim::Open(outcomes) => outcomes.iter().find_map(|it| it.gives.as_ref()),
    }
}

/// A document of which the text says too little.
fn of_open(metadata: &Metadata, outcomes: &[Outcome<Meaning>], glimpse: &Glimpse) -> Parts {
    let meaning = meaning_of(metadata);
    let shape = meaning.map(|it| &it.shape).or(glimpse.shape.as_ref());
    Parts {
        stores: vec![store(metadata)],
        requests: opened_and_read(shape),
        expected: of_readings(outcomes, is_json(metadata.document())),
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
fn create(metadata: &Metadata, stated: &MetadataStated) -> Option<Parts> {
    creating(metadata, &stated.means).filter(|_| stated.create)
}

/// Creating an array that means this from a document.
fn creating(metadata: &Metadata, meaning: &Meaning) -> Option<Parts> {
    let count =
        element_count(&meaning.shape).filter(|count| (1..=MOST_ELEMENTS).contains(count))?;
    let bytes = if changes_elements(metadata.document()) {
        // The fill value is an element that every codec takes.
        let count = usize::try_from(count).ok()?;
        HexElements::of_each(&meaning.data_type, repeat_n(&*meaning.fill_value.0, count))
    } else {
        counting_pattern(&meaning.data_type, count)
    };
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
                after_each: Vec::new(),
            },
        ),
    })
}

/// The document as JSON; null where it is not JSON.
fn json(document: &[u8]) -> Value {
    serde_json::from_slice(document).unwrap_or_default()
}

/// What can be seen of a document without judging it; for knowing what not to ask.
struct Glimpse {
    data_type: Option<String>,
    shape: Option<Vec<u64>>,
    codecs: Vec<String>,
}

impl Glimpse {
    fn of(document: &[u8]) -> Self {
        let document = json(document);
        let lengths = |shape: &Value| shape.as_array()?.iter().map(Value::as_u64).collect();
        // Of the registry, it may be an object with its name.
        let data_type = document.get("data_type");
        let data_type = data_type.map(|it| it.get("name").unwrap_or(it));
        let data_type = data_type.and_then(Value::as_str);
        let codecs = document.get("codecs").and_then(Value::as_array);
        Self {
            data_type: data_type
                .filter(|name| DataType::of_name(name).is_some())
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_data_type_is_glimpsed_by_its_name_or_as_an_object_with_it() {
        let glimpsed = |document: &str| Glimpse::of(document.as_bytes()).data_type;
        for document in [
            r#"{"data_type": "bfloat16"}"#,
            r#"{"data_type": {"name": "bfloat16"}}"#,
        ] {
            assert_eq!(glimpsed(document).as_deref(), Some("bfloat16"));
        }
        let configured = r#"{"data_type": {"name": "numpy.datetime64", "configuration": {}}}"#;
        assert_eq!(glimpsed(configured).as_deref(), Some("numpy.datetime64"));
        assert_eq!(glimpsed(r#"{"data_type": ["bfloat16"]}"#), None);
    }
}
