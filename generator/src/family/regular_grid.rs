//! Regular grids as numbers: the shape of the grid, where elements lie, where chunks begin.
//!
//! Every grid is asked about elements on both sides of its borders, since a wrong division shows
//! there and nowhere else, and lengths differ between dimensions, since equal ones hide an
//! exchange of dimensions.

use std::collections::BTreeSet;

use zarr_conform_reference::chunk_array::{number_of_elements, positions};
use zarr_conform_reference::{Literal, Reading};
use zarr_conform_vectors::Level;

use crate::topic::{ACCEPTED, Topic};

/// The most chunks of which every one is asked for.
const MOST_CHUNKS: u64 = 12;

const GRID: &[&str] = &[
    "regular-grid.grid-shape",
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "regular-grid.chunk-origin",
    "regular-grid.chunk-index",
    "regular-grid.aligned-origin",
];

/// Name, shape of the array, shape of the chunks, what a failure means.
pub(super) type Case = (&'static str, &'static [u64], &'static [u64], &'static str);

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![examples()?, shapes()?])
}

/// States a grid, asked about elements and chunks on both sides of borders.
pub(super) fn grid(
    topic: &mut Topic,
    level: Level,
    requirements: &[&str],
    (name, array_shape, chunk_shape, comment): Case,
    more: &[&[u64]],
) -> anyhow::Result<()> {
    let grid_shape = Literal::default().grid_shape(array_shape, chunk_shape)?;
    let mut elements = around_borders(array_shape, chunk_shape);
    elements.extend(more.iter().map(|it| it.to_vec()));
    let chunks = match number_of_elements(&grid_shape) {
        Some(number) if number <= MOST_CHUNKS => positions(&grid_shape).collect(),
        _ => around_borders(&grid_shape, &vec![1; grid_shape.len()]),
    };
    topic.fact(name, requirements, comment).level(level).grid(
        array_shape,
        chunk_shape,
        &slices(&elements),
        &slices(&chunks),
        &[],
    )
}

fn slices(positions: &BTreeSet<Vec<u64>>) -> Vec<&[u64]> {
    positions.iter().map(Vec::as_slice).collect()
}

/// The first and the last position of a shape, and those on both sides of a border in one
/// dimension, halfway along the others. Empty where the shape has no positions.
fn around_borders(shape: &[u64], chunk_shape: &[u64]) -> BTreeSet<Vec<u64>> {
    if shape.contains(&0) {
        return BTreeSet::new();
    }
    let last = shape.iter().map(|length| length - 1).collect();
    let middle: Vec<u64> = shape.iter().map(|length| length / 2).collect();
    let mut found = BTreeSet::from([vec![0; shape.len()], last]);
    for d in 0..shape.len() {
        for coordinate in around_borders_along(shape[d], chunk_shape[d]) {
            let mut position = middle.clone();
            position[d] = coordinate;
            found.insert(position);
        }
    }
    found
}

/// Coordinates on both sides of the first two borders and of the last one; `length > 0`.
fn around_borders_along(length: u64, chunk: u64) -> impl Iterator<Item = u64> {
    let last = length - 1;
    let borders = [chunk, chunk.saturating_mul(2), last - last % chunk];
    borders
        .into_iter()
        .flat_map(|border| [border.saturating_sub(1), border, border.saturating_add(1)])
        .filter(move |coordinate| *coordinate <= last)
}

fn examples() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "regular-grid/examples",
        ACCEPTED,
        "The grids that the document works out itself.",
    );
    grid(
        &mut topic,
        Level::Must,
        GRID,
        (
            "three-dimensions",
            &[10, 200, 3000],
            &[5, 20, 400],
            "2 by 10 by 8 chunks, of which those at the end of the third dimension overhang; the element at \
             (7, 150, 900) is in chunk (1, 7, 2) at (2, 10, 100)",
        ),
        &[&[7, 150, 900]],
    )?;
    grid(
        &mut topic,
        Level::Must,
        GRID,
        (
            "border-note",
            &[30, 30],
            &[16, 16],
            "2 by 2 chunks of full size, of which three reach beyond the array by 2 elements",
        ),
        &[&[0, 29], &[29, 0]],
    )?;
    Ok(topic)
}

/// A topic of grids that all test the same requirements.
pub(super) fn table(mut topic: Topic, level: Level, cases: &[Case]) -> anyhow::Result<Topic> {
    for case in cases {
        grid(&mut topic, level, GRID, *case, &[])?;
    }
    Ok(topic)
}

fn shapes() -> anyhow::Result<Topic> {
    let topic = Topic::new(
        "regular-grid/shapes",
        ACCEPTED,
        "Every way in which a chunk length can relate to the length of its dimension, in ranks 0 to 6. Elements lie \
         on both sides of borders.",
    );
    let cases: &[Case] = &[
        (
            "exact",
            &[12],
            &[4],
            "an exact division has no chunk too many",
        ),
        (
            "exact-in-each",
            &[6, 8, 10],
            &[3, 2, 5],
            "exact divisions in each dimension",
        ),
        (
            "remainder-one",
            &[13],
            &[4],
            "a remainder of 1 takes one more chunk",
        ),
        (
            "remainder-half",
            &[10],
            &[4],
            "a quotient of 2.5 is rounded up, not to the even 2",
        ),
        (
            "remainder-below-half",
            &[21],
            &[10],
            "a quotient of 2.1 is rounded up, not to the nearest",
        ),
        (
            "remainder-all-but-one",
            &[15],
            &[4],
            "a remainder of chunk length - 1 takes one more chunk",
        ),
        (
            "chunk-as-long",
            &[7],
            &[7],
            "a chunk as long as the array is the only one",
        ),
        (
            "chunk-longer-by-one",
            &[7],
            &[8],
            "a chunk longer than the array is the only one",
        ),
        (
            "chunk-much-longer",
            &[3],
            &[1000],
            "a chunk much longer than the array is the only one",
        ),
        (
            "chunk-shorter-by-one",
            &[8],
            &[7],
            "the last chunk has one element inside the array",
        ),
        (
            "chunk-of-one",
            &[9],
            &[1],
            "chunks of one element: index and coordinate are equal",
        ),
        (
            "one-element",
            &[1],
            &[1],
            "one element in a chunk of one element",
        ),
        (
            "one-element-in-larger-chunk",
            &[1],
            &[5],
            "one element in a chunk of five",
        ),
        (
            "rank-0",
            &[],
            &[],
            "an array without dimensions has one chunk, at the empty index",
        ),
        (
            "rank-2",
            &[5, 14],
            &[2, 5],
            "dimensions with other lengths and other chunk lengths are not exchanged",
        ),
        (
            "rank-2-exchanged",
            &[14, 5],
            &[5, 2],
            "the same with dimensions exchanged",
        ),
        (
            "rank-2-crossed",
            &[5, 14],
            &[5, 2],
            "chunk lengths belong to the dimension at the same place, not to the one of like length",
        ),
        (
            "rank-3",
            &[7, 9, 11],
            &[2, 4, 3],
            "a remainder in each of three dimensions",
        ),
        (
            "rank-3-cube",
            &[10, 10, 10],
            &[3, 4, 6],
            "equal lengths, different chunk lengths",
        ),
        (
            "rank-3-first-overhangs",
            &[7, 8, 9],
            &[2, 4, 3],
            "the first dimension alone overhangs",
        ),
        (
            "rank-3-middle-overhangs",
            &[6, 9, 9],
            &[2, 4, 3],
            "the middle dimension alone overhangs",
        ),
        (
            "rank-3-last-overhangs",
            &[6, 8, 10],
            &[2, 4, 3],
            "the last dimension alone overhangs",
        ),
        (
            "rank-4",
            &[3, 5, 7, 9],
            &[2, 3, 4, 5],
            "a remainder in each of four dimensions",
        ),
        (
            "rank-5",
            &[3, 1, 5, 7, 2],
            &[2, 1, 3, 7, 3],
            "five dimensions, of which some hold one chunk",
        ),
        (
            "rank-6",
            &[2, 3, 4, 5, 6, 7],
            &[1, 2, 3, 4, 5, 6],
            "six dimensions, each with a remainder of 1 or 0",
        ),
        ("zero-length", &[0], &[4], "an empty dimension has no chunk"),
        (
            "zero-length-chunk-of-one",
            &[0],
            &[1],
            "an empty dimension has no chunk, whatever the chunk length",
        ),
        (
            "zero-length-first",
            &[0, 5],
            &[2, 2],
            "an empty first dimension leaves the other's number of chunks as it is",
        ),
        (
            "zero-length-last",
            &[5, 0],
            &[2, 2],
            "an empty last dimension leaves the other's number of chunks as it is",
        ),
        (
            "zero-length-each",
            &[0, 0, 0],
            &[1, 2, 3],
            "empty in each dimension",
        ),
    ];
    table(topic, Level::Must, cases)
}
