//! How stored bytes use the freedom that a format leaves to writers.
//!
//! Bytes that are not of the format have no features; decoding them says what is wrong.

use zarr_conform_reference::codecs::Codec;
use zarr_conform_reference::zstd::frame;
use zarr_conform_reference::{DataType, Steps};

use super::{EMPTY_INNER_CHUNKS, Features};

/// Blocks of a zstd chunk that are decoded at once: each takes memory, however few bytes it has.
const MOST_BLOCKS: u64 = 1 << 20;

/// Adds how `bytes`, which `codec` yielded, are made. `place` stands before each feature.
///
/// # Errors
/// Why decoding them would take too much memory.
pub(in super::super) fn note(
    features: &mut Features,
    steps: &Steps,
    codec: &Codec,
    bytes: &[u8],
    place: &str,
) -> Result<(), String> {
    let mut add = |feature: &str| {
        features.insert(format!("{place}{feature}"));
    };
    match codec {
        Codec::Gzip(_) => gzip(&mut add, bytes),
        Codec::Zstd(_) => zstd(&mut add, steps, bytes)?,
        Codec::Blosc(it) => blosc(&mut add, steps, bytes, it.shuffle),
        _ => {}
    }
    Ok(())
}

/// The first member only: where it ends, and whether there are more, shows when it is decoded.
fn gzip(add: &mut impl FnMut(&str), bytes: &[u8]) {
    if bytes.get(3).is_some_and(|flags| *flags != 0) {
        add("gzip with optional fields in the header");
    }
}

fn zstd(add: &mut impl FnMut(&str), steps: &Steps, bytes: &[u8]) -> Result<(), String> {
    let (mut rest, mut frames, mut blocks) = (bytes, 0_u64, 0_u64);
    while let Some((magic, after)) = rest.split_first_chunk::<4>() {
        frames += 1;
        let magic = u32::from_le_bytes(*magic);
        let next = if magic == frame::MAGIC_NUMBER {
            zstd_frame(add, steps, after, &mut blocks)
        } else {
            add("zstd with skippable frames");
            let size = after.first_chunk().map(|it| u32::from_le_bytes(*it));
            size.and_then(|size| after.get(4..)?.get(usize::try_from(size).ok()?..))
        };
        if frames + blocks > MOST_BLOCKS {
            return Err(format!("it has more than {MOST_BLOCKS} zstd blocks"));
        }
        let Some(next) = next else { return Ok(()) };
        rest = next;
    }
    if frames > 1 {
        add("zstd of several frames");
    }
    Ok(())
}

/// What follows a frame; nothing where it is damaged.
fn zstd_frame<'a>(
    add: &mut impl FnMut(&str),
    steps: &Steps,
    bytes: &'a [u8],
    blocks: &mut u64,
) -> Option<&'a [u8]> {
    let (header, size) = steps.zstd_frame_header(bytes).ok()?;
    if header.content_size.is_none() {
        add("zstd without the size of the content");
    }
    if header.content_checksum_flag {
        add("zstd frames with checksum");
    }
    if header.dictionary_id != 0 {
        add("zstd with a dictionary");
    }
    let mut rest = bytes.get(size..)?;
    let most = header.block_maximum_size();
    loop {
        let (block, size) = steps.zstd_block(rest, most).ok()?;
        rest = rest.get(size..)?;
        *blocks += 1;
        if block.last || *blocks > MOST_BLOCKS {
            break;
        }
    }
    let checksum = if header.content_checksum_flag { 4 } else { 0 };
    rest.get(checksum..)
}

fn blosc(
    add: &mut impl FnMut(&str),
    steps: &Steps,
    bytes: &[u8],
    shuffle: zarr_conform_reference::blosc::configuration::Shuffle,
) {
    use zarr_conform_reference::blosc::configuration::Shuffle;
    let Ok(header) = steps.blosc_header(bytes) else {
        return;
    };
    if header.flags.memcpy {
        add("blosc that is only copied");
        return;
    }
    if header.blocksize > 0 && header.nbytes > header.blocksize {
        add("blosc of several blocks");
    }
    if header.flags.byte_shuffle != (shuffle == Shuffle::Bytes)
        || header.flags.bit_shuffle != (shuffle == Shuffle::Bits)
    {
        add("blosc shuffled in another way than configured");
    }
    if u64::from(header.cbytes) < bytes.len() as u64 {
        add("blosc with bytes after its end");
    }
}

/// What a shard shows of where its writer put inner chunks.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Layout {
    /// Some inner chunks are not there.
    pub(in super::super) has_empty: bool,
    /// Inner chunks follow each other in another order than in the shard.
    pub(in super::super) is_shuffled: bool,
    /// Bytes of all inner chunks together.
    pub(in super::super) bytes: u64,
    /// The end of the last one.
    pub(in super::super) end: u64,
}

impl Layout {
    /// Counts an inner chunk at these bytes.
    pub(in super::super) fn add(&mut self, offset: u64, nbytes: u64) {
        self.is_shuffled |= offset < self.end;
        self.end = self.end.max(offset.saturating_add(nbytes));
        self.bytes = self.bytes.saturating_add(nbytes);
    }

    /// The features of a shard that has so many bytes besides its index.
    pub(in super::super) fn note(&self, features: &mut Features, besides_index: u64, place: &str) {
        let found = [
            (self.has_empty, EMPTY_INNER_CHUNKS),
            (self.is_shuffled, "inner chunks in another order"),
            (
                self.bytes != besides_index,
                "shards with unused or shared bytes",
            ),
        ];
        for (_, feature) in found.into_iter().filter(|(is_found, _)| *is_found) {
            features.insert(format!("{place}{feature}"));
        }
    }
}

/// Raw bits have no features of their own.
pub(in super::super) fn has_special_elements(data_type: DataType) -> bool {
    matches!(
        data_type,
        DataType::Int64
            | DataType::Uint64
            | DataType::Float16
            | DataType::Float32
            | DataType::Float64
            | DataType::Complex64
            | DataType::Complex128
    )
}
