//! Random data types.

use zarr_conform_reference::DataType;

use crate::tape::Tape;

/// The simplest data types that have a name, in this order; others come after them.
pub(crate) const SIMPLEST: [DataType; 14] = [
    DataType::UINT8,
    DataType::UINT16,
    DataType::INT16,
    DataType::FLOAT32,
    DataType::COMPLEX64,
    DataType::INT8,
    DataType::BOOL,
    DataType::UINT32,
    DataType::INT32,
    DataType::FLOAT16,
    DataType::FLOAT64,
    DataType::UINT64,
    DataType::INT64,
    DataType::COMPLEX128,
];

/// Any data type of those that are supported, the simplest first; uint8 where none is.
pub fn data_type(tape: &mut Tape, is_supported: impl Fn(DataType) -> bool) -> DataType {
    let weight = |it| u32::from(is_supported(it));
    let others = DataType::named().filter(|it| !SIMPLEST.contains(it));
    let named: Vec<DataType> = SIMPLEST.into_iter().chain(others).collect();
    let mut weights: Vec<u32> = named.iter().copied().map(weight).collect();
    weights.push(weight(DataType::raw(16)));
    match named.get(tape.pick("data type", &weights)) {
        Some(data_type) => *data_type,
        // Two bytes are the simplest of several.
        None => DataType::raw(8 * tape.one("bytes", &[2, 1, 3, 4, 5, 6, 7, 8, 9])),
    }
}
