//! Parts of arrays in stores: regions that are read and regions that are written, in small arrays
//! and in ones that no memory holds.

use serde_json::Value;
use zarr_conform::reference::DataType;
use zarr_conform::vector::Level;

use super::arrays::{Sketch, other};
use crate::store::{Extent, Plan};
use crate::topic::{ACCEPTED, Topic};

const REGION: &[&str] = &[
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "array-metadata.element-coordinates",
];
const UPDATE: &[&str] = &[
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "regular-grid.border-full-size",
    "codecs.encoding-procedure",
];
const SPARSE: &[&str] = &[
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "storage.missing-chunk-is-fill-value",
    "array-metadata.shape",
];

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![regions()?, updates()?, sparse()?])
}

/// Name, array, indices of missing chunks, what is read or written, what a failure means.
type Case<'a, T> = (&'a str, Sketch<'a>, &'a [&'a [u64]], T, &'a str);

fn regions() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-regions",
        ACCEPTED,
        "Regions of arrays, read one after the other from one opened array: what was read before changes nothing.",
    );
    let matrix = || Sketch::new(DataType::Uint16, &[7, 10], &[3, 4]);
    let turned = || matrix().encoded(&[&[1, 0]], "big");
    let cube = || Sketch::new(DataType::Int16, &[3, 4, 5], &[2, 3, 2]);
    let cases: [Case<&[Extent]>; 15] = [
        (
            "inside-one-chunk",
            matrix(),
            &[],
            &[(&[1, 1], &[2, 2]), (&[4, 5], &[1, 3])],
            "a region smaller than its chunk",
        ),
        (
            "inside-one-chunk-big-endian",
            matrix().encoded(&[], "big"),
            &[],
            &[(&[1, 1], &[2, 2]), (&[4, 5], &[1, 3])],
            "a region smaller than its chunk, whose bytes are exchanged",
        ),
        (
            "inside-one-chunk-complex-big-endian",
            Sketch::new(DataType::Complex64, &[7, 10], &[3, 4]).encoded(&[], "big"),
            &[],
            &[(&[1, 1], &[2, 2]), (&[4, 5], &[1, 3])],
            "a region smaller than its chunk, where each part of a number is exchanged by itself",
        ),
        (
            "inside-one-chunk-cycle",
            cube().encoded(&[&[1, 2, 0]], "big"),
            &[],
            &[(&[0, 1, 0], &[2, 2, 1]), (&[1, 0, 3], &[1, 2, 1])],
            "a region smaller than its chunk, under an order that is not its own inverse",
        ),
        (
            "whole-chunk",
            matrix(),
            &[],
            &[(&[3, 4], &[3, 4]), (&[0, 0], &[3, 4])],
            "a region that is a chunk",
        ),
        (
            "across-chunks",
            matrix(),
            &[],
            &[
                (&[2, 3], &[2, 2]),
                (&[1, 2], &[1, 7]),
                (&[1, 2], &[6, 1]),
                (&[1, 2], &[5, 7]),
            ],
            "a corner, a row and a column on both sides of borders",
        ),
        (
            "array-border",
            matrix(),
            &[],
            &[(&[5, 7], &[2, 3]), (&[6, 0], &[1, 10]), (&[0, 9], &[7, 1])],
            "regions that end where the array ends, in overhanging chunks",
        ),
        (
            "single-elements",
            matrix(),
            &[],
            &[
                (&[0, 0], &[1, 1]),
                (&[6, 9], &[1, 1]),
                (&[2, 3], &[1, 1]),
                (&[3, 4], &[1, 1]),
                (&[0, 9], &[1, 1]),
                (&[6, 0], &[1, 1]),
            ],
            "one element, in each corner and on both sides of a border",
        ),
        (
            "whole-array",
            matrix(),
            &[],
            &[(&[0, 0], &[7, 10]), (&[0, 0], &[7, 10])],
            "the whole array as a region, twice",
        ),
        (
            "repeated",
            turned(),
            &[],
            &[(&[1, 2], &[4, 5]), (&[1, 2], &[4, 5]), (&[1, 2], &[4, 5])],
            "the same region three times: decoding a chunk does not change it for the next reader",
        ),
        (
            "overlapping",
            turned(),
            &[],
            &[(&[0, 0], &[4, 5]), (&[2, 3], &[4, 5]), (&[0, 0], &[4, 5])],
            "regions that share chunks",
        ),
        (
            "with-missing-chunks",
            turned(),
            &[&[0, 1], &[2, 2]],
            &[(&[2, 3], &[2, 3]), (&[6, 8], &[1, 2]), (&[0, 4], &[1, 4])],
            "regions of stored and missing chunks",
        ),
        (
            "rank-0",
            Sketch::new(DataType::Int32, &[], &[]),
            &[],
            &[(&[], &[]), (&[], &[])],
            "the only region of an array without dimensions, twice",
        ),
        (
            "rank-1",
            Sketch::new(DataType::Uint64, &[10], &[4]),
            &[],
            &[(&[3], &[2]), (&[8], &[2]), (&[3], &[6])],
            "regions of one dimension",
        ),
        (
            "rank-3",
            cube().encoded(&[&[1, 2, 0]], "big"),
            &[],
            &[
                (&[1, 2, 1], &[2, 2, 3]),
                (&[0, 3, 0], &[3, 1, 5]),
                (&[1, 2, 1], &[2, 2, 3]),
            ],
            "regions of three dimensions under an order that is not its own inverse",
        ),
    ];
    for (name, sketch, missing, regions, comment) in cases {
        topic.fact(name, REGION, comment).array(Plan {
            regions: regions.to_vec(),
            whole: false,
            ..sketch.without(missing)?
        })?;
    }
    empty(&mut topic)?;
    Ok(topic)
}

/// Regions of no elements. No sentence speaks of selections, so that nobody has to take them.
fn empty(topic: &mut Topic) -> anyhow::Result<()> {
    let matrix = || Sketch::new(DataType::Uint16, &[7, 10], &[3, 4]);
    let cases: [Case<&[Extent]>; 4] = [
        (
            "empty",
            matrix(),
            &[],
            &[(&[3, 4], &[0, 0]), (&[2, 3], &[2, 2])],
            "a region of no elements, then one of some",
        ),
        (
            "empty-in-one-dimension",
            matrix(),
            &[&[1, 0]],
            &[(&[2, 1], &[0, 9]), (&[4, 3], &[3, 0]), (&[2, 3], &[2, 2])],
            "regions that are empty in one dimension and cross chunks in the other",
        ),
        (
            "empty-at-end",
            matrix(),
            &[],
            &[(&[7, 10], &[0, 0]), (&[0, 10], &[7, 0]), (&[6, 9], &[1, 1])],
            "regions of no elements where the array ends",
        ),
        (
            "empty-rank-1",
            Sketch::new(DataType::Uint64, &[10], &[4]),
            &[],
            &[(&[0], &[0]), (&[4], &[0]), (&[10], &[0]), (&[3], &[2])],
            "regions of no elements at the start, between chunks and at the end",
        ),
    ];
    for (name, sketch, missing, regions, comment) in cases {
        topic
            .fact(name, REGION, comment)
            .level(Level::May)
            .array(Plan {
                regions: regions.to_vec(),
                whole: false,
                ..sketch.without(missing)?
            })?;
    }
    Ok(())
}

fn updates() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "core/storage-updates",
        ACCEPTED,
        "Regions written over stored arrays: elements beside the region keep their values, and where nothing was \
         stored they are the fill value.",
    );
    let matrix = || Sketch::new(DataType::Uint16, &[5, 6], &[3, 4]);
    let turned = || matrix().encoded(&[&[1, 0]], "big");
    let cube =
        || Sketch::new(DataType::Int16, &[3, 3, 3], &[2, 2, 2]).encoded(&[&[1, 2, 0]], "big");
    let all: &[&[u64]] = &[&[0, 0], &[0, 1], &[1, 0], &[1, 1]];
    let payload =
        || Sketch::new(DataType::Float32, &[5, 6], &[3, 4]).fill(Value::from("0x7fc00a01"));
    let cases: [Case<Extent>; 24] = [
        (
            "part-of-missing-chunk-nan-payload",
            payload(),
            all,
            (&[1, 1], &[1, 2]),
            "the rest of a chunk that was missing is the fill value, a NaN with payload, to the bit",
        ),
        (
            "part-of-missing-chunk-nan-payload-big-endian",
            payload().encoded(&[&[1, 0]], "big"),
            all,
            (&[2, 3], &[2, 2]),
            "the rest of four chunks that were missing is a NaN with payload, to the bit",
        ),
        (
            "inside-one-chunk",
            matrix(),
            &[],
            (&[1, 1], &[1, 2]),
            "the rest of the chunk is kept",
        ),
        (
            "whole-chunk",
            matrix(),
            &[],
            (&[0, 0], &[3, 4]),
            "other chunks are kept",
        ),
        (
            "across-chunks",
            matrix(),
            &[],
            (&[2, 3], &[2, 2]),
            "one element in each of four chunks",
        ),
        (
            "row",
            matrix(),
            &[],
            (&[2, 0], &[1, 6]),
            "a row next to a border",
        ),
        (
            "column",
            matrix(),
            &[],
            (&[0, 4], &[5, 1]),
            "a column next to a border",
        ),
        (
            "first-element",
            matrix(),
            &[],
            (&[0, 0], &[1, 1]),
            "one element",
        ),
        (
            "last-element",
            matrix(),
            &[],
            (&[4, 5], &[1, 1]),
            "one element of an overhanging chunk",
        ),
        (
            "array-border",
            matrix(),
            &[],
            (&[3, 4], &[2, 2]),
            "all elements inside the array of an overhanging chunk",
        ),
        (
            "whole-array",
            matrix(),
            &[],
            (&[0, 0], &[5, 6]),
            "every element is replaced",
        ),
        (
            "missing-chunk",
            matrix(),
            &[&[0, 1]],
            (&[1, 4], &[1, 1]),
            "into a missing chunk: its other elements are the fill value",
        ),
        (
            "missing-corner",
            matrix(),
            &[&[1, 1]],
            (&[4, 5], &[1, 1]),
            "into a missing chunk that overhangs",
        ),
        (
            "missing-and-stored",
            matrix(),
            &[&[0, 0], &[1, 1]],
            (&[2, 3], &[2, 2]),
            "into two missing and two stored chunks",
        ),
        (
            "missing-beside",
            matrix(),
            &[&[1, 0]],
            (&[0, 0], &[2, 6]),
            "beside a missing chunk",
        ),
        (
            "empty-store",
            matrix(),
            all,
            (&[1, 1], &[3, 4]),
            "into a store without chunks",
        ),
        (
            "transposed-big-endian",
            turned(),
            &[],
            (&[2, 3], &[2, 2]),
            "the chunk is decoded, changed, encoded again",
        ),
        (
            "transposed-big-endian-off-diagonal",
            turned(),
            &[],
            (&[0, 2], &[1, 1]),
            "one element whose place in the transposed chunk is another",
        ),
        (
            "transposed-big-endian-missing",
            turned(),
            &[&[0, 0], &[1, 1]],
            (&[2, 3], &[2, 2]),
            "the fill value is encoded like any element",
        ),
        (
            "cycle-big-endian",
            cube(),
            &[],
            (&[1, 1, 1], &[2, 1, 2]),
            "an order that is not its own inverse",
        ),
        (
            "cycle-big-endian-empty-store",
            cube(),
            &[
                &[0, 0, 0],
                &[0, 0, 1],
                &[0, 1, 0],
                &[0, 1, 1],
                &[1, 0, 0],
                &[1, 0, 1],
                &[1, 1, 0],
                &[1, 1, 1],
            ],
            (&[1, 0, 1], &[2, 1, 2]),
            "into a store without chunks",
        ),
        (
            "rank-0",
            Sketch::new(DataType::Int32, &[], &[]),
            &[],
            (&[], &[]),
            "the only element of an array without dimensions",
        ),
        (
            "rank-1",
            Sketch::new(DataType::Uint64, &[10], &[4]),
            &[],
            (&[3], &[6]),
            "three chunks, of which one whole",
        ),
        (
            "rank-1-missing",
            Sketch::new(DataType::Float64, &[10], &[4]),
            &[&[0], &[2]],
            (&[3], &[6]),
            "three chunks, of which two are missing",
        ),
    ];
    for data_type in [DataType::Int64, DataType::Float64, DataType::Complex64] {
        let sketch = Sketch::new(data_type, &[10], &[4]).encoded(&[], "big");
        topic
            .fact(
                format!("{data_type}-big-endian-missing"),
                &[UPDATE, &["storage.missing-chunk-is-fill-value"]].concat(),
                format!("into missing chunks of big-endian {data_type}: their other elements are the fill value, encoded like any element"),
            )
            .array(Plan {
                update: Some((vec![3], other(data_type, &[6])?)),
                ..sketch.without(&[&[0], &[2]])?
            })?;
    }
    filled(&mut topic)?;
    for (name, sketch, missing, (start, shape), comment) in cases {
        let requirements = match missing {
            [] => UPDATE.to_vec(),
            _ => [UPDATE, &["storage.missing-chunk-is-fill-value"]].concat(),
        };
        topic.fact(name, &requirements, comment).array(Plan {
            update: Some((start.to_vec(), other(sketch.data_type, shape)?)),
            ..sketch.without(missing)?
        })?;
    }
    Ok(topic)
}

/// The fill value written like any other element. A chunk of nothing else may be left out, and no
/// other chunk.
fn filled(topic: &mut Topic) -> anyhow::Result<()> {
    let matrix = || Sketch::new(DataType::Uint16, &[5, 6], &[3, 4]);
    let turned = || matrix().encoded(&[&[1, 0]], "big");
    // Beside the region, the part of the array that holds the fill value before the update.
    let cases: [(&str, Sketch, Option<Extent>, Extent, &str); 7] = [
        (
            "fill-value-over-part",
            matrix(),
            None,
            (&[1, 1], &[1, 2]),
            "the fill value over two elements: the others of the chunk are kept",
        ),
        (
            "fill-value-over-part-transposed-big-endian",
            turned(),
            None,
            (&[1, 1], &[2, 2]),
            "the fill value over four elements: the others of the chunk are kept",
        ),
        (
            "fill-value-over-part-of-border",
            matrix(),
            None,
            (&[4, 5], &[1, 1]),
            "the fill value over one element of an overhanging chunk",
        ),
        (
            "fill-value-over-border",
            matrix(),
            None,
            (&[3, 4], &[2, 2]),
            "the fill value over every element inside the array of an overhanging chunk",
        ),
        (
            "fill-value-across-chunks",
            matrix(),
            None,
            (&[0, 0], &[4, 5]),
            "the fill value over one whole chunk and over parts of three",
        ),
        (
            "fill-value-completes-chunk",
            matrix(),
            Some((&[0, 0], &[3, 3])),
            (&[0, 3], &[3, 1]),
            "the fill value over the last other elements of a chunk",
        ),
        (
            "fill-value-almost-completes-chunk",
            matrix(),
            Some((&[0, 0], &[3, 3])),
            (&[0, 3], &[2, 1]),
            "the fill value over all but one of the other elements of a chunk",
        ),
    ];
    for (name, sketch, before, (start, shape), comment) in cases {
        let mut plan = sketch.without(&[])?;
        if let Some((start, shape)) = before {
            plan.writes.push((start.to_vec(), sketch.filled(shape)?));
        }
        plan.update = Some((start.to_vec(), sketch.filled(shape)?));
        topic.fact(name, UPDATE, comment).array(plan)?;
    }
    Ok(())
}

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

/// Up to 2^31-1 elements nobody may do without; beyond, the specification sets no limit, and an
/// implementation may have one.
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

fn sparse() -> anyhow::Result<Topic> {
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
