//! Mistakes in configurations and in encoded bytes.

use serde_json::json;
use zarr_conform_reference::codecs::Codec as Chained;

use crate::invalid::codecs::{each, of_entries};
use crate::invalid::edit::{Edit, Entry};
use crate::invalid::metadata::UNKNOWN;
use crate::invalid::{Place, Rule};

/// Number of bytes of the header of a Blosc chunk.
const BLOSC_HEADER: usize = 16;

fn is_shuffled(entry: &Entry<'_>) -> bool {
    entry.codec.name() == "blosc" && entry.codec.parameter("shuffle") != "noshuffle"
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "a cname that is not a string",
        comment: "accepts a cname of blosc that is not a string for a random array",
        why: "cname is not a string",
        requirements: &["blosc.cname"],
        place: Place::Members(|case| {
            each(
                case,
                "blosc",
                "cname",
                &[json!(1), json!(true), json!([]), json!({})],
            )
        }),
    },
    Rule {
        name: "a clevel that blosc has not",
        comment: "accepts a clevel of blosc that is not an integer from 0 to 9 for a random array",
        why: "clevel is not an integer from 0 to 9",
        requirements: &["blosc.clevel-range"],
        place: Place::Members(|case| {
            let values = [
                json!(10),
                json!(-1),
                json!("5"),
                json!(true),
                json!(5.5),
                json!([]),
            ];
            each(case, "blosc", "clevel", &values)
        }),
    },
    Rule {
        name: "a shuffle that blosc has not",
        comment: "accepts another shuffle of blosc than the three for a random array",
        why: "shuffle is not one of the three strings",
        requirements: &["blosc.shuffle-values"],
        place: Place::Members(|case| {
            each(
                case,
                "blosc",
                "shuffle",
                &[json!(UNKNOWN), json!("SHUFFLE"), json!(""), json!([])],
            )
        }),
    },
    Rule {
        name: "a typesize that is not positive",
        comment: "accepts a typesize of blosc that is not a positive integer for a random array",
        why: "typesize is not a positive integer, and the data are shuffled by it",
        requirements: &["blosc.typesize-positive"],
        place: Place::Members(|case| {
            of_entries(case, is_shuffled, |entry| {
                let values = [
                    json!(0),
                    json!(-1),
                    json!("4"),
                    json!(true),
                    json!(2.5),
                    json!([]),
                ];
                Edit::each(&entry.parameter("typesize"), values)
            })
        }),
    },
    Rule {
        name: "no typesize",
        comment: "accepts blosc with a shuffle and without a typesize for a random array",
        why: "typesize is required unless shuffle is noshuffle",
        requirements: &["blosc.typesize-required"],
        place: Place::Members(|case| {
            of_entries(case, is_shuffled, |entry| {
                vec![Edit::Remove(entry.parameter("typesize"))]
            })
        }),
    },
    Rule {
        name: "a blocksize that is not an integer",
        comment: "accepts a blocksize of blosc that is not an integer for a random array",
        why: "blocksize is not an integer",
        requirements: &["blosc.blocksize"],
        place: Place::Members(|case| {
            let values = [json!("0"), json!(true), json!([]), json!({}), json!(0.5)];
            each(case, "blosc", "blocksize", &values)
        }),
    },
    Rule {
        name: "a blosc chunk that is cut off",
        comment: "decodes a random chunk of blosc that ends too early",
        why: "the chunk has fewer bytes than its header says, and elements are missing",
        requirements: &["blosc-format.cbytes", "blosc-format.header-and-blocks"],
        place: Place::Stored("blosc", |chunk, which| match chunk.last()? {
            // The reference writes the bytes as they are behind a header.
            Chained::Blosc(_) if chunk.is_plain() => chunk.cut(0..chunk.bytes.len(), which),
            Chained::Blosc(_) => chunk.cut(0..BLOSC_HEADER, which),
            _ => None,
        }),
    },
];
