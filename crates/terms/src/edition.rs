//! The editions of the specification that the suite knows.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One state of the specification's documents. Later editions are greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Edition {
    /// The drafts of February 2023: only the transpose and `endian` codecs and the list of codecs.
    #[serde(rename = "draft")]
    Draft,
    /// The last state before version 3.1 was written: `order` is an explicit permutation, `endian`
    /// is called `bytes`.
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

    /// The commit of <https://github.com/zarr-developers/zarr-specs> whose text it is, 40
    /// hexadecimal digits.
    pub fn commit(self) -> &'static str {
        match self {
            Self::Draft => "0610641b8cddee9f78a760cea614341759a0f91a",
            Self::V3_0 => "9a7a8338daa9dd406962247421d6f4cf50cd9c48",
            Self::V3_1 => "fc7dd9c9beb5a50b87f9b08b00bf50fc0048482f",
        }
    }

    /// The day of that commit, as `YYYY-MM-DD`.
    pub fn date(self) -> &'static str {
        match self {
            Self::Draft => "2023-02-13",
            Self::V3_0 => "2025-01-21",
            Self::V3_1 => "2026-07-23",
        }
    }

    /// Its name with commit and date, for the first time that it is named to a user: `3.1
    /// (zarr-specs fc7dd9c of 2026-07-23)`.
    pub fn described(self) -> String {
        let commit = &self.commit()[..7];
        format!("{self} (zarr-specs {commit} of {})", self.date())
    }

    /// What the names of its documents begin with: `draft`, `3.0` or `current`.
    pub fn folder(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::V3_0 => "3.0",
            Self::V3_1 => "current",
        }
    }

    /// The edition of a document, such as `current/codecs/transpose.rst`; none where its name
    /// begins with no folder of an edition.
    pub fn of_document(document: &str) -> Option<Self> {
        let (folder, _) = document.split_once('/')?;
        Self::ALL.into_iter().find(|it| it.folder() == folder)
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
