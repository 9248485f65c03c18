//! The LZ4 block format.
//!
//! A sequence is a token, of which four bits are the number of literal bytes and four the length of
//! the copy less 4, further bytes of each number where the bits are all 1, and the distance in two
//! bytes. The last sequence is only literal bytes: at least 5, and no copy begins within the last
//! 12 bytes.

use std::ops::Range;

use crate::writer::copies::{Limits, sequences};

const LIMITS: Limits = Limits {
    shortest: 4,
    longest: usize::MAX,
    farthest: 0xffff,
    last_literals: 5,
    last_start: 12,
};

/// The block that holds `bytes`.
pub(super) fn encode(bytes: &[u8], seed: u64) -> Vec<u8> {
    let (found, last) = sequences(bytes, 0..bytes.len(), LIMITS, Some(seed));
    let mut encoded = Vec::with_capacity(bytes.len() + 16);
    for sequence in found {
        let copy = sequence.length - 4;
        write(&mut encoded, &bytes[sequence.literals], copy);
        encoded.extend(&sequence.distance.to_le_bytes()[..2]);
        further(&mut encoded, copy);
    }
    let literals: Range<usize> = last..bytes.len();
    write(&mut encoded, &bytes[literals], 0);
    encoded
}

/// Appends a token and literal bytes.
fn write(to: &mut Vec<u8>, literals: &[u8], copy: usize) {
    let token = literals.len().min(15) << 4 | copy.min(15);
    to.extend(&token.to_le_bytes()[..1]);
    further(to, literals.len());
    to.extend(literals);
}

/// Appends what four bits could not say of a number.
fn further(to: &mut Vec<u8>, number: usize) {
    let Some(mut rest) = number.checked_sub(15) else {
        return;
    };
    while rest >= 255 {
        to.push(255);
        rest -= 255;
    }
    to.extend(&rest.to_le_bytes()[..1]);
}
