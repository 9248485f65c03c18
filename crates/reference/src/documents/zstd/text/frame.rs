//! Frames of the Zstandard format.
//!
//! - Specification: [RFC 8878], sections 3.1, 3.1.1 and 3.1.2.
//! - Layout of a Zstandard frame: `Magic_Number` 0xFD2FB528 (4 bytes), `Frame_Header` (2 to 14
//!   bytes), at least one block, and `Content_Checksum` (4 bytes) where its flag is set.
//! - Layout of a frame header: `Frame_Header_Descriptor` (1 byte), `Window_Descriptor` (1 byte, not in
//!   a single segment), `Dictionary_ID` (0, 1, 2 or 4 bytes), `Frame_Content_Size` (0, 1, 2, 4 or 8).
//! - Layout of a skippable frame: `Magic_Number` 0x184D2A50 to 0x184D2A5F (4 bytes), `Frame_Size` (4
//!   bytes), as many bytes of `User_Data`.
//!
//! All numbers are little-endian.
//!
//! ```
//! use zarr_conform_reference::zstd::frame::frame_header;
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! // Content size in 2 bytes, single segment, checksum.
//! let (header, size) = frame_header(&[0b0110_0100, 44, 1])?;
//! assert_eq!((header.content_size, header.window_size), (Some(556), 556));
//! assert_eq!((header.content_checksum_flag, size), (true, 3));
//! # Ok(())
//! # }
//! ```
//!
//! [RFC 8878]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1

use std::ops::RangeInclusive;

use super::block::{Block, LARGEST};
use crate::Steps;
use crate::error::{Error, Result};

/// The magic number of a Zstandard frame.
pub const MAGIC_NUMBER: u32 = 0xFD2F_B528;

/// The magic numbers of skippable frames.
pub const SKIPPABLE: RangeInclusive<u64> = 0x184D_2A50..=0x184D_2A5F;

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A frame with compressed data.
    Zstandard(ZstandardFrame),
    /// A frame with metadata of the user.
    Skippable {
        /// `User_Data`.
        user_data: Vec<u8>,
    },
}

/// A frame with compressed data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ZstandardFrame {
    /// `Frame_Header`.
    pub header: FrameHeader,
    /// The blocks; at least one, and only the last is marked as the last.
    pub blocks: Vec<Block>,
    /// `Content_Checksum`, where its flag is set.
    pub content_checksum: Option<u32>,
    /// The whole frame as it is stored.
    pub bytes: Vec<u8>,
}

/// What the header of a frame says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameHeader {
    /// `Frame_Content_Size`: the number of decompressed bytes.
    pub content_size: Option<u64>,
    /// `Window_Size`; in a single segment, the content size.
    pub window_size: u64,
    /// `Dictionary_ID`; 0 is the same as none.
    pub dictionary_id: u32,
    /// `Content_Checksum_Flag`.
    pub content_checksum_flag: bool,
    /// The unused bit, which a decoder does not interpret and an encoder leaves zero.
    pub unused_bit: bool,
}

impl FrameHeader {
    /// `Block_Maximum_Size`: the smaller of the window size and 128 KB.
    ///
    /// Requirement: `zstd-format.block-maximum-size`.
    pub fn block_maximum_size(&self) -> u64 {
        self.window_size.min(LARGEST as u64)
    }
}

/// All frames of `bytes`.
///
/// # Errors
/// [`Error::Codec`] where there is none, or something else than frames.
///
/// Requirements: `zstd-format.frames`, `zstd-format.frame-formats`.
pub fn frames(steps: &Steps, bytes: &[u8]) -> Result<Vec<Frame>> {
    let mut frames = Vec::new();
    let mut rest = bytes;
    while !rest.is_empty() || frames.is_empty() {
        let (frame, size) = steps.zstd_frame(rest)?;
        frames.push(frame);
        rest = rest.get(size..).unwrap_or_default();
    }
    Ok(frames)
}

/// The frame at the start of `bytes`, and the number of its bytes.
///
/// # Errors
/// [`Error::Codec`] where the bytes are not a frame, or end within it.
///
/// Requirements: `zstd-format.frame-formats`, `zstd-format.frame-structure`,
/// `zstd-format.magic-number`, `zstd-format.skippable-magic-number`,
/// `zstd-format.skippable-frame-size`, `zstd-format.skippable-frame`.
pub fn frame(steps: &Steps, bytes: &[u8]) -> Result<(Frame, usize)> {
    let (magic_number, after) = little_endian(bytes, 4, "a magic number")?;
    if magic_number == u64::from(MAGIC_NUMBER) {
        return zstandard_frame(steps, bytes, after);
    }
    if !SKIPPABLE.contains(&magic_number) {
        return codec(format!(
            "found the magic number {magic_number:#010x}, expected 0xfd2fb528 or 0x184d2a50 to 0x184d2a5f"
        ));
    }
    let (frame_size, after) = little_endian(after, 4, "the size of a skippable frame")?;
    let user_data = usize::try_from(frame_size)
        .ok()
        .and_then(|n| after.get(..n));
    match user_data {
        Some(user_data) => {
            let user_data = user_data.to_vec();
            let size = 8 + user_data.len();
            Ok((Frame::Skippable { user_data }, size))
        }
        None => codec(format!(
            "the bytes end within a skippable frame: found {} bytes, expected {frame_size}",
            after.len()
        )),
    }
}

/// The Zstandard frame at the start of `bytes`, and the number of its bytes; `after` is what follows
/// its magic number.
///
/// Requirement: `zstd-format.blocks`.
fn zstandard_frame(steps: &Steps, bytes: &[u8], after: &[u8]) -> Result<(Frame, usize)> {
    let (header, size) = steps.zstd_frame_header(after)?;
    let mut rest = after.get(size..).unwrap_or_default();
    let mut blocks = Vec::new();
    loop {
        let (block, size) = steps.zstd_block(rest, header.block_maximum_size())?;
        rest = rest.get(size..).unwrap_or_default();
        let last = block.last;
        blocks.push(block);
        if last {
            break;
        }
    }
    let mut content_checksum = None;
    if header.content_checksum_flag {
        let (checksum, after) = little_endian(rest, 4, "a checksum")?;
        content_checksum = u32::try_from(checksum).ok();
        rest = after;
    }
    let size = bytes.len() - rest.len();
    let frame = ZstandardFrame {
        header,
        blocks,
        content_checksum,
        bytes: bytes[..size].to_vec(),
    };
    Ok((Frame::Zstandard(frame), size))
}

/// The frame header at the start of `bytes`, which begin after the magic number, and the number of its
/// bytes.
///
/// # Errors
/// [`Error::Codec`] where the bytes end within it, or the reserved bit is set.
///
/// Requirements: `zstd-format.frame-header`, `zstd-format.frame-header-descriptor`,
/// `zstd-format.frame-content-size-flag`, `zstd-format.single-segment`, `zstd-format.unused-bit`,
/// `zstd-format.reserved-bit-checked`, `zstd-format.content-checksum-flag`,
/// `zstd-format.dictionary-id-flag`, `zstd-format.window-descriptor`,
/// `zstd-format.frame-content-size-value`, `zstd-format.reserved-bit`,
/// `zstd-format.dictionary-id-any-size`, `zstd-format.frame-content-size-any-size`.
pub fn frame_header(bytes: &[u8]) -> Result<(FrameHeader, usize)> {
    let (descriptor, mut rest) = little_endian(bytes, 1, "a frame header")?;
    let frame_content_size_flag = descriptor >> 6 & 3;
    let single_segment = descriptor >> 5 & 1 == 1;
    let unused_bit = descriptor >> 4 & 1 == 1;
    let reserved_bit = descriptor >> 3 & 1;
    let content_checksum_flag = descriptor >> 2 & 1 == 1;
    let dictionary_id_flag = descriptor & 3;
    if reserved_bit != 0 {
        return codec("the reserved bit of a frame header is set, expected zero");
    }
    let mut take = |length| {
        let (number, after) = little_endian(rest, length, "a frame header")?;
        rest = after;
        Ok(number)
    };
    let mut window_size = None;
    if !single_segment {
        window_size = Some(self::window_size(take(1)?));
    }
    let dictionary_id = take(match dictionary_id_flag {
        0 => 0,
        1 => 1,
        2 => 2,
        _ => 4,
    })?;
    let content_size = match frame_content_size_flag {
        0 if single_segment => Some(take(1)?),
        0 => None,
        1 => Some(take(2)? + 256),
        2 => Some(take(4)?),
        _ => Some(take(8)?),
    };
    let header = FrameHeader {
        content_size,
        window_size: window_size.or(content_size).unwrap_or_default(),
        dictionary_id: u32::try_from(dictionary_id).unwrap_or_default(),
        content_checksum_flag,
        unused_bit,
    };
    Ok((header, bytes.len() - rest.len()))
}

/// `Window_Size` of a `Window_Descriptor`, of which bits 3 to 7 are `Exponent` and bits 0 to 2 are
/// `Mantissa`.
///
/// Requirements: `zstd-format.window-size`, `zstd-format.window-size-range`.
fn window_size(window_descriptor: u64) -> u64 {
    let exponent = window_descriptor >> 3;
    let mantissa = window_descriptor & 7;
    let window_log = 10 + exponent;
    let window_base = 1 << window_log;
    let window_add = window_base / 8 * mantissa;
    window_base + window_add
}

/// The number in the first `length <= 8` bytes, and what follows; `what` the bytes are of.
fn little_endian<'a>(bytes: &'a [u8], length: usize, what: &str) -> Result<(u64, &'a [u8])> {
    match bytes.split_at_checked(length) {
        Some((number, after)) => {
            let number = number.iter().rev();
            let number = number.fold(0, |number, byte| number << 8 | u64::from(*byte));
            Ok((number, after))
        }
        None => codec(format!(
            "the bytes end within {what}: found {} bytes, expected {length}",
            bytes.len()
        )),
    }
}

/// Shortens an error of the format.
pub(super) fn codec<T>(message: impl AsRef<str>) -> Result<T> {
    Err(Error::Codec(format!("zstd: {}", message.as_ref())))
}
