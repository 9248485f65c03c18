//! Arrays in stores.

use std::sync::{Arc, PoisonError};

use zarr_conform_protocol::{Done, Opened, Read, Region, ask};
use zarr_conform_reference::hierarchy::{Below, ROOT};
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::Store;
use zarr_conform_reference::{ArrayMetadata, Error, chunk_array};
use zarr_conform_terms::HexElements;

use super::Reference;
use super::chunks::{chunk, hex};

/// A document, and the array that it was read as.
pub(super) struct Opening {
    document: Vec<u8>,
    array: Arc<ArrayMetadata>,
}

/// Larger documents are read each time.
const MOST_REMEMBERED: usize = 1 << 16;

impl Reference {
    /// The array of a store, to be read or written.
    pub(super) fn array(&self, store: &dyn Store) -> Result<Arc<ArrayMetadata>, Error> {
        let array = self.open_store(store)?;
        let is_too_large = |shape: &Vec<u64>| {
            let elements = chunk_array::number_of_elements(shape);
            elements.is_none_or(|it| it > self.most_elements) && self.most_elements != u64::MAX
        };
        match array
            .chunk_grid
            .chunk_shapes()
            .iter()
            .find(|it| is_too_large(it))
        {
            None => Ok(array),
            Some(shape) => {
                let message = format!("chunks of shape {shape:?} are too large");
                Err(Error::Unsupported(message))
            }
        }
    }

    /// Opens a store. A document that was just read is not read again: it says the same. A probe wants to
    /// see each step all the same.
    pub(super) fn open_store(&self, store: &dyn Store) -> Result<Arc<ArrayMetadata>, Error> {
        let document = store.get(METADATA_KEY)?.unwrap_or_default();
        if self.steps.is_probed() || document.is_empty() || document.len() > MOST_REMEMBERED {
            return self.steps.open(store).map(Arc::new);
        }
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(last) = last.as_ref().filter(|it| it.document == document) {
            return Ok(Arc::clone(&last.array));
        }
        let array = Arc::new(self.steps.open(store)?);
        *last = Some(Opening {
            document,
            array: Arc::clone(&array),
        });
        Ok(array)
    }

    pub(super) fn opened(&self, store: &dyn Store) -> Result<Opened, Error> {
        let array = self.open_store(store)?;
        Ok(Opened {
            data_type: array.data_type.into(),
            shape: array.shape.clone(),
        })
    }

    pub(super) fn read_from(
        &self,
        store: &dyn Store,
        regions: Option<&[Region]>,
    ) -> Result<Read, Error> {
        let array = self.array(store)?;
        let read = |region: &Region| -> Result<HexElements, Error> {
            let region = self
                .steps
                .read_region(store, &array, &region.start, &region.shape)?;
            Ok(hex(&region))
        };
        let (elements, regions) = match regions {
            None => (Some(read(&whole(&array))?), None),
            Some(regions) => (
                None,
                Some(regions.iter().map(read).collect::<Result<_, _>>()?),
            ),
        };
        Ok(Read {
            data_type: Some(array.data_type.into()),
            shape: Some(array.shape.clone()),
            elements,
            elements_file: None,
            regions,
        })
    }

    pub(super) fn write_to(
        &self,
        store: &mut dyn Store,
        path: Option<&str>,
        region: Option<&Region>,
        elements: &HexElements,
    ) -> Result<Done, Error> {
        let path_of_array = path.unwrap_or(ROOT);
        let array = self.array(&Below::new(&self.steps, &*store, path_of_array)?)?;
        let region = region.cloned().unwrap_or_else(|| whole(&array));
        let elements = chunk(array.data_type, &region.shape, elements)?;
        match path {
            Some(path) => {
                let start = &region.start;
                self.steps
                    .write_elements(store, path, &array, start, &elements)?;
            }
            None => self
                .steps
                .write_region(store, &array, &region.start, &elements)?,
        }
        Ok(Done {})
    }

    pub(super) fn create_in(
        &self,
        store: &mut dyn Store,
        asked: &ask::Create,
    ) -> Result<Done, Error> {
        let path = asked.path.as_deref().unwrap_or(ROOT);
        let document = asked.metadata.to_string().into_bytes();
        self.steps.array_metadata(&document)?;
        let document = self.steps.json(&document)?;
        self.steps.create_node(store, path, &document)?;
        self.write_to(store, asked.path.as_deref(), None, &asked.elements)
    }
}

fn whole(array: &ArrayMetadata) -> Region {
    Region {
        start: vec![0; array.shape.len()],
        shape: array.shape.clone(),
    }
}
