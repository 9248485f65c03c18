//! A store in memory that holds what a folder could hold, so that the reference answers about it as
//! it answers about a folder.

use zarr_conform_reference::store::Store;
use zarr_conform_reference::{Error, Result};
use zarr_conform_vectors as vectors;

/// A store of which no key is a part of another, since a file has nothing below it. Empty parts of
/// keys do not count: a folder has `c//0` and `c/0` at one place.
pub(crate) struct FolderInMemory<'a>(pub(crate) &'a mut vectors::Store);

impl FolderInMemory<'_> {
    /// Whether a key begins with this one and goes on with another part.
    fn is_folder(&self, path: &str) -> bool {
        let below = format!("{path}/");
        let mut rest = self.0.range(below.clone()..);
        rest.next().is_some_and(|(key, _)| key.starts_with(&below))
    }
}

impl Store for FolderInMemory<'_> {
    fn get(&self, key: &str) -> Result<Option<Vec<u8>>> {
        let path = path(key);
        match self.0.get(&path) {
            Some(value) => Ok(Some(value.to_vec())),
            None if path.is_empty() || self.is_folder(&path) => {
                Err(Error::Store(format!("{path}: is a directory")))
            }
            None => Ok(None),
        }
    }

    fn set(&mut self, key: &str, value: Vec<u8>) -> Result<()> {
        let path = path(key);
        if path.is_empty() || self.is_folder(&path) {
            return Err(Error::Store(format!("{path}: is a directory")));
        }
        let mut above = path.match_indices('/').map(|(end, _)| &path[..end]);
        if let Some(file) = above.find(|above| self.0.contains_key(*above)) {
            return Err(Error::Store(format!("{file}: not a directory")));
        }
        self.0.insert(path, value.into());
        Ok(())
    }

    fn erase(&mut self, key: &str) -> Result<()> {
        self.0.remove(&path(key));
        Ok(())
    }

    fn list(&self) -> Result<Vec<String>> {
        Ok(self.0.keys().cloned().collect())
    }
}

/// The key without empty parts and without parts that stand for the folder itself.
fn path(key: &str) -> String {
    let parts = key.split('/').filter(|part| !matches!(*part, "" | "."));
    parts.collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use zarr_conform_reference::store::DirectoryStore;

    use super::*;

    /// What can be put, and what is found, is the same as with a folder.
    #[test]
    fn a_folder_and_memory_answer_alike() {
        let folder = std::env::temp_dir().join(format!("folder-in-memory-{}", std::process::id()));
        std::fs::create_dir(&folder).unwrap();
        let mut memory = vectors::Store::new();
        let mut stores: [Box<dyn Store>; 2] = [
            Box::new(FolderInMemory(&mut memory)),
            Box::new(DirectoryStore::new(&folder)),
        ];
        let of = |store: &mut Box<dyn Store>| {
            let mut seen = Vec::new();
            for key in ["c/0", "c", "c//1", "c/0/0", "/d", "c.0", "", "e/./f"] {
                seen.push(store.set(key, key.into()).is_ok());
            }
            let keys = ["c/0", "c", "c/1", "c/0/0", "d", "c.0", "", "e/f", "e", "g"];
            let found = keys.map(|key| store.get(key).ok());
            (seen, found)
        };
        let [left, right] = stores.each_mut().map(of);
        std::fs::remove_dir_all(&folder).unwrap();
        assert_eq!(left, right);
        assert_eq!(left.0[..4], [true, false, true, false]);
    }
}
