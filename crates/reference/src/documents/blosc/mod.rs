//! The blosc codec.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `seen` | what arrays use of it that a reader could get wrong |
//! | `misreadings` | wrong readings |
//! | `permitted` | what else the text permits where it is silent |

pub(crate) mod misreadings;
mod permitted;
mod seen;
#[cfg(test)]
mod tests;
mod text;

pub use text::*;

use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;
use text::compressor::Compressor;
use text::configuration::Shuffle;
use text::header::Header;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST, permitted::parameters::LIST];

steps! {
    blosc: Blosc;

    /// The configuration parameter `cname` of blosc: the compressor.
    fn blosc_cname(_, configuration: &Json) -> Result<Option<Compressor>> {
        configuration::cname(configuration)
    }

    /// Whether the configuration parameter `clevel` of blosc is valid.
    fn blosc_check_clevel(_, configuration: &Json) -> Result<()> {
        configuration::check_clevel(configuration)
    }

    /// The configuration parameter `shuffle` of blosc.
    fn blosc_shuffle(_, configuration: &Json) -> Result<Shuffle> {
        configuration::shuffle(configuration)
    }

    /// The configuration parameter `typesize` of blosc.
    fn blosc_typesize(
        _,
        configuration: &Json,
        shuffle: Shuffle
    ) -> Result<Option<u64>> {
        configuration::typesize(configuration, shuffle)
    }

    /// Whether the configuration parameter `blocksize` of blosc is valid.
    fn blosc_check_blocksize(_, configuration: &Json) -> Result<()> {
        configuration::check_blocksize(configuration)
    }

    /// Encodes by blosc.
    fn blosc_encode(_, bytes: &[u8], codec: &Blosc) -> Result<Vec<u8>> {
        text::encode(bytes, codec)
    }

    /// Decodes by blosc, which needs no configuration; `length` is the number of decoded bytes
    /// where it is known.
    fn blosc_decode(
        steps,
        bytes: &[u8],
        length: Option<u64>,
        _codec: &Blosc
    ) -> Result<Vec<u8>> {
        text::decode(steps, bytes, length)
    }

    /// Whether an encoding by blosc has the header that the configuration asks for.
    fn blosc_check_written(
        steps,
        bytes: &[u8],
        codec: &Blosc
    ) -> Result<()> {
        text::check_written(steps, bytes, codec)
    }

    /// The header of a Blosc chunk.
    fn blosc_header(_, bytes: &[u8]) -> Result<Header> {
        header::header(bytes)
    }

    /// What the blocks of a Blosc chunk hold.
    fn blosc_blocks(steps, header: &Header, chunk: &[u8]) -> Result<Vec<u8>> {
        block::blocks(steps, header, chunk)
    }

    /// The byte of a Blosc chunk at which a block starts.
    fn blosc_block_start(
        _,
        chunk: &[u8],
        index: u64,
        number: u64
    ) -> Result<usize> {
        block::block_start(chunk, index, number)
    }

    /// A shuffled block of a Blosc chunk.
    fn blosc_block(
        steps,
        header: &Header,
        bytes: &[u8],
        length: u64
    ) -> Result<Vec<u8>> {
        block::block(steps, header, bytes, length)
    }

    /// Number of splits of a block of a Blosc chunk.
    fn blosc_splits(_, header: &Header, length: u64) -> u64 {
        block::splits(header, length)
    }

    /// What a split of a block holds.
    fn blosc_split(
        steps,
        header: &Header,
        compressed: &[u8],
        length: u64
    ) -> Result<Vec<u8>> {
        block::split(steps, header, compressed, length)
    }

    /// Decompresses a split by an internal compressor.
    fn blosc_decompress(
        steps,
        compressor: Compressor,
        compressed: &[u8],
        length: u64
    ) -> Result<Vec<u8>> {
        compressor::decompress(steps, compressor, compressed, length)
    }

    /// Undoes the shuffle of a block.
    fn blosc_unshuffle(_, header: &Header, block: &[u8]) -> Result<Vec<u8>> {
        shuffle::unshuffle(header, block)
    }
}
