//! Chunk key encodings: from grid index to key, as numbers and as files of a store.

use serde_json::{Value, json};
use zarr_conform_reference::DataType;

use super::arrays::{Sketch, other};
use crate::store::Plan;
use crate::topic::{ACCEPTED, CURRENT, Topic};

/// An encoding: part of ids, its JSON form, the requirement on its separator, its form in words.
type Encoding = (&'static str, Value, &'static str, &'static str);

/// The accepted forms of the encoding of this name. `requirements` are those on the separator: where
/// it is given, and where it is not.
fn encodings(name: &str, [given, absent]: [&'static str; 2]) -> [Encoding; 4] {
    [
        (
            "absent",
            json!({"name": name}),
            absent,
            "the configuration is left out",
        ),
        (
            "empty",
            json!({"name": name, "configuration": {}}),
            absent,
            "the separator is left out",
        ),
        (
            "slash",
            json!({"name": name, "configuration": {"separator": "/"}}),
            given,
            "the separator is `/`",
        ),
        (
            "dot",
            json!({"name": name, "configuration": {"separator": "."}}),
            given,
            "the separator is `.`",
        ),
    ]
}

fn default() -> [Encoding; 4] {
    encodings(
        "default",
        ["default-key.separator", "default-key.separator-default"],
    )
}

fn v2() -> [Encoding; 4] {
    encodings("v2", ["v2-key.separator", "v2-key.separator-default"])
}

pub(super) fn topics() -> anyhow::Result<Vec<Topic>> {
    Ok(vec![
        keys(
            Topic::new(
                "chunk-key-encoding/default",
                ACCEPTED,
                "Keys under the encoding `default`, with each separator and without: `c`, then the separator and the \
                 index for each dimension.",
            ),
            default(),
            ["default-key.key", "default-key.rank-0"],
        )?,
        keys(
            Topic::new(
                "chunk-key-encoding/v2",
                ACCEPTED,
                "Keys under the encoding `v2`, with each separator and without: the indices with the separator \
                 between them, and `0` without dimensions.",
            ),
            v2(),
            ["v2-key.key", "v2-key.rank-0"],
        )?,
        short_hand()?,
        stores()?,
    ])
}

/// Name, shape of an array in chunks of one element, indices, what a failure means.
type Indices = (
    &'static str,
    &'static [u64],
    &'static [&'static [u64]],
    &'static str,
);

const INDICES: &[Indices] = &[
    (
        "rank-0",
        &[],
        &[&[]],
        "the key of the only chunk of an array without dimensions",
    ),
    (
        "rank-1",
        &[12],
        &[&[0], &[1], &[9], &[10], &[11]],
        "one dimension: no separator too many, indices from 0",
    ),
    (
        "rank-2",
        &[3, 4],
        &[&[0, 0], &[0, 3], &[2, 0], &[1, 2]],
        "two dimensions, first index first",
    ),
    (
        "document-example",
        &[2, 24, 46],
        &[&[1, 23, 45]],
        "the index that the document works out",
    ),
    (
        "multi-digit",
        &[11, 1001, 100_001],
        &[
            &[10, 1000, 100_000],
            &[1, 100, 9],
            &[9, 10, 99],
            &[0, 999, 99_999],
        ],
        "indices of several digits, in decimal, without leading zeros or marks between digits",
    ),
    (
        "rank-6",
        &[2, 3, 4, 5, 6, 7],
        &[
            &[1, 2, 3, 4, 5, 6],
            &[0, 0, 0, 0, 0, 0],
            &[0, 2, 0, 4, 0, 6],
        ],
        "six dimensions",
    ),
    (
        "large",
        &[0x8000_0001, 0x1_0000_0001, 9_007_199_254_740_991],
        &[
            &[2_147_483_648, 4_294_967_296, 9_007_199_254_740_990],
            &[1_000_000_000, 10_000_000, 100_000_000_000_000],
        ],
        "indices beyond 2^31, 2^32 and up to 2^53-2: no sign, no exponent",
    ),
];

fn keys<const N: usize>(
    mut topic: Topic,
    encodings: [Encoding; N],
    [key, rank_0]: [&str; 2],
) -> anyhow::Result<Topic> {
    for (encoding, value, separator, about) in encodings {
        for (name, shape, indices, comment) in INDICES {
            let requirements = match *name {
                "rank-0" => vec![rank_0, "regular-grid.store-key"],
                _ => vec![
                    key,
                    separator,
                    "regular-grid.store-key",
                    "regular-grid.unique-identifiers",
                ],
            };
            topic
                .fact(
                    format!("{encoding}-{name}"),
                    &requirements,
                    format!("{comment}; {about}"),
                )
                .grid(
                    shape,
                    &vec![1; shape.len()],
                    &[],
                    indices,
                    std::slice::from_ref(&value),
                )?;
        }
    }
    Ok(topic)
}

fn short_hand() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "chunk-key-encoding/short-hand",
        CURRENT,
        "Since edition 3.1 an encoding may be given as its name alone, which means the same as an object with \
         nothing but the name.",
    );
    for (name, separator) in [
        ("default", "default-key.separator-default"),
        ("v2", "v2-key.separator-default"),
    ] {
        topic
            .fact(
                name,
                &[
                    "extension.short-hand",
                    "extension.short-hand-equivalent",
                    separator,
                ],
                format!("the name `{name}` alone is the encoding with its default separator"),
            )
            .grid(
                &[2, 24, 46],
                &[1, 1, 1],
                &[],
                &[&[1, 23, 45], &[0, 0, 0]],
                &[
                    json!(name),
                    json!({"name": name}),
                    json!({"name": name, "must_understand": true}),
                ],
            )?;
        topic
            .fact(
                format!("{name}-store"),
                &[
                    "extension.short-hand",
                    "extension.short-hand-equivalent",
                    separator,
                ],
                format!("chunks are found where the encoding is given as `{name}` alone"),
            )
            .array(
                Sketch::new(DataType::Uint8, &[3, 5], &[2, 3])
                    .keys(json!(name))
                    .plan()?,
            )?;
    }
    Ok(topic)
}

/// Shapes of stores: name, shape of the array, shape of the chunks, what a failure means.
const STORES: &[(&str, &[u64], &[u64], &str)] = &[
    ("rank-0", &[], &[], "an array without dimensions"),
    (
        "rank-1",
        &[3],
        &[2],
        "one dimension: no separator after the last index",
    ),
    (
        "two-digits",
        &[2, 11],
        &[2, 1],
        "chunk 10 is neither sorted before chunk 2 nor looked for at (10, 0)",
    ),
    ("rank-3", &[2, 3, 3], &[1, 3, 2], "three dimensions"),
];

fn stores() -> anyhow::Result<Topic> {
    let mut topic = Topic::new(
        "chunk-key-encoding/stores",
        ACCEPTED,
        "Arrays whose chunks are stored under each encoding: a chunk looked for under another key reads as the fill \
         value, and one written under another key is lost to everybody else.",
    );
    for (family, encodings, key, rank_0) in [
        (
            "default",
            default(),
            "default-key.key",
            "default-key.rank-0",
        ),
        ("v2", v2(), "v2-key.key", "v2-key.rank-0"),
    ] {
        for (encoding, value, separator, about) in
            encodings.into_iter().filter(|it| it.0 != "empty")
        {
            for (name, shape, chunk_shape, comment) in STORES {
                let requirements = match shape.len() {
                    0 => vec![rank_0, "storage.chunk-key-prefix"],
                    _ => vec![key, separator, "storage.chunk-key-prefix"],
                };
                let sketch = Sketch::new(DataType::Uint16, shape, chunk_shape).keys(value.clone());
                topic
                    .fact(
                        format!("{family}-{encoding}-{name}"),
                        &requirements,
                        format!("{comment}, under `{family}`: {about}"),
                    )
                    .array(sketch.plan()?)?;
            }
            let sketch = Sketch::new(DataType::Uint16, &[12, 12], &[1, 1]).keys(value.clone());
            topic
                .fact(
                    format!("{family}-{encoding}-two-digits-twice"),
                    &[key, separator, "storage.chunk-key-prefix"],
                    format!("chunks (1, 11), (11, 1) and (10, 11), under `{family}`: {about}"),
                )
                .array(Plan {
                    whole: true,
                    update: Some((vec![11, 10], other(DataType::Uint16, &[1, 1])?)),
                    ..sketch.sparse(&[
                        (&[1, 11], &[1, 1]),
                        (&[11, 1], &[1, 1]),
                        (&[10, 11], &[1, 1]),
                    ])?
                })?;
        }
    }
    Ok(topic)
}
