//! Zstandard frames to be decoded.

#[cfg(feature = "c-zstd")]
use std::io::Read as _;

use zarr_conform_reference::Steps;
use zarr_conform_reference::steps::Replacement;

use crate::codecs::{is_bounded, length_of};
use crate::no_bug;
use crate::parts::first_byte;

/// Zstandard frames. The first byte is the length as by `length_of`; bit 0 of the second says whether a
/// checksum is written, bit 1 that checksums are not looked at.
///
/// No more is decoded than is asked for. What decodes does so by another decoder, to the same bytes, and what
/// is encoded, too.
pub fn zstd(input: &[u8]) {
    let (selector, rest) = first_byte(input);
    let (flags, encoded) = first_byte(rest);
    let length = length_of(selector);
    let mut steps = Steps::default();
    if flags & 2 != 0 {
        steps = steps.with(&[Replacement::zstd_check_content_checksum(|_, _, _| Ok(()))]);
    }
    let checksum = flags & 1 != 0;
    let Ok(decoded) = no_bug(steps.zstd_decode(encoded, length)) else {
        return;
    };
    is_bounded(&decoded, length);
    if flags & 2 == 0 {
        by_another_decoder(encoded, &decoded);
    }
    let again = no_bug(steps.zstd_encode(&decoded, checksum));
    let again = again.as_deref().unwrap_or_default();
    by_another_decoder(again, &decoded);
    assert_eq!(steps.zstd_decode(again, None).as_ref(), Ok(&decoded));
    assert_eq!(steps.zstd_check_written(again, checksum), Ok(()));
}

/// Demands that frames decode to these bytes by the decoder of those who specified the format, where it is there.
#[cfg(not(feature = "c-zstd"))]
fn by_another_decoder(_encoded: &[u8], _decoded: &[u8]) {}

/// Demands that frames decode to these bytes by the decoder of those who specified the format.
#[cfg(feature = "c-zstd")]
fn by_another_decoder(encoded: &[u8], decoded: &[u8]) {
    /// Frames may ask for as large a window as there are: no decoder has to hold more than it finds.
    const WINDOW: u32 = 31;
    let read = || -> std::io::Result<Vec<u8>> {
        let mut decoder = ::zstd::stream::read::Decoder::with_buffer(encoded)?;
        decoder.window_log_max(WINDOW)?;
        let mut other = Vec::new();
        decoder.read_to_end(&mut other)?;
        Ok(other)
    };
    match read() {
        Ok(other) => assert_eq!(other, decoded, "by another decoder"),
        // Memory is bounded here.
        Err(error) if error.to_string().contains("memory") => {}
        Err(error) => panic!("by another decoder: {error}"),
    }
}
