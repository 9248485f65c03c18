//! Wrong readings of the bytes codec: the parameter `endian`, and the length of a chunk.

use super::{decoded, lower_case};
use crate::bytes::{self, Endian};
use crate::misreading::{ACCEPTED, ALL, BOTH, Misreading, require};
use crate::steps::Replacement;

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "missing-endian-is-native",
        when: "a missing endian is the byte order of the machine, here little",
        requirements: &["bytes.endian-required"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(
            |_, configuration, data_type| match configuration.member("endian") {
                None => Ok(Some(Endian::Little)),
                Some(_) => bytes::endian(configuration, data_type),
            },
        )],
    },
    Misreading {
        name: "missing-endian-is-big",
        when: "a missing endian is big, as in networks",
        requirements: &["bytes.endian-required"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(
            |_, configuration, data_type| match configuration.member("endian") {
                None => Ok(Some(Endian::Big)),
                Some(_) => bytes::endian(configuration, data_type),
            },
        )],
    },
    Misreading {
        name: "endian-always-required",
        when: "endian is required even for single bytes",
        requirements: &["bytes.endian-required", "bytes.single-byte-independent"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(|_, configuration, data_type| {
            require(configuration, "endian")?;
            bytes::endian(configuration, data_type)
        })],
    },
    Misreading {
        name: "endian-any-case",
        when: "endian is compared without regard to case",
        requirements: &["bytes.endian-value", "endian.endian-value"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_endian(|_, configuration, data_type| {
                bytes::endian(&lower_case(configuration), data_type)
            }),
            Replacement::endian_endian(|_, configuration| {
                crate::endian::endian(&lower_case(configuration))
            }),
        ],
    },
    Misreading {
        name: "other-endian-is-little",
        when: "every endian but \"big\" is treated as little",
        requirements: &["bytes.endian-value", "endian.endian-value"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_endian(|_, configuration, data_type| {
                match configuration.member("endian") {
                    Some(value) if value.as_str() != Some("big") => Ok(Some(Endian::Little)),
                    _ => bytes::endian(configuration, data_type),
                }
            }),
            Replacement::endian_endian(|_, configuration| match configuration.member("endian") {
                Some(value) if value.as_str() != Some("big") => Ok(Endian::Little),
                _ => crate::endian::endian(configuration),
            }),
        ],
    },
    Misreading {
        name: "endian-unchecked-for-single-bytes",
        when: "endian is not looked at for single bytes",
        requirements: &["bytes.endian-value"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_endian(|_, configuration, data_type| {
            if data_type.size() == 1 {
                return Ok(None);
            }
            bytes::endian(configuration, data_type)
        })],
    },
    Misreading {
        name: "short-chunk-padded",
        when: "missing bytes are read as zero",
        requirements: &["codecs.representations", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                let mut padded = bytes.to_vec();
                if let Some(size) = bytes::encoded_size(data_type, shape)
                    .and_then(|size| usize::try_from(size).ok())
                {
                    padded.resize(padded.len().max(size), 0);
                }
                decoded(&padded, data_type, shape, endian)
            },
        )],
    },
    Misreading {
        name: "empty-chunk-is-zero",
        when: "a chunk without bytes is read as zeros",
        requirements: &["codecs.representations", "codecs.decoding-procedure"],
        editions: ACCEPTED,
        through: BOTH,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| match (
                bytes,
                bytes::encoded_size(data_type, shape).and_then(|size| usize::try_from(size).ok()),
            ) {
                ([], Some(size)) => decoded(&vec![0; size], data_type, shape, endian),
                _ => decoded(bytes, data_type, shape, endian),
            },
        )],
    },
];
