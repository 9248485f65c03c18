//! Which checks follow from a fact.
//!
//! Checks follow only from facts and the edition, so that every implementation is asked the same
//! list; what an implementation does not offer is skipped with that reason.

mod array;
mod bad_chunk;
mod chunk;
pub(crate) mod fill;
mod grid;
mod hierarchy;
mod in_parts;
mod metadata;
pub(crate) mod ones;
mod representation;
pub(crate) mod store;
mod unstored;
mod update;

use serde_json::Value;

use crate::check::id::FactId;
use crate::check::{Asked, Check, Expected, Needs, Operation, Reading, Sent};
use zarr_conform_protocol::{Ask, Region, ask};
use zarr_conform_terms::{DataTypeValue, Edition, HexElements};
use zarr_conform_vectors::{Binds, Fact, Level, Outcome, Presentation, Statement, Store, Vectors};

/// The codec whose chunks are shards, with codecs of their own for inner chunks.
const SHARDS: &str = "sharding_indexed";

/// What checks are derived from, besides the fact.
#[derive(Clone, Copy)]
pub struct Derivation<'a> {
    /// The facts.
    pub vectors: &'a Vectors,
    /// The edition that is judged.
    pub edition: Edition,
}

impl Derivation<'_> {
    /// The checks of a fact, which holds in the edition; at least one.
    pub fn checks(&self, fact: &Fact) -> Vec<Check> {
        let mut checks = Checks::new(fact, self.edition);
        match &fact.statement {
            Statement::Chunk(it) => chunk::derive(it, &mut checks),
            Statement::Representation(it) => {
                representation::derive(it, self, &mut checks);
            }
            Statement::BadChunk(it) => bad_chunk::derive(it, &mut checks),
            Statement::Grid(it) => grid::derive(it, self.vectors.is_twin(&fact.id), &mut checks),
            Statement::Metadata(it) => metadata::derive(it, self, &mut checks),
            Statement::Array(it) => {
                let store = self.vectors.store(fact).cloned().unwrap_or_default();
                array::derive(it, &store, &mut checks);
            }
            Statement::Hierarchy(it) => {
                let twin = fact.twin.as_ref().and_then(|it| self.vectors.fact(it));
                hierarchy::derive(it, twin, &mut checks);
            }
        }
        if checks.derived.is_empty() {
            checks.add_not_askable();
        }
        checks.derived
    }
}

impl Needs {
    /// What an implementation must know for the checks of a fact.
    pub fn of(fact: &Fact, vectors: &Vectors) -> Self {
        match &fact.statement {
            Statement::Chunk(it) => needs(&it.data_type, &it.codecs),
            Statement::Representation(it) => needs(&it.data_type, &it.codecs),
            Statement::BadChunk(it) => needs(&it.data_type, &it.codecs),
            Statement::Grid(_) | Statement::Hierarchy(_) => Self::default(),
            Statement::Metadata(it) => metadata::needs(it),
            Statement::Array(it) => {
                let store = vectors.store(fact);
                array::needs(it, store.unwrap_or(&Store::new()))
            }
        }
    }
}

/// The checks of one fact while they are put together.
struct Checks<'a> {
    fact: &'a Fact,
    edition: Edition,
    derived: Vec<Check>,
}

impl<'a> Checks<'a> {
    fn new(fact: &'a Fact, edition: Edition) -> Self {
        Self {
            fact,
            edition,
            derived: Vec::new(),
        }
    }

    /// How the metadata of stores that are made up for the fact are shown.
    fn presentation(&self) -> Presentation {
        Presentation::of(&self.fact.id, self.fact.twin.as_deref())
    }

    /// The draft edition has no array metadata that anyone reads, so no stores.
    fn has_stores(&self) -> bool {
        self.edition != Edition::Draft
    }

    /// No fact disappears without a word.
    fn add_not_askable(&mut self) {
        let parts = Parts {
            stores: Vec::new(),
            requests: Vec::new(),
            expected: Expected::NotAskable("there are too many elements to encode".to_owned()),
        };
        self.add(Operation::Encode, &Needs::default(), parts);
    }

    fn add(&mut self, operation: Operation, needs: &Needs, parts: Parts) {
        self.add_at(self.fact.level, operation, needs, parts);
    }

    /// A check of one who reads. Where the demand binds the writer, a reader may cope, and what it does is
    /// behaviour.
    fn add_reading(&mut self, operation: Operation, needs: &Needs, parts: Parts) {
        let level = match self.fact.binds {
            Binds::Everybody => self.fact.level,
            Binds::Writer => Level::Open,
        };
        self.add_at(level, operation, needs, parts);
    }

    fn binds_writer(&self) -> bool {
        self.fact.binds == Binds::Writer
    }

    /// Creating an array. That new ones have the chunk keys of version 2 is not recommended, so that nobody
    /// has to create these.
    fn add_create(&mut self, needs: &Needs, parts: Parts) {
        let is_v2 = |asked: &Asked| match &asked.ask {
            Ask::Create(it) => {
                let encoding = &it.metadata["chunk_key_encoding"];
                [encoding, &encoding["name"]].contains(&&Value::from("v2"))
            }
            _ => false,
        };
        let level = if parts.requests.iter().any(is_v2) {
            self.fact.level.max(Level::May)
        } else {
            self.fact.level
        };
        self.add_at(level, Operation::Create, needs, parts);
    }

    fn add_at(&mut self, level: Level, operation: Operation, needs: &Needs, parts: Parts) {
        self.derived.push(Check {
            id: FactId::new(&self.fact.id).check(operation),
            operation,
            level,
            needs: needs.clone(),
            stores: parts.stores,
            requests: parts.requests,
            expected: parts.expected,
        });
    }
}

/// What differs between the checks of a fact.
struct Parts {
    stores: Vec<Store>,
    requests: Vec<Asked>,
    expected: Expected,
}

impl Parts {
    /// The same, which no implementation has to accept.
    fn refused_or_valid(self) -> Self {
        Self {
            expected: Expected::RefusedOr(Box::new(self.expected)),
            ..self
        }
    }
}

/// A request that is about no store.
pub(crate) fn asked(ask: Ask) -> Asked {
    Asked {
        ask,
        store: None,
        sent: Sent::Always,
    }
}

/// A request about the store at this position.
pub(crate) fn asked_of(store: usize, ask: Ask) -> Asked {
    Asked {
        ask,
        store: Some(store),
        sent: Sent::Always,
    }
}

/// The same, left out where the operation is not offered.
pub(crate) fn optionally(asked: Asked) -> Asked {
    Asked {
        sent: Sent::WhereOffered,
        ..asked
    }
}

pub(crate) fn open() -> Ask {
    Ask::Open(ask::Open::default())
}

pub(crate) fn read(regions: Option<Vec<Region>>) -> Ask {
    Ask::Read(ask::Read {
        regions,
        ..ask::Read::default()
    })
}

pub(crate) fn write(region: Option<Region>, elements: &HexElements) -> Ask {
    Ask::Write(ask::Write {
        region,
        elements: elements.clone(),
        ..ask::Write::default()
    })
}

/// Creating an array from a document as a JSON value; nothing where the document is not JSON.
fn create_from(document: &[u8], elements: &HexElements) -> Option<Ask> {
    Some(Ask::Create(ask::Create {
        metadata: serde_json::from_slice(document).ok()?,
        elements: elements.clone(),
        ..ask::Create::default()
    }))
}

/// What readings give: for each, the positions of requests and what comes of them.
fn readings<R>(
    outcomes: &[Outcome<R>],
    mut parts: impl FnMut(Option<&R>) -> Vec<(Vec<usize>, Expected)>,
) -> Expected {
    let readings = outcomes.iter().map(|outcome| Reading {
        name: outcome.reading.clone(),
        parts: parts(outcome.gives.as_ref()),
    });
    Expected::Readings {
        readings: readings.collect(),
        is_complete: true,
    }
}

/// What a reader may make of what binds the writer: it refuses, or takes it as the valid twin is taken.
/// Each part is a request, and what it gives then.
fn refused_or_as_twin(as_twin: Vec<(usize, Expected)>) -> Expected {
    let all = as_twin.iter().map(|(request, _)| *request).collect();
    let as_twin = as_twin.into_iter();
    let parts = as_twin.map(|(request, expected)| (vec![request], expected));
    Expected::Readings {
        readings: vec![
            Reading {
                name: "it is refused".to_owned(),
                parts: vec![(all, Expected::Refused)],
            },
            Reading {
                name: "it is taken as its valid twin is".to_owned(),
                parts: parts.collect(),
            },
        ],
        is_complete: true,
    }
}

/// Names of the codecs that an implementation must have for a codec list, each once, in either form
/// of an extension definition: those of the list, and those by which inner chunks of its shards are
/// encoded, at any depth. The codecs of a shard index are left out, since whoever has shards may have
/// these for the index alone. What has no name is left out.
pub(crate) fn codec_names(codecs: &[Value]) -> Vec<String> {
    let mut names = Vec::new();
    add_codec_names(codecs, &mut names);
    names
}

fn add_codec_names(codecs: &[Value], names: &mut Vec<String>) {
    for codec in codecs {
        let name = codec.as_str().or_else(|| codec.get("name")?.as_str());
        let Some(name) = name else { continue };
        if !names.iter().any(|it| it == name) {
            names.push(name.to_owned());
        }
        let inner = codec.pointer("/configuration/codecs");
        if let (SHARDS, Some(inner)) = (name, inner.and_then(Value::as_array)) {
            add_codec_names(inner, names);
        }
    }
}

fn needs(data_type: &DataTypeValue, codecs: &[Value]) -> Needs {
    Needs {
        data_type: Some(data_type.name()),
        codecs: codec_names(codecs),
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use serde_json::json;

    use super::*;

    fn shards(codecs: &Value, index_codecs: &Value) -> Value {
        json!({
            "name": "sharding_indexed",
            "configuration": {"chunk_shape": [1], "codecs": codecs, "index_codecs": index_codecs},
        })
    }

    #[rstest]
    #[case::of_both_forms(json!([{"name": "transpose"}, "bytes"]), &["transpose", "bytes"])]
    #[case::without_a_name(json!([7, {"named": "bytes"}, {"name": 7}]), &[])]
    #[case::of_inner_chunks_and_not_of_the_index(
        json!([shards(&json!(["bytes", "gzip"]), &json!(["bytes", "crc32c"]))]),
        &["sharding_indexed", "bytes", "gzip"]
    )]
    #[case::of_inner_chunks_of_inner_chunks(
        json!([shards(&json!([shards(&json!(["bytes", "blosc"]), &json!(["crc32c"]))]), &json!(["bytes", "crc32c"]))]),
        &["sharding_indexed", "bytes", "blosc"]
    )]
    #[case::of_the_index_and_after_it(
        json!([shards(&json!(["bytes"]), &json!(["bytes", "crc32c"])), "crc32c"]),
        &["sharding_indexed", "bytes", "crc32c"]
    )]
    #[case::of_no_list(json!([shards(&json!("bytes"), &json!(null))]), &["sharding_indexed"])]
    #[case::of_another_codec_with_such_a_member(
        json!([{"name": "other", "configuration": {"codecs": ["gzip"]}}]),
        &["other"]
    )]
    fn codecs_that_a_list_needs(#[case] codecs: Value, #[case] expected: &[&str]) {
        assert_eq!(codec_names(codecs.as_array().unwrap()), expected);
    }
}
