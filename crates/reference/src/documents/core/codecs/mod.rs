//! Chunk encoding: chains of codecs.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text: chains, what a codec is, and one codec of each kind |
//! | `seen` | what several codecs use that a reader could get wrong |
//! | `written` | chunks that an implementation wrote |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
pub(crate) mod seen;
mod text;
pub mod written;

pub(crate) use permitted::given;
pub use text::*;

use crate::chunk_array::ChunkArray;
use crate::data_type::DataType;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    codecs: Codecs;

    /// One entry of a codec list, given its decoded representation.
    fn codec(steps, value: &Json, decoded: &Representation) -> Result<Codec> {
        text::codec(steps, value, decoded)
    }

    /// What a codec yields for a decoded representation.
    fn encoded_representation(
        steps,
        codec: &Codec,
        decoded: &Representation
    ) -> Result<Representation> {
        text::encoded_representation(steps, codec, decoded)
    }

    /// Encodes by one codec of the kind `array -> array`.
    fn array_to_array_encode(
        steps,
        codec: &Codec,
        array: &ChunkArray
    ) -> Result<ChunkArray> {
        text::array_to_array_encode(steps, codec, array)
    }

    /// Decodes by one codec of the kind `array -> array`.
    fn array_to_array_decode(
        steps,
        codec: &Codec,
        array: &ChunkArray,
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        text::array_to_array_decode(steps, codec, array, data_type, shape)
    }

    /// Encodes by one codec of the kind `array -> bytes`.
    fn array_to_bytes_encode(
        steps,
        codec: &Codec,
        array: &ChunkArray
    ) -> Result<Vec<u8>> {
        text::array_to_bytes_encode(steps, codec, array)
    }

    /// Decodes by one codec of the kind `array -> bytes`.
    fn array_to_bytes_decode(
        steps,
        codec: &Codec,
        bytes: &[u8],
        data_type: DataType,
        shape: &[u64]
    ) -> Result<ChunkArray> {
        text::array_to_bytes_decode(steps, codec, bytes, data_type, shape)
    }

    /// Encodes by one codec of the kind `bytes -> bytes`.
    fn bytes_to_bytes_encode(
        steps,
        codec: &Codec,
        bytes: &[u8]
    ) -> Result<Vec<u8>> {
        text::bytes_to_bytes_encode(steps, codec, bytes)
    }

    /// Decodes by one codec of the kind `bytes -> bytes`.
    fn bytes_to_bytes_decode(
        steps,
        codec: &Codec,
        bytes: &[u8],
        length: Option<u64>
    ) -> Result<Vec<u8>> {
        text::bytes_to_bytes_decode(steps, codec, bytes, length)
    }

    /// Whether a codec list has the form that the text demands.
    fn chain_form(_, list: &[Codec]) -> Result<()> {
        text::chain_form(list)
    }

    /// The chain that a codec list defines, for chunks of this data type and shape.
    fn chain(
        steps,
        list: &[Json],
        data_type: DataType,
        shape: &[u64],
        fill_value: &Element
    ) -> Result<Chain> {
        text::chain(steps, list, data_type, shape, fill_value)
    }

    /// Encodes a chunk by all codecs of a chain.
    fn encode(steps, chain: &Chain, chunk: &ChunkArray) -> Result<Vec<u8>> {
        text::encode(steps, chain, chunk)
    }

    /// Decodes a chunk by all codecs of a chain.
    fn decode(steps, chain: &Chain, bytes: &[u8]) -> Result<ChunkArray> {
        text::decode(steps, chain, bytes)
    }
}
