//! Prefix codes of any shape, where compressors take the shortest.

use fastrand::Rng;

/// The lengths of a complete code of `number <= 2^longest` symbols, in any order. A single symbol gets
/// one bit, which is not a complete code.
pub(crate) fn lengths(choices: &mut Rng, number: usize, longest: u8) -> Vec<u8> {
    if number < 2 {
        return vec![1; number];
    }
    let mut lengths = Vec::with_capacity(number);
    lengths.push(0);
    while lengths.len() < number {
        let mut leaf = choices.usize(..lengths.len());
        while lengths[leaf] >= longest {
            leaf = (leaf + 1) % lengths.len();
        }
        lengths[leaf] += 1;
        lengths.push(lengths[leaf]);
    }
    choices.shuffle(&mut lengths);
    lengths
}

/// The codes of symbols with these lengths as RFC 1951 numbers them, section 3.2.2: shorter codes come
/// first, and those of one length in the order of symbols. A symbol of length 0 has no code.
pub(crate) fn codes(lengths: &[u8]) -> Vec<u32> {
    let mut count = [0; 16];
    for length in lengths.iter().filter(|length| **length > 0) {
        count[usize::from(*length)] += 1;
    }
    let mut next = [0; 16];
    let mut code = 0;
    for length in 1..16 {
        code = (code + count[length - 1]) << 1;
        next[length] = code;
    }
    let mut codes = Vec::with_capacity(lengths.len());
    for length in lengths {
        codes.push(next[usize::from(*length)]);
        next[usize::from(*length)] += 1;
    }
    codes
}
