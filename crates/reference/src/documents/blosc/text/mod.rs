//! The blosc codec: shuffles and compresses blocks of bytes in the Blosc chunk format.
//!
//! - Specification: [blosc codec], version 1.0; [Blosc chunk format]; the c-blosc library, which the
//!   codec's document names as reference implementation, where the format's document is silent.
//! - Name in metadata: `blosc`.
//! - Kind: `bytes -> bytes`.
//! - Example: `{"name": "blosc", "configuration": {"cname": "lz4", "clevel": 1, "shuffle": "shuffle",
//!   "typesize": 4, "blocksize": 0}}`.
//! - Layout: a [`header`] of 16 bytes, then the bytes as they are where they are only copied, or
//!   where each [`block`] starts, and the blocks, each of one or more splits that are compressed by
//!   the [`compressor`] after a [`shuffle`].
//!
//! How a chunk is compressed is the writer's choice, so encoding here only copies. A chunk can be
//! decoded by its header: the configuration says how a chunk is written.
//!
//! ```
//! use zarr_conform_reference::blosc::{self, Blosc};
//! use zarr_conform_reference::{Json, Steps};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let steps = Steps::default();
//! let configuration = Json::parse(br#"{"cname": "zlib", "clevel": 9, "shuffle": "noshuffle"}"#)?;
//! let blosc = Blosc::of(&steps, &configuration)?;
//! let encoded = blosc::encode(&[7, 8, 9], &blosc)?;
//! assert_eq!(encoded[..4], [2, 1, 0x62, 1]);
//! assert_eq!(encoded[4..16], [3, 0, 0, 0, 3, 0, 0, 0, 19, 0, 0, 0]);
//! assert_eq!(encoded[16..], [7, 8, 9]);
//! assert_eq!(blosc::decode(&steps, &encoded, Some(3))?, [7, 8, 9]);
//! # Ok(())
//! # }
//! ```
//!
//! [blosc codec]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/blosc/index.html
//! [Blosc chunk format]: https://github.com/Blosc/c-blosc/blob/HEAD/README_CHUNK_FORMAT.rst

pub mod block;
pub mod compressor;
pub mod configuration;
pub mod header;
pub mod shuffle;

use super::seen;
use crate::Edition;
use crate::codecs::{BytesToBytes, Codec, Definition, MAX_OF_UNKNOWN_LENGTH};
use crate::error::{Error, Result, not_as_configured};
use crate::json::Json;
use crate::steps::Steps;
use compressor::Compressor;
use configuration::Shuffle;
use header::{Flags, Header};

/// The codec in a codec list.
///
/// Requirement: `blosc.name`.
pub const DEFINITION: Definition = Definition {
    name: "blosc",
    is_format: true,
    editions: &Edition::ALL,
    members: &["cname", "clevel", "shuffle", "typesize", "blocksize"],
    seen: seen::configuration,
    codec: |steps, configuration, _| Ok(Codec::Blosc(Blosc::of(steps, configuration)?)),
};

/// What the configuration says of an encoded chunk. `clevel` and `blocksize` say nothing that a
/// reader needs or that a header shows: a library may choose other blocks than it was asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blosc {
    /// The internal compressor; none where `cname` is missing, or of no compressor with a number.
    pub compressor: Option<Compressor>,
    /// How bytes are shuffled before they are compressed.
    pub shuffle: Shuffle,
    /// The stride of the shuffle in bytes; none where it is missing, or is ignored.
    pub typesize: Option<u64>,
    /// Whether compression is turned off, by `clevel` 0.
    pub is_stored: bool,
}

impl Blosc {
    /// The codec of a configuration.
    ///
    /// # Errors
    /// [`Error::Metadata`] where a member is out of range or of a wrong type, or `typesize` is
    /// missing where bytes are shuffled.
    ///
    /// Requirements: `blosc.cname`, `blosc.clevel-range`, `blosc.shuffle-values`,
    /// `blosc.typesize-required`, `blosc.blocksize`.
    pub fn of(steps: &Steps, configuration: &Json) -> Result<Self> {
        let compressor = steps.blosc_cname(configuration)?;
        steps.blosc_check_clevel(configuration)?;
        let shuffle = steps.blosc_shuffle(configuration)?;
        let typesize = steps.blosc_typesize(configuration, shuffle)?;
        steps.blosc_check_blocksize(configuration)?;
        Ok(Self {
            compressor,
            shuffle,
            typesize,
            is_stored: configuration.member("clevel").and_then(Json::as_u64) == Some(0),
        })
    }

    /// `typesize` as the header's one byte says it; none where the configuration has none, or one
    /// for which there is no byte.
    fn header_typesize(&self) -> Option<u8> {
        self.typesize.and_then(|it| u8::try_from(it).ok())
    }
}

/// Requirement: `blosc.kind`.
impl BytesToBytes for Blosc {
    fn encoded_length(&self, _length: Option<u64>) -> Option<u64> {
        None
    }

    fn is_free(&self) -> bool {
        true
    }

    fn check_written(&self, steps: &Steps, bytes: &[u8]) -> Result<()> {
        steps.blosc_check_written(bytes, self)
    }

    fn encode(&self, steps: &Steps, bytes: &[u8]) -> Result<Vec<u8>> {
        steps.blosc_encode(bytes, self)
    }

    fn decode(&self, steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
        steps.blosc_decode(bytes, length, self)
    }

    fn stated_length(&self, steps: &Steps, bytes: &[u8]) -> Result<Option<u64>> {
        Ok(Some(steps.blosc_header(bytes)?.nbytes.into()))
    }

    fn see(&self, steps: &Steps, bytes: &[u8], see: &mut dyn FnMut(&'static str)) -> Result<()> {
        seen::chunk(self, steps, bytes, see);
        Ok(())
    }
}

/// Encodes as a chunk that is only copied, with the header of the configuration.
///
/// # Errors
/// [`Error::Codec`] where the header cannot say how long the chunk is.
///
/// Requirements: `blosc.format`, `blosc-format.header-and-blocks`, `blosc-format.header`,
/// `blosc-format.memcpy-flag`, `blosc-format.nbytes`, `blosc-format.cbytes`.
pub fn encode(bytes: &[u8], blosc: &Blosc) -> Result<Vec<u8>> {
    let lengths = u32::try_from(bytes.len())
        .ok()
        .and_then(|nbytes| Some((nbytes, nbytes.checked_add(header::SIZE)?)));
    let Some((nbytes, cbytes)) = lengths else {
        return codec(format!(
            "found {} bytes to encode, more than a header can count",
            bytes.len()
        ));
    };
    let header = Header {
        version: 2,
        versionlz: 1,
        flags: Flags {
            byte_shuffle: blosc.shuffle == Shuffle::Bytes,
            memcpy: true,
            bit_shuffle: blosc.shuffle == Shuffle::Bits,
            reserved: false,
            unsplit: false,
            compressor: blosc.compressor.map_or(0, Compressor::number),
        },
        typesize: blosc.header_typesize().unwrap_or(1),
        nbytes,
        blocksize: nbytes,
        cbytes,
    };
    let mut encoded = header.to_bytes().to_vec();
    encoded.extend(bytes);
    Ok(encoded)
}

/// Decodes by the header; `length` is the number of decoded bytes where it is known. Bytes after
/// `cbytes` are not looked at.
///
/// # Errors
/// [`Error::Codec`] where the bytes are not a chunk of this format, or one of another length;
/// [`Error::Unsupported`] where a compressor is not implemented here, or where the chunk is too
/// large for the reference.
///
/// Requirements: `blosc.format`, `blosc-format.header-and-blocks`, `blosc-format.nbytes`,
/// `blosc-format.cbytes`, `blosc-format.memcpy-flag`.
pub fn decode(steps: &Steps, bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
    let header = steps.blosc_header(bytes)?;
    content(steps, &header, bytes, length)
}

/// What a chunk of this header holds.
///
/// # Errors
/// As [`decode`].
///
/// Requirement: `blosc.blocks`.
pub fn content(
    steps: &Steps,
    header: &Header,
    bytes: &[u8],
    length: Option<u64>,
) -> Result<Vec<u8>> {
    let nbytes = u64::from(header.nbytes);
    match length {
        Some(length) if length != nbytes => {
            return codec(format!("nbytes is {nbytes}, expected {length}"));
        }
        // What is copied is no longer than what is there.
        None if nbytes > MAX_OF_UNKNOWN_LENGTH && !header.flags.memcpy => {
            return Err(Error::Unsupported(format!(
                "blosc: a chunk of {nbytes} bytes is too large for the reference"
            )));
        }
        _ => {}
    }
    let chunk = part(bytes, 0, header.cbytes.into(), "the chunk of cbytes")?;
    if header.flags.memcpy {
        let copied = part(chunk, header::SIZE.into(), nbytes, "the copied buffer")?;
        return Ok(copied.to_vec());
    }
    steps.blosc_blocks(header, chunk)
}

/// Demands of an encoding by a configuration that its header names the compressor, the shuffle and
/// the stride, and that nothing was compressed where `clevel` is 0: a header and `nbytes` at least. A chunk that is only copied was neither compressed nor shuffled; and where the
/// stride is 1, bytes that are shuffled are as before.
///
/// # Errors
/// [`Error::NotAsConfigured`] where the header says something else.
///
/// Requirements: `blosc.cname`, `blosc.clevel-zero`, `blosc.shuffle`, `blosc.typesize-positive`.
pub fn check_written(steps: &Steps, bytes: &[u8], blosc: &Blosc) -> Result<()> {
    let header = steps.blosc_header(bytes)?;
    if header.flags.memcpy {
        return Ok(());
    }
    if blosc.is_stored
        && u64::from(header.cbytes) < u64::from(header.nbytes) + u64::from(header::SIZE)
    {
        return not_as_configured(format!(
            "blosc: found {} bytes that {} were compressed to, expected no compression at level 0",
            header.cbytes, header.nbytes
        ));
    }
    if let Some(compressor) = blosc.compressor {
        agree("compressor", &header.flags.compressor, &compressor.number())?;
    }
    let (is_noshuffle, typesize) = (blosc.shuffle == Shuffle::None, blosc.header_typesize());
    if !is_noshuffle && typesize.is_none() {
        return Ok(());
    }
    let changes_nothing = blosc.shuffle == Shuffle::Bytes && typesize == Some(1);
    if !changes_nothing {
        let is_bytes = blosc.shuffle == Shuffle::Bytes;
        let is_bits = blosc.shuffle == Shuffle::Bits;
        agree("byte shuffle", &header.flags.byte_shuffle, &is_bytes)?;
        agree("bit shuffle", &header.flags.bit_shuffle, &is_bits)?;
    }
    match typesize {
        Some(typesize) if !is_noshuffle => agree("typesize", &header.typesize, &typesize),
        _ => Ok(()),
    }
}

fn agree<T: PartialEq + std::fmt::Display>(what: &str, found: &T, expected: &T) -> Result<()> {
    if found == expected {
        return Ok(());
    }
    not_as_configured(format!(
        "blosc: the header has {what} {found}, the configuration {expected}"
    ))
}

/// The `length` bytes from `start` on.
fn part<'a>(bytes: &'a [u8], start: u64, length: u64, what: &str) -> Result<&'a [u8]> {
    let range = usize::try_from(start).ok().and_then(|start| {
        let end = start.checked_add(usize::try_from(length).ok()?)?;
        bytes.get(start..end)
    });
    range.ok_or_else(|| {
        Error::Codec(format!(
            "blosc: {what} has {length} bytes from byte {start} on, found {} bytes in all",
            bytes.len()
        ))
    })
}

fn codec<T>(message: impl std::fmt::Display) -> Result<T> {
    Err(Error::Codec(format!("blosc: {message}")))
}
