//! What given arrays use, whether they are valid and can be decoded, and which libraries read them wrong.
//!
//! | part | what |
//! |---|---|
//! | `walk` | from folder to folder, looking for nodes |
//! | `hierarchy` | what is found of a hierarchy |
//! | `consolidated` | what consolidated metadata repeat, compared with the documents |
//! | `folder` | reading folders and files without leaving the store |
//! | `node` | what kind of node a document `zarr.json` is about |
//! | `array`, `key`, `sample` | one array: what is in its folder, which of it are chunks, and a sample of these |
//! | `chunk` | decoding a chunk by the reference, in bounded memory |
//! | `open` | whether the text leaves open what the reference refuses |
//! | `features` | what an array uses that a reader could get wrong |
//! | [`known`] | what is known of implementations that read such arrays |
//! | [`report`], `form`, `tally` | what was found, and its forms |
//!
//! Nothing is ever written, no symbolic link is followed, and nothing but folders and regular files is
//! opened. Memory is bounded whatever is in the store: by one chunk, and by how many things are named.

mod array;
mod chunk;
mod consolidated;
mod features;
mod folder;
mod form;
mod hierarchy;
pub mod known;
mod node;
pub(crate) mod open;
pub mod report;
mod sample;
mod tally;
mod walk;

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::Steps;
use zarr_conform_requirements::{Registry, RegistryError};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{LoadError, Vectors};

pub use features::Features;
pub(crate) use features::implied;
pub use form::{Most, markdown, text};
pub use report::{OpenReaders, Report};
pub use tally::Tally;

use folder::Folder;
use known::{CheckFeatures, OpenAnswers, Readers, Results};
use open::OpenPlaces;
use walk::{Ended, Walk};

/// How a store is scanned.
#[derive(Clone, Debug)]
pub struct Options {
    /// The edition by which metadata and chunks are judged: not the draft, whose metadata is not read any more.
    pub edition: Edition,
    /// How many chunks of each array are decoded; all, without it.
    pub chunks: Option<usize>,
    /// Bytes of a chunk that are held at once, stored or decoded.
    pub chunk_bytes: u64,
    /// Bytes that the codecs of one stored chunk take and yield, those of its inner chunks included.
    pub decoded_bytes: u64,
    /// How many folders deep is looked for arrays.
    pub depth: usize,
    /// How many names of files and folders are looked at.
    pub entries: u64,
    /// The stop request.
    pub stop: Stop,
}

/// How far a scan is.
#[derive(Clone, Copy, Debug, Default)]
pub struct Progress {
    /// Names of files and folders that were seen.
    pub entries: u64,
    /// Arrays that were looked at whole.
    pub arrays: u64,
    /// Chunks that were looked at.
    pub chunks: u64,
}

/// Why there is no report.
#[derive(Debug, thiserror::Error)]
pub enum ScanError {
    /// The store cannot be read as a folder.
    #[error("failed to read {store} as a folder: {error}")]
    Folder {
        /// The store, as it was named.
        store: String,
        /// Why.
        error: io::Error,
    },
    /// The reference has a bug.
    #[error("bug in the reference: {0}")]
    Bug(String),
    /// The results in this program are not of their form.
    #[error("bug: the results of implementations are unreadable: {0}")]
    Results(#[from] serde_json::Error),
    /// The vectors in this program cannot be loaded.
    #[error("bug: the vectors of this program are unreadable: {0}")]
    Vectors(#[from] LoadError),
    /// The registry of requirements in this program cannot be loaded.
    #[error("bug: the requirements of this program are unreadable: {0}")]
    Registry(#[from] RegistryError),
}

/// Scans the store in a folder.
///
/// # Errors
/// Where the folder cannot be opened, or this program has a bug.
pub fn scan(
    store: &Path,
    options: &Options,
    progress: &dyn Fn(Progress),
) -> Result<Report, ScanError> {
    let name = store.to_string_lossy().into_owned();
    let folder = Folder::open(store).map_err(|error| ScanError::Folder {
        store: name.clone(),
        error,
    })?;
    let vectors = zarr_conform_embedded::vectors()?;
    let registry = Registry::load()?;
    let steps = Steps::literal(options.edition);
    let open = || OpenPlaces::new(&registry, options.edition);
    let mut walk = Walk::new(options, &steps, &open, progress);
    match walk.start(&folder) {
        Ok(()) => {}
        Err(Ended::Early(why)) => walk.end(why),
        Err(Ended::Bug(why)) => return Err(ScanError::Bug(why)),
    }
    let mut found = walk.found;
    found
        .arrays
        .sort_by(|left, right| left.path.cmp(&right.path));
    let results = Results::load()?;
    let readers = |by_features: &BTreeMap<Features, Tally>,
                   checks: fn(&Vectors) -> Vec<CheckFeatures>| {
        if by_features.is_empty() {
            return Readers::default();
        }
        known::readers(&results, &checks(&vectors), by_features)
    };
    let hierarchy_readers = readers(&found.by_features_of_hierarchies, known::finding_checks);
    let readers = readers(&found.by_features, known::reading_checks);
    let answers = OpenAnswers::load()?;
    let open_readers = found.by_readings.into_iter();
    let open_readers = open_readers.map(|((readings, question), arrays)| OpenReaders {
        libraries: answers.taken(&readings),
        question,
        arrays,
    });
    Ok(Report {
        format: report::SCAN,
        suite: env!("CARGO_PKG_VERSION").to_owned(),
        edition: options.edition,
        store: name,
        interrupted: found.ended_early.as_deref() == Some(walk::INTERRUPTED),
        ended_early: found.ended_early,
        arrays_found: found.number_of_arrays,
        by_validity: found.by_validity,
        arrays: found.arrays,
        chunks: found.chunks,
        unchecked: found.unchecked,
        groups: found.groups,
        invalid_groups: found.invalid_groups,
        open_groups: found.open_groups,
        not_known_groups: found.not_known_groups,
        hierarchies_found: found.number_of_hierarchies,
        hierarchies: found.hierarchies,
        hierarchy_readers,
        consolidated: found.consolidated,
        disagreeing: found.disagreeing,
        disagreements: found.disagreements,
        excluded_names: found.excluded,
        apart: found.apart,
        version_2: found.version_2,
        links: found.links,
        special: found.special,
        unreadable: found.unreadable,
        too_much: found.too_much,
        others: found.others,
        readers,
        open_readers: open_readers.collect(),
    })
}
