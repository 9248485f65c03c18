//! The `.npy` format, version 1.0, in which array libraries of many languages keep an array.

use zarr_conform_terms::DataType;

/// The bytes of an `.npy` file; nothing where the identifier names no data type.
///
/// `elements` are the elements in lexicographical order, each little endian, as vectors have them:
/// C order and `<` say the same, so the bytes are taken as they are.
pub(super) fn npy(data_type: &str, shape: &[u64], elements: &[u8]) -> Option<Vec<u8>> {
    let lengths: Vec<String> = shape.iter().map(u64::to_string).collect();
    // Python writes a tuple of one with a comma at its end.
    let shape = match lengths.as_slice() {
        [only] => format!("({only},)"),
        all => format!("({})", all.join(", ")),
    };
    let description = description(data_type)?;
    let header =
        format!("{{'descr': '{description}', 'fortran_order': False, 'shape': {shape}, }}");
    // Magic, version, length and header together fill a multiple of 64 bytes; a line feed is last.
    let length = (10 + header.len() + 1).next_multiple_of(64) - 10;
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend(u16::try_from(length).ok()?.to_le_bytes());
    bytes.extend(format!("{header:width$}\n", width = length - 1).bytes());
    bytes.extend(elements);
    Some(bytes)
}

/// The name that `.npy` headers have for a data type.
fn description(data_type: &str) -> Option<String> {
    let data_type = data_type.parse::<DataType>().ok()?;
    let layout = data_type.layout()?;
    let letter = data_type.description().letter();
    let has_no_order = layout.turned_bytes() == 1 || letter == 'V';
    let order = if has_no_order { '|' } else { '<' };
    Some(format!("{order}{letter}{}", layout.bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_header_is_the_one_that_the_format_prescribes() {
        let bytes = npy("int16", &[2, 3], &[7; 12]).unwrap();
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00\x76\x00");
        let header = std::str::from_utf8(&bytes[10..128]).unwrap();
        assert_eq!(
            header.trim_end(),
            "{'descr': '<i2', 'fortran_order': False, 'shape': (2, 3), }"
        );
        assert!(header.ends_with(" \n"));
        assert_eq!(&bytes[128..], [7; 12]);
    }

    #[rstest::rstest]
    #[case::no_dimension("bool", &[], "'|b1', 'fortran_order': False, 'shape': (), }")]
    #[case::bits("bfloat16", &[2], "'<u2', 'fortran_order': False, 'shape': (2,), }")]
    #[case::bits_of_a_byte("int4", &[2], "'|u1', 'fortran_order': False, 'shape': (2,), }")]
    #[case::two_numbers("complex_float16", &[2], "'|V4', 'fortran_order': False, 'shape': (2,), }")]
    #[case::alias("complex_float32", &[2], "'<c8', 'fortran_order': False, 'shape': (2,), }")]
    #[case::one_dimension("complex128", &[5], "'<c16', 'fortran_order': False, 'shape': (5,), }")]
    #[case::two_dimensions("r24", &[0, 1], "'|V3', 'fortran_order': False, 'shape': (0, 1), }")]
    fn shapes_are_tuples(#[case] data_type: &str, #[case] shape: &[u64], #[case] expected: &str) {
        let bytes = npy(data_type, shape, &[]).unwrap();
        assert_eq!(bytes.len() % 64, 0);
        let header = String::from_utf8_lossy(&bytes[10..]).into_owned();
        assert!(header.contains(expected), "{header}");
    }

    #[test]
    fn an_unknown_data_type_has_none() {
        assert_eq!(npy("r0", &[1], &[]), None);
    }
}
