//! Other readings of strings of a fixed length that the text permits.

use crate::bytes::{self, Endian};
use crate::permitted::{CURRENT, Permitted, Tendency};
use crate::steps::Replacement;
use crate::{ChunkArray, DataType, Element, Error, Json, Result};

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

/// The array that the text gives, with what is stored in place of code points as `change` has it.
fn with_other_numbers(
    bytes: &[u8],
    (data_type, shape): (DataType, &[u64]),
    endian: Option<Endian>,
    change: impl Fn(u64) -> Result<u64>,
) -> Result<ChunkArray> {
    let array = bytes::decode(bytes, data_type, shape, endian)?;
    if !matches!(data_type, DataType::FixedLength(_)) {
        return Ok(array);
    }
    let is_code_point =
        |number: u64| u32::try_from(number).is_ok_and(|it| char::from_u32(it).is_some());
    let changed = |number: &u64| match *number {
        number if is_code_point(number) => Ok(number),
        number => change(number),
    };
    let changed = |element: &Element| {
        let numbers: Result<_> = element.numbers().iter().map(changed).collect();
        Ok(Element::of_numbers(numbers?))
    };
    let elements: Result<_> = array.elements.iter().map(changed).collect();
    Ok(ChunkArray {
        elements: elements?,
        ..array
    })
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
                with_other_numbers(bytes, (data_type, shape), endian, |number| {
                    Err(Error::Codec(format!(
                        "bytes: found {number:#x}, expected a code point"
                    )))
                })
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
                with_other_numbers(bytes, (data_type, shape), endian, |_| Ok(0xfffd))
            },
        )],
    },
];
