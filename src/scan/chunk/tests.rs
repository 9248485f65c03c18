//! Chunks of every fact and of a few shards, against the reference.

use rstest::rstest;
use zarr_conform_reference::sharding_indexed::EMPTY;
use zarr_conform_reference::{ChunkArray, Element, array_metadata};
use zarr_conform_runner::Derivation;
use zarr_conform_terms::Edition;

use super::*;

fn decode(chain: &Chain, bytes: &[u8], held: u64) -> (Result<(), NotDecoded>, Features) {
    let budget = Budget {
        held,
        decoded: u64::MAX,
    };
    decode_within(budget, chain, bytes)
}

fn decode_within(
    budget: Budget,
    chain: &Chain,
    mut bytes: &[u8],
) -> (Result<(), NotDecoded>, Features) {
    let (steps, mut features) = (Steps::default(), Features::new());
    let mut decoder = ChunkDecoder::new(&steps, budget, &|| false, &mut features);
    let result = decoder.decode(chain, &mut bytes, "");
    (result, features)
}

/// In every stored chunk of every fact, valid or not.
#[test]
fn what_decodes_is_what_the_reference_decodes() {
    let vectors = zarr_conform_embedded::vectors().unwrap();
    let edition = Edition::default();
    let (derivation, steps) = (
        Derivation {
            vectors: &vectors,
            edition,
        },
        Steps::default(),
    );
    let facts = vectors.facts().iter();
    let facts = facts.filter(|it| it.editions.contains(&edition));
    let stores = facts.filter_map(|it| derivation.checks(it).into_iter().next()?.stores.pop());
    let (mut decoded, mut refused) = (0, 0);
    for store in stores {
        let Some(document) = store.get("zarr.json") else {
            continue;
        };
        let Ok(array) = array_metadata::parse(&steps, document) else {
            continue;
        };
        let (chunk_shape, chain) = array.only_shape().unwrap();
        if number_of_elements(&chunk_shape).is_none_or(|it| it > 1 << 16) {
            continue;
        }
        for (key, bytes) in store.iter().filter(|(key, _)| *key != "zarr.json") {
            let expected = steps.decode(chain, bytes).map(|_| ());
            let (found, _) = decode(chain, bytes, 1 << 28);
            match (&found, &expected) {
                (Ok(()), Ok(())) => decoded += 1,
                (Err(NotDecoded::Unknown(why)), Err(Error::Codec(_))) if why.contains("longer") => {
                    refused += 1;
                }
                (Err(NotDecoded::Damaged(_)), Err(Error::Codec(_)))
                | (Err(NotDecoded::Unknown(_)), Err(Error::Unsupported(_))) => refused += 1,
                // What scale_offset makes of elements is not looked at.
                (Ok(()), Err(Error::Codec(_))) if changes_elements(chain) => {}
                _ => panic!("{key}: found {found:?}, expected {expected:?}"),
            }
        }
    }
    assert!(decoded > 1000 && refused > 30, "{decoded} {refused}");
}

fn changes_elements(chain: &Chain) -> bool {
    let mut codecs = chain.codecs.iter();
    codecs.any(|it| matches!(it.coding(), Coding::ArrayToArray(it) if it.changes_elements()))
}

fn chain(codecs: &str, shape: &[u64]) -> Chain {
    let steps = Steps::default();
    let codecs = zarr_conform_reference::Json::parse(codecs.as_bytes()).unwrap();
    let zarr_conform_reference::Json::Array(codecs) = codecs else {
        panic!("no list")
    };
    steps
        .chain(&codecs, DataType::UINT8, shape, &Element::Bits(0))
        .unwrap()
}

const SHARDS: &str = r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [2],
    "codecs": ["bytes"], "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}"#;

#[rstest]
#[case::stored(r#"["bytes", "crc32c"]"#, 104)]
#[case::decoded(r#"["bytes", "gzip"]"#, 0)]
fn no_more_bytes_are_held_than_granted(#[case] codecs: &str, #[case] length: usize) {
    let (found, _) = decode(&chain(codecs, &[100]), &vec![0; length], 99);
    let Err(NotDecoded::Unknown(why)) = found else {
        panic!("{found:?}")
    };
    assert!(why.contains("--chunk-bytes"), "{why}");
}

/// The metadata do not say how many bytes are in it.
#[test]
fn a_compressed_shard_may_be_damaged_or_long() {
    let chain = chain(&format!(r#"[{SHARDS}, "gzip"]"#), &[4]);
    let shard = ChunkArray::new(
        DataType::UINT8,
        vec![4],
        [1, 2, 3, 4].map(Element::Bits).into(),
    );
    let mut encoded = Steps::default().encode(&chain, &shard.unwrap()).unwrap();
    assert_eq!(decode(&chain, &encoded, 1000).0, Ok(()));
    assert!(matches!(
        decode(&chain, &encoded, 35).0,
        Err(NotDecoded::Unknown(_))
    ));
    encoded[12] ^= 1;
    assert!(matches!(
        decode(&chain, &encoded, 1000).0,
        Err(NotDecoded::Damaged(_))
    ));
}

#[test]
fn shards_show_how_they_are_laid_out() {
    let chain = chain(&format!("[{SHARDS}]"), &[4]);
    let index = |words: [u64; 4]| words.map(u64::to_le_bytes).concat();
    let features = |words: [u64; 4]| {
        let (found, features) = decode(&chain, &[&[1, 2, 3, 4], &index(words)[..]].concat(), 1000);
        assert_eq!(found, Ok(()));
        features.into_iter().collect::<Vec<_>>()
    };
    assert!(features([0, 2, 2, 2]).is_empty());
    assert_eq!(features([2, 2, 0, 2]), ["inner chunks in another order"]);
    assert_eq!(
        features([0, 2, EMPTY, EMPTY]),
        ["empty inner chunks", "shards with unused or shared bytes"]
    );
    let beyond = [&[1, 2, 3, 4], &index([0, 2, 35, 2])[..]].concat();
    let (found, _) = decode(&chain, &beyond, 1000);
    assert!(matches!(found, Err(NotDecoded::Damaged(_))), "{found:?}");
}

/// A few bytes that many entries of an index name are decoded as often.
#[rstest]
#[case::enough(4000, true)]
#[case::too_few(3000, false)]
fn a_shard_is_decoded_no_longer_than_granted(#[case] decoded: u64, #[case] is_whole: bool) {
    let chain = chain(&format!("[{SHARDS}]"), &[80]);
    let entries = [[0_u64, 2]; 40];
    let shard = entries
        .as_flattened()
        .iter()
        .flat_map(|it| it.to_le_bytes());
    let shard: Vec<u8> = [1, 2].into_iter().chain(shard).collect();
    let budget = Budget {
        held: 1000,
        decoded,
    };
    let (found, _) = decode_within(budget, &chain, &shard);
    match found {
        Ok(()) => assert!(is_whole),
        Err(NotDecoded::Unknown(why)) => {
            assert!(!is_whole && why.contains("not looked at whole"), "{why}");
        }
        other => panic!("{other:?}"),
    }
}
