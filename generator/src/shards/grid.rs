//! The shards of an array in a store.

use anyhow::{Context, ensure};
use serde_json::Value;
use zarr_conform_reference::chunk_array::positions;
use zarr_conform_reference::{ChunkArray, DataType, Element};

use super::{Layout, encoded};
use crate::input::Table;

/// What the metadata of an array say of its shards.
pub(crate) struct Grid<'a> {
    pub(crate) codecs: &'a Value,
    pub(crate) shape: &'a [u64],
    pub(crate) chunk_shape: &'a [u64],
    pub(crate) fill_value: Element,
}

/// Values of a store by key.
type Values = Vec<(String, Vec<u8>)>;

impl Grid<'_> {
    /// What the member `shards` says, by key, of an array into which these regions were written and of
    /// which chunks are missing; and the elements that the array then has.
    pub(crate) fn of_array(
        &self,
        table: &Table,
        data_type: DataType,
        writes: &[(Vec<u64>, ChunkArray)],
        missing: &[Vec<u64>],
    ) -> anyhow::Result<(Values, ChunkArray)> {
        let mut array = self.filled(data_type, self.whole_chunks())?;
        for (start, region) in writes {
            put(&mut array, start, region)?;
        }
        for index in missing {
            let chunk = self.filled(data_type, self.chunk_shape.to_vec())?;
            put(&mut array, &self.origin(index)?, &chunk)?;
        }
        let mut values = Vec::new();
        if let Some(shards) = table.any_table("shards")? {
            for (key, _) in &shards.members {
                let layout = Layout::of(&shards, key)?.context("a key has a layout")?;
                let origin = self.origin(&index(key)?)?;
                let chunk = part(&array, &origin, self.chunk_shape)?;
                let (bytes, decoded) = encoded(self.codecs, &chunk, &self.fill_value, &layout)
                    .map_err(|error| shards.wrong(key, format!("{error:#}")))?;
                put(&mut array, &origin, &decoded)?;
                values.push((key.clone(), bytes));
            }
        }
        let elements = part(&array, &vec![0; self.shape.len()], self.shape)?;
        Ok((values, elements))
    }

    /// The shape of the array when its last chunks are whole.
    fn whole_chunks(&self) -> Vec<u64> {
        let lengths = self.shape.iter().zip(self.chunk_shape);
        lengths
            .map(|(length, chunk)| length.next_multiple_of(*chunk))
            .collect()
    }

    fn filled(&self, data_type: DataType, shape: Vec<u64>) -> anyhow::Result<ChunkArray> {
        Ok(ChunkArray::filled(data_type, shape, &self.fill_value)?)
    }

    fn origin(&self, index: &[u64]) -> anyhow::Result<Vec<u64>> {
        ensure!(
            index.len() == self.shape.len(),
            "found a chunk {index:?} of an array of shape {:?}",
            self.shape
        );
        let lengths = index.iter().zip(self.chunk_shape);
        Ok(lengths.map(|(i, length)| i * length).collect())
    }
}

/// The grid index of a key such as `c/0/1`.
fn index(key: &str) -> anyhow::Result<Vec<u64>> {
    let mut parts = key.split('/');
    ensure!(
        parts.next() == Some("c"),
        "found the key {key:?}, expected one as \"c/0/1\""
    );
    parts
        .map(|part| {
            part.parse()
                .with_context(|| format!("found the key {key:?}"))
        })
        .collect()
}

fn put(array: &mut ChunkArray, start: &[u64], region: &ChunkArray) -> anyhow::Result<()> {
    for position in positions(&region.shape) {
        array.set(&sum(start, &position), region.get(&position)?.clone())?;
    }
    Ok(())
}

fn part(array: &ChunkArray, start: &[u64], shape: &[u64]) -> anyhow::Result<ChunkArray> {
    let element = |position: Vec<u64>| Ok(array.get(&sum(start, &position))?.clone());
    let elements: anyhow::Result<_> = positions(shape).map(element).collect();
    Ok(ChunkArray::new(array.data_type, shape.to_vec(), elements?)?)
}

fn sum(start: &[u64], position: &[u64]) -> Vec<u64> {
    start.iter().zip(position).map(|(s, p)| s + p).collect()
}
