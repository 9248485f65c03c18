//! What was found in real implementations, by cause: `docs/findings.toml`, and of each adapter the list of
//! known failures and the notes. The pages of a site and `cargo xtask findings`, which writes `docs/findings.md`, read
//! them here, so that both give a failure the same finding.
//!
//! | part | what |
//! |---|---|
//! | `catalogue` | the findings, and which failures each claims |
//! | `list` | the list of known failures of an adapter, with the note of each entry |
//! | `note` | a page about one cause in one implementation |

mod catalogue;
mod list;
mod note;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

pub use catalogue::{Claim, Claiming, Finding, Findings, Group, Long, Newest, Only};
pub use list::{KnownFailures, note_of};
pub use note::{Note, Wrong as WrongNote};
use zarr_conform_runner::ExpectationsError;
use zarr_conform_terms::toml::TomlError;

use crate::listing;

/// Why findings cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum FindingsError {
    /// A file or folder cannot be read.
    #[error("failed to read {}: {error}", .path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// The file of findings is not of its form.
    #[error("{}, {error}", .path.display())]
    Findings {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        error: TomlError,
    },
    /// A list of known failures is not of its form.
    #[error("{}, {error}", .path.display())]
    List {
        /// The file.
        path: PathBuf,
        /// What is wrong, and where.
        error: ExpectationsError,
    },
    /// A note is not of its form.
    #[error("{}: {wrong}", .path.display())]
    Note {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        wrong: WrongNote,
    },
}

/// The findings, and what stands beside each adapter.
#[derive(Clone, Debug)]
pub struct Catalogue {
    /// The findings.
    pub findings: Findings,
    /// The adapters that have a list of known failures, by folder.
    pub adapters: BTreeMap<String, KnownFailures>,
}

impl Catalogue {
    /// Reads a file of findings, and what the folder of adapters that it names has.
    ///
    /// # Errors
    /// Where a file cannot be read, or is not of its form.
    pub fn load(file: &Path) -> Result<Self, FindingsError> {
        let findings = Findings::load(file)?;
        let folder = file
            .parent()
            .unwrap_or(Path::new(""))
            .join(&findings.adapters);
        let mut adapters = BTreeMap::new();
        for name in names(&folder)? {
            let place = folder.join(&name);
            if place.join(list::FILE).exists() {
                adapters.insert(name.clone(), KnownFailures::load(&place, &name)?);
            }
        }
        Ok(Self { findings, adapters })
    }

    /// The finding that the list of an adapter names for a failure. An implementation has the list of the
    /// adapter whose folder has its name; one without a list has no findings, whatever fails: that two
    /// libraries fail the same check says nothing of why.
    pub fn finding_of(
        &self,
        adapter: &str,
        version: &str,
        verdict: &str,
        check: &str,
    ) -> Option<&Finding> {
        let list = self.adapters.get(adapter)?;
        let named = list.finding_of(version, verdict, check)?;
        self.findings.finding(named)
    }

    /// A note, as `folder/name`.
    pub fn note(&self, name: &str) -> Option<&Note> {
        let (folder, _) = name.split_once('/')?;
        self.adapters.get(folder)?.notes.get(name)
    }
}

/// What a folder has, by name.
fn names(folder: &Path) -> Result<Vec<String>, FindingsError> {
    let unreadable = |error| FindingsError::Unreadable {
        path: folder.to_owned(),
        error,
    };
    listing::names(folder).map_err(unreadable)
}

fn read(path: &Path) -> Result<String, FindingsError> {
    fs::read_to_string(path).map_err(|error| FindingsError::Unreadable {
        path: path.to_owned(),
        error,
    })
}
