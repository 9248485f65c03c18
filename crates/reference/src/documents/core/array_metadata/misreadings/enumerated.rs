//! Wrong readings that few inputs of a small space distinguish from the right one, such as a default that shows
//! only in an array without dimensions.

use crate::array_metadata::{self, ArrayMetadata};
use crate::misreading::{ACCEPTED, CURRENT, Misreading, STORES};
use crate::regular_grid::Regular;
use crate::steps::{Replacement, Steps};
use crate::{ChunkGrid, DataType, Json, Result};

/// The metadata of a document after its members have been changed.
fn changed(
    steps: &Steps,
    document: &[u8],
    change: impl Fn(&mut Vec<(String, Json)>),
) -> Result<ArrayMetadata> {
    let mut json = steps.json(document)?;
    if let Json::Object(members) = &mut json {
        change(members);
    }
    array_metadata::parse(steps, json.to_string().as_bytes())
}

/// Whether an extension has a `must_understand` that is empty, zero or null.
fn is_marked_by_nothing(extension: &Json) -> bool {
    match extension.member("must_understand") {
        Some(Json::Null) => true,
        Some(Json::Number(spelling)) => spelling == "0",
        Some(Json::String(text)) => text.is_empty(),
        Some(Json::Array(entries)) => entries.is_empty(),
        Some(Json::Object(members)) => members.is_empty(),
        _ => false,
    }
}

pub(crate) const LIST: &[Misreading] = &[
    Misreading {
        name: "missing-shape-is-scalar",
        when: "an array whose shape is missing or null has no dimensions",
        requirements: &["array-metadata.mandatory", "array-metadata.shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            changed(steps, document, |members| {
                members.retain(|(name, value)| name != "shape" || *value != Json::Null);
                if !members.iter().any(|(name, _)| name == "shape") {
                    members.push(("shape".to_owned(), Json::Array(Vec::new())));
                }
            })
        })],
    },
    Misreading {
        name: "empty-object-is-empty-shape",
        when: "an empty object is treated as an empty list as the shape",
        requirements: &["array-metadata.shape"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            changed(steps, document, |members| {
                let shape = members.iter_mut().filter(|(name, _)| name == "shape");
                for (_, value) in shape.filter(|(_, value)| *value == Json::Object(Vec::new())) {
                    *value = Json::Array(Vec::new());
                }
            })
        })],
    },
    Misreading {
        name: "chunk-shape-of-scalar-optional",
        when: "the chunk_shape of an array without dimensions may be missing",
        requirements: &["array-metadata.chunk-grid", "regular-grid.metadata-object"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::chunk_grid(|steps, value, array_shape| {
            let name = value.member("name").and_then(Json::as_str);
            let configuration = value.member("configuration");
            let chunk_shape = configuration.and_then(|it| it.member("chunk_shape"));
            if array_shape.is_empty() && name == Some("regular") && chunk_shape.is_none() {
                return Ok(ChunkGrid::Regular(Regular {
                    chunk_shape: Vec::new(),
                }));
            }
            array_metadata::chunk_grid(steps, value, array_shape)
        })],
    },
    Misreading {
        name: "long-raw-bits-rounded",
        when: "raw bits of more than 64 bits are rounded down to whole bytes",
        requirements: &["data-type.multiple-of-8"],
        editions: ACCEPTED,
        through: STORES,
        replacements: &[Replacement::data_type(|steps, value| {
            steps.text().data_type(value).or_else(|error| {
                let digits = value.as_str().and_then(|text| text.strip_prefix('r'));
                let bits = digits.and_then(|digits| digits.parse::<u32>().ok());
                let long = bits.filter(|bits| *bits > 64);
                long.map(|bits| DataType::raw(bits / 8 * 8)).ok_or(error)
            })
        })],
    },
    Misreading {
        name: "grid-that-need-not-be-understood-is-regular",
        when: "an unknown chunk grid with must_understand false is treated as a regular one",
        requirements: &["extension.must-understand-not-supported"],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::chunk_grid(|steps, value, array_shape| {
            let is_marked = value.member("must_understand") == Some(&Json::Bool(false));
            let configuration = value.member("configuration").filter(|_| is_marked);
            let Some(configuration) = configuration else {
                return array_metadata::chunk_grid(steps, value, array_shape);
            };
            let regular = Json::Object(vec![
                ("name".to_owned(), Json::String("regular".to_owned())),
                ("configuration".to_owned(), configuration.clone()),
            ]);
            array_metadata::chunk_grid(steps, &regular, array_shape)
        })],
    },
    Misreading {
        name: "codecs-marked-by-nothing-skipped",
        when: "a codec whose must_understand is empty, zero or null is skipped",
        requirements: &[
            "extension.must-understand",
            "extension.must-understand-default",
        ],
        editions: CURRENT,
        through: STORES,
        replacements: &[Replacement::array_metadata(|steps, document| {
            changed(steps, document, |members| {
                for (name, value) in members {
                    if let ("codecs", Json::Array(codecs)) = (name.as_str(), value) {
                        codecs.retain(|codec| !is_marked_by_nothing(codec));
                    }
                }
            })
        })],
    },
];
