//! The configuration of the blosc codec.
//!
//! - Specification: [Configuration parameters].
//!
//! Only of `typesize` it is said that it is required. Without the others an array is accepted here.
//!
//! [Configuration parameters]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/blosc/index.html#configuration-parameters

use super::compressor::Compressor;
use crate::error::{Result, metadata};
use crate::json::Json;

/// How bytes are shuffled before they are compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shuffle {
    /// `noshuffle`
    None,
    /// `shuffle`: by bytes
    Bytes,
    /// `bitshuffle`: by bits
    Bits,
}

/// The configuration parameter `cname`. The text names those compressors that a library has at the
/// time of writing, so another string is accepted; it has no number in a header.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is not a string.
///
/// Requirements: `blosc.cname`, `blosc.cname-values`.
pub fn cname(configuration: &Json) -> Result<Option<Compressor>> {
    match configuration.member("cname") {
        None => Ok(None),
        Some(Json::String(name)) => Ok(Compressor::named(name)),
        Some(other) => metadata(format!("blosc: found cname {other}, expected a string")),
    }
}

/// Demands of the configuration parameter `clevel` an integer from 0 to 9.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is none.
///
/// Requirement: `blosc.clevel-range`.
pub fn check_clevel(configuration: &Json) -> Result<()> {
    match configuration.member("clevel") {
        Some(clevel) if clevel.as_u64().is_none_or(|it| it > 9) => metadata(format!(
            "blosc: found clevel {clevel}, expected an integer from 0 to 9"
        )),
        _ => Ok(()),
    }
}

/// The configuration parameter `shuffle`; where it is missing, nothing is shuffled.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is not one of the three strings.
///
/// Requirements: `blosc.shuffle-values`, `blosc.shuffle-names`.
pub fn shuffle(configuration: &Json) -> Result<Shuffle> {
    let Some(shuffle) = configuration.member("shuffle") else {
        return Ok(Shuffle::None);
    };
    match shuffle.as_str() {
        Some("noshuffle") => Ok(Shuffle::None),
        Some("shuffle") => Ok(Shuffle::Bytes),
        Some("bitshuffle") => Ok(Shuffle::Bits),
        _ => metadata(format!(
            "blosc: found shuffle {shuffle}, expected \"noshuffle\", \"shuffle\" or \"bitshuffle\""
        )),
    }
}

/// The configuration parameter `typesize`; none where nothing is shuffled, as it is ignored then.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is needed and missing or no positive
/// integer.
///
/// Requirements: `blosc.typesize-positive`, `blosc.typesize-required`.
pub fn typesize(configuration: &Json, shuffle: Shuffle) -> Result<Option<u64>> {
    match (shuffle, configuration.member("typesize")) {
        (Shuffle::None, _) => Ok(None),
        (_, None) => metadata(
            "blosc: the configuration has no member \"typesize\", which is required unless \
             shuffle is \"noshuffle\"",
        ),
        (_, Some(typesize)) => match typesize.as_u64() {
            Some(typesize) if typesize > 0 => Ok(Some(typesize)),
            _ => metadata(format!(
                "blosc: found typesize {typesize}, expected a positive integer"
            )),
        },
    }
}

/// Demands of the configuration parameter `blocksize` an integer.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is none.
///
/// Requirements: `blosc.blocksize`, `blosc.blocksize-zero`.
pub fn check_blocksize(configuration: &Json) -> Result<()> {
    match configuration.member("blocksize") {
        Some(blocksize) if !is_integer(blocksize) => metadata(format!(
            "blosc: found blocksize {blocksize}, expected an integer"
        )),
        _ => Ok(()),
    }
}

fn is_integer(value: &Json) -> bool {
    let Json::Number(spelling) = value else {
        return false;
    };
    let digits = spelling.strip_prefix('-').unwrap_or(spelling);
    digits.bytes().all(|byte| byte.is_ascii_digit())
}
