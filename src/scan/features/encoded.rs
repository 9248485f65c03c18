//! What a shard shows of its writer, and which elements can be special.

use zarr_conform_reference::DataType;

use super::{EMPTY_INNER_CHUNKS, Features};

/// What a shard shows of where its writer put inner chunks.
#[derive(Clone, Copy, Debug, Default)]
pub(in super::super) struct Layout {
    /// Some inner chunks are not there.
    pub(in super::super) has_empty: bool,
    /// Inner chunks follow each other in another order than in the shard.
    pub(in super::super) is_shuffled: bool,
    /// Bytes of all inner chunks together.
    pub(in super::super) bytes: u64,
    /// The end of the last one.
    pub(in super::super) end: u64,
}

impl Layout {
    /// Counts an inner chunk at these bytes.
    pub(in super::super) fn add(&mut self, offset: u64, nbytes: u64) {
        self.is_shuffled |= offset < self.end;
        self.end = self.end.max(offset.saturating_add(nbytes));
        self.bytes = self.bytes.saturating_add(nbytes);
    }

    /// The features of a shard that has so many bytes besides its index.
    pub(in super::super) fn note(&self, features: &mut Features, besides_index: u64, place: &str) {
        let found = [
            (self.has_empty, EMPTY_INNER_CHUNKS),
            (self.is_shuffled, "inner chunks in another order"),
            (
                self.bytes != besides_index,
                "shards with unused or shared bytes",
            ),
        ];
        for (_, feature) in found.into_iter().filter(|(is_found, _)| *is_found) {
            features.insert(format!("{place}{feature}"));
        }
    }
}

/// Whether a data type has [elements](super::elements) that not every number type can hold.
pub(in super::super) fn has_special_elements(data_type: DataType) -> bool {
    match data_type {
        DataType::Float(_) | DataType::Complex(_) | DataType::Time(_) => true,
        DataType::Integer(integer) => integer.bits > 32,
        _ => false,
    }
}
