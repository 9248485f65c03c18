//! Mistakes in configurations and in encoded bytes.

use serde_json::{Value, json};
use zarr_conform_reference::codecs::Codec as Chained;

use crate::case::codec::{Codec, needs_endian};
use crate::invalid::codecs::of_entries;
use crate::invalid::edit::{Edit, Entry};
use crate::invalid::{Place, Rule};

fn has_endian(entry: &Entry<'_>) -> bool {
    matches!(
        entry.codec,
        Codec::Bytes {
            endian: Some(_),
            ..
        }
    )
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "no endian",
        comment: "accepts bytes without endian for a random array of a multi-byte data type",
        why: "endian is required for multi-byte data types",
        requirements: &["bytes.endian-required"],
        place: Place::Members(|case| {
            let is_needed = |entry: &Entry<'_>| has_endian(entry) && needs_endian(entry.data_type);
            of_entries(case, is_needed, |entry| {
                let configuration = format!("{}/configuration", entry.place);
                vec![
                    Edit::Remove(entry.parameter("endian")),
                    Edit::Remove(configuration),
                ]
            })
        }),
    },
    Rule {
        name: "an endian that is not a byte order",
        comment: "accepts another endian than \"little\" and \"big\" for a random array",
        why: "endian is not \"little\" or \"big\"",
        requirements: &["bytes.endian-value"],
        place: Place::Members(|case| {
            of_entries(case, has_endian, |entry| {
                let text = ["native", "LITTLE", "Big", "", "<"].map(Value::from);
                let others = [json!(1), json!(true), json!([])];
                Edit::each(&entry.parameter("endian"), text.into_iter().chain(others))
            })
        }),
    },
    Rule {
        name: "a chunk that is too short",
        comment: "decodes a random chunk that lacks bytes of its elements, and makes them up",
        why: "the chunk has fewer bytes than its elements take",
        requirements: &["codecs.representations", "codecs.decoding-procedure"],
        place: Place::Stored("bytes", |chunk, which| match chunk.last()? {
            Chained::Bytes(_) => chunk.cut(0..chunk.bytes.len(), which),
            _ => None,
        }),
    },
];
