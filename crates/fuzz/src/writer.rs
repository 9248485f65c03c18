//! Encodings by other writers than the reference, where the choice is the writer's.

use fastrand::Rng;
use zarr_conform_reference::codecs::Chain;
use zarr_conform_reference::{ChunkArray, Error, Steps};

use crate::case::codec::Codec;

/// Who encodes a chunk.
#[derive(Clone, Debug, PartialEq)]
pub enum Writer {}

impl Writer {
    /// Any writer for a codec list; nothing where the list leaves no choice.
    pub fn random(_rng: &mut Rng, _codecs: &[Codec]) -> Option<Self> {
        None
    }

    /// Encodes a chunk.
    ///
    /// # Errors
    /// As the reference's encoding.
    pub fn encode(
        &self,
        _steps: &Steps,
        _chain: &Chain,
        _chunk: &ChunkArray,
    ) -> Result<Vec<u8>, Error> {
        match *self {}
    }

    /// Plainer writers, the plainest first.
    pub fn simpler(&self) -> Vec<Self> {
        match *self {}
    }
}
