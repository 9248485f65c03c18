//! Wrong readings of the sharding codec.

pub(crate) mod configuration;
pub(crate) mod entries;
pub(crate) mod index;
pub(crate) mod inner_chunks;
pub(crate) mod storage;
