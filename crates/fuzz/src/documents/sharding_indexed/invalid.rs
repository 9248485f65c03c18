//! Mistakes in configurations and in encoded bytes.

use std::ops::Range;

use serde_json::{Value, json};
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::codecs::Codec as Chained;
use zarr_conform_reference::sharding_indexed::{EMPTY, IndexLocation, ShardingIndexed};
use zarr_conform_reference::{ChunkArray, Element};

use crate::Case;
use crate::case::codec::{Codec, Sharding};
use crate::invalid::codecs::{each, of_entries};
use crate::invalid::edit::{Edit, Entry};
use crate::invalid::{Chunk, Place, Rule};

/// Changes of each shard.
fn of_shards(case: &Case, edits: impl Fn(&Entry<'_>, &Sharding) -> Vec<Edit>) -> Vec<Edit> {
    of_entries(
        case,
        |_| true,
        |entry| match entry.codec {
            Codec::Sharding(it) => edits(entry, it),
            _ => Vec::new(),
        },
    )
}

/// Inner chunks that do not fit a shard of this shape.
fn wrong_inner_chunks(case: &Case) -> Vec<Edit> {
    of_shards(case, |entry, sharding| {
        let place = entry.parameter("chunk_shape");
        let rank = sharding.chunk_shape.len();
        let mut edits = vec![
            Edit::Insert(place.clone(), rank, json!(1)),
            Edit::Insert(place.clone(), 0, json!(1)),
        ];
        for (d, length) in entry.shape.iter().enumerate() {
            let at = format!("{place}/{d}");
            edits.push(Edit::Remove(at.clone()));
            edits.extend(Edit::each(
                &at,
                [json!(length + 1), json!(2 * length), json!(0)],
            ));
        }
        edits
    })
}

/// A list of a shard left out, or of another JSON type.
fn no_list(case: &Case, name: &str) -> Vec<Edit> {
    of_shards(case, |entry, _| {
        let place = entry.parameter(name);
        let types = [
            json!(null),
            json!({}),
            json!("bytes"),
            json!(true),
            json!(1),
            json!([]),
        ];
        let mut edits = vec![Edit::Remove(place.clone())];
        edits.extend(Edit::each(&place, types));
        edits
    })
}

impl Chunk<'_> {
    fn shards(&self) -> Option<&ShardingIndexed> {
        match self.last() {
            Some(Chained::ShardingIndexed(it)) => Some(it),
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
        let Chained::Crc32c(_) = codec.codecs.codecs.last()? else {
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
        name: "inner chunks that do not fit their shard",
        comment: "accepts inner chunks that do not divide the shards of a random array",
        why: "the shape of inner chunks does not divide the shape of the shard",
        requirements: &[
            "sharding-indexed.inner-shape-divides",
            "sharding-indexed.chunks-per-shard",
        ],
        place: Place::Members(wrong_inner_chunks),
    },
    Rule {
        name: "inner chunks without a shape",
        comment: "accepts a shape of inner chunks that is not a list of integers for a random array",
        why: "chunk_shape is not a list of integers greater than 0",
        requirements: &["sharding-indexed.chunk-shape"],
        place: Place::Members(|case| {
            of_shards(case, |entry, sharding| {
                let place = entry.parameter("chunk_shape");
                let types = [json!(null), json!(1), json!("1"), json!(true), json!({})];
                let mut edits = vec![Edit::Remove(place.clone())];
                edits.extend(Edit::each(&place, types));
                for d in 0..sharding.chunk_shape.len() {
                    let wrong = [json!(-1), json!(1.5), json!("1"), json!(true), json!(null)];
                    edits.extend(Edit::each(&format!("{place}/{d}"), wrong));
                }
                edits
            })
        }),
    },
    Rule {
        name: "no codecs of inner chunks",
        comment: "accepts shards without a list of codecs for a random array",
        why: "codecs is a list with exactly one codec from array to bytes",
        requirements: &[
            "sharding-indexed.codecs-required",
            "sharding-indexed.codecs-array",
        ],
        place: Place::Members(|case| no_list(case, "codecs")),
    },
    Rule {
        name: "no codecs of the index",
        comment: "accepts shards without a list of index codecs for a random array",
        why: "index_codecs is a list with exactly one codec from array to bytes",
        requirements: &[
            "sharding-indexed.index-codecs-required",
            "sharding-indexed.index-codecs-array",
        ],
        place: Place::Members(|case| no_list(case, "index_codecs")),
    },
    Rule {
        name: "a compressed index",
        comment: "accepts a compressor among the index codecs of a random array",
        why: "a compressor must not be used for the index",
        requirements: &["sharding-indexed.index-codecs-fixed-size"],
        place: Place::Members(|case| {
            of_shards(case, |entry, sharding| {
                let gzip = json!({"name": "gzip", "configuration": {"level": 1}});
                let place = entry.parameter("index_codecs");
                vec![Edit::Insert(place, sharding.index_codecs.len(), gzip)]
            })
        }),
    },
    Rule {
        name: "an index in no known place",
        comment: "accepts another index_location than \"start\" and \"end\" for a random array",
        why: "index_location is not \"start\" or \"end\"",
        requirements: &["sharding-indexed.index-location-values"],
        place: Place::Members(|case| {
            let text = ["START", "End", "middle", "beginning", ""].map(Value::from);
            let others = [json!(true), json!(0), json!([]), json!({})];
            let values: Vec<Value> = text.into_iter().chain(others).collect();
            each(case, "sharding_indexed", "index_location", &values)
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
                Chained::Crc32c(_) => chunk.turned(chunk.index(codec)?, which),
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
