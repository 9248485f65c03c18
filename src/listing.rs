//! What a folder has, in an order that is the same everywhere.

use std::fs;
use std::io;
use std::path::Path;

/// The names in a folder, in their order. A name that is not text belongs to nothing that this program keeps, and is left
/// out.
pub(crate) fn names(folder: &Path) -> io::Result<Vec<String>> {
    #[expect(clippy::disallowed_methods, reason = "what it lists is sorted")]
    let entries = fs::read_dir(folder)?;
    let mut names = Vec::new();
    for entry in entries {
        if let Ok(name) = entry?.file_name().into_string() {
            names.push(name);
        }
    }
    names.sort_unstable();
    Ok(names)
}
