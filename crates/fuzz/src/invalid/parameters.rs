//! Mistakes in the configurations of codecs.

use serde_json::{Value, json};

use super::codecs::of_entries;
use super::edit::{Edit, Entry};
use super::metadata::UNKNOWN;
use super::{Place, Rule};
use crate::Case;
use crate::case::codec::{Codec, Sharding, needs_endian};

/// Each of the values for a parameter of the codecs of this name.
fn each(case: &Case, codec: &str, parameter: &str, values: &[Value]) -> Vec<Edit> {
    of_entries(
        case,
        |entry| entry.codec.name() == codec,
        |entry| Edit::each(&entry.parameter(parameter), values.to_vec()),
    )
}

/// The parameter left out, of the codecs of this name.
fn without(case: &Case, codec: &str, parameter: &str) -> Vec<Edit> {
    of_entries(
        case,
        |entry| entry.codec.name() == codec,
        |entry| vec![Edit::Remove(entry.parameter(parameter))],
    )
}

fn is_shuffled(entry: &Entry<'_>) -> bool {
    matches!(entry.codec, Codec::Blosc(it) if it.shuffle != "noshuffle")
}

fn has_endian(entry: &Entry<'_>) -> bool {
    matches!(
        entry.codec,
        Codec::Bytes {
            endian: Some(_),
            ..
        }
    )
}

fn wrong_orders(case: &Case) -> Vec<Edit> {
    of_entries(
        case,
        |entry| entry.codec.name() == "transpose",
        |entry| {
            let Codec::Transpose { order } = entry.codec else {
                return Vec::new();
            };
            let place = entry.parameter("order");
            let n = order.len();
            let mut edits = Edit::each(&place, [json!(1), json!(true), json!({}), json!(null)]);
            edits.push(Edit::Insert(place.clone(), n, json!(n)));
            for (i, from) in order.iter().enumerate() {
                let at = format!("{place}/{i}");
                edits.push(Edit::Remove(at.clone()));
                let wrong = [
                    json!(n),
                    json!(-1),
                    json!(0.5),
                    json!(from.to_string()),
                    json!(true),
                ];
                edits.extend(Edit::each(&at, wrong));
                let others = order.iter().filter(|other| *other != from);
                edits.extend(Edit::each(&at, others.map(|other| json!(other))));
            }
            edits
        },
    )
}

/// Changes of each shard.
fn of_shards(case: &Case, edits: impl Fn(&Entry<'_>, &Sharding) -> Vec<Edit>) -> Vec<Edit> {
    of_entries(
        case,
        |_| true,
        |entry| match entry.codec {
            Codec::Sharding(it) => edits(entry, it),
            _ => Vec::new(),
        },
    )
}

/// Inner chunks that do not fit a shard of this shape.
fn wrong_inner_chunks(case: &Case) -> Vec<Edit> {
    of_shards(case, |entry, sharding| {
        let place = entry.parameter("chunk_shape");
        let rank = sharding.chunk_shape.len();
        let mut edits = vec![
            Edit::Insert(place.clone(), rank, json!(1)),
            Edit::Insert(place.clone(), 0, json!(1)),
        ];
        for (d, length) in entry.shape.iter().enumerate() {
            let at = format!("{place}/{d}");
            edits.push(Edit::Remove(at.clone()));
            edits.extend(Edit::each(
                &at,
                [json!(length + 1), json!(2 * length), json!(0)],
            ));
        }
        edits
    })
}

/// A list of a shard left out, or of another JSON type.
fn no_list(case: &Case, name: &str) -> Vec<Edit> {
    of_shards(case, |entry, _| {
        let place = entry.parameter(name);
        let types = [
            json!(null),
            json!({}),
            json!("bytes"),
            json!(true),
            json!(1),
            json!([]),
        ];
        let mut edits = vec![Edit::Remove(place.clone())];
        edits.extend(Edit::each(&place, types));
        edits
    })
}

pub(super) const RULES: &[Rule] = &[
    Rule {
        name: "an order that is not a permutation",
        comment: "accepts an order that is not a permutation of the dimensions of a random array",
        why: "order is not a permutation of the dimensions",
        requirements: &["transpose.order-is-permutation"],
        place: Place::Members(wrong_orders),
    },
    Rule {
        name: "an order of the drafts",
        comment: "accepts the order \"C\" or \"F\" of the drafts for a random array",
        why: "an order is a list of integers; the constants of the drafts are gone",
        requirements: &["transpose.no-c-f", "transpose.order-is-permutation"],
        place: Place::Members(|case| each(case, "transpose", "order", &[json!("C"), json!("F")])),
    },
    Rule {
        name: "no order",
        comment: "accepts transpose without an order for a random array",
        why: "order is required",
        requirements: &["transpose.order-required"],
        place: Place::Members(|case| without(case, "transpose", "order")),
    },
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
        name: "inner chunks that do not fit their shard",
        comment: "accepts inner chunks that do not divide the shards of a random array",
        why: "the shape of inner chunks does not divide the shape of the shard",
        requirements: &[
            "sharding-indexed.inner-shape-divides",
            "sharding-indexed.chunks-per-shard",
        ],
        place: Place::Members(wrong_inner_chunks),
    },
    Rule {
        name: "inner chunks without a shape",
        comment: "accepts a shape of inner chunks that is not a list of integers for a random array",
        why: "chunk_shape is not a list of integers greater than 0",
        requirements: &["sharding-indexed.chunk-shape"],
        place: Place::Members(|case| {
            of_shards(case, |entry, sharding| {
                let place = entry.parameter("chunk_shape");
                let types = [json!(null), json!(1), json!("1"), json!(true), json!({})];
                let mut edits = vec![Edit::Remove(place.clone())];
                edits.extend(Edit::each(&place, types));
                for d in 0..sharding.chunk_shape.len() {
                    let wrong = [json!(-1), json!(1.5), json!("1"), json!(true), json!(null)];
                    edits.extend(Edit::each(&format!("{place}/{d}"), wrong));
                }
                edits
            })
        }),
    },
    Rule {
        name: "no codecs of inner chunks",
        comment: "accepts shards without a list of codecs for a random array",
        why: "codecs is a list with exactly one codec from array to bytes",
        requirements: &[
            "sharding-indexed.codecs-required",
            "sharding-indexed.codecs-array",
        ],
        place: Place::Members(|case| no_list(case, "codecs")),
    },
    Rule {
        name: "no codecs of the index",
        comment: "accepts shards without a list of index codecs for a random array",
        why: "index_codecs is a list with exactly one codec from array to bytes",
        requirements: &[
            "sharding-indexed.index-codecs-required",
            "sharding-indexed.index-codecs-array",
        ],
        place: Place::Members(|case| no_list(case, "index_codecs")),
    },
    Rule {
        name: "a compressed index",
        comment: "accepts a compressor among the index codecs of a random array",
        why: "a compressor must not be used for the index",
        requirements: &["sharding-indexed.index-codecs-fixed-size"],
        place: Place::Members(|case| {
            of_shards(case, |entry, sharding| {
                let gzip = json!({"name": "gzip", "configuration": {"level": 1}});
                let place = entry.parameter("index_codecs");
                vec![Edit::Insert(place, sharding.index_codecs.len(), gzip)]
            })
        }),
    },
    Rule {
        name: "an index in no known place",
        comment: "accepts another index_location than \"start\" and \"end\" for a random array",
        why: "index_location is not \"start\" or \"end\"",
        requirements: &["sharding-indexed.index-location-values"],
        place: Place::Members(|case| {
            let text = ["START", "End", "middle", "beginning", ""].map(Value::from);
            let others = [json!(true), json!(0), json!([]), json!({})];
            let values: Vec<Value> = text.into_iter().chain(others).collect();
            each(case, "sharding_indexed", "index_location", &values)
        }),
    },
];
