//! Chains of codecs: their form, the representation after each, encoding and decoding.
//!
//! - Specification: core, [Chunk encoding]: "Codecs", [Determination of encoded representations],
//!   [Encoding procedure], [Decoding procedure].
//! - Name in metadata: `codecs`, a list of extension definitions.
//! - Example: `[{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes"]`.
//! - Layout: `EC[0]` is the chunk, `EC[i+1] := codecs[i].encode(EC[i])`, and the last one is stored.
//!
//! # A codec
//!
//! A codec is a folder of [`documents`](crate::documents): a type with the codec's configuration, which
//! implements the trait of its kind ([`ArrayToArray`], [`ArrayToBytes`] or [`BytesToBytes`]), and a
//! [`Definition`] with its name, editions and configuration. The list of documents names it with its kind;
//! nothing else does.
//!
//! Where there are many ways to misread a codec, its traits call steps that its folder declares (as those of
//! transpose and bytes do). A codec does not need them: encoding and decoding by one codec are steps for each
//! kind, and so is reading its entry in the list, and a misreading may replace these and change what one codec
//! gives.
//!
//! ```
//! use zarr_conform_reference::Edition;
//! use zarr_conform_reference::codecs::{self, Codec};
//! use zarr_conform_reference::steps::{Replacement, Steps};
//! use zarr_conform_reference::{ChunkArray, DataType, Element, Json};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let list = [
//!     Json::parse(br#"{"name": "transpose", "configuration": {"order": [1, 0]}}"#)?,
//!     Json::parse(br#""bytes""#)?,
//! ];
//! let elements = (1..=6).map(Element::Bits).collect();
//! let chunk = ChunkArray::new(DataType::UINT8, vec![2, 3], elements)?;
//! let encoded = |steps: &Steps| {
//!     let chain = steps.chain(&list, DataType::UINT8, &[2, 3], &Element::Bits(0))?;
//!     steps.encode(&chain, &chunk)
//! };
//! let literal = Steps::literal(Edition::V3_1);
//! assert_eq!(encoded(&literal)?, [1, 4, 2, 5, 3, 6]);
//!
//! // A misreading of one codec: the bytes codec writes the last element first.
//! let backwards = [Replacement::array_to_bytes_encode(|steps, codec, array| {
//!     let mut bytes = codecs::array_to_bytes_encode(steps, codec, array)?;
//!     if matches!(codec, Codec::Bytes(_)) {
//!         bytes.reverse();
//!     }
//!     Ok(bytes)
//! })];
//! assert_eq!(encoded(&literal.with(&backwards))?, [6, 3, 5, 2, 4, 1]);
//! # Ok(())
//! # }
//! ```
//!
//! [Chunk encoding]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#chunk-encoding
//! [Determination of encoded representations]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#determination-of-encoded-representations
//! [Encoding procedure]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#encoding-procedure
//! [Decoding procedure]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#decoding-procedure

mod codec;
mod one;

pub use codec::*;
pub use one::*;

use crate::chunk_array::ChunkArray;
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;

/// What stands between two codecs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Representation {
    /// A multi-dimensional array.
    Array {
        /// Its data type.
        data_type: DataType,
        /// Its shape.
        shape: Vec<u64>,
        /// The element that stands for what is not stored.
        fill_value: Element,
    },
    /// A byte string, of this length where that depends on nothing but type and shape.
    Bytes {
        /// Number of bytes.
        length: Option<u64>,
    },
}

/// A list of codecs for chunks of one type and shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The codecs in the order of encoding.
    pub codecs: Vec<Codec>,
    /// `decoded_representation[0..=codecs.len()]`; the last is what the last codec yields.
    pub representations: Vec<Representation>,
}

/// A value between two codecs: `EC[i]`.
#[derive(Clone)]
enum Encoded {
    Array(ChunkArray),
    Bytes(Vec<u8>),
}

impl Chain {
    /// Whether some codec leaves the choice among several encodings to the writer.
    pub fn is_free(&self) -> bool {
        self.codecs.iter().any(|codec| match codec.coding() {
            Coding::ArrayToBytes(codec) => codec.is_free(),
            Coding::BytesToBytes(codec) => codec.is_free(),
            Coding::ArrayToArray(_) => false,
        })
    }

    /// Whether decoding notices bytes of elements that changed, since all of them are below a checksum of some codec.
    pub fn has_checksum(&self) -> bool {
        self.codecs.iter().any(|codec| match codec.coding() {
            Coding::ArrayToBytes(codec) => codec.has_checksum(),
            Coding::BytesToBytes(codec) => codec.has_checksum(),
            Coding::ArrayToArray(_) => false,
        })
    }

    /// Whether what is stored are other elements than those of the array, made by some codec, which may not take every
    /// one.
    pub fn changes_elements(&self) -> bool {
        self.codecs.iter().any(|codec| match codec.coding() {
            Coding::ArrayToArray(codec) => codec.changes_elements(),
            Coding::ArrayToBytes(codec) => codec.changes_elements(),
            Coding::BytesToBytes(_) => false,
        })
    }
}

/// The chain that a codec list defines for chunks of this data type, shape and fill value.
///
/// # Errors
/// [`Error::Metadata`] where the list does not have the form that is demanded, or a
/// configuration does not fit its decoded representation; [`Error::Unsupported`] where a name is
/// not known.
///
/// Requirements: `codecs.representations`, `codecs.unsupported-representation-fails`,
/// `codecs.incompatible-representation`.
pub fn chain(
    steps: &Steps,
    list: &[Json],
    data_type: DataType,
    shape: &[u64],
    fill_value: &Element,
) -> Result<Chain> {
    let mut codecs = Vec::new();
    let mut decoded_representation = vec![Representation::Array {
        data_type,
        shape: shape.to_vec(),
        fill_value: fill_value.clone(),
    }];
    for i in 0..list.len() {
        codecs.push(steps.codec(&list[i], &decoded_representation[i])?);
        let encoded = steps.encoded_representation(&codecs[i], &decoded_representation[i])?;
        decoded_representation.push(encoded);
    }
    steps.chain_form(&codecs)?;
    Ok(Chain {
        codecs,
        representations: decoded_representation,
    })
}

/// Demands: zero or more `array -> array` codecs, exactly one `array -> bytes` codec, zero or more
/// `bytes -> bytes` codecs.
///
/// Requirements: `codecs.chain-form`, `codecs.not-empty`.
pub fn chain_form(codecs: &[Codec]) -> Result<()> {
    let kinds: Vec<Kind> = codecs.iter().map(Codec::kind).collect();
    let array_to_array = kinds
        .iter()
        .take_while(|kind| **kind == Kind::ArrayToArray)
        .count();
    let rest = &kinds[array_to_array..];
    match rest.split_first() {
        Some((Kind::ArrayToBytes, after))
            if after.iter().all(|kind| *kind == Kind::BytesToBytes) =>
        {
            Ok(())
        }
        _ => metadata(format!(
            "codecs: found the kinds {kinds:?}, expected any number of array -> array, exactly one array -> bytes, \
             any number of bytes -> bytes"
        )),
    }
}

/// The codec that one entry of the list defines, given its decoded representation.
///
/// # Errors
/// As [`chain`].
///
/// Requirements: `codecs.core-codecs`, `codecs.extension-definition`, `codecs.identifier`,
/// `codecs.configuration`.
pub fn codec(steps: &Steps, value: &Json, decoded: &Representation) -> Result<Codec> {
    let extension = steps.extension(value, "codecs")?;
    let edition = steps.edition();
    let name = extension.name.as_str();
    let is_meant = |it: &Definition| it.name == name && it.editions.contains(&edition);
    if let Some((_, definition)) = DEFINITIONS.iter().find(|(_, it)| is_meant(it)) {
        let configuration = &extension.configuration;
        steps.known_members(configuration, name, definition.members)?;
        return (definition.codec)(steps, configuration, decoded);
    }
    if name == "endian" {
        return metadata("codecs: \"endian\" was renamed to \"bytes\" after the drafts");
    }
    Err(Error::Unsupported(format!(
        "{name:?} is not the name of a codec that is known here in edition {edition}"
    )))
}

/// The kind of the core codec that has this name in some edition.
///
/// Requirement: `codecs.core-codecs`.
pub fn kind_of(name: &str) -> Option<Kind> {
    let found = DEFINITIONS.iter().find(|(_, it)| it.name == name);
    found.map(|(kind, _)| *kind)
}

/// `compute_encoded_representation_type`: what the codec yields for this decoded representation.
///
/// # Errors
/// [`Error::Metadata`] where the codec does not take it.
///
/// Requirements: `codecs.representations`, `codecs.unsupported-representation-fails`,
/// `transpose.encoded-shape`, `transpose.same-data-type`, `transpose.after-bytes-fails`,
/// `codecs.representation-kinds`, `codecs.properties`, `codecs.representation-without-elements`,
/// `transpose.applied-to-array`.
pub fn encoded_representation(
    steps: &Steps,
    codec: &Codec,
    decoded: &Representation,
) -> Result<Representation> {
    match (codec.coding(), decoded) {
        (
            Coding::ArrayToArray(codec),
            Representation::Array {
                data_type,
                shape,
                fill_value,
            },
        ) => {
            let fill_value = codec.encoded_fill_value(steps, *data_type, fill_value)?;
            let (data_type, shape) = codec.encoded_representation(steps, *data_type, shape)?;
            Ok(Representation::Array {
                data_type,
                shape,
                fill_value,
            })
        }
        (
            Coding::ArrayToBytes(codec),
            Representation::Array {
                data_type, shape, ..
            },
        ) => {
            let length = codec.encoded_length(*data_type, shape);
            Ok(Representation::Bytes { length })
        }
        (Coding::BytesToBytes(codec), Representation::Bytes { length }) => {
            let length = codec.encoded_length(*length);
            Ok(Representation::Bytes { length })
        }
        (Coding::ArrayToArray(_) | Coding::ArrayToBytes(_), Representation::Bytes { .. }) => {
            metadata(format!(
                "codecs: {} does not take a byte string, expected an array",
                codec.name()
            ))
        }
        (Coding::BytesToBytes(_), Representation::Array { .. }) => metadata(format!(
            "codecs: {} does not take an array, expected a byte string",
            codec.name()
        )),
    }
}

/// Encodes a chunk: `EC[0]` is the chunk, `EC[i+1] := codecs[i].encode(EC[i])`, and
/// `EC_final := EC[codecs.length]`, a byte string.
///
/// # Errors
/// [`Error::Codec`] where the chunk does not have the chain's decoded representation;
/// [`Error::Unsupported`] where a codec meets what no crate decodes here.
///
/// Requirements: `codecs.encoding-procedure`, `codecs.applied-in-sequence`, `codecs.chunks-encoded`.
#[expect(non_snake_case, reason = "the specification's symbols")]
pub fn encode(steps: &Steps, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
    check_chunk(chain, chunk)?;
    let codecs = &chain.codecs;
    let mut EC = vec![Encoded::Array(chunk.clone())];
    for i in 0..codecs.len() {
        let encoded = codecs[i].encode(steps, &EC[i])?;
        EC.push(encoded);
    }
    match EC.swap_remove(codecs.len()) {
        Encoded::Bytes(EC_final) => Ok(EC_final),
        Encoded::Array(_) => Err(Error::Bug("no codec yields bytes".to_owned())),
    }
}

/// Whether the type and shape of a chunk are those that `decoded_representation[0]` specifies.
fn check_chunk(chain: &Chain, chunk: &ChunkArray) -> Result<()> {
    match chain.representations.first() {
        Some(Representation::Array {
            data_type, shape, ..
        }) if (*data_type, shape) == (chunk.data_type, &chunk.shape) => Ok(()),
        expected => Err(Error::Codec(format!(
            "found a chunk of {} of shape {:?}, expected {expected:?}",
            chunk.data_type, chunk.shape
        ))),
    }
}

/// Decodes a chunk: `EC[codecs.length] := EC_final`, then for each codec in reverse order
/// `EC[i] := codecs[i].decode(EC[i+1], decoded_representation[i])`, and the chunk is `EC[0]`.
///
/// # Errors
/// [`Error::Codec`] where the bytes do not have the length of the encoded representation;
/// [`Error::Unsupported`] where a codec meets what no crate decodes here.
///
/// Requirements: `codecs.decoding-procedure`, `codecs.applied-in-sequence`, `codecs.bidirectional`.
pub fn decode(steps: &Steps, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
    decode_checking(steps, chain, bytes, |_, _, _| Ok(()))
}

/// Decodes a chunk; each codec, the bytes that it decoded and its decoded representation go to `check`.
#[expect(non_snake_case, reason = "the specification's symbols")]
pub(super) fn decode_checking(
    steps: &Steps,
    chain: &Chain,
    EC_final: &[u8],
    mut check: impl FnMut(&Codec, &[u8], &Representation) -> Result<()>,
) -> Result<ChunkArray> {
    let codecs = &chain.codecs;
    let decoded_representation = &chain.representations;
    let mut EC = vec![Encoded::Bytes(Vec::new()); codecs.len()];
    EC.push(Encoded::Bytes(EC_final.to_vec()));
    for i in (0..codecs.len()).rev() {
        EC[i] = codecs[i].decode(steps, &EC[i + 1], &decoded_representation[i])?;
        if let Encoded::Bytes(bytes) = &EC[i + 1] {
            check(&codecs[i], bytes, &decoded_representation[i])?;
        }
    }
    match EC.swap_remove(0) {
        Encoded::Array(chunk) => Ok(chunk),
        Encoded::Bytes(_) => Err(Error::Bug(
            "the first codec's decoded representation is not an array".to_owned(),
        )),
    }
}

impl Codec {
    /// `codecs[i].encode(EC[i])`, by the step of its kind.
    fn encode(&self, steps: &Steps, decoded: &Encoded) -> Result<Encoded> {
        match (self.kind(), decoded) {
            (Kind::ArrayToArray, Encoded::Array(array)) => {
                steps.array_to_array_encode(self, array).map(Encoded::Array)
            }
            (Kind::ArrayToBytes, Encoded::Array(array)) => {
                steps.array_to_bytes_encode(self, array).map(Encoded::Bytes)
            }
            (Kind::BytesToBytes, Encoded::Bytes(bytes)) => {
                steps.bytes_to_bytes_encode(self, bytes).map(Encoded::Bytes)
            }
            _ => wrong_kind(self),
        }
    }

    /// `codecs[i].decode(EC[i+1], decoded_representation[i])`, by the step of its kind.
    fn decode(
        &self,
        steps: &Steps,
        encoded: &Encoded,
        decoded: &Representation,
    ) -> Result<Encoded> {
        match (self.kind(), encoded, decoded) {
            (
                Kind::ArrayToArray,
                Encoded::Array(array),
                Representation::Array {
                    data_type, shape, ..
                },
            ) => steps
                .array_to_array_decode(self, array, *data_type, shape)
                .map(Encoded::Array),
            (
                Kind::ArrayToBytes,
                Encoded::Bytes(bytes),
                Representation::Array {
                    data_type, shape, ..
                },
            ) => steps
                .array_to_bytes_decode(self, bytes, *data_type, shape)
                .map(Encoded::Array),
            (Kind::BytesToBytes, Encoded::Bytes(bytes), Representation::Bytes { length }) => steps
                .bytes_to_bytes_decode(self, bytes, *length)
                .map(Encoded::Bytes),
            _ => wrong_kind(self),
        }
    }
}

fn wrong_kind<T>(codec: &Codec) -> Result<T> {
    Err(Error::Bug(format!(
        "{codec:?} got a value of the wrong kind"
    )))
}
