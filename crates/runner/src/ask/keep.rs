//! The stores of failed checks, kept in a folder that people can look into.

use std::collections::BTreeMap;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::workspace::fill;
use crate::check::id::CheckId;
use zarr_conform_vectors::Store;

/// A folder for the stores of failed checks. The store of `core/sizes/empty#read` is
/// `core/sizes/empty#read.zarr` in it, and a second one `core/sizes/empty#read.2.zarr`.
#[derive(Debug)]
pub struct Keep {
    folder: PathBuf,
    /// What was kept of each check.
    kept: Mutex<BTreeMap<CheckId, Stores>>,
}

/// The stores of a check.
#[derive(Debug)]
struct Stores {
    folders: Vec<PathBuf>,
    /// The check fails what is only recommended.
    is_advice: bool,
}

impl Keep {
    /// A folder that is made where it is not there.
    ///
    /// # Errors
    /// Where it cannot be made, and where there is anything in it, which is not overwritten.
    pub fn new(folder: &Path) -> io::Result<Self> {
        std::fs::create_dir_all(folder)?;
        if folder.read_dir()?.next().is_some() {
            let why =
                "found a folder that is not empty, expected one that is empty or not there yet";
            return Err(io::Error::new(io::ErrorKind::AlreadyExists, why));
        }
        Ok(Self {
            folder: folder.to_owned(),
            kept: Mutex::default(),
        })
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Of how many checks stores are kept that fail what the specification demands, and of how many that
    /// only fail what it recommends.
    pub fn counts(&self) -> (u64, u64) {
        let kept = self.kept();
        let advice = kept.values().filter(|it| it.is_advice).count();
        ((kept.len() - advice) as u64, advice as u64)
    }

    /// Copies the stores of a check as the implementation left them, in place of those that it left
    /// when it was asked before.
    pub(crate) fn put(&self, check: &CheckId, stores: &[PathBuf]) -> io::Result<()> {
        self.replace(check, stores, |from, to| copy(from, to))
    }

    /// Keeps stores of a check that failed: as they were given, where none are kept as they were left.
    pub(crate) fn settle(
        &self,
        check: &CheckId,
        given: &[Store],
        is_advice: bool,
    ) -> io::Result<()> {
        let is_kept = self.kept().contains_key(check);
        if !is_kept {
            self.replace(check, given, |store, to| {
                std::fs::create_dir(to)?;
                fill(to, store)
            })?;
        }
        if let Some(stores) = self.kept().get_mut(check) {
            stores.is_advice = is_advice;
        }
        Ok(())
    }

    /// Removes what was kept of a check that does not fail after all.
    pub(crate) fn remove(&self, check: &CheckId) {
        let stores = self.kept().remove(check);
        for folder in stores.into_iter().flat_map(|it| it.folders) {
            // What cannot be removed is no more than one store too many.
            let _ = std::fs::remove_dir_all(folder);
        }
    }

    fn replace<T>(
        &self,
        check: &CheckId,
        stores: &[T],
        put: impl Fn(&T, &Path) -> io::Result<()>,
    ) -> io::Result<()> {
        self.remove(check);
        let mut folders = Vec::new();
        for (at, store) in stores.iter().enumerate() {
            let Some(folder) = self.folder_of(check, at) else {
                return Ok(());
            };
            if let Some(parent) = folder.parent() {
                std::fs::create_dir_all(parent)?;
            }
            put(store, &folder)?;
            folders.push(folder);
        }
        if !folders.is_empty() {
            let is_advice = false;
            let stores = Stores { folders, is_advice };
            self.kept().insert(check.clone(), stores);
        }
        Ok(())
    }

    /// Where the store at a position goes; nowhere, where the id of a check is not a path below a folder.
    fn folder_of(&self, check: &CheckId, at: usize) -> Option<PathBuf> {
        let path = match at {
            0 => PathBuf::from(format!("{check}.zarr")),
            at => PathBuf::from(format!("{check}.{}.zarr", at + 1)),
        };
        let is_plain = path
            .components()
            .all(|it| matches!(it, Component::Normal(_)));
        (is_plain && !check.as_str().contains('\\')).then(|| self.folder.join(path))
    }

    fn kept(&self) -> MutexGuard<'_, BTreeMap<CheckId, Stores>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Copies folders and files; what is neither, such as a link to somewhere else, is left out.
fn copy(from: &Path, to: &Path) -> io::Result<()> {
    std::fs::create_dir(to)?;
    let entries = match from.read_dir() {
        // Whoever was given the store may have removed it.
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let (kind, to) = (entry.file_type()?, to.join(entry.file_name()));
        if kind.is_dir() {
            copy(&entry.path(), &to)?;
        } else if kind.is_file() {
            std::fs::copy(entry.path(), to)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn store(byte: u8) -> Store {
        Store::from([("c/0".to_owned(), [byte].into())])
    }

    #[test]
    fn stores_are_kept_below_the_folder_by_the_name_of_their_check() {
        let folder = tempfile::tempdir().unwrap();
        let kept = folder.path().join("kept");
        let keep = Keep::new(&kept).unwrap();
        let check = CheckId::from("demo/a/b#read");
        keep.settle(&check, &[store(1), store(2)], true).unwrap();
        assert_eq!(keep.counts(), (0, 1));
        let chunk = |name: &str| std::fs::read(kept.join(name).join("c/0")).unwrap();
        assert_eq!(chunk("demo/a/b#read.zarr"), [1]);
        assert_eq!(chunk("demo/a/b#read.2.zarr"), [2]);
        // What an implementation left takes the place of what was there, and is not replaced by what
        // it was given.
        let left = kept.join("demo/a/b#read.2.zarr");
        let moved = folder.path().join("left");
        std::fs::rename(left, &moved).unwrap();
        keep.put(&check, &[moved]).unwrap();
        keep.settle(&check, &[store(3)], false).unwrap();
        assert_eq!(
            (chunk("demo/a/b#read.zarr"), keep.counts()),
            (vec![2], (1, 0))
        );
        keep.remove(&check);
        assert_eq!(keep.counts(), (0, 0));
        assert!(!kept.join("demo/a/b#read.zarr").exists());
    }

    #[test]
    fn nothing_is_put_elsewhere_or_over_what_is_there() {
        let folder = tempfile::tempdir().unwrap();
        let keep = Keep::new(&folder.path().join("kept")).unwrap();
        for id in [
            "../b#read",
            "/b#read",
            "a/../../b#read",
            "a\\..\\b#read",
            "C:\\b#read",
        ] {
            keep.settle(&CheckId::from(id), &[store(1)], false).unwrap();
        }
        assert_eq!(keep.counts(), (0, 0));
        assert!(Keep::new(folder.path()).is_err());
    }
}
