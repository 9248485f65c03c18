//! What a fact states: data type, shape, what is stored, and what is claimed.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};
use zarr_conform_reference::{DataType, vector_form};
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::{Fact, Statement, Vectors, plain};

use super::document::{self, Given};
use super::{Features, Kind, elements, mistake};

/// Bytes of elements that are looked at.
const MOST_BYTES: usize = 1 << 16;

/// What the checks of a fact have in common, besides features.
#[derive(Default)]
pub(super) struct OfFact {
    /// The parameters that each extension gives.
    pub(super) given: Given,
    /// Whether the input is valid.
    pub(super) is_valid: bool,
    /// Whether a chunk is stored, or given.
    pub(super) is_stored: bool,
    /// Whether a single chunk is given: the stores of checks say more.
    pub(super) is_chunk: bool,
}

impl OfFact {
    /// Of a fact, whose features are added.
    pub(super) fn new(fact: &Fact, vectors: &Vectors, features: &mut Features) -> Self {
        let mut given = Given::new();
        let document = document_of(fact, vectors);
        if let Some(document) = &document {
            document::note(document, features, &mut given);
            shapes(document, fact, vectors, features);
            data_type(document, features);
        }
        let is_refused = fact.statement.refused().is_some();
        let twin = fact.twin.as_deref().and_then(|it| vectors.fact(it));
        if let Some(twin) = twin.filter(|_| is_refused)
            && let (Some(one), Some(other)) = (&document, document_of(twin, vectors))
        {
            for place in mistake::differences(one, &other) {
                features.insert(format!("the mistake is in {place}"), Kind::Extension);
            }
        }
        let mut add = |phrase: &str| features.insert(phrase.to_owned(), Kind::Asked);
        add(stated(&fact.statement));
        if is_refused {
            add("the input is invalid");
        } else if !fact.statement.is_open() {
            add("the input is valid");
        }
        special(fact, features);
        Self {
            given,
            is_valid: !is_refused,
            is_stored: is_stored(fact, vectors),
            is_chunk: matches!(
                fact.statement,
                Statement::Chunk(_) | Statement::Representation(_) | Statement::BadChunk(_)
            ),
        }
    }
}

/// What is stated, after "where".
fn stated(statement: &Statement) -> &'static str {
    match statement {
        Statement::Chunk(_) => "a single chunk is given",
        Statement::Representation(_) => "only a codec list is given",
        Statement::BadChunk(_) => "a damaged chunk is given",
        Statement::Grid(_) => "a grid is given",
        Statement::Metadata(_) => "only metadata are given",
        Statement::Array(_) => "an array with chunks is given",
        Statement::Hierarchy(_) => "a hierarchy is given",
    }
}

/// The metadata that a fact is about, or what it says of them.
fn document_of(fact: &Fact, vectors: &Vectors) -> Option<Map<String, Value>> {
    let of_chunk = |data_type: &str, shape: &[u64], codecs: &[Value]| json!({"data_type": data_type, "shape": shape, "codecs": codecs});
    let document = match &fact.statement {
        Statement::Chunk(it) => of_chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::Representation(it) => of_chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::BadChunk(it) => of_chunk(&it.data_type, &it.shape, &it.codecs),
        Statement::Grid(it) => json!({
            "shape": it.array_shape,
            "chunk_grid": plain::chunk_grid(&it.chunk_shape),
        }),
        Statement::Metadata(it) => serde_json::from_slice(it.document()).ok()?,
        Statement::Hierarchy(it) => serde_json::from_str(it.documents.get("zarr.json")?).ok()?,
        Statement::Array(_) => {
            let bytes = vectors.store(fact)?.get("zarr.json")?;
            serde_json::from_slice(bytes).ok()?
        }
    };
    match document {
        Value::Object(members) => Some(members),
        _ => None,
    }
}

fn lengths(value: Option<&Value>) -> Option<Vec<u64>> {
    value?.as_array()?.iter().map(Value::as_u64).collect()
}

fn shapes(document: &Map<String, Value>, fact: &Fact, vectors: &Vectors, features: &mut Features) {
    let mut add = |is_so: bool, phrase: String| {
        if is_so {
            features.insert(phrase, Kind::Array);
        }
    };
    let Some(shape) = lengths(document.get("shape")) else {
        return;
    };
    add(true, format!("rank {}", shape.len()));
    add(shape.len() > 1, "there are several dimensions".to_owned());
    for fewer in 2..shape.len().min(6) {
        add(true, format!("there are more than {fewer} dimensions"));
    }
    per_dimension(document.get("codecs"), shape.len(), &mut add);
    add(shape.contains(&0), "a length is 0".to_owned());
    let grid = document.get("chunk_grid").and_then(document::configuration);
    let Some(chunk_shape) = grid.and_then(|it| lengths(it.get("chunk_shape"))) else {
        return;
    };
    let mut pairs = shape
        .iter()
        .zip(&chunk_shape)
        .filter(|(_, chunk)| **chunk > 0);
    let is_border = pairs.clone().any(|(length, chunk)| length % chunk != 0);
    add(is_border, "there are border chunks".to_owned());
    let are_several = pairs.clone().any(|(length, chunk)| length > chunk);
    add(are_several, "there are several chunks".to_owned());
    let chunks = pairs.try_fold(1_u64, |all, (length, chunk)| {
        all.checked_mul(length.div_ceil(*chunk))
    });
    if let Statement::Array(array) = &fact.statement {
        let stored = vectors
            .store(fact)
            .map_or(0, |it| it.len().saturating_sub(1));
        let are_missing = chunks.is_none_or(|it| it > stored as u64);
        add(are_missing, "a chunk is not stored".to_owned());
        let regions = array.claim.holds().map_or(0, |it| it.regions.len());
        add(regions > 0, "regions are read".to_owned());
    }
}

/// Lists among the parameters of codecs that have an entry for each dimension.
fn per_dimension(codecs: Option<&Value>, rank: usize, add: &mut impl FnMut(bool, String)) {
    for codec in codecs.and_then(Value::as_array).into_iter().flatten() {
        let name = document::name(codec).unwrap_or_default();
        let parameters = document::configuration(codec).into_iter().flatten();
        for (parameter, value) in parameters {
            let is_full = value.as_array().is_some_and(|it| it.len() == rank);
            add(
                is_full,
                format!("{name}.{parameter} has an entry for each dimension"),
            );
            let all = value.as_array().into_iter().flatten();
            let are_lengths = is_full && all.clone().all(Value::is_u64);
            add(
                are_lengths,
                format!("{name}.{parameter} has a whole number for each dimension"),
            );
        }
    }
}

fn data_type(document: &Map<String, Value>, features: &mut Features) {
    let Some(name) = document.get("data_type").and_then(document::name) else {
        return;
    };
    let mut add = |phrase: &str| {
        features.insert(phrase.to_owned(), Kind::DataType);
    };
    if let Some(layout) = DataType::of_name(name).and_then(DataType::layout) {
        add(&match layout.component_bytes {
            1 => "numbers of 1 byte".to_owned(),
            bytes => format!("numbers of {bytes} bytes"),
        });
        if layout.component_bytes > 1 && layout.number {
            add("numbers of several bytes");
        }
        if layout.bytes() > 1 {
            add("elements of several bytes");
        }
    }
    if let Some(known) = DataType::of_name(name) {
        add(known.description().words());
    }
}

/// What is special about elements and the fill value.
fn special(fact: &Fact, features: &mut Features) {
    let mut found = BTreeSet::new();
    let mut look = |data_type: &str, elements: &HexElements, what: &str| {
        let Ok(data_type) = data_type.parse::<DataType>() else {
            return;
        };
        if elements.byte_length() <= MOST_BYTES
            && let Ok(elements) = vector_form::from_elements(data_type, elements)
        {
            let mut here = BTreeSet::new();
            elements::note(&mut here, data_type, &elements);
            found.extend(here.into_iter().map(|it| format!("{what}{it}")));
        }
    };
    match &fact.statement {
        Statement::Chunk(it) => look(&it.data_type, &it.elements, "there are "),
        Statement::Array(it) => {
            let holds = it.claim.holds();
            let elements = holds.and_then(|it| it.elements.as_ref());
            elements.inspect(|elements| look(&it.data_type, elements, "there are "));
        }
        Statement::Metadata(it) => {
            if let Some(stated) = it.claim.holds() {
                let means = &stated.means;
                let element = HexElements::of_each(&means.data_type, [&means.fill_value.0]);
                look(&means.data_type, &element, "the fill value has ");
            }
        }
        _ => {}
    }
    for phrase in found {
        features.insert(phrase, Kind::DataType);
    }
}

fn is_stored(fact: &Fact, vectors: &Vectors) -> bool {
    match &fact.statement {
        Statement::Chunk(_) | Statement::BadChunk(_) => true,
        Statement::Representation(it) => it.chunk.is_some(),
        Statement::Grid(_) | Statement::Hierarchy(_) => false,
        Statement::Metadata(it) => it.claim.holds().is_some_and(|it| it.chunk.is_some()),
        Statement::Array(_) => vectors.store(fact).is_some_and(|it| it.len() > 1),
    }
}
