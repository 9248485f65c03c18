//! Permitted readings of extension definitions.

use crate::Edition;
use crate::Json;
use crate::error::metadata;
use crate::extension::definition;
use crate::permitted::{ACCEPTED, CURRENT, FIRST, Permitted, Tendency};
use crate::steps::Replacement;

/// The value with those members for which `is_kept` holds, where it is an object.
fn keeping(value: &Json, is_kept: impl Fn(&str, &Json) -> bool) -> Json {
    match value {
        Json::Object(members) => {
            let kept = members.iter().filter(|(name, value)| is_kept(name, value));
            Json::Object(kept.cloned().collect())
        }
        _ => value.clone(),
    }
}

/// The extension without members that are null, and its configuration, too.
fn without_nulls(value: &Json) -> Json {
    let is_given = |_: &str, value: &Json| *value != Json::Null;
    match value {
        Json::Object(members) => {
            let given = members.iter().filter(|(name, value)| {
                // A name that is null is not a name, and must_understand has a place of its own.
                name != "configuration" || is_given(name, value)
            });
            let each = given.map(|(name, value)| match name.as_str() {
                "configuration" => (name.clone(), keeping(value, is_given)),
                _ => (name.clone(), value.clone()),
            });
            Json::Object(each.collect())
        }
        _ => value.clone(),
    }
}

/// Grids and key encodings have no `must_understand`; codecs and storage transformers have.
fn is_not_supported(at: &str) -> bool {
    matches!(at, "chunk_grid" | "chunk_key_encoding")
}

pub(crate) const LIST: &[Permitted] = &[
    Permitted {
        name: "null-parameters-are-absent",
        open: "null-for-absent",
        does: "treats a configuration, and members of it, that are null as absent",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::extension(|steps, value, at| {
            steps.text().extension(&without_nulls(value), at)
        })],
    },
    Permitted {
        name: "unknown-parameters-ignored",
        open: "unknown-configuration-members",
        does: "ignores members of a configuration that its document does not define",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::known_members(|_, _, _, _| Ok(()))],
    },
    Permitted {
        name: "unknown-members-of-extensions-ignored",
        open: "unknown-members-of-extension-objects",
        does: "ignores members of an extension object other than those that are defined",
        editions: ACCEPTED,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::extension(|steps, value, at| {
            let is_defined = |name: &str, _: &Json| match name {
                "name" | "configuration" => true,
                "must_understand" => steps.edition() >= Edition::V3_1,
                _ => false,
            };
            steps.text().extension(&keeping(value, is_defined), at)
        })],
    },
    Permitted {
        name: "short-hand-known-before",
        open: "short-hand-in-3.0",
        does: "treats a short-hand name as the object with this name, as 3.1 permits",
        editions: FIRST,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::extension(|steps, value, at| match value {
            Json::String(_) => definition(value, at),
            _ => steps.text().extension(value, at),
        })],
    },
    Permitted {
        name: "must-understand-ignored-where-not-supported",
        open: "must-understand-where-not-supported",
        does: "ignores must_understand on a chunk grid or a chunk key encoding",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::extension(|steps, value, at| {
            let mut extension = steps.text().extension(value, at)?;
            extension.must_understand |= is_not_supported(at);
            Ok(extension)
        })],
    },
    Permitted {
        name: "must-understand-refused-where-not-supported",
        open: "must-understand-where-not-supported",
        does: "refuses must_understand, also true, on a chunk grid or a chunk key encoding",
        editions: CURRENT,
        tendency: Tendency::Strict,
        replacements: &[Replacement::extension(|steps, value, at| {
            if is_not_supported(at) && value.member("must_understand").is_some() {
                return metadata(format!("{at}: must_understand has no place here"));
            }
            steps.text().extension(value, at)
        })],
    },
    Permitted {
        name: "must-understand-of-another-type-is-true",
        open: "must-understand-not-boolean",
        does: "treats must_understand that is not a boolean as true",
        editions: CURRENT,
        tendency: Tendency::Lenient,
        replacements: &[Replacement::extension(|steps, value, at| {
            let is_kept = |name: &str, value: &Json| {
                name != "must_understand" || matches!(value, Json::Bool(_))
            };
            steps.text().extension(&keeping(value, is_kept), at)
        })],
    },
];
