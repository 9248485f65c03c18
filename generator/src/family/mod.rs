//! The families of vectors, one file each: which inputs, and why these.

mod bytes;
mod codecs;
mod draft;
mod transpose;

use crate::topic::Topic;

/// Every topic of every family.
pub(crate) fn all() -> anyhow::Result<Vec<Topic>> {
    let families = [
        transpose::topics()?,
        bytes::topics()?,
        codecs::topics()?,
        draft::topics()?,
    ];
    Ok(families.into_iter().flatten().collect())
}
