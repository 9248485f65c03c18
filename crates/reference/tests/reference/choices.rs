//! What the reference does where the text leaves a choice, and which error it gives. Facts that are
//! open take either answer, so that its own is held here.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use rstest::rstest;
use zarr_conform_reference::bytes::{Bytes, Endian, encode_element};
use zarr_conform_reference::codecs::{Codec, Representation};
use zarr_conform_reference::gzip::Gzip;
use zarr_conform_reference::storage::check_extent;
use zarr_conform_reference::store::{DirectoryStore, Store};
use zarr_conform_reference::transpose::Transpose;
use zarr_conform_reference::{
    ChunkArray, DataType, Element, Error, Json, Steps, extension, transpose,
};
use zarr_conform_terms::Edition;

fn json(text: &str) -> Json {
    Json::parse(text.as_bytes()).unwrap()
}

fn gzip() -> Codec {
    Codec::Gzip(Gzip { level: Some(1) })
}

const BYTES: Codec = Codec::Bytes(Bytes {
    endian: None,
    has_unused_bits: false,
});

#[test]
fn a_grid_that_need_not_be_understood_is_refused() {
    let grid = |value: bool| {
        let grid = format!(
            r#"{{"name": "regular", "configuration": {{"chunk_shape": [2]}}, "must_understand": {value}}}"#
        );
        Steps::default().chunk_grid(&json(&grid), &[2])
    };
    let chunk_shape = grid(true).map(|it| it.only_chunk_shape());
    assert_eq!(chunk_shape, Ok(Some(vec![2])));
    assert!(matches!(grid(false), Err(Error::Metadata(_))));
}

#[rstest]
#[case::bool(DataType::BOOL)]
#[case::int8(DataType::INT8)]
#[case::uint8(DataType::UINT8)]
#[case::raw(DataType::raw(16))]
fn endian_is_not_required(#[case] data_type: DataType) {
    let found = Steps::default().bytes_endian(&json("{}"), data_type);
    assert_eq!(found, Ok(None));
}

#[test]
fn an_element_is_of_the_size_of_its_data_type() {
    let element = Element::Raw(vec![1, 2]);
    let encode = |bits| encode_element(DataType::raw(bits), &element, Some(Endian::Big));
    assert_eq!(encode(16), Ok(vec![1, 2]));
    assert!(matches!(encode(24), Err(Error::Codec(_))));
}

#[test]
fn what_no_memory_holds_is_unsupported() {
    let filled = ChunkArray::filled(DataType::UINT8, vec![u64::MAX], &Element::Bits(0));
    assert!(matches!(filled, Err(Error::Unsupported(_))));
}

#[test]
fn a_position_of_another_rank_is_a_bug() {
    let array = ChunkArray::filled(DataType::UINT8, vec![2, 3], &Element::Bits(0)).unwrap();
    assert!(matches!(array.get(&[1]), Err(Error::Bug(_))));
    assert!(matches!(array.get(&[1, 2, 0]), Err(Error::Bug(_))));
}

#[test]
fn chains_have_a_form_since_the_drafts() {
    let transpose = Codec::Transpose(Transpose { order: vec![0] });
    for (chain, is_right) in [
        (vec![transpose.clone(), BYTES, gzip(), gzip()], true),
        (vec![BYTES, gzip(), transpose.clone()], false),
        (vec![BYTES, gzip(), BYTES], false),
        (vec![gzip(), BYTES], false),
        (vec![transpose], false),
    ] {
        for edition in [Edition::V3_0, Edition::V3_1] {
            assert_eq!(
                Steps::literal(edition).chain_form(&chain).is_ok(),
                is_right,
                "{chain:?}"
            );
        }
        assert_eq!(Steps::literal(Edition::Draft).chain_form(&chain), Ok(()));
    }
}

/// The drafts convert an array for a codec that takes bytes.
#[test]
fn compressors_take_arrays_in_the_drafts_alone() {
    let array = Representation::Array {
        data_type: DataType::UINT8,
        shape: vec![2],
        fill_value: Element::Bits(0),
    };
    let yields = |edition| Steps::literal(edition).encoded_representation(&gzip(), &array);
    let bytes = Representation::Bytes { length: None };
    assert_eq!(yields(Edition::Draft), Ok(bytes));
    for edition in [Edition::V3_0, Edition::V3_1] {
        assert!(matches!(yields(edition), Err(Error::Metadata(_))));
    }
}

#[rstest]
#[case::name(r#"{"name": 1}"#, r#"found 1 for "name""#)]
#[case::configuration(
    r#"{"name": "a", "configuration": 1}"#,
    r#"found 1 for "configuration""#
)]
#[case::must_understand(
    r#"{"name": "a", "must_understand": 0}"#,
    r#"found 0 for "must_understand""#
)]
#[case::unknown(r#"{"name": "a", "more": 1}"#, r#"found a member "more""#)]
#[case::no_name("{}", r#"no member "name""#)]
fn what_is_wrong_with_an_extension_is_said(#[case] value: &str, #[case] expected: &str) {
    let error = extension::definition(&json(value), "codecs").unwrap_err();
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn must_understand_came_with_edition_3_1() {
    let value = json(r#"{"name": "a", "must_understand": true}"#);
    assert!(
        Steps::literal(Edition::V3_0)
            .extension(&value, "codecs")
            .is_err()
    );
    let found = extension::definition(&value, "codecs").unwrap();
    assert!(found.must_understand);
}

#[test]
fn members_that_no_document_defines_are_refused() {
    let known = |text: &str| extension::known_members(&json(text), "bytes", &["endian"]);
    assert_eq!(known(r#"{"endian": "big"}"#), Ok(()));
    assert!(matches!(known(r#"{"x": 1}"#), Err(Error::Metadata(_))));
}

#[rstest]
#[case::arrays("[", "]")]
#[case::objects("{\"a\":", "}")]
fn values_are_nested_up_to_100_deep(#[case] open: &str, #[case] close: &str) {
    let nested = |depth: usize| {
        let text = format!("{}0{}", open.repeat(depth), close.repeat(depth));
        Json::parse(text.as_bytes())
    };
    assert!(nested(100).is_ok());
    assert!(matches!(nested(101), Err(Error::Metadata(_))));
}

#[test]
fn a_configuration_with_more_is_refused_in_a_chain() {
    let Json::Array(list) = json(r#"[{"name": "bytes", "configuration": {"x": 1}}]"#) else {
        panic!("a list is a list");
    };
    let chain = Steps::default().chain(&list, DataType::UINT8, &[2], &Element::Bits(0));
    assert!(matches!(chain, Err(Error::Metadata(_))), "{chain:?}");
}

#[test]
fn regions_lie_within_the_array() {
    assert_eq!(check_extent(&[2, 3], &[1, 1], &[1, 2]), Ok(()));
    assert_eq!(check_extent(&[2], &[2], &[0]), Ok(()));
    for (start, shape) in [
        (&[1, 1][..], &[2, 2][..]),
        (&[0, 0], &[2, 4]),
        (&[0], &[2]),
        (&[0, 0], &[2]),
        (&[0], &[2, 3]),
        (&[0, 0, 0], &[2, 3, 1]),
        (&[0, 2], &[1, u64::MAX]),
    ] {
        let found = check_extent(&[2, 3], start, shape);
        assert!(
            matches!(found, Err(Error::Extent(_))),
            "{start:?}, {shape:?}"
        );
    }
}

#[test]
fn a_directory_is_a_store() {
    let directory = tempfile::tempdir().unwrap();
    let mut store = DirectoryStore::new(directory.path());
    assert_eq!(store.get("c/0/1"), Ok(None));
    store.set("c/0/1", vec![1, 2]).unwrap();
    assert_eq!(store.get("c/0/1"), Ok(Some(vec![1, 2])));
    let path = directory.path().join("c").join("0").join("1");
    assert_eq!(std::fs::read(path).unwrap(), [1, 2]);
    assert_eq!(store.get("c/0/1/2"), Ok(None));
    assert!(matches!(store.get("c/0"), Err(Error::Store(_))));
    assert!(matches!(store.set("c/0", vec![]), Err(Error::Store(_))));
    store.set("c/0/1", vec![3]).unwrap();
    assert_eq!(store.get("c/0/1"), Ok(Some(vec![3])));
}

#[test]
fn constants_of_the_drafts_are_named_in_errors() {
    let message = |order: &str| {
        let configuration = json(&format!(r#"{{"order": "{order}"}}"#));
        let found = transpose::order(&configuration, 2);
        found.unwrap_err().to_string()
    };
    assert!(message("C").contains("in drafts only"));
    assert!(message("F").contains("in drafts only"));
    assert!(message("c").contains("expected an array of integers"));
}

#[rstest]
#[case::too_short(&[0])]
#[case::too_long(&[0, 1, 2])]
#[case::beyond_rank(&[0, 2])]
fn an_order_fits_the_array(#[case] order: &[usize]) {
    let array = ChunkArray::filled(DataType::UINT8, vec![2, 3], &Element::Bits(0)).unwrap();
    let encoded = transpose::encode(&array, order);
    assert!(matches!(encoded, Err(Error::Codec(_))), "{encoded:?}");
    let decoded = transpose::decode(&array, &[2, 3], order);
    assert!(matches!(decoded, Err(Error::Codec(_))), "{decoded:?}");
}

/// What an extension may define is not known here, which does not make it invalid.
#[rstest]
#[case::moment(
    r#"{"name": "datetime", "configuration": {"unit": "s", "scale_factor": 1}}"#,
    false
)]
#[case::text(
    r#"{"name": "null_terminated_bytes", "configuration": {"length_bytes": 16}}"#,
    false
)]
#[case::structure(r#"{"name": "struct", "configuration": {"fields": []}}"#, false)]
#[case::only_a_name(r#"{"name": "complex_float128"}"#, false)]
#[case::core_data_type(r#"{"name": "int32"}"#, true)]
#[case::bits_that_are_no_bytes(r#"{"name": "r7"}"#, true)]
#[case::no_name("{}", true)]
#[case::name_that_is_no_text(r#"{"name": 16}"#, true)]
#[case::configuration_that_is_no_object(r#"{"name": "struct", "configuration": []}"#, true)]
#[case::list(r#"["int32"]"#, true)]
fn an_unknown_data_type_is_not_invalid(#[case] value: &str, #[case] is_invalid: bool) {
    for edition in [Edition::V3_0, Edition::V3_1] {
        let found = Steps::literal(edition).data_type(&json(value));
        match found {
            Err(Error::Metadata(_)) => assert!(is_invalid, "{value}"),
            Err(Error::Unsupported(_)) => assert!(!is_invalid, "{value}"),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn the_members_of_an_unknown_key_encoding_are_not_judged() {
    let encoding = |name: &str, configuration: &str| {
        let value = format!(r#"{{"name": "{name}", "configuration": {configuration}}}"#);
        Steps::default().chunk_key_encoding(&json(&value))
    };
    let suffix = r#"{"suffix": ".tif"}"#;
    assert!(matches!(
        encoding("suffix", suffix),
        Err(Error::Unsupported(_))
    ));
    assert!(matches!(encoding("v2", suffix), Err(Error::Metadata(_))));
}

/// The text gives no greatest length.
#[rstest]
#[case::greatest_of_64_bits("[18446744073709551615]", Some(true))]
#[case::one_more("[1, 18446744073709551616]", None)]
#[case::long("[100000000000000000000000000000]", None)]
#[case::negative("[-18446744073709551616]", Some(false))]
#[case::fraction("[18446744073709551616.5]", Some(false))]
#[case::text(r#"["18446744073709551616"]"#, Some(false))]
fn a_length_that_64_bits_do_not_hold_is_not_invalid(
    #[case] lengths: &str,
    #[case] is_valid: Option<bool>,
) {
    let steps = Steps::default();
    let configuration = json(&format!(r#"{{"chunk_shape": {lengths}}}"#));
    for found in [
        steps.shape(&json(lengths)),
        steps.chunk_shape(&configuration),
        steps.sharding_chunk_shape(&configuration),
    ] {
        let found = match found {
            Ok(_) => Some(true),
            Err(Error::Metadata(_)) => Some(false),
            Err(Error::Unsupported(_)) => None,
            Err(other) => panic!("{other:?}"),
        };
        assert_eq!(found, is_valid, "{lengths}");
    }
}

/// The text of 3.0 has no other names, that of 3.1 lets extensions have them.
#[rstest]
#[case::no_object("1")]
#[case::to_be_understood(r#"{"must_understand": true}"#)]
fn an_unknown_member_is_refused(#[case] value: &str) {
    let member = |edition| Steps::literal(edition).additional_field("more", &json(value));
    assert!(matches!(member(Edition::V3_0), Err(Error::Metadata(_))));
    assert!(matches!(member(Edition::V3_1), Err(Error::Unsupported(_))));
}

#[rstest]
#[case::none(r#"["bytes"]"#, false)]
#[case::blosc(r#"["bytes", {"name": "blosc", "configuration": {"cname": "lz4", "clevel": 1, "shuffle": "noshuffle", "blocksize": 0}}]"#, false)]
#[case::gzip(r#"["bytes", {"name": "gzip", "configuration": {"level": 1}}]"#, true)]
#[case::crc32c(r#"["bytes", "crc32c"]"#, true)]
#[case::zstd(
    r#"["bytes", {"name": "zstd", "configuration": {"level": 1, "checksum": false}}]"#,
    false
)]
#[case::zstd_checksum(
    r#"["bytes", {"name": "zstd", "configuration": {"level": 1, "checksum": true}}]"#,
    true
)]
#[case::only_the_index(r#"[{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "codecs": ["bytes"], "index_codecs": [{"name": "bytes", "configuration": {"endian": "big"}}, "crc32c"]}}]"#, false)]
#[case::inner_chunks(r#"[{"name": "sharding_indexed", "configuration": {"chunk_shape": [2], "codecs": ["bytes", "crc32c"], "index_codecs": [{"name": "bytes", "configuration": {"endian": "big"}}]}}]"#, true)]
fn a_checksum_counts_where_all_elements_are_below_it(#[case] codecs: &str, #[case] expected: bool) {
    let Json::Array(list) = json(codecs) else {
        panic!("{codecs}")
    };
    let chain = Steps::default().chain(&list, DataType::UINT8, &[4], &Element::Bits(0));
    assert_eq!(chain.unwrap().has_checksum(), expected);
}
