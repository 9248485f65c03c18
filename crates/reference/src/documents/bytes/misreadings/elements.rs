//! Wrong readings of the bytes codec: elements as bytes.

use super::{
    canonical_nan, changed, columns_first, columns_first_undone, decoded, floats_changed, flushed,
    is_integer, quieted, sign_and_magnitude, through_double, unsigned_zero,
};
use crate::bytes::{self};
use crate::misreading::{ALL, BOTH, Misreading};
use crate::steps::Replacement;
use crate::{DataType, Element};

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "columns-first",
        when: "elements follow each other columns first, the first dimension fastest",
        requirements: &[
            "bytes.lexicographical-order",
            "endian.lexicographical-order",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&columns_first(array)?, endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                columns_first_undone(&decoded(bytes, data_type, shape, endian)?)
            }),
        ],
    },
    Misreading {
        name: "true-is-all-ones",
        when: "true is written as ff",
        requirements: &["bytes.bool", "endian.default-bool"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::bytes_encode(|_, array, endian| {
            let bytes = bytes::encode(array, endian)?;
            Ok(if array.data_type == DataType::BOOL {
                bytes.iter().map(|byte| byte * 0xff).collect()
            } else {
                bytes
            })
        })],
    },
    Misreading {
        name: "bool-packed",
        when: "eight bools are packed into one byte",
        requirements: &["bytes.bool", "endian.default-bool"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::bytes_encode(|_, array, endian| {
            let bytes = bytes::encode(array, endian)?;
            if array.data_type != DataType::BOOL {
                return Ok(bytes);
            }
            Ok(bytes
                .chunks(8)
                .map(|bits| {
                    bits.iter()
                        .enumerate()
                        .fold(0, |byte, (i, bit)| byte | bit << i)
                })
                .collect())
        })],
    },
    Misreading {
        name: "nan-payload-lost",
        when: "every NaN becomes the same NaN",
        requirements: &[
            "bytes.floats",
            "bfloat16.bytes",
            "bytes.complex",
            "endian.default-floats",
            "endian.default-complex",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&floats_changed(array, canonical_nan), endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(floats_changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    canonical_nan,
                ))
            }),
        ],
    },
    Misreading {
        name: "nan-quieted",
        when: "signalling NaNs become quiet, as arithmetic makes them",
        requirements: &[
            "bytes.floats",
            "bfloat16.bytes",
            "bytes.complex",
            "endian.default-floats",
            "endian.default-complex",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&floats_changed(array, quieted), endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(floats_changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    quieted,
                ))
            }),
        ],
    },
    Misreading {
        name: "negative-zero-lost",
        when: "negative zero becomes zero",
        requirements: &[
            "bytes.floats",
            "bfloat16.bytes",
            "bytes.complex",
            "endian.default-floats",
            "endian.default-complex",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&floats_changed(array, unsigned_zero), endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(floats_changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    unsigned_zero,
                ))
            }),
        ],
    },
    Misreading {
        name: "subnormals-flushed",
        when: "subnormal numbers become zero",
        requirements: &[
            "bytes.floats",
            "bfloat16.bytes",
            "bytes.complex",
            "endian.default-floats",
            "endian.default-complex",
        ],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(&floats_changed(array, flushed), endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(floats_changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    flushed,
                ))
            }),
        ],
    },
    Misreading {
        name: "integers-through-double",
        when: "integers of eight bytes pass through binary64",
        requirements: &["bytes.integers", "endian.default-integers"],
        editions: ALL,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let rounded = changed(array, |element| match element {
                    Element::Bits(bits) => Element::Bits(through_double(array.data_type, *bits)),
                    other => other.clone(),
                });
                bytes::encode(&rounded, endian)
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                Ok(changed(
                    &decoded(bytes, data_type, shape, endian)?,
                    |element| match element {
                        Element::Bits(bits) => Element::Bits(through_double(data_type, *bits)),
                        other => other.clone(),
                    },
                ))
            }),
        ],
    },
    Misreading {
        name: "sign-and-magnitude",
        when: "negative integers are written as sign and magnitude",
        requirements: &["bytes.integers", "endian.default-integers"],
        editions: ALL,
        through: BOTH,
        replacements: &[Replacement::bytes_encode(|_, array, endian| {
            if !is_integer(array.data_type) {
                return bytes::encode(array, endian);
            }
            let changed = changed(array, |element| match element {
                Element::Bits(bits) => Element::Bits(sign_and_magnitude(array.data_type, *bits)),
                other => other.clone(),
            });
            bytes::encode(&changed, endian)
        })],
    },
];
