//! No fact fails a correct writer: the reference with other encoders, each right and unlike its own,
//! passes all that is asked of codecs whose encoding is the writer's choice. How hard to compress, where
//! inner chunks lie, and whether those of nothing but the fill value are stored, is this choice.

#![expect(clippy::unwrap_used, reason = "a failure here is a failed test")]

use std::sync::LazyLock;

use rstest::rstest;
use zarr_conform_diagnosis::{Suite, in_parallel};
use zarr_conform_protocol::subject::Stop;
use zarr_conform_reference::blosc::compressor::Compressor;
use zarr_conform_reference::blosc::configuration::Shuffle;
use zarr_conform_reference::blosc::header::{Flags, Header};
use zarr_conform_reference::blosc::{self, Blosc};
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::codecs::{self, Codec};
use zarr_conform_reference::gzip::crc32;
use zarr_conform_reference::sharding_indexed::{EMPTY, IndexLocation, ShardingIndexed};
use zarr_conform_reference::steps::Replacement;
use zarr_conform_reference::{
    ChunkArray, DataType, Element, Result, Steps, sharding_indexed, zstd,
};
use zarr_conform_runner::{CheckId, Operation, Verdict};
use zarr_conform_terms::Edition;
use zarr_conform_vectors::{Fact, Vectors};

/// Facts in whose codec lists there is a choice.
const FREE: [&str; 5] = ["gzip/", "zstd/", "blosc/", "crc32c/", "sharding-indexed/"];

/// How many checks of writing use an encoder at least, and the encoder.
#[rstest]
#[case::deflate_of_level_0(150, const { &[Replacement::bytes_to_bytes_encode(|steps, codec, bytes| gzip(steps, codec, bytes, 0))] })]
#[case::deflate_of_level_1(150, const { &[Replacement::bytes_to_bytes_encode(|steps, codec, bytes| gzip(steps, codec, bytes, 1))] })]
#[case::deflate_of_level_9(150, const { &[Replacement::bytes_to_bytes_encode(|steps, codec, bytes| gzip(steps, codec, bytes, 9))] })]
#[case::gzip_members(150, const { &[Replacement::bytes_to_bytes_encode(|steps, codec, bytes| {
    let halves = bytes.split_at(bytes.len() / 2);
    let members = [halves.0, &[], halves.1].map(|part| gzip(steps, codec, part, 6));
    match codec {
        Codec::Gzip(_) => Ok(members.into_iter().collect::<Result<Vec<_>>>()?.concat()),
        _ => codecs::bytes_to_bytes_encode(steps, codec, bytes),
    }
})] })]
#[case::zstd_compressed(100, const { &[Replacement::zstd_encode(|steps, bytes, checksum| {
    if checksum {
        return zstd::encode(steps, bytes, checksum);
    }
    Ok(zstd_compressed(bytes))
})] })]
#[case::zstd_frames(100, const { &[Replacement::zstd_encode(|steps, bytes, checksum| {
    let mut encoded = skippable(b"before");
    for part in bytes.chunks(7) {
        encoded.extend(zstd::encode(steps, part, checksum)?);
        encoded.extend(skippable(b""));
    }
    if bytes.is_empty() {
        encoded.extend(zstd::encode(steps, bytes, checksum)?);
    }
    Ok(encoded)
})] })]
#[case::blosc_unsplit(200, const { &[Replacement::blosc_encode(|_, bytes, codec| blosc_chunk(bytes, codec, true))] })]
#[case::blosc_split(200, const { &[Replacement::blosc_encode(|_, bytes, codec| blosc_chunk(bytes, codec, false))] })]
#[case::shards_in_column_major_order_with_gaps(250, const { &[Replacement::sharding_encode(|steps, codec, array| {
    shard(steps, codec, array, &Layout { order: column_major, gap: 3, tail: 5, leaves_out: false })
})] })]
#[case::shards_backwards(250, const { &[Replacement::sharding_encode(|steps, codec, array| {
    shard(steps, codec, array, &Layout { order: backwards, gap: 0, tail: 0, leaves_out: false })
})] })]
#[case::shards_without_empty_inner_chunks(90, const { &[Replacement::sharding_encode(|steps, codec, array| {
    shard(steps, codec, array, &Layout { order: forwards, gap: 0, tail: 0, leaves_out: true })
})] })]
#[case::all_at_once(600, const { &[
    Replacement::bytes_to_bytes_encode(|steps, codec, bytes| gzip(steps, codec, bytes, 9)),
    Replacement::blosc_encode(|_, bytes, codec| blosc_chunk(bytes, codec, false)),
    Replacement::sharding_encode(|steps, codec, array| {
        shard(steps, codec, array, &Layout { order: column_major, gap: 1, tail: 9, leaves_out: true })
    }),
] })]
fn no_fact_fails_a_correct_writer(#[case] least: usize, #[case] encoder: &'static [Replacement]) {
    let results = judge(encoder);
    let is_right = |it: &Verdict| matches!(it, Verdict::Pass { .. } | Verdict::Behaviour { .. });
    let wrong: Vec<_> = results.iter().filter(|it| !is_right(&it.2)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
    let wrote = results.iter().filter(|it| it.1 == Operation::Write).count();
    assert!(wrote >= least, "{wrote} checks of writing use the encoder");
}

/// A writer that is wrong is found by the same checks.
#[rstest]
#[case::deflate_without_trailer(const { &[Replacement::gzip_encode(|_, bytes| {
    let member = member(bytes, 6);
    member[..member.len() - 8].to_vec()
})] }, "gzip/")]
#[case::zstd_without_checksum(const { &[Replacement::zstd_encode(|steps, bytes, _| zstd::encode(steps, bytes, false))] }, "zstd/")]
#[case::blosc_without_shuffle(const { &[Replacement::blosc_encode(|_, bytes, codec| {
    let unlike = Blosc { shuffle: Shuffle::None, ..codec.clone() };
    blosc_chunk(bytes, &unlike, true)
})] }, "blosc/")]
#[case::shards_one_byte_late(const { &[Replacement::sharding_encode(|steps, codec, array| {
    let mut shard = sharding_indexed::encode(steps, codec, array)?;
    shard.insert(0, 0);
    Ok(shard)
})] }, "sharding-indexed/")]
fn a_wrong_writer_is_found(#[case] encoder: &'static [Replacement], #[case] of: &str) {
    let results = judge(encoder);
    let mut failed = results.iter().filter(|it| matches!(it.2, Verdict::Fail(_)));
    assert!(failed.any(|it| it.0.starts_with(of) && it.1 == Operation::Write));
}

/// Encodes by gzip as hard as this, but for a configured level of 0, which turns compression off; by
/// other codecs as the reference does.
fn gzip(steps: &Steps, codec: &Codec, bytes: &[u8], level: u8) -> Result<Vec<u8>> {
    match codec {
        Codec::Gzip(gzip) if gzip.level == Some(0) => Ok(member(bytes, 0)),
        Codec::Gzip(_) => Ok(member(bytes, level)),
        _ => codecs::bytes_to_bytes_encode(steps, codec, bytes),
    }
}

/// A gzip member with a name, compressed at this level.
fn member(bytes: &[u8], level: u8) -> Vec<u8> {
    let mut member = vec![0x1f, 0x8b, 8, 0x08, 1, 2, 3, 4, 0, 3];
    member.extend(b"chunk\0");
    member.extend(miniz_oxide::deflate::compress_to_vec(bytes, level));
    member.extend(crc32(bytes).to_le_bytes());
    member.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
    member
}

fn zstd_compressed(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

fn skippable(bytes: &[u8]) -> Vec<u8> {
    let mut frame = 0x184d_2a53_u32.to_le_bytes().to_vec();
    frame.extend(u32::try_from(bytes.len()).unwrap().to_le_bytes());
    frame.extend(bytes);
    frame
}

/// A Blosc chunk of compressed blocks, whose items are shuffled as configured.
fn blosc_chunk(bytes: &[u8], codec: &Blosc, unsplit: bool) -> Result<Vec<u8>> {
    let compressor = match codec.compressor {
        Some(compressor) if compressor != Compressor::BloscLz => compressor,
        // No crate compresses by this one.
        _ => return blosc::encode(bytes, codec),
    };
    let typesize = codec
        .typesize
        .and_then(|it| u8::try_from(it).ok())
        .unwrap_or(1);
    // Level 0 turns compression off.
    let is_copied = bytes.is_empty() || codec.is_stored;
    if is_copied || codec.typesize.is_some_and(|it| it > 255) {
        return blosc::encode(bytes, codec);
    }
    let size = usize::from(typesize);
    let blocksize = bytes.len().min(size * 128);
    let header = |cbytes: usize| Header {
        version: 2,
        versionlz: 1,
        flags: Flags {
            byte_shuffle: codec.shuffle == Shuffle::Bytes,
            memcpy: false,
            bit_shuffle: codec.shuffle == Shuffle::Bits,
            reserved: false,
            unsplit,
            compressor: compressor.number(),
        },
        typesize,
        nbytes: u32::try_from(bytes.len()).unwrap(),
        blocksize: u32::try_from(blocksize).unwrap(),
        cbytes: u32::try_from(cbytes).unwrap(),
    };
    let blocks: Vec<&[u8]> = bytes.chunks(blocksize).collect();
    let mut starts = Vec::new();
    let mut streams = Vec::new();
    for block in &blocks {
        starts.push(16 + 4 * blocks.len() + streams.len());
        let shuffled = match codec.shuffle {
            Shuffle::None => block.to_vec(),
            Shuffle::Bytes => shuffled_bytes(block, size),
            Shuffle::Bits => shuffled_bits(block, size),
        };
        let splits = blosc::block::splits(&header(0), block.len() as u64);
        for split in shuffled.chunks(block.len() / usize::try_from(splits).unwrap()) {
            let compressed = compressed(split, compressor);
            let stream = if compressed.len() < split.len() {
                &compressed
            } else {
                split
            };
            streams.extend(u32::try_from(stream.len()).unwrap().to_le_bytes());
            streams.extend(stream);
        }
    }
    let mut chunk = header(16 + 4 * blocks.len() + streams.len())
        .to_bytes()
        .to_vec();
    for start in starts {
        chunk.extend(u32::try_from(start).unwrap().to_le_bytes());
    }
    chunk.extend(streams);
    Ok(chunk)
}

fn compressed(bytes: &[u8], compressor: Compressor) -> Vec<u8> {
    match compressor {
        Compressor::BloscLz => unreachable!("no crate compresses by it"),
        Compressor::Lz4 => lz4_flex::block::compress(bytes),
        Compressor::Snappy => snap::raw::Encoder::new().compress_vec(bytes).unwrap(),
        Compressor::Zlib => miniz_oxide::deflate::compress_to_vec_zlib(bytes, 6),
        Compressor::Zstd => zstd_compressed(bytes),
    }
}

/// Byte by byte: first the first byte of each item.
fn shuffled_bytes(block: &[u8], size: usize) -> Vec<u8> {
    let items = block.len() / size;
    let mut shuffled = Vec::new();
    for byte in 0..size {
        shuffled.extend(block.chunks_exact(size).map(|item| item[byte]));
    }
    shuffled.extend(&block[items * size..]);
    shuffled
}

/// Bit by bit, where the number of items is a multiple of 8: first the first bit of the first byte of
/// each item.
fn shuffled_bits(block: &[u8], size: usize) -> Vec<u8> {
    let items = block.len() / size;
    if items % 8 != 0 {
        return block.to_vec();
    }
    let mut shuffled = Vec::new();
    for byte in 0..size {
        for bit in 0..8 {
            for eight in block[..items * size].chunks_exact(8 * size) {
                let bits = eight.chunks_exact(size).map(|item| item[byte] >> bit & 1);
                shuffled.push(bits.rev().fold(0, |all, bit| all << 1 | bit));
            }
        }
    }
    shuffled.extend(&block[items * size..]);
    shuffled
}

/// Where a writer puts what into a shard.
struct Layout {
    order: fn(&[u64]) -> Vec<Vec<u64>>,
    /// Unused bytes before each inner chunk.
    gap: usize,
    /// Unused bytes after the last one.
    tail: usize,
    /// Whether inner chunks of nothing but the fill value are not stored.
    leaves_out: bool,
}

fn forwards(chunks_per_shard: &[u64]) -> Vec<Vec<u64>> {
    positions(chunks_per_shard).collect()
}

fn backwards(chunks_per_shard: &[u64]) -> Vec<Vec<u64>> {
    let mut all = forwards(chunks_per_shard);
    all.reverse();
    all
}

/// The first dimension varies fastest.
fn column_major(chunks_per_shard: &[u64]) -> Vec<Vec<u64>> {
    let mut all = forwards(chunks_per_shard);
    all.sort_by_key(|position| position.iter().rev().copied().collect::<Vec<_>>());
    all
}

fn shard(
    steps: &Steps,
    codec: &ShardingIndexed,
    array: &ChunkArray,
    layout: &Layout,
) -> Result<Vec<u8>> {
    let chunks_per_shard = steps.sharding_chunks_per_shard(&array.shape, &codec.chunk_shape)?;
    let index_shape = [&chunks_per_shard[..], &[2]].concat();
    let mut index = ChunkArray::filled(DataType::UINT64, index_shape, &Element::Bits(EMPTY))?;
    let mut bytes = match codec.index_location {
        IndexLocation::Start => {
            vec![0; usize::try_from(steps.sharding_index_size(&codec.index_codecs)?).unwrap()]
        }
        IndexLocation::End => Vec::new(),
    };
    let first = bytes.len();
    for at in (layout.order)(&chunks_per_shard) {
        let mut inner = ChunkArray::filled(
            array.data_type,
            codec.chunk_shape.clone(),
            &codec.fill_value,
        )?;
        for position in positions(&codec.chunk_shape) {
            let pairs = at.iter().zip(&codec.chunk_shape).zip(&position);
            let in_shard: Vec<u64> = pairs
                .map(|((at, length), within)| at * length + within)
                .collect();
            inner.set(&position, array.get(&in_shard)?.clone())?;
        }
        if layout.leaves_out && inner.elements.iter().all(|it| *it == codec.fill_value) {
            continue;
        }
        bytes.extend(vec![0xaa; layout.gap]);
        let encoded = steps.encode(&codec.codecs, &inner)?;
        let words = [bytes.len() as u64, encoded.len() as u64];
        for (word, which) in words.into_iter().zip(0..) {
            index.set(&[&at[..], &[which]].concat(), Element::Bits(word))?;
        }
        bytes.extend(encoded);
    }
    bytes.extend(vec![0xbb; layout.tail]);
    let index = steps.encode(&codec.index_codecs, &index)?;
    match codec.index_location {
        IndexLocation::Start => bytes[..first].copy_from_slice(&index),
        IndexLocation::End => bytes.extend(index),
    }
    Ok(bytes)
}

static SUITE: LazyLock<Suite<'static>> = LazyLock::new(|| {
    static VECTORS: LazyLock<Vectors> = LazyLock::new(|| zarr_conform_embedded::vectors().unwrap());
    let is_free = |fact: &Fact| FREE.iter().any(|it| fact.id.starts_with(it));
    Suite::new(&VECTORS, Edition::default(), 0, is_free)
});

/// The verdicts on what these steps take part in. Whatever they do not touch is answered by the reference,
/// which passes everything.
fn judge(encoder: &'static [Replacement]) -> Vec<(CheckId, Operation, Verdict)> {
    let (suite, edition) = (&*SUITE, Edition::default());
    let checks: Vec<usize> = (0..suite.plan().len()).collect();
    let touched = suite.touched(&checks, &[encoder], &Stop::default());
    let asked = checks
        .into_iter()
        .zip(touched)
        .filter(|it| !it.1.is_empty());
    let asked: Vec<usize> = asked.map(|it| it.0).collect();
    in_parallel(
        &asked,
        || (),
        |(), &at| {
            let verdict = suite.verdict(at, Steps::literal(edition).with(encoder));
            let check = suite.check(at);
            (suite.plan().id(at).to_owned(), check.operation, verdict)
        },
    )
}
