use std::sync::Arc;

use rstest::rstest;
use serde_json::json;
use zarr_conform_protocol::{Ask, ask};
use zarr_conform_terms::{Edition, HexBytes};

use super::*;
use crate::check::derive::{asked_of, open};
use crate::check::id::CheckId;
use crate::check::{ArrayType, Asked, Needs, Sent};
use crate::judge::reader::{ReferenceReader, WrittenReader};

fn check(requests: Vec<Asked>, stores: Vec<Store>) -> Check {
    Check {
        id: CheckId::from("a/b/c#open".to_owned()),
        operation: Operation::Open,
        level: Level::Must,
        needs: Needs::default(),
        stores,
        requests,
        expected: Expected::Opened(ArrayType {
            data_type: "uint8".into(),
            shape: vec![2],
        }),
    }
}

fn meaning(document: &[u8]) -> Option<Meaning> {
    ReferenceReader.read(Edition::default(), document).ok()
}

/// A document of this data type, fill value, chunk key encoding and codec list.
fn document(of: [&str; 4]) -> String {
    let [data_type, fill_value, encoding, codecs] = of;
    format!(
        r#"{{"zarr_format":3,"node_type":"array","shape":[2],"data_type":"{data_type}","chunk_grid":{{"name":"regular","configuration":{{"chunk_shape":[2]}}}},"chunk_key_encoding":{encoding},"fill_value":{fill_value},"codecs":{codecs}}}"#
    )
}

fn spellings(document: &str) -> Vec<String> {
    let store = Store::from([("zarr.json".to_owned(), document.as_bytes().into())]);
    let found = plainer(&check(vec![asked_of(0, open())], vec![store]), &meaning);
    let text = |it: &Plainer| String::from_utf8(it.check.stores[0]["zarr.json"].to_vec()).unwrap();
    found.iter().map(text).collect()
}

const KEYS: &str = r#"{"name":"default","configuration":{"separator":"/"}}"#;
const BARE_KEYS: &str = r#"{"name":"default"}"#;
const FULL: &str = r#"[{"name":"bytes","configuration":{"endian":"little"}}]"#;
const BARE: &str = r#"[{"name":"bytes"}]"#;

#[rstest]
#[case::short_hand(["uint8", "7", KEYS, r#"["bytes"]"#])]
#[case::no_configuration(["uint8", "7", KEYS, BARE])]
#[case::empty_configuration(["uint8", "7", KEYS, r#"[{"name":"bytes","configuration":{}}]"#])]
#[case::other_endian(["uint8", "7", KEYS, r#"[{"name":"bytes","configuration":{"endian":"big"}}]"#])]
#[case::default_separator(["uint8", "7", BARE_KEYS, FULL])]
#[case::short_keys(["uint8", "7", "\"default\"", FULL])]
fn the_plainest_spelling_says_everything(#[case] of: [&str; 4]) {
    let plain = document(["uint8", "7", KEYS, FULL]);
    let found = spellings(&document(of));
    assert_eq!(found.last(), Some(&plain));
    let bare = document(["uint8", "7", BARE_KEYS, BARE]);
    assert!(found.len() == 1 || found[0] == bare, "{found:?}");
    assert!(!spellings(&plain).contains(&plain));
}

#[rstest]
#[case::one("float32", r#""0x3f800000""#, "1.0")]
#[case::least_subnormal("float64", r#""0x0000000000000001""#, "5e-324")]
#[case::float32("float32", r#""0x3dcccccd""#, "0.10000000149011612")]
#[case::bfloat16("bfloat16", r#""0x3fc0""#, "1.5")]
#[case::four_bits("float4_e2m1fn", r#""0x0f""#, "-6.0")]
#[case::six_bits("float6_e3m2fn", r#""0x01""#, "0.0625")]
#[case::one_nan("float8_e4m3fnuz", r#""0x80""#, r#""NaN""#)]
#[case::no_infinity("float8_e5m2fnuz", r#""0x7f""#, "57344.0")]
#[case::neither_sign_nor_zero("float8_e8m0fnu", r#""0x00""#, "5.877471754111438e-39")]
#[case::infinity_of_eight_bits(
    "complex_float8_e3m4",
    r#"["0xf0","0x78"]"#,
    r#"["-Infinity","NaN"]"#
)]
#[case::least_of_bfloat16("bfloat16", r#""0x0001""#, "9.183549615799121e-41")]
#[case::infinity("float64", r#""0xfff0000000000000""#, r#""-Infinity""#)]
#[case::nan("float32", r#""0x7fc00000""#, r#""NaN""#)]
#[case::complex("complex64", r#"["0x3f800000","NaN"]"#, r#"[1.0,"NaN"]"#)]
fn a_fill_value_has_a_plain_form(
    #[case] data_type: &str,
    #[case] hexadecimal: &str,
    #[case] plain: &str,
) {
    let of = |fill_value| document([data_type, fill_value, KEYS, FULL]);
    assert_eq!(spellings(&of(hexadecimal)).last(), Some(&of(plain)));
}

#[rstest]
#[case::no_configuration(r#"{"name":"bfloat16"}"#)]
#[case::empty_configuration(r#"{"name":"bfloat16","configuration":{}}"#)]
fn a_data_type_that_may_be_an_object_is_a_name(#[case] object: &str) {
    let plain = document(["bfloat16", "1.0", KEYS, FULL]);
    let respelled = plain.replace("\"bfloat16\"", object);
    let spellings = |operation| {
        let store = Store::from([("zarr.json".to_owned(), respelled.as_bytes().into())]);
        let check = Check {
            operation,
            ..check(vec![asked_of(0, open())], vec![store])
        };
        let found = plainer(&check, &meaning).into_iter();
        let text = |it: Plainer| String::from_utf8(it.check.stores[0]["zarr.json"].to_vec());
        found.map(|it| text(it).unwrap()).collect::<Vec<_>>()
    };
    assert_eq!(spellings(Operation::Read).last(), Some(&plain));
    let opened = spellings(Operation::Open);
    assert!(opened.iter().all(|it| it.contains(object)), "{opened:?}");
}

/// Each is plain for an implementation that has only the other.
#[test]
fn fill_values_of_byte_strings_have_two_forms() {
    let of = |fill_value, codecs| document(["bytes", fill_value, BARE_KEYS, codecs]);
    let bare = r#"[{"name":"vlen-bytes"}]"#;
    let in_base64 = of(r#""/wA=""#, bare);
    let as_array = of("[255,0]", bare);
    let found = spellings(&as_array);
    assert!(found.contains(&in_base64), "{found:?}");
    let found = spellings(&in_base64);
    assert!(found.iter().any(|it| it.contains("[255,0]")), "{found:?}");
}

#[test]
fn times_have_plain_forms() {
    let of = |unit: &str, fill_value: &str| {
        let object = format!(
            r#"{{"name":"numpy.datetime64","configuration":{{"unit":"{unit}","scale_factor":1}}}}"#
        );
        let plain = document(["int8", fill_value, KEYS, FULL]);
        plain.replace("\"int8\"", &object)
    };
    let number = "-9223372036854775808";
    assert_eq!(
        spellings(&of("us", r#""NaT""#)).last(),
        Some(&of("us", number))
    );
    assert!(spellings(&of("us", number))[0].contains("NaT"));
    let store = Store::from([("zarr.json".to_owned(), of("μs", "7").into_bytes().into())]);
    let check = Check {
        operation: Operation::Read,
        ..check(vec![asked_of(0, open())], vec![store])
    };
    let found = plainer(&check, &meaning);
    let text = found.last().unwrap().check.stores[0]["zarr.json"].to_vec();
    assert_eq!(String::from_utf8(text).unwrap(), of("us", "7"));
}

/// Other bits, another byte order, and what has no other form.
#[rstest]
#[case::payload(["float32", r#""0x7fc00001""#, KEYS, FULL])]
#[case::negative_zero(["float32", r#""0x80000000""#, KEYS, FULL])]
#[case::big_endian(["int16", "7", KEYS, r#"[{"name":"bytes","configuration":{"endian":"big"}}]"#])]
#[case::separator(["int16", "7", r#"{"name":"default","configuration":{"separator":"."}}"#, FULL])]
fn what_means_something_else_stays(#[case] of: [&str; 4]) {
    let same = document(of);
    for found in spellings(&same) {
        let parse = |text: &str| serde_json::from_str::<Value>(text).unwrap();
        let (found, mut same) = (parse(&found), parse(&same));
        if found["chunk_key_encoding"] == json!({"name": "default"}) {
            same["chunk_key_encoding"] = json!({"name": "default"});
        }
        assert_eq!(found, same);
    }
}

#[test]
fn nothing_else_than_a_valid_document_is_respelled() {
    let invalid = document(["uint8", "7", KEYS, "[]"]);
    assert_eq!(spellings(&invalid), Vec::<String>::new());
    assert_eq!(spellings("no JSON"), Vec::<String>::new());
    let store = document(["uint8", "7", KEYS, BARE]);
    let store = Store::from([("zarr.json".to_owned(), store.into_bytes().into())]);
    let valid = check(vec![asked_of(0, open())], vec![store]);
    assert!(!plainer(&valid, &meaning).is_empty());
    for other in [
        Check {
            level: Level::Should,
            ..valid.clone()
        },
        Check {
            operation: Operation::Create,
            ..valid.clone()
        },
        Check {
            expected: Expected::Refused,
            ..valid.clone()
        },
    ] {
        assert!(plainer(&other, &meaning).is_empty());
    }
}

#[test]
fn codec_lists_of_requests_are_respelled() {
    let codecs: Arc<[Value]> = vec![json!("bytes")].into();
    let ask = Ask::Decode(ask::Decode {
        data_type: "int8".into(),
        shape: vec![1],
        codecs,
        encoded: HexBytes::from(vec![1]),
    });
    let request = Asked {
        ask,
        store: None,
        sent: Sent::Always,
    };
    let found = plainer(&check(vec![request], Vec::new()), &meaning);
    let codecs = |it: &Plainer| match &it.check.requests[0].ask {
        Ask::Decode(it) => Value::from(it.codecs.to_vec()).to_string(),
        other => panic!("{other:?}"),
    };
    let found: Vec<String> = found.iter().map(codecs).collect();
    assert_eq!(found, [BARE, FULL]);
}
