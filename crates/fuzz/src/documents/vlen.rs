//! What `vlen-utf8` and `vlen-bytes` have in common.

use zarr_conform_reference::codecs::Codec as Chained;

use crate::case::choose::spelling;
use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::invalid::Chunk;
use crate::tape::Tape;

/// The codec of this name, which has no configuration.
pub(super) fn choose(name: &'static str, tape: &mut Tape, place: &Place<'_>) -> Codec {
    Codec::Vlen {
        name,
        spelling: spelling(tape, place.has_names()),
    }
}

/// A chunk that lacks bytes of its elements.
pub(super) fn cut(chunk: &Chunk<'_>, which: usize) -> Option<Vec<u8>> {
    match chunk.last()? {
        Chained::VlenUtf8(_) | Chained::VlenBytes(_) => chunk.cut(0..chunk.bytes.len(), which),
        _ => None,
    }
}
