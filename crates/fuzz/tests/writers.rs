//! What writers of ours write: the reference reads the same elements from it, by the configuration; each
//! choice is taken now and then; and simpler writers come to an end.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

#[path = "support/given.rs"]
mod given;

use std::collections::BTreeSet;

use fastrand::Rng;
use serde_json::json;
use zarr_conform_fuzz::case::codec::{Codec, Endian, Sharding};
use zarr_conform_fuzz::documents::blosc::COMPRESSORS;
use zarr_conform_fuzz::tape::Tape;
use zarr_conform_fuzz::writer::Writer;
use zarr_conform_reference::codecs::written;
use zarr_conform_reference::zstd::frame::Frame;
use zarr_conform_reference::{ChunkArray, DataType, Element, zstd};

use given::{Given, any, elements, given, of_bytes, steps};

/// Demands that the reference reads the chunk from what a writer wrote, as the configuration has it.
fn check(given: &Given, writer: &Writer) -> Vec<u8> {
    let Given { chain, chunk, .. } = given;
    let encoded = writer.encode(&steps(), chain, chunk).unwrap();
    match written::decode(&steps(), chain, &encoded) {
        Ok(decoded) => assert!(decoded == *chunk, "other elements: {writer:?}, {chain:?}"),
        Err(error) => panic!("{error}: {writer:?}, {chain:?}, {chunk:?}"),
    }
    encoded
}

#[test]
fn the_reference_reads_what_writers_write() {
    for seed in 0..4000 {
        let mut rng = Rng::with_seed(seed);
        let given = any(&mut rng, 300);
        let writer = Writer::random(&mut Tape::random(rng.u64(..)), &given.codecs).unwrap();
        check(&given, &writer);
    }
}

#[test]
fn the_reference_reads_large_chunks() {
    for seed in 0..60 {
        let mut rng = Rng::with_seed(seed);
        let chunk = ChunkArray::new(
            DataType::UINT8,
            vec![200_000],
            elements(&mut rng, DataType::UINT8, 200_000),
        );
        let codecs = vec![Codec::bytes(None), of_bytes(&mut rng)];
        let given = given(codecs, chunk.unwrap(), &Element::Bits(0));
        let writer = Writer::random(&mut Tape::random(rng.u64(..)), &given.codecs).unwrap();
        check(&given, &writer);
    }
}

#[test]
fn chunks_without_elements_are_written() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let chunk = ChunkArray::new(DataType::UINT8, vec![0], vec![]).unwrap();
        let codecs = vec![Codec::bytes(None), of_bytes(&mut rng)];
        let given = given(codecs, chunk, &Element::Bits(0));
        let writer = Writer::random(&mut Tape::random(rng.u64(..)), &given.codecs).unwrap();
        check(&given, &writer);
    }
}

/// What simpler choices make writes the chunk, too.
#[test]
fn simpler_writers_write_the_same() {
    for seed in 0..40 {
        let mut rng = Rng::with_seed(seed);
        let given = any(&mut rng, 60);
        let mut tape = Tape::random(rng.u64(..));
        Writer::random(&mut tape, &given.codecs).unwrap();
        for simpler in tape.recorded().simpler() {
            let writer = Writer::random(&mut Tape::replay(simpler), &given.codecs);
            check(&given, &writer.unwrap());
        }
    }
}

/// What 3,000 writers write of a chunk of 400 bytes by one codec.
fn of_codec(codec: &Codec) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for seed in 0..3000 {
        let mut rng = Rng::with_seed(seed);
        let elements = elements(&mut rng, DataType::UINT8, 400);
        let chunk = ChunkArray::new(DataType::UINT8, vec![400], elements).unwrap();
        let codecs = vec![Codec::bytes(None), codec.clone()];
        let given = given(codecs, chunk, &Element::Bits(0));
        let writer = Writer::random(&mut Tape::random(rng.u64(..)), &given.codecs).unwrap();
        all.push(check(&given, &writer));
    }
    all
}

#[test]
fn gzip_writers_take_every_choice() {
    let all = of_codec(&Codec::of_bytes("gzip", json!({"level": 6})));
    let flags: BTreeSet<u8> = all.iter().map(|member| member[3]).collect();
    assert_eq!(flags.len(), 32, "each combination of the flags of a header");
    let os: BTreeSet<u8> = all.iter().map(|member| member[9]).collect();
    let mut defined: BTreeSet<u8> = (0..=13).collect();
    defined.insert(255);
    assert_eq!(os, defined);
    let xfl: BTreeSet<u8> = all.iter().map(|member| member[8]).collect();
    assert_eq!(xfl, BTreeSet::from([0, 2, 4]));
    let plain = all.iter().filter(|member| member[3] == 0);
    let blocks: BTreeSet<u8> = plain.clone().map(|member| member[10] & 7).collect();
    assert_eq!(
        blocks.len(),
        6,
        "three types of blocks, last ones and others"
    );
    let hlit: BTreeSet<u8> = plain
        .clone()
        .filter(|member| member[10] >> 1 & 3 == 2)
        .map(|member| member[10] >> 3)
        .collect();
    assert!(hlit.len() > 20, "dynamic codes with lengths: {hlit:?}");
    let short = all.iter().filter(|it| it.len() < 300).count();
    assert!(short > 300, "{short} are compressed");
    let is_zero = |member: &&Vec<u8>| member[10..15] == [0, 0, 0, 0xff, 0xff];
    assert!(plain.clone().any(|member| is_zero(&member)), "empty blocks");
}

#[test]
fn gzip_at_level_0_does_not_compress() {
    for encoded in of_codec(&Codec::of_bytes("gzip", json!({"level": 0}))) {
        assert!(encoded.len() >= 400 + 18);
    }
}

#[test]
fn zstd_writers_take_every_choice() {
    let mut types = BTreeSet::new();
    let mut descriptors = BTreeSet::new();
    let mut literals = BTreeSet::new();
    let mut magic = BTreeSet::new();
    let (mut several, mut shorter) = (0, 0);
    for encoded in of_codec(&Codec::of_bytes("zstd", json!({"level": 1}))) {
        let frames = zstd::frame::frames(&steps(), &encoded).unwrap();
        several += usize::from(frames.len() > 2);
        shorter += usize::from(encoded.len() < 300);
        let first = u32::from_le_bytes(*encoded.first_chunk().unwrap());
        if first & !15 == 0x184d_2a50 {
            magic.insert(first);
        }
        for frame in frames {
            let Frame::Zstandard(frame) = frame else {
                continue;
            };
            descriptors.insert(frame.bytes[4]);
            for block in frame.blocks {
                if block.block_type == zstd::block::BlockType::Compressed {
                    literals.insert(block.content[0] & 15);
                }
                types.insert((block.block_type as u8, block.last, block.size == 0));
            }
        }
    }
    assert_eq!(magic.len(), 16, "each magic number of skippable frames");
    // Content sizes of no, 1, 2, 4 and 8 bytes, with and without a window.
    let expected = [0x00, 0x20, 0x40, 0x60, 0x80, 0xa0, 0xc0, 0xe0];
    assert_eq!(descriptors, BTreeSet::from(expected));
    let raw_last_and_not = [
        (0, false, true),
        (0, true, true),
        (0, false, false),
        (0, true, false),
    ];
    let rle_and_compressed = [
        (1, false, false),
        (1, true, false),
        (2, false, false),
        (2, true, false),
    ];
    for kind in raw_last_and_not.iter().chain(&rle_and_compressed) {
        assert!(types.contains(kind), "no block of {kind:?} in {types:?}");
    }
    // Raw, RLE and Huffman literals, with sizes of 5 and 12 bits, of one stream and of four.
    for format in [0, 1, 2, 4, 5, 6, 8, 9] {
        assert!(literals.contains(&format), "no {format} in {literals:?}");
    }
    assert!(several > 100 && shorter > 300, "{several}, {shorter}");
    let codec = Codec::of_bytes("zstd", json!({"level": 1, "checksum": true}));
    for encoded in of_codec(&codec) {
        for frame in zstd::frame::frames(&steps(), &encoded).unwrap() {
            let Frame::Zstandard(frame) = frame else {
                continue;
            };
            assert!(frame.content_checksum.is_some());
        }
    }
}

#[test]
fn blosc_writers_take_every_choice() {
    for cname in COMPRESSORS {
        let configuration = json!({"cname": cname, "clevel": 5, "shuffle": "shuffle", "typesize": 2, "blocksize": 0});
        let codec = Codec::of_bytes("blosc", configuration);
        let all = of_codec(&codec);
        let flags: BTreeSet<u8> = all.iter().map(|chunk| chunk[2] & 0x1f).collect();
        assert_eq!(flags, BTreeSet::from([1, 3, 0x11]), "{cname}");
        let blocksizes: BTreeSet<&[u8]> = all.iter().map(|chunk| &chunk[8..12]).collect();
        assert!(blocksizes.len() > 20, "{cname}: {blocksizes:?}");
        let out_of_order = |chunk: &&Vec<u8>| {
            let bstart =
                |at: usize| u32::from_le_bytes(*chunk[16 + 4 * at..].first_chunk().unwrap());
            chunk[2] & 2 == 0 && chunk[8..10] == [128, 0] && bstart(0) > bstart(1)
        };
        assert!(all.iter().filter(out_of_order).count() > 10, "{cname}");
        for chunk in &all {
            let blocksize = u32::from_le_bytes(*chunk[8..].first_chunk().unwrap());
            let is_said = chunk[2] & 0x12 != 0 || blocksize >= 256;
            assert!(is_said, "{cname}: a small block without bit 4: {chunk:?}");
        }
        let shorter = all.iter().filter(|chunk| chunk.len() < 350).count();
        assert_eq!(shorter > 200, cname != "blosclz", "{cname}: {shorter}");
    }
}

#[test]
fn shard_writers_take_every_choice() {
    let inner = vec![Codec::bytes(None)];
    let big_endian = Codec::bytes(Some(Endian::Big));
    let sharding = Codec::Sharding(Box::new(Sharding {
        chunk_shape: vec![1],
        codecs: inner,
        index_codecs: vec![big_endian],
        at_start: None,
    }));
    let elements = [1, 0, 2].map(Element::Bits).to_vec();
    let chunk = ChunkArray::new(DataType::UINT8, vec![3], elements).unwrap();
    let given = given(vec![sharding], chunk, &Element::Bits(0));
    let mut orders = BTreeSet::new();
    let (mut unused, mut left_out, mut stored) = (0, 0, 0);
    for seed in 0..500 {
        let mut rng = Rng::with_seed(seed);
        let writer = Writer::random(&mut Tape::random(rng.u64(..)), &given.codecs).unwrap();
        let encoded = check(&given, &writer);
        let index = encoded.len() - 48;
        let offset =
            |i: usize| u64::from_be_bytes(*encoded[index + 16 * i..].first_chunk().unwrap());
        let mut order = vec![0, 1, 2];
        order.sort_by_key(|i| offset(*i));
        orders.insert(order);
        let number = if offset(1) == u64::MAX { 2 } else { 3 };
        left_out += usize::from(number == 2);
        stored += usize::from(number == 3);
        unused += usize::from(index > number);
    }
    assert_eq!(orders.len(), 6, "each order of three inner chunks");
    assert!(
        unused > 50 && left_out > 50 && stored > 50,
        "{unused}, {left_out}, {stored}"
    );
}
