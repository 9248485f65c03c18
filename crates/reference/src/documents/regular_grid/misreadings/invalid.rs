//! Wrong readings of the regular grid: grids that are none.

use super::{mapped, opened};
use crate::Edition;
use crate::misreading::{ACCEPTED, BOTH, CURRENT, Misreading};
use crate::steps::{Replacement, Steps};

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
        replacements: &[
            Replacement::check_grid(|steps, array_shape, chunk_shape| {
                let whole = mapped(chunk_shape, array_shape, |dz, z| {
                    if dz == 0 { z.max(1) } else { dz }
                });
                let whole = if chunk_shape.len() == array_shape.len() {
                    whole
                } else {
                    chunk_shape.to_vec()
                };
                steps.text().check_grid(array_shape, &whole)
            }),
            Replacement::grid_shape(|steps, array_shape, chunk_shape| {
                steps.check_grid(array_shape, chunk_shape)?;
                Ok(mapped(array_shape, chunk_shape, |z, dz| {
                    if dz == 0 { 1 } else { z.div_ceil(dz) }
                }))
            }),
            Replacement::open(|steps, store| {
                opened(steps, store, |array_shape, chunk_shape| {
                    mapped(chunk_shape, array_shape, |dz, z| {
                        if dz == 0 { z.max(1) } else { dz }
                    })
                })
            }),
        ],
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
