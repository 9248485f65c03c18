//! Wrong readings of array metadata: shapes and data types.

use super::{coerced, integers_of_booleans, lengths, or_else};
use crate::array_metadata::{self};
use crate::error::{Error, metadata};
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::Replacement;
use crate::{DataType, Json};

pub(super) const LIST: &[Misreading] = &[
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
        name: "shape-as-boolean",
        when: "true stands for the shape [1], and false for [0]",
        requirements: &["array-metadata.shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::shape(|_, value| match value {
            Json::Bool(value) => Ok(vec![u64::from(*value)]),
            value => array_metadata::shape(value),
        })],
    },
    Misreading {
        name: "booleans-in-lists-are-integers",
        when: "false and true stand for 0 and 1 in lists of integers",
        requirements: &[
            "array-metadata.shape",
            "regular-grid.chunk-shape",
            "transpose.order-is-permutation",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::json(|_, document| {
            Json::parse(document).map(integers_of_booleans)
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
        replacements: &[Replacement::data_type(|steps, value| {
            match value.as_str() {
                Some("<f8" | ">f8" | "f8" | "float" | "double") => Ok(DataType::FLOAT64),
                Some("<f4" | ">f4" | "f4") => Ok(DataType::FLOAT32),
                Some("<i2" | ">i2" | "i2") => Ok(DataType::INT16),
                Some("<i4" | ">i4" | "i4" | "int") => Ok(DataType::INT32),
                Some("<i8" | ">i8" | "i8") => Ok(DataType::INT64),
                Some("|b1" | "boolean") => Ok(DataType::BOOL),
                Some("|u1" | "u1") => Ok(DataType::UINT8),
                Some("uint") => Ok(DataType::UINT64),
                _ => steps.text().data_type(value),
            }
        })],
    },
    Misreading {
        name: "data-types-any-case",
        when: "data types are compared without regard to case",
        requirements: &["array-metadata.data-type-string", "data-type.identifier"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::data_type(|steps, value| {
            let lower = value
                .as_str()
                .map(|text| Json::String(text.to_ascii_lowercase()));
            steps.text().data_type(lower.as_ref().unwrap_or(value))
        })],
    },
    Misreading {
        name: "raw-bits-rounded",
        when: "raw bits whose number is not a multiple of 8 are rounded up",
        requirements: &["data-type.multiple-of-8"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::data_type(|steps, value| {
            match steps.text().data_type(value) {
                Ok(data_type) => Ok(data_type),
                Err(error) => {
                    let bits = value
                        .as_str()
                        .and_then(|text| text.strip_prefix('r')?.parse::<u32>().ok());
                    match bits {
                        Some(bits) if bits > 0 => Ok(DataType::raw(bits.div_ceil(8) * 8)),
                        _ => Err(error),
                    }
                }
            }
        })],
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
