//! Any configuration.

use serde_json::json;

use crate::case::codec::Codec;
use crate::case::list::Place;
use crate::tape::Tape;

/// The compressors, the plainest first.
pub const COMPRESSORS: [&str; 6] = ["lz4", "lz4hc", "blosclz", "zlib", "zstd", "snappy"];
/// What is done before they compress, the plainest first.
pub const SHUFFLES: [&str; 3] = ["noshuffle", "shuffle", "bitshuffle"];

pub(super) fn choose(tape: &mut Tape, place: &mut Place<'_>) -> Codec {
    let shuffle = tape.one("shuffle", &SHUFFLES);
    let size = u8::try_from(place.data_type.size().max(1)).unwrap_or(u8::MAX);
    let may_lack = u32::from(shuffle == "noshuffle");
    let mut configuration = json!({
        "cname": tape.one("cname", &COMPRESSORS),
        // From 5 to 9, then from 0 to 4.
        "clevel": (tape.below("clevel", 10) + 5) % 10,
        "shuffle": shuffle,
    });
    let typesize = match tape.pick("typesize", &[1, 5, 1, may_lack]) {
        0 => Some(1),
        1 => Some(size),
        2 => Some(1 + u8::try_from(tape.below("other typesize", 17)).unwrap_or(0)),
        _ => None,
    };
    if let Some(typesize) = typesize {
        configuration["typesize"] = typesize.into();
    }
    configuration["blocksize"] = tape.one("blocksize", &[0, 16, 64, 256, 0]).into();
    Codec::of_bytes("blosc", configuration)
}

/// The compressor, and what is done before it compresses.
pub(super) fn words(codec: &Codec, _: usize) -> Vec<String> {
    let parameters = ["cname", "shuffle"].map(|it| codec.parameter(it));
    let words = parameters.into_iter().filter_map(|it| it.as_str());
    let words = words.filter(|it| *it != "noshuffle");
    words.map(|it| format!("blosc {it}")).collect()
}
