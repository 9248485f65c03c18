//! The header of a Blosc chunk.
//!
//! - Specification: [Blosc chunk format], "The header section".
//! - Layout: 16 bytes: `version`, `versionlz`, `flags`, `typesize`, then `nbytes`, `blocksize` and
//!   `cbytes` in four bytes each, little endian.
//!
//! [Blosc chunk format]: https://github.com/Blosc/c-blosc/blob/HEAD/README_CHUNK_FORMAT.rst

use crate::error::{Error, Result};

/// Number of bytes of a header.
pub const SIZE: u32 = 16;

/// The header of a chunk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Version of the format. The text does not say which there are.
    pub version: u8,
    /// Version of the internal compressor. The text does not say which there are.
    pub versionlz: u8,
    /// The flags, and the compressor.
    pub flags: Flags,
    /// Number of bytes of a shuffled item.
    pub typesize: u8,
    /// Number of bytes before they are compressed.
    pub nbytes: u32,
    /// Number of bytes of each block but the last one.
    pub blocksize: u32,
    /// Number of bytes of the chunk, with this header.
    pub cbytes: u32,
}

/// The byte `flags` of a header.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "they are bits of a byte")]
pub struct Flags {
    /// Bit 0: bytes are shuffled.
    pub byte_shuffle: bool,
    /// Bit 1: the buffer is only copied.
    pub memcpy: bool,
    /// Bit 2: bits are shuffled.
    pub bit_shuffle: bool,
    /// Bit 3, which must be zero.
    pub reserved: bool,
    /// Bit 4: blocks are not split.
    pub unsplit: bool,
    /// Bits 5 to 7: the number of the compressor, below 8.
    pub compressor: u8,
}

impl Flags {
    /// The flags of a byte.
    ///
    /// Requirements: `blosc-format.flags`, `blosc-format.byte-shuffle-flag`,
    /// `blosc-format.memcpy-flag`, `blosc-format.bit-shuffle-flag`, `blosc-format.reserved-bit`,
    /// `blosc-format.split-flag`, `blosc-format.compressor`.
    pub fn of(byte: u8) -> Self {
        Self {
            byte_shuffle: byte & 0x01 != 0,
            memcpy: byte & 0x02 != 0,
            bit_shuffle: byte & 0x04 != 0,
            reserved: byte & 0x08 != 0,
            unsplit: byte & 0x10 != 0,
            compressor: byte >> 5,
        }
    }

    /// The byte of these flags.
    pub fn to_byte(&self) -> u8 {
        let bits = [
            self.byte_shuffle,
            self.memcpy,
            self.bit_shuffle,
            self.reserved,
            self.unsplit,
        ];
        let mut byte = self.compressor << 5;
        for (position, bit) in bits.into_iter().enumerate() {
            byte |= u8::from(bit) << position;
        }
        byte
    }
}

impl Header {
    /// The bytes of the header.
    ///
    /// Requirements: `blosc-format.header`, `blosc-format.little-endian`.
    pub fn to_bytes(&self) -> [u8; 16] {
        let mut bytes = [0; 16];
        bytes[0] = self.version;
        bytes[1] = self.versionlz;
        bytes[2] = self.flags.to_byte();
        bytes[3] = self.typesize;
        bytes[4..8].copy_from_slice(&self.nbytes.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.blocksize.to_le_bytes());
        bytes[12..16].copy_from_slice(&self.cbytes.to_le_bytes());
        bytes
    }
}

/// The header at the start of a chunk.
///
/// # Errors
/// [`Error::Codec`] where there are fewer than 16 bytes.
///
/// Requirements: `blosc-format.header`, `blosc-format.little-endian`, `blosc-format.version`,
/// `blosc-format.versionlz`, `blosc-format.typesize`, `blosc-format.nbytes`,
/// `blosc-format.blocksize`, `blosc-format.cbytes`.
pub fn header(bytes: &[u8]) -> Result<Header> {
    let Some(bytes) = bytes.first_chunk::<16>() else {
        return Err(Error::Codec(format!(
            "blosc: found {} bytes, expected a header of {SIZE}",
            bytes.len()
        )));
    };
    let [version, versionlz, flags, typesize, lengths @ ..] = bytes;
    let length = |at: usize| {
        let four = [0, 1, 2, 3].map(|i| lengths[at + i]);
        u32::from_le_bytes(four)
    };
    Ok(Header {
        version: *version,
        versionlz: *versionlz,
        flags: Flags::of(*flags),
        typesize: *typesize,
        nbytes: length(0),
        blocksize: length(4),
        cbytes: length(8),
    })
}
