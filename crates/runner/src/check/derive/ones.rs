//! Chunks that only have to be there, put where a valid document has its chunks: what must be refused holds them as its
//! twin does, so that an implementation that looks at codecs with the first chunk has one to look at. Their elements have bytes
//! that are all 1 or, where no element has, are the same in both byte orders. With `transpose` and `bytes`, so are the
//! bytes of the chunk, whatever the order of dimensions and of bytes; of other codecs, facts give the chunk.

use std::collections::BTreeSet;

use serde_json::Value;

use super::codec_names;
use super::unstored::{elements_read, reading};
use crate::check::ExpectedRead;
use crate::judge::reader::is_format;
use zarr_conform_protocol::Ask;
use zarr_conform_terms::{DataType, HexBytes, HexElements};
use zarr_conform_vectors::element::element_count;
use zarr_conform_vectors::{Meaning, Store};

/// Bytes of the largest store that is made up.
const MOST_BYTES: u64 = 64 * 1024;

/// The bytes of a chunk of so many elements.
pub(crate) fn ones(data_type: &str, count: u64) -> HexBytes {
    HexBytes::from(one(data_type).repeat(usize::try_from(count).unwrap_or(0)))
}

/// So many elements of a data type whose bytes are all 1; of different numbers of bytes, one each.
pub(crate) fn elements_of_ones(data_type: &str, count: u64) -> HexElements {
    let element = one(data_type);
    HexElements::of_each(data_type, (0..count).map(|_| &element))
}

fn one(data_type: &str) -> Vec<u8> {
    let data_type = data_type.parse::<DataType>();
    data_type.map_or_else(|_| vec![1], |it| it.description().symmetric_element())
}

/// Whether bytes that are all 1 may be a chunk of this codec list.
pub(crate) fn may_be_ones(codecs: &[String]) -> bool {
    !codecs.iter().any(|name| is_format(name))
}

/// Where a valid array has the chunks that reading it looks at.
pub(crate) struct Chunks<'a> {
    meaning: &'a Meaning,
    /// Each chunk that is stored.
    chunk: HexBytes,
    chunk_shape: Vec<u64>,
    keys: Keys,
    /// Coordinates of the elements that are read.
    elements: Vec<Vec<u64>>,
    /// Grid indices of the chunks that they lie in, in lexicographical order.
    indices: BTreeSet<Vec<u64>>,
}

/// A chunk key encoding.
pub(crate) struct Keys {
    /// What keys begin with: `c` with `default`, nothing with `v2`.
    prefix: Option<&'static str>,
    separator: String,
}

impl<'a> Chunks<'a> {
    /// Of a valid document that means this, with the chunk that its fact gives, if any. Nothing where
    /// the document leaves it to guess, or where chunks are large.
    pub(crate) fn of_document(
        document: &Value,
        meaning: &'a Meaning,
        chunk: Option<&HexBytes>,
    ) -> Option<Self> {
        if chunk.is_none() && !may_be_ones(&codec_names(document.get("codecs")?.as_array()?)) {
            return None;
        }
        let chunk_shape = document.pointer("/chunk_grid/configuration/chunk_shape")?;
        let chunk_shape = chunk_shape.as_array()?.iter().map(Value::as_u64);
        let chunk_shape: Vec<u64> = chunk_shape.collect::<Option<_>>()?;
        let keys = Keys::of(document.get("chunk_key_encoding")?)?;
        if chunk_shape.len() != meaning.shape.len() || chunk_shape.contains(&0) {
            return None;
        }
        let size = one(&meaning.data_type).len() as u64;
        let elements = elements_read(&meaning.shape)?;
        let indices = elements.iter().map(|it| index_of(it, &chunk_shape));
        let indices: BTreeSet<Vec<u64>> = indices.collect();
        let count = element_count(&chunk_shape)?;
        let bytes = count.checked_mul(size)?.checked_mul(indices.len() as u64)?;
        (!indices.is_empty() && bytes <= MOST_BYTES).then(|| Self {
            meaning,
            chunk: chunk
                .cloned()
                .unwrap_or_else(|| ones(&meaning.data_type, count)),
            chunk_shape,
            keys,
            elements,
            indices,
        })
    }

    /// Puts the chunks into a store: all that are read but the last, so that reading needs both
    /// codecs and fill value. The only chunk of an array is left out where reading must need the
    /// fill value.
    pub(crate) fn put(&self, store: &mut Store, needs_fill_value: bool) {
        if self.indices.len() == 1 && needs_fill_value {
            return;
        }
        for index in self.stored() {
            store.insert(self.keys.key(index), self.chunk.0.clone());
        }
    }

    /// The grid indices of the chunks that are stored where the fill value may stay unneeded.
    fn stored(&self) -> impl Iterator<Item = &Vec<u64>> {
        let all = self.indices.len();
        let number = if all > 1 { all - 1 } else { all };
        self.indices.iter().take(number)
    }

    /// The request for the elements where these chunks are stored, and what it gives.
    pub(crate) fn read(&self) -> (Ask, ExpectedRead) {
        let stored: BTreeSet<&Vec<u64>> = self.stored().collect();
        let one = one(&self.meaning.data_type);
        let element = |at: &Vec<u64>| {
            if stored.contains(&index_of(at, &self.chunk_shape)) {
                &one[..]
            } else {
                &self.meaning.fill_value.0
            }
        };
        let each = self.elements.iter().map(element);
        reading(
            self.meaning,
            &HexElements::of_each(&self.meaning.data_type, each),
        )
    }
}

/// The grid index of the chunk that the element lies in; `chunk_shape[d] > 0`.
fn index_of(element: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
    let pairs = element.iter().zip(chunk_shape);
    pairs.map(|(at, length)| at / length).collect()
}

impl Keys {
    /// Of a value of `chunk_key_encoding` in a valid document.
    pub(crate) fn of(encoding: &Value) -> Option<Self> {
        let name = encoding.as_str().or_else(|| encoding.get("name")?.as_str());
        let (prefix, separator) = match name? {
            "default" => (Some("c"), "/"),
            "v2" => (None, "."),
            _ => return None,
        };
        let separator = match encoding.pointer("/configuration/separator") {
            Some(given) => given.as_str()?,
            None => separator,
        };
        Some(Self {
            prefix,
            separator: separator.to_owned(),
        })
    }

    /// The key of the chunk at a grid index.
    pub(crate) fn key(&self, index: &[u64]) -> String {
        let numbers = index.iter().map(u64::to_string);
        let parts = self.prefix.map(str::to_owned).into_iter().chain(numbers);
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() {
            // The only chunk of an array of rank 0 with `v2`.
            return "0".to_owned();
        }
        parts.join(&self.separator)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn meaning(shape: &[u64]) -> Meaning {
        Meaning {
            data_type: "int16".into(),
            shape: shape.to_vec(),
            fill_value: HexBytes::from(vec![7, 0]),
        }
    }

    fn document(chunk_shape: &[u64], keys: &Value, codec: &str) -> Value {
        json!({
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape}},
            "chunk_key_encoding": keys,
            "codecs": [{"name": "transpose"}, codec],
        })
    }

    fn stored(shape: &[u64], chunk_shape: &[u64], keys: &Value, needs_fill_value: bool) -> Store {
        let (document, meaning) = (document(chunk_shape, keys, "bytes"), meaning(shape));
        let mut store = Store::new();
        let chunks = Chunks::of_document(&document, &meaning, None).unwrap();
        chunks.put(&mut store, needs_fill_value);
        store
    }

    #[test]
    fn reading_needs_codecs_and_fill_value() {
        let keys = json!("default");
        let store = stored(&[2, 3], &[2, 2], &keys, true);
        assert_eq!(
            store,
            Store::from([("c/0/0".to_owned(), ones("int16", 4).0)])
        );
        let meaning = meaning(&[2, 3]);
        let document = document(&[2, 2], &keys, "bytes");
        let (_, read) = Chunks::of_document(&document, &meaning, None)
            .unwrap()
            .read();
        let ExpectedRead::Whole(elements) = read else {
            panic!("{read:?}");
        };
        assert_eq!(elements.bytes.to_string(), "010101010700010101010700");
    }

    #[test]
    fn the_only_chunk_is_stored_where_the_fill_value_is_not_needed() {
        let keys = json!({"name": "default", "configuration": {"separator": "."}});
        assert_eq!(stored(&[2], &[2], &keys, true), Store::new());
        let store = Store::from([("c.0".to_owned(), ones("int16", 2).0)]);
        assert_eq!(stored(&[2], &[2], &keys, false), store);
    }

    #[test]
    fn of_a_large_array_the_last_chunk_is_stored() {
        let keys = json!({"name": "v2"});
        let store = stored(&[100, 101], &[2, 2], &keys, false);
        assert_eq!(
            store,
            Store::from([("49.50".to_owned(), ones("int16", 4).0)])
        );
    }

    #[test]
    fn no_chunk_is_made_up_where_one_could_be_wrong() {
        let default = json!("default");
        for (shape, chunk_shape, keys, codec) in [
            (&[2][..], &[2][..], &default, "gzip"),
            (&[2], &[2], &json!({"name": "hilbert"}), "bytes"),
            (&[2], &[1 << 40], &default, "bytes"),
            (&[2], &[0], &default, "bytes"),
            (&[2], &[2, 2], &default, "bytes"),
            (&[0], &[2], &default, "bytes"),
        ] {
            let document = document(chunk_shape, keys, codec);
            let meaning = meaning(shape);
            let chunks = Chunks::of_document(&document, &meaning, None);
            assert!(chunks.is_none(), "{shape:?} {document}");
        }
    }
}
