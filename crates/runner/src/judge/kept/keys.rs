//! Keys that a store has and that an array does not: not `zarr.json` and not a chunk of its grid.

use serde_json::{Map, Value};

use super::super::evidence::Evidence;
use super::super::left_store::named;
use super::super::verdict::{Kept, NotKept};
use crate::check::Check;
use crate::check::derive::ones::Keys;

/// What is in the store under such keys, and was not before.
pub(super) fn added(
    check: &Check,
    members: &Map<String, Value>,
    evidence: &Evidence<'_>,
) -> Option<NotKept> {
    let grid = Grid::of(members)?;
    let before = check.stores.first();
    let is_known = |key: &String| {
        key == "zarr.json" || grid.has(key) || before.is_some_and(|it| it.contains_key(key))
    };
    let mut keys = evidence.store().ok()?.keys();
    keys.retain(|key| !is_known(key));
    (!keys.is_empty()).then(|| NotKept {
        what: Kept::Keys,
        given: "none".to_owned(),
        found: named(&keys),
    })
}

/// The keys of the chunks of an array.
struct Grid {
    keys: Keys,
    /// Of each dimension the length and the length of its chunks, which is not 0.
    lengths: Vec<(u64, u64)>,
}

impl Grid {
    fn of(members: &Map<String, Value>) -> Option<Self> {
        let lengths =
            |it: &Value| -> Option<Vec<u64>> { it.as_array()?.iter().map(Value::as_u64).collect() };
        let shape = lengths(members.get("shape")?)?;
        let grid = members.get("chunk_grid")?;
        let chunk_shape = lengths(grid.pointer("/configuration/chunk_shape")?)?;
        let is_plain = shape.len() == chunk_shape.len() && !chunk_shape.contains(&0);
        Some(Self {
            keys: Keys::of(members.get("chunk_key_encoding")?)?,
            lengths: is_plain.then(|| shape.into_iter().zip(chunk_shape).collect())?,
        })
    }

    fn has(&self, key: &str) -> bool {
        let numbers = key.split(|letter: char| !letter.is_ascii_digit());
        let numbers = numbers.filter(|it| !it.is_empty()).map(str::parse);
        let Ok(mut index) = numbers.collect::<Result<Vec<u64>, _>>() else {
            return false;
        };
        index.truncate(self.lengths.len());
        let mut pairs = index.iter().zip(&self.lengths);
        index.len() == self.lengths.len()
            && pairs.all(|(at, (length, chunk))| *at < length.div_ceil(*chunk))
            && self.keys.key(&index) == key
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn has(shape: &[u64], encoding: &Value, key: &str) -> bool {
        let members = json!({
            "shape": shape,
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": vec![2; shape.len()]}},
            "chunk_key_encoding": encoding,
        });
        let grid = members.as_object().and_then(Grid::of);
        grid.is_some_and(|it| it.has(key))
    }

    #[test]
    fn a_grid_has_the_keys_of_its_chunks_and_no_others() {
        let default = json!({"name": "default"});
        for key in ["c/0/0", "c/1/2"] {
            assert!(has(&[3, 5], &default, key), "{key}");
        }
        for key in [
            "c/2/0", "c/0/3", "c/0", "c/0/0/0", "c/00/0", "0/0", "c.0.0", ".zarray", "c/x/0",
        ] {
            assert!(!has(&[3, 5], &default, key), "{key}");
        }
        let v2 = json!("v2");
        assert!(has(&[3, 5], &v2, "1.2") && !has(&[3, 5], &v2, "c/1/2"));
        assert!(has(&[], &v2, "0") && !has(&[], &v2, "1"));
        assert!(has(&[], &default, "c") && !has(&[], &default, "c/0"));
    }
}
