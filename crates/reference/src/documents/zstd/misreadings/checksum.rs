//! Wrong readings of the zstd codec: the checksum of the content.

use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::zstd;
use crate::zstd::content;
use crate::zstd::frame::{self, Frame};
use twox_hash::XxHash64;

pub(super) const LIST: &[Misreading] = &[
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
