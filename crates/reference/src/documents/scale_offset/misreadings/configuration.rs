//! Wrong readings of the scale_offset codec: its name and its configuration, and the data types that it takes.

use super::{literally, number};
use crate::codecs;
use crate::codecs::misreadings::renamed;
use crate::error::metadata;
use crate::misreading::{BOTH, CURRENT, Misreading};
use crate::scale_offset::parameter;
use crate::steps::Replacement;
use crate::{DataType, Element, Json, Result};

const OTHER_NAMES: &[&str] = &[
    "scale-offset",
    "scaleoffset",
    "fixedscaleoffset",
    "numcodecs.fixedscaleoffset",
];

/// The parameter, or another value where it is not given.
fn or(
    literal: Result<Option<Element>>,
    other: &str,
    data_type: DataType,
) -> Result<Option<Element>> {
    match literal? {
        Some(given) => Ok(Some(given)),
        None => number(other, data_type).map(Some),
    }
}

/// Refuses a configuration without this parameter.
fn required(configuration: &Json, name: &str) -> Result<()> {
    match configuration.member(name) {
        Some(_) => Ok(()),
        None => metadata(format!("scale_offset: {name} is missing")),
    }
}

/// Nothing where the parameter is a string.
fn unless_a_string(
    configuration: &Json,
    name: &str,
    literal: Result<Option<Element>>,
) -> Result<Option<Element>> {
    match configuration.member(name) {
        Some(Json::String(_)) => Ok(None),
        _ => literal,
    }
}

/// Refuses a parameter that is not a number.
fn of_numbers(configuration: &Json, name: &str) -> Result<()> {
    match configuration.member(name) {
        None | Some(Json::Number(_)) => Ok(()),
        Some(other) => metadata(format!("scale_offset: {name} is {other}")),
    }
}

/// The parameter, or the integer that a number is cut to.
fn cut(
    configuration: &Json,
    name: &str,
    literal: Result<Option<Element>>,
    data_type: DataType,
) -> Result<Option<Element>> {
    match (literal, configuration.member(name), data_type) {
        (Err(_), Some(Json::Number(spelling)), DataType::Integer(_)) => {
            let cut = spelling.parse::<f64>().unwrap_or(0.0).trunc();
            number(&format!("{cut:.0}"), data_type).map(Some)
        }
        (literal, ..) => literal,
    }
}

pub(super) const LIST: &[Misreading] = &[
    Misreading {
        name: "scale-offset-of-other-names",
        when: "scale_offset may be spelled in other ways, and the codec of version 2 is treated as it",
        requirements: &["scale-offset.name"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::codec(|steps, entry, decoded| {
            let entry = renamed(entry, |name| {
                let is_meant = OTHER_NAMES.contains(&name.trim().to_ascii_lowercase().as_str());
                if is_meant { "scale_offset" } else { name }.to_owned()
            });
            codecs::codec(steps, &entry, decoded)
        })],
    },
    Misreading {
        name: "scale-offset-configuration-required",
        when: "a codec scale_offset without offset and scale is refused",
        requirements: &[
            "scale-offset.configuration-optional",
            "scale-offset.configuration-members",
            "scale-offset.nothing-given",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_members(
            |steps, configuration| match configuration {
                Json::Object(members) if members.is_empty() => {
                    metadata("scale_offset: offset and scale are missing")
                }
                _ => steps.text().scale_offset_members(configuration),
            },
        )],
    },
    Misreading {
        name: "offset-required",
        when: "a configuration of scale_offset without an offset is refused",
        requirements: &[
            "scale-offset.offset-missing",
            "scale-offset.configuration-members",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_offset(
            |steps, configuration, data_type| {
                required(configuration, "offset")?;
                steps.text().scale_offset_offset(configuration, data_type)
            },
        )],
    },
    Misreading {
        name: "scale-required",
        when: "a configuration of scale_offset without a scale is refused",
        requirements: &[
            "scale-offset.scale-missing",
            "scale-offset.configuration-members",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_scale(
            |steps, configuration, data_type| {
                required(configuration, "scale")?;
                steps.text().scale_offset_scale(configuration, data_type)
            },
        )],
    },
    Misreading {
        name: "missing-offset-is-1",
        when: "an offset that is not given is 1",
        requirements: &["scale-offset.offset-missing"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_offset(
            |steps, configuration, data_type| {
                let literal = steps.text().scale_offset_offset(configuration, data_type);
                or(literal, "1", data_type)
            },
        )],
    },
    Misreading {
        name: "missing-scale-is-0",
        when: "a scale that is not given is 0",
        requirements: &["scale-offset.scale-missing"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_scale(
            |steps, configuration, data_type| {
                let literal = steps.text().scale_offset_scale(configuration, data_type);
                or(literal, "0", data_type)
            },
        )],
    },
    Misreading {
        name: "scale-offset-strings-ignored",
        when: "an offset or a scale that is a string is treated as not given",
        requirements: &["scale-offset.offset-form", "scale-offset.scale-form"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::scale_offset_offset(|steps, configuration, data_type| {
                let literal = steps.text().scale_offset_offset(configuration, data_type);
                unless_a_string(configuration, "offset", literal)
            }),
            Replacement::scale_offset_scale(|steps, configuration, data_type| {
                let literal = steps.text().scale_offset_scale(configuration, data_type);
                unless_a_string(configuration, "scale", literal)
            }),
        ],
    },
    Misreading {
        name: "scale-offset-of-json-numbers",
        when: "an offset or a scale that is not a JSON number is refused",
        requirements: &["scale-offset.offset-form", "scale-offset.scale-form"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::scale_offset_offset(|steps, configuration, data_type| {
                of_numbers(configuration, "offset")?;
                steps.text().scale_offset_offset(configuration, data_type)
            }),
            Replacement::scale_offset_scale(|steps, configuration, data_type| {
                of_numbers(configuration, "scale")?;
                steps.text().scale_offset_scale(configuration, data_type)
            }),
        ],
    },
    Misreading {
        name: "scale-offset-of-any-number",
        when: "an offset or a scale with a fraction is cut to an integer where elements are integers",
        requirements: &["scale-offset.offset-form", "scale-offset.scale-form"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::scale_offset_offset(|steps, configuration, data_type| {
                let literal = steps.text().scale_offset_offset(configuration, data_type);
                cut(configuration, "offset", literal, data_type)
            }),
            Replacement::scale_offset_scale(|steps, configuration, data_type| {
                let literal = steps.text().scale_offset_scale(configuration, data_type);
                cut(configuration, "scale", literal, data_type)
            }),
        ],
    },
    Misreading {
        name: "scale-offset-ignores-additional-keys",
        when: "keys of the configuration of scale_offset other than offset and scale are ignored",
        requirements: &[
            "scale-offset.no-additional-keys",
            "scale-offset.additional-keys-reserved",
        ],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::scale_offset_members(|_, _| Ok(())),
            Replacement::known_members(|steps, configuration, at, known| match at {
                "scale_offset" => Ok(()),
                _ => steps.text().known_members(configuration, at, known),
            }),
        ],
    },
    Misreading {
        name: "scale-offset-of-any-data-type",
        when: "scale_offset takes every data type, and changes no elements of those that are not numbers",
        requirements: &["scale-offset.only-numbers", "scale-offset.data-types"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::scale_offset_data_type(|_, _| Ok(())),
            Replacement::scale_offset_operation(
                |_, operation, data_type, one, two| match data_type {
                    DataType::Integer(_) | DataType::Float(_) => {
                        literally(operation, data_type, one, two)
                    }
                    _ => Ok(one.clone()),
                },
            ),
        ],
    },
    Misreading {
        name: "scale-offset-only-of-floats",
        when: "scale_offset is refused where elements are integers",
        requirements: &["scale-offset.data-types"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[Replacement::scale_offset_data_type(
            |_, data_type| match data_type {
                DataType::Float(_) => Ok(()),
                _ => metadata(format!("scale_offset: found the data type {data_type}")),
            },
        )],
    },
    Misreading {
        name: "scale-offset-parameters-of-binary64",
        when: "an offset or a scale of integers of 64 bits is rounded to binary64",
        requirements: &["scale-offset.offset-form", "scale-offset.scale-form"],
        editions: CURRENT,
        through: BOTH,
        replacements: &[
            Replacement::scale_offset_offset(|steps, configuration, data_type| {
                parameter(
                    steps,
                    &through_binary64(configuration, data_type),
                    "offset",
                    data_type,
                )
            }),
            Replacement::scale_offset_scale(|steps, configuration, data_type| {
                parameter(
                    steps,
                    &through_binary64(configuration, data_type),
                    "scale",
                    data_type,
                )
            }),
        ],
    },
];

/// The configuration with the nearest binary64 in place of each integer that binary64 does not hold.
fn through_binary64(configuration: &Json, data_type: DataType) -> Json {
    let (Json::Object(members), DataType::Integer(_)) = (configuration, data_type) else {
        return configuration.clone();
    };
    let each = members.iter().map(|(name, value)| match value {
        Json::Number(spelling) if spelling.parse::<i128>().is_ok_and(|it| it.abs() > 1 << 53) => {
            let number: f64 = spelling.parse().unwrap_or(0.0);
            (name.clone(), Json::Number(format!("{number:.0}")))
        }
        _ => (name.clone(), value.clone()),
    });
    Json::Object(each.collect())
}
