//! Wrong readings of arrays in a store.

use std::collections::BTreeMap;

use super::{ACCEPTED, BOTH, STORES, misreadings};
use crate::array_metadata::{self, ArrayMetadata};
use crate::bytes::Endian;
use crate::chunk_array::positions;
use crate::codecs::Codec;
use crate::store::Store;
use crate::{ChunkArray, DataType, Element, Literal, Reading, Result, storage};

/// The element of all zero bits.
pub(super) fn zero(data_type: DataType) -> Element {
    match data_type {
        DataType::Complex64 | DataType::Complex128 => Element::Complex {
            real: 0,
            imaginary: 0,
        },
        DataType::Raw { .. } => Element::Raw(vec![0; data_type.size()]),
        _ => Element::Bits(0),
    }
}

fn is_stored<R: Reading>(
    reading: &R,
    store: &dyn Store,
    array: &ArrayMetadata,
    chunk_index: &[u64],
) -> Result<bool> {
    Ok(store.get(&array.chunk_key(reading, chunk_index))?.is_some())
}

misreadings! {
    MissingIsZero = "missing-chunk-is-zero": "chunks that are not stored are read as zero, whatever the fill value",
    breaks ["storage.missing-chunk-is-fill-value"], in ACCEPTED, through STORES;
    {
        fn read_chunk(&self, store: &dyn Store, array: &ArrayMetadata, chunk_index: &[u64]) -> Result<ChunkArray> {
            if is_stored(self, store, array, chunk_index)? {
                return storage::read_chunk(self, store, array, chunk_index);
            }
            ChunkArray::filled(array.data_type, array.chunk_shape.clone(), &zero(array.data_type))
        }
    }

    MissingFails = "missing-chunk-fails": "chunks that are not stored are an error",
    breaks ["storage.missing-chunk-is-fill-value"], in ACCEPTED, through STORES;
    {
        fn read_region(&self, store: &dyn Store, array: &ArrayMetadata, start: &[u64], shape: &[u64]) -> Result<ChunkArray> {
            for position in positions(shape) {
                let coordinates: Vec<u64> = start.iter().zip(&position).map(|(s, p)| s + p).collect();
                let index = self.chunk_index(&coordinates, &array.chunk_shape);
                if !is_stored(self, store, array, &index)? {
                    return Err(crate::Error::Store(format!("chunk {index:?} is missing")));
                }
            }
            storage::read_region(self, store, array, start, shape)
        }
    }

    FillSwapped = "fill-value-swapped-with-codec": "the bytes of the fill value are exchanged where chunks are big endian",
    breaks ["storage.missing-chunk-is-fill-value", "array-metadata.fill-value"], in ACCEPTED, through STORES;
    {
        fn array_metadata(&self, document: &[u8]) -> Result<ArrayMetadata> {
            let mut array = array_metadata::parse(self, document)?;
            let big = Codec::Bytes { endian: Some(Endian::Big) };
            if array.codecs.codecs.contains(&big) {
                array.fill_value = swapped(array.data_type, array.fill_value);
            }
            Ok(array)
        }
    }

    FillErases = "update-erases-chunk-of-fill": "a region of nothing but the fill value erases each chunk that it touches",
    breaks ["regular-grid.element-position", "codecs.encoding-procedure"], in ACCEPTED, through STORES;
    {
        fn write_region(&self, store: &mut dyn Store, array: &ArrayMetadata, start: &[u64], region: &ChunkArray) -> Result<()> {
            storage::write_region(self, store, array, start, region)?;
            let mut others = BTreeMap::new();
            for position in positions(&region.shape) {
                let coordinates: Vec<u64> = start.iter().zip(&position).map(|(s, p)| s + p).collect();
                let is_other = *region.get(&position)? != array.fill_value;
                *others.entry(self.chunk_index(&coordinates, &array.chunk_shape)).or_insert(false) |= is_other;
            }
            let erased = ChunkArray::filled(array.data_type, array.chunk_shape.clone(), &array.fill_value)?;
            others.into_iter().filter(|(_, is_other)| !is_other).try_for_each(|(index, _)| self.write_chunk(store, array, &index, &erased))
        }
    }

    NeighboursLost = "update-overwrites-chunks": "a region is written into fresh chunks, so that other elements of its chunks become the fill value",
    breaks ["regular-grid.element-position", "codecs.encoding-procedure"], in ACCEPTED, through STORES;
    {
        fn write_region(&self, store: &mut dyn Store, array: &ArrayMetadata, start: &[u64], region: &ChunkArray) -> Result<()> {
            let mut fresh = crate::store::MemoryStore::default();
            storage::write_region(self, &mut fresh, array, start, region)?;
            fresh.0.into_iter().try_for_each(|(key, value)| store.set(&key, value))
        }
    }

    UpdateFillsWithZero = "update-of-missing-chunk-fills-with-zero": "a region written into a chunk that is not stored leaves zeros beside it",
    breaks ["storage.missing-chunk-is-fill-value"], in ACCEPTED, through STORES;
    {
        fn write_region(&self, store: &mut dyn Store, array: &ArrayMetadata, start: &[u64], region: &ChunkArray) -> Result<()> {
            let zeroed = ArrayMetadata { fill_value: zero(array.data_type), ..array.clone() };
            storage::write_region(self, store, &zeroed, start, region)
        }
    }

    ValueEqualDropped = "chunks-equal-by-value-dropped": "chunks whose elements compare equal to the fill value, such as -0.0 to 0.0, are not stored",
    breaks ["codecs.encoding-procedure", "storage.missing-chunk-is-fill-value"], in ACCEPTED, through STORES;
    {
        fn write_chunk(&self, store: &mut dyn Store, array: &ArrayMetadata, chunk_index: &[u64], chunk: &ChunkArray) -> Result<()> {
            let normal = |element: &Element| normalised(array.data_type, element);
            let fill = normal(&array.fill_value);
            if chunk.elements.iter().all(|element| normal(element) == fill) { return Ok(()) }
            storage::write_chunk(self, store, array, chunk_index, chunk)
        }
    }

    StartIgnored = "region-start-ignored": "a region is read from the origin of the array",
    breaks ["regular-grid.element-chunk", "regular-grid.element-position"], in ACCEPTED, through STORES;
    {
        fn read_region(&self, store: &dyn Store, array: &ArrayMetadata, start: &[u64], shape: &[u64]) -> Result<ChunkArray> {
            storage::read_region(self, store, array, &vec![0; start.len()], shape)
        }
    }

    StartWithinChunk = "region-confined-to-first-chunk": "a region that crosses a border of chunks wraps around in its first chunk",
    breaks ["regular-grid.element-chunk"], in ACCEPTED, through STORES;
    {
        fn read_region(&self, store: &dyn Store, array: &ArrayMetadata, start: &[u64], shape: &[u64]) -> Result<ChunkArray> {
            storage::check_extent(&array.shape, start, shape)?;
            let mut region = ChunkArray::filled(array.data_type, shape.to_vec(), &array.fill_value)?;
            if region.elements.is_empty() { return Ok(region) }
            let chunk = self.read_chunk(store, array, &self.chunk_index(start, &array.chunk_shape))?;
            for position in positions(shape) {
                let coordinates: Vec<u64> = start.iter().zip(&position).map(|(s, p)| s + p).collect();
                let within = self.position_in_chunk(&coordinates, &array.chunk_shape);
                region.set(&position, chunk.get(&within)?.clone())?;
            }
            Ok(region)
        }
    }

    WriteTransposed = "written-untransposed": "writing skips array -> array codecs, reading applies them",
    breaks ["codecs.encoding-procedure", "transpose.encoded-elements"], in ACCEPTED, through BOTH;
    {
        fn transpose_encode(&self, array: &ChunkArray, order: &[usize]) -> Result<ChunkArray> {
            let shape = Literal(self.0).transpose_encoded_shape(&array.shape, order)?;
            Ok(ChunkArray { shape, ..array.clone() })
        }
    }
}

/// The element with the bytes of each number in the opposite order.
fn swapped(data_type: DataType, element: Element) -> Element {
    let size = data_type.size();
    let reversed = |bits: u64, size: usize| bits.swap_bytes() >> (64 - 8 * size.clamp(1, 8));
    match element {
        Element::Bits(bits) => Element::Bits(reversed(bits, size)),
        Element::Complex { real, imaginary } => Element::Complex {
            real: reversed(real, size / 2),
            imaginary: reversed(imaginary, size / 2),
        },
        Element::Raw(raw) => Element::Raw(raw),
    }
}

/// Elements that compare equal by value become equal.
fn normalised(data_type: DataType, element: &Element) -> Element {
    let Some(format) = crate::float::Format::of(data_type) else {
        return element.clone();
    };
    let normal = |bits: u64| {
        let magnitude = bits & !format.sign();
        match magnitude {
            0 => 0,
            _ if magnitude > format.infinity() => format.nan(),
            _ => bits,
        }
    };
    match element {
        Element::Bits(bits) => Element::Bits(normal(*bits)),
        Element::Complex { real, imaginary } => Element::Complex {
            real: normal(*real),
            imaginary: normal(*imaginary),
        },
        Element::Raw(raw) => Element::Raw(raw.clone()),
    }
}
