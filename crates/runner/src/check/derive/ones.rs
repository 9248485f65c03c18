//! Chunks of which every byte is 1, put where a valid document has its chunks: what must be refused
//! holds them as its twin does, so that an implementation that looks at codecs with the first chunk
//! has one to look at. With `transpose` and `bytes`, they decode to elements whose bytes are all 1,
//! whatever the order of dimensions and of bytes.

use std::collections::BTreeSet;

use serde_json::Value;

use super::codec_names;
use super::unstored::{elements_read, reading};
use crate::check::ExpectedRead;
use zarr_conform_protocol::Ask;
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::element::{ElementLayout, element_count};
use zarr_conform_vectors::{Meaning, Store};

/// Codecs that decode such a chunk to such elements.
const PLAIN_CODECS: [&str; 3] = ["transpose", "bytes", "endian"];
/// Codecs that read only what they have written: bytes that are all 1 are no chunk of theirs.
const OWN_FORMATS: [&str; 5] = ["gzip", "blosc", "zstd", "crc32c", "sharding_indexed"];
/// Bytes of the largest store that is made up.
const MOST_BYTES: u64 = 64 * 1024;

/// The bytes of a chunk, or elements, of this many bytes.
pub(crate) fn ones(bytes: u64) -> HexBytes {
    HexBytes::from(vec![1; usize::try_from(bytes).unwrap_or(0)])
}

/// Whether chunks of this codec list decode to elements whose bytes are all 1.
pub(crate) fn decode_ones(codecs: &[String]) -> bool {
    codecs
        .iter()
        .all(|name| PLAIN_CODECS.contains(&name.as_str()))
}

/// Whether a codec of the list reads only what it has written.
pub(crate) fn has_own_format(codecs: &[String]) -> bool {
    let is_own = |name: &String| OWN_FORMATS.contains(&name.as_str());
    codecs.iter().any(is_own)
}

/// Where a valid array has the chunks that reading it looks at.
pub(crate) struct Chunks<'a> {
    meaning: &'a Meaning,
    chunk_shape: Vec<u64>,
    keys: Keys,
    /// Bytes of an element.
    size: u64,
    /// Coordinates of the elements that are read.
    elements: Vec<Vec<u64>>,
    /// Grid indices of the chunks that they lie in, in lexicographical order.
    indices: BTreeSet<Vec<u64>>,
}

/// A chunk key encoding.
struct Keys {
    /// What keys begin with: `c` with `default`, nothing with `v2`.
    prefix: Option<&'static str>,
    separator: String,
}

impl<'a> Chunks<'a> {
    /// Of a valid document that means this. Nothing where the document leaves it to guess, where
    /// such chunks are not known to be chunks of its codecs, or where they are large.
    pub(crate) fn of_document(document: &Value, meaning: &'a Meaning) -> Option<Self> {
        if !decode_ones(&codec_names(document.get("codecs")?.as_array()?)) {
            return None;
        }
        let chunk_shape = document.pointer("/chunk_grid/configuration/chunk_shape")?;
        let chunk_shape = chunk_shape.as_array()?.iter().map(Value::as_u64);
        let chunk_shape: Vec<u64> = chunk_shape.collect::<Option<_>>()?;
        let keys = Keys::of(document.get("chunk_key_encoding")?)?;
        if chunk_shape.len() != meaning.shape.len() || chunk_shape.contains(&0) {
            return None;
        }
        let size = ElementLayout::of(&meaning.data_type)?.bytes() as u64;
        let elements = elements_read(&meaning.shape)?;
        let indices = elements.iter().map(|it| index_of(it, &chunk_shape));
        let indices: BTreeSet<Vec<u64>> = indices.collect();
        let bytes = element_count(&chunk_shape)?
            .checked_mul(size)?
            .checked_mul(indices.len() as u64)?;
        (!indices.is_empty() && bytes <= MOST_BYTES).then_some(Self {
            meaning,
            chunk_shape,
            keys,
            size,
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
        let bytes = element_count(&self.chunk_shape).unwrap_or(0) * self.size;
        for index in self.stored() {
            store.insert(self.keys.key(index), ones(bytes).0);
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
        let mut bytes = Vec::new();
        for element in &self.elements {
            if stored.contains(&index_of(element, &self.chunk_shape)) {
                bytes.extend_from_slice(&ones(self.size).0);
            } else {
                bytes.extend_from_slice(&self.meaning.fill_value.0);
            }
        }
        reading(self.meaning, &HexBytes::from(bytes))
    }
}

/// The grid index of the chunk that the element lies in; `chunk_shape[d] > 0`.
fn index_of(element: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
    let pairs = element.iter().zip(chunk_shape);
    pairs.map(|(at, length)| at / length).collect()
}

impl Keys {
    /// Of a value of `chunk_key_encoding` in a valid document.
    fn of(encoding: &Value) -> Option<Self> {
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

    fn key(&self, index: &[u64]) -> String {
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
