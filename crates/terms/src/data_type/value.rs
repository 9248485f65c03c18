//! A data type as JSON: what stands in metadata, in facts and in messages.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{DataType, NoDataType};

/// The value of the member `data_type` of array metadata: a name, or an object with a name and a configuration.
///
/// It is known by its text: of a name that name, and of an object its JSON. Any name or object has one; [`str::parse`]
/// says whether it is a [`DataType`].
///
/// ```
/// use zarr_conform_terms::{DataType, DataTypeValue};
///
/// let name: DataTypeValue = serde_json::from_str(r#""int8""#).unwrap();
/// assert_eq!(name.parse(), Ok(DataType::INT8));
///
/// let object = r#"{"name": "numpy.datetime64", "configuration": {"unit": "s", "scale_factor": 1}}"#;
/// let object: DataTypeValue = serde_json::from_str(object).unwrap();
/// assert_eq!(object.name(), "numpy.datetime64");
/// assert_eq!(object.parse(), Ok(DataType::DATETIME64));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Value", into = "Value")]
pub struct DataTypeValue(String);

impl DataTypeValue {
    /// The name, which of an object is its member; empty where it has none.
    pub fn name(&self) -> String {
        match object(&self.0) {
            Some(object) => object["name"].as_str().unwrap_or_default().to_owned(),
            None => self.0.clone(),
        }
    }

    /// Whether two values stand for one data type, as far as the second one says: one that is only the name of a data
    /// type with a configuration says nothing of the configuration. Two data types of the core have another name, too.
    pub fn agrees_with(&self, other: &Self) -> bool {
        match (self.parse::<DataType>(), other.parse::<DataType>()) {
            (Ok(this), Ok(other)) => this.is_alias_of(other),
            (Ok(this), Err(_)) => this.is_configured() && this.name() == other.0,
            _ => self == other,
        }
    }
}

/// The object that a text is the JSON of.
fn object(text: &str) -> Option<Value> {
    // Names of data types are not parsed: the first character decides.
    let text = text.starts_with('{').then_some(text)?;
    serde_json::from_str(text).ok().filter(Value::is_object)
}

/// The text.
impl Deref for DataTypeValue {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// The text.
impl fmt::Display for DataTypeValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<&str> for DataTypeValue {
    fn from(text: &str) -> Self {
        Self(text.to_owned())
    }
}

impl From<DataType> for DataTypeValue {
    fn from(data_type: DataType) -> Self {
        Self(data_type.to_string())
    }
}

impl TryFrom<Value> for DataTypeValue {
    type Error = String;

    fn try_from(value: Value) -> Result<Self, String> {
        match value {
            Value::String(name) => Ok(Self(name)),
            Value::Object(ref members) if members.get("name").is_some_and(Value::is_string) => {
                Ok(Self(value.to_string()))
            }
            other => Err(format!(
                "found {other}, expected a string or an object with \"name\" and \"configuration\""
            )),
        }
    }
}

impl From<DataTypeValue> for Value {
    fn from(value: DataTypeValue) -> Self {
        Self::from(&value)
    }
}

impl From<&DataTypeValue> for Value {
    fn from(value: &DataTypeValue) -> Self {
        object(&value.0).unwrap_or_else(|| Self::from(value.0.as_str()))
    }
}

/// The inverse of what is displayed: a name, or the JSON of an object with a name and a configuration.
impl FromStr for DataType {
    type Err = NoDataType;

    fn from_str(text: &str) -> Result<Self, NoDataType> {
        let Some(Value::Object(members)) = object(text) else {
            return Self::from_identifier(text);
        };
        let unknown = || NoDataType::Unknown(text.to_owned());
        let name = members.get("name").and_then(Value::as_str);
        match (name, members.get("configuration"), members.len()) {
            (Some(name), Some(Value::Object(configuration)), 2) => {
                Self::of_configuration(name, configuration)?.ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    const SECONDS: &str =
        r#"{"name":"numpy.datetime64","configuration":{"unit":"s","scale_factor":1}}"#;
    const MICROSECONDS: &str =
        r#"{"name":"numpy.datetime64","configuration":{"unit":"us","scale_factor":1}}"#;
    const OTHER_SPELLING: &str =
        r#"{"configuration":{"scale_factor":1,"unit":"μs"},"name":"numpy.datetime64"}"#;

    #[rstest]
    #[case::name("int8", "int8", true)]
    #[case::another_name("int8", "int16", false)]
    #[case::spellings(MICROSECONDS, OTHER_SPELLING, true)]
    #[case::units(MICROSECONDS, SECONDS, false)]
    #[case::no_configuration(SECONDS, "numpy.datetime64", true)]
    #[case::another_kind(SECONDS, "numpy.timedelta64", false)]
    #[case::alias("complex_float32", "complex64", true)]
    #[case::name_of_the_core("complex128", "complex_float64", true)]
    #[case::half_of_an_alias("complex_float32", "complex_float16", false)]
    #[case::unknown("x", "x", true)]
    fn what_agrees(#[case] expected: &str, #[case] found: &str, #[case] agrees: bool) {
        let (expected, found) = (DataTypeValue::from(expected), DataTypeValue::from(found));
        assert_eq!(expected.agrees_with(&found), agrees);
    }

    #[test]
    fn values_keep_their_json() {
        for text in [r#""int8""#, SECONDS, OTHER_SPELLING] {
            let value: DataTypeValue = serde_json::from_str(text).unwrap();
            assert_eq!(serde_json::to_string(&value).unwrap(), text);
        }
        for other in ["7", "null", "[]", "{}", r#"{"name": 1}"#] {
            assert!(serde_json::from_str::<DataTypeValue>(other).is_err());
        }
    }

    #[rstest]
    #[case::no_name("{}")]
    #[case::no_object("{")]
    #[case::nothing("")]
    #[case::more(
        r#"{"name":"numpy.datetime64","configuration":{"unit":"s","scale_factor":1},"more":1}"#
    )]
    #[case::of_the_core(r#"{"name":"int8","configuration":{}}"#)]
    fn other_texts_are_no_data_types(#[case] text: &str) {
        assert!(text.parse::<DataType>().is_err());
    }
}
