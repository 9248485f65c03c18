//! Permitted readings of the bytes codec, and of bytes behind the last element of a chunk.

use crate::bytes::{self, Endian};
use crate::codecs::{self, Codec, is_compressor};
use crate::error::metadata;
use crate::permitted::{ACCEPTED, CURRENT, Permitted, Tendency};
use crate::steps::Replacement;
use crate::{ChunkArray, DataType, Element, Result};

/// The chunk with the bytes of each element of raw bits reversed.
fn reversed(mut array: ChunkArray) -> ChunkArray {
    for element in &mut array.elements {
        if let Element::Raw(raw) = element {
            raw.reverse();
        }
    }
    array
}

/// The literal encoding, reversed where the byte order is the one in which raw bits are.
fn encode(array: &ChunkArray, endian: Option<Endian>, turned: Endian) -> Result<Vec<u8>> {
    match endian {
        Some(endian) if endian == turned => bytes::encode(&reversed(array.clone()), Some(endian)),
        endian => bytes::encode(array, endian),
    }
}

fn decode(
    bytes: &[u8],
    (data_type, shape): (DataType, &[u64]),
    endian: Option<Endian>,
    turned: Endian,
) -> Result<ChunkArray> {
    let array = bytes::decode(bytes, data_type, shape, endian)?;
    Ok(if endian == Some(turned) {
        reversed(array)
    } else {
        array
    })
}

/// The elements, each boolean by this rule.
fn booleans(
    bytes: &[u8],
    (data_type, shape): (DataType, &[u64]),
    endian: Option<Endian>,
    rule: fn(u8) -> u8,
) -> Result<ChunkArray> {
    if data_type != DataType::BOOL {
        return bytes::decode(bytes, data_type, shape, endian);
    }
    let array = bytes::decode(bytes, DataType::UINT8, shape, endian)?;
    let bits = bytes.iter().map(|byte| Element::Bits(rule(*byte).into()));
    ChunkArray::new(DataType::BOOL, array.shape, bits.collect())
}

/// The first `length` bytes, or all.
fn at_most(bytes: &[u8], length: Option<u64>) -> &[u8] {
    let length = length.and_then(|it| usize::try_from(it).ok());
    length.and_then(|it| bytes.get(..it)).unwrap_or(bytes)
}

/// Whether both components of an element have a byte each.
fn is_pair_of_bytes(data_type: DataType) -> bool {
    let layout = data_type.layout();
    layout.is_some_and(|it| it.number && it.components == 2 && it.component_bytes == 1)
}

fn is_multi_byte_raw(data_type: DataType) -> bool {
    data_type.is_raw() && data_type.size() > 1
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "raw-bits-reversed-in-big-endian",
        open: "endian-of-raw-bits",
        does: "reverses the bytes of each element of raw bits where endian is big",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| encode(array, endian, Endian::Big)),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                decode(bytes, (data_type, shape), endian, Endian::Big)
            }),
        ],
    },
    Permitted {
        name: "raw-bits-reversed-in-little-endian",
        open: "endian-of-raw-bits",
        does: "reverses the bytes of each element of raw bits where endian is little",
        editions: ACCEPTED,
        tendency: Tendency::Other,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| encode(array, endian, Endian::Little)),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                decode(bytes, (data_type, shape), endian, Endian::Little)
            }),
        ],
    },
    Permitted {
        name: "raw-bits-without-endian",
        open: "endian-of-raw-bits",
        does: "refuses endian for raw bits",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::bytes_endian(|_, configuration, data_type| {
            if is_multi_byte_raw(data_type) && configuration.member("endian").is_some() {
                return metadata("bytes: found endian for raw bits");
            }
            bytes::endian(configuration, data_type)
        })],
    },
    Permitted {
        name: "raw-bits-with-endian",
        open: "endian-of-raw-bits",
        does: "refuses raw bits of several bytes without endian",
        editions: ACCEPTED,
        tendency: Tendency::Strict,
        replacements: &[Replacement::bytes_endian(|_, configuration, data_type| {
            if is_multi_byte_raw(data_type) && configuration.member("endian").is_none() {
                return metadata("bytes: found no endian for raw bits of several bytes");
            }
            bytes::endian(configuration, data_type)
        })],
    },
    Permitted {
        name: "complex-numbers-of-bytes-with-endian",
        open: "endian-of-complex-numbers-of-bytes",
        does: "refuses complex numbers whose components have a byte each without endian",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::bytes_endian(|_, configuration, data_type| {
            if is_pair_of_bytes(data_type) && configuration.member("endian").is_none() {
                return metadata("bytes: found no endian for elements of two bytes");
            }
            bytes::endian(configuration, data_type)
        })],
    },
    Permitted {
        name: "every-byte-but-0-is-true",
        open: "other-bytes-of-bool",
        does: "treats a boolean stored as another byte than 0 as true",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                booleans(bytes, (data_type, shape), endian, |byte| {
                    u8::from(byte != 0)
                })
            },
        )],
    },
    Permitted {
        name: "every-byte-but-1-is-false",
        open: "other-bytes-of-bool",
        does: "treats a boolean stored as another byte than 1 as false",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                booleans(bytes, (data_type, shape), endian, |byte| {
                    u8::from(byte == 1)
                })
            },
        )],
    },
    Permitted {
        name: "lowest-bit-of-bool",
        open: "other-bytes-of-bool",
        does: "takes the lowest bit of the byte of a boolean",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                booleans(bytes, (data_type, shape), endian, |byte| byte & 1)
            },
        )],
    },
    Permitted {
        name: "byte-of-bool-kept",
        open: "other-bytes-of-bool",
        does: "keeps the byte of a boolean, whatever it is",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                booleans(bytes, (data_type, shape), endian, |byte| byte)
            },
        )],
    },
    Permitted {
        name: "bytes-behind-the-last-element-ignored",
        open: "chunk-too-long",
        does: "ignores bytes behind the last element, also those that a compressor gives",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                let length = bytes::encoded_size(data_type, shape);
                bytes::decode(at_most(bytes, length), data_type, shape, endian)
            }),
            Replacement::bytes_to_bytes_decode(|steps, codec, bytes, length| {
                let length = length.filter(|_| !is_compressor(codec));
                codecs::bytes_to_bytes_decode(steps, codec, bytes, length)
            }),
        ],
    },
    Permitted {
        name: "bytes-behind-the-checksum-ignored",
        open: "chunk-too-long",
        does: "looks for the checksum of crc32c where the elements end, and ignores what follows",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::bytes_to_bytes_decode(
            |steps, codec, bytes, length| {
                let bytes = match codec {
                    Codec::Crc32c(_) => at_most(bytes, length.and_then(|it| it.checked_add(4))),
                    _ => bytes,
                };
                codecs::bytes_to_bytes_decode(steps, codec, bytes, length)
            },
        )],
    },
];
