//! Wrong readings of the zstd codec: the header of a frame.

use super::{first_changed, header_of, refused, skippable_magic_number};
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::zstd;
use crate::zstd::frame::{self, MAGIC_NUMBER};

pub(super) const LIST: &[Misreading] = &[
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
];
