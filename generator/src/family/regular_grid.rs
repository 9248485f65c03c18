//! Regular grids as numbers: the shape of the grid, where elements lie, where chunks begin.
//!
//! Every grid is asked about elements on both sides of its borders, since a wrong division shows
//! there and nowhere else, and lengths differ between dimensions, since equal ones hide an
//! exchange of dimensions.

use std::collections::BTreeSet;

use zarr_conform::reference::chunk_array::{number_of_elements, positions};
use zarr_conform::reference::{Literal, Reading};
use zarr_conform::vector::Level;

use crate::topic::{ACCEPTED, CURRENT, Topic, V3_0};

/// The most chunks of which every one is asked for.
const MOST_CHUNKS: u64 = 12;

const GRID: &[&str] = &[
    "regular-grid.grid-shape",
    "regular-grid.element-chunk",
    "regular-grid.element-position",
    "regular-grid.chunk-origin",
];

/// Name, shape of the array, shape of the chunks, what a failure means.
type Case = (&'static str, &'static [u64], &'static [u64], &'static str);

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        examples()?,
        shapes()?,
        large()?,
        beyond_2_53()?,
        refused()?,
    ])
}

/// States a grid, asked about elements and chunks on both sides of borders.
fn grid(
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
fn table(mut topic: Topic, level: Level, cases: &[Case]) -> anyhow::Result<Topic> {
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

fn large() -> anyhow::Result<Topic> {
    let topic = Topic::new(
        "regular-grid/large",
        ACCEPTED,
        "Lengths up to 2^53-1, the largest that JSON implementations agree on: 32-bit integers, signed or not, and \
         single precision lose them.",
    );
    let cases: &[Case] = &[
        (
            "below-2-31",
            &[0x7fff_ffff],
            &[2],
            "length + chunk length - 1 is too large for 32 signed bits",
        ),
        (
            "2-31-in-ones",
            &[0x8000_0001],
            &[1],
            "more than 2^31 chunks",
        ),
        (
            "below-2-32",
            &[0xffff_ffff],
            &[2],
            "length + chunk length - 1 is too large for 32 bits",
        ),
        (
            "2-32",
            &[0x1_0000_0000],
            &[0x1_0000],
            "a length of 2^32 is 0 in 32 bits",
        ),
        (
            "2-32-and-one",
            &[0x1_0000_0001],
            &[3],
            "coordinates beyond 2^32 with a remainder",
        ),
        (
            "2-32-in-ones",
            &[0x1_0000_0001],
            &[1],
            "more than 2^32 chunks",
        ),
        (
            "chunk-of-2-31",
            &[0x1_0000_0003],
            &[0x8000_0000],
            "a chunk length of 2^31 is negative in 32 signed bits",
        ),
        (
            "chunk-of-2-32",
            &[0x3_0000_0001],
            &[0x1_0000_0000],
            "a chunk length of 2^32 is 0 in 32 bits",
        ),
        (
            "chunk-of-2-32-and-one",
            &[10_000_000_000],
            &[4_294_967_297],
            "a chunk length of 2^32+1 is 1 in 32 bits",
        ),
        (
            "beyond-single-precision",
            &[16_777_217],
            &[2],
            "2^24+1 is no single precision number, so the last chunk is lost",
        ),
        (
            "origin-beyond-2-32",
            &[5_000_000_000, 7],
            &[65_537, 2],
            "index times chunk length passes 2^32 although neither does",
        ),
        (
            "count-beyond-2-64",
            &[0x100_0000_0000, 0x100_0000_0001],
            &[0x10_0000, 3],
            "the array has more than 2^64 elements, though each length is below 2^41",
        ),
        (
            "2-53-less-one",
            &[9_007_199_254_740_991],
            &[4096],
            "2^53-1 elements: the last chunk lacks one",
        ),
        (
            "2-53-less-one-in-threes",
            &[9_007_199_254_740_991],
            &[3],
            "2^53-1 = 3 * 3002399751580330 + 1",
        ),
        (
            "2-53-less-one-in-ones",
            &[9_007_199_254_740_991],
            &[1],
            "2^53-1 chunks",
        ),
        (
            "2-53-less-one-whole",
            &[9_007_199_254_740_991],
            &[9_007_199_254_740_991],
            "one chunk of 2^53-1 elements",
        ),
        (
            "2-53-less-one-and-small",
            &[3, 9_007_199_254_740_991, 5],
            &[2, 9_007_199_254_740_990, 2],
            "a long dimension between short ones: its second chunk has one element inside the array",
        ),
    ];
    table(topic, Level::Must, cases)
}

fn beyond_2_53() -> anyhow::Result<Topic> {
    let topic = Topic::new(
        "regular-grid/beyond-2-53",
        ACCEPTED,
        "Lengths that JSON can write but that no double precision number holds: the specification sets no limit, and \
         no implementation has to go there.",
    );
    let cases: &[Case] = &[
        (
            "2-53-and-one",
            &[9_007_199_254_740_993],
            &[2],
            "2^53+1 is no double precision number, so the last chunk is lost",
        ),
        (
            "2-53-and-one-in-ones",
            &[9_007_199_254_740_993],
            &[1],
            "2^53+1 chunks",
        ),
        (
            "quotient-rounds-to-whole",
            &[9_007_199_254_741_001],
            &[1000],
            "a remainder of 1, which a division in double precision loses",
        ),
        (
            "2-63",
            &[0x8000_0000_0000_0000],
            &[0x1_0000_0000],
            "2^63 is negative in 64 signed bits",
        ),
        (
            "2-63-less-one",
            &[0x7fff_ffff_ffff_ffff],
            &[2],
            "length + chunk length - 1 is too large for 64 signed bits",
        ),
        (
            "2-63-and-one",
            &[0x8000_0000_0000_0001],
            &[0x8000_0000_0000_0000],
            "the second chunk begins at 2^63",
        ),
        (
            "2-64-less-one-in-ones",
            &[0xffff_ffff_ffff_ffff],
            &[1],
            "2^64-1 chunks",
        ),
        (
            "2-64-less-one-in-twos",
            &[0xffff_ffff_ffff_ffff],
            &[2],
            "length + chunk length - 1 is too large for 64 bits",
        ),
        (
            "2-64-less-one-whole",
            &[0xffff_ffff_ffff_ffff],
            &[0xffff_ffff_ffff_ffff],
            "one chunk as long as the array: length + chunk length - 1 is too large for 64 bits",
        ),
        (
            "2-64-less-one-in-two",
            &[0xffff_ffff_ffff_ffff],
            &[0xffff_ffff_ffff_fffe],
            "the second chunk has one element inside the array, and its end is beyond 2^64",
        ),
        (
            "chunk-of-2-64-less-one",
            &[5],
            &[0xffff_ffff_ffff_ffff],
            "a short array in a chunk of the greatest length",
        ),
    ];
    table(topic, Level::May, cases)
}

/// Name, requirement, shape of the array, shape of the chunks, twin, why.
type Refused = (
    &'static str,
    &'static str,
    &'static [u64],
    &'static [u64],
    &'static str,
    &'static str,
);

fn refused() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "regular-grid/no-grid",
        ACCEPTED,
        "Shapes that form no grid: another number of dimensions, or chunks of length 0. Each stands beside a grid \
         that differs in nothing else.",
    );
    for case in [
        ("rank-0", &[][..], &[][..], "no dimensions on both sides"),
        ("rank-1", &[6], &[2], "one dimension on both sides"),
        ("rank-2", &[6, 10], &[2, 5], "two dimensions on both sides"),
        (
            "rank-3",
            &[6, 10, 4],
            &[2, 5, 3],
            "three dimensions on both sides",
        ),
        (
            "empty",
            &[0],
            &[1],
            "an empty array with a chunk length that is not 0",
        ),
        (
            "empty-of-two",
            &[6, 0],
            &[2, 1],
            "an empty dimension with a chunk length that is not 0",
        ),
    ] {
        let requirements = &["regular-grid.same-rank", "regular-grid.grid-shape"];
        grid(&mut topic, Level::Must, requirements, case, &[])?;
    }
    let rank = "regular-grid.same-rank";
    let zero = "regular-grid.non-zero-chunk-shape";
    let everywhere: [Refused; 11] = [
        (
            "one-too-few",
            rank,
            &[6, 10],
            &[2],
            "rank-2",
            "one chunk length for two dimensions",
        ),
        (
            "one-too-many",
            rank,
            &[6, 10],
            &[2, 5, 1],
            "rank-2",
            "three chunk lengths for two dimensions",
        ),
        (
            "one-too-many-in-front",
            rank,
            &[6, 10],
            &[1, 2, 5],
            "rank-2",
            "a leading 1 adds a dimension",
        ),
        (
            "two-too-few",
            rank,
            &[6, 10, 4],
            &[2],
            "rank-3",
            "one chunk length is not meant for all dimensions",
        ),
        (
            "none-for-one",
            rank,
            &[6],
            &[],
            "rank-1",
            "no chunk length for one dimension",
        ),
        (
            "one-for-none",
            rank,
            &[],
            &[1],
            "rank-0",
            "one chunk length for an array without dimensions",
        ),
        (
            "zero-chunk",
            zero,
            &[6],
            &[0],
            "rank-1",
            "chunks without elements never cover the array",
        ),
        (
            "zero-chunk-first",
            zero,
            &[6, 10],
            &[0, 5],
            "rank-2",
            "the first chunk length is 0",
        ),
        (
            "zero-chunk-last",
            zero,
            &[6, 10],
            &[2, 0],
            "rank-2",
            "the last chunk length is 0",
        ),
        (
            "zero-chunk-middle",
            zero,
            &[6, 10, 4],
            &[2, 0, 3],
            "rank-3",
            "the middle chunk length is 0",
        ),
        (
            "zero-chunk-each",
            zero,
            &[6, 10],
            &[0, 0],
            "rank-2",
            "all chunk lengths are 0",
        ),
    ];
    for case in everywhere {
        no_grid(&mut topic, case)?;
    }
    zero_for_empty(&mut topic)?;
    Ok(topic)
}

fn no_grid(
    topic: &mut Topic,
    (name, requirement, array_shape, chunk_shape, twin, why): Refused,
) -> anyhow::Result<()> {
    topic
        .fact(
            name,
            &[requirement],
            format!("accepts shapes that form no grid: {why}"),
        )
        .twin(twin)
        .refused_grid(array_shape, chunk_shape, why)
}

/// Name, shape of the array, shape of the chunks, twin, shape of the grid before edition 3.1.
type Empty = (
    &'static str,
    &'static [u64],
    &'static [u64],
    &'static str,
    &'static [u64],
);

/// A chunk length of 0 for an empty dimension: refused since the text says that chunk lengths are
/// greater than zero, open before.
fn zero_for_empty(topic: &mut Topic) -> anyhow::Result<()> {
    let cases: [Empty; 2] = [
        ("zero-chunk-of-empty", &[0], &[0], "empty", &[0]),
        (
            "zero-chunk-of-empty-dimension",
            &[6, 0],
            &[2, 0],
            "empty-of-two",
            &[3, 0],
        ),
    ];
    for (name, array_shape, chunk_shape, twin, grid_shape) in cases {
        topic
            .fact(
                name,
                &["regular-grid.positive-chunk-shape"],
                "accepts a chunk length of 0 because its dimension is empty too",
            )
            .editions(CURRENT)
            .twin(twin)
            .refused_grid(
                array_shape,
                chunk_shape,
                "chunk lengths are greater than zero, for empty dimensions too",
            )?;
        topic
            .fact(
                format!("{name}-before-3-1"),
                &["regular-grid.grid-shape"],
                "whether chunks of length 0 tile an empty dimension was not said before edition 3.1",
            )
            .editions(V3_0)
            .open_grid(
                array_shape,
                chunk_shape,
                &[
                    ("an empty dimension has no chunks, of whatever length", Some(grid_shape.to_vec())),
                    ("0 / 0 is no number of chunks", None),
                ],
            )?;
    }
    Ok(())
}
