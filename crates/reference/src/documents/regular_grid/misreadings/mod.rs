//! Wrong readings of the regular chunk grid.

mod border;
mod grid_shape;
mod indices;
mod invalid;

use crate::array_metadata::ArrayMetadata;
use crate::chunk_array::positions;
use crate::misreading::Misreading;
use crate::steps::Steps;
use crate::store::Store;
use crate::{ChunkArray, Json, Result};

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
pub(super) fn extent(array: &ArrayMetadata, chunk_index: &[u64]) -> Vec<u64> {
    (0..array.shape.len())
        .map(|d| (array.shape[d] - chunk_index[d] * array.chunk_shape[d]).min(array.chunk_shape[d]))
        .collect()
}

/// The metadata of the same array, with chunks of another shape.
pub(super) fn with_chunk_shape(
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
pub(super) fn trimmed(chunk: &ChunkArray, extent: &[u64]) -> Result<ChunkArray> {
    let elements = positions(extent)
        .map(|position| chunk.get(&position).cloned())
        .collect::<Result<_>>()?;
    ChunkArray::new(chunk.data_type, extent.to_vec(), elements)
}

/// A chunk with this part, and the fill value everywhere else.
pub(super) fn untrimmed(part: &ChunkArray, array: &ArrayMetadata) -> Result<ChunkArray> {
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

/// The chain of an array for chunks of another shape.
pub(super) fn rebuilt(
    steps: &Steps,
    array: &ArrayMetadata,
    shape: &[u64],
) -> Result<crate::codecs::Chain> {
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
