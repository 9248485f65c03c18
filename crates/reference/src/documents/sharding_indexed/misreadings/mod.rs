//! Wrong readings of the sharding codec.

mod around;
mod chunk_shape;
mod codecs;
mod configuration;
mod empty;
mod entries;
mod index;
mod index_location;
mod index_words;
mod inner_chunks;
mod places;
pub(crate) mod storage;

use crate::misreading::Misreading;

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] = &[
    chunk_shape::LIST,
    codecs::LIST,
    index_location::LIST,
    index_words::LIST,
    places::LIST,
    entries::LIST,
    empty::LIST,
    around::LIST,
    storage::LIST,
];
