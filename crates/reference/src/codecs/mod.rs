//! Chains of codecs: their form, the representation after each, encoding and decoding.
//!
//! - Specification: core, [Chunk encoding]: "Codecs", [Determination of encoded representations],
//!   [Encoding procedure], [Decoding procedure]; for the draft also "Conversion between
//!   multi-dimensional array and byte string representations".
//! - Name in metadata: `codecs`, a list of extension definitions.
//! - Example: `[{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes"]`.
//! - Layout: `EC[0]` is the chunk, `EC[i+1] := codecs[i].encode(EC[i])`, and the last one is stored.
//!
//! # A codec
//!
//! A codec is one file of this folder: a type with the codec's configuration, which implements the
//! trait of its kind ([`ArrayToArray`], [`ArrayToBytes`] or [`BytesToBytes`]), and a [`Definition`]
//! with its name, editions and configuration. The list below names the file (and `pub mod` makes
//! it part of the crate); nothing else does.
//!
//! Where there are many ways to misread a codec, its traits call steps of its own (as transpose and
//! bytes do); then [`steps`](super::steps) lists them, too. A codec does not need them: encoding
//! and decoding by one codec are steps for each kind, and so is reading its entry in the list, and
//! a misreading may replace these and change what one codec gives.
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
//! let chunk = ChunkArray::new(DataType::Uint8, vec![2, 3], elements)?;
//! let encoded = |steps: &Steps| {
//!     let chain = steps.chain(&list, DataType::Uint8, &[2, 3], &Element::Bits(0))?;
//!     steps.encode(&chain, &chunk)
//! };
//! let literal = Steps::literal(Edition::V3_1);
//! assert_eq!(encoded(&literal)?, [1, 4, 2, 5, 3, 6]);
//!
//! // A misreading of one codec: the bytes codec writes the last element first.
//! let backwards = [Replacement::ArrayToBytesEncode(|steps, codec, array| {
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

pub mod blosc;
pub mod bytes;
pub mod crc32c;
pub mod endian;
pub mod gzip;
pub mod sharding_indexed;
pub mod transpose;
pub mod written;
pub mod zstd;

use std::fmt;

use super::chunk_array::ChunkArray;
use super::data_type::DataType;
use super::element::Element;
use super::error::{Error, Result, metadata};
use super::json::Json;
use super::steps::Steps;
use crate::Edition;

/// Lists each codec once: its variant, its file, its kind. The file has a type of the variant's name
/// and a `DEFINITION`. Makes [`Codec`] and the list of definitions.
macro_rules! codecs {
    ($($(#[$doc:meta])* $codec:ident($file:ident: $kind:ident),)*) => {
        /// A codec with its configuration.
        #[derive(Clone, PartialEq, Eq)]
        pub enum Codec {
            $($(#[$doc])* $codec($file::$codec),)*
        }

        impl Codec {
            /// What the codec does.
            pub fn coding(&self) -> Coding<'_> {
                match self {
                    $(Self::$codec(codec) => Coding::$kind(codec),)*
                }
            }

            /// The name of the codec in metadata.
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$codec(_) => $file::DEFINITION.name,)*
                }
            }
        }

        /// The codecs that are implemented here.
        const DEFINITIONS: &[(Kind, Definition)] = &[$((Kind::$kind, $file::DEFINITION),)*];
    };
}

codecs! {
    /// `transpose`
    Transpose(transpose: ArrayToArray),
    /// `bytes`
    Bytes(bytes: ArrayToBytes),
    /// `endian`, of the drafts.
    Endian(endian: ArrayToBytes),
    /// `sharding_indexed`
    ShardingIndexed(sharding_indexed: ArrayToBytes),
    /// `gzip`
    Gzip(gzip: BytesToBytes),
    /// `zstd`, of the registry of extensions.
    Zstd(zstd: BytesToBytes),
    /// `blosc`
    Blosc(blosc: BytesToBytes),
    /// `crc32c`
    Crc32c(crc32c: BytesToBytes),
}

/// More bytes than these are not decoded where nothing but the encoded bytes says how many they are: a few
/// kilobytes can stand for gigabytes, and a chain can do that once a codec.
pub const MAX_OF_UNKNOWN_LENGTH: u64 = 1 << 24;

/// How a codec list names a codec, and what its configuration says. Each codec's own file has one.
#[derive(Clone, Copy, Debug)]
pub struct Definition {
    /// The name in metadata.
    pub name: &'static str,
    /// The editions that have the codec under this name.
    pub editions: &'static [Edition],
    /// The members of its configuration.
    pub members: &'static [&'static str],
    /// The codec of a configuration, which has no other members, for a decoded representation.
    pub codec: fn(&Steps, &Json, &Representation) -> Result<Codec>,
}

/// A codec that takes an array and yields an array.
pub trait ArrayToArray: fmt::Debug {
    /// Data type and shape of what the codec yields for an array of these.
    ///
    /// # Errors
    /// [`Error::Metadata`] where it does not take such an array.
    fn encoded_representation(
        &self,
        steps: &Steps,
        data_type: DataType,
        shape: &[u64],
    ) -> Result<(DataType, Vec<u64>)>;

    /// Encodes an array of the decoded representation.
    ///
    /// # Errors
    /// [`Error::Codec`] where it cannot be encoded.
    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<ChunkArray>;

    /// Decodes to an array of this data type and shape.
    ///
    /// # Errors
    /// [`Error::Codec`] where `array` is not of the encoded representation.
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

    /// What the text fixes of a free encoding beyond what decoding it shows. `bytes` decode to an
    /// array of this data type and shape.
    ///
    /// # Errors
    /// [`Error::NotAsConfigured`] where the configuration does not allow to write this.
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
    /// [`Error::Codec`] where it cannot be encoded.
    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>>;

    /// Decodes to an array of this data type and shape.
    ///
    /// # Errors
    /// [`Error::Codec`] where `bytes` are not of the encoded representation.
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

    /// What the text fixes of a free encoding beyond what decoding it shows. `bytes` can be decoded.
    ///
    /// # Errors
    /// [`Error::NotAsConfigured`] where the configuration does not allow to write this.
    fn check_written(&self, _steps: &Steps, _bytes: &[u8]) -> Result<()> {
        Ok(())
    }

    /// Encodes bytes.
    ///
    /// # Errors
    /// [`Error::Codec`] where they cannot be encoded.
    fn encode(&self, steps: &Steps, bytes: &[u8]) -> Result<Vec<u8>>;

    /// Decodes bytes; `length` is their number where it depends on nothing but type and shape.
    ///
    /// # Errors
    /// [`Error::Codec`] where `bytes` are not what the codec yields.
    fn decode(&self, steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>>;
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
enum Encoded {
    Array(ChunkArray),
    Bytes(Vec<u8>),
}

impl Codec {
    /// What the codec takes and yields.
    ///
    /// Requirement: `codecs.kinds`.
    pub fn kind(&self) -> Kind {
        match self.coding() {
            Coding::ArrayToArray(_) => Kind::ArrayToArray,
            Coding::ArrayToBytes(_) => Kind::ArrayToBytes,
            Coding::BytesToBytes(_) => Kind::BytesToBytes,
        }
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

impl Chain {
    /// Whether some codec leaves the choice among several encodings to the writer.
    pub fn is_free(&self) -> bool {
        self.codecs.iter().any(|codec| match codec.coding() {
            Coding::ArrayToBytes(codec) => codec.is_free(),
            Coding::BytesToBytes(codec) => codec.is_free(),
            Coding::ArrayToArray(_) => false,
        })
    }
}

/// The chain that a codec list defines for chunks of this data type, shape and fill value.
///
/// # Errors
/// [`Error::Metadata`] where the list does not have the form that the edition demands, or a
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
    let mut representations = vec![Representation::Array {
        data_type,
        shape: shape.to_vec(),
        fill_value: fill_value.clone(),
    }];
    for value in list {
        let decoded = &representations[codecs.len()];
        let codec = steps.codec(value, decoded)?;
        representations.push(steps.encoded_representation(&codec, decoded)?);
        codecs.push(codec);
    }
    steps.chain_form(&codecs)?;
    Ok(Chain {
        codecs,
        representations,
    })
}

/// Demands: zero or more `array -> array` codecs, exactly one `array -> bytes` codec, zero or more
/// `bytes -> bytes` codecs. The draft has no such list; there each codec takes what it gets, or is
/// refused by [`encoded_representation`].
///
/// Requirements: `codecs.chain-form`, `codecs.not-empty`, `codecs.list-optional`.
pub fn chain_form(codecs: &[Codec], edition: Edition) -> Result<()> {
    if edition == Edition::Draft {
        return Ok(());
    }
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
/// In the draft, a codec that takes bytes takes an array, too, which is converted.
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
            let (data_type, shape) = codec.encoded_representation(steps, *data_type, shape)?;
            Ok(Representation::Array {
                data_type,
                shape,
                fill_value: fill_value.clone(),
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
        (
            Coding::BytesToBytes(codec),
            Representation::Array {
                data_type, shape, ..
            },
        ) if steps.edition() == Edition::Draft => {
            let length = codec.encoded_length(bytes::encoded_size(*data_type, shape));
            Ok(Representation::Bytes { length })
        }
        _ => metadata(format!("codecs: {codec:?} does not take {decoded:?}")),
    }
}

/// Encodes a chunk: `EC[0]` is the chunk, `EC[i+1] := codecs[i].encode(EC[i])`, and the last is the
/// encoded chunk. In the draft, an array at the end is converted: its elements one after the other
/// in their default binary representation.
///
/// # Errors
/// [`Error::Codec`] where the chunk does not have the chain's decoded representation;
/// [`Error::Unsupported`] where a codec meets what no crate decodes here.
///
/// Requirements: `codecs.encoding-procedure`, `codecs.applied-in-sequence`,
/// `codecs.default-conversion`, `codecs.chunks-encoded`.
pub fn encode(steps: &Steps, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
    match chain.representations.first() {
        Some(Representation::Array {
            data_type, shape, ..
        }) if (*data_type, shape) == (chunk.data_type, &chunk.shape) => {}
        expected => {
            return Err(Error::Codec(format!(
                "found a chunk of {} of shape {:?}, expected {expected:?}",
                chunk.data_type, chunk.shape
            )));
        }
    }
    let mut encoded = Encoded::Array(chunk.clone());
    for codec in &chain.codecs {
        encoded = match (codec.kind(), encoded) {
            (Kind::ArrayToArray, Encoded::Array(array)) => {
                Encoded::Array(steps.array_to_array_encode(codec, &array)?)
            }
            (Kind::ArrayToBytes, Encoded::Array(array)) => {
                Encoded::Bytes(steps.array_to_bytes_encode(codec, &array)?)
            }
            (Kind::BytesToBytes, Encoded::Bytes(bytes)) => {
                Encoded::Bytes(steps.bytes_to_bytes_encode(codec, &bytes)?)
            }
            (Kind::BytesToBytes, Encoded::Array(array)) => {
                let bytes = steps.bytes_encode(&array, Some(steps.default_endian()))?;
                Encoded::Bytes(steps.bytes_to_bytes_encode(codec, &bytes)?)
            }
            (Kind::ArrayToArray | Kind::ArrayToBytes, Encoded::Bytes(_)) => {
                return wrong_kind(codec);
            }
        };
    }
    match encoded {
        Encoded::Bytes(bytes) => Ok(bytes),
        Encoded::Array(array) => steps.bytes_encode(&array, Some(steps.default_endian())),
    }
}

/// Decodes a chunk: for each codec in reverse order,
/// `EC[i] := codecs[i].decode(EC[i+1], decoded_representation[i])`.
///
/// # Errors
/// [`Error::Codec`] where the bytes do not have the length of the encoded representation;
/// [`Error::Unsupported`] where a codec meets what no crate decodes here.
///
/// Requirements: `codecs.decoding-procedure`, `codecs.applied-in-sequence`,
/// `codecs.default-conversion`, `codecs.bidirectional`.
pub fn decode(steps: &Steps, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
    decode_checking(steps, chain, bytes, |_, _, _| Ok(()))
}

/// Decodes a chunk; what each codec decoded, its bytes and its decoded representation, goes to
/// `check`.
fn decode_checking(
    steps: &Steps,
    chain: &Chain,
    bytes: &[u8],
    mut check: impl FnMut(&Codec, &[u8], &Representation) -> Result<()>,
) -> Result<ChunkArray> {
    let default = |bytes: &[u8], data_type, shape: &[u64]| {
        steps.bytes_decode(bytes, data_type, shape, Some(steps.default_endian()))
    };
    let mut encoded = match chain.representations.last() {
        Some(Representation::Array {
            data_type, shape, ..
        }) => Encoded::Array(default(bytes, *data_type, shape)?),
        _ => Encoded::Bytes(bytes.to_vec()),
    };
    for (codec, decoded) in chain.codecs.iter().zip(&chain.representations).rev() {
        encoded = match (encoded, decoded) {
            (
                Encoded::Array(array),
                Representation::Array {
                    data_type, shape, ..
                },
            ) if codec.kind() == Kind::ArrayToArray => {
                Encoded::Array(steps.array_to_array_decode(codec, &array, *data_type, shape)?)
            }
            (
                Encoded::Bytes(bytes),
                Representation::Array {
                    data_type, shape, ..
                },
            ) if codec.kind() == Kind::ArrayToBytes => {
                let array = steps.array_to_bytes_decode(codec, &bytes, *data_type, shape)?;
                check(codec, &bytes, decoded)?;
                Encoded::Array(array)
            }
            (Encoded::Bytes(bytes), decoded) if codec.kind() == Kind::BytesToBytes => {
                let length = match decoded {
                    Representation::Array {
                        data_type, shape, ..
                    } => bytes::encoded_size(*data_type, shape),
                    Representation::Bytes { length } => *length,
                };
                let output = steps.bytes_to_bytes_decode(codec, &bytes, length)?;
                check(codec, &bytes, decoded)?;
                match decoded {
                    Representation::Array {
                        data_type, shape, ..
                    } => Encoded::Array(default(&output, *data_type, shape)?),
                    Representation::Bytes { .. } => Encoded::Bytes(output),
                }
            }
            _ => return wrong_kind(codec),
        };
    }
    match encoded {
        Encoded::Array(array) => Ok(array),
        Encoded::Bytes(_) => Err(Error::Bug(
            "the first codec's decoded representation is no array".to_owned(),
        )),
    }
}

/// Encodes by one codec of the kind `array -> array`.
///
/// # Errors
/// Those of the codec.
///
/// Requirement: `codecs.encoding-procedure`.
pub fn array_to_array_encode(
    steps: &Steps,
    codec: &Codec,
    array: &ChunkArray,
) -> Result<ChunkArray> {
    match codec.coding() {
        Coding::ArrayToArray(coding) => coding.encode(steps, array),
        _ => wrong_kind(codec),
    }
}

/// Decodes by one codec of the kind `array -> array`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.decoding-procedure`.
pub fn array_to_array_decode(
    steps: &Steps,
    codec: &Codec,
    array: &ChunkArray,
    data_type: DataType,
    shape: &[u64],
) -> Result<ChunkArray> {
    match codec.coding() {
        Coding::ArrayToArray(coding) => coding.decode(steps, array, data_type, shape),
        _ => wrong_kind(codec),
    }
}

/// Encodes by one codec of the kind `array -> bytes`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.encoding-procedure`.
pub fn array_to_bytes_encode(steps: &Steps, codec: &Codec, array: &ChunkArray) -> Result<Vec<u8>> {
    match codec.coding() {
        Coding::ArrayToBytes(coding) => coding.encode(steps, array),
        _ => wrong_kind(codec),
    }
}

/// Decodes by one codec of the kind `array -> bytes`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.decoding-procedure`.
pub fn array_to_bytes_decode(
    steps: &Steps,
    codec: &Codec,
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
) -> Result<ChunkArray> {
    match codec.coding() {
        Coding::ArrayToBytes(coding) => coding.decode(steps, bytes, data_type, shape),
        _ => wrong_kind(codec),
    }
}

/// Encodes by one codec of the kind `bytes -> bytes`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.encoding-procedure`.
pub fn bytes_to_bytes_encode(steps: &Steps, codec: &Codec, bytes: &[u8]) -> Result<Vec<u8>> {
    match codec.coding() {
        Coding::BytesToBytes(coding) => coding.encode(steps, bytes),
        _ => wrong_kind(codec),
    }
}

/// Decodes by one codec of the kind `bytes -> bytes`.
///
/// # Errors
/// As [`array_to_array_encode`].
///
/// Requirement: `codecs.decoding-procedure`.
pub fn bytes_to_bytes_decode(
    steps: &Steps,
    codec: &Codec,
    bytes: &[u8],
    length: Option<u64>,
) -> Result<Vec<u8>> {
    match codec.coding() {
        Coding::BytesToBytes(coding) => coding.decode(steps, bytes, length),
        _ => wrong_kind(codec),
    }
}

fn wrong_kind<T>(codec: &Codec) -> Result<T> {
    Err(Error::Bug(format!(
        "{codec:?} got a value of the wrong kind"
    )))
}
