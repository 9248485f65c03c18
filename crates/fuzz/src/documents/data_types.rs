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

/// Any data type of those that are supported, the simplest first; uint8 where none is. Raw bits and those of the
/// registry of extensions come last and have a share together, since fewer implementations have them.
pub fn data_type(tape: &mut Tape, is_supported: impl Fn(DataType) -> bool) -> DataType {
    let is_plain = |it: &DataType| !it.is_registered() && !SIMPLEST.contains(it);
    let others = DataType::named().filter(is_plain);
    let plain: Vec<DataType> = SIMPLEST.into_iter().chain(others).collect();
    let registered = DataType::named().filter(|it| it.is_registered() && is_supported(*it));
    let registered: Vec<DataType> = registered.collect();
    let has_raw_bits = is_supported(DataType::raw(16));
    let mut weights: Vec<u32> = plain.iter().map(|it| is_supported(*it).into()).collect();
    weights.push((has_raw_bits || !registered.is_empty()).into());
    if let Some(data_type) = plain.get(tape.pick("data type", &weights)) {
        return *data_type;
    }
    if !registered.is_empty() && tape.pick("registered", &[has_raw_bits.into(), 1]) == 1 {
        return tape.one("data type of the registry", &registered);
    }
    // Two bytes are the simplest of several.
    DataType::raw(8 * tape.one("bytes", &[2, 1, 3, 4, 5, 6, 7, 8, 9]))
}
