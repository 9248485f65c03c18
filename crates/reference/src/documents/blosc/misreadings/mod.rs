//! Wrong readings of the blosc codec: its format, the Blosc chunk, and its configuration.

mod blocks;
mod configuration;
mod headers;
mod shuffled;

use crate::Result;
use crate::blosc::block;
use crate::blosc::compressor::Compressor;
use crate::blosc::header::{self, Header};
use crate::blosc::{self, Blosc, shuffle};
use crate::error::Error;
use crate::misreading::Misreading;
use crate::steps::Steps;

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[
    shuffled::LIST,
    blocks::LIST,
    headers::LIST,
    configuration::LIST,
];

/// The header of a chunk, changed.
pub(super) fn header_with(bytes: &[u8], change: impl Fn(&mut Header)) -> Result<Header> {
    let mut header = header::header(bytes)?;
    change(&mut header);
    Ok(header)
}

/// The literal encoding with four bytes of the header changed.
pub(super) fn encoded_with(
    bytes: &[u8],
    codec: &Blosc,
    at: usize,
    change: impl Fn(u32) -> u32,
) -> Result<Vec<u8>> {
    let mut encoded = blosc::encode(bytes, codec)?;
    if let Some(four) = encoded.get_mut(at..at + 4) {
        let value = four
            .iter()
            .rev()
            .fold(0, |value, byte| value << 8 | u32::from(*byte));
        four.copy_from_slice(&change(value).to_le_bytes());
    }
    Ok(encoded)
}

/// The block, each of its items by this shuffle.
pub(super) fn unshuffled(
    header: &Header,
    block: &[u8],
    by: fn(&[u8], usize) -> Vec<u8>,
) -> Vec<u8> {
    if header.typesize == 0 {
        return block.to_vec();
    }
    by(block, usize::from(header.typesize))
}

/// The bits of each byte in reverse order.
pub(super) fn reversed(bytes: &[u8]) -> Vec<u8> {
    bytes.iter().map(|byte| byte.reverse_bits()).collect()
}

/// Undoes a shuffle of bytes in which bytes of the item that is not whole stand among the others.
pub(super) fn unshuffle_ragged(block: &[u8], typesize: usize) -> Vec<u8> {
    let mut places: Vec<usize> = (0..block.len()).collect();
    places.sort_by_key(|place| (place % typesize, place / typesize));
    let mut unshuffled = vec![0; block.len()];
    for (byte, place) in block.iter().zip(places) {
        unshuffled[place] = *byte;
    }
    unshuffled
}

/// Undoes a shuffle of the bits of as many items as are a multiple of 8.
pub(super) fn unshuffle_eighths(block: &[u8], typesize: usize) -> Vec<u8> {
    let whole = block.len() / typesize / 8 * 8 * typesize;
    let mut unshuffled = shuffle::unshuffle_bits(&block[..whole], typesize);
    unshuffled.extend(&block[whole..]);
    unshuffled
}

/// The four bytes at a place as a size; nothing where they are not there.
pub(super) fn size_at(bytes: &[u8], at: usize) -> Option<usize> {
    let four = bytes.get(at..at.checked_add(4)?)?;
    usize::try_from(u32::from_le_bytes(*four.first_chunk()?)).ok()
}

/// Where the block would start if blocks followed one another.
pub(super) fn start_in_sequence(chunk: &[u8], index: u64, number: u64) -> Option<usize> {
    let header = header::header(chunk).ok()?;
    let mut at = usize::try_from(16 + 4 * number).ok()?;
    for before in 0..index {
        let start = before.checked_mul(header.blocksize.into())?;
        let left = u64::from(header.nbytes).checked_sub(start)?;
        for _ in 0..block::splits(&header, left.min(header.blocksize.into())) {
            at = at.checked_add(4)?.checked_add(size_at(chunk, at)?)?;
        }
    }
    (at <= chunk.len()).then_some(at)
}

/// Where a block starts if `bstarts` count from the end of the header.
pub(super) fn start_from_header(chunk: &[u8], index: u64, number: u64) -> Result<usize> {
    let at = usize::try_from(16 + 4 * index).ok();
    let start = at.and_then(|at| size_at(chunk, at));
    let start = start.and_then(|start| start.checked_add(16));
    match start {
        Some(start) if start <= chunk.len() => Ok(start),
        _ => Err(Error::Codec(format!(
            "blosc: none of {number} blocks starts there"
        ))),
    }
}

/// The compressor of a number by the place of its name in the codec's document.
pub(super) fn by_the_list(number: u8) -> Option<Compressor> {
    let list = ["lz4", "lz4hc", "blosclz", "zstd", "snappy", "zlib"];
    list.get(usize::from(number))
        .and_then(|name| Compressor::named(name))
}

/// The bytes, with zeros behind them.
pub(super) fn padded(mut bytes: Vec<u8>, length: Option<u64>) -> Vec<u8> {
    if let Some(length) = length.and_then(|it| usize::try_from(it).ok()) {
        bytes.resize(length.max(bytes.len()), 0);
    }
    bytes
}

/// The content of a chunk whose blocks are decoded one after the other, and unshuffled together.
pub(super) fn shuffled_as_one(steps: &Steps, header: &Header, chunk: &[u8]) -> Result<Vec<u8>> {
    let mut apart = header.clone();
    apart.flags.byte_shuffle = false;
    apart.flags.bit_shuffle = false;
    shuffle::unshuffle(header, &block::blocks(steps, &apart, chunk)?)
}
