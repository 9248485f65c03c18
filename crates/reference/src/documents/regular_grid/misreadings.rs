//! Wrong readings of the regular chunk grid.

use crate::Edition;
use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::positions;
use crate::misreading::{ACCEPTED, BOTH, CURRENT, Misreading, OPERATIONS, STORES};
use crate::steps::{Replacement, Steps};
use crate::store::Store;
use crate::{ChunkArray, Element, Json, Result, regular_grid, storage};

fn mapped(a: &[u64], b: &[u64], of: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| of(*a, *b)).collect()
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the misreading"
)]
fn float_quotient(z: u64, dz: u64) -> u64 {
    (z as f32 / dz as f32).floor() as u64
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the misreading"
)]
fn float_ceiling(z: u64, dz: u64) -> u64 {
    (z as f32 / dz as f32).ceil() as u64
}

/// How far the chunk at an index reaches inside the array.
fn extent(array: &ArrayMetadata, chunk_index: &[u64]) -> Vec<u64> {
    (0..array.shape.len())
        .map(|d| (array.shape[d] - chunk_index[d] * array.chunk_shape[d]).min(array.chunk_shape[d]))
        .collect()
}

/// The metadata of the same array, with chunks of another shape.
fn with_chunk_shape(
    steps: &Steps,
    store: &dyn Store,
    chunk_shape: &[u64],
) -> Result<ArrayMetadata> {
    let mut document = steps.json(&store.get("zarr.json")?.unwrap_or_default())?;
    if let Json::Object(members) = &mut document {
        for (name, value) in members {
            if name == "chunk_grid" {
                let lengths = chunk_shape
                    .iter()
                    .map(|length| Json::Number(length.to_string()))
                    .collect();
                *value = object("regular", vec![("chunk_shape", Json::Array(lengths))]);
            }
        }
    }
    crate::array_metadata::parse(steps, document.to_string().as_bytes())
}

fn object(name: &str, configuration: Vec<(&str, Json)>) -> Json {
    let configuration = configuration
        .into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect();
    Json::Object(vec![
        ("name".to_owned(), Json::String(name.to_owned())),
        ("configuration".to_owned(), Json::Object(configuration)),
    ])
}

/// The part of a chunk inside the array.
fn trimmed(chunk: &ChunkArray, extent: &[u64]) -> Result<ChunkArray> {
    let elements = positions(extent)
        .map(|position| chunk.get(&position).cloned())
        .collect::<Result<_>>()?;
    ChunkArray::new(chunk.data_type, extent.to_vec(), elements)
}

/// A chunk with this part, and the fill value everywhere else.
fn untrimmed(part: &ChunkArray, array: &ArrayMetadata) -> Result<ChunkArray> {
    let mut chunk = ChunkArray::filled(
        array.data_type,
        array.chunk_shape.clone(),
        &array.fill_value,
    )?;
    for position in positions(&part.shape) {
        chunk.set(&position, part.get(&position)?.clone())?;
    }
    Ok(chunk)
}

pub(crate) const LIST: &[Misreading] = &[
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
                let grid = steps.grid_shape(&array.shape, &array.chunk_shape)?;
                if chunk_index
                    .iter()
                    .zip(&grid)
                    .any(|(index, length)| index >= length)
                {
                    return ChunkArray::filled(
                        array.data_type,
                        array.chunk_shape.clone(),
                        &array.fill_value,
                    );
                }
                storage::read_chunk(steps, store, array, chunk_index)
            }),
            Replacement::write_chunk(|steps, store, array, chunk_index, chunk| {
                let grid = steps.grid_shape(&array.shape, &array.chunk_shape)?;
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
                let array = storage::open(steps, store)?;
                let lengths = mapped(&array.shape, &array.chunk_shape, |z, number| {
                    z.div_ceil(number.max(1)).max(1)
                });
                with_chunk_shape(steps, store, &lengths)
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
            let array = storage::open(steps, store)?;
            let lengths = mapped(&array.shape, &array.chunk_shape, |z, dz| {
                if z == 0 { dz } else { dz.min(z) }
            });
            with_chunk_shape(steps, store, &lengths)
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
    Misreading {
        name: "border-trimmed-on-write",
        when: "border chunks are stored cut to the array",
        requirements: &["regular-grid.border-full-size", "codecs.encoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_chunk(
            |steps, store, array, chunk_index, chunk| {
                let extent = extent(array, chunk_index);
                if extent == array.chunk_shape {
                    return storage::write_chunk(steps, store, array, chunk_index, chunk);
                }
                let smaller = ArrayMetadata {
                    codecs: rebuilt(steps, array, &extent)?,
                    chunk_shape: extent.clone(),
                    ..array.clone()
                };
                storage::write_chunk(
                    steps,
                    store,
                    &smaller,
                    chunk_index,
                    &trimmed(chunk, &extent)?,
                )
            },
        )],
    },
    Misreading {
        name: "border-trimmed-accepted",
        when: "border chunks that are stored cut to the array are accepted",
        requirements: &[
            "regular-grid.border-full-size",
            "codecs.representations",
            "codecs.decoding-procedure",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| {
                let full = storage::read_chunk(steps, store, array, chunk_index);
                let extent = extent(array, chunk_index);
                if full.is_ok() || extent == array.chunk_shape {
                    return full;
                }
                let smaller = ArrayMetadata {
                    codecs: rebuilt(steps, array, &extent)?,
                    chunk_shape: extent,
                    ..array.clone()
                };
                untrimmed(
                    &storage::read_chunk(steps, store, &smaller, chunk_index)?,
                    array,
                )
            },
        )],
    },
    Misreading {
        name: "border-read-as-trimmed",
        when: "the first bytes of a border chunk are read as if it were cut to the array",
        requirements: &["regular-grid.border-full-size", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| {
                let extent = extent(array, chunk_index);
                let full = storage::read_chunk(steps, store, array, chunk_index)?;
                if extent == array.chunk_shape {
                    return Ok(full);
                }
                let number = extent.iter().product::<u64>();
                let first: Vec<Element> = full
                    .elements
                    .iter()
                    .take(usize::try_from(number).unwrap_or(0))
                    .cloned()
                    .collect();
                untrimmed(&ChunkArray::new(array.data_type, extent, first)?, array)
            },
        )],
    },
];

/// The chain of an array for chunks of another shape.
fn rebuilt(steps: &Steps, array: &ArrayMetadata, shape: &[u64]) -> Result<crate::codecs::Chain> {
    use crate::codecs::{Chain, Representation};
    let mut representations = vec![Representation::Array {
        data_type: array.data_type,
        shape: shape.to_vec(),
        fill_value: array.fill_value.clone(),
    }];
    for (i, codec) in array.codecs.codecs.iter().enumerate() {
        let next = steps.encoded_representation(codec, &representations[i])?;
        representations.push(next);
    }
    Ok(Chain {
        codecs: array.codecs.codecs.clone(),
        representations,
    })
}
