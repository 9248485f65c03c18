//! Shapes that form no regular grid.

use zarr_conform_vectors::Level;

use super::regular_grid::grid;
use crate::topic::{ACCEPTED, CURRENT, Topic, V3_0};

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![refused()?])
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
