//! Frames by RFC 8878, with every form of the header that asks for no dictionary, and blocks of every
//! type.

mod block;
mod fse;
mod literals;
mod sequences;

use std::sync::Arc;

use zarr_conform_reference::codecs::Codec;
use zarr_conform_reference::zstd::content::content_checksum;

use crate::case::codec;
use crate::tape::Tape;
use crate::writer::{Encoder, divided, length, several, some_bytes};
pub use block::Block;

/// A chunk as zstd writers may write it: at least one frame with content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Zstd {
    /// The frames, one after the other.
    pub frames: Vec<Frame>,
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Frame {
    /// A frame with metadata, which is skipped.
    Skippable {
        /// What is added to the first of the sixteen magic numbers, `< 16`.
        magic: u8,
        /// `User_Data`.
        user_data: Vec<u8>,
    },
    /// A frame with content.
    Content(Content),
}

/// A frame with content, and the number of bytes that it takes; the last one takes the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Content {
    /// Number of bytes, where there are as many.
    pub length: u32,
    /// Whether and how the content size is stated.
    pub size: Size,
    /// `Window_Descriptor`; none where the content is a single segment.
    pub window: Option<u8>,
    /// At least one block.
    pub blocks: Vec<Block>,
}

/// The size of the field with the content size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// The content size is not stated, except of a single segment, where it has one byte. A single
    /// segment with more bytes than one byte can count is written as several frames.
    Shortest,
    /// Two bytes, for 256 to 65,791 bytes; for others, four.
    Two,
    /// Four bytes.
    Four,
    /// Eight bytes.
    Eight,
}

const MAGIC_NUMBER: u32 = 0xfd2f_b528;
const SKIPPABLE: u32 = 0x184d_2a50;
/// The most bytes whose number has one byte.
const ONE_BYTE: usize = 255;
/// The largest size of a block in any frame: 128 KB.
const LARGEST_BLOCK: usize = 128 << 10;

/// Any writer.
#[expect(
    clippy::unnecessary_wraps,
    reason = "the form that documents have in common"
)]
pub(in super::super) fn random(tape: &mut Tape, _: &codec::Codec) -> Option<Arc<dyn Encoder>> {
    Some(Arc::new(Zstd::random(tape)))
}

impl Encoder for Zstd {
    fn encode_bytes(&self, codec: &Codec, bytes: &[u8]) -> Option<Vec<u8>> {
        match codec {
            Codec::Zstd(codec) => Some(self.encode(bytes, codec.checksum)),
            _ => None,
        }
    }
}

impl Zstd {
    /// Any writer. Most of them write frames that no decoder may refuse, where `checksum` is false.
    pub(super) fn random(tape: &mut Tape) -> Self {
        let is_plain = !tape.is("fields", 1, 3);
        let mut frames = tape.list("frame", 1, several(4, 3), |tape, at| {
            if at == 0 || tape.is("content", 1, 2) {
                return Frame::Content(Content::random(tape, is_plain));
            }
            Frame::Skippable {
                magic: u8::try_from(tape.below("magic", 16)).unwrap_or(0),
                user_data: some_bytes(tape),
            }
        });
        // Skippable ones may come first.
        let by = usize::try_from(tape.below("behind", 4)).unwrap_or(0);
        let number = frames.len();
        frames.rotate_right(by % number);
        Self { frames }
    }

    /// The frames that hold `bytes`, with checksums where `checksum`.
    pub(super) fn encode(&self, bytes: &[u8], checksum: bool) -> Vec<u8> {
        let content = |frame: &Frame| match frame {
            Frame::Content(content) => Some(content.length),
            Frame::Skippable { .. } => None,
        };
        let mut parts = divided(bytes, self.frames.iter().filter_map(content));
        let mut encoded = Vec::with_capacity(bytes.len() + 32);
        for frame in &self.frames {
            match frame {
                Frame::Skippable { magic, user_data } => {
                    encoded.extend((SKIPPABLE + u32::from(*magic)).to_le_bytes());
                    encoded.extend(&user_data.len().to_le_bytes()[..4]);
                    encoded.extend(user_data);
                }
                Frame::Content(content) => {
                    let part = parts.next().unwrap_or_default();
                    content.write(&mut encoded, part, checksum);
                }
            }
        }
        encoded
    }
}

/// One frame, a single segment with the shortest content size, as a stream within a blosc chunk is.
pub(crate) fn one_frame(bytes: &[u8], blocks: &[Block]) -> Vec<u8> {
    let size = match bytes.len() {
        0..=ONE_BYTE => Size::Shortest,
        _ => Size::Two,
    };
    let content = Content {
        length: u32::MAX,
        size,
        window: None,
        blocks: blocks.to_vec(),
    };
    let mut frame = Vec::with_capacity(bytes.len() + 16);
    content.write(&mut frame, bytes, false);
    frame
}

impl Content {
    fn random(tape: &mut Tape, is_plain: bool) -> Self {
        let others = u32::from(!is_plain);
        let size = match tape.pick("size", &[1, others, others, others]) {
            0 => Size::Shortest,
            1 => Size::Two,
            2 => Size::Four,
            _ => Size::Eight,
        };
        // Up to 8 MB, which is recommended as the largest.
        let window = (!is_plain && tape.is("window", 1, 2)).then(|| {
            let descriptor = tape.drawn("descriptor", 104, |rng| match rng.u8(..4) {
                0 => 0,
                1 => rng.u64(..24),
                2 => rng.u64(..104),
                _ => 104,
            });
            u8::try_from(descriptor).unwrap_or(0)
        });
        Self {
            length: length(tape),
            size,
            window,
            blocks: Block::several(tape),
        }
    }

    /// Appends the frame, or several where one cannot state the content size.
    fn write(&self, to: &mut Vec<u8>, bytes: &[u8], checksum: bool) {
        let is_plain = self.size == Size::Shortest && self.window.is_none();
        let mut rest = bytes;
        loop {
            let most = if is_plain { ONE_BYTE } else { usize::MAX };
            let (part, after) = rest.split_at(rest.len().min(most));
            self.write_frame(to, part, checksum);
            if after.is_empty() {
                return;
            }
            rest = after;
        }
    }

    fn write_frame(&self, to: &mut Vec<u8>, bytes: &[u8], checksum: bool) {
        let size = bytes.len();
        let (flag, number, width) = match self.size {
            Size::Shortest if self.window.is_none() => (0, size, 1),
            Size::Shortest => (0, 0, 0),
            Size::Two if (256..65_792).contains(&size) => (1, size - 256, 2),
            Size::Two | Size::Four => (2, size, 4),
            Size::Eight => (3, size, 8),
        };
        let single_segment = u8::from(self.window.is_none());
        to.extend(MAGIC_NUMBER.to_le_bytes());
        to.push(flag << 6 | single_segment << 5 | u8::from(checksum) << 2);
        to.extend(self.window);
        to.extend(&(number as u64).to_le_bytes()[..width]);
        let window_size = self.window.map_or(size, window_size);
        block::write_all(to, &self.blocks, bytes, window_size);
        if checksum {
            to.extend(content_checksum(bytes).to_le_bytes());
        }
    }
}

/// `Window_Size` of a `Window_Descriptor`.
fn window_size(descriptor: u8) -> usize {
    let (exponent, mantissa) = (descriptor >> 3, usize::from(descriptor & 7));
    (8 + mantissa) << (7 + u32::from(exponent))
}
