//! Wrong readings of array metadata: documents that cannot be read.

use super::{SCALAR, repaired, with_default};
use crate::array_metadata::{self};
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::Replacement;
use crate::{DataType, Element, Json, fill_value};

pub(super) const LIST: &[Misreading] = &[
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
            Replacement::data_type(|steps, value| {
                Ok(steps.text().data_type(value).unwrap_or(DataType::UINT8))
            }),
            Replacement::fill_value(|_, value, data_type| {
                fill_value::fill_value(value, data_type).or_else(|error| {
                    if data_type == DataType::UINT8 {
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
];
