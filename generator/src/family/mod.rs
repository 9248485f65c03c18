//! The families of vectors, one file or folder each: which inputs, and why these.

mod array_metadata;
mod bytes;
mod codecs;
mod data_type;
mod document;
mod draft;
mod extension;
mod fill_value;
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
    ];
    Ok(families.into_iter().flatten().collect())
}
