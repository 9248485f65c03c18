//! The files of vectors in a directory.

use std::collections::BTreeMap;
use std::path::Path;

use super::error::LoadError;

/// Files by their path below the root, parts joined by `/`.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The files below a directory.
pub(super) fn directory(root: &Path) -> Result<Files, LoadError> {
    let mut files = Files::new();
    collect(root, root, &mut files)?;
    Ok(files)
}

#[expect(
    clippy::disallowed_methods,
    reason = "the files are sorted by their paths in the map"
)]
fn collect(root: &Path, directory: &Path, files: &mut Files) -> Result<(), LoadError> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |error| LoadError::Unreadable { path, error }
    };
    for entry in std::fs::read_dir(directory).map_err(unreadable(directory))? {
        let path = entry.map_err(unreadable(directory))?.path();
        if path.is_dir() {
            collect(root, &path, files)?;
        } else {
            let bytes = std::fs::read(&path).map_err(unreadable(&path))?;
            files.insert(key_of(path.strip_prefix(root).unwrap_or(&path)), bytes);
        }
    }
    Ok(())
}

fn key_of(path: &Path) -> String {
    let parts: Vec<_> = path.iter().map(|part| part.to_string_lossy()).collect();
    parts.join("/")
}
