//! Errors of the reference, typed by the stage that found them.

/// Why the reference gives no result.
///
/// [`Error::Bug`] is about the reference itself; it never says anything about an input, and nothing
/// may turn it into a verdict.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// The metadata document breaks the specification.
    #[error("metadata: {0}")]
    Metadata(String),
    /// The input may be valid, but asks for something outside the documents implemented here.
    #[error("unsupported: {0}")]
    Unsupported(String),
    /// Elements or bytes do not fit the codec's decoded or encoded representation.
    #[error("codec: {0}")]
    Codec(String),
    /// What was written decodes, but a codec was not applied as it is configured, or as its format binds a
    /// writer.
    #[error("not as configured: {0}")]
    NotAsConfigured(String),
    /// A region or index lies outside the array or its grid.
    #[error("extent: {0}")]
    Extent(String),
    /// The store gave no answer, or a wrong one.
    #[error("store: {0}")]
    Store(String),
    /// The reference contradicts itself.
    #[error("bug in the reference: {0}")]
    Bug(String),
}

/// The result of a step of the reference.
pub type Result<T> = std::result::Result<T, Error>;

/// Shortens the error of a metadata document.
pub(crate) fn metadata<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::Metadata(message.into()))
}

/// Shortens the error of a chunk that decodes and is not written as configured.
pub(crate) fn not_as_configured<T>(message: impl Into<String>) -> Result<T> {
    Err(Error::NotAsConfigured(message.into()))
}
