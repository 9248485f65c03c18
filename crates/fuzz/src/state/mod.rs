//! From a case to a fact: the reference says what must come of it.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::store::{MemoryStore, Store as _};
use zarr_conform_reference::{ArrayMetadata, ChunkArray, Element, Error, Steps};
use zarr_conform_statement::{self as statement, Given, Part};
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::{
    Array, Binds, Claim, Document, Fact, Grid, Metadata, MetadataStated, Presentation, Statement,
    Store,
};

use crate::case::codec;
use crate::case::part::Write;
use crate::case::{Act, Case, Keys};

/// The file that facts of cases belong to, without `.json`.
pub const TOPIC: &str = "fuzz/found";

/// A fact, and the store that it is about.
#[derive(Clone, Debug)]
pub struct Stated {
    /// The fact.
    pub fact: Fact,
    /// Its store; nothing for facts of other kinds than `array`.
    pub store: Option<Store>,
}

/// Why a case is not a fact.
#[derive(Debug, thiserror::Error)]
pub enum NoFact {
    /// The reference refuses it: nothing is stated of it.
    #[error("the reference refuses the case: {0}")]
    Refused(Error),
    /// Two answers of ours differ: a defect of ours.
    #[error("a defect of this program: {0}")]
    Bug(String),
}

impl From<Error> for NoFact {
    fn from(error: Error) -> Self {
        match error {
            Error::Bug(bug) => Self::Bug(bug),
            error => Self::Refused(error),
        }
    }
}

impl Case {
    /// What the reference states of the case in an edition, under the last part of an id.
    ///
    /// # Errors
    /// Where the reference refuses it, as it may refuse what shrinking made of a case.
    pub fn state(&self, edition: Edition, name: &str) -> Result<Stated, NoFact> {
        let steps = Steps::literal(edition);
        let (statement, store) = match &self.act {
            Act::Read(_) | Act::Write | Act::Update(_) => {
                let (given, array, store) = self.given(&steps)?;
                let mut stated = given.state(&steps, &array, &store)?;
                stated.create = given.written;
                let statement = Statement::Array(Array {
                    store: format!("found/{name}.zarr"),
                    data_type: array.data_type.into(),
                    shape: array.shape,
                    claim: Claim::Holds(stated),
                });
                let files = store.0.into_iter().map(|(key, value)| (key, value.into()));
                (statement, Some(files.collect()))
            }
            act => {
                let document = self.document();
                let array = steps.array_metadata(document.as_bytes())?;
                let statement = match act {
                    Act::Grid => self.grid(&steps, &array)?,
                    Act::Chunk => self.chunk(&steps, &array)?,
                    _ => Self::opened(&array, document),
                };
                (statement, None)
            }
        };
        let fact = Fact {
            id: format!("{TOPIC}/{name}"),
            comment: format!("fails with a random array: {}", self.in_words()),
            requirements: self.requirements(edition),
            level: self.level(),
            editions: vec![edition],
            twin: None,
            premise: None,
            binds: Binds::default(),
            open: None,
            statement,
        };
        Ok(Stated { fact, store })
    }

    /// The case in a line, for people.
    pub fn in_words(&self) -> String {
        let features: Vec<String> = self.features().into_iter().collect();
        format!("{} ({})", self.act.name(), features.join(", "))
    }

    /// The text of `zarr.json`.
    pub fn document(&self) -> String {
        self.presentation.text(self.members(), self.shape.len())
    }

    /// The mandatory members of the document, in the order of the specification.
    pub(crate) fn members(&self) -> Vec<(&'static str, Value)> {
        Presentation::members(
            (&self.shape, &self.chunk_shape),
            &self.data_type.into(),
            self.keys.json(),
            self.fill_value.spelling.clone(),
            codec::list(&self.codecs),
        )
    }

    /// What is given of the array, its metadata, and the store as the case leaves it.
    pub(crate) fn given(
        &self,
        steps: &Steps,
    ) -> Result<(Given, ArrayMetadata, MemoryStore), NoFact> {
        let (regions, updates) = match &self.act {
            Act::Read(regions) => (regions.as_slice(), [].as_slice()),
            Act::Update(writes) => ([].as_slice(), writes.as_slice()),
            Act::Write | Act::Chunk | Act::Grid | Act::Open => Default::default(),
        };
        let regions = regions.iter();
        let mut given = Given {
            document: self.document(),
            writes: self.parts(&self.stored)?,
            missing: Vec::new(),
            replaced: Vec::new(),
            regions: regions
                .map(|it| (it.start.clone(), it.shape.clone()))
                .collect(),
            whole: true,
            written: matches!(self.act, Act::Write),
            updates: self.parts(updates)?,
        };
        let (array, mut store) = given.stored(steps)?;
        let missing: BTreeSet<&Vec<u64>> = self.missing.iter().collect();
        let is_stored = |index: &&Vec<u64>| store.0.contains_key(&array.chunk_key(steps, index));
        given.missing = missing.iter().copied().filter(is_stored).cloned().collect();
        for (index, writer) in &self.writers {
            let key = array.chunk_key(steps, index);
            if let Some(earlier) = store.get(&key)?
                && !missing.contains(index)
            {
                let chain = array.chain(index)?;
                let chunk = steps.decode(chain, &earlier)?;
                let encoded = writer.encode(steps, chain, &chunk)?;
                let decoded = steps.decode(chain, &encoded);
                if decoded.as_ref() != Ok(&chunk) {
                    return Err(NoFact::Bug(format!(
                        "what {writer:?} encodes is decoded to {decoded:?}, expected {chunk:?}"
                    )));
                }
                given.replaced.push((key, encoded));
            }
        }
        given.change(steps, &array, &mut store)?;
        Ok((given, array, store))
    }

    /// What is written, as the reference has it.
    fn parts(&self, writes: &[Write]) -> Result<Vec<Part>, NoFact> {
        let part = |write: &Write| match write.array(self.data_type) {
            Some(elements) => Ok((write.region.start.clone(), elements)),
            None => Err(NoFact::Bug(format!(
                "{write:?} has another number of elements"
            ))),
        };
        writes.iter().map(part).collect()
    }

    fn chunk(&self, steps: &Steps, array: &ArrayMetadata) -> Result<Statement, NoFact> {
        let (chunk_shape, chain) = array.only_shape()?;
        let zero = Element::zero(array.data_type);
        let mut elements = ChunkArray::filled(array.data_type, chunk_shape, &zero)?;
        for write in &self.stored {
            for (position, element) in positions(&write.region.shape).zip(&write.elements) {
                let coordinates = write.region.start.iter().zip(&position);
                let at: Vec<u64> = coordinates.map(|(start, at)| start + at).collect();
                elements.set(&at, element.clone())?;
            }
        }
        let encoded = match self.writers.first() {
            Some((_, writer)) => writer.encode(steps, chain, &elements)?,
            None => steps.encode(chain, &elements)?,
        };
        Ok(Statement::Chunk(statement::chunk(
            self.codecs.iter().map(codec::Codec::json).collect(),
            &elements,
            Claim::Holds(HexBytes::from(encoded)),
            chain.is_free(),
        )))
    }

    fn grid(&self, steps: &Steps, array: &ArrayMetadata) -> Result<Statement, NoFact> {
        let grid_shape = array.chunk_grid.grid_shape(steps, &array.shape)?;
        let (elements, chunks) = (corners(&array.shape), corners(&grid_shape));
        let shapes = (grid_shape, &self.chunk_shape[..]);
        let stated = statement::grid(steps, shapes, &elements, &chunks, &[self.keys.json()])?;
        Ok(Statement::Grid(Grid {
            array_shape: array.shape.clone(),
            chunk_shape: self.chunk_shape.clone(),
            claim: Claim::Holds(stated),
        }))
    }

    fn opened(array: &ArrayMetadata, document: String) -> Statement {
        Statement::Metadata(Metadata {
            document: Document::new(document.into_bytes()),
            claim: Claim::Holds(MetadataStated {
                means: statement::meaning(array),
                create: true,
                chunk: None,
            }),
        })
    }
}

impl Keys {
    /// The member `chunk_key_encoding`.
    pub fn json(self) -> Value {
        let name = if self.is_v2 { "v2" } else { "default" };
        match self.separator {
            None => self.spelling.json(name),
            Some(separator) => {
                json!({"name": name, "configuration": {"separator": separator.to_string()}})
            }
        }
    }
}

/// The first and the last position, and one in the middle.
fn corners(shape: &[u64]) -> Vec<Vec<u64>> {
    if shape.contains(&0) {
        return Vec::new();
    }
    let at = |of: fn(u64) -> u64| shape.iter().map(|&length| of(length)).collect();
    let mut corners: Vec<Vec<u64>> = vec![at(|_| 0), at(|it| it / 2), at(|it| it - 1)];
    corners.dedup();
    corners
}
