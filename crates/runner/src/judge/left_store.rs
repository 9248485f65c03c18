//! A store as an implementation left it: a folder, or a store in memory.

use std::io;
use std::path::{Path, PathBuf};

use zarr_conform_vectors::Store;

use crate::judge::bytes;

/// Keys that a message names at most.
const MOST_NAMED: usize = 20;

/// What is looked at in a store after an implementation was asked about it.
pub(crate) trait LeftStore {
    /// Whether the value of a key is exactly these bytes.
    fn is(&self, key: &str, expected: &[u8]) -> bool;

    /// The value of a key, or nothing where the store has no such key. Where it is far longer than
    /// the expected number of bytes, its beginning, which is longer than expected, too.
    ///
    /// # Errors
    /// Where there is a value that cannot be read.
    fn get(&self, key: &str, expected: u64) -> io::Result<Option<Vec<u8>>>;

    /// All its keys, sorted.
    fn keys(&self) -> Vec<String>;
}

/// Keys in a message: the first few, and how many more there are.
pub(crate) fn named(keys: &[String]) -> String {
    let few = &keys[..keys.len().min(MOST_NAMED)];
    let few_named = few.join(", ");
    match keys.len() - few.len() {
        0 => few_named,
        more => format!("{few_named} and {more} more"),
    }
}

/// Keys are paths of files below the folder.
impl LeftStore for PathBuf {
    fn is(&self, key: &str, expected: &[u8]) -> bool {
        bytes::is(&self.join(key), expected).unwrap_or(false)
    }

    fn get(&self, key: &str, expected: u64) -> io::Result<Option<Vec<u8>>> {
        let path = self.join(key);
        // Opening something else, such as a pipe, could wait for ever.
        if !path.is_file() {
            return Ok(None);
        }
        bytes::at_most(&path, expected).map(Some)
    }

    fn keys(&self) -> Vec<String> {
        let mut found = Vec::new();
        collect(self, "", &mut found);
        found.sort();
        found
    }
}

/// The keys in a folder, each after the prefix of the folder.
#[expect(clippy::disallowed_methods, reason = "the caller sorts")]
fn collect(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let key = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().is_ok_and(|it| it.is_dir()) {
            collect(&entry.path(), &format!("{key}/"), found);
        } else {
            found.push(key);
        }
    }
}

impl LeftStore for Store {
    fn is(&self, key: &str, expected: &[u8]) -> bool {
        self.get(key).is_some_and(|value| **value == *expected)
    }

    fn get(&self, key: &str, _expected: u64) -> io::Result<Option<Vec<u8>>> {
        Ok(self.get(key).map(|value| value.to_vec()))
    }

    fn keys(&self) -> Vec<String> {
        self.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Judging sees the same of a store, wherever it is.
    #[test]
    fn a_folder_and_memory_look_alike() {
        let values = [("zarr.json", vec![1]), ("c/0", vec![2, 3]), ("c.1", vec![])];
        let memory: Store = values
            .iter()
            .map(|(key, value)| ((*key).to_owned(), value.clone().into()))
            .collect();
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join("c")).unwrap();
        for (key, value) in &values {
            std::fs::write(folder.path().join(key), value).unwrap();
        }
        let stores: [&dyn LeftStore; 2] = [&memory, &folder.path().to_path_buf()];
        for store in stores {
            assert_eq!(store.keys(), ["c.1", "c/0", "zarr.json"]);
            assert!(store.is("c/0", &[2, 3]) && !store.is("c/0", &[2]));
            assert!(!store.is("c", &[]) && !store.is("d", &[]));
            assert_eq!(store.get("c/0", 2).unwrap(), Some(vec![2, 3]));
            assert_eq!(store.get("c", 2).unwrap(), None);
        }
    }

    /// What is judged by its keys is judged by all of them; only messages name a few.
    #[test]
    fn all_keys_are_given_and_few_are_named() {
        let folder = tempfile::tempdir().unwrap();
        let keys: Vec<String> = (0..30).map(|at| format!("{at:02}/zarr.json")).collect();
        for key in &keys {
            let path = folder.path().join(key);
            std::fs::create_dir(path.parent().unwrap()).unwrap();
            std::fs::write(path, "{}").unwrap();
        }
        let left = folder.path().to_path_buf();
        assert_eq!(LeftStore::keys(&left), keys);
        assert!(named(&keys).ends_with("19/zarr.json and 10 more"));
        assert_eq!(named(&keys[..2]), "00/zarr.json, 01/zarr.json");
    }
}
