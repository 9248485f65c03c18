//! Arrays in stores: what is read back, what stands for chunks that are not there, chunks that are
//! damaged, and parts of arrays that are read and written.

mod damaged;
mod equal_to_fill_value;
mod fill_values;
mod regions;
mod sparse;
mod stored;
mod updates;

use super::arrays::Sketch;
use crate::topic::Topic;

const MISSING: &[&str] = &[
    "storage.missing-chunk-is-fill-value",
    "array-metadata.fill-value",
];
const STORED: &[&str] = &[
    "codecs.encoding-procedure",
    "codecs.decoding-procedure",
    "codecs.chunks-encoded",
    "storage.metadata-key",
];

/// Name, array, indices of missing chunks, what is read or written, what a failure means.
type Case<'a, T> = (&'a str, Sketch<'a>, &'a [&'a [u64]], T, &'a str);

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        stored::data_types()?,
        stored::missing()?,
        fill_values::fill_values()?,
        equal_to_fill_value::equal_by_value()?,
        damaged::damaged()?,
        stored::raw()?,
        regions::regions()?,
        updates::updates()?,
        sparse::sparse()?,
    ])
}
