//! Arrays below the root: their documents and chunks lie below their paths.
//!
//! - Specification: core, [Stored representation].
//! - Layout: the array `/a/x` has the document `a/x/zarr.json`, and a chunk with the key `c/0` in it has the key
//!   `a/x/c/0` in the store.
//!
//! [Stored representation]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#stored-representation

use super::prefix;
use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::ChunkArray;
use crate::error::{Error, Result};
use crate::steps::Steps;
use crate::storage::METADATA_KEY;
use crate::store::Store;

/// The key prefix of the chunks of the array at a path.
///
/// Requirements: `storage.non-root-prefix`, `storage.chunk-key-prefix`.
pub fn chunk_prefix(path: &str) -> String {
    prefix(path)
}

/// All elements of the array at a path.
///
/// # Errors
/// As [`Below::new`], [`open`](crate::storage::open) and [`read_region`](crate::storage::read_region).
///
/// Requirement: `storage.chunk-key-prefix`.
pub fn read_array(steps: &Steps, store: &dyn Store, path: &str) -> Result<ChunkArray> {
    let store = Below::new(steps, store, path)?;
    let array = steps.open(&store)?;
    let start = vec![0; array.shape.len()];
    steps.read_region(&store, &array, &start, &array.shape)
}

/// Writes elements into the array at a path, from `start` on; nothing else changes.
///
/// # Errors
/// As [`Below::new`] and [`write_region`](crate::storage::write_region).
///
/// Requirement: `storage.chunk-key-prefix`.
pub fn write_elements(
    steps: &Steps,
    store: &mut dyn Store,
    path: &str,
    array: &ArrayMetadata,
    start: &[u64],
    elements: &ChunkArray,
) -> Result<()> {
    let mut below = Below::new(steps, store, path)?;
    steps.write_region(&mut below, array, start, elements)
}

/// The part of a store below a path, as the store of the node there.
pub struct Below<S> {
    store: S,
    metadata_key: String,
    chunk_prefix: String,
}

impl<S> Below<S> {
    /// The part below a path.
    ///
    /// # Errors
    /// Where the path is not that of a node.
    pub fn new(steps: &Steps, store: S, path: &str) -> Result<Self> {
        Ok(Self {
            store,
            metadata_key: steps.metadata_key(path)?,
            chunk_prefix: steps.chunk_prefix(path)?,
        })
    }

    fn key(&self, key: &str) -> String {
        match key {
            METADATA_KEY => self.metadata_key.clone(),
            _ => format!("{}{key}", self.chunk_prefix),
        }
    }
}

impl Store for Below<&dyn Store> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        self.store.get(&self.key(key))
    }

    fn set(&mut self, _key: &str, _value: Vec<u8>) -> Result<()> {
        Err(Error::Bug("this node is only read".to_owned()))
    }
}

impl Store for Below<&mut dyn Store> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        self.store.get(&self.key(key))
    }

    fn set(&mut self, key: &str, value: Vec<u8>) -> Result<()> {
        let key = self.key(key);
        self.store.set(&key, value)
    }
}
