//! Shards, an inner chunk at a time.

use zarr_conform_reference::chunk_array::{number_of_elements, positions};
use zarr_conform_reference::sharding_indexed::{EMPTY, IndexLocation, ShardingIndexed};
use zarr_conform_reference::{ChunkArray, Element};

use super::source::Part;
use super::{ChunkDecoder, NotDecoded, Source};
use crate::scan::features::IN_SHARDS;
use crate::scan::features::encoded::Layout;

/// What looking at an entry of an index takes, in bytes of a chunk.
const INNER_CHUNK: u64 = 64;
/// Inner chunks of a shard whose index is decoded.
const MOST_INNER_CHUNKS: u64 = 1 << 20;

impl ChunkDecoder<'_> {
    /// Decodes each inner chunk that the index has.
    pub(super) fn shard(
        &mut self,
        codec: &ShardingIndexed,
        source: &mut dyn Source,
        shape: &[u64],
        place: &str,
    ) -> Result<(), NotDecoded> {
        let chunks_per_shard = self
            .steps
            .sharding_chunks_per_shard(shape, &codec.chunk_shape)?;
        match number_of_elements(&chunks_per_shard) {
            Some(number) if number <= MOST_INNER_CHUNKS => {}
            _ => {
                return Err(NotDecoded::Unknown(format!(
                    "it has {chunks_per_shard:?} inner chunks, more than the {MOST_INNER_CHUNKS} that are looked at"
                )));
            }
        }
        let (index, size) = self.index(codec, source)?;
        let length = source.length();
        let inside = format!("{place}{IN_SHARDS}");
        let mut layout = Layout::default();
        for i in positions(&chunks_per_shard) {
            self.spend(INNER_CHUNK)?;
            let (offset, nbytes) = (word(&index, &i, 0)?, word(&index, &i, 1)?);
            if offset == EMPTY && nbytes == EMPTY {
                layout.has_empty = true;
                continue;
            }
            if offset.checked_add(nbytes).is_none_or(|end| end > length) {
                return Err(NotDecoded::Damaged(format!(
                    "sharding_indexed: inner chunk {i:?} has offset {offset} and nbytes {nbytes}, beyond a shard of {length} bytes"
                )));
            }
            layout.add(offset, nbytes);
            let mut part = Part {
                of: source,
                offset,
                length: nbytes,
            };
            let inner = self.decode(&codec.codecs, &mut part, &inside);
            inner.map_err(|why| why.of_inner_chunk(&i))?;
        }
        layout.note(self.features, length - size, place);
        Ok(())
    }

    /// The index of a shard, and the number of its encoded bytes.
    fn index(
        &mut self,
        codec: &ShardingIndexed,
        source: &mut dyn Source,
    ) -> Result<(ChunkArray, u64), NotDecoded> {
        let size = self.steps.sharding_index_size(&codec.index_codecs)?;
        let length = source.length();
        let Some(rest) = length.checked_sub(size) else {
            return Err(NotDecoded::Damaged(format!(
                "sharding_indexed: found a shard of {length} bytes, expected an index of {size} bytes in it"
            )));
        };
        let first = match codec.index_location {
            IndexLocation::Start => 0,
            IndexLocation::End => rest,
        };
        self.spend(size)?;
        let encoded = source.range(first, size)?;
        let index = self.steps.decode(&codec.index_codecs, &encoded)?;
        Ok((index, size))
    }
}

/// `offset[i]` for 0, `nbytes[i]` for 1.
fn word(index: &ChunkArray, i: &[u64], which: u64) -> Result<u64, NotDecoded> {
    match index.get(&[i, &[which]].concat())? {
        Element::Bits(bits) => Ok(*bits),
        other => Err(NotDecoded::Bug(format!("the index contains {other:?}"))),
    }
}
