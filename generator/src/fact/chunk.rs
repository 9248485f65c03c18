//! Facts on chunks: elements, and the bytes that the codecs make of them.

#![expect(
    clippy::needless_pass_by_value,
    reason = "inputs are written where they are used"
)]

use std::convert::Infallible;

use serde_json::Value;
use zarr_conform_reference::{ChunkArray, Element, vector_form};
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Chunk, Claim, Level, Statement};

use super::{Draft, encode, list, open_bytes};
use crate::elements;

/// The most elements whose values are spelled out for people.
const MOST_VALUES: usize = 64;

impl Draft<'_> {
    /// Elements, and the bytes that the reference encodes them to and decodes back.
    pub(crate) fn chunk(self, codecs: Value, chunk: &ChunkArray) -> anyhow::Result<()> {
        let encoded = self.agreed(|steps| encode(steps, &codecs, chunk))?;
        self.chunk_statement(codecs, chunk, Claim::Holds(HexBytes::from(encoded)))
    }

    /// Elements on whose encoding readings of the text differ: each with the bytes it gives, or
    /// nothing where it refuses.
    pub(crate) fn open_chunk(
        self,
        codecs: Value,
        chunk: &ChunkArray,
        readings: &[(&str, Option<Vec<u8>>)],
    ) -> anyhow::Result<()> {
        self.level(Level::Open)
            .chunk_statement(codecs, chunk, open_bytes(readings))
    }

    /// The elements of raw bits, stored as they are, after the codecs on arrays.
    pub(crate) fn encoded_as_raw_bits(
        &self,
        codecs: &Value,
        chunk: &ChunkArray,
    ) -> anyhow::Result<Vec<Element>> {
        let encoded = self.agreed(|steps| encode(steps, codecs, chunk))?;
        Ok(vector_form::from_bytes(chunk.data_type, &encoded)?)
    }

    fn chunk_statement(
        self,
        codecs: Value,
        chunk: &ChunkArray,
        claim: Claim<HexBytes, HexBytes, Infallible>,
    ) -> anyhow::Result<()> {
        let statement = Chunk {
            data_type: chunk.data_type.to_string(),
            shape: chunk.shape.clone(),
            codecs: list(&codecs)?.into(),
            values: (chunk.elements.len() <= MOST_VALUES).then(|| elements::values(chunk)),
            elements: HexBytes::from(vector_form::to_bytes(chunk.data_type, &chunk.elements)),
            claim,
        };
        self.state(Statement::Chunk(statement))
    }
}
