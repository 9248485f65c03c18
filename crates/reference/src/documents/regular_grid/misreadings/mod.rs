//! Wrong readings of the regular chunk grid.

mod border;
mod grid_shape;
mod indices;
mod invalid;

use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::positions;
use crate::chunk_grid::ChunkGrid;
use crate::codecs::{Chain, Representation};
use crate::misreading::Misreading;
use crate::regular_grid::Regular;
use crate::steps::Steps;
use crate::store::Store;
use crate::{ChunkArray, Json, Result, storage};

/// Every list, in the order in which people read them.
pub(crate) const LISTS: &[&[Misreading]] =
    &[grid_shape::LIST, indices::LIST, invalid::LIST, border::LIST];

pub(super) fn mapped(a: &[u64], b: &[u64], of: impl Fn(u64, u64) -> u64) -> Vec<u64> {
    a.iter().zip(b).map(|(a, b)| of(*a, *b)).collect()
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the misreading"
)]
pub(super) fn float_quotient(z: u64, dz: u64) -> u64 {
    (z as f32 / dz as f32).floor() as u64
}

#[expect(
    clippy::cast_precision_loss,
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the misreading"
)]
pub(super) fn float_ceiling(z: u64, dz: u64) -> u64 {
    (z as f32 / dz as f32).ceil() as u64
}

/// How far the chunk at an index reaches inside the array.
pub(crate) fn extent(array: &ArrayMetadata, chunk_index: &[u64]) -> Vec<u64> {
    let chunk_shape = array.chunk_grid.chunk_shape(chunk_index);
    (0..array.shape.len())
        .map(|d| (array.shape[d] - chunk_index[d] * chunk_shape[d]).min(chunk_shape[d]))
        .collect()
}

/// The array of a store, its chunks of a shape that is made of its own and theirs.
pub(super) fn opened(
    steps: &Steps,
    store: &dyn Store,
    chunk_shape_of: impl Fn(&[u64], &[u64]) -> Vec<u64>,
) -> Result<ArrayMetadata> {
    let array = storage::open(steps, store)?;
    let Some(stated) = array.chunk_grid.only_chunk_shape() else {
        return Ok(array);
    };
    let chunk_shape = chunk_shape_of(&array.shape, &stated);
    if chunk_shape == stated {
        return Ok(array);
    }
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

pub(super) fn object(name: &str, configuration: Vec<(&str, Json)>) -> Json {
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
pub(crate) fn trimmed(chunk: &ChunkArray, extent: &[u64]) -> Result<ChunkArray> {
    let elements = positions(extent)
        .map(|position| chunk.get(&position).cloned())
        .collect::<Result<_>>()?;
    ChunkArray::new(chunk.data_type, extent.to_vec(), elements)
}

/// A chunk of a shape with this part, and the fill value everywhere else.
pub(crate) fn untrimmed(
    part: &ChunkArray,
    array: &ArrayMetadata,
    shape: Vec<u64>,
) -> Result<ChunkArray> {
    let mut chunk = ChunkArray::filled(array.data_type, shape, &array.fill_value)?;
    for position in positions(&part.shape) {
        chunk.set(&position, part.get(&position)?.clone())?;
    }
    Ok(chunk)
}

/// The array with chunks of another shape.
pub(crate) fn with_chunks_of(
    steps: &Steps,
    array: &ArrayMetadata,
    shape: &[u64],
) -> Result<ArrayMetadata> {
    let mut representations = vec![Representation::Array {
        data_type: array.data_type,
        shape: shape.to_vec(),
        fill_value: array.fill_value.clone(),
    }];
    let codecs = array.codec_list();
    for (i, codec) in codecs.iter().enumerate() {
        let next = steps.encoded_representation(codec, &representations[i])?;
        representations.push(next);
    }
    Ok(ArrayMetadata {
        chunk_grid: ChunkGrid::Regular(Regular {
            chunk_shape: shape.to_vec(),
        }),
        codecs: vec![Chain {
            codecs: codecs.to_vec(),
            representations,
        }],
        ..array.clone()
    })
}
