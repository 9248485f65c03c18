//! What oxigeo-zarr refuses, in its own words and with the protocol's kind.
//!
//! The kind follows only from the type of the error:
//! - `unsupported`: the type says so (an unknown codec or data type, a codec that is not available, a version
//!   of the format, an operation);
//! - `internal`: the store or the file system failed, except that a key is not there;
//! - `invalid`: everything else, that is, every error about metadata, configurations, codecs, shapes and
//!   encoded bytes.

use std::fmt::Display;

use oxigeo_zarr::ZarrError;
use oxigeo_zarr::error::{CodecError, MetadataError, ShardError, StorageError};
use serde::Serialize;

/// The member `error` of an answer.
#[derive(Debug, Serialize)]
pub struct Refusal {
    kind: Kind,
    message: String,
}

#[derive(Clone, Copy, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Invalid,
    Unsupported,
    Internal,
}

impl Refusal {
    /// What is asked has no form in which it could be handed to oxigeo-zarr: an operation that this adapter
    /// doesn't know, or a value that has no place in the types of the library.
    #[must_use]
    pub fn inexpressible(reason: impl Display) -> Self {
        Self {
            kind: Kind::Unsupported,
            message: format!("oxigeo-zarr can't be asked this: {reason}"),
        }
    }
}

impl From<ZarrError> for Refusal {
    fn from(error: ZarrError) -> Self {
        Self {
            kind: kind(&error),
            message: error.to_string(),
        }
    }
}

fn kind(error: &ZarrError) -> Kind {
    use ZarrError as E;
    match error {
        E::Codec(CodecError::UnknownCodec { .. } | CodecError::CodecNotAvailable { .. })
        | E::Metadata(MetadataError::UnsupportedDataType { .. })
        | E::Shard(ShardError::UnsupportedIndexLocation { .. })
        | E::Storage(StorageError::NotSupported { .. })
        | E::UnsupportedVersion { .. }
        | E::NotSupported { .. } => Kind::Unsupported,
        E::Storage(StorageError::KeyNotFound { .. }) => Kind::Invalid,
        E::Io(_) | E::Storage(_) => Kind::Internal,
        _ => Kind::Invalid,
    }
}
