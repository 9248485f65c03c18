//! The zstd codec against frames that other encoders made, and frames worked out by hand.

use crate::zstd::block::block;
use crate::zstd::content::content_checksum;
use crate::zstd::frame::{Frame, frame_header};
use crate::{Edition, Error, Json, Result, Steps, zstd};
use proptest::prelude::*;
use rstest::rstest;

/// `distinct 24 level 3 checksum` of `generator/encoded/zstd.py`.
const DISTINCT_CHECKSUM: &str =
    "28b52ffd2418c100000102030405060708090a0b0c0d0e0f10111213141516171841a0eebd";

/// `skewed blocks of 150` of `generator/encoded/zstd.py`.
const SKEWED_BLOCKS: &str = "\
    28b52ffd00009c020062c9138e44433332433212006de0494d6ae1a7e115ad82b95374ef8eb22e653a8b16ff\
    be139be9f704d9121505bce61c6ec8dd1a43ecfc9c94cc5762181ae02553840cf8d93484bbd5a02d7f404698\
    ec1d0c00b402001249138e4434343323231110942b7903ca879931f52bb580e9b76b1d468b9f1897456c1bbe\
    ea36596299d77926c669ca88a41b82153dc30ca05c4e2d47a468e792e2aaa2e2160d49d41881ef62cc926601\
    00ae4e305164020013c91062a556c4ff1b65beab56a89945d8b5a492e8843edf404d80827c19353d2e647a1a\
    778aad049cd2718966a9fc652a01149f33e09d532b5196a752e8e109740649419c0b01005f5330516c020063\
    4912c2ad110e61cc5e17a8a4a55650ba539eb684b4d5a9988084662808458c1208c11be3a18822acf108aad1\
    fa0e4ed342aeac3bc8f950b82866ca1922185163e68a334d193d4e8bc4900900010000";

/// `wave level 19` of `generator/encoded/zstd.py`.
const WAVE_19: &str = "\
    28b52ffd6008066d07003657331290bd1950fa43e90fa53f94d2ffffffff31a729002e002f00a3d3a7b3c95c\
    2a93c8a311491c0a83c0a070482c268fc8a472c96c3a9f50aa744aad5aafd8ac76fb0dcc65130412cae553b5\
    6a59ace66c3e4321814c36532ab6d572d06754241ac6e312955a5cae579bc55ead55ea540a48463abdb8db2e\
    0a958cc5a36854a0d16acbfda6520a794c8644c4f99cb25aaf4ab594c925283498cde88ae5ae562cd4699544\
    2ac2e1d1744ad86c67ad5e4b25030c164b2664bd6ed86bd6643ac2e090543ad46aa6cd6e4f27441c16c735a8\
    2104f3ebff19f075e611fc23fcfaffdf011fd2a9228b9dae775905";

/// `wave blocks of 300` of `generator/encoded/zstd.py`.
const WAVE_BLOCKS: &str = "\
    28b52ffd00006c03004208151480db1c10f641e90f65f583029881199881954e0103f118e9d2b6072a0c4381\
    aaed969bc55ead55ea541a854a9d4de6529944be47e34b1c0a83c0a070482c228f2f32a95c329bcee7342a9d\
    52abd62b36abed0611a810f8faff1bf07503006326be0f22396048d723a55c010004020073727e7d7e79736e\
    686571707c7b807b75706a656f6e7a79827d77007300721b5c010055a80a1518640100d0006c676d6c787783\
    7f79746e696b6a767581807b76706b6968741a6801e0f70d10e357de3deee0ee35a10c740100d87f7e7d7872\
    6d676672717d7c7f7a746f6964706f7b7a817c76716b1ca8207ee00f206325f601a66f4adfca2d084c0100f0\
    006e6d7978837e78736d686c6b777682807a756f6a6a697574807f7c00781b7c0189be842ed74901740100c0\
    6f686773727e7d7e79736e686571707c7b807b75706a656f1ba8503ef0190310e3573e441a4369456f651173\
    01010000";

/// `wave program level 3` of `generator/encoded/zstd.py`.
const WAVE_PROGRAM: &str = "\
    28b52ffd0458e50700824f251770a533070acc30c30c336c4b221122a7ffffffffffefa68399d439ba627b36\
    8218154abe76682e58cb2a2d8fa1b04cac14966a26ad903ca892a0f55c8ac3f149a1412cda18dbeba0800971\
    4e562904735d0ca154d86bd6643a2dd1b945c4f99cb2d980576b953a9546a14f2794b954269147e35b745fe2\
    30500850183824b6c6e26b3c2293ca25b3197d42a3d229b56abd62070346a8f140012fb8ff6770739a1d1270\
    a10852942065095802fafeff670ad28953d04abc83aacc3379df831edefb7253785965bd1c222f6f859755d6\
    cb41f6ac5675564a3c2b8b9cb58acf4a693f07a53ecbfccf4dd9cf60d6e7723bd0484b41295d1f751532dc6f\
    f0";

/// The bytes that hexadecimal digits denote; white space is ignored.
fn hex(digits: &str) -> Vec<u8> {
    let digits: Vec<u32> = digits.chars().filter_map(|c| c.to_digit(16)).collect();
    digits
        .chunks(2)
        .map(|pair| u8::try_from(pair[0] << 4 | pair[1]).unwrap())
        .collect()
}

fn steps() -> Steps {
    Steps::literal(Edition::V3_1)
}

fn decode(encoded: &[u8], length: usize) -> Result<Vec<u8>> {
    zstd::decode(&steps(), encoded, Some(length as u64))
}

fn distinct() -> Vec<u8> {
    (1..=24).collect()
}

/// `SKEWED` of the script.
fn skewed() -> Vec<u8> {
    let pseudorandom = |mut state: u64| {
        (0..600).map(move |_| {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            u8::try_from((state >> 16) % 16).unwrap()
        })
    };
    pseudorandom(1)
        .zip(pseudorandom(99))
        .map(|(a, b)| a.min(b))
        .collect()
}

/// `WAVE` of the script.
fn wave() -> Vec<u8> {
    (0..900_i32)
        .map(|n| 100 + (n % 57 - 28).abs() + 3 * i32::from(n * n % 11 == 0))
        .flat_map(|n| u16::try_from(n).unwrap().to_be_bytes())
        .collect()
}

#[rstest]
#[case::raw_block_and_checksum(DISTINCT_CHECKSUM, distinct())]
#[case::huffman_and_treeless_literals(SKEWED_BLOCKS, skewed())]
#[case::finite_state_entropy(WAVE_19, wave())]
#[case::repeated_tables(WAVE_BLOCKS, wave())]
#[case::of_the_program(WAVE_PROGRAM, wave())]
fn frames_of_other_encoders_are_decoded(#[case] encoded: &str, #[case] expected: Vec<u8>) {
    assert_eq!(decode(&hex(encoded), expected.len()).unwrap(), expected);
}

/// By hand: magic number, descriptor, fields of the header, blocks. `abc` is 61 62 63, `aaa` three
/// times 61.
#[rstest]
#[case::window_and_no_content_size("28b52ffd 00 00  190000 616263", "abc")]
#[case::content_size_in_1_byte("28b52ffd 20 03  190000 616263", "abc")]
#[case::content_size_in_4_bytes("28b52ffd a0 03000000  190000 616263", "abc")]
#[case::content_size_in_8_bytes("28b52ffd e0 0300000000000000  190000 616263", "abc")]
#[case::content_size_and_window("28b52ffd 80 00 03000000  190000 616263", "abc")]
#[case::unused_bit("28b52ffd 30 03  190000 616263", "abc")]
#[case::dictionary_id_of_zero("28b52ffd 23 00000000 03  190000 616263", "abc")]
#[case::rle_block("28b52ffd 20 03  1b0000 61", "aaa")]
#[case::several_blocks("28b52ffd 20 03  080000 61  000000  0a0000 62  090000 63", "abc")]
#[case::several_frames("28b52ffd 20 01  090000 61  28b52ffd 20 02  110000 6263", "abc")]
#[case::empty_frames("28b52ffd 20 00  010000  28b52ffd 20 03  190000 616263", "abc")]
#[case::skippable_frames(
    "502a4d18 01000000 99  28b52ffd 20 03 190000 616263  5f2a4d18 00000000",
    "abc"
)]
#[case::literals_without_sequences("28b52ffd 00 00  2d0000 18 616263 00", "abc")]
#[case::rle_literals("28b52ffd 00 00  1d0000 19 61 00", "aaa")]
#[case::window_of_3_75_tb("28b52ffd 00 ff  190000 616263", "abc")]
fn frames_by_hand_are_decoded(#[case] encoded: &str, #[case] expected: &str) {
    assert_eq!(decode(&hex(encoded), 3).unwrap(), expected.as_bytes());
}

/// A content size in 2 bytes is 256 less than it says.
#[test]
fn content_size_in_2_bytes_counts_from_256() {
    let encoded = hex("28b52ffd 60 0100  0b0800 07  0b0000");
    assert!(decode(&encoded, 257).is_err());
    let encoded = hex("28b52ffd 60 0100  0b0800 07");
    assert_eq!(decode(&encoded, 257).unwrap(), [7; 257]);
}

#[rstest]
#[case::no_bytes("")]
#[case::another_magic_number("29b52ffd 20 03  190000 616263")]
#[case::skippable_magic_number_too_large("602a4d18 00000000 28b52ffd 20 03 190000 616263")]
#[case::without_magic_number("20 03  190000 616263")]
#[case::reserved_bit("28b52ffd 28 03  190000 616263")]
#[case::reserved_block_type("28b52ffd 20 03  1f0000 616263")]
#[case::block_larger_than_the_window("28b52ffd 20 02  190000 616263")]
#[case::rle_block_larger_than_128_kb("28b52ffd 00 ff  0b0010 61")]
#[case::content_size_too_large("28b52ffd 20 04  190000 616263")]
#[case::content_size_too_small("28b52ffd 80 00 02000000  190000 616263")]
#[case::no_last_block("28b52ffd 20 03  180000 616263")]
#[case::wrong_checksum("28b52ffd 24 03  190000 616263  00000000")]
#[case::reserved_dictionary_id("28b52ffd 21 01 03  190000 616263")]
#[case::something_after_the_last_frame("28b52ffd 20 03  190000 616263  00")]
#[case::skippable_frame_ends("28b52ffd 20 03  190000 616263  502a4d18 02000000 00")]
#[case::four_bytes("28b52ffd 20 04  210000 61626364")]
fn what_is_no_encoding_is_refused(#[case] encoded: &str) {
    let found = decode(&hex(encoded), 3);
    assert!(matches!(found, Err(Error::Codec(_))), "{found:?}");
}

/// By hand: (8 + mantissa) * 2^(7 + exponent).
#[rstest]
#[case::smallest("00 00", 1 << 10)]
#[case::with_mantissa("00 0b", 2816)]
#[case::of_8_mb("00 68", 8 << 20)]
#[case::largest("00 ff", (1 << 41) + 7 * (1 << 38))]
#[case::single_segment("20 07", 7)]
fn window_sizes(#[case] header: &str, #[case] expected: u64) {
    let (header, size) = frame_header(&hex(header)).unwrap();
    assert_eq!((header.window_size, size), (expected, 2));
    assert_eq!(header.block_maximum_size(), expected.min(131_072));
}

#[test]
fn blocks_beyond_the_maximum_are_refused() {
    let rle_block_of_5_bytes = hex("2b0000 61");
    assert!(block(&rle_block_of_5_bytes, 5).is_ok());
    assert!(block(&rle_block_of_5_bytes, 4).is_err());
    let compressed_block_of_5_bytes = hex("2d0000 10 6162 00 00");
    assert!(block(&compressed_block_of_5_bytes, 4).is_err());
}

/// What may be right, but needs more than the reference has.
#[rstest]
#[case::a_dictionary("28b52ffd 22 0080 03  190000 616263")]
#[case::a_window_of_256_mib("28b52ffd 00 90  2d0000 18 616263 00")]
fn what_the_reference_lacks_is_unsupported(#[case] encoded: &str) {
    let found = decode(&hex(encoded), 3);
    assert!(matches!(found, Err(Error::Unsupported(_))), "{found:?}");
}

/// 2^21 RLE blocks of 128 KB in 8 MiB would be 256 GiB.
#[test]
fn a_frame_that_grows_without_end_is_refused() {
    for block in [&hex("020010 61")[..], &hex("1c0000 fd7f3e 61 00")] {
        let encoded = [&hex("28b52ffd 00 88")[..], &block.repeat(1 << 16)].concat();
        let encoded = [&encoded[..], &hex("010000")].concat();
        assert!(decode(&encoded, 1 << 20).is_err());
    }
}

/// By the package xxhash of Python: ef46db3751d8e999, d24ec4f1a98c6e5b and 44bc2cf5ad770999.
#[test]
fn checksum_is_the_low_half_of_xxh64() {
    assert_eq!(content_checksum(b""), 0x51d8_e999);
    assert_eq!(content_checksum(b"a"), 0xa98c_6e5b);
    assert_eq!(content_checksum(b"abc"), 0xad77_0999);
}

#[rstest]
#[case::default("{\"level\": 0}", Some((Some(0), false)))]
#[case::lowest("{\"level\": -131072, \"checksum\": true}", Some((Some(-131_072), true)))]
#[case::highest("{\"level\": 22, \"checksum\": false}", Some((Some(22), false)))]
#[case::too_low("{\"level\": -131073}", None)]
#[case::too_high("{\"level\": 23}", None)]
#[case::missing("{}", Some((None, false)))]
#[case::not_an_integer("{\"level\": 1.5}", None)]
#[case::text("{\"level\": \"1\"}", None)]
#[case::checksum_as_text("{\"level\": 1, \"checksum\": \"true\"}", None)]
#[case::checksum_as_number("{\"level\": 1, \"checksum\": 1}", None)]
fn level_and_checksum(#[case] configuration: &str, #[case] expected: Option<(Option<i64>, bool)>) {
    let configuration = Json::parse(configuration.as_bytes()).unwrap();
    let found =
        zstd::level(&configuration).and_then(|level| Ok((level, zstd::checksum(&configuration)?)));
    assert_eq!(found.ok(), expected);
}

#[rstest]
#[case::none("28b52ffd 20 03  190000 616263", false, true)]
#[case::one("28b52ffd 24 03  190000 616263  990977ad", true, false)]
#[case::not_in_the_second_frame(
    "28b52ffd 24 03  190000 616263  990977ad  28b52ffd 20 01  090000 61",
    false,
    false
)]
#[case::not_in_a_frame_without_content(
    "28b52ffd 24 03  190000 616263  990977ad  28b52ffd 20 00  010000",
    true,
    false
)]
fn a_checksum_is_written_where_it_is_asked_for(
    #[case] encoded: &str,
    #[case] asked_for: bool,
    #[case] not_asked_for: bool,
) {
    let holds = |checksum| zstd::check_written(&steps(), &hex(encoded), checksum).is_ok();
    assert_eq!(holds(true), asked_for);
    assert_eq!(holds(false), not_asked_for);
}

#[test]
fn the_unused_bit_is_read_and_not_written() {
    let encoded = hex("28b52ffd 30 03  190000 616263");
    assert_eq!(decode(&encoded, 3).unwrap(), b"abc");
    assert!(zstd::check_written(&steps(), &encoded, false).is_err());
}

#[test]
fn blocks_of_an_encoding_have_at_most_128_kb() {
    let bytes: Vec<u8> = (0..300_000_u32).map(|n| n.to_le_bytes()[1]).collect();
    let encoded = zstd::encode(&steps(), &bytes, true).unwrap();
    let frames = steps().zstd_frames(&encoded).unwrap();
    let [Frame::Zstandard(frame)] = &frames[..] else {
        panic!("{frames:?}");
    };
    let sizes: Vec<u64> = frame.blocks.iter().map(|block| block.size).collect();
    assert_eq!(sizes, [131_072, 131_072, 37_856]);
    assert_eq!(decode(&encoded, bytes.len()).unwrap(), bytes);
}

/// Every truncation and every flipped bit of a frame is refused or decoded; with a checksum, nothing
/// that is decoded differs.
#[rstest]
#[case(DISTINCT_CHECKSUM, distinct())]
#[case(WAVE_PROGRAM, wave())]
#[case(SKEWED_BLOCKS, skewed())]
fn damage_is_refused_or_decoded(#[case] encoded: &str, #[case] expected: Vec<u8>) {
    let encoded = hex(encoded);
    for length in 0..encoded.len() {
        assert!(decode(&encoded[..length], expected.len()).is_err());
    }
    let has_checksum = encoded[4] >> 2 & 1 == 1;
    for bit in 0..8 * encoded.len() {
        let mut damaged = encoded.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        let found = decode(&damaged, expected.len());
        let checksum_flag_lost = bit == 8 * 4 + 2;
        if has_checksum && !checksum_flag_lost {
            assert!(
                found.is_err() || found.as_ref() == Ok(&expected),
                "bit {bit}"
            );
        }
    }
}

proptest! {
    #[test]
    fn what_is_encoded_is_decoded(bytes: Vec<u8>, checksum: bool) {
        let encoded = zstd::encode(&steps(), &bytes, checksum).unwrap();
        prop_assert_eq!(decode(&encoded, bytes.len()).unwrap(), bytes);
        prop_assert_eq!(zstd::check_written(&steps(), &encoded, checksum), Ok(()));
    }
}
