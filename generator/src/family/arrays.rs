//! Arrays in short, for the families that state whole stores.

use anyhow::Context;
use serde_json::{Value, json};
use zarr_conform::reference::chunk_array::{number_of_elements, positions};
use zarr_conform::reference::{ChunkArray, DataType};

use crate::elements::{distinct, listed};
use crate::fact::{bytes, bytes_codec, transpose_codec};
use crate::store::{Extent, Plan, document};

/// What the metadata of an array says: little endian, default keys and a fill value that is not
/// zero, unless changed.
#[derive(Clone)]
pub(super) struct Sketch<'a> {
    pub(super) data_type: DataType,
    pub(super) shape: &'a [u64],
    pub(super) chunk_shape: &'a [u64],
    pub(super) codecs: Value,
    fill_value: Value,
    chunk_key_encoding: Value,
}

impl<'a> Sketch<'a> {
    pub(super) fn new(data_type: DataType, shape: &'a [u64], chunk_shape: &'a [u64]) -> Self {
        Self {
            data_type,
            shape,
            chunk_shape,
            codecs: bytes("little"),
            fill_value: fill_value(data_type),
            chunk_key_encoding: json!({"name": "default", "configuration": {"separator": "/"}}),
        }
    }

    /// With this chunk key encoding.
    pub(super) fn keys(mut self, chunk_key_encoding: Value) -> Self {
        self.chunk_key_encoding = chunk_key_encoding;
        self
    }

    /// With this fill value.
    pub(super) fn fill(mut self, fill_value: Value) -> Self {
        self.fill_value = fill_value;
        self
    }

    /// With transposes, then bytes in this order.
    pub(super) fn encoded(mut self, orders: &[&[usize]], endian: &str) -> Self {
        let transposes = orders.iter().map(|order| transpose_codec(order));
        self.codecs = transposes.chain([bytes_codec(endian)]).collect();
        self
    }

    /// The text of `zarr.json`.
    pub(super) fn document(&self) -> String {
        document(
            &self.data_type.to_string(),
            self.shape,
            self.chunk_shape,
            &self.chunk_key_encoding,
            &self.fill_value,
            &self.codecs,
        )
    }

    /// An array of distinct elements: all stored, listed, and stated for writing too.
    pub(super) fn plan(&self) -> anyhow::Result<Plan<'a>> {
        Ok(Plan::of(
            self.document(),
            distinct(self.data_type, self.shape)?,
        ))
    }

    /// An array in which these chunks are not stored. Writing is not stated.
    pub(super) fn without(&self, missing: &[&[u64]]) -> anyhow::Result<Plan<'a>> {
        Ok(Plan {
            missing: missing.iter().map(|index| index.to_vec()).collect(),
            written: false,
            ..self.plan()?
        })
    }

    /// An array of which nothing is stored but distinct elements at these places. Neither the whole
    /// array nor writing it is stated.
    pub(super) fn sparse(&self, stored: &[Extent]) -> anyhow::Result<Plan<'a>> {
        let mut writes: Vec<(Vec<u64>, ChunkArray)> = Vec::new();
        for (start, shape) in stored {
            let before = writes.iter().map(|(_, it)| it.elements.len()).sum();
            writes.push((start.to_vec(), later(self.data_type, shape, before)?));
        }
        Ok(Plan {
            document: self.document(),
            writes,
            missing: Vec::new(),
            replaced: Vec::new(),
            regions: Vec::new(),
            whole: false,
            written: false,
            update: None,
        })
    }
}

/// A fill value of which no byte is 0, so that zeros in its place are seen. For floating point
/// numbers, a number that every edition and every rounding reads the same way.
pub(super) fn fill_value(data_type: DataType) -> Value {
    match data_type {
        DataType::Bool => json!(true),
        DataType::Int8 => json!(-7),
        DataType::Int16 => json!(-1543),
        DataType::Int32 => json!(-101_124_105),
        DataType::Int64 => json!(-434_605_479_096_221_705_i64),
        DataType::Uint8 => json!(247),
        DataType::Uint16 => json!(63_479),
        DataType::Uint32 => json!(4_160_223_223_u32),
        DataType::Uint64 => json!(17_868_031_197_173_740_535_u64),
        DataType::Float16 | DataType::Float32 | DataType::Float64 => json!(-1.5),
        DataType::Complex64 | DataType::Complex128 => json!([-1.5, 2.25]),
        DataType::Raw { .. } => Value::from(vec![0xf7; data_type.size()]),
    }
}

/// Elements that [`distinct`] does not give for arrays of up to 97 elements.
pub(super) fn other(data_type: DataType, shape: &[u64]) -> anyhow::Result<ChunkArray> {
    later(data_type, shape, 97)
}

/// The elements that [`distinct`] gives after the first ones.
fn later(data_type: DataType, shape: &[u64], first: usize) -> anyhow::Result<ChunkArray> {
    let number = number_of_elements(shape).context("too many elements")?;
    let longer = distinct(data_type, &[number + first as u64])?;
    let elements = longer.elements.into_iter().skip(first).collect();
    listed(data_type, shape, elements)
}

/// The elements of an array at `start[d] <= coordinates[d] < start[d] + shape[d]`.
pub(super) fn part(array: &ChunkArray, start: &[u64], shape: &[u64]) -> anyhow::Result<ChunkArray> {
    let mut elements = Vec::new();
    for position in positions(shape) {
        let coordinates: Vec<u64> = start.iter().zip(&position).map(|(s, p)| s + p).collect();
        elements.push(array.get(&coordinates)?.clone());
    }
    listed(array.data_type, shape, elements)
}
