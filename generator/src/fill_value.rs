//! The fill value of arrays that name none.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;

/// A fill value of which no byte is 0 and no two are the same, so that zeros in its place are seen,
/// and exchanged bytes too. For floating point numbers, a number that every edition and every
/// rounding reads the same way: those of 64 bits are integers below 2^53.
pub(crate) fn of(data_type: DataType) -> Value {
    match data_type {
        DataType::Bool => json!(true),
        DataType::Int8 => json!(-7),
        DataType::Int16 => json!(-3_673),
        DataType::Int32 => json!(-240_663_595),
        DataType::Int64 => json!(-1_033_642_266_799_381_885_i64),
        DataType::Uint8 => json!(247),
        DataType::Uint16 => json!(61_863),
        DataType::Uint32 => json!(4_054_303_701_u32),
        DataType::Uint64 => json!(17_413_101_806_910_169_731_u64),
        DataType::Float16 => json!(-1459.0),
        DataType::Float32 => json!(-7_526_859.5),
        DataType::Float64 => json!(-6_111_737_969_955_316.0),
        DataType::Complex64 => json!([-7_526_859.5, 6_873_468.0]),
        DataType::Complex128 => json!([-6_111_737_969_955_316.0, 6_376_848_621_102_073.0]),
        DataType::Raw { .. } => Value::from(raw(data_type.size())),
    }
}

/// Bytes of raw bits that all differ, up to 16.
pub(crate) fn raw(size: usize) -> Vec<u8> {
    (0..16).map(|i| 0xf1 - 13 * i).cycle().take(size).collect()
}
