//! The crc32c codec against published checksums and those of another implementation.

use crate::crc32c::{checksum, decode, encode};
use crate::{DataType, Element, Error, Json, Steps};
use proptest::prelude::*;
use rstest::rstest;

/// An iSCSI Read (10) command, of RFC 3720, B.4.
const READ_COMMAND: &str = "01c00000000000000000000000000000140000000000040000000014000000182800000000000000\
     0200000000000000";

/// RFC 3720, section B.4, gives the bytes as they are sent, the least significant first.
#[rstest]
#[case::zeros(vec![0; 32], [0xaa, 0x36, 0x91, 0x8a])]
#[case::ones(vec![0xff; 32], [0x43, 0xab, 0xa8, 0x62])]
#[case::rising((0..32).collect(), [0x4e, 0x79, 0xdd, 0x46])]
#[case::falling((0..32).rev().collect(), [0x5c, 0xdb, 0x3f, 0x11])]
#[case::command(hex::decode(READ_COMMAND).unwrap(), [0x56, 0x3a, 0x96, 0xd9])]
fn the_examples_of_rfc_3720(#[case] bytes: Vec<u8>, #[case] expected: [u8; 4]) {
    assert_eq!(encode(&bytes), [bytes.as_slice(), &expected].concat());
}

/// The package google-crc32c 1.9.0; `generator/encoded/crc32c_checksums.py` asks it.
#[rstest]
#[case::nothing(b"", 0)]
#[case::one(b"a", 0xc1d0_4330)]
#[case::digits(b"123456789", 0xe306_9283)]
#[case::text(b"abcabcabcabc, the same again: abcabcabcabc", 0x6129_43db)]
fn another_implementation(#[case] bytes: &[u8], #[case] expected: u32) {
    assert_eq!(checksum(bytes), expected);
}

#[test]
fn fewer_bytes_than_a_checksum_are_refused() {
    for length in 0..4 {
        let decoded = decode(&vec![0; length]);
        assert!(matches!(decoded, Err(Error::Codec(_))), "{decoded:?}");
    }
    assert_eq!(decode(&[0; 4]), Ok(Vec::new()));
}

#[test]
fn the_length_is_known_and_grows_by_4() {
    let list = [
        r#""bytes""#,
        r#"{"name": "crc32c"}"#,
        r#"{"name": "crc32c"}"#,
    ];
    let list = list.map(|codec| Json::parse(codec.as_bytes()).unwrap());
    let steps = Steps::default();
    let chained = steps.chain(&list, DataType::UINT8, &[3], &Element::Bits(0));
    let chain = chained.unwrap();
    assert!(!chain.is_free());
    let encoded = format!("{:?}", chain.representations.last().unwrap());
    assert_eq!(encoded, "Bytes { length: Some(11) }");
}

proptest! {
    /// A checksum notices what is damaged in one place.
    #[test]
    fn no_bit_may_be_turned(bytes in prop::collection::vec(any::<u8>(), 0..40), at: prop::sample::Index) {
        let encoded = encode(&bytes);
        prop_assert_eq!(decode(&encoded), Ok(bytes));
        let at = at.index(encoded.len() * 8);
        let mut damaged = encoded;
        damaged[at / 8] ^= 1 << (at % 8);
        prop_assert!(matches!(decode(&damaged), Err(Error::Codec(_))));
    }

    #[test]
    fn any_bytes_are_decoded_or_refused(bytes: Vec<u8>) {
        let _ = decode(&bytes);
    }
}
