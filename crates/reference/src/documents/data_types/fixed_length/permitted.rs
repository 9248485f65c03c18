//! Other readings of strings of a fixed length that the text permits.

use crate::bytes;
use crate::permitted::{CURRENT, Permitted, Tendency};
use crate::steps::Replacement;
use crate::{ChunkArray, DataType, Element, Error, Json};

/// The extension with no other member in its configuration than `length_bytes`.
fn only_with_length(value: &Json) -> Json {
    let Json::Object(members) = value else {
        return value.clone();
    };
    let mut members = members.clone();
    for (name, value) in &mut members {
        if let ("configuration", Json::Object(parameters)) = (name.as_str(), value) {
            parameters.retain(|(name, _)| name == "length_bytes");
        }
    }
    Json::Object(members)
}

/// Whether a stored number is a code point of a string.
fn is_code_point(number: u64) -> bool {
    u32::try_from(number).is_ok_and(|it| char::from_u32(it).is_some())
}

/// The first stored number that is not a code point, where elements are strings of a fixed length.
fn ill_formed(array: &ChunkArray) -> Option<u64> {
    let is_this = matches!(array.data_type, DataType::FixedLength(_));
    let elements = array.elements.iter().filter(|_| is_this);
    let mut numbers = elements.flat_map(Element::numbers);
    numbers.find(|it| !is_code_point(**it)).copied()
}

pub(in super::super) const LIST: &[Permitted] = &[
    Permitted {
        name: "other-members-beside-the-length-ignored",
        open: "unknown-configuration-members",
        does: "ignores other members than the length in the configuration of fixed_length_utf32",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::data_type(|steps, value| {
            let name = value.member("name").and_then(Json::as_str);
            if name == Some("fixed_length_utf32") {
                return steps.text().data_type(&only_with_length(value));
            }
            steps.text().data_type(value)
        })],
    },
    Permitted {
        name: "ill-formed-code-points-refused",
        open: "ill-formed-code-points",
        does: "refuses strings of a fixed length with a surrogate or a number beyond U+10FFFF",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                let array = bytes::decode(bytes, data_type, shape, endian)?;
                match ill_formed(&array) {
                    Some(number) => Err(Error::Codec(format!(
                        "bytes: found {number:#x}, expected a code point"
                    ))),
                    None => Ok(array),
                }
            },
        )],
    },
    Permitted {
        name: "ill-formed-code-points-replaced",
        open: "ill-formed-code-points",
        does: "reads U+FFFD in place of a surrogate or a number beyond U+10FFFF",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::bytes_decode(
            |_, bytes, data_type, shape, endian| {
                let mut array = bytes::decode(bytes, data_type, shape, endian)?;
                if ill_formed(&array).is_some() {
                    let replaced = |it| if is_code_point(it) { it } else { 0xfffd };
                    for element in &mut array.elements {
                        *element = element.with_numbers(replaced);
                    }
                }
                Ok(array)
            },
        )],
    },
];
