//! Which checks follow from a fact.
//!
//! Checks follow from facts and the edition alone, so that every implementation is asked the same
//! list; what an implementation does not offer is skipped with that reason.

mod array;
mod bad_chunk;
mod chunk;
pub(crate) mod fill;
mod grid;
mod metadata;
mod ones;
mod representation;
pub(crate) mod store;
mod unstored;

use serde_json::Value;

use crate::check::id::FactId;
use crate::check::{Asked, Check, Expected, Needs, Operation, Reading, Sent};
use zarr_conform_protocol::{Ask, Region, ask};
use zarr_conform_terms::Edition;
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Fact, Level, Outcome, Presentation, Statement, Store, Vectors};

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
        }
        if checks.derived.is_empty() {
            checks.add_not_askable();
        }
        checks.derived
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
    Ask::Open(ask::Open {
        store: String::new(),
    })
}

pub(crate) fn read(regions: Option<Vec<Region>>) -> Ask {
    Ask::Read(ask::Read {
        store: String::new(),
        regions,
    })
}

pub(crate) fn write(region: Option<Region>, elements: &HexBytes) -> Ask {
    Ask::Write(ask::Write {
        store: String::new(),
        region,
        elements: elements.clone(),
    })
}

/// Creating an array from a document as a JSON value; nothing where the document is not JSON.
fn create_from(document: &[u8], elements: &HexBytes) -> Option<Ask> {
    Some(Ask::Create(ask::Create {
        store: String::new(),
        metadata: serde_json::from_slice(document).ok()?,
        elements: elements.clone(),
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

/// Names of codecs, in either form of an extension definition; what has no name is left out.
fn codec_names(codecs: &[Value]) -> Vec<String> {
    let name = |codec: &Value| match codec {
        Value::String(name) => Some(name.clone()),
        codec => codec.get("name")?.as_str().map(str::to_owned),
    };
    codecs.iter().filter_map(name).collect()
}

fn needs(data_type: &str, codecs: &[Value]) -> Needs {
    Needs {
        data_type: Some(data_type.to_owned()),
        codecs: codec_names(codecs),
    }
}
