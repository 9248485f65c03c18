//! Wrong readings of codec lists: the order and form of chains.

use super::{listed, name, sorted, with_bytes, with_reversed_transposes, with_transposes};
use crate::Json;
use crate::array_metadata;
use crate::codecs::{self, Codec, Kind};
use crate::documents::transpose::misreadings::relabelled;
use crate::editions::draft;
use crate::misreading::{ACCEPTED, ALL, BOTH, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::transpose::Transpose;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "anything-is-a-codec-list",
        when: "a name, an object or a list within the list is treated as the codec list",
        requirements: &["array-metadata.codecs"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::codecs(
            |steps, value, data_type, chunk_shape, fill_value| {
                let list = listed(value);
                array_metadata::codecs(steps, &list, data_type, chunk_shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "only-first-transpose",
        when: "only the first of several transposes is applied",
        requirements: &["codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::encode(|steps, chain, chunk| {
                steps.text().encode(
                    &with_transposes(steps, chain, |place, _| place == 0)?,
                    chunk,
                )
            }),
            Replacement::decode(|steps, chain, bytes| {
                steps.text().decode(
                    &with_transposes(steps, chain, |place, _| place == 0)?,
                    bytes,
                )
            }),
        ],
    },
    Misreading {
        name: "only-last-transpose",
        when: "only the last of several transposes is applied",
        requirements: &["codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::encode(|steps, chain, chunk| {
                steps.text().encode(
                    &with_transposes(steps, chain, |place, all| place + 1 == all)?,
                    chunk,
                )
            }),
            Replacement::decode(|steps, chain, bytes| {
                steps.text().decode(
                    &with_transposes(steps, chain, |place, all| place + 1 == all)?,
                    bytes,
                )
            }),
        ],
    },
    Misreading {
        name: "transposes-in-reverse",
        when: "several transposes are applied from the last to the first when encoding, from \
            the first to the last when decoding",
        requirements: &["codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::encode(|steps, chain, chunk| {
                steps
                    .text()
                    .encode(&with_reversed_transposes(steps, chain)?, chunk)
            }),
            Replacement::decode(|steps, chain, bytes| {
                steps
                    .text()
                    .decode(&with_reversed_transposes(steps, chain)?, bytes)
            }),
        ],
    },
    Misreading {
        name: "decoded-forwards",
        when: "decoding goes through the transposes from the first to the last",
        requirements: &["codecs.applied-in-sequence", "codecs.decoding-procedure"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::decode(|steps, chain, bytes| {
            steps
                .text()
                .decode(&with_reversed_transposes(steps, chain)?, bytes)
        })],
    },
    Misreading {
        name: "later-transpose-of-chunk-shape",
        when: "every transpose permutes the shape of the chunk, not that of its input",
        requirements: &["codecs.representations", "codecs.applied-in-sequence"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::encode(|steps, chain, chunk| {
            let literal = Steps::literal(steps.edition());
            let mut array = chunk.clone();
            for codec in &chain.codecs {
                if let Codec::Transpose(Transpose { order }) = codec {
                    let taken = relabelled(array, chunk.shape.clone());
                    array = literal.transpose_encode(&taken, order)?;
                }
            }
            let rest = with_transposes(steps, chain, |_, _| false)?;
            steps
                .text()
                .encode(&rest, &relabelled(array, chunk.shape.clone()))
        })],
    },
    Misreading {
        name: "kinds-sorted",
        when: "codecs in the wrong order are sorted by kind",
        requirements: &["codecs.chain-form"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                codecs::chain(steps, &sorted(list), data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "compressors-take-arrays",
        when: "a compressor takes an array where no codec yields bytes, as in version 2",
        requirements: &["codecs.chain-form", "blosc.kind", "gzip.kind"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                codecs::chain(steps, &with_bytes(list), data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "second-array-to-bytes-dropped",
        when: "of two codecs that yield bytes the second is dropped",
        requirements: &["codecs.chain-form"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::chain(
            |steps, list, data_type, shape, fill_value| {
                let mut found = false;
                let list: Vec<Json> = list
                    .iter()
                    .filter(|value| {
                        name(value) != Some("bytes") || !std::mem::replace(&mut found, true)
                    })
                    .cloned()
                    .collect();
                codecs::chain(steps, &list, data_type, shape, fill_value)
            },
        )],
    },
    Misreading {
        name: "default-conversion",
        when: "where no codec yields bytes, elements are written in little endian as in the drafts",
        requirements: &["codecs.chain-form", "codecs.not-empty"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            draft::ENCODE,
            draft::DECODE,
            Replacement::chain_form(|steps, list| {
                if list.iter().all(|codec| codec.kind() == Kind::ArrayToArray) {
                    return Ok(());
                }
                steps.text().chain_form(list)
            }),
        ],
    },
    Misreading {
        name: "empty-codec-list-accepted",
        when: "an empty codec list is accepted",
        requirements: &["codecs.not-empty"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[
            draft::ENCODE,
            draft::DECODE,
            Replacement::chain_form(|steps, list| {
                if list.is_empty() {
                    return Ok(());
                }
                steps.text().chain_form(list)
            }),
        ],
    },
];
