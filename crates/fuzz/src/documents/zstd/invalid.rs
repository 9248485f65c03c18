//! Mistakes in configurations and in encoded bytes.

use serde_json::json;
use zarr_conform_reference::codecs::Codec as Chained;

use crate::invalid::codecs::each;
use crate::invalid::stored::RESERVED_TYPE;
use crate::invalid::{Place, Rule};

/// What this reference writes before the first block of a Zstandard frame: magic number, descriptor and
/// size.
const ZSTD_HEADER: usize = 13;
const ZSTD_BLOCK_HEADER: usize = 3;
const ZSTD_MAGIC_NUMBER: usize = 4;
const ZSTD_CHECKSUM: usize = 4;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "a level that zstd has not",
        comment: "accepts a level of zstd that is not an integer from -131072 to 22 for a random array",
        why: "level is not an integer from -131072 to 22",
        requirements: &["zstd.level-range"],
        place: Place::Members(|case| {
            let numbers = [json!(23), json!(-131_073), json!(1_i64 << 31)];
            let others = [json!("3"), json!(true), json!([])];
            each(case, "zstd", "level", &[numbers, others].concat())
        }),
    },
    Rule {
        name: "a checksum that is not a boolean",
        comment: "accepts a checksum of zstd that is not a boolean for a random array",
        why: "checksum is not true or false",
        requirements: &["zstd.checksum-verified"],
        place: Place::Members(|case| {
            let values = [json!("true"), json!(0), json!(1), json!([]), json!({})];
            each(case, "zstd", "checksum", &values)
        }),
    },
    Rule {
        name: "a zstd frame that is cut off",
        comment: "decodes a random chunk of zstd that ends before its content",
        why: "content is missing",
        requirements: &[
            "zstd-format.frames",
            "zstd-format.frame-structure",
            "codecs.decoding-procedure",
        ],
        place: Place::Stored("zstd", |chunk, which| match chunk.last()? {
            Chained::Zstd(zstd) if chunk.is_plain() => {
                let checksum = if zstd.checksum { ZSTD_CHECKSUM } else { 0 };
                chunk.cut(0..chunk.bytes.len().checked_sub(checksum)?, which)
            }
            Chained::Zstd(_) => chunk.cut(0..ZSTD_MAGIC_NUMBER + 1, which),
            _ => None,
        }),
    },
    Rule {
        name: "a reserved bit in zstd",
        comment: "decodes a random chunk of zstd with a frame whose reserved bit is set",
        why: "the reserved bit of the frame header is set",
        requirements: &[
            "zstd.format",
            "zstd-format.reserved-bit",
            "zstd-format.reserved-bit-checked",
        ],
        place: Place::Stored("zstd", |chunk, _| match chunk.last()? {
            Chained::Zstd(_) if chunk.is_plain() => chunk.with(ZSTD_MAGIC_NUMBER, 1 << 3),
            _ => None,
        }),
    },
    Rule {
        name: "a block of the reserved type in zstd",
        comment: "decodes a random chunk of zstd with a block of the reserved type",
        why: "a block has the reserved type",
        requirements: &[
            "zstd.format",
            "zstd-format.block-type",
            "zstd-format.reserved-block-type",
        ],
        place: Place::Stored("zstd", |chunk, _| match chunk.last()? {
            Chained::Zstd(_) if chunk.is_plain() => chunk.with(ZSTD_HEADER, RESERVED_TYPE),
            _ => None,
        }),
    },
    Rule {
        name: "a wrong checksum of zstd",
        comment: "decodes a random chunk of zstd whose checksum is wrong, although it is to be verified",
        why: "the checksum is not that of the content",
        requirements: &["zstd.checksum-verified", "zstd-format.content-checksum"],
        place: Place::Stored("zstd", |chunk, which| match chunk.last()? {
            Chained::Zstd(zstd) if zstd.checksum && chunk.is_plain() => {
                let content = ZSTD_HEADER + ZSTD_BLOCK_HEADER;
                chunk.turned(content..chunk.bytes.len(), which)
            }
            _ => None,
        }),
    },
];
