//! Wrong readings of the regular grid: the shape of the grid.

use super::{float_ceiling, float_quotient, mapped};
use crate::misreading::{ACCEPTED, BOTH, Misreading, OPERATIONS, STORES};
use crate::steps::Replacement;
use crate::{ChunkArray, Json, regular_grid, storage};

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "chunk-shape-as-number",
        when: "a number stands for a chunk_shape of one dimension",
        requirements: &["array-metadata.chunk-grid", "regular-grid.chunk-shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_shape(
            |_, configuration| match configuration.member("chunk_shape").and_then(Json::as_u64) {
                Some(length) => Ok(vec![length]),
                None => regular_grid::chunk_shape(configuration),
            },
        )],
    },
    Misreading {
        name: "scalar-grid-of-one-dimension",
        when: "the grid of an array without dimensions has one dimension, of length 1",
        requirements: &["regular-grid.grid-shape", "regular-grid.same-rank"],
        editions: ACCEPTED,
        through: OPERATIONS,
        replacements: &[Replacement::grid_shape(
            |steps, array_shape, chunk_shape| {
                if array_shape.is_empty() && chunk_shape.is_empty() {
                    return Ok(vec![1]);
                }
                steps.text().grid_shape(array_shape, chunk_shape)
            },
        )],
    },
    Misreading {
        name: "grid-rounded-down",
        when: "the shape of the grid is rounded down",
        requirements: &[
            "regular-grid.grid-shape",
            "regular-grid.overhang",
            "regular-grid.tessellation",
            "regular-grid.element-chunk",
        ],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::grid_shape(|steps, array_shape, chunk_shape| {
                steps.text().check_grid(array_shape, chunk_shape)?;
                Ok(mapped(array_shape, chunk_shape, |z, dz| {
                    if z == 0 { 0 } else { z / dz }
                }))
            }),
            Replacement::read_chunk(|steps, store, array, chunk_index| {
                let grid = array.chunk_grid.grid_shape(steps, &array.shape)?;
                if chunk_index
                    .iter()
                    .zip(&grid)
                    .any(|(index, length)| index >= length)
                {
                    return ChunkArray::filled(
                        array.data_type,
                        array.chunk_grid.chunk_shape(chunk_index),
                        &array.fill_value,
                    );
                }
                storage::read_chunk(steps, store, array, chunk_index)
            }),
            Replacement::write_chunk(|steps, store, array, chunk_index, chunk| {
                let grid = array.chunk_grid.grid_shape(steps, &array.shape)?;
                if chunk_index
                    .iter()
                    .zip(&grid)
                    .any(|(index, length)| index >= length)
                {
                    return Ok(());
                }
                storage::write_chunk(steps, store, array, chunk_index, chunk)
            }),
        ],
    },
    Misreading {
        name: "grid-one-more",
        when: "the shape of the grid has one chunk more where the division is exact",
        requirements: &["regular-grid.grid-shape"],
        editions: ACCEPTED,
        through: OPERATIONS,
        replacements: &[Replacement::grid_shape(
            |steps, array_shape, chunk_shape| {
                steps.text().check_grid(array_shape, chunk_shape)?;
                Ok(mapped(array_shape, chunk_shape, |z, dz| {
                    z.checked_div(dz)
                        .map_or(0, |quotient| quotient.saturating_add(1))
                }))
            },
        )],
    },
    Misreading {
        name: "empty-dimension-has-a-chunk",
        when: "a dimension of length 0 has one chunk",
        requirements: &["regular-grid.grid-shape"],
        editions: ACCEPTED,
        through: OPERATIONS,
        replacements: &[Replacement::grid_shape(
            |steps, array_shape, chunk_shape| {
                Ok(steps
                    .text()
                    .grid_shape(array_shape, chunk_shape)?
                    .into_iter()
                    .map(|length| length.max(1))
                    .collect())
            },
        )],
    },
    Misreading {
        name: "grid-by-float-division",
        when: "quotients are computed in binary32",
        requirements: &["regular-grid.grid-shape", "regular-grid.element-chunk"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            Replacement::grid_shape(|steps, array_shape, chunk_shape| {
                steps.text().check_grid(array_shape, chunk_shape)?;
                Ok(mapped(array_shape, chunk_shape, |z, dz| {
                    if z == 0 { 0 } else { float_ceiling(z, dz) }
                }))
            }),
            Replacement::chunk_index(|_, coordinates, chunk_shape| {
                mapped(coordinates, chunk_shape, float_quotient)
            }),
        ],
    },
    Misreading {
        name: "grid-in-32-bits",
        when: "lengths and coordinates are counted in 32 bits with a sign, which is lost",
        requirements: &[
            "regular-grid.grid-shape",
            "regular-grid.element-chunk",
            "regular-grid.element-position",
        ],
        editions: ACCEPTED,
        through: OPERATIONS,
        replacements: &[
            Replacement::grid_shape(|steps, array_shape, chunk_shape| {
                steps.text().check_grid(array_shape, chunk_shape)?;
                Ok(mapped(array_shape, chunk_shape, |z, dz| {
                    if z == 0 {
                        0
                    } else {
                        (z.wrapping_add(dz - 1) & 0x7fff_ffff) / dz
                    }
                }))
            }),
            Replacement::chunk_index(|_, coordinates, chunk_shape| {
                mapped(coordinates, chunk_shape, |c, dz| (c & 0x7fff_ffff) / dz)
            }),
        ],
    },
];
