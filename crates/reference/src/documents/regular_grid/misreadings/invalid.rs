//! Wrong readings of the regular grid: grids that are none.

use super::{mapped, with_chunk_shape};
use crate::Edition;
use crate::misreading::{ACCEPTED, BOTH, CURRENT, Misreading};
use crate::steps::{Replacement, Steps};
use crate::storage;

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
                let array = storage::open(steps, store)?;
                let lengths = mapped(&array.chunk_shape, &array.shape, |dz, z| {
                    if dz == 0 { z.max(1) } else { dz }
                });
                if lengths == array.chunk_shape {
                    Ok(array)
                } else {
                    with_chunk_shape(steps, store, &lengths)
                }
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
                let array = storage::open(steps, store)?;
                if array.shape.len() == array.chunk_shape.len() {
                    return Ok(array);
                }
                let mut lengths: Vec<u64> = array.shape.iter().map(|z| (*z).max(1)).collect();
                lengths
                    .iter_mut()
                    .zip(&array.chunk_shape)
                    .for_each(|(length, dz)| *length = *dz);
                with_chunk_shape(steps, store, &lengths)
            }),
        ],
    },
];
