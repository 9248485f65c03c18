//! Any shape of an array, and of its chunks.

use fastrand::Rng;

use super::choose::Choices;
use super::list::DIMENSION;
use crate::tape::Tape;

/// The most chunks of an array.
const MOST_CHUNKS: u64 = 24;
/// The most dimensions.
const MOST_DIMENSIONS: usize = 6;
/// One case in so many is of many elements.
const LARGE_EVERY: u64 = 255;
/// Those have up to so many times as many, so that chunks may have more than 128 KiB.
const LARGE: u64 = 200;

/// Shapes of an array and of its chunks: small ones with every kind of border, and now and then one with many
/// elements in few chunks.
pub(super) fn shapes(tape: &mut Tape, most_elements: u64) -> (Vec<u64>, Vec<u64>) {
    // Who asks for fewer elements wants only small ones.
    let may_be_large = most_elements >= Choices::MOST_ELEMENTS;
    let is_large = may_be_large && tape.is("large", 1, LARGE_EVERY);
    if tape.is("no dimensions", 1, 32) {
        return (Vec::new(), Vec::new());
    }
    let rank = |rng: &mut Rng| match rng.u8(..31) {
        _ if is_large => rng.usize(1..=3),
        0..8 => 1,
        8..19 => 2,
        19..26 => 3,
        26..29 => 4,
        29 => 5,
        _ => MOST_DIMENSIONS,
    };
    let mut room = Room {
        is_large,
        elements: if is_large {
            LARGE * most_elements
        } else {
            most_elements
        },
        of_chunk: if is_large {
            2 * LARGE * most_elements
        } else {
            most_elements
        },
        chunks: MOST_CHUNKS,
    };
    let dimensions = tape.list(DIMENSION, 1, rank, |tape, _| room.dimension(tape));
    dimensions.into_iter().unzip()
}

/// What is left for further dimensions.
struct Room {
    is_large: bool,
    elements: u64,
    of_chunk: u64,
    chunks: u64,
}

impl Room {
    /// A length of the array, and that of a chunk.
    fn dimension(&mut self, tape: &mut Tape) -> (u64, u64) {
        let length = self.length(tape);
        // Not too many chunks.
        let fewest = length.div_ceil(self.chunks).max(1);
        let chunk = if tape.is("other chunk length", 3, 8) {
            1 + tape.drawn(
                "chunk length",
                self.of_chunk.saturating_sub(1),
                |rng| match rng.u8(..4) {
                    _ if self.is_large => length.div_ceil(2).saturating_sub(1),
                    0 => 0,
                    _ => rng.u64(..length.max(1)),
                },
            )
        } else {
            let longest = self.of_chunk.saturating_sub(length);
            length.max(1)
                + tape.length("beyond the array", longest, |rng| match rng.u8(..3) {
                    0 if self.is_large => 1,
                    0 => rng.u64(1..=3),
                    _ => 0,
                })
        };
        let chunk = chunk.min(self.of_chunk);
        let chunk = chunk.max(fewest);
        self.elements /= length.max(1);
        self.of_chunk /= chunk;
        self.chunks /= length.div_ceil(chunk).max(1);
        (length, chunk)
    }

    fn length(&self, tape: &mut Tape) -> u64 {
        if !self.is_large && tape.is("length 0", 1, 32) {
            return 0;
        }
        let most = if self.is_large {
            self.elements
        } else {
            self.elements.min(13)
        };
        let most = most.max(1);
        1 + tape.length("length", most - 1, |rng| match rng.u8(..6) {
            // One dimension of many elements and others of few, in any order.
            0..2 if self.is_large => rng.u64(..most.min(8)),
            _ if self.is_large => rng.u64(most / 4..most),
            0 => 0,
            _ => rng.u64(..most),
        })
    }
}
