//! Mistakes in the bytes of a chunk. They are made in what the last codec gave, so that no codec after it
//! stands between them and a reader.

use std::ops::Range;

use zarr_conform_reference::codecs::Codec;

use super::Chunk;

/// The bit that makes the reserved type of a block, in DEFLATE and in Zstandard, out of a stored or raw
/// block.
pub(crate) const RESERVED_TYPE: u8 = 0b110;

/// One of the numbers of a range.
fn nth(range: Range<usize>, which: usize) -> Option<usize> {
    let at = which.checked_rem(range.len())?;
    Some(range.start + at)
}

impl Chunk<'_> {
    pub(crate) fn last(&self) -> Option<&Codec> {
        self.chain.codecs.last()
    }

    /// Whether the reference wrote the chunk, so that its form is known, and what the last codec was given
    /// are the elements and nothing else: no byte of them can be missing without an element missing.
    pub(crate) fn is_plain(&self) -> bool {
        let before = self.chain.codecs.iter().rev().nth(1);
        let is_of_elements = matches!(
            before,
            Some(Codec::Bytes(_) | Codec::VlenUtf8(_) | Codec::VlenBytes(_))
        );
        self.case.writers.is_empty() && is_of_elements
    }

    /// The first bytes, of one of these numbers of them; fewer than all.
    pub(crate) fn cut(&self, lengths: Range<usize>, which: usize) -> Option<Vec<u8>> {
        let lengths = lengths.start..lengths.end.min(self.bytes.len());
        nth(lengths, which).map(|length| self.bytes[..length].to_vec())
    }

    /// The bytes with a bit of some of them turned.
    pub(crate) fn turned(&self, bytes: Range<usize>, which: usize) -> Option<Vec<u8>> {
        let bit = nth(8 * bytes.start..8 * bytes.end, which)?;
        let mut damaged = self.bytes.to_vec();
        *damaged.get_mut(bit / 8)? ^= 1 << (bit % 8);
        Some(damaged)
    }

    /// The bytes with bits set in one of them.
    pub(crate) fn with(&self, at: usize, bits: u8) -> Option<Vec<u8>> {
        let mut damaged = self.bytes.to_vec();
        *damaged.get_mut(at)? |= bits;
        Some(damaged)
    }
}
