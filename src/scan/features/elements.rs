//! Elements that not every number type can hold.

use zarr_conform_reference::{DataType, Element};

use super::Features;

/// Adds what is special about some elements.
pub(in super::super) fn note(features: &mut Features, data_type: DataType, elements: &[Element]) {
    let is_found = |feature: fn(DataType, u64) -> bool| {
        elements.iter().any(|element| match element {
            Element::Bits(bits) => feature(data_type, *bits),
            Element::Complex { real, imaginary } => {
                feature(data_type, *real) || feature(data_type, *imaginary)
            }
            Element::Raw(_) => false,
        })
    };
    for (name, feature) in FEATURES {
        if !features.contains(name) && is_found(feature) {
            features.insert(name.to_owned());
        }
    }
}

/// A property of the bits of a number.
type Property = fn(DataType, u64) -> bool;

const FEATURES: [(&str, Property); 5] = [
    ("elements beyond 53 bits", is_long),
    ("elements NaN", is_nan),
    ("elements NaN with other bits than usual", is_odd_nan),
    ("elements of infinity", is_infinite),
    ("elements of negative zero", is_negative_zero),
];

/// The bits of the exponent, those of the fraction, and the sign.
fn layout(data_type: DataType) -> Option<(u64, u64, u64)> {
    match data_type {
        DataType::Float16 => Some((0x7c00, 0x03ff, 0x8000)),
        DataType::Float32 | DataType::Complex64 => Some((0x7f80_0000, 0x007f_ffff, 0x8000_0000)),
        DataType::Float64 | DataType::Complex128 => Some((
            0x7ff0_0000_0000_0000,
            0x000f_ffff_ffff_ffff,
            0x8000_0000_0000_0000,
        )),
        _ => None,
    }
}

fn is_long(data_type: DataType, bits: u64) -> bool {
    match data_type {
        DataType::Uint64 => bits > 1 << 53,
        DataType::Int64 => bits.cast_signed().unsigned_abs() > 1 << 53,
        _ => false,
    }
}

fn is_nan(data_type: DataType, bits: u64) -> bool {
    layout(data_type)
        .is_some_and(|(exponent, fraction, _)| bits & exponent == exponent && bits & fraction != 0)
}

fn is_odd_nan(data_type: DataType, bits: u64) -> bool {
    let usual = layout(data_type).map(|(exponent, fraction, _)| exponent | (fraction / 2 + 1));
    is_nan(data_type, bits) && Some(bits) != usual
}

fn is_infinite(data_type: DataType, bits: u64) -> bool {
    layout(data_type).is_some_and(|(exponent, _, sign)| bits & !sign == exponent)
}

fn is_negative_zero(data_type: DataType, bits: u64) -> bool {
    layout(data_type).is_some_and(|(_, _, sign)| bits == sign)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::plain(DataType::Float32, 0x3f80_0000, &[])]
    #[case::usual_nan(DataType::Float32, 0x7fc0_0000, &["elements NaN"])]
    #[case::negative_nan(DataType::Float64, 0xfff8_0000_0000_0000, &["elements NaN", "elements NaN with other bits than usual"])]
    #[case::signalling_nan(DataType::Float16, 0x7c01, &["elements NaN", "elements NaN with other bits than usual"])]
    #[case::infinity(DataType::Float16, 0xfc00, &["elements of infinity"])]
    #[case::negative_zero(DataType::Float64, 1 << 63, &["elements of negative zero"])]
    #[case::the_same_bits_of_an_integer(DataType::Uint32, 0x7fc0_0000, &[])]
    #[case::minus_one(DataType::Int64, u64::MAX, &[])]
    #[case::long(DataType::Uint64, u64::MAX, &["elements beyond 53 bits"])]
    #[case::long_and_negative(DataType::Int64, 1 << 63, &["elements beyond 53 bits"])]
    fn special_elements(#[case] data_type: DataType, #[case] bits: u64, #[case] expected: &[&str]) {
        let mut features = Features::new();
        note(
            &mut features,
            data_type,
            &[Element::Bits(1), Element::Bits(bits)],
        );
        assert_eq!(features.iter().collect::<Vec<_>>(), expected);
    }
}
