//! Stores: a mapping from keys to values.
//!
//! - Specification: core, [Abstract store interface]; of its operations `get` and `set`, which reading and writing
//!   an array need, `list`, `list_prefix` and `list_dir`, which find nodes, and `erase`, which deletes them.
//!
//! [Abstract store interface]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#abstract-store-interface

use std::collections::{BTreeMap, BTreeSet};
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

    /// Removes a key and its value; nothing happens where the store has no such key.
    ///
    /// # Errors
    /// [`Error::Store`] where the store cannot do so.
    fn erase(&mut self, _key: &str) -> Result<()> {
        Err(Error::Store("the store cannot erase keys".to_owned()))
    }

    /// All keys, in order.
    ///
    /// # Errors
    /// [`Error::Store`] where the store cannot list its keys.
    fn list(&self) -> Result<Vec<String>> {
        Err(Error::Store("the store cannot list its keys".to_owned()))
    }

    /// All keys with the given prefix.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    fn list_prefix(&self, prefix: &str) -> Result<Vec<String>> {
        let mut keys = self.list()?;
        keys.retain(|key| key.starts_with(prefix));
        Ok(keys)
    }

    /// All keys and prefixes with the given prefix that do not contain `/` after it.
    ///
    /// # Errors
    /// As [`list`](Self::list).
    fn list_dir(&self, prefix: &str) -> Result<Listed> {
        let mut listed = Listed::default();
        for key in self.list_prefix(prefix)? {
            match key[prefix.len()..].find('/') {
                None => listed.keys.insert(key),
                Some(at) => listed.prefixes.insert(key[..=prefix.len() + at].to_owned()),
            };
        }
        Ok(listed)
    }
}

/// What stands directly below a prefix.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listed {
    /// Keys.
    pub keys: BTreeSet<String>,
    /// Prefixes, each with the `/` at its end.
    pub prefixes: BTreeSet<String>,
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

    fn erase(&mut self, key: &str) -> Result<()> {
        self.0.remove(key);
        Ok(())
    }

    fn list(&self) -> Result<Vec<String>> {
        Ok(self.0.keys().cloned().collect())
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

    fn erase(&mut self, key: &str) -> Result<()> {
        let path = self.path(key);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(failure(&path, &error)),
            _ => Ok(()),
        }
    }

    /// Files whose names are not Unicode have no key. Links are not followed.
    #[expect(clippy::disallowed_methods, reason = "the keys are sorted")]
    fn list(&self) -> Result<Vec<String>> {
        let mut keys = Vec::new();
        let mut folders = vec![(self.root.clone(), String::new())];
        while let Some((folder, prefix)) = folders.pop() {
            let entries = fs::read_dir(&folder).map_err(|error| failure(&folder, &error))?;
            for entry in entries {
                let entry = entry.map_err(|error| failure(&folder, &error))?;
                let kind = entry
                    .file_type()
                    .map_err(|error| failure(&folder, &error))?;
                let Ok(name) = entry.file_name().into_string() else {
                    continue;
                };
                if kind.is_dir() {
                    folders.push((entry.path(), format!("{prefix}{name}/")));
                } else {
                    keys.push(format!("{prefix}{name}"));
                }
            }
        }
        keys.sort();
        Ok(keys)
    }
}

fn failure(path: &Path, error: &io::Error) -> Error {
    Error::Store(format!("{}: {error}", path.display()))
}
