//! Blosc chunks: copied ones, and blocks in any order, split or not, each split stored or compressed.

mod lz4;
mod snappy;
mod zlib;

use std::sync::Arc;

use zarr_conform_reference::blosc::compressor::Compressor;
use zarr_conform_reference::blosc::configuration::Shuffle;
use zarr_conform_reference::blosc::{self as reference};
use zarr_conform_reference::codecs::Codec;

use super::super::zstd::writer as zstd;
use crate::case::codec;
use crate::tape::Tape;
use crate::writer::{self, Encoder, deflate};

/// A chunk as blosc writers may write it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Blosc {
    /// Only copied.
    Copied,
    /// In blocks.
    Blocks {
        /// The size of blocks in bytes, where the chunk has as many.
        blocksize: u32,
        /// Whether blocks are not split, though they could be.
        unsplit: bool,
        /// Chooses the order of blocks; none for one after the other.
        order: Option<u64>,
        /// How streams are compressed.
        stream: Stream,
    },
}

/// How the streams of a chunk are compressed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Not at all.
    Stored,
    /// By `lz4` or `snappy`.
    Copies(u64),
    /// By `zlib`: at least one block.
    Deflate(Vec<deflate::Block>),
    /// By `zstd`: at least one block.
    Zstd(Vec<zstd::Block>),
}

/// Number of bytes of the header.
const HEADER: usize = 16;
/// The most splits of a block, and the fewest bytes of a split.
const MAX_SPLITS: usize = 16;
const MIN_SPLIT: usize = 128;

/// Any writer for this configuration.
pub(super) fn random(tape: &mut Tape, codec: &codec::Codec) -> Arc<dyn Encoder> {
    Arc::new(Blosc::random(tape, codec))
}

impl Encoder for Blosc {
    fn encode_bytes(&self, codec: &Codec, bytes: &[u8]) -> Option<Vec<u8>> {
        match codec {
            Codec::Blosc(codec) => self.encode(bytes, codec),
            _ => None,
        }
    }
}

impl Blosc {
    /// Any writer for this configuration. Level 0 turns compression off.
    pub(super) fn random(tape: &mut Tape, codec: &codec::Codec) -> Self {
        if codec.parameter("clevel") == 0 || !tape.is("blocks", 3, 4) {
            return Self::Copied;
        }
        let stream = match codec.parameter("cname").as_str().unwrap_or("") {
            _ if !tape.is("compressed", 7, 8) => Stream::Stored,
            "lz4" | "lz4hc" | "snappy" => Stream::Copies(tape.seed("which copies")),
            "zlib" => {
                let block = |tape: &mut Tape, _| deflate::Block::random(tape);
                Stream::Deflate(tape.list("block", 1, |rng| rng.usize(1..3), block))
            }
            "zstd" => Stream::Zstd(zstd::Block::several(tape)),
            // No document has the format of blosclz.
            _ => Stream::Stored,
        };
        Self::Blocks {
            blocksize: match tape.pick("blocksize", &[1, 1, 1]) {
                0 => u32::MAX,
                1 => 128 << tape.below("doubled", 8),
                _ => writer::length(tape).max(1),
            },
            unsplit: !tape.is("split", 1, 2),
            order: writer::random_order(tape),
            stream,
        }
    }

    /// The chunk that holds `bytes`, at least one, whose header is that of the configuration; nothing
    /// where no header can be.
    pub(super) fn encode(&self, bytes: &[u8], codec: &reference::Blosc) -> Option<Vec<u8>> {
        let compressor = codec.compressor?;
        let typesize = match codec.typesize {
            Some(typesize) => u8::try_from(typesize).ok()?,
            None => 1,
        };
        let flags = compressor.number() << 5
            | u8::from(codec.shuffle == Shuffle::Bytes)
            | u8::from(codec.shuffle == Shuffle::Bits) << 2;
        let nbytes = u32::try_from(bytes.len())
            .ok()
            .filter(|nbytes| *nbytes > 0)?;
        match self {
            Self::Copied => {
                let chunk = header(flags | 2, typesize, (nbytes, nbytes));
                Some(finished([&chunk[..], bytes].concat()))
            }
            Self::Blocks {
                blocksize,
                unsplit,
                order,
                stream,
            } => {
                let typesize = usize::from(typesize);
                let blocksize = (*blocksize).clamp(1, nbytes) as usize;
                let blocksize = match blocksize / typesize * typesize {
                    0 => blocksize,
                    whole => whole,
                };
                // Bit 4 of the flags is set on small blocks, too: without it, it is not said whether they are split.
                let is_small = typesize > MAX_SPLITS || blocksize / typesize < MIN_SPLIT;
                let is_split = !unsplit && !is_small;
                let splits = if is_split { typesize } else { 1 };
                let flags = flags | u8::from(!is_split) << 4;
                let lengths = (nbytes, u32::try_from(blocksize).ok()?);
                let mut chunk = header(flags, typesize.to_le_bytes()[0], lengths);
                let blocks: Vec<&[u8]> = bytes.chunks(blocksize).collect();
                chunk.resize(HEADER + 4 * blocks.len(), 0);
                for index in writer::order(*order, blocks.len()) {
                    let start = u32::try_from(chunk.len()).ok()?;
                    let bstart = HEADER + 4 * index;
                    chunk[bstart..bstart + 4].copy_from_slice(&start.to_le_bytes());
                    let block = shuffled(codec.shuffle, blocks[index], typesize);
                    // A short last block is not split.
                    let splits = if block.len() < blocksize { 1 } else { splits };
                    for split in block.chunks(block.len() / splits) {
                        stream.write(&mut chunk, compressor, split);
                    }
                }
                Some(finished(chunk))
            }
        }
    }
}

impl Stream {
    /// Appends `csize` and a split: compressed where that is shorter, and as it is where not.
    fn write(&self, to: &mut Vec<u8>, compressor: Compressor, split: &[u8]) {
        let compressed = match (self, compressor) {
            (Self::Copies(seed), Compressor::Lz4) => Some(lz4::encode(split, *seed)),
            (Self::Copies(seed), Compressor::Snappy) => Some(snappy::encode(split, *seed)),
            (Self::Deflate(blocks), Compressor::Zlib) => Some(zlib::encode(split, blocks)),
            (Self::Zstd(blocks), Compressor::Zstd) => Some(zstd::one_frame(split, blocks)),
            _ => None,
        };
        let compressed = compressed.filter(|compressed| compressed.len() < split.len());
        let stream = compressed.as_deref().unwrap_or(split);
        to.extend(&stream.len().to_le_bytes()[..4]);
        to.extend(stream);
    }
}

/// The header, of which `cbytes` is not known yet.
fn header(flags: u8, typesize: u8, (nbytes, blocksize): (u32, u32)) -> Vec<u8> {
    let mut header = vec![2, 1, flags, typesize];
    header.extend(nbytes.to_le_bytes());
    header.extend(blocksize.to_le_bytes());
    header.extend([0; 4]);
    header
}

/// The chunk with `cbytes`.
fn finished(mut chunk: Vec<u8>) -> Vec<u8> {
    let cbytes = chunk.len().to_le_bytes();
    chunk[12..HEADER].copy_from_slice(&cbytes[..4]);
    chunk
}

/// A block as it is compressed: with the first byte, or bit, of every item before the second of any.
/// Bytes that do not fill an item stay where they are, and bits whose number of items is not a multiple of 8 do.
fn shuffled(shuffle: Shuffle, block: &[u8], typesize: usize) -> Vec<u8> {
    let items = block.len() / typesize;
    let whole = items * typesize;
    let mut shuffled = Vec::with_capacity(block.len());
    match shuffle {
        Shuffle::Bytes => {
            for byte in 0..typesize {
                shuffled.extend(block[..whole].iter().skip(byte).step_by(typesize));
            }
            shuffled.extend(&block[whole..]);
        }
        Shuffle::Bits if items % 8 == 0 => {
            for (byte, bit) in (0..typesize).flat_map(|byte| (0..8).map(move |bit| (byte, bit))) {
                let column: Vec<u8> = block[..whole]
                    .iter()
                    .skip(byte)
                    .step_by(typesize)
                    .copied()
                    .collect();
                shuffled.extend(column.chunks(8).map(|eight| {
                    let bits = eight.iter().rev().map(|byte| byte >> bit & 1);
                    bits.fold(0, |packed, bit| packed << 1 | bit)
                }));
            }
            shuffled.extend(&block[whole..]);
        }
        _ => shuffled.extend(block),
    }
    shuffled
}
