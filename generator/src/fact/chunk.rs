//! Facts on chunks: elements, and the bytes that the codecs make of them.

#![expect(
    clippy::needless_pass_by_value,
    reason = "inputs are written where they are used"
)]

use std::convert::Infallible;

use anyhow::ensure;
use serde_json::Value;
use zarr_conform_reference::{ChunkArray, Element, vector_form};
use zarr_conform_statement as statement;
use zarr_conform_terms::HexBytes;
use zarr_conform_vectors::{Claim, Level, Statement};

use super::{Draft, chain, encode, list, open_bytes};

impl Draft<'_> {
    /// Elements, and the bytes that the reference encodes them to and decodes back. Where the codec
    /// list leaves the choice among several encodings to the writer, `given` is one from elsewhere,
    /// which the reference must decode to the elements; otherwise it must be what the reference
    /// encodes them to.
    pub(crate) fn chunk(
        self,
        codecs: Value,
        chunk: &ChunkArray,
        given: Option<Vec<u8>>,
    ) -> anyhow::Result<()> {
        let is_free = self
            .agreed(|steps| Ok(chain(steps, &codecs, chunk.data_type, &chunk.shape)?.is_free()))?;
        let encoded = self.agreed(|steps| encode(steps, &codecs, chunk))?;
        let encoded = match given {
            None => {
                ensure!(
                    !is_free,
                    "{}: encoded: expected bytes from elsewhere, since there are many encodings",
                    self.id
                );
                encoded
            }
            Some(given) if is_free => {
                let decoded = self.agreed(|steps| {
                    let chain = chain(steps, &codecs, chunk.data_type, &chunk.shape)?;
                    steps.decode(&chain, &given)
                })?;
                ensure!(
                    decoded == *chunk,
                    "{}: the reference decodes the bytes to {decoded:?}",
                    self.id
                );
                given
            }
            Some(given) => {
                ensure!(
                    given == encoded,
                    "{}: the reference encodes the elements to {}",
                    self.id,
                    HexBytes::from(encoded)
                );
                given
            }
        };
        let claim = Claim::Holds(HexBytes::from(encoded));
        self.chunk_statement(codecs, chunk, claim, is_free)
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
            .chunk_statement(codecs, chunk, open_bytes(readings), false)
    }

    /// The elements of raw bits, stored as they are, after the codecs on arrays.
    pub(crate) fn encoded_as_raw_bits(
        &self,
        codecs: &Value,
        chunk: &ChunkArray,
    ) -> anyhow::Result<Vec<Element>> {
        let encoded = self.agreed(|steps| encode(steps, codecs, chunk))?;
        Ok(vector_form::from_elements(
            chunk.data_type,
            &encoded.into(),
        )?)
    }

    fn chunk_statement(
        self,
        codecs: Value,
        chunk: &ChunkArray,
        claim: Claim<HexBytes, HexBytes, Infallible>,
        free: bool,
    ) -> anyhow::Result<()> {
        let statement = statement::chunk(list(&codecs)?, chunk, claim, free);
        self.state(Statement::Chunk(statement))
    }
}
