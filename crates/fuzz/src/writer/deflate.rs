//! Compressed data by RFC 1951: blocks of every type, where the writer divides the bytes, copies and
//! numbers codes as it likes.

use std::ops::Range;

use fastrand::Rng;

use super::bits::Bits;
use super::copies::{Limits, Sequence, sequences};
use super::prefix_code;
use crate::tape::Tape;

/// A block, and the number of bytes that it takes; the last one takes the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Number of bytes, where there are as many.
    pub length: u32,
    /// How it is written.
    pub kind: Kind,
}

/// How a block is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Not compressed. More bytes than LEN can say take several blocks.
    Stored {
        /// The bits before LEN, which are ignored.
        bits_before: bool,
    },
    /// With fixed codes.
    Fixed {
        /// Chooses copies; none without.
        copies: Option<u64>,
    },
    /// With dynamic codes.
    Dynamic {
        /// Chooses copies; none without.
        copies: Option<u64>,
        /// Chooses the codes.
        codes: u64,
    },
}

const LIMITS: Limits = Limits {
    shortest: 3,
    longest: 258,
    farthest: 32_768,
    last_literals: 0,
    last_start: 0,
};
/// The longest stored block; LEN has two bytes.
const LONGEST_STORED_BLOCK: usize = 0xffff;
const END_OF_BLOCK: usize = 256;
/// RFC 1951, section 3.2.5: the first length of the codes 257 to 285, and their extra bits.
const LENGTHS: [(usize, u32); 29] = [
    (3, 0),
    (4, 0),
    (5, 0),
    (6, 0),
    (7, 0),
    (8, 0),
    (9, 0),
    (10, 0),
    (11, 1),
    (13, 1),
    (15, 1),
    (17, 1),
    (19, 2),
    (23, 2),
    (27, 2),
    (31, 2),
    (35, 3),
    (43, 3),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 4),
    (115, 4),
    (131, 5),
    (163, 5),
    (195, 5),
    (227, 5),
    (258, 0),
];
/// RFC 1951, section 3.2.7: the order in which the lengths of the codes for code lengths stand.
const ORDER: [usize; 19] = [
    16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
];

impl Block {
    /// Any block.
    pub(crate) fn random(tape: &mut Tape) -> Self {
        let copies = |tape: &mut Tape| tape.is("copies", 1, 2).then(|| tape.seed("which copies"));
        Self {
            length: super::length(tape),
            kind: match tape.pick("type", &[1, 1, 1]) {
                0 => Kind::Stored {
                    bits_before: tape.is("bits before", 1, 2),
                },
                1 => Kind::Fixed {
                    copies: copies(tape),
                },
                _ => Kind::Dynamic {
                    copies: copies(tape),
                    codes: tape.seed("codes"),
                },
            },
        }
    }
}

/// The blocks that hold `bytes`, at least one; not compressed where `only_stored`.
pub(crate) fn encode(blocks: &[Block], bytes: &[u8], only_stored: bool) -> Vec<u8> {
    let mut bits = Bits::default();
    let mut at = 0;
    for (i, block) in blocks.iter().enumerate() {
        let is_final = i + 1 == blocks.len();
        let end = match usize::try_from(block.length) {
            Ok(length) if !is_final => bytes.len().min(at + length),
            _ => bytes.len(),
        };
        let kind = match block.kind {
            Kind::Fixed { .. } | Kind::Dynamic { .. } if only_stored => {
                &Kind::Stored { bits_before: false }
            }
            ref kind => kind,
        };
        write(&mut bits, kind, bytes, at..end, is_final);
        at = end;
    }
    bits.into_bytes()
}

fn write(bits: &mut Bits, kind: &Kind, bytes: &[u8], part: Range<usize>, is_final: bool) {
    let header = |bits: &mut Bits, block_type| {
        bits.push(u64::from(is_final), 1);
        bits.push(block_type, 2);
    };
    match kind {
        Kind::Stored { bits_before } => stored(bits, *bits_before, &bytes[part], is_final),
        Kind::Fixed { copies } => {
            header(bits, 1);
            let symbols = symbols(bytes, part, *copies);
            let mut literals = [8; 288];
            literals[144..256].fill(9);
            literals[256..280].fill(7);
            write_symbols(bits, &symbols, &literals, &[5; 30]);
        }
        Kind::Dynamic { copies, codes } => {
            header(bits, 2);
            let symbols = symbols(bytes, part, *copies);
            let mut choices = Rng::with_seed(*codes);
            let (literals, distances) = random_codes(&mut choices, &symbols);
            write_codes(bits, &mut choices, &literals, &distances);
            write_symbols(bits, &symbols, &literals, &distances);
        }
    }
}

fn stored(bits: &mut Bits, bits_before: bool, mut bytes: &[u8], is_final: bool) {
    loop {
        let (part, rest) = bytes.split_at(bytes.len().min(LONGEST_STORED_BLOCK));
        bits.push(u64::from(is_final && rest.is_empty()), 1);
        bits.push(0, 2);
        bits.fill(bits_before);
        let [low, high, ..] = part.len().to_le_bytes();
        bits.bytes().extend([low, high, !low, !high]);
        bits.bytes().extend(part);
        if rest.is_empty() {
            return;
        }
        bytes = rest;
    }
}

/// A literal byte, a length or the end of the block, with its extra bits, and the distance of a length.
struct Symbol {
    code: usize,
    extra: (usize, u32),
    distance: Option<(usize, (usize, u32))>,
}

fn symbols(bytes: &[u8], part: Range<usize>, copies: Option<u64>) -> Vec<Symbol> {
    let plain = |code| Symbol {
        code,
        extra: (0, 0),
        distance: None,
    };
    let literal = |byte: &u8| plain(usize::from(*byte));
    let (found, last) = sequences(bytes, part.clone(), LIMITS, copies);
    let mut symbols = Vec::with_capacity(part.len() + 1);
    for Sequence {
        literals,
        length,
        distance,
    } in found
    {
        symbols.extend(bytes[literals].iter().map(literal));
        let (code, extra) = length_code(length);
        symbols.push(Symbol {
            code,
            extra,
            distance: Some(distance_code(distance)),
        });
    }
    symbols.extend(bytes[last..part.end].iter().map(literal));
    symbols.push(plain(END_OF_BLOCK));
    symbols
}

/// The code of a length from 3 to 258, and its extra bits with their number.
fn length_code(length: usize) -> (usize, (usize, u32)) {
    let at = LENGTHS.iter().rposition(|(first, _)| *first <= length);
    let at = at.unwrap_or_default();
    let (first, count) = LENGTHS[at];
    (257 + at, (length - first, count))
}

/// The code of a distance from 1 to 32,768, and its extra bits with their number: two codes for each
/// number of extra bits but 0, which has four.
fn distance_code(distance: usize) -> (usize, (usize, u32)) {
    let number = distance - 1;
    if number < 4 {
        return (number, (0, 0));
    }
    let count = number.ilog2() - 1;
    let high = number >> count;
    let code = 2 * count as usize + high;
    (code, (number - (high << count), count))
}

fn write_symbols(bits: &mut Bits, symbols: &[Symbol], literals: &[u8], distances: &[u8]) {
    let literal_codes = prefix_code::codes(literals);
    let distance_codes = prefix_code::codes(distances);
    for symbol in symbols {
        bits.push_code(literal_codes[symbol.code], u32::from(literals[symbol.code]));
        bits.push(symbol.extra.0 as u64, symbol.extra.1);
        if let Some((code, extra)) = symbol.distance {
            bits.push_code(distance_codes[code], u32::from(distances[code]));
            bits.push(extra.0 as u64, extra.1);
        }
    }
}

/// Lengths of complete codes for what occurs, and perhaps for more: of literals and lengths, and of
/// distances, of which there may be one, of one bit, or none.
fn random_codes(choices: &mut Rng, symbols: &[Symbol]) -> (Vec<u8>, Vec<u8>) {
    let mut literals = [false; 286];
    let mut distances = [false; 30];
    for symbol in symbols {
        literals[symbol.code] = true;
        if let Some((code, _)) = symbol.distance {
            distances[code] = true;
        }
    }
    // A code of a single symbol is not complete.
    literals[choices.usize(..END_OF_BLOCK)] = true;
    while choices.u8(..4) == 0 {
        literals[choices.usize(..286)] = true;
        if distances.contains(&true) {
            distances[choices.usize(..30)] = true;
        }
    }
    let literals = lengths_of(choices, &literals, 257);
    (literals, lengths_of(choices, &distances, 1))
}

/// Lengths for those symbols that are used, to the last one of them, and perhaps zeros behind it; at
/// least `least`.
fn lengths_of(choices: &mut Rng, used: &[bool], least: usize) -> Vec<u8> {
    let number = used.iter().filter(|it| **it).count();
    let mut lengths = prefix_code::lengths(choices, number, 15).into_iter();
    let occurring = used.iter().rposition(|it| *it).map_or(0, |at| at + 1);
    let mut end = occurring.max(least);
    if choices.u8(..4) == 0 {
        end = choices.usize(end..=used.len());
    }
    let length = |used: &bool| used.then(|| lengths.next()).flatten();
    let all = used[..end].iter().map(length);
    all.map(Option::unwrap_or_default).collect()
}

/// HLIT, HDIST, HCLEN, the lengths of the codes for code lengths, and by these the code lengths.
fn write_codes(bits: &mut Bits, choices: &mut Rng, literals: &[u8], distances: &[u8]) {
    let runs = runs(choices, &[literals, distances].concat());
    let mut used = [false; 19];
    for (symbol, _) in &runs {
        used[*symbol] = true;
    }
    while used.iter().filter(|it| **it).count() < 2 {
        used[choices.usize(..19)] = true;
    }
    let number = used.iter().filter(|it| **it).count();
    let mut some = prefix_code::lengths(choices, number, 7).into_iter();
    let mut lengths = [0; 19];
    for (symbol, _) in used.iter().enumerate().filter(|(_, used)| **used) {
        lengths[symbol] = some.next().unwrap_or_default();
    }
    let last = ORDER.iter().rposition(|symbol| used[*symbol]);
    let hclen = choices.usize(last.unwrap_or_default().max(3)..19) + 1;
    bits.push(literals.len() as u64 - 257, 5);
    bits.push(distances.len() as u64 - 1, 5);
    bits.push(hclen as u64 - 4, 4);
    for symbol in &ORDER[..hclen] {
        bits.push(u64::from(lengths[*symbol]), 3);
    }
    let codes = prefix_code::codes(&lengths);
    for (symbol, (extra, count)) in runs {
        bits.push_code(codes[symbol], u32::from(lengths[symbol]));
        bits.push(extra, count);
    }
}

/// Code lengths by the symbols of RFC 1951, section 3.2.7: each as it is, or repeated by 16, 17 or 18,
/// with extra bits and their number. A repetition may begin among literals and end among distances.
fn runs(choices: &mut Rng, lengths: &[u8]) -> Vec<(usize, (u64, u32))> {
    let mut runs = Vec::with_capacity(lengths.len());
    let mut at = 0;
    let repeats = choices.u8(..4) > 0;
    while at < lengths.len() {
        let length = lengths[at];
        let same = lengths[at..].iter().take_while(|it| **it == length).count();
        let follows_same = at > 0 && lengths[at - 1] == length;
        let (symbol, most, first, bits) = match length {
            0 if same >= 11 && choices.u8(..8) > 0 => (18, 138, 11, 7),
            0 if same >= 3 => (17, 10, 3, 3),
            _ if same >= 3 && follows_same => (16, 6, 3, 2),
            _ => (0, 0, 0, 0),
        };
        if symbol == 0 || !repeats || choices.u8(..8) == 0 {
            runs.push((usize::from(length), (0, 0)));
            at += 1;
            continue;
        }
        let number = match same.min(most) {
            most if choices.bool() => most,
            most => choices.usize(first..=most),
        };
        runs.push((symbol, ((number - first) as u64, bits)));
        at += number;
    }
    runs
}
