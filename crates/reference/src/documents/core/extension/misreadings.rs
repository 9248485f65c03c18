//! Wrong readings of extension definitions and of members that are not defined.

use crate::array_metadata::{self};
use crate::chunk_key::{ChunkKeyEncoding, Separator};
use crate::error::Error;
use crate::misreading::{ACCEPTED, CURRENT, Misreading, STORES, require};
use crate::steps::{Replacement, Steps};
use crate::{Json, Result, storage};

fn refused<T>(why: &str) -> Result<T> {
    Err(Error::Metadata(why.to_owned()))
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "unknown-members-accepted",
        when: "members that are not defined are ignored",
        requirements: &[
            "array-metadata.additional-fields",
            "extension.must-understand",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::additional_field(|_, _, _| Ok(()))],
    },
    Misreading {
        name: "marked-members-refused",
        when: "members that are not defined are refused although they need not be understood",
        requirements: &["extension.must-understand-false"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::additional_field(|_, _, _| {
            refused("a member that is not defined")
        })],
    },
    Misreading {
        name: "unknown-objects-accepted",
        when: "members that are not defined are ignored where they are objects",
        requirements: &[
            "extension.must-understand",
            "extension.must-understand-default",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::additional_field(|_, name, value| {
            if matches!(value, Json::Object(_)) {
                return Ok(());
            }
            array_metadata::additional_field(name, value)
        })],
    },
    Misreading {
        name: "must-understand-false-as-text",
        when: "\"false\", 0 and null count as must_understand false",
        requirements: &["extension.must-understand"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::additional_field(|_, name, value| {
            let is_false = match value.member("must_understand") {
                Some(Json::String(text)) => text.eq_ignore_ascii_case("false"),
                Some(Json::Number(spelling)) => spelling == "0",
                Some(Json::Null) => true,
                _ => false,
            };
            if is_false {
                return Ok(());
            }
            array_metadata::additional_field(name, value)
        })],
    },
    Misreading {
        name: "unknown-members-refused-late",
        when: "members that are not defined are noticed only when elements are read",
        requirements: &[
            "array-metadata.additional-fields",
            "extension.must-understand",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[
            Replacement::additional_field(|_, _, _| Ok(())),
            Replacement::read_region(|steps, store, array, start, shape| {
                Steps::literal(steps.edition()).open(store)?;
                storage::read_region(steps, store, array, start, shape)
            }),
        ],
    },
    Misreading {
        name: "short-hand-refused",
        when: "short-hand names are refused",
        requirements: &["extension.short-hand", "extension.definition-object"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::extension(|steps, value, at| {
            if matches!(value, Json::String(_)) {
                return refused("a short-hand name");
            }
            steps.text().extension(value, at)
        })],
    },
    Misreading {
        name: "configuration-required",
        when: "an extension object without configuration is refused",
        requirements: &["extension.configuration-object"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::extension(|steps, value, at| {
            if matches!(value, Json::Object(_)) {
                require(value, "configuration")?;
            }
            steps.text().extension(value, at)
        })],
    },
    Misreading {
        name: "configuration-of-any-type",
        when: "a configuration that is not an object is treated as an empty one",
        requirements: &["extension.configuration-object"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::extension(|steps, value, at| match value {
            Json::Object(members) => {
                let is_wrong = |name: &str, value: &Json| {
                    name == "configuration" && !matches!(value, Json::Object(_))
                };
                let members = members
                    .iter()
                    .filter(|(name, value)| !is_wrong(name, value))
                    .cloned()
                    .collect();
                steps.text().extension(&Json::Object(members), at)
            }
            _ => steps.text().extension(value, at),
        })],
    },
    Misreading {
        name: "unknown-grid-is-regular",
        when: "the name of the chunk grid is not looked at",
        requirements: &["regular-grid.name", "array-metadata.chunk-grid"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_grid(|steps, value, array_shape| {
            let configuration = match value.member("configuration") {
                Some(configuration) => configuration.clone(),
                None => return array_metadata::chunk_grid(steps, value, array_shape),
            };
            let regular = Json::Object(vec![
                ("name".to_owned(), Json::String("regular".to_owned())),
                ("configuration".to_owned(), configuration),
            ]);
            array_metadata::chunk_grid(steps, &regular, array_shape)
        })],
    },
    Misreading {
        name: "unknown-key-encoding-is-default",
        when: "an unknown chunk key encoding is treated as the default one",
        requirements: &["array-metadata.chunk-key-encoding"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_key_encoding(|steps, value| {
            match array_metadata::chunk_key_encoding(steps, value) {
                Err(Error::Unsupported(_)) => Ok(ChunkKeyEncoding::Default(Separator::Slash)),
                other => other,
            }
        })],
    },
    Misreading {
        name: "storage-transformers-ignored",
        when: "storage_transformers is not looked at",
        requirements: &[
            "array-metadata.storage-transformers",
            "array-metadata.storage-transformers-extension",
            "extension.must-understand",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::storage_transformers(|_, _| Ok(()))],
    },
    Misreading {
        name: "storage-transformers-refused",
        when: "storage_transformers is refused even as an empty list",
        requirements: &[
            "array-metadata.storage-transformers-none",
            "array-metadata.storage-transformers",
        ],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::storage_transformers(|_, _| {
            refused("storage_transformers")
        })],
    },
];
