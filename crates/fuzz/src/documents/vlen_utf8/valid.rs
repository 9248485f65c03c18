//! The codec has no configuration.

use crate::case::choose::spelling;
use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    Codec::VlenUtf8 {
        spelling: spelling(tape, place.has_names()),
    }
}
