//! The sharding codec: splits a chunk, the shard, into inner chunks, and finds each by an index.
//!
//! - Specification: [sharding codec], version 1.0.
//! - Name in metadata: `sharding_indexed`.
//! - Kind: `array -> bytes`.
//! - Example: `{"name": "sharding_indexed", "configuration": {"chunk_shape": [32, 32],
//!   "codecs": ["bytes"], "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}},
//!   "crc32c"], "index_location": "end"}}`.
//! - Layout: the encoded inner chunks in any order, with unused space where the writer leaves it, and
//!   the encoded index before or after all of them. The index is an array of `uint64` that has
//!   `offset[i]` and `nbytes[i]` of each inner chunk `i`: where in the shard it begins, and its
//!   length, both in bytes. Both are 2^64 - 1 for an inner chunk that is empty.
//!
//! Where inner chunks lie is the writer's choice. This reference writes all of them, one after the
//! other in lexicographical order, without unused space:
//!
//! ```
//! use zarr_conform_reference::{ChunkArray, DataType, Element, Json, Steps};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let sharding = Json::parse(br#"{"name": "sharding_indexed", "configuration": {
//!     "chunk_shape": [1, 2], "codecs": ["bytes"],
//!     "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}"#)?;
//! let steps = Steps::default();
//! let chain = steps.chain(&[sharding], DataType::UINT8, &[2, 2], &Element::Bits(9))?;
//!
//! let elements = (1..=4).map(Element::Bits).collect();
//! let shard = ChunkArray::new(DataType::UINT8, vec![2, 2], elements)?;
//! let mut encoded = steps.encode(&chain, &shard)?;
//! assert_eq!(encoded[..4], [1, 2, 3, 4]);
//! assert_eq!(encoded[4..20], [[0, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0]].concat());
//! assert_eq!(encoded[20..], [[2, 0, 0, 0, 0, 0, 0, 0], [2, 0, 0, 0, 0, 0, 0, 0]].concat());
//!
//! encoded[20..].fill(0xff);
//! let decoded = steps.decode(&chain, &encoded)?;
//! assert_eq!(decoded.elements, [1, 2, 9, 9].map(Element::Bits));
//! # Ok(())
//! # }
//! ```
//!
//! [sharding codec]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/sharding-indexed/index.html#binary-shard-format

use crate::Edition;
use crate::chunk_array::{ChunkArray, MAX_ELEMENTS, Positions, number_of_elements, positions};
use crate::codecs::{ArrayToBytes, Chain, Codec, Definition, Representation, seen, written};
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;

/// The codec in a codec list.
///
/// Requirements: `sharding-indexed.name`, `sharding-indexed.no-write-strategy`.
pub const DEFINITION: Definition = Definition {
    name: "sharding_indexed",
    is_format: true,
    editions: &[Edition::V3_0, Edition::V3_1],
    members: &["chunk_shape", "codecs", "index_codecs", "index_location"],
    seen: |configuration| seen::string(configuration, "index_location", "start"),
    codec: |steps, configuration, decoded| {
        let Representation::Array {
            data_type,
            shape,
            fill_value,
        } = decoded
        else {
            return metadata(
                "sharding_indexed: found a byte string as decoded representation, expected an array",
            );
        };
        let chunk_shape = steps.sharding_chunk_shape(configuration)?;
        let chunks_per_shard = steps.sharding_chunks_per_shard(shape, &chunk_shape)?;
        let codecs = steps.sharding_codecs(configuration, *data_type, &chunk_shape, fill_value)?;
        let index_codecs = steps.sharding_index_codecs(configuration, &chunks_per_shard)?;
        let index_location = steps.sharding_index_location(configuration)?;
        Ok(Codec::ShardingIndexed(ShardingIndexed {
            chunk_shape,
            codecs,
            index_codecs,
            index_location,
            fill_value: fill_value.clone(),
        }))
    },
};

/// The codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ShardingIndexed {
    /// The shape of inner chunks; `shard_shape[d]` is a multiple of `chunk_shape[d]`.
    pub chunk_shape: Vec<u64>,
    /// What encodes and decodes an inner chunk.
    pub codecs: Chain,
    /// What encodes and decodes the index, to a fixed number of bytes.
    pub index_codecs: Chain,
    /// Where in the shard the index is.
    pub index_location: IndexLocation,
    /// Every element of an empty inner chunk.
    pub fill_value: Element,
}

/// Where in a shard the index is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexLocation {
    /// At the beginning.
    Start,
    /// At the end.
    End,
}

/// Requirement: `sharding-indexed.kind`.
impl ArrayToBytes for ShardingIndexed {
    /// It depends on which inner chunks are empty, on their codecs, and on the writer.
    fn encoded_length(&self, _data_type: DataType, _shape: &[u64]) -> Option<u64> {
        None
    }

    fn is_free(&self) -> bool {
        true
    }

    fn has_checksum(&self) -> bool {
        self.codecs.has_checksum()
    }

    fn changes_elements(&self) -> bool {
        self.codecs.changes_elements()
    }

    /// Demands of each inner chunk that its own codecs were applied as they are configured.
    fn check_written(
        &self,
        steps: &Steps,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
    ) -> Result<()> {
        let index = steps.sharding_index_decode(self, bytes)?;
        let decode = |encoded: &[u8]| written::decode(steps, &self.codecs, encoded);
        each_inner_chunk(
            steps,
            self,
            (bytes, &index),
            (data_type, shape),
            decode,
            |_, _| Ok(()),
        )
    }

    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<Vec<u8>> {
        steps.sharding_encode(self, array)
    }

    fn decode(
        &self,
        steps: &Steps,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64],
    ) -> Result<ChunkArray> {
        steps.sharding_decode(self, bytes, data_type, shape)
    }
}

/// The configuration parameter `chunk_shape`: the shape of the inner chunks in a shard.
///
/// # Errors
/// [`Error::Metadata`] where it is absent; otherwise as [`Json::lengths`].
///
/// Requirement: `sharding-indexed.chunk-shape`.
pub fn chunk_shape(configuration: &Json) -> Result<Vec<u64>> {
    required(configuration, "chunk_shape")?.lengths("sharding_indexed: chunk_shape")
}

/// Chunks per shard: the shard shape divided by the inner chunk shape, dimension by dimension.
///
/// # Errors
/// [`Error::Metadata`] where the numbers of dimensions differ, or `chunk_shape[d]` does not divide
/// `shard_shape[d]` evenly; 0 divides nothing.
///
/// Requirements: `sharding-indexed.inner-shape-divides`, `sharding-indexed.chunks-per-shard`,
/// `sharding-indexed.shard`, `sharding-indexed.shard-shape`,
/// `sharding-indexed.several-inner-chunks`.
pub fn chunks_per_shard(shard_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
    if chunk_shape.len() != shard_shape.len() {
        return metadata(format!(
            "sharding_indexed: found a chunk_shape of {} dimensions, expected the {} of the shard",
            chunk_shape.len(),
            shard_shape.len()
        ));
    }
    let mut chunks_per_shard = vec![0; shard_shape.len()];
    for d in 0..shard_shape.len() {
        if chunk_shape[d] == 0 || shard_shape[d] % chunk_shape[d] != 0 {
            return metadata(format!(
                "sharding_indexed: chunk_shape[{d}] is {}, which does not evenly divide the shard's {}",
                chunk_shape[d], shard_shape[d]
            ));
        }
        chunks_per_shard[d] = shard_shape[d] / chunk_shape[d];
    }
    Ok(chunks_per_shard)
}

/// The configuration parameter `codecs`, for inner chunks of this data type and shape.
///
/// Lists in lists end: a metadata document is nested at most 100 deep.
///
/// # Errors
/// [`Error::Metadata`] where it is absent or no array, or as [`chain`](crate::codecs::chain).
///
/// Requirements: `sharding-indexed.codecs`, `sharding-indexed.codecs-array`,
/// `sharding-indexed.codecs-required`.
pub fn codecs(
    steps: &Steps,
    configuration: &Json,
    data_type: DataType,
    chunk_shape: &[u64],
    fill_value: &Element,
) -> Result<Chain> {
    let list = codec_list(configuration, "codecs")?;
    steps.chain(list, data_type, chunk_shape, fill_value)
}

/// The configuration parameter `index_codecs`, for the index of so many inner chunks: an array of
/// `uint64` of the shape of chunks per shard and one more dimension of length 2.
///
/// # Errors
/// [`Error::Metadata`] where it is absent or no array, a codec of it yields a number of bytes that
/// varies, or as [`chain`](crate::codecs::chain); [`Error::Unsupported`] where there are too many inner
/// chunks for this reference.
///
/// Requirements: `sharding-indexed.index-codecs`, `sharding-indexed.index-codecs-array`,
/// `sharding-indexed.index-codecs-required`, `sharding-indexed.index-codecs-fixed-size`,
/// `sharding-indexed.index-shape`.
pub fn index_codecs(
    steps: &Steps,
    configuration: &Json,
    chunks_per_shard: &[u64],
) -> Result<Chain> {
    let list = codec_list(configuration, "index_codecs")?;
    match number_of_elements(chunks_per_shard) {
        Some(number) if number <= MAX_ELEMENTS => {}
        _ => {
            return Err(Error::Unsupported(format!(
                "{chunks_per_shard:?} inner chunks are too many for the reference"
            )));
        }
    }
    let index_shape = [chunks_per_shard, &[2]].concat();
    let empty = Element::Bits(EMPTY);
    let chain = steps.chain(list, DataType::UINT64, &index_shape, &empty)?;
    for (codec, encoded) in chain.codecs.iter().zip(&chain.representations[1..]) {
        if matches!(encoded, Representation::Bytes { length: None }) {
            return metadata(format!(
                "sharding_indexed: index_codecs contains {codec:?}, which yields a number of bytes that varies"
            ));
        }
    }
    Ok(chain)
}

/// The configuration parameter `index_location`, which is `"end"` where it is absent.
///
/// # Errors
/// [`Error::Metadata`] where it is not `"start"` or `"end"`.
///
/// Requirements: `sharding-indexed.index-location-values`,
/// `sharding-indexed.index-location-default`.
pub fn index_location(configuration: &Json) -> Result<IndexLocation> {
    let Some(value) = configuration.member("index_location") else {
        return Ok(IndexLocation::End);
    };
    match value.as_str() {
        Some("start") => Ok(IndexLocation::Start),
        Some("end") => Ok(IndexLocation::End),
        _ => metadata(format!(
            "sharding_indexed: found index_location {value}, expected \"start\" or \"end\""
        )),
    }
}

/// The byte size of the index, which the number of inner chunks and the index codecs determine.
///
/// # Errors
/// [`Error::Metadata`] where the size is not determined, which [`index_codecs`] refuses already.
///
/// Requirement: `sharding-indexed.index-size`.
pub fn index_size(index_codecs: &Chain) -> Result<u64> {
    match index_codecs.representations.last() {
        Some(Representation::Bytes {
            length: Some(length),
        }) => Ok(*length),
        other => metadata(format!(
            "sharding_indexed: the index is encoded to {other:?}, expected a number of bytes"
        )),
    }
}

/// What `offset` and `nbytes` both are for an empty inner chunk.
///
/// Requirement: `sharding-indexed.empty-inner-chunk`.
pub const EMPTY: u64 = u64::MAX;

/// The index of a shard: an array of `uint64`, in which `offset[i]` is the element at `(i, 0)` and
/// `nbytes[i]` the one at `(i, 1)`.
///
/// # Errors
/// [`Error::Codec`] where the shard is shorter than its index, or the index cannot be decoded.
///
/// Requirements: `sharding-indexed.index-location`, `sharding-indexed.index-encoded`,
/// `sharding-indexed.index-size`, `sharding-indexed.index-full-shape`.
pub fn index_decode(steps: &Steps, codec: &ShardingIndexed, shard: &[u8]) -> Result<ChunkArray> {
    let size = steps.sharding_index_size(&codec.index_codecs)?;
    let first = match codec.index_location {
        IndexLocation::Start => Some(0),
        IndexLocation::End => (shard.len() as u64).checked_sub(size),
    };
    let encoded = first.and_then(|first| part(shard, first, size));
    let Some(encoded) = encoded else {
        return Err(Error::Codec(format!(
            "sharding_indexed: found a shard of {} bytes, expected an index of {size} bytes in it",
            shard.len()
        )));
    };
    steps.decode(&codec.index_codecs, encoded)
}

/// The encoded inner chunk at `i`: the `nbytes[i]` bytes of the shard from byte `offset[i]`; nothing
/// where it is empty.
///
/// `i[d] < chunks_per_shard[d]`.
///
/// # Errors
/// [`Error::Codec`] where some of these bytes lie beyond the shard.
///
/// Requirements: `sharding-indexed.index-entries`, `sharding-indexed.offset-nbytes`,
/// `sharding-indexed.empty-inner-chunk`.
pub fn inner_chunk(index: &ChunkArray, i: &[u64], shard: &[u8]) -> Result<Option<Vec<u8>>> {
    let offset = word(index, i, 0)?;
    let nbytes = word(index, i, 1)?;
    if offset == EMPTY && nbytes == EMPTY {
        return Ok(None);
    }
    match part(shard, offset, nbytes) {
        Some(encoded) => Ok(Some(encoded.to_vec())),
        None => Err(Error::Codec(format!(
            "sharding_indexed: inner chunk {i:?} has offset {offset} and nbytes {nbytes}, beyond a shard of {} bytes",
            shard.len()
        ))),
    }
}

/// Decodes: each inner chunk by its codecs, or as the fill value where it is empty.
///
/// # Errors
/// [`Error::Codec`] where the index or an inner chunk cannot be decoded; [`Error::Unsupported`]
/// where a shard of `shape` is too large for this reference.
///
/// Requirements: `sharding-indexed.codecs`, `sharding-indexed.fill-value`,
/// `sharding-indexed.unused-space`, `sharding-indexed.any-order-read`,
/// `sharding-indexed.order-not-expected`, `sharding-indexed.replaced-in-place`,
/// `sharding-indexed.append-only`, `sharding-indexed.other-formats`.
pub fn decode(
    steps: &Steps,
    codec: &ShardingIndexed,
    bytes: &[u8],
    data_type: DataType,
    shape: &[u64],
) -> Result<ChunkArray> {
    // The index first: a large shard is only made where there is one.
    let index = steps.sharding_index_decode(codec, bytes)?;
    let mut shard = ChunkArray::filled(data_type, shape.to_vec(), &codec.fill_value)?;
    let decode = |encoded: &[u8]| steps.decode(&codec.codecs, encoded);
    each_inner_chunk(
        steps,
        codec,
        (bytes, &index),
        (data_type, shape),
        decode,
        |i, inner_chunk| {
            let mut positions = Positions::of(&codec.chunk_shape);
            while let Some(position) = positions.advance() {
                let element = inner_chunk.get(position)?.clone();
                let in_shard = position_in_shard(i, &codec.chunk_shape, position);
                shard.set(&in_shard, element)?;
            }
            Ok(())
        },
    )?;
    Ok(shard)
}

/// Gives each inner chunk of a shard with this index, data type and shape, with its place `i` among them:
/// decoded by `decode`, or of the fill value where it is empty.
pub(crate) fn each_inner_chunk(
    steps: &Steps,
    codec: &ShardingIndexed,
    (bytes, index): (&[u8], &ChunkArray),
    (data_type, shape): (DataType, &[u64]),
    mut decode: impl FnMut(&[u8]) -> Result<ChunkArray>,
    mut each: impl FnMut(&[u64], ChunkArray) -> Result<()>,
) -> Result<()> {
    let chunks_per_shard = steps.sharding_chunks_per_shard(shape, &codec.chunk_shape)?;
    for i in positions(&chunks_per_shard) {
        let inner_chunk = match steps.sharding_inner_chunk(codec, index, &i, bytes)? {
            Some(encoded) => decode(&encoded)?,
            None => ChunkArray::filled(data_type, codec.chunk_shape.clone(), &codec.fill_value)?,
        };
        each(&i, inner_chunk)?;
    }
    Ok(())
}

/// Encodes: all inner chunks in lexicographical order, without unused space, and the index before or
/// after them. None is left out as empty.
///
/// # Errors
/// [`Error::Codec`] where an inner chunk cannot be encoded.
///
/// Requirements: `sharding-indexed.codecs`, `sharding-indexed.offset-nbytes`,
/// `sharding-indexed.index-location`, `sharding-indexed.index-encoded`,
/// `sharding-indexed.index-full-shape`, `sharding-indexed.order-free`.
pub fn encode(steps: &Steps, codec: &ShardingIndexed, array: &ChunkArray) -> Result<Vec<u8>> {
    let chunks_per_shard = steps.sharding_chunks_per_shard(&array.shape, &codec.chunk_shape)?;
    let index_shape = [&chunks_per_shard[..], &[2]].concat();
    let mut index = ChunkArray::filled(DataType::UINT64, index_shape, &Element::Bits(EMPTY))?;
    let mut inner_chunks = Vec::new();
    let first = match codec.index_location {
        IndexLocation::Start => steps.sharding_index_size(&codec.index_codecs)?,
        IndexLocation::End => 0,
    };
    for i in positions(&chunks_per_shard) {
        let mut inner_chunk = ChunkArray::filled(
            array.data_type,
            codec.chunk_shape.clone(),
            &codec.fill_value,
        )?;
        let mut positions = Positions::of(&codec.chunk_shape);
        while let Some(position) = positions.advance() {
            let in_shard = position_in_shard(&i, &codec.chunk_shape, position);
            inner_chunk.set(position, array.get(&in_shard)?.clone())?;
        }
        let encoded = steps.encode(&codec.codecs, &inner_chunk)?;
        let offset = first + inner_chunks.len() as u64;
        set_word(&mut index, &i, 0, offset)?;
        set_word(&mut index, &i, 1, encoded.len() as u64)?;
        inner_chunks.extend(encoded);
    }
    let index = steps.encode(&codec.index_codecs, &index)?;
    Ok(match codec.index_location {
        IndexLocation::Start => [index, inner_chunks].concat(),
        IndexLocation::End => [inner_chunks, index].concat(),
    })
}

/// The position in the shard of an element of the inner chunk at `i`.
fn position_in_shard(i: &[u64], chunk_shape: &[u64], position: &[u64]) -> Vec<u64> {
    let mut in_shard = vec![0; i.len()];
    for d in 0..i.len() {
        in_shard[d] = i[d] * chunk_shape[d] + position[d];
    }
    in_shard
}

/// The position in the shard of the first element of the inner chunk at `i`.
pub(crate) fn origin(i: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
    position_in_shard(i, chunk_shape, &vec![0; i.len()])
}

/// The element of the index at `(i, which)`: `offset[i]` for 0, `nbytes[i]` for 1.
pub(crate) fn word(index: &ChunkArray, i: &[u64], which: u64) -> Result<u64> {
    match index.get(&[i, &[which]].concat())? {
        Element::Bits(bits) => Ok(*bits),
        other => Err(Error::Bug(format!("the index contains {other:?}"))),
    }
}

pub(crate) fn set_word(index: &mut ChunkArray, i: &[u64], which: u64, word: u64) -> Result<()> {
    index.set(&[i, &[which]].concat(), Element::Bits(word))
}

/// The bytes of the shard from `first`, or nothing where they do not all lie in it.
pub(crate) fn part(shard: &[u8], first: u64, length: u64) -> Option<&[u8]> {
    let end = first.checked_add(length)?;
    shard.get(usize::try_from(first).ok()?..usize::try_from(end).ok()?)
}

/// A list of codecs that must be given.
fn codec_list<'a>(configuration: &'a Json, name: &str) -> Result<&'a [Json]> {
    match required(configuration, name)? {
        Json::Array(list) => Ok(list),
        other => metadata(format!(
            "sharding_indexed: found {other} for {name:?}, expected a list of codecs"
        )),
    }
}

fn required<'a>(configuration: &'a Json, name: &str) -> Result<&'a Json> {
    configuration.member(name).ok_or_else(|| {
        Error::Metadata(format!(
            "sharding_indexed: the configuration has no member {name:?}, which is required"
        ))
    })
}
