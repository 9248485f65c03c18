//! The files of a folder.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use anyhow::Context;

/// All files below a folder, by path from the root; none where there is no such folder.
pub(crate) fn files(root: &Path, folder: &str) -> anyhow::Result<BTreeSet<String>> {
    let mut found = BTreeSet::new();
    walk(root, folder, &mut found)?;
    Ok(found)
}

fn walk(root: &Path, folder: &str, found: &mut BTreeSet<String>) -> anyhow::Result<()> {
    let directory = root.join(folder);
    if !directory.exists() {
        return Ok(());
    }
    #[expect(
        clippy::disallowed_methods,
        reason = "the names are sorted by the set they are put in"
    )]
    let entries = fs::read_dir(&directory)
        .with_context(|| format!("failed to list {}", directory.display()))?;
    for entry in entries {
        let entry = entry?;
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            walk(root, &path, found)?;
        } else {
            found.insert(path);
        }
    }
    Ok(())
}
