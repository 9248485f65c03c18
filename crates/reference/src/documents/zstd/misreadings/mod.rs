//! Wrong readings of the frames of the zstd codec.

pub(crate) mod configuration;

use twox_hash::XxHash64;

use crate::error::Error;
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::zstd::block::{self, Block, BlockType};
use crate::zstd::content;
use crate::zstd::frame::{self, Frame, FrameHeader, MAGIC_NUMBER};
use crate::{Result, zstd};

fn refused<T>(what: &str) -> Result<T> {
    Err(Error::Codec(format!("zstd: {what}")))
}

fn is_skippable(frame: &Frame) -> bool {
    matches!(frame, Frame::Skippable { .. })
}

/// The frames, of which those with data are left out that `keep` refuses, by their place among them.
fn with_frames(
    steps: &Steps,
    bytes: &[u8],
    keep: impl Fn(usize, usize) -> bool,
) -> Result<Vec<Frame>> {
    let mut frames = frame::frames(steps, bytes)?;
    let number = frames.iter().filter(|frame| !is_skippable(frame)).count();
    let mut place = 0;
    frames.retain(|frame| {
        place += usize::from(!is_skippable(frame));
        is_skippable(frame) || keep(place - 1, number)
    });
    Ok(frames)
}

/// The number that begins the bytes, where they are a skippable frame.
fn skippable_magic_number(bytes: &[u8]) -> Option<u32> {
    let magic_number = u32::from_le_bytes(*bytes.first_chunk()?);
    (magic_number & !0xf == 0x184D_2A50).then_some(magic_number)
}

/// The header of bytes that are `longer` by so many than those that are stored, and the number of
/// stored bytes.
fn header_of(bytes: &[u8], longer: isize) -> Result<(FrameHeader, usize)> {
    let (header, size) = frame::frame_header(bytes)?;
    Ok((header, size.saturating_add_signed(-longer)))
}

/// The block, with its `last` changed by what follows it.
fn marked(
    bytes: &[u8],
    block_maximum_size: u64,
    last: impl Fn(&Block, &[u8]) -> bool,
) -> Result<(Block, usize)> {
    let (mut block, size) = block::block(bytes, block_maximum_size)?;
    block.last = last(&block, bytes.get(size..).unwrap_or_default());
    Ok((block, size))
}

/// The bytes with their first one changed.
fn first_changed(bytes: &[u8], change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(first) = bytes.first_mut() {
        *first = change(*first);
    }
    bytes
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "zstd-first-frame-only",
        when: "only the first of several frames of Zstandard is read",
        requirements: &["zstd-format.frames-concatenated"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frames(|steps, bytes| {
            with_frames(steps, bytes, |place, _| place == 0)
        })],
    },
    Misreading {
        name: "zstd-last-frame-only",
        when: "only the last of several frames of Zstandard is read",
        requirements: &["zstd-format.frames-concatenated"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frames(|steps, bytes| {
            with_frames(steps, bytes, |place, number| place + 1 == number)
        })],
    },
    Misreading {
        name: "zstd-several-frames-refused",
        when: "several frames of Zstandard are refused",
        requirements: &["zstd-format.frames", "zstd-format.frames-concatenated"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frames(|steps, bytes| {
            let frames = frame::frames(steps, bytes)?;
            if frames.iter().filter(|frame| !is_skippable(frame)).count() > 1 {
                return refused("found several frames");
            }
            Ok(frames)
        })],
    },
    Misreading {
        name: "zstd-empty-frames-refused",
        when: "frames of Zstandard without content are refused",
        requirements: &["zstd-format.frames", "zstd-format.frames-concatenated"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_content(|steps, frame, room| {
            let content = content::frame_content(steps, frame, room)?;
            if content.is_empty() && !is_skippable(frame) {
                return refused("found an empty frame");
            }
            Ok(content)
        })],
    },
    Misreading {
        name: "zstd-skippable-frames-refused",
        when: "skippable frames of Zstandard are refused",
        requirements: &["zstd-format.skippable-frames-skipped"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frames(|steps, bytes| {
            let frames = frame::frames(steps, bytes)?;
            if frames.iter().any(is_skippable) {
                return refused("found a skippable frame");
            }
            Ok(frames)
        })],
    },
    Misreading {
        name: "zstd-skippable-frames-are-data",
        when: "metadata of skippable frames of Zstandard are read as data",
        requirements: &["zstd-format.skippable-frames-skipped"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_content(
            |steps, frame, room| match frame {
                Frame::Skippable { user_data } => Ok(user_data.clone()),
                Frame::Zstandard(_) => content::frame_content(steps, frame, room),
            },
        )],
    },
    Misreading {
        name: "zstd-skippable-frame-ends",
        when: "what follows a skippable frame of Zstandard is not read",
        requirements: &["zstd-format.skippable-frames-skipped"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frames(|steps, bytes| {
            let frames = frame::frames(steps, bytes)?;
            Ok(frames
                .into_iter()
                .take_while(|frame| !is_skippable(frame))
                .collect())
        })],
    },
    Misreading {
        name: "zstd-one-skippable-magic-number",
        when: "only 0x184D2A50 is treated as the magic number of skippable frames of Zstandard",
        requirements: &["zstd-format.skippable-magic-number"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame(
            |steps, bytes| match skippable_magic_number(bytes) {
                Some(other) if other != 0x184D_2A50 => refused("found an unknown magic number"),
                _ => frame::frame(steps, bytes),
            },
        )],
    },
    Misreading {
        name: "zstd-more-skippable-magic-numbers",
        when: "any magic number that begins with 0x184D2A is treated as that of a skippable frame of Zstandard",
        requirements: &["zstd-format.skippable-magic-number"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame(|steps, bytes| {
            match bytes.first_chunk() {
                Some([_, 0x2a, 0x4d, 0x18]) => frame::frame(steps, &first_changed(bytes, |_| 0x50)),
                _ => frame::frame(steps, bytes),
            }
        })],
    },
    Misreading {
        name: "zstd-skippable-size-in-1-byte",
        when: "the size of a skippable frame of Zstandard is read from its first byte",
        requirements: &["zstd-format.skippable-frame-size"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame(|steps, bytes| {
            let mut changed = bytes.to_vec();
            if skippable_magic_number(bytes).is_some() {
                changed
                    .iter_mut()
                    .skip(5)
                    .take(3)
                    .for_each(|byte| *byte = 0);
            }
            frame::frame(steps, &changed)
        })],
    },
    Misreading {
        name: "zstd-skippable-size-of-the-whole",
        when: "the size of a skippable frame of Zstandard is used as that of the whole frame",
        requirements: &["zstd-format.skippable-frame-size"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame(|steps, bytes| {
            let (frame, size) = frame::frame(steps, bytes)?;
            match frame {
                Frame::Skippable { ref user_data } => {
                    let size = user_data.len().max(8);
                    Ok((frame, size))
                }
                Frame::Zstandard(_) => Ok((frame, size)),
            }
        })],
    },
    Misreading {
        name: "zstd-content-size-required",
        when: "frames of Zstandard without a content size are refused",
        requirements: &["zstd-format.frame-content-size-flag"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(
            |_, bytes| match frame::frame_header(bytes)? {
                (header, _) if header.content_size.is_none() => refused("found no content size"),
                header => Ok(header),
            },
        )],
    },
    Misreading {
        name: "zstd-content-size-without-256",
        when: "256 is not added to a content size of Zstandard in 2 bytes",
        requirements: &["zstd-format.frame-content-size-value"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(|_, bytes| {
            let (mut header, size) = frame::frame_header(bytes)?;
            if bytes.first().is_some_and(|descriptor| descriptor >> 6 == 1) {
                header.content_size = header.content_size.map(|size| size.wrapping_sub(256));
            }
            Ok((header, size))
        })],
    },
    Misreading {
        name: "zstd-content-size-in-big-endian",
        when: "the content size of Zstandard is read as big endian",
        requirements: &["zstd-format.frame-content-size-value"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(|_, bytes| {
            let (_, size) = frame::frame_header(bytes)?;
            let length = match bytes.first().map_or(0, |descriptor| descriptor >> 6) {
                0 => 0,
                flag => 1 << flag,
            };
            let mut changed = bytes.to_vec();
            if let Some(field) = changed.get_mut(size - length..size) {
                field.reverse();
            }
            frame::frame_header(&changed)
        })],
    },
    Misreading {
        name: "zstd-content-size-in-4-bytes",
        when: "a content size of Zstandard in 8 bytes is read from 4",
        requirements: &["zstd-format.frame-content-size-flag"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(|_, bytes| {
            match bytes.first() {
                Some(descriptor) if descriptor >> 6 == 3 => {
                    frame::frame_header(&first_changed(bytes, |it| it & 0x3f | 0x80))
                }
                _ => frame::frame_header(bytes),
            }
        })],
    },
    Misreading {
        name: "zstd-window-in-single-segment",
        when: "a window descriptor is read in a single segment of Zstandard, too",
        requirements: &["zstd-format.single-segment"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(|_, bytes| {
            let mut changed = bytes.to_vec();
            let is_single = bytes
                .first()
                .is_some_and(|descriptor| descriptor & 0x20 != 0);
            if is_single && changed.len() > 1 {
                changed.remove(1);
                return header_of(&changed, -1);
            }
            frame::frame_header(bytes)
        })],
    },
    Misreading {
        name: "zstd-window-not-read",
        when: "no window descriptor of Zstandard is read",
        requirements: &["zstd-format.window-descriptor"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(|_, bytes| {
            let mut changed = bytes.to_vec();
            let is_single = bytes
                .first()
                .is_some_and(|descriptor| descriptor & 0x20 != 0);
            if !is_single && !changed.is_empty() {
                changed.insert(1, 0x68);
                return header_of(&changed, 1);
            }
            frame::frame_header(bytes)
        })],
    },
    Misreading {
        name: "zstd-windows-above-1-mb-refused",
        when: "windows of Zstandard above 1 MB are refused",
        requirements: &["zstd-format.window-recommended"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(
            |_, bytes| match frame::frame_header(bytes)? {
                (header, _) if header.window_size > 1 << 20 => refused("found a large window"),
                header => Ok(header),
            },
        )],
    },
    Misreading {
        name: "zstd-reserved-bit-ignored",
        when: "the reserved bit of frames of Zstandard is ignored",
        requirements: &["zstd-format.reserved-bit-checked"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(|_, bytes| {
            frame::frame_header(&first_changed(bytes, |descriptor| descriptor & !8))
        })],
    },
    Misreading {
        name: "zstd-unused-bit-refused",
        when: "frames of Zstandard with the unused bit are refused",
        requirements: &["zstd-format.unused-bit"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(
            |_, bytes| match frame::frame_header(bytes)? {
                (header, _) if header.unused_bit => refused("found the unused bit"),
                header => Ok(header),
            },
        )],
    },
    Misreading {
        name: "zstd-magic-number-ignored",
        when: "the magic number of frames of Zstandard is not looked at",
        requirements: &["zstd-format.magic-number"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame(|steps, bytes| {
            let mut changed = bytes.to_vec();
            match changed.first_chunk_mut() {
                Some(magic_number) if skippable_magic_number(bytes).is_none() => {
                    *magic_number = MAGIC_NUMBER.to_le_bytes();
                }
                _ => {}
            }
            frame::frame(steps, &changed)
        })],
    },
    Misreading {
        name: "zstd-magic-number-missing",
        when: "frames of Zstandard without a magic number are read",
        requirements: &["zstd-format.magic-number", "zstd.format"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame(|steps, bytes| {
            frame::frame(steps, bytes).or_else(|error| {
                let with_magic_number = [&MAGIC_NUMBER.to_le_bytes()[..], bytes].concat();
                let (frame, size) = frame::frame(steps, &with_magic_number).map_err(|_| error)?;
                Ok((frame, size - 4))
            })
        })],
    },
    Misreading {
        name: "zstd-bytes-as-they-are",
        when: "bytes that are not a frame of Zstandard are read as they are",
        requirements: &["zstd.format", "zstd-format.frame-structure"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_decode(|steps, bytes, length| {
            if bytes.len() as u64 == length.unwrap_or_default() {
                return zstd::decode(steps, bytes, length).or_else(|_| Ok(bytes.to_vec()));
            }
            zstd::decode(steps, bytes, length)
        })],
    },
    Misreading {
        name: "zstd-first-block-only",
        when: "only the first block of a frame of Zstandard is read",
        requirements: &["zstd-format.last-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            marked(bytes, block_maximum_size, |_, _| true)
        })],
    },
    Misreading {
        name: "zstd-last-block-ignored",
        when: "blocks of Zstandard are read up to the end of the bytes",
        requirements: &["zstd-format.last-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            marked(bytes, block_maximum_size, |_, rest| rest.is_empty())
        })],
    },
    Misreading {
        name: "zstd-empty-block-is-the-last",
        when: "an empty block ends a frame of Zstandard",
        requirements: &["zstd-format.last-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            marked(bytes, block_maximum_size, |block, _| {
                block.last || block.size == 0
            })
        })],
    },
    Misreading {
        name: "zstd-block-size-with-header",
        when: "the size of a block of Zstandard includes its header",
        requirements: &["zstd-format.block-size"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            let (mut block, size) = block::block(bytes, block_maximum_size)?;
            if block.block_type != BlockType::Rle && block.content.len() >= 3 {
                block.content.truncate(block.content.len() - 3);
                return Ok((block, size - 3));
            }
            Ok((block, size))
        })],
    },
    Misreading {
        name: "zstd-block-size-in-1-byte",
        when: "the size of a block of Zstandard is read from the first byte of its header",
        requirements: &["zstd-format.block-header", "zstd-format.block-size"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            let mut changed = bytes.to_vec();
            changed
                .iter_mut()
                .skip(1)
                .take(2)
                .for_each(|byte| *byte = 0);
            block::block(&changed, block_maximum_size)
        })],
    },
    Misreading {
        name: "zstd-reserved-block-is-raw",
        when: "a block of Zstandard of the reserved type is read as raw",
        requirements: &["zstd-format.reserved-block-type"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            let raw = |header: u8| if header & 6 == 6 { header & !6 } else { header };
            block::block(&first_changed(bytes, raw), block_maximum_size)
        })],
    },
    Misreading {
        name: "zstd-128-kb-refused",
        when: "blocks of Zstandard of exactly 128 KB are refused",
        requirements: &["zstd-format.block-maximum-size"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::zstd_block(
            |_, bytes, block_maximum_size| match block::block(bytes, block_maximum_size)? {
                (block, _) if block.size == 128 << 10 => refused("found a block of 128 KB"),
                block => Ok(block),
            },
        )],
    },
    Misreading {
        name: "zstd-rle-byte-once",
        when: "the byte of an RLE block of Zstandard is read once",
        requirements: &["zstd-format.rle-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block_content(|_, block| {
            Ok(block.content.clone())
        })],
    },
    Misreading {
        name: "zstd-rle-block-as-long-as-its-size",
        when: "an RLE block of Zstandard has as many bytes as its size says",
        requirements: &["zstd-format.block-size", "zstd-format.rle-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            let (block, size) = block::block(bytes, block_maximum_size)?;
            if block.block_type == BlockType::Rle {
                let raw = first_changed(bytes, |header| header & !6);
                return block::block(&raw, block_maximum_size);
            }
            Ok((block, size))
        })],
    },
    Misreading {
        name: "zstd-rle-blocks-refused",
        when: "RLE blocks of Zstandard are refused",
        requirements: &["zstd-format.block-type", "zstd-format.rle-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(
            |_, bytes, block_maximum_size| match block::block(bytes, block_maximum_size)? {
                (block, _) if block.block_type == BlockType::Rle => refused("found an RLE block"),
                block => Ok(block),
            },
        )],
    },
    Misreading {
        name: "zstd-raw-blocks-refused",
        when: "raw blocks of Zstandard are refused",
        requirements: &["zstd-format.raw-block", "zstd-format.block-type"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(
            |_, bytes, block_maximum_size| match block::block(bytes, block_maximum_size)? {
                (block, _) if block.block_type == BlockType::Raw => refused("found a raw block"),
                block => Ok(block),
            },
        )],
    },
    Misreading {
        name: "zstd-compressed-blocks-refused",
        when: "compressed blocks of Zstandard are refused",
        requirements: &["zstd-format.compressed-block"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(
            |_, bytes, block_maximum_size| match block::block(bytes, block_maximum_size)? {
                (block, _) if block.block_type == BlockType::Compressed => {
                    refused("found a compressed block")
                }
                block => Ok(block),
            },
        )],
    },
    Misreading {
        name: "zstd-cut-blocks-filled",
        when: "what is missing of a block of Zstandard is filled with zeros",
        requirements: &["zstd-format.frame-structure", "codecs.decoding-procedure"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_block(|_, bytes, block_maximum_size| {
            block::block(bytes, block_maximum_size).or_else(|error| {
                if bytes.len() < 3 {
                    return Err(error);
                }
                let longer = [bytes, &[0; 1024]].concat();
                let (block, _) = block::block(&longer, block_maximum_size).map_err(|_| error)?;
                Ok((block, bytes.len()))
            })
        })],
    },
    Misreading {
        name: "zstd-short-content-filled",
        when: "what is missing of the content of frames of Zstandard is filled with zeros",
        requirements: &["codecs.decoding-procedure"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_decode(|steps, bytes, length| {
            let mut decoded = zstd::decode(steps, bytes, length)?;
            let length = length.and_then(|length| usize::try_from(length).ok());
            decoded.resize(decoded.len().max(length.unwrap_or_default()), 0);
            Ok(decoded)
        })],
    },
    Misreading {
        name: "zstd-damaged-frames-are-zeros",
        when: "zeros are read where a frame of Zstandard cannot be decoded",
        requirements: &["zstd-format.frame-structure", "codecs.decoding-procedure"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_decode(|steps, bytes, length| {
            zstd::decode(steps, bytes, length).or_else(|error| match length {
                Some(length @ 0..=4096) => Ok((0..length).map(|_| 0).collect()),
                _ => Err(error),
            })
        })],
    },
    Misreading {
        name: "zstd-checksum-not-verified",
        when: "the checksum of Zstandard is not verified when reading",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_check_content_checksum(|_, _, _| Ok(()))],
    },
    Misreading {
        name: "zstd-checksum-half-verified",
        when: "only the first byte of the checksum of Zstandard is verified when reading",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_check_content_checksum(
            |steps, stored, content| {
                let expected = steps.zstd_content_checksum(content);
                content::check_content_checksum(steps, stored & 0xff | expected & !0xff, content)
            },
        )],
    },
    Misreading {
        name: "zstd-checksum-cut-accepted",
        when: "a checksum of Zstandard that is cut off is not demanded",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frames(|steps, bytes| {
            frame::frames(steps, bytes).or_else(|error| {
                let mut changed = bytes.to_vec();
                if let Some(descriptor) = changed.get_mut(4) {
                    *descriptor &= !4;
                }
                let (frame, size) = frame::frame(steps, &changed)?;
                if bytes.len() - size < 4 {
                    return Ok(vec![frame]);
                }
                Err(error)
            })
        })],
    },
    Misreading {
        name: "zstd-checksum-of-the-last-frame-only",
        when: "only the checksum of the last frame of Zstandard is verified",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frames(|steps, bytes| {
            let mut frames = frame::frames(steps, bytes)?;
            let all_but_last = frames.len() - 1;
            for frame in frames.iter_mut().take(all_but_last) {
                if let Frame::Zstandard(frame) = frame {
                    frame.content_checksum = None;
                }
            }
            Ok(frames)
        })],
    },
    Misreading {
        name: "zstd-checksum-in-big-endian",
        when: "the checksum of Zstandard is big endian",
        requirements: &["zstd-format.content-checksum"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_content_checksum(|_, content| {
            content::content_checksum(content).swap_bytes()
        })],
    },
    Misreading {
        name: "zstd-checksum-is-the-high-half",
        when: "the high half of XXH64 is the checksum of Zstandard",
        requirements: &["zstd-format.content-checksum"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_content_checksum(|_, content| {
            u32::try_from(XxHash64::oneshot(0, content) >> 32).unwrap_or_default()
        })],
    },
    Misreading {
        name: "zstd-checksum-with-seed-1",
        when: "the checksum of Zstandard has the seed 1",
        requirements: &["zstd-format.content-checksum"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_content_checksum(|_, content| {
            u32::try_from(XxHash64::oneshot(1, content) & 0xffff_ffff).unwrap_or_default()
        })],
    },
    Misreading {
        name: "zstd-checksum-is-a-frame",
        when: "the checksum of Zstandard is treated as another frame",
        requirements: &["zstd-format.content-checksum-flag"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_frame_header(|_, bytes| {
            let (mut header, size) = frame::frame_header(bytes)?;
            header.content_checksum_flag = false;
            Ok((header, size))
        })],
    },
    Misreading {
        name: "zstd-checksum-not-written",
        when: "no checksum of Zstandard is written where it is asked for",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_encode(|steps, bytes, _| {
            zstd::encode(steps, bytes, false)
        })],
    },
    Misreading {
        name: "zstd-checksum-always-written",
        when: "a checksum of Zstandard is written where it is not asked for",
        requirements: &["zstd.checksum-verified"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::zstd_encode(|steps, bytes, _| {
            zstd::encode(steps, bytes, true)
        })],
    },
];
