//! What can be wrong with an archive.

use super::manifest::MANIFEST;
use super::read::Damage;
use super::release::Version;
use super::sums::{MalformedSums, SUMS};
use zarr_conform_vectors::LoadError;

/// The most problems that are reported of one file.
pub(super) const MOST_OF_A_FILE: usize = 10;

/// What can be wrong.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, thiserror::Error)]
pub enum Problem {
    /// With the container.
    #[error(transparent)]
    Damaged(#[from] Damage),
    /// The archive is not the one that the sums beside it name.
    #[error("{archive:?} has the sum {found}, but {SUMS} beside it says {expected}")]
    OtherArchive {
        /// Name of the archive.
        archive: String,
        /// The sum that is written.
        expected: String,
        /// The sum that it has.
        found: String,
    },
    /// It is a folder around what an archive unpacks to.
    #[error("found neither {MANIFEST} nor {SUMS}, but both in {0:?}; verify that folder")]
    Around(String),
    /// It is a folder of archives.
    #[error("found no {MANIFEST}, but archives, such as {0:?}; verify each archive")]
    OfArchives(String),
    /// It is not what an archive unpacks to, but perhaps a part of it.
    #[error(
        "found neither {MANIFEST} nor {SUMS}{}; copy all that zarr-v3-vectors-{}.tar.gz unpacks to, as it is",
        .0.as_ref().map_or(String::new(), |version| format!(", but a part of the vectors {version:?}")),
        .0.as_deref().filter(|it| it.parse::<Version>().is_ok()).unwrap_or("VERSION"),
    )]
    NotWhole(Option<String>),
    /// There are no sums.
    #[error("{SUMS} is missing or is not UTF-8 text")]
    NoSums,
    /// The sums cannot be read.
    #[error("{0}")]
    MalformedSums(String),
    /// A file that the sums name is not there.
    #[error("{0:?} is missing")]
    Missing(String),
    /// So many more files are not there, besides those that are named.
    #[error("{0} more files are missing")]
    MoreMissing(usize),
    /// A file is there that the sums do not name.
    #[error("{0:?} is not named in {SUMS}")]
    Extra(String),
    /// A file is another one.
    #[error("{path:?} has the sum {found}, but {SUMS} says {expected}")]
    Tampered {
        /// Its path.
        path: String,
        /// The sum that is written.
        expected: String,
        /// The sum that it has.
        found: String,
    },
    /// A file breaks its schema.
    #[error("{file:?}, at {place:?}: {problem}")]
    AgainstSchema {
        /// The file.
        file: String,
        /// Where in it, as a JSON pointer.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// The vectors cannot be used.
    #[error("{0}")]
    Vectors(String),
    /// The manifest does not say what the facts state.
    #[error("{MANIFEST} does not say what the vectors state: {0}")]
    OtherManifest(String),
    /// Elements are not those of the fact.
    #[error("{0:?} does not have the elements that the fact lists")]
    OtherElements(String),
}

impl From<MalformedSums> for Problem {
    fn from(error: MalformedSums) -> Self {
        Self::MalformedSums(error.to_string())
    }
}

impl From<LoadError> for Problem {
    fn from(error: LoadError) -> Self {
        Self::Vectors(error.to_string())
    }
}
