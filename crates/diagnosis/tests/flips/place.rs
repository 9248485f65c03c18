//! Names of places in what is stored, general enough for a reason.

use serde_json::Value;
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::codecs::{Chain, Codec, Coding, Kind, Representation};
use zarr_conform_reference::sharding_indexed::{IndexLocation, ShardingIndexed};
use zarr_conform_reference::{ArrayMetadata, ChunkArray, Element, Steps};

use super::formats::{in_blosc, in_gzip, in_zstd};

/// What is said of an element, after the name of the codec that stores it or changes it.
const ELEMENT: &str = "an element";

/// The place where an encoded chunk and a spoilt one differ that decode to the same elements, or to others at places
/// that is not read: in what is encoded innermost where what is around it shows the difference.
pub(crate) fn in_chunk(steps: &Steps, chain: &Chain, before: &[u8], after: &[u8]) -> String {
    let (mut before, mut after) = (before.to_vec(), after.to_vec());
    let lengths = chain.representations.iter().map(|it| match it {
        Representation::Bytes { length } => *length,
        Representation::Array { .. } => None,
    });
    let lengths: Vec<Option<u64>> = lengths.collect();
    for (codec, length) in chain.codecs.iter().zip(lengths).rev() {
        let Some(at) = first_difference(&before, &after) else {
            return "nowhere".to_owned();
        };
        if codec.kind() == Kind::ArrayToBytes {
            let place = match codec {
                Codec::ShardingIndexed(codec) => in_shard(steps, codec, &before, &after),
                codec => format!("{}: {ELEMENT}", codec.name()),
            };
            // Other elements are stored than those of the array.
            let changes = |it: &&Codec| match it.coding() {
                Coding::ArrayToArray(it) => it.changes_elements(),
                _ => false,
            };
            return match chain.codecs.iter().find(changes) {
                Some(codec) if place.ends_with(ELEMENT) => format!("{}: {ELEMENT}", codec.name()),
                _ => place,
            };
        }
        let decode = |bytes: &[u8]| steps.bytes_to_bytes_decode(codec, bytes, length);
        let (inner, Ok(spoilt)) = (decode(&before).unwrap(), decode(&after)) else {
            return format!("{}: refused", codec.name());
        };
        if inner == spoilt {
            let part = match codec {
                Codec::Gzip(_) => in_gzip(&before, at),
                Codec::Zstd(_) => in_zstd(&before, at),
                Codec::Blosc(_) => in_blosc(&before, at),
                _ => "a byte",
            };
            return format!("{}: {part}", codec.name());
        }
        (before, after) = (inner, spoilt);
    }
    ELEMENT.to_owned()
}

fn first_difference(one: &[u8], other: &[u8]) -> Option<usize> {
    (0..one.len().max(other.len())).find(|&at| one.get(at) != other.get(at))
}

/// In the index, in an inner chunk, or between these.
fn in_shard(steps: &Steps, codec: &ShardingIndexed, before: &[u8], after: &[u8]) -> String {
    let at = first_difference(before, after).unwrap();
    let index = steps.sharding_index_decode(codec, before).unwrap();
    let size = usize::try_from(steps.sharding_index_size(&codec.index_codecs).unwrap()).unwrap();
    let first = match codec.index_location {
        IndexLocation::Start => 0,
        IndexLocation::End => before.len() - size,
    };
    if (first..first + size).contains(&at) {
        return "sharding_indexed: the index".to_owned();
    }
    let word = |element: &Element| match element {
        Element::Bits(bits) => usize::try_from(*bits).unwrap(),
        other => unreachable!("{other:?}"),
    };
    for entry in index.elements.chunks(2) {
        let (offset, length) = (word(&entry[0]), word(&entry[1]));
        let range = offset..offset.saturating_add(length);
        if let (true, Some(one), Some(other)) = (
            range.contains(&at),
            before.get(range.clone()),
            after.get(range),
        ) {
            return in_chunk(steps, &codec.codecs, one, other);
        }
    }
    "sharding_indexed: unused bytes".to_owned()
}

/// The place where a chunk of an array and a spoilt one differ.
pub(crate) fn in_chunk_of(
    steps: &Steps,
    array: &ArrayMetadata,
    index: &[u64],
    before: &[u8],
    after: &[u8],
) -> String {
    let chain = array.chain(index).unwrap();
    let decoded = [before, after].map(|it| steps.decode(chain, it));
    let [Ok(one), Ok(other)] = decoded else {
        return format!("{}: a chunk that does not decode", array.data_type);
    };
    if one == other {
        return in_chunk(steps, chain, before, after);
    }
    let place = if differ_outside(steps, array, index, &one, &other) {
        "outside of the array"
    } else {
        "inside of the array"
    };
    place.to_owned()
}

fn differ_outside(
    steps: &Steps,
    array: &ArrayMetadata,
    index: &[u64],
    one: &ChunkArray,
    other: &ChunkArray,
) -> bool {
    let origin = array.chunk_grid.chunk_origin(steps, index).unwrap();
    positions(&one.shape).all(|position| {
        let is_inside = (0..origin.len()).all(|d| origin[d] + position[d] < array.shape[d]);
        !is_inside || one.get(&position) == other.get(&position)
    })
}

/// The grid index of the chunk at a key: its last numbers.
pub(crate) fn index_of(steps: &Steps, array: &ArrayMetadata, key: &str) -> Vec<u64> {
    let numbers = key.split(|it: char| !it.is_ascii_digit());
    let numbers: Vec<u64> = numbers.filter_map(|it| it.parse().ok()).collect();
    let rank = array.shape.len();
    let index = numbers[numbers.len().saturating_sub(rank)..].to_vec();
    assert_eq!(array.chunk_key(steps, &index), key);
    index
}

/// Members of a shard's configuration that lead to the codecs of its inner chunks.
const INTO_SHARD: [&str; 3] = ["codecs", "sharding_indexed", "configuration"];

/// Where two documents differ: the names of members, without positions in lists; of attributes, dimension names, consolidated
/// metadata and members that the text does not define only that; codecs of inner chunks as those of chunks. `zarr.json: as before`
/// where they have the same value.
pub(crate) fn in_document(before: &[u8], after: &[u8]) -> String {
    let [before, after] = [before, after].map(|it| serde_json::from_slice(it).ok());
    let place = match (before, after) {
        (Some(before), Some(after)) => difference(&before, &after),
        _ => Some(vec!["not JSON to serde_json".to_owned()]),
    };
    let path = place.map_or_else(
        || "as before".to_owned(),
        |mut it| {
            while it.starts_with(&INTO_SHARD.map(str::to_owned)) && it[3..].contains(&it[0]) {
                it.drain(..INTO_SHARD.len());
            }
            match it.first().map(String::as_str) {
                Some(name @ ("attributes" | "dimension_names")) => name.to_owned(),
                Some(name) if name.starts_with("consolidated_metadata") => {
                    "consolidated_metadata".to_owned()
                }
                Some(name) if name.starts_with("zarr-conform-") => "an unknown member".to_owned(),
                _ => it.join(" "),
            }
        },
    );
    format!("zarr.json: {path}")
}

fn difference(before: &Value, after: &Value) -> Option<Vec<String>> {
    let below = |name: &str, found: Option<Vec<String>>| {
        found.map(|it| std::iter::once(name.to_owned()).chain(it).collect())
    };
    match (before, after) {
        (Value::Object(a), Value::Object(b)) => {
            let of_codec = a.get("name").and_then(Value::as_str);
            let mut found = a.iter().find_map(|(name, one)| match b.get(name) {
                Some(other) => below(name, difference(one, other)),
                None => Some(vec![format!("{name} (renamed)")]),
            });
            if let (Some(it), Some(name)) = (&mut found, of_codec) {
                it.insert(0, name.to_owned());
            }
            found.or_else(|| (a.len() != b.len()).then(|| vec!["another member".to_owned()]))
        }
        (Value::Array(a), Value::Array(b)) if a.len() == b.len() => {
            let mut pairs = a.iter().zip(b);
            pairs.find_map(|(one, other)| difference(one, other))
        }
        (one, other) => (one != other).then(Vec::new),
    }
}
