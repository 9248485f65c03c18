//! Facts on bytes that are not a chunk.

#![expect(
    clippy::needless_pass_by_value,
    reason = "inputs are written where they are used"
)]

use std::convert::Infallible;

use anyhow::ensure;
use serde_json::Value;
use zarr_conform_reference::{ChunkArray, DataType, Error, Steps};
use zarr_conform_terms::{HexBytes, HexElements};
use zarr_conform_vectors::{BadChunk, Claim, Level, Statement};

use super::{Draft, chain, list, open, refused as refusal};

impl Draft<'_> {
    /// Bytes that no decoder may accept; the reference must refuse them.
    pub(crate) fn bad_chunk(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        encoded: &[u8],
        refused: &str,
    ) -> anyhow::Result<()> {
        for edition in &self.editions {
            let found = decode(
                &Steps::literal(*edition),
                &codecs,
                data_type,
                shape,
                encoded,
            );
            ensure!(
                matches!(found, Err(Error::Codec(_))),
                "{}: the reference gives {found:?}",
                self.id
            );
        }
        self.bad_chunk_statement(codecs, data_type, shape, encoded, refusal(refused))
    }

    /// Bytes on whose decoding readings differ: each with the elements it gives, or nothing where
    /// it refuses.
    pub(crate) fn open_bad_chunk(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        encoded: &[u8],
        readings: &[(&str, Option<HexElements>)],
    ) -> anyhow::Result<()> {
        self.level(Level::Open).bad_chunk_statement(
            codecs,
            data_type,
            shape,
            encoded,
            open(readings),
        )
    }

    fn bad_chunk_statement(
        self,
        codecs: Value,
        data_type: DataType,
        shape: &[u64],
        encoded: &[u8],
        claim: Claim<Infallible, HexElements>,
    ) -> anyhow::Result<()> {
        let statement = BadChunk {
            data_type: data_type.into(),
            shape: shape.to_vec(),
            codecs: list(&codecs)?.into(),
            encoded: HexBytes::from(encoded.to_vec()),
            claim,
        };
        self.state(Statement::BadChunk(statement))
    }
}

fn decode(
    steps: &Steps,
    codecs: &Value,
    data_type: DataType,
    shape: &[u64],
    encoded: &[u8],
) -> Result<ChunkArray, Error> {
    steps.decode(&chain(steps, codecs, data_type, shape)?, encoded)
}
