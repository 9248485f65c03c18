//! Regions that are read.

use zarr_conform_reference::DataType;
use zarr_conform_vectors::Level;

use super::Case;
use crate::family::arrays::Sketch;
use crate::store::{Extent, Plan};
use crate::topic::{ACCEPTED, Topic};

const REGION: &[&str] = &[
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "array-metadata.element-coordinates",
];

pub(super) fn regions() -> anyhow::Result<Topic> {
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
