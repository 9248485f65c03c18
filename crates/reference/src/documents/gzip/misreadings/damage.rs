//! Wrong readings of the gzip codec: what is not gzip, or damaged.

use super::{MOST_MADE_UP, filled, or_else};
use crate::codecs::{self, Codec};
use crate::gzip::{self};
use crate::misreading::{ACCEPTED, BOTH, Misreading, STORES};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "gzip-not-compressed-accepted",
        when: "bytes that are not compressed are read as they are where gzip is listed",
        requirements: &["gzip.deflate"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            or_else(steps, bytes, length, || {
                (length == Some(bytes.len() as u64)).then(|| bytes.to_vec())
            })
        })],
    },
    Misreading {
        name: "gzip-damage-filled-with-zeros",
        when: "what cannot be decoded of a gzip chunk is filled with zeros",
        requirements: &["gzip.deflate", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            or_else(steps, bytes, length, || filled(bytes, length?))
        })],
    },
    Misreading {
        name: "gzip-short-filled-with-zeros",
        when: "a gzip chunk that decodes to too few bytes is filled with zeros",
        requirements: &["codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let mut decoded = gzip::decode(steps, bytes, length)?;
            if let Some(length) = length.filter(|length| *length <= MOST_MADE_UP) {
                decoded.resize(usize::try_from(length).unwrap_or(decoded.len()), 0);
            }
            Ok(decoded)
        })],
    },
    Misreading {
        name: "gzip-first-64-kb-only",
        when: "of what a gzip chunk decodes to, only the first 64 KiB are read, and the rest is zero",
        requirements: &["gzip.deflate", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let mut decoded = gzip::decode(steps, bytes, length)?;
            decoded.iter_mut().skip(1 << 16).for_each(|byte| *byte = 0);
            Ok(decoded)
        })],
    },
    Misreading {
        name: "gzip-empty-chunk-is-missing",
        when: "a gzip chunk that decodes to no bytes is treated as zeros",
        requirements: &["codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::gzip_decode(|steps, bytes, length| {
            let decoded = gzip::decode(steps, bytes, length)?;
            match length {
                Some(length) if decoded.is_empty() && length <= MOST_MADE_UP => {
                    Ok(vec![0; usize::try_from(length).unwrap_or(0)])
                }
                _ => Ok(decoded),
            }
        })],
    },
    Misreading {
        name: "gzip-decoded-again",
        when: "what gzip decodes to is decoded again where it is gzip, too",
        requirements: &["codecs.applied-in-sequence"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_to_bytes_decode(
            |steps, codec, bytes, length| {
                let mut decoded = codecs::bytes_to_bytes_decode(steps, codec, bytes, length)?;
                while matches!(codec, Codec::Gzip(_)) && gzip::header(&decoded).is_ok() {
                    decoded = steps.gzip_decode(&decoded, None)?;
                }
                Ok(decoded)
            },
        )],
    },
];
