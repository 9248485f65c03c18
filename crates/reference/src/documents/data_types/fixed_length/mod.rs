//! `fixed_length_utf32`: Unicode strings of at most so many code points, of the registry of extensions.
//!
//! - Specification: [fixed_length_utf32 data type] of the registry.
//! - Example: `{"name": "fixed_length_utf32", "configuration": {"length_bytes": 48}}`.
//! - Fill values: `"foo"`, and any other string that is short enough.
//! - Layout: the code points in order, each a number of 4 bytes, and zeros up to the length.
//!
//! The document's own example, `"Hi"` in 12 bytes:
//!
//! ```
//! use zarr_conform_reference::bytes::{self, Endian};
//! use zarr_conform_reference::data_type::FixedLength;
//! use zarr_conform_reference::fill_value::fill_value;
//! use zarr_conform_reference::{ChunkArray, DataType, Json};
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let data_type = DataType::FixedLength(FixedLength { length_bytes: 12 });
//! let hi = fill_value(&Json::parse(b"\"Hi\"")?, data_type)?;
//! let chunk = ChunkArray::new(data_type, vec![1], vec![hi])?;
//! let encoded = bytes::encode(&chunk, Some(Endian::Little))?;
//! assert_eq!(encoded, [0x48, 0, 0, 0, 0x69, 0, 0, 0, 0, 0, 0, 0]);
//! assert!(fill_value(&Json::parse(b"\"High\"")?, data_type).is_err());
//! # Ok(())
//! # }
//! ```
//!
//! [fixed_length_utf32 data type]: https://github.com/zarr-developers/zarr-extensions/blob/main/data-types/fixed_length_utf32/README.md

mod misreadings;
mod permitted;

use serde_json::{Value, json};

use super::data_type::{Family, FixedLength, Special};
use super::fill_value::refused;
use crate::element::Element;
use crate::error::Result;
use crate::json::Json;

pub(super) use misreadings::LIST as MISREADINGS;
pub(super) use permitted::LIST as PERMITTED;

/// The element of these code points, with `U+0000` after the last one up to the length; nothing where they are more than
/// it can have.
///
/// Requirements: `utf32.fill-value-code-points`, `utf32.fill-value-length`.
fn padded(data_type: FixedLength, code_points: impl Iterator<Item = u64>) -> Option<Element> {
    let mut numbers: Vec<u64> = code_points.collect();
    if numbers.len() > data_type.code_points() {
        return None;
    }
    numbers.resize(data_type.code_points(), 0);
    Some(Element::of_numbers(numbers))
}

/// Requirement: `utf32.code-points`.
impl Family for FixedLength {
    /// A string of at most `length_bytes / 4` code points.
    ///
    /// Requirements: `utf32.fill-value`, `utf32.fill-value-code-points`, `utf32.fill-value-length`.
    fn fill_value(&self, value: &Json) -> Result<Element> {
        let text = value.as_str();
        let found = text.and_then(|it| padded(*self, it.chars().map(u64::from)));
        if let Some(element) = found {
            return Ok(element);
        }
        let most = self.code_points();
        refused(
            value,
            self,
            &format!("a string of at most {most} code points"),
        )
    }

    /// The string without the zeros at its end.
    fn written(&self, element: &Element) -> Value {
        let code_point = |it: &u64| u32::try_from(*it).ok().and_then(char::from_u32);
        let text = element
            .numbers()
            .iter()
            .map(|it| code_point(it).unwrap_or(char::REPLACEMENT_CHARACTER));
        let text: String = text.collect();
        json!(text.trim_end_matches('\0'))
    }

    /// As many code points as an element can have, of which no byte that may be one is 0 and no two are the same, up to
    /// four.
    fn other_than_zero(&self) -> Value {
        let code_points = ['\u{1f2e3}', '\u{d4c5}', '\u{ba9}', '\u{8765}']
            .into_iter()
            .cycle();
        let text: String = code_points.take(self.code_points()).collect();
        json!(text)
    }

    fn special(&self) -> Vec<Special> {
        let special = |name, mistake, text: &str| {
            Some(Special::new(
                name,
                mistake,
                padded(*self, text.chars().map(u64::from))?,
            ))
        };
        let all = [
            special("empty", "changes an empty string", ""),
            special("one", "changes what is left empty of a string", "a"),
            special(
                "beyond-16-bits",
                "changes a code point beyond U+FFFF",
                "\u{1f600}",
            ),
            special("greatest", "changes the greatest code point", "\u{10ffff}"),
            special("nul", "ends a string at U+0000", "\0a"),
            special(
                "byte-order-mark",
                "removes U+FEFF from the beginning of a string",
                "\u{feff}a",
            ),
            special(
                "swapped-mark",
                "turns the bytes of a string that begins with U+FFFE",
                "\u{fffe}a",
            ),
            special(
                "decomposed",
                "changes the normal form of a string",
                "e\u{301}",
            ),
        ];
        all.into_iter().flatten().collect()
    }

    fn stored_by(&self) -> &'static str {
        "utf32.bytes"
    }

    fn denoted_by(&self, _spelling: &Value) -> &'static str {
        "utf32.fill-value"
    }
}
