//! A case: an array, what is stored of it, and what is done with it. It is plain data, from which the
//! reference makes a fact, and which can be made simpler.
//!
//! | part | what |
//! |---|---|
//! | `codec`, `value` | codecs, elements and fill values |
//! | `choose`, `shape`, `list` | any case, shape and codec list |
//! | `part` | regions and what is written there |
//! | `features` | what a case is about, in words |

pub mod choose;
pub mod codec;
pub mod features;
pub(crate) mod list;
pub mod part;
mod shape;
pub mod value;

use zarr_conform_reference::DataType;
use zarr_conform_vectors::Presentation;

use self::codec::{Codec, Spelling};
use self::part::{Region, Write};
use self::value::FillValue;
use crate::writer::Writer;

/// An array, what is stored of it, and what is done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Case {
    /// The data type.
    pub data_type: DataType,
    /// Shape of the array.
    pub shape: Vec<u64>,
    /// Shape of every chunk.
    pub chunk_shape: Vec<u64>,
    /// The codec list.
    pub codecs: Vec<Codec>,
    /// The fill value.
    pub fill_value: FillValue,
    /// The chunk key encoding.
    pub keys: Keys,
    /// How the document is spelled, and what it has besides.
    pub presentation: Presentation,
    /// What is in the store: these were written, one after the other.
    pub stored: Vec<Write>,
    /// Grid indices of chunks that were taken out again.
    pub missing: Vec<Vec<u64>>,
    /// Grid indices of chunks, and who encoded each of them instead of the reference.
    pub writers: Vec<(Vec<u64>, Writer)>,
    /// What is done.
    pub act: Act,
}

/// A chunk key encoding, as the document spells it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Keys {
    /// `v2` in place of `default`.
    pub is_v2: bool,
    /// The separator; absent means that of the encoding.
    pub separator: Option<char>,
    /// How it is spelled where the separator is absent.
    pub spelling: Spelling,
}

impl Keys {
    /// The plainest.
    pub const PLAIN: Self = Self {
        is_v2: false,
        separator: Some('/'),
        spelling: Spelling::Object,
    };
}

/// What is done with the array.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// All of it is read, and then these regions of the same opened array.
    Read(Vec<Region>),
    /// What the store has is written whole into an empty one, and created.
    Write,
    /// These are written over what the store has, one after the other, each by an array opened anew; at
    /// least one.
    Update(Vec<Write>),
    /// The one chunk is encoded and decoded, and read from a store of it alone.
    Chunk,
    /// Where chunks and elements lie is asked.
    Grid,
    /// The document is opened; nothing is stored.
    Open,
}

impl Act {
    /// The name, as in the features of a case.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Read(_) => "read",
            Self::Write => "write",
            Self::Update(_) => "update",
            Self::Chunk => "chunk",
            Self::Grid => "grid",
            Self::Open => "open",
        }
    }
}

impl Case {
    /// Number of elements of the array.
    pub fn elements(&self) -> u64 {
        let product = |product: u64, length: &u64| product.saturating_mul(*length);
        self.shape.iter().fold(1, product)
    }

    /// Number of chunks along each dimension.
    pub fn grid_shape(&self) -> Vec<u64> {
        let lengths = self.shape.iter().zip(&self.chunk_shape);
        lengths
            .map(|(length, chunk)| length.div_ceil(*chunk))
            .collect()
    }
}
