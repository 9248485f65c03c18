//! Why a stored chunk was not decoded.

use std::io;

use zarr_conform_reference::Error;

/// Why a chunk was not decoded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::scan) enum NotDecoded {
    /// It is not what the metadata say.
    Damaged(String),
    /// It may be: the reference does not decode such chunks, or the scan grants no more memory.
    Unknown(String),
    /// It cannot be read.
    Unreadable(String),
    /// The reference has a bug.
    Bug(String),
    /// A stop was requested.
    Stopped,
}

impl From<Error> for NotDecoded {
    fn from(error: Error) -> Self {
        match error {
            Error::Bug(why) => Self::Bug(why),
            Error::Unsupported(why) => Self::Unknown(why),
            Error::Metadata(why)
            | Error::Codec(why)
            | Error::NotAsConfigured(why)
            | Error::Extent(why)
            | Error::Store(why) => Self::Damaged(why),
        }
    }
}

impl From<io::Error> for NotDecoded {
    fn from(error: io::Error) -> Self {
        Self::Unreadable(error.to_string())
    }
}

impl NotDecoded {
    /// The same, saying in which inner chunk of a shard.
    pub(super) fn of_inner_chunk(self, i: &[u64]) -> Self {
        let at = |why: String| format!("inner chunk {i:?}: {why}");
        match self {
            Self::Damaged(why) => Self::Damaged(at(why)),
            Self::Unknown(why) => Self::Unknown(at(why)),
            other => other,
        }
    }
}
