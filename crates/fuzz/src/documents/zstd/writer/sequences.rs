//! The sequences of a compressed block: RFC 8878, sections 3.1.1.3.2 and 3.1.1.5.

use fastrand::Rng;

use super::fse::{LITERAL_LENGTHS, MATCH_LENGTHS, OFFSETS, Table};
use crate::writer::bits::Bits;
use crate::writer::copies::Sequence;

/// The three offsets that were used last in a frame, the last one first.
#[derive(Clone)]
pub(super) struct Recent([usize; 3]);

impl Default for Recent {
    fn default() -> Self {
        Self([1, 4, 8])
    }
}

/// The first literal length of the codes from 16 on, and their extra bits.
const LITERAL_LENGTH_CODES: [(usize, u32); 20] = [
    (16, 1),
    (18, 1),
    (20, 1),
    (22, 1),
    (24, 2),
    (28, 2),
    (32, 3),
    (40, 3),
    (48, 4),
    (64, 6),
    (128, 7),
    (256, 8),
    (512, 9),
    (1024, 10),
    (2048, 11),
    (4096, 12),
    (8192, 13),
    (16_384, 14),
    (32_768, 15),
    (65_536, 16),
];
/// The first match length of the codes from 32 on, and their extra bits.
const MATCH_LENGTH_CODES: [(usize, u32); 21] = [
    (35, 1),
    (37, 1),
    (39, 1),
    (41, 1),
    (43, 2),
    (47, 2),
    (51, 3),
    (59, 3),
    (67, 4),
    (83, 4),
    (99, 5),
    (131, 7),
    (259, 8),
    (515, 9),
    (1027, 10),
    (2051, 11),
    (4099, 12),
    (8195, 13),
    (16_387, 14),
    (32_771, 15),
    (65_539, 16),
];

/// A code, its extra bits and their number.
type Code = (u8, (u64, u32));

/// Appends the section.
pub(super) fn write(
    to: &mut Vec<u8>,
    choices: &mut Rng,
    recent: &mut Recent,
    sequences: &[Sequence],
) {
    match sequences.len() {
        number @ 0..128 => to.extend(&number.to_le_bytes()[..1]),
        number @ 128..0x7f00 => to.extend([(number >> 8) + 128, number & 0xff].map(byte)),
        number => {
            to.push(255);
            to.extend(&(number - 0x7f00).to_le_bytes()[..2]);
        }
    }
    if sequences.is_empty() {
        return;
    }
    let literal_lengths = sequences
        .iter()
        .map(|it| literal_length_code(it.literals.len()));
    let literal_lengths: Vec<Code> = literal_lengths.collect();
    let match_lengths = sequences.iter().map(|it| match_length_code(it.length));
    let match_lengths: Vec<Code> = match_lengths.collect();
    let offset_value = |it: &Sequence| recent.offset_value(choices, it);
    let offsets: Vec<Code> = sequences
        .iter()
        .map(offset_value)
        .map(offset_code)
        .collect();

    let literal_lengths = Coded::of(choices, &LITERAL_LENGTHS, &literal_lengths);
    let offsets = Coded::of(choices, &OFFSETS, &offsets);
    let match_lengths = Coded::of(choices, &MATCH_LENGTHS, &match_lengths);
    let modes = literal_lengths.mode() << 6 | offsets.mode() << 4 | match_lengths.mode() << 2;
    to.push(modes);
    let all = [&literal_lengths, &offsets, &match_lengths];
    to.extend(all.iter().filter_map(|coded| coded.repeated));

    // What a decoder reads, in its order.
    let mut reads: Vec<(u64, u32)> = all.iter().map(|coded| coded.first).collect();
    for i in 0..sequences.len() {
        for coded in [&offsets, &match_lengths, &literal_lengths] {
            reads.push(coded.codes[i].1);
        }
        for coded in [&literal_lengths, &match_lengths, &offsets] {
            reads.extend(coded.updates.get(i));
        }
    }
    let mut bits = Bits::after(std::mem::take(to));
    for (number, count) in reads.into_iter().rev() {
        bits.push(number, count);
    }
    bits.push(1, 1);
    *to = bits.into_bytes();
}

/// Codes of one kind, and how they are coded.
struct Coded<'a> {
    codes: &'a [Code],
    /// The one code, in the mode RLE.
    repeated: Option<u8>,
    /// The first state, and its number of bits.
    first: (u64, u32),
    /// What leads from each state to the next.
    updates: Vec<(u64, u32)>,
}

impl<'a> Coded<'a> {
    fn of(choices: &mut Rng, table: &Table, codes: &'a [Code]) -> Self {
        let symbols: Vec<u8> = codes.iter().map(|(symbol, _)| *symbol).collect();
        if symbols.iter().all(|symbol| *symbol == symbols[0]) && choices.bool() {
            return Self {
                codes,
                repeated: Some(symbols[0]),
                first: (0, 0),
                updates: Vec::new(),
            };
        }
        let (state, updates) = table.encode(choices, &symbols);
        Self {
            codes,
            repeated: None,
            first: (state as u64, table.accuracy_log),
            updates,
        }
    }

    /// `Predefined_Mode` or `RLE_Mode`.
    fn mode(&self) -> u8 {
        u8::from(self.repeated.is_some())
    }
}

fn literal_length_code(length: usize) -> Code {
    code(length, 16, 0, &LITERAL_LENGTH_CODES)
}

fn match_length_code(length: usize) -> Code {
    code(length, 32, 3, &MATCH_LENGTH_CODES)
}

/// The code of a length: `length - least` where that is below `plain`, otherwise one of those that are
/// listed.
fn code(length: usize, plain: usize, least: usize, codes: &[(usize, u32)]) -> Code {
    match codes.iter().rposition(|(first, _)| *first <= length) {
        None => (byte(length - least), (0, 0)),
        Some(at) => {
            let (first, bits) = codes[at];
            (byte(plain + at), ((length - first) as u64, bits))
        }
    }
}

/// `offset_value == (1 << code) + extra`.
fn offset_code(offset_value: usize) -> Code {
    let code = offset_value.ilog2();
    let extra = offset_value - (1 << code);
    (code.to_le_bytes()[0], (extra as u64, code))
}

fn byte(number: usize) -> u8 {
    number.to_le_bytes()[0]
}

impl Recent {
    /// The value that stands for the offset of a sequence: 1 to 3 for one that was used before, where
    /// `choices` takes it.
    fn offset_value(&mut self, choices: &mut Rng, sequence: &Sequence) -> usize {
        let [first, second, third] = self.0;
        // Without literal bytes the last offset stands for none: RFC 8878, section 3.1.1.5.
        let meant = if sequence.literals.is_empty() {
            [second, third, first - 1]
        } else {
            [first, second, third]
        };
        let distance = sequence.distance;
        let same = meant.iter().position(|offset| *offset == distance);
        let value = match same {
            Some(at) if choices.u8(..4) > 0 => at + 1,
            _ => distance + 3,
        };
        let at = match (value, sequence.literals.is_empty()) {
            (1..=3, false) => value - 1,
            (1..=2, true) => value,
            _ => 2,
        };
        self.0[..=at].rotate_right(1);
        self.0[0] = distance;
        value
    }
}
