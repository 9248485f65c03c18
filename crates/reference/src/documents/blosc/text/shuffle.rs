//! The shuffles of Blosc.
//!
//! - Specification: [blosc codec], "Configuration parameters", for what is shuffled by which stride.
//! - Layout: items of `typesize` bytes; a shuffled block has the first byte (or bit) of every item,
//!   then the second of every item, and so on. Bits count from the least significant one, and eight
//!   bits, of eight items, make a byte. No document says what follows; c-blosc, the reference
//!   implementation, does this: bytes at the end that do not fill an item stay where they are, and
//!   the bits of a block are not shuffled at all where its number of items is not a multiple of 8.
//!
//! [blosc codec]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/blosc/index.html#configuration-parameters

use super::codec;
use super::header::Header;
use crate::error::Result;

/// Undoes the shuffle of a block that the flags name. The text does not say what both mean; here it
/// is bytes.
///
/// # Errors
/// [`Error::Codec`](crate::Error::Codec) where items are shuffled that have 0 bytes.
///
/// Requirements: `blosc.shuffle`, `blosc-format.byte-shuffle-flag`,
/// `blosc-format.bit-shuffle-flag`, `blosc-format.typesize`.
pub fn unshuffle(header: &Header, block: &[u8]) -> Result<Vec<u8>> {
    let typesize = usize::from(header.typesize);
    match (header.flags.byte_shuffle, header.flags.bit_shuffle) {
        (false, false) => Ok(block.to_vec()),
        _ if typesize == 0 => codec("the typesize of shuffled items is 0"),
        (true, _) => Ok(unshuffle_bytes(block, typesize)),
        (false, true) => Ok(unshuffle_bits(block, typesize)),
    }
}

/// `unshuffled[item * typesize + byte] = block[byte * items + item]`; `typesize > 0`.
pub fn unshuffle_bytes(block: &[u8], typesize: usize) -> Vec<u8> {
    let items = block.len() / typesize;
    let mut unshuffled = block.to_vec();
    for item in 0..items {
        for byte in 0..typesize {
            unshuffled[item * typesize + byte] = block[byte * items + item];
        }
    }
    unshuffled
}

/// Bit `bit` of `unshuffled[item * typesize + byte]` is bit `item % 8` of
/// `block[(byte * 8 + bit) * items / 8 + item / 8]`, where `items` is a multiple of 8;
/// `typesize > 0`.
pub fn unshuffle_bits(block: &[u8], typesize: usize) -> Vec<u8> {
    let items = block.len() / typesize;
    let mut unshuffled = block.to_vec();
    if items % 8 != 0 {
        return unshuffled;
    }
    for item in 0..items {
        for byte in 0..typesize {
            let mut value = 0;
            for bit in 0..8 {
                let from = block[(byte * 8 + bit) * items / 8 + item / 8];
                value |= (from >> (item % 8) & 1) << bit;
            }
            unshuffled[item * typesize + byte] = value;
        }
    }
    unshuffled
}
