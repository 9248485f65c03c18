//! Shards: inner chunks in any order, unused space between them, empty ones left out or stored, each
//! with a writer of its own.

use std::sync::Arc;

use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::codecs::Codec;
use zarr_conform_reference::sharding_indexed::{EMPTY, IndexLocation, ShardingIndexed};
use zarr_conform_reference::{ChunkArray, DataType, Element, Result, Steps};

use crate::case::codec;
use crate::tape::Tape;
use crate::writer::{Encoder, Writer, order, random_order, several};

/// A shard as writers may write it.
#[derive(Clone, Debug, PartialEq)]
pub struct Sharding {
    /// Chooses the order of inner chunks; none for the lexicographical one.
    pub order: Option<u64>,
    /// Numbers of unused bytes before each inner chunk in the order in which they lie, and at last behind
    /// all; 0 where there are none left.
    pub unused: Vec<u16>,
    /// Whether inner chunks of which every element is the fill value are left out.
    pub leaves_out: bool,
    /// Writers of inner chunks, in turn; the reference writes them where there are none.
    pub inner: Vec<Writer>,
}

/// Any writer for this configuration.
pub(super) fn random(tape: &mut Tape, codec: &codec::Codec) -> Option<Arc<dyn Encoder>> {
    match codec {
        codec::Codec::Sharding(it) => Some(Arc::new(Sharding::random(tape, it))),
        _ => None,
    }
}

impl Encoder for Sharding {
    fn encode_array(
        &self,
        steps: &Steps,
        codec: &Codec,
        shard: &ChunkArray,
    ) -> Result<Option<Vec<u8>>> {
        match codec {
            Codec::ShardingIndexed(codec) => self.encode(steps, codec, shard).map(Some),
            _ => Ok(None),
        }
    }

    fn is_recommended(&self) -> bool {
        self.inner.iter().any(Writer::is_recommended)
    }
}

impl Sharding {
    /// Any writer for this configuration.
    pub(super) fn random(tape: &mut Tape, codec: &codec::Sharding) -> Self {
        let unused = |tape: &mut Tape, _| {
            let number = tape.drawn("unused", 299, |rng| {
                [0, rng.u64(..9), rng.u64(..300)][rng.usize(..3)]
            });
            u16::try_from(number).unwrap_or(0)
        };
        let inner = |tape: &mut Tape, _| Writer::random(tape, &codec.codecs);
        let inner_writers = tape.list("inner", 0, |rng| rng.usize(..4), inner);
        Self {
            order: random_order(tape),
            unused: tape.list("unused", 0, |rng| several(9, 3)(rng) - 1, unused),
            leaves_out: tape.is("leaves out", 1, 2),
            inner: inner_writers.into_iter().flatten().collect(),
        }
    }

    /// The shard with these elements.
    pub(super) fn encode(
        &self,
        steps: &Steps,
        codec: &ShardingIndexed,
        shard: &ChunkArray,
    ) -> Result<Vec<u8>> {
        let chunks_per_shard = steps.sharding_chunks_per_shard(&shard.shape, &codec.chunk_shape)?;
        let places: Vec<Vec<u64>> = positions(&chunks_per_shard).collect();
        let first = match codec.index_location {
            IndexLocation::Start => steps.sharding_index_size(&codec.index_codecs)?,
            IndexLocation::End => 0,
        };
        let mut index = vec![Element::Bits(EMPTY); 2 * places.len()];
        let mut inner_chunks = Vec::new();
        let mut unused = self.unused.iter();
        let mut skip = |to: &mut Vec<u8>| {
            let number = unused.next().copied().unwrap_or_default();
            // No byte of an index, of a checksum or of most elements is like all others.
            to.extend((0..number).map(|at| 0x9d ^ at.to_le_bytes()[0]));
        };
        for i in order(self.order, places.len()) {
            let inner_chunk = inner_chunk(shard, &places[i], &codec.chunk_shape)?;
            let is_empty = inner_chunk
                .elements
                .iter()
                .all(|it| *it == codec.fill_value);
            if is_empty && self.leaves_out {
                continue;
            }
            skip(&mut inner_chunks);
            let encoded = match self.inner.get(i % self.inner.len().max(1)) {
                Some(writer) => writer.encode(steps, &codec.codecs, &inner_chunk)?,
                None => steps.encode(&codec.codecs, &inner_chunk)?,
            };
            index[2 * i] = Element::Bits(first + inner_chunks.len() as u64);
            index[2 * i + 1] = Element::Bits(encoded.len() as u64);
            inner_chunks.extend(encoded);
        }
        skip(&mut inner_chunks);
        let index_shape = [&chunks_per_shard[..], &[2]].concat();
        let index = ChunkArray::new(DataType::UINT64, index_shape, index)?;
        let index = steps.encode(&codec.index_codecs, &index)?;
        Ok(match codec.index_location {
            IndexLocation::Start => [index, inner_chunks].concat(),
            IndexLocation::End => [inner_chunks, index].concat(),
        })
    }
}

/// The elements of the inner chunk at `place`.
fn inner_chunk(shard: &ChunkArray, place: &[u64], chunk_shape: &[u64]) -> Result<ChunkArray> {
    let mut elements = Vec::new();
    for position in positions(chunk_shape) {
        let pairs = place.iter().zip(chunk_shape).zip(&position);
        let in_shard: Vec<u64> = pairs.map(|((i, length), p)| i * length + p).collect();
        elements.push(shard.get(&in_shard)?.clone());
    }
    ChunkArray::new(shard.data_type, chunk_shape.to_vec(), elements)
}
