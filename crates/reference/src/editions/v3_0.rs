//! What edition 3.0 says otherwise than 3.1: only objects define extensions, and without `must_understand`; a
//! chunk length of 0 is not excluded by name; arrays and groups have no other members than those of the text.

use crate::error::{Error, metadata};
use crate::extension::{self, Extension};
use crate::steps::{Replacement, Steps};
use crate::{Json, Result, array_metadata, hierarchy, regular_grid};

/// The steps that 3.0 takes in another way.
pub(crate) const REPLACEMENTS: &[Replacement] = &[
    Replacement::extension(|_, value, at| definition(value, at)),
    Replacement::additional_field(|_, name, value| {
        array_metadata::additional_field(name, value)
            .or_else(|_| metadata(format!("found a member {name:?}, expected no other names")))
    }),
    Replacement::group_field(Steps::additional_field),
    Replacement::node_name(|_, name| match name {
        "zarr.json" => Ok(()),
        _ => hierarchy::node_name(name),
    }),
    Replacement::consolidate(|_, _, _| {
        let message = "3.0 has no consolidated metadata".to_owned();
        Err(Error::Unsupported(message))
    }),
    Replacement::check_grid(|_, array_shape, chunk_shape| {
        regular_grid::check(array_shape, &lengths(array_shape, chunk_shape))
    }),
    Replacement::grid_shape(|_, array_shape, chunk_shape| {
        regular_grid::grid_shape(array_shape, &lengths(array_shape, chunk_shape))
    }),
];

/// An extension definition, which has no short-hand name and no `must_understand`.
///
/// Requirements: `codecs.object-form`, `codecs.object-configuration`, `extension.must-understand`.
fn definition(value: &Json, at: &str) -> Result<Extension> {
    if let Json::String(_) = value {
        return metadata(format!(
            "{at}: found {value}, expected an object with \"name\""
        ));
    }
    if let Some(found) = value.member("must_understand") {
        return metadata(format!("{at}: found {found} for \"must_understand\""));
    }
    extension::definition(value, at)
}

/// Chunk lengths of which none is 0 that divides a dimension without elements: there are no chunks along it, of
/// whichever length.
///
/// Requirement: `regular-grid.non-zero-chunk-shape`.
fn lengths(array_shape: &[u64], chunk_shape: &[u64]) -> Vec<u64> {
    let mut lengths = chunk_shape.to_vec();
    for (length, dimension) in lengths.iter_mut().zip(array_shape) {
        if *length == 0 && *dimension == 0 {
            *length = 1;
        }
    }
    lengths
}
