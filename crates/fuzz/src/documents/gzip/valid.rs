//! Any level.

use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, _: &mut Place<'_>) -> Codec {
    Codec::Gzip {
        // From 1 on, then 0.
        level: u8::try_from((tape.below("level", 10) + 1) % 10).unwrap_or(1),
    }
}
