//! The chunk key encodings `default` and `v2`: from grid index to store key.
//!
//! - Specification: [default chunk key encoding] and [v2 chunk key encoding], version 1.0 each.
//! - Names in metadata: `default`, `v2`.
//! - Example: `{"name": "default", "configuration": {"separator": "/"}}`.
//! - Layout: the chunk at grid index (1, 23, 45) has these keys:
//!
//! ```
//! use zarr_conform_reference::chunk_key::{Separator, default_key, v2_key};
//!
//! assert_eq!(default_key(&[1, 23, 45], Separator::Slash), "c/1/23/45");
//! assert_eq!(default_key(&[1, 23, 45], Separator::Dot), "c.1.23.45");
//! assert_eq!(v2_key(&[1, 23, 45], Separator::Dot), "1.23.45");
//! assert_eq!(v2_key(&[1, 23, 45], Separator::Slash), "1/23/45");
//! assert_eq!(default_key(&[], Separator::Slash), "c");
//! assert_eq!(v2_key(&[], Separator::Dot), "0");
//! ```
//!
//! [default chunk key encoding]: https://zarr-specs.readthedocs.io/en/latest/v3/chunk-key-encodings/default/index.html#description
//! [v2 chunk key encoding]: https://zarr-specs.readthedocs.io/en/latest/v3/chunk-key-encodings/v2/index.html#description

use crate::error::{Result, metadata};
use crate::extension::Known;
use crate::json::Json;
use crate::steps::Steps;

/// How an encoding is known by its name; it is made of its configuration.
pub(crate) type Definition = Known<fn(&Steps, &Json) -> Result<ChunkKeyEncoding>>;

/// The encodings that are implemented here.
pub(crate) const DEFINITIONS: &[Definition] = &[
    Definition {
        name: "default",
        members: &["separator"],
        of: |steps, configuration| {
            let separator = steps.default_separator(configuration)?;
            Ok(ChunkKeyEncoding::Default(separator))
        },
    },
    Definition {
        name: "v2",
        members: &["separator"],
        of: |steps, configuration| Ok(ChunkKeyEncoding::V2(steps.v2_separator(configuration)?)),
    },
];

/// The names of chunk key encodings.
pub fn names() -> impl Iterator<Item = &'static str> {
    DEFINITIONS.iter().map(|it| it.name)
}

/// A chunk key encoding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChunkKeyEncoding {
    /// `default`: the key of chunk (1, 23, 45) is `c/1/23/45`.
    Default(Separator),
    /// `v2`: the key of chunk (1, 23, 45) is `1.23.45`.
    V2(Separator),
}

impl ChunkKeyEncoding {
    /// The key of the chunk at a grid index.
    ///
    /// Requirements: `regular-grid.store-key`, `regular-grid.unique-identifiers`.
    pub fn key(&self, steps: &Steps, chunk_index: &[u64]) -> String {
        match self {
            Self::Default(separator) => steps.default_key(chunk_index, *separator),
            Self::V2(separator) => steps.v2_key(chunk_index, *separator),
        }
    }
}

/// The configuration parameter `separator`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Separator {
    /// `"/"`
    Slash,
    /// `"."`
    Dot,
}

impl Separator {
    pub(super) fn text(self) -> &'static str {
        match self {
            Self::Slash => "/",
            Self::Dot => ".",
        }
    }
}

/// The `separator` of the default encoding: `"/"` if not specified.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is not `"/"` or `"."`.
///
/// Requirements: `default-key.separator`, `default-key.separator-default`.
pub fn default_separator(configuration: &Json) -> Result<Separator> {
    separator(configuration, Separator::Slash)
}

/// The `separator` of the v2 encoding: `"."` if not specified.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where it is not `"/"` or `"."`.
///
/// Requirements: `v2-key.separator`, `v2-key.separator-default`.
pub fn v2_separator(configuration: &Json) -> Result<Separator> {
    separator(configuration, Separator::Dot)
}

fn separator(configuration: &Json, default: Separator) -> Result<Separator> {
    match configuration.member("separator") {
        None => Ok(default),
        Some(Json::String(text)) if text == "/" => Ok(Separator::Slash),
        Some(Json::String(text)) if text == "." => Ok(Separator::Dot),
        Some(other) => metadata(format!(
            "chunk_key_encoding: found separator {other}, expected \"/\" or \".\""
        )),
    }
}

/// The default encoding: the initial prefix `c`, and for each dimension the separator followed by
/// the chunk index in decimal. With no dimensions, the key is `c`.
///
/// Requirements: `default-key.key`, `default-key.rank-0`.
pub fn default_key(chunk_index: &[u64], separator: Separator) -> String {
    let mut key = String::from("c");
    for index in chunk_index {
        key.push_str(separator.text());
        key.push_str(&index.to_string());
    }
    key
}

/// The v2 encoding: for each dimension the chunk index in decimal followed by the separator, which
/// is omitted for the last dimension. With no dimensions, the key is `0`.
///
/// Requirements: `v2-key.key`, `v2-key.rank-0`.
pub fn v2_key(chunk_index: &[u64], separator: Separator) -> String {
    if chunk_index.is_empty() {
        return String::from("0");
    }
    let mut key = String::new();
    for (d, index) in chunk_index.iter().enumerate() {
        key.push_str(&index.to_string());
        if d + 1 < chunk_index.len() {
            key.push_str(separator.text());
        }
    }
    key
}
