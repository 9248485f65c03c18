//! Wrong readings of the zstd codec.

mod blocks;
mod checksum;
mod configuration;
mod frame_header;
mod frames;

use crate::Result;
use crate::error::Error;
use crate::misreading::Misreading;
use crate::steps::Steps;
use crate::zstd::block::{self, Block};
use crate::zstd::frame::{self, Frame, FrameHeader};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[
    configuration::LIST,
    frames::LIST,
    frame_header::LIST,
    blocks::LIST,
    checksum::LIST,
];

pub(super) fn refused<T>(what: &str) -> Result<T> {
    Err(Error::Codec(format!("zstd: {what}")))
}

pub(super) fn is_skippable(frame: &Frame) -> bool {
    matches!(frame, Frame::Skippable { .. })
}

/// The frames, of which those with data are left out that `keep` refuses, by their place among them.
pub(super) fn with_frames(
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
pub(super) fn skippable_magic_number(bytes: &[u8]) -> Option<u32> {
    let magic_number = u32::from_le_bytes(*bytes.first_chunk()?);
    (magic_number & !0xf == 0x184D_2A50).then_some(magic_number)
}

/// The header of bytes that are `longer` by so many than those that are stored, and the number of
/// stored bytes.
pub(super) fn header_of(bytes: &[u8], longer: isize) -> Result<(FrameHeader, usize)> {
    let (header, size) = frame::frame_header(bytes)?;
    Ok((header, size.saturating_add_signed(-longer)))
}

/// The block, with its `last` changed by what follows it.
pub(super) fn marked(
    bytes: &[u8],
    block_maximum_size: u64,
    last: impl Fn(&Block, &[u8]) -> bool,
) -> Result<(Block, usize)> {
    let (mut block, size) = block::block(bytes, block_maximum_size)?;
    block.last = last(&block, bytes.get(size..).unwrap_or_default());
    Ok((block, size))
}

/// The bytes with their first one changed.
pub(super) fn first_changed(bytes: &[u8], change: impl Fn(u8) -> u8) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    if let Some(first) = bytes.first_mut() {
        *first = change(*first);
    }
    bytes
}
