//! Files that are made of others: what would change, and writing them.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::Context;

/// What files should be, by path below a folder.
pub type Files = BTreeMap<String, String>;

/// The text of a file below a folder.
pub fn read(root: &Path, path: &str) -> anyhow::Result<String> {
    fs::read_to_string(root.join(path)).with_context(|| format!("failed to read {path}"))
}

/// What writing would change, a line for each file.
pub fn changes(root: &Path, files: &Files) -> Vec<String> {
    let changes =
        files
            .iter()
            .filter_map(|(path, text)| match fs::read_to_string(root.join(path)) {
                Ok(found) if found == *text => None,
                Ok(_) => Some(format!("{path} would change")),
                Err(_) => Some(format!("{path} would be added")),
            });
    changes.collect()
}

/// Writes the files that are not as they should be.
pub fn write(root: &Path, files: &Files) -> anyhow::Result<()> {
    for (path, text) in files {
        let place = root.join(path);
        if fs::read_to_string(&place).is_ok_and(|found| found == *text) {
            continue;
        }
        if let Some(folder) = place.parent() {
            fs::create_dir_all(folder)
                .with_context(|| format!("failed to create {}", folder.display()))?;
        }
        fs::write(&place, text).with_context(|| format!("failed to write {path}"))?;
    }
    Ok(())
}

/// The names of what a folder has, sorted; none where there is no such folder.
pub fn names(folder: &Path) -> anyhow::Result<Vec<String>> {
    if !folder.exists() {
        return Ok(Vec::new());
    }
    #[expect(clippy::disallowed_methods, reason = "the names are sorted")]
    let entries =
        fs::read_dir(folder).with_context(|| format!("failed to list {}", folder.display()))?;
    let mut names = Vec::new();
    for entry in entries {
        names.push(entry?.file_name().to_string_lossy().into_owned());
    }
    names.sort();
    Ok(names)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_change_is_named_and_gone_when_it_is_written() {
        let root = tempfile::tempdir().unwrap();
        fs::write(root.path().join("same"), "1").unwrap();
        fs::write(root.path().join("other"), "1").unwrap();
        let texts = [("same", "1"), ("other", "2"), ("a/new", "3")];
        let files = Files::from(texts.map(|(path, text)| (path.to_owned(), text.to_owned())));
        let expected = ["a/new would be added", "other would change"];
        assert_eq!(changes(root.path(), &files), expected);
        write(root.path(), &files).unwrap();
        assert_eq!(changes(root.path(), &files), Vec::<String>::new());
        assert_eq!(read(root.path(), "a/new").unwrap(), "3");
        assert_eq!(names(root.path()).unwrap(), ["a", "other", "same"]);
    }
}
