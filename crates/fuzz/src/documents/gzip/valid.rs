//! Any level.

use serde_json::json;

use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, _: &mut Place<'_>) -> Codec {
    // From 1 on, then 0.
    let level = (tape.below("level", 10) + 1) % 10;
    Codec::of_bytes("gzip", json!({ "level": level }))
}
