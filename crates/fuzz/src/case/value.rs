//! Elements and fill values of a case.

use fastrand::Rng;
use serde_json::Value;
use zarr_conform_reference::float::Format;
use zarr_conform_reference::{DataType, Element, vector_form};
use zarr_conform_terms::Edition;

/// A fill value: an element, and how the document spells it.
#[derive(Clone, Debug, PartialEq)]
pub struct FillValue {
    /// The element.
    pub element: Element,
    /// Its spelling; of several that denote the element.
    pub spelling: Value,
}

impl FillValue {
    /// Of an element, in its plainest spelling. Raw bits are made the same from both ends: from which one
    /// a fill value spells them is open.
    pub fn plain(data_type: DataType, element: Element) -> Self {
        let element = mirrored(element);
        let spelling = vector_form::value(data_type, &element);
        Self { element, spelling }
    }

    /// Zero, the plainest of all.
    pub fn zero(data_type: DataType) -> Self {
        Self::plain(data_type, Element::zero(data_type))
    }

    /// Any element in any form that the text lets denote it alone.
    pub fn random(rng: &mut Rng, data_type: DataType, edition: Edition) -> Self {
        if rng.u8(..4) == 0
            && let Some(rounded) = Self::rounded(rng, data_type, edition)
        {
            return rounded;
        }
        let element = mirrored(element(rng, data_type));
        let spelling = match (&element, Format::of(data_type)) {
            (Element::Bits(bits), Some(format)) if rng.u8(..4) == 0 => hexadecimal(format, *bits),
            (Element::Complex { real, imaginary }, Some(format)) if rng.u8(..4) == 0 => {
                vec![hexadecimal(format, *real), hexadecimal(format, *imaginary)].into()
            }
            _ => vector_form::value(data_type, &element),
        };
        Self { element, spelling }
    }
}

impl FillValue {
    /// A number that lies between two elements, on which all readings agree: binary64 holds it, and what
    /// is exactly in the middle goes to the even element since the edition 3.1. Numbers of many digits
    /// are left to golden facts.
    fn rounded(rng: &mut Rng, data_type: DataType, edition: Edition) -> Option<Self> {
        // From here on, neighbours are two apart.
        let from: u32 = match data_type {
            DataType::Float16 => 1 << 11,
            DataType::Float32 => 1 << 24,
            _ => return None,
        };
        let middle = f64::from(from + 2 * rng.u32(..from / 2) + 1);
        let number = match rng.u8(..3) {
            0 if edition >= Edition::V3_1 => middle,
            1 => middle + 1.0 / 1024.0 / 1024.0,
            _ => middle - 1.0 / 1024.0 / 1024.0,
        };
        let number = if rng.bool() { number } else { -number };
        let spelling = Value::from(number);
        let bits = Format::of(data_type)?.nearest(&spelling.to_string());
        Some(Self {
            element: Element::Bits(bits),
            spelling,
        })
    }
}

/// Raw bits with the bytes of their first half, in reverse, as the second half.
fn mirrored(mut element: Element) -> Element {
    if let Element::Raw(bytes) = &mut element {
        let length = bytes.len();
        for at in 0..length / 2 {
            bytes[length - 1 - at] = bytes[at];
        }
    }
    element
}

/// `0x` and every digit of the number.
fn hexadecimal(format: Format, bits: u64) -> Value {
    let digits = format.bits() as usize / 4;
    format!("0x{bits:0digits$x}").into()
}

/// Any data type, those of more bytes more often.
pub fn data_type(rng: &mut Rng) -> DataType {
    if rng.u8(..16) == 0 {
        return DataType::Raw {
            bits: 8 * rng.u32(1..=9),
        };
    }
    DataType::NAMED[rng.usize(..DataType::NAMED.len())]
}

/// Any element: every value of a byte, the ends of ranges, names and payloads of floating point numbers.
pub fn element(rng: &mut Rng, data_type: DataType) -> Element {
    match data_type {
        DataType::Bool => Element::Bits(u64::from(rng.bool())),
        DataType::Raw { .. } => Element::Raw((0..data_type.size()).map(|_| rng.u8(..)).collect()),
        DataType::Complex64 | DataType::Complex128 => Element::Complex {
            real: number(rng, data_type, data_type.size() / 2),
            imaginary: number(rng, data_type, data_type.size() / 2),
        },
        _ => Element::Bits(number(rng, data_type, data_type.size())),
    }
}

/// The bits of a number of so many bytes.
fn number(rng: &mut Rng, data_type: DataType, bytes: usize) -> u64 {
    let mask = u64::MAX >> (64 - 8 * bytes);
    let top = 1 << (8 * bytes - 1);
    let special = match Format::of(data_type) {
        Some(format) => [
            format.nan(),
            format.infinity(),
            format.infinity() | format.sign(),
            // A signalling NaN, minus zero, the least number, one.
            format.infinity() | 1,
            format.sign(),
            1,
            one(format),
        ],
        None => [
            0,
            1,
            mask,
            mask - 1,
            top,
            top - 1,
            0x0102_0304_0506_0708 & mask,
        ],
    };
    match rng.u8(..6) {
        0 => 0,
        1 => special[rng.usize(..special.len())],
        2 => rng.u64(..100),
        _ => rng.u64(..) & mask,
    }
}

/// The bits of 1: the exponent of infinity, which is all ones, without the first of them.
fn one(format: Format) -> u64 {
    let infinity = format.infinity();
    infinity & (infinity >> 1)
}

/// Elements that are plainer than one, for shrinking; the plainest first.
pub fn plainer(data_type: DataType, element: &Element) -> Vec<Element> {
    let one = Format::of(data_type).map_or(1, one);
    match element {
        Element::Raw(_) => {
            let plain = [Element::zero(data_type), plain_one(data_type)];
            plain.into_iter().take_while(|it| it != element).collect()
        }
        Element::Complex { real, imaginary } => {
            // Of two parts, each by itself, too.
            let mut plain = Vec::new();
            for real in plainer_or_same(one, *real) {
                for imaginary in plainer_or_same(one, *imaginary) {
                    plain.push(Element::Complex { real, imaginary });
                }
            }
            plain.retain(|it| it != element);
            plain
        }
        Element::Bits(bits) => {
            let plain = plainer_or_same(one, *bits).into_iter();
            let plain = plain.filter(|it| it != bits);
            plain.map(Element::Bits).collect()
        }
    }
}

/// The plainest element that is not zero.
pub fn plain_one(data_type: DataType) -> Element {
    let one = Format::of(data_type).map_or(1, one);
    match data_type {
        DataType::Raw { .. } => {
            let mut bytes = vec![0; data_type.size()];
            if let Some(last) = bytes.last_mut() {
                *last = 1;
            }
            Element::Raw(bytes)
        }
        DataType::Complex64 | DataType::Complex128 => Element::Complex {
            real: one,
            imaginary: 0,
        },
        _ => Element::Bits(one),
    }
}

/// 0 and 1 as far as they are plainer than some bits, and the bits.
fn plainer_or_same(one: u64, bits: u64) -> Vec<u64> {
    let plain = [0, one].into_iter().take_while(|it| *it != bits);
    plain.chain([bits]).collect()
}

/// The element of another data type whose bytes are the first of this one; the first from which on they are
/// not all 0, so that what differs from 0 still does.
pub fn converted(element: &Element, from: DataType, to: DataType) -> Element {
    let mut bytes = vector_form::to_bytes(from, std::slice::from_ref(element));
    let zeros = bytes.iter().take_while(|it| **it == 0).count();
    bytes.drain(..zeros.min(bytes.len().saturating_sub(to.size())));
    bytes.resize(to.size(), 0);
    if to == DataType::Bool {
        bytes[0] &= 1;
    }
    let mut elements = vector_form::from_bytes(to, &bytes).unwrap_or_default();
    elements.pop().unwrap_or_else(|| Element::zero(to))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_part_of_a_complex_number_becomes_plainer_by_itself() {
        let format = Format::of(DataType::Complex64).unwrap();
        let complex = |real, imaginary| Element::Complex { real, imaginary };
        let nan = format.nan();
        let plain = plainer(DataType::Complex64, &complex(nan, 7));
        assert!(plain.contains(&complex(nan, 0)) && plain.contains(&complex(0, 7)));
        assert!(!plain.contains(&complex(nan, 7)));
        // What is plainer has nothing plainer that it came from.
        for it in plain {
            assert!(!plainer(DataType::Complex64, &it).contains(&complex(nan, 7)));
        }
        assert_eq!(plainer(DataType::Complex64, &complex(0, 0)), []);
    }

    #[test]
    fn what_is_not_zero_stays_so_in_a_smaller_type() {
        let one = plain_one(DataType::Float16);
        let converted = |to| converted(&one, DataType::Float16, to);
        assert_eq!(converted(DataType::Uint8), Element::Bits(0x3c));
        assert_eq!(converted(DataType::Int16), Element::Bits(0x3c00));
        assert_eq!(converted(DataType::Uint32), Element::Bits(0x3c00));
    }

    #[test]
    fn one_is_one() {
        for data_type in [DataType::Float16, DataType::Float32, DataType::Float64] {
            let format = Format::of(data_type).unwrap();
            assert_eq!(one(format), format.nearest("1"), "{data_type}");
        }
    }
}
