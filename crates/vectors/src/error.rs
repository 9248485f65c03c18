//! Why vectors cannot be loaded.

use std::path::PathBuf;

/// Why vectors cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum LoadError {
    /// A file or directory cannot be read.
    #[error("reading {path:?}: {error}")]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// There is not one file of facts.
    #[error("found no vectors in {directory}, expected files such as transpose/elements.json")]
    NoVectors {
        /// The directory.
        directory: String,
    },
    /// A file is not a file of facts.
    #[error("{file}: {member}: {problem}")]
    Malformed {
        /// The file.
        file: String,
        /// The member, for example `facts[3].chunk.shape`.
        member: String,
        /// What is wrong, with line and column.
        problem: String,
    },
    /// A fact contradicts itself or other facts.
    #[error("{file}: fact {fact:?}: {problem}")]
    BadFact {
        /// The file.
        file: String,
        /// Id of the fact.
        fact: String,
        /// What is wrong.
        problem: String,
    },
}
