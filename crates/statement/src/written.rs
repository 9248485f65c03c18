//! The chunks that writing leaves in a store, and which of their bytes belong to positions outside the array.

use std::collections::BTreeSet;

use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::codecs::{Chain, Codec, Coding, Kind};
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::{MemoryStore, Store as _};
use zarr_conform_reference::{
    ArrayMetadata, ChunkArray, DataType, Element, Error, Result, Steps, vector_form,
};
use zarr_conform_terms::{HexBytes, HexElements};
use zarr_conform_vectors::{Content, StoredChunk};

use crate::given::Part;
use crate::stated::{hex, sum};

/// The chunks after regions were written, one after the other, over what a store holds: the first coordinates and
/// the elements of each region. `stored` are the grid indices of the chunks that the store may hold; the grid itself
/// may have too many to walk through. Positions outside the array have the fill value, whatever stood there before.
///
/// # Errors
/// [`Error::Store`] where the store has a key of none of these chunks; otherwise as
/// [`write_region`](zarr_conform_reference::storage::write_region).
pub(crate) fn written(
    steps: &Steps,
    array: &ArrayMetadata,
    store: &MemoryStore,
    stored: BTreeSet<Vec<u64>>,
    regions: &[Part],
) -> Result<Vec<StoredChunk>> {
    check_keys(steps, array, store, &stored)?;
    let mut store = store.clone();
    let mut indices = stored;
    for (start, region) in regions {
        steps.write_region(&mut store, array, start, region)?;
        indices.extend(positions(&region.shape).map(|position| {
            let coordinates = sum(start, &position);
            array.chunk_grid.chunk_index(steps, &coordinates)
        }));
    }
    let mut chunks = Vec::new();
    for index in indices {
        let key = array.chunk_key(steps, &index);
        if let Some(encoded) = store.get(&key)? {
            chunks.push(stored_chunk(steps, array, &index, key, &encoded)?);
        }
    }
    Ok(chunks)
}

/// Each key of the store is that of the metadata or of one of these chunks.
fn check_keys(
    steps: &Steps,
    array: &ArrayMetadata,
    store: &MemoryStore,
    stored: &BTreeSet<Vec<u64>>,
) -> Result<()> {
    let keys: BTreeSet<String> = stored.iter().map(|it| array.chunk_key(steps, it)).collect();
    let mut others = store.0.keys();
    match others.find(|it| *it != METADATA_KEY && !keys.contains(*it)) {
        None => Ok(()),
        Some(key) => Err(Error::Store(format!(
            "a region is written over a store with a key of no chunk: {key:?}"
        ))),
    }
}

/// What stands at the key of a chunk.
fn stored_chunk(
    steps: &Steps,
    array: &ArrayMetadata,
    index: &[u64],
    key: String,
    encoded: &[u8],
) -> Result<StoredChunk> {
    let chain = array.chain(index)?;
    let mut chunk = steps.decode(chain, encoded)?;
    let outside = outside(steps, array, index, &chunk.shape)?;
    let fill_value = &array.fill_value;
    for position in &outside {
        chunk.set(position, fill_value.clone())?;
    }
    let may_be_absent = chunk.elements.iter().all(|element| element == fill_value);
    let is_free = is_free(chain, chunk.data_type, &outside);
    let content = if is_free {
        Content::Elements(hex(&chunk))
    } else {
        Content::Encoded(HexBytes::from(steps.encode(chain, &chunk)?))
    };
    Ok(StoredChunk {
        key,
        content,
        unused: unused(steps, chain, &chunk, &outside, is_free)?,
        may_be_absent,
    })
}

/// Whether the bytes of a chunk are the writer's choice beyond those of single elements, so that only decoding shows
/// whether they are right: where the codec list leaves a choice, or where elements outside the array, which may be any,
/// have different numbers of bytes, or their bytes are taken by a codec that takes bytes, such as a checksum.
fn is_free(chain: &Chain, data_type: DataType, outside: &[Vec<u64>]) -> bool {
    let takes_bytes = |codec: &Codec| codec.kind() == Kind::BytesToBytes;
    let is_seen = data_type.layout().is_none() || chain.codecs.iter().any(takes_bytes);
    chain.is_free() || !outside.is_empty() && is_seen
}

/// The positions of a chunk of this shape that lie outside the array.
fn outside(
    steps: &Steps,
    array: &ArrayMetadata,
    index: &[u64],
    chunk_shape: &[u64],
) -> Result<Vec<Vec<u64>>> {
    let origin = array.chunk_grid.chunk_origin(steps, index)?;
    let is_below = |d: usize, position: u64| {
        let coordinate = origin[d].checked_add(position);
        coordinate.is_some_and(|it| it < array.shape[d])
    };
    let mut lengths = chunk_shape.iter().enumerate();
    if lengths.all(|(d, length)| length.checked_sub(1).is_some_and(|it| is_below(d, it))) {
        return Ok(Vec::new());
    }
    let is_outside = |position: &Vec<u64>| !(0..position.len()).all(|d| is_below(d, position[d]));
    Ok(positions(chunk_shape).filter(is_outside).collect())
}

/// The bytes of a chunk that belong to these positions: those that differ between two encodings in which only they
/// differ, in every bit; where only decoding shows what is right, bytes of its elements. Where elements have different
/// numbers of bytes, the elements at these positions.
fn unused(
    steps: &Steps,
    chain: &Chain,
    chunk: &ChunkArray,
    outside: &[Vec<u64>],
    is_free: bool,
) -> Result<Vec<(u64, u64)>> {
    if outside.is_empty() {
        return Ok(Vec::new());
    }
    let with = |element: &Element| -> Result<ChunkArray> {
        let mut chunk = chunk.clone();
        for position in outside {
            chunk.set(position, element.clone())?;
        }
        Ok(chunk)
    };
    let (zeros, ones) = extremes(chunk.data_type)?;
    let (zeros, ones) = (with(&zeros)?, with(&ones)?);
    Ok(match (is_free, hex(&zeros), hex(&ones)) {
        (true, HexElements::Variable(zeros), HexElements::Variable(ones)) => {
            differing(&zeros, &ones)
        }
        (true, zeros, ones) => differing(&zeros.joined(), &ones.joined()),
        (false, ..) => {
            let places = &of_places(chain);
            differing(
                &steps.encode(places, &zeros)?,
                &steps.encode(places, &ones)?,
            )
        }
    })
}

/// The chain without codecs that make other elements of the same data type, and do not take every one: where bytes of
/// elements are, they do not say.
fn of_places(chain: &Chain) -> Chain {
    let says_places = |codec: &&Codec| match codec.coding() {
        Coding::ArrayToArray(coding) => !coding.changes_elements(),
        _ => true,
    };
    Chain {
        codecs: chain.codecs.iter().filter(says_places).cloned().collect(),
        representations: chain.representations.clone(),
    }
}

/// `[offset, length]` of runs in which two lists of one length differ.
fn differing<T: PartialEq>(one: &[T], other: &[T]) -> Vec<(u64, u64)> {
    let mut runs: Vec<(u64, u64)> = Vec::new();
    let pairs = (0..).zip(one.iter().zip(other));
    for (offset, _) in pairs.filter(|(_, (one, other))| one != other) {
        match runs.last_mut() {
            Some((start, length)) if *start + *length == offset => *length += 1,
            _ => runs.push((offset, 1)),
        }
    }
    runs
}

/// Two elements that differ in every byte of their encodings.
fn extremes(data_type: DataType) -> Result<(Element, Element)> {
    let ones = match data_type.description().values() {
        Some(values) => Element::Bits(values - 1),
        None if data_type.layout().is_none() => Element::Raw(vec![b'1']),
        None => vector_form::element(data_type, &vec![0xff; data_type.size()])?,
    };
    Ok((Element::zero(data_type), ones))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What writing 1, 2 and 3 leaves in chunks of two, by a codec list.
    fn of_three(codecs: &str) -> Vec<StoredChunk> {
        let document = format!(
            r#"{{"zarr_format": 3, "node_type": "array", "shape": [3], "data_type": "uint16",
            "chunk_grid": {{"name": "regular", "configuration": {{"chunk_shape": [2]}}}},
            "chunk_key_encoding": {{"name": "default"}}, "fill_value": 9, "codecs": [{codecs}]}}"#
        );
        let steps = Steps::default();
        let array = steps.array_metadata(document.as_bytes()).unwrap();
        let elements = [1, 2, 3].map(Element::Bits).to_vec();
        let region = ChunkArray::new(DataType::UINT16, vec![3], elements).unwrap();
        let nothing = MemoryStore::default();
        written(
            &steps,
            &array,
            &nothing,
            BTreeSet::new(),
            &[(vec![0], region)],
        )
        .unwrap()
    }

    const BIG: &str = r#"{"name": "bytes", "configuration": {"endian": "big"}}"#;

    #[test]
    fn bytes_of_elements_outside_the_array_are_unused() {
        let chunks = of_three(BIG);
        assert_eq!(
            chunks[0].content,
            Content::Encoded(HexBytes::from(vec![0, 1, 0, 2]))
        );
        assert_eq!(
            chunks[1].content,
            Content::Encoded(HexBytes::from(vec![0, 3, 0, 9]))
        );
        assert_eq!(
            (&chunks[0].unused[..], &chunks[1].unused[..]),
            (&[][..], &[(2, 2)][..])
        );
    }

    /// The checksum depends on bytes that may be any, and must be right all the same.
    #[test]
    fn of_a_chunk_with_a_checksum_that_reaches_beyond_the_array_elements_are_stated() {
        let chunks = of_three(&format!(r#"{BIG}, {{"name": "crc32c"}}"#));
        assert!(matches!(&chunks[0].content, Content::Encoded(it) if it.0.len() == 8));
        assert_eq!(
            chunks[1].content,
            Content::Elements(vec![3, 0, 9, 0].into())
        );
        assert_eq!(chunks[1].unused, [(2, 2)]);
    }

    #[test]
    fn a_store_with_other_keys_is_refused() {
        let document = r#"{"zarr_format": 3, "node_type": "array", "shape": [2], "data_type": "uint8",
            "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": [2]}},
            "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": [{"name": "bytes"}]}"#;
        let steps = Steps::default();
        let array = steps.array_metadata(document.as_bytes()).unwrap();
        let store = MemoryStore([("c/0".to_owned(), vec![1, 2])].into());
        let after = |stored: &[Vec<u64>]| {
            written(
                &steps,
                &array,
                &store,
                stored.iter().cloned().collect(),
                &[],
            )
        };
        assert!(matches!(after(&[]), Err(Error::Store(_))));
        assert_eq!(after(&[vec![0]]).unwrap().len(), 1);
    }
}
