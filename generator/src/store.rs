//! Facts about whole arrays: the reference writes a store, reads it back, and says which bytes of
//! each chunk lie outside the array.

use std::collections::BTreeSet;

use anyhow::{Context, ensure};
use serde_json::Value;
use zarr_conform::reference::chunk_array::positions;
use zarr_conform::reference::storage::METADATA_KEY;
use zarr_conform::reference::store::{MemoryStore, Store};
use zarr_conform::reference::{
    ArrayMetadata, ChunkArray, DataType, Element, Error, Literal, Reading, vector_form,
};
use zarr_conform::vector::{
    Array, ArrayRegion, ArrayStated, Claim, Level, Statement, StoredChunk, Update,
};
use zarr_conform::{Edition, HexBytes};

use crate::fact::{Draft, open_bytes, refused as refusal};

/// A part of an array: coordinates of its first element, and its shape.
pub(crate) type Extent<'a> = (&'a [u64], &'a [u64]);

/// What a fact about an array is made of.
pub(crate) struct Plan<'a> {
    /// The text of `zarr.json`.
    pub(crate) document: String,
    /// What the reference writes into the store, one after the other: first coordinates, elements.
    pub(crate) writes: Vec<(Vec<u64>, ChunkArray)>,
    /// Chunks that are taken out of the store again, by grid index.
    pub(crate) missing: Vec<Vec<u64>>,
    /// Values that stand in the store under a key, in place of what the reference wrote.
    pub(crate) replaced: Vec<(&'a str, Vec<u8>)>,
    /// Regions that are read, in this order.
    pub(crate) regions: Vec<Extent<'a>>,
    /// Whether all elements are listed; not for arrays too large to list.
    pub(crate) whole: bool,
    /// Whether the fact states what writing all elements leaves in a store.
    pub(crate) written: bool,
    /// A region written over what the store holds.
    pub(crate) update: Option<(Vec<u64>, ChunkArray)>,
}

impl Plan<'_> {
    /// An array of these elements: all stored, listed, and stated for writing too.
    pub(crate) fn of(document: String, elements: ChunkArray) -> Self {
        let start = vec![0; elements.shape.len()];
        Self {
            document,
            writes: vec![(start, elements)],
            missing: Vec::new(),
            replaced: Vec::new(),
            regions: Vec::new(),
            whole: true,
            written: true,
            update: None,
        }
    }
}

/// The text of a `zarr.json` with a regular grid. `chunk_key_encoding` and `codecs` stand as they
/// are given.
pub(crate) fn document(
    data_type: &str,
    shape: &[u64],
    chunk_shape: &[u64],
    chunk_key_encoding: &Value,
    fill_value: &Value,
    codecs: &Value,
) -> String {
    let document = serde_json::json!({
        "zarr_format": 3,
        "node_type": "array",
        "shape": shape,
        "data_type": data_type,
        "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": chunk_shape}},
        "chunk_key_encoding": chunk_key_encoding,
        "fill_value": fill_value,
        "codecs": codecs,
    });
    zarr_conform::vector::pretty(&document)
}

impl Draft<'_> {
    /// An array in a store.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "plans are written where they are used"
    )]
    pub(crate) fn array(self, plan: Plan) -> anyhow::Result<()> {
        let (array, store) = self.built(&plan)?;
        let reading = Literal(self.newest()?);
        let whole = (vec![0; array.shape.len()], array.shape.clone());
        let elements = if plan.whole {
            Some(reading.read_region(&store, &array, &whole.0, &whole.1)?)
        } else {
            None
        };
        let mut regions = Vec::new();
        for &(start, shape) in &plan.regions {
            let region = reading.read_region(&store, &array, start, shape)?;
            regions.push(region_of(start, &region));
        }
        let written = match (&elements, plan.written) {
            (Some(elements), true) => written(
                reading,
                &array,
                MemoryStore::default(),
                BTreeSet::new(),
                &whole.0,
                elements,
            )?,
            _ => Vec::new(),
        };
        let update = match &plan.update {
            Some((start, region)) => Some(Update {
                region: region_of(start, region),
                written: written_over(reading, &array, &plan, store.clone(), start, region)?,
            }),
            None => None,
        };
        let create = self.is_creatable(plan.document.as_bytes(), &array)?;
        let stated = ArrayStated {
            elements: elements.map(|it| hex(&it)),
            regions,
            written,
            update,
            create,
        };
        self.array_statement(&array, store, Claim::Holds(stated))
    }

    /// A store whose chunks no implementation may read as an array; `zarr.json` is valid.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "plans are written where they are used"
    )]
    pub(crate) fn refused_array(self, plan: Plan, refused: &str) -> anyhow::Result<()> {
        let (array, store) = self.built(&plan)?;
        self.all_refuse(|reading| {
            reading.read_region(&store, &array, &vec![0; array.shape.len()], &array.shape)
        })?;
        self.array_statement(&array, store, refusal(refused))
    }

    /// A store on which readings differ: each with the elements of the whole array, or nothing
    /// where it refuses.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "plans are written where they are used"
    )]
    pub(crate) fn open_array(
        self,
        plan: Plan,
        readings: &[(&str, Option<Vec<u8>>)],
    ) -> anyhow::Result<()> {
        let (array, store) = self.built(&plan)?;
        self.level(Level::Open)
            .array_statement(&array, store, open_bytes(readings))
    }

    /// The metadata and the store that a plan leaves, which must be the same in every edition.
    fn built(&self, plan: &Plan) -> anyhow::Result<(ArrayMetadata, MemoryStore)> {
        self.agreed(|reading| {
            let mut store = MemoryStore::default();
            store.set(METADATA_KEY, plan.document.clone().into_bytes())?;
            let array = reading.open(&store)?;
            for (start, elements) in &plan.writes {
                reading.write_region(&mut store, &array, start, elements)?;
            }
            for index in &plan.missing {
                let key = array.chunk_key(reading, index);
                store
                    .0
                    .remove(&key)
                    .ok_or_else(|| Error::Bug(format!("{key} was not stored")))?;
            }
            for (key, value) in &plan.replaced {
                store.set(key, value.clone())?;
            }
            Ok((array, store))
        })
    }

    fn newest(&self) -> anyhow::Result<Edition> {
        self.editions
            .iter()
            .max()
            .copied()
            .with_context(|| format!("{}: no edition", self.id))
    }

    fn array_statement(
        self,
        array: &ArrayMetadata,
        store: MemoryStore,
        claim: Claim<ArrayStated, HexBytes>,
    ) -> anyhow::Result<()> {
        let (folder, name) = self.id.rsplit_once('/').context("an id has folders")?;
        let topic = folder.rsplit('/').next().unwrap_or(folder);
        let path = format!("{topic}/{name}.zarr");
        for (key, value) in store.0 {
            self.topic.stores.insert(format!("{path}/{key}"), value);
        }
        self.state(Statement::Array(Array {
            store: path,
            data_type: array.data_type.to_string(),
            shape: array.shape.clone(),
            claim,
        }))
    }
}

fn hex(array: &ChunkArray) -> HexBytes {
    HexBytes::from(vector_form::to_bytes(array.data_type, &array.elements))
}

fn region_of(start: &[u64], region: &ChunkArray) -> ArrayRegion {
    ArrayRegion {
        start: start.to_vec(),
        shape: region.shape.clone(),
        elements: hex(region),
    }
}

/// The chunks after a region was written over the store of a plan. The bytes that stand for positions
/// outside the array are those of the fill value, whatever stood there before.
fn written_over(
    reading: Literal,
    array: &ArrayMetadata,
    plan: &Plan,
    mut store: MemoryStore,
    start: &[u64],
    region: &ChunkArray,
) -> anyhow::Result<Vec<StoredChunk>> {
    let earlier: BTreeSet<Vec<u64>> = plan
        .writes
        .iter()
        .flat_map(|(start, elements)| chunks_of(reading, array, start, &elements.shape))
        .collect();
    let mut others = store.clone();
    others.0.remove(METADATA_KEY);
    for index in &earlier {
        let key = array.chunk_key(&reading, index);
        if others.0.remove(&key).is_some() {
            let chunk = padded(reading, array, &store, index, &array.fill_value)?;
            reading.write_chunk(&mut store, array, index, &chunk)?;
        }
    }
    ensure!(
        others.0.is_empty(),
        "a region is written over a store with keys of no chunk: {:?}",
        others.0.keys()
    );
    written(reading, array, store, earlier, start, region)
}

/// The chunks after a region was written into a store that has no chunks but, at most, the earlier
/// ones.
fn written(
    reading: Literal,
    array: &ArrayMetadata,
    mut store: MemoryStore,
    earlier: BTreeSet<Vec<u64>>,
    start: &[u64],
    region: &ChunkArray,
) -> anyhow::Result<Vec<StoredChunk>> {
    reading.write_region(&mut store, array, start, region)?;
    let mut indices = earlier;
    indices.extend(chunks_of(reading, array, start, &region.shape));
    let mut chunks = Vec::new();
    for index in indices {
        let key = array.chunk_key(&reading, &index);
        if let Some(encoded) = store.get(&key)? {
            let unused = unused(reading, array, &store, &index)?;
            let inside = inside(reading, array, &store, &index)?;
            let may_be_absent = inside.iter().all(|element| *element == array.fill_value);
            chunks.push(StoredChunk {
                key,
                encoded: HexBytes::from(encoded),
                unused,
                may_be_absent,
            });
        }
    }
    Ok(chunks)
}

/// Grid indices of the chunks that hold elements of a region. The grid itself may have too many to
/// walk through.
fn chunks_of(
    reading: Literal,
    array: &ArrayMetadata,
    start: &[u64],
    shape: &[u64],
) -> BTreeSet<Vec<u64>> {
    let index = |position: Vec<u64>| {
        let coordinates: Vec<u64> = start.iter().zip(position).map(|(s, p)| s + p).collect();
        reading.chunk_index(&coordinates, &array.chunk_shape)
    };
    positions(shape).map(index).collect()
}

/// The bytes of an encoded chunk that belong to positions outside the array: those that differ
/// between two encodings in which only these positions differ, in every bit.
fn unused(
    reading: Literal,
    array: &ArrayMetadata,
    store: &MemoryStore,
    index: &[u64],
) -> anyhow::Result<Vec<(u64, u64)>> {
    let (zeros, ones) = extremes(array.data_type);
    let zeros = reading.encode(
        &array.codecs,
        &padded(reading, array, store, index, &zeros)?,
    )?;
    let ones = reading.encode(&array.codecs, &padded(reading, array, store, index, &ones)?)?;
    let mut runs: Vec<(u64, u64)> = Vec::new();
    for offset in (0..zeros.len()).filter(|i| zeros[*i] != ones[*i]) {
        let offset = offset as u64;
        match runs.last_mut() {
            Some((start, length)) if *start + *length == offset => *length += 1,
            _ => runs.push((offset, 1)),
        }
    }
    Ok(runs)
}

/// Two elements that differ in every byte of their encodings.
fn extremes(data_type: DataType) -> (Element, Element) {
    let size = data_type.size();
    let ones = u64::MAX >> (64 - 8 * size.min(8));
    match data_type {
        DataType::Bool => (Element::Bits(0), Element::Bits(1)),
        DataType::Complex64 | DataType::Complex128 => {
            let ones = u64::MAX >> (64 - 4 * size);
            (
                Element::Complex {
                    real: 0,
                    imaginary: 0,
                },
                Element::Complex {
                    real: ones,
                    imaginary: ones,
                },
            )
        }
        DataType::Raw { .. } => (Element::Raw(vec![0; size]), Element::Raw(vec![0xff; size])),
        _ => (Element::Bits(0), Element::Bits(ones)),
    }
}

/// The chunk with another element at every position outside the array.
fn padded(
    reading: Literal,
    array: &ArrayMetadata,
    store: &MemoryStore,
    index: &[u64],
    element: &Element,
) -> anyhow::Result<ChunkArray> {
    let mut chunk = reading.read_chunk(store, array, index)?;
    for position in positions(&array.chunk_shape) {
        if !is_inside(reading, array, index, &position)? {
            chunk.set(&position, element.clone())?;
        }
    }
    Ok(chunk)
}

/// The elements of the chunk at positions inside the array.
fn inside(
    reading: Literal,
    array: &ArrayMetadata,
    store: &MemoryStore,
    index: &[u64],
) -> anyhow::Result<Vec<Element>> {
    let chunk = reading.read_chunk(store, array, index)?;
    let mut elements = Vec::new();
    for position in positions(&array.chunk_shape) {
        if is_inside(reading, array, index, &position)? {
            elements.push(chunk.get(&position)?.clone());
        }
    }
    Ok(elements)
}

fn is_inside(
    reading: Literal,
    array: &ArrayMetadata,
    index: &[u64],
    position: &[u64],
) -> anyhow::Result<bool> {
    let origin = reading.chunk_origin(index, &array.chunk_shape)?;
    let is_below = |d: usize| {
        let coordinate = origin[d].checked_add(position[d]);
        coordinate.is_some_and(|it| it < array.shape[d])
    };
    Ok((0..origin.len()).all(is_below))
}
