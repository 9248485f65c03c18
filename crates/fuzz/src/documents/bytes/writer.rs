//! Any bits above numbers of fewer bits than a byte.

use std::sync::Arc;

use fastrand::Rng;
use zarr_conform_reference::codecs::Codec;
use zarr_conform_reference::{ChunkArray, Result, Steps};

use crate::case::codec;
use crate::tape::Tape;
use crate::writer::Encoder;

/// Numbers with what a writer stores above them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnusedBits {
    /// Chooses the bits; none for ones.
    seed: Option<u64>,
}

/// Any writer, where the elements leave it a choice.
pub(super) fn random(tape: &mut Tape, codec: &codec::Codec) -> Option<Arc<dyn Encoder>> {
    let codec::Codec::Bytes {
        has_unused_bits: true,
        ..
    } = codec
    else {
        return None;
    };
    let seed = tape.is("any bits", 1, 2).then(|| tape.seed("bits"));
    Some(Arc::new(UnusedBits { seed }))
}

impl Encoder for UnusedBits {
    fn encode_array(
        &self,
        steps: &Steps,
        codec: &Codec,
        array: &ChunkArray,
    ) -> Result<Option<Vec<u8>>> {
        let layout = array.data_type.layout().filter(|it| it.has_unused_bits());
        let (Codec::Bytes(_), Some(layout)) = (codec, layout) else {
            return Ok(None);
        };
        let unused = u8::MAX << layout.component_bits;
        let mut rng = self.seed.map(Rng::with_seed);
        let mut encoded = steps.array_to_bytes_encode(codec, array)?;
        for byte in &mut encoded {
            *byte |= unused & rng.as_mut().map_or(u8::MAX, |rng| rng.u8(..));
        }
        Ok(Some(encoded))
    }
}
