//! The transpose codec: permutes the dimensions of the chunk array.
//!
//! - Specification: [transpose codec], version 1.0.
//! - Name in metadata: `transpose`.
//! - Kind: `array -> array`.
//! - Example: `{"name": "transpose", "configuration": {"order": [1, 2, 0]}}`.
//! - Layout: a chunk of shape (2, 3, 4) becomes an array of shape (3, 4, 2); the element at
//!   (a, b, c) moves to (b, c, a).
//!
//! ```
//! use zarr_conform_reference::{ChunkArray, DataType, Element, Json, transpose};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let configuration = Json::parse(br#"{"order": [1, 2, 0]}"#)?;
//! let order = transpose::order(&configuration, 3)?;
//! assert_eq!(transpose::encoded_shape(&[2, 3, 4], &order), [3, 4, 2]);
//!
//! let elements = (0..24).map(Element::Bits).collect();
//! let chunk = ChunkArray::new(DataType::UINT8, vec![2, 3, 4], elements)?;
//! let encoded = transpose::encode(&chunk, &order)?;
//! assert_eq!(encoded.get(&[2, 3, 1])?, chunk.get(&[1, 2, 3])?);
//! assert_eq!(transpose::decode(&encoded, &[2, 3, 4], &order)?, chunk);
//! # Ok(())
//! # }
//! ```
//!
//! [transpose codec]: https://zarr-specs.readthedocs.io/en/latest/v3/codecs/transpose/index.html#format-and-algorithm

use super::seen;
use crate::Edition;
use crate::chunk_array::{ChunkArray, Positions};
use crate::codecs::{ArrayToArray, Codec, Definition, Representation};
use crate::data_type::DataType;
use crate::error::{Error, Result, metadata};
use crate::json::Json;
use crate::steps::Steps;

/// The codec in a codec list.
///
/// Requirement: `transpose.name`.
pub const DEFINITION: Definition = Definition {
    name: "transpose",
    is_format: false,
    editions: &Edition::ALL,
    members: &["order"],
    seen: seen::order,
    codec: |steps, configuration, decoded| {
        let Representation::Array { shape, .. } = decoded else {
            return metadata(
                "transpose: found a byte string as decoded representation, expected an array",
            );
        };
        let order = steps.transpose_order(configuration, shape.len())?;
        Ok(Codec::Transpose(Transpose { order }))
    },
};

/// The codec with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transpose {
    /// A permutation of the dimension indices.
    pub order: Vec<usize>,
}

/// Requirement: `transpose.kind`.
impl ArrayToArray for Transpose {
    fn encoded_representation(
        &self,
        steps: &Steps,
        data_type: DataType,
        shape: &[u64],
    ) -> Result<(DataType, Vec<u64>)> {
        Ok((
            data_type,
            steps.transpose_encoded_shape(shape, &self.order)?,
        ))
    }

    fn encode(&self, steps: &Steps, array: &ChunkArray) -> Result<ChunkArray> {
        steps.transpose_encode(array, &self.order)
    }

    fn decode(
        &self,
        steps: &Steps,
        array: &ChunkArray,
        _data_type: DataType,
        shape: &[u64],
    ) -> Result<ChunkArray> {
        steps.transpose_decode(array, shape, &self.order)
    }
}

/// The configuration parameter `order` for chunks of `n` dimensions.
///
/// Returns a permutation of `0, 1, …, n-1`.
///
/// # Errors
/// [`Error::Metadata`] where `order` is missing, no array of integers, or no permutation of
/// `0, 1, …, n-1`.
///
/// Requirements: `transpose.order-required`, `transpose.order-is-permutation`, `transpose.no-c-f`.
pub fn order(configuration: &Json, n: usize) -> Result<Vec<usize>> {
    let Some(order) = configuration.member("order") else {
        return metadata("transpose: the configuration has no member \"order\", which is required");
    };
    match order {
        Json::String(constant) if constant == "C" || constant == "F" => metadata(format!(
            "transpose: order {constant:?} was allowed in drafts only; expected an explicit permutation of \
             0, 1, …, n-1 with n = {n}"
        )),
        Json::Array(integers) => permutation(integers, n),
        other => metadata(format!(
            "transpose: found order {other}, expected an array of integers"
        )),
    }
}

/// An array of integers that is a permutation of `0, 1, …, n-1`: each occurs, none twice.
///
/// Requirement: `transpose.order-is-permutation`.
fn permutation(integers: &[Json], n: usize) -> Result<Vec<usize>> {
    let mut order = Vec::new();
    for integer in integers {
        match integer.as_u64().and_then(|i| usize::try_from(i).ok()) {
            Some(i) if i < n => order.push(i),
            _ => {
                return metadata(format!(
                    "transpose: order contains {integer}, expected integers from 0 below n = {n}"
                ));
            }
        }
    }
    for i in 0..n {
        let occurrences = order.iter().filter(|entry| **entry == i).count();
        if occurrences != 1 {
            return metadata(format!(
                "transpose: order {order:?} contains {i} {occurrences} times, expected once"
            ));
        }
    }
    Ok(order)
}

/// The shape of the encoded representation: `B_shape[i] = A_shape[order[i]]`.
///
/// `order` is a permutation of the dimension indices of `A_shape`.
///
/// Requirement: `transpose.encoded-shape`.
#[expect(non_snake_case, reason = "the specification's symbols")]
pub fn encoded_shape(A_shape: &[u64], order: &[usize]) -> Vec<u64> {
    let mut B_shape = vec![0; A_shape.len()];
    for i in 0..A_shape.len() {
        B_shape[i] = A_shape[order[i]];
    }
    B_shape
}

/// Encodes: `B[B_pos] = A[A_pos]`, where `B_pos[i] = A_pos[order[i]]`, for all positions `A_pos`.
///
/// # Errors
/// [`Error::Codec`] where `order` does not have one entry for each dimension of `A`.
///
/// Requirements: `transpose.encoded-shape`, `transpose.encoded-elements`,
/// `transpose.same-data-type`.
#[expect(non_snake_case, reason = "the specification's symbols")]
pub fn encode(A: &ChunkArray, order: &[usize]) -> Result<ChunkArray> {
    check_rank(order, A.shape.len())?;
    let mut B = ChunkArray {
        data_type: A.data_type,
        shape: encoded_shape(&A.shape, order),
        elements: A.elements.clone(),
    };
    let mut B_pos = vec![0; order.len()];
    let mut positions = Positions::of(&A.shape);
    while let Some(A_pos) = positions.advance() {
        for i in 0..A_pos.len() {
            B_pos[i] = A_pos[order[i]];
        }
        B.set(&B_pos, A.get(A_pos)?.clone())?;
    }
    Ok(B)
}

/// Decodes: the array `A` of shape `A_shape` whose encoded representation is `B`.
///
/// # Errors
/// [`Error::Codec`] where `B` does not have the encoded shape of `A_shape`.
///
/// Requirements: `transpose.encoded-shape`, `transpose.encoded-elements`,
/// `transpose.same-data-type`.
#[expect(non_snake_case, reason = "the specification's symbols")]
pub fn decode(B: &ChunkArray, A_shape: &[u64], order: &[usize]) -> Result<ChunkArray> {
    check_rank(order, A_shape.len())?;
    let B_shape = encoded_shape(A_shape, order);
    if B.shape != B_shape {
        return Err(Error::Codec(format!(
            "transpose: found an encoded array of shape {:?}, expected {B_shape:?}",
            B.shape
        )));
    }
    let mut A = ChunkArray {
        data_type: B.data_type,
        shape: A_shape.to_vec(),
        elements: B.elements.clone(),
    };
    let mut B_pos = vec![0; order.len()];
    let mut positions = Positions::of(A_shape);
    while let Some(A_pos) = positions.advance() {
        for i in 0..A_pos.len() {
            B_pos[i] = A_pos[order[i]];
        }
        A.set(A_pos, B.get(&B_pos)?.clone())?;
    }
    Ok(A)
}

fn check_rank(order: &[usize], n: usize) -> Result<()> {
    if order.len() == n && order.iter().all(|i| *i < n) {
        return Ok(());
    }
    Err(Error::Codec(format!(
        "transpose: order {order:?} does not fit an array of {n} dimensions"
    )))
}
