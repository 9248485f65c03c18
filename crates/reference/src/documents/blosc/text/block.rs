//! The blocks of a Blosc chunk, and their splits.
//!
//! - Specification: [Blosc chunk format], "The blocks / splits section".
//! - Layout: `bstarts`, an int32 for each block, then the blocks in any order; a block is one split
//!   or several, each after its compressed size, an int32.
//!
//! The text is wrong or silent on these, which are as c-blosc, the reference implementation, has
//! them. `bstarts` count from the start of the chunk, not from their end. Where bit 4 of the flags is
//! not set, a block is split into `typesize` splits, unless it is a short last block. A split whose
//! compressed size is its length is not compressed.
//!
//! Where `typesize > 16`, or a split would have fewer than 128 bytes, c-blosc reads one stream though
//! the bit is not set, and can be made to write `typesize` of them (open place `blosc-small-blocks`).
//! Here either is read.
//!
//! [Blosc chunk format]: https://github.com/Blosc/c-blosc/blob/HEAD/README_CHUNK_FORMAT.rst

use super::compressor::Compressor;
use super::header::{self, Header};
use super::{codec, part};
use crate::error::Result;
use crate::steps::Steps;

/// The most splits into which c-blosc reads a block.
const MAX_SPLITS: u64 = 16;

/// The fewest bytes of a split that c-blosc reads.
const MIN_SPLIT: u64 = 128;

/// What the blocks of a chunk hold, unshuffled. `chunk` is all of the chunk.
///
/// # Errors
/// [`Codec`](crate::Error::Codec) where a block is not what the text says;
/// [`Unsupported`](crate::Error::Unsupported) where the compressor is not implemented here.
///
/// Requirements: `blosc-format.blocks`, `blosc-format.blocksize`, `blosc-format.streams`.
pub fn blocks(steps: &Steps, header: &Header, chunk: &[u8]) -> Result<Vec<u8>> {
    let (nbytes, blocksize) = (u64::from(header.nbytes), u64::from(header.blocksize));
    if nbytes == 0 {
        return Ok(Vec::new());
    }
    if blocksize == 0 {
        return codec(format!("blocksize is 0 for {nbytes} bytes"));
    }
    let number = nbytes.div_ceil(blocksize);
    let mut decoded = Vec::new();
    for index in 0..number {
        let length = blocksize.min(nbytes - index * blocksize);
        let start = steps.blosc_block_start(chunk, index, number)?;
        let block = steps.blosc_block(header, &chunk[start..], length)?;
        decoded.extend(steps.blosc_unshuffle(header, &block)?);
    }
    Ok(decoded)
}

/// `bstarts[index]` of `number` blocks: the byte of the chunk at which the block starts, behind the
/// header and `bstarts`, at most the length of the chunk.
///
/// # Errors
/// [`Codec`](crate::Error::Codec) where it lies elsewhere, or the chunk is too short for `bstarts`.
///
/// Requirement: `blosc-format.bstarts`.
pub fn block_start(chunk: &[u8], index: u64, number: u64) -> Result<usize> {
    let first = u64::from(header::SIZE);
    let end = first + 4 * number;
    part(chunk, first, 4 * number, "bstarts")?;
    let start = int32(part(chunk, first + 4 * index, 4, "bstart")?);
    match usize::try_from(start) {
        Ok(at) if at as u64 >= end && at <= chunk.len() => Ok(at),
        _ => codec(format!(
            "block {index} starts at byte {start}, expected one from {end} to {}",
            chunk.len()
        )),
    }
}

/// A block of `length` bytes as it was compressed, that is: shuffled. `bytes` are those of the
/// chunk from where it starts.
///
/// # Errors
/// As [`blocks`].
///
/// Requirements: `blosc-format.csize`, `blosc-format.splits`, `blosc-format.unsplit-block`.
pub fn block(steps: &Steps, header: &Header, bytes: &[u8], length: u64) -> Result<Vec<u8>> {
    let number = steps.blosc_splits(header, length);
    in_splits(steps, header, bytes, length, number).or_else(|error| {
        if !is_small(header, length) {
            return Err(error);
        }
        let number = header.typesize.into();
        in_splits(steps, header, bytes, length, number).map_err(|_| error)
    })
}

/// A block of `length` bytes in `number` splits of equal length.
///
/// # Errors
/// As [`blocks`].
///
/// Requirements: `blosc-format.csize`, `blosc-format.splits`.
pub fn in_splits(
    steps: &Steps,
    header: &Header,
    bytes: &[u8],
    length: u64,
    number: u64,
) -> Result<Vec<u8>> {
    if number == 0 || length % number != 0 {
        return codec(format!(
            "a block of {length} bytes has no {number} equal splits"
        ));
    }
    let mut block = Vec::new();
    let mut at = 0;
    for _ in 0..number {
        let csize = int32(part(bytes, at, 4, "csize")?);
        let Ok(csize) = u64::try_from(csize) else {
            return codec(format!("found a split of {csize} bytes"));
        };
        let compressed = part(bytes, at + 4, csize, "a split")?;
        block.extend(steps.blosc_split(header, compressed, length / number)?);
        at += 4 + csize;
    }
    Ok(block)
}

/// Number of splits of a block of `length` bytes; at least 1. It is 1 where [`is_small`].
///
/// Requirements: `blosc-format.splits`, `blosc-format.split-flag`.
pub fn splits(header: &Header, length: u64) -> u64 {
    if header.flags.unsplit || is_short(header, length) || is_small(header, length) {
        1
    } else {
        u64::from(header.typesize).max(1)
    }
}

/// Whether it is not said how many splits a block of `length` bytes has: bit 4 is not set, and it is
/// not as c-blosc reads splits.
pub fn is_small(header: &Header, length: u64) -> bool {
    let typesize = u64::from(header.typesize);
    let fits = typesize <= MAX_SPLITS && length >= MIN_SPLIT * typesize;
    !header.flags.unsplit && !is_short(header, length) && typesize > 1 && !fits
}

/// Whether a block of `length` bytes is a last one that is shorter than the others.
fn is_short(header: &Header, length: u64) -> bool {
    length < u64::from(header.blocksize)
}

/// A split of `length` bytes: as it is where it has that many, decompressed where not.
///
/// # Errors
/// As [`blocks`].
///
/// Requirements: `blosc-format.streams`, `blosc-format.compressor`.
pub fn split(steps: &Steps, header: &Header, compressed: &[u8], length: u64) -> Result<Vec<u8>> {
    if compressed.len() as u64 == length {
        return Ok(compressed.to_vec());
    }
    let compressor = Compressor::numbered(header.flags.compressor)?;
    steps.blosc_decompress(compressor, compressed, length)
}

/// A little-endian int32 of four bytes.
fn int32(bytes: &[u8]) -> i32 {
    let mut four = [0; 4];
    four.copy_from_slice(bytes);
    i32::from_le_bytes(four)
}
