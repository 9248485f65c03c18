//! Wrong readings of the members of array metadata.

pub(crate) mod enumerated;

use crate::array_metadata::{self, ArrayMetadata};
use crate::error::{Error, metadata};
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::{Replacement, Steps};
use crate::{DataType, Element, Json, Result, fill_value};

/// The document with a member added where it is missing.
fn with_default(steps: &Steps, document: &[u8], name: &str, value: &str) -> Result<ArrayMetadata> {
    let mut json = steps.json(document)?;
    if let Json::Object(members) = &mut json
        && !members.iter().any(|(member, _)| member == name)
    {
        members.push((name.to_owned(), Json::parse(value.as_bytes())?));
    }
    array_metadata::parse(steps, json.to_string().as_bytes())
}

fn number(value: &Json) -> Option<f64> {
    match value {
        Json::Number(spelling) => spelling.parse().ok(),
        _ => None,
    }
}

/// The lengths of a list, each by `length`.
fn lengths(value: &Json, length: impl Fn(&Json) -> Option<u64>) -> Option<Vec<u64>> {
    match value {
        Json::Array(values) => values.iter().map(length).collect(),
        _ => None,
    }
}

fn or_else(literal: Result<Vec<u64>>, wrong: Option<Vec<u64>>) -> Result<Vec<u64>> {
    literal.or_else(|error| wrong.ok_or(error))
}

#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the misreading"
)]
fn coerced(value: &Json) -> Option<u64> {
    match value {
        Json::String(text) => text.parse().ok(),
        Json::Bool(value) => Some(u64::from(*value)),
        Json::Null => Some(0),
        _ => number(value).map(|number| number.abs() as u64),
    }
}

/// The document with an unreadable member replaced.
fn repaired(
    steps: &Steps,
    document: &[u8],
    literal: impl Fn(&[u8]) -> Result<ArrayMetadata>,
    name: &str,
    value: &str,
) -> Result<ArrayMetadata> {
    literal(document).or_else(|error| {
        let json = steps.json(document)?;
        let Json::Object(members) = json else {
            return Err(error);
        };
        let mut members: Vec<_> = members
            .into_iter()
            .filter(|(member, _)| member != name)
            .collect();
        members.push((name.to_owned(), Json::parse(value.as_bytes())?));
        array_metadata::parse(steps, Json::Object(members).to_string().as_bytes())
    })
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "unreadable-shape-is-chunk-shape",
        when: "a shape that is not an array of integers is taken from the chunks",
        requirements: &["array-metadata.shape", "array-metadata.mandatory"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            let json = steps.json(document)?;
            let configuration = json
                .member("chunk_grid")
                .and_then(|grid| grid.member("configuration"));
            let shape = configuration
                .and_then(|it| it.member("chunk_shape"))
                .map_or_else(|| "[]".to_owned(), ToString::to_string);
            repaired(
                steps,
                document,
                |document| array_metadata::parse(steps, document),
                "shape",
                &shape,
            )
        })],
    },
    Misreading {
        name: "unreadable-chunk-grid-is-one-chunk",
        when: "a chunk grid that is not understood is treated as one chunk of the array's shape",
        requirements: &[
            "array-metadata.chunk-grid",
            "regular-grid.metadata-object",
            "regular-grid.chunk-shape",
            "array-metadata.mandatory",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            let json = steps.json(document)?;
            let shape = array_metadata::shape(json.member("shape").unwrap_or(&Json::Null))?;
            let lengths: Vec<u64> = shape.iter().map(|length| (*length).max(1)).collect();
            let grid = format!(
                r#"{{"name": "regular", "configuration": {{"chunk_shape": {lengths:?}}}}}"#
            );
            repaired(
                steps,
                document,
                |document| array_metadata::parse(steps, document),
                "chunk_grid",
                &grid,
            )
        })],
    },
    Misreading {
        name: "unreadable-key-encoding-is-default",
        when: "a chunk key encoding that is not understood is treated as the default one",
        requirements: &[
            "array-metadata.chunk-key-encoding",
            "extension.definition-object",
            "extension.name",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            repaired(
                steps,
                document,
                |document| array_metadata::parse(steps, document),
                "chunk_key_encoding",
                r#"{"name": "default"}"#,
            )
        })],
    },
    Misreading {
        name: "unreadable-codecs-are-bytes",
        when: "codecs that are not understood are treated as bytes in little endian",
        requirements: &[
            "array-metadata.codecs",
            "codecs.chain-form",
            "extension.definition-object",
            "extension.name",
            "extension.configuration-object",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            let codecs = r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#;
            repaired(
                steps,
                document,
                |document| array_metadata::parse(steps, document),
                "codecs",
                codecs,
            )
        })],
    },
    Misreading {
        name: "unknown-data-types-are-bytes",
        when: "a data type that is not understood is treated as uint8",
        requirements: &[
            "array-metadata.data-type",
            "array-metadata.data-type-string",
            "data-type.identifier",
            "data-type.multiple-of-8",
            "array-metadata.mandatory",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[
            Replacement::array_metadata(|steps, document| {
                with_default(steps, document, "data_type", "null")
            }),
            Replacement::data_type(|_, value| {
                Ok(array_metadata::data_type(value).unwrap_or(DataType::Uint8))
            }),
            Replacement::fill_value(|_, value, data_type| {
                fill_value::fill_value(value, data_type).or_else(|error| {
                    if data_type == DataType::Uint8 {
                        Ok(Element::Bits(0))
                    } else {
                        Err(error)
                    }
                })
            }),
        ],
    },
    Misreading {
        name: "unreadable-document-is-scalar",
        when: "a document that is not a JSON object is treated as that of a scalar",
        requirements: &[
            "array-metadata.json",
            "array-metadata.document",
            "array-metadata.mandatory",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::json(|_, document| {
            match Json::parse(document) {
                Ok(Json::Object(members))
                    if members.iter().any(|(name, _)| name == "zarr_format") =>
                {
                    Ok(Json::Object(members))
                }
                _ => Json::parse(SCALAR.as_bytes()),
            }
        })],
    },
    Misreading {
        name: "zarr-format-unchecked",
        when: "zarr_format is not looked at",
        requirements: &["array-metadata.zarr-format"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::zarr_format(|_, _| Ok(()))],
    },
    Misreading {
        name: "zarr-format-loose",
        when: "zarr_format may be 3 in a string",
        requirements: &["array-metadata.zarr-format"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::zarr_format(|_, value| {
            if value.as_str() == Some("3") {
                return Ok(());
            }
            array_metadata::zarr_format(value)
        })],
    },
    Misreading {
        name: "zarr-format-at-least-3",
        when: "zarr_format may be greater than 3",
        requirements: &["array-metadata.zarr-format"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::zarr_format(|_, value| {
            if value.as_u64().is_some_and(|format| format >= 3) {
                return Ok(());
            }
            array_metadata::zarr_format(value)
        })],
    },
    Misreading {
        name: "zarr-format-optional",
        when: "a missing zarr_format is treated as 3",
        requirements: &["array-metadata.mandatory", "array-metadata.zarr-format"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            with_default(steps, document, "zarr_format", "3")
        })],
    },
    Misreading {
        name: "node-type-unchecked",
        when: "node_type is not looked at",
        requirements: &["array-metadata.node-type"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::node_type(|_, _| Ok(()))],
    },
    Misreading {
        name: "node-type-any-case",
        when: "node_type is compared without regard to case",
        requirements: &["array-metadata.node-type"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::node_type(|_, value| {
            let lower = value
                .as_str()
                .map(|text| Json::String(text.to_ascii_lowercase()));
            array_metadata::node_type(lower.as_ref().unwrap_or(value))
        })],
    },
    Misreading {
        name: "node-type-optional",
        when: "a missing node_type is treated as array",
        requirements: &["array-metadata.mandatory", "array-metadata.node-type"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            with_default(steps, document, "node_type", "\"array\"")
        })],
    },
    Misreading {
        name: "chunk-key-encoding-optional",
        when: "a missing chunk_key_encoding is treated as the default one",
        requirements: &[
            "array-metadata.mandatory",
            "array-metadata.chunk-key-encoding",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            with_default(
                steps,
                document,
                "chunk_key_encoding",
                r#"{"name": "default"}"#,
            )
        })],
    },
    Misreading {
        name: "codecs-optional",
        when: "missing codecs are treated as bytes in little endian",
        requirements: &["array-metadata.mandatory", "array-metadata.codecs"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            with_default(
                steps,
                document,
                "codecs",
                r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#,
            )
        })],
    },
    Misreading {
        name: "fill-value-optional",
        when: "a missing fill_value is treated as 0",
        requirements: &["array-metadata.mandatory", "array-metadata.fill-value"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            with_default(steps, document, "fill_value", "0")
        })],
    },
    Misreading {
        name: "attributes-required",
        when: "missing attributes are refused",
        requirements: &[
            "array-metadata.attributes",
            "array-metadata.optional-members",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            let array = array_metadata::parse(steps, document)?;
            if array.attributes.is_none() {
                return metadata("no attributes");
            }
            Ok(array)
        })],
    },
    Misreading {
        name: "attributes-of-any-type",
        when: "attributes need not be an object",
        requirements: &["array-metadata.attributes"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::attributes(|_, value| Ok(value.clone()))],
    },
    Misreading {
        name: "attributes-are-text",
        when: "values of attributes must be strings or numbers",
        requirements: &["array-metadata.attributes-any", "array-metadata.attributes"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::attributes(|_, value| match value {
            Json::Object(members)
                if members
                    .iter()
                    .any(|(_, value)| !matches!(value, Json::String(_) | Json::Number(_))) =>
            {
                metadata("a nested attribute")
            }
            _ => array_metadata::attributes(value),
        })],
    },
    Misreading {
        name: "dimension-names-uncounted",
        when: "dimension_names may have another number of entries than the array has dimensions",
        requirements: &["array-metadata.dimension-names"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::dimension_names(|_, value, shape| {
            let number = match value {
                Json::Array(names) => names.len(),
                _ => shape.len(),
            };
            array_metadata::dimension_names(value, &vec![1; number])
        })],
    },
    Misreading {
        name: "dimension-names-of-any-type",
        when: "dimension_names is not looked at",
        requirements: &["array-metadata.dimension-names"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::dimension_names(|_, _, _| Ok(Vec::new()))],
    },
    Misreading {
        name: "dimension-names-null-refused",
        when: "null among dimension_names is refused",
        requirements: &[
            "array-metadata.dimension-names",
            "array-metadata.dimension-names-null",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::dimension_names(|_, value, shape| {
            let names = array_metadata::dimension_names(value, shape)?;
            if names.contains(&None) {
                return metadata("a dimension without a name");
            }
            Ok(names)
        })],
    },
    Misreading {
        name: "dimension-names-distinct",
        when: "equal dimension_names are refused",
        requirements: &[
            "array-metadata.dimension-names-distinct",
            "array-metadata.dimension-names",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::dimension_names(|_, value, shape| {
            let names = array_metadata::dimension_names(value, shape)?;
            let is_repeated = |name: &Option<String>| {
                name.is_some() && names.iter().filter(|other| *other == name).count() > 1
            };
            if names.iter().any(is_repeated) {
                return metadata("two dimensions of one name");
            }
            Ok(names)
        })],
    },
    Misreading {
        name: "shape-coerced",
        when: "negative, fractional, boolean and textual lengths are made integers",
        requirements: &["array-metadata.shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::shape(|_, value| {
            or_else(array_metadata::shape(value), lengths(value, coerced))
        })],
    },
    Misreading {
        name: "shape-as-number",
        when: "a number stands for a shape of one dimension",
        requirements: &["array-metadata.shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::shape(|_, value| {
            or_else(
                array_metadata::shape(value),
                value.as_u64().map(|length| vec![length]),
            )
        })],
    },
    Misreading {
        name: "scalars-refused",
        when: "arrays without dimensions are refused",
        requirements: &["array-metadata.zero-dimensions", "array-metadata.shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::shape(
            |_, value| match array_metadata::shape(value)? {
                shape if shape.is_empty() => Err(Error::Metadata("no dimensions".to_owned())),
                shape => Ok(shape),
            },
        )],
    },
    Misreading {
        name: "empty-arrays-refused",
        when: "dimensions of length 0 are refused",
        requirements: &[
            "array-metadata.shape",
            "array-metadata.element-count",
            "array-metadata.dimension-lengths",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::shape(|_, value| {
            let shape = array_metadata::shape(value)?;
            if shape.contains(&0) {
                return metadata("a length of 0");
            }
            Ok(shape)
        })],
    },
    Misreading {
        name: "v2-data-types-accepted",
        when: "data types may have their names of version 2",
        requirements: &["array-metadata.data-type-string", "data-type.identifier"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::data_type(|_, value| match value.as_str() {
            Some("<f8" | ">f8" | "f8" | "float" | "double") => Ok(DataType::Float64),
            Some("<f4" | ">f4" | "f4") => Ok(DataType::Float32),
            Some("<i2" | ">i2" | "i2") => Ok(DataType::Int16),
            Some("<i4" | ">i4" | "i4" | "int") => Ok(DataType::Int32),
            Some("<i8" | ">i8" | "i8") => Ok(DataType::Int64),
            Some("|b1" | "boolean") => Ok(DataType::Bool),
            Some("|u1" | "u1") => Ok(DataType::Uint8),
            Some("uint") => Ok(DataType::Uint64),
            _ => array_metadata::data_type(value),
        })],
    },
    Misreading {
        name: "data-types-any-case",
        when: "data types are compared without regard to case",
        requirements: &["array-metadata.data-type-string", "data-type.identifier"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::data_type(|_, value| {
            let lower = value
                .as_str()
                .map(|text| Json::String(text.to_ascii_lowercase()));
            array_metadata::data_type(lower.as_ref().unwrap_or(value))
        })],
    },
    Misreading {
        name: "raw-bits-rounded",
        when: "raw bits whose number is not a multiple of 8 are rounded up",
        requirements: &["data-type.multiple-of-8"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::data_type(
            |_, value| match array_metadata::data_type(value) {
                Ok(data_type) => Ok(data_type),
                Err(error) => {
                    let bits = value
                        .as_str()
                        .and_then(|text| text.strip_prefix('r')?.parse::<u32>().ok());
                    match bits {
                        Some(bits) if bits > 0 => Ok(DataType::Raw {
                            bits: bits.div_ceil(8) * 8,
                        }),
                        _ => Err(error),
                    }
                }
            },
        )],
    },
    Misreading {
        name: "json-escapes-kept",
        when: "escapes in names and strings are not resolved",
        requirements: &["array-metadata.json"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::json(|_, document| {
            let text = String::from_utf8_lossy(document)
                .replace("\\u", "\\\\u")
                .replace("\\/", "\\\\/");
            Json::parse(text.as_bytes())
        })],
    },
];

/// A valid document.
const SCALAR: &str = r#"{"zarr_format": 3, "node_type": "array", "shape": [], "data_type": "uint8",
    "chunk_grid": {"name": "regular", "configuration": {"chunk_shape": []}},
    "chunk_key_encoding": {"name": "default"}, "fill_value": 0, "codecs": [{"name": "bytes"}]}"#;
