//! Elements that not every number type can hold, and strings and byte strings that are easily changed.

use std::collections::BTreeSet;

use zarr_conform_reference::float::Format;
use zarr_conform_reference::{DataType, Element};

/// Adds what is special about some elements.
pub fn note(features: &mut BTreeSet<String>, data_type: DataType, elements: &[Element]) {
    let is_found = |feature: fn(DataType, u64) -> bool| {
        let mut numbers = elements.iter().flat_map(Element::numbers);
        numbers.any(|bits| feature(data_type, *bits))
    };
    for (name, feature) in FEATURES {
        if !features.contains(name) && is_found(feature) {
            features.insert(name.to_owned());
        }
    }
    if matches!(data_type, DataType::VariableLength(_)) {
        note_of_bytes(features, elements);
    }
}

/// Adds what is special about strings and byte strings.
fn note_of_bytes(features: &mut BTreeSet<String>, elements: &[Element]) {
    for (name, feature) in OF_BYTES {
        let is_found = |it: &Element| matches!(it, Element::Raw(bytes) if feature(bytes));
        if !features.contains(name) && elements.iter().any(is_found) {
            features.insert(name.to_owned());
        }
    }
}

/// A property of the bytes of a string or byte string.
type OfBytes = fn(&[u8]) -> bool;

const OF_BYTES: [(&str, OfBytes); 3] = [
    ("elements that begin with a byte order mark", |bytes| {
        bytes.starts_with("\u{feff}".as_bytes())
    }),
    ("elements that are not UTF-8", |bytes| {
        std::str::from_utf8(bytes).is_err()
    }),
    ("elements with a byte of 0", |bytes| bytes.contains(&0)),
];

/// A property of the bits of a number.
type Property = fn(DataType, u64) -> bool;

const FEATURES: [(&str, Property); 6] = [
    ("elements beyond 53 bits", is_long),
    ("elements NaT", is_nat),
    ("elements NaN", is_nan),
    ("elements NaN with other bits than usual", is_odd_nan),
    ("elements of infinity", is_infinite),
    ("elements of negative zero", is_negative_zero),
];

fn is_long(data_type: DataType, bits: u64) -> bool {
    let is_unsigned = match data_type {
        DataType::Integer(integer) => integer.is_unsigned,
        DataType::Time(_) => false,
        _ => return false,
    };
    let magnitude = if is_unsigned {
        bits
    } else {
        bits.cast_signed().unsigned_abs()
    };
    magnitude > 1 << 53
}

fn is_nat(data_type: DataType, bits: u64) -> bool {
    matches!(data_type, DataType::Time(_)) && bits == 1 << 63
}

fn is_nan(data_type: DataType, bits: u64) -> bool {
    Format::of(data_type).is_some_and(|it| it.is_nan(bits))
}

fn is_odd_nan(data_type: DataType, bits: u64) -> bool {
    is_nan(data_type, bits) && Format::of(data_type).is_some_and(|it| Some(bits) != it.nan())
}

fn is_infinite(data_type: DataType, bits: u64) -> bool {
    Format::of(data_type).is_some_and(|it| it.is_infinite(bits))
}

fn is_negative_zero(data_type: DataType, bits: u64) -> bool {
    Format::of(data_type).is_some_and(|it| it.is_negative_zero(bits))
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case::plain(DataType::FLOAT32, 0x3f80_0000, &[])]
    #[case::usual_nan(DataType::FLOAT32, 0x7fc0_0000, &["elements NaN"])]
    #[case::negative_nan(DataType::FLOAT64, 0xfff8_0000_0000_0000, &["elements NaN", "elements NaN with other bits than usual"])]
    #[case::signalling_nan(DataType::COMPLEX64, 0x7f80_0001, &["elements NaN", "elements NaN with other bits than usual"])]
    #[case::infinity(DataType::FLOAT32, 0xff80_0000, &["elements of infinity"])]
    #[case::negative_zero(DataType::FLOAT64, 1 << 63, &["elements of negative zero"])]
    #[case::the_same_bits_of_an_integer(DataType::UINT32, 0x7fc0_0000, &[])]
    #[case::nat(DataType::DATETIME64, 1 << 63, &["elements NaT", "elements beyond 53 bits"])]
    #[case::nan_in_place_of_negative_zero(DataType::FLOAT8_E5M2FNUZ, 0x80, &["elements NaN"])]
    #[case::negative_zero_without_nan(DataType::FLOAT4_E2M1FN, 0x08, &["elements of negative zero"])]
    #[case::nan_of_ones(DataType::FLOAT8_E8M0FNU, 0xff, &["elements NaN"])]
    #[case::minus_one(DataType::INT64, u64::MAX, &[])]
    #[case::long(DataType::UINT64, u64::MAX, &["elements beyond 53 bits"])]
    #[case::long_and_negative(DataType::INT64, 1 << 63, &["elements beyond 53 bits"])]
    fn special_elements(#[case] data_type: DataType, #[case] bits: u64, #[case] expected: &[&str]) {
        let mut features = BTreeSet::new();
        note(
            &mut features,
            data_type,
            &[Element::Bits(1), Element::Bits(bits)],
        );
        assert_eq!(features.iter().collect::<Vec<_>>(), expected);
    }

    #[rstest]
    #[case::plain(DataType::STRING, b"a", &[])]
    #[case::byte_order_mark(DataType::STRING, b"\xef\xbb\xbfa", &["elements that begin with a byte order mark"])]
    #[case::not_utf_8(DataType::BYTES, b"\xff\0", &["elements that are not UTF-8", "elements with a byte of 0"])]
    #[case::raw_bits(DataType::raw(8), b"\0", &[])]
    fn special_strings(
        #[case] data_type: DataType,
        #[case] bytes: &[u8],
        #[case] expected: &[&str],
    ) {
        let mut features = BTreeSet::new();
        note(&mut features, data_type, &[Element::Raw(bytes.to_vec())]);
        assert_eq!(features.iter().collect::<Vec<_>>(), expected);
    }
}
