//! Strings that occurred before: what the compressed forms of deflate, LZ4, Snappy and Zstandard have
//! in common.
//!
//! A compressor looks for the longest and nearest copies. Here a seed chooses among all, so that the
//! copies are those of no compressor: short ones where longer ones would do, far ones, such that
//! overlap themselves.

use std::ops::Range;

use fastrand::Rng;

/// Literal bytes, and the copy that follows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Sequence {
    /// Where the literal bytes stand.
    pub(crate) literals: Range<usize>,
    /// Number of copied bytes.
    pub(crate) length: usize,
    /// How far back the copied bytes begin; at least 1.
    pub(crate) distance: usize,
}

/// What copies a format has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// The shortest; at least 1.
    pub(crate) shortest: usize,
    /// The longest.
    pub(crate) longest: usize,
    /// The farthest.
    pub(crate) farthest: usize,
    /// So many bytes at the end are literal.
    pub(crate) last_literals: usize,
    /// No copy begins within so many bytes before the end.
    pub(crate) last_start: usize,
}

/// Copies of the bytes in `part`, from everything before them in `bytes`, by a seed; none without. The
/// literal bytes behind the last copy are those from the number that is given last.
pub(crate) fn sequences(
    bytes: &[u8],
    part: Range<usize>,
    limits: Limits,
    seed: Option<u64>,
) -> (Vec<Sequence>, usize) {
    let mut found = Vec::new();
    let mut literals = part.start;
    let Some(seed) = seed else {
        return (found, literals);
    };
    let mut choices = Rng::with_seed(seed);
    let end = part.end.saturating_sub(limits.last_literals);
    let last = part
        .end
        .saturating_sub(limits.last_start.max(limits.shortest));
    let mut at = part.start;
    let mut recent = 1;
    while at <= last && at < end {
        let distance = candidate(&mut choices, at, recent, limits.farthest);
        let most = limits.longest.min(end - at);
        let length = matching(bytes, at, distance, most);
        if distance == 0 || length < limits.shortest || choices.u8(..8) == 0 {
            at += 1;
            continue;
        }
        let length = if choices.bool() {
            length
        } else {
            choices.usize(limits.shortest..=length)
        };
        found.push(Sequence {
            literals: literals..at,
            length,
            distance,
        });
        at += length;
        literals = at;
        recent = distance;
    }
    (found, literals)
}

/// A distance to try at this place: that of the last copy, a small one, a power of two as elements and
/// rows have it, or any; 0 where nothing stands before.
fn candidate(choices: &mut Rng, at: usize, recent: usize, farthest: usize) -> usize {
    let most = at.min(farthest);
    let distance = match choices.u8(..8) {
        0..3 => recent,
        3..5 => choices.usize(1..=8),
        5 => 1 << choices.u32(..12),
        _ => {
            return if most == 0 {
                0
            } else {
                choices.usize(1..=most)
            };
        }
    };
    if distance > most { most } else { distance }
}

/// How many bytes from `at` on are as those `distance` before them; `most` at most.
fn matching(bytes: &[u8], at: usize, distance: usize, most: usize) -> usize {
    let pairs = bytes[at..].iter().zip(&bytes[at - distance..]);
    pairs.take(most).take_while(|(a, b)| a == b).count()
}
