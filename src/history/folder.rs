//! The folder in which releases are kept.

use std::fs::File;
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::release::Release;
use crate::kept::KeptError;
use crate::listing::names;

/// Why what was kept of releases cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    /// A file or folder cannot be read.
    #[error("failed to read {}: {error}", .path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// Why.
        error: io::Error,
    },
    /// A file is not that of a release.
    #[error("{}: {error}", .path.display())]
    Release {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        error: KeptError,
    },
    /// There is nothing to tell of.
    #[error("found nothing in {}, expected {expected}", .folder.display())]
    Nothing {
        /// The folder.
        folder: PathBuf,
        /// What belongs there.
        expected: &'static str,
    },
    /// No implementation has this name.
    #[error("found no folder {name:?} in {}, expected one of: {known}", .folder.display())]
    NoImplementation {
        /// The name.
        name: String,
        /// The folder.
        folder: PathBuf,
        /// The names that there are.
        known: String,
    },
    /// Releases that cannot be compared.
    #[error(
        "{} and {} are about different vectors or editions and cannot be compared: judge both again with adapters/history",
        .one.display(), .other.display()
    )]
    OtherVectors {
        /// A file.
        one: PathBuf,
        /// Another file.
        other: PathBuf,
    },
}

/// The releases of these implementations, or of all, by the names of their folders, the earliest first.
///
/// # Errors
/// Where something cannot be read, or releases of one implementation were judged by different vectors or editions.
pub fn all(folder: &Path, names: &[String]) -> Result<Vec<(String, Vec<Release>)>, HistoryError> {
    let folders = entries(folder)?.into_iter().filter(|it| it.is_dir());
    let all = folders.filter_map(|it| Some(it.file_name()?.to_str()?.to_owned()));
    // What is being judged stands in a hidden folder.
    let known: Vec<String> = all.filter(|it| !it.starts_with('.')).collect();
    if let Some(name) = names.iter().find(|it| !known.contains(it)) {
        return Err(HistoryError::NoImplementation {
            name: name.clone(),
            folder: folder.to_owned(),
            known: known.join(", "),
        });
    }
    if known.is_empty() {
        return Err(HistoryError::Nothing {
            folder: folder.to_owned(),
            expected: "a folder for each implementation",
        });
    }
    let names = if names.is_empty() { &known } else { names };
    let releases = names
        .iter()
        .map(|name| Ok((name.clone(), releases(&folder.join(name))?)));
    releases.collect()
}

/// The releases of a folder.
fn releases(folder: &Path) -> Result<Vec<Release>, HistoryError> {
    let mut releases: Vec<(PathBuf, Release)> = Vec::new();
    let files = entries(folder)?.into_iter();
    for path in files.filter(|it| it.extension().is_some_and(|it| it == "json")) {
        let file = match File::open(&path) {
            Ok(file) => file,
            Err(error) => return Err(HistoryError::Unreadable { path, error }),
        };
        match Release::read(BufReader::new(file)) {
            Ok(release) => releases.push((path, release)),
            Err(error) => return Err(HistoryError::Release { path, error }),
        }
    }
    let Some((one, first)) = releases.first() else {
        return Err(HistoryError::Nothing {
            folder: folder.to_owned(),
            expected: "a file VERSION.json for each release",
        });
    };
    let mut others = releases.iter();
    let by = |it: &Release| (it.vectors_sha256.clone(), it.edition);
    if let Some((other, _)) = others.find(|(_, it)| by(it) != by(first)) {
        return Err(HistoryError::OtherVectors {
            one: one.clone(),
            other: other.clone(),
        });
    }
    let mut releases: Vec<Release> = releases.into_iter().map(|(_, it)| it).collect();
    Release::sort(&mut releases);
    Ok(releases)
}

/// What is in a folder, in the order of names.
fn entries(folder: &Path) -> Result<Vec<PathBuf>, HistoryError> {
    let names = names(folder).map_err(|error| HistoryError::Unreadable {
        path: folder.to_owned(),
        error,
    })?;
    Ok(names.iter().map(|it| folder.join(it)).collect())
}
