//! Wrong readings of moments and durations.

use super::NAT;
use crate::bytes::{self, Endian};
use crate::data_type::{Time, TimeUnit};
use crate::documents::data_types::misreadings::or_else;
use crate::error::metadata;
use crate::fill_value::fill_value;
use crate::misreading::{BOTH, CURRENT, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::{ChunkArray, DataType, Element, Json, Result};

/// The data type, changed where it is one of times.
fn changed(data_type: DataType, change: impl Fn(Time) -> Time) -> DataType {
    match data_type {
        DataType::Time(time) => DataType::Time(change(time)),
        other => other,
    }
}

/// The data type as the text reads it, or else with other members of its configuration, where it is one of times.
pub(super) fn respelled(
    steps: &Steps,
    value: &Json,
    change: impl Fn(&mut Vec<(String, Json)>),
) -> Result<DataType> {
    let literal = steps.text().data_type(value);
    literal.or_else(|error| match with_members(value, &change) {
        Some(other) => steps.text().data_type(&other),
        None => Err(error),
    })
}

/// The value with other members of its configuration; nothing where it is not one of times.
fn with_members(value: &Json, change: &impl Fn(&mut Vec<(String, Json)>)) -> Option<Json> {
    let name = match value {
        Json::String(name) => name,
        other => other.member("name")?.as_str()?,
    };
    if !matches!(name, "numpy.datetime64" | "numpy.timedelta64") {
        return None;
    }
    let mut members = match value.member("configuration") {
        Some(Json::Object(members)) => members.clone(),
        _ => Vec::new(),
    };
    change(&mut members);
    Some(object(name, members))
}

fn object(name: &str, configuration: Vec<(String, Json)>) -> Json {
    Json::Object(vec![
        ("name".to_owned(), Json::String(name.to_owned())),
        ("configuration".to_owned(), Json::Object(configuration)),
    ])
}

fn set(members: &mut Vec<(String, Json)>, name: &str, value: Json) {
    match members.iter_mut().find(|(known, _)| known == name) {
        Some((_, own)) => *own = value,
        None => members.push((name.to_owned(), value)),
    }
}

/// Sets what is absent.
fn default(members: &mut Vec<(String, Json)>, name: &str, value: Json) {
    if members.iter().all(|(known, _)| known != name) {
        members.push((name.to_owned(), value));
    }
}

/// The member, where it can be made another one.
fn coerced(members: &mut [(String, Json)], name: &str, other: impl Fn(&Json) -> Option<Json>) {
    for (_, value) in members.iter_mut().filter(|(known, _)| known == name) {
        if let Some(other) = other(value) {
            *value = other;
        }
    }
}

fn number(number: i128) -> Json {
    Json::Number(number.to_string())
}

fn text(text: &str) -> Json {
    Json::String(text.to_owned())
}

/// The unit that a word stands for, in one of the many forms in which programs write them.
fn of_word(word: &str) -> Option<&'static str> {
    let singular = word.strip_suffix('s').filter(|it| it.len() > 2);
    Some(
        match singular.unwrap_or(word).to_ascii_lowercase().as_str() {
            "year" => "Y",
            "month" => "M",
            "week" => "W",
            "day" => "D",
            "hour" | "hr" => "h",
            "minute" | "min" => "m",
            "second" | "sec" => "s",
            "microsecond" => "us",
            "nanosecond" => "ns",
            "" => "generic",
            _ => return None,
        },
    )
}

/// The fill value of times by `nat`, where it is a string or null that is read so, and otherwise the literal one.
fn nat_by(
    value: &Json,
    data_type: DataType,
    nat: impl Fn(&Json) -> Option<u64>,
) -> Result<Element> {
    or_else(value, data_type, || match data_type {
        DataType::Time(_) => nat(value).map(Element::Bits),
        _ => None,
    })
}

/// The fill value of times with other bits in place of `NaT`.
fn nat_is(value: &Json, data_type: DataType, bits: u64) -> Result<Element> {
    match (fill_value(value, data_type)?, data_type) {
        (Element::Bits(NAT), DataType::Time(_)) => Ok(Element::Bits(bits)),
        (element, _) => Ok(element),
    }
}

/// The chunk with its numbers changed, where it is one of times.
fn with_numbers(array: &ChunkArray, change: impl Fn(Time, u64) -> u64) -> ChunkArray {
    let DataType::Time(time) = array.data_type else {
        return array.clone();
    };
    let elements = array.elements.iter();
    ChunkArray {
        elements: elements
            .map(|it| it.with_numbers(|bits| change(time, bits)))
            .collect(),
        ..array.clone()
    }
}

/// A number of units in place of a number of steps.
fn scaled(time: Time, bits: u64) -> u64 {
    match bits {
        NAT => NAT,
        bits => bits.wrapping_mul(time.scale_factor.into()),
    }
}

/// The number after a way through binary64.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the misreading"
)]
fn through_binary64(_: Time, bits: u64) -> u64 {
    (bits.cast_signed() as f64 as i64).cast_unsigned()
}

fn zero_for_nat(_: Time, bits: u64) -> u64 {
    if bits == NAT { 0 } else { bits }
}

/// The byte order that is used in place of the one that is named: little for times.
fn not_swapped(data_type: DataType, endian: Option<Endian>) -> Option<Endian> {
    match data_type {
        DataType::Time(_) => endian.map(|_| Endian::Little),
        _ => endian,
    }
}

/// A misreading of the member `data_type`, about these requirements of both documents.
macro_rules! of_data_type {
    ($name:literal, $when:literal, [$($requirement:literal),*], |$steps:ident, $value:ident| $body:expr) => {
        Misreading {
            name: $name,
            when: $when,
            requirements: &[$(
                concat!("datetime64.", $requirement),
                concat!("timedelta64.", $requirement),
            )*],
            editions: CURRENT,
            through: STORES,
            replacements: &[Replacement::data_type(|$steps, $value| $body)],
        }
    };
}

/// The same of the member `fill_value`.
macro_rules! of_fill_value {
    ($name:literal, $when:literal, [$($requirement:literal),*], |$value:ident, $data_type:ident| $body:expr) => {
        Misreading {
            name: $name,
            when: $when,
            requirements: &[$(
                concat!("datetime64.", $requirement),
                concat!("timedelta64.", $requirement),
            )*],
            editions: CURRENT,
            through: STORES,
            replacements: &[Replacement::fill_value(|_, $value, $data_type| $body)],
        }
    };
}

/// The same of elements that are encoded and decoded.
macro_rules! of_elements {
    ($name:literal, $when:literal, [$($requirement:literal),*], $change:expr) => {
        Misreading {
            name: $name,
            when: $when,
            requirements: &[$(
                concat!("datetime64.", $requirement),
                concat!("timedelta64.", $requirement),
            )*],
            editions: CURRENT,
            through: BOTH,
            replacements: &[
                Replacement::bytes_encode(|_, array, endian| {
                    bytes::encode(&with_numbers(array, $change), endian)
                }),
                Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                    let array = bytes::decode(bytes, data_type, shape, endian)?;
                    Ok(with_numbers(&array, $change))
                }),
            ],
        }
    };
}

pub(crate) const LIST: &[Misreading] = &[
    of_data_type!(
        "time-without-configuration",
        "moments and durations need no configuration, and are of the unit \"generic\" then",
        ["configuration"],
        |steps, value| respelled(steps, value, |members| {
            if members.is_empty() {
                set(members, "unit", text("generic"));
                set(members, "scale_factor", number(1));
            }
        })
    ),
    of_data_type!(
        "time-parameters-have-defaults",
        "a unit that is absent or null is \"generic\", and such a scale factor is 1",
        ["configuration", "unit", "scale-factor"],
        |steps, value| respelled(steps, value, |members| {
            members.retain(|(_, value)| *value != Json::Null);
            if !members.is_empty() {
                default(members, "unit", text("generic"));
                default(members, "scale_factor", number(1));
            }
        })
    ),
    of_data_type!(
        "time-unknown-parameters-ignored",
        "members of the configuration of moments and durations other than the unit and the scale factor are ignored",
        ["no-additional-fields"],
        |steps, value| respelled(steps, value, |members| {
            members.retain(|(name, _)| matches!(name.as_str(), "unit" | "scale_factor"));
        })
    ),
    of_data_type!(
        "time-unit-ignored",
        "moments and durations are in nanoseconds, whatever the unit is",
        ["unit", "configuration"],
        |steps, value| {
            Ok(changed(steps.text().data_type(value)?, |time| Time {
                unit: TimeUnit::Nanosecond,
                ..time
            }))
        }
    ),
    of_data_type!(
        "time-units-any-case",
        "units are compared without regard to case, so that a month is a minute",
        ["unit"],
        |steps, value| {
            let lower = |members: &mut Vec<(String, Json)>| {
                coerced(members, "unit", |unit| {
                    let lower = unit.as_str()?.to_lowercase();
                    Some(text(match lower.as_str() {
                        "y" => "Y",
                        "w" => "W",
                        "d" => "D",
                        other => other,
                    }))
                });
            };
            match with_members(value, &lower) {
                Some(other) => steps.text().data_type(&other),
                None => steps.text().data_type(value),
            }
        }
    ),
    of_data_type!(
        "time-units-by-words",
        "units may be words, such as seconds",
        ["unit"],
        |steps, value| respelled(steps, value, |members| {
            coerced(members, "unit", |unit| of_word(unit.as_str()?).map(text));
        })
    ),
    of_data_type!(
        "time-units-of-any-type",
        "a unit that is not a string is \"generic\"",
        ["unit"],
        |steps, value| respelled(steps, value, |members| {
            coerced(members, "unit", |unit| {
                unit.as_str().is_none().then(|| text("generic"))
            });
        })
    ),
    of_data_type!(
        "time-greek-letter-refused",
        "the unit \"μs\" is refused",
        ["microseconds", "unit"],
        |steps, value| match value
            .member("configuration")
            .and_then(|it| it.member("unit"))
        {
            Some(unit) if unit.as_str() == Some("μs") => metadata("the unit is not in ASCII"),
            _ => steps.text().data_type(value),
        }
    ),
    of_data_type!(
        "time-greek-letter-is-milli",
        "the unit \"μs\" is read as milliseconds, as if its first letter were an m",
        ["microseconds", "unit"],
        |steps, value| {
            let unit = value
                .member("configuration")
                .and_then(|it| it.member("unit"));
            let data_type = steps.text().data_type(value)?;
            let is_greek = unit.is_some_and(|it| it.as_str() == Some("μs"));
            if !is_greek {
                return Ok(data_type);
            }
            Ok(changed(data_type, |time| Time {
                unit: TimeUnit::Millisecond,
                ..time
            }))
        }
    ),
    of_data_type!(
        "time-scale-factor-ignored",
        "the scale factor is 1, whatever the metadata says",
        ["scale-factor", "configuration"],
        |steps, value| {
            Ok(changed(steps.text().data_type(value)?, |time| Time {
                scale_factor: 1,
                ..time
            }))
        }
    ),
    of_data_type!(
        "time-scale-factor-of-zero",
        "a scale factor of 0 is 1, as in NumPy",
        ["scale-factor"],
        |steps, value| respelled(steps, value, |members| {
            coerced(members, "scale_factor", |it| {
                (it.as_u64() == Some(0)).then(|| number(1))
            });
        })
    ),
    of_data_type!(
        "time-scale-factor-wrapped",
        "scale factors out of range are cut to 31 bits",
        ["scale-factor"],
        |steps, value| respelled(steps, value, |members| {
            coerced(members, "scale_factor", |it| match it {
                Json::Number(spelling) => {
                    let bits = spelling.parse::<i128>().ok()?.rem_euclid(1 << 31);
                    Some(number(bits.max(1)))
                }
                _ => None,
            });
        })
    ),
    of_data_type!(
        "time-scale-factor-coerced",
        "scale factors that are fractions, texts, booleans or lists are made integers",
        ["scale-factor"],
        |steps, value| respelled(steps, value, |members| {
            #[expect(clippy::cast_possible_truncation, reason = "the misreading")]
            coerced(members, "scale_factor", |it| match it {
                Json::Number(spelling) => Some(number(spelling.parse::<f64>().ok()? as i128)),
                Json::String(spelling) => Some(number(spelling.trim().parse().unwrap_or(1))),
                _ => Some(number(1)),
            });
        })
    ),
    of_data_type!(
        "moments-are-durations",
        "moments and durations are exchanged",
        ["name"],
        |steps, value| {
            Ok(changed(steps.text().data_type(value)?, |time| Time {
                is_duration: !time.is_duration,
                ..time
            }))
        }
    ),
    of_data_type!(
        "time-names-of-numpy",
        "moments and durations have the names of NumPy, such as datetime64[us], too, in any case",
        ["name", "configuration"],
        |steps, value| steps.text().data_type(value).or_else(|error| {
            let name = match value {
                Json::String(name) => name,
                other => match other.member("name").and_then(Json::as_str) {
                    Some(name) => name,
                    None => return Err(error),
                },
            };
            let lower = name.to_ascii_lowercase();
            let (name, unit) = lower.split_once('[').unwrap_or((&lower, "generic]"));
            let name = match name.trim_start_matches("numpy.") {
                "datetime64" | "<m8" => "numpy.datetime64",
                "timedelta64" => "numpy.timedelta64",
                _ => return Err(error),
            };
            let members = match value.member("configuration") {
                Some(Json::Object(members)) => members.clone(),
                _ if lower.contains('[') => vec![
                    ("unit".to_owned(), text(unit.trim_end_matches(']'))),
                    ("scale_factor".to_owned(), number(1)),
                ],
                _ => return Err(error),
            };
            steps.text().data_type(&object(name, members))
        })
    ),
    of_fill_value!(
        "nat-is-zero",
        "NaT is 0 as a fill value",
        ["nat", "nat-as-number"],
        |value, data_type| nat_is(value, data_type, 0)
    ),
    of_fill_value!(
        "nat-is-greatest",
        "NaT is the greatest integer as a fill value",
        ["nat", "nat-as-number"],
        |value, data_type| nat_is(value, data_type, NAT - 1)
    ),
    of_fill_value!(
        "nat-refused",
        "the fill value \"NaT\" is refused",
        ["nat", "fill-value"],
        |value, data_type| match (value.as_str(), data_type) {
            (Some("NaT"), DataType::Time(_)) => metadata("a string"),
            _ => fill_value(value, data_type),
        }
    ),
    of_fill_value!(
        "nat-as-number-refused",
        "the fill value -2^63 is refused, since NaT has a name",
        ["nat-as-number", "fill-value"],
        |value, data_type| match (value, data_type, fill_value(value, data_type)?) {
            (Json::Number(_), DataType::Time(_), Element::Bits(NAT)) => metadata("NaT as a number"),
            (_, _, element) => Ok(element),
        }
    ),
    of_fill_value!(
        "nat-any-case",
        "NaT may be spelled in any case, with space around or a sign before it",
        ["fill-value", "nat"],
        |value, data_type| nat_by(value, data_type, |value| {
            let text = value.as_str()?.trim().trim_start_matches(['+', '-']);
            text.eq_ignore_ascii_case("nat").then_some(NAT)
        })
    ),
    of_fill_value!(
        "nat-is-nan",
        "NaN, null and the empty string stand for NaT",
        ["fill-value", "nat"],
        |value, data_type| nat_by(value, data_type, |value| match value {
            Json::Null => Some(NAT),
            value => matches!(value.as_str()?, "NaN" | "").then_some(NAT),
        })
    ),
    of_fill_value!(
        "dates-as-fill-values",
        "a date or a span of time in a string is a fill value",
        ["fill-value"],
        |value, data_type| nat_by(value, data_type, |value| {
            let text = value.as_str()?;
            let is_like_one = text.starts_with("1970-01-0") || text.starts_with("PT");
            is_like_one.then_some(1)
        })
    ),
    of_fill_value!(
        "times-of-no-fill-value",
        "a fill value of moments and durations may be a list or an object, and is NaT then",
        ["fill-value"],
        |value, data_type| nat_by(value, data_type, |value| {
            matches!(value, Json::Array(_) | Json::Object(_)).then_some(NAT)
        })
    ),
    of_fill_value!(
        "fill-times-scaled",
        "the fill value is multiplied by the scale factor",
        ["steps", "fill-value"],
        |value, data_type| {
            let element = fill_value(value, data_type)?;
            let DataType::Time(time) = data_type else {
                return Ok(element);
            };
            Ok(element.with_numbers(|bits| scaled(time, bits)))
        }
    ),
    of_elements!(
        "time-elements-scaled",
        "elements are multiplied by the scale factor",
        ["steps", "bytes"],
        scaled
    ),
    of_elements!(
        "time-elements-through-double",
        "elements of moments and durations pass through binary64",
        ["bytes"],
        through_binary64
    ),
    of_elements!(
        "nat-elements-are-zero",
        "elements that are NaT become 0",
        ["nat", "bytes"],
        zero_for_nat
    ),
    Misreading {
        name: "time-not-swapped",
        when: "endian is not applied to moments and durations",
        requirements: &[
            "datetime64.bytes",
            "timedelta64.bytes",
            "bytes.endian-variant",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::bytes_encode(|_, array, endian| {
                bytes::encode(array, not_swapped(array.data_type, endian))
            }),
            Replacement::bytes_decode(|_, bytes, data_type, shape, endian| {
                bytes::decode(bytes, data_type, shape, not_swapped(data_type, endian))
            }),
        ],
    },
];
