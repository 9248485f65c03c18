//! Elements and fill values of a case.

use fastrand::Rng;
use serde_json::Value;
use zarr_conform_reference::data_type::VariableLength;
use zarr_conform_reference::fill_value::fill_value;
use zarr_conform_reference::float::Format;
use zarr_conform_reference::{DataType, Element, Json, vector_form};
use zarr_conform_terms::Edition;

use crate::documents::scale_offset::Numbers;
use crate::tape::Tape;

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
        let element = mirrored(data_type, element);
        let spelling = vector_form::value(data_type, &element);
        Self { element, spelling }
    }

    /// Zero, the plainest of all.
    pub fn zero(data_type: DataType) -> Self {
        Self::plain(data_type, Element::zero(data_type))
    }

    /// One of some numbers, in its plainest spelling.
    pub(crate) fn small(tape: &mut Tape, data_type: DataType, numbers: Numbers) -> Self {
        Self::plain(data_type, small(tape, data_type, numbers))
    }

    /// Any element in any form that the text lets denote it alone; zero is the simplest.
    pub fn random(tape: &mut Tape, data_type: DataType, edition: Edition) -> Self {
        let is_bytes = is_of_bytes(data_type);
        let has_other = u32::from(Format::of(data_type).is_some() || is_bytes);
        let is_rounded = u32::from(exact_up_to(data_type).is_some());
        let form = tape.pick("form", &[5, 9, 3 * has_other, 3 * is_rounded]);
        if form == 0 {
            return Self::zero(data_type);
        }
        if form == 3
            && let Some(rounded) = Self::rounded(tape, data_type, edition)
        {
            return rounded;
        }
        let element = mirrored(data_type, element(tape, data_type));
        if has_null(&element) && data_type == DataType::STRING {
            return Self::zero(data_type);
        }
        let spelling = match (&element, Format::of(data_type)) {
            (Element::Bits(bits), Some(format)) if form == 2 => hexadecimal(format, *bits),
            (Element::Numbers(parts), Some(format)) if form == 2 => {
                let parts = parts.iter().map(|bits| hexadecimal(format, *bits));
                parts.collect()
            }
            (Element::Raw(bytes), _) if form == 2 && is_bytes => bytes.clone().into(),
            _ => vector_form::value(data_type, &element),
        };
        Self { element, spelling }
    }

    /// A number that lies between two elements, on which all readings agree: binary64 holds it, and what
    /// is exactly in the middle goes to the even element since the edition 3.1, where the core has the data type. Numbers
    /// of many digits are left to golden facts.
    fn rounded(tape: &mut Tape, data_type: DataType, edition: Edition) -> Option<Self> {
        let from = exact_up_to(data_type)?;
        let half = u32::try_from(tape.below("between", u64::from(from / 2))).unwrap_or(0);
        let middle = f64::from(from + 2 * half + 1);
        let ties = u32::from(edition >= Edition::V3_1 && !data_type.is_registered());
        let number = match tape.pick("side", &[1, 1, ties]) {
            0 => middle - 1.0 / 1024.0 / 1024.0,
            1 => middle + 1.0 / 1024.0 / 1024.0,
            _ => middle,
        };
        let has_negative = Format::of(data_type)?.sign() != 0;
        let number = if tape.is("negative", 1, 2) && has_negative {
            -number
        } else {
            number
        };
        let spelling = Value::from(number);
        let bits = Format::of(data_type)?.nearest(&spelling.to_string());
        Some(Self {
            element: Element::Bits(bits),
            spelling,
        })
    }
}

/// Whether elements are byte strings.
fn is_of_bytes(data_type: DataType) -> bool {
    data_type == DataType::VariableLength(VariableLength::Bytes)
}

/// Whether an element has a byte that is 0: JSON parsers may refuse a string with U+0000.
fn has_null(element: &Element) -> bool {
    matches!(element, Element::Raw(bytes) if bytes.contains(&0))
}

/// From here to the double, neighbours are two apart, for the single numbers that are narrower than binary64 and have so
/// great ones.
fn exact_up_to(data_type: DataType) -> Option<u32> {
    let is_single = data_type.layout()?.components == 1;
    let format = Format::of(data_type).filter(|it| is_single && it.mantissa_bits < 52)?;
    let from = 1 << (format.mantissa_bits + 1);
    format.is_in_range(&(2 * from).to_string()).then_some(from)
}

/// Raw bits with the bytes of their first half, in reverse, as the second half.
fn mirrored(data_type: DataType, mut element: Element) -> Element {
    if let (true, Element::Raw(bytes)) = (data_type.is_raw(), &mut element) {
        let length = bytes.len();
        for at in 0..length / 2 {
            bytes[length - 1 - at] = bytes[at];
        }
    }
    element
}

/// `0x` and every digit of the number.
fn hexadecimal(format: Format, bits: u64) -> Value {
    let digits = format.digits();
    format!("0x{bits:0digits$x}").into()
}

/// Any element: every value of a byte, the ends of ranges, names and payloads of floating point numbers.
pub fn element(tape: &mut Tape, data_type: DataType) -> Element {
    let mut number = |label, bytes: usize| {
        let most = u64::MAX >> (64 - 8 * bytes.min(8));
        tape.drawn(label, most, |rng| number(rng, data_type, bytes))
    };
    element_of(data_type, &mut number)
}

/// Many elements, of which none is simplified by itself.
fn elements_of_seed(seed: u64, data_type: DataType, length: u64) -> Vec<Element> {
    let mut rng = Rng::with_seed(seed);
    let mut number = |_, bytes: usize| number(&mut rng, data_type, bytes);
    (0..length)
        .map(|_| element_of(data_type, &mut number))
        .collect()
}

/// The most elements that are chosen one by one.
const MOST_ONE_BY_ONE: u64 = 256;

/// So many elements beside a fill value: zeros, the fill value, all alike, any, some of them the fill value, numbers
/// from 1 on, or what a seed chooses.
pub fn elements(
    tape: &mut Tape,
    data_type: DataType,
    fill_value: &Element,
    number: u64,
) -> Vec<Element> {
    let is_many = number > MOST_ONE_BY_ONE;
    // Many that become few stay as they are.
    let [few, many] = if is_many { [0, 400] } else { [100, 1] };
    let each = 0..number;
    match tape.pick("elements", &[100, 100, 100, 4 * few, few / 2, 25, many]) {
        0 => each.map(|_| Element::zero(data_type)).collect(),
        1 => each.map(|_| fill_value.clone()).collect(),
        2 => {
            let one = element(tape, data_type);
            each.map(|_| one.clone()).collect()
        }
        3 => each.map(|_| element(tape, data_type)).collect(),
        4 => {
            let mut some = |_| {
                if tape.is("fill value", 1, 2) {
                    fill_value.clone()
                } else {
                    element(tape, data_type)
                }
            };
            each.map(&mut some).collect()
        }
        5 => each.map(|at| counted(data_type, at + 1)).collect(),
        _ => elements_of_seed(tape.seed("seed"), data_type, number),
    }
}

/// So many of some numbers beside a fill value, of which some are it, or all.
pub(crate) fn small_elements(
    tape: &mut Tape,
    data_type: DataType,
    fill_value: &Element,
    number: u64,
    numbers: Numbers,
) -> Vec<Element> {
    let each = 0..number;
    match tape.pick("elements", &[1, 1, 4, 2]) {
        0 => each.map(|_| Element::zero(data_type)).collect(),
        1 => each.map(|_| fill_value.clone()).collect(),
        2 => each.map(|_| small(tape, data_type, numbers)).collect(),
        _ => {
            let mut some = |_| {
                if tape.is("fill value", 1, 2) {
                    fill_value.clone()
                } else {
                    small(tape, data_type, numbers)
                }
            };
            each.map(&mut some).collect()
        }
    }
}

/// One of some numbers.
fn small(tape: &mut Tape, data_type: DataType, numbers: Numbers) -> Element {
    let number = numbers.at(tape.below("small number", 16));
    let spelling = Json::Number(number.to_string());
    fill_value(&spelling, data_type).unwrap_or_else(|_| Element::zero(data_type))
}

/// The element with these numbers of so many bytes, of which 0 is the simplest and 1 the next.
fn element_of(data_type: DataType, number: &mut impl FnMut(&'static str, usize) -> u64) -> Element {
    let one = Format::of(data_type).map_or(1, one);
    let used = data_type.layout().map_or(u64::MAX, |it| it.used(u64::MAX));
    // The bits of the number one stand in place of 1, and 1 in their place.
    let bits = |number: u64| match number & used {
        1 => one,
        number if number == one => 1,
        number => number,
    };
    let Some(layout) = data_type.layout() else {
        let number = number("string", 4);
        return Element::Raw(if is_of_bytes(data_type) {
            byte_string(number)
        } else {
            string(number).into_bytes()
        });
    };
    if let DataType::FixedLength(it) = data_type {
        let text = string(number("string", 4));
        let zeros = std::iter::repeat(0);
        let code_points = text.chars().map(u64::from).chain(zeros);
        return Element::of_numbers(code_points.take(it.code_points()).collect());
    }
    let size = layout.component_bytes;
    if let Some(values) = data_type.description().values() {
        Element::Bits(number("element", size) % values)
    } else if !layout.number {
        let number = number("element", size.min(8)).to_be_bytes();
        // A byte more has the last one again.
        let bytes = number.iter().rev().chain([&number[7]]).take(size);
        let mut bytes: Vec<u8> = bytes.copied().collect();
        bytes.reverse();
        Element::Raw(bytes)
    } else if layout.components == 2 {
        Element::complex(
            bits(number("element", size)),
            bits(number("imaginary part", size)),
        )
    } else {
        Element::Bits(bits(number("element", size)))
    }
}

/// Strings that readers lose in different ways.
const STRINGS: [&str; 16] = [
    "",
    "a",
    "\u{e9}",
    "a\0b",
    "\u{20ac}uro",
    "\u{1f600}",
    "\u{feff}a",
    "e\u{301}",
    " a ",
    "\u{fffd}",
    "NaN",
    "\"\\\u{1b}",
    "a\0",
    "0x61",
    "\u{5d0}\u{5d1}\u{5d2}",
    "\u{1d11e}\n\u{e9}e\u{301}",
];

/// The string of a number: 0 is the simplest, 1 the next. Of every 64, the first are strings that are easily lost, and
/// the last are long; others are digits.
fn string(number: u64) -> String {
    let at = usize::try_from(number % 64).unwrap_or(usize::MAX);
    match STRINGS.get(at) {
        Some(string) => (*string).to_owned(),
        None if at > 59 => format!("{number} ").repeat(64),
        None => number.to_string(),
    }
}

/// Byte strings that readers lose in different ways.
const BYTE_STRINGS: [&[u8]; 16] = [
    b"",
    b"a",
    b"\xff",
    b"\0",
    b"a\0",
    b"\0a",
    b"\xef\xbb\xbfa",
    b"\xff\xfea\0",
    b"\xc3\xa9",
    b"\xed\xa0\x80",
    b"\x80\x80\x80",
    b"\r\n",
    b" a ",
    b"null",
    b"AQID",
    b"\x01\0\0\0b",
];

/// The byte string of a number, as [`string`] has it; others are the bytes of the number.
fn byte_string(number: u64) -> Vec<u8> {
    let at = usize::try_from(number % 64).unwrap_or(usize::MAX);
    let bytes = number.to_le_bytes();
    match BYTE_STRINGS.get(at) {
        Some(bytes) => bytes.to_vec(),
        None if at > 59 => bytes.repeat(64),
        None => bytes[..4].to_vec(),
    }
}

/// Elements that can be told apart, as far as there are so many.
fn counted(data_type: DataType, number: u64) -> Element {
    let Some(format) = Format::of(data_type) else {
        let mask = u64::MAX >> (64 - 8 * data_type.size().clamp(1, 8));
        return element_of(data_type, &mut |_, _| number & mask);
    };
    let real = format.nearest(&number.to_string());
    match data_type {
        DataType::Complex(_) => Element::complex(real, 0),
        _ => Element::Bits(real),
    }
}

/// A number for an element, as [`element_of`] takes it.
fn number(rng: &mut Rng, data_type: DataType, bytes: usize) -> u64 {
    let mask = u64::MAX >> (64 - 8 * bytes.min(8));
    let top = 1 << (8 * bytes.min(8) - 1);
    let special = match Format::of(data_type) {
        Some(format) => vec![
            format.nan().unwrap_or(format.greatest()),
            format.infinity().unwrap_or(format.greatest()),
            format.infinity().unwrap_or(format.greatest()) | format.sign(),
            // A signalling NaN, minus zero, the least number, one.
            format.infinity().map_or(1, |it| it | 1),
            format.sign(),
            one(format),
            1,
        ],
        None => vec![
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
        0 if !data_type.is_raw() => 0,
        1 => special[rng.usize(..special.len())],
        2 => rng.u64(..100),
        _ => rng.u64(..) & mask,
    }
}

/// The bits of 1: the exponent is the bias.
fn one(format: Format) -> u64 {
    u64::from(format.bias) << format.mantissa_bits
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_is_one() {
        for data_type in DataType::named() {
            let Some(format) = Format::of(data_type) else {
                continue;
            };
            assert_eq!(one(format), format.nearest("1"), "{data_type}");
        }
    }
}
