//! Wrong readings of the zstd codec: frames in a row.

use super::{first_changed, is_skippable, refused, skippable_magic_number, with_frames};
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::steps::Replacement;
use crate::zstd::content;
use crate::zstd::frame::{self, Frame};

pub(super) const LIST: &[Misreading] = &[
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
];
