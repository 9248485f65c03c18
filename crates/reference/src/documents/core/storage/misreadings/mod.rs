//! Wrong readings of arrays in a store.

pub(crate) mod in_a_row;
pub(crate) mod regions;

use std::collections::BTreeMap;

use crate::array_metadata::{self, ArrayMetadata};
use crate::bytes::misreadings::{canonical_nan, unsigned_zero};
use crate::bytes::{Bytes, Endian};
use crate::chunk_array::positions;
use crate::codecs::Codec;
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::store::Store;
use crate::{ChunkArray, DataType, Element, Result, storage};

fn is_stored(
    steps: &Steps,
    store: &dyn Store,
    array: &ArrayMetadata,
    chunk_index: &[u64],
) -> Result<bool> {
    Ok(store.get(&array.chunk_key(steps, chunk_index))?.is_some())
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "missing-chunk-is-zero",
        when: "chunks that are not stored are read as zero, whatever the fill value",
        requirements: &["storage.missing-chunk-is-fill-value"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_chunk(
            |steps, store, array, chunk_index| {
                if is_stored(steps, store, array, chunk_index)? {
                    return storage::read_chunk(steps, store, array, chunk_index);
                }
                ChunkArray::filled(
                    array.data_type,
                    array.chunk_grid.chunk_shape(chunk_index),
                    &Element::zero(array.data_type),
                )
            },
        )],
    },
    Misreading {
        name: "missing-chunk-fails",
        when: "chunks that are not stored are an error",
        requirements: &["storage.missing-chunk-is-fill-value"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                for position in positions(shape) {
                    let coordinates: Vec<u64> =
                        start.iter().zip(&position).map(|(s, p)| s + p).collect();
                    let index = array.chunk_grid.chunk_index(steps, &coordinates);
                    if !is_stored(steps, store, array, &index)? {
                        return Err(crate::Error::Store(format!("chunk {index:?} is missing")));
                    }
                }
                storage::read_region(steps, store, array, start, shape)
            },
        )],
    },
    Misreading {
        name: "fill-value-swapped-with-codec",
        when: "the bytes of the fill value are exchanged where chunks are big endian",
        requirements: &[
            "storage.missing-chunk-is-fill-value",
            "array-metadata.fill-value",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            let mut array = array_metadata::parse(steps, document)?;
            let big = Codec::Bytes(Bytes {
                endian: Some(Endian::Big),
                has_unused_bits: false,
            });
            if array.codec_list().contains(&big) {
                array.fill_value = swapped(array.data_type, &array.fill_value);
            }
            Ok(array)
        })],
    },
    Misreading {
        name: "update-erases-chunk-of-fill",
        when: "a region of nothing but the fill value erases each chunk that it touches",
        requirements: &["regular-grid.element-position", "codecs.encoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                storage::write_region(steps, store, array, start, region)?;
                let mut others = BTreeMap::new();
                for position in positions(&region.shape) {
                    let coordinates: Vec<u64> =
                        start.iter().zip(&position).map(|(s, p)| s + p).collect();
                    let is_other = *region.get(&position)? != array.fill_value;
                    *others
                        .entry(array.chunk_grid.chunk_index(steps, &coordinates))
                        .or_insert(false) |= is_other;
                }
                for (index, _) in others.into_iter().filter(|(_, is_other)| !is_other) {
                    let shape = array.chunk_grid.chunk_shape(&index);
                    let erased = ChunkArray::filled(array.data_type, shape, &array.fill_value)?;
                    steps.write_chunk(store, array, &index, &erased)?;
                }
                Ok(())
            },
        )],
    },
    Misreading {
        name: "update-overwrites-chunks",
        when: "a region is written into fresh chunks, so that other elements of its chunks \
            become the fill value",
        requirements: &["regular-grid.element-position", "codecs.encoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                let mut fresh = crate::store::MemoryStore::default();
                storage::write_region(steps, &mut fresh, array, start, region)?;
                fresh
                    .0
                    .into_iter()
                    .try_for_each(|(key, value)| store.set(&key, value))
            },
        )],
    },
    Misreading {
        name: "update-of-missing-chunk-fills-with-zero",
        when: "a region written into a chunk that is not stored leaves zeros beside it",
        requirements: &["storage.missing-chunk-is-fill-value"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_region(
            |steps, store, array, start, region| {
                let zeroed = ArrayMetadata {
                    fill_value: Element::zero(array.data_type),
                    ..array.clone()
                };
                storage::write_region(steps, store, &zeroed, start, region)
            },
        )],
    },
    Misreading {
        name: "chunks-equal-by-value-dropped",
        when: "chunks whose elements compare equal to the fill value, such as -0.0 to 0.0, are \
            not stored",
        requirements: &[
            "codecs.encoding-procedure",
            "storage.missing-chunk-is-fill-value",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::write_chunk(
            |steps, store, array, chunk_index, chunk| {
                let normal = |element: &Element| normalised(array.data_type, element);
                let fill = normal(&array.fill_value);
                if chunk.elements.iter().all(|element| normal(element) == fill) {
                    return Ok(());
                }
                storage::write_chunk(steps, store, array, chunk_index, chunk)
            },
        )],
    },
    Misreading {
        name: "region-start-ignored",
        when: "a region is read from the origin of the array",
        requirements: &[
            "regular-grid.element-chunk",
            "regular-grid.element-position",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                storage::read_region(steps, store, array, &vec![0; start.len()], shape)
            },
        )],
    },
    Misreading {
        name: "region-confined-to-first-chunk",
        when: "a region that crosses a border of chunks wraps around in its first chunk",
        requirements: &["regular-grid.element-chunk"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::read_region(
            |steps, store, array, start, shape| {
                storage::check_extent(&array.shape, start, shape)?;
                let mut region =
                    ChunkArray::filled(array.data_type, shape.to_vec(), &array.fill_value)?;
                if region.elements.is_empty() {
                    return Ok(region);
                }
                let chunk =
                    steps.read_chunk(store, array, &array.chunk_grid.chunk_index(steps, start))?;
                for position in positions(shape) {
                    let coordinates: Vec<u64> =
                        start.iter().zip(&position).map(|(s, p)| s + p).collect();
                    let within = array.chunk_grid.position_in_chunk(steps, &coordinates);
                    region.set(&position, chunk.get(&within)?.clone())?;
                }
                Ok(region)
            },
        )],
    },
    Misreading {
        name: "written-untransposed",
        when: "writing skips array -> array codecs, steps applies them",
        requirements: &["codecs.encoding-procedure", "transpose.encoded-elements"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::transpose_encode(|steps, array, order| {
            let shape =
                Steps::literal(steps.edition()).transpose_encoded_shape(&array.shape, order)?;
            Ok(ChunkArray {
                shape,
                ..array.clone()
            })
        })],
    },
];

/// The element with the bytes of each number in the opposite order.
fn swapped(data_type: DataType, element: &Element) -> Element {
    let size = data_type.layout().map_or(1, |it| it.component_bytes);
    element.with_numbers(|bits| bits.swap_bytes() >> (64 - 8 * size.clamp(1, 8)))
}

/// Elements that compare equal by value become equal.
pub(crate) fn normalised(data_type: DataType, element: &Element) -> Element {
    let Some(format) = crate::float::Format::of(data_type) else {
        return element.clone();
    };
    element.with_numbers(|bits| unsigned_zero(format, canonical_nan(format, bits)))
}
