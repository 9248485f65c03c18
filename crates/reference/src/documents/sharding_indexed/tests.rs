//! The sharding codec: shards put together by hand, laws, and damage.

use crate::chunk_array::{number_of_elements, positions};
use crate::codecs::{Chain, Coding};
use crate::{ChunkArray, DataType, Element, Error, Json, Steps};
use proptest::prelude::*;
use rstest::rstest;

const LITTLE: &str = r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#;
const BIG: &str = r#"[{"name": "bytes", "configuration": {"endian": "big"}}]"#;
const EMPTY: u64 = u64::MAX;

fn sharding(chunk_shape: &str, codecs: &str, index_codecs: &str, more: &str) -> String {
    format!(
        r#"[{{"name": "sharding_indexed", "configuration": {{"chunk_shape": {chunk_shape},
        "codecs": {codecs}, "index_codecs": {index_codecs}{more}}}}}]"#
    )
}

fn chain(list: &str, data_type: DataType, shape: &[u64], fill: u64) -> Result<Chain, Error> {
    let Json::Array(list) = Json::parse(list.as_bytes())? else {
        panic!("a list is a list");
    };
    Steps::default().chain(&list, data_type, shape, &Element::Bits(fill))
}

fn bits(elements: impl IntoIterator<Item = u64>) -> Vec<Element> {
    elements.into_iter().map(Element::Bits).collect()
}

/// Words of an index as bytes.
fn words(words: &[u64]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn decoded(chain: &Chain, shard: &[u8]) -> Result<Vec<Element>, Error> {
    let array = Steps::default().decode(chain, shard)?;
    Ok(array.elements)
}

/// A shard of shape [2, 4] of inner chunks of shape [1, 2], by hand.
#[rstest]
#[case::in_order(
    "",
    [vec![1, 2, 3, 4, 5, 6, 7, 8], words(&[0, 2, 2, 2, 4, 2, 6, 2])].concat(),
    [1, 2, 3, 4, 5, 6, 7, 8],
)]
#[case::backwards(
    "",
    [vec![7, 8, 5, 6, 3, 4, 1, 2], words(&[6, 2, 4, 2, 2, 2, 0, 2])].concat(),
    [1, 2, 3, 4, 5, 6, 7, 8],
)]
#[case::unused_space(
    r#", "index_location": "end""#,
    [vec![90, 3, 4, 91, 92, 1, 2, 7, 8, 5, 6, 93], words(&[5, 2, 1, 2, 9, 2, 7, 2])].concat(),
    [1, 2, 3, 4, 5, 6, 7, 8],
)]
#[case::at_the_start(
    r#", "index_location": "start""#,
    [words(&[66, 2, 64, 2, 71, 2, 68, 2]), vec![3, 4, 1, 2, 7, 8, 90, 5, 6]].concat(),
    [1, 2, 3, 4, 5, 6, 7, 8],
)]
#[case::empty(
    "",
    [vec![3, 4], words(&[EMPTY, EMPTY, 0, 2, EMPTY, EMPTY, EMPTY, EMPTY])].concat(),
    [99, 99, 3, 4, 99, 99, 99, 99],
)]
#[case::nothing_but_an_index(
    r#", "index_location": "start""#,
    words(&[EMPTY; 8]),
    [99; 8],
)]
fn a_shard_by_hand(#[case] more: &str, #[case] shard: Vec<u8>, #[case] expected: [u64; 8]) {
    let list = sharding("[1, 2]", r#"["bytes"]"#, LITTLE, more);
    let chain = chain(&list, DataType::UINT8, &[2, 4], 99).unwrap();
    assert_eq!(decoded(&chain, &shard), Ok(bits(expected)));
}

#[test]
fn a_big_endian_index_by_hand() {
    let list = sharding("[1]", BIG, BIG, "");
    let chain = chain(&list, DataType::UINT16, &[2], 0).unwrap();
    let index = [[0; 7], [0; 7], [0; 7], [0; 7]].map(|zeros: [u8; 7]| zeros.to_vec());
    let ends = [2_u8, 2, 0, 2];
    let index = index
        .iter()
        .zip(ends)
        .flat_map(|(zeros, end)| [zeros.clone(), vec![end]].concat());
    let shard: Vec<u8> = [3, 4, 1, 2].into_iter().chain(index).collect();
    assert_eq!(decoded(&chain, &shard), Ok(bits([0x0102, 0x0304])));
}

#[test]
fn an_index_is_transposed_where_its_codecs_say_so() {
    let index_codecs = r#"[{"name": "transpose", "configuration": {"order": [1, 0]}},
        {"name": "bytes", "configuration": {"endian": "little"}}]"#;
    let list = sharding("[2]", r#"["bytes"]"#, index_codecs, "");
    let chain = chain(&list, DataType::UINT8, &[6], 0).unwrap();
    let shard = [vec![5, 6, 1, 2, 3, 4], words(&[2, 4, 0, 2, 2, 2])].concat();
    assert_eq!(decoded(&chain, &shard), Ok(bits(1..=6)));
}

/// Offsets of the inner index are counted in the inner shard, whose empty chunks have the same fill
/// value.
#[test]
fn shards_in_shards_by_hand() {
    let inner = sharding(
        "[1]",
        r#"["bytes"]"#,
        LITTLE,
        r#", "index_location": "start""#,
    );
    let chain = chain(
        &sharding("[2]", &inner, LITTLE, ""),
        DataType::UINT8,
        &[4],
        7,
    )
    .unwrap();
    let first = [words(&[33, 1, 32, 1]), vec![2, 1]].concat();
    let second = [words(&[EMPTY, EMPTY, 32, 1]), vec![4]].concat();
    let index = words(&[33, 34, 0, 33]);
    let shard = [second, first, index].concat();
    assert_eq!(decoded(&chain, &shard), Ok(bits([1, 2, 7, 4])));
}

/// Shards of shape [4, 6] of inner chunks of shape [2, 3], which `generator/encoded/shards.py` put
/// together and zlib compressed.
#[rstest]
#[case::checked_index(
    BIG,
    "",
    concat!(
        "1a191c1b1e1d262528272a290201040306050e0d100f1211201f222124232c2b2e2d302f08070a090c0b141316151817",
        "0c000000000000000c0000000000000024000000000000000c0000000000000000000000000000000c00000000000000",
        "18000000000000000c0000000000000069ac8741",
    )
)]
#[case::compressed_and_checked(
    r#"[{"name": "bytes", "configuration": {"endian": "little"}},
    {"name": "gzip", "configuration": {"level": 6}}, "crc32c"]"#,
    r#", "index_location": "start""#,
    concat!(
        "680000000000000024000000000000008c000000000000002400000000000000ffffffffffffffffffffffffffffffff",
        "440000000000000024000000000000009c196c6b1f8b0800000000000003935750545256d1d6d1d5d3370000fca242fe",
        "0c000000cc7902101f8b0800000000000003636462666165e3e5e3171014020051ae7cc20c000000a7db48c41f8b0800",
        "00000000000363e7e0e4e2e611161115139700000b3cde3f0c0000002cc0b4b1",
    )
)]
fn a_shard_of_python(#[case] codecs: &str, #[case] more: &str, #[case] digits: &str) {
    let index_codecs = r#"[{"name": "bytes", "configuration": {"endian": "little"}}, "crc32c"]"#;
    let list = sharding("[2, 3]", codecs, index_codecs, more);
    let chain = chain(&list, DataType::UINT16, &[4, 6], 7).unwrap();
    let bytes: Vec<u8> = (0..digits.len() / 2)
        .map(|at| u8::from_str_radix(&digits[2 * at..2 * at + 2], 16).unwrap())
        .collect();
    // The second of them has no inner chunk 2.
    let is_empty = |k: u64| !more.is_empty() && k >= 12 && k % 6 < 3;
    let element = |k: u64| {
        if is_empty(k) {
            7
        } else {
            (2 * k + 1) | (2 * k + 2) << 8
        }
    };
    let expected = (0..24).map(element);
    assert_eq!(decoded(&chain, &bytes), Ok(bits(expected)));
}

#[test]
fn a_shard_without_dimensions_has_one_inner_chunk() {
    let list = sharding("[]", r#"["bytes"]"#, LITTLE, "");
    let chain = chain(&list, DataType::UINT8, &[], 7).unwrap();
    assert_eq!(
        decoded(&chain, &[vec![5], words(&[0, 1])].concat()),
        Ok(bits([5]))
    );
    assert_eq!(decoded(&chain, &words(&[EMPTY, EMPTY])), Ok(bits([7])));
}

#[rstest]
#[case::one_word_of_two(&[0, 2, EMPTY, 2])]
#[case::other_word_of_two(&[0, 2, 2, EMPTY])]
#[case::begins_beyond(&[0, 2, 37, 0])]
#[case::ends_beyond(&[0, 2, 35, 2])]
#[case::overflows(&[0, 2, 2, EMPTY - 1])]
#[case::overflows_to_the_start(&[0, 2, EMPTY - 1, 4])]
#[case::too_short(&[0, 2, 2, 1])]
#[case::too_long(&[0, 2, 1, 3])]
#[case::no_bytes(&[0, 2, 0, 0])]
fn entries_point_to_inner_chunks(#[case] index: &[u64]) {
    let list = sharding("[2]", r#"["bytes"]"#, LITTLE, "");
    let chain = chain(&list, DataType::UINT8, &[4], 0).unwrap();
    let shard = [vec![1, 2, 3, 4], words(index)].concat();
    let found = decoded(&chain, &shard);
    assert!(matches!(found, Err(Error::Codec(_))), "{found:?}");
}

#[rstest]
#[case::no_chunk_shape(r#"{"codecs": ["bytes"], "index_codecs": ["bytes"]}"#)]
#[case::does_not_divide(r#"{"chunk_shape": [3], "codecs": ["bytes"], "index_codecs": INDEX}"#)]
#[case::larger(r#"{"chunk_shape": [8], "codecs": ["bytes"], "index_codecs": INDEX}"#)]
#[case::zero(r#"{"chunk_shape": [0], "codecs": ["bytes"], "index_codecs": INDEX}"#)]
#[case::negative(r#"{"chunk_shape": [-2], "codecs": ["bytes"], "index_codecs": INDEX}"#)]
#[case::number(r#"{"chunk_shape": 2, "codecs": ["bytes"], "index_codecs": INDEX}"#)]
#[case::rank(r#"{"chunk_shape": [2, 1], "codecs": ["bytes"], "index_codecs": INDEX}"#)]
#[case::no_rank(r#"{"chunk_shape": [], "codecs": ["bytes"], "index_codecs": INDEX}"#)]
#[case::no_codecs(r#"{"chunk_shape": [2], "index_codecs": INDEX}"#)]
#[case::empty_codecs(r#"{"chunk_shape": [2], "codecs": [], "index_codecs": INDEX}"#)]
#[case::codec_no_list(r#"{"chunk_shape": [2], "codecs": "bytes", "index_codecs": INDEX}"#)]
#[case::no_index_codecs(r#"{"chunk_shape": [2], "codecs": ["bytes"]}"#)]
#[case::no_endian(r#"{"chunk_shape": [2], "codecs": ["bytes"], "index_codecs": ["bytes"]}"#)]
#[case::compressed_index(
    r#"{"chunk_shape": [2], "codecs": ["bytes"], "index_codecs":
    [{"name": "bytes", "configuration": {"endian": "little"}}, {"name": "gzip", "configuration": {"level": 1}}]}"#
)]
#[case::sharded_index(
    r#"{"chunk_shape": [2], "codecs": ["bytes"], "index_codecs":
    [{"name": "sharding_indexed", "configuration": {"chunk_shape": [1, 2], "codecs": INDEX, "index_codecs": INDEX}}]}"#
)]
#[case::location(
    r#"{"chunk_shape": [2], "codecs": ["bytes"], "index_codecs": INDEX, "index_location": "End"}"#
)]
#[case::null_location(
    r#"{"chunk_shape": [2], "codecs": ["bytes"], "index_codecs": INDEX, "index_location": null}"#
)]
#[case::more(r#"{"chunk_shape": [2], "codecs": ["bytes"], "index_codecs": INDEX, "x": 1}"#)]
fn other_configurations_are_refused(#[case] configuration: &str) {
    let configuration = configuration.replace("INDEX", LITTLE);
    let list = format!(r#"[{{"name": "sharding_indexed", "configuration": {configuration}}}]"#);
    let found = chain(&list, DataType::UINT8, &[4], 0);
    assert!(matches!(found, Err(Error::Metadata(_))), "{found:?}");
}

/// As deep as JSON can be, shards in shards are a chain, and deeper they are refused.
#[test]
fn shards_are_nested_as_deep_as_documents_are() {
    let nested = |depth: usize| {
        let mut list = r#"["bytes"]"#.to_owned();
        for _ in 0..depth {
            list = sharding("[1]", &list, LITTLE, "");
        }
        chain(&list, DataType::UINT8, &[1], 0)
    };
    let chain = nested(31).unwrap();
    let chunk = ChunkArray::new(DataType::UINT8, vec![1], bits([5])).unwrap();
    let encoded = Steps::default().encode(&chain, &chunk).unwrap();
    assert_eq!(encoded.len(), 1 + 31 * 16);
    assert_eq!(decoded(&chain, &encoded), Ok(bits([5])));
    assert!(matches!(nested(40), Err(Error::Metadata(_))));
}

/// No time or memory is spent on what is only claimed.
#[rstest]
#[case::words("[1]", &[u64::MAX])]
#[case::product("[1, 1]", &[u64::MAX, u64::MAX])]
#[case::many("[1]", &[1 << 29])]
fn too_many_inner_chunks_are_unsupported(#[case] chunk_shape: &str, #[case] shape: &[u64]) {
    let list = sharding(chunk_shape, r#"["bytes"]"#, LITTLE, "");
    let found = chain(&list, DataType::UINT8, shape, 0);
    assert!(matches!(found, Err(Error::Unsupported(_))), "{found:?}");
}

#[test]
fn a_large_shard_without_its_index_is_refused() {
    let list = sharding("[1]", r#"["bytes"]"#, LITTLE, "");
    let chain = chain(&list, DataType::UINT8, &[1 << 28], 0).unwrap();
    assert!(matches!(decoded(&chain, &[0; 64]), Err(Error::Codec(_))));
}

#[test]
fn what_is_written_in_inner_chunks_is_checked_too() {
    let inner = sharding("[1]", r#"["bytes"]"#, LITTLE, "");
    let chain = chain(
        &sharding("[2]", &inner, LITTLE, ""),
        DataType::UINT8,
        &[2],
        0,
    )
    .unwrap();
    let Coding::ArrayToBytes(codec) = chain.codecs[0].coding() else {
        panic!("sharding gives bytes");
    };
    assert!(codec.is_free() && chain.is_free());
    let steps = Steps::default();
    let chunk = ChunkArray::new(DataType::UINT8, vec![2], bits([1, 2])).unwrap();
    let encoded = steps.encode(&chain, &chunk).unwrap();
    let check = |bytes: &[u8]| codec.check_written(&steps, bytes, DataType::UINT8, &[2]);
    assert_eq!(check(&encoded), Ok(()));
    let mut damaged = encoded;
    damaged[11] = 1;
    assert!(matches!(check(&damaged), Err(Error::Codec(_))));
}

/// A shard of random shape, cut in random inner chunks, which lie in a random order with gaps.
#[derive(Debug)]
struct Shard {
    chunk: ChunkArray,
    chunk_shape: Vec<u64>,
    /// The place of each inner chunk, and the unused bytes before it; empty for some.
    order: Vec<(usize, usize, bool)>,
    at_start: bool,
}

fn shards() -> impl Strategy<Value = Shard> {
    let dimensions = prop::collection::vec((1_u64..4, 1_u64..4), 0..4);
    dimensions.prop_flat_map(|dimensions| {
        let chunk_shape: Vec<u64> = dimensions.iter().map(|it| it.0).collect();
        let shape: Vec<u64> = dimensions.iter().map(|it| it.0 * it.1).collect();
        let number: u64 = dimensions.iter().map(|it| it.1).product();
        let elements = (0..number_of_elements(&shape).unwrap()).map(Element::Bits);
        let chunk = ChunkArray::new(DataType::UINT16, shape, elements.collect()).unwrap();
        let number = usize::try_from(number).unwrap();
        let order: Vec<usize> = (0..number).collect();
        let gaps = prop::collection::vec((0_usize..4, any::<bool>()), number);
        (Just(order).prop_shuffle(), gaps, any::<bool>()).prop_map(
            move |(order, gaps, at_start)| Shard {
                chunk: chunk.clone(),
                chunk_shape: chunk_shape.clone(),
                order: order
                    .into_iter()
                    .zip(gaps)
                    .map(|(i, (gap, some))| (i, gap, some))
                    .collect(),
                at_start,
            },
        )
    })
}

impl Shard {
    fn chain(&self) -> Chain {
        let at_start = if self.at_start {
            r#", "index_location": "start""#
        } else {
            ""
        };
        let list = sharding(&format!("{:?}", self.chunk_shape), BIG, LITTLE, at_start);
        chain(&list, DataType::UINT16, &self.chunk.shape, 0xfffe).unwrap()
    }

    /// The bytes and the elements that they stand for: a second way to say what the document says.
    fn encoded(&self) -> (Vec<u8>, Vec<Element>) {
        let n = self.chunk.shape.len();
        let counts: Vec<u64> = (0..n)
            .map(|d| self.chunk.shape[d] / self.chunk_shape[d])
            .collect();
        let all: Vec<Vec<u64>> = positions(&counts).collect();
        let first = if self.at_start { 16 * all.len() } else { 0 };
        let mut data = Vec::new();
        let mut index = vec![EMPTY; 2 * all.len()];
        let mut is_stored = vec![false; all.len()];
        for &(i, gap, is_some) in &self.order {
            data.extend(std::iter::repeat_n(0xee, gap));
            if !is_some {
                continue;
            }
            is_stored[i] = true;
            index[2 * i] = (first + data.len()) as u64;
            for (position, element) in positions(&self.chunk.shape).zip(&self.chunk.elements) {
                let is_inside = (0..n).all(|d| position[d] / self.chunk_shape[d] == all[i][d]);
                if let (true, Element::Bits(bits)) = (is_inside, element) {
                    data.extend(u16::try_from(*bits).unwrap().to_be_bytes());
                }
            }
            index[2 * i + 1] = (first + data.len()) as u64 - index[2 * i];
        }
        let expected = positions(&self.chunk.shape).zip(&self.chunk.elements);
        let expected = expected.map(|(position, element)| {
            let i = (0..n).fold(0, |i, d| i * counts[d] + position[d] / self.chunk_shape[d]);
            if is_stored[usize::try_from(i).unwrap()] {
                element.clone()
            } else {
                Element::Bits(0xfffe)
            }
        });
        let expected = expected.collect();
        let index = words(&index);
        let parts = if self.at_start {
            [index, data]
        } else {
            [data, index]
        };
        (parts.concat(), expected)
    }
}

proptest! {
    #[test]
    fn shards_in_any_order_are_decoded(shard in shards()) {
        let (encoded, expected) = shard.encoded();
        prop_assert_eq!(decoded(&shard.chain(), &encoded), Ok(expected));
    }

    #[test]
    fn shards_are_decoded_to_what_was_encoded(shard in shards()) {
        let chain = shard.chain();
        let encoded = Steps::default().encode(&chain, &shard.chunk).unwrap();
        prop_assert_eq!(decoded(&chain, &encoded), Ok(shard.chunk.elements));
    }
}
