//! Stores: a mapping from keys to values.
//!
//! - Specification: core, [Abstract store interface]; only the operations `get` and `set`, which
//!   reading and writing an array need.
//!
//! [Abstract store interface]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#abstract-store-interface

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use crate::error::{Error, Result};

/// A readable and writeable store.
pub trait Store {
    /// The value of a key, or nothing where the store has no such key.
    ///
    /// # Errors
    /// [`Error::Store`] where the store cannot answer.
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>>;

    /// Stores a value under a key, in place of an earlier one.
    ///
    /// # Errors
    /// [`Error::Store`] where the store cannot do so.
    fn set(&mut self, key: &str, value: Vec<u8>) -> Result<()>;
}

/// A store in memory.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MemoryStore(pub BTreeMap<String, Vec<u8>>);

impl Store for MemoryStore {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        Ok(self.0.get(key).cloned())
    }

    fn set(&mut self, key: &str, value: Vec<u8>) -> Result<()> {
        self.0.insert(key.to_owned(), value);
        Ok(())
    }
}

/// A directory of a file system: keys are paths of files below it.
#[derive(Clone, Debug)]
pub struct DirectoryStore {
    root: PathBuf,
}

impl DirectoryStore {
    /// The store below this directory.
    pub fn new(root: impl Into<PathBuf>) -> Self {
        Self { root: root.into() }
    }

    fn path(&self, key: &str) -> PathBuf {
        key.split('/')
            .fold(self.root.clone(), |path, part| path.join(part))
    }
}

impl Store for DirectoryStore {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        let path = self.path(key);
        match fs::read(&path) {
            Ok(value) => Ok(Some(value)),
            Err(error)
                if matches!(
                    error.kind(),
                    io::ErrorKind::NotFound | io::ErrorKind::NotADirectory
                ) =>
            {
                Ok(None)
            }
            Err(error) => Err(failure(&path, &error)),
        }
    }

    fn set(&mut self, key: &str, value: Vec<u8>) -> Result<()> {
        let path = self.path(key);
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(|error| failure(parent, &error))?;
        }
        fs::write(&path, value).map_err(|error| failure(&path, &error))
    }
}

fn failure(path: &Path, error: &io::Error) -> Error {
    Error::Store(format!("{}: {error}", path.display()))
}
