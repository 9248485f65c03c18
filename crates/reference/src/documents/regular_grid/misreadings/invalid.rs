//! Wrong readings of the regular grid: grids that are none.

use super::{mapped, opened};
use crate::Edition;
use crate::misreading::{ACCEPTED, BOTH, CURRENT, Misreading};
use crate::steps::{Replacement, Steps};

/// Chunk lengths of 0 treated as another length, which is made of the array's.
macro_rules! zeros_as {
    ($length:expr) => {
        &[
            Replacement::check_grid(|steps, array_shape, chunk_shape| {
                if chunk_shape.len() != array_shape.len() {
                    return steps.text().check_grid(array_shape, chunk_shape);
                }
                let lengths = without_zeros(array_shape, chunk_shape, $length);
                steps.text().check_grid(array_shape, &lengths)
            }),
            Replacement::grid_shape(|steps, array_shape, chunk_shape| {
                steps.check_grid(array_shape, chunk_shape)?;
                let lengths = without_zeros(array_shape, chunk_shape, $length);
                Ok(mapped(array_shape, &lengths, u64::div_ceil))
            }),
            Replacement::open(|steps, store| {
                opened(steps, store, |array_shape, chunk_shape| {
                    without_zeros(array_shape, chunk_shape, $length)
                })
            }),
        ]
    };
}

fn without_zeros(
    array_shape: &[u64],
    chunk_shape: &[u64],
    length: impl Fn(u64) -> u64,
) -> Vec<u64> {
    mapped(array_shape, chunk_shape, |z, dz| {
        if dz == 0 { length(z) } else { dz }
    })
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "chunk-length-zero-accepted",
        when: "chunks of length 0 are accepted where the array is empty",
        requirements: &["regular-grid.positive-chunk-shape"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::check_grid(|_, array_shape, chunk_shape| {
                Steps::literal(Edition::V3_0).check_grid(array_shape, chunk_shape)
            }),
            Replacement::grid_shape(|_, array_shape, chunk_shape| {
                Steps::literal(Edition::V3_0).grid_shape(array_shape, chunk_shape)
            }),
        ],
    },
    Misreading {
        name: "chunk-length-zero-is-whole",
        when: "a chunk of length 0 stands for the whole dimension",
        requirements: &[
            "regular-grid.positive-chunk-shape",
            "regular-grid.non-zero-chunk-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: zeros_as!(|z| z.max(1)),
    },
    Misreading {
        name: "chunk-length-zero-is-one",
        when: "a chunk of length 0 is treated as one of length 1",
        requirements: &[
            "regular-grid.positive-chunk-shape",
            "regular-grid.non-zero-chunk-shape",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: zeros_as!(|_| 1),
    },
    Misreading {
        name: "rank-unchecked",
        when: "chunk_shape may have fewer or more dimensions than the array: missing ones are \
            whole, others dropped",
        requirements: &["regular-grid.same-rank"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::check_grid(|steps, array_shape, chunk_shape| {
                if array_shape.len() != chunk_shape.len() {
                    return Ok(());
                }
                steps.text().check_grid(array_shape, chunk_shape)
            }),
            Replacement::grid_shape(|steps, array_shape, chunk_shape| {
                if array_shape.len() != chunk_shape.len() {
                    return Ok(mapped(array_shape, chunk_shape, |z, dz| {
                        if dz == 0 { 0 } else { z.div_ceil(dz) }
                    }));
                }
                steps.text().grid_shape(array_shape, chunk_shape)
            }),
            Replacement::open(|steps, store| {
                opened(steps, store, |array_shape, chunk_shape| {
                    let lengths = array_shape.iter().enumerate();
                    let stated = |d: usize| chunk_shape.get(d).copied();
                    let lengths = lengths.map(|(d, z)| stated(d).unwrap_or((*z).max(1)));
                    lengths.collect()
                })
            }),
        ],
    },
];
