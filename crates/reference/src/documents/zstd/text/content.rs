//! What Zstandard frames hold.
//!
//! - Specification: [RFC 8878], sections 3.1.1 (`Content_Checksum`), 3.1.1.1.3, 3.1.1.1.4 and 3.1.2.
//!
//! Raw and RLE blocks are decoded by [`block`](super::block); a frame with compressed blocks is
//! decompressed by the crate `ruzstd`.
//!
//! ```
//! use zarr_conform_reference::zstd::content::content_checksum;
//!
//! // XXH64 of no bytes is 0xef46db3751d8e999.
//! assert_eq!(content_checksum(b""), 0x51d8_e999);
//! ```
//!
//! [RFC 8878]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1

use std::panic;

use ruzstd::decoding::{BlockDecodingStrategy, DEFAULT_MAX_WINDOW_SIZE, FrameDecoder};
use twox_hash::XxHash64;

use super::block::{Block, BlockType};
use super::frame::{Frame, ZstandardFrame, codec};
use crate::Steps;
use crate::codecs::MAX_OF_UNKNOWN_LENGTH;
use crate::error::{Error, Result};

/// The room for what a frame holds where its size is unknown.
pub const UNKNOWN_ROOM: u64 = u64::MAX;

/// What a frame holds: at most `room` bytes.
///
/// # Errors
/// [`Error::Codec`] where it holds more, where a compressed block is damaged, or where the content size
/// or the checksum is another than stated. [`Error::Unsupported`] where it needs a dictionary, or
/// where compressed blocks need a window of more than 128 MiB, or beyond 16 MiB in [`UNKNOWN_ROOM`].
///
/// Requirements: `zstd-format.skippable-frames-skipped`, `zstd-format.frames-independent`,
/// `zstd-format.dictionary-id`, `zstd-format.unregistered-dictionary-fails`,
/// `zstd-format.unsupported-parameter`, `zstd-format.decompressor`,
/// `zstd-format.memory-recommended`, `zstd-format.window-limit`, `zstd-format.window-recommended`.
pub fn frame_content(steps: &Steps, frame: &Frame, room: u64) -> Result<Vec<u8>> {
    let Frame::Zstandard(frame) = frame else {
        return Ok(Vec::new());
    };
    steps.zstd_check_dictionary(frame.header.dictionary_id)?;
    let is_compressed = |block: &Block| block.block_type == BlockType::Compressed;
    let content = if frame.blocks.iter().any(is_compressed) {
        decompress(frame, room)?
    } else {
        let mut content = Vec::new();
        for block in &frame.blocks {
            content.extend(steps.zstd_block_content(block)?);
            check_room(&content, room)?;
        }
        content
    };
    steps.zstd_check_content_size(frame.header.content_size, content.len() as u64)?;
    if let Some(content_checksum) = frame.content_checksum {
        steps.zstd_check_content_checksum(content_checksum, &content)?;
    }
    Ok(content)
}

/// Demands that no dictionary is needed: IDs up to 32767 and from 2^31 on are for registered
/// dictionaries, of which there is none; of others the reference has none.
///
/// # Errors
/// [`Error::Codec`] for the former, [`Error::Unsupported`] for the latter.
///
/// Requirements: `zstd-format.dictionary-id`, `zstd-format.unregistered-dictionary-fails`,
/// `zstd-format.unsupported-parameter`, `zstd-format.dictionary-known`.
pub fn check_dictionary(dictionary_id: u32) -> Result<()> {
    match dictionary_id {
        0 => Ok(()),
        32_768..0x8000_0000 => Err(Error::Unsupported(format!(
            "zstd: a frame needs the dictionary {dictionary_id}"
        ))),
        reserved => codec(format!(
            "a frame refers to the dictionary {reserved}, which is reserved and not registered"
        )),
    }
}

/// Demands that the content size, where it is stated, is the number of decompressed bytes.
///
/// # Errors
/// [`Error::Codec`] where it is another.
///
/// Requirement: `zstd-format.frame-content-size`.
pub fn check_content_size(content_size: Option<u64>, length: u64) -> Result<()> {
    match content_size {
        Some(content_size) if content_size != length => codec(format!(
            "found {length} decompressed bytes, expected {content_size} by the content size"
        )),
        _ => Ok(()),
    }
}

/// Demands that the stored checksum is that of the content.
///
/// # Errors
/// [`Error::Codec`] where it is another.
///
/// Requirements: `zstd.checksum-verified`, `zstd-format.content-checksum`.
pub fn check_content_checksum(steps: &Steps, stored: u32, content: &[u8]) -> Result<()> {
    let expected = steps.zstd_content_checksum(content);
    if stored == expected {
        return Ok(());
    }
    codec(format!(
        "found the checksum {stored:#010x}, expected {expected:#010x}"
    ))
}

/// The checksum of the decompressed bytes: the low 4 bytes of XXH64 with seed 0.
///
/// Requirement: `zstd-format.content-checksum`.
#[expect(clippy::cast_possible_truncation, reason = "the low 4 bytes")]
pub fn content_checksum(content: &[u8]) -> u32 {
    XxHash64::oneshot(0, content) as u32
}

/// What a frame with compressed blocks holds, by the crate `ruzstd`, which checks neither content size
/// nor checksum. What it cannot take is an error, also where it panics.
///
/// Requirement: `zstd-format.compressed-block`.
fn decompress(frame: &ZstandardFrame, room: u64) -> Result<Vec<u8>> {
    let window_size = frame.header.window_size;
    if window_size > DEFAULT_MAX_WINDOW_SIZE {
        return Err(Error::Unsupported(format!(
            "zstd: a frame needs a window of {window_size} bytes, the reference grants \
             {DEFAULT_MAX_WINDOW_SIZE}"
        )));
    }
    panic::catch_unwind(|| decompress_blocks(&frame.bytes, room)).unwrap_or_else(|_| not_allowed())
}

fn decompress_blocks(mut frame: &[u8], room: u64) -> Result<Vec<u8>> {
    let mut decoder = FrameDecoder::new();
    if decoder.init(&mut frame).is_err() {
        return not_allowed();
    }
    let mut content = Vec::new();
    while !decoder.is_finished() {
        let one_block = BlockDecodingStrategy::UptoBlocks(1);
        if decoder.decode_blocks(&mut frame, one_block).is_err() {
            return not_allowed();
        }
        content.extend(decoder.collect().unwrap_or_default());
        check_room(&content, room)?;
    }
    Ok(content)
}

/// In words of its own: those of the crate are names of its types.
fn not_allowed<T>() -> Result<T> {
    codec("found a compressed block that RFC 8878 does not allow")
}

fn check_room(content: &[u8], room: u64) -> Result<()> {
    if room == UNKNOWN_ROOM && content.len() as u64 > MAX_OF_UNKNOWN_LENGTH {
        return too_long();
    }
    if content.len() as u64 <= room {
        return Ok(());
    }
    codec(format!(
        "found more than {room} decompressed bytes, which is all that was expected"
    ))
}

/// What is decoded of bytes of unknown length has an end.
pub(super) fn too_long<T>() -> Result<T> {
    Err(Error::Unsupported(format!(
        "zstd: more than {MAX_OF_UNKNOWN_LENGTH} decompressed bytes, of unknown length"
    )))
}
