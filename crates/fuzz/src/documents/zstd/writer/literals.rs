//! The literal bytes of a compressed block: RFC 8878, sections 3.1.1.3.1 and 4.2.

use fastrand::Rng;

use crate::writer::bits::Bits;
use crate::writer::prefix_code;

/// The highest symbol of a Huffman tree whose weights are stored in four bits each.
const HIGHEST_SYMBOL: usize = 128;
/// `Max_Number_of_Bits` of a Huffman code, at most.
const LONGEST_CODE: u8 = 11;

/// Appends the section, by the type that `choices` takes of those that are possible.
pub(super) fn write(to: &mut Vec<u8>, choices: &mut Rng, bytes: &[u8]) {
    let is_run = bytes.len() > 1 && bytes.iter().all(|byte| *byte == bytes[0]);
    if is_run && choices.u8(..4) > 0 {
        header(to, 1, bytes.len());
        to.push(bytes[0]);
        return;
    }
    if choices.u8(..4) > 0
        && let Some(section) = huffman(choices, bytes)
    {
        to.extend(section);
        return;
    }
    header(to, 0, bytes.len());
    to.extend(bytes);
}

/// `Literals_Section_Header` of raw and RLE literals: 5, 12 or 20 bits of `Regenerated_Size`.
fn header(to: &mut Vec<u8>, block_type: usize, size: usize) {
    let (number, width) = match size {
        0..0x20 => (block_type | size << 3, 1),
        0x20..0x1000 => (block_type | 1 << 2 | size << 4, 2),
        _ => (block_type | 3 << 2 | size << 4, 3),
    };
    to.extend(&number.to_le_bytes()[..width]);
}

/// `Compressed_Literals_Block`: a tree, then one stream or four; nothing where bytes are not symbols of
/// such a tree, or it would not be shorter.
fn huffman(choices: &mut Rng, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut used = [false; HIGHEST_SYMBOL + 1];
    for byte in bytes {
        *used.get_mut(usize::from(*byte))? = true;
    }
    let number = used.iter().filter(|it| **it).count();
    if number < 2 {
        return None;
    }
    let mut some = prefix_code::lengths(choices, number, LONGEST_CODE).into_iter();
    let mut lengths = [0; HIGHEST_SYMBOL + 1];
    for (symbol, _) in used.iter().enumerate().filter(|(_, used)| **used) {
        lengths[symbol] = some.next()?;
    }
    let mut compressed = tree(&lengths);
    let codes = codes(&lengths);
    let four = bytes.len() >= 16 && (bytes.len() > 1023 || choices.bool());
    if four {
        let parts = bytes.chunks(bytes.len().div_ceil(4));
        let streams: Vec<_> = parts.map(|part| stream(part, &lengths, &codes)).collect();
        for stream in &streams[..3] {
            compressed.extend(&stream.len().to_le_bytes()[..2]);
        }
        compressed.extend(streams.concat());
    } else {
        compressed.extend(stream(bytes, &lengths, &codes));
    }
    let (format, bits, width) = match bytes.len() {
        _ if compressed.len() >= bytes.len() => return None,
        0..0x400 => (u64::from(four), 10, 3),
        0x400..0x4000 => (2, 14, 4),
        _ => (3, 18, 5),
    };
    let size = (compressed.len() as u64) << bits | bytes.len() as u64;
    let header = size << 4 | format << 2 | 2;
    let mut section = header.to_le_bytes()[..width].to_vec();
    section.extend(compressed);
    Some(section)
}

/// `Huffman_Tree_Description`: the weight of each symbol but the last that is used, in four bits.
fn tree(lengths: &[u8]) -> Vec<u8> {
    let longest = lengths.iter().max().copied().unwrap_or_default();
    let weight = |length: &u8| {
        if *length == 0 {
            0
        } else {
            longest + 1 - length
        }
    };
    let last = lengths.iter().rposition(|length| *length > 0);
    let weights: Vec<u8> = lengths[..last.unwrap_or_default()]
        .iter()
        .map(weight)
        .collect();
    let mut tree = vec![127 + weights.len().to_le_bytes()[0]];
    for pair in weights.chunks(2) {
        tree.push(pair[0] << 4 | pair.get(1).unwrap_or(&0));
    }
    tree
}

/// The codes of symbols with these lengths as section 4.2.1.3 numbers them: longer codes come first,
/// and those of one length in the order of symbols.
fn codes(lengths: &[u8]) -> Vec<u32> {
    let mut codes = vec![0; lengths.len()];
    let mut next = 0;
    for length in (1..=LONGEST_CODE).rev() {
        for (symbol, _) in lengths.iter().enumerate().filter(|(_, it)| **it == length) {
            codes[symbol] = next;
            next += 1;
        }
        next >>= 1;
    }
    codes
}

/// A stream that is read from its end: the first symbol is written last, then a bit of 1.
fn stream(bytes: &[u8], lengths: &[u8], codes: &[u32]) -> Vec<u8> {
    let mut bits = Bits::default();
    for byte in bytes.iter().rev() {
        let symbol = usize::from(*byte);
        bits.push(codes[symbol].into(), lengths[symbol].into());
    }
    bits.push(1, 1);
    bits.into_bytes()
}
