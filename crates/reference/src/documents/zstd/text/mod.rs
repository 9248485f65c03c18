//! The zstd codec: compresses bytes by Zstandard.
//!
//! - Specification: [zstd codec] of the registry of extensions; [RFC 8878] for the format, which
//!   [`frame`], [`block`] and [`content`] read.
//! - Name in metadata: `zstd`.
//! - Kind: `bytes -> bytes`.
//! - Example: `{"name": "zstd", "configuration": {"level": 1, "checksum": true}}`.
//! - Layout: one or more frames. What each holds, one after the other, is what is decoded; skippable
//!   frames hold nothing of it.
//!
//! How hard to compress, and into how many frames and blocks, is the writer's choice. Encoding here
//! compresses nothing: it gives one frame of raw blocks.
//!
//! ```
//! use zarr_conform_reference::{Edition, Steps, zstd};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let steps = Steps::literal(Edition::V3_1);
//! let encoded = zstd::encode(&steps, b"abc", false)?;
//! let magic_number = [0x28, 0xb5, 0x2f, 0xfd];
//! let header = [0b1110_0000, 3, 0, 0, 0, 0, 0, 0, 0];
//! let last_raw_block_of_3_bytes = [0b0001_1001, 0, 0, b'a', b'b', b'c'];
//! assert_eq!(encoded, [&magic_number[..], &header, &last_raw_block_of_3_bytes].concat());
//! assert_eq!(zstd::decode(&steps, &encoded, Some(3))?, b"abc");
//! # Ok(())
//! # }
//! ```
//!
//! [zstd codec]: https://github.com/zarr-developers/zarr-extensions/blob/main/codecs/zstd/README.md
//! [RFC 8878]: https://www.rfc-editor.org/rfc/rfc8878

pub mod block;
pub mod content;
pub mod frame;

use super::seen;
use crate::Edition;
use crate::codecs::{BytesToBytes, Codec, Definition, MAX_OF_UNKNOWN_LENGTH};
use crate::error::{Result, metadata, not_as_configured};
use crate::json::Json;
use crate::steps::Steps;
use frame::Frame;

/// The codec in a codec list.
///
/// Requirement: `zstd.name`.
pub const DEFINITION: Definition = Definition {
    name: "zstd",
    is_format: true,
    editions: &[Edition::V3_1],
    members: &["level", "checksum"],
    seen: seen::configuration,
    codec: |steps, configuration, _| {
        Ok(Codec::Zstd(Zstd {
            level: steps.zstd_level(configuration)?,
            checksum: steps.zstd_checksum(configuration)?,
        }))
    },
};

/// The codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zstd {
    /// How hard to compress: `-131072 <= level <= 22`. Nothing here depends on it.
    pub level: Option<i64>,
    /// Whether a checksum is stored when writing.
    pub checksum: bool,
}

/// Requirement: `zstd.kind`.
impl BytesToBytes for Zstd {
    fn encoded_length(&self, _length: Option<u64>) -> Option<u64> {
        None
    }

    fn is_free(&self) -> bool {
        true
    }

    fn has_checksum(&self) -> bool {
        self.checksum
    }

    fn check_written(&self, steps: &Steps, bytes: &[u8]) -> Result<()> {
        steps.zstd_check_written(bytes, self.checksum)
    }

    fn encode(&self, steps: &Steps, bytes: &[u8]) -> Result<Vec<u8>> {
        steps.zstd_encode(bytes, self.checksum)
    }

    fn decode(&self, steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
        steps.zstd_decode(bytes, length)
    }

    fn see(&self, steps: &Steps, bytes: &[u8], see: &mut dyn FnMut(&'static str)) -> Result<()> {
        seen::frames(steps, bytes, see)
    }
}

/// The configuration parameter `level`. The text does not say that it is required (the schema beside
/// it does), so it may be missing here.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is not an integer from -131072 to 22.
///
/// Requirements: `zstd.level-range`, `zstd.level-zero`.
pub fn level(configuration: &Json) -> Result<Option<i64>> {
    let Some(level) = configuration.member("level") else {
        return Ok(None);
    };
    let integer = match level {
        Json::Number(spelling) => spelling.parse().ok(),
        _ => None,
    };
    match integer {
        Some(integer) if (-131_072..=22).contains(&integer) => Ok(Some(integer)),
        _ => metadata(format!(
            "zstd: found level {level}, expected an integer from -131072 to 22"
        )),
    }
}

/// The configuration parameter `checksum`; `false` where it is missing.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is not a boolean.
///
/// Requirements: `zstd.checksum-verified`, `zstd.checksum-omitted`.
pub fn checksum(configuration: &Json) -> Result<bool> {
    match configuration.member("checksum") {
        None => Ok(false),
        Some(Json::Bool(checksum)) => Ok(*checksum),
        Some(other) => metadata(format!(
            "zstd: found checksum {other}, expected true or false"
        )),
    }
}

/// Encodes: one frame, a single segment with its content size, of raw blocks, with a checksum where
/// `checksum`.
///
/// # Errors
/// None; another reading may have one.
///
/// Requirements: `zstd.checksum-verified`, `zstd.format`, `zstd-format.compressor`,
/// `zstd.compression`.
pub fn encode(steps: &Steps, bytes: &[u8], checksum: bool) -> Result<Vec<u8>> {
    let single_segment_of_8_bytes = 0b1110_0000;
    let content_checksum_flag = u8::from(checksum) << 2;
    let mut encoded = frame::MAGIC_NUMBER.to_le_bytes().to_vec();
    encoded.push(single_segment_of_8_bytes | content_checksum_flag);
    encoded.extend((bytes.len() as u64).to_le_bytes());
    let mut blocks: Vec<&[u8]> = bytes.chunks(block::LARGEST).collect();
    if blocks.is_empty() {
        blocks.push(&[]);
    }
    for (i, content) in blocks.iter().enumerate() {
        encoded.extend(block::raw(i + 1 == blocks.len(), content));
    }
    if checksum {
        encoded.extend(steps.zstd_content_checksum(bytes).to_le_bytes());
    }
    Ok(encoded)
}

/// Decodes: the contents of all frames, one after the other. `length` is their number of bytes where
/// it is known.
///
/// # Errors
/// [`Error::Codec`](crate::Error::Codec) where the bytes are not frames by RFC 8878, or hold more than `length`;
/// [`Error::Unsupported`](crate::Error::Unsupported) where a frame needs a dictionary or more memory than the reference grants.
///
/// Requirements: `zstd.format`, `zstd-format.frames-concatenated`,
/// `zstd-format.skippable-frames-skipped`.
pub fn decode(steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
    let mut decoded = Vec::new();
    for frame in steps.zstd_frames(bytes)? {
        let room = match length {
            Some(length) => length.saturating_sub(decoded.len() as u64),
            None => content::UNKNOWN_ROOM,
        };
        decoded.extend(steps.zstd_frame_content(&frame, room)?);
        if length.is_none() && decoded.len() as u64 > MAX_OF_UNKNOWN_LENGTH {
            return content::too_long();
        }
    }
    Ok(decoded)
}

/// Demands of an encoding by a configuration: each frame with content has a checksum where `checksum`, and
/// none elsewhere; and the unused bit is zero.
///
/// # Errors
/// [`Error::NotAsConfigured`](crate::Error::NotAsConfigured) where a checksum is missing or was not asked for, or the unused bit is set.
///
/// Requirements: `zstd.checksum-verified`, `zstd-format.unused-bit-zero`.
pub fn check_written(steps: &Steps, bytes: &[u8], checksum: bool) -> Result<()> {
    for frame in steps.zstd_frames(bytes)? {
        let Frame::Zstandard(frame) = frame else {
            continue;
        };
        let has_content = frame.blocks.iter().any(|block| block.size > 0);
        if has_content && frame.content_checksum.is_some() != checksum {
            return not_as_configured(if checksum {
                "zstd: found a frame without a checksum, expected one as \"checksum\" is true"
            } else {
                "zstd: found a frame with a checksum, expected none as \"checksum\" is not true"
            });
        }
        if frame.header.unused_bit {
            return not_as_configured(
                "zstd: the unused bit of a frame header is set, expected zero",
            );
        }
    }
    Ok(())
}
