//! What was found as vectors in a folder.

use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use zarr_conform_fuzz::state::TOPIC;
use zarr_conform_vectors::{FORMAT, Fact, LoadError, Statement, Store, Topic, Vectors, pretty};

use super::found::Found;

/// What the file of facts says of itself.
const ABOUT: &str = "Random cases that an implementation failed, found by conform fuzz and reduced to what it takes.";

/// A folder for what is found: an empty one, or one with what was found before.
pub struct Folder {
    path: PathBuf,
    earlier: Vec<Fact>,
}

/// Why nothing is saved.
#[derive(Debug, thiserror::Error)]
pub enum NotSaved {
    /// There is something else in the folder.
    #[error(
        "found files in {0} that conform fuzz did not write, expected a folder that is empty, not \
         there yet, or has what was found before"
    )]
    NotEmpty(PathBuf),
    /// What was found before cannot be read.
    #[error("what was found before cannot be read: {0}")]
    Load(#[from] LoadError),
    /// A file cannot be read or written.
    #[error("{0}: {1}")]
    File(PathBuf, io::Error),
    /// Facts are not JSON: never.
    #[error(transparent)]
    Json(#[from] serde_json::Error),
}

impl Folder {
    /// Looks whether a folder may be used.
    ///
    /// # Errors
    /// Where it has something else, or cannot be read.
    pub fn new(path: &Path) -> Result<Self, NotSaved> {
        let file = |error| NotSaved::File(path.to_owned(), error);
        let mut folder = Self {
            path: path.to_owned(),
            earlier: Vec::new(),
        };
        match path.metadata() {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(folder),
            it => it.map_err(file)?,
        };
        if folder.topic().is_file() {
            let vectors = Vectors::from_dir(path)?;
            let is_ours = |fact: &Fact| fact.id.starts_with(TOPIC);
            if !vectors.facts().iter().all(is_ours) {
                return Err(NotSaved::NotEmpty(folder.path));
            }
            folder.earlier = vectors.facts().to_vec();
            return Ok(folder);
        }
        #[expect(
            clippy::disallowed_methods,
            reason = "whether there is any does not depend on the order"
        )]
        let mut entries = fs::read_dir(path).map_err(file)?;
        if entries.next().is_some() {
            return Err(NotSaved::NotEmpty(folder.path));
        }
        Ok(folder)
    }

    /// Writes the facts beside those of earlier fuzz runs, and says how many are new.
    ///
    /// # Errors
    /// Where a file cannot be written.
    pub fn save(self, found: &[Found]) -> Result<usize, NotSaved> {
        let known: BTreeSet<String> = self.earlier.iter().map(|it| it.id.clone()).collect();
        let new: Vec<&Found> = found
            .iter()
            .filter(|it| !known.contains(&it.id()))
            .collect();
        let path = self.topic();
        let mut facts = self.earlier;
        for (fact, store) in new.iter().flat_map(|it| &it.facts) {
            if let (Statement::Array(array), Some(store)) = (&fact.statement, store) {
                write_store(&path.with_file_name("").join(&array.store), store)?;
            }
            facts.push(fact.clone());
        }
        if facts.is_empty() {
            return Ok(0);
        }
        let topic = Topic {
            format: FORMAT,
            about: ABOUT.to_owned(),
            facts,
        };
        let text = pretty(&serde_json::to_value(&topic)?);
        // The file is written last: what is not whole is not a set of vectors.
        write(&path, text.as_bytes())?;
        Ok(new.len())
    }

    /// The file of facts.
    fn topic(&self) -> PathBuf {
        self.path.join(format!("{TOPIC}.json"))
    }
}

fn write_store(folder: &Path, store: &Store) -> Result<(), NotSaved> {
    for (key, bytes) in store {
        write(&folder.join(key), bytes)?;
    }
    Ok(())
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), NotSaved> {
    let folder = path.parent().unwrap_or(path);
    let file = |error| NotSaved::File(path.to_owned(), error);
    fs::create_dir_all(folder).map_err(file)?;
    fs::write(path, bytes).map_err(file)
}
