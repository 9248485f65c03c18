//! Facts about whole arrays: the reference writes a store, reads it back, and says which bytes of
//! each chunk lie outside the array.

use anyhow::{Context, ensure};
use zarr_conform_reference::store::MemoryStore;
use zarr_conform_reference::{ArrayMetadata, ChunkArray, Steps};
use zarr_conform_statement::{Given, hex};
use zarr_conform_terms::HexElements;
use zarr_conform_vectors::{Array, ArrayStated, Claim, Level, Statement};

use super::{Draft, open, refused as refusal};

impl Draft<'_> {
    /// An array in a store. The elements are those that are `expected`, where they were worked out apart from the
    /// reference.
    pub(crate) fn array(self, given: &Given, expected: Option<&ChunkArray>) -> anyhow::Result<()> {
        let (array, store) = self.built(given)?;
        let steps = Steps::literal(self.newest()?);
        let mut stated = given.state(&steps, &array, &store)?;
        if let (Some(elements), Some(expected)) = (&stated.elements, expected) {
            ensure!(
                *elements == hex(expected),
                "{}: the reference reads {elements}, and what was stored is {expected:?}",
                self.id
            );
        }
        stated.create = self.is_creatable(given.document.as_bytes(), &array)?;
        self.array_statement(&array, store, Claim::Holds(stated))
    }

    /// A store whose chunks no implementation may read as an array.
    pub(crate) fn refused_array(self, given: &Given, refused: &str) -> anyhow::Result<()> {
        let (array, store) = self.built(given)?;
        self.all_refuse(|steps| {
            let array = steps.open(&store)?;
            steps.read_region(&store, &array, &vec![0; array.shape.len()], &array.shape)
        })?;
        self.array_statement(&array, store, refusal(refused))
    }

    /// A store on which readings differ: each with the elements of the whole array, or nothing
    /// where it refuses.
    pub(crate) fn open_array(
        self,
        given: &Given,
        readings: &[(&str, Option<HexElements>)],
    ) -> anyhow::Result<()> {
        let (array, store) = self.built(given)?;
        self.level(Level::Open)
            .array_statement(&array, store, open(readings))
    }

    /// The metadata and the store that are given, which must be the same in every edition.
    fn built(&self, given: &Given) -> anyhow::Result<(ArrayMetadata, MemoryStore)> {
        self.agreed(|steps| {
            let (array, mut store) = given.stored(steps)?;
            given.change(steps, &array, &mut store)?;
            Ok((array, store))
        })
    }

    fn array_statement(
        self,
        array: &ArrayMetadata,
        store: MemoryStore,
        claim: Claim<ArrayStated, HexElements>,
    ) -> anyhow::Result<()> {
        let (folder, name) = self.id.rsplit_once('/').context("an id has folders")?;
        let topic = folder.rsplit('/').next().unwrap_or(folder);
        let path = format!("{topic}/{name}.zarr");
        for (key, value) in store.0 {
            self.topic.stores.insert(format!("{path}/{key}"), value);
        }
        self.state(Statement::Array(Array {
            store: path,
            data_type: array.data_type.into(),
            shape: array.shape.clone(),
            claim,
        }))
    }
}
