//! The folder in which releases are kept.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File};
use std::io::{self, BufReader};
use std::path::{Path, PathBuf};

use super::asked::{Asked, AtHand};
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
    /// It is not known by which facts a release was judged.
    #[error(
        "{} was judged by other vectors than those at hand, and {} with their facts cannot be read: {error}; \
         judge it again with adapters/history, or name its vectors with --vectors", .release.display(), .facts.display()
    )]
    NoFacts {
        /// The file of the release.
        release: PathBuf,
        /// The file that lists the facts.
        facts: PathBuf,
        /// Why it cannot be read.
        error: io::Error,
    },
    /// Releases that cannot be compared.
    #[error(
        "{} and {} are about different editions and cannot be compared: judge both again with adapters/history",
        .one.display(), .other.display()
    )]
    OtherEditions {
        /// A file.
        one: PathBuf,
        /// Another file.
        other: PathBuf,
    },
}

/// The releases of these implementations, or of all, by the names of their folders, the earliest first, with what they came to
/// in those facts at hand by which all of them were judged: what an earlier release was not asked is not new in a later one.
///
/// # Errors
/// Where something cannot be read, or releases of one implementation were judged in different editions.
pub fn all(
    folder: &Path,
    names: &[String],
    at_hand: &AtHand,
) -> Result<Vec<(String, Vec<Release>)>, HistoryError> {
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
    let mut known = BTreeMap::from([(at_hand.sha256.clone(), Asked::default())]);
    let mut all = Vec::new();
    for name in names {
        let mut files = files(&folder.join(name))?;
        let mut of_all = Asked::default();
        for (path, release) in &files {
            let asked = match known.entry(release.vectors_sha256.clone()) {
                Entry::Occupied(known) => known.into_mut(),
                Entry::Vacant(new) => new.insert(asked_by(folder, path, release, at_hand)?),
            };
            of_all = of_all.and(asked);
        }
        for (_, release) in &mut files {
            release.asked = of_all.clone();
        }
        let mut releases: Vec<Release> = files.into_iter().map(|(_, it)| it).collect();
        Release::sort(&mut releases);
        all.push((name.clone(), releases));
    }
    Ok(all)
}

/// Where the facts are listed by which releases were judged, for vectors of this hash.
fn facts_of(folder: &Path, sha256: &str) -> PathBuf {
    folder.join(format!("{sha256}.facts"))
}

/// By which of the facts at hand a release was judged whose vectors are others.
fn asked_by(
    folder: &Path,
    path: &Path,
    release: &Release,
    at_hand: &AtHand,
) -> Result<Asked, HistoryError> {
    let facts = facts_of(folder, &release.vectors_sha256);
    match fs::read_to_string(&facts) {
        Ok(kept) => Ok(at_hand.asked(&kept)),
        Err(error) => Err(HistoryError::NoFacts {
            release: path.to_owned(),
            facts,
            error,
        }),
    }
}

/// The releases of a folder, and their files.
fn files(folder: &Path) -> Result<Vec<(PathBuf, Release)>, HistoryError> {
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
    if let Some((other, _)) = others.find(|(_, it)| it.edition != first.edition) {
        return Err(HistoryError::OtherEditions {
            one: one.clone(),
            other: other.clone(),
        });
    }
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
