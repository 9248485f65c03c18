//! Numbers of at most 8 bits of the registry of extensions, and complex numbers of the registry: what is easily misread.
//!
//! - Specification: the documents `int2` to `uint4`, `float4_e2m1fn` to `float8_e8m0fnu` and `complex_…` of the [registry].
//! - Fill values: as those of the core, `-2`, `1.5`, `"NaN"`, `"0x7c"`, `[1, "0x07"]`.
//! - Layout: a number takes a byte, of which bits that it does not need are ignored; two follow each other in a complex
//!   number. How many bits are sign, exponent and mantissa, and which bits are not finite, stands in a table:
//!   [`Float`](crate::data_type::Float).
//!
//! ```
//! use zarr_conform_reference::bytes::decode_element;
//! use zarr_conform_reference::float::Format;
//! use zarr_conform_reference::{DataType, Element};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! assert_eq!(decode_element(DataType::INT4, &[0x5e], None)?, Element::Bits(0x0e));
//! let fnuz = Format::of(DataType::FLOAT8_E4M3FNUZ).unwrap();
//! assert_eq!((fnuz.nearest("1"), fnuz.nan(), fnuz.infinity()), (0x40, Some(0x80), None));
//! assert_eq!(fnuz.nearest("-0.0"), 0);
//! # Ok(())
//! # }
//! ```
//!
//! [registry]: https://github.com/zarr-developers/zarr-extensions/tree/main/data-types

use super::float::Format;
use super::misreadings::{literal, or_else, through_binary32, with_floats};
use super::permitted::{each_part, hexadecimal};
use crate::bytes::{self, Endian};
use crate::data_type::{Complex, Float, NotFinite};
use crate::error::{Error, metadata};
use crate::fill_value::fill_value;
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::permitted::{Permitted, Tendency};
use crate::steps::Replacement;
use crate::{ChunkArray, DataType, Element, Json, Result};

/// The format of each number, where it is one of at most 8 bits.
fn small(data_type: DataType) -> Option<Format> {
    let is_small = data_type.layout()?.component_bits <= 8;
    Format::of(data_type).filter(|_| is_small)
}

/// The element of a fill value, of which `float` reads each number, where it is one of a floating point data type of at
/// most 8 bits; what it gives nothing for is refused.
fn fill_value_by(
    value: &Json,
    data_type: DataType,
    float: impl Fn(Format, &Json) -> Option<u64>,
) -> Result<Element> {
    if small(data_type).is_none() {
        return fill_value(value, data_type);
    }
    with_floats(value, data_type, float)
        .ok_or_else(|| Error::Metadata(format!("fill_value: found {value} for {data_type}")))
}

/// Numbers are those of another format, where `other` gives one; their strings, too.
fn of_format(
    value: &Json,
    data_type: DataType,
    other: impl Fn(Format) -> Option<Format>,
) -> Result<Element> {
    fill_value_by(value, data_type, |format, value| {
        literal(other(format).unwrap_or(format), value)
    })
}

/// Numbers have the bits of another format; their strings are those of their own.
fn numbers_of_format(
    value: &Json,
    data_type: DataType,
    other: impl Fn(Format) -> Format,
) -> Result<Element> {
    fill_value_by(value, data_type, |format, value| match value {
        Json::Number(_) => literal(other(format), value),
        _ => literal(format, value),
    })
}

/// A bit of the mantissa is one of the exponent, or, of `float6_e3m2fn` and `float8_e8m0fnu`, the reverse.
fn of_other_fields(format: Format) -> Format {
    let (exponent_bits, mantissa_bits) = match (format.exponent_bits, format.mantissa_bits) {
        fields @ ((3, 2) | (_, 0)) => (fields.0 - 1, fields.1 + 1),
        fields => (fields.0 + 1, fields.1 - 1),
    };
    Format {
        not_finite: format.not_finite,
        ..Format::ieee(exponent_bits, mantissa_bits)
    }
}

/// The value of a string for a number that is no finite one, where the literal reading refuses it.
fn string_as(
    value: &Json,
    data_type: DataType,
    string: impl Fn(Format, &str) -> Option<u64>,
) -> Result<Element> {
    fill_value_by(value, data_type, |format, value| {
        literal(format, value).or_else(|| string(format, value.as_str()?))
    })
}

/// How many bits of a byte say something, where not all do.
fn used_bits(data_type: DataType) -> Option<usize> {
    let layout = data_type.layout().filter(|it| it.has_unused_bits())?;
    Some(layout.component_bits)
}

/// The bytes of a chunk with each number changed, where numbers have fewer bits than a byte.
fn changed(bytes: Vec<u8>, data_type: DataType, change: impl Fn(u8, usize) -> u8) -> Vec<u8> {
    match used_bits(data_type) {
        Some(bits) => bytes.into_iter().map(|byte| change(byte, bits)).collect(),
        None => bytes,
    }
}

/// The numbers one after the other, without unused bits, the first in the lowest bits.
fn packed(bytes: &[u8], bits: usize) -> Vec<u8> {
    let mut packed = vec![0; (bytes.len() * bits).div_ceil(8)];
    for (at, bit) in each_bit(bytes, bits) {
        packed[at / 8] |= bit << (at % 8);
    }
    packed
}

/// The place of each bit where they are packed, and its value.
fn each_bit(bytes: &[u8], bits: usize) -> impl Iterator<Item = (usize, u8)> {
    let each = bytes
        .iter()
        .flat_map(move |byte| (0..bits).map(move |bit| byte >> bit & 1));
    each.enumerate()
}

/// The bytes of so many numbers that are packed.
fn unpacked(packed: &[u8], bits: usize, number: usize) -> Result<Vec<u8>> {
    if packed.len() != (number * bits).div_ceil(8) {
        let found = packed.len();
        return Err(Error::Codec(format!(
            "found {found} bytes of {number} packed numbers"
        )));
    }
    let mut bytes = vec![0; number];
    for (at, bit) in each_bit(packed, 8).take(number * bits) {
        bytes[at / bits] |= bit << (at % bits);
    }
    Ok(bytes)
}

/// The chunk whose numbers are these whole bytes.
fn of_bytes(
    found: &[u8],
    data_type: DataType,
    shape: &[u64],
    endian: Option<Endian>,
) -> Result<ChunkArray> {
    let components = data_type.layout().map_or(1, |it| it.components);
    let mut array = bytes::decode(found, data_type, shape, endian)?;
    let numbers = found.chunks_exact(components);
    for (element, bytes) in array.elements.iter_mut().zip(numbers) {
        *element = match bytes {
            [real, imaginary] => Element::complex((*real).into(), (*imaginary).into()),
            bytes => Element::Bits(bytes[0].into()),
        };
    }
    Ok(array)
}

/// Decoding, of which the chunk is made of bytes that `change` changes.
fn decoded(
    found: &[u8],
    (data_type, shape): (DataType, &[u64]),
    endian: Option<Endian>,
    change: impl Fn(u8, usize) -> u8,
) -> Result<ChunkArray> {
    if used_bits(data_type).is_none() {
        return bytes::decode(found, data_type, shape, endian);
    }
    let found = changed(found.to_vec(), data_type, change);
    of_bytes(&found, data_type, shape, endian)
}

/// The data type with half as many bits, of the names of the registry for two of the core.
fn half(data_type: DataType) -> Option<DataType> {
    match data_type {
        DataType::COMPLEX_FLOAT32 => Some(DataType::COMPLEX_FLOAT16),
        DataType::COMPLEX_FLOAT64 => Some(DataType::COMPLEX64),
        _ => None,
    }
}

/// Wrong readings.
pub(crate) const MISREADINGS: &[Misreading] = &[
    Misreading {
        name: "small-numbers-packed",
        when: "numbers of fewer bits than a byte share bytes, as packbits stores them",
        requirements: &[
            "small-integer.bytes",
            "small-float.bytes",
            "complex-float.bytes",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let bytes = bytes::encode(array, endian)?;
                let bits = used_bits(array.data_type);
                Ok(bits.map_or_else(|| bytes.clone(), |bits| packed(&bytes, bits)))
            }),
            Replacement::bytes_decode(|_, found, data_type, shape, endian| {
                let Some(bits) = used_bits(data_type) else {
                    return bytes::decode(found, data_type, shape, endian);
                };
                let number = bytes::encoded_size(data_type, shape).unwrap_or(u64::MAX);
                let number = usize::try_from(number).unwrap_or(usize::MAX / 8);
                let found = unpacked(found, bits, number)?;
                bytes::decode(&found, data_type, shape, endian)
            }),
        ],
    },
    Misreading {
        name: "unused-bits-kept",
        when: "the bits of a byte that the data type does not use are read as part of the element",
        requirements: &["small-integer.bytes", "small-float.unused-bits"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::bytes_decode(
            |_, found, data_type, shape, endian| {
                decoded(found, (data_type, shape), endian, |byte, _| byte)
            },
        )],
    },
    Misreading {
        name: "numbers-in-the-upper-bits",
        when: "numbers of fewer bits than a byte are its upper bits",
        requirements: &[
            "small-integer.bytes",
            "small-float.bytes",
            "complex-float.bytes",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                let bytes = bytes::encode(array, endian)?;
                Ok(changed(bytes, array.data_type, |byte, bits| {
                    byte << (8 - bits)
                }))
            }),
            Replacement::bytes_decode(|_, found, data_type, shape, endian| {
                decoded(found, (data_type, shape), endian, |byte, bits| {
                    byte >> (8 - bits)
                })
            }),
        ],
    },
    Misreading {
        name: "small-unsigned-sign-extended",
        when: "uint2 and uint4 are read with copies of their highest bit above it",
        requirements: &["small-integer.bytes", "small-integer.range"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::bytes_decode(
            |_, found, data_type, shape, endian| {
                if !matches!(data_type, DataType::Integer(it) if it.is_unsigned) {
                    return bytes::decode(found, data_type, shape, endian);
                }
                decoded(found, (data_type, shape), endian, |byte, bits| {
                    let unused = 8 - bits;
                    ((byte << unused).cast_signed() >> unused).cast_unsigned()
                })
            },
        )],
    },
    Misreading {
        name: "small-integers-unsigned",
        when: "int2 and int4 have no negative numbers, and greater ones instead",
        requirements: &[
            "small-integer.range",
            "small-integer.fill-value",
            "small-integer.name",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let unsigned = match data_type {
                DataType::INT2 => DataType::UINT2,
                DataType::INT4 => DataType::UINT4,
                other => other,
            };
            fill_value(value, unsigned)
        })],
    },
    Misreading {
        name: "small-float-bias-by-one",
        when: "the bias of a floating point number of at most 8 bits is one more",
        requirements: &[
            "small-float.format",
            "small-float.fill-value",
            "small-float.name",
            "complex-float.components",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            numbers_of_format(value, data_type, |format| Format {
                bias: format.bias + 1,
                ..format
            })
        })],
    },
    Misreading {
        name: "small-float-of-other-fields",
        when: "a bit of the mantissa of a floating point number of at most 8 bits is one of its exponent, or the reverse",
        requirements: &[
            "small-float.format",
            "small-float.fill-value",
            "small-float.name",
            "complex-float.components",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            numbers_of_format(value, data_type, of_other_fields)
        })],
    },
    Misreading {
        name: "fnuz-is-ieee",
        when: "data types that end with fnuz are read as those of IEEE 754 with the same fields",
        requirements: &[
            "small-float.format",
            "small-float.not-finite",
            "small-float.nan",
            "small-float.unsupported-constants",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            of_format(value, data_type, |format| {
                let is_fnuz = format.not_finite == NotFinite::NegativeZero;
                is_fnuz.then(|| Format::ieee(format.exponent_bits, format.mantissa_bits))
            })
        })],
    },
    Misreading {
        name: "small-nan-of-ones",
        when: "\"NaN\" is all ones behind the sign, as of E4M3 of other documents",
        requirements: &["small-float.nan", "fill-value.nan"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value_by(value, data_type, |format, value| {
                let bits = literal(format, value)?;
                let is_nan = value.as_str() == Some("NaN") && format.infinity().is_some();
                Some(if is_nan { format.sign() - 1 } else { bits })
            })
        })],
    },
    Misreading {
        name: "unsigned-zero-signed",
        when: "a negative number that rounds to zero has the sign bit, also where that makes it NaN",
        requirements: &["small-float.not-finite", "small-float.fill-value"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value_by(value, data_type, |format, value| {
                let bits = literal(format, value)?;
                let is_negative =
                    matches!(value, Json::Number(spelling) if spelling.starts_with('-'));
                Some(if is_negative {
                    bits | format.sign()
                } else {
                    bits
                })
            })
        })],
    },
    Misreading {
        name: "infinity-saturates",
        when: "\"Infinity\" is the greatest number of a data type that has no infinity",
        requirements: &["small-float.unsupported-constants"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            string_as(value, data_type, |format, text| match text {
                "Infinity" => Some(format.greatest()),
                "-Infinity" => Some(format.negative(format.greatest())),
                _ => None,
            })
        })],
    },
    Misreading {
        name: "infinity-is-nan",
        when: "\"Infinity\" is NaN of a data type that has no infinity",
        requirements: &["small-float.unsupported-constants"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            string_as(value, data_type, |format, text| {
                let is_infinity = matches!(text, "Infinity" | "-Infinity");
                format.nan().filter(|_| is_infinity)
            })
        })],
    },
    Misreading {
        name: "nan-is-negative-zero",
        when: "\"NaN\" is negative zero of a data type that has no NaN, as where it is converted",
        requirements: &["small-float.unsupported-constants"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            string_as(value, data_type, |format, text| {
                (text == "NaN").then(|| format.sign())
            })
        })],
    },
    Misreading {
        name: "small-float-through-binary16",
        when: "fill values of floating point numbers of at most 8 bits pass through binary16",
        requirements: &["small-float.fill-value", "fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value_by(value, data_type, |format, value| match value {
                Json::Number(spelling) => {
                    let half = Format::ieee(5, 10);
                    let bits = half.nearest(spelling);
                    let magnitude = bits & !half.sign();
                    let number = half.decimal(magnitude.min(half.greatest()));
                    let sign = if bits == magnitude { "" } else { "-" };
                    Some(format.nearest(&format!("{sign}{number}")))
                }
                _ => literal(format, value),
            })
        })],
    },
    Misreading {
        name: "small-float-through-binary32",
        when: "fill values of floating point numbers of at most 8 bits pass through binary32",
        requirements: &["small-float.fill-value", "fill-value.float-rounding"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            fill_value_by(value, data_type, through_binary32)
        })],
    },
    Misreading {
        name: "complex-alias-of-half",
        when: "complex_float32 and complex_float64 have that many bits for both numbers together",
        requirements: &["complex-float.alias", "complex-float.name"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                match (half(array.data_type), Format::of(array.data_type)) {
                    (Some(data_type), Some(wide)) => {
                        let format = Format::of(data_type).unwrap_or(wide);
                        let elements = array.elements.iter();
                        let narrow = |bits: u64| {
                            let magnitude = (bits & !wide.sign()).min(wide.greatest());
                            format.nearest(&wide.decimal(magnitude))
                        };
                        let elements = elements.map(|it| it.with_numbers(narrow)).collect();
                        bytes::encode(
                            &ChunkArray {
                                data_type,
                                elements,
                                ..array.clone()
                            },
                            endian,
                        )
                    }
                    _ => bytes::encode(array, endian),
                }
            }),
            Replacement::bytes_decode(|_, found, data_type, shape, endian| match half(data_type) {
                Some(half) => bytes::decode(found, half, shape, endian),
                None => bytes::decode(found, data_type, shape, endian),
            }),
        ],
    },
    Misreading {
        name: "complex-float-from-number",
        when: "a complex number of the registry may be given as one number, its real component",
        requirements: &["complex-float.fill-value"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            or_else(value, data_type, || {
                match (data_type, Format::of(data_type)) {
                    (
                        DataType::Complex(Complex {
                            is_registered: true,
                            ..
                        }),
                        Some(format),
                    ) => Some(Element::complex(literal(format, value)?, 0)),
                    _ => None,
                }
            })
        })],
    },
];

/// Other readings that the text permits.
pub(crate) const PERMITTED: &[Permitted] = &[
    Permitted {
        name: "unused-bits-of-fill-values-ignored",
        open: "unused-bits-of-fill-values",
        does: "ignores bits of a hexadecimal fill value that the data type does not use",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let Some(bits) = used_bits(data_type) else {
                return fill_value(value, data_type);
            };
            hexadecimal(value, data_type, |_, text| {
                let digits = text.strip_prefix("0x").filter(|it| it.len() == 2);
                let byte = digits.and_then(|it| u8::from_str_radix(it, 16).ok());
                Ok(match byte {
                    Some(byte) => format!("0x{:02x}", byte & ((1 << bits) - 1)),
                    None => text.to_owned(),
                })
            })
        })],
    },
    Permitted {
        name: "e4m3-of-ocp",
        open: "float8-e4m3-by-its-references",
        does: "reads fill values of float8_e4m3 as numbers of E4M3 of the Open Compute Project, up to 448 and without infinity",
        editions: CURRENT,
        tendency: Tendency::Other,
        replacements: &[Replacement::fill_value(|_, value, data_type| {
            let e4m3 = Format::of_float(Float::FLOAT8_E4M3);
            if Format::of(data_type) != Some(e4m3) {
                return fill_value(value, data_type);
            }
            let finite = Format {
                not_finite: NotFinite::Never,
                ..e4m3
            };
            let value = each_part(value, &|part| match part {
                Json::String(text) if text.ends_with("Infinity") => {
                    metadata(format!("fill_value: found {text:?}, expected a number"))
                }
                // What would follow 448 is NaN.
                Json::Number(spelling) if !e4m3.is_in_range(spelling) => {
                    let bits = finite.nearest(spelling);
                    let magnitude = (bits & !finite.sign()).min(0x7e);
                    let bits = finite.with_sign_of(bits, magnitude);
                    Ok(Json::String(format!("0x{bits:02x}")))
                }
                part => Ok(part.clone()),
            })?;
            fill_value(&value, data_type)
        })],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    /// By the document of packbits, of whose bits the first is the lowest.
    #[test]
    fn packed_numbers_are_unpacked() {
        for (bytes, bits, expected) in [
            (&[0, 1, 2, 3, 2][..], 2, &[0xe4, 0x02][..]),
            (&[7, 8, 15], 4, &[0x87, 0x0f]),
            (&[0x3f, 0x01, 0x20], 6, &[0x7f, 0x00, 0x02]),
        ] {
            assert_eq!(packed(bytes, bits), expected);
            assert_eq!(unpacked(expected, bits, bytes.len()).unwrap(), bytes);
            assert!(unpacked(bytes, bits, bytes.len()).is_err() || bytes.len() == expected.len());
        }
    }

    #[test]
    fn formats_have_neighbours() {
        for (float, exponent_bits, mantissa_bits) in [
            (Float::FLOAT4_E2M1FN, 3, 0),
            (Float::FLOAT6_E2M3FN, 3, 2),
            (Float::FLOAT6_E3M2FN, 2, 3),
            (Float::FLOAT8_E4M3, 5, 2),
            (Float::FLOAT8_E8M0FNU, 7, 1),
        ] {
            let other = of_other_fields(Format::of_float(float));
            assert_eq!(
                (other.exponent_bits, other.mantissa_bits),
                (exponent_bits, mantissa_bits)
            );
            assert_eq!(other.not_finite, float.not_finite);
        }
    }
}
