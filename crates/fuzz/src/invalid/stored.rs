//! Mistakes in the bytes of a chunk. They are made in what the last codec gave, so that no codec after it
//! stands between them and a reader.

use std::ops::Range;

use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::codecs::Codec;
use zarr_conform_reference::sharding_indexed::{EMPTY, IndexLocation, ShardingIndexed};
use zarr_conform_reference::{ChunkArray, Element};

use super::{Chunk, Place, Rule};

/// Number of bytes of the fixed part of the header of a gzip member.
const GZIP_HEADER: usize = 10;
/// Number of bytes of CRC32 and ISIZE.
const GZIP_TRAILER: usize = 8;
/// What this reference writes before the first block of a Zstandard frame: magic number, descriptor and
/// size.
const ZSTD_HEADER: usize = 13;
const ZSTD_BLOCK_HEADER: usize = 3;
const ZSTD_MAGIC_NUMBER: usize = 4;
const ZSTD_CHECKSUM: usize = 4;
/// Number of bytes of the header of a Blosc chunk.
const BLOSC_HEADER: usize = 16;
/// The bit that makes the reserved type of a block, in DEFLATE and in Zstandard, out of a stored or raw
/// block.
const RESERVED_TYPE: u8 = 0b110;

/// One of the numbers of a range.
fn nth(range: Range<usize>, which: usize) -> Option<usize> {
    let at = which.checked_rem(range.len())?;
    Some(range.start + at)
}

impl Chunk<'_> {
    fn last(&self) -> Option<&Codec> {
        self.chain.codecs.last()
    }

    /// Whether the reference wrote the chunk, so that its form is known, and what the last codec was given
    /// are the elements and nothing else: no byte of them can be missing without an element missing.
    fn is_plain(&self) -> bool {
        let before = self.chain.codecs.iter().rev().nth(1);
        self.case.writers.is_empty() && matches!(before, Some(Codec::Bytes(_)))
    }

    /// The first bytes, of one of these numbers of them; fewer than all.
    fn cut(&self, lengths: Range<usize>, which: usize) -> Option<Vec<u8>> {
        let lengths = lengths.start..lengths.end.min(self.bytes.len());
        nth(lengths, which).map(|length| self.bytes[..length].to_vec())
    }

    /// The bytes with a bit of some of them turned.
    fn turned(&self, bytes: Range<usize>, which: usize) -> Option<Vec<u8>> {
        let bit = nth(8 * bytes.start..8 * bytes.end, which)?;
        let mut damaged = self.bytes.to_vec();
        *damaged.get_mut(bit / 8)? ^= 1 << (bit % 8);
        Some(damaged)
    }

    /// The bytes with bits set in one of them.
    fn with(&self, at: usize, bits: u8) -> Option<Vec<u8>> {
        let mut damaged = self.bytes.to_vec();
        *damaged.get_mut(at)? |= bits;
        Some(damaged)
    }

    fn shards(&self) -> Option<&ShardingIndexed> {
        match self.last() {
            Some(Codec::ShardingIndexed(it)) => Some(it),
            _ => None,
        }
    }

    /// The bytes of the index of a shard.
    fn index(&self, codec: &ShardingIndexed) -> Option<Range<usize>> {
        let size = self.steps.sharding_index_size(&codec.index_codecs).ok()?;
        let size = usize::try_from(size).ok()?;
        let first = match codec.index_location {
            IndexLocation::Start => 0,
            IndexLocation::End => self.bytes.len().checked_sub(size)?,
        };
        Some(first..first + size)
    }

    /// Which inner chunks of a shard are stored. One word of an entry that says 2^64-1 while the other does
    /// not is an open place.
    fn stored_inner_chunks(entries: &ChunkArray) -> Vec<Vec<u64>> {
        let chunks_per_shard = &entries.shape[..entries.shape.len() - 1];
        let is_stored = |i: &Vec<u64>| {
            let words = [0, 1].map(|which| word(entries, i, which));
            !words.into_iter().all(|it| it == Some(EMPTY))
        };
        positions(chunks_per_shard).filter(is_stored).collect()
    }

    /// The shard with the entry of an inner chunk at another offset, behind its end.
    fn beyond(&self, codec: &ShardingIndexed, which: usize) -> Option<Vec<u8>> {
        let place = self.index(codec)?;
        let mut entries = self.steps.sharding_index_decode(codec, self.bytes).ok()?;
        let inner_chunks = Self::stored_inner_chunks(&entries);
        let i = &inner_chunks[which.checked_rem(inner_chunks.len())?];
        let offsets = [self.bytes.len() as u64 + 1, 1 << 32, 1 << 62];
        let offset = offsets[which / inner_chunks.len() % offsets.len()];
        let entry = [&i[..], &[0]].concat();
        entries.set(&entry, Element::Bits(offset)).ok()?;
        let encoded = self.steps.encode(&codec.index_codecs, &entries).ok()?;
        let mut shard = self.bytes.to_vec();
        shard.splice(place, encoded);
        Some(shard)
    }

    /// The shard with a bit turned in an inner chunk that has a checksum.
    fn inner_turned(&self, codec: &ShardingIndexed, which: usize) -> Option<Vec<u8>> {
        let Codec::Crc32c(_) = codec.codecs.codecs.last()? else {
            return None;
        };
        let entries = self.steps.sharding_index_decode(codec, self.bytes).ok()?;
        let inner_chunks = Self::stored_inner_chunks(&entries);
        let i = &inner_chunks[which.checked_rem(inner_chunks.len())?];
        let words = [0, 1].map(|which| word(&entries, i, which).and_then(|it| it.try_into().ok()));
        let [Some(offset), Some(nbytes)]: [Option<usize>; 2] = words else {
            return None;
        };
        self.turned(
            offset..offset.checked_add(nbytes)?,
            which / inner_chunks.len(),
        )
    }
}

/// The offset or the number of bytes in the entry of an inner chunk.
fn word(entries: &ChunkArray, i: &[u64], which: u64) -> Option<u64> {
    match entries.get(&[i, &[which]].concat()) {
        Ok(Element::Bits(bits)) => Some(*bits),
        _ => None,
    }
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "a chunk that is too short",
        comment: "decodes a random chunk that lacks bytes of its elements, and makes them up",
        why: "the chunk has fewer bytes than its elements take",
        requirements: &["codecs.representations", "codecs.decoding-procedure"],
        place: Place::Stored("bytes", |chunk, which| match chunk.last()? {
            Codec::Bytes(_) => chunk.cut(0..chunk.bytes.len(), which),
            _ => None,
        }),
    },
    Rule {
        name: "a wrong checksum of crc32c",
        comment: "decodes a random chunk whose checksum by crc32c is wrong",
        why: "the checksum is not that of the bytes before it",
        requirements: &["crc32c.checksum"],
        place: Place::Stored("crc32c", |chunk, which| match chunk.last()? {
            Codec::Crc32c(_) => chunk.turned(0..chunk.bytes.len(), which),
            _ => None,
        }),
    },
    Rule {
        name: "no room for a checksum of crc32c",
        comment: "decodes a random chunk that is shorter than its checksum by crc32c",
        why: "the chunk is shorter than its checksum",
        requirements: &["crc32c.appended", "codecs.decoding-procedure"],
        place: Place::Stored("crc32c", |chunk, which| match chunk.last()? {
            Codec::Crc32c(_) => chunk.cut(0..4, which),
            _ => None,
        }),
    },
    Rule {
        name: "a gzip member that is cut off",
        comment: "decodes a random chunk of gzip that ends before its elements do",
        why: "elements are missing",
        requirements: &["gzip.deflate", "codecs.decoding-procedure"],
        place: Place::Stored("gzip", |chunk, which| match chunk.last()? {
            // The last byte before CRC32 and ISIZE is one of an element.
            Codec::Gzip(_) if chunk.is_plain() => {
                chunk.cut(0..chunk.bytes.len().checked_sub(GZIP_TRAILER)?, which)
            }
            Codec::Gzip(_) => chunk.cut(0..GZIP_HEADER + 1, which),
            _ => None,
        }),
    },
    Rule {
        name: "a block of the reserved type in gzip",
        comment: "decodes a random chunk of gzip with a block of the reserved type",
        why: "a block has the reserved type",
        requirements: &["deflate-format.btype", "gzip.deflate"],
        place: Place::Stored("gzip", |chunk, _| match chunk.last()? {
            Codec::Gzip(_) if chunk.is_plain() => chunk.with(GZIP_HEADER, RESERVED_TYPE),
            _ => None,
        }),
    },
    Rule {
        name: "a zstd frame that is cut off",
        comment: "decodes a random chunk of zstd that ends before its content",
        why: "content is missing",
        requirements: &[
            "zstd-format.frames",
            "zstd-format.frame-structure",
            "codecs.decoding-procedure",
        ],
        place: Place::Stored("zstd", |chunk, which| match chunk.last()? {
            Codec::Zstd(zstd) if chunk.is_plain() => {
                let checksum = if zstd.checksum { ZSTD_CHECKSUM } else { 0 };
                chunk.cut(0..chunk.bytes.len().checked_sub(checksum)?, which)
            }
            Codec::Zstd(_) => chunk.cut(0..ZSTD_MAGIC_NUMBER + 1, which),
            _ => None,
        }),
    },
    Rule {
        name: "a reserved bit in zstd",
        comment: "decodes a random chunk of zstd with a frame whose reserved bit is set",
        why: "the reserved bit of the frame header is set",
        requirements: &[
            "zstd.format",
            "zstd-format.reserved-bit",
            "zstd-format.reserved-bit-checked",
        ],
        place: Place::Stored("zstd", |chunk, _| match chunk.last()? {
            Codec::Zstd(_) if chunk.is_plain() => chunk.with(ZSTD_MAGIC_NUMBER, 1 << 3),
            _ => None,
        }),
    },
    Rule {
        name: "a block of the reserved type in zstd",
        comment: "decodes a random chunk of zstd with a block of the reserved type",
        why: "a block has the reserved type",
        requirements: &[
            "zstd.format",
            "zstd-format.block-type",
            "zstd-format.reserved-block-type",
        ],
        place: Place::Stored("zstd", |chunk, _| match chunk.last()? {
            Codec::Zstd(_) if chunk.is_plain() => chunk.with(ZSTD_HEADER, RESERVED_TYPE),
            _ => None,
        }),
    },
    Rule {
        name: "a wrong checksum of zstd",
        comment: "decodes a random chunk of zstd whose checksum is wrong, although it is to be verified",
        why: "the checksum is not that of the content",
        requirements: &["zstd.checksum-verified", "zstd-format.content-checksum"],
        place: Place::Stored("zstd", |chunk, which| match chunk.last()? {
            Codec::Zstd(zstd) if zstd.checksum && chunk.is_plain() => {
                let content = ZSTD_HEADER + ZSTD_BLOCK_HEADER;
                chunk.turned(content..chunk.bytes.len(), which)
            }
            _ => None,
        }),
    },
    Rule {
        name: "a blosc chunk that is cut off",
        comment: "decodes a random chunk of blosc that ends too early",
        why: "the chunk has fewer bytes than its header says, and elements are missing",
        requirements: &["blosc-format.cbytes", "blosc-format.header-and-blocks"],
        place: Place::Stored("blosc", |chunk, which| match chunk.last()? {
            // The reference writes the bytes as they are behind a header.
            Codec::Blosc(_) if chunk.is_plain() => chunk.cut(0..chunk.bytes.len(), which),
            Codec::Blosc(_) => chunk.cut(0..BLOSC_HEADER, which),
            _ => None,
        }),
    },
    Rule {
        name: "a shard that is shorter than its index",
        comment: "decodes a random shard that is shorter than its index",
        why: "the shard is shorter than its index",
        requirements: &[
            "sharding-indexed.index-size",
            "sharding-indexed.index-location",
        ],
        place: Place::Stored("sharding_indexed", |chunk, which| {
            let index = chunk.index(chunk.shards()?)?;
            chunk.cut(0..index.len(), which)
        }),
    },
    Rule {
        name: "an inner chunk behind its shard",
        comment: "decodes a random shard with an inner chunk that begins behind the end of the shard",
        why: "the bytes of an inner chunk lie behind the end of the shard",
        requirements: &[
            "sharding-indexed.offset-nbytes",
            "codecs.decoding-procedure",
        ],
        place: Place::Stored("sharding_indexed", |chunk, which| {
            chunk.beyond(chunk.shards()?, which)
        }),
    },
    Rule {
        name: "a damaged index",
        comment: "decodes a random shard whose index does not have its checksum",
        why: "the checksum of the index is wrong",
        requirements: &["sharding-indexed.index-encoded", "crc32c.checksum"],
        place: Place::Stored("sharding_indexed", |chunk, which| {
            let codec = chunk.shards()?;
            match codec.index_codecs.codecs.last()? {
                Codec::Crc32c(_) => chunk.turned(chunk.index(codec)?, which),
                _ => None,
            }
        }),
    },
    Rule {
        name: "a wrong checksum of an inner chunk",
        comment: "decodes a random shard with an inner chunk whose checksum by crc32c is wrong",
        why: "the checksum of an inner chunk is not that of the bytes before it",
        requirements: &["crc32c.checksum"],
        place: Place::Stored("sharding_indexed", |chunk, which| {
            chunk.inner_turned(chunk.shards()?, which)
        }),
    },
];
