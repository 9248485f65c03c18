//! `fixed_length_utf32` of the registry of extensions.

use std::fmt;

use serde_json::{Map, Value, json};

use super::{DataType, Description, ElementLayout, NoDataType};

/// Unicode strings of at most so many code points, each of which is a number of 4 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FixedLength {
    /// Bytes of an element; a multiple of 4, from 4 to [`FixedLength::GREATEST_LENGTH`].
    pub length_bytes: u32,
}

const NAME: &str = "fixed_length_utf32";
const LENGTH: &str = "length_bytes";
/// Bytes of a code point.
const CODE_POINT: u32 = 4;

impl DataType {
    /// `fixed_length_utf32` of at most four code points
    pub const FIXED_LENGTH_UTF32: Self = Self::FixedLength(FixedLength { length_bytes: 16 });
}

impl FixedLength {
    /// The greatest length that is supported here: the text has none, and a short document should not demand much memory.
    pub const GREATEST_LENGTH: u32 = 1 << 20;

    /// The most code points of an element.
    pub fn code_points(self) -> usize {
        (self.length_bytes / CODE_POINT) as usize
    }
}

/// The name and the configuration.
impl fmt::Display for FixedLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let configuration = self.configuration().unwrap_or_default();
        json!({"name": NAME, "configuration": configuration}).fmt(f)
    }
}

impl Description for FixedLength {
    fn named() -> &'static [DataType] {
        &[DataType::FIXED_LENGTH_UTF32]
    }

    fn of_identifier(identifier: &str) -> Result<Option<DataType>, NoDataType> {
        Self::of_configuration(identifier, &Map::new())
    }

    fn of_configuration(
        name: &str,
        configuration: &Map<String, Value>,
    ) -> Result<Option<DataType>, NoDataType> {
        if name != NAME {
            return Ok(None);
        }
        let invalid = |what: String| NoDataType::Invalid(format!("data type {name:?}: {what}"));
        if let Some(member) = configuration.keys().find(|it| *it != LENGTH) {
            return Err(invalid(format!(
                "found a member {member:?} of the configuration, expected only {LENGTH:?}"
            )));
        }
        let length = configuration.get(LENGTH).ok_or_else(|| {
            invalid(format!(
                "the configuration has no member {LENGTH:?}, which is required"
            ))
        })?;
        let number = length.as_u64();
        let number = number.filter(|it| *it > 0 && it % u64::from(CODE_POINT) == 0);
        let number = number.ok_or_else(|| {
            invalid(format!(
                "found {LENGTH} {length}, expected a positive multiple of {CODE_POINT}"
            ))
        })?;
        match u32::try_from(number) {
            Ok(length_bytes) if length_bytes <= Self::GREATEST_LENGTH => {
                Ok(Some(DataType::FixedLength(Self { length_bytes })))
            }
            _ => Err(NoDataType::Unknown(format!("{NAME} of {number} bytes"))),
        }
    }

    fn configuration(&self) -> Option<Map<String, Value>> {
        let mut members = Map::new();
        members.insert(LENGTH.to_owned(), json!(self.length_bytes));
        Some(members)
    }

    fn layout(&self) -> Option<ElementLayout> {
        let size = CODE_POINT as usize;
        Some(ElementLayout::numbers(self.code_points(), size))
    }

    fn is_optional(&self) -> bool {
        true
    }

    fn is_registered(&self) -> bool {
        true
    }

    /// No characters.
    fn plain_fill_value(&self) -> Value {
        json!("")
    }

    /// The code point U+10100 throughout: four bytes of 1 are not a code point.
    fn symmetric_element(&self) -> Vec<u8> {
        [0, 1, 1, 0].repeat(self.code_points())
    }

    fn words(&self) -> &'static str {
        "strings of a fixed length"
    }

    fn letter(&self) -> char {
        'U'
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn of(configuration: &str) -> Result<Option<DataType>, NoDataType> {
        FixedLength::of_configuration(NAME, &serde_json::from_str(configuration).unwrap())
    }

    #[rstest]
    #[case::one(4, 1)]
    #[case::several(12, 3)]
    #[case::most(1 << 20, 1 << 18)]
    fn four_bytes_for_each_code_point(#[case] length_bytes: u32, #[case] code_points: usize) {
        let found = of(&format!(r#"{{"length_bytes": {length_bytes}}}"#));
        let data_type = DataType::FixedLength(FixedLength { length_bytes });
        assert_eq!(found, Ok(Some(data_type)));
        let layout = data_type.layout().unwrap();
        assert_eq!(
            (layout.components, layout.bytes()),
            (code_points, length_bytes as usize)
        );
        assert_eq!(data_type.to_string().parse(), Ok(data_type));
    }

    #[rstest]
    #[case::nothing("{}")]
    #[case::more(r#"{"length_bytes": 4, "more": 1}"#)]
    #[case::zero(r#"{"length_bytes": 0}"#)]
    #[case::negative(r#"{"length_bytes": -4}"#)]
    #[case::no_multiple(r#"{"length_bytes": 6}"#)]
    #[case::fraction(r#"{"length_bytes": 4.0}"#)]
    #[case::text(r#"{"length_bytes": "4"}"#)]
    #[case::null(r#"{"length_bytes": null}"#)]
    fn what_is_not_a_configuration(#[case] configuration: &str) {
        assert!(matches!(of(configuration), Err(NoDataType::Invalid(_))));
    }

    #[test]
    fn elements_of_more_than_a_mebibyte_are_not_supported() {
        let found = of(r#"{"length_bytes": 1048580}"#);
        assert!(matches!(found, Err(NoDataType::Unknown(_))));
    }
}
