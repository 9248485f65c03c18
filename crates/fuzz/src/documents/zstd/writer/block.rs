//! Blocks of Zstandard frames: RFC 8878, section 3.1.1.2.

use std::ops::Range;

use fastrand::Rng;

use super::{LARGEST_BLOCK, literals, sequences};
use crate::tape::Tape;
use crate::writer::copies::{self, Limits};
use crate::writer::{length, several};

/// A block, and the number of bytes that it takes; the last one takes the rest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// Number of bytes, where there are as many.
    pub length: u32,
    /// How it is written.
    pub kind: Kind,
}

/// How a block is written. What a frame does not allow in one block takes several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// As a raw block.
    Raw,
    /// Each run of equal bytes as an RLE block, what stands between as raw blocks.
    Rle,
    /// As a compressed block, where that is shorter; as a raw block where not.
    Compressed {
        /// Chooses copies; none without.
        copies: Option<u64>,
        /// Chooses how literal bytes and sequences are coded.
        codes: u64,
    },
}

impl Block {
    /// One block or several.
    pub(crate) fn several(tape: &mut Tape) -> Vec<Self> {
        tape.list("block", 1, several(4, 3), |tape, _| Self::random(tape))
    }

    fn random(tape: &mut Tape) -> Self {
        Self {
            length: length(tape),
            kind: match tape.pick("type", &[1, 1, 2]) {
                0 => Kind::Raw,
                1 => Kind::Rle,
                _ => Kind::Compressed {
                    copies: tape.is("copies", 3, 4).then(|| tape.seed("which copies")),
                    codes: tape.seed("codes"),
                },
            },
        }
    }
}

/// What the blocks of a frame have in common.
struct Frame<'a> {
    bytes: &'a [u8],
    window_size: usize,
    recent: sequences::Recent,
}

/// Appends the blocks that hold all `bytes` of a frame; at least one.
pub(super) fn write_all(to: &mut Vec<u8>, blocks: &[Block], bytes: &[u8], window_size: usize) {
    let mut frame = Frame {
        bytes,
        window_size,
        recent: sequences::Recent::default(),
    };
    let most = window_size.clamp(1, LARGEST_BLOCK);
    let mut at = 0;
    let mut last_header = to.len();
    for (i, block) in blocks.iter().enumerate() {
        let end = match usize::try_from(block.length) {
            Ok(length) if i + 1 < blocks.len() => bytes.len().min(at + length),
            _ => bytes.len(),
        };
        loop {
            let part = at..end.min(at + most);
            at = part.end;
            last_header = frame.write(to, &block.kind, part);
            if at >= end {
                break;
            }
        }
    }
    // `Last_Block`
    to[last_header] |= 1;
}

impl Frame<'_> {
    /// Appends one part in blocks, and gives where the last of them begins.
    fn write(&mut self, to: &mut Vec<u8>, kind: &Kind, part: Range<usize>) -> usize {
        match kind {
            Kind::Raw => raw(to, &self.bytes[part]),
            Kind::Rle => rle(to, &self.bytes[part]),
            Kind::Compressed { copies, codes } => {
                let recent = self.recent.clone();
                let content = self.compress(part.clone(), *copies, *codes);
                if content.len() < part.len() {
                    return block(to, 2, content.len(), &content);
                }
                // What is not written has no effect on what follows.
                self.recent = recent;
                raw(to, &self.bytes[part])
            }
        }
    }

    /// The content of a compressed block: literal bytes, then sequences.
    fn compress(&mut self, part: Range<usize>, seed: Option<u64>, codes: u64) -> Vec<u8> {
        let limits = Limits {
            shortest: 3,
            longest: LARGEST_BLOCK,
            farthest: self.window_size,
            last_literals: 0,
            last_start: 0,
        };
        let (found, last) = copies::sequences(self.bytes, part.clone(), limits, seed);
        let mut literal_bytes = Vec::with_capacity(part.len());
        for sequence in &found {
            literal_bytes.extend(&self.bytes[sequence.literals.clone()]);
        }
        literal_bytes.extend(&self.bytes[last..part.end]);
        let mut choices = Rng::with_seed(codes);
        let mut content = Vec::with_capacity(part.len());
        literals::write(&mut content, &mut choices, &literal_bytes);
        sequences::write(&mut content, &mut choices, &mut self.recent, &found);
        content
    }
}

/// Appends a block with this content, and gives where it begins.
fn block(to: &mut Vec<u8>, block_type: usize, size: usize, content: &[u8]) -> usize {
    let start = to.len();
    let header = size << 3 | block_type << 1;
    to.extend(&header.to_le_bytes()[..3]);
    to.extend(content);
    start
}

fn raw(to: &mut Vec<u8>, bytes: &[u8]) -> usize {
    block(to, 0, bytes.len(), bytes)
}

fn rle(to: &mut Vec<u8>, bytes: &[u8]) -> usize {
    let mut last = to.len();
    let mut raw_from = 0;
    let mut at = 0;
    for run in bytes.chunk_by(|a, b| a == b) {
        if run.len() > 2 {
            if raw_from < at {
                raw(to, &bytes[raw_from..at]);
            }
            last = block(to, 1, run.len(), &run[..1]);
            raw_from = at + run.len();
        }
        at += run.len();
    }
    if raw_from < at || bytes.is_empty() {
        last = raw(to, &bytes[raw_from..]);
    }
    last
}
