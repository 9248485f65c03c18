//! The codec blosc against chunks that c-blosc wrote (`generator/encoded/blosc_chunks.py`), chunks made
//! by hand, and random ones.

use crate::blosc::header::{Flags, Header};
use crate::blosc::{self, Blosc};
use crate::{Error, Json, Steps};
use proptest::prelude::*;
use rstest::rstest;

const UNSHUFFLED: &str = r#"{"cname": "lz4", "clevel": 5, "shuffle": "noshuffle", "blocksize": 0}"#;
const SHUFFLED: &str =
    r#"{"cname": "lz4hc", "clevel": 5, "shuffle": "shuffle", "typesize": 4, "blocksize": 0}"#;

fn configured(configuration: &str) -> Blosc {
    let configuration = Json::parse(configuration.as_bytes()).unwrap();
    Blosc::of(&Steps::default(), &configuration).unwrap()
}

fn decode(bytes: &[u8], length: usize) -> crate::Result<Vec<u8>> {
    blosc::decode(&Steps::default(), bytes, Some(length as u64))
}

fn squares_in_four_bytes(number: u32) -> Vec<u8> {
    (0..number).flat_map(|n| (n * n).to_be_bytes()).collect()
}

fn squares_in_two_bytes(number: u16) -> Vec<u8> {
    (0..number).flat_map(|n| (n * n).to_le_bytes()).collect()
}

const LZ4_NOSHUFFLE: &str = "02013002c8000000c80000003b0000001400000023000000ff09000102030405060708090a0b0c0d0e0f\
    1011121314151617180098500304050607";
const LZ4_SHUFFLE: &str = "0201310400010000000100008b00000014000000730000001f0001007c1201010010020100f055030303\
    03040404040505050506060607070708080909090a0a0a0b0b0c0c0d0d0e0e0f0f000104091019243140\
    51647990a9c4e10021446990b9e4114071a4d9104984c1004184c91059a4f14091e43990e944a10061c4\
    2990f964d140b1249910890481";
const LZ4HC_TWO_SPLITS: &str = "02012102400100004001000039010000140000008b000000ff7100010409101924314051647990a9c4e1\
    0021446990b9e4114071a4d9104984c1004184c91059a4f14091e43990e944a10061c42990f964d140b1\
    24991089048100810489109924b140d164f99029c46100a144e99039e49140f1a45910c9844100c18449\
    10d9a4714011e4b99069442100e1c4a990796451403124191009040180000850d9104984c1920000001b\
    0001001201010010020100f07503030303040404040505050506060607070708080909090a0a0a0b0b0c\
    0c0d0d0e0e0f0f1010111112121313141415151617171819191a1a1b1c1c1d1e1e1f2021212223242425\
    26272728292a2b2b2c2d2e2f30313132333435363738393a3b3c3d3e3f404142434445464748494a4b4c\
    4d4e4f51525354555657595a5b5c5d5f606162";
const ZLIB_BITSHUFFLE: &str = "02017404000100000001000064000000140000004c00000078da6360186850ffe183c5f1330c0c0dff19\
    ec7f7c0089fcb767f80f963af0ff3f21ddaba000c67781020d28d820058107d664b18130c3799fd5ab52\
    9f31327c28387366db9655005d092524";
const ZSTD_SHUFFLE: &str = "0201910400010000000100008c000000140000007400000028b52ffd600000550300e405000102030405\
    06060607070708080909090a0a0a0b0b0c0c0d0d0e0e0f0f00010409101924314051647990a9c4e10021\
    446990b9e4114071a4d9104984c1004184c91059a4f14091e43990e944a10061c42990f964d140b12499\
    1089048106500100000061605001";
const ZSTD_BITSHUFFLE_BLOCKS: &str = "02019404ec00000080000000af00000018000000500000003400000028b52ffd20805d0100f8007ff000\
    0080ff00aa000000004428b01ab01ac0ac6a0600cf4cab00f070cc05100080001460f55a62035b000000\
    28b52ffd206c950200c286131cc0b71adeb3b6eedd6acfc674bf3dd6ff96e50b6b434476777717280554\
    be12dfc66fe017f0a3f7f77d7dbfb827dcef1e692fb47fd85ff6007b67fdb1deae87d427ea07f5533d93\
    de481fa43f7d00";
const SNAPPY_SHUFFLE: &str = "02015104000100000001000093000000140000007b00000080020000fe0100fe01003a01000001090100\
    020101f06303030303040404040505050506060607070708080909090a0a0a0b0b0c0c0d0d0e0e0f0f00\
    010409101924314051647990a9c4e10021446990b9e4114071a4d9104984c1004184c91059a4f14091e4\
    3990e944a10061c42990f964d140b1249910890481";

/// The bytes that hexadecimal digits denote.
fn chunk(digits: &str) -> Vec<u8> {
    (0..digits.len() / 2)
        .map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap())
        .collect()
}

#[rstest]
#[case::lz4(LZ4_NOSHUFFLE, (0..200).map(|n| n % 24).collect())]
#[case::lz4_shuffled(LZ4_SHUFFLE, squares_in_four_bytes(64))]
#[case::lz4hc_split(LZ4HC_TWO_SPLITS, squares_in_two_bytes(160))]
#[case::zlib_of_bits(ZLIB_BITSHUFFLE, squares_in_four_bytes(64))]
#[case::zstd_shuffled(ZSTD_SHUFFLE, squares_in_four_bytes(64))]
#[case::zstd_of_bits_with_a_short_last_block(ZSTD_BITSHUFFLE_BLOCKS, squares_in_four_bytes(59))]
#[case::snappy(SNAPPY_SHUFFLE, squares_in_four_bytes(64))]
fn chunks_of_other_encoders(#[case] encoded: &str, #[case] expected: Vec<u8>) {
    assert_eq!(decode(&chunk(encoded), expected.len()), Ok(expected));
}

/// By hand: three items of two bytes and one byte more, with two blocks in reverse order that are
/// stored; the second one is shorter than an item.
#[test]
fn blocks_by_hand() {
    let header = [2, 1, 0x31, 2, 7, 0, 0, 0, 6, 0, 0, 0, 39, 0, 0, 0];
    let bstarts = [29, 0, 0, 0, 24, 0, 0, 0];
    let blocks = [1, 0, 0, 0, 77, 6, 0, 0, 0, 10, 20, 30, 11, 21, 31];
    let chunk = [&header[..], &bstarts, &blocks].concat();
    assert_eq!(decode(&chunk, 7), Ok(vec![10, 11, 20, 21, 30, 31, 77]));
}

/// By hand: a block of 512 bytes in two splits of 256, and a short one of 256 in one.
#[test]
fn splits_by_hand() {
    let header = [2, 1, 0x20, 2, 0, 3, 0, 0, 0, 2, 0, 0, 0x24, 3, 0, 0];
    let bstarts = [24, 0, 0, 0, 32, 2, 0, 0];
    let split = [&[0, 1, 0, 0][..], &[7; 256]].concat();
    let chunk = [&header[..], &bstarts, &split, &split, &split].concat();
    assert_eq!(decode(&chunk, 768), Ok(vec![7; 768]));
}

/// By hand: a block of four items of two bytes, whose bytes are shuffled. Where bit 4 of the flags is not set,
/// it is not said whether it is one stream or two.
#[rstest]
#[case::one_stream(0x21, &[8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8], true)]
#[case::two_streams(0x21, &[4, 0, 0, 0, 1, 2, 3, 4, 4, 0, 0, 0, 5, 6, 7, 8], true)]
#[case::three_streams(0x21, &[4, 0, 0, 0, 1, 2, 3, 4, 2, 0, 0, 0, 5, 6, 2, 0, 0, 0, 7, 8], false)]
#[case::one_stream_as_the_flags_say(0x31, &[8, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8], true)]
#[case::two_streams_though_the_flags_say_one(0x31, &[4, 0, 0, 0, 1, 2, 3, 4, 4, 0, 0, 0, 5, 6, 7, 8], false)]
fn small_blocks_by_hand(#[case] flags: u8, #[case] streams: &[u8], #[case] is_read: bool) {
    let cbytes = 20 + u8::try_from(streams.len()).unwrap();
    let header = [2, 1, flags, 2, 8, 0, 0, 0, 8, 0, 0, 0, cbytes, 0, 0, 0];
    let chunk = [&header[..], &[20, 0, 0, 0], streams].concat();
    let expected = is_read.then(|| vec![1, 5, 2, 6, 3, 7, 4, 8]);
    assert_eq!(decode(&chunk, 8).ok(), expected);
}

/// By hand: eight items of one byte, of which item 0 is 1, item 1 is 2 and item 7 is 128.
#[test]
fn bits_by_hand() {
    let header = [2, 1, 0x34, 1, 8, 0, 0, 0, 8, 0, 0, 0, 32, 0, 0, 0];
    let stored = [20, 0, 0, 0, 8, 0, 0, 0, 0x01, 0x02, 0, 0, 0, 0, 0, 0x80];
    let chunk = [&header[..], &stored].concat();
    assert_eq!(decode(&chunk, 8), Ok(vec![1, 2, 0, 0, 0, 0, 0, 128]));
    let nine = [2, 1, 0x34, 1, 9, 0, 0, 0, 9, 0, 0, 0, 33, 0, 0, 0];
    let stored = [20, 0, 0, 0, 9, 0, 0, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let chunk = [&nine[..], &stored].concat();
    assert_eq!(decode(&chunk, 9), Ok(vec![1, 2, 3, 4, 5, 6, 7, 8, 9]));
}

#[test]
fn nothing_is_a_header_without_blocks() {
    let empty = [2, 1, 0x31, 4, 0, 0, 0, 0, 1, 0, 0, 0, 16, 0, 0, 0];
    assert_eq!(decode(&empty, 0), Ok(vec![]));
    assert_eq!(
        decode(&blosc::encode(&[], &configured(UNSHUFFLED)).unwrap(), 0),
        Ok(vec![])
    );
}

#[test]
fn blosclz_is_not_decoded() {
    let mut encoded = chunk(LZ4_SHUFFLE);
    encoded[2] &= 0x1f;
    let expected = Error::Unsupported("blosc: the reference does not decode blosclz".to_owned());
    assert_eq!(decode(&encoded, 256), Err(expected));
}

/// A few bytes cannot make the reference take much memory.
#[test]
fn lengths_that_are_not_there_are_refused() {
    for number in 0..5_u8 {
        let mut header = vec![2, 1, 0x10 | number << 5, 1];
        for length in [u32::MAX, u32::MAX, 24 + 8] {
            header.extend(length.to_le_bytes());
        }
        let chunk = [&header[..], &[20, 0, 0, 0, 8, 0, 0, 0], &[255; 8]].concat();
        let length = u64::from(u32::MAX);
        assert!(blosc::decode(&Steps::default(), &chunk, Some(length)).is_err());
        assert!(blosc::decode(&Steps::default(), &chunk, None).is_err());
    }
}

#[rstest]
#[case::as_configured(SHUFFLED, 0x21, 4, true)]
#[case::not_split(SHUFFLED, 0x31, 4, true)]
#[case::not_shuffled(SHUFFLED, 0x20, 4, false)]
#[case::bits_shuffled(SHUFFLED, 0x24, 4, false)]
#[case::other_typesize(SHUFFLED, 0x21, 2, false)]
#[case::other_compressor(SHUFFLED, 0x61, 4, false)]
#[case::copied(SHUFFLED, 0x62, 2, true)]
#[case::typesize_ignored(UNSHUFFLED, 0x20, 9, true)]
#[case::shuffled_though_not_configured(UNSHUFFLED, 0x21, 4, false)]
#[case::stride_of_one(
    r#"{"cname": "lz4", "shuffle": "shuffle", "typesize": 1}"#,
    0x20,
    1,
    true
)]
#[case::bits_in_strides_of_one(
    r#"{"cname": "lz4", "shuffle": "bitshuffle", "typesize": 1}"#,
    0x20,
    1,
    false
)]
#[case::stride_without_a_byte(
    r#"{"cname": "lz4", "shuffle": "shuffle", "typesize": 256}"#,
    0x21,
    1,
    true
)]
#[case::compressor_not_known(r#"{"cname": "new", "shuffle": "noshuffle"}"#, 0x80, 1, true)]
fn written_headers(
    #[case] configuration: &str,
    #[case] flags: u8,
    #[case] typesize: u8,
    #[case] expected: bool,
) {
    let header = Header {
        version: 2,
        versionlz: 1,
        flags: Flags::of(flags),
        typesize,
        nbytes: 0,
        blocksize: 0,
        cbytes: 16,
    };
    let blosc = configured(configuration);
    let found = blosc::check_written(&Steps::default(), &header.to_bytes(), &blosc);
    assert_eq!(found.is_ok(), expected, "{found:?}");
}

/// Level 0 turns compression off: a header and all bytes at least are stored, copied or in blocks.
#[rstest]
#[case::copied(2, 16, true)]
#[case::stored_in_blocks(0, 24, true)]
#[case::compressed(0, 15, false)]
fn written_at_level_0(#[case] flags: u8, #[case] cbytes: u32, #[case] expected: bool) {
    let header = Header {
        version: 2,
        versionlz: 1,
        flags: Flags::of(0x20 | flags),
        typesize: 1,
        nbytes: 0,
        blocksize: 0,
        cbytes,
    };
    let blosc = configured(r#"{"cname": "lz4", "clevel": 0}"#);
    let found = blosc::check_written(&Steps::default(), &header.to_bytes(), &blosc);
    assert_eq!(found.is_ok(), expected, "{found:?}");
}

/// No truncation gives elements, and no truncation or flipped bit causes a panic.
#[rstest]
fn damaged(
    #[values(
        LZ4_NOSHUFFLE,
        LZ4HC_TWO_SPLITS,
        ZLIB_BITSHUFFLE,
        ZSTD_SHUFFLE,
        ZSTD_BITSHUFFLE_BLOCKS,
        SNAPPY_SHUFFLE
    )]
    encoded: &str,
) {
    let (steps, encoded) = (Steps::default(), chunk(encoded));
    let nbytes = u64::from(steps.blosc_header(&encoded).unwrap().nbytes);
    for length in 0..encoded.len() {
        assert!(blosc::decode(&steps, &encoded[..length], Some(nbytes)).is_err());
    }
    for bit in 0..8 * encoded.len() {
        let mut damaged = encoded.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let decoded = blosc::decode(&steps, &damaged, Some(nbytes));
        assert!(decoded.is_err() || decoded.unwrap().len() as u64 == nbytes);
    }
}

proptest! {
    #[test]
    fn what_was_encoded_is_decoded(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        for configuration in [UNSHUFFLED, SHUFFLED] {
            let blosc = configured(configuration);
            let encoded = blosc::encode(&bytes, &blosc).unwrap();
            prop_assert!(blosc::check_written(&Steps::default(), &encoded, &blosc).is_ok());
            prop_assert_eq!(decode(&encoded, bytes.len()).unwrap(), &bytes[..]);
            prop_assert!(decode(&encoded, bytes.len() + 1).is_err());
            prop_assert!(bytes.is_empty() || decode(&encoded, bytes.len() - 1).is_err());
        }
    }

    /// Each block is a permutation of its bits, and each bit moves to where it is expected.
    #[test]
    fn bits_move_as_a_matrix_is_transposed(
        block in prop::collection::vec(any::<u8>(), 0..100),
        typesize in 1_usize..9,
    ) {
        let unshuffled = blosc::shuffle::unshuffle_bits(&block, typesize);
        let items = block.len() / typesize;
        let bit = |bytes: &[u8], at: usize| bytes[at / 8] >> (at % 8) & 1;
        for at in 0..items * typesize * 8 {
            let (plane, item) = (at / items, at % items);
            let to = if items % 8 == 0 { item * typesize * 8 + plane } else { at };
            prop_assert_eq!(bit(&block, at), bit(&unshuffled, to));
        }
        prop_assert_eq!(&block[items * typesize..], &unshuffled[items * typesize..]);
    }
}
