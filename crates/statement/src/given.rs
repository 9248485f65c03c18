//! What is given of an array in a store, and what the reference states of it.

use std::collections::BTreeSet;

use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::{MemoryStore, Store as _};
use zarr_conform_reference::{ArrayMetadata, ChunkArray, Error, Result, Steps};
use zarr_conform_vectors::{ArrayRegion, ArrayStated, Update};

use crate::stated::{hex, sum};
use crate::written::written;

/// Elements that are written into a store, and the coordinates of the first.
pub type Part = (Vec<u64>, ChunkArray);

/// An array in a store: what is written there, and what is asked of it.
#[derive(Clone, Debug, PartialEq)]
pub struct Given {
    /// The text of `zarr.json`.
    pub document: String,
    /// What the reference writes into the store, one after the other.
    pub writes: Vec<Part>,
    /// Chunks that are taken out of the store again, by grid index. Each was stored.
    pub missing: Vec<Vec<u64>>,
    /// Values that stand in the store under a key, in place of what the reference wrote.
    pub replaced: Vec<(String, Vec<u8>)>,
    /// Regions that are read, in this order: coordinates of the first element, and shape.
    pub regions: Vec<(Vec<u64>, Vec<u64>)>,
    /// Whether all elements are stated; not for arrays too large to list.
    pub whole: bool,
    /// Whether it is stated what writing all elements leaves in an empty store.
    pub written: bool,
    /// What is written over what the store holds, one after the other.
    pub updates: Vec<Part>,
}

impl Given {
    /// The metadata, and the store in which the reference wrote.
    ///
    /// # Errors
    /// Those of the reference.
    pub fn stored(&self, steps: &Steps) -> Result<(ArrayMetadata, MemoryStore)> {
        let mut store = MemoryStore::default();
        store.set(METADATA_KEY, self.document.clone().into_bytes())?;
        let array = steps.open(&store)?;
        for (start, elements) in &self.writes {
            steps.write_region(&mut store, &array, start, elements)?;
        }
        Ok((array, store))
    }

    /// Takes the chunks out of the store that are missing, and puts there what is replaced.
    ///
    /// # Errors
    /// [`Error::Store`] where a missing chunk was not stored.
    pub fn change(
        &self,
        steps: &Steps,
        array: &ArrayMetadata,
        store: &mut MemoryStore,
    ) -> Result<()> {
        for index in &self.missing {
            let key = array.chunk_key(steps, index);
            store.0.remove(&key).ok_or_else(|| {
                Error::Store(format!("{key} was not stored and cannot be removed"))
            })?;
        }
        for (key, value) in &self.replaced {
            store.set(key, value.clone())?;
        }
        Ok(())
    }

    /// What the reference states of the array in this store: all but whether it can be created.
    ///
    /// # Errors
    /// Those of the reference.
    pub fn state(
        &self,
        steps: &Steps,
        array: &ArrayMetadata,
        store: &MemoryStore,
    ) -> Result<ArrayStated> {
        let read = |start: &[u64], shape: &[u64]| steps.read_region(store, array, start, shape);
        let mut stated = ArrayStated::default();
        for (start, shape) in &self.regions {
            stated.regions.push(region(start, &read(start, shape)?));
        }
        if self.whole {
            let origin = vec![0; array.shape.len()];
            let elements = read(&origin, &array.shape)?;
            stated.elements = Some(hex(&elements));
            if self.written {
                let nothing = MemoryStore::default();
                let all = [(origin, elements)];
                stated.written = written(steps, array, &nothing, BTreeSet::new(), &all)?;
            }
        }
        if let [(start, first), then @ ..] = &self.updates[..] {
            stated.update = Some(Update {
                region: region(start, first),
                then: then.iter().map(|(start, it)| region(start, it)).collect(),
                written: written(
                    steps,
                    array,
                    store,
                    self.chunks(steps, array),
                    &self.updates,
                )?,
            });
        }
        Ok(stated)
    }

    /// The grid indices of the chunks that the reference wrote.
    fn chunks(&self, steps: &Steps, array: &ArrayMetadata) -> BTreeSet<Vec<u64>> {
        let writes = self.writes.iter();
        let all = writes.flat_map(|(start, elements)| {
            let coordinates = positions(&elements.shape).map(move |it| sum(start, &it));
            coordinates.map(|it| array.chunk_grid.chunk_index(steps, &it))
        });
        all.collect()
    }
}

fn region(start: &[u64], elements: &ChunkArray) -> ArrayRegion {
    ArrayRegion {
        start: start.to_vec(),
        shape: elements.shape.clone(),
        elements: hex(elements),
    }
}
