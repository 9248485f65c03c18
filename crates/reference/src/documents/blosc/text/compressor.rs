//! The internal compressors of Blosc.
//!
//! - Specification: [Blosc chunk format], "Datatypes of the header entries", bits 5 to 7 of the
//!   flags; the streams are those of the compressors' own formats, read by well-kept crates.
//! - Layout: `lz4` and `lz4hc` a block of the LZ4 block format, `snappy` a raw buffer of the Snappy
//!   format, `zlib` a stream by RFC 1950, `zstd` a frame by RFC 8878.
//!
//! No document and no crate in safe code has the format of `blosclz`, so it is not decoded here.
//!
//! [Blosc chunk format]: https://github.com/Blosc/c-blosc/blob/HEAD/README_CHUNK_FORMAT.rst

use super::codec;
use crate::error::{Error, Result};
use crate::steps::Steps;

/// An internal compressor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compressor {
    /// `blosclz`
    BloscLz,
    /// `lz4` or `lz4hc`, which have the same format
    Lz4,
    /// `snappy`
    Snappy,
    /// `zlib`
    Zlib,
    /// `zstd`
    Zstd,
}

impl Compressor {
    /// The compressor of a `cname`.
    ///
    /// Requirement: `blosc.cname-values`.
    pub fn named(cname: &str) -> Option<Self> {
        match cname {
            "blosclz" => Some(Self::BloscLz),
            "lz4" | "lz4hc" => Some(Self::Lz4),
            "snappy" => Some(Self::Snappy),
            "zlib" => Some(Self::Zlib),
            "zstd" => Some(Self::Zstd),
            _ => None,
        }
    }

    /// The compressor of a number in the header.
    ///
    /// # Errors
    /// [`Error::Codec`] where no compressor has the number.
    ///
    /// Requirement: `blosc-format.compressor`.
    pub fn numbered(number: u8) -> Result<Self> {
        match number {
            0 => Ok(Self::BloscLz),
            1 => Ok(Self::Lz4),
            2 => Ok(Self::Snappy),
            3 => Ok(Self::Zlib),
            4 => Ok(Self::Zstd),
            _ => codec(format!("no compressor has the number {number}")),
        }
    }

    /// The number of the compressor in the header.
    ///
    /// Requirement: `blosc-format.compressor`.
    pub fn number(self) -> u8 {
        match self {
            Self::BloscLz => 0,
            Self::Lz4 => 1,
            Self::Snappy => 2,
            Self::Zlib => 3,
            Self::Zstd => 4,
        }
    }
}

/// Decompresses a split to `length` bytes.
///
/// # Errors
/// [`Error::Codec`] where it is not of the compressor's format, or gives another number of bytes;
/// [`Error::Unsupported`] for `blosclz`.
///
/// Requirements: `blosc-format.compressor`, `blosc-format.streams`.
pub fn decompress(
    steps: &Steps,
    compressor: Compressor,
    compressed: &[u8],
    length: u64,
) -> Result<Vec<u8>> {
    let decompressed = match compressor {
        Compressor::BloscLz => Err(Error::Unsupported(
            "blosc: the reference does not decode blosclz".to_owned(),
        )),
        Compressor::Lz4 => lz4(compressed, bounded(compressed, length)?),
        Compressor::Snappy => snappy(compressed, bounded(compressed, length)?),
        Compressor::Zlib => zlib(compressed, bounded(compressed, length)?),
        Compressor::Zstd => steps.zstd_decode(compressed, Some(length)),
    }?;
    if decompressed.len() as u64 == length {
        return Ok(decompressed);
    }
    codec(format!(
        "{compressor:?} gives {} bytes, expected {length}",
        decompressed.len()
    ))
}

/// The length that a split is said to have, where the compressed bytes can give that many: none of
/// these formats gives more than 1032 bytes for one.
fn bounded(compressed: &[u8], length: u64) -> Result<usize> {
    match usize::try_from(length) {
        Ok(length) if length / 1032 <= compressed.len() => Ok(length),
        _ => codec(format!(
            "found {} compressed bytes, too few for {length}",
            compressed.len()
        )),
    }
}

fn lz4(compressed: &[u8], length: usize) -> Result<Vec<u8>> {
    let mut decompressed = vec![0; length];
    match lz4_flex::block::decompress_into(compressed, &mut decompressed) {
        Ok(number) => {
            decompressed.truncate(number);
            Ok(decompressed)
        }
        Err(error) => codec(format!("lz4: {error}")),
    }
}

fn snappy(compressed: &[u8], length: usize) -> Result<Vec<u8>> {
    match snap::raw::decompress_len(compressed) {
        Ok(found) if found == length => snap::raw::Decoder::new()
            .decompress_vec(compressed)
            .or_else(|error| codec(format!("snappy: {error}"))),
        Ok(found) => codec(format!("snappy: found length {found}, expected {length}")),
        Err(error) => codec(format!("snappy: {error}")),
    }
}

fn zlib(compressed: &[u8], length: usize) -> Result<Vec<u8>> {
    miniz_oxide::inflate::decompress_to_vec_zlib_with_limit(compressed, length)
        .or_else(|error| codec(format!("zlib: {error}")))
}
