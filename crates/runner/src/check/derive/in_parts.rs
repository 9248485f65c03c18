//! Reading what must be refused, as a whole and in parts: a reader of a region may take another way through
//! codecs and shards than a reader of the whole array.

use serde_json::Value;

use super::{SHARDS, asked_of, read};
use crate::check::Asked;
use zarr_conform_protocol::Region;
use zarr_conform_vectors::Store;

/// The most parts that are read.
const MOST: u64 = 16;

/// Reading the whole array, and then its chunks one by one as regions, or the inner chunks of its shards. These make
/// up the array, and no chunk or inner chunk is read in part: damage lies where one of them is read as a whole.
pub(super) fn whole_and_in_parts(store: &Store) -> Vec<Asked> {
    let parts = parts(store).unwrap_or_default();
    let in_parts = (parts.len() > 1).then_some(parts);
    let mut asked = vec![asked_of(0, read(None))];
    asked.extend(in_parts.map(|parts| asked_of(0, read(Some(parts)))));
    asked
}

/// The regions of all chunks or inner chunks, in lexicographical order; nothing where there are too many, or the
/// metadata are of another form.
fn parts(store: &Store) -> Option<Vec<Region>> {
    let metadata: Value = serde_json::from_slice(store.get("zarr.json")?).ok()?;
    let shape = lengths(metadata.get("shape")?)?;
    let grid = lengths(metadata.pointer("/chunk_grid/configuration/chunk_shape")?)?;
    let length = whole_inside(metadata.get("codecs")?).unwrap_or(grid);
    if length.len() != shape.len() || length.contains(&0) {
        return None;
    }
    let counts = shape
        .iter()
        .zip(&length)
        .map(|(all, one)| all.div_ceil(*one));
    let number = counts.clone().try_fold(1_u64, u64::checked_mul)?;
    if number > MOST {
        return None;
    }
    let mut starts = vec![Vec::new()];
    for (count, one) in counts.zip(&length) {
        let along = |start: &Vec<u64>| {
            let start = start.clone();
            (0..count).map(move |at| [&start[..], &[at * one]].concat())
        };
        starts = starts.iter().flat_map(along).collect();
    }
    let region = |start: Vec<u64>| Region {
        shape: (0..start.len())
            .map(|d| length[d].min(shape[d] - start[d]))
            .collect(),
        start,
    };
    Some(starts.into_iter().map(region).collect())
}

/// The shape of the innermost chunks of shards that no other codec turns, or sums up as a whole.
fn whole_inside(codecs: &Value) -> Option<Vec<u64>> {
    let [only] = codecs.as_array()?.as_slice() else {
        return None;
    };
    let configuration = only
        .get("configuration")
        .filter(|_| only["name"] == SHARDS)?;
    let inside = whole_inside(configuration.get("codecs")?);
    inside.or_else(|| lengths(configuration.get("chunk_shape")?))
}

fn lengths(value: &Value) -> Option<Vec<u64>> {
    value.as_array()?.iter().map(Value::as_u64).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn starts(shape: &[u64], chunk_shape: &[u64], codecs: &Value) -> Vec<(Vec<u64>, Vec<u64>)> {
        let metadata = json!({
            "shape": shape,
            "chunk_grid": {"configuration": {"chunk_shape": chunk_shape}},
            "codecs": codecs,
        });
        let text = metadata.to_string().into_bytes();
        let store = Store::from([("zarr.json".to_owned(), text.into())]);
        let parts = parts(&store).unwrap_or_default();
        parts.into_iter().map(|it| (it.start, it.shape)).collect()
    }

    fn sharding(chunk_shape: &[u64], codecs: &Value) -> Value {
        json!({"name": SHARDS, "configuration": {"chunk_shape": chunk_shape, "codecs": codecs}})
    }

    #[test]
    fn parts_are_chunks_up_to_the_border() {
        let found = starts(&[3, 4], &[2, 4], &json!([{"name": "bytes"}]));
        assert_eq!(found, [(vec![0, 0], vec![2, 4]), (vec![2, 0], vec![1, 4])]);
    }

    #[test]
    fn parts_of_shards_are_innermost_chunks_unless_another_codec_is_there() {
        let bytes = json!([{"name": "bytes"}]);
        let inner = json!([sharding(&[2], &json!([sharding(&[1], &bytes)]))]);
        let of = |start, length| (vec![start], vec![length]);
        let four = [of(0, 1), of(1, 1), of(2, 1), of(3, 1)];
        assert_eq!(starts(&[4], &[4], &inner), four);
        let checked = json!([sharding(&[2], &bytes), {"name": "crc32c"}]);
        assert_eq!(starts(&[4], &[4], &checked), [of(0, 4)]);
    }

    #[test]
    fn too_many_parts_are_none() {
        let bytes = json!([{"name": "bytes"}]);
        assert!(starts(&[17], &[1], &bytes).is_empty());
        assert!(starts(&[u64::MAX, u64::MAX], &[1, 1], &bytes).is_empty());
    }
}
