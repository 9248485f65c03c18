//! Data by RFC 1950: CMF and FLG, compressed data, and ADLER32, the most significant byte first.

use crate::writer::deflate::{self, Block};

/// Deflate with a window of 32 KB, the default level, and no dictionary.
const CMF_FLG: [u8; 2] = [0x78, 0x9c];

/// The data that hold `bytes`.
pub(super) fn encode(bytes: &[u8], blocks: &[Block]) -> Vec<u8> {
    let mut encoded = CMF_FLG.to_vec();
    encoded.extend(deflate::encode(blocks, bytes, false));
    encoded.extend(adler32(bytes).to_be_bytes());
    encoded
}

fn adler32(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1, 0);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    b << 16 | a
}
