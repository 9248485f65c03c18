//! `numpy.datetime64` and `numpy.timedelta64` of the registry of extensions.

use std::fmt;

use serde_json::{Map, Value, json};

use super::{DataType, Description, ElementLayout, NoDataType};

/// Moments or durations: a signed integer counts steps, each of which is `scale_factor` units long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time {
    /// Whether it is a duration, and not a moment since 1970.
    pub is_duration: bool,
    /// The unit.
    pub unit: TimeUnit,
    /// `1 <= scale_factor <= 2^31 - 1`
    pub scale_factor: u32,
}

/// Makes the units from their spellings, of which the first one is written.
macro_rules! units {
    ($($Unit:ident: $first:literal $(or $other:literal)*;)*) => {
        /// The unit of time that elements count.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        pub enum TimeUnit {
            $(#[doc = concat!("`", $first, "`")] $Unit,)*
        }

        impl TimeUnit {
            /// Every unit, in the order of the specification's table.
            pub const ALL: &[Self] = &[$(Self::$Unit,)*];

            /// The unit of a spelling; nothing where it is not one of those that are listed.
            pub fn of(spelling: &str) -> Option<Self> {
                match spelling {
                    $($first $(| $other)* => Some(Self::$Unit),)*
                    _ => None,
                }
            }

            /// As metadata have it; of several spellings the first one of the table.
            pub fn spelling(self) -> &'static str {
                match self {
                    $(Self::$Unit => $first,)*
                }
            }
        }
    };
}

units! {
    Year: "Y";
    Month: "M";
    Week: "W";
    Day: "D";
    Hour: "h";
    Minute: "m";
    Second: "s";
    Millisecond: "ms";
    Microsecond: "us" or "μs";
    Nanosecond: "ns";
    Picosecond: "ps";
    Femtosecond: "fs";
    Attosecond: "as";
    Generic: "generic";
}

impl DataType {
    /// `numpy.datetime64` in seconds
    pub const DATETIME64: Self = Self::Time(Time::seconds(false));
    /// `numpy.timedelta64` in seconds
    pub const TIMEDELTA64: Self = Self::Time(Time::seconds(true));
}

impl Time {
    /// The greatest scale factor.
    pub const GREATEST_SCALE_FACTOR: u32 = i32::MAX.cast_unsigned();

    const fn seconds(is_duration: bool) -> Self {
        Self {
            is_duration,
            unit: TimeUnit::Second,
            scale_factor: 1,
        }
    }

    /// The name in metadata.
    pub fn name(self) -> &'static str {
        if self.is_duration {
            "numpy.timedelta64"
        } else {
            "numpy.datetime64"
        }
    }
}

/// The name and the configuration.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let configuration = self.configuration().unwrap_or_default();
        let value = json!({"name": self.name(), "configuration": configuration});
        value.fmt(f)
    }
}

impl Description for Time {
    fn named() -> &'static [DataType] {
        &[DataType::DATETIME64, DataType::TIMEDELTA64]
    }

    fn of_identifier(identifier: &str) -> Result<Option<DataType>, NoDataType> {
        Self::of_configuration(identifier, &Map::new())
    }

    fn of_configuration(
        name: &str,
        configuration: &Map<String, Value>,
    ) -> Result<Option<DataType>, NoDataType> {
        let mut named = [Self::seconds(false), Self::seconds(true)].into_iter();
        let Some(plain) = named.find(|it| it.name() == name) else {
            return Ok(None);
        };
        for member in configuration.keys() {
            if member != "unit" && member != "scale_factor" {
                return Err(NoDataType::Invalid(format!(
                    "data type {name:?}: found a member {member:?} of the configuration, expected only \"unit\" \
                     and \"scale_factor\""
                )));
            }
        }
        let required = |member: &str| {
            configuration.get(member).ok_or_else(|| {
                NoDataType::Invalid(format!(
                    "data type {name:?}: the configuration has no member {member:?}, which is required"
                ))
            })
        };
        let unit = required("unit")?;
        let scale_factor = required("scale_factor")?;
        Ok(Some(DataType::Time(Self {
            unit: unit.as_str().and_then(TimeUnit::of).ok_or_else(|| {
                let units: Vec<_> = TimeUnit::ALL.iter().map(|it| it.spelling()).collect();
                NoDataType::Invalid(format!(
                    "data type {name:?}: found unit {unit}, expected one of {}",
                    units.join(", ")
                ))
            })?,
            scale_factor: scale_factor_of(scale_factor).ok_or_else(|| {
                NoDataType::Invalid(format!(
                    "data type {name:?}: found scale_factor {scale_factor}, expected an integer from 1 to {}",
                    Self::GREATEST_SCALE_FACTOR
                ))
            })?,
            ..plain
        })))
    }

    fn configuration(&self) -> Option<Map<String, Value>> {
        let mut members = Map::new();
        members.insert("unit".to_owned(), json!(self.unit.spelling()));
        members.insert("scale_factor".to_owned(), json!(self.scale_factor));
        Some(members)
    }

    fn layout(&self) -> Option<ElementLayout> {
        Some(ElementLayout::numbers(1, 8))
    }

    fn is_optional(&self) -> bool {
        true
    }

    fn is_registered(&self) -> bool {
        true
    }

    fn plain_fill_value(&self) -> Value {
        json!(0)
    }

    fn words(&self) -> &'static str {
        if self.is_duration {
            "durations"
        } else {
            "moments in time"
        }
    }

    fn letter(&self) -> char {
        'i'
    }
}

/// An integer in the range, spelled without fraction and exponent.
fn scale_factor_of(value: &Value) -> Option<u32> {
    let number = u32::try_from(value.as_u64()?).ok()?;
    (1..=Time::GREATEST_SCALE_FACTOR)
        .contains(&number)
        .then_some(number)
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn of(configuration: &str) -> Result<Option<DataType>, NoDataType> {
        Time::of_configuration(
            "numpy.datetime64",
            &serde_json::from_str(configuration).unwrap(),
        )
    }

    #[test]
    fn microseconds_have_two_spellings() {
        let one = of(r#"{"unit": "us", "scale_factor": 10}"#).unwrap();
        assert_eq!(of(r#"{"scale_factor": 10, "unit": "μs"}"#), Ok(one));
        assert_eq!(
            one.unwrap().to_string(),
            r#"{"name":"numpy.datetime64","configuration":{"unit":"us","scale_factor":10}}"#
        );
    }

    #[rstest]
    #[case::nothing("{}")]
    #[case::no_unit(r#"{"scale_factor": 1}"#)]
    #[case::no_scale_factor(r#"{"unit": "s"}"#)]
    #[case::more(r#"{"unit": "s", "scale_factor": 1, "more": 1}"#)]
    #[case::micro_sign("{\"unit\": \"\u{b5}s\", \"scale_factor\": 1}")]
    #[case::case_of_unit(r#"{"unit": "S", "scale_factor": 1}"#)]
    #[case::unit_is_null(r#"{"unit": null, "scale_factor": 1}"#)]
    #[case::zero(r#"{"unit": "s", "scale_factor": 0}"#)]
    #[case::negative(r#"{"unit": "s", "scale_factor": -1}"#)]
    #[case::beyond(r#"{"unit": "s", "scale_factor": 2147483648}"#)]
    #[case::fraction(r#"{"unit": "s", "scale_factor": 1.0}"#)]
    #[case::text(r#"{"unit": "s", "scale_factor": "1"}"#)]
    fn what_is_not_a_configuration(#[case] configuration: &str) {
        assert!(matches!(of(configuration), Err(NoDataType::Invalid(_))));
    }

    #[test]
    fn the_greatest_scale_factor_is_one() {
        assert!(of(r#"{"unit": "generic", "scale_factor": 2147483647}"#).is_ok());
    }
}
