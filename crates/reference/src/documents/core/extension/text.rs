//! Extension definitions: how data types, chunk grids, chunk key encodings, codecs and storage
//! transformers are named and configured.
//!
//! - Specification: core, [Extension definition].
//! - Example: `{"name": "<name>", "configuration": {…}}`, or the short-hand name `"<name>"`, which
//!   is equivalent to an object with nothing but the name.
//!
//! ```
//! use zarr_conform_reference::Json;
//! use zarr_conform_reference::extension::definition;
//!
//! # fn main() -> zarr_conform_reference::Result<()> {
//! let (object, short_hand) = (Json::parse(br#"{"name": "bytes"}"#)?, Json::parse(br#""bytes""#)?);
//! let of_object = definition(&object, "codecs")?;
//! assert_eq!(of_object, definition(&short_hand, "codecs")?);
//! assert_eq!((of_object.name.as_str(), of_object.must_understand), ("bytes", true));
//! # Ok(())
//! # }
//! ```
//!
//! [Extension definition]: https://zarr-specs.readthedocs.io/en/latest/v3/core/index.html#extension-definition

use crate::error::{Result, metadata};
use crate::json::Json;

/// A name with its configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Extension {
    /// The name.
    pub name: String,
    /// The configuration: an object, without members where none is given.
    pub configuration: Json,
    /// Whether an implementation that does not know the name must fail.
    pub must_understand: bool,
}

/// An extension that is known here: what is made of its configuration, `of` says.
#[derive(Clone, Copy, Debug)]
pub struct Known<Of> {
    /// The name in metadata.
    pub name: &'static str,
    /// The members of its configuration.
    pub members: &'static [&'static str],
    /// What it is, by its configuration.
    pub of: Of,
}

/// The extension that a JSON value defines. `at` says where the value stands.
///
/// # Errors
/// [`Error::Metadata`](crate::Error::Metadata) where the value is not an object with a string
/// `name`, and perhaps an object `configuration` and a boolean `must_understand`, nor a short-hand
/// name.
///
/// Requirements: `extension.definition-object`, `extension.configuration-object`,
/// `extension.short-hand`, `extension.must-understand`, `codecs.object-form`,
/// `codecs.object-configuration`, `extension.short-hand-equivalent`.
pub fn definition(value: &Json, at: &str) -> Result<Extension> {
    match value {
        Json::String(name) => Ok(Extension {
            name: name.clone(),
            configuration: Json::Object(Vec::new()),
            must_understand: true,
        }),
        Json::Object(members) => object(members, at),
        other => metadata(format!(
            "{at}: found {other}, expected an object with \"name\""
        )),
    }
}

/// Requirements: `extension.name`, `extension.optional-configuration`,
/// `extension.must-understand-default`, `extension.must-understand-false`.
fn object(members: &[(String, Json)], at: &str) -> Result<Extension> {
    let mut name = None;
    let mut configuration = Json::Object(Vec::new());
    let mut must_understand = true;
    for (member, value) in members {
        match (member.as_str(), value) {
            ("name", Json::String(text)) => name = Some(text.clone()),
            ("configuration", Json::Object(_)) => configuration = value.clone(),
            ("must_understand", Json::Bool(value)) => {
                must_understand = *value;
            }
            ("name" | "configuration" | "must_understand", _) => {
                return metadata(format!("{at}: found {value} for {member:?}"));
            }
            _ => return metadata(format!("{at}: found a member {member:?}, which is unknown")),
        }
    }
    match name {
        Some(name) => Ok(Extension {
            name,
            configuration,
            must_understand,
        }),
        None => metadata(format!("{at}: the object has no member \"name\"")),
    }
}

/// Refuses members of a configuration that its specification does not define.
///
/// Requirement: `array-metadata.additional-fields`.
pub fn known_members(configuration: &Json, at: &str, known: &[&str]) -> Result<()> {
    let Json::Object(members) = configuration else {
        return Ok(());
    };
    match members
        .iter()
        .find(|(name, _)| !known.contains(&name.as_str()))
    {
        Some((name, _)) => metadata(format!(
            "{at}: the configuration has a member {name:?}, which is unknown"
        )),
        None => Ok(()),
    }
}
