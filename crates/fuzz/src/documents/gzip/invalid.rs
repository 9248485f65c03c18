//! Mistakes in configurations and in encoded bytes.

use serde_json::json;
use zarr_conform_reference::codecs::Codec as Chained;

use crate::invalid::codecs::each;
use crate::invalid::stored::RESERVED_TYPE;
use crate::invalid::{Place, Rule};

/// Number of bytes of the fixed part of the header of a gzip member.
const GZIP_HEADER: usize = 10;
/// Number of bytes of CRC32 and ISIZE.
const GZIP_TRAILER: usize = 8;

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "a level that gzip has not",
        comment: "accepts a level of gzip that is not an integer from 0 to 9 for a random array",
        why: "level is not an integer from 0 to 9",
        requirements: &["gzip.level-range"],
        place: Place::Members(|case| {
            let numbers = [json!(10), json!(-1), json!(11), json!(255), json!(5.5)];
            let others = [json!("5"), json!(true), json!(false), json!([]), json!({})];
            each(case, "gzip", "level", &[numbers, others].concat())
        }),
    },
    Rule {
        name: "a gzip member that is cut off",
        comment: "decodes a random chunk of gzip that ends before its elements do",
        why: "elements are missing",
        requirements: &["gzip.deflate", "codecs.decoding-procedure"],
        place: Place::Stored("gzip", |chunk, which| match chunk.last()? {
            // The last byte before CRC32 and ISIZE is one of an element.
            Chained::Gzip(_) if chunk.is_plain() => {
                chunk.cut(0..chunk.bytes.len().checked_sub(GZIP_TRAILER)?, which)
            }
            Chained::Gzip(_) => chunk.cut(0..GZIP_HEADER + 1, which),
            _ => None,
        }),
    },
    Rule {
        name: "a block of the reserved type in gzip",
        comment: "decodes a random chunk of gzip with a block of the reserved type",
        why: "a block has the reserved type",
        requirements: &["deflate-format.btype", "gzip.deflate"],
        place: Place::Stored("gzip", |chunk, _| match chunk.last()? {
            Chained::Gzip(_) if chunk.is_plain() => chunk.with(GZIP_HEADER, RESERVED_TYPE),
            _ => None,
        }),
    },
];
