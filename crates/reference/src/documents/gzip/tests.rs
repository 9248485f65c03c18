//! The gzip codec against what other programs compressed, and against damage.

use crate::codecs::BytesToBytes;
use crate::gzip::{Gzip, crc32, encode};
use crate::{Error, Json, Result, Steps};
use proptest::prelude::*;
use rstest::rstest;

const TEXT: &[u8] = b"abcabcabcabc, the same again: abcabcabcabc";

/// The text by GNU gzip 1.12.
const OF_GZIP: &str =
    "1f8b08000000000002034b4c4a4e84211d85928c5485e2c4dc5485c4f4c4cc3c2b8544245900129baef52a000000";

fn decode(bytes: &[u8], length: Option<u64>) -> Result<Vec<u8>> {
    crate::gzip::decode(&Steps::default(), bytes, length)
}

fn hex(digits: &str) -> Vec<u8> {
    hex::decode(digits).unwrap()
}

/// `generator/encoded/gzip_members.py` asks these programs.
#[rstest]
#[case::gnu_gzip_1_12(OF_GZIP)]
#[case::pigz_2_6(
    "1f8b08000000000000034b4c4a4e84211d85928c5485e2c4dc5485c4f4c4cc3c2b8544245900129baef52a000000"
)]
#[case::zopfli_1_0_3(
    "1f8b08000000000002034b4c4a86231d85928c5485e2c4dc5485c4f4c4cc3c2b05645900129baef52a000000"
)]
#[case::libdeflate_1_14(
    "1f8b08000000000002ff4b4c4a4e84211d85928c5485e2c4dc5485c4f4c4cc3c2b8544245900129baef52a000000"
)]
#[case::seven_zip_26_02_with_dynamic_codes(
    "1f8b080890dc026b040374004dc9b10d00200804c0557e0027709bd710a58006f60f1d21b9ee786e5bc82f089a808fea1b730b129baef52a000000"
)]
#[case::isal_1_9_1(
    "1f8b08000000000000ff4b4c4a86231d85928c5485e2c4dc5485c4f4c4cc3c2b05b85462523200129baef52a000000"
)]
fn other_programs(#[case] encoded: &str) {
    for length in [None, Some(42), Some(43)] {
        assert_eq!(decode(&hex(encoded), length).unwrap(), TEXT);
    }
    let more = decode(&hex(encoded), Some(41));
    assert!(matches!(more, Err(Error::Codec(_))), "{more:?}");
}

/// By hand: one stored block.
#[test]
fn stored_blocks_by_hand() {
    let encoded = "1f8b08000000000000ff010300fcff010203 1d80bc5503000000".replace(' ', "");
    assert_eq!(encode(&[1, 2, 3]), hex(&encoded));
    let nothing = "1f8b08000000000000ff010000ffff0000000000000000";
    assert_eq!(encode(&[]), hex(nothing));
    let long = encode(&vec![7; 0x1_0000]);
    assert_eq!(long[10..15], [0, 0xff, 0xff, 0, 0]);
    assert_eq!(long[15 + 0xffff..][..6], [1, 1, 0, 0xfe, 0xff, 7]);
}

/// zlib.crc32 of Python.
#[rstest]
#[case::nothing(b"", 0)]
#[case::one(b"a", 0xe8b7_be43)]
#[case::digits(b"123456789", 0xcbf4_3926)]
#[case::text(TEXT, 0xf5ae_9b12)]
fn another_crc32(#[case] bytes: &[u8], #[case] expected: u32) {
    assert_eq!(crc32(bytes), expected);
}

/// Every field by hand; CRC16 by zlib.crc32 of Python.
#[test]
fn all_optional_fields_are_skipped() {
    let header = "1f8b081f01020304ff03 0500 4142010000 6e00 6300".replace(' ', "");
    let crc16 = "8afe";
    let encoded = [&header, crc16, &OF_GZIP[20..]].concat();
    assert_eq!(decode(&hex(&encoded), None).unwrap(), TEXT);
    let wrong = [&header, "8bfe", &OF_GZIP[20..]].concat();
    assert!(decode(&hex(&wrong), None).is_err());
}

#[test]
fn members_follow_each_other() {
    let (one, none, other) = (encode(&[1, 2]), encode(&[]), encode(&[3]));
    let members = [one.clone(), none, other].concat();
    assert_eq!(decode(&members, None).unwrap(), [1, 2, 3]);
    assert_eq!(decode(&members, Some(3)).unwrap(), [1, 2, 3]);
    assert!(decode(&members, Some(2)).is_err());
    for rest in [&[0][..], &[0x1f, 0x8b], &one[..one.len() - 1]] {
        assert!(decode(&[&members, rest].concat(), None).is_err());
    }
}

#[test]
fn no_part_may_be_missing() {
    let encoded = hex(OF_GZIP);
    for length in 0..encoded.len() {
        let decoded = decode(&encoded[..length], Some(42));
        assert!(
            matches!(decoded, Err(Error::Codec(_))),
            "{length}: {decoded:?}"
        );
    }
}

/// Only MTIME, XFL, OS and FTEXT are not looked at.
#[test]
fn every_other_bit_is_noticed() {
    let encoded = encode(TEXT);
    for bit in 0..encoded.len() * 8 {
        let mut damaged = encoded.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let is_free = (4..10).contains(&(bit / 8)) || bit == 24;
        // What fills the byte before LEN up is ignored.
        let is_filling = (83..88).contains(&bit);
        let decoded = decode(&damaged, Some(42));
        assert_eq!(
            decoded.is_ok(),
            is_free || is_filling,
            "bit {bit}: {decoded:?}"
        );
    }
}

#[test]
fn what_is_too_long_is_not_held() {
    let zeros = encode_zeros();
    let decoded = decode(&zeros, Some(10));
    assert!(matches!(decoded, Err(Error::Codec(_))), "{decoded:?}");
    assert_eq!(decode(&zeros, None).unwrap().len(), 1 + 258 * 4);
}

/// A zero, and four copies of 258 of them, in a block of fixed codes.
fn encode_zeros() -> Vec<u8> {
    let zeros = vec![0; 1 + 258 * 4];
    let mut bits = vec![1, 1, 0, 0, 0, 1, 1, 0, 0, 0, 0];
    for _ in 0..4 {
        bits.extend([1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0]);
    }
    bits.extend([0; 7]);
    let byte = |bits: &[u8]| bits.iter().rev().fold(0, |byte, bit| byte << 1 | bit);
    let mut encoded = encode(&[])[..10].to_vec();
    encoded.extend(bits.chunks(8).map(byte));
    encoded.extend(crc32(&zeros).to_le_bytes());
    encoded.extend([9, 4, 0, 0]);
    encoded
}

#[test]
fn level_0_turns_compression_off() {
    let steps = Steps::default();
    let check = |level, bytes: &[u8]| Gzip { level }.check_written(&steps, bytes);
    let zeros = encode_zeros();
    let compressed = check(Some(0), &zeros);
    assert!(matches!(compressed, Err(Error::NotAsConfigured(_))));
    assert_eq!(check(Some(1), &zeros), Ok(()));
    assert_eq!(check(None, &zeros), Ok(()));
    assert_eq!(check(Some(0), &encode(&[0; 1000])), Ok(()));
    assert!(Gzip { level: Some(0) }.is_free());
}

fn level(configuration: &str) -> Result<Option<u64>> {
    let configuration = Json::parse(configuration.as_bytes())?;
    crate::gzip::level(&configuration)
}

#[test]
fn levels_are_0_to_9() {
    for expected in 0..=9 {
        let configuration = format!(r#"{{"level": {expected}}}"#);
        assert_eq!(level(&configuration), Ok(Some(expected)));
    }
    assert_eq!(level("{}"), Ok(None));
}

#[rstest]
#[case::above("10")]
#[case::below("-1")]
#[case::text("\"1\"")]
#[case::fraction("1.0")]
#[case::null("null")]
#[case::beyond_64_bits("18446744073709551617")]
fn other_levels_are_refused(#[case] value: &str) {
    let found = level(&format!(r#"{{"level": {value}}}"#));
    assert!(matches!(found, Err(Error::Metadata(_))), "{found:?}");
}

proptest! {
    #[test]
    fn what_is_encoded_is_decoded(bytes: Vec<u8>, more: Vec<u8>) {
        let members = [encode(&bytes), encode(&more)].concat();
        let expected = [bytes, more].concat();
        let length = Some(expected.len() as u64);
        prop_assert_eq!(decode(&members, length), Ok(expected.clone()));
        prop_assert_eq!(decode(&members, None), Ok(expected));
    }
}
