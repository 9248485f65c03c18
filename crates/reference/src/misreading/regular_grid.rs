//! Wrong readings of the regular chunk grid.

use super::{ACCEPTED, BOTH, CURRENT, OPERATIONS, STORES, misreadings};
use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::positions;
use crate::store::Store;
use crate::{ChunkArray, Element, Json, Reading, Result, regular_grid, storage};
use zarr_conform_terms::Edition;

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
fn with_chunk_shape<R: Reading>(
    reading: &R,
    store: &dyn Store,
    chunk_shape: &[u64],
) -> Result<ArrayMetadata> {
    let mut document = reading.json(&store.get("zarr.json")?.unwrap_or_default())?;
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
    crate::array_metadata::parse(reading, document.to_string().as_bytes())
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

misreadings! {
    ChunkShapeAsNumber = "chunk-shape-as-number": "a number stands for a chunk_shape of one dimension",
    breaks ["array-metadata.chunk-grid", "regular-grid.chunk-shape"], in ACCEPTED, through STORES;
    {
        fn chunk_shape(&self, configuration: &Json) -> Result<Vec<u64>> {
            match configuration.member("chunk_shape").and_then(Json::as_u64) {
                Some(length) => Ok(vec![length]),
                None => regular_grid::chunk_shape(configuration),
            }
        }
    }

    ScalarIsVector = "scalar-grid-of-one-dimension": "the grid of an array without dimensions has one dimension, of length 1",
    breaks ["regular-grid.grid-shape", "regular-grid.same-rank"], in ACCEPTED, through OPERATIONS;
    {
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            if array_shape.is_empty() && chunk_shape.is_empty() { return Ok(vec![1]) }
            regular_grid::grid_shape(array_shape, chunk_shape, self.0)
        }
    }

    RoundedDown = "grid-rounded-down": "the shape of the grid is rounded down",
    breaks ["regular-grid.grid-shape", "regular-grid.overhang", "regular-grid.tessellation", "regular-grid.element-chunk"], in ACCEPTED, through BOTH;
    {
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            regular_grid::check(array_shape, chunk_shape, self.0)?;
            Ok(mapped(array_shape, chunk_shape, |z, dz| if z == 0 { 0 } else { z / dz }))
        }
        fn read_chunk(&self, store: &dyn Store, array: &ArrayMetadata, chunk_index: &[u64]) -> Result<ChunkArray> {
            let grid = self.grid_shape(&array.shape, &array.chunk_shape)?;
            if chunk_index.iter().zip(&grid).any(|(index, length)| index >= length) {
                return ChunkArray::filled(array.data_type, array.chunk_shape.clone(), &array.fill_value);
            }
            storage::read_chunk(self, store, array, chunk_index)
        }
        fn write_chunk(&self, store: &mut dyn Store, array: &ArrayMetadata, chunk_index: &[u64], chunk: &ChunkArray) -> Result<()> {
            let grid = self.grid_shape(&array.shape, &array.chunk_shape)?;
            if chunk_index.iter().zip(&grid).any(|(index, length)| index >= length) {
                return Ok(());
            }
            storage::write_chunk(self, store, array, chunk_index, chunk)
        }
    }

    OneMore = "grid-one-more": "the shape of the grid has one chunk more where the division is exact",
    breaks ["regular-grid.grid-shape"], in ACCEPTED, through OPERATIONS;
    {
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            regular_grid::check(array_shape, chunk_shape, self.0)?;
            Ok(mapped(array_shape, chunk_shape, |z, dz| z.checked_div(dz).map_or(0, |quotient| quotient.saturating_add(1))))
        }
    }

    EmptyHasOneChunk = "empty-dimension-has-a-chunk": "a dimension of length 0 has one chunk",
    breaks ["regular-grid.grid-shape"], in ACCEPTED, through OPERATIONS;
    {
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            Ok(regular_grid::grid_shape(array_shape, chunk_shape, self.0)?.into_iter().map(|length| length.max(1)).collect())
        }
    }

    FloatDivision = "grid-by-float-division": "quotients are computed in binary32",
    breaks ["regular-grid.grid-shape", "regular-grid.element-chunk"], in ACCEPTED, through BOTH;
    {
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            regular_grid::check(array_shape, chunk_shape, self.0)?;
            Ok(mapped(array_shape, chunk_shape, |z, dz| if z == 0 { 0 } else { float_ceiling(z, dz) }))
        }
        fn chunk_index(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
            mapped(coordinates, chunk_shape, float_quotient)
        }
    }

    In32Bits = "grid-in-32-bits": "coordinates are cut to 32 bits",
    breaks ["regular-grid.grid-shape", "regular-grid.element-chunk", "regular-grid.element-position"], in ACCEPTED, through OPERATIONS;
    {
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            regular_grid::check(array_shape, chunk_shape, self.0)?;
            Ok(mapped(array_shape, chunk_shape, |z, dz| if z == 0 { 0 } else { (z & 0xffff_ffff).div_ceil(dz) }))
        }
        fn chunk_index(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
            mapped(coordinates, chunk_shape, |c, dz| (c & 0xffff_ffff) / dz)
        }
    }

    ChunkAndPositionSwapped = "chunk-and-position-exchanged": "chunk index and position within the chunk are exchanged",
    breaks ["regular-grid.element-chunk", "regular-grid.element-position"], in ACCEPTED, through BOTH;
    {
        fn chunk_index(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
            mapped(coordinates, chunk_shape, |c, dz| c % dz)
        }
        fn position_in_chunk(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
            mapped(coordinates, chunk_shape, |c, dz| (c / dz) % dz)
        }
    }

    Rounded = "chunk-index-rounded": "the chunk index is rounded to the nearest instead of down",
    breaks ["regular-grid.element-chunk"], in ACCEPTED, through BOTH;
    {
        fn chunk_index(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
            mapped(coordinates, chunk_shape, |c, dz| c / dz + u64::from(c % dz > dz / 2))
        }
    }

    PositionFromTheEnd = "position-counted-from-the-end": "positions within a chunk count from its end",
    breaks ["regular-grid.element-position"], in ACCEPTED, through BOTH;
    {
        fn position_in_chunk(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
            mapped(coordinates, chunk_shape, |c, dz| dz - 1 - c % dz)
        }
    }

    ChunkShapeReversed = "chunk-shape-reversed": "chunk_shape is read from the last dimension to the first",
    breaks ["regular-grid.chunk-shape", "regular-grid.grid-shape", "regular-grid.element-chunk"], in ACCEPTED, through BOTH;
    {
        fn chunk_shape(&self, configuration: &Json) -> Result<Vec<u64>> {
            Ok(regular_grid::chunk_shape(configuration)?.into_iter().rev().collect())
        }
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            let reversed: Vec<u64> = chunk_shape.iter().rev().copied().collect();
            regular_grid::grid_shape(array_shape, &reversed, self.0)
        }
    }

    NumberOfChunks = "chunk-shape-is-number-of-chunks": "chunk_shape is taken for the number of chunks along each dimension",
    breaks ["regular-grid.chunk-shape", "regular-grid.grid-shape", "regular-grid.element-chunk"], in ACCEPTED, through BOTH;
    {
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            regular_grid::check(array_shape, chunk_shape, self.0)?;
            Ok(chunk_shape.to_vec())
        }
        fn open(&self, store: &dyn Store) -> Result<ArrayMetadata> {
            let array = storage::open(self, store)?;
            let lengths = mapped(&array.shape, &array.chunk_shape, |z, number| z.div_ceil(number.max(1)).max(1));
            with_chunk_shape(self, store, &lengths)
        }
    }

    ClippedToArray = "chunk-shape-clipped": "chunks longer than the array are cut to its length",
    breaks ["regular-grid.border-full-size", "regular-grid.same-shape"], in ACCEPTED, through STORES;
    {
        fn open(&self, store: &dyn Store) -> Result<ArrayMetadata> {
            let array = storage::open(self, store)?;
            let lengths = mapped(&array.shape, &array.chunk_shape, |z, dz| if z == 0 { dz } else { dz.min(z) });
            with_chunk_shape(self, store, &lengths)
        }
    }

    OriginByGrid = "origin-by-grid-shape": "the origin of a chunk is its index",
    breaks ["regular-grid.chunk-origin"], in ACCEPTED, through OPERATIONS;
    {
        fn chunk_origin(&self, chunk_index: &[u64], _chunk_shape: &[u64]) -> Result<Vec<u64>> {
            Ok(chunk_index.to_vec())
        }
    }

    OriginOneBased = "chunk-indices-from-one": "chunk indices are positive and so count from 1",
    breaks ["regular-grid.chunk-origin", "regular-grid.element-chunk"], in ACCEPTED, through BOTH;
    {
        fn chunk_index(&self, coordinates: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
            mapped(coordinates, chunk_shape, |c, dz| (c / dz).saturating_add(1))
        }
        fn chunk_origin(&self, chunk_index: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            regular_grid::chunk_origin(&mapped(chunk_index, chunk_shape, |k, _| k.saturating_sub(1)), chunk_shape)
        }
    }

    ZeroAccepted = "chunk-length-zero-accepted": "chunks of length 0 are accepted where the array is empty",
    breaks ["regular-grid.positive-chunk-shape"], in CURRENT, through BOTH;
    {
        fn check_grid(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<()> {
            regular_grid::check(array_shape, chunk_shape, Edition::V3_0)
        }
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            regular_grid::grid_shape(array_shape, chunk_shape, Edition::V3_0)
        }
    }

    ZeroIsWhole = "chunk-length-zero-is-whole": "a chunk of length 0 stands for the whole dimension",
    breaks ["regular-grid.positive-chunk-shape", "regular-grid.non-zero-chunk-shape"], in ACCEPTED, through BOTH;
    {
        fn check_grid(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<()> {
            let whole = mapped(chunk_shape, array_shape, |dz, z| if dz == 0 { z.max(1) } else { dz });
            let whole = if chunk_shape.len() == array_shape.len() { whole } else { chunk_shape.to_vec() };
            regular_grid::check(array_shape, &whole, self.0)
        }
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            self.check_grid(array_shape, chunk_shape)?;
            Ok(mapped(array_shape, chunk_shape, |z, dz| if dz == 0 { 1 } else { z.div_ceil(dz) }))
        }
        fn open(&self, store: &dyn Store) -> Result<ArrayMetadata> {
            let array = storage::open(self, store)?;
            let lengths = mapped(&array.chunk_shape, &array.shape, |dz, z| if dz == 0 { z.max(1) } else { dz });
            if lengths == array.chunk_shape { Ok(array) } else { with_chunk_shape(self, store, &lengths) }
        }
    }

    RankUnchecked = "rank-unchecked": "chunk_shape may have fewer or more dimensions than the array: missing ones are whole, others dropped",
    breaks ["regular-grid.same-rank"], in ACCEPTED, through BOTH;
    {
        fn check_grid(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<()> {
            if array_shape.len() != chunk_shape.len() { return Ok(()) }
            regular_grid::check(array_shape, chunk_shape, self.0)
        }
        fn grid_shape(&self, array_shape: &[u64], chunk_shape: &[u64]) -> Result<Vec<u64>> {
            if array_shape.len() != chunk_shape.len() {
                return Ok(mapped(array_shape, chunk_shape, |z, dz| if dz == 0 { 0 } else { z.div_ceil(dz) }));
            }
            regular_grid::grid_shape(array_shape, chunk_shape, self.0)
        }
        fn open(&self, store: &dyn Store) -> Result<ArrayMetadata> {
            let array = storage::open(self, store)?;
            if array.shape.len() == array.chunk_shape.len() { return Ok(array) }
            let mut lengths: Vec<u64> = array.shape.iter().map(|z| (*z).max(1)).collect();
            lengths.iter_mut().zip(&array.chunk_shape).for_each(|(length, dz)| *length = *dz);
            with_chunk_shape(self, store, &lengths)
        }
    }

    TrimmedOnWrite = "border-trimmed-on-write": "border chunks are stored cut to the array",
    breaks ["regular-grid.border-full-size", "codecs.encoding-procedure"], in ACCEPTED, through STORES;
    {
        fn write_chunk(&self, store: &mut dyn Store, array: &ArrayMetadata, chunk_index: &[u64], chunk: &ChunkArray) -> Result<()> {
            let extent = extent(array, chunk_index);
            if extent == array.chunk_shape { return storage::write_chunk(self, store, array, chunk_index, chunk) }
            let smaller = ArrayMetadata { codecs: rebuilt(self, array, &extent)?, chunk_shape: extent.clone(), ..array.clone() };
            storage::write_chunk(self, store, &smaller, chunk_index, &trimmed(chunk, &extent)?)
        }
    }

    TrimmedAccepted = "border-trimmed-accepted": "border chunks that are stored cut to the array are accepted",
    breaks ["regular-grid.border-full-size", "codecs.representations", "codecs.decoding-procedure"], in ACCEPTED, through STORES;
    {
        fn read_chunk(&self, store: &dyn Store, array: &ArrayMetadata, chunk_index: &[u64]) -> Result<ChunkArray> {
            let full = storage::read_chunk(self, store, array, chunk_index);
            let extent = extent(array, chunk_index);
            if full.is_ok() || extent == array.chunk_shape { return full }
            let smaller = ArrayMetadata { codecs: rebuilt(self, array, &extent)?, chunk_shape: extent, ..array.clone() };
            untrimmed(&storage::read_chunk(self, store, &smaller, chunk_index)?, array)
        }
    }

    TrimmedOnRead = "border-read-as-trimmed": "the first bytes of a border chunk are read as if it were cut to the array",
    breaks ["regular-grid.border-full-size", "codecs.decoding-procedure"], in ACCEPTED, through STORES;
    {
        fn read_chunk(&self, store: &dyn Store, array: &ArrayMetadata, chunk_index: &[u64]) -> Result<ChunkArray> {
            let extent = extent(array, chunk_index);
            let full = storage::read_chunk(self, store, array, chunk_index)?;
            if extent == array.chunk_shape { return Ok(full) }
            let number = extent.iter().product::<u64>();
            let first: Vec<Element> = full.elements.iter().take(usize::try_from(number).unwrap_or(0)).cloned().collect();
            untrimmed(&ChunkArray::new(array.data_type, extent, first)?, array)
        }
    }
}

/// The chain of an array for chunks of another shape.
fn rebuilt<R: Reading>(
    reading: &R,
    array: &ArrayMetadata,
    shape: &[u64],
) -> Result<crate::codecs::Chain> {
    use crate::codecs::{Chain, Representation, encoded_representation};
    let mut representations = vec![Representation::Array {
        data_type: array.data_type,
        shape: shape.to_vec(),
    }];
    for (i, codec) in array.codecs.codecs.iter().enumerate() {
        let next = encoded_representation(reading, codec, &representations[i])?;
        representations.push(next);
    }
    Ok(Chain {
        codecs: array.codecs.codecs.clone(),
        representations,
    })
}
