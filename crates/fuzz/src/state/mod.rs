//! From a case to a fact: the reference says what must come of it.

use std::collections::BTreeSet;

use serde_json::{Value, json};
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::{MemoryStore, Store as _};
use zarr_conform_reference::{ArrayMetadata, ChunkArray, Element, Error, Steps, vector_form};
use zarr_conform_statement::written;
use zarr_conform_terms::{Edition, HexBytes};
use zarr_conform_vectors::{
    Array, ArrayRegion, ArrayStated, Binds, Chunk, ChunkOfGrid, Claim, Document, ElementOfGrid,
    Fact, Grid, GridStated, KeyOfChunk, Meaning, Metadata, MetadataStated, Statement, Store,
    Update,
};

use crate::case::codec;
use crate::case::part::{Region, Write};
use crate::case::{Act, Case, Keys};

/// The file that facts of cases belong to, without `.json`.
pub const TOPIC: &str = "fuzz/found";

/// The most elements whose values are spelled out for people, as in golden facts.
const MOST_VALUES: usize = 64;

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
        let document = self.document();
        let array = steps.array_metadata(document.as_bytes())?;
        let (statement, store) = match &self.act {
            Act::Open => (Self::opened(&array, document), None),
            Act::Grid => (self.grid(&steps, &array)?, None),
            Act::Chunk => (self.chunk(&steps, &array)?, None),
            Act::Read(_) | Act::Write | Act::Update(_) => {
                let store = self.filled(&steps, &array, document)?;
                let stated = self.array(&steps, &array, &store, name)?;
                let files = store.0.into_iter().map(|(key, value)| (key, value.into()));
                (stated, Some(files.collect()))
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
        vec![
            ("zarr_format", json!(3)),
            ("node_type", json!("array")),
            ("shape", json!(self.shape)),
            ("data_type", json!(self.data_type.to_string())),
            (
                "chunk_grid",
                json!({"name": "regular", "configuration": {"chunk_shape": self.chunk_shape}}),
            ),
            ("chunk_key_encoding", self.keys.json()),
            ("fill_value", self.fill_value.spelling.clone()),
            ("codecs", codec::list(&self.codecs)),
        ]
    }

    /// The store as the case leaves it.
    fn filled(
        &self,
        steps: &Steps,
        array: &ArrayMetadata,
        document: String,
    ) -> Result<MemoryStore, NoFact> {
        let mut store = MemoryStore::default();
        store.set(METADATA_KEY, document.into_bytes())?;
        for write in &self.stored {
            let elements = self.elements_of(write)?;
            steps.write_region(&mut store, array, &write.region.start, &elements)?;
        }
        for index in &self.missing {
            store.0.remove(&array.chunk_key(steps, index));
        }
        for (index, writer) in &self.writers {
            let key = array.chunk_key(steps, index);
            if let Some(earlier) = store.get(&key)? {
                let chunk = steps.decode(&array.codecs, &earlier)?;
                let encoded = writer.encode(steps, &array.codecs, &chunk)?;
                let decoded = steps.decode(&array.codecs, &encoded);
                if decoded.as_ref() != Ok(&chunk) {
                    return Err(NoFact::Bug(format!(
                        "what {writer:?} encodes is decoded to {decoded:?}, expected {chunk:?}"
                    )));
                }
                store.set(&key, encoded)?;
            }
        }
        Ok(store)
    }

    fn array(
        &self,
        steps: &Steps,
        array: &ArrayMetadata,
        store: &MemoryStore,
        name: &str,
    ) -> Result<Statement, NoFact> {
        let whole = Region::whole(&array.shape);
        let mut stated = ArrayStated::default();
        let read = |region: &Region| -> Result<ArrayRegion, NoFact> {
            let elements = steps.read_region(store, array, &region.start, &region.shape)?;
            Ok(region_of(region, &elements))
        };
        match &self.act {
            Act::Read(regions) => {
                stated.elements = Some(read(&whole)?.elements);
                stated.regions = regions.iter().map(read).collect::<Result<_, _>>()?;
            }
            Act::Write => {
                let elements = steps.read_region(store, array, &whole.start, &whole.shape)?;
                stated.elements = Some(hex(&elements));
                let write = [(&whole.start[..], &elements)];
                let nothing = MemoryStore::default();
                stated.written = written(steps, array, &nothing, BTreeSet::new(), &write)?;
                stated.create = true;
            }
            Act::Update(writes) => {
                let mut arrays = Vec::new();
                for write in writes {
                    arrays.push((&write.region, self.elements_of(write)?));
                }
                let regions = arrays.iter().map(|(region, it)| (&region.start[..], it));
                let regions: Vec<_> = regions.collect();
                let mut parts = arrays.iter().map(|(region, it)| region_of(region, it));
                if let Some(region) = parts.next() {
                    // What is read after each of several regions follows from these.
                    stated.elements = Some(read(&whole)?.elements);
                    let grid_shape = steps.grid_shape(&array.shape, &array.chunk_shape)?;
                    let stored = positions(&grid_shape).collect();
                    stated.update = Some(Update {
                        region,
                        then: parts.collect(),
                        written: written(steps, array, store, stored, &regions)?,
                    });
                }
            }
            Act::Chunk | Act::Grid | Act::Open => {}
        }
        Ok(Statement::Array(Array {
            store: format!("found/{name}.zarr"),
            data_type: array.data_type.to_string(),
            shape: array.shape.clone(),
            claim: Claim::Holds(stated),
        }))
    }

    fn chunk(&self, steps: &Steps, array: &ArrayMetadata) -> Result<Statement, NoFact> {
        let mut elements = ChunkArray::filled(
            array.data_type,
            array.chunk_shape.clone(),
            &Element::zero(array.data_type),
        )?;
        for write in &self.stored {
            for (position, element) in positions(&write.region.shape).zip(&write.elements) {
                let at: Vec<u64> = sum(&write.region.start, &position);
                elements.set(&at, element.clone())?;
            }
        }
        let encoded = match self.writers.first() {
            Some((_, writer)) => writer.encode(steps, &array.codecs, &elements)?,
            None => steps.encode(&array.codecs, &elements)?,
        };
        let values = elements.elements.iter();
        let values = values.map(|it| vector_form::value(array.data_type, it));
        Ok(Statement::Chunk(Chunk {
            data_type: array.data_type.to_string(),
            shape: array.chunk_shape.clone(),
            codecs: self.codecs.iter().map(codec::Codec::json).collect(),
            values: (elements.elements.len() <= MOST_VALUES).then(|| values.collect()),
            elements: hex(&elements),
            claim: Claim::Holds(HexBytes::from(encoded)),
            free: array.codecs.is_free(),
        }))
    }

    fn grid(&self, steps: &Steps, array: &ArrayMetadata) -> Result<Statement, NoFact> {
        let grid_shape = steps.grid_shape(&array.shape, &array.chunk_shape)?;
        let mut chunks = Vec::new();
        for index in corners(&grid_shape) {
            chunks.push(ChunkOfGrid {
                origin: steps.chunk_origin(&index, &array.chunk_shape)?,
                keys: vec![KeyOfChunk {
                    chunk_key_encoding: self.keys.json(),
                    key: array.chunk_key(steps, &index),
                }],
                index,
            });
        }
        let elements = corners(&array.shape)
            .into_iter()
            .map(|coordinates| ElementOfGrid {
                chunk: steps.chunk_index(&coordinates, &array.chunk_shape),
                within: steps.position_in_chunk(&coordinates, &array.chunk_shape),
                coordinates,
            });
        Ok(Statement::Grid(Grid {
            array_shape: array.shape.clone(),
            chunk_shape: array.chunk_shape.clone(),
            claim: Claim::Holds(GridStated {
                grid_shape,
                elements: elements.collect(),
                chunks,
            }),
        }))
    }

    fn opened(array: &ArrayMetadata, document: String) -> Statement {
        let fill_value = std::slice::from_ref(&array.fill_value);
        Statement::Metadata(Metadata {
            document: Document::new(document.into_bytes()),
            claim: Claim::Holds(MetadataStated {
                means: Meaning {
                    data_type: array.data_type.to_string(),
                    shape: array.shape.clone(),
                    fill_value: HexBytes::from(vector_form::to_bytes(array.data_type, fill_value)),
                },
                create: true,
                chunk: None,
            }),
        })
    }

    fn elements_of(&self, write: &Write) -> Result<ChunkArray, NoFact> {
        let wrong = || NoFact::Bug(format!("{write:?} has another number of elements"));
        write.array(self.data_type).ok_or_else(wrong)
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

fn region_of(region: &Region, elements: &ChunkArray) -> ArrayRegion {
    ArrayRegion {
        start: region.start.clone(),
        shape: region.shape.clone(),
        elements: hex(elements),
    }
}

fn hex(array: &ChunkArray) -> HexBytes {
    HexBytes::from(vector_form::to_bytes(array.data_type, &array.elements))
}

fn sum(start: &[u64], position: &[u64]) -> Vec<u64> {
    start
        .iter()
        .zip(position)
        .map(|(start, at)| start + at)
        .collect()
}
