//! Chunks to be decoded, by any chain of codecs and by one container format each.

use std::io::Read as _;

use flate2::bufread::MultiGzDecoder;
use zarr_conform_reference::chunk_array::number_of_elements;
use zarr_conform_reference::codecs::{Chain, written};
use zarr_conform_reference::steps::Replacement;
use zarr_conform_reference::{
    ChunkArray, DataType, Edition, Element, Error, Json, Steps, data_type,
};

use crate::no_bug;
use crate::parts::{first_byte, first_line};

/// The most elements of a chunk. Whoever asks the reference says how large chunks are, and gets what
/// was asked for; the law is that bytes from elsewhere cannot make it more.
const MOST_ELEMENTS: u64 = 1 << 12;
/// The most bytes of one element.
const MOST_BYTES: usize = 64;

/// Any chain. The first line is an object with `edition`, `data_type`, `shape` and `codecs`, the rest a
/// chunk to be decoded.
///
/// What decodes has the shape that was asked for; encoded, it decodes to the same elements, and to the
/// same bytes where the text leaves no choice. What the reference writes is allowed to be written.
pub fn codecs(input: &[u8]) {
    let (head, encoded) = first_line(input);
    let Ok(head) = no_bug(Json::parse(head)) else {
        return;
    };
    let Some((steps, data_type, shape, list)) = asked(&head) else {
        return;
    };
    let zero = Element::zero(data_type);
    if let Ok(chain) = no_bug(steps.chain(list, data_type, &shape, &zero)) {
        decoded_again(&steps, &chain, encoded);
    }
}

fn asked(head: &Json) -> Option<(Steps, DataType, Vec<u64>, &[Json])> {
    let edition = match head.member("edition").and_then(Json::as_str) {
        Some("draft") => Edition::Draft,
        Some("3.0") => Edition::V3_0,
        _ => Edition::V3_1,
    };
    let data_type = head.member("data_type")?.as_str()?;
    let data_type = no_bug(data_type::from_text(data_type)).ok()?;
    let Json::Array(lengths) = head.member("shape")? else {
        return None;
    };
    let shape: Vec<u64> = lengths.iter().map(Json::as_u64).collect::<Option<_>>()?;
    let Json::Array(list) = head.member("codecs")? else {
        return None;
    };
    let is_small = data_type.size() <= MOST_BYTES
        && number_of_elements(&shape).is_some_and(|it| it <= MOST_ELEMENTS);
    is_small.then(|| (Steps::literal(edition), data_type, shape, list.as_slice()))
}

/// Decodes, and where that succeeds holds the laws of [`codecs`].
fn decoded_again(steps: &Steps, chain: &Chain, encoded: &[u8]) {
    let Ok(chunk) = no_bug(steps.decode(chain, encoded)) else {
        // What cannot be decoded is not what may be written.
        assert!(written::decode(steps, chain, encoded).is_err());
        return;
    };
    let number = number_of_elements(&chunk.shape);
    assert_eq!(
        number,
        Some(chunk.elements.len() as u64),
        "{:?}",
        chunk.shape
    );
    let again = match no_bug(steps.encode(chain, &chunk)) {
        Ok(again) => again,
        Err(Error::Unsupported(_)) => return,
        Err(error) => panic!("what was decoded cannot be encoded: {error}"),
    };
    assert_eq!(
        steps.decode(chain, &again).as_ref(),
        Ok(&chunk),
        "by {chain:?}"
    );
    let allowed = written::decode(steps, chain, &again);
    assert_eq!(allowed.as_ref(), Ok(&chunk), "written by {chain:?}");
    if !chain.is_free() {
        assert_eq!(again, encoded, "there is no choice in {chain:?}");
    }
    in_parts(steps, chain, &again, &chunk);
}

/// The parts of a chunk have as many elements as the whole.
fn in_parts(steps: &Steps, chain: &Chain, encoded: &[u8], chunk: &ChunkArray) {
    let mut number = 0;
    let count = |_: &[u64], part: &ChunkArray| number += part.elements.len();
    let parts = written::decode_in_parts(steps, chain, encoded, count);
    assert_eq!(parts, Ok(()), "in parts by {chain:?}");
    assert_eq!(number, chunk.elements.len(), "in parts by {chain:?}");
}

/// How many bytes a compressed string is said to hold, by the first byte: up to 1016, or an unknown number.
pub(crate) fn length_of(selector: u8) -> Option<u64> {
    (selector < 0xff).then(|| u64::from(selector) * 4)
}

/// Demands that no more was decoded than was said to be there.
pub(crate) fn is_bounded(decoded: &[u8], length: Option<u64>) {
    let number = decoded.len() as u64;
    assert!(
        length.is_none_or(|it| number <= it),
        "{number} of {length:?}"
    );
}

/// A gzip file. The first byte is the length as by `length_of`; bit 0 of the second says that checksums
/// are not looked at, so that members may have any.
///
/// No more is decoded than is asked for. A whole file decodes as by another reader of members.
pub fn gzip(input: &[u8]) {
    let (selector, rest) = first_byte(input);
    let (flags, encoded) = first_byte(rest);
    let length = length_of(selector);
    let mut steps = Steps::default();
    let is_literal = flags & 1 == 0;
    if !is_literal {
        steps = steps.with(&[Replacement::gzip_trailer(|_, bytes, _| {
            match bytes.get(..8) {
                Some(_) => Ok(()),
                None => Err(Error::Codec("the trailer is not complete".to_owned())),
            }
        })]);
    }
    let Ok(decoded) = no_bug(steps.gzip_decode(encoded, length)) else {
        return;
    };
    is_bounded(&decoded, length);
    let again = steps.gzip_encode(&decoded);
    assert_eq!(steps.gzip_decode(&again, None).as_ref(), Ok(&decoded));
    if is_literal {
        let mut other = Vec::new();
        let read = MultiGzDecoder::new(encoded).read_to_end(&mut other);
        assert!(read.is_ok(), "{read:?}");
        assert_eq!(other, decoded, "by another reader");
    }
}

/// The configurations of [`blosc`].
const BLOSC: [&str; 4] = [
    r#"{"cname": "lz4", "clevel": 1, "shuffle": "noshuffle", "blocksize": 0}"#,
    r#"{"cname": "zstd", "clevel": 1, "shuffle": "shuffle", "typesize": 4, "blocksize": 0}"#,
    r#"{"cname": "snappy", "clevel": 1, "shuffle": "bitshuffle", "typesize": 2, "blocksize": 0}"#,
    r#"{"cname": "zlib", "clevel": 1, "shuffle": "shuffle", "typesize": 1, "blocksize": 0}"#,
];

/// A Blosc chunk. The first byte is the length as by `length_of`, the second the configuration, one of
/// four.
///
/// No more is decoded than is asked for, and no less.
pub fn blosc(input: &[u8]) {
    let (selector, rest) = first_byte(input);
    let (at, encoded) = first_byte(rest);
    let length = length_of(selector);
    let steps = Steps::default();
    let configuration = Json::parse(BLOSC[usize::from(at % 4)].as_bytes());
    let configuration =
        configuration.and_then(|it| zarr_conform_reference::blosc::Blosc::of(&steps, &it));
    let Ok(configuration) = configuration else {
        panic!("a configuration of this target is refused");
    };
    let Ok(decoded) = no_bug(steps.blosc_decode(encoded, length, &configuration)) else {
        return;
    };
    is_bounded(&decoded, length);
    assert!(length.is_none_or(|it| it == decoded.len() as u64));
    let Ok(again) = no_bug(steps.blosc_encode(&decoded, &configuration)) else {
        panic!("what was decoded cannot be encoded");
    };
    let read = steps.blosc_decode(&again, Some(decoded.len() as u64), &configuration);
    assert_eq!(read.as_ref(), Ok(&decoded));
    assert_eq!(steps.blosc_check_written(&again, &configuration), Ok(()));
}

/// Shards of six elements, one of them of shards. Their indices have no checksums, in which a fuzzer
/// would only get stuck.
const SHARDING: [&str; 5] = [
    r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [1, 3], "codecs": ["bytes"],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}"#,
    r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [2, 1], "codecs": ["bytes"],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "big"}}],
        "index_location": "start"}}"#,
    r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [2, 1],
        "codecs": ["bytes", {"name": "gzip", "configuration": {"level": 1}}],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}"#,
    r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [2, 3],
        "codecs": [{"name": "sharding_indexed", "configuration": {"chunk_shape": [1, 1],
            "codecs": ["bytes"],
            "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}]}}],
        "index_codecs": [{"name": "bytes", "configuration": {"endian": "little"}}],
        "index_location": "start"}}"#,
    r#"{"name": "sharding_indexed", "configuration": {"chunk_shape": [1, 1],
        "codecs": [{"name": "transpose", "configuration": {"order": [1, 0]}}, "bytes", "crc32c"],
        "index_codecs": [{"name": "transpose", "configuration": {"order": [2, 0, 1]}},
            {"name": "bytes", "configuration": {"endian": "little"}}]}}"#,
];

/// A shard. The first byte says of which configuration, one of five.
///
/// The laws are those of [`codecs`].
pub fn sharding(input: &[u8]) {
    thread_local! {
        static CHAINS: Vec<Chain> = sharding_chains();
    }
    let (at, shard) = first_byte(input);
    CHAINS.with(|chains| {
        let chain = &chains[usize::from(at) % chains.len()];
        decoded_again(&Steps::default(), chain, shard);
    });
}

/// The chains of [`sharding`], for chunks of `uint8` of shape `[2, 3]`.
pub(crate) fn sharding_chains() -> Vec<Chain> {
    let chain = |text: &str| -> Result<Chain, Error> {
        let list = [Json::parse(text.as_bytes())?];
        Steps::default().chain(&list, DataType::UINT8, &[2, 3], &Element::Bits(7))
    };
    let chains = SHARDING.iter().map(|text| match chain(text) {
        Ok(chain) => chain,
        Err(error) => panic!("a configuration of this target is refused: {error}"),
    });
    chains.collect()
}
