//! Wrong readings of array metadata: members of the document.

use super::{requiring, with_default};
use crate::Json;
use crate::array_metadata::{self};
use crate::error::metadata;
use crate::misreading::{ACCEPTED, Misreading, STORES};
use crate::steps::Replacement;

/// A document without an optional member is refused.
macro_rules! required {
    ($member:literal, $name:literal, $requirement:literal) => {
        Misreading {
            name: $name,
            when: concat!("missing ", $member, " are refused"),
            requirements: &[$requirement, "array-metadata.optional-members"],
            editions: ACCEPTED,
            through: STORES,
            replacements: &[Replacement::array_metadata(|steps, document| {
                requiring(steps, document, $member)
            })],
        }
    };
}

/// A document without a mandatory member is read as if it had this value.
macro_rules! optional {
    ($member:literal, $value:literal, $name:literal, $when:literal, $requirement:literal) => {
        Misreading {
            name: $name,
            when: $when,
            requirements: &["array-metadata.mandatory", $requirement],
            editions: ACCEPTED,
            through: STORES,
            replacements: &[Replacement::array_metadata(|steps, document| {
                with_default(steps, document, $member, $value)
            })],
        }
    };
}

pub(super) const LIST: &[Misreading] = &[
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
    optional!(
        "zarr_format",
        "3",
        "zarr-format-optional",
        "a missing zarr_format is treated as 3",
        "array-metadata.zarr-format"
    ),
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
    optional!(
        "node_type",
        "\"array\"",
        "node-type-optional",
        "a missing node_type is treated as array",
        "array-metadata.node-type"
    ),
    optional!(
        "chunk_key_encoding",
        r#"{"name": "default"}"#,
        "chunk-key-encoding-optional",
        "a missing chunk_key_encoding is treated as the default one",
        "array-metadata.chunk-key-encoding"
    ),
    optional!(
        "codecs",
        r#"[{"name": "bytes", "configuration": {"endian": "little"}}]"#,
        "codecs-optional",
        "missing codecs are treated as bytes in little endian",
        "array-metadata.codecs"
    ),
    optional!(
        "fill_value",
        "0",
        "fill-value-optional",
        "a missing fill_value is treated as 0",
        "array-metadata.fill-value"
    ),
    required!(
        "attributes",
        "attributes-required",
        "array-metadata.attributes"
    ),
    required!(
        "storage_transformers",
        "storage-transformers-required",
        "array-metadata.storage-transformers-none"
    ),
    required!(
        "dimension_names",
        "dimension-names-required",
        "array-metadata.dimension-names-absent"
    ),
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
];
