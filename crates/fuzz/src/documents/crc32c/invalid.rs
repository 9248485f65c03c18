//! Mistakes in encoded bytes.

use zarr_conform_reference::codecs::Codec as Chained;

use crate::invalid::{Place, Rule};

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "a wrong checksum of crc32c",
        comment: "decodes a random chunk whose checksum by crc32c is wrong",
        why: "the checksum is not that of the bytes before it",
        requirements: &["crc32c.checksum"],
        place: Place::Stored("crc32c", |chunk, which| match chunk.last()? {
            Chained::Crc32c(_) => chunk.turned(0..chunk.bytes.len(), which),
            _ => None,
        }),
    },
    Rule {
        name: "no room for a checksum of crc32c",
        comment: "decodes a random chunk that is shorter than its checksum by crc32c",
        why: "the chunk is shorter than its checksum",
        requirements: &["crc32c.appended", "codecs.decoding-procedure"],
        place: Place::Stored("crc32c", |chunk, which| match chunk.last()? {
            Chained::Crc32c(_) => chunk.cut(0..4, which),
            _ => None,
        }),
    },
];
