//! What zarrs refuses, in its own words and with the protocol's kind.
//!
//! The kind follows only from the type of the error:
//! - `unsupported`: the type says so (an extension without plugin, a field that must be
//!   understood, a data type that a codec doesn't take);
//! - `internal`: the store or the file system failed, except that a file ended too early, which is
//!   how zarrs finds a chunk too short where it reads a part of it;
//! - `invalid`: everything else, that is, every error about metadata, configurations, codecs,
//!   shapes and encoded bytes. That `gzip` and `zstd` report damage as errors of input and output makes
//!   no difference: the type says that a codec found it.

use std::io;

use serde::Serialize;
use zarrs::array::{
    ArrayCreateError, ArrayError, ArraySubsetError, CodecError, IncompatibleDimensionalityError,
};
use zarrs::filesystem::FilesystemStoreCreateError;
use zarrs::group::GroupCreateError;
use zarrs::node::{NodeCreateError, NodePathError};
use zarrs::plugin::PluginCreateError;
use zarrs::storage::{StorageError, StorePrefixError};

/// The member `error` of an answer.
#[derive(Serialize)]
pub struct Refusal {
    kind: Kind,
    message: String,
}

#[derive(Clone, Copy, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Invalid,
    Unsupported,
    Internal,
}

impl Refusal {
    /// The request has no form in which it could be handed to zarrs: an operation that this adapter
    /// doesn't know, or a value that has no place in the types of zarrs.
    #[must_use]
    pub fn inexpressible(error: &serde_json::Error) -> Self {
        Self::unsupported(format!("zarrs can't be asked this: {error}"))
    }

    /// Among the nodes that zarrs gave there is none at this path.
    pub(crate) fn missing(path: &str) -> Self {
        Self {
            kind: Kind::Invalid,
            message: format!("no node at {path}"),
        }
    }

    /// zarrs accepted the input, but the answer has no place in the protocol.
    pub(crate) fn unsupported(message: impl Into<String>) -> Self {
        Self {
            kind: Kind::Unsupported,
            message: message.into(),
        }
    }
}

/// Implements `From` for errors of zarrs: the kind from a function, the message from the error.
macro_rules! refusals {
    ($($error:ty => $kind:expr,)*) => {$(
        impl From<$error> for Refusal {
            fn from(error: $error) -> Self {
                let kind: fn(&$error) -> Kind = $kind;
                Self {
                    kind: kind(&error),
                    message: error.to_string(),
                }
            }
        }
    )*};
}

refusals! {
    ArrayCreateError => array_create,
    ArrayError => array,
    CodecError => codec,
    PluginCreateError => plugin,
    StorageError => storage,
    GroupCreateError => group_create,
    NodeCreateError => node_create,
    NodePathError => |_| Kind::Invalid,
    StorePrefixError => |_| Kind::Invalid,
    FilesystemStoreCreateError => |_| Kind::Internal,
    ArraySubsetError => |_| Kind::Invalid,
    IncompatibleDimensionalityError => |_| Kind::Invalid,
    // From reading metadata into the types of zarrs.
    serde_json::Error => |_| Kind::Invalid,
}

fn array_create(error: &ArrayCreateError) -> Kind {
    use ArrayCreateError as E;
    match error {
        E::AdditionalFieldUnsupportedError(_) | E::UnsupportedZarrV2Array(_) => Kind::Unsupported,
        E::DataTypeCreateError(error)
        | E::CodecsCreateError(error)
        | E::StorageTransformersCreateError(error)
        | E::ChunkGridCreateError(error)
        | E::ChunkKeyEncodingCreateError(error) => plugin(error),
        E::StorageError(error) => storage(error),
        _ => Kind::Invalid,
    }
}

fn group_create(error: &GroupCreateError) -> Kind {
    use GroupCreateError as E;
    match error {
        E::AdditionalFieldUnsupportedError(_) => Kind::Unsupported,
        E::StorageError(error) => storage(error),
        _ => Kind::Invalid,
    }
}

fn node_create(error: &NodeCreateError) -> Kind {
    match error {
        NodeCreateError::StorageError(error) => storage(error),
        _ => Kind::Invalid,
    }
}

fn array(error: &ArrayError) -> Kind {
    match error {
        ArrayError::UnsupportedMethod(_) => Kind::Unsupported,
        ArrayError::CodecError(error) => codec(error),
        ArrayError::StorageError(error) => storage(error),
        _ => Kind::Invalid,
    }
}

fn codec(error: &CodecError) -> Kind {
    use CodecError as E;
    match error {
        E::UnsupportedDataType(..) | E::UnsupportedDataTypeCodec(_) => Kind::Unsupported,
        E::StorageError(error) => storage(error),
        _ => Kind::Invalid,
    }
}

fn plugin(error: &PluginCreateError) -> Kind {
    match error {
        PluginCreateError::Unsupported(_) => Kind::Unsupported,
        _ => Kind::Invalid,
    }
}

fn storage(error: &StorageError) -> Kind {
    use StorageError as E;
    match error {
        E::InvalidMetadata(..) | E::MissingMetadata(_) | E::InvalidByteRangeError(_) => {
            Kind::Invalid
        }
        E::Unsupported(_) => Kind::Unsupported,
        E::IOError(error) => input_output(error),
        _ => Kind::Internal,
    }
}

fn input_output(error: &io::Error) -> Kind {
    match error.kind() {
        io::ErrorKind::UnexpectedEof => Kind::Invalid,
        _ => Kind::Internal,
    }
}
