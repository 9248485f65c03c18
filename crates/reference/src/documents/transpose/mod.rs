//! The transpose codec.
//!
//! | file | what is in it |
//! |---|---|
//! | `text` | the literal text |
//! | `seen` | what arrays use of it that a reader could get wrong |
//! | `misreadings` | wrong readings |

pub(crate) mod misreadings;
mod seen;
mod text;

pub use text::*;

use crate::chunk_array::ChunkArray;
use crate::error::Result;
use crate::json::Json;
use crate::misreading::Misreading;
use crate::permitted::Permitted;
use crate::steps::steps;

/// Wrong readings.
pub(crate) const MISREADINGS: &[&[Misreading]] = misreadings::LISTS;

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[&[Permitted]] = &[];

steps! {
    transpose: Transpose;

    /// The configuration parameter `order` of transpose, for chunks of `n` dimensions.
    fn transpose_order(
        _,
        configuration: &Json,
        n: usize
    ) -> Result<Vec<usize>> {
        text::order(configuration, n)
    }

    /// The shape of the array that transpose yields.
    fn transpose_encoded_shape(
        _,
        decoded_shape: &[u64],
        order: &[usize]
    ) -> Result<Vec<u64>> {
        Ok(text::encoded_shape(decoded_shape, order))
    }

    /// Encodes by transpose.
    fn transpose_encode(
        _,
        array: &ChunkArray,
        order: &[usize]
    ) -> Result<ChunkArray> {
        text::encode(array, order)
    }

    /// Decodes by transpose, to an array of `decoded_shape`.
    fn transpose_decode(
        _,
        array: &ChunkArray,
        decoded_shape: &[u64],
        order: &[usize]
    ) -> Result<ChunkArray> {
        text::decode(array, decoded_shape, order)
    }
}
