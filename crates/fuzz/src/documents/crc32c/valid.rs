//! The codec has no configuration.

use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    Codec::Crc32c {
        short: place.has_names() && tape.is("short", 1, 2),
    }
}
