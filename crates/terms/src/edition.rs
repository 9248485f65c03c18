//! The editions of the specification that the suite knows.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One state of the specification's documents. Later editions are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Edition {
    /// The drafts of February 2023: the transpose and `endian` codecs and the codec list alone.
    #[serde(rename = "draft")]
    Draft,
    /// As accepted: `order` is an explicit permutation, `endian` is called `bytes`.
    #[serde(rename = "3.0")]
    V3_0,
    /// The current text: extension definitions, chunk lengths greater than zero, rounding of fill
    /// values.
    #[serde(rename = "3.1")]
    V3_1,
}

impl Edition {
    /// Every edition, oldest first.
    pub const ALL: [Self; 3] = [Self::Draft, Self::V3_0, Self::V3_1];

    /// The name used in vectors, on the command line and in the protocol.
    pub fn name(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::V3_0 => "3.0",
            Self::V3_1 => "3.1",
        }
    }
}

impl Default for Edition {
    /// The current text.
    fn default() -> Self {
        Self::V3_1
    }
}

impl fmt::Display for Edition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An edition that the suite does not know.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("found edition {found:?}, expected one of \"draft\", \"3.0\", \"3.1\"")]
pub struct UnknownEdition {
    found: String,
}

impl FromStr for Edition {
    type Err = UnknownEdition;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|edition| edition.name() == text)
            .ok_or_else(|| UnknownEdition {
                found: text.to_owned(),
            })
    }
}
