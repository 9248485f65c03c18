//! Permitted readings of the Zstandard format.

use crate::codecs::{self, Codec, given};
use crate::error::Error;
use crate::json::with_numbers;
use crate::permitted::{CURRENT, Permitted, Tendency};
use crate::steps::{Replacement, Steps};
use crate::zstd::frame::{self, Frame};
use crate::zstd::{self, block};
use crate::{Json, Result};

fn refused<T>(message: &str) -> Result<T> {
    Err(Error::Codec(format!("zstd: {message}")))
}

/// The frames up to where there is none in full.
fn frames(steps: &Steps, bytes: &[u8]) -> Result<Vec<Frame>> {
    let mut frames = Vec::new();
    let mut rest = bytes;
    while frames.is_empty() || !rest.is_empty() {
        let (frame, size) = match steps.zstd_frame(rest) {
            Err(_) if !frames.is_empty() => break,
            result => result?,
        };
        frames.push(frame);
        rest = rest.get(size..).unwrap_or_default();
    }
    Ok(frames)
}

/// Whether all frames with data have a checksum.
fn have_checksums(frames: &[Frame]) -> bool {
    frames.iter().all(|frame| match frame {
        Frame::Zstandard(frame) => frame.content_checksum.is_some(),
        Frame::Skippable { .. } => true,
    })
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "checksum-demanded",
        open: "zstd-checksum-absent",
        does: "refuses a frame without a checksum where checksum is true",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::bytes_to_bytes_decode(
            |steps, codec, bytes, length| {
                let is_demanded = matches!(codec, Codec::Zstd(zstd) if zstd.checksum);
                if is_demanded && !have_checksums(&steps.zstd_frames(bytes)?) {
                    return refused("a frame has no checksum");
                }
                codecs::bytes_to_bytes_decode(steps, codec, bytes, length)
            },
        )],
    },
    Permitted {
        name: "checksum-ignored-where-not-asked-for",
        open: "zstd-checksum-not-asked-for",
        does: "ignores the checksum of a frame where checksum is false or absent",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::bytes_to_bytes_decode(
            |steps, codec, bytes, length| {
                let is_ignored = matches!(codec, Codec::Zstd(zstd) if !zstd.checksum);
                let ignoring = [Replacement::zstd_check_content_checksum(|_, _, _| Ok(()))];
                let ignoring: &[Replacement] = if is_ignored { &ignoring } else { &[] };
                let steps = steps.clone().with(ignoring);
                codecs::bytes_to_bytes_decode(&steps, codec, bytes, length)
            },
        )],
    },
    Permitted {
        name: "bytes-behind-the-last-frame-ignored",
        open: "zstd-after-the-last-frame",
        does: "ignores bytes behind a frame that are not another one in full",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::zstd_frames(frames)],
    },
    Permitted {
        name: "content-size-not-looked-at",
        open: "zstd-content-size-wrong",
        does: "does not compare the content size of a frame with its data",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::zstd_check_content_size(|_, _, _| Ok(()))],
    },
    Permitted {
        name: "blocks-of-any-size",
        open: "zstd-block-beyond-the-maximum",
        does: "decodes a block that is larger than the maximum of its frame",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::zstd_block(|_, bytes, _| {
            block::block(bytes, u64::MAX)
        })],
    },
    Permitted {
        name: "dictionary-id-not-looked-at",
        open: "zstd-dictionary-id",
        does: "decodes a frame with a dictionary ID where no block uses the dictionary",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::zstd_check_dictionary(|_, _| Ok(()))],
    },
    Permitted {
        name: "dictionary-id-0-refused",
        open: "zstd-dictionary-id",
        does: "refuses a frame that has a dictionary ID of 0",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::zstd_frame_header(|_, bytes| {
            let (header, size) = frame::frame_header(bytes)?;
            let has_id = bytes.first().is_some_and(|descriptor| descriptor & 3 != 0);
            if has_id && header.dictionary_id == 0 {
                return refused("a frame has the dictionary ID 0, which is reserved");
            }
            Ok((header, size))
        })],
    },
    Permitted {
        name: "zstd-level-required",
        open: "parameters-not-said-to-be-required",
        does: "refuses zstd without a level",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            given(configuration, "level")?;
            zstd::level(configuration)
        })],
    },
    Permitted {
        name: "zstd-level-of-any-number",
        open: "zstd-level-with-fraction",
        does: "accepts a level of zstd with a fraction",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::zstd_level(|_, configuration| {
            let rounded = with_numbers(configuration, &|spelling| {
                let value: f64 = spelling.parse().ok()?;
                let is_fraction = spelling.contains('.') && (-131_072.0..=22.0).contains(&value);
                is_fraction.then(|| Json::Number(format!("{:.0}", value.trunc())))
            });
            zstd::level(&rounded)
        })],
    },
];
