//! Wrong readings of the regular grid: indices, positions and origins.

use super::{mapped, opened};
use crate::misreading::{ACCEPTED, BOTH, Misreading, OPERATIONS, STORES};
use crate::regular_grid;
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "chunk-and-position-exchanged",
        when: "chunk index and position within the chunk are exchanged",
        requirements: &[
            "regular-grid.element-chunk",
            "regular-grid.element-position",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::chunk_index(|_, coordinates, chunk_shape| {
                mapped(coordinates, chunk_shape, |c, dz| c % dz)
            }),
            Replacement::position_in_chunk(|_, coordinates, chunk_shape| {
                mapped(coordinates, chunk_shape, |c, dz| (c / dz) % dz)
            }),
        ],
    },
    Misreading {
        name: "chunk-index-rounded",
        when: "the chunk index is rounded to the nearest instead of down",
        requirements: &["regular-grid.element-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chunk_index(|_, coordinates, chunk_shape| {
            mapped(coordinates, chunk_shape, |c, dz| {
                c / dz + u64::from(c % dz > dz / 2)
            })
        })],
    },
    Misreading {
        name: "position-counted-from-the-end",
        when: "positions within a chunk count from its end",
        requirements: &["regular-grid.element-position"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::position_in_chunk(
            |_, coordinates, chunk_shape| mapped(coordinates, chunk_shape, |c, dz| dz - 1 - c % dz),
        )],
    },
    Misreading {
        name: "chunk-shape-reversed",
        when: "chunk_shape is read from the last dimension to the first",
        requirements: &[
            "regular-grid.chunk-shape",
            "regular-grid.grid-shape",
            "regular-grid.element-chunk",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::chunk_shape(|_, configuration| {
                Ok(regular_grid::chunk_shape(configuration)?
                    .into_iter()
                    .rev()
                    .collect())
            }),
            Replacement::grid_shape(|steps, array_shape, chunk_shape| {
                let reversed: Vec<u64> = chunk_shape.iter().rev().copied().collect();
                steps.text().grid_shape(array_shape, &reversed)
            }),
        ],
    },
    Misreading {
        name: "chunk-shape-is-number-of-chunks",
        when: "chunk_shape is treated as the number of chunks along each dimension",
        requirements: &[
            "regular-grid.chunk-shape",
            "regular-grid.grid-shape",
            "regular-grid.element-chunk",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::grid_shape(|steps, array_shape, chunk_shape| {
                steps.text().check_grid(array_shape, chunk_shape)?;
                Ok(chunk_shape.to_vec())
            }),
            Replacement::open(|steps, store| {
                opened(steps, store, |array_shape, chunk_shape| {
                    mapped(array_shape, chunk_shape, |z, number| {
                        z.div_ceil(number.max(1)).max(1)
                    })
                })
            }),
        ],
    },
    Misreading {
        name: "chunk-shape-clipped",
        when: "chunks longer than the array are cut to its length",
        requirements: &["regular-grid.border-full-size", "regular-grid.same-shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::open(|steps, store| {
            opened(steps, store, |array_shape, chunk_shape| {
                mapped(array_shape, chunk_shape, |z, dz| {
                    if z == 0 { dz } else { dz.min(z) }
                })
            })
        })],
    },
    Misreading {
        name: "origin-by-grid-shape",
        when: "the origin of a chunk is its index",
        requirements: &["regular-grid.chunk-origin"],
        editions: ACCEPTED,
        through: OPERATIONS,
        replacements: &[Replacement::chunk_origin(|_, chunk_index, _| {
            Ok(chunk_index.to_vec())
        })],
    },
    Misreading {
        name: "chunk-indices-from-one",
        when: "chunk indices are positive and so count from 1",
        requirements: &["regular-grid.chunk-origin", "regular-grid.element-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::chunk_index(|_, coordinates, chunk_shape| {
                mapped(coordinates, chunk_shape, |c, dz| (c / dz).saturating_add(1))
            }),
            Replacement::chunk_origin(|_, chunk_index, chunk_shape| {
                regular_grid::chunk_origin(
                    &mapped(chunk_index, chunk_shape, |k, _| k.saturating_sub(1)),
                    chunk_shape,
                )
            }),
        ],
    },
];
