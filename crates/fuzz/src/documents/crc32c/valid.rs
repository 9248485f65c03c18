//! The codec has no configuration.

use serde_json::Value;

use crate::case::codec::{Codec, Spelling};
use crate::case::list::Place;
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    if place.has_names() && tape.is("short", 1, 2) {
        let (name, spelling) = ("crc32c", Spelling::Name);
        return Codec::OfBytes {
            name,
            entry: spelling.json(name),
        };
    }
    Codec::of_bytes("crc32c", Value::Null)
}
