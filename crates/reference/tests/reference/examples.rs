//! The reference against numbers that it did not compute: the documents' own examples, and values
//! worked out by hand.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use rstest::rstest;
use zarr_conform_reference::chunk_key::{Separator, default_key, v2_key};
use zarr_conform_reference::codecs::Representation;
use zarr_conform_reference::fill_value::fill_value;
use zarr_conform_reference::{ChunkArray, DataType, Element, Json, Steps, data_type, regular_grid};
use zarr_conform_terms::Edition;

fn json(text: &str) -> Json {
    Json::parse(text.as_bytes()).unwrap()
}

fn list(text: &str) -> Vec<Json> {
    match json(text) {
        Json::Array(list) => list,
        other => panic!("{other} is not a list"),
    }
}

/// A chunk of `uint8` elements that count from 0.
fn counting(shape: &[u64]) -> ChunkArray {
    let elements = (0..shape.iter().product()).map(Element::Bits).collect();
    ChunkArray::new(DataType::UINT8, shape.to_vec(), elements).unwrap()
}

fn encode(chunk: &ChunkArray, codecs: &str, edition: Edition) -> Vec<u8> {
    let steps = Steps::literal(edition);
    let chain = steps
        .chain(
            &list(codecs),
            chunk.data_type,
            &chunk.shape,
            &Element::zero(chunk.data_type),
        )
        .unwrap();
    let bytes = steps.encode(&chain, chunk).unwrap();
    assert_eq!(&steps.decode(&chain, &bytes).unwrap(), chunk);
    bytes
}

#[test]
fn regular_grid_example_of_the_document() {
    let (array_shape, chunk_shape) = ([10, 200, 3000], [5, 20, 400]);
    let grid_shape = regular_grid::grid_shape(&array_shape, &chunk_shape);
    assert_eq!(grid_shape.unwrap(), [2, 10, 8]);
    let coordinates = [7, 150, 900];
    assert_eq!(
        regular_grid::chunk_index(&coordinates, &chunk_shape),
        [1, 7, 2]
    );
    assert_eq!(
        regular_grid::position_in_chunk(&coordinates, &chunk_shape),
        [2, 10, 100]
    );
    assert_eq!(
        regular_grid::chunk_origin(&[0, 0, 0], &chunk_shape).unwrap(),
        [0, 0, 0]
    );
}

#[test]
fn regular_grid_at_the_end_of_u64() {
    let (array_shape, chunk_shape) = ([u64::MAX], [2]);
    let grid_shape = regular_grid::grid_shape(&array_shape, &chunk_shape);
    assert_eq!(grid_shape.unwrap(), [1 << 63]);
    assert_eq!(
        regular_grid::chunk_origin(&[(1 << 63) - 1], &chunk_shape).unwrap(),
        [u64::MAX - 1]
    );
    assert!(regular_grid::chunk_origin(&[1 << 63], &chunk_shape).is_err());
}

#[test]
fn key_examples_of_the_documents() {
    let index = [1, 23, 45];
    assert_eq!(default_key(&index, Separator::Slash), "c/1/23/45");
    assert_eq!(default_key(&index, Separator::Dot), "c.1.23.45");
    assert_eq!(default_key(&[], Separator::Slash), "c");
    assert_eq!(v2_key(&index, Separator::Dot), "1.23.45");
    assert_eq!(v2_key(&index, Separator::Slash), "1/23/45");
    assert_eq!(v2_key(&[], Separator::Dot), "0");
}

/// By hand: order [1, 2, 0] on shape (2, 1, 3) gives shape (1, 3, 2), and (a, b, c) moves to
/// (b, c, a), so that the bytes pair a = 0 and a = 1 for each c.
#[test]
fn transpose_cycle_by_hand() {
    let codecs =
        r#"[{"name": "transpose", "configuration": {"order": [1, 2, 0]}}, {"name": "bytes"}]"#;
    assert_eq!(
        encode(&counting(&[2, 1, 3]), codecs, Edition::V3_1),
        [0, 3, 1, 4, 2, 5]
    );
}

/// By hand: order [2, 0, 1] on shape (2, 1, 3) gives shape (3, 2, 1).
#[test]
fn transpose_inverse_cycle_by_hand() {
    let codecs =
        r#"[{"name": "transpose", "configuration": {"order": [2, 0, 1]}}, {"name": "bytes"}]"#;
    let chunk = counting(&[2, 1, 3]);
    assert_eq!(encode(&chunk, codecs, Edition::V3_1), [0, 3, 1, 4, 2, 5]);
    let chunk = counting(&[2, 2, 2]);
    assert_eq!(
        encode(&chunk, codecs, Edition::V3_1),
        [0, 2, 4, 6, 1, 3, 5, 7]
    );
    let codecs =
        r#"[{"name": "transpose", "configuration": {"order": [1, 2, 0]}}, {"name": "bytes"}]"#;
    assert_eq!(
        encode(&chunk, codecs, Edition::V3_1),
        [0, 4, 1, 5, 2, 6, 3, 7]
    );
}

#[test]
fn draft_constants_and_default_conversion() {
    let chunk = counting(&[2, 3]);
    let codecs = r#"[{"name": "transpose", "configuration": {"order": "F"}}]"#;
    assert_eq!(encode(&chunk, codecs, Edition::Draft), [0, 3, 1, 4, 2, 5]);
    let codecs = r#"[{"name": "transpose", "configuration": {"order": "C"}}]"#;
    assert_eq!(encode(&chunk, codecs, Edition::Draft), [0, 1, 2, 3, 4, 5]);
    let word = ChunkArray::new(DataType::UINT32, vec![], vec![Element::Bits(0x0102_0304)]).unwrap();
    assert_eq!(encode(&word, "[]", Edition::Draft), [4, 3, 2, 1]);
}

/// The bytes document: int32 big endian in two's complement, complex128 as two binary64.
#[test]
fn endian_variants_of_the_document() {
    let codecs = r#"[{"name": "bytes", "configuration": {"endian": "big"}}]"#;
    let minus_two = Element::Bits(0xffff_fffe);
    let chunk = ChunkArray::new(DataType::INT32, vec![1], vec![minus_two]).unwrap();
    assert_eq!(
        encode(&chunk, codecs, Edition::V3_1),
        [0xff, 0xff, 0xff, 0xfe]
    );
    let one_plus_two_i = Element::complex(0x3ff0 << 48, 0x4000 << 48);
    let chunk = ChunkArray::new(DataType::COMPLEX128, vec![1], vec![one_plus_two_i]).unwrap();
    let expected = [0x3f, 0xf0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(encode(&chunk, codecs, Edition::V3_1), expected);
}

#[rstest]
#[case::c_after_the_draft(
    r#"[{"name":"transpose","configuration":{"order":"C"}},{"name":"bytes"}]"#
)]
#[case::f_after_the_draft(
    r#"[{"name":"transpose","configuration":{"order":"F"}},{"name":"bytes"}]"#
)]
#[case::twice(r#"[{"name":"transpose","configuration":{"order":[0,0]}},{"name":"bytes"}]"#)]
#[case::too_short(r#"[{"name":"transpose","configuration":{"order":[0]}},{"name":"bytes"}]"#)]
#[case::too_long(r#"[{"name":"transpose","configuration":{"order":[0,1,2]}},{"name":"bytes"}]"#)]
#[case::negative(r#"[{"name":"transpose","configuration":{"order":[0,-1]}},{"name":"bytes"}]"#)]
#[case::from_one(r#"[{"name":"transpose","configuration":{"order":[1,2]}},{"name":"bytes"}]"#)]
#[case::missing(r#"[{"name":"transpose"},{"name":"bytes"}]"#)]
#[case::no_array_to_bytes("[]")]
#[case::two_array_to_bytes(r#"[{"name":"bytes"},{"name":"bytes"}]"#)]
#[case::transpose_last(
    r#"[{"name":"bytes"},{"name":"transpose","configuration":{"order":[0,1]}}]"#
)]
#[case::old_name(r#"[{"name":"endian","configuration":{"endian":"little"}}]"#)]
#[case::endian_value(r#"[{"name":"bytes","configuration":{"endian":"native"}}]"#)]
fn codec_lists_that_are_refused(#[case] codecs: &str) {
    for edition in [Edition::V3_0, Edition::V3_1] {
        assert!(
            Steps::literal(edition)
                .chain(&list(codecs), DataType::UINT8, &[2, 3], &Element::Bits(0))
                .is_err()
        );
    }
}

#[test]
fn draft_transpose_after_bytes_fails() {
    let codecs = r#"[{"name":"endian","configuration":{"endian":"little"}},{"name":"transpose","configuration":{"order":[0]}}]"#;
    assert!(
        Steps::literal(Edition::Draft)
            .chain(&list(codecs), DataType::UINT8, &[2], &Element::Bits(0))
            .is_err()
    );
}

#[test]
fn representations_of_a_chain() {
    let codecs = r#"[{"name":"transpose","configuration":{"order":[1,2,0]}},
                     {"name":"transpose","configuration":{"order":[2,1,0]}},
                     {"name":"bytes","configuration":{"endian":"big"}}]"#;
    let chain = Steps::default()
        .chain(
            &list(codecs),
            DataType::INT16,
            &[2, 3, 4],
            &Element::Bits(0),
        )
        .unwrap();
    let array = |shape: &[u64]| Representation::Array {
        data_type: DataType::INT16,
        shape: shape.to_vec(),
        fill_value: Element::Bits(0),
    };
    assert_eq!(
        chain.representations,
        [
            array(&[2, 3, 4]),
            array(&[3, 4, 2]),
            array(&[2, 4, 3]),
            Representation::Bytes { length: Some(48) }
        ]
    );
}

#[rstest]
#[case::float32_nan("float32", r#""NaN""#, Element::Bits(0x7fc0_0000))]
#[case::float32_nan_as_bits("float32", r#""0x7fc00000""#, Element::Bits(0x7fc0_0000))]
#[case::float32_negative_infinity("float32", r#""-Infinity""#, Element::Bits(0xff80_0000))]
#[case::float32_nan_with_payload("float32", r#""0x7fc00001""#, Element::Bits(0x7fc0_0001))]
#[case::float16_nan("float16", r#""NaN""#, Element::Bits(0x7e00))]
#[case::float64_nan("float64", r#""NaN""#, Element::Bits(0x7ff8 << 48))]
#[case::float64_negative_zero("float64", "-0.0", Element::Bits(1 << 63))]
#[case::float32_rounded("float32", "0.1", Element::Bits(0x3dcc_cccd))]
#[case::int8_least("int8", "-128", Element::Bits(0x80))]
#[case::int16_negative("int16", "-2", Element::Bits(0xfffe))]
#[case::int64_least("int64", "-9223372036854775808", Element::Bits(1 << 63))]
#[case::int64_beyond_53_bits("int64", "9007199254740993", Element::Bits(9_007_199_254_740_993))]
#[case::uint64_greatest("uint64", "18446744073709551615", Element::Bits(u64::MAX))]
#[case::bool_true("bool", "true", Element::Bits(1))]
#[case::complex64_of_numbers("complex64", "[1, 2]", Element::complex(0x3f80_0000, 0x4000_0000))]
#[case::complex64_of_strings(
    "complex64",
    r#"["-Infinity", "NaN"]"#,
    Element::complex(0xff80_0000, 0x7fc0_0000)
)]
#[case::raw_bytes("r16", "[1, 255]", Element::Raw(vec![1, 255]))]
fn fill_values_by_hand(#[case] data_type: &str, #[case] value: &str, #[case] element: Element) {
    let data_type = data_type::from_text(data_type).unwrap();
    assert_eq!(fill_value(&json(value), data_type), Ok(element));
}

#[rstest]
#[case::bool_as_number("bool", "0")]
#[case::int8_too_great("int8", "128")]
#[case::int8_too_small("int8", "-129")]
#[case::int8_with_fraction("int8", "1.0")]
#[case::int8_with_exponent("int8", "1e0")]
#[case::int8_as_string("int8", r#""1""#)]
#[case::int8_as_bool("int8", "true")]
#[case::int8_null("int8", "null")]
#[case::uint64_too_great("uint64", "18446744073709551616")]
#[case::uint8_negative("uint8", "-1")]
#[case::float32_signed_infinity("float32", r#""+Infinity""#)]
#[case::float32_nan_in_small_letters("float32", r#""nan""#)]
#[case::float32_too_few_digits("float32", r#""0x7fc0000""#)]
#[case::float32_too_many_digits("float32", r#""0x17fc00000""#)]
#[case::float32_signed_digits("float32", r#""0x+fc00000""#)]
#[case::float32_as_list("float32", "[1]")]
#[case::float32_null("float32", "null")]
#[case::complex64_as_number("complex64", "1")]
#[case::complex64_of_one_part("complex64", "[1]")]
#[case::complex64_of_three_parts("complex64", "[1, 2, 3]")]
#[case::r16_of_one_byte("r16", "[1]")]
#[case::r16_byte_too_great("r16", "[1, 256]")]
fn fill_values_that_are_refused(#[case] data_type: &str, #[case] value: &str) {
    let data_type = data_type::from_text(data_type).unwrap();
    assert!(fill_value(&json(value), data_type).is_err());
}
