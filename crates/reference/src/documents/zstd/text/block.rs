//! Blocks of Zstandard frames.
//!
//! - Specification: [RFC 8878], sections 3.1.1.2.1 to 3.1.1.2.4.
//! - Layout: a header of 3 bytes, little-endian, of which bit 0 is `Last_Block`, bits 1 and 2 are
//!   `Block_Type` and bits 3 to 23 are `Block_Size`; then the content.
//!
//! What a compressed block holds depends on those before it, so it is not decompressed here, but in
//! [`frame`](super::frame).
//!
//! ```
//! use zarr_conform_reference::zstd::block::{BlockType, block, content};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let (block, size) = block(&[0b0010_1011, 0, 0, 7, 99], 1024)?;
//! assert_eq!((block.last, block.block_type, block.size), (true, BlockType::Rle, 5));
//! assert_eq!((content(&block)?, size), (vec![7, 7, 7, 7, 7], 4));
//! # Ok(())
//! # }
//! ```
//!
//! [RFC 8878]: https://www.rfc-editor.org/rfc/rfc8878#section-3.1.1.2

use crate::error::{Error, Result};

/// The largest size of a block in any frame: 128 KB.
pub const LARGEST: usize = 128 << 10;

/// A block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// `Last_Block`: whether the frame ends after it.
    pub last: bool,
    /// `Block_Type`.
    pub block_type: BlockType,
    /// `Block_Size`: the number of bytes of its content, or how often an RLE block repeats its byte.
    pub size: u64,
    /// `Block_Content`: the bytes after the header.
    pub content: Vec<u8>,
}

/// What a block's content is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlockType {
    /// `Raw_Block`, 0: the decompressed bytes.
    Raw,
    /// `RLE_Block`, 1: one byte that is repeated.
    Rle,
    /// `Compressed_Block`, 2.
    Compressed,
}

/// The block at the start of `bytes`, and the number of its bytes.
///
/// # Errors
/// [`Error::Codec`] where the bytes end within the block, its type is reserved, or its size exceeds
/// `block_maximum_size`.
///
/// Requirements: `zstd-format.block-header`, `zstd-format.last-block`, `zstd-format.block-type`,
/// `zstd-format.block-size`, `zstd-format.reserved-block-type`, `zstd-format.block-maximum-size`.
pub fn block(bytes: &[u8], block_maximum_size: u64) -> Result<(Block, usize)> {
    let Some((&[low, middle, high], after)) = bytes.split_first_chunk() else {
        return codec("the bytes end within the header of a block");
    };
    let header = u32::from_le_bytes([low, middle, high, 0]);
    let last = header & 1 == 1;
    let size = u64::from(header >> 3);
    let (block_type, length) = match header >> 1 & 3 {
        0 => (BlockType::Raw, size),
        1 => (BlockType::Rle, 1),
        2 => (BlockType::Compressed, size),
        _ => return codec("found a block of type 3, which is reserved"),
    };
    if size > block_maximum_size {
        return codec(format!(
            "found a block of size {size}, expected at most {block_maximum_size}"
        ));
    }
    let content = usize::try_from(length).ok().and_then(|n| after.get(..n));
    let Some(content) = content else {
        return codec(format!(
            "the bytes end within a block: found {} bytes, expected {length}",
            after.len()
        ));
    };
    let block = Block {
        last,
        block_type,
        size,
        content: content.to_vec(),
    };
    Ok((block, 3 + content.len()))
}

/// What a block holds that needs no decompressing: the bytes of a raw block, or the byte of an RLE
/// block `Block_Size` times.
///
/// # Errors
/// [`Error::Bug`] for a compressed block.
///
/// Requirements: `zstd-format.raw-block`, `zstd-format.rle-block`.
pub fn content(block: &Block) -> Result<Vec<u8>> {
    match (block.block_type, block.content.as_slice()) {
        (BlockType::Raw, content) => Ok(content.to_vec()),
        (BlockType::Rle, [byte]) => (0..block.size).map(|_| Ok(*byte)).collect(),
        (BlockType::Rle | BlockType::Compressed, _) => Err(Error::Bug(
            "zstd: a compressed block is asked for its bytes".to_owned(),
        )),
    }
}

/// A raw block; `content.len() < 2^21`.
///
/// Requirements: `zstd-format.block-header`, `zstd-format.raw-block`.
pub fn raw(last: bool, content: &[u8]) -> Vec<u8> {
    let header = content.len() << 3 | usize::from(last);
    let mut block = header.to_le_bytes()[..3].to_vec();
    block.extend(content);
    block
}

fn codec<T>(message: impl AsRef<str>) -> Result<T> {
    Err(Error::Codec(format!("zstd: {}", message.as_ref())))
}
