//! Chains of codecs: their form, the representation after each, encoding and decoding.
//!
//! Source: core, "Codecs", "Determination of encoded representations", "Encoding procedure",
//! "Decoding procedure"; for the draft also "Conversion between multi-dimensional array and byte
//! string representations".

use super::bytes::{self, Endian};
use super::chunk_array::ChunkArray;
use super::data_type::DataType;
use super::error::{Error, Result, metadata};
use super::json::Json;
use super::steps::Steps;
use crate::Edition;

/// A codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Codec {
    /// `transpose`
    Transpose {
        /// A permutation of the dimension indices.
        order: Vec<usize>,
    },
    /// `bytes`
    Bytes {
        /// Absent where not applicable.
        endian: Option<Endian>,
    },
    /// `endian`, of the drafts.
    Endian {
        /// Always present.
        endian: Endian,
    },
    /// A core codec of a document that is not implemented here: only its place in the chain is
    /// known.
    Elsewhere {
        /// Its name.
        name: String,
        /// Its kind.
        kind: Kind,
    },
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
    pub fn kind(&self) -> Kind {
        match self {
            Self::Transpose { .. } => Kind::ArrayToArray,
            Self::Bytes { .. } | Self::Endian { .. } => Kind::ArrayToBytes,
            Self::Elsewhere { kind, .. } => *kind,
        }
    }
}

/// The chain that a codec list defines for chunks of this data type and shape.
///
/// # Errors
/// [`Error::Metadata`] where the list does not have the form that the edition demands, or a
/// configuration does not fit its decoded representation; [`Error::Unsupported`] where a name is
/// not known.
///
/// Requirements: `codecs.representations`, `codecs.unsupported-representation-fails`.
pub fn chain(steps: &Steps, list: &[Json], data_type: DataType, shape: &[u64]) -> Result<Chain> {
    let mut codecs = Vec::new();
    let mut representations = vec![Representation::Array {
        data_type,
        shape: shape.to_vec(),
    }];
    for value in list {
        let decoded = &representations[codecs.len()];
        let codec = steps.codec(value, decoded)?;
        representations.push(encoded_representation(steps, &codec, decoded)?);
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
/// Requirements: `codecs.chain-form`, `codecs.not-empty`.
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
/// Requirements: `transpose.name`, `bytes.name`, `codecs.core-codecs`.
pub fn codec(steps: &Steps, value: &Json, decoded: &Representation) -> Result<Codec> {
    let extension = steps.extension(value, "codecs")?;
    let configuration = &extension.configuration;
    match (extension.name.as_str(), steps.edition()) {
        ("transpose", _) => {
            steps.known_members(configuration, "transpose", &["order"])?;
            let Representation::Array { shape, .. } = decoded else {
                return metadata(
                    "transpose: found a byte string as decoded representation, expected an array",
                );
            };
            Ok(Codec::Transpose {
                order: steps.transpose_order(configuration, shape.len())?,
            })
        }
        ("endian", Edition::Draft) => {
            steps.known_members(configuration, "endian", &["endian"])?;
            Ok(Codec::Endian {
                endian: steps.endian_endian(configuration)?,
            })
        }
        ("bytes", Edition::V3_0 | Edition::V3_1) => {
            steps.known_members(configuration, "bytes", &["endian"])?;
            let Representation::Array { data_type, .. } = decoded else {
                return metadata(
                    "bytes: found a byte string as decoded representation, expected an array",
                );
            };
            Ok(Codec::Bytes {
                endian: steps.bytes_endian(configuration, *data_type)?,
            })
        }
        ("endian", _) => metadata("codecs: \"endian\" was renamed to \"bytes\" after the drafts"),
        (name @ ("gzip" | "blosc" | "crc32c"), _) => Ok(Codec::Elsewhere {
            name: name.to_owned(),
            kind: Kind::BytesToBytes,
        }),
        (name @ "sharding_indexed", Edition::V3_0 | Edition::V3_1) => Ok(Codec::Elsewhere {
            name: name.to_owned(),
            kind: Kind::ArrayToBytes,
        }),
        (name, edition) => Err(Error::Unsupported(format!(
            "{name:?} is not the name of a core codec in edition {edition}"
        ))),
    }
}

/// `compute_encoded_representation_type`: what the codec yields for this decoded representation.
///
/// # Errors
/// [`Error::Metadata`] where the codec does not take it.
///
/// Requirements: `codecs.representations`, `codecs.unsupported-representation-fails`,
/// `transpose.encoded-shape`, `transpose.same-data-type`, `transpose.after-bytes-fails`.
pub fn encoded_representation(
    steps: &Steps,
    codec: &Codec,
    decoded: &Representation,
) -> Result<Representation> {
    match (codec, decoded) {
        (Codec::Transpose { order }, Representation::Array { data_type, shape }) => {
            Ok(Representation::Array {
                data_type: *data_type,
                shape: steps.transpose_encoded_shape(shape, order)?,
            })
        }
        (
            Codec::Bytes { .. } | Codec::Endian { .. },
            Representation::Array { data_type, shape },
        ) => Ok(Representation::Bytes {
            length: bytes::encoded_size(*data_type, shape),
        }),
        (
            Codec::Elsewhere {
                kind: Kind::BytesToBytes,
                ..
            },
            Representation::Array { .. },
        ) if steps.edition() == Edition::Draft => Ok(Representation::Bytes { length: None }),
        (
            Codec::Elsewhere {
                kind: Kind::ArrayToBytes,
                ..
            },
            Representation::Array { .. },
        )
        | (
            Codec::Elsewhere {
                kind: Kind::BytesToBytes,
                ..
            },
            Representation::Bytes { .. },
        ) => Ok(Representation::Bytes { length: None }),
        _ => metadata(format!("codecs: {codec:?} does not take {decoded:?}")),
    }
}

/// Encodes a chunk: `EC[0]` is the chunk, `EC[i+1] := codecs[i].encode(EC[i])`, and the last is the
/// encoded chunk. In the draft, an array at the end is converted: its elements one after the other
/// in their default binary representation.
///
/// # Errors
/// [`Error::Codec`] where the chunk does not have the chain's decoded representation;
/// [`Error::Unsupported`] where a codec is not implemented here.
///
/// Requirements: `codecs.encoding-procedure`, `codecs.applied-in-sequence`,
/// `codecs.default-conversion`.
pub fn encode(steps: &Steps, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
    let decoded = Representation::Array {
        data_type: chunk.data_type,
        shape: chunk.shape.clone(),
    };
    if chain.representations.first() != Some(&decoded) {
        return Err(Error::Codec(format!(
            "found a chunk {decoded:?}, expected {:?}",
            chain.representations.first()
        )));
    }
    let mut encoded = Encoded::Array(chunk.clone());
    for codec in &chain.codecs {
        encoded = match (codec, encoded) {
            (Codec::Transpose { order }, Encoded::Array(array)) => {
                Encoded::Array(steps.transpose_encode(&array, order)?)
            }
            (Codec::Bytes { endian }, Encoded::Array(array)) => {
                Encoded::Bytes(steps.bytes_encode(&array, *endian)?)
            }
            (Codec::Endian { endian }, Encoded::Array(array)) => {
                Encoded::Bytes(steps.bytes_encode(&array, Some(*endian))?)
            }
            (codec, _) => return not_here(codec),
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
/// [`Error::Unsupported`] where a codec is not implemented here.
///
/// Requirements: `codecs.decoding-procedure`, `codecs.applied-in-sequence`,
/// `codecs.default-conversion`.
pub fn decode(steps: &Steps, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
    let mut encoded =
        match chain.representations.last() {
            Some(Representation::Array { data_type, shape }) => Encoded::Array(
                steps.bytes_decode(bytes, *data_type, shape, Some(steps.default_endian()))?,
            ),
            _ => Encoded::Bytes(bytes.to_vec()),
        };
    for (codec, decoded) in chain.codecs.iter().zip(&chain.representations).rev() {
        let Representation::Array { data_type, shape } = decoded else {
            return not_here(codec);
        };
        encoded = match (codec, encoded) {
            (Codec::Transpose { order }, Encoded::Array(array)) => {
                Encoded::Array(steps.transpose_decode(&array, shape, order)?)
            }
            (Codec::Bytes { endian }, Encoded::Bytes(bytes)) => {
                Encoded::Array(steps.bytes_decode(&bytes, *data_type, shape, *endian)?)
            }
            (Codec::Endian { endian }, Encoded::Bytes(bytes)) => {
                Encoded::Array(steps.bytes_decode(&bytes, *data_type, shape, Some(*endian))?)
            }
            (codec, _) => return not_here(codec),
        };
    }
    match encoded {
        Encoded::Array(array) => Ok(array),
        Encoded::Bytes(_) => Err(Error::Bug(
            "the first codec's decoded representation is no array".to_owned(),
        )),
    }
}

fn not_here<T>(codec: &Codec) -> Result<T> {
    match codec {
        Codec::Elsewhere { name, .. } => Err(Error::Unsupported(format!(
            "codec {name:?} is not implemented here"
        ))),
        _ => Err(Error::Bug(format!(
            "{codec:?} got a value of the wrong kind"
        ))),
    }
}
