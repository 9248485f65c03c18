//! Regions that are written.

use serde_json::Value;
use zarr_conform_reference::DataType;

use super::Case;
use crate::family::arrays::{Sketch, other};
use crate::store::{Extent, Plan};
use crate::topic::{ACCEPTED, Topic};

const UPDATE: &[&str] = &[
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "regular-grid.border-full-size",
    "codecs.encoding-procedure",
];

pub(super) fn updates() -> anyhow::Result<Topic> {
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
