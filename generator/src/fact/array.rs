//! Facts about whole arrays: the reference writes a store, reads it back, and says which bytes of
//! each chunk lie outside the array.

use std::collections::BTreeSet;

use anyhow::{Context, ensure};
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::storage::METADATA_KEY;
use zarr_conform_reference::store::{MemoryStore, Store};
use zarr_conform_reference::{ArrayMetadata, ChunkArray, Error, Steps, vector_form};
use zarr_conform_statement::written;
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Array, ArrayRegion, ArrayStated, Claim, Level, Statement, Update};

use super::{Draft, open_bytes, refused as refusal};

/// A part of an array: coordinates of its first element, and its shape.
pub(crate) type Extent = (Vec<u64>, Vec<u64>);

/// What a fact about an array is made of.
pub(crate) struct Plan {
    /// The text of `zarr.json`.
    pub(crate) document: String,
    /// What the reference writes into the store, one after the other: first coordinates, elements.
    pub(crate) writes: Vec<(Vec<u64>, ChunkArray)>,
    /// Chunks that are taken out of the store again, by grid index.
    pub(crate) missing: Vec<Vec<u64>>,
    /// Values that stand in the store under a key, in place of what the reference wrote.
    pub(crate) replaced: Vec<(String, Vec<u8>)>,
    /// The elements that the store has, where they were worked out apart from the reference.
    pub(crate) expected: Option<ChunkArray>,
    /// Regions that are read, in this order.
    pub(crate) regions: Vec<Extent>,
    /// Whether all elements are listed; not for arrays too large to list.
    pub(crate) whole: bool,
    /// Whether the fact states what writing all elements leaves in a store.
    pub(crate) written: bool,
    /// Regions written over what the store holds, one after the other.
    pub(crate) updates: Vec<(Vec<u64>, ChunkArray)>,
}

impl Draft<'_> {
    /// An array in a store.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "plans are written where they are used"
    )]
    pub(crate) fn array(self, plan: Plan) -> anyhow::Result<()> {
        let (array, store) = self.built(&plan)?;
        let steps = Steps::literal(self.newest()?);
        let whole = (vec![0; array.shape.len()], array.shape.clone());
        let elements = if plan.whole {
            Some(steps.read_region(&store, &array, &whole.0, &whole.1)?)
        } else {
            None
        };
        ensure!(
            plan.expected.is_none() || elements.is_none() || plan.expected == elements,
            "{}: the reference reads {elements:?}, and what was stored is {:?}",
            self.id,
            plan.expected
        );
        let mut regions = Vec::new();
        for (start, shape) in &plan.regions {
            let region = steps.read_region(&store, &array, start, shape)?;
            regions.push(region_of(start, &region));
        }
        let written = match (&elements, plan.written) {
            (Some(elements), true) => {
                let nothing = MemoryStore::default();
                let regions = [(&whole.0[..], elements)];
                written(&steps, &array, &nothing, BTreeSet::new(), &regions)?
            }
            _ => Vec::new(),
        };
        let update = update(&steps, &array, &store, &plan)
            .with_context(|| format!("{}, after the update", self.id))?;
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
        self.all_refuse(|steps| {
            steps.read_region(&store, &array, &vec![0; array.shape.len()], &array.shape)
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
        self.agreed(|steps| {
            let mut store = MemoryStore::default();
            store.set(METADATA_KEY, plan.document.clone().into_bytes())?;
            let array = steps.open(&store)?;
            for (start, elements) in &plan.writes {
                steps.write_region(&mut store, &array, start, elements)?;
            }
            for index in &plan.missing {
                let key = array.chunk_key(steps, index);
                store.0.remove(&key).ok_or_else(|| {
                    Error::Store(format!("{key} was not stored and cannot be removed"))
                })?;
            }
            for (key, value) in &plan.replaced {
                store.set(key, value.clone())?;
            }
            Ok((array, store))
        })
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

/// What writing the regions of a plan over the store leaves.
fn update(
    steps: &Steps,
    array: &ArrayMetadata,
    store: &MemoryStore,
    plan: &Plan,
) -> anyhow::Result<Option<Update>> {
    let [(start, region), then @ ..] = &plan.updates[..] else {
        return Ok(None);
    };
    let stored = plan.writes.iter().flat_map(|(start, elements)| {
        positions(&elements.shape).map(|position| {
            let coordinates: Vec<u64> = start.iter().zip(position).map(|(s, p)| s + p).collect();
            steps.chunk_index(&coordinates, &array.chunk_shape)
        })
    });
    let regions: Vec<_> = plan
        .updates
        .iter()
        .map(|(start, it)| (&start[..], it))
        .collect();
    Ok(Some(Update {
        region: region_of(start, region),
        then: then
            .iter()
            .map(|(start, it)| region_of(start, it))
            .collect(),
        written: written(steps, array, store, stored.collect(), &regions)?,
    }))
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
