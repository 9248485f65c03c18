//! Arrays in short, for the families that state whole stores.

use anyhow::Context;
use serde_json::{Value, json};
use zarr_conform_reference::chunk_array::{number_of_elements, positions};
use zarr_conform_reference::{ChunkArray, DataType, Json, fill_value};

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
            fill_value: default_fill_value(data_type),
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

    /// The fill value in every place of a region.
    pub(super) fn filled(&self, shape: &[u64]) -> anyhow::Result<ChunkArray> {
        let element = fill_value::fill_value(&Json::from_value(&self.fill_value)?, self.data_type)?;
        Ok(ChunkArray::filled(
            self.data_type,
            shape.to_vec(),
            &element,
        )?)
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

/// A fill value of which no byte is 0 and no two are the same, so that zeros in its place are seen,
/// and exchanged bytes too. For floating point numbers, a number that every edition and every
/// rounding reads the same way: those of 64 bits are integers below 2^53.
pub(super) fn default_fill_value(data_type: DataType) -> Value {
    match data_type {
        DataType::Bool => json!(true),
        DataType::Int8 => json!(-7),
        DataType::Int16 => json!(-3_673),
        DataType::Int32 => json!(-240_663_595),
        DataType::Int64 => json!(-1_033_642_266_799_381_885_i64),
        DataType::Uint8 => json!(247),
        DataType::Uint16 => json!(61_863),
        DataType::Uint32 => json!(4_054_303_701_u32),
        DataType::Uint64 => json!(17_413_101_806_910_169_731_u64),
        DataType::Float16 => json!(-1459.0),
        DataType::Float32 => json!(-7_526_859.5),
        DataType::Float64 => json!(-6_111_737_969_955_316.0),
        DataType::Complex64 => json!([-7_526_859.5, 6_873_468.0]),
        DataType::Complex128 => json!([-6_111_737_969_955_316.0, 6_376_848_621_102_073.0]),
        DataType::Raw { .. } => Value::from(raw_fill_value(data_type.size())),
    }
}

/// Bytes of raw bits that all differ, up to 16.
pub(super) fn raw_fill_value(size: usize) -> Vec<u8> {
    (0..16).map(|i| 0xf1 - 13 * i).cycle().take(size).collect()
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
