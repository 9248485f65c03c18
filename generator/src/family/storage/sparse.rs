//! Arrays that no memory holds.

use zarr_conform_reference::DataType;
use zarr_conform_vectors::Level;

use crate::family::arrays::{Sketch, other};
use crate::store::{Extent, Plan};
use crate::topic::{ACCEPTED, Topic};

const SPARSE: &[&str] = &[
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "storage.missing-chunk-is-fill-value",
    "array-metadata.shape",
];

/// Name, data type, shape of the array, shape of the chunks, what is stored, regions that are read,
/// a region that is written, level, what a failure means.
type Sparse = (
    &'static str,
    &'static [u64],
    &'static [u64],
    &'static [Extent<'static>],
    &'static [Extent<'static>],
    Extent<'static>,
    Level,
    &'static str,
);

const FAR: u64 = 0x100_0000_0000;

const LARGE: &[Sparse] = &[
    (
        "below-2-31",
        &[0x7fff_ffff],
        &[4],
        &[(&[0], &[4]), (&[0x7fff_fff9], &[6])],
        &[(&[0x7fff_fff8], &[7]), (&[0], &[5])],
        (&[0x7fff_fffd], &[2]),
        Level::Must,
        "coordinates up to 2^31-2, in a chunk that reaches beyond the array",
    ),
    (
        "count-below-2-31",
        &[0x7fff, 0x1_0001],
        &[3, 5],
        &[(&[0x7ffc, 0xfffe], &[3, 3])],
        &[(&[0x7ffb, 0xfffd], &[4, 4]), (&[1, 1], &[2, 2])],
        (&[0x7ffe, 0x1_0000], &[1, 1]),
        Level::Must,
        "less than 2^31 elements in two dimensions",
    ),
    (
        "beyond-2-31",
        &[0x8000_0005],
        &[4],
        &[(&[0x7fff_fffe], &[4])],
        &[(&[0x7fff_fffd], &[8]), (&[0], &[2])],
        (&[0x8000_0001], &[2]),
        Level::Should,
        "coordinates beyond 2^31 are negative in 32 signed bits",
    ),
    (
        "beyond-2-32",
        &[0x1_0000_0007],
        &[5],
        &[(&[0], &[5]), (&[0xffff_fffe], &[6])],
        &[(&[0xffff_fffd], &[10]), (&[0], &[5])],
        (&[0x1_0000_0004], &[3]),
        Level::Should,
        "coordinates beyond 2^32 are small in 32 bits, where something else is stored",
    ),
    (
        "beyond-2-40",
        &[FAR + 3],
        &[4],
        &[(&[0], &[3]), (&[FAR - 2], &[5])],
        &[(&[FAR - 3], &[6]), (&[0], &[4])],
        (&[FAR], &[2]),
        Level::Should,
        "coordinates beyond 2^40, at the border of the array",
    ),
    (
        "index-beyond-2-32",
        &[0x1_0000_0003],
        &[1],
        &[(&[0], &[2]), (&[0x1_0000_0000], &[3])],
        &[(&[0xffff_fffe], &[5]), (&[0], &[3])],
        (&[0x1_0000_0001], &[1]),
        Level::Should,
        "indices of chunks beyond 2^32",
    ),
    (
        "first-dimension",
        &[0x1_0000_0003, 5],
        &[2, 3],
        &[(&[0xffff_ffff, 1], &[3, 4])],
        &[(&[0xffff_fffe, 0], &[5, 5]), (&[0, 0], &[2, 2])],
        (&[0x1_0000_0002, 2], &[1, 2]),
        Level::Should,
        "a long first dimension: the number of an element in lexicographical order passes 2^32",
    ),
    (
        "last-dimension",
        &[5, 0x1_0000_0003],
        &[3, 2],
        &[(&[1, 0xffff_ffff], &[4, 3])],
        &[(&[0, 0xffff_fffe], &[5, 5]), (&[0, 0], &[2, 2])],
        (&[2, 0x1_0000_0002], &[2, 1]),
        Level::Should,
        "a long last dimension, of which each row passes 2^32",
    ),
    (
        "count-beyond-2-53",
        &[0x1000_0000, 0x1000_0001],
        &[2, 3],
        &[(&[0x0fff_fffe, 0x0fff_ffff], &[2, 2])],
        &[(&[0x0fff_fffd, 0x0fff_fffe], &[3, 3]), (&[1, 1], &[2, 2])],
        (&[0x0fff_ffff, 0x1000_0000], &[1, 1]),
        Level::Should,
        "2^56 elements, though each dimension is short",
    ),
    (
        "count-beyond-2-64",
        &[FAR, FAR + 1],
        &[2, 3],
        &[(&[FAR - 2, FAR - 1], &[2, 2])],
        &[(&[FAR - 3, FAR - 2], &[3, 3]), (&[1, 1], &[2, 2])],
        (&[FAR - 1, FAR], &[1, 1]),
        Level::May,
        "more elements than 64 bits count: the specification sets no limit, and no implementation has to go there",
    ),
    (
        "2-53-less-one",
        &[9_007_199_254_740_991],
        &[4],
        &[(&[9_007_199_254_740_986], &[5])],
        &[(&[9_007_199_254_740_985], &[6]), (&[0], &[2])],
        (&[9_007_199_254_740_990], &[1]),
        Level::Should,
        "the last coordinates that every JSON implementation tells apart",
    ),
    (
        "2-64-less-one",
        &[u64::MAX],
        &[10],
        &[(&[0], &[3]), (&[u64::MAX - 8], &[8])],
        &[(&[u64::MAX - 9], &[9]), (&[0], &[4])],
        (&[u64::MAX - 2], &[2]),
        Level::May,
        "the last chunk ends past 2^64, and 64 bits take its end for a small number",
    ),
    (
        "2-64-less-one-missing",
        &[u64::MAX],
        &[10],
        &[],
        &[
            (&[u64::MAX - 8], &[8]),
            (&[u64::MAX - 5], &[5]),
            (&[u64::MAX - 8], &[7]),
        ],
        (&[u64::MAX - 7], &[4]),
        Level::May,
        "nothing is stored, so that each element is the fill value, also in the chunk that ends past 2^64",
    ),
    (
        "2-64-less-one-last-dimension",
        &[3, u64::MAX],
        &[2, 7],
        &[(&[1, u64::MAX - 4], &[2, 4])],
        &[(&[0, u64::MAX - 5], &[3, 5])],
        (&[2, u64::MAX - 1], &[1, 1]),
        Level::May,
        "chunks that end past 2^64 in one dimension, and past the array in both",
    ),
];

pub(super) fn sparse() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-sparse",
        ACCEPTED,
        "Arrays too large for any memory, of which a few elements are stored: regions of them are read and written \
         like those of small arrays.",
    );
    for (name, shape, chunk_shape, stored, regions, (start, written), level, comment) in LARGE {
        let sketch = Sketch::new(DataType::Uint16, shape, chunk_shape);
        topic
            .fact(*name, SPARSE, *comment)
            .level(*level)
            .array(Plan {
                regions: regions.to_vec(),
                update: Some((start.to_vec(), other(DataType::Uint16, written)?)),
                ..sketch.sparse(stored)?
            })?;
    }
    Ok(topic)
}
