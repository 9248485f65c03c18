//! Random data types.

use zarr_conform_reference::DataType;
use zarr_conform_terms::data_type::{FixedLength, Time, TimeUnit};

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
    weights.push(u32::from(has_raw_bits) + u32::from(!registered.is_empty()));
    if let Some(data_type) = plain.get(tape.pick("data type", &weights)) {
        return *data_type;
    }
    if !registered.is_empty() && tape.pick("registered", &[has_raw_bits.into(), 3]) == 1 {
        let families = families(&registered);
        let alike: Vec<&[DataType]> = families.iter().map(Vec::as_slice).collect();
        let alike = tape.one("family of the registry", &alike);
        let plainest = tape.one("data type of the registry", alike);
        return configured(tape, plainest);
    }
    // Two bytes are the simplest of several.
    DataType::raw(8 * tape.one("bytes", &[2, 1, 3, 4, 5, 6, 7, 8, 9]))
}

/// The data types that are alike, in order: of the many small ones, each comes up less often than `bfloat16`.
fn families(registered: &[DataType]) -> Vec<Vec<DataType>> {
    let key = |it: &DataType| {
        let is_small = matches!(it, DataType::Float(float) if float.is_small());
        let is_duration = matches!(it, DataType::Time(time) if time.is_duration);
        (std::mem::discriminant(it), is_small || is_duration)
    };
    let mut families: Vec<Vec<DataType>> = Vec::new();
    for data_type in registered {
        match families.iter_mut().find(|it| key(&it[0]) == key(data_type)) {
            Some(family) => family.push(*data_type),
            None => families.push(vec![*data_type]),
        }
    }
    families
}

/// The data type with a random configuration, if it has one.
fn configured(tape: &mut Tape, plainest: DataType) -> DataType {
    match plainest {
        DataType::Time(time) => DataType::Time(Time {
            unit: tape.one("unit", &units(time.unit)),
            scale_factor: tape.one(
                "scale factor",
                &[1, 10, 2, 60, 1000, Time::GREATEST_SCALE_FACTOR],
            ),
            ..time
        }),
        DataType::FixedLength(_) => DataType::FixedLength(FixedLength {
            length_bytes: tape.one("length", &[16, 4, 8, 12, 20, 64]),
        }),
        other => other,
    }
}

/// Every unit, of which `first` is the simplest.
fn units(first: TimeUnit) -> Vec<TimeUnit> {
    let others = TimeUnit::ALL.iter().copied().filter(|it| *it != first);
    std::iter::once(first).chain(others).collect()
}
