//! Names of places in what is stored, general enough for a reason.

use serde_json::Value;
use zarr_conform_reference::codecs::sharding_indexed::{IndexLocation, ShardingIndexed};
use zarr_conform_reference::codecs::{Chain, Codec};
use zarr_conform_reference::{Element, Steps};

/// The place of a byte of an encoded chunk.
pub(crate) fn in_chunk(steps: &Steps, chain: &Chain, bytes: &[u8], at: usize) -> String {
    let mut bytes = bytes;
    for codec in chain.codecs.iter().rev() {
        match codec {
            Codec::Crc32c(_) => {
                let end = bytes.len().saturating_sub(4);
                if at >= end {
                    return "crc32c: checksum".to_owned();
                }
                bytes = &bytes[..end];
            }
            Codec::Gzip(_) => return format!("gzip: {}", in_gzip(at)),
            Codec::Zstd(_) => return format!("zstd: {}", in_zstd(bytes, at)),
            Codec::Blosc(_) => return format!("blosc: {}", in_blosc(at)),
            Codec::ShardingIndexed(codec) => return in_shard(steps, codec, bytes, at),
            codec => return format!("{}: element", codec.name()),
        }
    }
    "element".to_owned()
}

fn in_gzip(at: usize) -> &'static str {
    match at {
        0..=2 => "magic",
        3 => "FLG",
        4..=7 => "MTIME",
        8 => "XFL",
        9 => "OS",
        _ => "after the first header",
    }
}

fn in_zstd(bytes: &[u8], at: usize) -> &'static str {
    let descriptor = bytes.get(4).copied().unwrap_or_default();
    let is_single_segment = descriptor & 0x20 != 0;
    match at {
        0..=3 => "magic",
        4 => "Frame_Header_Descriptor",
        5 if !is_single_segment => "Window_Descriptor",
        _ => "after the descriptors",
    }
}

fn in_blosc(at: usize) -> &'static str {
    match at {
        0 => "version",
        1 => "versionlz",
        2 => "flags",
        3 => "typesize",
        4..=7 => "nbytes",
        8..=11 => "blocksize",
        12..=15 => "cbytes",
        _ => "after the header",
    }
}

/// In the index, in an inner chunk, or between these.
fn in_shard(steps: &Steps, codec: &ShardingIndexed, shard: &[u8], at: usize) -> String {
    let index = steps.sharding_index_decode(codec, shard).unwrap();
    let size = usize::try_from(steps.sharding_index_size(&codec.index_codecs).unwrap()).unwrap();
    let first = match codec.index_location {
        IndexLocation::Start => 0,
        IndexLocation::End => shard.len() - size,
    };
    if (first..first + size).contains(&at) {
        return "sharding_indexed: index".to_owned();
    }
    let word = |element: &Element| match element {
        Element::Bits(bits) => usize::try_from(*bits).unwrap(),
        other => unreachable!("{other:?}"),
    };
    for entry in index.elements.chunks(2) {
        let (offset, length) = (word(&entry[0]), word(&entry[1]));
        if let Some(inner) = shard.get(offset..offset.saturating_add(length))
            && (offset..offset + length).contains(&at)
        {
            return in_chunk(steps, &codec.codecs, inner, at - offset);
        }
    }
    "sharding_indexed: unused".to_owned()
}

/// Where two documents differ: the names of members, without positions in lists. `zarr.json: as before` where they
/// have the same value.
pub(crate) fn in_document(before: &[u8], after: &[u8]) -> String {
    let [before, after] = [before, after].map(|it| serde_json::from_slice(it).ok());
    let place = match (before, after) {
        (Some(before), Some(after)) => difference(&before, &after),
        _ => Some(vec!["not JSON to serde_json".to_owned()]),
    };
    let path = place.map_or_else(|| "as before".to_owned(), |it| it.join(" "));
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
