//! Any level that compressors have, with or without a checksum.

use serde_json::json;

use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::tape::Tape;

pub(super) fn choose(tape: &mut Tape, _: &mut Place<'_>) -> Codec {
    let level = i32::try_from(tape.below("level", 28)).unwrap_or(0);
    // From 0 to 22, then from -1 to -5.
    let level = if level > 22 { 22 - level } else { level };
    let mut configuration = json!({ "level": level });
    if let Some(checksum) = tape.one("checksum", &[None, Some(false), Some(true)]) {
        configuration["checksum"] = checksum.into();
    }
    Codec::of_bytes("zstd", configuration)
}
