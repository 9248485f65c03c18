//! Checks of honesty: whether an implementation does what it says of itself, and refuses unknown
//! names. They follow from the edition, and from facts only where it is denied that codecs of their
//! chunks are known.

pub(crate) mod claims;
mod denied;
mod unknown;

use crate::check::derive::store::{of_one_chunk, only_key};
use crate::check::id::FactId;
use crate::check::{
    ArrayType, Asked, Check, Concern, Derivation, Elements, Expected, ExpectedRead, Needs,
    Operation,
};
use serde_json::{Value, json};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Level, Presentation, Store, plain};

/// The plain array that most of these checks are about: three elements of one byte, in one chunk.
const DATA_TYPE: &str = plain::DATA_TYPE;
const SHAPE: [u64; 1] = [3];
const ELEMENTS: [u8; 3] = [1, 2, 3];

/// A check of honesty.
pub(crate) struct Honesty {
    pub(crate) check: Check,
    /// What refusing is compared with, without the operation.
    pub(crate) twin: Option<&'static str>,
    /// What an implementation that fails it got wrong.
    pub(crate) comment: &'static str,
    /// What the implementation is given.
    pub(crate) given: String,
    requirement: Option<&'static str>,
}

impl Honesty {
    /// Ids of the requirements that it tests; most are about the protocol alone.
    pub(crate) fn requirements(&self) -> Vec<String> {
        self.requirement.map(str::to_owned).into_iter().collect()
    }

    /// The count that it belongs to: what is claimed of plain arrays decides what is judged at all.
    pub(crate) fn concern(&self) -> Concern {
        match self.check.expected {
            Expected::Unknown(_) => Concern::Strictness,
            _ => Concern::RightData,
        }
    }

    /// Whether others are compared with it.
    pub(crate) fn is_twin(&self) -> bool {
        matches!(self.check.expected, Expected::Claimed(_))
    }
}

/// All checks of honesty of an edition, with generated names that come from the seed, and with chunks
/// that facts give.
pub(crate) fn checks(with: &Derivation<'_>, seed: u32) -> Vec<Honesty> {
    let mut checks = claims::checks(with.edition);
    checks.extend(unknown::checks(with.edition, seed));
    checks.extend(denied::checks(with));
    checks
}

/// The draft edition has no array metadata that anyone reads, so no stores.
fn has_stores(edition: Edition) -> bool {
    edition != Edition::Draft
}

/// The codec list that libraries write for the plain array.
fn codecs(edition: Edition) -> Vec<Value> {
    vec![json!({"name": plain::codec(edition), "configuration": {"endian": "little"}})]
}

/// What an implementation must know for the plain array.
fn needs(edition: Edition) -> Needs {
    let names = codecs(edition).into_iter();
    let names = names.filter_map(|codec| Some(codec.get("name")?.as_str()?.to_owned()));
    Needs {
        data_type: Some(DATA_TYPE.to_owned()),
        codecs: names.collect(),
    }
}

fn plain_type(shape: &[u64]) -> ArrayType {
    ArrayType {
        data_type: DATA_TYPE.into(),
        shape: shape.to_vec(),
    }
}

fn plain_elements(shape: &[u64]) -> Elements {
    Elements {
        name: "the array".to_owned(),
        of: plain_type(shape),
        start: vec![0; shape.len()],
        bytes: ELEMENTS.to_vec().into(),
    }
}

/// The plain array, stored.
fn plain_store(edition: Edition, shape: &[u64]) -> Store {
    let mut store = of_one_chunk(
        Presentation::PLAIN,
        &DATA_TYPE.into(),
        shape,
        &codecs(edition),
    );
    store.insert(only_key(shape), ELEMENTS.into());
    store
}

fn whole(elements: Elements) -> (ArrayType, ExpectedRead) {
    (elements.of.clone(), ExpectedRead::Whole(elements))
}

/// A check with the parts that all of these share.
fn check(
    fact: &str,
    operation: Operation,
    needs: Needs,
    stores: Vec<Store>,
    requests: Vec<Asked>,
    expected: Expected,
) -> Check {
    Check {
        id: FactId::new(fact).check(operation),
        operation,
        level: Level::Must,
        needs,
        stores,
        requests,
        expected,
    }
}
