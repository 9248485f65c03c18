//! A store as its writer left it.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::Path;

use zarr_conform_vectors::Store;

/// Bytes that are kept of one store; the arrays of facts are far smaller, and the stores of all
/// writers are in memory at once.
const MOST_BYTES: u64 = 1024 * 1024;
/// Files that are kept of one store.
const MOST_FILES: usize = 10_000;
/// Folders in folders.
const MOST_DEPTH: usize = 64;

/// The files below a folder, or why they are not a store.
pub(super) fn store_in(folder: &Path) -> Result<Store, String> {
    let mut left = Left::default();
    left.add(folder, &mut Vec::new())?;
    Ok(left.store)
}

#[derive(Default)]
struct Left {
    store: Store,
    bytes: u64,
}

impl Left {
    #[expect(
        clippy::disallowed_methods,
        reason = "the files are sorted by their keys in the store"
    )]
    fn add(&mut self, folder: &Path, parts: &mut Vec<String>) -> Result<(), String> {
        if parts.len() > MOST_DEPTH {
            return Err(format!("folders in folders, more than {MOST_DEPTH} deep"));
        }
        for entry in fs::read_dir(folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let Ok(name) = entry.file_name().into_string() else {
                return Err("a file whose name is not Unicode text".to_owned());
            };
            parts.push(name);
            let kind = entry.file_type().map_err(unreadable)?;
            if kind.is_dir() {
                self.add(&entry.path(), parts)?;
            } else if kind.is_file() {
                self.add_file(&entry.path(), parts.join("/"))?;
            } else {
                return Err(format!("{} is not a file", parts.join("/")));
            }
            parts.pop();
        }
        Ok(())
    }

    fn add_file(&mut self, path: &Path, key: String) -> Result<(), String> {
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
        self.bytes += read.map_err(unreadable)? as u64;
        if self.bytes > MOST_BYTES || self.store.len() >= MOST_FILES {
            return Err(format!(
                "more than {MOST_BYTES} bytes or {MOST_FILES} files"
            ));
        }
        self.store.insert(key, bytes.into());
        Ok(())
    }
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is what map_err hands over"
)]
fn unreadable(error: io::Error) -> String {
    format!("what cannot be read: {error}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_taken_by_their_keys() {
        let folder = tempfile::tempdir().unwrap();
        fs::create_dir_all(folder.path().join("c/0")).unwrap();
        fs::write(folder.path().join("c/0/1"), [1, 2]).unwrap();
        fs::write(folder.path().join("zarr.json"), b"{}").unwrap();
        let store = store_in(folder.path()).unwrap();
        let expected = [
            ("c/0/1".to_owned(), [1, 2].into()),
            ("zarr.json".to_owned(), b"{}"[..].into()),
        ];
        assert_eq!(store, Store::from(expected));
    }

    #[cfg(unix)]
    #[test]
    fn what_leads_out_of_the_folder_is_no_store() {
        let folder = tempfile::tempdir().unwrap();
        std::os::unix::fs::symlink("/etc", folder.path().join("c")).unwrap();
        assert_eq!(store_in(folder.path()), Err("c is not a file".to_owned()));
    }

    #[test]
    fn a_store_without_end_is_not_kept() {
        let folder = tempfile::tempdir().unwrap();
        let file = fs::File::create(folder.path().join("c")).unwrap();
        file.set_len(MOST_BYTES + 1).unwrap();
        assert!(store_in(folder.path()).unwrap_err().contains("more than"));
    }
}
