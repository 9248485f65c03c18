//! The Snappy format without framing.
//!
//! The number of bytes as a varint, then elements: literal bytes, or copies with a distance in 11, 16 or
//! 32 bits.

use crate::writer::copies::{Limits, sequences};

const LIMITS: Limits = Limits {
    shortest: 1,
    longest: 64,
    farthest: usize::MAX,
    last_literals: 0,
    last_start: 0,
};

/// The elements that hold `bytes`.
pub(super) fn encode(bytes: &[u8], seed: u64) -> Vec<u8> {
    let (found, last) = sequences(bytes, 0..bytes.len(), LIMITS, Some(seed));
    let mut encoded = varint(bytes.len());
    for sequence in found {
        literal(&mut encoded, &bytes[sequence.literals]);
        copy(&mut encoded, sequence.length, sequence.distance);
    }
    literal(&mut encoded, &bytes[last..]);
    encoded
}

fn varint(mut number: usize) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(64);
    while number >= 0x80 {
        bytes.push(number.to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
    bytes
}

/// Appends literal bytes, where there are any: six bits of their number less 1, or how many bytes it has.
fn literal(to: &mut Vec<u8>, bytes: &[u8]) {
    let Some(number) = bytes.len().checked_sub(1) else {
        return;
    };
    let (tag, width) = match number {
        0..60 => (number << 2, 0),
        60..0x100 => (60 << 2, 1),
        0x100..0x1_0000 => (61 << 2, 2),
        _ => (63 << 2, 4),
    };
    to.extend(&tag.to_le_bytes()[..1]);
    to.extend(&number.to_le_bytes()[..width]);
    to.extend(bytes);
}

fn copy(to: &mut Vec<u8>, length: usize, distance: usize) {
    match (length, distance) {
        (4..12, 0..0x800) => {
            let tag = 1 | (length - 4) << 2 | distance >> 8 << 5;
            to.extend([tag, distance].map(|it| it.to_le_bytes()[0]));
        }
        (_, 0..0x1_0000) => {
            to.extend(&(2 | (length - 1) << 2).to_le_bytes()[..1]);
            to.extend(&distance.to_le_bytes()[..2]);
        }
        _ => {
            to.extend(&(3 | (length - 1) << 2).to_le_bytes()[..1]);
            to.extend(&distance.to_le_bytes()[..4]);
        }
    }
}
