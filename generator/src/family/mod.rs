//! The families of vectors, one file or folder each: which inputs, and why these.

mod array_metadata;
mod arrays;
mod bytes;
mod chunk_key_encoding;
mod codecs;
mod data_type;
mod document;
mod draft;
mod extension;
mod fill_value;
mod regular_grid;
mod regular_grid_large;
mod regular_grid_refused;
mod regular_grid_stores;
mod storage;
mod transpose;

use crate::topic::Topic;

/// Every topic of every family.
pub(crate) fn all() -> anyhow::Result<Vec<Topic>> {
    let families = [
        transpose::topics()?,
        array_metadata::topics()?,
        extension::topics()?,
        fill_value::topics()?,
        data_type::topics()?,
        bytes::topics()?,
        codecs::topics()?,
        draft::topics()?,
        regular_grid::topics()?,
        regular_grid_large::topics()?,
        regular_grid_refused::topics()?,
        regular_grid_stores::topics()?,
        chunk_key_encoding::topics()?,
        storage::topics()?,
    ];
    Ok(families.into_iter().flatten().collect())
}
