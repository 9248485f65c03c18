//! What a codec is: its definition, its kind, and what it does.
//!
//! - Specification: core, "Codecs".

use std::fmt;

use super::Representation;
use crate::Edition;
use crate::chunk_array::ChunkArray;
use crate::data_type::DataType;
use crate::documents::{self, documents};
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;
use crate::steps::Steps;

/// More bytes than these are not decoded where nothing but the encoded bytes says how many they are: a few
/// kilobytes can stand for gigabytes, and a chain can do that once a codec.
pub const MAX_OF_UNKNOWN_LENGTH: u64 = 1 << 24;

/// How a codec list names a codec, and what its configuration says. Each codec's own file has one.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name in metadata.
    pub name: &'static str,
    /// Whether bytes that are all 1 may be no encoded chunk of it, since these have a format of their own, or not one of
    /// elements whose bytes are all 1.
    pub is_format: bool,
    /// The editions that have the codec under this name.
    pub editions: &'static [Edition],
    /// The members of its configuration.
    pub members: &'static [&'static str],
    /// What a configuration uses that a reader could get wrong, in words that follow the name of the codec.
    pub seen: fn(&Json) -> Vec<String>,
    /// The codec of a configuration, which has no other members, for a decoded representation.
    pub codec: fn(&Steps, &Json, &Representation) -> Result<Codec>,
}

/// A codec that takes an array and yields an array.
pub trait ArrayToArray: fmt::Debug {
    /// Data type and shape of what the codec yields for an array of these.
    ///
    /// # Errors
    /// [`Error::Metadata`](crate::Error::Metadata) where it does not take such an array.
    fn encoded_representation(
        &self,
        steps: &Steps,
        data_type: DataType,
        shape: &[u64],
    ) -> Result<(DataType, Vec<u64>)>;

    /// Whether elements become other ones of the same data type, and do not only move.
    fn changes_elements(&self) -> bool {
        false
    }

    /// The fill value of what the codec yields, for that of what it is given; the same, unless the codec changes
    /// elements.
    ///
    /// # Errors
    /// [`Error::Metadata`](crate::Error::Metadata) where there is none.
    fn encoded_fill_value(
        &self,
        _steps: &Steps,
        _data_type: DataType,
        fill_value: &Element,
    ) -> Result<Element> {
        Ok(fill_value.clone())
    }

    /// Encodes an array of the decoded representation.
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec) where it cannot be encoded.
    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<ChunkArray>;

    /// Decodes to an array of this data type and shape.
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec) where `array` is not of the encoded representation.
    fn decode(
        &self,
        steps: &Steps,
        array: &ChunkArray,
        data_type: DataType,
        shape: &[u64],
    ) -> Result<ChunkArray>;
}

/// A codec that takes an array and yields bytes.
pub trait ArrayToBytes: fmt::Debug {
    /// Number of bytes for an array of this data type and shape, where it depends on nothing else.
    fn encoded_length(&self, data_type: DataType, shape: &[u64]) -> Option<u64>;

    /// Whether there is more than one encoding of an array, and the choice is the writer's. What
    /// [`encode`](Self::encode) gives is then one of them.
    fn is_free(&self) -> bool {
        false
    }

    /// Whether decoding notices bytes of elements that changed, since all of them are below a checksum.
    fn has_checksum(&self) -> bool {
        false
    }

    /// Whether elements become other ones of the same data type before they become bytes.
    fn changes_elements(&self) -> bool {
        false
    }

    /// What the text fixes of a free encoding beyond what decoding it shows. `bytes` decode to an
    /// array of this data type and shape.
    ///
    /// # Errors
    /// [`Error::NotAsConfigured`](crate::Error::NotAsConfigured) where the configuration does not allow to write this.
    fn check_written(
        &self,
        _steps: &Steps,
        _bytes: &[u8],
        _data_type: DataType,
        _shape: &[u64],
    ) -> Result<()> {
        Ok(())
    }

    /// Encodes an array of the decoded representation.
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec) where it cannot be encoded.
    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>>;

    /// Decodes to an array of this data type and shape.
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec) where `bytes` are not of the encoded representation.
    fn decode(
        &self,
        steps: &Steps,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
    ) -> Result<ChunkArray>;
}

/// A codec that takes bytes and yields bytes.
pub trait BytesToBytes: fmt::Debug {
    /// Number of bytes that the codec yields for `length` bytes, where it depends on nothing else.
    fn encoded_length(&self, length: Option<u64>) -> Option<u64>;

    /// Whether there is more than one encoding of the same bytes, and the choice is the writer's.
    /// What [`encode`](Self::encode) gives is then one of them.
    fn is_free(&self) -> bool {
        false
    }

    /// Whether decoding notices bytes that changed, since all of them are below a checksum.
    fn has_checksum(&self) -> bool {
        false
    }

    /// What the text fixes of a free encoding beyond what decoding it shows. `bytes` can be decoded.
    ///
    /// # Errors
    /// [`Error::NotAsConfigured`](crate::Error::NotAsConfigured) where the configuration does not allow to write this.
    fn check_written(&self, _steps: &Steps, _bytes: &[u8]) -> Result<()> {
        Ok(())
    }

    /// Encodes bytes.
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec) where they cannot be encoded.
    fn encode(&self, steps: &Steps, bytes: &[u8]) -> Result<Vec<u8>>;

    /// Decodes bytes; `length` is their number where it depends on nothing but type and shape.
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec) where `bytes` are not what the codec yields.
    fn decode(&self, steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>>;

    /// Number of bytes that `bytes` decode to by what they say themselves.
    ///
    /// # Errors
    /// [`Error::Codec`](crate::Error::Codec) where they have no place for it.
    fn stated_length(&self, _steps: &Steps, _bytes: &[u8]) -> Result<Option<u64>> {
        Ok(None)
    }

    /// Gives `see` how `bytes` use the freedom that a format leaves to writers, each as a few words. Of bytes that
    /// are not of the format, there is nothing to see: decoding them says what is wrong.
    ///
    /// # Errors
    /// [`Error::Unsupported`](crate::Error::Unsupported) where decoding them would take too much memory.
    fn see(&self, _steps: &Steps, _bytes: &[u8], _see: &mut dyn FnMut(&'static str)) -> Result<()> {
        Ok(())
    }

    /// As [`decode`](Self::decode), to at most `length` bytes; gives `see` what only decoding shows.
    ///
    /// # Errors
    /// Those of [`decode`](Self::decode).
    fn decode_seeing(
        &self,
        steps: &Steps,
        bytes: &[u8],
        length: u64,
        _see: &mut dyn FnMut(&'static str),
    ) -> Result<Vec<u8>> {
        self.decode(steps, bytes, Some(length))
    }
}

/// What a codec does, by its kind.
#[derive(Clone, Copy, Debug)]
pub enum Coding<'a> {
    /// `array -> array`
    ArrayToArray(&'a dyn ArrayToArray),
    /// `array -> bytes`
    ArrayToBytes(&'a dyn ArrayToBytes),
    /// `bytes -> bytes`
    BytesToBytes(&'a dyn BytesToBytes),
}

/// What a codec takes and yields.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `array -> array`
    ArrayToArray,
    /// `array -> bytes`
    ArrayToBytes,
    /// `bytes -> bytes`
    BytesToBytes,
}

/// Makes [`Codec`] and the list of definitions from the documents that are codecs.
macro_rules! codecs {
    ($($document:ident: $Document:ident $((codec $kind:ident))? $((chunk_grid $Grid:ident))?,)*) => {
        /// A codec with its configuration.
        #[derive(Clone, PartialEq, Eq)]
        pub enum Codec {
            $($(
                #[doc = concat!("Of [`", stringify!($document), "`](documents::", stringify!($document), "), a [`", stringify!($kind), "`].")]
                $Document(documents::$document::$Document),
            )?)*
        }

        impl Codec {
            /// What the codec does.
            pub fn coding(&self) -> Coding<'_> {
                match self {
                    $($(Self::$Document(codec) => Coding::$kind(codec),)?)*
                }
            }

            fn definition(&self) -> (Kind, Definition) {
                match self {
                    $($(Self::$Document(_) => (Kind::$kind, documents::$document::DEFINITION),)?)*
                }
            }
        }

        /// The codecs that are implemented here.
        pub(super) const DEFINITIONS: &[(Kind, Definition)] = &[
            $($((Kind::$kind, documents::$document::DEFINITION),)?)*
        ];
    };
}

documents!(codecs);

/// The names of codecs, in the order of the documents.
pub fn names() -> impl Iterator<Item = &'static str> {
    DEFINITIONS.iter().map(|(_, it)| it.name)
}

/// Whether bytes that are all 1 may be another chunk by the codec of this name, or none: see [`Definition::is_format`].
pub fn is_format(name: &str) -> bool {
    let mut definitions = DEFINITIONS.iter();
    definitions.any(|(_, it)| it.name == name && it.is_format)
}

/// What a configuration of the codec of this name uses: see [`Definition::seen`].
pub fn seen(name: &str, configuration: &Json) -> Vec<String> {
    let found = DEFINITIONS.iter().find(|(_, it)| it.name == name);
    found.map_or_else(Vec::new, |(_, it)| (it.seen)(configuration))
}

/// Whether a codec takes bytes and may yield fewer, as its writer chooses.
pub(crate) fn is_compressor(codec: &Codec) -> bool {
    matches!(codec.coding(), Coding::BytesToBytes(it) if it.is_free())
}

impl Codec {
    /// What the codec takes and yields.
    ///
    /// Requirement: `codecs.kinds`.
    pub fn kind(&self) -> Kind {
        self.definition().0
    }

    /// The name of the codec in metadata.
    pub fn name(&self) -> &'static str {
        self.definition().1.name
    }
}

/// Only the codec itself, as messages show it.
impl fmt::Debug for Codec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.coding() {
            Coding::ArrayToArray(codec) => codec.fmt(f),
            Coding::ArrayToBytes(codec) => codec.fmt(f),
            Coding::BytesToBytes(codec) => codec.fmt(f),
        }
    }
}
