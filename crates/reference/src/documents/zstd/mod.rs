//! The zstd codec.
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
use text::block::Block;
use text::frame::{Frame, FrameHeader};

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[permitted::LIST];

steps! {
    zstd: Zstd;

    /// The configuration parameter `level` of zstd.
    fn zstd_level(_, configuration: &Json) -> Result<Option<i64>> {
        text::level(configuration)
    }

    /// The configuration parameter `checksum` of zstd.
    fn zstd_checksum(_, configuration: &Json) -> Result<bool> {
        text::checksum(configuration)
    }

    /// Encodes by zstd, with a checksum where `checksum`.
    fn zstd_encode(steps, bytes: &[u8], checksum: bool) -> Result<Vec<u8>> {
        text::encode(steps, bytes, checksum)
    }

    /// Decodes by zstd; `length` is the number of decoded bytes where it is known.
    fn zstd_decode(steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
        text::decode(steps, bytes, length)
    }

    /// Whether an encoding by zstd has the checksums that it should have.
    fn zstd_check_written(steps, bytes: &[u8], checksum: bool) -> Result<()> {
        text::check_written(steps, bytes, checksum)
    }

    /// All frames of the Zstandard format.
    fn zstd_frames(steps, bytes: &[u8]) -> Result<Vec<Frame>> {
        frame::frames(steps, bytes)
    }

    /// The frame at the start of some bytes, and its length.
    fn zstd_frame(steps, bytes: &[u8]) -> Result<(Frame, usize)> {
        frame::frame(steps, bytes)
    }

    /// The header of a Zstandard frame at the start of some bytes, and its length.
    fn zstd_frame_header(_, bytes: &[u8]) -> Result<(FrameHeader, usize)> {
        frame::frame_header(bytes)
    }

    /// The block at the start of some bytes, and its length.
    fn zstd_block(
        _,
        bytes: &[u8],
        block_maximum_size: u64
    ) -> Result<(Block, usize)> {
        block::block(bytes, block_maximum_size)
    }

    /// What a frame holds: at most `room` bytes.
    fn zstd_frame_content(
        steps,
        frame: &Frame,
        room: u64
    ) -> Result<Vec<u8>> {
        content::frame_content(steps, frame, room)
    }

    /// What a raw or RLE block holds.
    fn zstd_block_content(_, block: &Block) -> Result<Vec<u8>> {
        block::content(block)
    }

    /// Whether a frame needs a dictionary that is not there.
    fn zstd_check_dictionary(_, dictionary_id: u32) -> Result<()> {
        content::check_dictionary(dictionary_id)
    }

    /// Whether a frame holds as many bytes as its header says.
    fn zstd_check_content_size(
        _,
        content_size: Option<u64>,
        length: u64
    ) -> Result<()> {
        content::check_content_size(content_size, length)
    }

    /// Whether a stored checksum is that of the content.
    fn zstd_check_content_checksum(
        steps,
        stored: u32,
        content: &[u8]
    ) -> Result<()> {
        content::check_content_checksum(steps, stored, content)
    }

    /// The checksum of the content of a frame.
    fn zstd_content_checksum(_, content: &[u8]) -> u32 {
        content::content_checksum(content)
    }
}
